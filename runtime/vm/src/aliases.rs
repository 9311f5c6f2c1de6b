//! Refusal of type aliases that would keep Luau's compiler busy practically forever.
//!
//! Scripts may name types (`type Id = number | string`). Wherever a local or a parameter has such a
//! type, the compiler follows the aliases recursively: once for each alias, and once for each time
//! that a union names it. A hundred thousand aliases in a row overflow the thread's stack, and
//! thirty that each name the previous one twice take minutes; neither can be stopped. Types written
//! by people are far from either.

use std::collections::BTreeMap;

use super::lexer::{Lexer, Token};

/// Maximum length of a chain of aliases.
const DEPTH: usize = 64;
/// Maximum number of aliases followed for one type.
const STEPS: usize = 256;
/// Maximum number of aliases followed for all types of a script together.
const ALL_STEPS: usize = 1 << 18;

/// For each alias, the names to which the compiler may follow it.
type Aliases<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// Why the compiler must not follow the types of a script; `None` if it may.
pub(super) fn refused(source: &str) -> Option<&'static str> {
    if !source.contains("type") {
        return None;
    }
    let aliases = aliases(source);
    let mut left = ALL_STEPS;
    for name in aliases.keys() {
        let mut walk = Walk { aliases: &aliases, path: Vec::new(), steps: STEPS.min(left) };
        let before = walk.steps;
        if !walk.follow(name) {
            return Some("aliases of types name each other too often");
        }
        left -= before - walk.steps;
    }
    None
}

struct Walk<'a> {
    aliases: &'a Aliases<'a>,
    path: Vec<&'a str>,
    steps: usize,
}

impl<'a> Walk<'a> {
    /// Follows an alias as the compiler does. Returns whether that ends within the limits.
    fn follow(&mut self, name: &'a str) -> bool {
        let Some(names) = self.aliases.get(name) else { return true };
        if self.path.contains(&name) {
            return true;
        }
        if self.steps == 0 || self.path.len() == DEPTH {
            return false;
        }
        self.steps -= 1;
        self.path.push(name);
        let ends = names.iter().all(|name| self.follow(name));
        self.path.pop();
        ends
    }
}

/// Reads the aliases of a script. The names to which they are followed may include some that are no
/// types.
fn aliases(source: &str) -> Aliases<'_> {
    let mut aliases = Aliases::new();
    let mut tokens = Tokens::new(source);
    while let Some(token) = tokens.next() {
        if token != Token::Name("type") {
            continue;
        }
        let Some(Token::Name(name)) = tokens.peek else { continue };
        tokens.next();
        if tokens.peek == Some(Token::Symbol(b'<')) {
            tokens.skip(b'<', b'>');
        }
        if tokens.peek == Some(Token::Symbol(b'=')) {
            tokens.next();
            let names = followed(&mut tokens);
            // An alias that is declared twice has the names of both declarations.
            aliases.entry(name).or_default().extend(names);
        }
    }
    aliases
}

/// The names in a type that the compiler follows: not those within tables or in a function's
/// parameters.
fn followed<'a>(tokens: &mut Tokens<'a>) -> Vec<&'a str> {
    let mut names = Vec::new();
    // For each open parenthesis, the number of names before it.
    let mut open: Vec<usize> = Vec::new();
    let mut is_complete = false;
    while let Some(token) = tokens.peek {
        match token {
            Token::Symbol(b'|' | b'&' | b'.' | b',' | b':') => {
                if matches!(token, Token::Symbol(b',' | b':')) && open.is_empty() {
                    break;
                }
                is_complete = false;
            }
            Token::Symbol(b'?') if is_complete => {}
            Token::Symbol(b'<') => {
                tokens.skip(b'<', b'>');
                continue;
            }
            Token::Symbol(b')') if !open.is_empty() => {
                let before = open.pop().unwrap_or_default();
                tokens.next();
                if tokens.peek == Some(Token::Symbol(b'-')) {
                    names.truncate(before);
                }
                is_complete = true;
                continue;
            }
            Token::Symbol(b'-') => {
                tokens.next();
                if tokens.peek != Some(Token::Symbol(b'>')) {
                    break;
                }
                is_complete = false;
            }
            _ if is_complete => break,
            Token::Symbol(b'(') => open.push(names.len()),
            Token::Symbol(b'{') => {
                tokens.skip(b'{', b'}');
                is_complete = true;
                continue;
            }
            Token::Name("typeof") => {
                tokens.next();
                tokens.skip(b'(', b')');
                is_complete = true;
                continue;
            }
            Token::Name(name) => {
                names.push(name);
                is_complete = true;
            }
            Token::String => is_complete = true,
            _ => break,
        }
        tokens.next();
    }
    names
}

/// Tokens with one token of lookahead.
struct Tokens<'a> {
    lexer: Lexer<'a>,
    peek: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    fn new(source: &'a str) -> Self {
        let mut tokens = Tokens { lexer: Lexer::new(source), peek: None };
        tokens.next();
        tokens
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek;
        self.peek = self.lexer.next_token().map(|(_, token)| token);
        token
    }

    /// Skips a bracket and everything within it.
    fn skip(&mut self, opening: u8, closing: u8) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek {
            match token {
                Token::Symbol(symbol) if symbol == opening => depth += 1,
                Token::Symbol(symbol) if symbol == closing => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next();
            if depth == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let source = format!("type A = {body}\nlocal a = 1");
        aliases(&source)["A"].iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_are_those_that_the_compiler_looks_behind() {
        for (body, found) in [
            ("B", "B"),
            ("B | C?", "B C"),
            ("| B | (C | D)", "B C D"),
            ("{ b: B, c: { C } }", ""),
            ("(b: B, c: C) -> D", "D"),
            ("(b: B) -> (C, D)", "C D"),
            ("'b' | \"c\" | D", "D"),
            ("m.B", "m B"),
            ("B<C, { D }>", "B"),
            ("typeof(f(b)) | C", "C"),
            ("<T>(T) -> B", "B"),
        ] {
            assert_eq!(names(body).join(" "), found, "{body}");
        }
        assert!(aliases("local type = 1 type = 2 print(type(x)) type (y)").is_empty());
        assert!(aliases("export type A<T> = B").contains_key("A"));
    }

    #[test]
    fn types_as_people_write_them_are_followed() {
        for source in [
            "type Id = number | string\nlocal id: Id = 1",
            "type Tree = { left: Tree?, right: Tree? } | nil",
            "type Json = nil | boolean | number | string | { Json } | { [string]: Json }",
            "type A = B | C type B = C | A type C = A | B",
        ] {
            assert_eq!(refused(source), None, "{source}");
        }
    }

    #[test]
    fn aliases_that_would_take_for_ever_are_refused() {
        let chain = |count: usize, body: &str| {
            let link = |at: usize| {
                format!("type T{at} = {}\n", body.replace('$', &format!("T{}", at - 1)))
            };
            (1..count).map(link).fold("type T0 = number\n".to_owned(), |all, it| all + &it)
        };
        assert_eq!(refused(&chain(60, "$")), None);
        assert!(refused(&chain(100, "$")).is_some());
        assert!(refused(&chain(30, "$ | $")).is_some());
        assert!(refused(&chain(30, "($ | nil) | $")).is_some());
        let knot: String = (0..12)
            .map(|at| {
                let all: Vec<String> = (0..12).map(|other| format!("T{other}")).collect();
                format!("type T{at} = {}\n", all.join(" | "))
            })
            .collect();
        assert!(refused(&knot).is_some());
    }
}
