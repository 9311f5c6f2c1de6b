//! Modules of a map: files that its scripts and its rules require.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_vm::{Compiled, Modules, compile, required_modules};

use super::error::PackageError;
use super::files::{MANIFEST, MapFiles};

/// Most modules of a map.
const MODULES_MAX: usize = 64;

/// The modules that scripts require, with their sources.
#[derive(Debug, Clone, Default)]
pub struct ModuleFiles {
    /// Sources by the path that scripts write.
    pub sources: BTreeMap<String, Arc<str>>,
    /// The same, compiled.
    pub compiled: Modules,
}

impl MapFiles<'_> {
    /// Adds the modules that a script requires, and those that they require, as far as the files
    /// are there. What is not there fails when it is required, at the line that does.
    ///
    /// # Errors
    /// One of them cannot be read or compiled, or there are too many.
    pub fn modules(&self, script: &str, found: &mut ModuleFiles) -> Result<(), PackageError> {
        let mut sources: Vec<Arc<str>> = vec![script.into()];
        while let Some(source) = sources.pop() {
            for path in required_modules(&source) {
                let file = format!("{path}.lua");
                if found.sources.contains_key(path) || !self.has(&file) {
                    continue;
                }
                if found.sources.len() == MODULES_MAX {
                    return Err(PackageError::Invalid {
                        path: format!("{}/{file}", self.map()),
                        message: format!("a map has at most {MODULES_MAX} modules"),
                    });
                }
                let text: Arc<str> = self.text(&file, MANIFEST)?.into();
                let module = compile(&format!("{}/{file}", self.map()), text.as_bytes())?;
                found.compiled.insert(path.to_owned(), module);
                found.sources.insert(path.to_owned(), Arc::clone(&text));
                sources.push(text);
            }
        }
        Ok(())
    }
}

impl ModuleFiles {
    /// One of them that asks for machine code.
    pub(super) fn native(&self) -> Option<&Compiled> {
        self.compiled.values().find(|module| module.wants_native())
    }
}
