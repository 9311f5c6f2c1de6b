//! DhtmlXQ, the text format in which Chinese websites embed games: `[DhtmlXQ]
//! [DhtmlXQ_title]…[/DhtmlXQ_title] … [/DhtmlXQ]`.
//!
//! A point is two digits: the file, 0 to 8 from Red's left, and the row, 0 to 9 **from Black's
//! side**, so Red's left chariot starts on `09` and Black's on `00`. `movelist` has two points for
//! each move: 炮二平五 is `7747`. `binit` has a point for each of 32 pieces, `99` for those off the
//! board: Red's back rank, cannons and pawns, then Black's. `comment0` belongs before the first
//! move, `comment7` after the seventh; `||` is a line break.
//!
//! The format does not store the side to move: it is the side of the first piece moved. Without
//! moves it is Red, unless Black is in check. Move counters are not stored. Variations (`move_…`
//! and their comments), display settings and unknown fields are ignored.

use fangqi_kit::Outcome;

use super::{FileError, GameFile, Problem, excerpt, line_of, outcome};
use crate::{Color, Move, Piece, PieceKind, Position, Setup, SetupDefect, Square};

/// Fields and the corresponding tags; `title` is written first.
const FIELDS: [(&str, &str); 10] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("open", "Opening"),
];
/// The back rank, cannons and pawns, in the order of `binit`.
const PIECES: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse, King, Pawn};
    [
        Chariot, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Chariot, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};
const OPEN: &str = "[DhtmlXQ]";
const CLOSE: &str = "[/DhtmlXQ]";
const OFF: &str = "99";

/// A field and the line where it starts.
struct Field<'a> {
    name: &'a str,
    value: &'a str,
    line: usize,
}

/// Parses DhtmlXQ text. Text around it, such as the rest of a page, is ignored.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<GameFile, FileError> {
    let fields = fields(text)?;
    let field = |name: &str| fields.iter().find(|field| field.name == name);
    let moves = match field("movelist") {
        Some(field) => read_moves(field)?,
        None => Vec::new(),
    };
    let start = match field("binit") {
        Some(field) if !field.value.trim().is_empty() => {
            read_start(field, moves.first()).map_err(|problem| problem.at(field.line))?
        }
        _ => Position::start(),
    };
    let mut file = GameFile::new(start);
    for (name, tag) in FIELDS {
        file.set_tag(tag, field(name).map_or("", |field| field.value));
    }
    file.outcome = field("result").and_then(|field| outcome(field.value));
    let comment = |number: usize| {
        let name = format!("comment{number}");
        field(&name).map(|field| field.value.replace("||", "\n")).unwrap_or_default()
    };
    file.remark(&comment(0));
    let line = field("movelist").map_or(1, |field| field.line);
    for mv in moves {
        file.read_move(&mv.to_string()).map_err(|problem| problem.at(line))?;
        file.remark(&comment(file.moves().len()));
    }
    Ok(file)
}

fn fields(text: &str) -> Result<Vec<Field<'_>>, FileError> {
    let unclosed = |what: &str, at| Problem::Unclosed(what.into()).at(line_of(text, at));
    let Some(open) = text.find(OPEN) else {
        let at = text.find("[DhtmlXQ").unwrap_or(text.len());
        return Err(Problem::Stray(excerpt(&text[at..])).at(line_of(text, at)));
    };
    let close = text[open..].find(CLOSE).ok_or_else(|| unclosed(OPEN, open))? + open;
    let mut fields = Vec::new();
    let mut at = open + OPEN.len();
    loop {
        at += text[at..close].len() - text[at..close].trim_start().len();
        if at == close {
            return Ok(fields);
        }
        let rest = &text[at..close];
        let stray = || Problem::Stray(excerpt(rest)).at(line_of(text, at));
        let (name, after) = rest
            .strip_prefix("[DhtmlXQ_")
            .and_then(|rest| rest.split_once(']'))
            .ok_or_else(stray)?;
        let end = format!("[/DhtmlXQ_{name}]");
        let length = after.find(&end).ok_or_else(|| unclosed(&format!("[DhtmlXQ_{name}]"), at))?;
        fields.push(Field { name, value: &after[..length], line: line_of(text, at) });
        at = close - after.len() + length + end.len();
    }
}

fn square(digits: &str) -> Option<Square> {
    match *digits.as_bytes() {
        [file @ b'0'..=b'8', row @ b'0'..=b'9'] => Square::new(file - b'0', b'9' - row),
        _ => None,
    }
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// Splits digits into groups of `length`, ignoring spaces.
fn cut(
    field: &Field<'_>,
    name: &'static str,
    length: usize,
    expected: &'static str,
) -> Result<Vec<String>, Problem> {
    let plain: String = field.value.chars().filter(|c| !c.is_whitespace()).collect();
    let bad = |value: &str| Problem::Field { name, value: excerpt(value), expected };
    if let Some(letter) = plain.chars().find(|c| !c.is_ascii_digit()) {
        return Err(bad(&letter.to_string()));
    }
    if !plain.len().is_multiple_of(length) {
        return Err(bad(&plain[plain.len() - plain.len() % length..]));
    }
    Ok(plain.as_bytes().chunks(length).map(|c| String::from_utf8_lossy(c).into_owned()).collect())
}

fn read_moves(field: &Field<'_>) -> Result<Vec<Move>, FileError> {
    let expected = "four digits a move are expected, as in 7747: files 0 to 8, rows 0 to 9";
    let words = cut(field, "movelist", 4, expected).map_err(|problem| problem.at(field.line))?;
    let read = |word: String| {
        let mv = square(&word[..2]).zip(square(&word[2..]));
        let bad = Problem::Field { name: "movelist", value: word, expected };
        mv.map(|(from, to)| Move::new(from, to)).ok_or_else(|| bad.at(field.line))
    };
    words.into_iter().map(read).collect()
}

fn read_start(field: &Field<'_>, first: Option<&Move>) -> Result<Position, Problem> {
    let expected = "64 digits are expected, a point for each of 32 pieces";
    let points = cut(field, "binit", 2, expected)?;
    if points.len() != 2 * PIECES.len() {
        let value = format!("{} digits", 2 * points.len());
        return Err(Problem::Field { name: "binit", value, expected });
    }
    let mut setup = Setup::empty();
    let pieces = Color::ALL.into_iter().flat_map(|color| PIECES.map(|kind| (color, kind)));
    for ((color, kind), point) in pieces.zip(&points).filter(|(_, point)| *point != OFF) {
        let bad = |expected| Problem::Field { name: "binit", value: point.clone(), expected };
        let square = square(point).ok_or_else(|| bad("a file 0 to 8 and a row 0 to 9, or 99"))?;
        if setup.piece_at(square).is_some() {
            return Err(bad("two pieces stand there"));
        }
        setup.set(square, Some(Piece::new(color, kind)));
    }
    if let Some(piece) = first.and_then(|mv| setup.piece_at(mv.from)) {
        setup.side_to_move = piece.color;
    } else if setup.defects().contains(&SetupDefect::OpponentInCheck(Color::Black)) {
        setup.side_to_move = Color::Black;
    }
    Ok(Position::try_from(setup)?)
}

/// Writes DhtmlXQ text. Square brackets, which delimit fields, become full-width ones; so do bars
/// in comments, where `||` is a line break.
pub fn write(file: &GameFile) -> String {
    let mut out = format!("{OPEN}\n");
    let mut field = |name: &str, value: &str| {
        let value = value.replace('[', "［").replace(']', "］").replace('\n', "||");
        out += &format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    };
    for (name, tag) in FIELDS {
        if let Some(value) = file.tags().get(tag) {
            field(name, value);
        }
    }
    field("binit", &binit(file.start()));
    let moves: String = file.moves().iter().map(|mv| digits(mv.from) + &digits(mv.to)).collect();
    field("movelist", &moves);
    let result = match file.outcome {
        Some(Outcome::Won(Color::Red)) => "红胜",
        Some(Outcome::Won(Color::Black)) => "黑胜",
        Some(Outcome::Drawn) => "和棋",
        None => "未知",
    };
    field("result", result);
    for number in 0..=file.moves().len() {
        if !file.comment(number).is_empty() {
            field(&format!("comment{number}"), &file.comment(number).replace('|', "｜"));
        }
    }
    out + CLOSE + "\n"
}

fn binit(position: &Position) -> String {
    // Row by row from Black's side, the usual numbering of pieces of a kind.
    let rows = |a: &Square| (9 - a.rank(), a.file());
    let mut pieces: Vec<(Square, Piece)> = position.pieces().collect();
    pieces.sort_by_key(|(square, _)| rows(square));
    let mut text = String::new();
    for color in Color::ALL {
        for kind in PIECES {
            let next = pieces.iter().position(|(_, p)| *p == Piece::new(color, kind));
            text += &next.map_or(OFF.to_owned(), |index| digits(pieces.remove(index).0));
        }
    }
    text
}
