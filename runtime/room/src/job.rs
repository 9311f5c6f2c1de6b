//! Running jobs: pure functions of their description, called on worker threads outside the room.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use fangqi_doudizhu::endgame::Solver;
use fangqi_doudizhu::{Act, Play, RoundView, players, strong};
use fangqi_xiangqi::search::{self, Level, Limits, Score, Thought as Searched};
use fangqi_xiangqi::{Game, Move, Position};

use crate::board::{self, Question, Thought};
use crate::model::{JobResult, JobSpec, XiangqiVerdict};
use crate::sanguosha::{self, Packages};

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
        JobSpec::XiangqiAnalyse { fen, moves, nodes, threat } => {
            analyse(fen, moves, (*nodes, *threat), stop)
                .unwrap_or_else(|reason| JobResult::Failed { reason })
        }
        JobSpec::DoudizhuSolve { hands, turn, last, nodes } => {
            open_hands(hands, *turn, last, *nodes)
                .unwrap_or_else(|reason| JobResult::Failed { reason })
        }
        JobSpec::DoudizhuThink { view, level, seed } => doudizhu(view, *level, *seed, stop)
            .unwrap_or_else(|reason| JobResult::Failed { reason }),
        JobSpec::SanguoshaThink { packages, game, level, seed, worlds } => {
            sanguosha(packages, game, *level, *seed, *worlds)
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
    let game = played(fen, moves)?;
    let level = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
    let thought = search::think_level_within(&game, level, nodes, seed, stop);
    Ok(JobResult::XiangqiMove {
        best: thought.best.map(|best| best.to_string()),
        score: centipawns(thought.score),
        depth: u32::from(thought.depth),
        nodes: thought.nodes,
    })
}

fn doudizhu(view: &str, level: u8, seed: u64, stop: &AtomicBool) -> Result<JobResult, String> {
    let seen = RoundView::from_record(view).map_err(|error| format!("{view}: {error}"))?;
    let level = strong::Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
    let thought = players::think(&seen, level, seed, &|| stop.load(Ordering::Relaxed));
    let thought = thought.ok_or("this seat is not asked anything")?;
    Ok(JobResult::DoudizhuThought {
        candidates: thought.candidates.iter().map(Act::to_string).collect(),
        value: thought.value.map(|value| (value * 1_000.0) as i32),
    })
}

fn sanguosha(
    packages: &Packages,
    game: &str,
    level: u8,
    seed: u64,
    worlds: Option<u64>,
) -> Result<JobResult, String> {
    let level = sanguosha::Level::of(level).ok_or_else(|| format!("there is no level {level}"))?;
    let considered = sanguosha::consider(packages, game, level, seed, worlds)?;
    let candidates = considered.candidates.into_iter();
    Ok(JobResult::SanguoshaThought {
        answer: considered.answer,
        layer: considered.layer,
        candidates: candidates.map(|(text, worth)| (text, worth.round() as i32)).collect(),
    })
}

fn open_hands(
    hands: &[String; 3],
    turn: u8,
    last: &(u8, String),
    nodes: u64,
) -> Result<JobResult, String> {
    let position = crate::open_hands::position(hands, turn, last)?;
    let mut solver = Solver::new(nodes);
    let (Some(verdict), Some(winning)) = (solver.solve(&position), solver.winning(&position))
    else {
        return Ok(JobResult::DoudizhuSolved { landlord: None, line: vec![], winning: vec![] });
    };
    let cards = |plays: &[Play]| plays.iter().map(|play| play.cards.to_string()).collect();
    Ok(JobResult::DoudizhuSolved {
        landlord: Some(!verdict.winner.is_farmer()),
        line: cards(&verdict.line),
        winning: cards(&winning),
    })
}

/// A game that began so, with these moves made.
fn played(fen: &str, moves: &[String]) -> Result<Game, String> {
    let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
    let mut game = Game::new(position);
    for text in moves {
        let played: Move = text.parse().map_err(|error| format!("{text}: {error}"))?;
        game.play(played).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(game)
}

/// Part of the budget of an analysis that goes into what the other side threatens.
const THREAT_PART: u64 = 4;

fn analyse(
    fen: &str,
    moves: &[String],
    (nodes, threat): (u64, bool),
    stop: &AtomicBool,
) -> Result<JobResult, String> {
    let game = played(fen, moves)?;
    let think = |game: &Game, nodes: u64| {
        search::think(game, &Limits { nodes: Some(nodes), ..Limits::default() }, stop)
    };
    let spare = if threat { nodes / THREAT_PART } else { 0 };
    let thought = think(&game, nodes - spare);
    // A king in check can be taken, so there is no passing then; that defect is named.
    let passed = Some(with_turn_passed(&game.position().fen())).filter(|_| threat);
    let threat =
        passed.and_then(|fen| Game::from_fen(&fen).ok()).filter(|_| !game.position().in_check());
    let threat = threat.map(|passed| think(&passed, spare));
    let verdict = |thought: &Searched| XiangqiVerdict {
        score: centipawns(thought.score),
        line: thought.pv.iter().map(Move::to_string).collect(),
    };
    Ok(JobResult::XiangqiVerdict {
        verdict: verdict(&thought),
        threat: threat.as_ref().map(verdict),
        depth: u32::from(thought.depth),
        nodes: thought.nodes,
    })
}

/// The FEN of a position in which the other side is to move.
fn with_turn_passed(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(side) = fields.get_mut(1) {
        *side = if *side == "b" { "w" } else { "b" };
    }
    fields.join(" ")
}

/// A score as one number: mates lie beyond every other score, nearer ones further out.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value.clamp(-MATE + 1000, MATE - 1000),
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}

/// The number of [`centipawns`] as a score again.
pub(crate) fn score_of(centipawns: i32) -> Score {
    match centipawns {
        value if value > MATE - 1000 => Score::Mate(MATE - value),
        value if value < 1000 - MATE => Score::Mate(-MATE - value),
        value => Score::Cp(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysed(fen: &str, threat: bool) -> (XiangqiVerdict, Option<XiangqiVerdict>) {
        let spec =
            JobSpec::XiangqiAnalyse { fen: fen.to_owned(), moves: vec![], nodes: 4_000, threat };
        match run_job_alone(&spec) {
            JobResult::XiangqiVerdict { verdict, threat, .. } => (verdict, threat),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn scores_survive_their_number() {
        for score in
            [-3, -1, 0, 1, 17].map(Score::Mate).into_iter().chain([-29_000, 0, 512].map(Score::Cp))
        {
            // Mated already is as far out as can be; there is no mate in no moves for oneself.
            assert_eq!(score_of(centipawns(score)), score);
        }
    }

    #[test]
    fn an_analysis_says_what_is_threatened() {
        // Red mates; if Black were to move, its pawn would take the chariot.
        let (verdict, threat) = analysed("3k5/9/9/9/9/9/9/9/p3R4/R3K4 w", true);
        assert_eq!((verdict.score, verdict.line), (MATE - 1, vec!["a0d0".to_owned()]));
        assert_eq!(threat.and_then(|threat| threat.line.first().cloned()), Some("a1a0".to_owned()));
        // One who is in check cannot pass.
        assert_eq!(analysed("3k5/9/9/9/9/9/9/9/9/3RK4 b", true).1, None);
        assert_eq!(analysed("3k5/9/9/9/9/9/9/9/p3R4/R3K4 w", false).1, None);
    }
}
