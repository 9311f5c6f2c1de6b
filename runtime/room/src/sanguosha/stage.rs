//! Games one after the other in one VM.

use std::cell::RefCell;
use std::rc::Rc;

use super::SgsVm;
use super::chunks::Chunks;
use super::host::Host;
use super::prims::Ground;
use super::source::PackageSource;
use fangqi_vm::{ErrorKind, HostObjects, ScriptError, VmError, VmLimits};

/// Garbage that may lie about between collections, in bytes: what some games leave.
const SLACK: usize = 16 << 20;
/// Memory of such a VM: garbage may take a quarter of what is free.
const MEMORY: usize = 96 << 20;
/// Games in a row after which packages were not as before; from then on nobody looks.
const CHANGES_MAX: u32 = 4;

/// A VM in which games follow one another, for whoever plays many. Libraries and functions are
/// loaded once; each game finds packages as they are when they have just been loaded. Where the
/// game before has changed nothing that scripts can reach, they are left as they are; else it
/// begins with new globals, in which the Luau half and all packages are run anew. Rooms have VMs of
/// their own.
#[derive(Debug)]
pub struct Stage {
    packages: Vec<PackageSource>,
    thinking: bool,
    loaded: RefCell<Option<Loaded>>,
}

/// What is loaded once.
struct Loaded {
    ground: Ground,
    chunks: Vec<Chunks>,
    host_objects: HostObjects,
    last: Option<Last>,
    /// Games in a row that have changed something.
    changes: u32,
}

/// The packages as they were run last.
struct Last {
    host: Rc<Host>,
    /// What they were like before a game, if another may begin with them as they were.
    before: Option<u64>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("vm", &self.ground.vm).finish_non_exhaustive()
    }
}

impl Loaded {
    fn new(packages: &[PackageSource], thinking: bool) -> Result<Loaded, ScriptError> {
        let memory = |error: VmError| out_of_memory(&error);
        let limits = VmLimits { memory: MEMORY, ..VmLimits::default() };
        let ground = SgsVm::ground(&limits, 0, thinking).map_err(memory)?;
        ground.vm.set_slack(SLACK);
        let host_objects = ground.host_objects().map_err(memory)?;
        let chunks = packages.iter().map(|package| Chunks::of(&ground.vm, package));
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Loaded { ground, chunks, host_objects, last: None, changes: 0 })
    }

    /// Whether somebody still has the last game.
    fn is_held(&self) -> bool {
        self.last.as_ref().is_some_and(|last| Rc::strong_count(&last.host) > 1)
    }

    /// The packages of the last game, if it has changed nothing.
    fn reuse(&mut self, seed: u64) -> Option<SgsVm> {
        let last = self.last.as_ref()?;
        let before = last.before?;
        last.host.rest().ok()?;
        let same = !last.host.shared.altered.get()
            && last.host.imprint(&self.host_objects) == Some(before);
        if !same {
            self.changes += 1;
            return None;
        }
        self.changes = 0;
        self.ground.vm.begin_with(seed).ok()?;
        Some(SgsVm { host: Rc::clone(&last.host) })
    }

    /// Runs all packages in new globals.
    fn load(&mut self, packages: &[PackageSource], seed: u64) -> Result<SgsVm, ScriptError> {
        let memory = |error: VmError| out_of_memory(&error);
        self.last = None;
        self.ground.vm.begin_again(seed).map_err(memory)?;
        let vm = SgsVm::on(&self.ground).map_err(memory)?;
        for (package, chunks) in packages.iter().zip(&self.chunks) {
            let chunks = chunks.again().map_err(|error| memory(error.into()))?;
            vm.load_from(package, &chunks)?;
        }
        let before = self.imprint(&vm, seed)?;
        self.last = Some(Last { host: Rc::clone(&vm.host), before });
        Ok(vm)
    }

    /// What packages are like that have just been run, unless it depends on the seed or games have
    /// always changed it.
    fn imprint(&self, vm: &SgsVm, seed: u64) -> Result<Option<u64>, ScriptError> {
        if self.changes >= CHANGES_MAX || !vm.faults().is_empty() {
            return Ok(None);
        }
        vm.flush_texts();
        vm.host.rest()?;
        vm.host.shared.altered.set(false);
        let depends = !self.ground.vm.is_as_begun_with(seed);
        Ok(if depends { None } else { vm.host.imprint(&self.host_objects) })
    }
}

impl Stage {
    /// A stage for games with these packages, which are loaded in their order.
    pub fn new(packages: &[PackageSource]) -> Stage {
        Stage { packages: packages.to_vec(), thinking: false, loaded: RefCell::default() }
    }

    /// A stage for computers that think about games with these packages.
    pub fn thinking(packages: &[PackageSource]) -> Stage {
        Stage { thinking: true, ..Stage::new(packages) }
    }

    /// The packages, ready for a game: the same as [`SgsVm::with_packages`] gives. There is one at
    /// a time; as long as somebody holds the last one, the next has a VM of its own.
    ///
    /// # Errors
    /// The first thing that is wrong with the packages, and where.
    pub fn begin(&self, seed: u64) -> Result<SgsVm, ScriptError> {
        let mut loaded = self.loaded.borrow_mut();
        if loaded.as_ref().is_some_and(Loaded::is_held) {
            *loaded = None;
        }
        let loaded = match &mut *loaded {
            Some(loaded) => loaded,
            none => none.insert(Loaded::new(&self.packages, self.thinking)?),
        };
        match loaded.reuse(seed) {
            Some(vm) => Ok(vm),
            None => loaded.load(&self.packages, seed),
        }
    }
}

/// Nothing else goes wrong in making a VM.
pub(super) fn out_of_memory(error: &VmError) -> ScriptError {
    let message = error.to_string();
    ScriptError { message, ..ScriptError::nowhere(ErrorKind::Memory) }
}
