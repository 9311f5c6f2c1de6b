//! The boards in `scripts/`, held against independent facts.

mod connect_four;
mod gomoku;
mod oracle;
mod reversi;
mod rules;
mod tic_tac_toe;
