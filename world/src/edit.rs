//! Edits: reversible changes of a world, as values.

use std::hash::BuildHasher;

use glam::IVec3;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::block::BlockState;
use crate::chunk::{Chunk, index_cell, rows};
use crate::position::ChunkPos;
use crate::region::Region;

/// The change of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub pos: IVec3,
    /// The state before.
    pub old: BlockState,
    /// The state after.
    pub new: BlockState,
}

impl CellChange {
    /// The inverse change.
    pub fn inverse(self) -> CellChange {
        CellChange { pos: self.pos, old: self.new, new: self.old }
    }
}

/// A change of a world. [`World::apply`](crate::World::apply) applies it, [`Edit::inverse`] inverts
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A change of one cell.
    Cell(CellChange),
    /// Changes of several cells in order; a cell may occur more than once.
    Cells(Vec<CellChange>),
    /// Changes in a region, stored by chunk: a uniform fill takes no memory per cell.
    Region {
        /// The region of the operation.
        region: Region,
        /// The chunks that changed.
        pieces: Vec<Piece>,
    },
}

/// The part of a region edit that lies in one chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The cells of the region in this chunk.
    pub(crate) part: Region,
    /// The chunk before; only the cells in `part` matter.
    pub(crate) old: Chunk,
    /// The chunk after; only the cells in `part` matter.
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
    /// The inverse edit.
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

    /// The changed cells; for a region edit, chunk by chunk.
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

    /// Heap memory in bytes, counting palettes shared with worlds in full.
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

/// A record of everything done to a world, in order; cheap to append to.
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
    /// Edits other than single cells, each with the number of single-cell changes before it.
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

    /// Whether the log is empty.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.edits.is_empty()
    }

    /// Number of entries: single cells and edits.
    pub fn len(&self) -> usize {
        self.cells.len() + self.edits.len()
    }

    /// Clears the log, keeping its memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.edits.clear();
    }

    /// All changes in order.
    pub fn changes(&self) -> impl Iterator<Item = CellChange> + '_ {
        let ends = self.edits.iter().map(|(at, _)| *at).chain([self.cells.len()]);
        let edits = self.edits.iter().map(|(_, edit)| Some(edit)).chain([None]);
        let mut start = 0;
        ends.zip(edits).flat_map(move |(end, edit)| {
            let cells = &self.cells[std::mem::replace(&mut start, end)..end];
            cells.iter().copied().chain(edit.into_iter().flat_map(Edit::cells))
        })
    }

    /// The net effect: one change per cell, from its first old to its last new state, in order of
    /// the first change. Cells without a net change are omitted.
    pub fn coalesce(&self) -> Vec<CellChange> {
        // Sized in advance, since growing costs as much again when most cells change once. The hash
        // table stores indices into `net` only: with the cells in it, it would be four times as
        // large.
        let count = self.cells.len();
        let mut net: Vec<CellChange> = Vec::with_capacity(count);
        let mut indices: HashTable<u32> = HashTable::with_capacity(count);
        let hash = |pos: IVec3| FxBuildHasher.hash_one(pos);
        for change in self.changes() {
            let is_same = |&index: &u32| net[index as usize].pos == change.pos;
            let rehash = |&index: &u32| hash(net[index as usize].pos);
            match indices.entry(hash(change.pos), is_same, rehash) {
                Entry::Occupied(known) => net[*known.get() as usize].new = change.new,
                Entry::Vacant(space) => {
                    // The index fits: the log cannot hold more than 2^32 changes.
                    space.insert(net.len() as u32);
                    net.push(change);
                }
            }
        }
        net.retain(|change| change.old != change.new);
        net
    }

    /// The log as edits, in order.
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
