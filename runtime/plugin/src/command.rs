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
    pub run: fn(&CommandContext<'_>) -> anyhow::Result<()>,
}

/// An error that cannot leave its thread, such as one that holds Lua values, as a cause for the
/// person who called a command: only its text is kept.
pub fn cause(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

/// What went wrong and its causes, in a line. Many errors end in the text of their cause; that is
/// not said twice.
pub fn with_causes(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |told, cause| {
        let cause = cause.to_string();
        match told.as_str() {
            "" => cause,
            told if told.ends_with(&cause) => told.to_owned(),
            told => format!("{told}: {cause}"),
        }
    })
}

/// Finds the folder for a new map, by the folder of maps, if one is named, and the map's name.
pub type FindPlace<'a> = &'a dyn Fn(Option<PathBuf>, &str) -> anyhow::Result<NewMap>;

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
    pub play: &'a dyn Fn(&str, PathBuf) -> anyhow::Result<()>,
}

impl std::fmt::Debug for CommandContext<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CommandContext").field("args", &self.args).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn causes_are_told_once() {
        let missing = || std::io::Error::other("no such file");
        let error = Err::<(), _>(missing()).context("a.toml").context("the map is broken");
        assert_eq!(with_causes(&error.unwrap_err()), "the map is broken: a.toml: no such file");
        let error = Err::<(), _>(missing()).context("a.toml: no such file").unwrap_err();
        assert_eq!(with_causes(&error), "a.toml: no such file");
    }
}
