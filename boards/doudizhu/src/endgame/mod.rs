//! Exact solver for endgames with open hands 残局, in which the two farmers play as one side.
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

/// A position with open hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    hands: [Hand; 3],
    turn: Role,
    /// The play to beat, and its owner; a pass if the seat to move leads.
    last: Play,
    owner: Role,
    kickers: Kickers,
}

/// The result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The role that plays its last card at the end of the line.
    pub winner: Role,
    /// A line to the end of the game: the winning side makes winning plays, the other the first
    /// plays in search order.
    pub line: Vec<Play>,
}

impl Position {
    /// A position in which `turn` leads. No hand may be empty.
    pub const fn lead(hands: [Hand; 3], turn: Role, kickers: Kickers) -> Position {
        Position { hands, turn, last: Play::PASS, owner: turn, kickers }
    }

    /// A position in which `turn` may beat the play of `owner` or pass. A role between them that
    /// has already passed gets no second chance before the next play.
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
        // Kickers are irrelevant for beating a play, so they are dropped to merge equivalent
        // positions.
        Position { hands, turn, last: Play { cards: Hand::EMPTY, ..last }, owner, kickers }
    }

    /// A role's hand.
    pub const fn hand(&self, role: Role) -> Hand {
        self.hands[role as usize]
    }

    /// The role to move.
    pub const fn turn(&self) -> Role {
        self.turn
    }

    /// The role whose hand is empty, if any.
    pub fn winner(&self) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.hand(*role).is_empty())
    }

    /// Replaces the content of `out` by the legal plays; the pass comes first, if it is legal.
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

/// Maximum number of positions in the table, about 200 MB.
const MEMORY: usize = 1 << 22;

/// An alpha-beta solver with a transposition table.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Whether the landlord wins, by position.
    solved: FxHashMap<Position, bool>,
    /// Number of positions searched for the last query.
    nodes: u64,
    limit: u64,
}

impl Solver {
    /// A solver that gives up a query after `limit` positions.
    pub fn new(limit: u64) -> Solver {
        Solver { solved: FxHashMap::default(), nodes: 0, limit }
    }

    /// Number of positions searched for the last query.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The winner with a line of play; `None` if the limit is exceeded.
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

    /// Whether the landlord wins; `None` if the limit is exceeded.
    pub fn landlord_wins(&mut self, position: &Position) -> Option<bool> {
        self.nodes = 0;
        self.landlord(position)
    }

    /// The plays with which the mover's side still wins, in search order; empty if it has lost.
    /// `None` if the limit is exceeded.
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
