//! Who somebody is: room ids, player tokens, and the names players give themselves.

mod name;
mod secret;

pub(crate) use name::FIRST_PLAYER;
pub use name::{default_name, sanitise_name, speaks_chinese};
pub use secret::{RoomId, Token, TokenDigest};
