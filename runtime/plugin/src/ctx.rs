//! The room as API functions see it, and what scripts have handed over to it.

use std::any::Any;
use std::cell::{OnceCell, RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fangqi_binding::Context;
use fangqi_protocol::{LogLevel, RequestId, Token};
use fangqi_vm::Fuel;
use mlua::{Function, MultiValue, Table, Value};

use crate::host::Host;

/// The room as API functions see it. Cheap to clone; every bound function holds one.
#[derive(Debug, Clone)]
pub struct Ctx {
    host: Rc<RefCell<Host>>,
    script: Rc<RefCell<Script>>,
    fuel: Rc<OnceCell<Fuel>>,
}

/// What scripts have handed over to be called or given back later.
#[derive(Debug, Default)]
pub struct Script {
    /// Handlers by event name, in order of registration, each under its own number.
    pub handlers: BTreeMap<String, Vec<(u32, Function)>>,
    /// Functions that say why a click is not among a request's choices.
    pub explains: BTreeMap<RequestId, Function>,
    /// Functions that answer a request in the stead of an absent player.
    pub stand_ins: BTreeMap<RequestId, Function>,
    /// The one that answers all others.
    pub stand_in: Option<Function>,
    /// What runs such a function, and what that calls with the answer.
    pub runner: Option<(Function, Function)>,
    /// Functions to be called once, with their arguments.
    calls: BTreeMap<u64, (Function, MultiValue)>,
    /// Tables of events raised by scripts.
    tables: BTreeMap<u64, Value>,
    /// State that scripts offer for checkpoints, in order.
    pub offers: Vec<Offer>,
    /// What plugins keep of the VM: [`Self::kept`].
    kept: Vec<Box<dyn Any>>,
    /// What protects functions that scripts hand over, where a plugin has set it.
    pub guard: Option<Function>,
    /// Finds what the API has under a name.
    pub names: Option<Function>,
    /// Finds what scripts have defined under such a name, where a plugin runs them.
    pub shadows: Option<Function>,
    /// What the running handler was called with, where a plugin notes it.
    pub event: Option<Table>,
    /// The same of handlers that wait.
    pub events: BTreeMap<Token, Table>,
    /// Functions that scripts have named: module and name.
    pub used: BTreeSet<(&'static str, &'static str)>,
    /// Handlers that are called once.
    pub once: BTreeSet<u32>,
    next_slot: u64,
    next_handler: u32,
}

/// State that a script offers for checkpoints.
#[derive(Debug, Clone)]
pub struct Offer {
    /// `script:line: ` of the offer.
    pub place: String,
    /// Gives the state as plain data, or nil for "not now".
    pub save: Function,
    /// Takes the state up again.
    pub load: Function,
}

impl Ctx {
    /// A context over a room's state.
    pub fn new(host: Host) -> Self {
        Self { host: Rc::new(RefCell::new(host)), script: Rc::default(), fuel: Rc::default() }
    }

    /// The room's state. It is borrowed by one call at a time: host code never calls Lua while it
    /// does.
    #[inline]
    pub fn host(&self) -> RefMut<'_, Host> {
        self.host.borrow_mut()
    }

    /// Makes known where calls take fuel from.
    pub fn set_fuel(&self, fuel: Fuel) {
        // A room has one VM, so nothing else was set before.
        let _ = self.fuel.set(fuel);
    }

    /// What scripts have handed over.
    pub fn script(&self) -> RefMut<'_, Script> {
        self.script.borrow_mut()
    }
}

impl Context for Ctx {
    fn charge(&self, units: u64) -> mlua::Result<()> {
        self.fuel.get().map_or(Ok(()), |fuel| fuel.charge(units))
    }

    fn warn(&self, text: String) {
        self.host().log(LogLevel::Warn, text);
    }

    fn guard(&self) -> Option<Function> {
        self.script().guard.clone()
    }

    fn uses(&self, module: &'static str, function: &'static str) {
        self.script().used.insert((module, function));
    }
}

/// A module of the API.
pub type ModuleSpec = fangqi_binding::ModuleSpec<Ctx>;

/// A function of the API.
pub type FunctionSpec = fangqi_binding::FunctionSpec<Ctx>;

/// One call of an API function.
pub type Call<'a> = fangqi_binding::Call<'a, Ctx>;

impl Script {
    /// What a plugin keeps of the VM, such as functions, by its type; a new one if there is none.
    /// It is not stored: loading the scripts makes it again.
    pub fn kept<T: Any + Default>(&mut self) -> &mut T {
        let at = self.kept.iter().position(|kept| kept.is::<T>()).unwrap_or_else(|| {
            self.kept.push(Box::<T>::default());
            self.kept.len() - 1
        });
        // Found, or put there, as a `T`.
        self.kept[at].downcast_mut().unwrap_or_else(|| unreachable!("it is of another type"))
    }

    /// Registers a handler and gives its number.
    pub fn register(&mut self, event: &str, handler: Function) -> u32 {
        self.next_handler += 1;
        self.handlers.entry(event.to_owned()).or_default().push((self.next_handler, handler));
        self.next_handler
    }

    /// Lets a handler of an event go, or all of them; gives how many.
    pub fn unregister(&mut self, event: &str, id: Option<u32>) -> usize {
        let Some(handlers) = self.handlers.get_mut(event) else { return 0 };
        let before = handlers.len();
        handlers.retain(|(own, _)| id.is_some_and(|id| id != *own));
        let removed = before - handlers.len();
        if handlers.is_empty() {
            self.handlers.remove(event);
        }
        removed
    }

    /// Lets go of what belongs to a request that is over.
    pub fn forget_request(&mut self, request: RequestId) {
        self.explains.remove(&request);
        self.stand_ins.remove(&request);
    }

    /// How many handlers are registered.
    pub fn handler_count(&self) -> usize {
        self.handlers.values().map(Vec::len).sum()
    }

    /// Forgets all that waits to be called; handlers and offers stay.
    pub fn forget_waiting(&mut self) {
        self.explains.clear();
        self.stand_ins.clear();
        self.calls.clear();
        self.tables.clear();
        self.events.clear();
    }

    /// Keeps a function and its arguments for one call.
    pub fn keep_call(&mut self, function: Function, args: MultiValue) -> u64 {
        self.next_slot += 1;
        self.calls.insert(self.next_slot, (function, args));
        self.next_slot
    }

    /// Takes a kept call.
    pub fn take_call(&mut self, slot: u64) -> Option<(Function, MultiValue)> {
        self.calls.remove(&slot)
    }

    /// How many calls are kept.
    pub fn kept_calls(&self) -> usize {
        self.calls.len()
    }

    /// Keeps the table of an event raised by a script.
    pub fn keep_table(&mut self, table: Value) -> u64 {
        self.next_slot += 1;
        self.tables.insert(self.next_slot, table);
        self.next_slot
    }

    /// Takes a kept table.
    pub fn take_table(&mut self, slot: u64) -> Option<Value> {
        self.tables.remove(&slot)
    }
}
