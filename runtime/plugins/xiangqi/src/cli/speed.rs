//! `fangqi xiangqi perft` and `bench`: counts that are the same on every machine, and how fast
//! this one makes them, by processor time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fangqi_plugin::ProcessorClock;
use fangqi_xiangqi::search::{self, Limits};
use fangqi_xiangqi::{Game, RuleSet};

use super::{BenchArgs, PerftArgs, answer, arena, input};

/// Prints what follows each move, then the sum and the speed.
pub(super) fn perft(args: &PerftArgs) -> anyhow::Result<()> {
    let start = ["startpos".to_owned()];
    let fen = if args.fen.is_empty() { &start[..] } else { &args.fen[..] };
    let game = input::game(fen, RuleSet::Simple)?;
    let (clock, began) = started();
    let Some(deeper) = args.depth.checked_sub(1) else {
        return report(1, clock.now() - began);
    };
    let mut count = 0;
    for mv in game.position().legal_moves() {
        let mut position = game.position().clone();
        position.play_unchecked(mv);
        let below = position.perft(deeper);
        answer(&format!("{mv}: {below}"))?;
        count += below;
    }
    report(count, clock.now() - began)
}

/// A clock, and what it says now.
fn started() -> (ProcessorClock, Duration) {
    let clock = ProcessorClock::start();
    let began = clock.now();
    (clock, began)
}

fn report(nodes: u64, taken: Duration) -> anyhow::Result<()> {
    let seconds = taken.as_secs_f64().max(1e-9);
    answer(&format!("{nodes} nodes {:.0} nodes/s", nodes as f64 / seconds))
}

/// Searches the openings one after another, each without memory of the others, on one thread.
/// The sum of their nodes changes when the search does, and with nothing else.
pub(super) fn bench(args: &BenchArgs) -> anyhow::Result<()> {
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let (clock, began) = started();
    let mut nodes = 0;
    for position in arena::openings(None)? {
        let game = Game::new(position);
        let thought = search::think(&game, &limits, &AtomicBool::new(false));
        let best = thought.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        answer(&format!("{best} {:>8} {:>9} nodes", thought.score.to_string(), thought.nodes))?;
        nodes += thought.nodes;
    }
    report(nodes, clock.now() - began)
}
