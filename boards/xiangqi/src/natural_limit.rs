//! The natural limit 自然限着: sixty rounds without a capture, a move of each side, are a draw. Of
//! each side's checks in that span, only the first ten count. So a side that gave twelve checks
//! must have made 62 moves, and so must the other side: a check that does not count leaves its
//! round incomplete. Both [`Game`](crate::Game) and the search apply the rule through this module.

use crate::Position;
use crate::repetition::Ply;

/// Sixty rounds, in plies.
pub(crate) const LIMIT: u16 = 120;
/// Number of checks of each side that count towards [`LIMIT`].
const CHECKS_COUNTED: u16 = 10;

/// The number of plies left before the limit, given the plies that led to the position. Checks
/// before `plies` are not known and count as quiet moves.
pub(crate) fn plies_left(position: &Position, plies: &[Ply]) -> u16 {
    let quiet = position.quiet_plies();
    let mut checks = [0u16; 2];
    for (back, ply) in plies.iter().rev().take(usize::from(quiet)).enumerate() {
        checks[back % 2] += u16::from(ply.check);
    }
    let rounds_exempt = checks.map(|checks| checks.saturating_sub(CHECKS_COUNTED));
    LIMIT.saturating_sub(quiet - 2 * rounds_exempt[0].max(rounds_exempt[1]))
}

/// Whether the limit has been reached. The caller tests for mate and stalemate, which win even on
/// the last ply.
pub(crate) fn is_reached(position: &Position, plies: &[Ply]) -> bool {
    position.quiet_plies() >= LIMIT && plies_left(position, plies) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays `count` plies without a capture, in which Red and then Black give this many
    /// checks, an even number each.
    fn play(red: usize, black: usize, count: usize) -> (Position, Vec<Ply>) {
        let red_checks = "e1d1 d9e9 d1e1 e9d9".split(' ').cycle().take(2 * red);
        let between = "e1a1 i8e8 a1a2".split(' ');
        let black_checks = "e8f8 f0e0 f8e8 e0f0".split(' ').cycle().take(2 * black);
        let quiet = "e8i8 a2a1 i8e8 a1a2".split(' ').cycle();
        let moves = red_checks.chain(between).chain(black_checks).chain(quiet).take(count);
        let mut position = Position::from_fen("3k5/8r/9/9/9/9/9/9/4R4/5K3 w").expect("a position");
        let make = |text: &str| {
            let (mv, hash) = (text.parse().expect(text), position.hash());
            let undo = position.play(mv).expect(text);
            Ply { mv, undo, hash, check: position.in_check() }
        };
        let plies = moves.map(make).collect();
        (position, plies)
    }

    /// The plies after which the game is drawn are those of pyffish 0.0.90 with `nMoveRule = 60`.
    #[test]
    fn the_side_with_more_checks_decides_how_many_rounds_do_not_count() {
        for (red, black, drawn) in [
            (0, 0, 120),
            (10, 10, 120),
            (12, 0, 124),
            (0, 12, 124),
            (10, 12, 124),
            (12, 12, 124),
            (14, 12, 128),
            (12, 20, 140),
        ] {
            for count in 100..drawn {
                let (position, plies) = play(red, black, count);
                let left = (drawn - count) as u16;
                assert_eq!(plies_left(&position, &plies), left, "{red} {black} {count}");
                assert!(!is_reached(&position, &plies), "{red} {black} {count}");
            }
            let (position, plies) = play(red, black, drawn);
            let checks = plies.iter().filter(|ply| ply.check).count();
            assert_eq!(checks, red + black);
            assert!(is_reached(&position, &plies), "{red} {black}");
        }
    }
}
