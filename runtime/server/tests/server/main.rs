//! A whole server in this process, spoken to as a browser would.

mod admin;
mod attacks;
mod closing;
mod crowds;
mod doors;
mod drafts;
mod explorer;
mod handshake;
mod http;
mod jobs;
mod matrix;
mod messages;
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
