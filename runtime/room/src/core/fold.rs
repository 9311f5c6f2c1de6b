use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fangqi_plugin::ctx::Ctx;
use fangqi_plugin::host::{Host, Ready, WakeValue};
use fangqi_plugin::{Hooks, Loading, MapPackage, Plugin, RoomOptions};
use fangqi_protocol::{Fault, FaultKind, LogLevel, RequestId, StepCost, Tick, Token};
use fangqi_vm::{ErrorKind, Level, Replaying, ScriptError, Step, Task, Vm, VmLimits, compile};
use mlua::{IntoLuaMulti, MultiValue, Value};

use super::costs::{Costs, Handler};
use super::open_error::OpenError;
use super::values::{event_table, wake_values};
use crate::api;

/// Milliseconds per tick; scripts see the room's clock in milliseconds.
const MILLISECONDS_PER_TICK: u64 = 1000 / fangqi_protocol::TICKS_PER_SECOND;

/// The live state of a room: host, Lua VM, parked handlers. It knows nothing of the history.
#[derive(Debug)]
pub(super) struct Fold {
    /// The map, with the plugins of this room.
    pub(super) map: Arc<MapPackage>,
    pub(super) ctx: Ctx,
    pub(super) vm: Rc<Vm>,
    /// How the room was opened.
    pub(super) options: RoomOptions,
    /// The stored state from which a checkpoint has just rebuilt this fold, until it is taken.
    pub(super) rebased_from: Option<Vec<u8>>,
    waiting: BTreeMap<Token, Task>,
    /// The stand-ins among them: the question that each answers, and the number of the delegation.
    pub(super) standing_in: BTreeMap<Token, (RequestId, u32)>,
    /// Ordinal of the next step within the current input.
    step: u32,
    /// Whether anything fell due in the current input, even without a script step, such as the end
    /// of an effect.
    pub(super) released: bool,
    /// Whether a player has answered a question of the map in the current input.
    pub(super) answered: Cell<bool>,
    /// Steps of the current input that are recorded as failed and are skipped.
    skip: Vec<Fault>,
    /// Whether a step was skipped that ends its queue: the rest of the queue is to be dropped.
    dropping: bool,
    /// Fuel left for the handlers of one moment, which share a budget.
    fuel: u64,
    /// Fuel used by the steps of the current input.
    costs: Costs,
}

/// The outcome of calling a handler as a step.
pub(super) enum Called {
    /// It returned these values.
    Ended(MultiValue),
    /// It is parked under this token.
    Waits(Token),
    /// It was skipped, because the record says that it fails.
    PassedOver,
}

/// A failed step. The fold may be half changed and must be rebuilt.
#[derive(Debug)]
pub(super) struct StepFault {
    pub(super) fault: Fault,
    pub(super) error: ScriptError,
}

impl Fold {
    /// Builds the world, loads the map's scripts and raises the event that starts them.
    pub(super) fn open(
        package: &Arc<MapPackage>,
        options: &RoomOptions,
    ) -> Result<Self, OpenError> {
        let mut fold = Self::load(package, options)?;
        fold.ctx.host().raise(package.first_event(), Vec::new());
        fold.run_ready().map_err(|fault| OpenError::Script(fault.error))?;
        fold.vm.collect();
        Ok(fold)
    }

    /// Builds the world and runs the map's scripts, without raising the start event.
    pub(super) fn load(
        package: &Arc<MapPackage>,
        options: &RoomOptions,
    ) -> Result<Self, OpenError> {
        let limits = &options.limits;
        let vm_limits = VmLimits { memory: limits.memory_bytes, fuel: limits.fuel_at_load };
        let vm = Rc::new(Vm::new(&vm_limits, options.seed)?);
        let host = Host::new(Arc::clone(package.package()), options)?;
        let ctx = Ctx::new(host);
        let sink = ctx.clone();
        vm.set_sink(move |level, line| {
            let level = match level {
                Level::Print => LogLevel::Print,
                Level::Warn => LogLevel::Warn,
            };
            sink.host().log(level, line);
        });
        vm.clock().set_opened(options.opened);
        vm.seal()?;
        api::install(&vm, &ctx, package.plugins())?;
        let mut fold = Self {
            map: Arc::clone(package),
            ctx,
            vm,
            options: options.clone(),
            rebased_from: None,
            waiting: BTreeMap::new(),
            standing_in: BTreeMap::new(),
            step: 0,
            released: false,
            answered: Cell::new(false),
            skip: Vec::new(),
            dropping: false,
            fuel: 0,
            costs: Costs::default(),
        };
        fold.hooks().for_each(|hooks| hooks.opened(&fold.ctx));
        let modules = fold.vm.provide(Arc::clone(package.modules()))?;
        for load in package.plugins().iter().filter_map(Plugin::load) {
            let (ctx, vm) = (fold.ctx.clone(), Rc::clone(&fold.vm));
            let tells_caught = options.tells_caught;
            let mut start = |function: mlua::Function, arguments: MultiValue| {
                let started = fold.vm.start(function, arguments)?;
                fold.settle(started);
                Ok(())
            };
            load(&mut Loading::new(&ctx, &vm, tells_caught, &mut start))?;
        }
        if !package.runs_scripts() {
            for script in package.scripts() {
                let chunk = fold.vm.load(script)?;
                let started = fold.vm.start(chunk, MultiValue::new())?;
                fold.settle(started);
            }
        }
        modules.close();
        fold.ctx.host().loaded = true;
        Ok(fold)
    }

    /// What the plugins do in the room by themselves.
    pub(super) fn hooks(&self) -> impl Iterator<Item = &'static dyn Hooks> + use<> {
        self.map.plugins().hooks()
    }

    /// Drops all parked handlers and all calls that scripts have scheduled.
    pub(super) fn forget_waiting(&mut self) {
        self.waiting.clear();
        self.standing_in.clear();
        self.costs = Costs::default();
        self.ctx.script().forget_waiting();
    }

    /// Sets the clock that scripts see to the room's clock.
    pub(super) fn set_elapsed(&self) {
        self.vm.clock().set_elapsed(self.ctx.host().clock * MILLISECONDS_PER_TICK);
    }

    /// Sets the room's clock, also as scripts see it.
    pub(super) fn set_clock(&self, clock: Tick) {
        self.ctx.host().clock = clock;
        self.set_elapsed();
    }

    /// Begins an input. The steps in `faults` will be skipped.
    pub(super) fn begin(&mut self, faults: &[Fault]) {
        self.step = 0;
        self.released = false;
        self.answered.set(false);
        self.costs.clear();
        self.skip = faults.to_vec();
        self.dropping = false;
        self.ctx.host().edits_in_input = 0;
    }

    /// Takes the costs of the steps since [`Self::begin`].
    pub(super) fn take_costs(&mut self) -> Vec<StepCost> {
        self.costs.take()
    }

    /// Whether anything has happened since [`Self::begin`]: a step has run or been skipped, or
    /// something fell due.
    pub(super) fn stirred(&self) -> bool {
        self.step > 0 || self.released
    }

    /// Runs the queue until it is empty, including what its steps add.
    pub(super) fn run_ready(&mut self) -> Result<(), StepFault> {
        let first = self.step;
        self.refuel();
        loop {
            if self.dropping || self.is_spent()? {
                self.dropping = false;
                self.drop_queue();
                return Ok(());
            }
            let Some(ready) = self.ctx.host().ready.pop_front() else { return Ok(()) };
            if self.step - first >= self.ctx.host().limits.steps_per_input {
                // Put back, so that `drop_queue` also frees what was kept for it.
                self.ctx.host().ready.push_front(ready);
                self.drop_queue();
                let text = "events raised more events without end; the rest were dropped";
                self.ctx.host().log(LogLevel::Error, text);
                return Ok(());
            }
            match ready {
                Ready::Event { name, args } => {
                    let handlers = self.handlers(&name);
                    for handler in handlers {
                        let table = event_table(self.vm.lua(), &args);
                        self.call(&name, handler, |_| table.map(|table| (table,)))?;
                    }
                }
                Ready::Dispatch { name, slot } => {
                    let table = self.ctx.script().take_table(slot).unwrap_or(Value::Nil);
                    for handler in self.handlers(&name) {
                        let table = table.clone();
                        self.call(&name, handler, |_| Ok((table,)))?;
                    }
                }
                Ready::Call { slot } => {
                    let call = self.ctx.script().take_call(slot);
                    if let Some((function, args)) = call {
                        self.call("(task)", function, |_| Ok(args))?;
                    }
                }
                Ready::Wake { token, value } => self.wake(token, value)?,
                Ready::StandIn { request, turn } => self.stand_in(request, turn)?,
                Ready::Explain { request, player, path } => {
                    self.explain(request, player, &path)?;
                }
                Ready::Judge { request, player, cells, legal } => {
                    self.judge(request, player, cells, legal)?;
                }
            }
        }
    }

    /// The handlers registered for an event now. Unregisters those that are called only once.
    fn handlers(&self, name: &str) -> Vec<mlua::Function> {
        let mut script = self.ctx.script();
        let handlers = script.handlers.get(name).cloned().unwrap_or_default();
        for (id, _) in &handlers {
            if script.once.remove(id) {
                script.unregister(name, Some(*id));
            }
        }
        handlers.into_iter().map(|(_, handler)| handler).collect()
    }

    /// Whether any handler of an event is registered.
    pub(super) fn has_handler(&self, name: &str) -> bool {
        self.ctx.script().handlers.get(name).is_some_and(|handlers| !handlers.is_empty())
    }

    /// Starts a handler as a step of its own.
    pub(super) fn call<A: IntoLuaMulti>(
        &mut self,
        event: &str,
        function: mlua::Function,
        args: impl FnOnce(&mlua::Lua) -> mlua::Result<A>,
    ) -> Result<Called, StepFault> {
        let Some(step) = self.enter() else { return Ok(Called::PassedOver) };
        self.ctx.script().event = None;
        let handler = Handler::new(event, &function);
        let lines = self.ctx.host().outbox.log_len();
        let ended = self.vm.start(function, Values(args));
        let used = self.count_fuel();
        self.ctx.host().outbox.attribute(lines, event);
        self.costs.add(&handler, used, true);
        match ended {
            Ok((_, Step::Done(values))) => Ok(Called::Ended(values)),
            Ok((task, Step::Waiting(token))) => {
                self.costs.wait(Token(token), handler);
                self.wait(Token(token), task);
                Ok(Called::Waits(Token(token)))
            }
            Err(error) => Err(StepFault::new(step, error)),
        }
    }

    /// Resumes a parked handler.
    fn wake(&mut self, token: Token, value: WakeValue) -> Result<(), StepFault> {
        let Some(task) = self.waiting.remove(&token) else { return Ok(()) };
        let event = self.ctx.script().events.remove(&token);
        self.ctx.script().event = event;
        let handler = self.costs.woken(token);
        let standing_in = self.standing_in.remove(&token);
        let Some(step) = self.enter() else {
            if let Some((request, turn)) = standing_in {
                api::answer_by_default(&self.ctx, request, turn);
            }
            return Ok(());
        };
        let lines = self.ctx.host().outbox.log_len();
        let ended = self.vm.resume(&task, Values(|lua: &mlua::Lua| wake_values(lua, value)));
        let used = self.count_fuel();
        if let Some(handler) = &handler {
            self.ctx.host().outbox.attribute(lines, handler.event());
            self.costs.add(handler, used, false);
        }
        match ended {
            Ok(Step::Waiting(next)) => {
                if let Some(handler) = handler {
                    self.costs.wait(Token(next), handler);
                }
                self.wait(Token(next), task);
                self.standing_in.extend(standing_in.map(|question| (Token(next), question)));
                Ok(())
            }
            Ok(Step::Done(_)) => Ok(()),
            Err(error) => Err(StepFault::new(step, error)),
        }
    }

    /// Parks a handler, together with the event table that it was called with.
    fn wait(&mut self, token: Token, task: Task) {
        let mut script = self.ctx.script();
        if let Some(event) = script.event.take() {
            script.events.insert(token, event);
        }
        drop(script);
        self.waiting.insert(token, task);
    }

    /// Enters a step. Returns its ordinal, or `None` if it must be skipped.
    fn enter(&mut self) -> Option<u32> {
        let step = self.step;
        self.step += 1;
        let skipped = self.skip.iter().find(|fault| fault.step == step);
        self.dropping |= skipped.is_some_and(|fault| fault.kind == FaultKind::Input);
        if self.dropping || skipped.is_some() {
            return None;
        }
        let mut host = self.ctx.host();
        host.edits_in_step = 0;
        self.vm.set_fuel(host.limits.fuel_per_step);
        Some(step)
    }

    /// Deducts the fuel of the last step from the shared budget and returns it.
    fn count_fuel(&mut self) -> u64 {
        let used = self.vm.fuel_used();
        self.fuel = self.fuel.saturating_sub(used);
        used
    }

    /// Drops the queue and what was kept for it. Parked handlers about to be resumed end here.
    ///
    /// A question that was delegated to a stand-in then waits for its player: if stand-ins were
    /// called again later, two that answer each other without end would use up the fuel each time.
    fn drop_queue(&mut self) {
        let queue = std::mem::take(&mut self.ctx.host().ready);
        let mut script = self.ctx.script();
        for ready in queue {
            match ready {
                Ready::Call { slot } => drop(script.take_call(slot)),
                Ready::Dispatch { slot, .. } => drop(script.take_table(slot)),
                Ready::Wake { token, .. } => {
                    drop(self.waiting.remove(&token));
                    script.events.remove(&token);
                    self.standing_in.remove(&token);
                }
                Ready::Event { .. }
                | Ready::StandIn { .. }
                | Ready::Explain { .. }
                | Ready::Judge { .. } => {}
            }
        }
    }

    /// Refills the fuel that the handlers of one moment share. In a replay it is unlimited, because
    /// the records say where it ran out.
    fn refuel(&mut self) {
        let fuel = self.ctx.host().limits.fuel_per_input;
        self.fuel = if Replaying::is_on() { u64::MAX } else { fuel };
    }

    /// Whether the record says that the queue is dropped at this step. Fails if the shared fuel is
    /// used up.
    fn is_spent(&mut self) -> Result<bool, StepFault> {
        let step = self.step;
        if self.ctx.host().ready.is_empty() {
            return Ok(false);
        }
        if self.skip.contains(&Fault { step, kind: FaultKind::Input }) {
            self.step += 1;
            return Ok(true);
        }
        if self.fuel > 0 {
            return Ok(false);
        }
        let text =
            "the handlers of one event have used up its fuel together; the rest were dropped";
        let error =
            ScriptError { message: text.to_owned(), ..ScriptError::nowhere(ErrorKind::Fuel) };
        Err(StepFault { fault: Fault { step, kind: FaultKind::Input }, error })
    }

    /// Parks a chunk that waits.
    fn settle(&mut self, (task, step): (Task, Step)) {
        if let Step::Waiting(token) = step {
            self.waiting.insert(Token(token), task);
        }
    }

    /// Runs a chunk in the room's VM and returns its values. It must not wait.
    pub(super) fn evaluate(&self, source: &str) -> Result<MultiValue, ScriptError> {
        self.vm.set_fuel(self.ctx.host().limits.fuel_at_load);
        let chunk = self.vm.load(&compile("evaluate", source.as_bytes())?)?;
        match self.vm.start(chunk, MultiValue::new())? {
            (_, Step::Done(values)) => Ok(values),
            (_, Step::Waiting(_)) => Err(ScriptError {
                message: "evaluated code may not wait".to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            }),
        }
    }

    /// Number of parked handlers.
    pub(super) fn waiting_count(&self) -> usize {
        self.waiting.len()
    }
}

impl StepFault {
    fn new(step: u32, error: ScriptError) -> Self {
        let kind = match error.kind {
            ErrorKind::Fuel => FaultKind::Fuel,
            ErrorKind::Memory => FaultKind::Memory,
            ErrorKind::Stopped => FaultKind::Stopped,
            ErrorKind::Syntax | ErrorKind::Error => FaultKind::Error,
        };
        Self { fault: Fault { step, kind }, error }
    }
}

/// Arguments that are created inside the VM's call, so that running out of memory fails the step.
struct Values<F>(F);

impl<A: IntoLuaMulti, F: FnOnce(&mlua::Lua) -> mlua::Result<A>> IntoLuaMulti for Values<F> {
    fn into_lua_multi(self, lua: &mlua::Lua) -> mlua::Result<MultiValue> {
        (self.0)(lua)?.into_lua_multi(lua)
    }
}
