//! The format of chunks in snapshots.

use super::packed::index_cells;
use super::{CHUNK_VOLUME, Chunk, Packed};
use crate::block::BlockState;

impl Chunk {
    /// The states in order of first appearance, and each cell's packed index among them. The
    /// indices are empty if there is one state; otherwise they have the smallest of 1, 2, 4 and 8
    /// bits that suffices, lower cells in lower bits; for more than 256 states, two little-endian
    /// bytes. Depends on the contents alone.
    pub(crate) fn to_stored(&self) -> (Vec<BlockState>, Vec<u8>) {
        if let Some(state) = self.single_state() {
            return (vec![state], Vec::new());
        }
        if let Some(packed) = self.canonical() {
            return packed.to_bytes();
        }
        let cells = self.to_cells();
        if let Some(packed) = Packed::from_cells(&cells) {
            return packed.to_bytes();
        }
        let (states, indices) = index_cells(&cells);
        (states, indices.iter().flat_map(|index| index.to_le_bytes()).collect())
    }

    /// The chunk for an output of [`Chunk::to_stored`]; `None` if there are no states, not 4096
    /// cells, or an index out of range.
    pub(crate) fn from_stored(states: Vec<BlockState>, bytes: &[u8]) -> Option<Chunk> {
        match states.len() {
            0 => None,
            1 => bytes.is_empty().then(|| Chunk::uniform(states[0])),
            2..=256 => Packed::from_bytes(states, bytes).map(Chunk::from_packed),
            _ if bytes.len() != CHUNK_VOLUME * 2 => None,
            _ => {
                let mut cells = [BlockState::AIR; CHUNK_VOLUME];
                for (cell, index) in cells.iter_mut().zip(bytes.chunks_exact(2)) {
                    *cell = *states.get(usize::from(u16::from_le_bytes([index[0], index[1]])))?;
                }
                Some(Chunk::from_cells(&cells))
            }
        }
    }
}
