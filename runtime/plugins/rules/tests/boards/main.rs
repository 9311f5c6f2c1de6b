//! The boards in `scripts/`, held against independent facts.

mod arena;
mod chess;
mod chinese_checkers;
mod connect_four;
mod dou_shou_qi;
mod go;
mod gomoku;
mod goofspiel;
mod lattice;
mod levels;
mod lines;
mod lua_xiangqi;
mod nine_mens_morris;
mod oracle;
mod pig;
mod played;
mod puzzles;
mod reversi;
mod rules;
mod shared;
mod solver;
mod sources;
mod stopping;
mod strength;
mod tic_tac_toe;
mod together;
