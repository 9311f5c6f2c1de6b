//! Luau's own linter and type checker over the scripts of a map, for `fangqi check`.
//!
//! [`lint`] takes scripts that run together, and the [`Environment`] in which they run: the names
//! of its globals, and a definition file with their types. Unknown globals are found by their names
//! alone, so they are found in files of any mode; types are checked as each file asks (`--!strict`,
//! `--!nonstrict`, `--!nocheck`), nonstrictly where it does not.
//!
//! Rooms have nothing of this: it is an author's tool, and only the program uses it.

#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod analysis;
mod globals;
mod weight;

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

pub use weight::Weight;

/// The stack of the thread that checks. The checker goes no deeper than 1,000 levels of nested
/// code, each of which takes many kilobytes in a build that is not optimised.
const STACK: usize = 256 << 20;
/// Longest script that is checked, in bytes.
const SOURCE_MAX: usize = 1 << 20;
/// Longest that scripts are looked at. Luau's own limits end most of what takes longer, but not
/// all: a function of types may loop.
const TIME_MAX: Duration = Duration::from_secs(30);

/// What scripts find besides what they define.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// The names of all globals.
    pub names: BTreeSet<String>,
    /// Whether there may be others, so that only names that are nearly one of these are told.
    pub is_open: bool,
    /// The types of those that are not Luau's own, as a definition file.
    pub definitions: String,
}

/// A script.
#[derive(Debug, Clone)]
pub struct Script {
    /// Its name, for remarks.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// What there is to say of a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// The script.
    pub script: String,
    /// The line, from 1.
    pub line: u32,
    /// Whether it is a mistake.
    pub weight: Weight,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What else there is to say, a line each.
    pub how: Vec<String>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Linted {
    /// By script and line.
    pub remarks: Vec<Remark>,
    /// Why not everything was looked at, if something was not.
    pub unfinished: Option<LintError>,
}

/// What keeps scripts from being checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LintError {
    /// The definition file is none.
    #[error("the definitions of the API are wrong: {0}")]
    Definitions(String),
    /// The checker failed.
    #[error("Luau's checker gave up: {0}")]
    GaveUp(String),
    /// It came to no end.
    #[error("Luau's checker took too long, and only globals were looked at")]
    TookTooLong,
    /// A script is too long.
    #[error("{0} is longer than a mebibyte and was not looked at")]
    TooLong(String),
}

/// Looks at scripts that see each other's globals.
pub fn lint(environment: &Arc<Environment>, mut scripts: Vec<Script>) -> Linted {
    let mut linted = Linted::default();
    scripts.retain(|script| {
        let fits = script.source.len() <= SOURCE_MAX;
        if !fits {
            linted.unfinished = Some(LintError::TooLong(script.name.clone()));
        }
        fits
    });
    let (sender, found) = channel();
    let environment = Arc::clone(environment);
    let work = move || {
        let said = catch_unwind(AssertUnwindSafe(|| look(&environment, &scripts, &sender)));
        // The other end is gone once it has waited too long.
        let _ = sender.send(said.unwrap_or_else(|panic| Err(LintError::GaveUp(said_by(panic)))));
    };
    // It is not joined: nothing can end it where it loops, and the program goes on without it.
    let thread = thread::Builder::new().name("lint".to_owned()).stack_size(STACK).spawn(work);
    if let Err(error) = thread {
        linted.unfinished = Some(LintError::GaveUp(error.to_string()));
        return linted;
    }
    let end = Instant::now() + TIME_MAX;
    loop {
        match found.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Ok(remarks)) => linted.remarks.extend(remarks),
            Ok(Err(error)) => linted.unfinished = Some(error),
            Err(RecvTimeoutError::Timeout) => {
                linted.unfinished = Some(LintError::TookTooLong);
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    linted.remarks.sort();
    linted.remarks.dedup();
    linted
}

/// What is found at once is sent at once; the rest is returned.
type Found = Result<Vec<Remark>, LintError>;

fn look(environment: &Environment, scripts: &[Script], sender: &Sender<Found>) -> Found {
    let defined = globals::defined(scripts);
    let _ = sender.send(Ok(globals::unknown(environment, &defined, scripts)));
    analysis::check(environment, &defined, scripts)
}

/// What a panic said.
fn said_by(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast::<String>().map(|text| *text);
    text.or_else(|panic| panic.downcast::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|_| "it panicked".to_owned())
}
