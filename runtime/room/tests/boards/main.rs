//! The boards in `scripts/`, held against independent facts.

mod chess;
mod played;
mod rules;
