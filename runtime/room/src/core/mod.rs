//! The fold itself: [`Fold`] applies inputs to a host and its Lua VM; [`Room`] keeps the history
//! that makes rollback, take-back and hibernation possible.

mod applied;
mod asked_again;
mod asking;
mod bases;
mod checkpoint;
mod coming;
mod costs;
mod differences;
mod draft;
mod due;
mod fold;
mod hash;
mod heavy;
mod hibernate;
mod history;
mod input;
mod introspection;
mod open_error;
mod private;
mod publish;
mod records;
mod reload;
mod room;
mod take_back;
mod values;

pub use applied::Applied;
pub use checkpoint::NoCheckpoint;
pub use heavy::HeavyReport;
pub use hibernate::Hibernated;
pub use open_error::OpenError;
pub use reload::{BlockChange, Divergence, Reload};
pub use room::Room;
