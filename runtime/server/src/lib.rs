//! The outside world of rooms: HTTP and WebSocket, shards, the durable log, job workers.

pub mod wire;
