//! What a package defines, for tools that inspect packages.

use std::collections::BTreeSet;

/// The definitions of a package, in the order in which it made them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exports {
    /// Its generals.
    pub generals: Vec<String>,
    /// Its skills, hidden ones included.
    pub skills: Vec<String>,
    /// Its kinds of cards; those of skills begin with `#`.
    pub cards: Vec<String>,
    /// The keys of its texts.
    pub texts: BTreeSet<String>,
    /// Definitions that replaced another of the same name: `skill jianxiong`, …
    pub replaced: Vec<String>,
    /// Scripts that ran for it: its own, its AI, those it loads.
    pub scripts: Vec<String>,
}

impl Exports {
    /// Notes a skill; `known` says whether one of that name existed.
    pub(super) fn skill(&mut self, name: &str, known: bool) {
        note(&mut self.skills, &mut self.replaced, "skill", name, known);
    }

    /// Notes a general.
    pub(super) fn general(&mut self, name: &str, known: bool) {
        if self.generals.iter().any(|other| other == name) {
            self.replaced.push(format!("general {name}, of its own"));
        }
        note(&mut self.generals, &mut self.replaced, "general", name, known);
    }

    /// Notes that the package itself defined a skill of this kind and name twice.
    pub(super) fn doubled(&mut self, name: &str) {
        self.replaced.push(format!("skill {name}, of its own"));
    }

    /// Notes a kind of card.
    pub(super) fn card(&mut self, name: &str, known: bool) {
        note(&mut self.cards, &mut self.replaced, "card", name, known);
    }

    /// Notes a text.
    pub(super) fn text(&mut self, key: &str) {
        self.texts.insert(key.to_owned());
    }
}

fn note(list: &mut Vec<String>, replaced: &mut Vec<String>, what: &str, name: &str, known: bool) {
    if list.iter().any(|other| other == name) {
        // A view-as skill and a trigger skill of one name are one skill of the package.
        return;
    }
    if known {
        replaced.push(format!("{what} {name}"));
    }
    list.push(name.to_owned());
}
