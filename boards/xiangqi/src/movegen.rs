//! Legal moves. Before anything is generated, the dangers to the own king are scanned once: which
//! pieces may not leave their point without a look, which points may not be entered without a
//! look, and, in check, what could meet it. Only moves that touch a danger are tested one by one.

use std::ops::Deref;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::{Move, PieceKind, Position, Square};

/// More than any legal position has: the sum of what the pieces of a side reach at most is 119.
const MOST_MOVES: usize = 128;

/// Moves of one position, kept on the stack; it is used as a slice.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MOST_MOVES],
    length: usize,
}

impl MoveList {
    pub(crate) fn new() -> MoveList {
        let nowhere = Square::from_index(0).expect("a0 exists");
        MoveList { moves: [Move::new(nowhere, nowhere); MOST_MOVES], length: 0 }
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.moves[..self.length].swap(a, b);
    }

    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[self.length] = mv;
        self.length += 1;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, MOST_MOVES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.length)
    }
}

/// Where generated moves go: a list, or a count that never names them.
trait Sink {
    fn add(&mut self, from: Square, targets: Bitboard);
}

impl Sink for MoveList {
    fn add(&mut self, from: Square, targets: Bitboard) {
        targets.for_each(|to| self.push(Move::new(from, to)));
    }
}

impl Sink for u64 {
    fn add(&mut self, _from: Square, targets: Bitboard) {
        *self += u64::from(targets.count());
    }
}

/// What threatens the king of the side to move.
#[derive(Default)]
struct Dangers {
    /// A move from one of these points may expose the king.
    leave: Bitboard,
    /// A move to one of these points may expose the king: it may become a cannon's screen.
    enter: Bitboard,
    /// What checks now.
    checkers: Bitboard,
    /// In check, a move of another piece than the king must go here …
    meet: Bitboard,
    /// … or start here.
    unscreen: Bitboard,
}

impl Dangers {
    fn scan(position: &Position) -> Dangers {
        let us = position.side_to_move();
        let king = position.king(us);
        let (own, enemy) = (position.of(us), position.of(!us));
        let all = position.occupancy().all;
        let mut dangers = Dangers { meet: Bitboard(u128::MAX), ..Dangers::default() };
        let liners = enemy & attacks::cross(king);
        let straight = position.kind(PieceKind::Chariot) | position.kind(PieceKind::King);
        for at in liners & straight {
            let gap = attacks::between(king, at);
            let blockers = gap & all;
            if blockers.is_empty() {
                dangers.check(at, gap, Bitboard::EMPTY);
            } else if !blockers.is_many() {
                dangers.leave |= blockers & own;
            }
        }
        for at in liners & position.kind(PieceKind::Cannon) {
            let gap = attacks::between(king, at);
            let blockers = gap & all;
            match blockers.count() {
                0 => dangers.enter |= gap,
                1 => dangers.check(at, gap - blockers, blockers),
                2 => dangers.leave |= blockers & own,
                _ => {}
            }
        }
        for at in enemy & position.kind(PieceKind::Horse) & attacks::horse_leaps(king) {
            let leg = attacks::horse_leg(at, king).map_or(Bitboard::EMPTY, Bitboard::of);
            if (leg & all).is_empty() {
                dangers.check(at, leg, Bitboard::EMPTY);
            } else {
                dangers.leave |= leg & own;
            }
        }
        for at in enemy & position.kind(PieceKind::Pawn) & attacks::pawn_to(!us, king) {
            dangers.check(at, Bitboard::EMPTY, Bitboard::EMPTY);
        }
        dangers
    }

    /// Notes a check by the piece on `at`, which is met by capturing it, by entering `block`
    /// or by leaving `screen`.
    fn check(&mut self, at: Square, block: Bitboard, screen: Bitboard) {
        // With two checks the sets allow more than what meets both; every move is tested anyway.
        self.unscreen |= screen;
        self.checkers |= at.into();
        self.meet &= block | at.into();
    }
}

impl Position {
    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(!self.of(self.side_to_move()), &mut moves);
        moves
    }

    /// The legal moves that take something.
    pub(crate) fn legal_captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(self.of(!self.side_to_move()), &mut moves);
        moves
    }

    /// How many legal moves there are, without naming them.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = 0u64;
        self.generate(!self.of(self.side_to_move()), &mut count);
        count
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

    /// The number of paths of `depth` legal moves, the last layer counted without being made.
    ///
    /// ```
    /// assert_eq!(fangqi_xiangqi::Position::start().perft(2), 1920);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => {
                let mut position = self.clone();
                self.legal_moves().into_iter().fold(0, |paths, mv| {
                    let undo = position.play_unchecked(mv);
                    let below = position.perft_in_place(depth - 1);
                    position.undo_unchecked(mv, undo);
                    paths + below
                })
            }
        }
    }

    fn perft_in_place(&mut self, depth: u32) -> u64 {
        if depth == 1 {
            return self.count_legal_moves();
        }
        let mut paths = 0;
        for &mv in self.legal_moves().iter() {
            let undo = self.play_unchecked(mv);
            paths += self.perft_in_place(depth - 1);
            self.undo_unchecked(mv, undo);
        }
        paths
    }

    /// Where the piece on `from` could go by its way of moving, own pieces and the safety of the
    /// king left aside. Nothing for an empty point.
    pub(crate) fn reach(&self, from: Square) -> Bitboard {
        let occupancy = self.occupancy();
        let Some(piece) = self.piece_at(from) else { return Bitboard::EMPTY };
        match piece.kind {
            PieceKind::King => attacks::king(from),
            PieceKind::Advisor => attacks::advisor(from),
            PieceKind::Elephant => occupancy.elephant(from),
            PieceKind::Horse => occupancy.horse(from),
            PieceKind::Chariot => occupancy.chariot(from),
            PieceKind::Cannon => {
                (occupancy.chariot(from) - occupancy.all) | occupancy.cannon_captures(from)
            }
            PieceKind::Pawn => attacks::pawn(piece.color, from),
        }
    }

    /// Whether the mover's king is unattacked after a move that its piece can make.
    pub(crate) fn keeps_king_safe(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let king = if self.king(us) == mv.from { mv.to } else { self.king(us) };
        let occupancy = self.occupancy().after(mv.from, mv.to);
        !self.is_attacked_with(king, !us, &occupancy, mv.to.into())
    }

    /// Whether a legal move attacks the other king.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from) else { return false };
        let king = self.king(!piece.color);
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

    fn generate<S: Sink>(&self, allowed: Bitboard, sink: &mut S) {
        let us = self.side_to_move();
        let dangers = Dangers::scan(self);
        let in_check = !dangers.checkers.is_empty();
        for kind in PieceKind::ALL {
            for from in self.set_of(us, kind) {
                let targets = self.reach(from) & allowed;
                if kind == PieceKind::King {
                    self.tested(from, targets, sink);
                } else if in_check {
                    let meets =
                        if dangers.unscreen.has(from) { targets } else { targets & dangers.meet };
                    self.tested(from, meets, sink);
                } else if dangers.leave.has(from) {
                    self.tested(from, targets, sink);
                } else {
                    sink.add(from, targets - dangers.enter);
                    self.tested(from, targets & dangers.enter, sink);
                }
            }
        }
    }

    fn tested<S: Sink>(&self, from: Square, targets: Bitboard, sink: &mut S) {
        let mut safe = Bitboard::EMPTY;
        for to in targets {
            if self.keeps_king_safe(Move::new(from, to)) {
                safe |= to.into();
            }
        }
        sink.add(from, safe);
    }
}
