//! Applying and rolling back edits.

use crate::chunk::{Chunk, covers_chunk, index_cell, rows};
use crate::edit::{CellChange, Edit, EditLog, Piece};
use crate::position::ChunkPos;
use crate::region::Region;
use crate::world::{World, WorldError};

impl World {
    /// Applies an edit that was made elsewhere or inverted.
    ///
    /// # Errors
    /// [`WorldError::Conflict`] if a changed cell does not hold the edit's old state; otherwise the
    /// errors of [`World::set`]. After an error the world is unchanged.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), WorldError> {
        match edit {
            Edit::Cell(change) => self.apply_cell(change),
            Edit::Cells(changes) => {
                for (done, change) in changes.iter().enumerate() {
                    if let Err(error) = self.apply_cell(change) {
                        self.restore_cells(&changes[..done]);
                        return Err(error);
                    }
                }
                Ok(())
            }
            Edit::Region { pieces, .. } => self.apply_pieces(pieces),
        }
    }

    /// Undoes everything in a log. The log must contain everything done to this world since the log
    /// was created; then the world is exactly as it was, and rolling back cannot fail.
    pub fn roll_back(&mut self, log: EditLog) {
        for edit in log.into_edits().into_iter().rev() {
            match edit {
                Edit::Cell(change) => self.restore_cells(&[change]),
                Edit::Cells(changes) => self.restore_cells(&changes),
                Edit::Region { pieces, .. } => {
                    pieces.iter().for_each(|piece| self.put(&piece.part, &piece.new, &piece.old));
                }
            }
        }
    }

    fn apply_cell(&mut self, change: &CellChange) -> Result<(), WorldError> {
        let CellChange { pos, old, new } = *change;
        let found = self.get(pos);
        if found != old {
            return Err(WorldError::Conflict { pos, expected: old, found });
        }
        self.set(pos, new).map(|_| ())
    }

    /// Restores the old states, last change first.
    fn restore_cells(&mut self, changes: &[CellChange]) {
        for change in changes.iter().rev() {
            let restored = self.set(change.pos, change.old);
            debug_assert!(restored.is_ok(), "a state that was there can be there again");
        }
    }

    fn apply_pieces(&mut self, pieces: &[Piece]) -> Result<(), WorldError> {
        for piece in pieces {
            check_piece(piece, self.chunk_at(piece.chunk()))?;
            let cells = piece.new.to_cells();
            cells.iter().try_for_each(|&state| self.check_block(state))?;
        }
        let is_missing = |piece: &&Piece| self.chunk(piece.chunk()).is_none();
        let missing = pieces.iter().filter(is_missing).count();
        self.make_room(missing as u64)?;
        pieces.iter().for_each(|piece| self.put(&piece.part, &piece.old, &piece.new));
        Ok(())
    }

    /// Writes the cells of a part of a chunk in which `from` and `to` differ.
    fn put(&mut self, part: &Region, from: &Chunk, to: &Chunk) {
        let slot = self.slot_or_ground(ChunkPos::of(part.min()));
        let found = &self.slots[slot].chunk;
        let chunk = if covers_chunk(part) && found.is_surely_equal(from) {
            to.clone()
        } else {
            let (from, to, mut cells) = (from.to_cells(), to.to_cells(), found.to_cells());
            let (starts, length) = rows(part);
            for cell in starts.flat_map(|start| start..start + length) {
                if from[cell] != to[cell] {
                    cells[cell] = to[cell];
                }
            }
            Chunk::from_cells(&cells)
        };
        self.replace_chunk(slot, chunk);
    }
}

/// Checks that the chunk holds the piece's old states where the piece changes them.
fn check_piece(piece: &Piece, found: &Chunk) -> Result<(), WorldError> {
    if found.is_surely_equal(&piece.old) {
        return Ok(());
    }
    let (old, new, found) = (piece.old.to_cells(), piece.new.to_cells(), found.to_cells());
    let (starts, length) = rows(&piece.part);
    let conflict = starts
        .flat_map(|start| start..start + length)
        .find(|&cell| old[cell] != new[cell] && found[cell] != old[cell]);
    match conflict {
        None => Ok(()),
        Some(cell) => Err(WorldError::Conflict {
            pos: piece.chunk().origin() + index_cell(cell),
            expected: old[cell],
            found: found[cell],
        }),
    }
}
