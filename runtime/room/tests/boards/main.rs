//! The boards in `scripts/`, held against independent facts.

mod chess;
mod chinese_checkers;
mod go;
mod goofspiel;
mod lua_xiangqi;
mod pig;
mod played;
mod rules;
