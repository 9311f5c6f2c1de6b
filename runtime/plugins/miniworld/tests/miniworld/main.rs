//! Maps of Mini World scripts: their environment, what lives in them, what players do in them.

mod afterwards;
mod body;
mod check;
mod conventions;
mod deeds;
mod environment;
mod events;
mod examples;
mod habits;
mod hostile;
mod life;
mod matches;
mod refusals;
mod shown;
mod steps;
mod support;
mod table;
mod taken;

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds
    ]));
}
