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

use fangqi_plugin::{Loading, ModuleSpec};
use fangqi_vm::ScriptError;

use crate::map::MiniMap;
pub(crate) use enums::ENUMS;
pub(crate) use game_rules::GAME_RULES;

/// Every module, in the order of the reference pages.
pub(crate) static MODULES: &[&ModuleSpec] = &[
    &world::WORLD,
    &block::BLOCK,
    &area::AREA,
    &actor::ACTOR,
    &creature::CREATURE,
    &player::PLAYER,
    &item::ITEM,
    &backpack::BACKPACK,
    &buff::BUFF,
    &team::TEAM,
    &container::WORLD_CONTAINER,
    &places::SPAWNPORT,
    &chat::CHAT,
    &game::GAME,
    &minitimer::MINI_TIMER,
    &graphics::GRAPHICS,
    &listen::LISTEN_PARAM,
    &customui::CUSTOM_UI,
    &ui::UI,
    &places::MAP_MARK,
    &places::DISPLAY_BOARD,
    &places::OBJECT_LIB,
    &varlib::VAR_LIB,
    &valuegroup::VALUEGROUP,
    &cloud::CLOUD_SEVER,
    &rules::RULES,
    &json::JSON,
    &view::VIEW,
];

/// Runs the scripts of a map of the dialect, in the environment of the dialect.
pub(crate) fn load(loading: &mut Loading<'_>) -> Result<(), ScriptError> {
    let package = std::sync::Arc::clone(&loading.ctx.host().package);
    let Some(miniworld) = package.miniworld() else { return Ok(()) };
    let failed = |error| ScriptError::host(&error);
    let dialect =
        dialect::Dialect::install(loading.vm, loading.ctx, loading.tells_caught).map_err(failed)?;
    let own = package.scripts().iter().map(|script| (script, None));
    let of_pages = miniworld
        .pages
        .iter()
        .flat_map(|page| page.scripts.iter().map(|script| (script, Some(page.id.as_str()))));
    for (script, page) in own.chain(of_pages) {
        let chunk = loading.vm.load(script)?;
        let component = miniworld.components.contains(script.name());
        let arguments = (chunk, script.name(), page, component);
        let (run, arguments) = dialect.start(loading.vm.lua(), arguments).map_err(failed)?;
        loading.start(run, arguments)?;
    }
    Ok(())
}
