//! Why a map cannot be used.

use fangqi_vm::ScriptError;
use fangqi_world::WorldError;

use crate::finding::Finding;

/// Why a map cannot be used: which file, where in it, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// A file that the manifest names does not exist.
    #[error("{named_in}: there is no file `{path}`{hint}")]
    MissingFile {
        /// The missing file.
        path: String,
        /// The file that names it.
        named_in: String,
        /// A suggestion such as ` (did you mean …?)`, or empty.
        hint: String,
    },
    /// A text file is not UTF-8.
    #[error("{path}: byte {offset} is not UTF-8 text")]
    NotText {
        /// The file.
        path: String,
        /// Offset of the first invalid byte.
        offset: usize,
    },
    /// A file of TOML or SVG does not have the expected shape.
    #[error("{path}:{line}: {message}")]
    Malformed {
        /// The file.
        path: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A value is not acceptable.
    #[error("{path}: {message}")]
    Invalid {
        /// The file.
        path: String,
        /// What is wrong.
        message: String,
    },
    /// The layout cannot be built.
    #[error("{path}: {source}")]
    Layout {
        /// The file.
        path: String,
        /// Why.
        source: LayoutError,
    },
    /// A script does not compile.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

/// Why a layout cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// A step cannot be applied to the world.
    #[error("{step}: {source}")]
    World {
        /// The step, such as `fill 2`.
        step: String,
        /// Why.
        source: WorldError,
    },
}

impl PackageError {
    /// What the author of a map is told.
    pub fn finding(&self, map: &str) -> Finding {
        let manifest = format!("{map}/map.toml");
        match self {
            Self::Script(error) => Finding::of_script(error, &manifest),
            Self::Malformed { path, line, message } => {
                Finding::new(path, u32::try_from(*line).unwrap_or(0), message)
            }
            Self::Invalid { path, message } => Finding::new(path, 0, message),
            Self::MissingFile { path, named_in, hint } => {
                Finding::new(named_in, 0, format!("there is no file `{path}`{hint}"))
            }
            Self::NotText { path, offset } => {
                Finding::new(path, 0, format!("byte {offset} is not UTF-8 text"))
            }
            Self::Layout { path, source } => Finding::new(path, 0, source.to_string()),
        }
    }
}
