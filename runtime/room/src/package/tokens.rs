//! A script as a row of tokens, for what can be told of it without running it.

use std::collections::BTreeSet;

use crate::vm::{Lexer, Token};

/// A script's tokens, each with its text.
pub(crate) struct Tokens<'a>(Vec<(Token<'a>, &'a str)>);

impl<'a> Tokens<'a> {
    pub(crate) fn read(source: &'a str) -> Self {
        let mut lexer = Lexer::new(source);
        let mut tokens = Vec::new();
        while let Some((start, token)) = lexer.next_token() {
            tokens.push((token, &source[start..lexer.position()]));
        }
        Self(tokens)
    }

    /// All tokens with their texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Token<'a>, &'a str)> {
        self.0.iter().enumerate().map(|(at, (token, text))| (at, *token, *text))
    }

    pub(crate) fn is_sign(&self, at: Option<usize>, sign: u8) -> bool {
        at.and_then(|at| self.0.get(at)).is_some_and(|(token, _)| *token == Token::Symbol(sign))
    }

    pub(crate) fn name(&self, at: Option<usize>) -> Option<&'a str> {
        match at.and_then(|at| self.0.get(at))?.0 {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// A whole number.
    pub(crate) fn number(&self, at: usize) -> Option<u64> {
        let (token, text) = self.0.get(at)?;
        if *token == Token::Number { text.parse().ok() } else { None }
    }

    /// Whether `==` or `~=` begins here.
    fn compares(&self, at: Option<usize>) -> bool {
        let next = at.map(|at| at + 1);
        (self.is_sign(at, b'=') || self.is_sign(at, b'~')) && self.is_sign(next, b'=')
    }

    /// Where the dotted name or the concatenation begins of which the token is the end.
    pub(crate) fn start(&self, mut at: usize) -> usize {
        loop {
            let dot = |back: usize| self.is_sign(at.checked_sub(back), b'.');
            match (dot(1), dot(2)) {
                (true, true) if at >= 3 => at -= 3,
                (true, false) if at >= 2 && self.name(Some(at)).is_some() => at -= 2,
                _ => return at,
            }
        }
    }

    /// The end of the dotted name that begins here.
    fn end(&self, mut at: usize) -> usize {
        while self.is_sign(Some(at + 1), b'.') && self.name(Some(at + 2)).is_some() {
            at += 2;
        }
        at
    }

    /// The tokens with which one is compared: the ends of their names where they have any.
    pub(crate) fn compared_with(&self, at: usize) -> impl Iterator<Item = usize> {
        let left = self.start(at).checked_sub(2);
        let left = left.filter(|left| self.compares(Some(*left))).and_then(|at| at.checked_sub(1));
        let right = self.compares(Some(at + 1)).then(|| self.end(at + 3));
        left.into_iter().chain(right)
    }

    /// Whether it stands in brackets, as the key of an entry does.
    pub(crate) fn is_key(&self, at: usize) -> bool {
        self.is_sign(self.start(at).checked_sub(1), b'[') && self.is_sign(Some(at + 1), b']')
    }

    /// The last part of the name to which a literal is given, alone or in a list.
    pub(crate) fn assigned(&self, at: usize) -> Option<&'a str> {
        let mut before = self.start(at).checked_sub(1)?;
        if !self.is_sign(Some(before), b'=') {
            let mut open = 0_usize;
            while !self.is_sign(Some(before), b'{') || open > 0 {
                open += usize::from(self.is_sign(Some(before), b'}'));
                open -= usize::from(self.is_sign(Some(before), b'{') && open > 0);
                before = before.checked_sub(1)?;
            }
            before = before.checked_sub(1)?;
        }
        let name = before.checked_sub(1);
        if self.is_sign(Some(before), b'=') { self.name(name) } else { None }
    }

    /// The last parts of names that something is compared with.
    pub(crate) fn compared_names(&self) -> BTreeSet<&'a str> {
        let compared = (0..self.0.len()).filter(|at| self.compares(Some(*at)));
        let sides = compared.flat_map(|at| [at.checked_sub(1), Some(self.end(at + 2))]);
        sides.filter_map(|at| self.name(at)).collect()
    }

    /// The tokens between the parenthesis that opens here and the one that closes it.
    pub(crate) fn within(&self, open: usize) -> std::ops::Range<usize> {
        let mut depth = 0_usize;
        for at in open..self.0.len() {
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
}
