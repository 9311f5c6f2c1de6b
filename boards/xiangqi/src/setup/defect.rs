//! What can be wrong with the description of a position, in words.

use std::fmt;

use thiserror::Error;

use crate::{Color, Piece, Square};

/// One thing that keeps a description from being a legal position. [`SetupDefect::text`] says it
/// to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupDefect {
    /// Each side needs its king.
    #[error("{} has no king", .0.name_en())]
    MissingKing(Color),
    /// More pieces of a kind than a side begins with.
    #[error("{} has {count} pieces `{}` ({}); {} is the most", piece.color.name_en(),
        piece.letter(), piece.kind.name_en(), piece.kind.most())]
    TooMany {
        /// Which piece.
        piece: Piece,
        /// How many there are.
        count: usize,
    },
    /// A king outside its palace.
    #[error("the {} king stands on {square}, outside its palace", .color.name_en())]
    KingOffPalace {
        /// Whose king.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// An advisor can stand on five points only.
    #[error("the {} advisor on {square} is off the five advisor points", .color.name_en())]
    AdvisorOffPoint {
        /// Whose advisor.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// An elephant can stand on seven points only.
    #[error("the {} elephant on {square} is off the seven elephant points", .color.name_en())]
    ElephantOffPoint {
        /// Whose elephant.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// A pawn behind its first line or, before the river, between the pawn files. One point
    /// behind the line passes, for diagrams in rule books have such pawns.
    #[error("a {} pawn cannot have come to {square}", .color.name_en())]
    PawnOffPoint {
        /// Whose pawn.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// Pawns leave their file only across the river, so a file holds one before it.
    #[error("{} has two pawns before the river on the file of {square}", .color.name_en())]
    PawnsOnOneFile {
        /// Whose pawns.
        color: Color,
        /// Where the second of them stands.
        square: Square,
    },
    /// The kings see each other.
    #[error("the kings face each other on file {}", char::from(b'a' + .file))]
    KingsFace {
        /// Their file, 0 to 8.
        file: u8,
    },
    /// The side that has just moved left its king to be taken.
    #[error("{} is in check but it is not its move", .0.name_en())]
    OpponentInCheck(Color),
}

/// Why a description is not a legal position: everything that is wrong with it, at least one
/// thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    defects: Vec<SetupDefect>,
}

impl SetupError {
    /// An error that names these, if there are any.
    pub(super) fn of(defects: Vec<SetupDefect>) -> Option<SetupError> {
        (!defects.is_empty()).then_some(SetupError { defects })
    }

    /// Everything that is wrong, pieces first.
    pub fn defects(&self) -> &[SetupDefect] {
        &self.defects
    }

    /// Everything that is wrong in a sentence each, Chinese and English.
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

/// Several things as one line, counted if there is more than one: `2 defects: (1) …; (2) …`.
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
    /// The defect in a sentence, Chinese and English.
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
