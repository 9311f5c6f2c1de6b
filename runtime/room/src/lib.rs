//! The deterministic room: a fold over its inputs.
//!
//! A [`Room`] runs one map: a voxel world, the map's Lua scripts in a Luau VM of their own, and the
//! bookkeeping every board needs (seats, requests, heads-up display, undo). It is a pure function
//! of the map package, a seed and the inputs it was given: there is no clock, thread, file or
//! socket in this crate. See `ARCHITECTURE.md` for how a click travels.

#![warn(missing_docs)]

mod api;
pub mod binding;
pub mod board;
mod core;
mod finding;
mod host;
mod job;
mod limits;
pub mod model;
mod package;
pub mod plugin;
mod sim;
pub mod testing;

pub use api::types;
pub use core::{
    BlockChange, Divergence, HeavyReport, Hibernated, NoCheckpoint, OpenError, Reload, Room,
    RoomOptions,
};
pub use fangqi_vm::{CALL_DEPTH, ErrorKind, NATIVE_DEPTH, ScriptError, VmError};
pub use finding::Finding;
pub use job::{Alone, Computation, Crew, run_job, run_job_alone};
pub use limits::Limits;
pub use package::{
    BoardPackage, Camera, Capability, FileSource, LayoutError, MapFiles, MapPackage, PackageDigest,
    PackageError, SeatDef, UnpackError,
};
