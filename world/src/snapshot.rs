//! Worlds as bytes.
//!
//! A snapshot is one [codec](crate::codec) record of kind [`KIND`]. Its bytes depend on the
//! contents of the world alone: the same blocks give the same snapshot.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::block::{BlockId, BlockState};
use crate::chunk::{CHUNK_VOLUME, Cells, Chunk, index_cell};
use crate::codec::{self, Bytes, CodecError, Limits, RecordKind};
use crate::position::{Bounds, ChunkPos};
use crate::registry::BlockRegistry;
use crate::world::World;

/// The record kind of snapshots.
pub const KIND: RecordKind = RecordKind(*b"WRLD");
/// The schema version written.
pub const VERSION: u16 = 1;

/// Version 1 of the schema.
#[derive(Debug, Serialize, Deserialize)]
struct SnapshotV1 {
    /// Id and key of every block that occurs, in id order.
    blocks: Vec<(u16, String)>,
    /// Chunks that are not air, in order.
    chunks: Vec<ChunkV1>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ChunkV1 {
    /// Chunk coordinates x, y, z.
    pos: [i32; 3],
    /// Packed states in order of first appearance.
    palette: Vec<u32>,
    /// Index into the palette of each cell, in the order of chunks: nothing if the palette has one
    /// state; else 1, 2, 4 or 8 bits a cell (the fewest that do), lower cells in lower bits; two
    /// little-endian bytes a cell if there are more than 256 states.
    indices: Bytes,
}

/// Why a snapshot was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes are not an intact record, or not of a snapshot.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A block that the registry does not have, or has under another name.
    #[error("the snapshot holds block {id} \"{key}\", which this registry does not have")]
    UnknownBlock {
        /// Its id.
        id: BlockId,
        /// Its key.
        key: String,
    },
    /// The record is intact but says something a world cannot be.
    #[error("the snapshot is not a world: {0}")]
    Invalid(String),
}

/// Writes a world as a snapshot.
pub fn save(world: &World) -> Vec<u8> {
    let mut keys = BTreeMap::new();
    let chunks: Vec<ChunkV1> = world.chunks().map(|(pos, chunk)| save_chunk(pos, chunk)).collect();
    for state in chunks.iter().flat_map(|chunk| &chunk.palette) {
        let id = BlockState::from_raw(*state).id();
        keys.entry(id).or_insert_with(|| {
            world.registry().get(id).map(|def| def.key.clone()).unwrap_or_default()
        });
    }
    let blocks = keys.into_iter().map(|(id, key)| (id.0, key)).collect();
    codec::encode(KIND, VERSION, &SnapshotV1 { blocks, chunks })
        .expect("a world has few enough chunks for a record, and no value bincode cannot write")
}

/// Reads a snapshot into a world with this registry.
///
/// # Errors
/// The bytes are not an intact snapshot, or it holds blocks that the registry does not know under
/// the same id and key, or cells that no world may hold.
pub fn load(bytes: &[u8], registry: Arc<BlockRegistry>) -> Result<World, SnapshotError> {
    let limits =
        Limits { stored_bytes: codec::PAYLOAD_BYTES_MAX, plain_bytes: codec::PAYLOAD_BYTES_MAX };
    let (_, snapshot) = codec::decode::<SnapshotV1>(KIND, VERSION, bytes, limits)?;
    for (id, key) in snapshot.blocks {
        let id = BlockId(id);
        if registry.get(id).is_none_or(|def| def.key != key) {
            return Err(SnapshotError::UnknownBlock { id, key });
        }
    }
    if snapshot.chunks.len() > World::MAX_CHUNKS {
        return Err(invalid(format!("{} chunks are too many", snapshot.chunks.len())));
    }
    let mut chunks = Vec::with_capacity(snapshot.chunks.len());
    for saved in snapshot.chunks {
        let [x, y, z] = saved.pos;
        let pos = ChunkPos::new(x, y, z);
        if chunks.last().is_some_and(|&(last, _)| last >= pos) {
            return Err(invalid(format!("chunk {pos:?} is out of order")));
        }
        let chunk = load_chunk(pos, &saved, &registry)?;
        chunks.push((pos, chunk));
    }
    let mut world = World::new(registry);
    world.insert_chunks(chunks);
    Ok(world)
}

fn invalid(problem: String) -> SnapshotError {
    SnapshotError::Invalid(problem)
}

fn save_chunk(pos: ChunkPos, chunk: &Chunk) -> ChunkV1 {
    let pos = [pos.x, pos.y, pos.z];
    if let Some(state) = chunk.single_state() {
        return ChunkV1 { pos, palette: vec![state.raw()], indices: Bytes::default() };
    }
    let (states, indices) = crate::chunk::index_cells(&chunk.to_cells());
    let palette = states.iter().map(|state| state.raw()).collect();
    let indices = match crate::chunk::width(states.len()) {
        Some(bits) => indices
            .chunks_exact(8 / bits)
            .map(|cells| cells.iter().rev().fold(0, |byte, &i| shift(byte, bits) | i as u8))
            .collect(),
        None => indices.iter().flat_map(|index| index.to_le_bytes()).collect(),
    };
    ChunkV1 { pos, palette, indices: Bytes(indices) }
}

/// A byte shifted to make place for so many bits, up to all eight.
fn shift(byte: u8, bits: usize) -> u8 {
    byte.checked_shl(bits as u32).unwrap_or(0)
}

fn load_chunk(
    pos: ChunkPos,
    saved: &ChunkV1,
    registry: &BlockRegistry,
) -> Result<Chunk, SnapshotError> {
    let fail = |problem: &str| Err(invalid(format!("chunk {pos:?} {problem}")));
    if !pos.in_bounds() {
        return fail("is outside every world");
    }
    let mut states = Vec::with_capacity(saved.palette.len().min(CHUNK_VOLUME));
    for &raw in &saved.palette {
        match BlockState::try_from(raw) {
            Ok(state) if registry.contains(state.id()) => states.push(state),
            Ok(state) => return fail(&format!("holds the unknown block {}", state.id())),
            Err(error) => return fail(&format!("has a bad palette: {error}")),
        }
    }
    let bytes = &saved.indices.0;
    let mut cells = Box::new([BlockState::AIR; CHUNK_VOLUME]);
    match (states.as_slice(), crate::chunk::width(states.len())) {
        ([], _) => return fail("has no states"),
        ([state], _) if bytes.is_empty() => cells.fill(*state),
        (_, Some(bits)) if states.len() > 1 && bytes.len() == CHUNK_VOLUME * bits / 8 => {
            let index = |cell: usize| {
                let bit = cell * bits;
                usize::from(bytes[bit / 8] >> (bit % 8)) & ((1 << bits) - 1)
            };
            if !fill_cells(&mut cells, &states, index) {
                return fail("has a cell outside its palette");
            }
        }
        (_, None) if bytes.len() == CHUNK_VOLUME * 2 => {
            let index = |cell: usize| {
                usize::from(u16::from_le_bytes([bytes[2 * cell], bytes[2 * cell + 1]]))
            };
            if !fill_cells(&mut cells, &states, index) {
                return fail("has a cell outside its palette");
            }
        }
        _ => return fail("has the wrong number of cells"),
    }
    // Chunks at the edge of the bounds may hold cells only inside them.
    let is_stray =
        |&cell: &usize| !cells[cell].is_air() && !Bounds::contains(pos.origin() + index_cell(cell));
    match (0..CHUNK_VOLUME).find(is_stray) {
        Some(_) => fail("holds a block outside the bounds"),
        None => Ok(Chunk::from_cells(&cells)),
    }
}

/// Looks every cell up in the palette; false if one is not there.
fn fill_cells(cells: &mut Cells, states: &[BlockState], index: impl Fn(usize) -> usize) -> bool {
    cells.iter_mut().enumerate().all(|(cell, place)| match states.get(index(cell)) {
        Some(state) => {
            *place = *state;
            true
        }
        None => false,
    })
}
