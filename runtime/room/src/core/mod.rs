//! The fold itself: [`Fold`] applies inputs to a host and its Lua VM; [`Room`] keeps the history
//! that makes rollback, take-back and hibernation possible.

mod costs;
mod fold;
mod hash;
mod hibernate;
mod history;
mod input;
mod publish;
mod room;

pub use hibernate::Hibernated;
pub use room::{OpenError, Room, RoomOptions};
