//! Defects of a position's description, in words.

use std::fmt;

use thiserror::Error;

use crate::{Color, Piece, Square};

/// A reason why a description is not a legal position. [`SetupDefect::text`] puts it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupDefect {
    /// A side has no king.
    #[error("{} has no king", .0.name_en())]
    MissingKing(Color),
    /// More pieces of a kind than a side has at the beginning.
    #[error("{} has {count} pieces `{}` ({}); {} is the most", piece.color.name_en(),
        piece.letter(), piece.kind.name_en(), piece.kind.most())]
    TooMany {
        /// The piece.
        piece: Piece,
        /// Number of pieces on the board.
        count: usize,
    },
    /// A king outside its palace.
    #[error("the {} king stands on {square}, outside its palace", .color.name_en())]
    KingOffPalace {
        /// The king's side.
        color: Color,
        /// Its point.
        square: Square,
    },
    /// An advisor is not on one of its five points.
    #[error("the {} advisor on {square} is off the five advisor points", .color.name_en())]
    AdvisorOffPoint {
        /// The advisor's side.
        color: Color,
        /// Its point.
        square: Square,
    },
    /// An elephant is not on one of its seven points.
    #[error("the {} elephant on {square} is off the seven elephant points", .color.name_en())]
    ElephantOffPoint {
        /// The elephant's side.
        color: Color,
        /// Its point.
        square: Square,
    },
    /// A pawn is behind its starting rank or, before the river, off the pawn files. One point
    /// behind the starting rank is accepted, because diagrams in rule books have such pawns.
    #[error("a {} pawn cannot have come to {square}", .color.name_en())]
    PawnOffPoint {
        /// The pawn's side.
        color: Color,
        /// Its point.
        square: Square,
    },
    /// Two pawns on a file before the river: pawns leave their file only across it.
    #[error("{} has two pawns before the river on the file of {square}", .color.name_en())]
    PawnsOnOneFile {
        /// The pawns' side.
        color: Color,
        /// The point of the second pawn.
        square: Square,
    },
    /// The kings face each other on an open file.
    #[error("the kings face each other on file {}", char::from(b'a' + .file))]
    KingsFace {
        /// Their file, 0 to 8.
        file: u8,
    },
    /// The side not to move is in check.
    #[error("{} is in check but it is not its move", .0.name_en())]
    OpponentInCheck(Color),
}

/// Why a description is not a legal position: all its defects, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    defects: Vec<SetupDefect>,
}

impl SetupError {
    /// An error with these defects; `None` if there are none.
    pub(super) fn of(defects: Vec<SetupDefect>) -> Option<SetupError> {
        (!defects.is_empty()).then_some(SetupError { defects })
    }

    /// All defects, pieces first.
    pub fn defects(&self) -> &[SetupDefect] {
        &self.defects
    }

    /// All defects, a sentence each, in Chinese and English.
    pub fn text(&self) -> (String, String) {
        (
            enumerate(self.defects.iter().map(|defect| defect.text().0), '；', "处错误："),
            enumerate(self.defects.iter(), ';', " defects: "),
        )
    }
}

impl std::error::Error for SetupError {}

impl fmt::Display for SetupError {
    /// The English sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().1)
    }
}

/// Joins items into one line, numbered if there are several: `2 defects: (1) …; (2) …`.
pub(crate) fn enumerate(
    items: impl ExactSizeIterator<Item = impl fmt::Display>,
    between: char,
    counted: &str,
) -> String {
    let count = items.len();
    let mut line = if count > 1 { format!("{count}{counted}") } else { String::new() };
    for (index, item) in items.enumerate() {
        match (count, index) {
            (1, _) => line += &item.to_string(),
            (_, 0) => line += &format!("(1) {item}"),
            _ => line += &format!("{between} ({}) {item}", index + 1),
        }
    }
    line
}

impl SetupDefect {
    /// The defect as a sentence, in Chinese and English.
    ///
    /// ```
    /// use fangqi_xiangqi::{Color, SetupDefect};
    /// let (zh, en) = SetupDefect::MissingKing(Color::Black).text();
    /// assert_eq!((zh.as_str(), en.as_str()), ("黑方没有将（帅）", "Black has no king"));
    /// ```
    pub fn text(&self) -> (String, String) {
        (self.zh(), self.to_string())
    }

    fn zh(&self) -> String {
        match *self {
            SetupDefect::MissingKing(color) => format!("{}没有将（帅）", color.name_zh()),
            SetupDefect::TooMany { piece, count } => format!(
                "{}有{count}个{}，最多{}个",
                piece.color.name_zh(),
                piece.name_zh(),
                piece.kind.most()
            ),
            SetupDefect::KingOffPalace { color, square } => {
                format!("{}的将（帅）在 {square}，不在九宫内", color.name_zh())
            }
            SetupDefect::AdvisorOffPoint { color, square } => {
                format!("{}的士（仕）在 {square}，不在士能到的五个点上", color.name_zh())
            }
            SetupDefect::ElephantOffPoint { color, square } => {
                format!("{}的象（相）在 {square}，不在象能到的七个点上", color.name_zh())
            }
            SetupDefect::PawnOffPoint { color, square } => {
                format!("{}的兵（卒）不可能走到 {square}", color.name_zh())
            }
            SetupDefect::PawnsOnOneFile { color, square } => {
                format!("{}在 {square} 这条线上有两个未过河的兵（卒）", color.name_zh())
            }
            SetupDefect::KingsFace { file } => {
                format!("将帅在 {} 线上直接见面", char::from(b'a' + file))
            }
            SetupDefect::OpponentInCheck(color) => {
                format!("{}正被将军，却轮到对方走", color.name_zh())
            }
        }
    }
}
