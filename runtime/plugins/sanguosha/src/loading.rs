//! Running the scripts of a package, once each.

use mlua::{Function, Table};

use super::chunks::Chunks;
use super::host::{Host, Thinking};
use super::source::PackageSource;
use fangqi_vm::{ErrorKind, ScriptError, Step};

impl Host {
    /// Runs a package and its AI: see [`super::SgsVm::load`].
    pub(super) fn load(&self, package: &PackageSource, chunks: &Chunks) -> Result<(), ScriptError> {
        let ended = self.run_script(&chunks.main, package.name(), true)?;
        let found: bool = self.vm.call(&self.run.end_package, ended)?;
        if !found {
            return Err(ScriptError {
                script: package.script().name().to_owned(),
                message: "it has no package: extension = sgs.Package(\"name\")".to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            });
        }
        let Some(think) = &self.think else { return Ok(()) };
        for ((script, text), chunk) in package.ai().iter().zip(&chunks.ai) {
            self.has_ai.set(true);
            // Only computers hear it, and play without it; the package is as good as it was.
            if let Err(error) = self.run_script(chunk, script.name(), false) {
                self.fault(script.name(), &error);
            }
            self.check_numbers(think, script.name(), text)?;
        }
        Ok(())
    }

    /// Tells the author of an AI file that has just been run which entries of tables are no
    /// numbers. Where they are is the last line that names them.
    fn check_numbers(&self, think: &Thinking, script: &str, text: &str) -> Result<(), ScriptError> {
        let wrong: Vec<[String; 2]> = self.vm.call(&think.ai_wrong_numbers, ())?;
        for [name, message] in wrong {
            let names = |line: &str| {
                line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
            };
            let line = text.lines().enumerate().filter(|(_, line)| names(line)).last();
            let line = line.map_or(0, |(at, _)| at + 1);
            self.shared.caught("AI", &format!("{script}:{line}: {message}"));
        }
        Ok(())
    }

    /// Runs a script in globals of its own; these, and what it returns. Luau hears of failures.
    fn run_script(
        &self,
        chunk: &Function,
        name: &str,
        package: bool,
    ) -> Result<(Table, Option<mlua::Value>), ScriptError> {
        let env: Table = self.vm.call(&self.run.begin_script, (chunk, name, package))?;
        // Its library names are those it was compiled with until it says otherwise.
        env.set_safeenv(true);
        // As `require` does, it is told its name: `module(..., package.seeall)`.
        match self.vm.start(chunk.clone(), format!("extensions.{name}")) {
            Ok((_, Step::Done(results))) => Ok((env, results.into_iter().next())),
            Ok(_) => Ok((env, None)),
            Err(error) => {
                if package {
                    let _: bool = self.vm.call(&self.run.end_package, ())?;
                }
                Err(error)
            }
        }
    }
}
