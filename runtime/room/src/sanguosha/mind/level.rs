//! How well a computer plays.

/// How well a computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something legal, without looking ahead.
    Plain,
    /// By the packages' AI and one estimate.
    Smart,
    /// By estimates in several worlds.
    Careful,
    /// The same in more worlds.
    Deep,
}

impl Level {
    /// The level of a number from 1 to 4.
    pub fn of(number: u8) -> Option<Level> {
        [Level::Plain, Level::Smart, Level::Careful, Level::Deep]
            .get(usize::from(number).checked_sub(1)?)
            .copied()
    }

    /// Its number from 1 on.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Worlds that an answer is tried out in where so many live.
    pub(super) fn samples(self, alive: usize) -> u64 {
        match self {
            Level::Plain => 1,
            // Between two everything comes soon and to few: it pays to look there.
            Level::Smart => {
                if alive <= 2 {
                    4
                } else {
                    1
                }
            }
            Level::Careful => 10,
            Level::Deep => 40,
        }
    }

    /// How turns are played out after an answer where so many live.
    pub(super) fn ahead(self, alive: usize) -> Option<Ahead> {
        match self {
            Level::Plain => None,
            Level::Smart => (alive <= 2).then_some(Ahead { candidates: 3, estimates: 1 }),
            Level::Careful => Some(Ahead { candidates: 5, estimates: 3 }),
            Level::Deep => Some(Ahead { candidates: 8, estimates: 6 }),
        }
    }
}

/// How turns are played out after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ahead {
    /// Of so many answers, those that are best by themselves.
    pub(super) candidates: usize,
    /// Worlds in which answers are tried by themselves.
    pub(super) estimates: usize,
}
