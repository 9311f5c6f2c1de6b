//! Running the commands of plugins.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, bail};
use fangqi_room::plugin::{CommandContext, NewMap, Plugin};

use crate::cli::PlayArgs;
use crate::maps::{self, MapFolder};
use crate::plugins::PLUGINS;
use crate::{new, serve};

/// Runs a command of a plugin: its name and arguments.
pub(crate) fn run(args: &[OsString]) -> anyhow::Result<()> {
    let (name, args) = args.split_first().context("no command is named")?;
    let mut commands = PLUGINS.iter().flat_map(Plugin::commands);
    let command = commands.find(|command| *name == *command.name);
    let command = command.with_context(|| format!("there is no command `{}`", name.display()))?;
    (command.run)(&CommandContext {
        args,
        shipped: &MapFolder::shipped,
        new_map: &new_map,
        play: &play,
    })
}

/// The folder for a new map.
fn new_map(maps: Option<PathBuf>, name: &str) -> anyhow::Result<NewMap> {
    let maps = maps.unwrap_or_else(|| maps::OWN.into());
    new::check_name(name)?;
    if let Some(place) = maps::place_of(&maps, name) {
        let shown = place.display();
        bail!("{shown} exists already; choose another name with --name");
    }
    Ok(NewMap { folder: maps.join(name), maps })
}

/// Plays a map as `fangqi play` does.
fn play(map: &str, maps: PathBuf) -> anyhow::Result<()> {
    serve::play(PlayArgs::of(map.to_owned(), maps))
}
