//! The Mini World dialect: modules whose functions return a code first, and the numbers with names
//! that go with them.

mod area;
mod block;
mod chat;
mod dates;
mod enums;
mod game;
mod globals;
mod graphics;
mod json;
mod json_value;
mod markup;
mod minitimer;
mod player;
mod regions;
mod support;
mod view;
mod world;

use mlua::Table;

pub use area::AREA;
pub use block::BLOCK;
pub use chat::CHAT;
pub use enums::ENUMS;
pub use game::GAME;
pub use globals::GLOBALS;
pub use graphics::GRAPHICS;
pub use json::JSON;
pub use minitimer::MINI_TIMER;
pub use player::PLAYER;
pub use view::VIEW;
pub use world::WORLD;

use crate::vm::Vm;

/// Puts what belongs to no module into the globals.
pub(super) fn install(globals: &Table, vm: &Vm) -> mlua::Result<()> {
    globals::install(globals, vm)?;
    for spec in ENUMS {
        let numbers = vm.lua().create_table_with_capacity(0, spec.members.len())?;
        for (name, number) in spec.members {
            numbers.raw_set(*name, *number)?;
        }
        globals.raw_set(spec.name, numbers)?;
    }
    Ok(())
}
