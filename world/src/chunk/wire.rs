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
    /// The cells are written in a form that is not known.
    #[error("cells are written in form 0 or 1, not {0}")]
    BadForm(u8),
    /// A run is empty or reaches beyond the chunk.
    #[error("the run from cell {0} on is empty or too long")]
    BadRun(usize),
}

/// Each cell's index follows.
const PLAIN: u8 = 0;
/// Runs of equal cells follow.
const RUNS: u8 = 1;

impl Chunk {
    /// Appends the chunk in wire form. All numbers are little-endian.
    ///
    /// | bytes | meaning |
    /// |---|---|
    /// | 2 | number `n` of states in the palette, 1 to 4096 |
    /// | 4 n | the states, [`BlockState::raw`], in order of first appearance by cell index |
    /// | 1 | the form of the rest: 0 or 1, whichever is shorter; 0 if they are equally long |
    /// | see below | index into the palette of each cell, in the order `x + 16 * z + 256 * y` |
    ///
    /// Form and indices are left out if `n` is 1. An index takes a byte if `n` is at most 256, and
    /// else two. In form 0 there are 4096 of them; in form 1, which suits boards and terrain, each
    /// is followed by two bytes for the number of cells in a row that have it, up to the last cell.
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
        let width = if states.len() <= 256 { 1 } else { 2 };
        let push = |out: &mut Vec<u8>, index: u16| {
            out.extend_from_slice(&index.to_le_bytes()[..width]);
        };
        let runs = || indices.chunk_by(|a, b| a == b);
        if runs().count() * (width + 2) < CHUNK_VOLUME * width {
            out.push(RUNS);
            for run in runs() {
                push(out, run[0]);
                out.extend_from_slice(&(run.len() as u16).to_le_bytes());
            }
        } else {
            out.push(PLAIN);
            indices.iter().for_each(|&index| push(out, index));
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
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
        let mut cells = [BlockState::AIR; CHUNK_VOLUME];
        let mut at = palette_end + 1;
        match take(palette_end..at)?[0] {
            PLAIN => {
                let indices = take(at..at + CHUNK_VOLUME * width)?;
                for (i, index) in indices.chunks_exact(width).enumerate() {
                    cells[i] = *states.get(number(index)).ok_or(WireError::BadIndex(i))?;
                }
                at += indices.len();
            }
            RUNS => {
                let mut filled = 0;
                while filled < CHUNK_VOLUME {
                    let (index, count) = take(at..at + width + 2)?.split_at(width);
                    let state = *states.get(number(index)).ok_or(WireError::BadIndex(filled))?;
                    let run = cells.get_mut(filled..filled + number(count));
                    let run = run.filter(|run| !run.is_empty()).ok_or(WireError::BadRun(filled))?;
                    run.fill(state);
                    filled += run.len();
                    at += width + 2;
                }
            }
            form => return Err(WireError::BadForm(form)),
        }
        Ok((Chunk::from_cells(&cells), at))
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
        // One cell of air, one of 2010, and air up to the end.
        assert_eq!(bytes[10..], [1, 0, 1, 0, 1, 1, 0, 0, 0xfe, 0x0f]);

        for cell in (0..CHUNK_VOLUME).step_by(2) {
            chunk.set(cell, BlockState::new(BlockId(7), 0));
        }
        bytes.clear();
        chunk.encode_wire(&mut bytes);
        assert_eq!(bytes[..6], [3, 0, 7, 0, 0, 0]);
        assert_eq!(bytes[14..19], [0, 0, 1, 0, 2]);
        assert_eq!(bytes.len(), 15 + 4096);
    }

    /// The shorter form is taken, and both are read.
    #[test]
    fn runs_of_any_length_round_trip() {
        for kinds in [2, 256, 257] {
            for length in [1, 2, 3, 4, 5, 16, 1000, 4095] {
                let mut chunk = Chunk::uniform(BlockState::AIR);
                (0..CHUNK_VOLUME).for_each(|i| {
                    chunk.set(i, BlockState::new(BlockId((i / length % kinds) as u16), 0));
                });
                let mut bytes = Vec::new();
                chunk.encode_wire(&mut bytes);
                let states = kinds.min(CHUNK_VOLUME.div_ceil(length));
                let width = if states <= 256 { 1 } else { 2 };
                let runs = CHUNK_VOLUME.div_ceil(length) * (width + 2);
                let expected = 3 + 4 * states + runs.min(CHUNK_VOLUME * width);
                assert_eq!(bytes.len(), expected, "{kinds} kinds in runs of {length}");
                assert_eq!(Chunk::decode_wire(&bytes), Ok((chunk, bytes.len())));
            }
        }
    }

    #[test]
    fn all_sizes_round_trip() {
        for (kinds, length) in [(1, 6), (2, 4107), (256, 5123), (257, 9223), (4096, 24_579)] {
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

    /// What is wrong with good bytes after one of them was changed.
    fn with(good: &[u8], at: usize, value: u8) -> WireError {
        let mut bytes = good.to_owned();
        bytes[at] = value;
        Chunk::decode_wire(&bytes).unwrap_err()
    }

    #[test]
    fn bad_bytes_are_named() {
        let mut good = Vec::new();
        chunk_of(3).encode_wire(&mut good);
        let cut = |good: &[u8], end: usize| {
            let error = Chunk::decode_wire(&good[..end]).unwrap_err();
            assert!(matches!(error, WireError::Short { found, .. } if found == end));
        };
        [0, 1, 2, 13, 14, 15, good.len() - 1].iter().for_each(|&end| cut(&good, end));
        assert_eq!(with(&good, 0, 0), WireError::StateCount(0));
        assert_eq!(with(&good, 1, 255), WireError::StateCount(0xff03));
        assert_eq!(with(&good, 9, 1), WireError::BadState(1));
        assert_eq!(with(&good, 14, 2), WireError::BadForm(2));
        assert_eq!(with(&good, 15 + 100, 3), WireError::BadIndex(100));

        good.clear();
        let mut chunk = Chunk::uniform(BlockState::AIR);
        chunk.set(1000, BlockState::new(BlockId(7), 0));
        chunk.encode_wire(&mut good);
        (11..good.len()).for_each(|end| cut(&good, end));
        assert_eq!(with(&good, 14, 2), WireError::BadIndex(1000));
        assert_eq!(with(&good, 15, 0), WireError::BadRun(1000));
        assert_eq!(with(&good, 13, 0x13), WireError::BadRun(0));
        assert_eq!(with(&good, 18, 9), WireError::Short { wanted: 17 + 6, found: 20 });
    }
}
