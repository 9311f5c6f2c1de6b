//! The VM of a table: loading packages, and what primitives share.

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use fangqi_sanguosha::mind::hands::Known;
use fangqi_sanguosha::{Card, Catalogue, Frame, Live, Name, SkillId, State};
use mlua::{AnyUserData, Function, Lua, Table};

use super::chunks::Chunks;
use super::convert::Bounds;
use super::exports::Exports;
use super::fault::{Fault, Faults};
use super::live;
use super::mind::Inquiry;
use super::prims::VmTemplate;
use super::query_cache::QueryCache;
use super::source::PackageSource;
use super::texts::Texts;
use fangqi_vm::{HostObjects, ScriptError, Task, Vm, VmError, VmLimits};

/// What scripts are told that look at a game where there is none.
pub(super) const NO_GAME: &str = "no game is going on";
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
    /// The table of the Luau half, on which all of it hangs.
    pub(super) kit: Table,
    pub(super) run: Functions,
    /// What thinking VMs have beyond others.
    pub(super) think: Option<Thinking>,
    /// Packages have brought AI.
    pub(super) has_ai: Cell<bool>,
    pub(super) routines: RefCell<BTreeMap<u64, Routine>>,
    pub(super) last_routine: Cell<u64>,
}

/// Declares the functions of the Luau half that Rust calls.
macro_rules! functions {
    ($(#[doc = $doc:literal] $struct:ident { $($name:ident,)* })*) => {$(
        #[doc = $doc]
        pub(super) struct $struct {
            $(pub(super) $name: Function,)*
        }

        impl $struct {
            /// Finds them in their table.
            pub(super) fn read(run: &Table) -> mlua::Result<$struct> {
                Ok($struct { $($name: run.raw_get(stringify!($name))?,)* })
            }
        }
    )*};
}

functions! {
    /// The functions of the Luau half that Rust calls.
    Functions {
    begin_script, end_package, attach, reset, rest, flush_texts, lacking,
    trigger, about_to_use, use_card, effect, nullified, wear,
    can_trigger, asked_count, asked_name, distance, prohibited, max_cards, target_mod,
    filtered, enabled, view_filter, view_as, target_filter, first_target, next_targets, legal,
    feasible, available, cancelable,
    }
    /// Those of computers that think.
    Thinking {
        ai_reply, ai_decides, ai_decided, ai_refused, ai_endless, ai_vetoes, ai_heard, ai_observe,
        ai_forget, ai_judged, ai_values, ai_wrong_numbers,
    }
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
    /// A computer that thinks.
    Ai,
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
    pub(super) brought: RefCell<Option<Exports>>,
    /// The files that skills and cards come from.
    pub(super) origins: RefCell<BTreeMap<Name, Rc<str>>>,
    /// What the running function has begun to wait for.
    pub(super) parked: RefCell<Option<Box<dyn Frame>>>,
    /// How often the game that scripts see has been changed by them.
    pub(super) changes: Cell<u64>,
    /// Whether something has been registered since this was last reset.
    pub(super) altered: Cell<bool>,
    /// Looks at the game while it stays as it is.
    pub(super) looking: QueryCache,
    /// Whether what runs may wait.
    pub(super) in_routine: Cell<bool>,
    /// What a thinking computer has begun to wait for.
    pub(super) inquiry: RefCell<Option<Inquiry>>,
    /// Whether what runs is a computer that thinks.
    pub(super) thinking: Cell<bool>,
    /// Whether what runs is tried out: functions of packages find themselves where they never are,
    /// and what goes wrong then is no fault of theirs.
    pub(super) trying: Cell<bool>,
    /// What the seat that thinks knows of hands.
    pub(super) known: RefCell<Known>,
    /// What strategies have added to an estimate.
    pub(super) credit: Cell<f64>,
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
        state.ok_or_else(|| mlua::Error::runtime(NO_GAME))
    }

    /// What somebody sees who looks at the game and does nothing else.
    pub(super) fn raw_call<R>(
        &self,
        look: impl FnOnce(&State) -> Result<R, String>,
    ) -> Result<R, String> {
        look(&self.state.borrow().as_ref().ok_or(NO_GAME)?.borrow())
    }

    /// The game, to be changed.
    pub(super) fn changing(&self) -> mlua::Result<Rc<RefCell<State>>> {
        self.looking.changed();
        self.changes.set(self.changes.get() + 1);
        self.game()
    }

    fn forget_game(&self) {
        self.state.take();
        self.last_live.take();
        self.parked.take();
        self.inquiry.take();
        self.known.take();
        self.credit.set(0.0);
        self.looking.stop();
    }

    /// From here on scripts see this copy of the game, which has the same players and cards.
    pub(super) fn look_at(&self, state: &Rc<RefCell<State>>) {
        self.looking.stop();
        *self.state.borrow_mut() = Some(Rc::clone(state));
    }

    /// The scripts, for rules of the engine.
    pub(super) fn scripts(&self) -> mlua::Result<SgsVm> {
        let host = self.host.borrow().upgrade();
        host.map(|host| SgsVm { host }).ok_or_else(|| mlua::Error::runtime(NO_GAME))
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
    pub(super) fn brings(&self, note: impl FnOnce(&mut Exports)) {
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
        SgsVm::on(&SgsVm::template(limits, seed, false)?)
    }

    /// What VMs are made on: for games, or for thinking about them.
    pub(super) fn template(
        limits: &VmLimits,
        seed: u64,
        thinking: bool,
    ) -> Result<VmTemplate, VmError> {
        VmTemplate::new(Vm::new(&VmLimits { fuel: FUEL_AT_LOAD, ..*limits }, seed)?, thinking)
    }

    /// Makes a VM without packages from a template that no other uses.
    pub(super) fn on(template: &VmTemplate) -> Result<SgsVm, VmError> {
        let vm = Rc::clone(&template.vm);
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
            changes: Cell::default(),
            altered: Cell::default(),
            looking: QueryCache::default(),
            in_routine: Cell::new(false),
            inquiry: RefCell::default(),
            thinking: Cell::new(false),
            trying: Cell::new(false),
            known: RefCell::default(),
            credit: Cell::new(0.0),
            loading: RefCell::default(),
            last_live: RefCell::default(),
            host: RefCell::default(),
        });
        let kit = template.install(&shared)?;
        let table: Table = kit.raw_get("run")?;
        let run = Functions::read(&table)?;
        let think = Thinking::read(&table).ok();
        let (routines, last_routine) = (RefCell::default(), Cell::new(0));
        let host = Rc::new(Host {
            vm,
            shared,
            kit,
            run,
            think,
            has_ai: Cell::new(false),
            routines,
            last_routine,
        });
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
    pub fn load_reported(&self, package: &PackageSource) -> Result<Exports, ScriptError> {
        let shared = &self.host.shared;
        self.flush_texts();
        *shared.brought.borrow_mut() = Some(Exports::default());
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
        shared.looking.stop();
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
    pub fn set_sink(&self, sink: impl FnMut(fangqi_vm::Level, &str) + 'static) {
        self.host.vm.set_sink(sink);
    }

    /// How many errors there were in functions of each skill or card by its name, those at one
    /// place counted each time.
    pub fn errors(&self) -> BTreeMap<String, u64> {
        self.host.shared.faults.borrow().counts().clone()
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
    /// Forgets the game: nothing is attached, and what is kept of it is let go.
    pub(super) fn rest(&self) -> Result<(), ScriptError> {
        self.shared.forget_game();
        self.routines.borrow_mut().clear();
        self.last_routine.set(0);
        *self.shared.faults.borrow_mut() = Faults::default();
        self.vm.call(&self.run.rest, ())
    }

    /// A number for all that packages have written down, if there is one. To be asked at rest.
    pub(super) fn heap_fingerprint(&self, host: &HostObjects) -> Option<u64> {
        self.vm.heap_fingerprint(host, &[&self.kit]).ok().flatten()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The VM may go on, and primitives hold what is shared until its garbage is collected.
        self.shared.forget_game();
    }
}
