use crate::files::{FileError, GameFile, Problem, excerpt, is_name, line_of, outcome};
use crate::{Color, Position};

/// Names under which Xiangqi goes in the tag `Game`.
const GAMES: [&str; 5] = ["chinese chess", "xiangqi", "中国象棋", "中國象棋", "象棋"];

/// Whether the text begins with a tag, whatever its values speak of.
pub(in crate::files) fn is_one(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    tag(first.trim_end(), 1).is_some()
}

/// Reads one game.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<GameFile, FileError> {
    let mut reader = Reader { text, at: 0 };
    let tags = reader.tags()?;
    let tag = |name: &str| tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
    if let Some(game) = tag("Game").filter(|tag| !tag.is_unknown())
        && !GAMES.contains(&game.value.trim().to_lowercase().as_str())
    {
        return Err(Problem::OtherGame(excerpt(&game.value)).at(game.line));
    }
    let start = match tag("FEN").filter(|tag| !tag.is_unknown()) {
        Some(fen) => {
            Position::from_fen(&fen.value).map_err(|error| Problem::Fen(error).at(fen.line))?
        }
        None => Position::start(),
    };
    let mut file = GameFile::new(start);
    for tag in tags.iter().filter(|tag| !tag.is_unknown()) {
        match tag.name.to_ascii_lowercase().as_str() {
            "game" | "fen" | "setup" | "format" | "result" => {}
            "white" => file.set_tag("Red", &tag.value),
            _ => file.set_tag(&tag.name, &tag.value),
        }
    }
    if let Some(result) = tag("Result").filter(|tag| !tag.is_unknown()) {
        file.outcome = outcome(&result.value);
        if file.outcome.is_none() && result.value != "*" {
            let (name, value) = ("Result", excerpt(&result.value));
            let expected = "1-0, 0-1, 1/2-1/2 or * is expected";
            return Err(Problem::Field { name, value, expected }.at(result.line));
        }
    }
    let result = tag("Result").map_or("", |tag| tag.value.as_str());
    let ended = Moves { reader, file: &mut file, first_number: None }.read(result)?;
    if tags.is_empty() && !ended && file.moves().is_empty() && file.comment(0).is_empty() {
        return Err(Problem::Empty.at(line_of(text, text.len())));
    }
    Ok(file)
}

struct Tag {
    name: String,
    value: String,
    line: usize,
}

impl Tag {
    /// `?` and `????.??.??` stand for what is not known.
    fn is_unknown(&self) -> bool {
        self.value.chars().all(|c| matches!(c, '?' | '.') || c.is_whitespace())
    }
}

/// A place in a text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        line_of(self.text, self.at)
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Passes over the text up to `end` and over that.
    fn until(&mut self, end: char) -> Option<&'a str> {
        let (inside, _) = self.rest().split_once(end)?;
        self.at += inside.len() + end.len_utf8();
        Some(inside)
    }

    fn rest_of_line(&mut self) -> &'a str {
        let line = self.rest().lines().next().unwrap_or_default();
        self.at += line.len();
        line
    }

    fn tags(&mut self) -> Result<Vec<Tag>, FileError> {
        let mut tags = Vec::new();
        loop {
            self.skip_space();
            if !self.rest().starts_with('[') {
                return Ok(tags);
            }
            let line = self.line();
            let text = self.rest_of_line().trim_end();
            tags.push(tag(text, line).ok_or_else(|| Problem::Tag(excerpt(text)).at(line))?);
        }
    }

    /// Passes over a variation with everything in it.
    fn variation(&mut self) -> Result<(), FileError> {
        let line = self.line();
        let mut depth = 0;
        while let Some(letter) = self.rest().chars().next() {
            self.at += letter.len_utf8();
            match letter {
                '(' => depth += 1,
                ')' if depth == 1 => return Ok(()),
                ')' => depth -= 1,
                '{' if self.until('}').is_none() => break,
                _ => {}
            }
        }
        Err(Problem::Unclosed("a variation".into()).at(line))
    }
}

/// One line `[Name "value"]`; within the value `\` stands before `"` and `\`.
fn tag(text: &str, line: usize) -> Option<Tag> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        // A lone backslash stands for itself, as in paths that programs write.
        match (letter, letters.as_str().chars().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                value.push(escaped);
                letters.next();
            }
            _ => value.push(letter),
        }
    }
    let good = !name.is_empty() && name.chars().all(is_name);
    good.then(|| Tag { name: name.into(), value, line })
}

/// The reading of what follows the tags.
struct Moves<'a, 'b> {
    reader: Reader<'a>,
    file: &'b mut GameFile,
    /// The number that the file's first move has or would have.
    first_number: Option<usize>,
}

impl Moves<'_, '_> {
    /// Reads to the end of the text and says whether a result stood there; `tag` is that of the
    /// tags.
    fn read(&mut self, tag: &str) -> Result<bool, FileError> {
        let mut ended = false;
        loop {
            self.reader.skip_space();
            let line = self.reader.line();
            let Some(letter) = self.reader.rest().chars().next() else { return Ok(ended) };
            match letter {
                '{' => {
                    self.reader.at += 1;
                    let unclosed = || Problem::Unclosed("a comment".into()).at(line);
                    let text = self.reader.until('}').ok_or_else(unclosed)?;
                    self.file.remark(text);
                }
                ';' => {
                    let text = self.reader.rest_of_line();
                    self.file.remark(&text[1..]);
                }
                _ if ended => {
                    return Err(Problem::AfterEnd(excerpt(self.reader.rest_of_line())).at(line));
                }
                '%' => _ = self.reader.rest_of_line(),
                '(' => self.reader.variation()?,
                ')' | '}' | '[' | ']' => {
                    return Err(Problem::Stray(excerpt(self.reader.rest_of_line())).at(line));
                }
                _ => ended = self.word(tag).map_err(|problem| problem.at(line))?,
            }
        }
    }

    /// Reads a number, a move, a mark or the result; true for the last.
    fn word(&mut self, tag: &str) -> Result<bool, Problem> {
        let ends = |c: char| c.is_whitespace() || "{}();[]".contains(c);
        let word = self.reader.rest().split(ends).next().unwrap_or_default();
        self.reader.at += word.len();
        if word == "*" || outcome(word).is_some() {
            let end = outcome(word);
            if self.file.outcome.is_some() && end.is_some() && end != self.file.outcome {
                return Err(Problem::Results { tag: tag.into(), end: word.into() });
            }
            self.file.outcome = self.file.outcome.or(end);
            return Ok(true);
        }
        let rest = self.number(word)?;
        let mv = rest.trim_start_matches(['.', '…']).trim_end_matches(['!', '?', '+', '#']);
        if !mv.is_empty() && !mv.starts_with('$') {
            self.file.read_move(mv)?;
        }
        Ok(false)
    }

    /// Reads the number before a move, compares it with those before, and returns what follows.
    fn number<'w>(&mut self, word: &'w str) -> Result<&'w str, Problem> {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &word[..word.len() - rest.len()];
        // `15.6` is a pawn's move in WXF.
        let is_pawn = digits.len() == 2 && word.len() == 4 && word.is_ascii() && {
            let tail = rest.as_bytes();
            tail[0] == b'.' && tail[1].is_ascii_digit()
        };
        let numbers = rest.is_empty() || rest.starts_with(['.', '…', '、']);
        if digits.is_empty() || is_pawn || !numbers {
            return Ok(word);
        }
        let black_first = self.file.start().side_to_move() == Color::Black;
        let passed = (self.file.moves().len() + usize::from(black_first)) / 2;
        let number = digits.parse::<usize>().ok();
        let first = match self.first_number {
            Some(first) => first,
            None => number.and_then(|number| number.checked_sub(passed)).unwrap_or(1),
        };
        self.first_number = Some(first);
        let due = first.saturating_add(passed);
        if number != Some(due) {
            return Err(Problem::Number { found: digits.into(), due });
        }
        Ok(rest.trim_start_matches('、'))
    }
}
