//! What those who look at packages ask a VM: what there is, and what of a package was run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use mlua::{Table, Value};

use super::constants;
use super::host::{Host, SgsVm};
use super::prims::own;
use fangqi_vm::{ErrorKind, ScriptError};

/// Where the counts are kept among what the Luau half keeps for itself.
const COUNTS: &str = "counts";

/// The functions of a skill or a card that the host calls. Those named first are what helpers write
/// others around.
const CALLBACKS: &[&str] = &[
    "on_gamestart",
    "on_damaged",
    "on_trigger",
    "can_trigger",
    "view_filter",
    "view_as",
    "enabled_at_play",
    "enabled_at_response",
    "enabled_at_nullification",
    "is_prohibited",
    "correct_func",
    "extra_func",
    "residue_func",
    "distance_limit_func",
    "extra_target_func",
    "filter",
    "feasible",
    "available",
    "is_cancelable",
    "about_to_use",
    "on_use",
    "on_effect",
    "on_nullified",
    "on_install",
    "on_uninstall",
];

impl SgsVm {
    /// Counts from now on how often functions of skills and cards are run. It costs fuel.
    ///
    /// # Errors
    /// Out of memory.
    pub fn observe(&self) -> Result<(), ScriptError> {
        static SCRIPT: OnceLock<Vec<u8>> = OnceLock::new();
        let Host { vm, kit, .. } = &*self.host;
        let source = include_str!("lua/observe.luau");
        let script = own(vm, &vm.library(), &SCRIPT, source).map_err(failed)?;
        let counts: Table = vm.call(&script, (kit, CALLBACKS.to_vec()))?;
        kit.raw_set(COUNTS, counts).map_err(failed)
    }

    /// How often functions of skills and cards were run since [`Self::observe`]: by the skill or
    /// card (`#name` for those of skills), and by the function's name.
    ///
    /// # Errors
    /// Nobody observes.
    pub fn observed(&self) -> Result<BTreeMap<String, BTreeMap<String, u64>>, ScriptError> {
        self.host.kit.raw_get(COUNTS).map_err(failed)
    }

    /// What there is of each class by the name of its methods, and of `sgs` but for its numbers; to
    /// be held against what is [declared](super::api).
    ///
    /// # Errors
    /// Out of memory.
    pub fn members(&self) -> Result<BTreeMap<String, Vec<String>>, ScriptError> {
        self.host.members().map_err(failed)
    }
}

impl Host {
    /// See [`SgsVm::members`].
    pub(super) fn members(&self) -> mlua::Result<BTreeMap<String, Vec<String>>> {
        let table = |name: &str| self.kit.raw_get::<Table>(name);
        let (classes, sgs) = (table("classes")?, table("sgs")?);
        let constants: BTreeSet<String> =
            constants::constants().into_iter().map(|(name, _)| name).collect();
        let mut members = BTreeMap::new();
        for (name, class) in classes.pairs::<String, Table>().flatten() {
            let methods = class.pairs::<String, Value>().flatten();
            let methods = methods.filter(|(_, value)| value.is_function()).map(|(name, _)| name);
            members.insert(name, methods.collect());
        }
        let own = sgs.pairs::<String, Value>().flatten().map(|(name, _)| name);
        let own = own.filter(|name| !constants.contains(name));
        members.insert("sgs".to_owned(), own.collect());
        Ok(members)
    }
}

fn failed(error: mlua::Error) -> ScriptError {
    ScriptError::plain(ErrorKind::Error, error.to_string())
}
