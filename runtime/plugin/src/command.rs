use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// A subcommand of the program that a plugin brings: `fangqi NAME …`.
///
/// Commands run outside of rooms: they may read files, clocks and standard input. They print
/// through `fangqi_text::out`, which makes other people's text safe to show.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Runs it. An error is a sentence for the person who called it.
    pub run: fn(&CommandContext<'_>) -> Result<(), String>,
}

/// Finds the folder for a new map, by the folder of maps, if one is named, and the map's name.
pub type FindPlace<'a> = &'a dyn Fn(Option<PathBuf>, &str) -> Result<NewMap, String>;

/// Where a new map goes.
#[derive(Debug, Clone)]
pub struct NewMap {
    /// The folder of maps.
    pub maps: PathBuf,
    /// The map's own folder in it, which is not there yet.
    pub folder: PathBuf,
}

/// What the program hands to a command.
#[derive(Clone, Copy)]
pub struct CommandContext<'a> {
    /// The arguments after the command's name.
    pub args: &'a [OsString],
    /// Unpacks the files of the maps that come with the program, by path.
    pub shipped: &'a dyn Fn() -> BTreeMap<String, Vec<u8>>,
    /// Finds the folder for a new map of an author's own.
    pub new_map: FindPlace<'a>,
    /// Plays a map of a folder of maps, by its name.
    pub play: &'a dyn Fn(&str, PathBuf) -> Result<(), String>,
}

impl std::fmt::Debug for CommandContext<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CommandContext").field("args", &self.args).finish_non_exhaustive()
    }
}
