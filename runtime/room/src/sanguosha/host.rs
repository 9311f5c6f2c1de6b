//! The VM of a table: loading packages, and what primitives share.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::{Rc, Weak};

use fangqi_sanguosha::{Catalogue, Frame, State};
use mlua::{Function, Table};

use super::fault::{Fault, Faults};
use super::source::PackageSource;
use super::texts::Texts;
use super::{prims, words};
use crate::vm::{Compiled, ErrorKind, ScriptError, Task, Vm, VmError, VmLimits};

/// Fuel of one function of a package: about twenty milliseconds.
const FUEL_PER_CALL: u64 = 2_000_000;
/// Fuel for loading a package.
const FUEL_AT_LOAD: u64 = 50_000_000;

/// A Luau VM with the packages of one table.
pub struct SgsVm {
    pub(super) host: Rc<Host>,
}

impl fmt::Debug for SgsVm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SgsVm").field("vm", &self.host.vm).finish_non_exhaustive()
    }
}

/// The VM with the functions of the Luau half, and the functions of packages that wait.
pub(super) struct Host {
    pub(super) vm: Vm,
    pub(super) shared: Rc<Shared>,
    pub(super) run: Table,
    functions: RefCell<BTreeMap<&'static str, Function>>,
    pub(super) routines: RefCell<BTreeMap<u64, Routine>>,
    pub(super) last_routine: Cell<u64>,
}

/// A function of a package that waits.
pub(super) struct Routine {
    pub(super) task: Task,
    /// The skill or card it belongs to.
    pub(super) of: String,
}

/// What primitives work on.
pub(super) struct Shared {
    pub(super) catalogue: Rc<Catalogue>,
    /// The game that scripts see.
    pub(super) state: RefCell<Option<Rc<RefCell<State>>>>,
    pub(super) texts: RefCell<Texts>,
    pub(super) faults: RefCell<Faults>,
    /// What the running function has begun to wait for.
    pub(super) parked: RefCell<Option<Box<dyn Frame>>>,
    /// How many calls into Lua are going on inside each other.
    pub(super) depth: Cell<u32>,
    /// How many of them are plain questions, in which nobody may wait.
    pub(super) plain: Cell<u32>,
    pub(super) loading: RefCell<Option<PackageSource>>,
    pub(super) host: RefCell<Weak<Host>>,
}

impl SgsVm {
    /// Makes a VM without packages. `seed` is where the scripts' `math.random` starts.
    ///
    /// # Errors
    /// Too little memory.
    pub fn new(limits: &VmLimits, seed: u64) -> Result<SgsVm, VmError> {
        let vm = Vm::new(&VmLimits { fuel: FUEL_AT_LOAD, ..*limits }, seed)?;
        let shared = Rc::new(Shared {
            catalogue: Rc::default(),
            state: RefCell::default(),
            texts: RefCell::default(),
            faults: RefCell::default(),
            parked: RefCell::default(),
            depth: Cell::new(0),
            plain: Cell::new(0),
            loading: RefCell::default(),
            host: RefCell::default(),
        });
        let run = prims::install(&vm, &shared)?;
        let host = Rc::new(Host {
            vm,
            shared,
            run,
            functions: RefCell::default(),
            routines: RefCell::default(),
            last_routine: Cell::new(0),
        });
        *host.shared.host.borrow_mut() = Rc::downgrade(&host);
        host.vm.set_fuel(FUEL_PER_CALL);
        Ok(SgsVm { host })
    }

    /// Loads a package and its AI. One that fails brings no cards, skills or generals.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn load(&self, package: &PackageSource) -> Result<(), ScriptError> {
        let host = &*self.host;
        host.vm.set_fuel(FUEL_AT_LOAD);
        *host.shared.loading.borrow_mut() = Some(package.clone());
        let loaded = host.load(package);
        *host.shared.loading.borrow_mut() = None;
        host.vm.set_fuel(FUEL_PER_CALL);
        loaded
    }

    /// What packages have brought. It fills as they load, and scripts may add to it in mid-game.
    pub fn catalogue(&self) -> &Rc<Catalogue> {
        &self.host.shared.catalogue
    }

    /// The game that scripts see from now on.
    pub fn attach(&self, state: &Rc<RefCell<State>>) {
        let shared = &self.host.shared;
        let players = state.borrow().players.len();
        *shared.state.borrow_mut() = Some(Rc::clone(state));
        self.host.tell("attach", players);
    }

    /// The texts of packages.
    pub fn texts(&self) -> std::cell::Ref<'_, Texts> {
        self.host.shared.texts.borrow()
    }

    /// What went wrong in functions of packages, each place once.
    pub fn faults(&self) -> Vec<Fault> {
        self.host.shared.faults.borrow().list()
    }

    /// Takes what went wrong since the last time.
    pub fn take_faults(&self) -> Vec<Fault> {
        self.host.shared.faults.borrow_mut().take()
    }

    /// Bytes of Lua memory in use.
    pub fn memory(&self) -> usize {
        self.host.vm.memory()
    }

    /// Collects garbage now, to measure.
    pub fn collect(&self) {
        self.host.vm.collect();
    }
}

impl Host {
    fn load(&self, package: &PackageSource) -> Result<(), ScriptError> {
        let env = self.run_script(package.script(), package.name(), true)?;
        let found: bool = self.vm.call(&self.function("end_package")?, env)?;
        if !found {
            return Err(ScriptError {
                script: package.script().name().to_owned(),
                message: "it has no package: extension = sgs.Package(\"name\")".to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            });
        }
        for script in package.ai() {
            self.run_script(script, script.name(), false)?;
        }
        Ok(())
    }

    /// Runs a script in globals of its own. A package that fails is told to the Luau half.
    fn run_script(
        &self,
        script: &Compiled,
        name: &str,
        package: bool,
    ) -> Result<Table, ScriptError> {
        let chunk = self.vm.load(script)?;
        let begin = self.function("begin_script")?;
        let env: Table = self.vm.call(&begin, (&chunk, name, package))?;
        // Its library names are those it was compiled with until it says otherwise.
        env.set_safeenv(true);
        self.shared.depth.set(self.shared.depth.get() + 1);
        self.shared.plain.set(self.shared.plain.get() + 1);
        let outcome = self.vm.start(chunk, ());
        self.shared.plain.set(self.shared.plain.get() - 1);
        self.shared.depth.set(self.shared.depth.get() - 1);
        match outcome {
            Ok(_) => Ok(env),
            Err(error) => {
                if package {
                    let _: bool = self.vm.call(&self.function("end_package")?, ())?;
                }
                Err(error)
            }
        }
    }

    /// A function of the Luau half.
    pub(super) fn function(&self, name: &'static str) -> Result<Function, ScriptError> {
        if let Some(function) = self.functions.borrow().get(name) {
            return Ok(function.clone());
        }
        let function: Function = self.run.raw_get(name).map_err(|error| ScriptError {
            message: format!("{name}: {error}"),
            ..ScriptError::nowhere(ErrorKind::Error)
        })?;
        self.functions.borrow_mut().insert(name, function.clone());
        Ok(function)
    }

    /// Tells the Luau half something; what fails there is a fault.
    pub(super) fn tell(&self, name: &'static str, args: impl mlua::IntoLuaMulti) {
        let told = self.function(name).and_then(|tell| self.vm.call::<()>(&tell, args));
        if let Err(error) = told {
            self.shared.faults.borrow_mut().note(name, &error);
        }
    }
}

/// The constants of `sgs`, into its table.
pub(super) fn set_constants(sgs: &Table) -> mlua::Result<()> {
    words::constants().into_iter().try_for_each(|(name, number)| sgs.raw_set(name, number))
}
