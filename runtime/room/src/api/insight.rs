//! What scripts give to explain a game, read: bars, notes, reviews and arrows.

use mlua::{Lua, Table};

use super::hud::{MOVES_MAX, read_buttons};
use fangqi_binding::args::{Cell, Options, list};
use fangqi_protocol::{
    Arrow, ArrowKind, Bar, BestLine, BestLines, LocalText, Note, Review, ReviewNote,
};

/// Paragraphs of a note.
const LINES_MAX: usize = 16;
/// Arrows a map may show at one time.
const ARROWS_MAX: usize = 64;
/// Lines of play shown at one time, and moves of each.
const BEST_LINES_MAX: usize = 5;
const LINE_MOVES_MAX: usize = 16;
/// Letters of a bar's label, of a line's score, and of a move's mark.
const LABEL_MAX: usize = 8;
/// Parts of a whole share.
const WHOLE: f64 = 1000.0;

pub(super) fn bar(bar: Table, lua: &Lua) -> Result<Bar, String> {
    let options = Options::read(bar, lua, &["share", "text", "seat"])?;
    let text = label(&options, "text")?;
    let seat = options.get::<Option<u8>>("seat")?.unwrap_or(0);
    let share = share(options.get("share")?).ok_or("`share` must be from 0 to 1")?;
    Ok(Bar { seat, share, text })
}

/// A field that is a text of a few letters.
fn label(options: &Options<'_>, name: &'static str) -> Result<LocalText, String> {
    let text: LocalText = options.get(name)?;
    if [&text.zh, &text.en].iter().any(|text| text.chars().count() > LABEL_MAX) {
        return Err(format!("`{name}` must be of at most {LABEL_MAX} letters"));
    }
    Ok(text)
}

pub(super) fn lines(lines: Table, lua: &Lua) -> Result<BestLines, String> {
    let options = Options::read(lines, lua, &["lines", "seat"])?;
    let seat = options.get::<Option<u8>>("seat")?.unwrap_or(0);
    let given: Table = options.get("lines")?;
    let given =
        list::<Table>(&given, lua, BEST_LINES_MAX).map_err(|why| format!("`lines`: {why}"))?;
    let lines = given.into_iter().map(|given| line(given, lua)).collect::<Result<_, _>>()?;
    Ok(BestLines { seat, lines })
}

fn line(given: Table, lua: &Lua) -> Result<BestLine, String> {
    let options = Options::read(given, lua, &["score", "moves", "arrow"])?;
    let score = label(&options, "score")?;
    let moves: Table = options.get("moves")?;
    let moves: Vec<LocalText> =
        list(&moves, lua, LINE_MOVES_MAX).map_err(|why| format!("`moves`: {why}"))?;
    if moves.is_empty() {
        return Err("`moves` is empty".to_owned());
    }
    let given = options.get::<Option<Table>>("arrow")?;
    let arrow = given.map(|given| arrow(given, lua, ArrowKind::Hint)).transpose()?;
    Ok(BestLine { score, moves, arrow })
}

pub(super) fn note(note: Table, lua: &Lua) -> Result<Note, String> {
    let options = Options::read(note, lua, &["title", "lines", "buttons"])?;
    let title = options.get("title")?;
    let lines = match options.get::<Option<Table>>("lines")? {
        Some(lines) => list(&lines, lua, LINES_MAX).map_err(|why| format!("`lines`: {why}"))?,
        None => Vec::new(),
    };
    let buttons = match options.get::<Option<Table>>("buttons")? {
        Some(buttons) => read_buttons(&buttons, lua)?,
        None => Vec::new(),
    };
    Ok(Note { title, lines, buttons })
}

pub(super) fn review(review: Table, lua: &Lua) -> Result<Review, String> {
    let options = Options::read(review, lua, &["shares", "notes", "seat"])?;
    let given: Table = options.get("shares")?;
    let given: Vec<f64> =
        list(&given, lua, MOVES_MAX + 1).map_err(|why| format!("`shares`: {why}"))?;
    let shares: Option<Vec<u16>> = given.into_iter().map(share).collect();
    let shares = shares.ok_or("`shares` must be from 0 to 1")?;
    let mut notes = Vec::new();
    if let Some(given) = options.get::<Option<Table>>("notes")? {
        for note in list::<Table>(&given, lua, MOVES_MAX)? {
            notes.push(review_note(note, lua)?);
        }
    }
    let seat = options.get::<Option<u8>>("seat")?.unwrap_or(0);
    Ok(Review { seat, shares, notes })
}

fn review_note(note: Table, lua: &Lua) -> Result<ReviewNote, String> {
    let options = Options::read(note, lua, &["move", "mark", "text", "better"])?;
    let (number, mark) = (options.get("move")?, options.get::<String>("mark")?);
    if number == 0 || mark.chars().count() > LABEL_MAX {
        return Err(format!("`move` counts from 1, `mark` has at most {LABEL_MAX} letters"));
    }
    let better = options.get::<Option<Table>>("better")?;
    let better = better.map(|better| arrow(better, lua, ArrowKind::Best)).transpose()?;
    Ok(ReviewNote { number, mark, text: options.get("text")?, better })
}

pub(super) fn arrows(arrows: &Table, lua: &Lua) -> Result<Vec<Arrow>, String> {
    let arrows = list::<Table>(arrows, lua, ARROWS_MAX)?;
    arrows.into_iter().map(|given| arrow(given, lua, ArrowKind::Hint)).collect()
}

/// An arrow; of the `usual` kind if it names none.
fn arrow(given: Table, lua: &Lua, usual: ArrowKind) -> Result<Arrow, String> {
    let options = Options::read(given, lua, &["from", "to", "kind"])?;
    let kind = match options.get::<Option<String>>("kind")?.as_deref() {
        None => usual,
        Some("hint") => ArrowKind::Hint,
        Some("best") => ArrowKind::Best,
        Some("threat") => ArrowKind::Threat,
        Some(other) => return Err(format!("there is no kind of arrow \"{other}\"")),
    };
    let (Cell(from), Cell(to)) = (options.get("from")?, options.get("to")?);
    Ok(Arrow { from, to, kind })
}

/// A share in thousandths; `None` if it is none.
fn share(value: f64) -> Option<u16> {
    (0.0..=1.0).contains(&value).then(|| (value * WHOLE).round() as u16)
}
