//! How worker processes are started, on systems that support them.

use std::path::PathBuf;

/// How worker processes are started.
#[derive(Debug, Clone)]
pub struct Workers {
    /// The executable, which is that of this program.
    pub program: PathBuf,
    /// Its arguments, which must make the program call `run_worker`.
    pub arguments: Vec<String>,
    /// Memory limit of each worker's address space, in bytes.
    pub memory: u64,
    /// Whether players may crash the script host of their room on purpose. For tests only.
    pub hazards: bool,
}
