//! Open hands 残局: who wins when everybody sees all cards and plays without a fault, the two
//! farmers as one.
//!
//! ```
//! use fangqi_doudizhu::endgame::{Position, Solver};
//! use fangqi_doudizhu::{Kickers, Role};
//!
//! let hands = ["A3".parse()?, "2".parse()?, "44".parse()?];
//! let position = Position::lead(hands, Role::Landlord, Kickers::Rlcard);
//! let verdict = Solver::new(1_000).solve(&position).expect("that is soon solved");
//! // Whatever he leads: the ace is beaten by the two, and so is the three.
//! assert!(!verdict.winner.is_with(Role::Landlord));
//! # Ok::<(), fangqi_doudizhu::HandError>(())
//! ```

mod order;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use crate::{Hand, Kickers, Play, Role, follows};

/// A game with open hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    hands: [Hand; 3],
    turn: Role,
    /// The play to beat, and whose it is; a pass if the seat to move leads.
    last: Play,
    owner: Role,
    kickers: Kickers,
}

/// Who wins an open game, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The role whose last card decides it at the end of the line.
    pub winner: Role,
    /// Plays to the end of the game: the winning side's keep the win, the other's are those that
    /// look best.
    pub line: Vec<Play>,
}

impl Position {
    /// A position in which `turn` leads. Nobody's hand may be empty.
    pub const fn lead(hands: [Hand; 3], turn: Role, kickers: Kickers) -> Position {
        Position { hands, turn, last: Play::PASS, owner: turn, kickers }
    }

    /// A position in which `turn` may beat what `owner` played or pass. Another role that has
    /// passed since then is not asked again before somebody plays.
    pub fn follow(
        hands: [Hand; 3],
        turn: Role,
        owner: Role,
        last: Play,
        kickers: Kickers,
    ) -> Position {
        if owner == turn || last.is_pass() {
            return Position::lead(hands, turn, kickers);
        }
        // What was carried along is beaten by nothing, so positions need not differ by it.
        Position { hands, turn, last: Play { cards: Hand::EMPTY, ..last }, owner, kickers }
    }

    /// A role's hand.
    pub const fn hand(&self, role: Role) -> Hand {
        self.hands[role as usize]
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Role {
        self.turn
    }

    /// Who has won: whose hand is empty.
    pub fn winner(&self) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.hand(*role).is_empty())
    }

    /// Replaces the content of `out` by what may be played; the pass first, if there is one.
    pub fn plays(&self, out: &mut Vec<Play>) {
        follows(self.hand(self.turn), &self.last, self.kickers, out);
    }

    /// The position after a legal play.
    #[must_use]
    pub fn after(&self, play: &Play) -> Position {
        let turn = self.turn.next();
        if play.is_pass() {
            return Position::follow(self.hands, turn, self.owner, self.last, self.kickers);
        }
        let mut hands = self.hands;
        hands[self.turn as usize] = self.hand(self.turn).minus(play.cards);
        Position::follow(hands, turn, self.turn, *play, self.kickers)
    }
}

/// Positions that are remembered, at most: about 200 MB.
const MEMORY: usize = 1 << 22;

/// Solves positions, and remembers those that it has solved.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Whether the landlord wins.
    solved: FxHashMap<Position, bool>,
    /// Positions looked at since the last question.
    nodes: u64,
    limit: u64,
}

impl Solver {
    /// A solver that gives up a question after looking at so many positions.
    pub fn new(limit: u64) -> Solver {
        Solver { solved: FxHashMap::default(), nodes: 0, limit }
    }

    /// Positions looked at for the last question.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins, and how; `None` if the limit does not suffice.
    pub fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.nodes = 0;
        let mut line = Vec::new();
        let (mut now, mut plays) = (*position, Vec::new());
        loop {
            if let Some(winner) = now.winner() {
                return Some(Verdict { winner, line });
            }
            let landlord = self.landlord(&now)?;
            now.plays(&mut plays);
            order::order(&now, &mut plays);
            let keeps = if landlord != now.turn.is_farmer() {
                self.first_that_keeps(&now, &plays, landlord)?
            } else {
                plays[0]
            };
            line.push(keeps);
            now = now.after(&keeps);
        }
    }

    /// Whether the landlord wins; `None` if the limit does not suffice.
    pub fn landlord_wins(&mut self, position: &Position) -> Option<bool> {
        self.nodes = 0;
        self.landlord(position)
    }

    /// The plays after which the mover's side still wins, those that look best first; none if it
    /// is lost. `None` if the limit does not suffice.
    pub fn winning(&mut self, position: &Position) -> Option<Vec<Play>> {
        self.nodes = 0;
        let mut plays = Vec::new();
        position.plays(&mut plays);
        order::order(position, &mut plays);
        let mut winning = Vec::new();
        for play in plays {
            if self.landlord(&position.after(&play))? != position.turn.is_farmer() {
                winning.push(play);
            }
        }
        Some(winning)
    }

    fn first_that_keeps(&mut self, at: &Position, plays: &[Play], landlord: bool) -> Option<Play> {
        for play in plays {
            if self.landlord(&at.after(play))? == landlord {
                return Some(*play);
            }
        }
        unreachable!("the side that wins has a play that wins")
    }

    /// Whether the landlord wins.
    fn landlord(&mut self, position: &Position) -> Option<bool> {
        if let Some(winner) = position.winner() {
            return Some(!winner.is_farmer());
        }
        if let Some(&known) = self.solved.get(position) {
            return Some(known);
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        let mut plays = Vec::new();
        position.plays(&mut plays);
        order::order(position, &mut plays);
        let wish = !position.turn.is_farmer();
        let mut landlord = !wish;
        for play in &plays {
            if self.landlord(&position.after(play))? == wish {
                landlord = wish;
                break;
            }
        }
        if self.solved.len() >= MEMORY {
            self.solved.clear();
        }
        self.solved.insert(*position, landlord);
        Some(landlord)
    }
}
