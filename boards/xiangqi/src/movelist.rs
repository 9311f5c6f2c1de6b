use std::ops::Deref;

use crate::{Move, Square};

/// An upper bound: the maximum mobilities of a side's pieces add up to 119.
const MOST_MOVES: usize = 128;

/// The moves of a position in an array on the stack; dereferences to a slice.
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
