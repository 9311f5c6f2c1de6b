//! The plugins that this program is composed of.

use fangqi_room::plugin::Plugins;

/// Each plugin; the order is that of the reference pages.
pub(crate) const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_rules::Rules,
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_doudizhu::Doudizhu,
    &fangqi_plugin_sanguosha::Sanguosha,
    &fangqi_plugin_kalah::Kalah,
]);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use clap::CommandFactory;

    use super::*;

    #[test]
    fn plugins_and_their_modules_and_commands_have_names_of_their_own() {
        let own = crate::cli::Cli::command();
        let mut commands: BTreeSet<&str> = own.get_subcommands().map(|it| it.get_name()).collect();
        let (mut names, mut modules) = (BTreeSet::new(), BTreeSet::new());
        for plugin in PLUGINS.iter() {
            let name = plugin.name();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
            assert!(names.insert(name), "two plugins are called {name}");
            for module in plugin.modules() {
                assert!(modules.insert(module.name), "two modules are called {}", module.name);
            }
            for command in plugin.commands() {
                assert!(commands.insert(command.name), "two commands are called {}", command.name);
            }
        }
    }

    #[test]
    fn a_plugin_that_exchanges_types_with_pages_has_a_part_of_the_page() {
        let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
        for plugin in PLUGINS.iter() {
            let client = plugins.join(plugin.name()).join("client");
            let has = ["plugin.ts", "scene.ts"].iter().any(|module| client.join(module).is_file());
            assert_eq!(plugin.wire_types().is_some(), has, "{}", plugin.name());
        }
    }
}
