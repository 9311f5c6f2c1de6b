//! Private views: cells that look different to different viewers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use glam::IVec3;
use serde::{Deserialize, Serialize};

use crate::block::BlockState;
use crate::chunk::{Chunk, cell_index};
use crate::position::{Bounds, ChunkPos, pack, unpack};
use crate::world::World;

/// A viewer: a number given by the world's owner to each seat or spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ViewerId(pub u64);

/// An entry for one viewer of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sight {
    /// The true block.
    True,
    /// Another block.
    Mask(BlockState),
}

/// The private view of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewCell {
    /// What viewers without an entry see; `None` for the true block.
    pub cover: Option<BlockState>,
    /// Entries of single viewers.
    pub sights: BTreeMap<ViewerId, Sight>,
}

impl ViewCell {
    /// What a viewer sees if the true block is `true_block`.
    pub fn seen(&self, viewer: ViewerId, true_block: BlockState) -> BlockState {
        match self.sights.get(&viewer) {
            Some(Sight::True) => true_block,
            Some(Sight::Mask(state)) => *state,
            None => self.cover.unwrap_or(true_block),
        }
    }

    fn is_plain(&self) -> bool {
        self.cover.is_none() && self.sights.is_empty()
    }
}

/// The private views of a world.
///
/// A concealed cell is hidden from everyone until it is revealed to named viewers; all others see
/// the cover. Cells without a private view are plain: everyone sees the true block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Views {
    cells: BTreeMap<u64, ViewCell>,
}

/// Why a private view was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// A cell outside the bounds.
    #[error("cell {0} is outside the world")]
    OutOfBounds(IVec3),
    /// There are already [`Views::CELLS_MAX`] private cells.
    #[error("there are {} private cells already", Views::CELLS_MAX)]
    TooManyCells,
    /// The cell already has [`Views::VIEWERS_MAX`] entries.
    #[error("cell {0} has {max} viewers of its own already", max = Views::VIEWERS_MAX)]
    TooManyViewers(IVec3),
}

impl Views {
    /// Maximum number of cells with a private view.
    pub const CELLS_MAX: usize = 65_536;
    /// Maximum number of entries of a cell.
    pub const VIEWERS_MAX: usize = 256;

    /// No private views.
    pub fn new() -> Views {
        Views::default()
    }

    /// Conceals a cell from everyone behind `cover`. Earlier entries of single viewers are dropped,
    /// because a former revelation must not reveal a new block.
    ///
    /// # Errors
    /// The cell is out of bounds, or there are too many private cells.
    pub fn conceal(&mut self, pos: IVec3, cover: BlockState) -> Result<(), ViewError> {
        let cell = self.cell_mut(pos)?;
        *cell = ViewCell { cover: Some(cover), sights: BTreeMap::new() };
        Ok(())
    }

    /// Reveals the true block of a cell to one viewer. Does nothing for a plain cell.
    ///
    /// # Errors
    /// The cell has too many entries.
    pub fn reveal(&mut self, pos: IVec3, viewer: ViewerId) -> Result<(), ViewError> {
        if self.is_plain(pos) { Ok(()) } else { self.insert(pos, viewer, Sight::True) }
    }

    /// Shows one viewer another block. All others see what they saw before.
    ///
    /// # Errors
    /// The cell is out of bounds or has too many entries, or there are too many private cells.
    pub fn mask(
        &mut self,
        viewer: ViewerId,
        pos: IVec3,
        state: BlockState,
    ) -> Result<(), ViewError> {
        self.insert(pos, viewer, Sight::Mask(state))
    }

    /// Removes a viewer's entry, so that it sees what viewers without an entry see.
    pub fn forget(&mut self, pos: IVec3, viewer: ViewerId) {
        if let Some(Entry::Occupied(mut entry)) = self.entry(pos) {
            entry.get_mut().sights.remove(&viewer);
            if entry.get().is_plain() {
                entry.remove();
            }
        }
    }

    /// Makes a cell plain: everyone sees the true block.
    pub fn clear(&mut self, pos: IVec3) {
        self.put(pos, None);
    }

    /// The private view of a cell; `None` if it is plain.
    pub fn cell(&self, pos: IVec3) -> Option<&ViewCell> {
        if Bounds::contains(pos) { self.cells.get(&pack(pos)) } else { None }
    }

    /// Restores a private view from [`Views::cell`], for undo. Returns the former one. Does nothing
    /// outside the bounds.
    pub fn put(&mut self, pos: IVec3, cell: Option<ViewCell>) -> Option<ViewCell> {
        if !Bounds::contains(pos) {
            return None;
        }
        match cell.filter(|cell| !cell.is_plain()) {
            Some(cell) => self.cells.insert(pack(pos), cell),
            None => self.cells.remove(&pack(pos)),
        }
    }

    /// What a viewer sees in a cell.
    pub fn seen(&self, world: &World, viewer: ViewerId, pos: IVec3) -> BlockState {
        let true_block = world.get(pos);
        self.cell(pos).map_or(true_block, |cell| cell.seen(viewer, true_block))
    }

    /// A chunk as a viewer sees it.
    pub fn seen_chunk(&self, world: &World, viewer: ViewerId, chunk: ChunkPos) -> Chunk {
        let mut seen = world.chunk_at(chunk).clone();
        if !chunk.in_bounds() {
            return seen;
        }
        for (pos, cell) in self.cells_in(chunk) {
            let index = cell_index(pos);
            seen.set(index, cell.seen(viewer, seen.get(index)));
        }
        seen
    }

    /// Whether the cell is plain.
    pub fn is_plain(&self, pos: IVec3) -> bool {
        self.cell(pos).is_none()
    }

    /// The entries of a cell, in order of viewers.
    pub fn viewers_at(&self, pos: IVec3) -> impl Iterator<Item = (ViewerId, Sight)> + '_ {
        let sights = self.cell(pos).map(|cell| cell.sights.iter());
        sights.into_iter().flatten().map(|(viewer, sight)| (*viewer, *sight))
    }

    /// All private cells, in the order `y`, `z`, `x`.
    pub fn iter(&self) -> impl Iterator<Item = (IVec3, &ViewCell)> {
        self.cells.iter().map(|(&key, cell)| (unpack(key), cell))
    }

    /// Number of private cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether all cells are plain.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// A hash of all private views, which depends on them alone.
    pub fn state_hash(&self) -> u64 {
        let mut hash = crate::hash::Hasher::new();
        for (&key, cell) in &self.cells {
            hash.u64(key);
            hash.u64(cell.cover.map_or(u64::MAX, |cover| u64::from(cover.raw())));
            hash.u64(cell.sights.len() as u64);
            for (viewer, sight) in &cell.sights {
                hash.u64(viewer.0);
                hash.u64(match sight {
                    Sight::True => u64::MAX,
                    Sight::Mask(state) => u64::from(state.raw()),
                });
            }
        }
        hash.finish()
    }

    fn cells_in(&self, chunk: ChunkPos) -> impl Iterator<Item = (IVec3, &ViewCell)> {
        let origin = chunk.origin().max(Bounds::MIN);
        let top = (chunk.origin() + 15).min(Bounds::MAX);
        self.cells
            .range(pack(origin)..=pack(top))
            .map(|(&key, cell)| (unpack(key), cell))
            .filter(move |(pos, _)| ChunkPos::of(*pos) == chunk)
    }

    fn entry(&mut self, pos: IVec3) -> Option<Entry<'_, u64, ViewCell>> {
        Bounds::contains(pos).then(|| self.cells.entry(pack(pos)))
    }

    fn cell_mut(&mut self, pos: IVec3) -> Result<&mut ViewCell, ViewError> {
        let full = self.cells.len() >= Self::CELLS_MAX;
        match self.entry(pos) {
            None => Err(ViewError::OutOfBounds(pos)),
            Some(Entry::Occupied(entry)) => Ok(entry.into_mut()),
            Some(Entry::Vacant(_)) if full => Err(ViewError::TooManyCells),
            Some(Entry::Vacant(entry)) => Ok(entry.insert(ViewCell::default())),
        }
    }

    fn insert(&mut self, pos: IVec3, viewer: ViewerId, sight: Sight) -> Result<(), ViewError> {
        let cell = self.cell_mut(pos)?;
        if cell.sights.len() >= Self::VIEWERS_MAX && !cell.sights.contains_key(&viewer) {
            return Err(ViewError::TooManyViewers(pos));
        }
        cell.sights.insert(viewer, sight);
        Ok(())
    }
}
