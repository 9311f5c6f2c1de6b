//! Boards: games of which an author writes the rules, once, in Lua, and nothing else.

mod check;
mod job;
mod lattice;
mod layout;
mod level;
mod module;
mod pieces;
mod referee;
mod search;
mod spec;

pub use check::{Battery, Checked, Text, define_line};
pub use job::{Question, Thought, advise, think};
pub(crate) use lattice::{grid, hexes, points};
pub use layout::{Cell, DIRECTIONS, Layout, LayoutProblem, On, PIECE_Y, TILE_Y, Tile};
pub use level::LEVELS;
pub(crate) use pieces::pieces;
pub(crate) use referee::{BYTES_PER_UNIT, VALUES_MAX, referee, undefined};
pub use referee::{RulesError, RulesVm};
pub use search::{LuaBoard, Study};
pub use spec::{Piece, Spec};
