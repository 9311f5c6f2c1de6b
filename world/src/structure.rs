//! Pieces of a world that can be carried elsewhere.

use glam::IVec3;

use crate::block::BlockState;
use crate::edit::Edit;
use crate::region::Region;
use crate::world::{World, WorldError};

/// A box of states without a place: what was imported, or copied to be put elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    size: IVec3,
    cells: Vec<BlockState>,
}

/// Cells and size do not make a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureError {
    /// A side that is not positive, or too many cells.
    #[error(
        "{0} is not the size of a structure: sides are at least 1 and it has at most {max} cells",
        max = World::MAX_EDIT_VOLUME
    )]
    BadSize(IVec3),
    /// Not as many states as cells.
    #[error("a structure of size {size} has not {states} cells")]
    WrongCount {
        /// Cells along each axis.
        size: IVec3,
        /// States given.
        states: usize,
    },
}

impl Structure {
    /// A structure of these states; `x` runs fastest, then `z`, then `y`.
    ///
    /// # Errors
    /// The size is not positive or has more than [`World::MAX_EDIT_VOLUME`] cells, or there are
    /// not as many states.
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

    /// Number of cells of a structure of this size.
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

    /// Writes all cells, air too, into the world, the lowest corner at `at`.
    ///
    /// # Errors
    /// As [`World::fill`]; nothing is changed then.
    pub fn place(&self, world: &mut World, at: IVec3) -> Result<Edit, WorldError> {
        let region = Region::new(IVec3::ZERO, self.size - 1)
            .translate(at)
            .ok_or(WorldError::OutOfBounds { pos: at })?;
        world.write_cells(region, &self.cells)
    }

    /// Cells along each axis.
    pub fn size(&self) -> IVec3 {
        self.size
    }

    /// All states; `x` runs fastest, then `z`, then `y`.
    pub fn cells(&self) -> &[BlockState] {
        &self.cells
    }

    /// The state of a cell counted from the lowest corner; `None` outside.
    pub fn get(&self, cell: IVec3) -> Option<BlockState> {
        self.index(cell).map(|index| self.cells[index])
    }

    /// Writes a cell counted from the lowest corner; gives what was there, `None` outside.
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
