//! What the program writes for people and programs, other people's text among it: names, errors of
//! scripts, words of maps.
//!
//! All of it goes through here. The program has `#[macro_use] extern crate fangqi_text`, so that
//! its `println!`, `print!` and `eprintln!` are those below; code that needs a writer uses
//! [`stdout`]; `cargo xtask tidy` finds other ways to the terminal. So no text can move the cursor,
//! clear the screen, turn other text around or hide: invisible characters are written as escapes.
//! Ends of lines stay, since tables have them; a foreign value within a line should be an
//! [`Escaped`](crate::Escaped).

use std::io::{self, StdoutLock, Write};

use crate::escape_lines;

/// Writes a line to standard output, as `std::println!` does, but escaped; a reader who has gone is
/// no reason to stop.
#[macro_export]
macro_rules! println {
    ($($text:tt)*) => {{
        let line = ::std::format!($($text)*);
        $crate::out::write(&::std::format!("{line}\n"));
    }};
}

/// The same without the end of the line.
#[macro_export]
macro_rules! print {
    ($($text:tt)*) => { $crate::out::write(&::std::format!($($text)*)) };
}

/// Writes a line to standard error, escaped.
#[macro_export]
macro_rules! eprintln {
    ($($text:tt)*) => {{
        let line = ::std::format!($($text)*);
        $crate::out::complain(&::std::format!("{line}\n"));
    }};
}

/// Writes text to standard output.
pub fn write(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(escape_lines(text).as_bytes()).and_then(|()| out.flush());
}

/// Writes text to standard error.
pub fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(escape_lines(text).as_bytes());
}

/// Standard output for those who have to hear that it failed.
pub fn stdout() -> Lines<StdoutLock<'static>> {
    Lines(io::stdout().lock())
}

/// Writes text escaped. Takes whole characters at a time, as everything does that formats.
#[derive(Debug)]
pub struct Lines<W>(W);

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(escape_lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_lines_comes_through() {
        let mut lines = Lines(Vec::new());
        let (clear, turn) = ("棋\u{1b}[2J\r", "\u{202e}");
        writeln!(lines, "{clear} {turn:?}\t\u{e0041}").unwrap();
        write!(lines, "a\nb").unwrap();
        let written = String::from_utf8(lines.0).unwrap();
        assert_eq!(written, "棋\\u001b[2J\\r \"\\u{202e}\"\t\\udb40\\udc41\na\nb");
    }
}
