//! The world: chunks in space, with access by cell.

mod apply;
mod compare;
mod ground;
mod region_ops;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use glam::IVec3;
use rustc_hash::FxHashMap;

use crate::block::{BlockId, BlockState};
use crate::chunk::{CHUNK_VOLUME, Chunk, cell_index, index_cell};
use crate::edit::{CellChange, EditLog};
use crate::position::{Bounds, ChunkPos};
use crate::registry::BlockRegistry;

pub use ground::Ground;

/// Blocks in space.
///
/// Reading outside the [`Bounds`] returns air; writing there is an error. All operations are
/// deterministic and independent of how the contents came about.
///
/// A clone shares the palettes of its chunks with the original until they are written. Only dense
/// chunks, usually at most [`World::HOT_CHUNKS_MAX`], are copied.
#[derive(Clone)]
pub struct World {
    registry: Arc<BlockRegistry>,
    /// The contents of chunks that were never written; not empty.
    ground: Option<Arc<Ground>>,
    slots: Vec<Slot>,
    /// Slot number by chunk key.
    index: FxHashMap<u64, u32>,
    /// A direct-mapped cache of slot lookups. Its index depends on the chunk's position such that 4
    /// x 4 x 4 neighbouring chunks do not collide; board games use few chunks.
    slot_cache: Box<[Cell<(u64, u32)>; SLOT_CACHE_SIZE]>,
    /// Slots with dense chunks, oldest first.
    hot: VecDeque<u32>,
    hash: RefCell<HashSum>,
    /// Whether a chunk may have become all air, or equal to the ground, since the last sweep.
    maybe_idle: bool,
}

#[derive(Clone, Debug)]
struct Slot {
    key: u64,
    chunk: Chunk,
    /// The slot's contribution to the world's hash.
    contribution: Cell<u64>,
    /// Whether the contribution is out of date; the slot is then in the list of dirty slots.
    dirty: Cell<bool>,
    /// Whether the slot is in `hot`.
    hot: bool,
}

/// The world's hash as a sum of contributions by chunk, so it can be updated incrementally.
#[derive(Clone, Debug, Default)]
struct HashSum {
    sum: u64,
    /// Slots changed since their contribution was computed.
    dirty: Vec<u32>,
}

/// A key that no chunk has.
const NO_KEY: u64 = u64::MAX;
/// Size of the cache of slot lookups.
const SLOT_CACHE_SIZE: usize = 64;

impl World {
    /// `|x|` and `|z|` of a cell are below this; see [`Bounds`] for `y`.
    pub const LIMIT: i32 = Bounds::LIMIT;
    /// Maximum number of cells in a region operation.
    pub const MAX_EDIT_VOLUME: u64 = 4_194_304;
    /// Maximum number of chunks that are stored.
    pub const MAX_CHUNKS: usize = 32_768;
    /// Maximum number of dense chunks. If another chunk becomes dense, the oldest one is packed.
    pub const HOT_CHUNKS_MAX: usize = 256;

    /// A world of air.
    pub fn new(registry: Arc<BlockRegistry>) -> World {
        World {
            registry,
            ground: None,
            slots: Vec::new(),
            index: FxHashMap::default(),
            slot_cache: Box::new([const { Cell::new((NO_KEY, 0)) }; SLOT_CACHE_SIZE]),
            hot: VecDeque::new(),
            hash: RefCell::default(),
            maybe_idle: false,
        }
    }

    /// The blocks that this world may contain.
    pub fn registry(&self) -> &Arc<BlockRegistry> {
        &self.registry
    }

    /// The state of a cell; air outside the bounds.
    #[inline]
    pub fn get(&self, pos: IVec3) -> BlockState {
        if !Bounds::contains(pos) {
            return BlockState::AIR;
        }
        match self.slot_of(ChunkPos::of(pos).key()) {
            Some(slot) => self.slots[slot].chunk.get(cell_index(pos)),
            None if self.ground.is_none() => BlockState::AIR,
            None => self.ground_chunk(ChunkPos::of(pos)).get(cell_index(pos)),
        }
    }

    /// Writes a cell and returns its former state.
    ///
    /// # Errors
    /// The cell is out of bounds, the block is unknown, or a chunk more than [`World::MAX_CHUNKS`]
    /// would be needed.
    #[inline]
    pub fn set(&mut self, pos: IVec3, state: BlockState) -> Result<BlockState, WorldError> {
        if !Bounds::contains(pos) {
            return Err(WorldError::OutOfBounds { pos });
        }
        self.check_block(state)?;
        match self.slot_of(ChunkPos::of(pos).key()) {
            Some(slot) => Ok(self.set_in(slot, pos, state)),
            // A write that changes nothing must not create a chunk.
            None if state == self.ground_chunk(ChunkPos::of(pos)).get(cell_index(pos)) => Ok(state),
            None => {
                self.make_room(1)?;
                let slot = self.slot_or_ground(ChunkPos::of(pos));
                Ok(self.set_in(slot, pos, state))
            }
        }
    }

    /// Writes a cell, appends the change, if any, to the log, and returns the former state.
    ///
    /// # Errors
    /// As [`World::set`]; the log is then unchanged.
    #[inline]
    pub fn set_recorded(
        &mut self,
        pos: IVec3,
        state: BlockState,
        log: &mut EditLog,
    ) -> Result<BlockState, WorldError> {
        let old = self.set(pos, state)?;
        if old != state {
            log.push_cell(CellChange { pos, old, new: state });
        }
        Ok(old)
    }

    #[inline]
    fn set_in(&mut self, slot: usize, pos: IVec3, state: BlockState) -> BlockState {
        let entry = &mut self.slots[slot];
        let was_dense = entry.chunk.is_dense();
        let old = entry.chunk.set(cell_index(pos), state);
        if !entry.dirty.get() {
            self.mark_dirty(slot);
        }
        if !was_dense {
            self.note_dense(slot);
        }
        if state.is_air() || self.ground.is_some() {
            self.maybe_idle = true;
        }
        old
    }

    #[inline]
    fn slot_of(&self, key: u64) -> Option<usize> {
        // The two lowest bits of the chunk's x, z and y, which are fields of the packed key.
        let entry = &self.slot_cache[(key & 3 | key >> 19 & 12 | key >> 38 & 48) as usize];
        let (known, slot) = entry.get();
        if known == key { Some(slot as usize) } else { self.find_slot(key, entry) }
    }

    #[inline(never)]
    fn find_slot(&self, key: u64, entry: &Cell<(u64, u32)>) -> Option<usize> {
        let slot = *self.index.get(&key)?;
        entry.set((key, slot));
        Some(slot as usize)
    }

    #[inline]
    fn check_block(&self, state: BlockState) -> Result<(), WorldError> {
        if self.registry.contains(state.id()) {
            Ok(())
        } else {
            Err(WorldError::UnknownBlock { id: state.id() })
        }
    }

    /// Checks that this many chunks can be added, dropping unneeded ones if necessary.
    fn make_room(&mut self, chunks: u64) -> Result<(), WorldError> {
        let fits = |world: &World| world.slots.len() as u64 + chunks <= Self::MAX_CHUNKS as u64;
        if !fits(self) && self.maybe_idle {
            self.drop_idle();
        }
        if fits(self) { Ok(()) } else { Err(WorldError::TooManyChunks) }
    }

    fn add_slot(&mut self, key: u64, chunk: Chunk) -> usize {
        let slot = self.slots.len();
        let (contribution, dirty) = (Cell::new(0), Cell::new(false));
        self.slots.push(Slot { key, chunk, contribution, dirty, hot: false });
        self.index.insert(key, slot as u32);
        self.mark_dirty(slot);
        slot
    }

    /// Adds chunks at positions that have none.
    pub(crate) fn insert_chunks(&mut self, chunks: Vec<(ChunkPos, Chunk)>) {
        self.slots.reserve(chunks.len());
        self.index.reserve(chunks.len());
        for (pos, chunk) in chunks {
            self.add_slot(pos.key(), chunk);
        }
    }

    fn slot_or_ground(&mut self, chunk: ChunkPos) -> usize {
        match self.slot_of(chunk.key()) {
            Some(slot) => slot,
            None => self.add_slot(chunk.key(), self.ground_chunk(chunk).clone()),
        }
    }

    /// Whether a slot holds the same as if it did not exist.
    fn is_idle(&self, slot: &Slot) -> bool {
        match &self.ground {
            None => slot.chunk.is_air(),
            Some(_) => slot.chunk == *self.ground_chunk(ChunkPos::from_key(slot.key)),
        }
    }

    fn mark_dirty(&mut self, slot: usize) {
        if !self.slots[slot].dirty.replace(true) {
            self.hash.get_mut().dirty.push(slot as u32);
        }
    }

    /// Adds a chunk that has become dense to `hot`, and packs the oldest dense chunk if there are
    /// too many.
    #[cold]
    fn note_dense(&mut self, slot: usize) {
        let entry = &mut self.slots[slot];
        if !entry.chunk.is_dense() || entry.hot {
            return;
        }
        entry.hot = true;
        self.hot.push_back(slot as u32);
        if self.hot.len() > Self::HOT_CHUNKS_MAX
            && let Some(oldest) = self.hot.pop_front()
        {
            let oldest = &mut self.slots[oldest as usize];
            oldest.hot = false;
            oldest.chunk.compact();
        }
    }

    /// The chunks that differ from the ground (from air, where there is none), in order of
    /// position.
    pub fn chunks(&self) -> impl Iterator<Item = (ChunkPos, &Chunk)> {
        let mut chunks: Vec<&Slot> = self.slots.iter().filter(|slot| !self.is_idle(slot)).collect();
        chunks.sort_unstable_by_key(|slot| slot.key);
        chunks.into_iter().map(|slot| (ChunkPos::from_key(slot.key), &slot.chunk))
    }

    /// The cells that hold a block, in the chunks of [`Self::chunks`].
    pub fn cells(&self) -> impl Iterator<Item = (IVec3, BlockState)> {
        self.chunks().filter(|(_, chunk)| !chunk.is_air()).flat_map(|(position, chunk)| {
            let origin = position.origin();
            (0..CHUNK_VOLUME).filter_map(move |index| {
                let state = chunk.get(index);
                (!state.is_air()).then(|| (origin + index_cell(index), state))
            })
        })
    }

    /// The chunk at a position; `None` if it was never written or is out of bounds.
    pub fn chunk(&self, chunk: ChunkPos) -> Option<&Chunk> {
        let slot = chunk.in_bounds().then(|| self.slot_of(chunk.key())).flatten()?;
        Some(&self.slots[slot].chunk)
    }

    /// Brings every chunk to its smallest form and drops unneeded chunks, for a world that will be
    /// idle. The contents are unchanged.
    pub fn compact(&mut self) {
        self.slots.iter_mut().for_each(|slot| {
            slot.chunk.compact();
            slot.hot = false;
        });
        self.hot = VecDeque::new();
        self.drop_idle();
        self.slots.shrink_to_fit();
        self.index.shrink_to_fit();
    }

    fn drop_idle(&mut self) {
        // Once all contributions are up to date, the sum contains nothing of idle chunks.
        self.state_hash();
        let idle: Vec<bool> = self.slots.iter().map(|slot| self.is_idle(slot)).collect();
        let mut idle = idle.into_iter();
        self.slots.retain(|_| !idle.next().unwrap_or(false));
        self.index.clear();
        self.hot.clear();
        for (number, slot) in (0..).zip(&self.slots) {
            self.index.insert(slot.key, number);
            if slot.hot {
                self.hot.push_back(number);
            }
        }
        self.slot_cache.iter().for_each(|entry| entry.set((NO_KEY, 0)));
        self.maybe_idle = false;
    }

    /// Memory usage in bytes, counting palettes shared with other worlds in full.
    pub fn memory_bytes(&self) -> usize {
        let chunks: usize = self.slots.iter().map(|slot| slot.chunk.heap_bytes()).sum();
        // A hash map stores an entry and a control byte per bucket, at a load of at most 7/8.
        let index = self.index.capacity() * 8 / 7 * (size_of::<(u64, u32)>() + 1);
        let hash = self.hash.borrow();
        size_of::<World>()
            + size_of_val(&*self.slot_cache)
            + chunks
            + index
            + self.slots.capacity() * size_of::<Slot>()
            + self.hot.capacity() * 4
            + hash.dirty.capacity() * 4
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("chunks", &self.slots.len())
            .field("memory_bytes", &self.memory_bytes())
            .finish_non_exhaustive()
    }
}

/// Why a world was not read or changed. It is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldError {
    /// A cell outside the bounds.
    #[error("cell {pos} is outside the world: |x| and |z| are below 1048576, y is -512 to 511")]
    OutOfBounds {
        /// The cell.
        pos: IVec3,
    },
    /// A block that is not in the registry.
    #[error("there is no block with id {id}")]
    UnknownBlock {
        /// The unknown id.
        id: BlockId,
    },
    /// A region with more cells than an operation may touch.
    #[error("a region of {volume} cells is too large: one operation may touch {max}")]
    RegionTooLarge {
        /// Number of cells of the region.
        volume: u64,
        /// The maximum, [`World::MAX_EDIT_VOLUME`].
        max: u64,
    },
    /// The maximum number of chunks would be exceeded.
    #[error("the world is full: {} chunks hold something", World::MAX_CHUNKS)]
    TooManyChunks,
    /// An edit whose old states differ from the world.
    #[error("the edit expects {expected:?} in cell {pos}, but {found:?} is there")]
    Conflict {
        /// The first cell that differs.
        pos: IVec3,
        /// The state according to the edit.
        expected: BlockState,
        /// The state of the world.
        found: BlockState,
    },
}
