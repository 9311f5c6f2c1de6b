//! Rooms: seats, clocks, cards, checkpoints, reloads, taking back, and scripts that abuse them.

mod absence;
mod abuse;
mod attacks;
mod cards;
mod checkpoint;
mod clocks;
mod environment;
mod package;
mod play;
mod plugins;
mod reload;
#[path = "../../../vm/tests/vm/support/mod.rs"]
mod support;
mod take_back;

use common::PLUGINS;
use support::abuse as hammering;

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
