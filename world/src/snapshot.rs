//! World snapshots.
//!
//! A snapshot is a [codec] record of kind [`KIND`]. Its bytes depend on the world's contents alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::block::{BlockId, BlockState};
use crate::chunk::{CHUNK_VOLUME, Chunk, index_cell};
use crate::codec::{self, Bytes, CodecError, Limits, RecordKind};
use crate::position::{Bounds, ChunkPos};
use crate::region::Region;
use crate::registry::BlockRegistry;
use crate::world::World;

/// The record kind of snapshots.
pub const KIND: RecordKind = RecordKind(*b"WRLD");
/// The current schema version.
pub const VERSION: u16 = 1;

/// Version 1 of the schema.
#[derive(Debug, Serialize, Deserialize)]
struct SnapshotV1 {
    /// Id and key of every block that occurs, in id order.
    blocks: Vec<(u16, String)>,
    /// Distinct chunk contents, in order of first occurrence.
    bodies: Vec<BodyV1>,
    /// Non-empty chunks in order: coordinates x, y, z and index of the body. Equal chunks share a
    /// body, unless it has more than [`SHARED_STATES_MAX`] states.
    chunks: Vec<([i32; 3], u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct BodyV1 {
    /// Packed states in order of first appearance.
    palette: Vec<u32>,
    /// Palette index of each cell, in the order of chunks. Empty if the palette has one state;
    /// otherwise the smallest of 1, 2, 4 and 8 bits per cell that suffices, lower cells in lower
    /// bits; two little-endian bytes per cell for more than 256 states.
    indices: Bytes,
}

/// Maximum number of states of a shared body. Chunks with more take 16 KiB of memory each, so a
/// small file must not refer to one many times.
const SHARED_STATES_MAX: usize = 256;

/// Why a snapshot was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes are not an intact record of a snapshot.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A block that the registry lacks, or has under another key.
    #[error("the snapshot holds block {id} \"{key}\", which this registry does not have")]
    UnknownBlock {
        /// Its id.
        id: BlockId,
        /// Its key.
        key: String,
    },
    /// The record is intact, but its contents are not a valid world.
    #[error("the snapshot is not a world: {0}")]
    Invalid(String),
}

/// Saves a world as a snapshot.
pub fn save(world: &World) -> Vec<u8> {
    let mut bodies: Vec<BodyV1> = Vec::new();
    let mut numbers: FxHashMap<BodyV1, u32> = FxHashMap::default();
    let mut chunks = Vec::new();
    for (pos, chunk) in world.chunks() {
        let (states, indices) = chunk.to_stored();
        let palette: Vec<u32> = states.iter().map(|state| state.raw()).collect();
        let body = BodyV1 { palette, indices: Bytes(indices) };
        let next = bodies.len() as u32;
        let number = match body.palette.len() {
            0..=SHARED_STATES_MAX => *numbers.entry(body.clone()).or_insert(next),
            _ => next,
        };
        if number == next {
            bodies.push(body);
        }
        chunks.push(([pos.x, pos.y, pos.z], number));
    }
    let mut keys = BTreeMap::new();
    for state in bodies.iter().flat_map(|body| &body.palette) {
        let id = BlockState::from_raw(*state).id();
        keys.entry(id).or_insert_with(|| {
            world.registry().get(id).map(|def| def.key.clone()).unwrap_or_default()
        });
    }
    let blocks = keys.into_iter().map(|(id, key)| (id.0, key)).collect();
    codec::encode(KIND, VERSION, &SnapshotV1 { blocks, bodies, chunks })
        .expect("a world has few enough chunks for a record, and no value bincode cannot write")
}

/// Loads a snapshot into a world with this registry.
///
/// # Errors
/// The bytes are not an intact snapshot, it contains blocks that the registry does not have under
/// the same id and key, or cells outside the bounds.
pub fn load(bytes: &[u8], registry: Arc<BlockRegistry>) -> Result<World, SnapshotError> {
    let max = codec::PAYLOAD_BYTES_MAX;
    let limits = Limits { stored_bytes: max, plain_bytes: max };
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
    let mut bodies = snapshot
        .bodies
        .into_iter()
        .enumerate()
        .map(|(number, body)| load_body(number, body, &registry).map(Some))
        .collect::<Result<Vec<_>, _>>()?;
    let mut chunks: Vec<(ChunkPos, Chunk)> = Vec::with_capacity(snapshot.chunks.len());
    for ([x, y, z], number) in snapshot.chunks {
        let pos = ChunkPos::new(x, y, z);
        if chunks.last().is_some_and(|&(last, _)| last >= pos) {
            return Err(invalid(format!("chunk {pos:?} is out of order")));
        }
        let body = bodies.get_mut(number as usize);
        let shared = |body: &mut Option<Chunk>| match body {
            Some(chunk) if chunk.is_dense() => body.take(),
            body => body.clone(),
        };
        let Some(chunk) = body.and_then(shared) else {
            return Err(invalid(format!("chunk {pos:?} has no body {number}")));
        };
        check_place(pos, &chunk)?;
        chunks.push((pos, chunk));
    }
    let mut world = World::new(registry);
    world.insert_chunks(chunks);
    Ok(world)
}

fn invalid(problem: String) -> SnapshotError {
    SnapshotError::Invalid(problem)
}

fn load_body(
    number: usize,
    body: BodyV1,
    registry: &BlockRegistry,
) -> Result<Chunk, SnapshotError> {
    let fail = |problem: String| invalid(format!("body {number} {problem}"));
    let state = |raw: u32| match BlockState::try_from(raw) {
        Ok(state) if registry.contains(state.id()) => Ok(state),
        Ok(state) => Err(fail(format!("holds the unknown block {}", state.id()))),
        Err(error) => Err(fail(format!("has a bad palette: {error}"))),
    };
    let states = body.palette.into_iter().map(state).collect::<Result<Vec<_>, _>>()?;
    Chunk::from_stored(states, &body.indices.0)
        .ok_or_else(|| fail("has no states, too few cells, or a cell outside its palette".into()))
}

/// Refuses chunks outside the bounds, and blocks outside the bounds in chunks at the edge.
fn check_place(pos: ChunkPos, chunk: &Chunk) -> Result<(), SnapshotError> {
    if !pos.in_bounds() {
        return Err(invalid(format!("chunk {pos:?} is outside every world")));
    }
    if Region::chunk(pos).in_bounds() {
        return Ok(());
    }
    let is_stray = |&cell: &usize| {
        !chunk.get(cell).is_air() && !Bounds::contains(pos.origin() + index_cell(cell))
    };
    match (0..CHUNK_VOLUME).find(is_stray) {
        Some(_) => Err(invalid(format!("chunk {pos:?} holds a block outside the bounds"))),
        None => Ok(()),
    }
}
