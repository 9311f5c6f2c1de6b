//! In which encoding a text is saved, as far as its first bytes tell.

use std::fmt;

/// Bytes at the beginning that are looked at.
const LOOKED_AT: usize = 1024;

/// An encoding in which no tool of this program reads a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WideText {
    /// UTF-16, the lower byte of each unit first, as Windows writes it.
    Utf16Le,
    /// UTF-16, the higher byte first.
    Utf16Be,
    /// UTF-32 of either order.
    Utf32,
}

impl fmt::Display for WideText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Utf16Le => "UTF-16 (little-endian, which Windows calls Unicode)",
            Self::Utf16Be => "UTF-16 (big-endian)",
            Self::Utf32 => "UTF-32",
        };
        write!(f, "the text is saved as {name}: save it as UTF-8")
    }
}

/// Refuses a text of units of two or four bytes, which scripts and settings never are on purpose:
/// by its mark, or, where it has none, by the zeros between its letters.
///
/// # Errors
/// The encoding.
pub fn check(bytes: &[u8]) -> Result<(), WideText> {
    let found = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some(WideText::Utf32),
        [0xff, 0xfe, ..] => Some(WideText::Utf16Le),
        [0xfe, 0xff, ..] => Some(WideText::Utf16Be),
        _ => by_zeros(&bytes[..bytes.len().min(LOOKED_AT)]),
    };
    found.map_or(Ok(()), Err)
}

/// The encoding of a text without a mark: ASCII letters have a zero on one side.
fn by_zeros(bytes: &[u8]) -> Option<WideText> {
    let zeros = |at: usize| bytes.iter().skip(at).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    // A single zero is a slip in a text of bytes; in wide texts a quarter of all is zero, since
    // code and keys are ASCII.
    let many = (bytes.len() / 8).max(2);
    match (even, odd) {
        _ if even + odd >= bytes.len() / 2 + many => Some(WideText::Utf32),
        (0, odd) if odd >= many => Some(WideText::Utf16Le),
        (even, 0) if even >= many => Some(WideText::Utf16Be),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_texts_are_known_with_and_without_a_mark() {
        let text = "local name = '奸雄' -- and so on\n";
        let wide: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = wide.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let four: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        assert_eq!(check(&little), Err(WideText::Utf16Le));
        assert_eq!(check(&big), Err(WideText::Utf16Be));
        assert_eq!(check(&four), Err(WideText::Utf32));
        assert_eq!(check(&[&[0xff, 0xfe], &*little].concat()), Err(WideText::Utf16Le));
        assert_eq!(check(&[&[0xfe, 0xff], &*big].concat()), Err(WideText::Utf16Be));
        assert_eq!(check(&[&[0xff, 0xfe, 0, 0], &*four].concat()), Err(WideText::Utf32));
        let message = WideText::Utf16Le.to_string();
        assert!(message.contains("UTF-16") && message.contains("UTF-8"), "{message}");
    }

    #[test]
    fn texts_of_bytes_are_taken() {
        for bytes in [
            &b""[..],
            b"x",
            b"local x = 1",
            "local x = '奸雄'".as_bytes(),
            &[0xb9, 0xc5, 0xd5, 0xdf],
            b"\xef\xbb\xbfx = 1",
            b"a\0b is a slip in a longer text, which the compiler tells of",
        ] {
            assert_eq!(check(bytes), Ok(()), "{bytes:?}");
        }
    }
}
