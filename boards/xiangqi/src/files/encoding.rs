//! Detection of the text encodings that Chinese programs write.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use crate::notation::looks_like_move;

/// Decodes text; `None` if the bytes are not text. A byte order mark decides; otherwise valid UTF-8
/// is UTF-8, and else the most likely of GB18030, Big5 and damaged UTF-8 wins: the one with the
/// most words that look like moves and the fewest invalid characters, GB18030 in a tie.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Some(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned());
    }
    if let Some(encoding) = utf_16(bytes) {
        let text = encoding.decode_without_bom_handling(bytes).0.into_owned();
        let is_text = |c: char| c.is_whitespace() || !c.is_control() && c != '\u{fffd}';
        return text.chars().all(is_text).then_some(text);
    }
    if bytes.contains(&0) {
        return None;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let texts = [GB18030, UTF_8, BIG5]
        .map(|encoding| encoding.decode_without_bom_handling(bytes).0.into_owned());
    // `max_by_key` returns the last of equal elements, hence the reversal.
    texts.into_iter().rev().max_by_key(|text| likelihood(text))
}

/// UTF-16 without a byte order mark: in its tags and spaces, every other byte is zero.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    match bytes.len() {
        length if length < 8 || length % 2 == 1 => None,
        length if even == 0 && odd > length / 8 => Some(UTF_16LE),
        length if odd == 0 && even > length / 8 => Some(UTF_16BE),
        _ => None,
    }
}

/// A plausibility score of decoded text.
fn likelihood(text: &str) -> i64 {
    let moves = text.split_whitespace().filter(|word| !word.is_ascii() && looks_like_move(word));
    let broken = text.chars().filter(|&letter| letter == char::REPLACEMENT_CHARACTER);
    4 * moves.count() as i64 - broken.count() as i64
}

/// Decodes GB18030 up to the first zero byte.
pub(super) fn gb18030(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    GB18030.decode_without_bom_handling(&bytes[..end]).0.into_owned()
}

/// Decodes little-endian UTF-16 up to the first zero.
pub(super) fn utf_16_low_first(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}
