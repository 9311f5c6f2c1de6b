use std::fmt;
use std::rc::Rc;

use fangqi_vm::{Compiled, ScriptError, Vm};

use crate::ctx::Ctx;

/// Prepares a room for a plugin. The error ends the loading, as one of the map's scripts would.
pub type LoadRoom = fn(&mut Loading<'_>) -> Result<(), ScriptError>;

/// A room whose API is there and whose scripts have not run yet.
pub struct Loading<'a> {
    /// The room.
    pub ctx: &'a Ctx,
    /// Its VM.
    pub vm: &'a Rc<Vm>,
    run: &'a mut dyn FnMut(&Compiled) -> Result<(), ScriptError>,
}

impl<'a> Loading<'a> {
    pub(crate) fn new(
        ctx: &'a Ctx,
        vm: &'a Rc<Vm>,
        run: &'a mut dyn FnMut(&Compiled) -> Result<(), ScriptError>,
    ) -> Self {
        Self { ctx, vm, run }
    }

    /// Runs a script of the map as the room runs its others.
    ///
    /// # Errors
    /// It failed.
    pub fn run(&mut self, script: &Compiled) -> Result<(), ScriptError> {
        (self.run)(script)
    }
}

impl fmt::Debug for Loading<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Loading").field("ctx", self.ctx).finish_non_exhaustive()
    }
}
