//! Just enough of Rust's syntax for the rules of the tree: which bytes are code, which code is
//! test code, and where each function begins and ends.
//!
//! Every function here gives text of the same length with the same line breaks, so that positions
//! in it are positions in the file.

use std::ops::Range;

/// The source with comments and the contents of literals blanked.
pub fn code_only(source: &str) -> String {
    let mut out = source.as_bytes().to_vec();
    for (_, range) in pieces(source) {
        blank(&mut out, range);
    }
    // Blanking replaces whole characters' bytes by spaces, never a part of a character.
    String::from_utf8(out).unwrap_or_default()
}

/// The characters in each line, those inside of literals not counted: a message or a script may
/// stand in one piece where it can be searched for.
pub fn line_lengths(source: &str) -> Vec<usize> {
    let mut counted = vec![true; source.len()];
    for (_, range) in pieces(source).into_iter().filter(|(piece, _)| *piece == Piece::Literal) {
        counted[range].fill(false);
    }
    let mut start = 0;
    let count = |line: &str| {
        let text = line.trim_end_matches(['\n', '\r']);
        let length = text.char_indices().filter(|(at, _)| counted[start + at]).count();
        start += line.len();
        length
    };
    source.split_inclusive('\n').map(count).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Comment,
    Literal,
}

/// Where comments and the contents of literals lie.
fn pieces(source: &str) -> Vec<(Piece, Range<usize>)> {
    let (bytes, mut found, mut at) = (source.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let previous = if at == 0 { b' ' } else { bytes[at - 1] };
        let Some((keep, length)) = literal_or_comment(&bytes[at..], previous) else {
            at += 1;
            continue;
        };
        let piece = if keep == 0 { Piece::Comment } else { Piece::Literal };
        found.push((piece, at + keep..at + length));
        at += length;
    }
    found
}

/// How many first bytes to keep, and the whole length, of the comment or literal that begins here.
fn literal_or_comment(rest: &[u8], previous: u8) -> Option<(usize, usize)> {
    if rest.starts_with(b"//") {
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        return Some((0, end));
    }
    if rest.starts_with(b"/*") {
        return Some((0, block_comment_length(rest)));
    }
    if rest[0] == b'"' {
        return Some((1, string_length(rest)));
    }
    if rest[0] == b'\'' {
        return char_length(rest).map(|length| (1, length));
    }
    let begins_a_word = !is_word(previous);
    let prefix = if rest.starts_with(b"br") || rest.starts_with(b"cr") { 2 } else { 1 };
    if begins_a_word && rest[prefix - 1] == b'r' {
        return raw_string_length(rest, prefix).map(|length| (prefix, length));
    }
    None
}

fn block_comment_length(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// Length of the string literal that begins with the quote at 0.
fn string_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// Length of the character literal that begins with the quote at 0; `None` for a lifetime.
fn char_length(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        // The escaped character may be a quote; the closing quote comes after it.
        let end = rest.iter().skip(3).position(|&b| b == b'\'')?;
        return Some(3 + end + 1);
    }
    let text = std::str::from_utf8(rest.get(1..rest.len().min(6))?);
    let first = match text {
        Ok(text) => text.chars().next()?.len_utf8(),
        Err(e) if e.valid_up_to() > 0 => {
            std::str::from_utf8(&rest[1..=e.valid_up_to()]).ok()?.chars().next()?.len_utf8()
        }
        Err(_) => return None,
    };
    (rest.get(1 + first) == Some(&b'\'')).then_some(first + 2)
}

/// Length of the raw string whose `r` ends at `prefix`; `None` for `r#ident` and plain words.
fn raw_string_length(rest: &[u8], prefix: usize) -> Option<usize> {
    let hashes = rest[prefix..].iter().take_while(|&&b| b == b'#').count();
    if rest.get(prefix + hashes) != Some(&b'"') {
        return None;
    }
    let mut end = vec![b'"'];
    end.resize(1 + hashes, b'#');
    let body = prefix + hashes + 1;
    let found = rest[body..].windows(end.len()).position(|window| window == end);
    Some(found.map_or(rest.len(), |at| body + at + end.len()))
}

/// Code (as [`code_only`] gives it) with every item under `#[cfg(test)]` or `#[test]` blanked.
pub fn without_tests(code: &str) -> String {
    let mut out = code.as_bytes().to_vec();
    for marker in ["#[cfg(test)]", "#[cfg(all(test,", "#[cfg(any(test,", "#[test]"] {
        for (at, _) in code.match_indices(marker) {
            blank(&mut out, at..item_end(code.as_bytes(), at));
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Where the item that begins with an attribute at `start` ends: after its block or its `;`.
fn item_end(code: &[u8], start: usize) -> usize {
    let (mut depth, mut at) = (0_i32, start);
    while at < code.len() {
        match code[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b';' if depth == 0 => return at + 1,
            b'{' if depth == 0 => return block_end(code, at),
            _ => {}
        }
        at += 1;
    }
    code.len()
}

/// Where the block that opens at `open` ends.
fn block_end(code: &[u8], open: usize) -> usize {
    let mut depth = 0_i32;
    for (at, &byte) in code.iter().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// Positions at which `word` stands in `code` as a whole word.
pub fn words(code: &str, word: &str) -> Vec<usize> {
    let bytes = code.as_bytes();
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || !is_word(bytes[at - 1]))
        .filter(|&at| bytes.get(at + word.len()).is_none_or(|&b| !is_word(b)))
        .collect()
}

/// Positions at which the path `a::b` is named, be it as `a::b` or as `a::{…, b, …}`.
pub fn paths(code: &str, path: &str) -> Vec<usize> {
    let mut found = words(code, path);
    if let Some((parent, name)) = path.rsplit_once("::") {
        let opening = format!("{parent}::{{");
        for (at, _) in code.match_indices(&opening) {
            let group = at..block_end(code.as_bytes(), at + opening.len() - 1);
            found.extend(words(&code[group], name).into_iter().map(|inside| at + inside));
        }
    }
    found
}

/// The line, from 1, of a position.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn blank(bytes: &mut [u8], range: Range<usize>) {
    let end = range.end.min(bytes.len());
    for byte in &mut bytes[range.start.min(end)..end] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `code_only` with runs of blanks shortened, to be readable.
    fn code(source: &str) -> String {
        let out = code_only(source);
        assert_eq!(out.len(), source.len());
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(code("a // b\nc"), "a c");
        assert_eq!(code("a /* b /* c */ d */ e"), "a e");
        assert_eq!(code(r#"a("b \" // c") d"#), "a(\" ) d");
        assert_eq!(code(r##"a(r#"b " c"#) d"##), "a(r ) d");
        assert_eq!(code(r#"a(b"c", br"d") e"#), "a(b\" , br ) e");
        assert_eq!(code("f('x', '\\'', '將', '\"') + g"), "f(' , ' , ' , ' ) + g");
    }

    #[test]
    fn line_lengths_leave_out_the_contents_of_literals() {
        assert_eq!(line_lengths("ab\r\n\n// 象棋\n"), [2, 0, 5]);
        assert_eq!(line_lengths("f(\"long\", x);\ng(r\"one\ntwo\");\n"), [8, 3, 2]);
    }

    #[test]
    fn lifetimes_and_raw_names_stay() {
        assert_eq!(code("fn f<'a>(x: &'a str, r#type: u8)"), "fn f<'a>(x: &'a str, r#type: u8)");
        assert_eq!(code("for r in br {}"), "for r in br {}");
    }

    #[test]
    fn test_items_are_blanked() {
        let source = "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { c([1; 2]); } }\nfn d() {}\n\
                      #[cfg(test)]\nmod other;\n#[test]\nfn e() {}\nfn f() {}\n";
        let out = without_tests(&code_only(source));
        let lines: Vec<_> = words(&out, "fn").into_iter().map(|at| line_of(&out, at)).collect();
        assert_eq!(lines, [1, 4, 9], "of `a`, `d` and `f`");
    }

    #[test]
    fn paths_are_found_in_groups() {
        assert_eq!(paths("std::fs::read; xstd::fs", "std::fs"), [0]);
        assert_eq!(paths("use std::{fmt, fs::File, offs};", "std::fs"), [16 - 1]);
        assert_eq!(paths("use std::{fmt}; fs", "std::fs"), [] as [usize; 0]);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(words("unwrap unwrap_or a.unwrap()", "unwrap"), [0, 19]);
    }
}
