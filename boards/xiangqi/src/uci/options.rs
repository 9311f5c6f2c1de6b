//! `setoption`, and the option list of the greetings.

use super::{Dialect, LineError, Reply};
use crate::RuleSet;
use crate::fen::quoted;
use crate::search::{Engine, Level};

/// Default and maximum size of the search's memory in mebibytes.
const HASH: (u64, u64) = (64, 8_192);
/// Maximum numbers of threads and of lines.
const MOST_THREADS: u64 = Engine::MOST_THREADS as u64;
const MOST_LINES: u64 = 128;
/// Default and maximum communication delay in milliseconds.
const OVERHEAD: (u64, u64) = (20, 5_000);
/// The Elo number of the weakest level, and the distance between levels. Only the distance is
/// measured (`examples/ladder.rs`).
const ELO: (u64, u64) = (800, 200);

/// The values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) rules: RuleSet,
    /// UCCI: whether the clocks are given in seconds.
    pub(super) counts_seconds: bool,
    /// Communication delay per move in milliseconds.
    pub(super) overhead: u64,
    /// MultiPV: number of lines.
    pub(super) lines: u8,
    /// Whether to play at `level` instead of as well as possible.
    is_limited: bool,
    level: Level,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: RuleSet::default(),
            counts_seconds: false,
            overhead: OVERHEAD.0,
            lines: 1,
            is_limited: false,
            level: Level::MAX,
        }
    }
}

/// The level nearest to an Elo number.
fn level_of(elo: u64) -> Level {
    let (least, step) = ELO;
    let number = 1 + (elo.saturating_sub(least) + step / 2) / step;
    u8::try_from(number).ok().and_then(Level::new).unwrap_or(Level::MAX)
}

/// The Elo number of the strongest level.
fn most_elo() -> u64 {
    let (least, step) = ELO;
    least + step * u64::from(Level::MAX.number() - Level::MIN.number())
}

/// The option lines of a greeting, between `id` and `uciok`.
pub(super) fn lines(dialect: Dialect) -> Vec<String> {
    let (hash, most) = HASH;
    let (overhead, most_overhead) = OVERHEAD;
    let elo = most_elo();
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
            "option name UCI_LimitStrength type check default false".into(),
            format!("option name UCI_Elo type spin default {elo} min {} max {elo}", ELO.0),
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
    /// The strength at which to play; `None` for all of it.
    pub(super) fn level(&self) -> Option<Level> {
        self.is_limited.then_some(self.level)
    }

    /// Parses and sets an option, in UCI form (`name Hash value 64`) or UCCI form (`hashsize 64`).
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
                // In UCCI, 0 means the engine's default.
                let number = spin(u64::from(name == "hash"), HASH.1)?;
                return Ok(vec![Reply::Memory(if number == 0 { HASH.0 } else { number } as usize)]);
            }
            "clear hash" | "newgame" => return Ok(vec![Reply::Forget]),
            // In UCCI, 0 means the engine's default.
            "threads" => return Ok(vec![Reply::Threads(spin(0, MOST_THREADS)?.max(1) as usize)]),
            "multipv" => self.lines = spin(1, MOST_LINES)? as u8,
            "move overhead" => self.overhead = spin(0, OVERHEAD.1)?,
            "usemillisec" => self.counts_seconds = !flag()?,
            "ponder" | "batch" | "usebook" | "debug" => drop(flag()?),
            "uci_limitstrength" => self.is_limited = flag()?,
            "uci_elo" => self.level = level_of(spin(ELO.0, most_elo())?),
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

/// Splits into name and value, in lower case. UCCI names are a single word.
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
