use super::{Description, Direction, NotationError, Origin, Place, describe};
use crate::{Color, Move, Piece, PieceKind, Position};

const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// A move in Chinese notation, simplified: Red's numbers in Chinese, Black's in full width.
///
/// Of several pieces of a kind on one file the place is written instead of the file: 前 and 后,
/// 中 for the middle one of three pawns, 二 三 四 for those between the ends of four or five; if
/// two files hold pawns so, the file stands for the pawn: 前六平七. A move from an empty point is
/// written in coordinates.
///
/// ```
/// use fangqi_xiangqi::{Position, notation::chinese};
/// let mut position = Position::start();
/// let cannon = "h2e2".parse().expect("a move");
/// assert_eq!(chinese(&position, cannon), "炮二平五");
/// position.play(cannon)?;
/// assert_eq!(chinese(&position, "h9g7".parse().expect("a move")), "马８进７");
/// # Ok::<(), fangqi_xiangqi::IllegalMove>(())
/// ```
pub fn chinese(position: &Position, mv: Move) -> String {
    let Some((color, description)) = describe(position, mv) else { return mv.to_string() };
    let digits = if color == Color::Red { RED_DIGITS } else { BLACK_DIGITS };
    let digit = |number: u8| digits[usize::from(number) - 1];
    let name = Piece::new(color, description.kind).name_zh();
    let (first, second) = match description.origin {
        Origin::File(file) => (name, digit(file)),
        Origin::Place(place, file) => {
            let place = match place {
                Place::Front => '前',
                Place::Middle => '中',
                Place::Rear => '后',
                Place::Nth(nth) => RED_DIGITS[usize::from(nth) - 1],
            };
            (place, file.map_or(name, digit))
        }
    };
    let direction = match description.direction {
        Direction::Forward => '进',
        Direction::Level => '平',
        Direction::Backward => '退',
    };
    [first, second, direction, digit(description.number)].iter().collect()
}

/// Reads Chinese notation: simplified and traditional characters, and numbers of any kind for
/// either side.
///
/// # Errors
/// Text of another shape, and moves that no piece or more than one can make.
///
/// ```
/// use fangqi_xiangqi::{Position, notation::parse_chinese};
/// let start = Position::start();
/// for text in ["炮二平五", "砲２平5", "包2平五"] {
///     assert_eq!(parse_chinese(&start, text).map(|mv| mv.to_string()), Ok("h2e2".into()));
/// }
/// ```
pub fn parse_chinese(position: &Position, text: &str) -> Result<Move, NotationError> {
    let trimmed = text.trim();
    let error = |expected| NotationError::Syntax { text: trimmed.into(), expected };
    let [first, second, direction, number] = trimmed.chars().collect::<Vec<_>>()[..] else {
        return Err(error("four characters are expected, as in 炮二平五"));
    };
    let direction = match direction {
        '进' | '進' | '+' => Direction::Forward,
        '平' | '=' => Direction::Level,
        '退' | '-' => Direction::Backward,
        _ => return Err(error("the third character must be 进, 平 or 退")),
    };
    let number = digit(number).ok_or(error("the last character must be a number"))?;
    let (kind, origin) = match (kind(first), place(first), kind(second), digit(second)) {
        (Some(kind), _, _, Some(file)) => (kind, Origin::File(file)),
        (_, Some(place), Some(kind), _) => (kind, Origin::Place(place, None)),
        (_, Some(place), _, Some(file)) => (PieceKind::Pawn, Origin::Place(place, Some(file))),
        _ => return Err(error("it must begin with a piece and its file, or a place and a piece")),
    };
    Description { kind, origin, direction, number }.resolve(position, trimmed)
}

fn digit(letter: char) -> Option<u8> {
    let index = |digits: [char; 9]| digits.iter().position(|&digit| digit == letter);
    let ascii = letter.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize - 1);
    ascii.or_else(|| index(RED_DIGITS)).or_else(|| index(BLACK_DIGITS)).map(|i| i as u8 + 1)
}

fn place(letter: char) -> Option<Place> {
    match letter {
        '前' => Some(Place::Front),
        '中' => Some(Place::Middle),
        '后' | '後' => Some(Place::Rear),
        other => digit(other).filter(|&nth| nth <= 5).map(Place::Nth),
    }
}

fn kind(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => PieceKind::King,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Elephant,
        '马' | '馬' | '傌' => PieceKind::Horse,
        '车' | '車' | '俥' => PieceKind::Chariot,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        _ => return None,
    })
}
