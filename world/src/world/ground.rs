//! Infinite ground.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::IVec3;

use crate::block::BlockState;
use crate::chunk::{CHUNK_SIZE, CHUNK_VOLUME, Chunk, cell_index, index_cell};
use crate::position::{Bounds, ChunkPos};
use crate::region::Region;
use crate::world::World;

/// Horizontal layers that extend under the whole world, wherever nothing else was written.
///
/// They take the memory of one chunk for each sixteen layers. A chunk of the world is created, as a
/// copy of the ground, when a cell in it is first written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    layers: Vec<(i32, i32, BlockState)>,
    /// Chunk contents by chunk height.
    chunks: BTreeMap<i32, Chunk>,
}

/// The contents outside the ground.
static AIR: Chunk = Chunk::uniform(BlockState::AIR);

impl Ground {
    /// Maximum number of rows of cells that layers may fill.
    pub const ROWS_MAX: u32 = 256;

    /// Ground from layers, each given by its lowest and highest row of cells; later layers
    /// overwrite earlier ones. Rows outside the bounds are ignored.
    pub fn new(layers: Vec<(i32, i32, BlockState)>) -> Self {
        let mut rows: BTreeMap<i32, BlockState> = BTreeMap::new();
        for &(low, high, state) in &layers {
            let (low, high) = (low.max(Bounds::MIN.y), high.min(Bounds::MAX.y));
            rows.extend((low..=high).map(|y| (y, state)));
        }
        rows.retain(|_, state| !state.is_air());
        let mut cells: BTreeMap<i32, Box<[BlockState; CHUNK_VOLUME]>> = BTreeMap::new();
        for (y, state) in rows {
            let chunk = cells
                .entry(y.div_euclid(CHUNK_SIZE))
                .or_insert_with(|| Box::new([BlockState::AIR; CHUNK_VOLUME]));
            let row = y.rem_euclid(CHUNK_SIZE);
            let of_row = (0..CHUNK_VOLUME).filter(|&cell| index_cell(cell).y == row);
            of_row.for_each(|cell| chunk[cell] = state);
        }
        let chunks = cells.into_iter().map(|(y, cells)| (y, Chunk::from_cells(&cells))).collect();
        Self { layers, chunks }
    }

    /// The layers it was made of.
    pub fn layers(&self) -> &[(i32, i32, BlockState)] {
        &self.layers
    }

    /// Whether it has no blocks.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The highest row of the highest chunk that contains ground, an upper bound of its height.
    pub fn top(&self) -> Option<i32> {
        let highest = *self.chunks.last_key_value()?.0;
        Some(highest * CHUNK_SIZE + CHUNK_SIZE - 1)
    }

    /// Number of ground cells in a box that satisfy a condition.
    fn count(&self, region: &Region, pass: &impl Fn(BlockState) -> bool) -> u64 {
        let [width, _, depth] = region.size().to_array().map(|length| length as u64);
        let rows = (region.min().y..=region.max().y).filter(|y| {
            let chunk = self.chunks.get(&y.div_euclid(CHUNK_SIZE));
            let cell = cell_index(IVec3::new(0, y.rem_euclid(CHUNK_SIZE), 0));
            let state = |chunk: &Chunk| chunk.get(cell);
            chunk.is_some_and(|chunk| pass(state(chunk)))
        });
        rows.count() as u64 * width * depth
    }
}

impl World {
    /// Sets the ground under a world. Chunks that were written before keep their contents.
    pub fn set_ground(&mut self, ground: Arc<Ground>) {
        self.ground = (!ground.is_empty()).then_some(ground);
        // Which slots are idle depends on the ground, so all hash contributions are out of date.
        for slot in 0..self.slots.len() {
            self.mark_dirty(slot);
        }
    }

    /// The ground under it.
    pub fn ground(&self) -> Option<&Ground> {
        self.ground.as_deref()
    }

    /// The contents of a chunk position where nothing was written.
    pub(crate) fn ground_chunk(&self, chunk: ChunkPos) -> &Chunk {
        match &self.ground {
            Some(ground) if Region::chunk(chunk).in_bounds() => {
                ground.chunks.get(&chunk.y).unwrap_or(&AIR)
            }
            _ => &AIR,
        }
    }

    /// The contents of a chunk position, written or not; air out of bounds.
    pub fn chunk_at(&self, chunk: ChunkPos) -> &Chunk {
        self.chunk(chunk).unwrap_or_else(|| self.ground_chunk(chunk))
    }

    /// Number of cells in a box that satisfy a condition, if nothing had been written.
    pub(super) fn count_ground(&self, region: &Region, pass: &impl Fn(BlockState) -> bool) -> u64 {
        let Some(ground) = &self.ground else { return 0 };
        // Chunks that the bounds cut have no ground.
        let edge = Bounds::LIMIT - CHUNK_SIZE;
        let low = IVec3::new(-edge, Bounds::MIN.y, -edge);
        let high = IVec3::new(edge - 1, Bounds::MAX.y, edge - 1);
        region.intersection(&Region::new(low, high)).map_or(0, |part| ground.count(&part, pass))
    }
}
