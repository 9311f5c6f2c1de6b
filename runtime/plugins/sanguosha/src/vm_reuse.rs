//! One VM for many games in a row.

use std::cell::RefCell;
use std::rc::Rc;

use super::SgsVm;
use super::chunks::Chunks;
use super::host::Host;
use super::prims::VmTemplate;
use super::source::PackageSource;
use fangqi_vm::{ErrorKind, HostObjects, ScriptError, VmError, VmLimits};

/// Garbage allowed between collections, in bytes: what a few games leave.
const SLACK: usize = 16 << 20;
/// Memory limit of such a VM in bytes: the garbage above, and what a package may use.
const MEMORY: usize = 96 << 20;
/// Games in a row that changed the packages' state, after which fingerprints are no longer taken.
const CHANGES_MAX: u32 = 4;

/// A VM that is reused for one game after another; rooms have VMs of their own. Libraries and
/// functions are loaded once, and every game finds the packages as if they had just been loaded: if
/// the game before changed nothing that scripts can reach (its heap fingerprint is the same), they
/// are kept; otherwise the game gets new globals, and the Luau half and all packages run again.
#[derive(Debug)]
pub struct ReusableVm {
    packages: Vec<PackageSource>,
    thinking: bool,
    loaded: RefCell<Option<Loaded>>,
}

/// What all games share.
struct Loaded {
    template: VmTemplate,
    chunks: Vec<Chunks>,
    host_objects: HostObjects,
    last: Option<Last>,
    /// Games in a row that changed the packages' state.
    changes: u32,
}

/// The packages of the last game.
struct Last {
    host: Rc<Host>,
    /// Their heap fingerprint before the game; `None` if they cannot be reused.
    before: Option<u64>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("vm", &self.template.vm).finish_non_exhaustive()
    }
}

impl Loaded {
    fn new(packages: &[PackageSource], thinking: bool) -> Result<Loaded, ScriptError> {
        let memory = |error: VmError| out_of_memory(&error);
        let limits = VmLimits { memory: MEMORY, ..VmLimits::default() };
        let template = SgsVm::template(&limits, 0, thinking).map_err(memory)?;
        template.vm.set_slack(SLACK);
        let host_objects = template.host_objects().map_err(memory)?;
        let chunks = packages.iter().map(|package| Chunks::of(&template.vm, package));
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Loaded { template, chunks, host_objects, last: None, changes: 0 })
    }

    /// Whether the last game is still in use.
    fn is_held(&self) -> bool {
        self.last.as_ref().is_some_and(|last| Rc::strong_count(&last.host) > 1)
    }

    /// The packages of the last game, if it did not change them.
    fn reuse(&mut self, seed: u64) -> Option<SgsVm> {
        let last = self.last.as_ref()?;
        let before = last.before?;
        last.host.rest().ok()?;
        let same = !last.host.shared.altered.get()
            && last.host.heap_fingerprint(&self.host_objects) == Some(before);
        if !same {
            self.changes += 1;
            return None;
        }
        self.changes = 0;
        self.template.vm.begin_with(seed).ok()?;
        Some(SgsVm { host: Rc::clone(&last.host) })
    }

    /// Runs all packages in new globals.
    fn load(&mut self, packages: &[PackageSource], seed: u64) -> Result<SgsVm, ScriptError> {
        let memory = |error: VmError| out_of_memory(&error);
        self.last = None;
        self.template.vm.begin_again(seed).map_err(memory)?;
        let vm = SgsVm::on(&self.template).map_err(memory)?;
        for (package, chunks) in packages.iter().zip(&self.chunks) {
            let chunks = chunks.again().map_err(|error| memory(error.into()))?;
            vm.load_from(package, &chunks)?;
        }
        let before = self.heap_fingerprint(&vm, seed)?;
        self.last = Some(Last { host: Rc::clone(&vm.host), before });
        Ok(vm)
    }

    /// The heap fingerprint of packages that have just been run; `None` if their state depends on
    /// the seed, or if the last games all changed it.
    fn heap_fingerprint(&self, vm: &SgsVm, seed: u64) -> Result<Option<u64>, ScriptError> {
        if self.changes >= CHANGES_MAX || !vm.faults().is_empty() {
            return Ok(None);
        }
        vm.flush_texts();
        vm.host.rest()?;
        vm.host.shared.altered.set(false);
        let depends = !self.template.vm.is_as_begun_with(seed);
        Ok(if depends { None } else { vm.host.heap_fingerprint(&self.host_objects) })
    }
}

impl ReusableVm {
    /// A VM for games with these packages, which are loaded in this order.
    pub fn new(packages: &[PackageSource]) -> ReusableVm {
        ReusableVm { packages: packages.to_vec(), thinking: false, loaded: RefCell::default() }
    }

    /// A VM in which computers think about games with these packages.
    pub fn thinking(packages: &[PackageSource]) -> ReusableVm {
        ReusableVm { thinking: true, ..ReusableVm::new(packages) }
    }

    /// The packages, ready for a game, equal to those of [`SgsVm::with_packages`]. While the last
    /// one returned is still in use, the next gets a VM of its own.
    ///
    /// # Errors
    /// The first error of the packages, with its place.
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

/// Making a VM fails for lack of memory only.
pub(super) fn out_of_memory(error: &VmError) -> ScriptError {
    let message = error.to_string();
    ScriptError { message, ..ScriptError::nowhere(ErrorKind::Memory) }
}
