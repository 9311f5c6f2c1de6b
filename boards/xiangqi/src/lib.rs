//! Xiangqi 象棋: rules, notations and a searching player.

#![warn(missing_docs)]

mod attacks;
mod bitboard;
mod explain;
mod fen;
mod game;
mod movegen;
pub mod notation;
mod piece;
mod position;
mod repetition;
mod setup;
#[cfg(test)]
mod slow;
mod square;
mod status;
mod zobrist;

pub use explain::{Illegal, explain_illegal};
pub use fen::FenError;
pub use game::{Game, GameEnded, PlayError, Played, RecordError};
pub use movegen::MoveList;
pub use piece::{Color, Piece, PieceKind};
pub use position::{IllegalMove, Position, START_FEN, Undo};
pub use repetition::RuleSet;
pub use setup::{Setup, SetupError};
pub use square::{Move, ParseMoveError, Square};
pub use status::{DrawReason, Status, WinReason};
