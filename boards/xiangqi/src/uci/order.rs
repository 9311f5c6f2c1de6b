//! `go`: what is searched, how far and how long.

use std::sync::atomic::AtomicBool;

use super::{LineError, among};
use crate::fen::quoted;
use crate::search::{Engine, Limits, Score, Thought};
use crate::{Color, Game, Move};

/// Into how many moves the remaining time is divided if nothing else is said, and at most.
const MOVES_AHEAD: u64 = 32;
/// A move may take so many times its share if the search is in doubt.
const STRETCH: u64 = 4;

/// A search that was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Depth and nodes.
    pub limits: Limits,
    /// How long it may take; none if the clock was not mentioned.
    pub clock: Option<Clock>,
    /// The moves to choose from; all if empty.
    pub moves: Vec<Move>,
    /// It ends with a mate in so many moves or fewer.
    pub mate: Option<u32>,
    /// The move is not to be told before `stop`, even if nothing is left to search.
    pub is_infinite: bool,
    /// It runs on the other side's time: the clock begins, and the move is told, after
    /// `ponderhit`.
    pub is_ponder: bool,
    /// The other side has offered a draw.
    pub is_draw_offered: bool,
}

/// The time for a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// A new iteration is not worth while after this, more or less.
    pub soft: u64,
    /// The search ends at once.
    pub hard: u64,
}

impl Clock {
    /// Exactly so long.
    pub fn exactly(milliseconds: u64) -> Clock {
        Clock { soft: milliseconds, hard: milliseconds }
    }

    /// A share of what remains, of which `overhead` is lost on the way.
    fn share(remaining: u64, increment: u64, moves_to_go: Option<u64>, overhead: u64) -> Clock {
        let usable = remaining.saturating_sub(overhead).max(1);
        let moves = moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        // The last move before the clock is set again may use nearly all.
        let most = if moves == 1 { usable - usable / 10 } else { usable / 2 }.max(1);
        let soft = (usable / moves).saturating_add(increment.saturating_mul(3) / 4).clamp(1, most);
        Clock { soft, hard: soft.saturating_mul(STRETCH).min(most) }
    }

    /// Whether the search should end with this iteration: the best move has been the same for
    /// `stable` iterations, and `elapsed` milliseconds have passed.
    pub fn is_enough(&self, elapsed: u64, stable: u32) -> bool {
        // Another iteration takes about as long as all before it. In doubt it is begun later.
        let percent = match stable {
            0 => 110,
            1 | 2 => 80,
            3..6 => 60,
            _ => 45,
        };
        self.soft != self.hard && elapsed >= self.soft.saturating_mul(percent) / 100
    }
}

impl Order {
    /// Whether it ends by itself.
    pub fn is_limited(&self) -> bool {
        !self.is_infinite && !self.is_ponder && self.has_limits()
    }

    /// Whether anything limits it once it is not pondering any more.
    pub fn has_limits(&self) -> bool {
        let Limits { depth, nodes, .. } = self.limits;
        depth.is_some() || nodes.is_some() || self.clock.is_some()
    }

    /// Searches, reports every finished iteration, and ends at a limit, at the mate that was asked
    /// for, or when `stop` is raised. The clock is the caller's business.
    pub fn carry_out(
        &self,
        engine: &mut Engine,
        game: &Game,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let mut report = |thought: &Thought| {
            report(thought);
            if matches!((self.mate, thought.score), (Some(most), Score::Mate(moves @ 1..))
                if moves as u32 <= most)
            {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        if self.moves.is_empty() {
            engine.think(game, &self.limits, stop, &mut report)
        } else {
            among::think(engine, game, self, stop, &mut report)
        }
    }
}

/// What `go` needs to know besides its words.
pub(super) struct Table<'a> {
    pub(super) game: &'a Game,
    /// Moves that `banmoves` forbids.
    pub(super) banned: &'a [Move],
    /// Milliseconds that a number of UCCI's clocks stands for.
    pub(super) unit: u64,
    /// Milliseconds lost on the way, for every move.
    pub(super) overhead: u64,
    /// How many of the best moves are to be worked out.
    pub(super) lines: u8,
}

/// The words that a number follows.
const NUMBERS: [&str; 14] = [
    "depth",
    "nodes",
    "mate",
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
    "oppmovestogo",
];

/// Understands the words after `go`, and names those that it does not.
pub(super) fn read(
    words: &[&str],
    table: &Table<'_>,
) -> Result<(Order, Vec<LineError>), LineError> {
    let mut order = Order::default();
    let (mut remaining, mut increment, mut moves_to_go) = (None, 0, None);
    let own = if table.game.side_to_move() == Color::Red { 'w' } else { 'b' };
    let (mut words, mut unknown) = (words.iter().copied().peekable(), Vec::new());
    let mut wanted = None;
    while let Some(word) = words.next() {
        match word {
            "infinite" => order.is_infinite = true,
            "ponder" => order.is_ponder = true,
            "draw" => order.is_draw_offered = true,
            "searchmoves" => {
                let list: &mut Vec<Move> = wanted.get_or_insert_default();
                while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                    list.push(mv);
                    words.next();
                }
            }
            _ if NUMBERS.contains(&word) => {
                let Some(number) = number(word, words.next())? else {
                    order.is_infinite |= word == "depth";
                    continue;
                };
                match word {
                    "depth" => order.limits.depth = Some(number.clamp(1, u8::MAX.into()) as u8),
                    "nodes" => order.limits.nodes = Some(number.max(1)),
                    "mate" => order.mate = Some(number.clamp(1, 1000) as u32),
                    "movetime" => order.clock = Some(Clock::exactly(number.max(1))),
                    "wtime" | "btime" if word.starts_with(own) => remaining = Some(number),
                    "winc" | "binc" if word.starts_with(own) => increment = number,
                    "time" => remaining = Some(number.saturating_mul(table.unit)),
                    "increment" => increment = number.saturating_mul(table.unit),
                    "movestogo" => moves_to_go = Some(number),
                    _ => {}
                }
            }
            _ => unknown.push(LineError::GoWord(word.into())),
        }
    }
    if let (Some(remaining), None) = (remaining, order.clock) {
        order.clock = Some(Clock::share(remaining, increment, moves_to_go, table.overhead));
    }
    order.limits.lines = table.lines;
    order.moves = choice(table, wanted)?;
    Ok((order, unknown))
}

/// The number after a word; none if it is `infinite`, as UCCI has it.
fn number(word: &str, value: Option<&str>) -> Result<Option<u64>, LineError> {
    let value = value.unwrap_or("nothing");
    if value == "infinite" {
        return Ok(None);
    }
    // A clock that has run out may be negative in UCI.
    let is_negative = value.strip_prefix('-').is_some_and(|digits| digits.parse::<u64>().is_ok());
    if is_negative {
        return Ok(Some(0));
    }
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // So large a number is as good as any larger one.
    let number = is_number.then(|| value.parse().unwrap_or(u64::MAX));
    number.map(Some).ok_or_else(|| LineError::Number { word: word.into(), value: quoted(value) })
}

/// The moves to choose from: empty for all of them.
fn choice(table: &Table<'_>, wanted: Option<Vec<Move>>) -> Result<Vec<Move>, LineError> {
    if wanted.is_none() && table.banned.is_empty() {
        return Ok(Vec::new());
    }
    let position = table.game.position();
    if let Some(&mv) = wanted.iter().flatten().find(|&&mv| !position.is_legal(mv)) {
        return Err(LineError::SearchMove(mv));
    }
    let is_allowed = |mv: &Move| {
        wanted.as_ref().is_none_or(|wanted| wanted.contains(mv)) && !table.banned.contains(mv)
    };
    let moves: Vec<Move> = table.game.legal_moves().into_iter().filter(is_allowed).collect();
    if moves.is_empty() && !table.game.status().is_over() {
        return Err(LineError::NothingLeft);
    }
    Ok(moves)
}
