//! Defects of the text of a FEN, in words.

use std::fmt;

use thiserror::Error;

use crate::setup::enumerate;
use crate::{SetupDefect, SetupError};

/// A reason why a text is not a FEN. [`FenDefect::text`] puts it into words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenDefect {
    /// The text is empty or blank.
    #[error("the FEN is empty")]
    Empty,
    /// The board does not have ten ranks.
    #[error("field 1 (board): {0} ranks, 10 are expected")]
    RankCount(usize),
    /// A rank does not have nine points.
    #[error("field 1 (board), rank {rank}: {points} points, 9 are expected")]
    RankLength {
        /// The rank, 9 (the first in the text) to 0.
        rank: usize,
        /// Number of points that the text describes.
        points: usize,
    },
    /// A letter that is not a piece.
    #[error(
        "field 1 (board), rank {rank}, character {place}: `{letter}` is neither a piece \
        (KABNRCP, kabnrcp; also h and e) nor a number of empty points 1 to 9"
    )]
    UnknownPiece {
        /// The rank, 9 to 0.
        rank: usize,
        /// Position of the character in the rank, from 1.
        place: usize,
        /// The letter.
        letter: char,
    },
    /// The side to move (the second field) is missing.
    #[error("field 2 (side to move) is missing: w or b is expected")]
    MissingSide,
    /// The side to move is unknown.
    #[error("field 2 (side to move): `{0}` is neither w (or r) nor b")]
    UnknownSide(String),
    /// Field 3 or 4 is not `-`: Xiangqi has neither castling nor en passant.
    #[error("field {field}: `{text}` stands where only - can")]
    NotDash {
        /// Number of the field: 3 or 4.
        field: usize,
        /// Its text.
        text: String,
    },
    /// A counter that is not a number, or is too large.
    #[error("field {field} ({}): `{text}` is not a number up to 65535",
        if *.field == 5 { "moves since a capture" } else { "move number" })]
    Counter {
        /// Number of the field: 5 is plies since a capture, 6 the move number.
        field: usize,
        /// Its text.
        text: String,
    },
    /// More than six fields.
    #[error("`{0}` follows the six fields")]
    Trailing(String),
}

impl FenDefect {
    /// The defect as a sentence, in Chinese and English.
    pub fn text(&self) -> (String, String) {
        (self.zh(), self.to_string())
    }

    fn zh(&self) -> String {
        match self {
            FenDefect::Empty => "FEN 是空的".into(),
            FenDefect::RankCount(count) => format!("第 1 段（棋盘）有 {count} 行，应为 10 行"),
            FenDefect::RankLength { rank, points } => {
                format!("第 1 段（棋盘）第 {rank} 行有 {points} 个点，应为 9 个")
            }
            FenDefect::UnknownPiece { rank, place, letter } => format!(
                "第 1 段（棋盘）第 {rank} 行第 {place} 个字符“{letter}”不是棋子，也不是 1 到 9"
            ),
            FenDefect::MissingSide => "缺少第 2 段（轮到谁走），应为 w 或 b".into(),
            FenDefect::UnknownSide(text) => {
                format!("第 2 段（轮到谁走）“{text}”不是 w（或 r），也不是 b")
            }
            FenDefect::NotDash { field, text } => {
                format!("第 {field} 段“{text}”应为 -")
            }
            FenDefect::Counter { field, text } => {
                let name = if *field == 5 { "无吃子步数" } else { "回合数" };
                format!("第 {field} 段（{name}）“{text}”不是 0 到 65535 的数")
            }
            FenDefect::Trailing(text) => format!("六段之后还有“{text}”"),
        }
    }
}

/// Why a text is not the FEN of a legal position: all defects of the text and, as far as it could
/// be parsed, of the position. There is at least one.
///
/// ```
/// use fangqi_xiangqi::{FenDefect, Position, SetupDefect};
/// let error = Position::from_fen("4k4/9/9/9/9/9/9/9/A8/4K4 x").expect_err("three defects");
/// assert_eq!(error.text_defects(), [FenDefect::UnknownSide("x".into())]);
/// assert!(matches!(
///     error.position_defects(),
///     [SetupDefect::AdvisorOffPoint { .. }, SetupDefect::KingsFace { file: 4 }]
/// ));
/// assert!(error.to_string().starts_with("3 defects: (1) field 2 (side to move): `x` is"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    pub(super) text: Vec<FenDefect>,
    pub(super) position: Vec<SetupDefect>,
}

impl FenError {
    /// Defects of the text, in order of occurrence.
    pub fn text_defects(&self) -> &[FenDefect] {
        &self.text
    }

    /// Defects of the position that the text describes.
    pub fn position_defects(&self) -> &[SetupDefect] {
        &self.position
    }

    /// All defects, a sentence each, in Chinese and English.
    pub fn text(&self) -> (String, String) {
        let text = self.text.iter().map(FenDefect::text);
        let said: Vec<_> = text.chain(self.position.iter().map(SetupDefect::text)).collect();
        (
            enumerate(said.iter().map(|(zh, _)| zh), '；', "处错误："),
            enumerate(said.iter().map(|(_, en)| en), ';', " defects: "),
        )
    }
}

impl std::error::Error for FenError {}

impl fmt::Display for FenError {
    /// The English sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().1)
    }
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError { text: Vec::new(), position: error.defects().to_vec() }
    }
}
