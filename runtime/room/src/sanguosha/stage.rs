//! Games one after the other in one VM.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::SgsVm;
use super::host::{Chunks, Host};
use super::prims::Ground;
use super::source::PackageSource;
use crate::vm::{ErrorKind, ScriptError, VmError, VmLimits};

/// Garbage that may lie about between collections, in bytes: a game leaves less.
const SLACK: usize = 6 << 20;

/// A VM in which games follow one another, for whoever plays many. Libraries and functions are
/// loaded once; each game begins with new globals, in which the Luau half and all packages are run
/// anew, so nothing of the games before is there. Rooms have VMs of their own.
#[derive(Debug)]
pub struct Stage {
    packages: Vec<PackageSource>,
    loaded: RefCell<Option<Loaded>>,
}

/// What is loaded once.
struct Loaded {
    ground: Ground,
    chunks: Vec<Chunks>,
    last: Weak<Host>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("vm", &self.ground.vm).finish_non_exhaustive()
    }
}

impl Loaded {
    fn new(packages: &[PackageSource]) -> Result<Loaded, ScriptError> {
        let ground =
            SgsVm::ground(&VmLimits::default(), 0).map_err(|error| out_of_memory(&error))?;
        ground.vm.set_slack(SLACK);
        let chunks = packages.iter().map(|package| Chunks::of(&ground.vm, package));
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Loaded { ground, chunks, last: Weak::new() })
    }
}

impl Stage {
    /// A stage for games with these packages, which are loaded in their order.
    pub fn new(packages: &[PackageSource]) -> Stage {
        Stage { packages: packages.to_vec(), loaded: RefCell::default() }
    }

    /// The packages, ready for a game: the same as [`SgsVm::with_packages`] gives. There is one at
    /// a time; as long as somebody holds the last one, the next has a VM of its own.
    ///
    /// # Errors
    /// The first thing that is wrong with the packages, and where.
    pub fn begin(&self, seed: u64) -> Result<SgsVm, ScriptError> {
        let mut loaded = self.loaded.borrow_mut();
        if loaded.as_ref().is_some_and(|loaded| loaded.last.strong_count() > 0) {
            *loaded = None;
        }
        let loaded = match &mut *loaded {
            Some(loaded) => loaded,
            none => none.insert(Loaded::new(&self.packages)?),
        };
        let memory = |error: mlua::Error| out_of_memory(&error.into());
        let begun = loaded.ground.vm.begin_again(seed);
        begun.map_err(|error| out_of_memory(&error))?;
        let vm = SgsVm::on(&loaded.ground).map_err(|error| out_of_memory(&error))?;
        loaded.last = Rc::downgrade(&vm.host);
        for (package, chunks) in self.packages.iter().zip(&loaded.chunks) {
            vm.load_from(package, &chunks.again().map_err(memory)?)?;
        }
        Ok(vm)
    }
}

/// Nothing else goes wrong in making a VM.
pub(super) fn out_of_memory(error: &VmError) -> ScriptError {
    let message = error.to_string();
    ScriptError { message, ..ScriptError::nowhere(ErrorKind::Memory) }
}
