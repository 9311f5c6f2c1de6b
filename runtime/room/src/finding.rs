//! Something an author should put right, and where.

use crate::package::PackageError;
use crate::vm::{ScriptError, own_words};

/// Something wrong with a map.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, below the folder of all maps.
    pub file: String,
    /// The line, from 1; 0 where there is none.
    pub line: u32,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(out, "{}: {}", self.file, self.message),
            line => write!(out, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl Finding {
    /// What a script did; `script` is blamed for what has no place.
    pub(crate) fn of_script(error: &ScriptError, script: &str) -> Self {
        let file = if error.script.is_empty() { script } else { &error.script };
        let message = own_words(&error.message).to_owned();
        Self { file: file.to_owned(), line: error.line, message }
    }

    /// From a text that begins with a place, such as `a-map/rules.lua:3: text`.
    pub(crate) fn of_text(text: &str, otherwise: &str) -> Self {
        let text = own_words(text);
        let placed = text.match_indices(".lua:").find_map(|(at, _)| {
            let (file, rest) = (&text[..at + 4], &text[at + 5..]);
            let file = &file[file.rfind(char::is_whitespace).map_or(0, |space| space + 1)..];
            let (line, message) = rest.split_once(':')?;
            let line = line.parse().ok()?;
            let message = message.trim().to_owned();
            Some(Self { file: file.to_owned(), line, message })
        });
        let whole = || {
            let (file, message) = text.split_once(".lua: ")?;
            let file = file.rsplit(char::is_whitespace).next()?;
            Some(Self { file: format!("{file}.lua"), line: 0, message: message.trim().to_owned() })
        };
        placed.or_else(whole).unwrap_or_else(|| Self {
            file: otherwise.to_owned(),
            line: 0,
            message: text.to_owned(),
        })
    }

    /// Why a map does not load.
    pub(crate) fn of_package(error: &PackageError, map: &str) -> Self {
        let manifest = format!("{map}/map.toml");
        match error {
            PackageError::Script(error) => Self::of_script(error, &manifest),
            PackageError::Toml { path, line, message } => {
                let line = u32::try_from(*line).unwrap_or(0);
                Self { file: path.clone(), line, message: message.clone() }
            }
            PackageError::Invalid { path, message } => {
                Self { file: path.clone(), line: 0, message: message.clone() }
            }
            PackageError::MissingFile { path, named_in, hint } => Self {
                file: named_in.clone(),
                line: 0,
                message: format!("there is no file `{path}`{hint}"),
            },
            PackageError::NotText { path, offset } => Self {
                file: path.clone(),
                line: 0,
                message: format!("byte {offset} is not UTF-8 text"),
            },
            PackageError::Layout { path, source } => {
                Self { file: path.clone(), line: 0, message: source.to_string() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_wherever_it_stands_in_a_text() {
        let placed =
            Finding::of_text("save: a-map/main.lua:12: no: really\nstack traceback:\n x", "");
        assert_eq!(placed.to_string(), "a-map/main.lua:12: no: really");
        let bare = Finding::of_text("nothing happens", "a-map");
        assert_eq!(bare.to_string(), "a-map: nothing happens");
    }
}
