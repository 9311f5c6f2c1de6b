//! The deterministic room: a fold over its inputs.
//!
//! A [`Room`] runs one map: a voxel world, the map's Lua scripts in a Luau VM of their own, and the
//! bookkeeping every board needs (seats, requests, heads-up display, undo). It is a pure function
//! of the map package, a seed and the inputs it was given: there is no clock, thread, file or
//! socket in this crate. See `ARCHITECTURE.md` for how a click travels.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod api;
mod core;
pub mod testing;

pub use api::types;
pub use core::{
    Applied, BlockChange, Divergence, HeavyReport, Hibernated, NoCheckpoint, OpenError, Reload,
    Room,
};
/// What plugins implement, and a room as they see it.
pub use fangqi_plugin as plugin;
pub use fangqi_plugin::{
    Camera, Capability, Edge, FileSource, Finding, LayoutError, LobbyPlace, MapFiles, MapPackage,
    Package, PackageDigest, PackageError, RoomOptions, SeatCamera, SeatDef, Shelf, Side,
    UnpackError, folder_and_variant, ids_in, key_line, lua_module,
};
pub use fangqi_vm::{CALL_DEPTH, ErrorKind, NATIVE_DEPTH, ScriptError, VmError};

/// How Lua modules are declared.
pub use fangqi_binding as binding;
