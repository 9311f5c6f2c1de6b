//! The Lua API, module by module: what each function does for good and for bad arguments.

mod area;
mod block;
mod boards;
mod cards;
mod clock;
#[path = "../common/mod.rs"]
mod common;
mod data;
mod game;
mod graphics;
mod hostile;
mod player;
mod rules;
mod support;
mod timers;
mod types;
mod view;
mod world;

use fangqi_room::plugin::Plugins;

/// The plugins that these tests need.
const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_doudizhu::Doudizhu,
    &fangqi_plugin_sanguosha::Sanguosha,
]);
