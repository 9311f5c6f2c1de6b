//! How well a computer plays.

use std::fmt;

/// How well a computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Something legal, without looking ahead: quick games in which everything happens. It has no
    /// number, since nobody sits down against it.
    Plain,
    /// Answers with what is asked for when it has it, and does nothing of itself: who is away
    /// plays so.
    Trust,
    /// By the packages' AI and one estimate.
    Smart,
    /// By estimates in several worlds.
    Careful,
    /// The same in more worlds.
    Deep,
}

/// Those with a number, from 1 on.
const NUMBERED: [Level; 4] = [Level::Trust, Level::Smart, Level::Careful, Level::Deep];
/// What the others are called.
const PLAIN: &str = "plain";

impl Level {
    /// The level of a number from 1 to 4.
    pub fn of(number: u8) -> Option<Level> {
        NUMBERED.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The level of a number from 1 to 4 or of the word `plain`, as a text.
    pub fn read(text: &str) -> Option<Level> {
        match text {
            PLAIN => Some(Level::Plain),
            number => Level::of(number.parse().ok()?),
        }
    }

    /// Worlds that an answer is tried out in.
    pub(super) fn samples(self) -> u64 {
        match self {
            Level::Plain | Level::Trust | Level::Smart => 1,
            Level::Careful => 10,
            Level::Deep => 40,
        }
    }

    /// How turns are played out after an answer.
    pub(super) fn ahead(self) -> Option<Ahead> {
        match self {
            Level::Plain | Level::Trust | Level::Smart => None,
            Level::Careful => Some(Ahead { candidates: 5, estimates: 3 }),
            Level::Deep => Some(Ahead { candidates: 8, estimates: 6 }),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NUMBERED.iter().position(|level| level == self) {
            Some(at) => write!(f, "{}", at + 1),
            None => f.write_str(PLAIN),
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
