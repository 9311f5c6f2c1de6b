//! Dou Dizhu 斗地主: rules and players.

mod generate;
mod hand;
pub mod jiuri;
mod play;
mod rank;
mod role;
mod view;
pub use generate::{Kickers, follows, leads};
pub use hand::{Hand, HandError};
pub use play::{Kind, Play};
pub use rank::Rank;
pub use role::Role;
pub use view::{View, ViewError};
