//! How worker processes are started, where there are any.

use std::path::PathBuf;

/// How worker processes are started.
#[derive(Debug, Clone)]
pub struct Workers {
    /// The program, which is this one.
    pub program: PathBuf,
    /// Its arguments, by which it knows that it is a worker and calls `run_worker`.
    pub arguments: Vec<String>,
    /// Most memory that one may map, in bytes.
    pub memory: u64,
    /// Whether players may break the script host of their room on purpose. For tests only.
    pub hazards: bool,
}
