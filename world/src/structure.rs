//! Structures: copies of regions, independent of a world.

use glam::IVec3;

use crate::block::BlockState;
use crate::edit::Edit;
use crate::region::Region;
use crate::world::{World, WorldError};

/// A box of states without a position: imported, or copied from a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    size: IVec3,
    cells: Vec<BlockState>,
}

/// Why cells and size do not make a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureError {
    /// A size that is not positive, or has too many cells.
    #[error(
        "{0} is not the size of a structure: sides are at least 1 and it has at most {max} cells",
        max = World::MAX_EDIT_VOLUME
    )]
    BadSize(IVec3),
    /// The number of states is not the number of cells.
    #[error("a structure of size {size} has not {states} cells")]
    WrongCount {
        /// Size in cells along each axis.
        size: IVec3,
        /// Number of states given.
        states: usize,
    },
}

impl Structure {
    /// A structure of these states, in the order `x`, then `z`, then `y`.
    ///
    /// # Errors
    /// The size is not positive or has more than [`World::MAX_EDIT_VOLUME`] cells, or the number of
    /// states does not match.
    pub fn new(size: IVec3, cells: Vec<BlockState>) -> Result<Structure, StructureError> {
        let volume = Structure::check_size(size)?;
        if cells.len() != volume {
            return Err(StructureError::WrongCount { size, states: cells.len() });
        }
        Ok(Structure { size, cells })
    }

    /// A structure of air.
    ///
    /// # Errors
    /// The size is not positive or has too many cells.
    pub fn air(size: IVec3) -> Result<Structure, StructureError> {
        let volume = Structure::check_size(size)?;
        Ok(Structure { size, cells: vec![BlockState::AIR; volume] })
    }

    /// Validates a size and returns its number of cells.
    pub(crate) fn check_size(size: IVec3) -> Result<usize, StructureError> {
        let bad = StructureError::BadSize(size);
        if size.min_element() < 1 {
            return Err(bad);
        }
        let volume = Region::new(IVec3::ZERO, size - 1).volume();
        if volume <= World::MAX_EDIT_VOLUME { Ok(volume as usize) } else { Err(bad) }
    }

    /// Copies a region of a world.
    ///
    /// # Errors
    /// The region is out of bounds or too large.
    pub fn capture(world: &World, region: Region) -> Result<Structure, WorldError> {
        Ok(Structure { size: region.size(), cells: world.read_region(&region)? })
    }

    /// Writes all cells, including air, to the world, with the lowest corner at `at`.
    ///
    /// # Errors
    /// As [`World::fill`]; nothing is changed then.
    pub fn place(&self, world: &mut World, at: IVec3) -> Result<Edit, WorldError> {
        let region = Region::new(IVec3::ZERO, self.size - 1)
            .translate(at)
            .ok_or(WorldError::OutOfBounds { pos: at })?;
        world.write_cells(region, &self.cells)
    }

    /// Size in cells along each axis.
    pub fn size(&self) -> IVec3 {
        self.size
    }

    /// All states in the order `x`, then `z`, then `y`.
    pub fn cells(&self) -> &[BlockState] {
        &self.cells
    }

    /// The state of a cell relative to the lowest corner; `None` outside.
    pub fn get(&self, cell: IVec3) -> Option<BlockState> {
        self.index(cell).map(|index| self.cells[index])
    }

    /// Writes a cell relative to the lowest corner. Returns its former state, or `None` outside.
    pub fn set(&mut self, cell: IVec3, state: BlockState) -> Option<BlockState> {
        self.index(cell).map(|index| std::mem::replace(&mut self.cells[index], state))
    }

    /// All cells with their states.
    pub fn iter(&self) -> impl Iterator<Item = (IVec3, BlockState)> {
        Region::new(IVec3::ZERO, self.size - 1).iter().zip(self.cells.iter().copied())
    }

    fn index(&self, cell: IVec3) -> Option<usize> {
        let inside = cell.cmpge(IVec3::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.x + self.size.x * (cell.z + self.size.z * cell.y)) as usize)
    }
}
