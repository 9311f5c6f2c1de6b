//! The settings of `fangqi serve`: a file, the environment and the command line, each going before
//! those named earlier.
//!
//! The options are those of clap's command and are listed nowhere else. What the file and the
//! environment say is checked value by value, so that every mistake is told with its place. It is
//! then put before the words of the command line, and clap reads all of them together.

mod file;
mod show;

use std::any::TypeId;
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgAction, Args, FromArgMatches, value_parser};

use crate::cli::ServeArgs;
pub(crate) use show::{check, example};

/// The option that names the file; the file itself cannot have it.
const FILE: &str = "config";

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
    Text,
    List,
}

impl Kind {
    fn of(option: &Arg) -> Self {
        let value = option.get_value_parser().type_id();
        let numbers = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<NonZeroU32>(),
        ];
        if matches!(option.get_action(), ArgAction::Append) {
            Self::List
        } else if value == TypeId::of::<bool>() {
            Self::Truth
        } else if numbers.iter().any(|number| value == *number) {
            Self::Number
        } else {
            Self::Text
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Truth => "true or false",
            Self::Number => "a whole number",
            Self::Text => "a text in quotes",
            Self::List => "a list of texts, such as [\"one\", \"two\"]",
        })
    }
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The file, and the line of it.
    File(usize),
    Environment,
    Flag,
}

/// The command `serve` as it is configured: flags may be taken back by `=false`, so that the
/// command line can say no to what the file says yes to.
pub(crate) fn configurable(serve: clap::Command) -> clap::Command {
    let file = Arg::new(FILE)
        .long(FILE)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Take settings from this file; `fangqi config example` writes one to begin with");
    let serve = serve.mut_args(|option| match option.get_action() {
        ArgAction::SetTrue => option
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .default_value("false")
            .hide_default_value(true)
            .value_name("true|false")
            .hide_possible_values(true)
            .value_parser(BoolishValueParser::new()),
        _ => option,
    });
    serve.arg(file).after_help(
        "Every option can also be set in the environment, as FANGQI_PORT is for --port, and in \
         the file, as port = 7878. A flag goes before the environment, and that before the file.",
    )
}

/// The command `serve` by itself.
fn serve() -> clap::Command {
    configurable(ServeArgs::augment_args(clap::Command::new("serve")))
}

/// The options of the command and their names.
fn options(serve: &clap::Command) -> impl Iterator<Item = (&str, &Arg)> {
    serve.get_arguments().filter_map(|option| Some((option.get_long()?, option)))
}

/// The name of an option in the environment.
fn variable(option: &str) -> String {
    format!("FANGQI_{}", option.replace('-', "_").to_ascii_uppercase())
}

/// What the environment says of an option. An empty value says nothing: that is how container
/// files write what is not set.
fn in_environment(option: &str) -> Option<OsString> {
    std::env::var_os(variable(option)).filter(|value| !value.is_empty())
}

/// The words up to `--`, behind which there are no options.
fn flags(words: &[OsString]) -> impl Iterator<Item = (usize, String)> {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    words.enumerate().take_while(|(_, word)| word != "--")
}

/// Where an option stands among words, with the value behind its `=`.
fn given(words: &[OsString], option: &str) -> Option<(usize, Option<String>)> {
    flags(words).find_map(|(at, word)| {
        let rest = word.strip_prefix("--")?.strip_prefix(option)?;
        match rest.strip_prefix('=') {
            Some(value) => Some((at, Some(value.to_owned()))),
            None => rest.is_empty().then_some((at, None)),
        }
    })
}

/// The file of settings that the command line or the environment names.
fn file_of(words: &[OsString]) -> Option<PathBuf> {
    match given(words, FILE) {
        Some((_, Some(value))) => Some(value.into()),
        // Without a value: clap says so.
        Some((at, None)) => words.get(at + 1).map(PathBuf::from),
        None => in_environment(FILE).map(PathBuf::from),
    }
}

/// `--option=value`
fn word(option: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("--{option}="));
    word.push(value);
    word
}

/// Why an option does not take a value.
fn misfit(serve: &clap::Command, option: &str, value: &OsStr) -> Option<String> {
    let words = ["serve".into(), word(option, value)];
    let error = serve.clone().try_get_matches_from(words).err()?;
    let shown = value.to_string_lossy();
    match error.kind() {
        ErrorKind::ValueValidation => {
            let why =
                error.source().map_or_else(|| "that cannot be".to_owned(), ToString::to_string);
            Some(format!("{shown}: {why}"))
        }
        ErrorKind::InvalidValue | ErrorKind::InvalidUtf8 => {
            let known = error.get(ContextKind::ValidValue).map(ToString::to_string);
            let known = known.filter(|known| !known.is_empty());
            Some(match known {
                Some(known) => format!("{shown} is none of {known}"),
                None => format!("{shown} is no value for it"),
            })
        }
        // Such as that it needs another option, which may be set elsewhere.
        _ => None,
    }
}

/// The settings of a server, as far as they were found.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// All of them, as words of the command line.
    words: Vec<OsString>,
    sources: BTreeMap<String, Source>,
    /// What is wrong with the file and the environment, a sentence each.
    pub(crate) findings: Vec<String>,
}

impl Settings {
    /// Collects the settings: `words` are those behind `serve`.
    pub(crate) fn of(words: &[OsString]) -> Self {
        let serve = serve();
        let mut settings = Self::default();
        let in_file = match file_of(words) {
            Some(path) => file::read(&path, &serve, &mut settings.findings),
            None => Vec::new(),
        };
        for (name, option) in options(&serve).filter(|(name, _)| *name != FILE) {
            let mut lines = in_file.iter().filter(|setting| setting.option == name);
            let mut found = lines.next_back().map(|it| (it.values.clone(), Source::File(it.line)));
            if let Some(value) = in_environment(name) {
                let values = match (Kind::of(option), value.to_str()) {
                    (Kind::List, Some(text)) => {
                        text.split(',').map(|part| part.trim().into()).collect()
                    }
                    _ => vec![value.clone()],
                };
                let misfits: Vec<String> =
                    values.iter().filter_map(|value| misfit(&serve, name, value)).collect();
                let told = misfits.iter().map(|why| format!("{}: {why}", variable(name)));
                settings.findings.extend(told);
                found = misfits.is_empty().then_some((values, Source::Environment));
            }
            if given(words, name).is_some() {
                found = Some((Vec::new(), Source::Flag));
            }
            if let Some((values, source)) = found {
                // `false` is what stands there without a word, and needs no other option.
                let said = values.iter().filter(|value| *value != "false");
                settings.words.extend(said.map(|value| word(name, value)));
                settings.sources.insert(name.to_owned(), source);
            }
        }
        settings.words.extend(words.iter().cloned());
        settings
    }

    /// The words behind `serve` that say all of it.
    pub(crate) fn into_words(self) -> Vec<OsString> {
        self.words
    }

    /// The settings as clap reads them.
    pub(crate) fn read(&self) -> Result<(clap::ArgMatches, ServeArgs), clap::Error> {
        let words = std::iter::once("serve".into()).chain(self.words.iter().cloned());
        let matches = serve().try_get_matches_from(words)?;
        let args = ServeArgs::from_arg_matches(&matches)?;
        Ok((matches, args))
    }
}

#[cfg(test)]
mod tests;
