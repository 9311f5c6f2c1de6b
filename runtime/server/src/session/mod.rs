//! Who somebody is: room ids, player tokens, and the names players give themselves.

mod name;
mod secret;

pub use name::{default_name, sanitise_name, speaks_chinese};
pub use secret::{RoomId, Token};
