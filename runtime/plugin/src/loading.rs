use std::fmt;
use std::rc::Rc;

use fangqi_vm::{Compiled, ScriptError, Vm};
use mlua::{Function, MultiValue};

use crate::ctx::Ctx;

/// Prepares a room for a plugin. The error ends the loading, as one of the map's scripts would.
pub type LoadRoom = fn(&mut Loading<'_>) -> Result<(), ScriptError>;

/// Starts a function with arguments.
type StartScript<'a> = &'a mut dyn FnMut(Function, MultiValue) -> Result<(), ScriptError>;

/// A room whose API is there and whose scripts have not run yet.
pub struct Loading<'a> {
    /// The room.
    pub ctx: &'a Ctx,
    /// Its VM.
    pub vm: &'a Rc<Vm>,
    /// Whether the log tells of errors that scripts catch by themselves.
    pub tells_caught: bool,
    start: StartScript<'a>,
}

impl<'a> Loading<'a> {
    /// A room before its scripts run, and what starts a function in it.
    pub fn new(ctx: &'a Ctx, vm: &'a Rc<Vm>, tells_caught: bool, start: StartScript<'a>) -> Self {
        Self { ctx, vm, tells_caught, start }
    }

    /// Runs a script of the map as the room runs its others.
    ///
    /// # Errors
    /// It failed.
    pub fn run(&mut self, script: &Compiled) -> Result<(), ScriptError> {
        let chunk = self.vm.load(script)?;
        self.start(chunk, MultiValue::new())
    }

    /// Starts a function as the room starts its scripts: it may wait.
    ///
    /// # Errors
    /// It failed.
    pub fn start(&mut self, function: Function, arguments: MultiValue) -> Result<(), ScriptError> {
        (self.start)(function, arguments)
    }
}

impl fmt::Debug for Loading<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Loading").field("ctx", self.ctx).finish_non_exhaustive()
    }
}
