//! Explains in words why a move is good, from facts of the engine's line and the board only.

mod facts;
mod words;

use crate::search::Score;
use crate::{Move, Piece, PieceKind, Position};

/// The result of a search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The score for the side to move.
    pub score: Score,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// A reason for a move. [`Reason::text`] puts it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The line ends in mate.
    Mates {
        /// Number of moves, this one included.
        moves: u32,
    },
    /// The side to move is mated in any case; this move delays the mate.
    HoldsOut {
        /// Number of the other side's moves until mate.
        moves: u32,
    },
    /// The move prevents a mate that the other side threatens.
    StopsMate {
        /// Number of the other side's moves until that mate.
        moves: u32,
    },
    /// No other move is legal.
    OnlyMove,
    /// The king was in check.
    AnswersCheck,
    /// The line wins material.
    Wins {
        /// Captured pieces beyond even exchanges, most valuable first.
        won: Vec<PieceKind>,
        /// Pieces lost in return.
        lost: Vec<PieceKind>,
    },
    /// Fork: the moved piece newly attacks several pieces.
    Forks(Vec<Piece>),
    /// The moved piece escapes: the other side would have won it.
    Saves(Piece),
    /// The move protects a piece that the other side would have won.
    Guards(Piece),
    /// The line exchanges pieces of the same kinds.
    Trades(Vec<PieceKind>),
    /// The move gives check.
    Checks,
    /// The moved piece newly attacks this piece.
    Attacks(Piece),
    /// A chariot, horse or cannon leaves its starting point.
    Develops(Piece),
    /// A piece gains mobility, from `before` to `after` points.
    Frees {
        /// The piece.
        piece: Piece,
        /// Number of points before the move.
        before: u32,
        /// Number of points after the move.
        after: u32,
    },
    /// No particular reason: the score of the line for the mover, in hundredths of a pawn.
    Worth(i32),
}

/// The reasons for the first move of `best`, strongest first; at least one, unless the line is
/// empty or illegal. `threat` is the result of a search for the other side as if it were to move,
/// if there was one.
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
