//! Everything around rooms: HTTP and WebSocket, shards, the durable log, job threads, worker
//! processes.
//!
//! The path of a click: `ws` reads and checks a frame, `shard` applies it to the room, [`log`]
//! makes its record durable, and only then are the room's viewers sent their frames.

#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod admin;
mod app;
mod bucket;
mod config;
mod entropy;
mod jobs;
pub mod log;
mod maps;
mod message_limiter;
mod metrics;
mod net;
mod peers;
#[cfg(target_os = "linux")]
mod process;
#[cfg(not(target_os = "linux"))]
#[path = "process/none.rs"]
mod process;
mod scheduling;
mod server;
pub mod session;
mod shard;
mod time;
mod tls_client;
mod wakeup;
pub mod wire;
mod ws;

pub use admin::Admin;
pub use config::{Config, HttpLimits, RoomLimits, SocketLimits, Workers};
pub use maps::{LoadedMap, MapAbout, MapSet, OfferedMap};
pub use metrics::{CommitStats, Histogram};
pub use net::{Tls, TlsError};
#[cfg(target_os = "linux")]
pub use process::run_worker;
pub use process::{ReadMap, read_maps};
pub use server::{Server, StartError};
#[cfg(feature = "stepped")]
pub use shard::stepped;
pub use shard::{OpenRoomError, ReloadOutcome, RoomReload};
pub use time::Time;
