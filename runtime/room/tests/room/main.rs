//! Rooms: seats, clocks, cards, checkpoints, reloads, taking back.

mod absence;
mod cards;
mod checkpoint;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod package;
mod play;
mod reload;
mod take_back;
