//! Type stubs and the reference page of the Lua API, written from the modules' own tables.

mod luacats;
mod luau;
mod reference;
mod test_table;

pub use luacats::luacats_stubs;
pub use luau::{
    luau_definitions, luau_definitions_of, luau_definitions_of_scripts, luau_definitions_of_tests,
};
pub use reference::reference;
pub use test_table::TEST;

use std::collections::BTreeSet;

pub use super::modules;
pub use super::names::names;
pub use fangqi_binding::Status;
use fangqi_binding::{ParamSpec, Style};
use fangqi_plugin::ctx::FunctionSpec;
use fangqi_plugin::{EventSpec, Plugin, Plugins, TypeSpec};
use fangqi_vm::{Vm, VmError, VmLimits};

use super::globals::GLOBALS;

/// A function of the API, as tools see it.
#[derive(Debug, Clone, Copy)]
pub struct ApiFunction {
    /// The global table it is in.
    pub module: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does, without the example.
    pub doc: Doc,
    /// Whether it returns an error code first.
    pub returns_code: bool,
    /// Whether the calling handler may wait in it.
    pub waits: bool,
    /// How far it does what the API that it follows says.
    pub status: Status,
    /// Names of its parameters, in order.
    params: &'static [ParamSpec],
}

/// A documentation text as it stands in the source.
#[derive(Debug, Clone, Copy)]
pub struct Doc(&'static str);

/// The files of `scripts/types`, for a program with these plugins: their names and what is in them.
pub fn files(plugins: Plugins) -> Vec<(&'static str, String)> {
    let mut files = vec![
        ("fangqi.d.luau", luau_definitions(plugins)),
        ("fangqi.lua", luacats_stubs(plugins)),
        ("reference.md", reference(plugins)),
    ];
    files.extend(plugins.iter().flat_map(Plugin::pages));
    files
}

/// The names of all globals that scripts of rooms find.
///
/// # Errors
/// There is no VM.
pub fn globals(plugins: Plugins) -> Result<BTreeSet<String>, VmError> {
    let vm = Vm::new(&VmLimits { memory: 16 << 20, fuel: 0 }, 0)?;
    let mut all = vm.library_names()?;
    all.extend(names(plugins).map(str::to_owned));
    all.extend(GLOBALS.iter().map(|global| global.name.to_owned()));
    Ok(all)
}

/// The kinds of tables that functions take and return, those of tests of maps last.
fn tables(plugins: Plugins) -> impl Iterator<Item = &'static TypeSpec> {
    plugins.lua_types().chain([&TEST])
}

/// The events that rooms raise, the kernel's own first.
pub fn events(plugins: Plugins) -> impl Iterator<Item = &'static EventSpec> {
    crate::api::EVENTS.iter().chain(plugins.events())
}

/// Every function of every module, in the order of the reference page.
pub fn functions(plugins: Plugins) -> impl Iterator<Item = ApiFunction> {
    crate::api::modules(plugins).flat_map(|module| {
        module.all().map(|function| ApiFunction {
            module: module.name,
            name: function.name,
            doc: Doc(function.doc),
            returns_code: function.style == Style::Code,
            waits: function.waits,
            params: function.params,
            status: function.status(),
        })
    })
}

impl ApiFunction {
    /// Types of its parameters, as Luau writes them.
    pub fn param_types(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.params.iter().map(|param| param.ty)
    }

    /// Names of its parameters, the module itself not counted.
    pub fn params(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.params.iter().map(|param| param.name)
    }
}

impl Doc {
    /// What it says, in lines.
    pub fn lines(self) -> impl Iterator<Item = &'static str> {
        self.all().filter(|line| example(line).is_none())
    }

    /// The calls it shows.
    pub fn examples(self) -> impl Iterator<Item = &'static str> {
        self.all().filter_map(example)
    }

    fn all(self) -> impl Iterator<Item = &'static str> {
        self.0.lines().map(str::trim).filter(|line| !line.is_empty())
    }
}

/// The call in an example line.
fn example(line: &'static str) -> Option<&'static str> {
    line.strip_prefix("Example:").map(|call| call.trim().trim_matches('`'))
}

/// A result of a function: its name, and its type on success.
struct ResultType {
    name: &'static str,
    ty: &'static str,
}

/// What a function returns, the code first if there is one. Everything but a code may be nil: after
/// a failure there is only the code, or nil and the reason.
fn results(function: &FunctionSpec) -> Vec<ResultType> {
    let own = function.results.iter().map(|result| ResultType { name: result.name, ty: result.ty });
    let code = ResultType { name: "code", ty: "number" };
    let reason = ResultType { name: "reason", ty: "string" };
    match (function.style, function.results.len()) {
        _ if function.sure => own.collect(),
        (Style::Code, _) => [code].into_iter().chain(own).collect(),
        (Style::Value, 0) => vec![ResultType { name: "nothing", ty: "nil" }, reason],
        (Style::Value, 1) => own.chain([reason]).collect(),
        (Style::Value, _) => own.collect(),
    }
}
