//! The deterministic room: a fold over its inputs.
//!
//! A [`Room`] runs one map: a voxel world, the map's Lua scripts in a Luau VM of their own, and the
//! bookkeeping every board needs (seats, requests, heads-up display, undo). It is a pure function of
//! the map package, a seed and the inputs it was given: there is no clock, thread, file or socket in
//! this crate. See `ARCHITECTURE.md` for how a click travels.

#![warn(missing_docs)]

pub mod model;
pub mod vm;
