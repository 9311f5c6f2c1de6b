use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{IntoLuaMulti, MultiValue, Value};

use super::costs::{Costs, Handler};
use super::room::{OpenError, RoomOptions};
use crate::api::{self, Ctx};
use crate::host::{EventArgs, EventValue, Host, OPENED, Ready, Token, WakeValue};
use crate::model::{
    Audience, Fault, FaultKind, JobResult, LocalText, LogLevel, PlayerId, RequestId, StepCost,
    Tick, ToastKind,
};
use crate::package::MapPackage;
use crate::vm::{ErrorKind, Level, ScriptError, Step, Task, Vm, VmLimits, compile};

/// Length of a tick.
const MILLISECONDS_PER_TICK: u64 = 1000 / crate::host::TICKS_PER_SECOND;

/// The live state of a room: host, Lua VM, waiting handlers. Knows no history.
#[derive(Debug)]
pub(super) struct Fold {
    pub(super) ctx: Ctx,
    pub(super) vm: Rc<Vm>,
    waiting: BTreeMap<Token, Task>,
    /// Ordinal of the next step within the current input.
    step: u32,
    /// Steps of the current input that are known to fail and are passed over.
    skip: Vec<u32>,
    /// What the steps of the current input cost.
    costs: Costs,
}

/// A step that failed; the fold is spoilt and must be rebuilt.
#[derive(Debug)]
pub(super) struct StepFault {
    pub(super) fault: Fault,
    pub(super) error: ScriptError,
}

impl Fold {
    /// Builds the world, loads the map's scripts and lets them start.
    pub(super) fn open(
        package: &Arc<MapPackage>,
        options: &RoomOptions,
    ) -> Result<Self, OpenError> {
        let limits = &options.limits;
        let vm_limits = VmLimits { memory: limits.memory_bytes, fuel: limits.fuel_at_load };
        let vm = Rc::new(Vm::new(&vm_limits, options.seed)?);
        let host = Host::new(Arc::clone(package), limits.clone(), options.seed)?;
        let ctx = Ctx::new(host);
        let sink = ctx.clone();
        vm.set_sink(move |level, line| {
            let level = match level {
                Level::Print => LogLevel::Print,
                Level::Warn => LogLevel::Warn,
            };
            sink.host().log(level, line);
        });
        vm.clock().set_opened(OPENED);
        vm.seal()?;
        api::install(&vm, &ctx)?;
        let mut fold = Self {
            ctx,
            vm,
            waiting: BTreeMap::new(),
            step: 0,
            skip: Vec::new(),
            costs: Costs::default(),
        };
        for script in package.scripts() {
            let chunk = fold.vm.load(script)?;
            let started = fold.vm.start(chunk, MultiValue::new());
            fold.settle(started?);
        }
        fold.ctx.host().raise("Game.Start", Vec::new());
        fold.run_ready().map_err(|fault| OpenError::Script(fault.error))?;
        Ok(fold)
    }

    /// Begins an input of which the steps in `faults` are to be passed over.
    pub(super) fn begin(&mut self, faults: &[Fault]) {
        self.step = 0;
        self.costs.clear();
        self.skip = faults.iter().map(|fault| fault.step).collect();
    }

    /// What the steps since [`Self::begin`] cost.
    pub(super) fn take_costs(&mut self) -> Vec<StepCost> {
        self.costs.take()
    }

    /// Whether any step has run or been passed over since [`Self::begin`].
    pub(super) fn stepped(&self) -> bool {
        self.step > 0
    }

    /// When something in the room is next due.
    pub(super) fn next_due(&self) -> Option<Tick> {
        let host = self.ctx.host();
        let every_tick = self.ctx.script().handlers.contains_key("Game.Run");
        [
            host.timers.next_due(),
            host.requests.next_deadline(),
            host.clocks.due(),
            host.next_absence(),
            host.minitimers.next_change(host.clock),
            host.next_effect_end(),
            every_tick.then_some(host.clock + 1),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Lets room time pass until `to`, running what falls due at its own time.
    pub(super) fn advance(&mut self, to: Tick) -> Result<(), StepFault> {
        while let Some(due) = self.next_due().filter(|due| *due <= to) {
            {
                let mut host = self.ctx.host();
                host.clock = host.clock.max(due);
                self.vm.clock().set_elapsed(host.clock * MILLISECONDS_PER_TICK);
                host.release_due();
            }
            if self.ctx.script().handlers.contains_key("Game.Run") {
                self.ctx.host().raise("Game.Run", Vec::new());
            }
            self.run_ready()?;
        }
        let mut host = self.ctx.host();
        host.clock = host.clock.max(to);
        self.vm.clock().set_elapsed(host.clock * MILLISECONDS_PER_TICK);
        Ok(())
    }

    /// Runs everything in the queue, and what that adds to it.
    pub(super) fn run_ready(&mut self) -> Result<(), StepFault> {
        let first = self.step;
        loop {
            let Some(ready) = self.ctx.host().ready.pop_front() else { return Ok(()) };
            if self.step - first >= self.ctx.host().limits.steps_per_input {
                let mut host = self.ctx.host();
                host.ready.clear();
                let text = "events raised more events without end; the rest were dropped";
                host.log(LogLevel::Error, text);
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
            }
        }
    }

    /// The handlers of an event, as they are now.
    fn handlers(&self, name: &str) -> Vec<mlua::Function> {
        let script = self.ctx.script();
        let handlers = script.handlers.get(name).map(Vec::as_slice).unwrap_or_default();
        handlers.iter().map(|(_, handler)| handler.clone()).collect()
    }

    /// Whether any handler of an event is registered.
    pub(super) fn has_handler(&self, name: &str) -> bool {
        self.ctx.script().handlers.get(name).is_some_and(|handlers| !handlers.is_empty())
    }

    /// Starts a handler as a step of its own; what it returned, if it ended.
    fn call<A: IntoLuaMulti>(
        &mut self,
        event: &str,
        function: mlua::Function,
        args: impl FnOnce(&mlua::Lua) -> mlua::Result<A>,
    ) -> Result<Option<MultiValue>, StepFault> {
        let Some(step) = self.enter() else { return Ok(None) };
        let handler = Handler::new(event, &function);
        let ended = self.vm.start(function, Values(args));
        self.costs.add(&handler, self.fuel_used());
        match ended {
            Ok((_, Step::Done(values))) => Ok(Some(values)),
            Ok(outcome) => {
                if let Step::Waiting(token) = outcome.1 {
                    self.costs.wait(Token(token), handler);
                }
                self.settle(outcome);
                Ok(None)
            }
            Err(error) => Err(StepFault::new(step, error)),
        }
    }

    /// Lets a waiting handler go on.
    fn wake(&mut self, token: Token, value: WakeValue) -> Result<(), StepFault> {
        let Some(task) = self.waiting.remove(&token) else { return Ok(()) };
        let handler = self.costs.woken(token);
        let Some(step) = self.enter() else { return Ok(()) };
        let ended = self.vm.resume(&task, Values(|lua: &mlua::Lua| wake_values(lua, value)));
        if let Some(handler) = &handler {
            self.costs.add(handler, self.fuel_used());
        }
        match ended {
            Ok(Step::Waiting(next)) => {
                if let Some(handler) = handler {
                    self.costs.wait(Token(next), handler);
                }
                self.waiting.insert(Token(next), task);
                Ok(())
            }
            Ok(Step::Done(_)) => Ok(()),
            Err(error) => Err(StepFault::new(step, error)),
        }
    }

    /// Has the stand-in answer a question, or takes its default where the map has none.
    fn stand_in(&mut self, request: RequestId, turn: u32) -> Result<(), StepFault> {
        let Some((runner, question)) = api::stand_in(&self.ctx, request, turn) else {
            api::answer_by_default(&self.ctx, request, turn);
            return Ok(());
        };
        // One that ran out of fuel leaves the question to its default as any other failure does.
        let passed_over = self.skip.contains(&self.step);
        self.call("(stand-in)", runner, |lua| question.into_args(lua))?;
        if passed_over {
            api::answer_by_default(&self.ctx, request, turn);
        }
        Ok(())
    }

    /// Asks the map why a click is not among the choices, and tells the player.
    fn explain(
        &mut self,
        request: RequestId,
        player: PlayerId,
        path: &[[i32; 3]],
    ) -> Result<(), StepFault> {
        let explain = self.ctx.script().explains.get(&request).cloned();
        let Some(explain) = explain else { return Ok(()) };
        let path = path.to_vec();
        let values = self.call("(explain)", explain, |lua| {
            let cells = lua.create_table()?;
            for (index, pos) in path.iter().enumerate() {
                let cell = lua.create_table_with_capacity(0, 3)?;
                for (name, value) in ["x", "y", "z"].into_iter().zip(pos) {
                    cell.raw_set(name, *value)?;
                }
                cells.raw_set(index + 1, cell)?;
            }
            Ok((cells,))
        })?;
        let text = values.and_then(|values| values.into_iter().next()).unwrap_or(Value::Nil);
        let text = match text {
            Value::Nil => LocalText::new("这里不能走。", "That is not a legal choice."),
            value => api::read_text(&value, self.vm.lua())
                .unwrap_or_else(|_| LocalText::new("这里不能走。", "That is not a legal choice.")),
        };
        let mut host = self.ctx.host();
        if let Err(reason) = host.outbox.toast(Audience::Player(player), ToastKind::Error, text) {
            host.log(LogLevel::Warn, reason);
        }
        Ok(())
    }

    /// Enters a step: its ordinal, or `None` when it is to be passed over.
    fn enter(&mut self) -> Option<u32> {
        let step = self.step;
        self.step += 1;
        if self.skip.contains(&step) {
            return None;
        }
        let mut host = self.ctx.host();
        host.edits_in_step = 0;
        self.vm.set_fuel(host.limits.fuel_per_step);
        Some(step)
    }

    /// Fuel of the step that has just ended.
    fn fuel_used(&self) -> u64 {
        self.ctx.host().limits.fuel_per_step.saturating_sub(self.vm.fuel_left())
    }

    /// Remembers a handler that waits.
    fn settle(&mut self, (task, step): (Task, Step)) {
        if let Step::Waiting(token) = step {
            self.waiting.insert(Token(token), task);
        }
    }

    /// Runs a chunk in the room's VM and gives what it returns; it may not wait.
    pub(super) fn evaluate(&self, source: &str) -> Result<MultiValue, ScriptError> {
        self.vm.set_fuel(self.ctx.host().limits.fuel_at_load);
        let chunk = self.vm.load(&compile("evaluate", source.as_bytes())?)?;
        match self.vm.start(chunk, MultiValue::new())? {
            (_, Step::Done(values)) => Ok(values),
            (_, Step::Waiting(_)) => Err(ScriptError {
                kind: ErrorKind::Error,
                script: String::new(),
                line: 0,
                message: "evaluated code may not wait".to_owned(),
                traceback: String::new(),
            }),
        }
    }

    /// Number of handlers that wait.
    pub(super) fn waiting_count(&self) -> usize {
        self.waiting.len()
    }
}

impl StepFault {
    fn new(step: u32, error: ScriptError) -> Self {
        let kind = match error.kind {
            ErrorKind::Fuel => FaultKind::Fuel,
            ErrorKind::Memory => FaultKind::Memory,
            ErrorKind::Syntax | ErrorKind::Error => FaultKind::Error,
        };
        Self { fault: Fault { step, kind }, error }
    }
}

/// Values made at the moment they are passed to Lua.
struct Values<F>(F);

impl<A: IntoLuaMulti, F: FnOnce(&mlua::Lua) -> mlua::Result<A>> IntoLuaMulti for Values<F> {
    fn into_lua_multi(self, lua: &mlua::Lua) -> mlua::Result<MultiValue> {
        (self.0)(lua)?.into_lua_multi(lua)
    }
}

/// The table a handler is called with.
fn event_table(lua: &mlua::Lua, args: &EventArgs) -> mlua::Result<mlua::Table> {
    let table = lua.create_table_with_capacity(0, args.len())?;
    for (name, value) in args {
        match value {
            EventValue::Number(value) => table.raw_set(*name, *value)?,
            EventValue::Text(value) => table.raw_set(*name, value.as_str())?,
        }
    }
    Ok(table)
}

/// What a waiting call returns.
fn wake_values(lua: &mlua::Lua, value: WakeValue) -> mlua::Result<MultiValue> {
    match value {
        WakeValue::Time => 0.into_lua_multi(lua),
        WakeValue::Choice(index, player) => {
            (index + 1, player.map(|player| player.0)).into_lua_multi(lua)
        }
        WakeValue::Cancelled => (Value::Nil, "cancelled").into_lua_multi(lua),
        WakeValue::Job(JobResult::Failed { reason }) => (Value::Nil, reason).into_lua_multi(lua),
        WakeValue::Job(JobResult::XiangqiMove { best, score, depth, nodes }) => {
            let table = lua.create_table_with_capacity(0, 4)?;
            table.raw_set("move", best)?;
            table.raw_set("score", score)?;
            table.raw_set("depth", depth)?;
            table.raw_set("nodes", nodes)?;
            table.into_lua_multi(lua)
        }
    }
}
