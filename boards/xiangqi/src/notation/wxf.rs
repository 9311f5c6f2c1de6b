use super::{Description, Direction, NotationError, Origin, Place, describe, row};
use crate::{Move, PieceKind, Position};

const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];

/// Writes a move in the notation of the World Xiangqi Federation, in upper case for both sides.
///
/// Of two pieces of a kind on one file, the front one is `+` and the rear one `-`. If three pawns
/// stand on a file, or two files hold several each, the pawn's number from the front and its file
/// replace piece and file: `15=6`. A move from an empty point is written in coordinates.
///
/// ```
/// use fangqi_xiangqi::{Position, notation::{parse_wxf, wxf}};
/// let start = Position::start();
/// let cannon = parse_wxf(&start, "C2.5")?;
/// assert_eq!(wxf(&start, cannon), "C2=5");
/// # Ok::<(), fangqi_xiangqi::notation::NotationError>(())
/// ```
pub fn wxf(position: &Position, mv: Move) -> String {
    let Some((color, description)) = describe(position, mv) else { return mv.to_string() };
    let Some(kind) = description.kind else { return mv.to_string() };
    let letter = LETTERS[kind.index()];
    let origin = match description.origin {
        Origin::File(file) => format!("{letter}{file}"),
        Origin::Place(place, _) => {
            let row = row(position, color, kind, mv.from);
            if row.length > 2 || kind == PieceKind::Pawn && row.others {
                format!("{}{}", row.index + 1, super::file_number(color, mv.from))
            } else {
                format!("{letter}{}", if place == Place::Front { '+' } else { '-' })
            }
        }
    };
    let direction = match description.direction {
        Direction::Forward => '+',
        Direction::Level => '=',
        Direction::Backward => '-',
    };
    format!("{origin}{direction}{}", description.number)
}

/// Parses WXF notation, in either case. `.` is accepted for `=`, `B` for the elephant and `N` for
/// the horse. The sign of a tandem piece may come first (`+C=5`), and `.` may denote the middle one
/// of three; `Pa` to `Pe` are the pawns that Chinese notation calls 一兵 to 五兵.
///
/// # Errors
/// The text has another shape, or no piece or more than one can make the move.
pub fn parse_wxf(position: &Position, text: &str) -> Result<Move, NotationError> {
    let trimmed = text.trim();
    let error = |expected| NotationError::Syntax { text: trimmed.into(), expected };
    let [first, second, direction, number] = trimmed.chars().collect::<Vec<_>>()[..] else {
        return Err(error("four characters are expected, as in C2=5"));
    };
    let direction = match direction {
        '+' => Direction::Forward,
        '=' | '.' => Direction::Level,
        '-' => Direction::Backward,
        _ => return Err(error("the third character must be +, = or -")),
    };
    let digit = |letter: char| letter.to_digit(10).filter(|&d| d > 0).map(|d| d as u8);
    let number = digit(number).ok_or(error("the last character must be a number"))?;
    let tandem = |place| Origin::Place(place, None);
    let (kind, origin) = match (kind(first), second) {
        (Some(kind), '+') => (kind, tandem(Place::Front)),
        (Some(kind), '-') => (kind, tandem(Place::Rear)),
        (Some(kind), '.') => (kind, tandem(Place::Middle)),
        (Some(PieceKind::Pawn), nth @ 'a'..='e') => {
            (PieceKind::Pawn, tandem(Place::Nth(nth as u8 - b'a' + 1)))
        }
        (Some(kind), file) => {
            let file = digit(file).ok_or(error("a file, + or - must follow the piece"))?;
            (kind, Origin::File(file))
        }
        (None, second) => match (first, digit(first), kind(second), digit(second)) {
            ('+', _, Some(kind), _) => (kind, tandem(Place::Front)),
            ('-', _, Some(kind), _) => (kind, tandem(Place::Rear)),
            ('.', _, Some(kind), _) => (kind, tandem(Place::Middle)),
            (_, Some(nth @ ..=5), _, Some(file)) => {
                (PieceKind::Pawn, Origin::Place(Place::Nth(nth), Some(file)))
            }
            _ => return Err(error("it must begin with a piece or with a pawn's place and file")),
        },
    };
    let kind = Some(kind);
    Description { kind, origin, direction, number }.resolve(position, trimmed)
}

fn kind(letter: char) -> Option<PieceKind> {
    let letter = match letter.to_ascii_uppercase() {
        'B' => 'E',
        'N' => 'H',
        other => other,
    };
    Some(PieceKind::ALL[LETTERS.iter().position(|&l| l == letter)?])
}
