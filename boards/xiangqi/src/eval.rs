//! What a position is worth to the side to move, in hundredths of a pawn.
//!
//! Every term has a value for the middlegame and one for the endgame; the pieces left on the board
//! say how much of each counts. The tables were written by hand from common teaching: chariots
//! on open files and deep in the enemy's half, horses away from the edge and near the palace,
//! cannons on the centre file and on the bottom corners, pawns across the river but not too deep.

use crate::bitboard::Bitboard;
use crate::cpu::{self, Task};
use crate::{Color, PieceKind, Position, Square, attacks};

/// A pair of values, middlegame and endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair(i32, i32);

impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

impl std::ops::Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0, self.1 - other.1)
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times, self.1 * times)
    }
}

/// The material values, by kind.
const MATERIAL: [Pair; 7] = [
    Pair(0, 0),
    Pair(200, 190),
    Pair(195, 185),
    Pair(430, 470),
    Pair(980, 1000),
    Pair(470, 440),
    Pair(75, 85),
];

/// How much of the middlegame each kind stands for.
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The sum of [`PHASE`] over all pieces at the beginning.
const FULL_PHASE: i32 = 32;

/// The right to move.
const TEMPO: i32 = 18;

/// Tables by rank from the own side, for files a to e; the board is symmetric.
type Table = [[i16; 5]; 10];

const HORSE: Table = [
    [-40, -22, -15, -20, -45],
    [-22, -8, 2, 0, -45],
    [-8, 0, 14, 6, -4],
    [0, 6, 10, 12, 14],
    [0, 16, 12, 20, 16],
    [4, 20, 20, 26, 24],
    [6, 26, 28, 32, 30],
    [8, 22, 44, 34, 22],
    [-4, 12, 42, 14, -8],
    [-14, -12, -4, -14, -24],
];
const CHARIOT: Table = [
    [-18, 2, -6, 8, -12],
    [-4, 4, 2, 10, 2],
    [-8, 2, 0, 10, 2],
    [-2, 6, 4, 12, 8],
    [4, 10, 10, 15, 12],
    [8, 13, 12, 18, 16],
    [6, 13, 12, 18, 18],
    [4, 10, 10, 16, 16],
    [8, 18, 14, 24, 32],
    [6, 10, 10, 16, 12],
];
const CANNON: Table = [
    [-4, -2, 2, 4, 4],
    [-4, 0, 4, 4, 2],
    [0, 2, 6, 4, 16],
    [-2, 0, 2, 0, 10],
    [-4, 0, 4, 0, 14],
    [-2, 0, 0, 0, 16],
    [-2, 4, 2, 2, 14],
    [2, 2, 0, -6, -2],
    [8, 6, 0, -14, -16],
    [16, 12, 4, -16, -22],
];
const PAWN: Table = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [-4, 0, -8, 0, 8],
    [4, 0, 12, 0, 14],
    [40, 52, 62, 70, 66],
    [58, 84, 100, 112, 110],
    [64, 100, 128, 150, 150],
    [56, 92, 126, 158, 162],
    [0, 10, 18, 30, 24],
];

/// What king, advisor and elephant gain on a point, which is one of few.
fn home_bonus(kind: PieceKind, rank: u8, file: u8) -> i32 {
    match (kind, rank, file) {
        (PieceKind::King, 0, 4) => 6,
        (PieceKind::King, 0, _) => 0,
        (PieceKind::King, 1, _) => -22,
        (PieceKind::King, ..) => -38,
        (PieceKind::Advisor, 1, _) => 6,
        (PieceKind::Advisor, 2, _) => -12,
        (PieceKind::Elephant, 2, 4) => 12,
        (PieceKind::Elephant, 2, _) => -14,
        _ => 0,
    }
}

const fn placement(kind: PieceKind, rank: u8, file: u8) -> i16 {
    let file = if file > 4 { 8 - file } else { file } as usize;
    match kind {
        PieceKind::Horse => HORSE[rank as usize][file],
        PieceKind::Chariot => CHARIOT[rank as usize][file],
        PieceKind::Cannon => CANNON[rank as usize][file],
        PieceKind::Pawn => PAWN[rank as usize][file],
        _ => 0,
    }
}

/// Mobility: for each point reached beyond the number a piece usually reaches.
const MOBILITY: [(Pair, i32); 7] = [
    (Pair(0, 0), 0),
    (Pair(0, 0), 0),
    (Pair(0, 0), 0),
    (Pair(11, 9), 4),
    (Pair(4, 5), 8),
    (Pair(3, 3), 8),
    (Pair(0, 0), 0),
];

/// Weight of an attack on a point of the enemy palace, by kind.
const PALACE_ATTACK: [i32; 7] = [0, 0, 0, 5, 6, 4, 4];

/// What one side contributes, and what it threatens at the other palace.
#[derive(Default)]
struct Side {
    value: Pair,
    phase: i32,
    palace_attack: i32,
    attackers: i32,
}

/// The value of the position for the side to move.
pub(crate) fn evaluate(position: &Position) -> i32 {
    cpu::run(Evaluate(position))
}

struct Evaluate<'a>(&'a Position);

impl Task for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        value_for_side_to_move(self.0)
    }
}

#[inline(always)]
fn value_for_side_to_move(position: &Position) -> i32 {
    let us = position.side_to_move();
    let (own, enemy) = (side(position, us), side(position, !us));
    let phase = (own.phase + enemy.phase).min(FULL_PHASE);
    let mut value = own.value - enemy.value;
    value += king_danger(position, us, &own) - king_danger(position, !us, &enemy);
    let tapered = (value.0 * phase + value.1 * (FULL_PHASE - phase)) / FULL_PHASE + TEMPO;
    let leader = if tapered > 0 { &own } else { &enemy };
    tapered * winning_chances(leader) / 8
}

/// In eighths: a side without attackers cannot win, one with a single piece hardly.
fn winning_chances(side: &Side) -> i32 {
    match (side.attackers, side.phase) {
        (0, _) => 1,
        (1, ..=2) => 5,
        _ => 8,
    }
}

#[inline(always)]
fn side(position: &Position, color: Color) -> Side {
    let mut side = Side::default();
    let occupancy = position.occupancy();
    let own = position.of(color);
    let palace = palace(!color);
    for (kind, material) in PieceKind::ALL.into_iter().zip(MATERIAL) {
        let (weight, usual) = MOBILITY[kind.index()];
        for square in position.set_of(color, kind) {
            side.value += material;
            side.phase += PHASE[kind.index()];
            let (rank, file) = (square.home_rank(color), square.file());
            if !kind.is_attacker() {
                let bonus = home_bonus(kind, rank, file);
                side.value += Pair(bonus, bonus / 2);
                continue;
            }
            side.attackers += 1;
            let placed = i32::from(placement(kind, rank, file));
            side.value += Pair(placed, placed);
            let reach = position.reach(square);
            if usual > 0 {
                side.value += weight * ((reach - own).count() as i32 - usual);
            }
            let aim = if kind == PieceKind::Cannon { occupancy.chariot(square) } else { reach };
            let hits = (aim & palace).count() as i32;
            side.palace_attack += hits * PALACE_ATTACK[kind.index()];
        }
    }
    side
}

/// The nine points of a palace.
fn palace(color: Color) -> Bitboard {
    const RED: u128 = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
    Bitboard(if color == Color::Red { RED } else { RED << 63 })
}

/// What the pieces of `color` mean to the other king beyond their own worth.
fn king_danger(position: &Position, color: Color, side: &Side) -> Pair {
    let count = |owner, kind| position.set_of(owner, kind).count() as i32;
    let missing_advisors = 2 - count(!color, PieceKind::Advisor);
    let missing_elephants = 2 - count(!color, PieceKind::Elephant);
    let (chariots, cannons) = (count(color, PieceKind::Chariot), count(color, PieceKind::Cannon));
    let horses = count(color, PieceKind::Horse);
    // Chariots gain by missing advisors; cannons need screens, and gain by missing elephants.
    let bare = missing_advisors * (16 * chariots + 7 * horses - 5 * cannons)
        + missing_elephants * (10 * cannons + 5 * horses + 3 * chariots);
    let attack = side.palace_attack * (4 + missing_advisors + missing_elephants) / 6;
    let mut danger = Pair(bare + attack, bare / 2 + attack / 2);
    danger += cannons_on_king(position, color);
    danger
}

/// Cannons that look at the king along its file: hollow 空头炮 (nothing between), or with two
/// pieces between of which either is then pinned.
fn cannons_on_king(position: &Position, color: Color) -> Pair {
    let king: Square = position.king(!color);
    let mut danger = Pair::default();
    for cannon in position.set_of(color, PieceKind::Cannon) & attacks::cross(king) {
        let gap = attacks::between(king, cannon);
        let blockers = gap & position.occupancy().all;
        let own = position.of(color);
        match blockers.count() {
            0 if !gap.is_empty() => danger += Pair(85, 40),
            2 if cannon.file() == king.file() && (blockers & own).is_empty() => {
                danger += Pair(32, 16);
            }
            _ => {}
        }
    }
    danger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn value(fen: &str) -> i32 {
        evaluate(&Position::from_fen(fen).expect(fen))
    }

    #[test]
    fn start_is_worth_the_tempo() {
        assert_eq!(value(crate::START_FEN), TEMPO);
    }

    /// Turning the board and exchanging the colors changes nothing for the side to move, and
    /// neither does a mirror.
    #[test]
    fn value_is_symmetric() {
        for line in include_str!("../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
            let setup: Setup = line.split(" ; ").next().unwrap().parse().unwrap();
            let mut turned = Setup { side_to_move: !setup.side_to_move, ..Setup::empty() };
            let mut mirrored = Setup { side_to_move: setup.side_to_move, ..Setup::empty() };
            for square in Square::all() {
                let piece = setup.piece_at(square);
                let other = piece.map(|p| crate::Piece::new(!p.color, p.kind));
                turned.set(square.flipped(), other);
                let mirror = Square::new(8 - square.file(), square.rank()).unwrap();
                mirrored.set(mirror, piece);
            }
            let value = evaluate(&Position::try_from(setup).unwrap());
            assert_eq!(evaluate(&Position::try_from(turned).unwrap()), value, "{line}");
            assert_eq!(evaluate(&Position::try_from(mirrored).unwrap()), value, "{line}");
        }
    }

    #[test]
    fn a_side_without_attackers_cannot_lead_by_much() {
        assert!(value("2bakab2/9/9/9/9/9/9/9/4p4/3K5 b") > 200);
        assert!(value("4k4/9/4c4/9/9/9/9/4B4/4A4/2BAK4 w").abs() < 150);
    }
}
