//! The protocols UCI and UCCI (moves with ranks 0 to 9), by which graphical programs and match
//! runners speak to a player.
//!
//! [`Session`] understands the lines and never blocks: a search is an [`Order`] that the caller
//! carries out, on whatever thread and by whatever clock it has, and whose result
//! [`Session::best_move`] puts into words. [`run`] is the plain caller: one thread, no clock.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::search::{Limits, Score, Thought, think_aloud};
use crate::{FenError, Game, Move, ParseMoveError, PlayError, Position, RuleSet};

/// Nodes that [`run`], which has no clock, searches for each millisecond it is given.
const NODES_PER_MS: u64 = 1000;
/// Into how many moves the remaining time is divided if nothing else is said.
const MOVES_AHEAD: u64 = 30;

/// Which of the two protocols is spoken: the one whose greeting came last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Dialect {
    #[default]
    Uci,
    Ucci,
}

/// What the caller is to do after a line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Print this line.
    Print(String),
    /// Search, print [`Session::info`] as it goes and [`Session::best_move`] at its end.
    Search(Order),
    /// Raise the flag of the search that runs.
    Stop,
    /// End.
    Quit,
}

/// A search that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Depth and nodes.
    pub limits: Limits,
    /// Milliseconds it may take; none if the clock was not mentioned.
    pub milliseconds: Option<u64>,
}

/// Why a line was not understood. It is printed as `info string …`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum LineError {
    #[error("unknown command `{0}`")]
    Unknown(String),
    #[error("position: startpos or fen is expected, not `{0}`")]
    Position(String),
    #[error("position: {0}")]
    Fen(#[from] FenError),
    #[error("position: move {number}: {error}")]
    Move { number: usize, error: ParseMoveError },
    #[error("position: move {number}: {error}")]
    Illegal { number: usize, error: PlayError },
    #[error("go: no position has been set")]
    NoPosition,
    #[error("go: `{word}` must be followed by a number, not `{value}`")]
    Number { word: String, value: String },
    #[error("go: unknown word `{0}`")]
    GoWord(String),
    #[error("setoption: {0}")]
    Option(String),
}

/// One conversation.
#[derive(Clone, Debug, Default)]
pub struct Session {
    dialect: Dialect,
    game: Option<Game>,
    rules: RuleSet,
    /// Whether a UCCI program counts its clocks in seconds, as it may ask for.
    counts_seconds: bool,
}

impl Session {
    /// A session that has heard nothing yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// The game that was set up last.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Takes one line and says what is to be done. A line that makes no sense changes nothing.
    ///
    /// ```
    /// use fangqi_xiangqi::uci::{Reply, Session};
    /// let mut session = Session::new();
    /// assert_eq!(session.line("isready"), [Reply::Print("readyok".into())]);
    /// let complaint = Reply::Print("info string go: no position has been set".into());
    /// assert_eq!(session.line("go depth 3"), [complaint]);
    /// assert_eq!(session.line("position startpos moves h2e2"), []);
    /// assert!(matches!(session.line("go depth 3")[..], [Reply::Search(_)]));
    /// ```
    pub fn line(&mut self, line: &str) -> Vec<Reply> {
        self.understand(line)
            .unwrap_or_else(|error| vec![Reply::Print(format!("info string {error}"))])
    }

    fn understand(&mut self, line: &str) -> Result<Vec<Reply>, LineError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let print = |text: &str| vec![Reply::Print(text.into())];
        Ok(match words.split_first() {
            None => Vec::new(),
            Some((&"uci", _)) => self.greet(Dialect::Uci),
            Some((&"ucci", _)) => self.greet(Dialect::Ucci),
            Some((&"isready", _)) => print("readyok"),
            Some((&"ucinewgame", _)) => {
                self.game = None;
                Vec::new()
            }
            Some((&"setoption", rest)) => {
                self.set_option(rest)?;
                Vec::new()
            }
            Some((&"position", rest)) => {
                self.game = Some(self.position(rest)?);
                Vec::new()
            }
            Some((&"go", rest)) => {
                let game = self.game.as_ref().ok_or(LineError::NoPosition)?;
                vec![Reply::Search(order(game, rest, self.unit())?)]
            }
            Some((&"stop", _)) => vec![Reply::Stop],
            Some((&"quit", _)) if self.dialect == Dialect::Ucci => {
                vec![Reply::Stop, Reply::Print("bye".into()), Reply::Quit]
            }
            Some((&"quit", _)) => vec![Reply::Stop, Reply::Quit],
            Some((word, _)) => return Err(LineError::Unknown((*word).into())),
        })
    }

    fn greet(&mut self, dialect: Dialect) -> Vec<Reply> {
        self.dialect = dialect;
        let lines: &[&str] = match dialect {
            Dialect::Uci => &[
                "id name Fangqi",
                "id author the Fangqi project",
                "option name Repetition Rule type combo default axf var axf var cxa var simple",
                "uciok",
            ],
            Dialect::Ucci => &[
                "id name Fangqi",
                "id author the Fangqi project",
                "option usemillisec type check default true",
                "option repetition type combo var axf var cxa var simple default axf",
                "ucciok",
            ],
        };
        lines.iter().map(|line| Reply::Print((*line).into())).collect()
    }

    /// Milliseconds that a number of the clocks stands for.
    fn unit(&self) -> u64 {
        if self.counts_seconds { 1000 } else { 1 }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), LineError> {
        let text = words.join(" ").to_ascii_lowercase();
        let text = text.strip_prefix("name ").unwrap_or(&text);
        if let Some(value) = text.strip_prefix("usemillisec ") {
            self.counts_seconds = match value.trim() {
                "true" => false,
                "false" => true,
                other => {
                    let text = format!("usemillisec is true or false, not `{other}`");
                    return Err(LineError::Option(text));
                }
            };
            return Ok(());
        }
        let Some(value) = text.strip_prefix("repetition") else {
            return Err(LineError::Option(format!("unknown option in `{text}`")));
        };
        let value = value.trim_start();
        let value = value.strip_prefix("rule").unwrap_or(value).trim_start();
        self.rules = match value.strip_prefix("value").unwrap_or(value).trim() {
            "axf" | "asianrule" => RuleSet::Axf,
            "cxa" | "chineserule" => RuleSet::Cxa,
            "simple" => RuleSet::Simple,
            other => {
                let text = format!("the repetition rule is axf, cxa or simple, not `{other}`");
                return Err(LineError::Option(text));
            }
        };
        Ok(())
    }

    fn position(&self, words: &[&str]) -> Result<Game, LineError> {
        let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (setup, moves) = words.split_at(moves);
        let position = match setup.split_first() {
            Some((&"startpos", [])) => Position::start(),
            Some((&"fen", fields)) => Position::from_fen(&fields.join(" "))?,
            _ => return Err(LineError::Position(setup.join(" "))),
        };
        let mut game = Game::with_rules(position, self.rules);
        for (index, word) in moves.iter().skip(1).enumerate() {
            let number = index + 1;
            let mv: Move = word.parse().map_err(|error| LineError::Move { number, error })?;
            game.play(mv).map_err(|error| LineError::Illegal { number, error })?;
        }
        Ok(game)
    }

    /// The line that reports an iteration; `milliseconds` have passed, if the caller has a clock.
    pub fn info(&self, thought: &Thought, milliseconds: Option<u64>) -> String {
        let mut line = format!("info depth {}", thought.depth);
        line += &match (self.dialect, thought.score) {
            (Dialect::Uci, score) => format!(" score {score}"),
            (Dialect::Ucci, Score::Cp(value)) => format!(" score {value}"),
            (Dialect::Ucci, Score::Mate(moves)) => {
                let value = if moves > 0 { 30_000 - 2 * moves } else { -30_000 - 2 * moves };
                format!(" score {value}")
            }
        };
        line += &format!(" nodes {}", thought.nodes);
        if let Some(ms) = milliseconds {
            line += &format!(" time {ms} nps {}", thought.nodes * 1000 / ms.max(1));
        }
        line + " pv" + &Moves(&thought.pv).to_string()
    }

    /// The line that ends a search.
    pub fn best_move(&self, thought: &Thought) -> String {
        match (self.dialect, thought.best) {
            (Dialect::Uci, None) => "bestmove (none)".into(),
            (Dialect::Ucci, None) => "nobestmove".into(),
            (_, Some(best)) => match thought.pv.get(1) {
                Some(ponder) => format!("bestmove {best} ponder {ponder}"),
                None => format!("bestmove {best}"),
            },
        }
    }
}

struct Moves<'a>(&'a [Move]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// `unit` is how many milliseconds UCCI's `time` and `increment` count in.
fn order(game: &Game, words: &[&str], unit: u64) -> Result<Order, LineError> {
    let mut order = Order::default();
    let (mut remaining, mut increment, mut moves) = (None, 0, MOVES_AHEAD);
    let own = if game.side_to_move() == crate::Color::Red { 'w' } else { 'b' };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if matches!(word, "infinite" | "ponder" | "draw") {
            continue;
        }
        let known = [
            "depth",
            "nodes",
            "movetime",
            "wtime",
            "btime",
            "winc",
            "binc",
            "movestogo",
            "time",
            "increment",
            "opptime",
            "oppincrement",
        ];
        if !known.contains(&word) {
            return Err(LineError::GoWord(word.into()));
        }
        let value = words.next().copied().unwrap_or("nothing");
        // UCCI says `depth infinite` too. A clock that has run out may be negative in UCI.
        let number = match value {
            "infinite" => continue,
            _ if value.starts_with('-') && value.parse::<i64>().is_ok() => 0,
            _ => value
                .parse::<u64>()
                .map_err(|_| LineError::Number { word: word.into(), value: value.into() })?,
        };
        match word {
            "depth" => order.limits.depth = Some(number.clamp(1, u8::MAX.into()) as u8),
            "nodes" => order.limits.nodes = Some(number.max(1)),
            "movetime" => order.milliseconds = Some(number),
            "wtime" | "btime" if word.starts_with(own) => remaining = Some(number),
            "winc" | "binc" if word.starts_with(own) => increment = number,
            "time" => remaining = Some(number.saturating_mul(unit)),
            "increment" => increment = number.saturating_mul(unit),
            "movestogo" => moves = number.clamp(1, MOVES_AHEAD),
            _ => {}
        }
    }
    if let Some(remaining) = remaining {
        let share = (remaining / moves).saturating_add(increment.saturating_mul(3) / 4);
        order.milliseconds = Some(share.min(remaining / 2).max(1));
    }
    Ok(order)
}

/// Holds a conversation line by line until `quit` or the end of the input. There is no clock:
/// every millisecond asked for counts as a thousand nodes, and a search without any limit takes
/// as long as one second would.
///
/// # Errors
/// What reading and writing may fail with.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new();
    for line in input.lines() {
        for reply in session.line(&line?) {
            match reply {
                Reply::Print(text) => writeln!(output, "{text}")?,
                Reply::Stop => {}
                Reply::Quit => return Ok(()),
                Reply::Search(order) => search(&session, order, &mut output)?,
            }
            output.flush()?;
        }
    }
    Ok(())
}

fn search(session: &Session, order: Order, output: &mut impl Write) -> io::Result<()> {
    let Some(game) = session.game() else { return Ok(()) };
    let Order { mut limits, milliseconds } = order;
    if limits == Limits::default() || milliseconds.is_some() {
        let nodes = milliseconds.unwrap_or(1000).saturating_mul(NODES_PER_MS).max(1);
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    }
    let mut written = Ok(());
    let thought = think_aloud(game, &limits, &AtomicBool::new(false), &mut |thought| {
        if written.is_ok() {
            written = writeln!(output, "{}", session.info(thought, None));
        }
    });
    written?;
    writeln!(output, "{}", session.best_move(&thought))
}

#[cfg(test)]
mod tests;
