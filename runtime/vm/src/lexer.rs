//! A lexer for Luau, precise enough to find keywords outside strings and comments.

/// A token. Only names carry their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// An identifier or keyword.
    Name(&'a str),
    /// A number.
    Number,
    /// A string, or a piece of an interpolated one.
    String,
    /// Any other byte; the first byte of a character that is not ASCII.
    Symbol(u8),
    /// A string or comment that never ends.
    Unfinished,
}

/// Reads tokens from a source text.
#[derive(Debug)]
pub struct Lexer<'a> {
    source: &'a str,
    at: usize,
    /// For every interpolated string being read, how many braces are open in its expression.
    braces: Vec<usize>,
}

impl<'a> Lexer<'a> {
    /// Reads from the beginning of a source.
    pub fn new(source: &'a str) -> Self {
        Self { source, at: 0, braces: Vec::new() }
    }

    /// Where the search for the next token begins: at the end of the last one.
    pub fn position(&self) -> usize {
        self.at
    }

    fn bytes(&self) -> &'a [u8] {
        self.source.as_bytes()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes().get(self.at + ahead).copied()
    }

    /// The next token and where it starts.
    pub fn next_token(&mut self) -> Option<(usize, Token<'a>)> {
        if !self.skip_blank() {
            let start = self.at;
            self.at = self.source.len();
            return Some((start, Token::Unfinished));
        }
        let start = self.at;
        let first = self.peek(0)?;
        let token = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                Token::Name(&self.source[start..self.at])
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => self.number(),
            b'"' | b'\'' => self.quoted(first),
            b'`' => {
                self.at += 1;
                self.interpolated()
            }
            b'[' if self.long_level().is_some() => self.long(),
            b'}' if self.braces.last() == Some(&0) => {
                self.at += 1;
                self.braces.pop();
                self.interpolated()
            }
            _ => {
                match (first, self.braces.last_mut()) {
                    (b'{', Some(open)) => *open += 1,
                    (b'}', Some(open)) => *open -= 1,
                    _ => {}
                }
                // Never stop inside a character, because positions are used to slice the text.
                self.at += self.source[start..].chars().next().map_or(1, char::len_utf8);
                Token::Symbol(first)
            }
        };
        Some((start, token))
    }

    /// Whether the next tokens are `name` and an opening parenthesis.
    pub(super) fn peek_call(&self, name: &str) -> bool {
        let mut ahead = Lexer { source: self.source, at: self.at, braces: Vec::new() };
        let call = |token: Option<(usize, Token<'a>)>, wanted| token.map(|t| t.1) == Some(wanted);
        call(ahead.next_token(), Token::Name(name)) && call(ahead.next_token(), Token::Symbol(b'('))
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&keep) {
            self.at += 1;
        }
    }

    /// Skips white space and comments; false if a comment never ends.
    fn skip_blank(&mut self) -> bool {
        loop {
            self.skip_while(|b| b.is_ascii_whitespace() || b == 0x0b);
            if self.peek(0) != Some(b'-') || self.peek(1) != Some(b'-') {
                return true;
            }
            self.at += 2;
            if self.long_level().is_some() {
                if self.long() == Token::Unfinished {
                    return false;
                }
            } else {
                self.skip_while(|b| b != b'\n');
            }
        }
    }

    fn number(&mut self) -> Token<'a> {
        let mut before = 0;
        while let Some(byte) = self.peek(0) {
            let exponent_sign = matches!(byte, b'+' | b'-') && matches!(before, b'e' | b'E');
            // `1..2` is a concatenation in Luau's lexer too: it reads all of it as one number.
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || exponent_sign) {
                break;
            }
            before = byte;
            self.at += 1;
        }
        Token::Number
    }

    fn quoted(&mut self, quote: u8) -> Token<'a> {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b'\\' => self.escape(),
                b'\n' => return Token::Unfinished,
                _ if byte == quote => return Token::String,
                _ => {}
            }
        }
        Token::Unfinished
    }

    /// Skips what follows a backslash.
    fn escape(&mut self) {
        match self.peek(0) {
            Some(b'z') => {
                self.at += 1;
                self.skip_while(|b| b.is_ascii_whitespace());
            }
            Some(b'\r') if self.peek(1) == Some(b'\n') => self.at += 2,
            Some(_) => self.at += 1,
            None => {}
        }
    }

    /// Reads an interpolated string up to its end or its next expression.
    fn interpolated(&mut self) -> Token<'a> {
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b'\\' => self.escape(),
                b'`' => return Token::String,
                b'{' => {
                    self.braces.push(0);
                    return Token::String;
                }
                _ => {}
            }
        }
        Token::Unfinished
    }

    /// The number of `=` if a long bracket opens here.
    fn long_level(&self) -> Option<usize> {
        let rest = self.bytes().get(self.at..)?.strip_prefix(b"[")?;
        let level = rest.iter().take_while(|b| **b == b'=').count();
        (rest.get(level) == Some(&b'[')).then_some(level)
    }

    fn long(&mut self) -> Token<'a> {
        let level = self.long_level().unwrap_or(0);
        let close = format!("]{}]", "=".repeat(level));
        let from = self.at + level + 2;
        match self.source.get(from..).and_then(|rest| rest.find(&close)) {
            Some(length) => {
                self.at = from + length + close.len();
                Token::String
            }
            None => {
                self.at = self.source.len();
                Token::Unfinished
            }
        }
    }
}
