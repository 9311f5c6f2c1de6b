//! Why a move is good, in words: facts read off the engine's line and the board, never guesses.

mod facts;
mod words;

use crate::search::Score;
use crate::{Move, Piece, PieceKind, Position};

/// What a search found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the position is worth for the side to move in it.
    pub score: Score,
    /// The expected line, the best move first.
    pub line: Vec<Move>,
}

/// A fact that speaks for a move. [`Reason::text`] says it to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The line mates.
    Mates {
        /// In so many moves, this one included.
        moves: u32,
    },
    /// Nothing helps; the mate comes after so many more moves of the other side.
    HoldsOut {
        /// How many.
        moves: u32,
    },
    /// The other side would mate if it were its turn, and cannot after this.
    StopsMate {
        /// In so many moves of the other side.
        moves: u32,
    },
    /// No other move is legal.
    OnlyMove,
    /// The king was in check.
    AnswersCheck,
    /// In the line the side to move wins more than it loses.
    Wins {
        /// What it takes beyond like for like, the dearest first.
        won: Vec<PieceKind>,
        /// What it gives for that.
        lost: Vec<PieceKind>,
    },
    /// The piece attacks several at once that it did not attack before.
    Forks(Vec<Piece>),
    /// The other side would have won this piece, which goes to safety.
    Saves(Piece),
    /// The other side would have won this piece, and cannot any more or not for nothing.
    Guards(Piece),
    /// In the line like is taken for like.
    Trades(Vec<PieceKind>),
    /// The move gives check.
    Checks,
    /// The piece attacks one that it did not attack before.
    Attacks(Piece),
    /// A chariot, horse or cannon leaves the point where it began the game.
    Develops(Piece),
    /// A piece has more room than before: it may go to `after` points instead of `before`.
    Frees {
        /// Which.
        piece: Piece,
        /// How many before.
        before: u32,
        /// How many after.
        after: u32,
    },
    /// Nothing special: what the engine's line is worth, in hundredths of a pawn for the mover.
    Worth(i32),
}

/// The facts that speak for the first move of `best`, the weightiest first; at least one, unless
/// the line is empty or not legal. `threat` is what a search found for the other side as if it
/// were its turn, if that was looked at.
///
/// ```
/// use fangqi_xiangqi::{Position, search::Score, why::{Reason, Verdict, reasons}};
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/R3K4 w").expect("a position");
/// let best = Verdict { score: Score::Mate(1), line: vec!["a0d0".parse().expect("a move")] };
/// let found = reasons(&position, &best, None);
/// assert_eq!(found, [Reason::Mates { moves: 1 }]);
/// assert_eq!(found[0].text().1, "Mates at once");
/// ```
pub fn reasons(position: &Position, best: &Verdict, threat: Option<&Verdict>) -> Vec<Reason> {
    let Some(&first) = best.line.first() else { return Vec::new() };
    let mut after = position.clone();
    if after.play(first).is_err() {
        return Vec::new();
    }
    match best.score {
        Score::Mate(moves) if moves > 0 => {
            return vec![Reason::Mates { moves: moves.unsigned_abs() }];
        }
        Score::Mate(moves) => return vec![Reason::HoldsOut { moves: moves.unsigned_abs() }],
        Score::Cp(_) => {}
    }
    let facts = facts::Facts { position, after: &after, first, best };
    let mut found = Vec::new();
    found.extend(facts.stops_mate(threat));
    found.extend(facts.forced());
    found.extend(facts.wins());
    found.extend(facts.fork());
    found.extend(facts.meets(threat));
    found.extend(facts.trade());
    found.extend(facts.check());
    if found.is_empty() {
        found.extend(facts.attack());
        found.extend(facts.development());
        found.extend(facts.room());
    }
    if found.is_empty()
        && let Score::Cp(worth) = best.score
    {
        found.push(Reason::Worth(worth));
    }
    found
}

#[cfg(test)]
mod tests;
