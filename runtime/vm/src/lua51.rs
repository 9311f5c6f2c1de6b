//! Lua 5.1 compatibility: translates the syntax that Lua 5.1 accepts and Luau rejects.

use std::borrow::Cow;

use super::lexer::{Lexer, Token};
use super::source::begins_statement;

/// Translates a Lua 5.1 script to Luau. Line numbers stay the same.
pub(super) fn translate(source: &str) -> Cow<'_, str> {
    match escapes(source) {
        Cow::Borrowed(same) => varargs(same),
        Cow::Owned(text) => Cow::Owned(varargs(&text).into_owned()),
    }
}

/// Removes the backslash of escapes that Lua 5.1 does not know and Luau refuses: in Lua 5.1 a
/// string such as `"\u4e2d"`, copied from JSON, is `u4e2d`.
fn escapes(source: &str) -> Cow<'_, str> {
    without_escapes(source, |rest| {
        let hex = |end: usize| rest[1..].bytes().take(end).filter(u8::is_ascii_hexdigit);
        match rest.as_bytes().first() {
            Some(b'u') => !rest[1..].starts_with('{'),
            Some(b'x') => hex(2).count() < 2,
            _ => false,
        }
    })
}

/// Takes the backslash from the escapes of quoted strings that are none, by what `is_none` says of
/// the text behind the backslash, up to the end of the string.
pub fn without_escapes(source: &str, is_none: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let (mut kept, mut from) = (String::new(), 0);
    let mut lexer = Lexer::new(source);
    while let Some((start, token)) = lexer.next_token() {
        let text = &source[start..lexer.position()];
        if token != Token::String || !text.starts_with(['"', '\'']) {
            continue;
        }
        let mut at = 0;
        while let Some(found) = text[at..].find('\\') {
            at += found;
            let rest = &text[at + 1..];
            if is_none(rest) {
                kept.push_str(&source[from..start + at]);
                from = start + at + 1;
            }
            // A second backslash begins no escape of its own.
            at += 1 + rest.chars().next().map_or(0, char::len_utf8);
        }
    }
    if from == 0 {
        return source.into();
    }
    kept.push_str(&source[from..]);
    kept.into()
}

/// What an `end` or `until` closes.
enum Open {
    Block,
    Repeat,
    Function(Function),
}

/// A function whose end has not come yet.
#[derive(Default)]
struct Function {
    /// Where its body begins, if it takes `...`.
    body: Option<usize>,
    /// Whether it has a parameter `arg`.
    named: bool,
    dots: bool,
    arg: bool,
}

/// Blocks within each other beyond which Luau refuses a script, and nothing here needs to look at
/// it.
const DEEPEST: usize = 2000;

/// Gives `arg`, the table of what came in the place of `...` and its number `n`, to functions that
/// use it and not `...`: those had it in Lua 5.1.
fn varargs(source: &str) -> Cow<'_, str> {
    let mut bodies = Vec::new();
    let mut open = Vec::new();
    let mut lexer = Lexer::new(source);
    let (mut before, mut dots) = (None, 0);
    while let Some((_, token)) = lexer.next_token() {
        if open.len() > DEEPEST {
            return source.into();
        }
        dots = if token == Token::Symbol(b'.') { dots + 1 } else { 0 };
        if dots == 3
            && let Some(function) = innermost(&mut open)
        {
            function.dots = true;
        }
        if let Token::Name(name) = token {
            match name {
                "function" => open.push(Open::Function(parameters(&mut lexer))),
                "do" => open.push(Open::Block),
                "if" if begins_statement(before) => open.push(Open::Block),
                "repeat" => open.push(Open::Repeat),
                "until" if matches!(open.last(), Some(Open::Repeat)) => drop(open.pop()),
                "end" => {
                    if let Some(Open::Function(Function {
                        body: Some(at),
                        dots: false,
                        arg: true,
                        ..
                    })) = open.pop()
                    {
                        bodies.push(at);
                    }
                }
                "arg" if !matches!(before, Some(Token::Symbol(b'.' | b':'))) => uses_arg(&mut open),
                _ => {}
            }
        }
        before = Some(token);
    }
    if bodies.is_empty() {
        return source.into();
    }
    bodies.sort_unstable();
    let mut text = String::with_capacity(source.len() + 48 * bodies.len());
    let mut from = 0;
    for at in bodies {
        text.push_str(&source[from..at]);
        text.push_str(" local arg = {n = select(\"#\", ...), ...} ");
        from = at;
    }
    text.push_str(&source[from..]);
    text.into()
}

fn innermost(open: &mut [Open]) -> Option<&mut Function> {
    open.iter_mut().rev().find_map(|open| match open {
        Open::Function(function) => Some(function),
        _ => None,
    })
}

/// The innermost function that could have it is meant by `arg`.
fn uses_arg(open: &mut [Open]) {
    for open in open.iter_mut().rev() {
        let Open::Function(function) = open else { continue };
        if function.named {
            return;
        }
        if function.body.is_some() && !function.dots {
            function.arg = true;
            return;
        }
    }
}

/// Reads a function's name and parameters.
fn parameters(lexer: &mut Lexer<'_>) -> Function {
    let mut function = Function::default();
    let mut dots = 0;
    while let Some((_, token)) = lexer.next_token() {
        dots = if token == Token::Symbol(b'.') { dots + 1 } else { 0 };
        match token {
            Token::Symbol(b')') => {
                // Three in a row are only there where they stand for the rest.
                if function.dots {
                    function.body = Some(lexer.position());
                }
                break;
            }
            Token::Name("arg") => function.named = true,
            _ => function.dots |= dots == 3,
        }
    }
    function.dots = false;
    function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_that_lua_5_1_does_not_know_are_the_letters() {
        for (source, plain) in [
            (r#"x = "\u4e2d\\u4e2d\xzz" .. '\x4'"#, r#"x = "u4e2d\\u4e2dxzz" .. 'x4'"#),
            (r#"x = "\u{4e2d}\x41\n\"\065""#, r#"x = "\u{4e2d}\x41\n\"\065""#),
            (r#"-- "\u4e2d" and [[\u4e2d]]"#, r#"-- "\u4e2d" and [[\u4e2d]]"#),
            (r#"x = [[\u4e2d]]"#, r#"x = [[\u4e2d]]"#),
        ] {
            assert_eq!(escapes(source), plain);
        }
    }

    #[test]
    fn functions_of_lua_5_1_find_what_they_were_given_in_arg() {
        let given = r##" local arg = {n = select("#", ...), ...} "##;
        for (source, with) in [
            ("function f(a, ...) return arg.n end", "function f(a, ...)@ return arg.n end"),
            (
                "local f = function(...) if x then g(unpack(arg)) end end",
                "local f = function(...)@ if x then g(unpack(arg)) end end",
            ),
            // What uses `...` had none, neither had what takes none, nor a chunk.
            (
                "function f(...) local arg = {...} return arg end",
                "function f(...) local arg = {...} return arg end",
            ),
            (
                "function f(arg) return arg end print(arg)",
                "function f(arg) return arg end print(arg)",
            ),
            (
                "function f(...) return t.arg, t:arg(), 'arg' end",
                "function f(...) return t.arg, t:arg(), 'arg' end",
            ),
            // Functions within use that of the function around them.
            (
                "function f(...)\nlocal function g(x) return arg[x] end\nreturn g end",
                "function f(...)@\nlocal function g(x) return arg[x] end\nreturn g end",
            ),
            (
                "function f(...) return function(...) repeat until arg[1] return arg end end",
                "function f(...) return function(...)@ repeat until arg[1] return arg end end",
            ),
            (
                "function t.a:b(...) for _, v in ipairs(arg) do p(v) end end",
                "function t.a:b(...)@ for _, v in ipairs(arg) do p(v) end end",
            ),
            ("function f(...) return arg", "function f(...) return arg"),
        ] {
            assert_eq!(varargs(source), with.replace('@', given));
        }
    }
}
