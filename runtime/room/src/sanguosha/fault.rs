//! What went wrong in packages. The game goes on; authors want to know.

use std::collections::BTreeSet;

use crate::vm::ScriptError;

/// Faults kept for the caller to read.
const KEPT: usize = 200;

/// An error in a function of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file it is in.
    pub package: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The skill or card whose function failed.
    pub skill: String,
    /// What happened.
    pub text: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}: {}", self.package, self.line, self.skill, self.text)
    }
}

/// The faults of a VM; each place is noted once.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<Fault>,
    places: BTreeSet<(String, u32)>,
}

impl Faults {
    /// Notes an error, in these words.
    pub(super) fn note(&mut self, skill: &str, error: &ScriptError, text: String) {
        let (package, line) = (error.script.clone(), error.line);
        self.add(Fault { package, line, skill: skill.to_owned(), text });
    }

    /// Notes a fault.
    pub(super) fn add(&mut self, fault: Fault) {
        if self.list.len() >= KEPT {
            return;
        }
        if self.places.insert((fault.package.clone(), fault.line)) {
            tracing::warn!("{fault}");
            self.list.push(fault);
        }
    }

    /// All of them, oldest first.
    pub(super) fn list(&self) -> Vec<Fault> {
        self.list.clone()
    }

    /// Takes those noted since the last time. Places stay known.
    pub(super) fn take(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.list)
    }
}
