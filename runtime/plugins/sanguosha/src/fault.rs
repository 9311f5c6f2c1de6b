//! What went wrong in packages. The game goes on; authors want to know.

use std::collections::{BTreeMap, BTreeSet};

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
    counts: BTreeMap<String, u64>,
}

impl Faults {
    /// Counts an error of a skill or card. True if it is the first at its place, which is to be
    /// [added](Self::add).
    pub(super) fn count(&mut self, of: &str, script: &str, line: u32) -> bool {
        if let Some(count) = self.counts.get_mut(of) {
            *count += 1;
        } else if self.counts.len() < KEPT {
            self.counts.insert(of.to_owned(), 1);
        }
        self.list.len() < KEPT && self.places.insert((script.to_owned(), line))
    }

    /// Notes a fault.
    pub(super) fn add(&mut self, fault: Fault) {
        tracing::warn!("{fault}");
        self.list.push(fault);
    }

    /// All of them, oldest first.
    pub(super) fn list(&self) -> Vec<Fault> {
        self.list.clone()
    }

    /// How many errors there were in functions of each skill or card, those at one place counted
    /// each time.
    pub(super) fn counts(&self) -> &BTreeMap<String, u64> {
        &self.counts
    }

    /// Takes those noted since the last time. Places stay known.
    pub(super) fn take(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.list)
    }
}
