//! Attack tables and the occupancy words that index them.
//!
//! The occupancy of a rank or file is a word of at most ten bits. Chariot attacks and cannon
//! captures from a point on the line are looked up by that word. Horses and elephants are looked up
//! by four bits that say which of their legs or eyes are occupied.

mod tables;

pub(crate) use tables::{A_FILE, BLACK_HALF, I_FILE};
use tables::{
    ADVISOR, CHECK_ZONES, CROSS, ELEPHANT, HORSE, HORSE_TO, KING, LINES, PAWN, PAWN_TO, SPREAD,
};

use crate::bitboard::Bitboard;
use crate::{Color, Square};

/// Which points are occupied, as a set and as one word per rank and per file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Occupancy {
    pub(crate) all: Bitboard,
    /// Rank r is at index r + 1, so that every rank has neighbours.
    ranks: [u16; 12],
    files: [u16; 9],
}

impl Occupancy {
    /// Occupies an empty point or empties an occupied one.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square) {
        self.all ^= square.into();
        self.ranks[usize::from(square.rank()) + 1] ^= 1 << square.file();
        self.files[usize::from(square.file())] ^= 1 << square.rank();
    }

    /// The occupancy after a move.
    pub(crate) fn after(mut self, from: Square, to: Square) -> Occupancy {
        self.toggle(from);
        if !self.all.has(to) {
            self.toggle(to);
        }
        self
    }

    /// The set of points given by words of the rank and of the file of `at`.
    #[inline(always)]
    fn set(at: Square, on_rank: u16, on_file: u16) -> Bitboard {
        let on_rank = u128::from(on_rank & 0x1ff) << (at.rank() * 9);
        Bitboard(on_rank | SPREAD[usize::from(on_file)] << at.file())
    }

    /// The points that `pick` selects on both lines, given each line's word and its [`LINES`]
    /// entry.
    #[inline(always)]
    fn on_lines(&self, at: Square, pick: impl Fn(u16, (u16, u16)) -> u16) -> Bitboard {
        let (file, rank) = (usize::from(at.file()), usize::from(at.rank()));
        let (on_rank, on_file) = (self.ranks[rank + 1], self.files[file]);
        let rank_points = pick(on_rank, LINES[file][usize::from(on_rank)]);
        let file_points = pick(on_file, LINES[rank][usize::from(on_file)]);
        Occupancy::set(at, rank_points, file_points)
    }

    /// Points a chariot on `at` attacks, including the first piece in each direction.
    #[inline(always)]
    pub(crate) fn chariot(&self, at: Square) -> Bitboard {
        self.on_lines(at, |_, (sees, _)| sees)
    }

    /// Occupied points a cannon on `at` captures on: the second piece in each direction.
    #[inline(always)]
    pub(crate) fn cannon_captures(&self, at: Square) -> Bitboard {
        self.on_lines(at, |_, (_, captures)| captures)
    }

    /// Points a cannon on `at` can move to: empty ones like a chariot, occupied ones over a screen.
    #[inline(always)]
    pub(crate) fn cannon(&self, at: Square) -> Bitboard {
        self.on_lines(at, |occupied, (sees, captures)| sees & !occupied | captures)
    }

    /// Chariot attacks and cannon captures from `at` if `gone`, a point on a line with it, were
    /// empty.
    #[inline(always)]
    pub(crate) fn lines_without(&self, at: Square, gone: Square) -> (Bitboard, Bitboard) {
        let (file, rank) = (usize::from(at.file()), usize::from(at.rank()));
        let (mut on_rank, mut on_file) = (self.ranks[rank + 1], self.files[file]);
        if gone.rank() == at.rank() {
            on_rank &= !(1 << gone.file());
        } else {
            on_file &= !(1 << gone.rank());
        }
        let on_rank = LINES[file][usize::from(on_rank)];
        let on_file = LINES[rank][usize::from(on_file)];
        (Occupancy::set(at, on_rank.0, on_file.0), Occupancy::set(at, on_rank.1, on_file.1))
    }

    /// Occupied orthogonal neighbours: bit 0 left, 1 below, 2 right, 3 above.
    #[inline(always)]
    fn orthogonal_neighbours(&self, at: Square) -> usize {
        let beside = self.ranks[usize::from(at.rank()) + 1] << 1 >> at.file() & 0b101;
        let along = self.files[usize::from(at.file())] << 1 >> at.rank() & 0b101;
        usize::from(beside | along << 1)
    }

    /// Occupied diagonal neighbours: bit 0 above left, 1 below left, 2 above right, 3 below right.
    #[inline(always)]
    fn diagonal_neighbours(&self, at: Square) -> usize {
        let rank = usize::from(at.rank());
        let above = self.ranks[rank + 2] << 1 >> at.file() & 0b101;
        let below = self.ranks[rank] << 1 >> at.file() & 0b101;
        usize::from(above | below << 1)
    }

    /// Points a horse on `at` attacks.
    #[inline(always)]
    pub(crate) fn horse(&self, at: Square) -> Bitboard {
        Bitboard(HORSE[at.index()][self.orthogonal_neighbours(at)])
    }

    /// Points from which a horse attacks `at`. Its legs are then the diagonal neighbours of `at`.
    #[inline(always)]
    pub(crate) fn horse_to(&self, at: Square) -> Bitboard {
        Bitboard(HORSE_TO[at.index()][self.diagonal_neighbours(at)])
    }

    /// Points an elephant on `at` attacks.
    #[inline(always)]
    pub(crate) fn elephant(&self, at: Square) -> Bitboard {
        Bitboard(ELEPHANT[at.index()][self.diagonal_neighbours(at)])
    }
}

/// Points an advisor on `at` attacks.
pub(crate) fn advisor(at: Square) -> Bitboard {
    Bitboard(ADVISOR[at.index()])
}

/// Points a king on `at` attacks.
pub(crate) fn king(at: Square) -> Bitboard {
    Bitboard(KING[at.index()])
}

/// Points a pawn of `color` on `at` attacks.
pub(crate) fn pawn(color: Color, at: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][at.index()])
}

/// Points from which a pawn of `color` attacks `at`.
pub(crate) fn pawn_to(color: Color, at: Square) -> Bitboard {
    Bitboard(PAWN_TO[color.index()][at.index()])
}

/// The other points on the rank and the file of `at`.
pub(crate) fn cross(at: Square) -> Bitboard {
    Bitboard(CROSS[at.index()])
}

/// The points whose occupancy decides whether a chariot, cannon, horse, pawn or king attacks `at`:
/// its rank and file, the origins of horse attacks, and their legs.
pub(crate) fn check_zone(at: Square) -> Bitboard {
    Bitboard(CHECK_ZONES[at.index()])
}

/// The file of a point.
pub(crate) fn file(at: Square) -> Bitboard {
    Bitboard(SPREAD[1023] << at.file())
}

/// Points from which a horse attacks `at` on an empty board.
pub(crate) fn horse_leaps(at: Square) -> Bitboard {
    Bitboard(HORSE_TO[at.index()][0])
}

/// The points strictly between two points of a line; empty if they share no line.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    // The bits strictly between two bits of a word.
    let gap = |x: u8, y: u8| {
        let (low, high) = (x.min(y), x.max(y));
        ((1usize << high) - 1) & !((2usize << low) - 1)
    };
    if a.rank() == b.rank() {
        Bitboard((gap(a.file(), b.file()) as u128) << (usize::from(a.rank()) * 9))
    } else if a.file() == b.file() {
        Bitboard(SPREAD[gap(a.rank(), b.rank())] << a.file())
    } else {
        Bitboard::EMPTY
    }
}

/// The leg of the horse leap from `from` to `to`. The caller guarantees that it is such a leap.
pub(crate) fn horse_leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    from.offset(files / 2, ranks / 2)
}
