//! Static evaluation for the side to move, in hundredths of a pawn: the network's output, corrected
//! where the rules decide.

use crate::Position;
use crate::net::Accumulators;

/// Maximum magnitude; larger scores are wins found by search.
const MAX_SCORE: i32 = 10_000;

/// Evaluates the position at the end of the line held by the accumulators.
pub(crate) fn evaluate(position: &Position, line: &mut Accumulators<'_>) -> i32 {
    let value = line.value(position).clamp(-MAX_SCORE, MAX_SCORE);
    let us = position.side_to_move();
    let leader = if value > 0 { us } else { !us };
    // A side without a piece that can cross the river cannot win.
    if position.has_attackers(leader) { value } else { value / 8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Net;
    use crate::{Piece, Setup, Square};

    fn value_of(position: &Position) -> i32 {
        evaluate(position, &mut Accumulators::new(&Net::built_in(), position))
    }

    fn value(fen: &str) -> i32 {
        value_of(&Position::from_fen(fen).expect(fen))
    }

    #[test]
    fn sides_begin_about_even() {
        assert!(value(crate::START_FEN).abs() < 100);
    }

    #[test]
    fn a_chariot_more_is_seen() {
        let less = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w");
        assert!(less < -200, "{less}");
    }

    /// Rotating the board and exchanging the colors must not change the value to the side to move.
    #[test]
    fn value_is_symmetric() {
        for line in include_str!("../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
            let setup: Setup = line.split(" ; ").next().unwrap().parse().unwrap();
            let mut turned = Setup { side_to_move: !setup.side_to_move, ..Setup::empty() };
            for square in Square::all() {
                let other = setup.piece_at(square).map(|p| Piece::new(!p.color, p.kind));
                turned.set(square.flipped(), other);
            }
            let value = value_of(&Position::try_from(setup).unwrap());
            assert_eq!(value_of(&Position::try_from(turned).unwrap()), value, "{line}");
        }
    }

    #[test]
    fn a_side_without_attackers_cannot_lead_by_much() {
        assert!(value("2bakab2/9/9/9/9/9/9/9/4p4/3K5 b") > 50);
        assert!(value("4k4/9/4c4/9/9/9/9/4B4/4A4/2BAK4 w").abs() < 150);
    }
}
