//! Xiangqi 象棋: rules, notations and an engine.
//!
//! A game in ten lines:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fangqi_xiangqi::{Game, Status, notation, search};
//!
//! let mut game = Game::default();
//! let cannon = notation::parse_chinese(game.position(), "炮二平五")?;
//! let played = game.play(cannon)?;
//! assert_eq!(played.status, Status::Ongoing { check: false });
//! let limits = search::Limits { nodes: Some(2_000), ..Default::default() };
//! let answer = search::think(&game, &limits, &AtomicBool::new(false)).best.expect("not over");
//! println!("{}\n{}", notation::chinese(game.position(), answer), game.position());
//! game.play(answer)?;
//! assert_eq!((game.undo(), game.undo(), game.undo()), (Some(answer), Some(cannon), None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The board, as [`Position`] prints it, with the files a to i and the ranks 0 to 9 of moves such
//! as `h2e2`; Red, in upper case, begins at the bottom:
//!
//! ```text
//! 9   r n b a k a b n r     R chariot 车    C cannon 炮
//! 8   . . . . . . . . .     N horse 马      P pawn 兵 卒
//! 7   . c . . . . . c .     B elephant 相 象
//! 6   p . p . p . p . p     A advisor 仕 士
//! 5   . . . . . . . . .     K king 帅 将
//! 4   . . . . . . . . .
//! 3   P . P . P . P . P
//! 2   . C . . . . . C .
//! 1   . . . . . . . . .
//! 0   R N B A K A B N R
//!     a b c d e f g h i
//! ```
//!
//! | to … | use |
//! | --- | --- |
//! | describe a board, legal or not | [`Setup`], FEN |
//! | represent a legal position, generate and make moves | [`Position`] |
//! | explain why a move is illegal | [`explain_illegal`], [`Illegal::text`] |
//! | play a game with repetitions, draws and ends | [`Game`], [`Status`], [`RuleSet`] |
//! | read and write moves in human notations | [`notation`] |
//! | name the opening of a game | [`openings`] |
//! | read and write game files | [`files`] |
//! | search for moves | [`search::think`], [`search::think_level`] |
//! | evaluate positions, or train another network | [`net`] |
//! | explain why a move is good | [`why`] |
//! | connect to a graphical program | [`uci`] |
//!
//! The crate uses no clock, no files and no unseeded randomness. Only a [`search::Engine`] with
//! more than one thread starts threads.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod attacks;
mod bitboard;
mod cpu;
mod dangers;
mod eval;
mod explain;
mod fen;
pub mod files;
mod game;
mod movegen;
mod movelist;
mod natural_limit;
pub mod net;
pub mod notation;
pub mod openings;
mod piece;
mod position;
mod record;
mod repetition;
pub mod search;
mod setup;
#[cfg(test)]
mod slow;
mod square;
mod status;
pub mod uci;
pub mod why;
mod zobrist;

pub use explain::{Illegal, explain_illegal};
pub use fen::{FenDefect, FenError};
pub use game::{Game, GameEnded, PlayError, Played};
pub use movelist::MoveList;
pub use piece::{Color, Piece, PieceKind};
pub use position::{IllegalMove, Position, START_FEN, Undo};
pub use record::RecordError;
pub use repetition::{Chased, RepeatedMove, RuleSet};
pub use setup::{Setup, SetupDefect, SetupError};
pub use square::{Move, ParseMoveError, Square};
pub use status::{DrawReason, Status, WinReason};
