//! The Mini World dialect: modules whose functions return a code first, and the numbers with names
//! that go with them.

mod actor;
mod actor_life;
mod actor_look;
mod area;
mod area_more;
mod backpack;
mod backpack_new;
mod backpack_single;
mod block;
mod block_more;
mod buff;
mod buff_new;
mod chat;
mod cloud;
mod container;
mod creature;
mod customui;
mod customui_anim;
mod dates;
mod dialect;
mod enums;
mod game;
mod game_effects;
mod game_rules;
mod globals;
mod graphics;
mod graphics_lines;
mod graphics_space;
mod item;
mod json;
mod json_value;
mod lenient;
mod listen;
mod markup;
mod minitimer;
mod object;
mod objects;
mod places;
mod player;
mod player_body;
mod player_view;
mod regions;
mod rules;
mod scalars;
mod support;
mod team;
mod ui;
mod valuegroup;
mod varlib;
mod view;
mod world;
mod world_life;
mod world_sky;

use mlua::{Lua, Table};

pub use actor::ACTOR;
pub use area::AREA;
pub use backpack::BACKPACK;
pub use block::BLOCK;
pub use buff::BUFF;
pub use chat::CHAT;
pub use cloud::CLOUD_SEVER;
pub use container::WORLD_CONTAINER;
pub use creature::CREATURE;
pub use customui::CUSTOM_UI;
pub use dialect::Dialect;
pub use enums::{ENUMS, EnumSpec};
pub use game::GAME;
pub use game_rules::GAME_RULES;
pub use globals::GLOBALS;
pub use graphics::GRAPHICS;
pub use item::ITEM;
pub use json::JSON;
pub use listen::LISTEN_PARAM;
pub use minitimer::MINI_TIMER;
pub use places::{DISPLAY_BOARD, MAP_MARK, OBJECT_LIB, SPAWNPORT};
pub use player::PLAYER;
pub use rules::RULES;
pub use team::TEAM;
pub use ui::UI;
pub use valuegroup::VALUEGROUP;
pub use varlib::VAR_LIB;
pub use view::VIEW;
pub use world::WORLD;

use fangqi_vm::Vm;

/// Puts what belongs to no module into the globals.
pub(super) fn install(globals: &Table, vm: &Vm) -> mlua::Result<()> {
    globals::install(globals, vm)
}

/// Makes the table of an enumeration.
///
/// # Errors
/// Out of memory.
pub(super) fn numbers(spec: &EnumSpec, lua: &Lua) -> mlua::Result<Table> {
    let numbers = lua.create_table_with_capacity(0, spec.members.len())?;
    for (name, number) in spec.members {
        numbers.raw_set(*name, *number)?;
    }
    Ok(numbers)
}
