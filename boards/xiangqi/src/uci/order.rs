//! The `go` command: what to search, how deep and for how long.

use std::sync::atomic::AtomicBool;

use super::LineError;
use crate::fen::quoted;
use crate::search::{Engine, Level, Limits, Score, Thought, think_as};
use crate::{Color, Game, Move};

/// Number of moves among which the remaining time is divided, unless `movestogo` gives a smaller
/// one.
const MOVES_AHEAD: u64 = 32;
/// Factor by which a move may exceed its share of time.
const STRETCH: u64 = 4;

/// A requested search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Depth, node and line limits.
    pub limits: Limits,
    /// Time limit; `None` if the command has no clock.
    pub clock: Option<Clock>,
    /// The root moves to consider; empty for all.
    pub moves: Vec<Move>,
    /// `mate`: end with a mate in at most this many moves.
    pub mate: Option<u32>,
    /// `infinite`: the move must not be printed before `stop`, even if the search has ended.
    pub is_infinite: bool,
    /// `ponder`: searches on the opponent's time; the clock starts, and the move may be printed,
    /// after `ponderhit`.
    pub is_ponder: bool,
    /// The opponent has offered a draw.
    pub is_draw_offered: bool,
    /// The strength at which to play; `None` for all of it.
    pub level: Option<Level>,
    /// The seed by which a level chooses.
    pub seed: u64,
}

/// The time for a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// No new iteration should start after about this time.
    pub soft: u64,
    /// The search is stopped at this time.
    pub hard: u64,
}

impl Clock {
    /// Uses exactly this much time (`movetime`).
    pub fn exactly(milliseconds: u64) -> Clock {
        Clock { soft: milliseconds, hard: milliseconds }
    }

    /// Allots a share of the remaining time, given the communication delay `overhead`.
    fn share(remaining: u64, increment: u64, moves_to_go: Option<u64>, overhead: u64) -> Clock {
        let usable = remaining.saturating_sub(overhead).max(1);
        let moves = moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        // The last move before the time control may use nearly all of the time.
        let most = if moves == 1 { usable - usable / 10 } else { usable / 2 }.max(1);
        let soft = (usable / moves).saturating_add(increment.saturating_mul(3) / 4).clamp(1, most);
        Clock { soft, hard: soft.saturating_mul(STRETCH).min(most) }
    }

    /// Whether to stop after the current iteration, with `elapsed` milliseconds used and the best
    /// move unchanged for `stable` iterations.
    pub fn is_enough(&self, elapsed: u64, stable: u32) -> bool {
        // The next iteration takes about as long as all before it. An unstable best move gets more
        // time.
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
    /// Whether the search ends by itself.
    pub fn is_limited(&self) -> bool {
        !self.is_infinite && !self.is_ponder && self.has_limits()
    }

    /// Whether any limit applies once pondering has ended.
    pub fn has_limits(&self) -> bool {
        let Limits { depth, nodes, .. } = self.limits;
        depth.is_some() || nodes.is_some() || self.clock.is_some() || self.level.is_some()
    }

    /// Runs the search and reports every finished iteration, or the verdict if there is no move. It
    /// ends at a limit, at the requested mate, or when `stop` is set; the caller keeps the clock.
    pub fn carry_out(
        &self,
        engine: &mut Engine,
        game: &Game,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        if let Some(level) = self.level {
            let thought = think_as(level, &self.moves, self.seed, game, &self.limits, stop);
            report(&thought);
            return thought;
        }
        let mut report = |thought: &Thought| {
            report(thought);
            if matches!((self.mate, thought.score), (Some(most), Score::Mate(moves @ 1..))
                if moves as u32 <= most)
            {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let thought = engine.think_among(game, &self.moves, &self.limits, stop, &mut report);
        if thought.best.is_none() {
            report(&thought);
        }
        thought
    }
}

/// The session state that `go` depends on.
pub(super) struct Context<'a> {
    pub(super) game: &'a Game,
    /// Moves that `banmoves` forbids.
    pub(super) banned: &'a [Move],
    /// Milliseconds per unit of UCCI clocks.
    pub(super) unit: u64,
    /// Communication delay per move in milliseconds.
    pub(super) overhead: u64,
    /// MultiPV: number of lines.
    pub(super) lines: u8,
    /// The strength at which to play; `None` for all of it.
    pub(super) level: Option<Level>,
    /// The seed by which a level chooses.
    pub(super) seed: u64,
}

/// Keywords that take a number.
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

/// Parses the arguments of `go`. Unknown words are reported and skipped.
pub(super) fn read(
    words: &[&str],
    context: &Context<'_>,
) -> Result<(Order, Vec<LineError>), LineError> {
    let limits = Limits { lines: context.lines, ..Limits::default() };
    let Context { level, seed, .. } = *context;
    let mut order = Order { limits, level, seed, ..Order::default() };
    let (mut remaining, mut increment, mut moves_to_go) = (None, 0, None);
    let own = if context.game.side_to_move() == Color::Red { 'w' } else { 'b' };
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
                    "time" => remaining = Some(number.saturating_mul(context.unit)),
                    "increment" => increment = number.saturating_mul(context.unit),
                    "movestogo" => moves_to_go = Some(number),
                    _ => {}
                }
            }
            _ => unknown.push(LineError::GoWord(word.into())),
        }
    }
    if let (Some(remaining), None) = (remaining, order.clock) {
        order.clock = Some(Clock::share(remaining, increment, moves_to_go, context.overhead));
    }
    if let Some(moves) = order.mate {
        order.limits.depth.get_or_insert(mate_depth(moves));
    }
    order.moves = choice(context, wanted)?;
    Ok((order, unknown))
}

/// The depth after which a mate in this many moves will not be found: twice that of the mate, since
/// reductions may hide it for a while.
fn mate_depth(moves: u32) -> u8 {
    moves.saturating_mul(4).saturating_add(4).min(u8::MAX.into()) as u8
}

/// Parses a keyword's number; `None` for UCCI's `infinite`.
fn number(word: &str, value: Option<&str>) -> Result<Option<u64>, LineError> {
    let value = value.unwrap_or("nothing");
    if value == "infinite" {
        return Ok(None);
    }
    // In UCI, a clock that has run out may be negative.
    let is_negative = value.strip_prefix('-').is_some_and(|digits| digits.parse::<u64>().is_ok());
    if is_negative {
        return Ok(Some(0));
    }
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // Larger numbers than a `u64` saturate.
    let number = is_number.then(|| value.parse().unwrap_or(u64::MAX));
    number.map(Some).ok_or_else(|| LineError::Number { word: word.into(), value: quoted(value) })
}

/// The root moves to consider; empty for all.
fn choice(context: &Context<'_>, wanted: Option<Vec<Move>>) -> Result<Vec<Move>, LineError> {
    if wanted.is_none() && context.banned.is_empty() {
        return Ok(Vec::new());
    }
    let position = context.game.position();
    if let Some(&mv) = wanted.iter().flatten().find(|&&mv| !position.is_legal(mv)) {
        return Err(LineError::SearchMove(mv));
    }
    let is_allowed = |mv: &Move| {
        wanted.as_ref().is_none_or(|wanted| wanted.contains(mv)) && !context.banned.contains(mv)
    };
    let moves: Vec<Move> = context.game.legal_moves().into_iter().filter(is_allowed).collect();
    if moves.is_empty() && !context.game.status().is_over() {
        return Err(LineError::NothingLeft);
    }
    Ok(moves)
}
