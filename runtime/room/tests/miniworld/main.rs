//! Maps of Mini World scripts: their environment, what lives in them, what players do in them.

mod check;
#[path = "../common/mod.rs"]
mod common;
mod environment;
mod events;
mod examples;
mod hostile;
mod life;
mod steps;
mod support;
mod table;
