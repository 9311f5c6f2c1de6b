//! Words that are misspelt, by the list of the program `typos`, which reads the same `.typos.toml`.
//!
//! The list names mistakes, so a word that it does not know is right. It splits names at capitals
//! and underscores, and passes over addresses, hashes and the like.

use std::borrow::Cow;
use std::collections::BTreeSet;

use typos::tokens::{Case, Identifier, Tokenizer, Word};
use typos::{Dictionary, Status};
use unicase::UniCase;

use super::Finding;
use crate::exec::{Result, error};
use crate::tree::SourceFile;

/// The file with the words of this project.
pub const FILE: &str = ".typos.toml";

/// What is right in this project, whatever the list says.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// In lower case.
    words: BTreeSet<String>,
    identifiers: BTreeSet<String>,
    /// Files that are not looked at: `*.ext`, a folder with `/` at its end, or a path.
    excluded: Vec<String>,
}

impl Spelling {
    /// Reads the text of `.typos.toml`.
    ///
    /// # Errors
    /// It is not TOML, or says something that only the program `typos` understands.
    pub fn read(text: &str) -> Result<Spelling> {
        let invalid = |what: &str| error(format!("{FILE}: {what}"));
        let table: toml::Table = text.parse().map_err(|e| error(format!("{FILE}: {e}")))?;
        let mut spelling = Spelling::default();
        for (section, value) in &table {
            let section_table =
                value.as_table().ok_or_else(|| invalid("a value, not a section"))?;
            for (key, value) in section_table {
                match (section.as_str(), key.as_str()) {
                    ("files", "extend-exclude") => {
                        let list = value.as_array().ok_or_else(|| invalid("no list of files"))?;
                        spelling.excluded.extend(list.iter().filter_map(pattern));
                    }
                    ("default", "extend-words") => {
                        let words = right(value)?.into_iter().map(|word| word.to_lowercase());
                        spelling.words.extend(words);
                    }
                    ("default", "extend-identifiers") => spelling.identifiers.extend(right(value)?),
                    _ => return Err(invalid(&format!("`{section}.{key}` is not understood here"))),
                }
            }
        }
        Ok(spelling)
    }

    fn is_excluded(&self, path: &str) -> bool {
        self.excluded.iter().any(|pattern| match pattern.strip_prefix('*') {
            Some(end) => path.ends_with(end),
            None if pattern.ends_with('/') => path.starts_with(pattern),
            None => path == pattern,
        })
    }

    fn check(&self, file: &SourceFile, found: &mut Vec<Finding>) {
        if file.is_generated() || self.is_excluded(&file.path) {
            return;
        }
        let tokenizer = Tokenizer::new();
        for typo in typos::check_str(&file.text, &tokenizer, self) {
            let line = file.text[..typo.byte_offset].matches('\n').count() + 1;
            let instead = match &typo.corrections {
                Status::Corrections(corrections) => corrections.join("` or `"),
                Status::Valid | Status::Invalid => "another word".to_owned(),
            };
            let what = format!("`{}`: is it `{instead}`?", typo.typo);
            found.push(Finding { path: file.path.clone(), line, rule: "spelling", what });
        }
    }
}

/// Adds a finding for each misspelt word in files among which there is one that says what is right.
pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) {
    let Some(own) = files.iter().find(|file| file.path == FILE) else { return };
    match Spelling::read(&own.text) {
        Ok(spelling) => {
            for file in files.iter().filter(|file| file.path != FILE) {
                spelling.check(file, found);
            }
        }
        Err(e) => {
            let (path, what) = (FILE.to_owned(), e.to_string());
            found.push(Finding { path, line: 1, rule: "spelling", what });
        }
    }
}

/// A pattern, without the `/` that begins those of the root.
fn pattern(value: &toml::Value) -> Option<String> {
    value.as_str().map(|pattern| pattern.trim_start_matches('/').to_owned())
}

/// The words of a table that corrects each to itself, which says that it is right.
fn right(value: &toml::Value) -> Result<Vec<String>> {
    let table = value.as_table().ok_or_else(|| error(format!("{FILE}: no table of words")))?;
    let word = |(word, correction): (&String, &toml::Value)| {
        (correction.as_str() == Some(word)).then(|| word.clone()).ok_or_else(|| {
            error(format!(
                "{FILE}: `{word}` is not corrected to itself; no more is understood here"
            ))
        })
    };
    table.iter().map(word).collect()
}

impl Dictionary for Spelling {
    fn correct_ident<'s>(&'s self, identifier: Identifier<'_>) -> Option<Status<'s>> {
        self.identifiers.contains(identifier.token()).then_some(Status::Valid)
    }

    fn correct_word<'s>(&'s self, word: Word<'_>) -> Option<Status<'s>> {
        // Without letters.
        if word.case() == Case::None {
            return None;
        }
        let corrections = typos_dict::WORD.find(&UniCase::new(word.token()))?;
        if self.words.contains(&word.token().to_lowercase()) {
            return Some(Status::Valid);
        }
        Some(Status::Corrections(corrections.iter().map(|it| Cow::Borrowed(*it)).collect()))
    }
}
