//! `setoption` and the options that the greetings name.

use super::{Dialect, LineError, Reply};
use crate::RuleSet;
use crate::fen::quoted;

/// Mebibytes of the search's memory if nothing is said, and at most.
const HASH: (u64, u64) = (64, 8_192);
/// Threads and lines that can be asked for.
const MOST_THREADS: u64 = 256;
const MOST_LINES: u64 = 100;
/// Milliseconds that are lost on the way to the graphical program, and at most.
const OVERHEAD: (u64, u64) = (20, 5_000);

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) rules: RuleSet,
    /// Whether a UCCI program counts its clocks in seconds, as it may ask for.
    pub(super) counts_seconds: bool,
    /// Milliseconds lost with every move.
    pub(super) overhead: u64,
    /// How many of the best moves are shown.
    pub(super) lines: u8,
}

impl Default for Options {
    fn default() -> Options {
        let overhead = OVERHEAD.0;
        Options { rules: RuleSet::default(), counts_seconds: false, overhead, lines: 1 }
    }
}

/// The lines of a greeting between `id` and `uciok`.
pub(super) fn lines(dialect: Dialect) -> Vec<String> {
    let (hash, most) = HASH;
    let (overhead, most_overhead) = OVERHEAD;
    match dialect {
        Dialect::Uci => vec![
            format!("option name Hash type spin default {hash} min 1 max {most}"),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name Ponder type check default false".into(),
            "option name Clear Hash type button".into(),
            format!(
                "option name Move Overhead type spin default {overhead} min 0 max {most_overhead}"
            ),
            "option name Repetition Rule type combo default axf var axf var cxa var simple".into(),
            "option name UCI_Variant type combo default xiangqi var xiangqi".into(),
        ],
        Dialect::Ucci => vec![
            "option usemillisec type check default true".into(),
            "option batch type check default false".into(),
            "option ponder type check default false".into(),
            "option usebook type check default false".into(),
            format!("option hashsize type spin min 0 max {most} default {hash}"),
            format!("option threads type spin min 0 max {MOST_THREADS} default 1"),
            "option repetition type combo var axf var cxa var simple default axf".into(),
            "option newgame type button".into(),
        ],
    }
}

impl Options {
    /// Understands `name Hash value 64` as well as `hashsize 64`: UCI's form and UCCI's.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<Vec<Reply>, LineError> {
        let (name, value) = split(words);
        let flag = || match value.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(wrong(&name, "true or false", other)),
        };
        let spin = |least: u64, most: u64| {
            let number = value.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong(&name, &format!("a number from {least} to {most}"), &value))
        };
        match name.as_str() {
            "hash" | "hashsize" => {
                // UCCI's 0 leaves the choice to the program.
                let number = spin(u64::from(name == "hash"), HASH.1)?;
                return Ok(vec![Reply::Memory(if number == 0 { HASH.0 } else { number } as usize)]);
            }
            "clear hash" | "newgame" => return Ok(vec![Reply::Forget]),
            "threads" => {
                let number = spin(0, MOST_THREADS)?;
                return Ok(vec![Reply::Threads(number.max(1) as usize)]);
            }
            "multipv" => self.lines = spin(1, MOST_LINES)? as u8,
            "move overhead" => self.overhead = spin(0, OVERHEAD.1)?,
            "usemillisec" => self.counts_seconds = !flag()?,
            "ponder" | "batch" | "usebook" | "debug" => drop(flag()?),
            "uci_variant" if value == "xiangqi" => {}
            "uci_variant" => return Err(wrong(&name, "xiangqi", &value)),
            "repetition" | "repetition rule" => {
                self.rules = match value.as_str() {
                    "axf" | "asianrule" => RuleSet::Axf,
                    "cxa" | "chineserule" => RuleSet::Cxa,
                    "simple" => RuleSet::Simple,
                    other => return Err(wrong(&name, "axf, cxa or simple", other)),
                };
            }
            _ => return Err(LineError::UnknownOption(quoted(&words.join(" ")))),
        }
        Ok(Vec::new())
    }
}

/// Name and value in lower case. UCCI's names are one word each.
fn split(words: &[&str]) -> (String, String) {
    let join = |words: &[&str]| words.join(" ").to_lowercase();
    match words {
        ["name", rest @ ..] => {
            let value = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
            (join(&rest[..value]), join(rest.get(value + 1..).unwrap_or_default()))
        }
        [name, "value", value @ ..] | [name, value @ ..] => (join(&[name]), join(value)),
        [] => Default::default(),
    }
}

fn wrong(name: &str, expected: &str, value: &str) -> LineError {
    LineError::OptionValue { name: name.into(), expected: expected.into(), value: quoted(value) }
}
