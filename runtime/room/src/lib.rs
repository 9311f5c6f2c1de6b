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
mod ctx;
mod finding;
mod host;
mod map;
mod options;
mod package;
pub mod plugin;
pub mod testing;
mod thinking;

pub use api::types;
pub use core::{
    Applied, BlockChange, Divergence, HeavyReport, Hibernated, NoCheckpoint, OpenError, Reload,
    Room,
};
pub use fangqi_vm::{CALL_DEPTH, ErrorKind, NATIVE_DEPTH, ScriptError, VmError};
pub use finding::{Finding, key_line};
pub use map::MapPackage;
pub use options::RoomOptions;
pub use package::{
    Camera, Capability, FileSource, LayoutError, MapFiles, Package, PackageDigest, PackageError,
    SeatDef, UnpackError,
};

/// How Lua modules are declared.
pub use fangqi_binding as binding;

/// Declares a module of the API: see [`binding::lua_module!`].
#[macro_export]
macro_rules! lua_module {
    ($($module:tt)*) => {
        $crate::binding::lua_module! { @context $crate::plugin::Ctx; $($module)* }
    };
}
