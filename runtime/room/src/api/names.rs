//! The globals of the API: modules and enumerations, each made when a script first names it. A map
//! uses some ten of a hundred, and each costs memory in every room.

use std::rc::Rc;

use fangqi_plugin::ctx::{Ctx, ModuleSpec};
use fangqi_plugin::{EnumSpec, Plugins};
use fangqi_vm::Vm;
use mlua::{Lua, Table, Value};

/// Every name that is found, other names of modules too.
pub fn names(plugins: Plugins) -> impl Iterator<Item = &'static str> {
    let modules = super::modules(plugins).flat_map(|spec| spec.aliases.iter().chain([&spec.name]));
    modules.copied().chain(plugins.enums().map(|spec| spec.name))
}

/// What is behind a name.
enum Named {
    Module(&'static ModuleSpec),
    Numbers(&'static EnumSpec),
}

impl Named {
    fn find(name: &str, plugins: Plugins) -> Option<Self> {
        let mut modules = super::modules(plugins);
        let module = modules.find(|spec| spec.name == name || spec.aliases.contains(&name));
        let numbers = || plugins.enums().find(|spec| spec.name == name).map(Self::Numbers);
        module.map(Self::Module).or_else(numbers)
    }

    fn make(&self, lua: &Lua, vm: &Rc<Vm>, ctx: &Ctx) -> mlua::Result<Table> {
        match self {
            Self::Module(spec) => fangqi_binding::make(spec, vm, ctx),
            Self::Numbers(spec) => numbers(spec, lua),
        }
    }

    fn names(&self) -> Vec<&'static str> {
        match self {
            Self::Module(spec) => spec.aliases.iter().chain([&spec.name]).copied().collect(),
            Self::Numbers(spec) => vec![spec.name],
        }
    }
}

/// Has the names found where neither scripts nor libraries define them; from then on they are
/// among the scripts' `globals`, except where a plugin runs the scripts in an environment of its
/// own, in which what they define under such a name does not hide what is behind it.
pub(super) fn install(
    globals: &Table,
    vm: &Rc<Vm>,
    ctx: &Ctx,
    plugins: Plugins,
) -> mlua::Result<()> {
    let lua = vm.lua();
    // Pages of the interface find the modules past globals of the map's scripts.
    let made = lua.create_table()?;
    let shadowed = ctx.host().package.runs_scripts();
    let of = ctx.clone();
    // The VM owns this closure: holding the VM strongly here would keep both alive for ever.
    let (weak_vm, ctx, scripts) = (Rc::downgrade(vm), ctx.clone(), globals.clone());
    let find = lua.create_function(move |lua, name: Value| {
        let known: Value = made.raw_get(&name)?;
        if !known.is_nil() {
            return Ok(known);
        }
        let text = name.as_string();
        let named = text.and_then(|name| Named::find(&name.to_str().ok()?, plugins));
        let (Some(named), Some(vm)) = (named, weak_vm.upgrade()) else { return Ok(Value::Nil) };
        let table = named.make(lua, &vm, &ctx)?;
        for name in named.names() {
            made.raw_set(name, &table)?;
            if !shadowed && scripts.raw_get::<Value>(name)?.is_nil() {
                scripts.raw_set(name, &table)?;
            }
        }
        Ok(Value::Table(table))
    })?;
    of.script().names = Some(find.clone());
    let look_up = lua.create_function(move |_, (_, name): (Value, Value)| {
        let shadows = of.script().shadows.clone();
        let shadow = shadows.map(|find| find.call::<Value>(&name)).transpose()?;
        match shadow.filter(|shadow| !shadow.is_nil()) {
            Some(shadow) => Ok(shadow),
            None => find.call(name),
        }
    })?;
    vm.look_up(look_up)
}

/// Makes the table of an enumeration.
fn numbers(spec: &EnumSpec, lua: &Lua) -> mlua::Result<Table> {
    let numbers = lua.create_table_with_capacity(0, spec.members.len())?;
    for (name, number) in spec.members {
        numbers.raw_set(*name, *number)?;
    }
    Ok(numbers)
}
