//! Xiangqi 象棋: rules, notations and a searching player.

#![warn(missing_docs)]

mod attacks;
mod bitboard;
mod explain;
mod fen;
mod movegen;
mod piece;
mod position;
mod setup;
#[cfg(test)]
mod slow;
mod square;
mod zobrist;

pub use explain::{Illegal, explain_illegal};
pub use fen::FenError;
pub use movegen::MoveList;
pub use piece::{Color, Piece, PieceKind};
pub use position::{IllegalMove, Position, START_FEN, Undo};
pub use setup::{Setup, SetupError};
pub use square::{Move, ParseMoveError, Square};
