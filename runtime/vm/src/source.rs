//! Preparation of a script's text for the compiler.
//!
//! * A byte-order mark and a `#!` line are removed; line numbers stay.
//! * `for k, v in t do` becomes `for k, v in (""):__each(t) do`, so that Luau's iteration of a bare
//!   table, whose order depends on memory addresses for reference keys, is the host's ordered one.
//!   (A method of strings cannot be shadowed by a local or an environment.) Loops over `pairs(...)`
//!   and `ipairs(...)` stay as they are: those functions are the host's already.
//! * The names a script uses are collected: all but the sealed library names must be looked up when
//!   they are used, not when the script is loaded, because a map's scripts share their globals.

use std::collections::BTreeSet;

use super::lexer::{Lexer, Token};

/// A script ready for the compiler.
pub(super) struct Prepared {
    /// The text to compile.
    pub(super) text: String,
    /// Every identifier in it.
    pub(super) names: BTreeSet<String>,
}

/// Removes a byte-order mark, and makes a comment of a first line that starts with `#!`.
pub(super) fn plain(source: &str) -> std::borrow::Cow<'_, str> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    match source.strip_prefix("#!") {
        Some(rest) => format!("--{rest}").into(),
        None => source.into(),
    }
}

enum Open {
    /// An `in` whose `do` has not come yet, and whether its list is wrapped.
    In(bool),
    Block,
    Repeat,
}

/// Whether an `if` after this token begins a statement (which an `end` closes) or an expression.
pub(super) fn begins_statement(before: Option<Token<'_>>) -> bool {
    match before {
        None | Some(Token::Number | Token::String) => true,
        Some(Token::Name(name)) => !matches!(
            name,
            "and" | "or" | "not" | "return" | "in" | "if" | "elseif" | "while" | "until"
        ),
        Some(Token::Symbol(symbol)) => matches!(symbol, b')' | b'}' | b']' | b';'),
        Some(Token::Unfinished) => true,
    }
}

/// Prepares `source`, to which [`plain`] has been applied.
pub(super) fn prepare(source: &str) -> Prepared {
    let mut names = BTreeSet::new();
    let mut edits: Vec<(usize, &str)> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut waiting = 0_usize;
    let mut before = None;
    let mut lexer = Lexer::new(source);
    while let Some((start, token)) = lexer.next_token() {
        if let Token::Name(name) = token {
            names.insert(name.to_owned());
            match name {
                "in" => {
                    let end = start + name.len();
                    let wrapped = !lexer.peek_call("pairs") && !lexer.peek_call("ipairs");
                    if wrapped {
                        edits.push((end, " (\"\"):__each("));
                    }
                    open.push(Open::In(wrapped));
                    waiting += 1;
                }
                "do" => {
                    if let Some(Open::In(wrapped)) = open.last() {
                        if *wrapped {
                            edits.push((start, ") "));
                        }
                        open.pop();
                        waiting -= 1;
                    }
                    if waiting > 0 {
                        open.push(Open::Block);
                    }
                }
                "function" if waiting > 0 => open.push(Open::Block),
                "if" if waiting > 0 && begins_statement(before) => open.push(Open::Block),
                "repeat" if waiting > 0 => open.push(Open::Repeat),
                "until" if matches!(open.last(), Some(Open::Repeat)) => drop(open.pop()),
                "end" if matches!(open.last(), Some(Open::Block)) => drop(open.pop()),
                _ => {}
            }
        }
        before = Some(token);
    }
    let text = if waiting == 0 { apply(source, &edits) } else { source.to_owned() };
    Prepared { text, names }
}

fn apply(source: &str, edits: &[(usize, &str)]) -> String {
    let mut text = String::with_capacity(source.len() + 16 * edits.len());
    let mut from = 0;
    for (at, insert) in edits {
        text.push_str(&source[from..*at]);
        text.push_str(insert);
        from = *at;
    }
    text.push_str(&source[from..]);
    text
}

/// A hint on what an author who typed with a Chinese input method may have got wrong on `line`
/// (from 1).
pub(super) fn hint(source: &str, line: u32) -> Option<String> {
    let mut lexer = Lexer::new(source);
    let mut first = None;
    while let Some((start, token)) = lexer.next_token() {
        let Token::Symbol(byte) = token else { continue };
        if byte.is_ascii() {
            continue;
        }
        let found = source[start..].chars().next()?;
        let at = 1 + source[..start].matches('\n').count() as u32;
        first = first.or(Some((at, found)));
        if at == line {
            return Some(describe(found));
        }
    }
    let (at, found) = first?;
    Some(format!("line {at}: {}", describe(found)))
}

fn describe(found: char) -> String {
    let ascii = match found {
        '，' => ',',
        '；' => ';',
        '：' => ':',
        '（' => '(',
        '）' => ')',
        '＝' => '=',
        '．' | '。' => '.',
        '“' | '”' | '＂' => '"',
        '‘' | '’' | '＇' => '\'',
        '【' | '［' => '[',
        '】' | '］' => ']',
        '｛' => '{',
        '｝' => '}',
        '＋' => '+',
        '－' | '—' | '–' => '-',
        '＊' | '×' => '*',
        '／' | '÷' => '/',
        '＜' | '《' => '<',
        '＞' | '》' => '>',
        '＃' => '#',
        '～' => '~',
        '％' => '%',
        '\u{3000}' | '\u{a0}' => {
            return format!("U+{:04X} is a wide space: use an ordinary one", found as u32);
        }
        _ if found.is_alphanumeric() => {
            return format!(
                "'{found}' cannot be part of a name: names use A-Z, a-z, 0-9 and _; put other text in quotes"
            );
        }
        _ => {
            return format!("'{found}' (U+{:04X}) is not part of the language", found as u32);
        }
    };
    format!("'{found}' is full-width punctuation: write '{ascii}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(source: &str) -> String {
        prepare(source).text
    }

    #[test]
    fn wraps_generic_loops_only() {
        let same = [
            "for i = 1, 3 do end",
            "for k, v in pairs(t) do end",
            "for i, v in ipairs (t) do end",
            "-- for k in t do\nlocal s = 'for k in t do' .. [[ in t do ]] .. `in do {1}`",
        ];
        for source in same {
            assert_eq!(rewritten(source), source);
        }
        assert_eq!(rewritten("for k in t do end"), "for k in (\"\"):__each( t ) do end");
        assert_eq!(
            rewritten(
                "for k in f(function() for i = 1, 2 do end while x do end if a then b() end end) do end"
            ),
            "for k in (\"\"):__each( f(function() for i = 1, 2 do end while x do end if a then b() end end) ) do end"
        );
        assert_eq!(
            rewritten("for k in if a then b else c do f() end"),
            "for k in (\"\"):__each( if a then b else c ) do f() end"
        );
        assert_eq!(
            rewritten("for k in g(function() for v in u do end end) do end"),
            "for k in (\"\"):__each( g(function() for v in (\"\"):__each( u ) do end end) ) do end"
        );
        assert_eq!(
            rewritten("for k in t -- do\ndo end"),
            "for k in (\"\"):__each( t -- do\n) do end"
        );
    }

    #[test]
    fn leaves_broken_source_to_the_compiler() {
        assert_eq!(rewritten("for k in t"), "for k in t");
        assert_eq!(rewritten("x = 'abc"), "x = 'abc");
    }

    #[test]
    fn collects_names_everywhere() {
        let names = prepare("local a = b.c; d(`{e}`) -- f\n").names;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e", "local"]);
    }

    #[test]
    fn hints_name_the_character() {
        assert_eq!(
            hint("x = 1\nf(1，2)", 2).as_deref(),
            Some("'，' is full-width punctuation: write ','")
        );
        assert!(hint("local 红 = 1", 1).unwrap().contains("cannot be part of a name"));
        assert_eq!(hint("x = '，'", 1), None);
        assert!(hint("x ＝ 1\ny()", 2).unwrap().starts_with("line 1: "));
    }
}
