//! Formats search results for UCI and UCCI.

use std::fmt;

use super::{Dialect, Order, Session};
use crate::Move;
use crate::search::{Score, Thought};

/// UCCI: a draw offer is accepted at this score or worse, in hundredths of a pawn.
const ACCEPTS_DRAW: i32 = -30;

impl Session {
    /// The `info` line for an iteration, with the elapsed `milliseconds` if the caller has a clock.
    pub fn info(&self, thought: &Thought, milliseconds: Option<u64>) -> String {
        let mut line = format!("info depth {}", thought.depth);
        if self.dialect == Dialect::Uci {
            line += &format!(" seldepth {}", thought.selective_depth);
        }
        if self.options.lines > 1 {
            line += &format!(" multipv {}", thought.rank);
        }
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
            let speed = thought.nodes.saturating_mul(1000) / ms.max(1);
            line += &format!(" time {ms} nps {speed}");
        }
        if self.dialect == Dialect::Uci {
            line += &format!(" hashfull {}", thought.fullness);
        }
        if thought.pv.is_empty() { line } else { line + " pv" + &Moves(&thought.pv).to_string() }
    }

    /// The `bestmove` line that ends a search.
    pub fn best_move(&self, order: &Order, thought: &Thought) -> String {
        let Some(best) = thought.best else { return self.no_move().into() };
        let mut line = format!("bestmove {best}");
        if let Some(ponder) = thought.pv.get(1) {
            line += &format!(" ponder {ponder}");
        }
        let is_worse = match thought.score {
            Score::Cp(value) => value <= ACCEPTS_DRAW,
            Score::Mate(moves) => moves <= 0,
        };
        if self.dialect == Dialect::Ucci && order.is_draw_offered && is_worse {
            line += " draw";
        }
        line
    }

    /// The line that ends a search if there is no move to play.
    pub(super) fn no_move(&self) -> &'static str {
        match self.dialect {
            Dialect::Uci => "bestmove (none)",
            Dialect::Ucci => "nobestmove",
        }
    }
}

struct Moves<'a>(&'a [Move]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
