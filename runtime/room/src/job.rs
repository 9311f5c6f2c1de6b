//! Running jobs: pure functions of their description, called on worker threads outside the room.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use fangqi_xiangqi::search::{self, Level, Score};
use fangqi_xiangqi::{Game, Move, Position};

use crate::board::{self, Question, Thought};
use crate::model::{JobResult, JobSpec};

/// Score beyond which a mate is meant; `MATE - n` is mate in `n` half-moves.
const MATE: i32 = 30_000;

/// Hands for a job that can be shared out.
pub trait Crew {
    /// Calls `work` once with each number below `parts`, in any order and on any threads, and
    /// returns when all of these calls have ended. Calls may panic.
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>);
}

/// No hands but one's own.
#[derive(Debug, Clone, Copy)]
pub struct Alone;

impl Crew for Alone {
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) {
        (0..parts).for_each(|part| work(part));
    }
}

/// What each part of some work came to; `None` for parts that panicked.
pub(crate) fn share_out<T: Clone + Send + Sync + 'static>(
    crew: &dyn Crew,
    parts: usize,
    work: impl Fn(usize) -> T + Send + Sync + 'static,
) -> Vec<Option<T>> {
    let slots: Arc<[OnceLock<T>]> = (0..parts).map(|_| OnceLock::new()).collect();
    let filled = Arc::clone(&slots);
    crew.share(parts, Arc::new(move |part| drop(filled[part].set(work(part)))));
    slots.iter().map(|slot| slot.get().cloned()).collect()
}

/// Runs a job to its end on this thread.
pub fn run_job_alone(spec: &JobSpec) -> JobResult {
    run_job(spec, &Alone, &Arc::default())
}

/// Runs a job to its end, or until `stop` is set, when the best found so far is the result. What
/// comes of it is the same for every crew.
pub fn run_job(spec: &JobSpec, crew: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
    match spec {
        JobSpec::XiangqiThink { fen, moves, level, seed, nodes } => {
            let nodes = nodes.unwrap_or(u64::MAX);
            xiangqi(fen, moves, (*level, nodes), *seed, stop)
                .unwrap_or_else(|reason| JobResult::Failed { reason })
        }
        JobSpec::BoardThink { script, source, view, level, fuel, seed } => {
            let question = Question {
                script: script.clone(),
                source: source.clone(),
                view: view.clone(),
                level: *level,
                fuel: *fuel,
                seed: *seed,
            };
            match board::think(question, crew, stop) {
                Ok(Thought { best, value, depth, nodes }) => {
                    let value = (value * 1_000.0) as i32;
                    JobResult::BoardMove { best, value, depth, nodes }
                }
                Err(reason) => JobResult::Failed { reason },
            }
        }
    }
}

fn xiangqi(
    fen: &str,
    moves: &[String],
    (level, nodes): (u8, u64),
    seed: u64,
    stop: &AtomicBool,
) -> Result<JobResult, String> {
    let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
    let mut game = Game::new(position);
    for text in moves {
        let played: Move = text.parse().map_err(|error| format!("{text}: {error}"))?;
        game.play(played).map_err(|error| format!("{text}: {error}"))?;
    }
    let level = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
    let thought = search::think_level_within(&game, level, nodes, seed, stop);
    Ok(JobResult::XiangqiMove {
        best: thought.best.map(|best| best.to_string()),
        score: centipawns(thought.score),
        depth: u32::from(thought.depth),
        nodes: thought.nodes,
    })
}

/// A score as one number: mates lie beyond every other score, nearer ones further out.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value.clamp(-MATE + 1000, MATE - 1000),
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}
