//! Identity: room ids, player tokens, and the names that players choose.

mod keys;
mod name;
mod private_file;
mod secret;

pub use keys::{AdminSecret, TokenKeys};
pub(crate) use name::FIRST_PLAYER;
pub use name::{default_name, sanitise_name, speaks_chinese};
pub use private_file::PrivateFileError;
pub(crate) use secret::request_id;
pub use secret::{RoomId, Token, TokenDigest};
