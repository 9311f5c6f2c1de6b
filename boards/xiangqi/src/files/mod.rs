//! Game files. PGN, DhtmlXQ text and the `position` line of UCI are read and written; the binary
//! files of XQStudio (XQF) and CCBridge (CBR, CBL) are read.
//!
//! [`read`] parses text; [`read_games`] takes the bytes of a file in any encoding, and returns all
//! its games.
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

/// The contents of a game file: tags, moves, comments and outcome.
///
/// Every move is legal on the board. Repetition and move limits are not applied, since games are
/// played under various rules; [`GameFile::game`] applies a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    tags: BTreeMap<String, String>,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// One comment before the first move and one after each move.
    comments: Vec<String>,
    /// The outcome, if the file states one.
    pub outcome: Option<Outcome<Color>>,
}

/// Why a file could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{problem}", place(*.line))]
pub struct FileError {
    /// Line number from 1; 0 if the file is binary.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

fn place(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}

/// What can be wrong with a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A file format that is not supported.
    #[error("this is {found}; {advice}")]
    OtherFormat {
        /// The name of the format.
        found: &'static str,
        /// What the user can do instead.
        advice: &'static str,
    },
    /// A binary file that does not follow its format.
    #[error("the {format} file is damaged: {problem}")]
    Damaged {
        /// Its format.
        format: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// Several games where one is expected.
    #[error("the file holds {0} games; one is wanted")]
    Games(usize),
    /// Neither a tag nor a move.
    #[error("the file ends without a game")]
    Empty,
    /// A malformed tag.
    #[error("`{0}` is not a tag: [Name \"value\"] is expected")]
    Tag(String),
    /// The tag `Game` names a different game.
    #[error("this is a file of another game: `{0}`")]
    OtherGame(String),
    /// A delimiter is opened but not closed.
    #[error("{0} begins here and has no end")]
    Unclosed(String),
    /// A closing delimiter without an opening one, or other misplaced text.
    #[error("`{0}` does not belong here")]
    Stray(String),
    /// A field with an invalid value.
    #[error("{name} is `{value}`: {expected}")]
    Field {
        /// Its name.
        name: &'static str,
        /// What it holds.
        value: String,
        /// What it should hold.
        expected: &'static str,
    },
    /// The FEN of the start position is invalid.
    #[error("the position: {0}")]
    Fen(#[from] FenError),
    /// The start position is illegal.
    #[error("the position: {0}")]
    Setup(#[from] SetupError),
    /// A move number is out of sequence.
    #[error("move number {found} stands where {due} is due")]
    Number {
        /// The number found.
        found: String,
        /// The number expected.
        due: usize,
    },
    /// An unreadable or illegal move.
    #[error("move {number}: {error}")]
    Move {
        /// Its ply number, from 1.
        number: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The result tag contradicts the result after the moves.
    #[error("the tag says {tag} and the moves end with {end}")]
    Results {
        /// The result tag.
        tag: String,
        /// The result after the moves.
        end: String,
    },
    /// Text after the result.
    #[error("`{0}` follows the end of the game; a file holds one game")]
    AfterEnd(String),
}

impl Problem {
    fn at(self, line: usize) -> FileError {
        FileError { line, problem: self }
    }
}

/// A move after the end of the game under the chosen rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}: {error}")]
pub struct MoveAfterEnd {
    /// Its ply number, from 1.
    pub number: usize,
    /// Why it is refused.
    pub error: PlayError,
}

impl GameFile {
    /// A file without tags and moves.
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

    /// The tags under their PGN names: `Event`, `Site`, `Date`, `Round`, `Red`, `Black`, `Title`
    /// and others. Start position and result are not tags here.
    pub fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    /// Sets a tag. The name consists of letters, digits and `_`; the value is a single line, and an
    /// empty value removes the tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let clean: String = name.chars().filter(|&c| is_name(c)).collect();
        if value.is_empty() || clean.is_empty() {
            self.tags.remove(&clean);
        } else {
            self.tags.insert(clean, value);
        }
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of the main line.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The comment after `moves` moves (0: before the first); empty if there is none.
    pub fn comment(&self, moves: usize) -> &str {
        self.comments.get(moves).map_or("", String::as_str)
    }

    /// Appends to the comment after the last move.
    pub fn remark(&mut self, text: &str) {
        let text = text.trim();
        let Some(comment) = self.comments.last_mut() else { return };
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Appends a move.
    ///
    /// # Errors
    /// The rule that it breaks, if it is illegal on the board.
    pub fn push(&mut self, mv: Move) -> Result<(), Illegal> {
        if let Some(reason) = explain_illegal(&self.position, mv) {
            return Err(reason);
        }
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.comments.push(String::new());
        Ok(())
    }

    /// The game under a set of repetition rules.
    ///
    /// # Errors
    /// A move after the end of the game.
    pub fn game(&self, rules: RuleSet) -> Result<Game, MoveAfterEnd> {
        let mut game = Game::with_rules(self.start.clone(), rules);
        for (index, &mv) in self.moves.iter().enumerate() {
            game.play(mv).map_err(|error| MoveAfterEnd { number: index + 1, error })?;
        }
        Ok(game)
    }

    /// Parses and appends the next move, in any notation.
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
    /// The moves and the outcome of a game, without tags.
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

/// Parses a text file with one game. The format is detected from the text.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<GameFile, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if pgn::detect(text) {
        pgn::read(text)
    } else if text.contains("[DhtmlXQ") {
        dhtmlxq::read(text)
    } else if position_line::detect(text) {
        position_line::read(text)
    } else {
        pgn::read(text)
    }
}

/// The UCI `position` line of the game, which cannot hold tags, comments or the result.
pub fn position_line(file: &GameFile) -> String {
    position_line::write(file)
}

/// Parses an outcome written in Chinese or English; `None` if the text states none.
fn outcome(text: &str) -> Option<Outcome<Color>> {
    ending(text).flatten()
}

/// Parses a result: the outcome, or `Some(None)` for an unknown one. `None` if it is not a result.
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

/// The start position: the given FEN, or the standard one. Many files omit the side to move; it is
/// then Red, unless Black is in check.
fn start_position(fen: Option<&str>) -> Result<Position, FenError> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    let read = Position::from_fen(fen);
    if read.as_ref().is_err_and(|error| error.text_defects() == [FenDefect::MissingSide]) {
        let red = Position::from_fen(&format!("{fen} w"));
        return red.or_else(|error| Position::from_fen(&format!("{fen} b")).map_err(|_| error));
    }
    read
}

/// Whether the letter may be part of a tag's name.
fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The line number of the byte offset `at`.
fn line_of(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The trimmed text, shortened for messages.
fn excerpt(text: &str) -> String {
    quoted(text.trim())
}

#[cfg(test)]
mod binary_tests;
#[cfg(test)]
mod tests;
