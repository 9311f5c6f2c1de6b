use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::Square;

/// The one-point sets. Indices from 90 on are never used; they save a bounds check.
static POINTS: [u128; 128] = points();

const fn points() -> [u128; 128] {
    let mut table = [0; 128];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = 1 << index;
        index += 1;
    }
    table
}

/// A set of points: bit n is the point with index n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Bitboard(pub(crate) u128);

impl Bitboard {
    pub(crate) const EMPTY: Bitboard = Bitboard(0);
    /// Every point of the board.
    pub(crate) const ALL: Bitboard = Bitboard((1 << 90) - 1);

    pub(crate) const fn of(square: Square) -> Bitboard {
        // A table lookup instead of a shift: the compiler implements a 128-bit shift by one with
        // partial stores, and loading the whole value then stalls on store forwarding.
        Bitboard(POINTS[square.index() & 127])
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The point with the lowest index.
    pub(crate) fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Whether there are at least two points.
    pub(crate) fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

macro_rules! operators {
    ($($trait:ident $function:ident $symbol:tt),*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            fn $function(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $symbol other.0)
            }
        }
    )*};
}
operators!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

/// Difference of sets.
impl Sub for Bitboard {
    type Output = Bitboard;

    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard::ALL - self
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// Iterates over the points in ascending order.
impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
