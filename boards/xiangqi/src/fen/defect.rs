//! What can be wrong with the text of a FEN, in words.

use std::fmt;

use thiserror::Error;

use crate::setup::enumerate;
use crate::{SetupDefect, SetupError};

/// One thing that keeps a text from being a FEN. [`FenDefect::text`] says it to a person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenDefect {
    /// Nothing but spaces.
    #[error("the FEN is empty")]
    Empty,
    /// A board has ten ranks.
    #[error("field 1 (board): {0} ranks, 10 are expected")]
    RankCount(usize),
    /// A rank has nine points.
    #[error("field 1 (board), rank {rank}: {points} points, 9 are expected")]
    RankLength {
        /// The rank as moves name it, 9 (the first in the text) to 0.
        rank: usize,
        /// How many points the text describes.
        points: usize,
    },
    /// A letter that is no piece.
    #[error(
        "field 1 (board), rank {rank}, character {place}: `{letter}` is neither a piece \
        (KABNRCP, kabnrcp; also h and e) nor a number of empty points 1 to 9"
    )]
    UnknownPiece {
        /// The rank as moves name it.
        rank: usize,
        /// Which character of the rank it is, counted from 1.
        place: usize,
        /// The letter.
        letter: char,
    },
    /// The second field is missing.
    #[error("field 2 (side to move) is missing: w or b is expected")]
    MissingSide,
    /// The second field is neither side.
    #[error("field 2 (side to move): `{0}` is neither w (or r) nor b")]
    UnknownSide(String),
    /// Xiangqi has neither castling nor capture en passant.
    #[error("field {field}: `{text}` stands where only - can")]
    NotDash {
        /// 3 or 4.
        field: usize,
        /// What stands there.
        text: String,
    },
    /// A counter that is not a number, or too large.
    #[error("field {field} ({}): `{text}` is not a number up to 65535",
        if *.field == 5 { "moves since a capture" } else { "move number" })]
    Counter {
        /// 5: moves since a capture, 6: move number.
        field: usize,
        /// What stands there.
        text: String,
    },
    /// More than six fields.
    #[error("`{0}` follows the six fields")]
    Trailing(String),
}

impl FenDefect {
    /// The defect in a sentence, Chinese and English.
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

/// Why a text is not the FEN of a legal position: everything that is wrong with the text and,
/// so far as it can be read, with the position. There is at least one defect.
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
    /// What is wrong with the text, in its order.
    pub fn text_defects(&self) -> &[FenDefect] {
        &self.text
    }

    /// What is wrong with the position that the text describes.
    pub fn position_defects(&self) -> &[SetupDefect] {
        &self.position
    }

    /// Everything that is wrong in a sentence each, Chinese and English.
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
