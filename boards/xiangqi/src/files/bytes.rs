//! File formats are detected by their first bytes.

use super::{FileError, GameFile, Problem, ccbridge, encoding, pgn, xqf};

/// Reads a file that contains one game, in any supported format and encoding.
///
/// # Errors
/// What is wrong and where; a file with several games is refused too.
pub fn read_bytes(bytes: &[u8]) -> Result<GameFile, FileError> {
    let mut games = read_games(bytes)?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (_, others) => Err(Problem::Games(others + 1).at(0)),
    }
}

/// Reads all games of a file, at least one: text in UTF-8, UTF-16, GB18030 or Big5, or a binary
/// format. CCBridge libraries and PGN files may contain several games.
///
/// # Errors
/// What is wrong and where. Well-known other file formats are named in the error.
///
/// ```
/// use fangqi_xiangqi::files;
/// // \u{70ae}\u{4e8c}\u{5e73}\u{4e94} in GB18030, the encoding of most Chinese files.
/// let bytes = b"[Result \"*\"]\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n======\nwelcome";
/// let games = files::read_games(bytes)?;
/// assert_eq!(games[0].moves()[0].to_string(), "h2e2");
/// let error = files::read_games(b"%PDF-1.4 ...").expect_err("no game").to_string();
/// assert!(error.starts_with("this is a PDF document"));
/// # Ok::<(), files::FileError>(())
/// ```
pub fn read_games(bytes: &[u8]) -> Result<Vec<GameFile>, FileError> {
    if xqf::detect(bytes) {
        return xqf::read(bytes).map(|game| vec![game]).map_err(|problem| problem.at(0));
    }
    if ccbridge::is_record(bytes) {
        return ccbridge::read(bytes).map(|game| vec![game]).map_err(|problem| problem.at(0));
    }
    if ccbridge::is_library(bytes) {
        return ccbridge::read_library(bytes).map_err(|problem| problem.at(0));
    }
    if let Some(problem) = other_format(bytes) {
        return Err(problem.at(0));
    }
    let text = encoding::decode(bytes).ok_or_else(|| {
        let found = "a binary file of an unknown kind";
        Problem::OtherFormat { found, advice: AS_PGN }.at(0)
    })?;
    if let Some(problem) = other_text(&text) {
        return Err(problem.at(1));
    }
    if pgn::detect(&text) { pgn::read_all(&text) } else { Ok(vec![super::read(&text)?]) }
}

const AS_PGN: &str = "save the game as PGN or as DhtmlXQ text in the program that made it";
const UNPACK: &str = "unpack it and read the files in it";
const NO_PICTURES: &str = "a game cannot be read from a picture";

/// Magic bytes of file formats that people mistake for game files, with name and advice.
const OTHERS: [(&[u8], &str, &str); 14] = [
    (b"PK\x03\x04", "a ZIP archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"\x1f\x8b", "a file packed with gzip", UNPACK),
    (b"SQLite format 3\0", "a database, perhaps an opening book (.obk, .pfBook)", AS_PGN),
    (b"%PDF", "a PDF document", AS_PGN),
    (b"\xd0\xcf\x11\xe0", "an old Office document", "copy its text into a plain file"),
    (b"{\\rtf", "a rich text document", "copy its text into a plain file"),
    (b"\x89PNG", "a PNG image", NO_PICTURES),
    (b"\xff\xd8\xff", "a JPEG image", NO_PICTURES),
    (b"GIF8", "a GIF image", NO_PICTURES),
    (b"BM", "a bitmap image", NO_PICTURES),
    (b"MZ", "a program for Windows", AS_PGN),
    (b"\x7fELF", "a program for Linux", AS_PGN),
];

fn other_format(bytes: &[u8]) -> Option<Problem> {
    // Text may start with such bytes by chance, but does not contain zero bytes.
    let is_binary = bytes.iter().take(1024).any(|&byte| byte == 0);
    let (_, found, advice) = OTHERS.iter().find(|(beginning, ..)| {
        bytes.starts_with(beginning) && (beginning.len() > 2 || is_binary || bytes[0] == 0x1f)
    })?;
    Some(Problem::OtherFormat { found, advice })
}

/// Recognizes other text formats by their beginning.
fn other_text(text: &str) -> Option<Problem> {
    let beginning: String = text.trim_start().chars().take(400).collect();
    let beginning = beginning.to_ascii_lowercase();
    let found = if beginning.contains("<chinesechessrecord") {
        "a game of CCBridge in XML (.cbf)"
    } else if beginning.starts_with("(;") {
        "a game in SGF"
    } else if (beginning.starts_with("<!doctype html") || beginning.starts_with("<html"))
        && !text.contains("[DhtmlXQ")
    {
        "a web page without a game in DhtmlXQ"
    } else {
        return None;
    };
    Some(Problem::OtherFormat { found, advice: AS_PGN })
}

/// A read position in a binary file.
pub(super) struct Cursor<'a> {
    pub(super) format: &'static str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn damaged(&self, problem: impl Into<String>) -> Problem {
        Problem::Damaged { format: self.format, problem: problem.into() }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Problem> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| {
            let (at, length) = (self.at, self.bytes.len());
            self.damaged(format!("it ends at byte {length}, within what begins at byte {at}"))
        })?;
        self.at += count;
        Ok(taken)
    }

    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// A 32-bit little-endian integer.
    pub(super) fn number(&mut self) -> Result<u32, Problem> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }
}
