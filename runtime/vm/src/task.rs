//! Running scripts as tasks that the room can park and resume.
//!
//! A task is a coroutine whose root is Luau's `xpcall` with a handler that notes where an error
//! came from. A host function that waits yields a private tag and a token to the root, through any
//! coroutines of the script's own (see `prelude.luau`); the room later resumes the task with the
//! function's results.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlua::thread::ThreadStatus;
use mlua::{FromLuaMulti, Function, IntoLuaMulti, MultiValue, Thread, Value};

use super::Vm;
use super::error::{ErrorKind, PANICKED, ScriptError, message_of};
use super::fuel::lossy;
use super::stop::Replaying;

/// What authors are told when a step runs out of fuel.
const OUT_OF_FUEL: &str = "the script has used up its fuel";
/// What authors are told when a step was stopped from outside.
const STOPPED: &str = "stopped by the operator's watchdog";
/// Maximum number of finished coroutines kept for reuse.
const POOL: usize = 16;

/// A running or parked script. Dropping it abandons the script; nothing of it stays behind.
#[derive(Debug)]
pub struct Task {
    /// Its coroutine; `None` once the task has ended.
    thread: RefCell<Option<Thread>>,
}

/// The outcome of a step.
#[derive(Debug, Clone)]
pub enum Step {
    /// It returned these values.
    Done(MultiValue),
    /// It waits for the operation with this token: resume it with the operation's results.
    Waiting(u64),
}

impl Vm {
    /// Starts a function as a task and runs it to its end or its first wait.
    ///
    /// # Errors
    /// What the script raised, or the end of its fuel or memory.
    pub fn start(
        &self,
        function: Function,
        args: impl IntoLuaMulti,
    ) -> Result<(Task, Step), ScriptError> {
        self.core.refill(&self.lua, self.fuel_of_step());
        let thread = self.thread().map_err(|error| self.failure(&error))?;
        let task = Task { thread: RefCell::new(Some(thread)) };
        // Arguments are pushed directly onto the task's stack: collecting them first would cost as
        // much again.
        let step = self.run(&task, (function, &self.on_error, args))?;
        Ok((task, step))
    }

    /// Calls a function that cannot wait, as a step with its own fuel. It costs a fraction of
    /// [`Vm::start`], for programs that call often. An error names the place but has no traceback.
    ///
    /// # Errors
    /// What the script raised, or the end of its fuel or memory.
    pub fn call<R: FromLuaMulti>(
        &self,
        function: &Function,
        args: impl IntoLuaMulti,
    ) -> Result<R, ScriptError> {
        self.core.refill(&self.lua, self.fuel_of_step());
        self.core.frames.borrow_mut().clear();
        let counting = self.core.begin();
        let outcome = function.call::<R>(args);
        drop(counting);
        let outcome = match outcome {
            Ok(_) if self.core.exhausted() => Err(self.ended()),
            Ok(results) => Ok(results),
            Err(error) => Err(self.failure(&error)),
        };
        if self.core.due_at_work(&self.lua) || ran_out_of_memory(&outcome) {
            self.collect();
        }
        outcome
    }

    /// Resumes a parked task with the results of what it waited for.
    ///
    /// # Errors
    /// As [`Vm::start`]; also if the task has ended.
    pub fn resume(&self, task: &Task, results: impl IntoLuaMulti) -> Result<Step, ScriptError> {
        self.core.refill(&self.lua, self.fuel_of_step());
        if task.thread.borrow().is_none() {
            return Err(ScriptError::plain(ErrorKind::Error, "the task has already ended"));
        }
        let values = results.into_lua_multi(&self.lua).map_err(|error| self.failure(&error))?;
        self.run(task, values)
    }

    /// Ends a parked task without running it. Its coroutine is kept for reuse, like those of ended
    /// tasks.
    pub fn abandon(&self, task: &Task) {
        let Some(thread) = task.thread.take() else { return };
        // What it holds is garbage now. A coroutine that a script may hold must not be reused.
        if !self.core.escaped.get() && thread.reset(self.root.clone()).is_ok() {
            self.keep(thread);
        }
    }

    fn run(&self, task: &Task, values: impl IntoLuaMulti) -> Result<Step, ScriptError> {
        // Taken out while it runs, so that neither a host function within it nor a caller after an
        // error can resume it.
        let Some(thread) = task.thread.take() else {
            return Err(ScriptError::plain(ErrorKind::Error, "the task has already ended"));
        };
        self.core.stop.count();
        let running = (!Replaying::is_on()).then(|| self.core.stop.begin());
        let counting = self.core.begin();
        let outcome = self.run_thread(&thread, values);
        drop((counting, running));
        self.native.spent(&self.lua, self.fuel_used());
        if matches!(outcome, Ok(Step::Waiting(_))) {
            task.thread.replace(Some(thread));
        } else {
            self.recycle(thread);
        }
        // A collection runs after the step, so that its timing is a function of what steps did.
        if self.core.collection_due(&self.lua) || ran_out_of_memory(&outcome) {
            self.collect();
        }
        self.report_notes();
        outcome
    }

    fn run_thread(&self, thread: &Thread, values: impl IntoLuaMulti) -> Result<Step, ScriptError> {
        self.core.frames.borrow_mut().clear();
        let mut resumed = catch_unwind(AssertUnwindSafe(|| thread.resume::<MultiValue>(values)));
        loop {
            let results = match resumed {
                Ok(Ok(results)) => results,
                Ok(Err(error)) => return Err(self.failure(&error)),
                Err(_) => return Err(self.raised(ErrorKind::Error, PANICKED)),
            };
            if thread.status() != ThreadStatus::Resumable {
                return self.finish(results);
            }
            if let Some(token) = self.token(&results) {
                // A script that caught the end of its fuel may not go on by waiting.
                if self.core.exhausted() {
                    return Err(self.ended());
                }
                return Ok(Step::Waiting(token));
            }
            // The script yielded outside any coroutine of its own: raise an error at that place.
            resumed = catch_unwind(AssertUnwindSafe(|| {
                thread.resume_error("attempt to yield from outside a coroutine")
            }));
        }
    }

    /// The results of a task's root `xpcall`.
    fn finish(&self, mut results: MultiValue) -> Result<Step, ScriptError> {
        let ok = results.pop_front() == Some(Value::Boolean(true));
        if self.core.exhausted() {
            return Err(self.ended());
        }
        if ok {
            return Ok(Step::Done(results));
        }
        let error = results.pop_front().unwrap_or(Value::Nil);
        let message = match &error {
            Value::String(text) => lossy(text),
            Value::Error(error) => {
                if let mlua::Error::MemoryError(_) = **error {
                    return Err(self.raised(ErrorKind::Memory, super::OUT_OF_MEMORY));
                }
                message_of(error)
            }
            Value::Nil => "nil".to_owned(),
            other => match self.tostring.call::<String>(other) {
                Ok(text) => format!("error object is not a string: {text}"),
                Err(_) => format!("error object is not a string but a {}", other.type_name()),
            },
        };
        if self.core.exhausted() {
            return Err(self.ended());
        }
        if message == super::LUAU_OUT_OF_MEMORY {
            return Err(self.raised(ErrorKind::Memory, super::OUT_OF_MEMORY));
        }
        Err(self.raised(ErrorKind::Error, &message))
    }

    /// The fuel a step starts with.
    pub(super) fn fuel_of_step(&self) -> u64 {
        let units = self.step_fuel.get();
        if Replaying::is_on() { units.saturating_mul(2) } else { units }
    }

    /// The error of a step that ran out of fuel or was stopped.
    fn ended(&self) -> ScriptError {
        if self.core.stopped() {
            self.raised(ErrorKind::Stopped, STOPPED)
        } else {
            self.raised(ErrorKind::Fuel, OUT_OF_FUEL)
        }
    }

    fn raised(&self, kind: ErrorKind, message: &str) -> ScriptError {
        ScriptError::raised(kind, message, &self.core.frames.borrow())
    }

    /// An error that left the thread without passing the root's `xpcall`.
    fn failure(&self, error: &mlua::Error) -> ScriptError {
        if self.core.exhausted() {
            return self.ended();
        }
        ScriptError::from_mlua(error, &self.core.frames.borrow())
    }

    fn token(&self, results: &MultiValue) -> Option<u64> {
        match (results.front()?, results.get(1)?) {
            (Value::Table(first), token) if *first == self.tag => token.as_u64(),
            _ => None,
        }
    }

    /// Keeps the coroutine of an ended task for reuse, unless a script may hold it.
    fn recycle(&self, thread: Thread) {
        if thread.status() == ThreadStatus::Finished && !self.core.escaped.get() {
            self.keep(thread);
        }
    }

    fn keep(&self, thread: Thread) {
        let mut pool = self.pool.borrow_mut();
        if pool.len() < POOL {
            pool.push(thread);
        }
    }

    /// A coroutine with `xpcall` at its root, from the pool if possible.
    fn thread(&self) -> mlua::Result<Thread> {
        let recycled = self.pool.borrow_mut().pop();
        match recycled {
            Some(thread) if !self.core.escaped.get() => {
                thread.reset(self.root.clone())?;
                Ok(thread)
            }
            _ => self.lua.create_thread(self.root.clone()),
        }
    }
}

/// Whether a step ended at the memory limit. What it left is then garbage, even if the heap has
/// hardly grown since the last collection.
fn ran_out_of_memory<T>(outcome: &Result<T, ScriptError>) -> bool {
    matches!(outcome, Err(error) if error.kind == ErrorKind::Memory)
}
