//! TEMPORARY type-check stub.
use mlua::{Function, Lua, MultiValue, Result, Thread};
#[derive(Debug, Clone)]
pub struct Compiled(String, Vec<u8>);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// k
pub enum ErrorKind {
    /// a
    Syntax,
    /// b
    Error,
    /// c
    Fuel,
    /// d
    Memory,
}
/// e
#[derive(Debug, Clone, thiserror::Error)]
#[error("{script}:{line}: {message}")]
pub struct ScriptError {
    /// a
    pub kind: ErrorKind,
    /// a
    pub script: String,
    /// a
    pub line: u32,
    /// a
    pub message: String,
    /// a
    pub traceback: String,
}
impl From<mlua::Error> for ScriptError {
    fn from(e: mlua::Error) -> Self {
        Self {
            kind: ErrorKind::Error,
            script: String::new(),
            line: 0,
            message: e.to_string(),
            traceback: String::new(),
        }
    }
}
/// e
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct VmError;
#[derive(Debug, Default)]
pub struct VmLimits {
    pub memory_bytes: usize,
}
#[derive(Debug)]
pub struct Vm {
    lua: Lua,
}
#[derive(Debug)]
pub struct Task(Thread);
#[derive(Debug)]
pub enum Step {
    Done(MultiValue),
    Waiting(u64),
}
pub fn compile(name: &str, source: &[u8]) -> std::result::Result<Compiled, ScriptError> {
    Ok(Compiled(name.into(), source.to_vec()))
}
pub fn caller(_: &Lua) -> String {
    String::new()
}
pub fn random(_: &Lua) -> Result<u64> {
    Ok(4)
}
impl Vm {
    pub fn new(_: &VmLimits, _: u64) -> std::result::Result<Self, VmError> {
        Ok(Self { lua: Lua::new() })
    }
    pub fn lua(&self) -> &Lua {
        &self.lua
    }
    pub fn on_print(&self, _: impl Fn(String) + 'static) {}
    pub fn seal(&self) -> std::result::Result<(), VmError> {
        Ok(())
    }
    pub fn set_fuel(&self, _: u64) {}
    pub fn load(&self, c: &Compiled) -> std::result::Result<Function, ScriptError> {
        Ok(self.lua.load(&c.1[..]).set_name(&c.0).into_function()?)
    }
    pub fn start(
        &self,
        f: Function,
        a: MultiValue,
    ) -> std::result::Result<(Task, Step), ScriptError> {
        let t = self.lua.create_thread(f)?;
        let s = self.resume(&Task(t.clone()), a)?;
        Ok((Task(t), s))
    }
    pub fn resume(&self, t: &Task, a: MultiValue) -> std::result::Result<Step, ScriptError> {
        Ok(Step::Done(t.0.resume(a)?))
    }
    pub fn waiting(&self, f: Function) -> Result<Function> {
        Ok(f)
    }
    pub fn memory_bytes(&self) -> usize {
        0
    }
    pub fn rng_state(&self) -> [u64; 4] {
        [0; 4]
    }
}
