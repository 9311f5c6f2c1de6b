//! Searches by the clock, and `fangqi xiangqi bestmove`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use fangqi_xiangqi::search::{Engine, Limits, Score, Thought};
use fangqi_xiangqi::{Game, RuleSet, notation};
use serde_json::{Value, json};

use super::{BestmoveArgs, input};

/// Raises a flag when its time has come, unless it is dropped before.
#[derive(Debug)]
pub(super) struct Alarm {
    /// Its end is what the waiting thread hears.
    _alive: mpsc::Sender<()>,
}

impl Alarm {
    /// Raises `flag` after so many milliseconds.
    pub(super) fn set(milliseconds: u64, flag: Arc<AtomicBool>) -> Alarm {
        let (alive, dropped) = mpsc::channel::<()>();
        thread::spawn(move || {
            let time = Duration::from_millis(milliseconds);
            if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        Alarm { _alive: alive }
    }
}

/// Thinks for so many milliseconds, less if a mate is found.
pub(super) fn think(engine: &mut Engine, game: &Game, milliseconds: u64) -> Thought {
    let stop = Arc::new(AtomicBool::new(false));
    let _alarm = Alarm::set(milliseconds, Arc::clone(&stop));
    engine.think(game, &Limits::default(), &stop, &mut |_| {})
}

/// `{"cp": 31}` or `{"mate": -2}`.
pub(super) fn score_json(score: Score) -> Value {
    match score {
        Score::Cp(value) => json!({ "cp": value }),
        Score::Mate(moves) => json!({ "mate": moves }),
    }
}

/// Prints the best move of a position, its score for the side to move and the expected line.
pub(super) fn best_move(args: &BestmoveArgs) -> anyhow::Result<()> {
    let game = input::game(&args.fen, RuleSet::default())?;
    if game.status().is_over() {
        bail!("there is no move to find, the game is over: {}", game.status());
    }
    let thought = think(&mut Engine::new(64), &game, args.ms);
    let best = thought.best.context("the search found no move")?;
    let line: Vec<String> = thought.pv.iter().map(ToString::to_string).collect();
    let answer = json!({
        "move": best.to_string(),
        "chinese": notation::chinese(game.position(), best),
        "score": score_json(thought.score),
        "line": line,
        "depth": thought.depth,
        "nodes": thought.nodes,
    });
    super::answer(&answer.to_string())
}
