//! A script as a list of tokens, for analysis without running it.

use std::collections::BTreeSet;

use fangqi_vm::{Lexer, Token};

/// Maximum number of parts of one name or concatenation, and of tokens of one call, that are
/// examined, so that analysis takes time linear in the length of any script.
const PARTS_MAX: usize = 64;
const ARGUMENTS_MAX: usize = 256;

/// A script's tokens, each with its text.
pub(crate) struct Tokens<'a> {
    tokens: Vec<(Token<'a>, &'a str)>,
    /// For each token, the index of the brace that opens the innermost list around it.
    lists: Vec<Option<usize>>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn read(source: &'a str) -> Self {
        let mut lexer = Lexer::new(source);
        let (mut tokens, mut lists) = (Vec::new(), Vec::new());
        let mut open = Vec::new();
        while let Some((start, token)) = lexer.next_token() {
            if token == Token::Symbol(b'}') {
                open.pop();
            }
            lists.push(open.last().copied());
            if token == Token::Symbol(b'{') {
                open.push(tokens.len());
            }
            tokens.push((token, &source[start..lexer.position()]));
        }
        Self { tokens, lists }
    }

    /// All tokens with their indices and texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Token<'a>, &'a str)> {
        self.tokens.iter().enumerate().map(|(at, (token, text))| (at, *token, *text))
    }

    pub(crate) fn is_sign(&self, at: Option<usize>, sign: u8) -> bool {
        at.and_then(|at| self.tokens.get(at))
            .is_some_and(|(token, _)| *token == Token::Symbol(sign))
    }

    pub(crate) fn name(&self, at: Option<usize>) -> Option<&'a str> {
        match at.and_then(|at| self.tokens.get(at))?.0 {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The value of a token that is a whole number.
    pub(crate) fn number(&self, at: usize) -> Option<u64> {
        let (token, text) = self.tokens.get(at)?;
        if *token == Token::Number { text.parse().ok() } else { None }
    }

    /// The text of a string literal in quotes without escapes, or in long brackets.
    pub(crate) fn text(&self, at: usize) -> Option<&'a str> {
        let (token, literal) = self.tokens.get(at)?;
        if *token == Token::String { plain(literal) } else { None }
    }

    /// Whether `==` or `~=` begins at a token.
    fn compares(&self, at: Option<usize>) -> bool {
        let next = at.map(|at| at + 1);
        (self.is_sign(at, b'=') || self.is_sign(at, b'~')) && self.is_sign(next, b'=')
    }

    /// The first token of the dotted name or concatenation that ends at a token.
    pub(crate) fn start(&self, mut at: usize) -> usize {
        for _ in 0..PARTS_MAX {
            let dot = |back: usize| self.is_sign(at.checked_sub(back), b'.');
            match (dot(1), dot(2)) {
                (true, true) if at >= 3 => at -= 3,
                (true, false) if at >= 2 && self.name(Some(at)).is_some() => at -= 2,
                _ => break,
            }
        }
        at
    }

    /// The last token of the dotted name that begins at a token.
    fn end(&self, mut at: usize) -> usize {
        while self.is_sign(Some(at + 1), b'.') && self.name(Some(at + 2)).is_some() {
            at += 2;
        }
        at
    }

    /// The tokens with which a token is compared; of dotted names, the last parts.
    pub(crate) fn compared_with(&self, at: usize) -> impl Iterator<Item = usize> {
        let left = self.start(at).checked_sub(2);
        let left = left.filter(|left| self.compares(Some(*left))).and_then(|at| at.checked_sub(1));
        let right = self.compares(Some(at + 1)).then(|| self.end(at + 3));
        left.into_iter().chain(right)
    }

    /// Whether a token is the key of a table entry, in brackets.
    pub(crate) fn is_key(&self, at: usize) -> bool {
        self.is_sign(self.start(at).checked_sub(1), b'[') && self.is_sign(Some(at + 1), b']')
    }

    /// The last part of the name to which a literal is assigned, alone or in a list.
    pub(crate) fn assigned(&self, at: usize) -> Option<&'a str> {
        let mut before = self.start(at).checked_sub(1)?;
        if !self.is_sign(Some(before), b'=') {
            before = self.lists.get(at).copied().flatten()?.checked_sub(1)?;
        }
        let name = before.checked_sub(1);
        if self.is_sign(Some(before), b'=') { self.name(name) } else { None }
    }

    /// The last parts of all names that are compared with something.
    pub(crate) fn compared_names(&self) -> BTreeSet<&'a str> {
        let compared = (0..self.tokens.len()).filter(|at| self.compares(Some(*at)));
        let sides = compared.flat_map(|at| [at.checked_sub(1), Some(self.end(at + 2))]);
        sides.filter_map(|at| self.name(at)).collect()
    }

    /// The tokens between a parenthesis and the one that closes it; none if that is too far away.
    pub(crate) fn within(&self, open: usize) -> std::ops::Range<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len().min(open + ARGUMENTS_MAX) {
            if self.is_sign(Some(at), b'(') {
                depth += 1;
            } else if self.is_sign(Some(at), b')') {
                depth -= 1;
                if depth == 0 {
                    return open + 1..at;
                }
            }
        }
        open..open
    }

    /// The arguments of the call whose parenthesis opens at a token; none if its end is too far
    /// away.
    pub(crate) fn arguments(&self, open: usize) -> Vec<std::ops::Range<usize>> {
        let within = self.within(open);
        let (mut arguments, mut begun, mut depth) = (Vec::new(), within.start, 0_usize);
        for at in within.clone() {
            match self.tokens[at].0 {
                Token::Symbol(b'(' | b'{' | b'[') => depth += 1,
                Token::Symbol(b')' | b'}' | b']') => depth = depth.saturating_sub(1),
                Token::Symbol(b',') if depth == 0 => {
                    arguments.push(begun..at);
                    begun = at + 1;
                }
                _ => {}
            }
        }
        if !within.is_empty() {
            arguments.push(begun..within.end);
        }
        arguments
    }

    /// The method or function called at a token after a colon or dot: the name before that, its own
    /// name, and whether the call passes the table (`a:b()`).
    pub(crate) fn call(&self, at: usize) -> Option<(Option<&'a str>, &'a str, bool)> {
        let name = self.name(Some(at))?;
        let passes = self.is_sign(at.checked_sub(1), b':');
        let called = self.is_sign(Some(at + 1), b'(');
        let of_table = passes || self.is_sign(at.checked_sub(1), b'.');
        (called && of_table).then(|| (self.name(at.checked_sub(2)), name, passes))
    }
}

/// The text of a string literal in quotes without escapes, or in long brackets.
fn plain(literal: &str) -> Option<&str> {
    let long = literal.strip_prefix("[[").and_then(|text| text.strip_suffix("]]"));
    if long.is_some() {
        return long;
    }
    let quote = literal.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains('\\')).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_belong_to_the_innermost_list_or_the_name_before_them() {
        let source = "t = { 1, { 2 }, k = 3, 4 } u = 5 f({ 6 })";
        let tokens = Tokens::read(source);
        let numbers = (0..tokens.tokens.len()).filter(|at| tokens.number(*at).is_some());
        let names: Vec<Option<&str>> = numbers.map(|at| tokens.assigned(at)).collect();
        assert_eq!(names, [Some("t"), None, Some("k"), Some("t"), Some("u"), None]);
    }

    #[test]
    fn arguments_are_what_stands_between_the_commas_of_a_call() {
        let source = "a:b(1, { 2, 3 }, f(4, 5)) c.d() e()";
        let tokens = Tokens::read(source);
        let calls: Vec<_> = (0..tokens.tokens.len())
            .filter_map(|at| Some((tokens.call(at)?, tokens.arguments(at + 1).len())))
            .collect();
        assert_eq!(calls, [((Some("a"), "b", true), 3), ((Some("c"), "d", false), 0)]);
    }

    #[test]
    fn long_scripts_are_read_in_one_go() {
        // Each of these would take minutes if every token looked back over all earlier ones.
        let list = format!("t = {{ {} }}", "5001, ".repeat(150_000));
        let chain = format!("t = '_1'{}", " .. '_1'".repeat(120_000));
        let calls = format!("{}{}", "gainItems(".repeat(90_000), ")".repeat(90_000));
        for source in [list, chain, calls] {
            let tokens = Tokens::read(&source);
            for (at, _, _) in tokens.iter() {
                let _ = (tokens.assigned(at), tokens.compared_with(at).count());
                if tokens.is_sign(Some(at), b'(') {
                    assert!(tokens.within(at).len() <= ARGUMENTS_MAX);
                }
            }
        }
    }
}
