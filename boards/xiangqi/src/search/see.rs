//! Static exchange evaluation (SEE): the material result of a capture if both sides keep
//! recapturing on that point with their least valuable piece while it pays.

use crate::bitboard::Bitboard;
use crate::{Color, Move, PieceKind, Position, Square};

/// Kinds from least to most valuable.
const ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Chariot,
    PieceKind::King,
];

/// The exchange value of a kind, in hundredths of a pawn.
pub(super) const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 10_000,
        PieceKind::Advisor | PieceKind::Elephant => 200,
        PieceKind::Horse => 430,
        PieceKind::Chariot => 980,
        PieceKind::Cannon => 460,
        PieceKind::Pawn => 120,
    }
}

/// Whether the exchange begun by `mv` gains at least `threshold`.
pub(super) fn gains(position: &Position, mv: Move, threshold: i32) -> bool {
    let kind_at = |square: Square| position.piece_at(square).map(|piece| piece.kind);
    let taken = kind_at(mv.to).map_or(0, value);
    let Some(mover) = kind_at(mv.from) else { return false };
    // `balance` is the surplus over the threshold of the side that moved last, if it stops here.
    let mut balance = taken - threshold;
    if balance < 0 {
        return false;
    }
    balance = value(mover) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupancy = position.occupancy().after(mv.from, mv.to);
    let mut side = !position.side_to_move();
    let mut gaining = true;
    loop {
        // Removing a piece adds or removes cannon screens, so attackers are recomputed each time.
        let attackers = position.attackers(mv.to, &occupancy) - mv.to.into();
        let Some((kind, from)) = least(position, attackers, side) else { return gaining };
        if kind == PieceKind::King {
            // A king may recapture only if the point is then no longer attacked.
            occupancy.toggle(from);
            let next = position.attackers(mv.to, &occupancy) & position.of(!side);
            let legal = (next - mv.to.into()).is_empty();
            return gaining != legal;
        }
        gaining = !gaining;
        balance = value(kind) - balance;
        if balance < i32::from(gaining) {
            return gaining;
        }
        occupancy.toggle(from);
        side = !side;
    }
}

fn least(position: &Position, attackers: Bitboard, side: Color) -> Option<(PieceKind, Square)> {
    let own = attackers & position.of(side);
    if own.is_empty() {
        return None;
    }
    ORDER.into_iter().find_map(|kind| Some((kind, (own & position.kind(kind)).first()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact exchange value, by trying all thresholds.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).expect(fen);
        let mv = mv.parse().expect(mv);
        (-1500..1500).rev().find(|&t| gains(&position, mv, t)).expect("some threshold holds")
    }

    #[test]
    fn exchanges_are_counted_to_the_end() {
        // A free pawn, a protected pawn, and a horse protected once but attacked twice.
        assert_eq!(exchange("3k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a6"), 120);
        assert_eq!(exchange("3k5/r8/9/p8/9/9/9/9/9/R3K4 w", "a0a6"), 120 - 980);
        assert_eq!(exchange("3k5/r8/9/n8/9/9/9/9/R8/R3K4 w", "a1a6"), 430);
    }

    #[test]
    fn a_cannon_protects_over_the_piece_that_takes() {
        // The chariot that captures on a6 is no screen there, but the pawn on a7 is one for the
        // cannon.
        assert_eq!(exchange("3k5/c8/p8/n8/9/9/9/9/9/R3K4 w", "a0a6"), 430 - 980);
        assert_eq!(exchange("3k5/c8/9/n8/9/9/9/9/9/R3K4 w", "a0a6"), 430);
    }

    #[test]
    fn a_king_takes_only_what_is_unprotected() {
        assert_eq!(exchange("3kR4/9/9/9/9/9/9/9/9/4K4 b", "d9e9"), 980);
        assert_eq!(exchange("3a1k3/4a4/9/9/9/9/9/9/4R4/3K5 w", "e1e8"), 200 - 980);
    }
}
