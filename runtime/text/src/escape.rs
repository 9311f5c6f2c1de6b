//! Text of others in lines that people and programs read: a log, a terminal.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};

use super::kinds::is_hidden;

/// Writes everything that is not seen as an escape: control characters (ends of lines among them),
/// those that change the direction of others, and all that is drawn as nothing. What is left stands
/// on one line, is in the order in which it is read, and says all that there is.
///
/// Escapes are those of JSON, so that what is JSON stays so and means the same.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_but(text, &[])
}

/// The same for a text of several lines, the ends of which stay, and tabs.
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape_but(text, &['\n', '\t'])
}

fn escape_but<'a>(text: &'a str, plain: &[char]) -> Cow<'a, str> {
    let hidden = |c: char| !matches!(c, ' '..='~') && !plain.contains(&c) && is_hidden(c);
    let Some(first) = text.find(hidden) else { return Cow::Borrowed(text) };
    let mut escaped = String::with_capacity(text.len() + 16);
    escaped.push_str(&text[..first]);
    for c in text[first..].chars() {
        if !hidden(c) {
            escaped.push(c);
            continue;
        }
        match c {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // A string takes everything.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(escaped)
}

/// What a value says, escaped as [`escape`] does.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.pad(&escape(&self.0.to_string()))
    }
}
