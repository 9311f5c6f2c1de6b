//! The plugins that this program is composed of.

use fangqi_room::plugin::Plugins;

/// Each plugin; the order is that of the reference pages.
pub(crate) const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_doudizhu::Doudizhu,
    &fangqi_plugin_sanguosha::Sanguosha,
    &fangqi_plugin_kalah::Kalah,
]);
