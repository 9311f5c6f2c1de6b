//! Calls of what nobody has: found in the text before they are met, and named when they are.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Fault;
use super::host::{Host, Shared};
use super::prims::THINKING;
use super::since::since;
use fangqi_vm::{ErrorKind, Lexer, ScriptError, Token};
use fangqi_world::nearest;

/// The longest line that is quoted.
const QUOTED_MAX: usize = 160;
/// How Luau begins what it says of a method that is not there; its name in quotes follows.
const NO_METHOD: &str = "attempt to call missing method '";
/// What Luau says of a function that is not there.
const NO_FUNCTION: &str = "attempt to call a nil value";
/// The methods of texts.
const TEXT_METHODS: &[&str] = &[
    "byte", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "split",
    "sub", "upper",
];

/// Something that a script names and nobody has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The line, from 1.
    pub line: u32,
    /// What is named: `sgs.Name`, or `receiver:name` as it is written.
    pub what: String,
    /// It is called. Otherwise it is only read, which gives nil.
    pub called: bool,
    /// The nearest name that there is.
    pub nearest: Option<String>,
    /// Since when later generations of QSanguosha have it, if they do.
    pub since: Option<&'static str>,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (line, what) = (self.line, &self.what);
        let lacking = if self.called { "there is no such function" } else { "is nil" };
        write!(f, "line {line}: {what}: {lacking}")?;
        if let Some(since) = self.since {
            write!(f, "; QSanguosha has it since {since}")?;
        }
        match &self.nearest {
            // What does the same; no slip of the pen.
            Some(near) if self.since.is_some() => write!(f, ", instead of {near}"),
            Some(near) => write!(f, "; did you mean {near}?"),
            None => Ok(()),
        }
    }
}

/// A token, where it starts, and on which line.
type Placed<'a> = (u32, Token<'a>);

/// The methods that a script calls and the members of `sgs` that it names although nobody has them.
///
/// `members` are those that there are, by class ([`super::SgsVm::members`]), and `constants` the
/// numbers of `sgs`. What the script itself or one of the `others` defines anywhere is known: files
/// that it asks for, packages that came before. So is a method that it looks for before it calls it
/// (`if room.foo then room:foo() end`). Each is told where it comes first.
pub fn missing_calls(
    text: &str,
    others: &[&str],
    members: &BTreeMap<String, Vec<String>>,
    constants: &[(String, i64)],
) -> Vec<Missing> {
    let tokens = tokens(text);
    let mut own: BTreeSet<String> =
        others.iter().flat_map(|other| own_names(other)).chain(own_names(text)).collect();
    // What computers think may stand beside the skill that it is about.
    if text.contains(":addAI(") {
        own.extend(THINKING.iter().flat_map(|script| own_names(script)));
    }
    let known = Names {
        methods: members
            .iter()
            .filter(|(class, _)| *class != "sgs")
            .flat_map(|(_, names)| names)
            .map(String::as_str)
            .chain(TEXT_METHODS.iter().copied())
            .collect(),
        sgs: members
            .get("sgs")
            .into_iter()
            .flatten()
            .map(String::as_str)
            .chain(constants.iter().map(|(name, _)| name.as_str()))
            // The player in functions of view-as skills; nobody elsewhere.
            .chain(["Self"])
            .collect(),
    };
    let mut found: Vec<Missing> = Vec::new();
    for at in 0..tokens.len() {
        let Some(missing) = known.lacks(&tokens, at, &own) else { continue };
        if !found.iter().any(|other| other.what == missing.what && other.called == missing.called) {
            found.push(missing);
        }
    }
    found
}

fn tokens(text: &str) -> Vec<Placed<'_>> {
    let mut lexer = Lexer::new(text);
    let (mut tokens, mut line, mut read) = (Vec::new(), 1, 0);
    while let Some((start, token)) = lexer.next_token() {
        line += text[read..start].bytes().filter(|byte| *byte == b'\n').count() as u32;
        read = start;
        if token == Token::Unfinished {
            break;
        }
        tokens.push((line, token));
    }
    tokens
}

/// The token at a place, if there is one.
fn token<'a>(tokens: &[Placed<'a>], at: Option<usize>) -> Option<Token<'a>> {
    tokens.get(at?).map(|placed| placed.1)
}

/// Whether the token at a place is this sign.
fn is(tokens: &[Placed<'_>], at: Option<usize>, sign: u8) -> bool {
    token(tokens, at) == Some(Token::Symbol(sign))
}

/// Whether a call begins at a place.
fn calls(tokens: &[Placed<'_>], at: usize) -> bool {
    matches!(token(tokens, Some(at)), Some(Token::Symbol(b'(' | b'{') | Token::String))
}

/// Whether the name at a place is what `function a.b:c` defines.
fn is_defined(tokens: &[Placed<'_>], mut at: usize) -> bool {
    loop {
        let Some(before) = at.checked_sub(1) else { return false };
        match tokens[before].1 {
            Token::Name("function") => return true,
            Token::Symbol(b'.' | b':') if at >= 2 => at -= 2,
            _ => return false,
        }
    }
}

/// The names that a script gives to something, or looks for without calling it.
fn own_names(text: &str) -> BTreeSet<String> {
    let tokens = &*tokens(text);
    let mut own: BTreeSet<String> = keys(text).collect();
    for (at, (_, token_here)) in tokens.iter().enumerate() {
        let Token::Name(name) = token_here else { continue };
        let assigned = is(tokens, Some(at + 1), b'=') && !is(tokens, Some(at + 2), b'=');
        let of_sgs = token(tokens, at.checked_sub(2)) == Some(Token::Name("sgs"));
        let of_table = is(tokens, at.checked_sub(1), b'.');
        let looked_for = of_table && !of_sgs && !calls(tokens, at + 1);
        if assigned || looked_for || of_sgs && is_tested(tokens, at) || is_defined(tokens, at) {
            own.insert((*name).to_owned());
        }
    }
    own
}

/// Whether a member of `sgs` is asked whether it is there: `if sgs.Create then`, `sgs.A or sgs.B`.
/// What something is compared with is not.
fn is_tested(tokens: &[Placed<'_>], at: usize) -> bool {
    let tested = matches!(token(tokens, Some(at + 1)), Some(Token::Name("then" | "and" | "or")));
    let equals = |back| is(tokens, at.checked_sub(back), b'=');
    tested && !(equals(3) && (equals(4) || is(tokens, at.checked_sub(4), b'~')))
}

/// The names in `["name"] =`.
fn keys(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split("[\"").skip(1);
    parts.filter_map(|rest| {
        let (name, after) = rest.split_once("\"]")?;
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let given = after.trim_start().strip_prefix('=').is_some_and(|end| !end.starts_with('='));
        (is_name && given).then(|| name.to_owned())
    })
}

/// What there is.
struct Names<'a> {
    methods: BTreeSet<&'a str>,
    sgs: BTreeSet<&'a str>,
}

impl Names<'_> {
    /// What the name at a place lacks, if it is one that nobody has.
    fn lacks(&self, tokens: &[Placed<'_>], at: usize, own: &BTreeSet<String>) -> Option<Missing> {
        let (line, Token::Name(name)) = *tokens.get(at)? else { return None };
        if own.contains(name) {
            return None;
        }
        let receiver = match token(tokens, at.checked_sub(2)) {
            Some(Token::Name(receiver)) => receiver,
            _ => "…",
        };
        let called = calls(tokens, at + 1);
        let missing = |sign, names: &BTreeSet<&str>| {
            let (since, instead) = since(name).unzip();
            let near = match since {
                Some(_) => instead.flatten().filter(|instead| names.contains(instead)),
                None => nearest(name, names.iter().copied()),
            };
            let what = format!("{receiver}{sign}{name}");
            Missing { line, what, called, nearest: near.map(str::to_owned), since }
        };
        if is(tokens, at.checked_sub(1), b'.') && receiver == "sgs" {
            // Tables of AI files are made when they are first named.
            let of_ai =
                name.starts_with("ai_") || ["dynamic_value", "weapon_range"].contains(&name);
            let known = self.sgs.contains(name) || of_ai;
            return (!known).then(|| missing('.', &self.sgs));
        }
        let method = is(tokens, at.checked_sub(1), b':') && called;
        (method && !self.methods.contains(name)).then(|| missing(':', &self.methods))
    }
}

/// What a function of the host wanted and was not given, by what Luau says of the field that it
/// looked for, or by what the function itself says.
fn wanted(message: &str) -> Option<String> {
    if message.ends_with("is wanted here") || message.contains(" is wanted here, ") {
        return Some(message.to_owned());
    }
    let rest = message.strip_prefix("attempt to index ")?;
    let (kind, rest) = rest.split_once(" with '")?;
    let what = match rest.strip_suffix('\'')? {
        "_p" => "player",
        "_id" | "_kind" | "_suit" | "_number" | "_sub" => "card",
        "_live" => "piece of data",
        field if field.starts_with('_') => "thing of another kind",
        _ => return None,
    };
    Some(format!("a {what} is wanted here, this is {kind}"))
}

impl Shared {
    /// An error in a function that a script called: which call it was, and its line.
    fn of_call(&self, error: &ScriptError, wanted: &str) -> String {
        let (called, line) = (&error.called, self.line_of(error).unwrap_or_default());
        // As the script writes it, with what stands before the colon or dot.
        let written = line.match_indices(&format!("{called}(")).find_map(|(at, _)| {
            let before = &line[..at];
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
            let from = before.trim_end_matches(is_part).len();
            (from < at && before.ends_with([':', '.'])).then(|| &line[from..at + called.len()])
        });
        let call = written.unwrap_or(called);
        match line.len() {
            1..=QUOTED_MAX => format!("{call}: {wanted} in: {line}"),
            _ => format!("{call}: {wanted}"),
        }
    }

    /// An error with its line, if it does not say by itself what was missing.
    fn quoted(&self, error: &ScriptError) -> String {
        let message = without_place(&error.message);
        if let Some(wanted) = wanted(message) {
            // Where the call is not known, the words are plain at least.
            return match error.called.is_empty() {
                true => wanted,
                false => self.of_call(error, &wanted),
            };
        }
        if error.kind != ErrorKind::Error || !message.starts_with("attempt to") {
            return message.to_owned();
        }
        match self.line_of(error) {
            Some(line) if line.len() <= QUOTED_MAX => format!("{message} in: {line}"),
            _ => message.to_owned(),
        }
    }

    /// The line that an error is in.
    fn line_of(&self, error: &ScriptError) -> Option<String> {
        let sources = self.sources.borrow();
        let at = (error.line as usize).checked_sub(1)?;
        Some(sources.get(&error.script)?.lines().nth(at)?.trim().to_owned())
    }

    /// Notes an error that the Luau half has caught: `script:line: message`.
    pub(super) fn caught(&self, of: &str, message: &str) {
        let mut parts = message.splitn(3, ':');
        let place = (parts.next(), parts.next().and_then(|line| line.parse().ok()), parts.next());
        let error = match place {
            (Some(script), Some(line), Some(text)) => ScriptError {
                script: script.to_owned(),
                line,
                message: text.trim_start().to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            },
            _ => ScriptError {
                script: self.origin(of),
                message: message.to_owned(),
                ..ScriptError::nowhere(ErrorKind::Error)
            },
        };
        if self.faults.borrow_mut().count(of, &error.script, error.line) {
            let text = self.quoted(&error);
            let (package, line) = (error.script, error.line);
            let fault = Fault { package, line, skill: of.to_owned(), text };
            self.faults.borrow_mut().add(fault);
        }
    }
}

impl Host {
    /// An error in words for its author. One that does not say what was missing quotes its line.
    pub(super) fn worded(&self, error: &ScriptError) -> String {
        let message = without_place(&error.message);
        if let Some(wanted) = wanted(message).filter(|_| !error.called.is_empty()) {
            return self.shared.of_call(error, &wanted);
        }
        if error.kind != ErrorKind::Error || !message.starts_with("attempt to") {
            return message.to_owned();
        }
        let line = self.shared.line_of(error).unwrap_or_default();
        self.missing_call(message, &line).unwrap_or_else(|| self.shared.quoted(error))
    }

    /// The sentence about a call of what nobody has; none if it was another kind of error.
    fn missing_call(&self, message: &str, line: &str) -> Option<String> {
        let lacking: (Option<String>, Option<String>) =
            self.vm.call(&self.run.lacking, ()).unwrap_or_default();
        let (class, last) = (lacking.0?, lacking.1?);
        let method = message.strip_prefix(NO_METHOD).and_then(|rest| rest.split('\'').next());
        let is_it = match method {
            Some(method) => method == last,
            None => message == NO_FUNCTION && line.contains(&format!(".{last}")),
        };
        if !is_it {
            return None;
        }
        let members = self.members().unwrap_or_default();
        let names = members.get(&class).into_iter().flatten().map(String::as_str);
        let what = if class == "sgs" { "function" } else { "method" };
        let sentence = format!("{class} has no {what} '{last}'");
        if let Some((since, _)) = since(&last) {
            return Some(format!("{sentence}; QSanguosha has it since {since}"));
        }
        Some(match nearest(&last, names) {
            Some(near) => format!("{sentence}; did you mean '{near}'?"),
            None => sentence,
        })
    }
}

/// A message without a place in the host's own scripts.
fn without_place(message: &str) -> &str {
    let place = message.strip_prefix("[fangqi]:").and_then(|rest| rest.split_once(": "));
    place.map_or(message, |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u32, String, bool, Option<String>)> {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let members = BTreeMap::from([
            ("Room".to_owned(), list(&["drawCards", "getLord"])),
            ("sgs".to_owned(), list(&["General", "LogMessage"])),
        ]);
        let constants = [("Skill_Frequent".to_owned(), 0)];
        let missing = missing_calls(text, &[], &members, &constants);
        missing.into_iter().map(|one| (one.line, one.what, one.called, one.nearest)).collect()
    }

    #[test]
    fn names_what_nobody_has_with_its_line() {
        let text = "local room = p:getRoom()\n-- room:nothing()\nroom:drawCard(p, 2)\n\
                    local x = 'room:more()' .. sgs.Generol(x, [[sgs.No()]])\n\
                    y = { frequency = sgs.Skill_Frequency }\nroom:drawCard(p, 3)\n";
        let near = |name: &str| Some(name.to_owned());
        assert_eq!(
            found(text),
            [
                (1, "p:getRoom".to_owned(), true, None),
                (3, "room:drawCard".to_owned(), true, near("drawCards")),
                (4, "sgs.Generol".to_owned(), true, near("General")),
                (5, "sgs.Skill_Frequency".to_owned(), false, near("Skill_Frequent")),
            ]
        );
    }

    #[test]
    fn what_a_script_defines_or_looks_for_is_known() {
        for text in [
            "function Box:open() end box:open()",
            "local t = { open = function() end } t:open()",
            "t.open = function() end t:open{ 1 }",
            "if room.open then room:open() end",
            "if sgs.Open then sgs.Open{ 1 } end",
            "local kind = sgs.Opening or sgs.Skill_Frequent",
            "local t = { [\"open\"] = function() end } t:open()",
            "function sgs.Open() end sgs.Open()",
            "sgs.Open = 1 print(sgs.Open)",
            "(\"a+b\"):split('+') name:upper()",
            "sgs.ai_skill_invoke.foo = true",
            "a = b and c:getLord() or sgs.LogMessage()",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn what_other_scripts_define_is_known() {
        let members = BTreeMap::new();
        let missing = |others: &[&str]| missing_calls("lib:open()", others, &members, &[]).len();
        assert_eq!((missing(&[]), missing(&["function lib:open() end"])), (1, 0));
        // What something is compared with has to be there.
        assert_eq!(found("if event == sgs.NoSuch then f() end").len(), 1);
    }

    #[test]
    fn what_later_generations_have_says_since_when() {
        let of = |text: &str| {
            let members = BTreeMap::from([
                ("Room".to_owned(), vec!["playSkillEffect".to_owned()]),
                ("sgs".to_owned(), Vec::new()),
            ]);
            let missing = missing_calls(text, &[], &members, &[]);
            missing.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            of("room:broadcastSkillInvoke('x')"),
            [
                "line 1: room:broadcastSkillInvoke: there is no such function; QSanguosha has it since \
              9 June 2012, instead of playSkillEffect"
            ]
        );
        assert_eq!(
            of("a = sgs.CreateArmor{} b = sgs.CreateWeapon{}\nroom:more()").len(),
            3,
            "each is listed"
        );
    }

    #[test]
    fn what_a_call_wanted_is_said_in_words() {
        for (message, words) in [
            ("attempt to index nil with '_p'", Some("a player is wanted here, this is nil")),
            ("attempt to index number with '_id'", Some("a card is wanted here, this is number")),
            (
                "a player is wanted here, this is table",
                Some("a player is wanted here, this is table"),
            ),
            ("attempt to index nil with 'getHp'", None),
            ("attempt to call a nil value", None),
        ] {
            assert_eq!(wanted(message).as_deref(), words, "{message}");
        }
    }

    #[test]
    fn a_text_that_ends_in_the_middle_is_read_as_far_as_it_goes() {
        assert_eq!(found("room:nix() --[[ never ends").len(), 1);
    }
}
