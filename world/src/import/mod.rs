//! Structures from the files of other programs.
//!
//! Bytes come in; whatever they are, the result is a [`Structure`](crate::Structure) of at most
//! [`World::MAX_EDIT_VOLUME`](crate::World::MAX_EDIT_VOLUME) cells or an [`ImportError`] that
//! says what is wrong, and which format a file is of if it is of another that is known. Files
//! longer than [`FILE_BYTES_MAX`] are not looked at.

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

/// Longest file that is imported.
pub const FILE_BYTES_MAX: usize = 16 << 20;

/// Why a file was not imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file, or what it unpacks to, is too long.
    #[error("{what} of {bytes} bytes is too long: the limit is {max}")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// Its bytes; of unpacked contents, as many as were looked at.
        bytes: usize,
        /// Most bytes allowed.
        max: usize,
    },
    /// The file is not of the format.
    #[error("this is not a {format} file: {problem}")]
    NotTheFormat {
        /// The format.
        format: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// The file is of another format.
    #[error("this is not a {format} file but {found}; {advice}")]
    OtherFormat {
        /// The format that was expected.
        format: &'static str,
        /// What the file is.
        found: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    /// What the file holds is no structure.
    #[error(transparent)]
    Size(#[from] StructureError),
    /// A block that this registry does not have.
    #[error("the file holds the block \"{name}\", which is unknown here{}", hint(.suggestion))]
    UnknownBlock {
        /// The block's name in the file.
        name: String,
        /// The key most like it.
        suggestion: Option<String>,
    },
    /// A voxel outside the model it belongs to.
    #[error("a voxel at {at} is outside its model of size {size}")]
    OutsideModel {
        /// Where it claims to be.
        at: IVec3,
        /// Cells of the model along each axis.
        size: IVec3,
    },
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|key| format!(" (did you mean \"{key}\"?)")).unwrap_or_default()
}

/// Refuses files that are too long or of a known format other than the one of this name.
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
