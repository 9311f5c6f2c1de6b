//! The VM of a table: loading packages, and what primitives share.

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use fangqi_sanguosha::{Card, Catalogue, Frame, Live, Name, SkillId, State};
use mlua::{AnyUserData, Function, Lua, Table};

use super::brought::Brought;
use super::convert::Bounds;
use super::fault::{Fault, Faults};
use super::prims::Ground;
use super::source::PackageSource;
use super::texts::Texts;
use super::{live, words};
use crate::vm::{ErrorKind, ScriptError, Task, Vm, VmError, VmLimits};

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
    pub(super) vm: Rc<Vm>,
    pub(super) shared: Rc<Shared>,
    pub(super) run: Functions,
    pub(super) routines: RefCell<BTreeMap<u64, Routine>>,
    pub(super) last_routine: Cell<u64>,
}

/// Declares the functions of the Luau half that Rust calls.
macro_rules! functions {
    ($($name:ident,)*) => {
        /// The functions of the Luau half that Rust calls.
        pub(super) struct Functions {
            $(pub(super) $name: Function,)*
        }

        impl Functions {
            /// Finds them in their table.
            pub(super) fn read(run: &Table) -> mlua::Result<Functions> {
                Ok(Functions { $($name: run.raw_get(stringify!($name))?,)* })
            }
        }
    };
}

functions! {
    begin_script, end_package, attach, reset, members, flush_texts, lacking, observe, observed,
    trigger, about_to_use, use_card, effect, nullified, wear,
    can_trigger, asked_count, asked_name, distance, prohibited, max_cards, target_mod,
    filtered, enabled, view_filter, view_as, target_filter, feasible, available, cancelable,
}

/// A function of a package that waits.
pub(super) struct Routine {
    pub(super) task: Task,
    pub(super) of: Of,
}

/// What a function of a package belongs to.
pub(super) enum Of {
    /// A skill.
    Skill(SkillId),
    /// A card.
    Card(Card),
}

/// What primitives work on.
pub(super) struct Shared {
    pub(super) catalogue: Rc<Catalogue>,
    /// The game that scripts see.
    state: RefCell<Option<Rc<RefCell<State>>>>,
    pub(super) texts: RefCell<Rc<Texts>>,
    pub(super) faults: RefCell<Faults>,
    bounds: Cell<Bounds>,
    /// The texts of scripts by their names, to quote a line that fails.
    pub(super) sources: RefCell<BTreeMap<String, Arc<str>>>,
    /// What the package that is being loaded has brought, if somebody wants to know.
    pub(super) brought: RefCell<Option<Brought>>,
    /// The files that skills and cards come from.
    pub(super) origins: RefCell<BTreeMap<Name, Rc<str>>>,
    /// What the running function has begun to wait for.
    pub(super) parked: RefCell<Option<Box<dyn Frame>>>,
    /// Whether what runs may wait.
    pub(super) in_routine: Cell<bool>,
    /// The package that is being loaded, and the name of its script.
    pub(super) loading: RefCell<Option<(PackageSource, Rc<str>)>>,
    /// The data that scripts were last given: handlers of an event are given the same.
    last_live: RefCell<Option<(Live, AnyUserData)>>,
    host: RefCell<Weak<Host>>,
}

impl Shared {
    /// The game that scripts see.
    pub(super) fn game(&self) -> mlua::Result<Rc<RefCell<State>>> {
        let state = self.state.borrow().clone();
        state.ok_or_else(|| mlua::Error::runtime("no game is going on"))
    }

    /// The scripts, for rules of the engine.
    pub(super) fn scripts(&self) -> mlua::Result<SgsVm> {
        let host = self.host.borrow().upgrade();
        host.map(|host| SgsVm { host }).ok_or_else(|| mlua::Error::runtime("no game is going on"))
    }

    /// From here on this VM runs.
    pub(super) fn enter(&self) {
        self.bounds.get().hold();
    }

    /// There are so many kinds of cards now.
    pub(super) fn has_kinds(&self, kinds: u16) {
        self.bounds.set(Bounds { kinds, ..self.bounds.get() });
        self.enter();
    }

    /// The file that a skill or card comes from.
    pub(super) fn origin(&self, of: &str) -> String {
        self.origins.borrow().get(of).map_or_else(|| of.to_owned(), ToString::to_string)
    }

    /// Notes the text of a script that runs.
    pub(super) fn reads(&self, script: &str, text: &Arc<str>) {
        self.sources.borrow_mut().insert(script.to_owned(), Arc::clone(text));
        if let Some(brought) = &mut *self.brought.borrow_mut() {
            brought.scripts.push(script.to_owned());
        }
    }

    /// Notes something that the package that is being loaded brings.
    pub(super) fn brings(&self, note: impl FnOnce(&mut Brought)) {
        if let Some(brought) = &mut *self.brought.borrow_mut() {
            note(brought);
        }
    }

    /// Notes that a skill or card comes from the file that is being loaded.
    pub(super) fn comes_from_here(&self, what: &Name) {
        if let Some((_, script)) = &*self.loading.borrow() {
            self.origins.borrow_mut().insert(Name::clone(what), Rc::clone(script));
        }
    }

    /// Data as scripts hold it.
    pub(super) fn handle(&self, lua: &Lua, data: &Live) -> mlua::Result<AnyUserData> {
        if let Some((known, handle)) = &*self.last_live.borrow()
            && Rc::ptr_eq(known, data)
        {
            return Ok(handle.clone());
        }
        let handle = live::handle(lua, data)?;
        *self.last_live.borrow_mut() = Some((Live::clone(data), handle.clone()));
        Ok(handle)
    }
}

impl SgsVm {
    /// Makes a VM without packages. `seed` is where the scripts' `math.random` starts.
    ///
    /// # Errors
    /// Too little memory.
    pub fn new(limits: &VmLimits, seed: u64) -> Result<SgsVm, VmError> {
        SgsVm::on(&SgsVm::ground(limits, seed)?)
    }

    /// What VMs are made on.
    pub(super) fn ground(limits: &VmLimits, seed: u64) -> Result<Ground, VmError> {
        Ground::new(Vm::new(&VmLimits { fuel: FUEL_AT_LOAD, ..*limits }, seed)?)
    }

    /// Makes a VM without packages on a ground where no other is.
    pub(super) fn on(ground: &Ground) -> Result<SgsVm, VmError> {
        let vm = Rc::clone(&ground.vm);
        vm.set_fuel(FUEL_AT_LOAD);
        let shared = Rc::new(Shared {
            catalogue: Rc::default(),
            state: RefCell::default(),
            texts: RefCell::default(),
            faults: RefCell::default(),
            bounds: Cell::default(),
            sources: RefCell::default(),
            brought: RefCell::default(),
            origins: RefCell::default(),
            parked: RefCell::default(),
            in_routine: Cell::new(false),
            loading: RefCell::default(),
            last_live: RefCell::default(),
            host: RefCell::default(),
        });
        let run = Functions::read(&ground.install(&shared)?)?;
        let (routines, last_routine) = (RefCell::default(), Cell::new(0));
        let host = Rc::new(Host { vm, shared, run, routines, last_routine });
        *host.shared.host.borrow_mut() = Rc::downgrade(&host);
        host.vm.set_fuel(FUEL_PER_CALL);
        Ok(SgsVm { host })
    }

    /// Loads a package and its AI. One that fails brings no cards, skills or generals; an AI that
    /// fails is a [fault](Self::faults).
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn load(&self, package: &PackageSource) -> Result<(), ScriptError> {
        self.load_from(package, &Chunks::of(&self.host.vm, package)?)
    }

    /// Loads a package whose scripts have been loaded as functions already.
    pub(super) fn load_from(
        &self,
        package: &PackageSource,
        chunks: &Chunks,
    ) -> Result<(), ScriptError> {
        let host = &*self.host;
        host.shared.enter();
        host.vm.set_fuel(FUEL_AT_LOAD);
        host.shared.reads(package.script().name(), package.text());
        *host.shared.loading.borrow_mut() = Some((package.clone(), package.script().name().into()));
        let loaded = host.load(package, chunks);
        *host.shared.loading.borrow_mut() = None;
        host.vm.set_fuel(FUEL_PER_CALL);
        loaded.map_err(|error| ScriptError { message: host.worded(&error), ..error })
    }

    /// Loads a package as [`Self::load`] does, and says what it brings.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn load_reported(&self, package: &PackageSource) -> Result<Brought, ScriptError> {
        let shared = &self.host.shared;
        self.flush_texts();
        *shared.brought.borrow_mut() = Some(Brought::default());
        let loaded = self.load(package);
        self.flush_texts();
        let brought = shared.brought.take().unwrap_or_default();
        loaded.map(|()| brought)
    }

    /// The text of a script that has run: a package's, or one that a package asked for.
    pub fn script(&self, name: &str) -> Option<Arc<str>> {
        self.host.shared.sources.borrow().get(name).cloned()
    }

    /// What packages have brought. It fills as they load, and scripts may add to it in mid-game.
    pub fn catalogue(&self) -> &Rc<Catalogue> {
        &self.host.shared.catalogue
    }

    /// The game that scripts see from now on: one that begins, or a copy of it to try things on.
    /// Functions that wait stay parked.
    pub fn attach(&self, state: &Rc<RefCell<State>>) {
        let shared = &self.host.shared;
        let players = {
            let state = state.borrow();
            let (players, cards) = (state.players.len() as u8, state.locations.len() as u16);
            shared.bounds.set(Bounds { players, cards, ..shared.bounds.get() });
            players
        };
        shared.enter();
        let texts = Texts::shared(&shared.texts.borrow());
        *shared.texts.borrow_mut() = texts;
        *shared.state.borrow_mut() = Some(Rc::clone(state));
        if let Err(error) = self.host.vm.call::<()>(&self.host.run.attach, players) {
            self.host.fault("attach", &error);
        }
    }

    /// The game that scripts see.
    pub fn attached(&self) -> Option<Rc<RefCell<State>>> {
        self.host.shared.state.borrow().clone()
    }

    /// The texts of packages.
    pub fn texts(&self) -> Ref<'_, Texts> {
        self.flush_texts();
        Ref::map(self.host.shared.texts.borrow(), |texts| &**texts)
    }

    /// Reads the texts that nobody has asked for yet.
    pub(super) fn flush_texts(&self) {
        let flushed: Result<(), _> = self.host.vm.call(&self.host.run.flush_texts, ());
        if let Err(error) = flushed {
            self.host.fault("texts", &error);
        }
    }

    /// What went wrong in functions of packages, each place once.
    pub fn faults(&self) -> Vec<Fault> {
        self.host.shared.faults.borrow().list()
    }

    /// Takes what went wrong since the last time.
    pub fn take_faults(&self) -> Vec<Fault> {
        self.host.shared.faults.borrow_mut().take()
    }

    /// Where what packages print goes.
    pub fn set_sink(&self, sink: impl FnMut(crate::vm::Level, &str) + 'static) {
        self.host.vm.set_sink(sink);
    }

    /// How many errors there were in functions of each skill or card by its name, those at one
    /// place counted each time.
    pub fn errors(&self) -> BTreeMap<String, u64> {
        self.host.shared.faults.borrow().counts().clone()
    }

    /// From now on it is counted how often the functions of skills and cards are run. It costs
    /// fuel.
    ///
    /// # Errors
    /// Out of memory.
    pub fn observe(&self) -> Result<(), ScriptError> {
        self.host.vm.call(&self.host.run.observe, ())
    }

    /// How often functions of skills and cards were run since [`Self::observe`]: by the skill or
    /// card (`#name` for those of skills), and by the function's name.
    ///
    /// # Errors
    /// Out of memory.
    pub fn observed(&self) -> Result<BTreeMap<String, BTreeMap<String, u64>>, ScriptError> {
        self.host.vm.call(&self.host.run.observed, ())
    }

    /// What there is of each class by the name of its methods, and of `sgs` but for its numbers; to
    /// be held against what is [declared](super::api).
    ///
    /// # Errors
    /// Out of memory.
    pub fn members(&self) -> Result<BTreeMap<String, Vec<String>>, ScriptError> {
        self.host.vm.call(&self.host.run.members, ())
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
    fn load(&self, package: &PackageSource, chunks: &Chunks) -> Result<(), ScriptError> {
        let env = self.run_script(&chunks.main, package.name(), true)?;
        let found: bool = self.vm.call(&self.run.end_package, env)?;
        if !found {
            return Err(ScriptError {
                script: package.script().name().to_owned(),
                message: "it has no package: extension = sgs.Package(\"name\")".to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            });
        }
        for (script, chunk) in package.ai().iter().zip(&chunks.ai) {
            // Computers play without it; the package is as good as it was.
            if let Err(error) = self.run_script(chunk, script.name(), false) {
                self.fault(script.name(), &error);
            }
        }
        Ok(())
    }

    /// Runs a script in globals of its own. A package that fails is told to the Luau half.
    fn run_script(
        &self,
        chunk: &Function,
        name: &str,
        package: bool,
    ) -> Result<Table, ScriptError> {
        let env: Table = self.vm.call(&self.run.begin_script, (chunk, name, package))?;
        // Its library names are those it was compiled with until it says otherwise.
        env.set_safeenv(true);
        match self.vm.start(chunk.clone(), ()) {
            Ok(_) => Ok(env),
            Err(error) => {
                if package {
                    let _: bool = self.vm.call(&self.run.end_package, ())?;
                }
                Err(error)
            }
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The VM may go on, and primitives hold what is shared until its garbage is collected.
        self.shared.state.take();
        self.shared.last_live.take();
        self.shared.parked.take();
    }
}

/// The scripts of a package as functions that have not run.
pub(super) struct Chunks {
    main: Function,
    ai: Vec<Function>,
}

impl Chunks {
    pub(super) fn of(vm: &Vm, package: &PackageSource) -> Result<Chunks, ScriptError> {
        let main = vm.load(package.script())?;
        let ai = package.ai().iter().map(|script| vm.load(script)).collect::<Result<_, _>>()?;
        Ok(Chunks { main, ai })
    }

    /// The same scripts as other functions, to be run in other globals.
    pub(super) fn again(&self) -> mlua::Result<Chunks> {
        let ai = self.ai.iter().map(Function::deep_clone).collect::<mlua::Result<_>>()?;
        Ok(Chunks { main: self.main.deep_clone()?, ai })
    }
}

/// The constants of `sgs`, into its table.
pub(super) fn set_constants(sgs: &Table) -> mlua::Result<()> {
    words::constants().into_iter().try_for_each(|(name, number)| sgs.raw_set(name, number))
}
