//! The scripts of a package, loaded into a VM and not run.

use mlua::Function;

use super::source::PackageSource;
use fangqi_vm::{ScriptError, Vm};

/// The scripts of a package as functions that have not run.
pub(super) struct Chunks {
    /// The package itself.
    pub(super) main: Function,
    /// Its AI.
    pub(super) ai: Vec<Function>,
}

impl Chunks {
    pub(super) fn of(vm: &Vm, package: &PackageSource) -> Result<Chunks, ScriptError> {
        let main = vm.load(package.script())?;
        let ai =
            package.ai().iter().map(|(script, _)| vm.load(script)).collect::<Result<_, _>>()?;
        Ok(Chunks { main, ai })
    }

    /// The same scripts as other functions, to be run in other globals.
    pub(super) fn again(&self) -> mlua::Result<Chunks> {
        let ai = self.ai.iter().map(Function::deep_clone).collect::<mlua::Result<_>>()?;
        Ok(Chunks { main: self.main.deep_clone()?, ai })
    }
}
