//! Rooms: seats, clocks, cards, checkpoints, reloads, taking back, and scripts that abuse them.

mod absence;
mod abuse;
mod attacks;
mod cards;
mod checkpoint;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod environment;
mod package;
mod play;
mod plugins;
mod reload;
#[path = "../../../vm/tests/vm/support/mod.rs"]
mod support;
mod take_back;

use support::abuse as hammering;

use fangqi_room::plugin::Plugins;

/// The plugins that these tests need.
const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_doudizhu::Doudizhu,
    &fangqi_plugin_sanguosha::Sanguosha,
]);
