//! Comparison of worlds: hash and difference.

use crate::chunk::{CHUNK_VOLUME, index_cell};
use crate::edit::CellChange;
use crate::position::ChunkPos;
use crate::world::{Slot, World};

impl World {
    /// A hash of the contents. Worlds with the same ground and the same blocks have the same hash,
    /// regardless of their history and of the forms of their chunks.
    ///
    /// Costs about 3 µs for each chunk changed since the last call.
    pub fn state_hash(&self) -> u64 {
        let mut hash = self.hash.borrow_mut();
        while let Some(slot) = hash.dirty.pop() {
            let slot = &self.slots[slot as usize];
            let contribution = self.contribution(slot);
            let old = slot.contribution.replace(contribution);
            slot.dirty.set(false);
            hash.sum = hash.sum.wrapping_sub(old).wrapping_add(contribution);
        }
        mix(hash.sum)
    }

    /// A slot's contribution to the hash. It is 0 if the slot is idle, so that the existence of a
    /// slot does not matter.
    fn contribution(&self, slot: &Slot) -> u64 {
        if self.is_idle(slot) {
            return 0;
        }
        mix(slot.chunk.content_hash() ^ mix(slot.key))
    }

    /// The cells that differ between this world and another with the same ground, chunk by chunk
    /// and cell by cell in order; `old` is this world's state and `new` the other's.
    pub fn diff(&self, other: &World) -> Vec<CellChange> {
        let mut keys: Vec<u64> =
            self.slots.iter().chain(&other.slots).map(|slot| slot.key).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut changes = Vec::new();
        for chunk in keys.into_iter().map(ChunkPos::from_key) {
            let (old, new) = (self.chunk_at(chunk), other.chunk_at(chunk));
            if old.is_surely_equal(new) {
                continue;
            }
            let (old, new) = (old.to_cells(), new.to_cells());
            for cell in (0..CHUNK_VOLUME).filter(|&cell| old[cell] != new[cell]) {
                let pos = chunk.origin() + index_cell(cell);
                changes.push(CellChange { pos, old: old[cell], new: new[cell] });
            }
        }
        changes
    }

    /// Whether two worlds with the same ground contain the same blocks, regardless of the
    /// registries.
    pub fn same_blocks(&self, other: &World) -> bool {
        let mut chunks = other.chunks();
        self.chunks().all(|chunk| chunks.next() == Some(chunk)) && chunks.next().is_none()
    }
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood, 2014): every input bit affects every output
/// bit.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
