//! Chunks: 16 x 16 x 16 cells in one of three forms.

mod packed;
mod stored;
mod wire;

use std::sync::Arc;

use glam::IVec3;

use crate::block::BlockState;
use crate::region::Region;
use packed::Packed;
pub use wire::WireError;

/// Cells along each edge of a chunk.
pub const CHUNK_SIZE: i32 = 16;
/// Cells in a chunk.
pub const CHUNK_VOLUME: usize = 4096;

/// The cells of a chunk in index order.
pub(crate) type Cells = [BlockState; CHUNK_VOLUME];

/// Number of single-cell writes to a palette chunk after which it becomes dense: with fewer,
/// unpacking (about 5 µs) does not pay off.
const WRITES_UNTIL_DENSE: u8 = 32;

/// A cube of 4096 cells. Cell `(x, y, z)` of the chunk, each 0 to 15, has index `x + 16 * z + 256 *
/// y`.
///
/// There are three forms, which differ only in memory and speed: *uniform* (one state, no heap),
/// *palette* (indices of 1, 2, 4 or 8 bits into at most 256 states, copy-on-write between clones)
/// and *dense* (16 KiB, the fastest to write). A burst of writes makes a chunk dense;
/// [`Chunk::compact`] brings it back to its smallest form. Equality compares contents.
#[derive(Clone, Debug)]
pub struct Chunk {
    repr: Repr,
    /// Number of writes since the chunk took the palette form, up to `WRITES_UNTIL_DENSE`.
    writes: u8,
}

#[derive(Clone, Debug)]
enum Repr {
    Uniform(BlockState),
    Palette(Arc<Packed>),
    Dense(Box<Cells>),
}

/// The form of a chunk; see [`Chunk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkForm {
    /// All cells are equal; no heap memory.
    Uniform,
    /// Packed indices into a palette.
    Palette {
        /// Bits per cell: 1, 2, 4 or 8.
        bits: u8,
    },
    /// One state per cell.
    Dense,
}

/// Index of a cell in its chunk, from world or chunk coordinates.
#[inline]
pub(crate) const fn cell_index(cell: IVec3) -> usize {
    ((cell.x & 15) | (cell.z & 15) << 4 | (cell.y & 15) << 8) as usize
}

/// The cell with this index, relative to the chunk's origin.
pub(crate) const fn index_cell(index: usize) -> IVec3 {
    let index = index as i32;
    IVec3::new(index & 15, index >> 8 & 15, index >> 4 & 15)
}

/// The first cells of the rows of a box inside a chunk, and the length of each row. The box is in
/// world coordinates and must lie in one chunk.
pub(crate) fn rows(part: &Region) -> (impl Iterator<Item = usize> + use<>, usize) {
    let (min, max) = (part.min(), part.max());
    let starts = (min.y..=max.y)
        .flat_map(move |y| (min.z..=max.z).map(move |z| cell_index(IVec3::new(min.x, y, z))));
    (starts, (max.x - min.x + 1) as usize)
}

/// Whether the part is the whole chunk.
pub(crate) fn covers_chunk(part: &Region) -> bool {
    part.size() == IVec3::splat(CHUNK_SIZE)
}

impl Chunk {
    /// A chunk with all cells in one state.
    pub const fn uniform(state: BlockState) -> Chunk {
        Chunk { repr: Repr::Uniform(state), writes: 0 }
    }

    /// The smallest form of these cells.
    pub(crate) fn from_cells(cells: &Cells) -> Chunk {
        if cells.iter().all(|&state| state == cells[0]) {
            return Chunk::uniform(cells[0]);
        }
        match Packed::from_cells(cells) {
            Some(packed) => Chunk::from_packed(packed),
            None => Chunk { repr: Repr::Dense(Box::new(*cells)), writes: 0 },
        }
    }

    fn from_packed(packed: Packed) -> Chunk {
        Chunk { repr: Repr::Palette(Arc::new(packed)), writes: 0 }
    }

    /// The state of a cell by index, modulo 4096.
    #[inline]
    pub fn get(&self, index: usize) -> BlockState {
        let index = index % CHUNK_VOLUME;
        match &self.repr {
            Repr::Uniform(state) => *state,
            Repr::Palette(packed) => packed.get(index),
            Repr::Dense(cells) => cells[index],
        }
    }

    /// Writes a cell by index, modulo 4096, and returns its former state.
    #[inline]
    pub fn set(&mut self, index: usize, state: BlockState) -> BlockState {
        let index = index % CHUNK_VOLUME;
        match &mut self.repr {
            Repr::Dense(cells) => std::mem::replace(&mut cells[index], state),
            _ => self.set_slow(index, state),
        }
    }

    #[cold]
    #[inline(never)]
    fn set_slow(&mut self, index: usize, state: BlockState) -> BlockState {
        let old = self.get(index);
        if old == state {
            return old;
        }
        self.writes += 1;
        let written = match &mut self.repr {
            Repr::Uniform(old) => {
                let mut packed = Packed::uniform(*old);
                let written = packed.set(index, state);
                self.repr = Repr::Palette(Arc::new(packed));
                written
            }
            // A burst of writes: the chunk becomes dense below.
            Repr::Palette(_) if self.writes >= WRITES_UNTIL_DENSE => false,
            Repr::Palette(packed) => Arc::make_mut(packed).set(index, state),
            Repr::Dense(_) => false,
        };
        if !written {
            self.dense_mut()[index] = state;
        }
        old
    }

    /// The cells for bulk writing; makes the chunk dense.
    pub(crate) fn dense_mut(&mut self) -> &mut Cells {
        if !matches!(self.repr, Repr::Dense(_)) {
            self.repr = Repr::Dense(self.to_cells());
            self.writes = 0;
        }
        match &mut self.repr {
            Repr::Dense(cells) => cells,
            _ => unreachable!("the chunk was just made dense"),
        }
    }

    /// All cells in index order.
    pub(crate) fn to_cells(&self) -> Box<Cells> {
        match &self.repr {
            Repr::Uniform(state) => Box::new([*state; CHUNK_VOLUME]),
            Repr::Palette(packed) => packed.unpack(),
            Repr::Dense(cells) => cells.clone(),
        }
    }

    /// Fills a part of the chunk, given in world coordinates. Does not check whether anything
    /// changes.
    pub(crate) fn fill(&mut self, part: &Region, state: BlockState) {
        if covers_chunk(part) {
            *self = Chunk::uniform(state);
            return;
        }
        let filled = match &mut self.repr {
            Repr::Uniform(old) if *old == state => true,
            Repr::Uniform(old) => {
                let mut packed = Packed::uniform(*old);
                let filled = packed.fill(part, state);
                self.repr = Repr::Palette(Arc::new(packed));
                filled
            }
            Repr::Palette(packed) => Arc::make_mut(packed).fill(part, state),
            Repr::Dense(_) => false,
        };
        if !filled {
            let (starts, length) = rows(part);
            let cells = self.dense_mut();
            starts.for_each(|start| cells[start..start + length].fill(state));
        }
    }

    /// Brings the chunk to its smallest form without changing its contents.
    pub fn compact(&mut self) {
        match &self.repr {
            Repr::Uniform(_) => {}
            Repr::Palette(packed) if packed.is_canonical() => self.writes = 0,
            _ => *self = Chunk::from_cells(&self.to_cells()),
        }
    }

    /// The palette, if the chunk is in canonical palette form.
    fn canonical(&self) -> Option<&Packed> {
        match &self.repr {
            Repr::Palette(packed) if packed.is_canonical() => Some(packed),
            _ => None,
        }
    }

    /// The form of the chunk.
    pub fn form(&self) -> ChunkForm {
        match &self.repr {
            Repr::Uniform(_) => ChunkForm::Uniform,
            Repr::Palette(packed) => ChunkForm::Palette { bits: packed.bits() },
            Repr::Dense(_) => ChunkForm::Dense,
        }
    }

    pub(crate) fn is_dense(&self) -> bool {
        matches!(self.repr, Repr::Dense(_))
    }

    /// The state that all cells have; `None` if they differ.
    pub fn single_state(&self) -> Option<BlockState> {
        match &self.repr {
            Repr::Uniform(state) => Some(*state),
            Repr::Palette(packed) => packed.single_state(),
            Repr::Dense(cells) => cells.iter().all(|&state| state == cells[0]).then_some(cells[0]),
        }
    }

    /// Whether all cells are air.
    pub fn is_air(&self) -> bool {
        match &self.repr {
            Repr::Uniform(state) => state.is_air(),
            Repr::Palette(packed) => packed.single_state() == Some(BlockState::AIR),
            Repr::Dense(cells) => cells.iter().all(|state| state.is_air()),
        }
    }

    /// Number of cells in the part, given in world coordinates, whose state satisfies a condition.
    pub(crate) fn count(&self, part: &Region, pass: impl Fn(BlockState) -> bool) -> u64 {
        if let Repr::Uniform(state) = self.repr {
            return if pass(state) { part.volume() } else { 0 };
        }
        let cells = self.to_cells();
        let (starts, length) = rows(part);
        starts
            .map(|start| &cells[start..start + length])
            .map(|row| row.iter().filter(|&&state| pass(state)).count() as u64)
            .sum()
    }

    /// A cheap sufficient test of equality, which does not compare cells.
    pub(crate) fn is_surely_equal(&self, other: &Chunk) -> bool {
        match (&self.repr, &other.repr) {
            (Repr::Uniform(a), Repr::Uniform(b)) => a == b,
            (Repr::Palette(a), Repr::Palette(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// A hash of the contents, independent of the form.
    pub(crate) fn content_hash(&self) -> u64 {
        if let Some(state) = self.single_state() {
            return xxhash_rust::xxh3::xxh3_64_with_seed(&state.raw().to_le_bytes(), 1);
        }
        let mut bytes = [0; CHUNK_VOLUME * 4];
        let write = |cells: &Cells, bytes: &mut [u8]| {
            for (state, bytes) in cells.iter().zip(bytes.chunks_exact_mut(4)) {
                bytes.copy_from_slice(&state.raw().to_le_bytes());
            }
        };
        match &self.repr {
            Repr::Dense(cells) => write(cells, &mut bytes),
            _ => write(&self.to_cells(), &mut bytes),
        }
        xxhash_rust::xxh3::xxh3_64(&bytes)
    }

    /// Heap memory in bytes, counting shared parts in full.
    pub fn heap_bytes(&self) -> usize {
        match &self.repr {
            Repr::Uniform(_) => 0,
            Repr::Palette(packed) => size_of::<Packed>() + 16 + packed.heap_bytes(),
            Repr::Dense(_) => size_of::<Cells>(),
        }
    }
}

impl Default for Chunk {
    /// A chunk of air.
    fn default() -> Self {
        Chunk::uniform(BlockState::AIR)
    }
}

impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        self.is_surely_equal(other) || self.to_cells() == other.to_cells()
    }
}

impl Eq for Chunk {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::BlockId;

    fn state(id: u16) -> BlockState {
        BlockState::new(BlockId(id), 0)
    }

    #[test]
    fn indices_follow_the_documented_order() {
        assert_eq!(cell_index(IVec3::new(1, 0, 0)), 1);
        assert_eq!(cell_index(IVec3::new(0, 0, 1)), 16);
        assert_eq!(cell_index(IVec3::new(0, 1, 0)), 256);
        assert_eq!(cell_index(IVec3::new(-1, -1, -1)), 4095);
        assert!((0..CHUNK_VOLUME).all(|index| cell_index(index_cell(index)) == index));
    }

    #[test]
    fn forms_change_with_use() {
        let mut chunk = Chunk::uniform(state(1));
        assert_eq!((chunk.form(), chunk.heap_bytes()), (ChunkForm::Uniform, 0));
        chunk.set(7, state(1));
        assert_eq!(chunk.form(), ChunkForm::Uniform);
        assert_eq!(chunk.set(7, state(2)), state(1));
        assert_eq!(chunk.form(), ChunkForm::Palette { bits: 1 });
        for index in 0..40 {
            chunk.set(index, state(3));
        }
        assert_eq!(chunk.form(), ChunkForm::Dense);
        chunk.compact();
        assert_eq!(chunk.form(), ChunkForm::Palette { bits: 1 });
        for index in 0..CHUNK_VOLUME {
            chunk.set(index, state(9));
        }
        chunk.compact();
        assert_eq!(chunk, Chunk::uniform(state(9)));
        assert_eq!(chunk.form(), ChunkForm::Uniform);
    }

    #[test]
    fn more_than_256_states_stay_dense() {
        let mut chunk = Chunk::uniform(BlockState::AIR);
        for index in 0..300 {
            chunk.set(index, state(index as u16 + 1));
        }
        chunk.compact();
        assert_eq!(chunk.form(), ChunkForm::Dense);
        assert!((0..300).all(|index| chunk.get(index) == state(index as u16 + 1)));
        assert!(chunk.get(300).is_air());
    }
}
