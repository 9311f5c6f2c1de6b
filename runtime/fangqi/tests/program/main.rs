//! The program as people run it: its commands, its servers, its files.

#[cfg(unix)]
mod audit;
mod authors;
mod backups;
#[cfg(unix)]
#[path = "../../../server/tests/log/postgres/cluster.rs"]
#[expect(dead_code, reason = "the tests of the log need the rest")]
mod cluster;
mod command_line;
mod helping;
mod hostile_log;
mod kill;
mod load;
#[cfg(unix)]
mod nodes;
mod operating;
mod reading;
#[cfg(unix)]
mod restart;
mod sanguosha_check;
mod settings;
mod xiangqi;

use fangqi_room::plugin::Plugins;

/// The plugins that the maps of these tests need.
const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_rules::Rules,
    &fangqi_plugin_xiangqi::Xiangqi,
]);
