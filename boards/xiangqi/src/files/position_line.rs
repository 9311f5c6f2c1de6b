//! The UCI commands `position startpos moves h2e2 …` and `position fen … moves …`. The words
//! `position` and `fen` are optional, so that the kit's records can be read too.

use super::{FileError, GameFile, Problem};
use crate::Position;

/// Whether the text starts with one of these words or with a FEN, which contains nine slashes.
pub(super) fn detect(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "position" | "startpos" | "fen")
        || !first.starts_with('[') && first.matches('/').count() > 1
}

pub(super) fn read(text: &str) -> Result<GameFile, FileError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(split);
    let start = match setup {
        ["startpos"] => Position::start(),
        ["fen", fields @ ..] | fields => {
            Position::from_fen(&fields.join(" ")).map_err(|error| Problem::Fen(error).at(1))?
        }
    };
    let mut file = GameFile::new(start);
    for word in moves.iter().skip(1) {
        file.read_move(word).map_err(|problem| problem.at(1))?;
    }
    Ok(file)
}

pub(super) fn write(file: &GameFile) -> String {
    let mut line = if *file.start() == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", file.start().fen())
    };
    if !file.moves().is_empty() {
        line += " moves";
    }
    for mv in file.moves() {
        line += &format!(" {mv}");
    }
    line
}
