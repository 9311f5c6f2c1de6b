//! Edits as values: what changed, how to undo it, how to do it again.

use std::hash::BuildHasher;

use glam::IVec3;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::block::BlockState;
use crate::chunk::{Chunk, index_cell, rows};
use crate::position::ChunkPos;
use crate::region::Region;

/// One cell's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub pos: IVec3,
    /// What was there.
    pub old: BlockState,
    /// What is there now.
    pub new: BlockState,
}

impl CellChange {
    /// The change back.
    pub fn inverse(self) -> CellChange {
        CellChange { pos: self.pos, old: self.new, new: self.old }
    }
}

/// A change of a world as a value. [`World::apply`](crate::World::apply) does it,
/// [`Edit::inverse`] undoes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// One cell.
    Cell(CellChange),
    /// Some cells, one change after the other; a cell may occur more than once.
    Cells(Vec<CellChange>),
    /// Cells of a region, kept chunk by chunk: a uniform fill costs no memory per cell.
    Region {
        /// The region that was asked for.
        region: Region,
        /// The chunks that changed.
        pieces: Vec<Piece>,
    },
}

/// One chunk's share of a region edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The cells of the region in this chunk.
    pub(crate) part: Region,
    /// The chunk before; only the part counts.
    pub(crate) old: Chunk,
    /// The chunk after; only the part counts.
    pub(crate) new: Chunk,
}

impl Piece {
    pub(crate) fn chunk(&self) -> ChunkPos {
        ChunkPos::of(self.part.min())
    }

    fn changes(&self) -> Vec<CellChange> {
        let (old, new) = (self.old.to_cells(), self.new.to_cells());
        let (starts, length) = rows(&self.part);
        let origin = self.chunk().origin();
        starts
            .flat_map(|start| start..start + length)
            .filter(|&cell| old[cell] != new[cell])
            .map(|cell| CellChange {
                pos: origin + index_cell(cell),
                old: old[cell],
                new: new[cell],
            })
            .collect()
    }
}

impl Edit {
    /// The edit that undoes this one.
    pub fn inverse(&self) -> Edit {
        match self {
            Edit::Cell(change) => Edit::Cell(change.inverse()),
            Edit::Cells(changes) => {
                Edit::Cells(changes.iter().rev().map(|change| change.inverse()).collect())
            }
            Edit::Region { region, pieces } => {
                let pieces = pieces
                    .iter()
                    .map(|Piece { part, old, new }| Piece {
                        part: *part,
                        old: new.clone(),
                        new: old.clone(),
                    })
                    .collect();
                Edit::Region { region: *region, pieces }
            }
        }
    }

    /// The cells that changed; for a region chunk by chunk in order.
    pub fn cells(&self) -> Box<dyn Iterator<Item = CellChange> + '_> {
        match self {
            Edit::Cell(change) => Box::new(std::iter::once(*change)),
            Edit::Cells(changes) => Box::new(changes.iter().copied()),
            Edit::Region { pieces, .. } => Box::new(pieces.iter().flat_map(Piece::changes)),
        }
    }

    /// Whether the edit changes nothing.
    pub fn is_empty(&self) -> bool {
        self.cells().all(|change| change.old == change.new)
    }

    /// Heap memory in bytes, palettes shared with worlds counted in full.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Edit::Cell(_) => 0,
            Edit::Cells(changes) => changes.capacity() * size_of::<CellChange>(),
            Edit::Region { pieces, .. } => {
                let chunks =
                    pieces.iter().map(|piece| piece.old.heap_bytes() + piece.new.heap_bytes());
                pieces.capacity() * size_of::<Piece>() + chunks.sum::<usize>()
            }
        }
    }
}

/// What was done to a world, in order; cheap to append to.
///
/// ```
/// # use std::sync::Arc;
/// # use fangqi_world::{BlockId, BlockRegistry, BlockState, EditLog, IVec3, World};
/// let mut world = World::new(Arc::new(BlockRegistry::new()));
/// let before = world.state_hash();
/// let mut log = EditLog::new();
/// world.set_recorded(IVec3::ZERO, BlockState::new(BlockId(1), 0), &mut log)?;
/// world.roll_back(log);
/// assert_eq!(world.state_hash(), before);
/// # Ok::<(), fangqi_world::WorldError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditLog {
    cells: Vec<CellChange>,
    /// Larger edits, each with the number of single cells that came before it.
    edits: Vec<(usize, Edit)>,
}

impl EditLog {
    /// An empty log.
    pub fn new() -> EditLog {
        EditLog::default()
    }

    /// Appends one cell's change.
    #[inline]
    pub fn push_cell(&mut self, change: CellChange) {
        self.cells.push(change);
    }

    /// Appends an edit.
    pub fn push(&mut self, edit: Edit) {
        match edit {
            Edit::Cell(change) => self.cells.push(change),
            Edit::Cells(changes) => self.cells.extend(changes),
            Edit::Region { .. } => self.edits.push((self.cells.len(), edit)),
        }
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.edits.is_empty()
    }

    /// Number of records: single cells and region edits.
    pub fn len(&self) -> usize {
        self.cells.len() + self.edits.len()
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.edits.clear();
    }

    /// All changes in the order in which they were made.
    pub fn changes(&self) -> impl Iterator<Item = CellChange> + '_ {
        let ends = self.edits.iter().map(|(at, _)| *at).chain([self.cells.len()]);
        let edits = self.edits.iter().map(|(_, edit)| Some(edit)).chain([None]);
        let mut start = 0;
        ends.zip(edits).flat_map(move |(end, edit)| {
            let cells = &self.cells[std::mem::replace(&mut start, end)..end];
            cells.iter().copied().chain(edit.into_iter().flat_map(Edit::cells))
        })
    }

    /// The net effect: one change a cell, from its first old to its last new state, in the order
    /// in which cells were first touched; cells that ended as they began are left out.
    pub fn coalesce(&self) -> Vec<CellChange> {
        // Sized at once: to grow with what is usually one change a cell costs as much again. The
        // table holds places in `net` alone: with the cells in it, it is four times as large.
        let count = self.cells.len();
        let mut net: Vec<CellChange> = Vec::with_capacity(count);
        let mut places: HashTable<u32> = HashTable::with_capacity(count);
        let hash = |pos: IVec3| FxBuildHasher.hash_one(pos);
        for change in self.changes() {
            let is_it = |&place: &u32| net[place as usize].pos == change.pos;
            let rehash = |&place: &u32| hash(net[place as usize].pos);
            match places.entry(hash(change.pos), is_it, rehash) {
                Entry::Occupied(known) => net[*known.get() as usize].new = change.new,
                Entry::Vacant(space) => {
                    // More changes than that would not have found room in the log.
                    space.insert(net.len() as u32);
                    net.push(change);
                }
            }
        }
        net.retain(|change| change.old != change.new);
        net
    }

    /// The whole log as edits, in the order in which they were made.
    pub(crate) fn into_edits(self) -> Vec<Edit> {
        let mut cells = self.cells;
        let mut edits = Vec::with_capacity(self.edits.len() * 2 + 1);
        for (at, edit) in self.edits.into_iter().rev() {
            edits.push(Edit::Cells(cells.split_off(at)));
            edits.push(edit);
        }
        edits.push(Edit::Cells(cells));
        edits.reverse();
        edits
    }
}
