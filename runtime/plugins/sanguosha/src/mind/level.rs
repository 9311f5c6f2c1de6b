//! How well a computer plays.

use std::fmt;

use fangqi_sanguosha::mind::ahead::Ahead;
use fangqi_sanguosha::mind::ledger::Measure;
use fangqi_sanguosha::mind::stance::Care;

/// How well a computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Something legal, without looking ahead: quick games in which everything happens. It has no
    /// number, since nobody sits down against it.
    Plain,
    /// Answers with what is asked for when it has it, and does nothing of itself: who is away
    /// plays so.
    Trust,
    /// By the packages' AI and one estimate; more where a friend's life hangs on unseen cards.
    Smart,
    /// By playing turns out in several worlds, in which it goes on thinking.
    Careful,
    /// The same in more worlds, further ahead, and by what wins.
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

    /// How turns are played out after an answer. Level 3 plays out the turn under way, in as many
    /// worlds as it takes to be told from level 2, and no more, so that level 4 is told from it:
    /// among eight it won 61 % against level 2 with four worlds and 65 % with six, of 1,000 games
    /// each; level 4 then won 60 % of 1,000 games and 54 % of 500 against it. Level 4 plays more
    /// turns out. Between two it judges by the chance to win; among more players it goes by what
    /// wins for its side. Everybody thinking in those turns took three times as long and won no
    /// more.
    pub(super) fn depth(self, duel: bool) -> Option<Depth> {
        let near =
            Ahead { turns: 1, choices: 8, targets: 3, measure: Measure::Points, care: Care::Usual };
        let (worlds, candidates, estimates, ahead) = match (self, duel) {
            (Level::Plain | Level::Trust | Level::Smart, _) => return None,
            (Level::Careful, _) => (5, 4, 3, near),
            (Level::Deep, true) => (32, 5, 3, Ahead { turns: 4, measure: Measure::Chance, ..near }),
            (Level::Deep, false) => (16, 6, 3, Ahead { turns: 2, care: Care::Learned, ..near }),
        };
        Some(Depth { worlds, candidates, estimates, ahead })
    }

    /// Whether roles are told by all deeds together, not by what the recorder says of each player,
    /// and hands by what is not done with them. Told all roles, level 3 won 71 % of 200 games of
    /// eight against itself.
    pub(super) fn reads_deeds(self) -> bool {
        self == Level::Deep
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
pub(super) struct Depth {
    /// In so many worlds.
    pub(super) worlds: u64,
    /// Of so many answers, those that are best by themselves.
    pub(super) candidates: usize,
    /// Worlds in which answers are tried by themselves.
    pub(super) estimates: usize,
    /// How the turns go.
    pub(super) ahead: Ahead,
}
