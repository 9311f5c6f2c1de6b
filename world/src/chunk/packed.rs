//! Palette-compressed cells.

use super::{CHUNK_VOLUME, Cells, rows};
use crate::block::BlockState;
use crate::region::Region;

/// Maximum number of states in a palette.
const STATES_MAX: usize = 256;

/// Cells as palette indices of 1, 2, 4 or 8 bits; lower cells in lower bits. The palette may
/// contain states that no cell has any more.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bits: usize,
    states: Vec<BlockState>,
    words: Box<[u64]>,
}

/// Minimum index width in bits for a number of states: 1, 2, 4 or 8; `None` above 256.
fn width(states: usize) -> Option<usize> {
    match states {
        0..=2 => Some(1),
        3..=4 => Some(2),
        5..=16 => Some(4),
        17..=256 => Some(8),
        _ => None,
    }
}

fn zero_words(bits: usize) -> Box<[u64]> {
    vec![0; CHUNK_VOLUME * bits / 64].into()
}

impl Packed {
    /// All cells in one state, with room for a second one.
    pub(super) fn uniform(state: BlockState) -> Packed {
        Packed { bits: 1, states: vec![state], words: zero_words(1) }
    }

    /// The canonical form of the cells: states in order of first appearance, none unused, minimum
    /// width. `None` if there are more than 256 states.
    pub(crate) fn from_cells(cells: &Cells) -> Option<Packed> {
        let (states, indices) = index_cells(cells);
        let bits = width(states.len())?;
        let mut words = zero_words(bits);
        let lanes = 64 / bits;
        for (word, lane) in words.iter_mut().zip(indices.chunks_exact(lanes)) {
            let packed = lane.iter().rev().fold(0, |word, &i| word << bits | u64::from(i));
            *word = packed;
        }
        Some(Packed { bits, states, words })
    }

    /// A palette of 2 to 256 states and packed indices; `None` if their number is wrong or an index
    /// is outside the palette.
    pub(super) fn from_bytes(states: Vec<BlockState>, bytes: &[u8]) -> Option<Packed> {
        let bits = width(states.len())?;
        if bytes.len() != CHUNK_VOLUME * bits / 8 {
            return None;
        }
        let mut words = zero_words(bits);
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let packed = Packed { bits, states, words };
        let fits = (0..CHUNK_VOLUME).all(|cell| packed.index_at(cell) < packed.states.len());
        fits.then_some(packed)
    }

    /// The palette and the packed indices.
    pub(super) fn to_bytes(&self) -> (Vec<BlockState>, Vec<u8>) {
        let mut bytes = Vec::with_capacity(size_of_val(&*self.words));
        self.words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        (self.states.clone(), bytes)
    }

    pub(super) fn bits(&self) -> u8 {
        self.bits as u8
    }

    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    #[inline]
    fn index_at(&self, cell: usize) -> usize {
        let bit = cell * self.bits;
        (self.words[bit / 64] >> (bit % 64) & self.mask()) as usize
    }

    #[inline]
    pub(super) fn get(&self, cell: usize) -> BlockState {
        self.states[self.index_at(cell)]
    }

    /// Writes a cell. Returns false, with nothing changed, if the palette is full.
    pub(super) fn set(&mut self, cell: usize, state: BlockState) -> bool {
        let Some(index) = self.index_of(state) else { return false };
        let bit = cell * self.bits;
        let mask = self.mask() << (bit % 64);
        let word = &mut self.words[bit / 64];
        *word = *word & !mask | index << (bit % 64);
        true
    }

    /// Fills a part of the chunk. Returns false, with nothing changed, if the palette is full.
    pub(super) fn fill(&mut self, part: &Region, state: BlockState) -> bool {
        let Some(index) = self.index_of(state) else { return false };
        let bits = self.bits;
        // Repeats the index in every lane of a word: all-ones divided by the mask has a 1 in each
        // lane.
        let pattern = u64::MAX / self.mask() * index;
        let (starts, length) = rows(part);
        for start in starts {
            let (mut bit, end) = (start * bits, (start + length) * bits);
            while bit < end {
                let (word, low) = (bit / 64, bit % 64);
                let count = (end - bit).min(64 - low);
                let mask = (u64::MAX >> (64 - count)) << low;
                self.words[word] = self.words[word] & !mask | pattern & mask;
                bit += count;
            }
        }
        true
    }

    /// The palette index of a state, which is added (widening the indices if needed) if it is new.
    fn index_of(&mut self, state: BlockState) -> Option<u64> {
        if let Some(index) = self.states.iter().position(|&known| known == state) {
            return Some(index as u64);
        }
        if self.states.len() == STATES_MAX {
            return None;
        }
        self.states.push(state);
        if self.states.len() > 1 << self.bits {
            self.widen(self.bits * 2);
        }
        Some(self.states.len() as u64 - 1)
    }

    fn widen(&mut self, bits: usize) {
        let mut words = zero_words(bits);
        for cell in 0..CHUNK_VOLUME {
            let bit = cell * bits;
            words[bit / 64] |= (self.index_at(cell) as u64) << (bit % 64);
        }
        (self.bits, self.words) = (bits, words);
    }

    pub(super) fn unpack(&self) -> Box<Cells> {
        let mut cells = Box::new([BlockState::AIR; CHUNK_VOLUME]);
        // A table padded to all possible indices removes the bounds check from the loop.
        let mut table = [BlockState::AIR; STATES_MAX];
        table[..self.states.len()].copy_from_slice(&self.states);
        let (mask, lanes) = (self.mask(), 64 / self.bits);
        for (&word, cells) in self.words.iter().zip(cells.chunks_exact_mut(lanes)) {
            let mut word = word;
            for cell in cells {
                *cell = table[(word & mask) as usize & 0xff];
                word >>= self.bits;
            }
        }
        cells
    }

    /// The state that all cells have; `None` if they differ.
    pub(super) fn single_state(&self) -> Option<BlockState> {
        let index = self.index_at(0);
        let pattern = u64::MAX / self.mask() * index as u64;
        self.words.iter().all(|&word| word == pattern).then(|| self.states[index])
    }

    /// Whether this equals [`Packed::from_cells`] of its cells, and is not uniform.
    pub(super) fn is_canonical(&self) -> bool {
        if self.states.len() < 2 || width(self.states.len()) != Some(self.bits) {
            return false;
        }
        // Indices first appear in ascending order, until all have appeared.
        let mut seen = 0;
        for cell in 0..CHUNK_VOLUME {
            let index = self.index_at(cell);
            if index > seen {
                return false;
            }
            seen += usize::from(index == seen);
            if seen == self.states.len() {
                return true;
            }
        }
        false
    }

    /// The states, and each cell's index among them.
    pub(super) fn indices(&self) -> (Vec<BlockState>, Box<[u16; CHUNK_VOLUME]>) {
        let mut all = Box::new([0; CHUNK_VOLUME]);
        all.iter_mut().enumerate().for_each(|(cell, place)| *place = self.index_at(cell) as u16);
        (self.states.clone(), all)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.words) + self.states.capacity() * size_of::<BlockState>()
    }
}

/// The distinct states in order of first appearance, and each cell's index among them.
pub(super) fn index_cells(cells: &Cells) -> (Vec<BlockState>, Box<[u16; CHUNK_VOLUME]>) {
    let mut states: Vec<BlockState> = Vec::with_capacity(16);
    let mut numbers = rustc_hash::FxHashMap::default();
    // A small hash-indexed cache answers most lookups. All-ones is not a valid packed state.
    let mut recent = [(u32::MAX, 0); 256];
    let indices = cells.iter().map(|&state| {
        let place = &mut recent[(state.raw().wrapping_mul(0x9e37_79b1) >> 24) as usize];
        if place.0 != state.raw() {
            let number = *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() as u16 - 1
            });
            *place = (state.raw(), number);
        }
        place.1
    });
    let mut all = Box::new([0; CHUNK_VOLUME]);
    all.iter_mut().zip(indices).for_each(|(cell, index)| *cell = index);
    (states, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::BlockId;
    use glam::IVec3;

    fn state(id: usize) -> BlockState {
        BlockState::new(BlockId(id as u16), 0)
    }

    #[test]
    fn every_width_holds_every_index() {
        for kinds in [2, 3, 4, 5, 16, 17, 255, 256] {
            let mut cells = [BlockState::AIR; CHUNK_VOLUME];
            cells.iter_mut().enumerate().for_each(|(i, cell)| *cell = state(i * 7 % kinds));
            let packed = Packed::from_cells(&cells).unwrap();
            assert_eq!(*packed.unpack(), cells, "{kinds} kinds");
            assert!((0..CHUNK_VOLUME).all(|i| packed.get(i) == cells[i]));
            assert_eq!(packed.single_state(), None);
            assert!(packed.is_canonical());

            let mut grown = Packed::uniform(state(0));
            assert!((0..CHUNK_VOLUME).all(|i| grown.set(i, cells[i])));
            assert_eq!(*grown.unpack(), cells, "{kinds} kinds, grown");
            assert!(grown.is_canonical());
            let mut backwards = Packed::uniform(state(0));
            assert!((0..CHUNK_VOLUME).rev().all(|i| backwards.set(i, cells[i])));
            assert_eq!(*backwards.unpack(), cells, "{kinds} kinds, backwards");
            assert_eq!(backwards.is_canonical(), backwards.states == packed.states);
            assert_eq!(backwards.is_canonical(), kinds == 2);
        }
    }

    #[test]
    fn the_257th_state_is_refused() {
        let mut packed = Packed::uniform(state(0));
        assert!((1..256).all(|i| packed.set(i, state(i))));
        assert!(!packed.set(300, state(999)));
        let part = Region::new(IVec3::ZERO, IVec3::splat(3));
        assert!(!packed.fill(&part, state(999)));
        assert!(packed.get(300).is_air() && packed.get(0).is_air());
    }

    #[test]
    fn parts_fill_like_single_cells() {
        for kinds in [1, 2, 5, 40] {
            let mut packed = Packed::uniform(state(0));
            (0..CHUNK_VOLUME).for_each(|i| assert!(packed.set(i, state(i % kinds))));
            for (a, b) in
                [([0, 0, 0], [15, 15, 14]), ([3, 2, 1], [3, 9, 15]), ([1, 0, 0], [14, 0, 0])]
            {
                let part = Region::new(a.into(), b.into());
                let mut expected = packed.clone();
                for cell in part.iter() {
                    assert!(expected.set(super::super::cell_index(cell), state(500)));
                }
                assert!(packed.fill(&part, state(500)));
                assert_eq!(packed.unpack(), expected.unpack(), "{kinds} kinds, {part:?}");
            }
        }
    }
}
