//! What every board game of Fangqi shares: the [`Game`] trait, the battery of laws that any
//! implementation must obey ([`conformance`]), search for any board ([`search`]), a small seeded
//! generator of randomness ([`Rng`]), a counter of move paths ([`perft`]) and a way to use newer
//! instructions where the processor has them ([`cpu`]).
//!
//! A game here is a value. It has no clock, no thread, no file and no hidden source of
//! randomness, so that two processes given the same moves hold the same game.

#![warn(missing_docs)]

pub mod conformance;
pub mod cpu;
mod game;
mod rng;
pub mod search;

pub use game::{Game, Outcome, perft};
pub use rng::Rng;
