//! Sanguosha packages: those of the program, those of others, and those that are wrong.

mod again;
mod ai;
mod api;
mod authors;
mod bad;
#[path = "../common/mod.rs"]
mod common;
mod content;
mod forged;
mod minds;
mod packages;
mod room;
mod secrets;
mod speed;
mod support;
mod vm_reuse;
