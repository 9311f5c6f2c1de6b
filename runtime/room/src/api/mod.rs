//! The Lua API of a room, one file a module. Each module is declared once, with [`lua_module!`].

pub(crate) mod args;
pub(crate) mod ctx;
mod doudizhu;
mod results;
mod spec;
mod text;
mod thinking;

mod board;
mod checkpoint;
mod clock;
mod event_list;
mod events;
mod hud;
mod insight;
mod marks;
mod miniworld;
mod names;
mod panel;
mod request;
mod sanguosha;
mod seats;
mod select;
mod stand_in;
mod threadpool;
mod xiangqi;
mod zones;

pub mod types;

use std::rc::Rc;

pub use ctx::Ctx;
pub use event_list::{EVENTS, EventSpec};
pub use miniworld::Dialect;
pub use names::names;
pub use spec::ModuleSpec;
pub use stand_in::{answer_by_default, stand_in};

use fangqi_vm::Vm;

/// Every module, in the order of the reference pages.
pub static MODULES: &[&ModuleSpec] = &[
    &events::SCRIPT_SUPPORT_EVENT,
    &threadpool::THREADPOOL,
    &miniworld::WORLD,
    &miniworld::BLOCK,
    &miniworld::AREA,
    &miniworld::ACTOR,
    &miniworld::CREATURE,
    &miniworld::PLAYER,
    &miniworld::ITEM,
    &miniworld::BACKPACK,
    &miniworld::BUFF,
    &miniworld::TEAM,
    &miniworld::WORLD_CONTAINER,
    &miniworld::SPAWNPORT,
    &miniworld::CHAT,
    &miniworld::GAME,
    &miniworld::MINI_TIMER,
    &miniworld::GRAPHICS,
    &miniworld::LISTEN_PARAM,
    &miniworld::CUSTOM_UI,
    &miniworld::UI,
    &miniworld::MAP_MARK,
    &miniworld::DISPLAY_BOARD,
    &miniworld::OBJECT_LIB,
    &miniworld::VAR_LIB,
    &miniworld::VALUEGROUP,
    &miniworld::CLOUD_SEVER,
    &miniworld::RULES,
    &miniworld::JSON,
    &miniworld::VIEW,
    &hud::HUD,
    &seats::SEATS,
    &clock::CLOCK,
    &request::REQUEST,
    &marks::MARKS,
    &zones::ZONES,
    &board::BOARD,
    &xiangqi::XIANGQI,
    &doudizhu::DOUDIZHU,
    &sanguosha::SANGUOSHA,
    &checkpoint::CHECKPOINT,
];

/// Puts the whole API into the VM's globals.
pub fn install(vm: &Rc<Vm>, ctx: &Ctx) -> mlua::Result<()> {
    ctx.set_fuel(vm.fuel());
    let globals = vm.lua().globals();
    names::install(&globals, vm, ctx)?;
    text::install(&globals, vm.lua(), ctx)?;
    stand_in::install(vm, ctx)?;
    miniworld::install(&globals, vm)
}

/// Reads a text that a script returned.
pub fn read_text(value: &mlua::Value, lua: &mlua::Lua) -> Result<crate::model::LocalText, String> {
    args::Arg::read(value, lua)
}
