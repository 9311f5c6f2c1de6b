//! Legal move generation. Checks and pins are computed once per position; after that, set
//! operations alone tell which moves are legal, without making them.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::cpu::{self, Task};
use crate::dangers::{Attackers, Dangers};
use crate::{Color, Move, MoveList, PieceKind, Position, Square};

/// Receives generated moves: a list, or a counter that does not need the moves themselves.
trait Sink {
    /// Moves of the piece on `from` to each of `targets`.
    fn add(&mut self, from: Square, targets: Bitboard);

    /// Moves to each of `targets`, each from the point whose index is less by `step` (pawns).
    fn add_steps(&mut self, step: isize, targets: Bitboard);
}

impl Sink for MoveList {
    fn add(&mut self, from: Square, targets: Bitboard) {
        targets.for_each(|to| self.push(Move::new(from, to)));
    }

    fn add_steps(&mut self, step: isize, targets: Bitboard) {
        for to in targets {
            if let Some(from) = Square::from_index(to.index().wrapping_add_signed(-step)) {
                self.push(Move::new(from, to));
            }
        }
    }
}

impl Sink for u64 {
    fn add(&mut self, _from: Square, targets: Bitboard) {
        *self += u64::from(targets.count());
    }

    fn add_steps(&mut self, _step: isize, targets: Bitboard) {
        *self += u64::from(targets.count());
    }
}

/// Generates legal moves to the points in `allowed`.
struct Generate<'a, S> {
    position: &'a Position,
    allowed: Bitboard,
    sink: S,
}

impl<S: Sink> Task for Generate<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run(mut self) -> S {
        self.position.generate(self.allowed, &mut self.sink);
        self.sink
    }
}

/// Perft with a depth of at least two; leaves the position as it was.
struct PerftTask<'a> {
    position: &'a mut Position,
    depth: u32,
}

impl Task for PerftTask<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let PerftTask { position, depth } = self;
        let mut paths = 0;
        for &mv in position.legal_moves().iter() {
            let undo = position.play_unchecked(mv);
            paths += if depth == 2 {
                let mut count = 0u64;
                position.generate(!position.of(position.side_to_move()), &mut count);
                count
            } else {
                position.perft_recursive(depth - 1)
            };
            position.undo_unchecked(mv, undo);
        }
        paths
    }
}

impl Position {
    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> MoveList {
        let allowed = !self.of(self.side_to_move());
        cpu::run(Generate { position: self, allowed, sink: MoveList::new() })
    }

    /// The legal captures.
    pub(crate) fn legal_captures(&self) -> MoveList {
        let allowed = self.of(!self.side_to_move());
        cpu::run(Generate { position: self, allowed, sink: MoveList::new() })
    }

    /// The legal moves that are not captures.
    pub(crate) fn legal_quiets(&self) -> MoveList {
        let allowed = !self.occupancy().all;
        cpu::run(Generate { position: self, allowed, sink: MoveList::new() })
    }

    /// The number of legal moves, which is faster than listing them.
    pub fn count_legal_moves(&self) -> u64 {
        let allowed = !self.of(self.side_to_move());
        cpu::run(Generate { position: self, allowed, sink: 0 })
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether a move is legal, without generating the others.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        self.of(us).has(mv.from)
            && !self.of(us).has(mv.to)
            && self.reach(mv.from).has(mv.to)
            && self.keeps_king_safe(mv)
    }

    /// Perft: the number of paths of `depth` legal moves. The last ply is counted without making
    /// its moves (bulk counting).
    ///
    /// ```
    /// assert_eq!(fangqi_xiangqi::Position::start().perft(2), 1920);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => self.clone().perft_recursive(depth),
        }
    }

    /// The entry of the recursion. It cannot be inlined into itself, so only what it calls through
    /// [`Task::run`] is compiled with newer instructions.
    #[inline(never)]
    fn perft_recursive(&mut self, depth: u32) -> u64 {
        cpu::run(PerftTask { position: self, depth })
    }

    /// Pseudo-legal destinations of the piece on `from`, including points held by own pieces; empty
    /// if `from` is empty.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square) -> Bitboard {
        let occupancy = self.occupancy();
        let Some(piece) = self.piece_at(from) else { return Bitboard::EMPTY };
        match piece.kind {
            PieceKind::King => attacks::king(from),
            PieceKind::Advisor => attacks::advisor(from),
            PieceKind::Elephant => occupancy.elephant(from),
            PieceKind::Horse => occupancy.horse(from),
            PieceKind::Chariot => occupancy.chariot(from),
            PieceKind::Cannon => occupancy.cannon(from),
            PieceKind::Pawn => attacks::pawn(piece.color, from),
        }
    }

    /// Whether the mover's king is safe after a pseudo-legal move.
    pub(crate) fn keeps_king_safe(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let king = if self.king(us) == mv.from { mv.to } else { self.king(us) };
        let occupancy = self.occupancy().after(mv.from, mv.to);
        !self.is_attacked_with(king, !us, &occupancy, mv.to.into())
    }

    /// Whether a legal move gives check.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from) else { return false };
        let king = self.king(!piece.color);
        let check_zone = attacks::check_zone(king);
        if !check_zone.has(mv.from) && !check_zone.has(mv.to) {
            return false;
        }
        let occupancy = self.occupancy().after(mv.from, mv.to);
        let direct = match piece.kind {
            PieceKind::Chariot => occupancy.chariot(king),
            PieceKind::Cannon => occupancy.cannon_captures(king),
            PieceKind::Horse => occupancy.horse_to(king),
            PieceKind::Pawn => attacks::pawn_to(piece.color, king),
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => Bitboard::EMPTY,
        };
        direct.has(mv.to) || self.is_attacked_with(king, piece.color, &occupancy, mv.from.into())
    }

    /// By kind, the points from which a piece of the side to move would attack the other king
    /// directly in the present position. Discovered checks are not included.
    pub(crate) fn check_squares(&self) -> [Bitboard; 7] {
        let king = self.king(!self.side_to_move());
        let occupancy = self.occupancy();
        let seen = occupancy.chariot(king);
        // The second pieces on each line are found by removing the first ones.
        let mut without = *occupancy;
        (seen & occupancy.all).for_each(|screen| without.toggle(screen));
        let mut squares = [Bitboard::EMPTY; 7];
        squares[PieceKind::Chariot.index()] = seen;
        squares[PieceKind::Cannon.index()] = without.chariot(king) - seen;
        squares[PieceKind::Horse.index()] = occupancy.horse_to(king);
        squares[PieceKind::Pawn.index()] = attacks::pawn_to(self.side_to_move(), king);
        squares
    }

    #[inline(always)]
    fn generate<S: Sink>(&self, allowed: Bitboard, sink: &mut S) {
        let us = self.side_to_move();
        let attackers = Attackers::of_waiting_side(self);
        let king = self.king(us);
        let mut steps = attacks::king(king) & allowed;
        for to in steps {
            if attackers.attack_king_on(self, to) {
                steps ^= to.into();
            }
        }
        sink.add(king, steps);
        let dangers = Dangers::new(self, &attackers);
        let (pinned, others_to) = dangers.pinned_and_others();
        self.generate_free(self.of(us) - pinned, allowed & others_to, sink);
        for from in pinned {
            sink.add(from, self.reach(from) & allowed & dangers.permits(from));
        }
    }

    /// The moves of the pieces in `free`, except the king, to the points in `allowed`.
    #[inline(always)]
    fn generate_free<S: Sink>(&self, free: Bitboard, allowed: Bitboard, sink: &mut S) {
        let occupancy = self.occupancy();
        for from in free & self.kind(PieceKind::Advisor) {
            sink.add(from, attacks::advisor(from) & allowed);
        }
        for from in free & self.kind(PieceKind::Elephant) {
            sink.add(from, occupancy.elephant(from) & allowed);
        }
        for from in free & self.kind(PieceKind::Horse) {
            sink.add(from, occupancy.horse(from) & allowed);
        }
        for from in free & self.kind(PieceKind::Chariot) {
            sink.add(from, occupancy.chariot(from) & allowed);
        }
        for from in free & self.kind(PieceKind::Cannon) {
            sink.add(from, occupancy.cannon(from) & allowed);
        }
        let pawns = (free & self.kind(PieceKind::Pawn)).0;
        let (forward, crossed) = match self.side_to_move() {
            Color::Red => (9, pawns & attacks::BLACK_HALF),
            Color::Black => (-9, pawns & !attacks::BLACK_HALF),
        };
        let ahead = if forward > 0 { pawns << 9 } else { pawns >> 9 };
        sink.add_steps(forward, Bitboard(ahead) & allowed);
        if crossed != 0 {
            sink.add_steps(1, Bitboard((crossed & !attacks::I_FILE) << 1) & allowed);
            sink.add_steps(-1, Bitboard((crossed & !attacks::A_FILE) >> 1) & allowed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fangqi_kit::Rng;

    /// On a processor with newer instructions, only this test runs the baseline version.
    #[test]
    fn both_compilations_generate_the_same() {
        let mut rng = Rng::new(90);
        for line in include_str!("../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
            let mut position = Position::from_fen(line.split(" ; ").next().unwrap()).unwrap();
            for _ in 0..200 {
                let allowed = !position.of(position.side_to_move());
                let moves = position.legal_moves();
                let sink = MoveList::new();
                let plain = Generate { position: &position, allowed, sink }.run();
                assert_eq!(moves[..], plain[..], "{position:?}");
                let paths = PerftTask { position: &mut position.clone(), depth: 2 }.run();
                assert_eq!(paths, position.perft(2), "{position:?}");
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
            }
        }
    }
}
