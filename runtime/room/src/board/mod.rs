//! Boards: games of which an author writes the rules, once, in Lua, and nothing else.

mod layout;
mod spec;

pub use layout::{Cell, Layout, LayoutProblem, On, Tile};
pub use spec::{Piece, Rules, Spec};
