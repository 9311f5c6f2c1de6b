//! A whole server in this process, spoken to as a browser would.

mod admin;
mod attacks;
mod closing;
#[path = "../log/postgres/cluster.rs"]
#[expect(dead_code, reason = "the tests of the log need the rest")]
mod cluster;
mod crowds;
mod doors;
mod drafts;
mod explorer;
mod failures;
mod handshake;
mod helping;
mod http;
mod jobs;
mod matrix;
mod messages;
mod nodes;
mod noisy_neighbours;
mod operations;
mod past;
mod plugins;
mod preview;
mod raw;
mod recovery;
mod reload;
mod requests;
mod resume;
mod support;
mod tls;
mod viewers;
mod watchers;
