//! PGN as Xiangqi programs write it: tags, numbered moves with comments in braces, and the result.
//!
//! Moves may be in Chinese notation, WXF or coordinates, even mixed. Variations in parentheses,
//! NAGs (`$1`) and annotation symbols (`!?`) are ignored, as a [`GameFile`] holds the main line
//! only; so are footers that sites append. The tag `White` is accepted for `Red`, and `Setup` is
//! implied by `FEN`. A `FEN` without a side to move means Red.

mod read;

use fangqi_kit::Outcome;

pub(super) use read::detect;
pub use read::{read, read_all};

use super::GameFile;
use crate::{Color, Position, notation};

/// The notation in which moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveStyle {
    /// 炮二平五.
    #[default]
    Chinese,
    /// `C2=5`, of the World Xiangqi Federation.
    Wxf,
    /// `H2-E2`, of the Internet Chinese Chess Server.
    Iccs,
}

/// The tags that are always written, known or not: the seven tag roster of chess, but for the
/// result.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Black"];

/// Writes PGN. Closing braces within comments become full-width ones.
pub fn write(file: &GameFile, style: MoveStyle) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out += &format!("[{name} \"{value}\"]\n");
    };
    tag("Game", "Chinese Chess");
    for name in ROSTER {
        tag(name, file.tags().get(name).map_or("?", String::as_str));
    }
    let result = result(file);
    tag("Result", result);
    for (name, value) in file.tags().iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
        tag(name, value);
    }
    let format = match style {
        MoveStyle::Chinese => "Chinese",
        MoveStyle::Wxf => "WXF",
        MoveStyle::Iccs => "ICCS",
    };
    tag("Format", format);
    if *file.start() != Position::start() {
        tag("FEN", &file.start().fen());
    }
    out + &moves(file, style) + "\n" + result + "\n"
}

fn moves(file: &GameFile, style: MoveStyle) -> String {
    let mut position = file.start().clone();
    let mut out = String::new();
    let mut apart = true;
    let comment = |out: &mut String, number: usize| {
        let text = file.comment(number).replace('}', "｝");
        if !text.is_empty() {
            *out += &format!(" {{{text}}}");
        }
        !text.is_empty()
    };
    comment(&mut out, 0);
    for (index, &mv) in file.moves().iter().enumerate() {
        let number = position.move_number();
        // Black's move goes on the same line as Red's, unless a comment separates them.
        match position.side_to_move() {
            Color::Red => out += &format!("\n{number}. "),
            Color::Black if apart => out += &format!("\n{number}... "),
            Color::Black => out.push(' '),
        }
        out += &match style {
            MoveStyle::Chinese => notation::chinese(&position, mv),
            MoveStyle::Wxf => notation::wxf(&position, mv),
            MoveStyle::Iccs => format!("{}-{}", mv.from, mv.to).to_ascii_uppercase(),
        };
        apart = comment(&mut out, index + 1);
        position.play_unchecked(mv);
    }
    out
}

fn result(file: &GameFile) -> &'static str {
    match file.outcome {
        Some(Outcome::Won(Color::Red)) => "1-0",
        Some(Outcome::Won(Color::Black)) => "0-1",
        Some(Outcome::Drawn) => "1/2-1/2",
        None => "*",
    }
}
