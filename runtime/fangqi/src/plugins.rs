//! The plugins that this program is composed of.

use std::ffi::OsString;

use fangqi_room::plugin::{CommandContext, Plugin, Plugins};

use crate::maps::MapFolder;

/// Each plugin; the order is that of the reference pages.
pub(crate) const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_doudizhu::Doudizhu,
    &fangqi_plugin_sanguosha::Sanguosha,
    &fangqi_plugin_kalah::Kalah,
]);

/// Runs a command of a plugin: its name and arguments.
pub(crate) fn run(args: &[OsString]) -> Result<(), String> {
    let (name, args) = args.split_first().ok_or("no command is named")?;
    let mut commands = PLUGINS.iter().flat_map(Plugin::commands);
    let command = commands.find(|command| *name == *command.name);
    let command = command.ok_or_else(|| format!("there is no command `{}`", name.display()))?;
    (command.run)(&CommandContext { args, shipped: &MapFolder::shipped })
}
