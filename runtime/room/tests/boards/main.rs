//! The boards in `scripts/`, held against independent facts.

mod rules;
