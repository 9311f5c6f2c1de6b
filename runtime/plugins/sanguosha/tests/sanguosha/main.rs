//! Sanguosha packages: those of the program, those of others, and those that are wrong.

mod again;
mod ai;
mod api;
mod authors;
mod bad;
mod content;
mod forged;
mod minds;
mod module;
mod packages;
mod room;
mod secrets;
mod speed;
mod support;
mod vm_reuse;

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds,
        &fangqi_plugin_sanguosha::Sanguosha
    ]));
}
