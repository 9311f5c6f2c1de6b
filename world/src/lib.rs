//! Voxel worlds for Fangqi: blocks in space, and everything about them that is independent of
//! games.
//!
//! A [`World`] holds [`BlockState`]s from a [`BlockRegistry`] in chunks of 16³ cells. Changes are
//! values ([`Edit`], [`EditLog`]) with inverses, so a room can roll back a failed input. [`Views`]
//! defines which cells look different to which viewers, and [`Effects`] what is shown besides
//! blocks. All three have a state hash that depends on their contents alone, so that two runs of a
//! room can be compared.
//!
//! ```
//! use std::sync::Arc;
//! use fangqi_world::{BlockRegistry, IVec3, Region, World};
//!
//! let registry = Arc::new(BlockRegistry::new());
//! let wood = registry.by_key("board_wood").expect("in the palette").state();
//! let mut world = World::new(registry);
//! let board = Region::new(IVec3::new(0, 0, 0), IVec3::new(8, 0, 9));
//! let edit = world.fill(board, wood)?;
//! assert_eq!(world.count(board, wood.id()), 90);
//! world.apply(&edit.inverse())?;
//! assert!(world.get(IVec3::ZERO).is_air());
//! # Ok::<(), fangqi_world::WorldError>(())
//! ```
//!
//! The crate is independent of scripts, games, network, clocks, threads and files: it only converts
//! bytes. Nothing depends on the order of a hash map, so equal inputs give equal results in every
//! process. Positions, sizes and bytes from outside are validated; none causes a panic or unbounded
//! allocation.
//!
//! Coordinates: `x` is east, `y` up, `z` north. Cell `(x, y, z)` is the cube from that corner to
//! the next. Lists of cells are in the order `x`, then `z`, then `y`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod block;
mod builtin;
mod chunk;
pub mod codec;
mod edit;
mod effects;
pub mod export;
mod hash;
pub mod import;
mod position;
mod raycast;
mod region;
mod registry;
pub mod snapshot;
mod structure;
mod suggest;
mod views;
mod world;

pub use glam::{DVec3, IVec3};

pub use block::{BlockDef, BlockId, BlockState, NotAColour, NotAState, Rgb, Shape};
pub use chunk::{CHUNK_SIZE, CHUNK_VOLUME, Chunk, ChunkForm, WireError};
pub use edit::{CellChange, Edit, EditLog, Piece};
pub use effects::{EffectChange, EffectError, Effects, FloatingText, TextId, loudness};
pub use position::{Bounds, ChunkPos, Face, NotAFace};
pub use raycast::{Hit, RAY_LENGTH_MAX};
pub use region::Region;
pub use registry::{BlockRegistry, RegistryError};
pub use snapshot::SnapshotError;
pub use structure::{Structure, StructureError};
pub use suggest::nearest;
pub use views::{Sight, ViewCell, ViewError, ViewerId, Views};
pub use world::{Ground, World, WorldError};
