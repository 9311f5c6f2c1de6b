use super::{Description, Direction, NotationError, Origin, Place, describe, narrow};
use crate::{Color, Move, Piece, PieceKind, Position};

const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a move in simplified Chinese notation: Red's numbers in Chinese, Black's in full-width
/// digits.
///
/// Among several pieces of a kind on one file, the place replaces the file: 前 and 后, 中 for the
/// middle one of three pawns, 二 三 四 for those between the ends of four or five. If two files hold
/// several pawns each, these are numbered 一 to 五 through both files, the file at the mover's right
/// first and each from the front: 三兵平五. Pawns alone on a file are not counted. A move from an empty
/// point is written in coordinates.
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
    let piece = position.piece_at(mv.from);
    let name = piece.map_or(' ', Piece::name_zh);
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

/// Parses Chinese notation with simplified or traditional characters, and numbers of either style
/// for either side.
///
/// Beyond what [`chinese`] writes, it accepts a place before a file instead of a piece, which then
/// means a pawn (前六平七), a place after the piece (炮前平五), and no piece at all if only one kind can be
/// meant (前平七).
///
/// # Errors
/// The text has another shape, or no piece or more than one can make the move.
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
    let letters: Vec<char> = trimmed.chars().map(narrow).collect();
    let (origin, direction, number) = match letters[..] {
        [first, second, direction, number] => (Some((first, second)), direction, number),
        [first, direction, number] if place(first).is_some() => (None, direction, number),
        _ => return Err(error("four characters are expected, as in 炮二平五")),
    };
    let direction = match direction {
        '进' | '進' | '+' => Direction::Forward,
        '平' | '=' => Direction::Level,
        '退' | '-' => Direction::Backward,
        _ => return Err(error("the third character must be 进, 平 or 退")),
    };
    let number = digit(number).ok_or(error("the last character must be a number"))?;
    let pawn = Some(PieceKind::Pawn);
    let (kind, origin) = match origin {
        None => match place(letters[0]) {
            Some(nth @ Place::Nth(_)) => (pawn, Origin::Place(nth, None)),
            Some(place) => (None, Origin::Place(place, None)),
            None => return Err(error("four characters are expected, as in 炮二平五")),
        },
        Some((first, second)) => {
            match (kind(first), place(first), kind(second), digit(second), place(second)) {
                (kind @ Some(_), _, _, Some(file), _) => (kind, Origin::File(file)),
                (kind @ Some(_), _, _, _, Some(place)) => (kind, Origin::Place(place, None)),
                (_, Some(place), kind @ Some(_), ..) => (kind, Origin::Place(place, None)),
                (_, Some(place), _, Some(file), _) => (pawn, Origin::Place(place, Some(file))),
                _ => {
                    let expected =
                        "it must begin with a piece and its file, or a place and a piece";
                    return Err(error(expected));
                }
            }
        }
    };
    Description { kind, origin, direction, number }.resolve(position, trimmed)
}

/// Whether the letters are a prefix of a move's shape.
pub(super) fn begins_move(letters: &[char]) -> bool {
    let names =
        |letter: char| kind(letter).is_some() || place(letter).is_some() || digit(letter).is_some();
    letters.iter().take(2).all(|&letter| names(letter))
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
