//! The wire format in which chunks are sent to clients.

use super::packed::index_cells;
use super::{CHUNK_VOLUME, Chunk};
use crate::block::BlockState;

/// Why bytes are not a chunk in wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The bytes are shorter than the counts at their start require.
    #[error("the chunk is cut short: {wanted} bytes expected, {found} found")]
    Short {
        /// Required size.
        wanted: usize,
        /// Actual size.
        found: usize,
    },
    /// The palette is empty or too large.
    #[error("a chunk has 1 to 4096 states, not {0}")]
    StateCount(u16),
    /// The palette contains a number that is not a packed state.
    #[error("palette entry {0} is not a block state")]
    BadState(usize),
    /// A cell's index is outside the palette.
    #[error("cell {0} points outside the palette")]
    BadIndex(usize),
}

impl Chunk {
    /// Appends the chunk in wire form. All numbers are little-endian.
    ///
    /// | bytes | meaning |
    /// |---|---|
    /// | 2 | number `n` of states in the palette, 1 to 4096 |
    /// | 4 n | the states, [`BlockState::raw`], in order of first appearance by cell index |
    /// | see below | index into the palette of each cell, in the order `x + 16 * z + 256 * y` |
    ///
    /// The indices are left out if `n` is 1; they are 4096 bytes if `n` is at most 256, and else
    /// 4096 numbers of two bytes.
    ///
    /// The bytes depend on the contents alone: nothing of a chunk's past (a state that no cell
    /// has any more) leaves with them.
    pub fn encode_wire(&self, out: &mut Vec<u8>) {
        if let Some(state) = self.single_state() {
            out.extend_from_slice(&1u16.to_le_bytes());
            out.extend_from_slice(&state.raw().to_le_bytes());
            return;
        }
        let (states, indices) = match self.canonical() {
            Some(packed) => packed.indices(),
            None => index_cells(&self.to_cells()),
        };
        out.extend_from_slice(&(states.len() as u16).to_le_bytes());
        out.extend(states.iter().flat_map(|state| state.raw().to_le_bytes()));
        if states.len() <= 256 {
            out.extend(indices.iter().map(|&index| index as u8));
        } else {
            out.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        }
    }

    /// Decodes a chunk from the start of `bytes`. Returns the number of bytes read too.
    ///
    /// # Errors
    /// The first deviation from the format of [`Chunk::encode_wire`].
    pub fn decode_wire(bytes: &[u8]) -> Result<(Chunk, usize), WireError> {
        let take = |range: std::ops::Range<usize>| {
            let wanted = range.end;
            bytes.get(range).ok_or(WireError::Short { wanted, found: bytes.len() })
        };
        let head = take(0..2)?;
        let count = u16::from_le_bytes([head[0], head[1]]);
        let n = usize::from(count);
        if n == 0 || n > CHUNK_VOLUME {
            return Err(WireError::StateCount(count));
        }
        let palette_end = 2 + 4 * n;
        let states = take(2..palette_end)?
            .chunks_exact(4)
            .enumerate()
            .map(|(i, raw)| {
                let raw = u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]);
                BlockState::try_from(raw).map_err(|_| WireError::BadState(i))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if n == 1 {
            return Ok((Chunk::uniform(states[0]), palette_end));
        }
        let width = if n <= 256 { 1 } else { 2 };
        let end = palette_end + CHUNK_VOLUME * width;
        let mut cells = [BlockState::AIR; CHUNK_VOLUME];
        for (i, index) in take(palette_end..end)?.chunks_exact(width).enumerate() {
            let index = index.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte));
            cells[i] = *states.get(index).ok_or(WireError::BadIndex(i))?;
        }
        Ok((Chunk::from_cells(&cells), end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::BlockId;

    fn chunk_of(kinds: usize) -> Chunk {
        let mut chunk = Chunk::uniform(BlockState::AIR);
        (0..CHUNK_VOLUME).for_each(|i| {
            chunk.set(i, BlockState::new(BlockId((i * 31 % kinds) as u16), 0));
        });
        chunk
    }

    #[test]
    fn the_bytes_are_as_documented() {
        let mut chunk = Chunk::uniform(BlockState::AIR);
        let mut bytes = Vec::new();
        chunk.encode_wire(&mut bytes);
        assert_eq!(bytes, [1, 0, 0, 0, 0, 0]);

        // A state that was overwritten must not show.
        chunk.set(5, BlockState::new(BlockId(77), 0));
        chunk.set(5, BlockState::AIR);
        bytes.clear();
        chunk.encode_wire(&mut bytes);
        assert_eq!(bytes, [1, 0, 0, 0, 0, 0]);

        chunk.set(1, BlockState::new(BlockId(2010), 3));
        bytes.clear();
        chunk.encode_wire(&mut bytes);
        assert_eq!(bytes[..10], [2, 0, 0, 0, 0, 0, 0xda, 0x07, 3, 0]);
        assert_eq!(bytes[10..14], [0, 1, 0, 0]);
        assert_eq!(bytes.len(), 10 + 4096);
    }

    #[test]
    fn all_sizes_round_trip() {
        for (kinds, length) in [(1, 6), (2, 4106), (256, 5122), (257, 9222), (4096, 24_578)] {
            let chunk = chunk_of(kinds);
            let mut bytes = vec![9];
            chunk.encode_wire(&mut bytes);
            assert_eq!(bytes.len(), 1 + length, "{kinds} kinds");
            let mut packed = chunk.clone();
            packed.compact();
            let mut again = vec![9];
            packed.encode_wire(&mut again);
            assert!(bytes == again, "the form of a chunk does not show");
            bytes.push(9);
            assert_eq!(Chunk::decode_wire(&bytes[1..]), Ok((chunk, length)));
        }
    }

    #[test]
    fn bad_bytes_are_named() {
        let mut good = Vec::new();
        chunk_of(3).encode_wire(&mut good);
        for end in [0, 1, 2, 13, 14, good.len() - 1] {
            let error = Chunk::decode_wire(&good[..end]).unwrap_err();
            assert!(matches!(error, WireError::Short { found, .. } if found == end));
        }
        let with = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            Chunk::decode_wire(&bytes).unwrap_err()
        };
        assert_eq!(with(0, 0), WireError::StateCount(0));
        assert_eq!(with(1, 255), WireError::StateCount(0xff03));
        assert_eq!(with(9, 1), WireError::BadState(1));
        assert_eq!(with(14 + 100, 3), WireError::BadIndex(100));
    }
}
