//! The boards in `scripts/`, held against independent facts.

mod arena;
mod connect_four;
mod dou_shou_qi;
mod gomoku;
mod nine_mens_morris;
mod oracle;
mod reversi;
mod rules;
mod solver;
mod strength;
mod tic_tac_toe;
