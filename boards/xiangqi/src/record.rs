//! Implements the kit's `Game` trait, and with it the text record of a game.

use fangqi_kit::Outcome;
use thiserror::Error;

use crate::{Color, FenError, Game, Move, ParseMoveError, PlayError, Position, Status};

/// Why a record could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The part before `moves` is not a valid FEN.
    #[error("the position: {0}")]
    Fen(#[from] FenError),
    /// A word after `moves` that is not a move in coordinates.
    #[error("move {number}: {error}")]
    Syntax {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// An illegal move.
    #[error("move {number}: {error}")]
    Play {
        /// Number of the move, from 1.
        number: usize,
        /// Why it is illegal.
        error: PlayError,
    },
}

impl fangqi_kit::Game for Game {
    type Move = Move;
    type Seat = Color;
    /// Nothing is hidden in Xiangqi.
    type View = Position;
    type Refusal = PlayError;
    type RecordError = RecordError;

    fn legal_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if !self.status().is_over() {
            out.extend_from_slice(&self.position().legal_moves());
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.status().is_over() && self.position().is_legal(mv)
    }

    fn move_space() -> Vec<Move> {
        let squares = crate::Square::all();
        squares
            .clone()
            .flat_map(|from| squares.clone().map(move |to| Move::new(from, to)))
            .collect()
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        Game::play(self, mv).map(|_| ())
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.push(mv);
    }

    fn undo(&mut self) -> Option<Move> {
        Game::undo(self)
    }

    fn outcome(&self) -> Option<Outcome<Color>> {
        match self.status() {
            Status::Ongoing { .. } => None,
            Status::Won { winner, .. } => Some(Outcome::Won(winner)),
            Status::Draw { .. } => Some(Outcome::Drawn),
        }
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn hash(&self) -> u64 {
        self.position().hash()
    }

    fn view(&self, _viewer: Option<Color>) -> Position {
        self.position().clone()
    }

    /// `FEN moves h2e2 h9g7 …`, as in UCI. Repetition rules, resignations and agreed draws are not
    /// recorded.
    fn record(&self) -> String {
        let mut record = format!("{} moves", self.start().fen());
        for mv in self.moves() {
            record += &format!(" {mv}");
        }
        record
    }

    fn from_record(record: &str) -> Result<Game, RecordError> {
        let (fen, moves) = record.split_once("moves").unwrap_or((record, ""));
        let mut game = Game::from_fen(fen)?;
        for (index, word) in moves.split_whitespace().enumerate() {
            let number = index + 1;
            let mv = word.parse().map_err(|error| RecordError::Syntax { number, error })?;
            game.play(mv).map_err(|error| RecordError::Play { number, error })?;
        }
        Ok(game)
    }
}
