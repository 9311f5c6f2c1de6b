//! A whole server in this process, spoken to as a browser would.

mod handshake;
mod http;
mod jobs;
mod messages;
mod recovery;
mod reload;
mod resume;
mod support;
mod viewers;
