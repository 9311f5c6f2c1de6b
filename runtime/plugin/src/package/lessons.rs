//! Lessons: the rules of a game in short steps, from the file that `lessons` in `map.toml` names.
//!
//! What is said, and what a position is made of, the map's scripts read as tables (`Lessons` of the
//! Lua API); here is checked what holds for every game.

use fangqi_protocol::LocalText;
use serde::Deserialize;
use toml::{Table, Value};

use super::error::PackageError;
use super::files::MapFiles;

/// More steps are no short course.
const STEPS_MAX: usize = 24;
/// More answers do not fit below a question.
const ANSWERS_MAX: usize = 5;

/// The steps of a map's lessons, in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lessons {
    /// The file, as messages give it; empty for a map without lessons.
    path: String,
    steps: Vec<Table>,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What each position has unless it says otherwise.
    #[serde(default)]
    position: Table,
    step: Vec<Table>,
}

/// A step, to be checked. Texts are pairs of languages; cells and moves are the words of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(rename = "title")]
    _title: LocalText,
    #[serde(rename = "say")]
    _say: LocalText,
    #[serde(rename = "praise")]
    _praise: Option<LocalText>,
    #[serde(rename = "wrong")]
    _wrong: Option<LocalText>,
    #[serde(rename = "position")]
    _position: Option<Table>,
    #[serde(default, rename = "look")]
    _look: Vec<String>,
    #[serde(default, rename = "arrows")]
    _arrows: Vec<String>,
    #[serde(default)]
    play: Vec<Vec<String>>,
    #[serde(default)]
    answers: Vec<Answer>,
}

/// An answer to a step's question, and what is said to the one who gives it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(rename = "text")]
    _text: LocalText,
    #[serde(rename = "why")]
    _why: LocalText,
    #[serde(default)]
    right: bool,
}

impl Lessons {
    /// Reads the file `path`.
    pub(super) fn read(files: &MapFiles<'_>, path: &str) -> Result<Self, PackageError> {
        let File { position, mut step } = files.toml(path, "map.toml")?;
        let invalid = |message: String| PackageError::Invalid {
            path: format!("{}/{path}", files.map()),
            message,
        };
        if step.is_empty() || step.len() > STEPS_MAX {
            return Err(invalid(format!("there must be 1 to {STEPS_MAX} steps")));
        }
        for (number, table) in (1..).zip(&mut step) {
            check(table).map_err(|why| invalid(format!("step {number}: {why}")))?;
            if let Some(Value::Table(own)) = table.get_mut("position") {
                for (key, value) in &position {
                    own.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        Ok(Self { path: format!("{}/{path}", files.map()), steps: step })
    }

    /// The path of the file in the folder of all maps; empty for a map without lessons.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// How many steps there are; 0 for a map without lessons.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// A step by its number, from 1.
    pub fn step(&self, number: usize) -> Option<&Table> {
        self.steps.get(number.checked_sub(1)?)
    }
}

fn check(step: &Table) -> Result<(), String> {
    let step: Step = step
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| super::suggest::with_suggestion(error.message()))?;
    if step.play.iter().any(|moves| moves.is_empty() || moves.iter().any(String::is_empty)) {
        return Err("`play` lists for every move the moves that are right, at least one".to_owned());
    }
    if step.answers.is_empty() {
        return Ok(());
    }
    let right = step.answers.iter().filter(|answer| answer.right).count();
    if right != 1 || !(2..=ANSWERS_MAX).contains(&step.answers.len()) {
        return Err(format!("`answers` must be 2 to {ANSWERS_MAX}, of which one is `right`"));
    }
    if !step.play.is_empty() {
        return Err("a step has moves to `play` or `answers`, not both".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn read(text: &str) -> Result<Lessons, String> {
        let files: BTreeMap<String, Vec<u8>> =
            [("small/lessons.toml".to_owned(), text.as_bytes().to_vec())].into();
        Lessons::read(&MapFiles::new(&files, "small"), "lessons.toml")
            .map_err(|error| error.to_string())
    }

    const WORDS: &str =
        "[[step]]\ntitle = { zh = '一', en = 'A' }\nsay = { zh = '二', en = 'B' }\n";

    #[test]
    fn positions_have_what_all_have_in_common() {
        let text = format!(
            "position = {{ letters = 'Kk', turn = 1 }}\n{WORDS}position = {{ turn = 2 }}\n{WORDS}"
        );
        let lessons = read(&text).unwrap();
        assert_eq!(lessons.count(), 2);
        let position = lessons.step(1).unwrap()["position"].as_table().unwrap();
        assert_eq!(position["letters"].as_str(), Some("Kk"));
        assert_eq!(position["turn"].as_integer(), Some(2));
        assert!(!lessons.step(2).unwrap().contains_key("position"), "the game's beginning stays");
        assert!(lessons.step(0).is_none() && lessons.step(3).is_none());
    }

    #[test]
    fn what_is_wrong_is_said_with_the_step() {
        let wrong = |more: &str, why: &str| {
            let error = read(&format!("{WORDS}{WORDS}{more}")).unwrap_err();
            assert!(error.contains("step 2") && error.contains(why), "{error}");
        };
        wrong("play = [[]]\n", "at least one");
        wrong("plays = [['a1']]\n", "did you mean `play`?");
        wrong("praise = { fr = 'bien' }\n", "fr");
        wrong("praise = {}\n", "one for each language");
        let answer = "{ text = { zh = '是', en = 'Yes' }, why = { zh = '对', en = 'Right' } }";
        wrong(&format!("answers = [{answer}, {answer}]\n"), "one is `right`");
        assert!(read("step = []").unwrap_err().contains("1 to 24 steps"));
    }
}
