//! Why a room cannot be opened.

use fangqi_plugin::package::LayoutError;
use fangqi_vm::{ScriptError, VmError};

/// Why a room cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A script of the map failed while loading or in `Game.Start`.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// The VM could not be created.
    #[error(transparent)]
    Vm(#[from] VmError),
    /// Lua ran out of memory or worse while the API was installed.
    #[error("the script host failed: {0}")]
    Lua(#[from] mlua::Error),
    /// The map's layout does not fit.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A recorded input does not replay.
    #[error("record {record} does not replay: {reason}")]
    Replay {
        /// Number of the record, from 0.
        record: usize,
        /// What happened instead.
        reason: String,
    },
    /// A script failed in a recorded input in which it had not failed before.
    #[error("record {record} does not replay: {error}")]
    ReplayScript {
        /// Number of the record, from 0.
        record: usize,
        /// What failed, and where.
        error: ScriptError,
    },
    /// A checkpoint does not fit the map or the log, or is damaged.
    #[error("the checkpoint cannot be used: {0}")]
    Checkpoint(String),
}

impl OpenError {
    /// The script at fault, and its line counted from 1.
    pub fn place(&self) -> Option<(&str, u32)> {
        match self {
            Self::Script(error) | Self::ReplayScript { error, .. } => {
                Some((&error.script, error.line))
            }
            _ => None,
        }
    }

    /// Number, from 0, of the record that does not replay.
    pub fn record(&self) -> Option<u64> {
        match self {
            Self::Replay { record, .. } | Self::ReplayScript { record, .. } => Some(*record as u64),
            _ => None,
        }
    }
}
