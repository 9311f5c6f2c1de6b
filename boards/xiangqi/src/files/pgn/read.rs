use crate::Color;
use crate::files::{
    FileError, GameFile, Problem, ending, excerpt, is_name, line_of, outcome, start_position,
};
use crate::notation::{looks_like_move, narrow};

/// Values of the tag `Game` that mean Xiangqi.
const GAMES: [&str; 5] = ["chinese chess", "xiangqi", "中国象棋", "中國象棋", "象棋"];

/// Whether the text starts with a tag.
pub(in crate::files) fn detect(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    tag(first.trim_end(), 1).is_some()
}

/// Reads one game.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<GameFile, FileError> {
    let mut reader = Reader { text, at: 0 };
    let file = read_next(&mut reader)?;
    if reader.rest().is_empty() {
        return Ok(file);
    }
    let line = reader.line();
    Err(Problem::AfterEnd(excerpt(reader.rest_of_line())).at(line))
}

/// Reads all games of a file that holds one or more, each with tags.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read_all(text: &str) -> Result<Vec<GameFile>, FileError> {
    let mut reader = Reader { text, at: 0 };
    let mut files = vec![read_next(&mut reader)?];
    while !reader.rest().is_empty() {
        files.push(read_next(&mut reader)?);
    }
    Ok(files)
}

/// Reads a game, up to the tags of the next one or the end of the text.
fn read_next(reader: &mut Reader<'_>) -> Result<GameFile, FileError> {
    let tags = reader.tags()?;
    let tag = |name: &str| tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
    if let Some(game) = tag("Game").filter(|tag| !tag.is_unknown())
        && !GAMES.contains(&game.value.trim().to_lowercase().as_str())
    {
        return Err(Problem::OtherGame(excerpt(&game.value)).at(game.line));
    }
    let fen = tag("FEN").filter(|tag| !tag.is_unknown());
    let line = fen.map_or(1, |tag| tag.line);
    let start = start_position(fen.map(|tag| tag.value.as_str()));
    let mut file = GameFile::new(start.map_err(|error| Problem::Fen(error).at(line))?);
    for tag in tags.iter().filter(|tag| !tag.is_unknown()) {
        match tag.name.to_ascii_lowercase().as_str() {
            "game" | "fen" | "setup" | "format" | "result" => {}
            "white" => file.set_tag("Red", &tag.value),
            _ => file.set_tag(&tag.name, &tag.value),
        }
    }
    let result = tag("Result").filter(|tag| !tag.is_unknown());
    if let Some(result) = result {
        file.outcome = ending(&result.value).ok_or_else(|| {
            let (name, value) = ("Result", excerpt(&result.value));
            let expected = "1-0, 0-1, 1/2-1/2 or * is expected";
            Problem::Field { name, value, expected }.at(result.line)
        })?;
    }
    let result = tag("Result").map_or("", |tag| tag.value.as_str());
    let mut moves = Moves { reader, file: &mut file, first_number: None, is_line_start: true };
    let ended = moves.read(result)?;
    if tags.is_empty() && !ended && file.moves().is_empty() && file.comment(0).is_empty() {
        return Err(Problem::Empty.at(line_of(reader.text, reader.text.len())));
    }
    Ok(file)
}

struct Tag {
    name: String,
    value: String,
    line: usize,
}

impl Tag {
    /// Whether the value is a placeholder for an unknown one, such as `?` or `????.??.??`.
    fn is_unknown(&self) -> bool {
        self.value.chars().all(|c| matches!(c, '?' | '.') || c.is_whitespace())
    }
}

/// A read position in the text.
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

    /// Skips white space. Returns whether it contained a line break.
    fn skip_space(&mut self) -> bool {
        let space = &self.rest()[..self.rest().len() - self.rest().trim_start().len()];
        self.at += space.len();
        space.contains('\n')
    }

    /// Whether the current line is a tag.
    fn at_tag(&self) -> bool {
        let line = self.rest().lines().next().unwrap_or_default();
        tag(line.trim_end(), 1).is_some()
    }

    /// Reads up to `end` and skips `end`; `None` if it does not occur.
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

    /// Skips a variation, including nested ones.
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

/// Parses a line `[Name "value"]`, with `\` escaping `"` and `\` in the value.
fn tag(text: &str, line: usize) -> Option<Tag> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        // A backslash before any other character is literal, as in file paths that programs write.
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

/// The parser of the move text.
struct Moves<'a, 'b> {
    reader: &'b mut Reader<'a>,
    file: &'b mut GameFile,
    /// The number of the first move in the file.
    first_number: Option<usize>,
    /// Whether the next word is the first of its line.
    is_line_start: bool,
}

impl Moves<'_, '_> {
    /// Parses to the end of the game and skips the footer. Returns whether the text had a result;
    /// `tag` is the result given by the tags.
    fn read(&mut self, tag: &str) -> Result<bool, FileError> {
        let (mut ended, mut in_footer) = (false, false);
        loop {
            self.is_line_start |= self.reader.skip_space();
            let line = self.reader.line();
            let Some(letter) = self.reader.rest().chars().next() else { return Ok(ended) };
            if self.is_line_start && letter == '[' && self.reader.at_tag() {
                return Ok(ended);
            }
            in_footer |= self.is_line_start && (ended || self.has_moves()) && self.at_footer();
            match letter {
                _ if in_footer => _ = self.reader.rest_of_line(),
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
            self.is_line_start = false;
        }
    }

    fn has_moves(&self) -> bool {
        !self.file.moves().is_empty()
    }

    /// Whether a footer starts at the current line: a rule such as `======`, or lines without move
    /// numbers whose words do not look like moves or prefixes of moves.
    fn at_footer(&self) -> bool {
        let mut lines = self.reader.rest().lines().map(str::trim_start);
        let first = lines.next().unwrap_or_default();
        let mut letters = first.trim_end().chars();
        let sign = letters.next().filter(|sign| "=-_*#~+—═─＝－＊".contains(*sign));
        if sign.is_some_and(|sign| first.chars().count() > 2 && letters.all(|c| c == sign)) {
            return true;
        }
        if first.starts_with(['{', ';', '(', ')', '}', ']', '%', '$', '.', '…']) {
            return false;
        }
        std::iter::once(first).chain(lines).take_while(|line| !line.starts_with('[')).all(|line| {
            let word = line.split_whitespace().next().unwrap_or_default();
            let (digits, rest) = leading_number(word);
            let is_numbered = !digits.is_empty() && (rest.is_empty() || rest.starts_with(DOTS));
            !is_numbered && !looks_like_move(word) && !is_ending(word)
        })
    }

    /// Parses a move number, move, annotation or result. Returns whether it was a result.
    fn word(&mut self, tag: &str) -> Result<bool, Problem> {
        let ends = |c: char| c.is_whitespace() || "{}();[]".contains(c);
        let word = self.reader.rest().split(ends).next().unwrap_or_default();
        self.reader.at += word.len();
        if is_ending(word) {
            let end = outcome(word);
            if self.file.outcome.is_some() && end.is_some() && end != self.file.outcome {
                return Err(Problem::Results { tag: tag.into(), end: word.into() });
            }
            self.file.outcome = self.file.outcome.or(end);
            return Ok(true);
        }
        let rest = self.number(word)?;
        let mv = rest.trim_start_matches(DOTS).trim_end_matches(['!', '?', '+', '#']);
        let mv = mv.trim_end_matches(['！', '？']);
        if !mv.is_empty() && !mv.starts_with('$') {
            self.file.read_move(mv)?;
        }
        Ok(false)
    }

    /// Parses the number before a move and checks its sequence. Returns the rest of the word.
    fn number<'w>(&mut self, word: &'w str) -> Result<&'w str, Problem> {
        let (digits, rest) = leading_number(word);
        // `15.6` is a pawn move in WXF.
        let is_pawn = digits.len() == 2 && word.len() == 4 && word.is_ascii() && {
            let tail = rest.as_bytes();
            tail[0] == b'.' && tail[1].is_ascii_digit()
        };
        let numbers = rest.is_empty() || rest.starts_with(DOTS);
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
            return Err(Problem::Number { found: digits, due });
        }
        Ok(rest.trim_start_matches(DOTS))
    }
}

/// Characters between a number and its move.
const DOTS: [char; 6] = ['.', '…', '、', '．', '。', '·'];

/// Splits a word into its leading number, in ASCII or full-width digits, and the rest.
fn leading_number(word: &str) -> (String, &str) {
    let rest = word.trim_start_matches(|c: char| narrow(c).is_ascii_digit());
    (word[..word.len() - rest.len()].chars().map(narrow).collect(), rest)
}

/// Whether a word in the move text is a result. `?` is an annotation there.
fn is_ending(word: &str) -> bool {
    !word.starts_with('?') && ending(word).is_some()
}
