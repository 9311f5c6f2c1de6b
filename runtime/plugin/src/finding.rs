//! Findings: what an author should fix, and where.

use fangqi_vm::{ScriptError, own_words};

/// Something wrong with a map.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the folder of all maps.
    pub file: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What led there, a line each: calls of scripts, moves, the state of a game.
    pub how: Vec<String>,
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
    /// A finding of which no more is known.
    pub fn new(file: impl Into<String>, line: u32, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into(), how: Vec::new() }
    }

    /// The same, with the calls of a traceback, as [`ScriptError`] has it.
    pub fn after(mut self, traceback: &str) -> Self {
        self.how.extend(traceback.lines().map(|call| format!("at {call}")));
        self
    }

    /// A script's error; `script` is named if the error has no place.
    pub fn of_script(error: &ScriptError, script: &str) -> Self {
        let file = if error.script.is_empty() { script } else { &error.script };
        Self::new(file, error.line, own_words(&error.message)).after(&error.traceback)
    }

    /// Reads the place from a text such as `save: a-map/rules.lua:3: text`. `scripts` are the full
    /// names of the known scripts, which may contain spaces; `otherwise` is named if there is no
    /// place.
    pub fn of_text<'a>(
        text: &str,
        scripts: impl IntoIterator<Item = &'a str>,
        otherwise: &str,
    ) -> Self {
        let text = own_words(text);
        let mut scripts: Vec<&str> = scripts.into_iter().collect();
        // If one name ends with another, the longer one is meant.
        scripts.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let named = |line: fn(&str) -> Option<(u32, &str)>| {
            let places = scripts.iter().filter_map(|name| {
                let (at, _) = text.match_indices(&format!("{name}:")).next()?;
                let (line, message) = line(&text[at + name.len() + 1..])?;
                Some((at, *name, line, message))
            });
            places.min_by_key(|(at, name, ..)| (*at, std::cmp::Reverse(name.len())))
        };
        let with_line = named(|rest| {
            let (line, message) = rest.split_once(':')?;
            Some((line.parse().ok()?, message))
        });
        let whole = || named(|rest| Some((0, rest.strip_prefix(' ')?)));
        match with_line.or_else(whole) {
            Some((_, file, line, message)) => Self::new(file, line, message.trim()),
            None => Self::new(otherwise, 0, text),
        }
    }

    /// The line of the key that the message is about, given as `key =` in the file's text: of the
    /// first word between backquotes, or of the words before the first colon or bracket.
    pub fn line_of_key(&self, source: &str) -> Option<u32> {
        let end = self.message.find([':', '[']).unwrap_or(self.message.len());
        let quoted = self.message.split('`').nth(1);
        let is_key = |key: &&str| {
            !key.is_empty() && key.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
        };
        let keys = [quoted, Some(&self.message[..end])];
        keys.into_iter().flatten().filter(is_key).find_map(|key| key_line(source, key))
    }
}

/// The first line on which a key is given, as `key =`: at its beginning, or else in the middle of
/// a table.
pub fn key_line(source: &str, key: &str) -> Option<u32> {
    let begins = |line: &str| {
        let rest = line.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let gives = |line: &str| {
        line.match_indices(key)
            .any(|(at, _)| line[..at].trim_end().ends_with(['{', ',']) && begins(&line[at..]))
    };
    let first = |wanted: &dyn Fn(&str) -> bool| {
        (1..).zip(source.lines()).find(|(_, line)| wanted(line)).map(|(number, _)| number)
    };
    first(&begins).or_else(|| first(&gives))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_at_the_beginning_of_a_line_or_in_a_table() {
        let source = "local players = 2\nt.players = 1\nf({ a = 1, players = 3 })\n  players = 4";
        assert_eq!(key_line(source, "players"), Some(4));
        assert_eq!(key_line(&source[..source.len() - 11], "players"), Some(3));
        assert_eq!((key_line(source, "a"), key_line(source, "player")), (Some(3), None));
    }

    #[test]
    fn a_place_is_found_wherever_it_stands_in_a_text() {
        let scripts = ["a-map/main.lua", "a-map/我的 脚本.txt", "a-map/main", "b main.lua"];
        let found = |text: &str| Finding::of_text(text, scripts, "a-map").to_string();
        let told = found("save: a-map/main.lua:12: no: really\nstack traceback:\n x");
        assert_eq!(told, "a-map/main.lua:12: no: really");
        assert_eq!(found("nothing happens"), "a-map: nothing happens");
        assert_eq!(found("a-map/我的 脚本.txt:3: oh"), "a-map/我的 脚本.txt:3: oh");
        assert_eq!(found("a-map/main:3: oh"), "a-map/main:3: oh");
        assert_eq!(found("a-map/main.lua: all of it"), "a-map/main.lua: all of it");
        assert_eq!(found("b main.lua:1: a-map/main.lua:2: x").as_bytes()[0], b'b');
    }
}
