//! Import of structures from file formats of other programs.
//!
//! Any bytes yield a [`Structure`](crate::Structure) of at most
//! [`World::MAX_EDIT_VOLUME`](crate::World::MAX_EDIT_VOLUME) cells, or an [`ImportError`] that says
//! what is wrong and names the file's format if it is a known one. Files longer than
//! [`FILE_BYTES_MAX`] are refused unread.

mod formats;
mod names;
mod nbt;
mod schem;
mod vox;
mod vox_scene;

use glam::IVec3;

use crate::structure::StructureError;

pub use schem::{SchemMapping, schem};
pub use vox::{VoxMapping, vox};

pub(crate) use names::block_name;

/// Maximum file size in bytes.
pub const FILE_BYTES_MAX: usize = 16 << 20;

/// Why a file was not imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file, or its uncompressed contents, are too long.
    #[error("{what} of {bytes} bytes is too long: the limit is {max}")]
    TooLong {
        /// A name for the excessive data.
        what: &'static str,
        /// Its size in bytes; for compressed data, the number of bytes unpacked so far.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// The file does not follow the format.
    #[error("this is not a {format} file: {problem}")]
    NotTheFormat {
        /// The format.
        format: &'static str,
        /// The reason.
        problem: String,
    },
    /// The file has another format.
    #[error("this is not a {format} file but {found}; {advice}")]
    OtherFormat {
        /// The expected format.
        format: &'static str,
        /// The file's format.
        found: &'static str,
        /// Advice for the user.
        advice: &'static str,
    },
    /// The contents do not fit into a structure.
    #[error(transparent)]
    Size(#[from] StructureError),
    /// A block that neither mapping nor registry knows.
    #[error("the file holds the block \"{name}\", which is unknown here{}", hint(.suggestion))]
    UnknownBlock {
        /// The block's name in the file.
        name: String,
        /// The most similar key.
        suggestion: Option<String>,
    },
    /// A voxel outside its model.
    #[error("a voxel at {at} is outside its model of size {size}")]
    OutsideModel {
        /// The position of the voxel.
        at: IVec3,
        /// Size of the model along each axis.
        size: IVec3,
    },
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|key| format!(" (did you mean \"{key}\"?)")).unwrap_or_default()
}

/// Refuses files that are too long or of a known format other than `format`.
fn check_file(bytes: &[u8], format: &'static str) -> Result<(), ImportError> {
    let max = FILE_BYTES_MAX;
    if bytes.len() > max {
        return Err(ImportError::TooLong { what: "a file", bytes: bytes.len(), max });
    }
    match formats::of_file(bytes) {
        Some(other) if other.name != format => Err(other.instead_of(format)),
        _ => Ok(()),
    }
}
