//! Operations on regions: fill, replace, clone, count.

use glam::IVec3;

use crate::block::{BlockId, BlockState};
use crate::chunk::{Chunk, covers_chunk, index_cell, rows};
use crate::edit::{Edit, Piece};
use crate::position::{Bounds, ChunkPos};
use crate::region::Region;
use crate::world::{World, WorldError};

impl World {
    /// Fills the region with a state.
    ///
    /// # Errors
    /// The region is out of bounds or larger than [`World::MAX_EDIT_VOLUME`], the block is unknown,
    /// or the world would have too many chunks; nothing is changed then.
    pub fn fill(&mut self, region: Region, state: BlockState) -> Result<Edit, WorldError> {
        check_region(&region)?;
        self.check_block(state)?;
        if !state.is_air() || self.ground.is_some() {
            self.make_room_for(&region)?;
        }
        let new = Chunk::uniform(state);
        let mut pieces = Vec::with_capacity(region.chunk_count() as usize);
        for (chunk, part) in parts(&region) {
            if self.slot_of(chunk.key()).is_none() && self.ground_chunk(chunk).is_surely_equal(&new)
            {
                continue;
            }
            let slot = self.slot_or_ground(chunk);
            let entry = &mut self.slots[slot];
            if entry.chunk.is_surely_equal(&new) {
                continue;
            }
            let old = if covers_chunk(&part) {
                std::mem::replace(&mut entry.chunk, new.clone())
            } else {
                let old = entry.chunk.clone();
                entry.chunk.fill(&part, state);
                old
            };
            self.mark_dirty(slot);
            self.note_dense(slot);
            pieces.push(Piece { part, old, new: new.clone() });
        }
        self.maybe_idle |= state.is_air();
        Ok(Edit::Region { region, pieces })
    }

    /// Replaces blocks of kind `from`, with any data, by `to`.
    ///
    /// # Errors
    /// As [`World::fill`]; `from` may be an unknown block, which occurs nowhere.
    pub fn replace(
        &mut self,
        region: Region,
        from: BlockId,
        to: BlockState,
    ) -> Result<Edit, WorldError> {
        check_region(&region)?;
        self.check_block(to)?;
        let everywhere = from == BlockId::AIR;
        if everywhere || self.ground.is_some() {
            self.make_room_for(&region)?;
        }
        Ok(self.rewrite(region, everywhere, |_, row| {
            row.iter_mut().filter(|state| state.id() == from).for_each(|state| *state = to);
        }))
    }

    /// Copies the cells of `region`, including air, to the box whose lowest corner is `to`. If the
    /// boxes overlap, the original contents are copied.
    ///
    /// # Errors
    /// As [`World::fill`], for either box.
    pub fn clone_region(&mut self, region: Region, to: IVec3) -> Result<Edit, WorldError> {
        check_region(&region)?;
        let target = Bounds::contains(to)
            .then(|| region.translate(to - region.min()))
            .flatten()
            .ok_or(WorldError::OutOfBounds { pos: to })?;
        let cells = self.read_region(&region)?;
        self.write_cells(target, &cells)
    }

    /// The states of all cells of the region, in the order of [`Region::iter`].
    ///
    /// # Errors
    /// The region is out of bounds or too large.
    pub fn read_region(&self, region: &Region) -> Result<Vec<BlockState>, WorldError> {
        check_region(region)?;
        let mut cells = vec![BlockState::AIR; region.volume() as usize];
        for (chunk, part) in parts(region) {
            let origin = chunk.origin();
            let chunk = self.chunk_at(chunk);
            if chunk.single_state() == Some(BlockState::AIR) {
                continue;
            }
            let source = chunk.to_cells();
            let (starts, length) = rows(&part);
            for start in starts {
                let at = offset(region, origin + index_cell(start));
                cells[at..at + length].copy_from_slice(&source[start..start + length]);
            }
        }
        Ok(cells)
    }

    /// Writes states, in the order of [`Region::iter`], to the region.
    ///
    /// # Errors
    /// As [`World::fill`].
    ///
    /// # Panics
    /// If the number of states is not the number of cells.
    pub(crate) fn write_cells(
        &mut self,
        region: Region,
        states: &[BlockState],
    ) -> Result<Edit, WorldError> {
        check_region(&region)?;
        assert_eq!(states.len() as u64, region.volume(), "one state for each cell of the region");
        let mut checked = BlockState::AIR;
        for &state in states {
            if state != checked {
                self.check_block(state)?;
                checked = state;
            }
        }
        self.make_room_for(&region)?;
        Ok(self.rewrite(region, true, |cell, row| {
            let at = offset(&region, cell);
            row.copy_from_slice(&states[at..at + row.len()]);
        }))
    }

    /// The number of blocks of this kind in the region, which may extend beyond the bounds. Only
    /// existing chunks and the ground are inspected.
    pub fn count(&self, region: Region, id: BlockId) -> u64 {
        if id == BlockId::AIR {
            let filled = self.count_where(&region, |state| !state.is_air());
            return region.volume().saturating_sub(filled);
        }
        self.count_where(&region, |state| state.id() == id)
    }

    fn count_where(&self, region: &Region, pass: impl Fn(BlockState) -> bool) -> u64 {
        // The blocks of a written chunk, less those of the ground that it hides.
        let count = |chunk: ChunkPos, cells: &Chunk| {
            let part = region.intersection(&Region::chunk(chunk));
            part.map_or((0, 0), |part| {
                (cells.count(&part, &pass), self.ground_chunk(chunk).count(&part, &pass))
            })
        };
        let (mut written, mut covered) = (0, 0);
        let mut add =
            |(now, before): (u64, u64)| (written, covered) = (written + now, covered + before);
        if region.chunk_count() > self.slots.len() as u64 {
            let slots = self.slots.iter();
            slots.for_each(|slot| add(count(ChunkPos::from_key(slot.key), &slot.chunk)));
        } else {
            let chunks = region.chunks();
            chunks.filter_map(|chunk| Some(count(chunk, self.chunk(chunk)?))).for_each(&mut add);
        }
        self.count_ground(region, &pass) + written - covered
    }

    /// Calls `change` with the first cell and the states of every row of a validated region. Chunks
    /// of air are visited only if `everywhere`.
    fn rewrite(
        &mut self,
        region: Region,
        everywhere: bool,
        mut change: impl FnMut(IVec3, &mut [BlockState]),
    ) -> Edit {
        let mut pieces = Vec::new();
        for (chunk, part) in parts(&region) {
            let old = self.chunk_at(chunk);
            if old.is_air() && !everywhere {
                continue;
            }
            let before = old.to_cells();
            let mut after = before.clone();
            let (starts, length) = rows(&part);
            for start in starts {
                change(chunk.origin() + index_cell(start), &mut after[start..start + length]);
            }
            if before != after {
                let (old, new) = (old.clone(), Chunk::from_cells(&after));
                let slot = self.slot_or_ground(chunk);
                self.replace_chunk(slot, new.clone());
                pieces.push(Piece { part, old, new });
            }
        }
        Edit::Region { region, pieces }
    }

    /// Replaces the contents of a slot.
    pub(super) fn replace_chunk(&mut self, slot: usize, chunk: Chunk) -> Chunk {
        let old = std::mem::replace(&mut self.slots[slot].chunk, chunk);
        self.mark_dirty(slot);
        self.note_dense(slot);
        self.maybe_idle = true;
        old
    }

    /// Checks that all chunks of the region may be created.
    pub(super) fn make_room_for(&mut self, region: &Region) -> Result<(), WorldError> {
        let missing = region.chunks().filter(|chunk| self.slot_of(chunk.key()).is_none()).count();
        self.make_room(missing as u64)
    }
}

/// The chunks of a region, each with its part of the region.
fn parts(region: &Region) -> impl Iterator<Item = (ChunkPos, Region)> + use<> {
    let region = *region;
    region.chunks().map(move |chunk| {
        let part = region.intersection(&Region::chunk(chunk));
        (chunk, part.expect("a chunk of the region holds some of its cells"))
    })
}

/// The index of a cell in a list of all cells of the region.
fn offset(region: &Region, cell: IVec3) -> usize {
    let (at, size) = (cell - region.min(), region.size());
    (at.x + size.x * (at.z + size.z * at.y)) as usize
}

/// Refuses regions that are out of bounds or too large.
fn check_region(region: &Region) -> Result<(), WorldError> {
    let (volume, max) = (region.volume(), World::MAX_EDIT_VOLUME);
    if volume > max {
        return Err(WorldError::RegionTooLarge { volume, max });
    }
    let corners = [region.min(), region.max()];
    match corners.into_iter().find(|&corner| !Bounds::contains(corner)) {
        Some(pos) => Err(WorldError::OutOfBounds { pos }),
        None => Ok(()),
    }
}
