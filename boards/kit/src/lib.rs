//! What the board games of Fangqi share: the [`Game`] trait, conformance tests for its
//! implementations ([`conformance`]), generic search ([`search`]), a small seeded random number
//! generator ([`Rng`]), [`perft`], and a way to compile hot code for newer instruction sets
//! ([`cpu`]).
//!
//! A game is a value. It has no clock, no thread, no file and no hidden source of randomness, so
//! two processes that apply the same moves hold the same game.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

pub mod conformance;
pub mod cpu;
mod game;
mod rng;
pub mod search;

pub use game::{Game, Outcome, perft};
pub use rng::Rng;
