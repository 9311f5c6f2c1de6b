//! The Lua API, module by module: what each function does for good and for bad arguments.

mod area;
mod block;
mod boards;
mod cards;
mod clock;
mod data;
mod game;
mod graphics;
mod hostile;
mod lessons;
mod player;
mod timers;
mod types;
mod view;
mod world;

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds,
        &fangqi_plugin_rules::Rules,
        &fangqi_plugin_xiangqi::Xiangqi,
        &fangqi_plugin_doudizhu::Doudizhu,
        &fangqi_plugin_sanguosha::Sanguosha
    ]));
}
