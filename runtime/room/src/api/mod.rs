//! The Lua API of a room, one file a module. Each module is declared once, with
//! [`lua_module!`](crate::lua_module).

mod text;

mod checkpoint;
mod clock;
mod event_list;
mod events;
mod globals;
mod hud;
mod insight;
mod lessons;
mod marks;
mod names;
mod panel;
mod request;
mod seats;
mod select;
mod stand_in;
mod threadpool;
mod zones;

pub mod types;

use std::rc::Rc;

pub use event_list::EVENTS;
pub use names::names;
pub use stand_in::{answer_by_default, stand_in};

use fangqi_binding::args::Arg;
use fangqi_plugin::Plugins;
use fangqi_plugin::ctx::Ctx;
use fangqi_plugin::ctx::ModuleSpec;
use fangqi_vm::Vm;

/// Every module of the kernel, in the order of the reference pages.
pub static MODULES: &[&ModuleSpec] = &[
    &events::SCRIPT_SUPPORT_EVENT,
    &threadpool::THREADPOOL,
    &hud::HUD,
    &seats::SEATS,
    &clock::CLOCK,
    &request::REQUEST,
    &marks::MARKS,
    &zones::ZONES,
    &checkpoint::CHECKPOINT,
    &lessons::LESSONS,
];

/// Every Lua module: the kernel's, then those of each plugin.
pub fn modules(plugins: Plugins) -> impl Iterator<Item = &'static ModuleSpec> {
    MODULES.iter().copied().chain(plugins.modules())
}

/// Puts the whole API into the VM's globals.
pub fn install(vm: &Rc<Vm>, ctx: &Ctx, plugins: Plugins) -> mlua::Result<()> {
    ctx.set_fuel(vm.fuel());
    let globals = vm.lua().globals();
    names::install(&globals, vm, ctx, plugins)?;
    text::install(&globals, vm.lua(), ctx)?;
    stand_in::install(vm, ctx)?;
    globals::install(&globals, vm)
}

/// Reads a text that a script returned.
pub fn read_text(
    value: &mlua::Value,
    lua: &mlua::Lua,
) -> Result<fangqi_protocol::LocalText, String> {
    Arg::read(value, lua)
}
