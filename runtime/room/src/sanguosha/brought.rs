//! What a package brings, for those who look at packages.

use std::collections::BTreeSet;

/// What a package has brought. Names are in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Brought {
    /// Its generals.
    pub generals: Vec<String>,
    /// Its skills, those that are not shown included.
    pub skills: Vec<String>,
    /// Its kinds of cards; those of skills begin with `#`.
    pub cards: Vec<String>,
    /// The keys of its texts.
    pub texts: BTreeSet<String>,
    /// What took the place of something of the same name: `skill jianxiong`, …
    pub replaced: Vec<String>,
    /// The scripts that were run for it: its own, its AI, what it asked for.
    pub scripts: Vec<String>,
}

impl Brought {
    /// It brings a skill; one of that name is known or not.
    pub(super) fn skill(&mut self, name: &str, known: bool) {
        note(&mut self.skills, &mut self.replaced, "skill", name, known);
    }

    /// It brings a general.
    pub(super) fn general(&mut self, name: &str, known: bool) {
        if self.generals.iter().any(|other| other == name) {
            self.replaced.push(format!("general {name}, of its own"));
        }
        note(&mut self.generals, &mut self.replaced, "general", name, known);
    }

    /// It gives two skills of a kind one name: the second is in the first one's place.
    pub(super) fn doubled(&mut self, name: &str) {
        self.replaced.push(format!("skill {name}, of its own"));
    }

    /// It brings a kind of card.
    pub(super) fn card(&mut self, name: &str, known: bool) {
        note(&mut self.cards, &mut self.replaced, "card", name, known);
    }

    /// It brings a text.
    pub(super) fn text(&mut self, key: &str) {
        self.texts.insert(key.to_owned());
    }
}

fn note(list: &mut Vec<String>, replaced: &mut Vec<String>, what: &str, name: &str, known: bool) {
    if list.iter().any(|other| other == name) {
        // Its own: a view-as skill and a trigger skill of one name go together.
        return;
    }
    if known {
        replaced.push(format!("{what} {name}"));
    }
    list.push(name.to_owned());
}
