//! Games as files: PGN, DhtmlXQ text and the `position` line of UCI, each read and written, and
//! the binary files of XQStudio (XQF) and CCBridge (CBR, CBL), which are read.
//!
//! [`read`] takes text; [`read_games`] takes the bytes of a file, whatever its encoding, and all
//! games in it.
//!
//! ```
//! use fangqi_xiangqi::files::{self, MoveStyle};
//! let file = files::read("[Red \"Hu\"]\n1. 炮二平五 {the usual} 马8进7 2. 马二进三 *")?;
//! assert_eq!((file.tags()["Red"].as_str(), file.moves().len()), ("Hu", 3));
//! assert_eq!(file.comment(1), "the usual");
//! assert_eq!(files::read(&files::dhtmlxq::write(&file))?, file);
//! assert!(files::pgn::write(&file, MoveStyle::Wxf).contains("1. C2=5"));
//! # Ok::<(), files::FileError>(())
//! ```

mod bytes;
mod ccbridge;
pub mod dhtmlxq;
mod encoding;
pub mod pgn;
mod position_line;
mod xqf;

use std::collections::BTreeMap;

use fangqi_kit::Outcome;
use thiserror::Error;

pub use bytes::{read_bytes, read_games};
pub use pgn::MoveStyle;

use crate::fen::quoted;
use crate::notation::{NotationError, narrow};
use crate::{
    Color, FenDefect, FenError, Game, Illegal, Move, PlayError, Position, RuleSet, SetupError,
    explain_illegal,
};

/// A game as a file holds it: who played, the moves, what was remarked and how it ended.
///
/// Every move is legal on the board. Whether a repetition had ended the game before is left open,
/// for games are played by many rules: [`GameFile::game`] judges by those that one chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    tags: BTreeMap<String, String>,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// One before the first move and one after each.
    comments: Vec<String>,
    /// Who has won, if the file says so.
    pub outcome: Option<Outcome<Color>>,
}

/// Why a text is not the file of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{problem}", place(*.line))]
pub struct FileError {
    /// Counted from 1; 0 where the file is not text.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

fn place(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}

/// What can be wrong in the file of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A file of a kind that is not read.
    #[error("this is {found}; {advice}")]
    OtherFormat {
        /// What it is.
        found: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    /// A binary file that is not as its format says.
    #[error("the {format} file is damaged: {problem}")]
    Damaged {
        /// Its format.
        format: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// Several games where one is wanted.
    #[error("the file holds {0} games; one is wanted")]
    Games(usize),
    /// Neither a tag nor a move.
    #[error("the file ends without a game")]
    Empty,
    /// Not the shape of a tag.
    #[error("`{0}` is not a tag: [Name \"value\"] is expected")]
    Tag(String),
    /// The tag `Game` names another game.
    #[error("this is a file of another game: `{0}`")]
    OtherGame(String),
    /// Something begins and does not end.
    #[error("{0} begins here and has no end")]
    Unclosed(String),
    /// Something that belongs to nothing.
    #[error("`{0}` does not belong here")]
    Stray(String),
    /// A field that does not hold what it should.
    #[error("{name} is `{value}`: {expected}")]
    Field {
        /// Its name.
        name: &'static str,
        /// What it holds.
        value: String,
        /// What it should hold.
        expected: &'static str,
    },
    /// The position it begins from is not a FEN.
    #[error("the position: {0}")]
    Fen(#[from] FenError),
    /// The pieces it begins from are not a legal position.
    #[error("the position: {0}")]
    Setup(#[from] SetupError),
    /// A move is missing or repeated, or its number is.
    #[error("move number {found} stands where {due} is due")]
    Number {
        /// The number.
        found: String,
        /// The right number.
        due: usize,
    },
    /// A move that cannot be read or played.
    #[error("move {number}: {error}")]
    Move {
        /// Counted from 1, moves of either side.
        number: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// Tag and end of the moves say different things.
    #[error("the tag says {tag} and the moves end with {end}")]
    Results {
        /// What the tag says.
        tag: String,
        /// What stands after the moves.
        end: String,
    },
    /// Something follows the result.
    #[error("`{0}` follows the end of the game; a file holds one game")]
    AfterEnd(String),
}

impl Problem {
    fn at(self, line: usize) -> FileError {
        FileError { line, problem: self }
    }
}

/// A move of a file comes after the end of the game by the rules that were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}: {error}")]
pub struct MoveAfterEnd {
    /// Counted from 1, moves of either side.
    pub number: usize,
    /// Why it is refused.
    pub error: PlayError,
}

impl GameFile {
    /// The file of a game that has yet to begin.
    pub fn new(start: Position) -> GameFile {
        GameFile {
            tags: BTreeMap::new(),
            position: start.clone(),
            start,
            moves: Vec::new(),
            comments: vec![String::new()],
            outcome: None,
        }
    }

    /// What is known of the game by the names of PGN: `Event`, `Site`, `Date`, `Round`, `Red`,
    /// `Black`, `Title` and others. Position and result are no tags here.
    pub fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    /// Sets a tag: letters, digits and `_`. An empty value removes it. A value is one line.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let clean: String = name.chars().filter(|&c| is_name(c)).collect();
        if value.is_empty() || clean.is_empty() {
            self.tags.remove(&clean);
        } else {
            self.tags.insert(clean, value);
        }
    }

    /// The position it begins from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What was remarked after so many moves, 0 before the first; empty if nothing was.
    pub fn comment(&self, moves: usize) -> &str {
        self.comments.get(moves).map_or("", String::as_str)
    }

    /// Adds a remark to the last move, or to the beginning before there is one.
    pub fn remark(&mut self, text: &str) {
        let text = text.trim();
        let Some(comment) = self.comments.last_mut() else { return };
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Adds a move.
    ///
    /// # Errors
    /// A move that is illegal on the board is refused with the reason.
    pub fn push(&mut self, mv: Move) -> Result<(), Illegal> {
        if let Some(reason) = explain_illegal(&self.position, mv) {
            return Err(reason);
        }
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.comments.push(String::new());
        Ok(())
    }

    /// The game, judged by `rules`.
    ///
    /// # Errors
    /// A move after the end of the game is named.
    pub fn game(&self, rules: RuleSet) -> Result<Game, MoveAfterEnd> {
        let mut game = Game::with_rules(self.start.clone(), rules);
        for (index, &mv) in self.moves.iter().enumerate() {
            game.play(mv).map_err(|error| MoveAfterEnd { number: index + 1, error })?;
        }
        Ok(game)
    }

    /// Reads the next move, whatever its notation.
    fn read_move(&mut self, text: &str) -> Result<(), Problem> {
        let number = self.moves.len() + 1;
        let mv = crate::notation::parse(&self.position, text)
            .map_err(|error| Problem::Move { number, error })?;
        self.push(mv).map_err(|reason| {
            let text = text.to_owned();
            Problem::Move { number, error: NotationError::Illegal { text, reason } }
        })
    }
}

impl From<&Game> for GameFile {
    /// The moves of a game with its outcome, and nothing about who played it.
    fn from(game: &Game) -> GameFile {
        let mut file = GameFile::new(game.start().clone());
        for mv in game.moves() {
            file.position.play_unchecked(mv);
            file.moves.push(mv);
            file.comments.push(String::new());
        }
        file.outcome = fangqi_kit::Game::outcome(game);
        file
    }
}

/// Reads the file of a game. Which kind it is shows in its text.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<GameFile, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if pgn::is_one(text) {
        pgn::read(text)
    } else if text.contains("[DhtmlXQ") {
        dhtmlxq::read(text)
    } else if position_line::is_one(text) {
        position_line::read(text)
    } else {
        pgn::read(text)
    }
}

/// The line by which programs that speak UCI are given this game; tags, comments and result have
/// no place in it.
pub fn position_line(file: &GameFile) -> String {
    position_line::write(file)
}

/// How a game ended, as files of either language write it; none if they do not say.
fn outcome(text: &str) -> Option<Outcome<Color>> {
    ending(text).flatten()
}

/// What the result of a file says: who won, or that it is not known. `None` for anything else.
fn ending(text: &str) -> Option<Option<Outcome<Color>>> {
    let plain: String = text.trim().chars().map(narrow).collect();
    let red = "1-0 1:0 2-0 红胜 紅勝 红先胜 紅先勝 红方胜 紅方勝 先胜 先勝 黑负 黑負";
    let black = "0-1 0:1 0-2 黑胜 黑勝 黑方胜 黑方勝 红先负 紅先負 先负 先負 红负 紅負 后胜 後勝";
    let drawn = "1/2-1/2 1/2 1-1 1:1 0.5-0.5 和 和棋 和局 平局 红先和 紅先和 先和";
    let unknown = "* 未知 不明 未完 未定 未结束 未結束 ?";
    let has = |list: &str| list.split(' ').any(|word| word == plain);
    if has(red) {
        Some(Some(Outcome::Won(Color::Red)))
    } else if has(black) {
        Some(Some(Outcome::Won(Color::Black)))
    } else if has(drawn) {
        Some(Some(Outcome::Drawn))
    } else {
        has(unknown).then_some(None)
    }
}

/// The position of a FEN that a file names, or the start. Many files leave the side to move out:
/// Red is meant, unless that cannot be.
fn start_position(fen: Option<&str>) -> Result<Position, FenError> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    let read = Position::from_fen(fen);
    if read.as_ref().is_err_and(|error| error.text_defects() == [FenDefect::MissingSide]) {
        let red = Position::from_fen(&format!("{fen} w"));
        return red.or_else(|error| Position::from_fen(&format!("{fen} b")).map_err(|_| error));
    }
    read
}

/// A letter of a tag's name.
fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The line in which the byte at `at` stands.
fn line_of(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// So much of a text as fits into a message, without the space around it.
fn excerpt(text: &str) -> String {
    quoted(text.trim())
}

#[cfg(test)]
mod binary_tests;
#[cfg(test)]
mod tests;
