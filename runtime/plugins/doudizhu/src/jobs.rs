//! The Dou Dizhu engine's thinking, as jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fangqi_doudizhu::endgame::Solver;
use fangqi_doudizhu::{Act, Play, RoundView, players, strong};
use serde::{Deserialize, Serialize};

use crate::open_hands;
use fangqi_plugin::{Computation, Crew};
use fangqi_protocol::{JobResult, PlainValue};

/// Positions of the solver in a simulation, at most.
const SHORTENED: u64 = 300;

/// Say what a seat should do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Think {
    /// What the seat knows, as `RoundView::record` writes it.
    pub(crate) view: String,
    /// Strength, 1 to 5.
    pub(crate) level: u8,
    /// Seed of its random choices.
    pub(crate) seed: u64,
    /// How long a server lets it think.
    pub(crate) time: Duration,
}

/// Solve a game with open hands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Solve {
    /// The hands of the landlord, of the farmer after him and of the one before him.
    pub(crate) hands: [String; 3],
    /// Whose turn it is, 0 to 2 as in `hands`.
    pub(crate) turn: u8,
    /// What must be beaten, and who played it; no cards for a free lead.
    pub(crate) last: (u8, String),
    /// Positions it may look at.
    pub(crate) nodes: u64,
}

/// A job on its way to another server.
#[derive(Serialize, Deserialize)]
enum Packed {
    Think(Think),
    Solve(Solve),
}

/// Makes a job again that was packed on another server.
pub(crate) fn unpack(text: &str) -> Result<Box<dyn Computation>, String> {
    Ok(match serde_json::from_str(text).map_err(|error| error.to_string())? {
        Packed::Think(job) => Box::new(job),
        Packed::Solve(job) => Box::new(job),
    })
}

impl Computation for Think {
    fn run(&self, _: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
        self.thought(stop).into()
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.time)
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self { level: 1, ..self.clone() })
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(&Packed::Think(self.clone())).ok()
    }
}

impl Computation for Solve {
    fn run(&self, _: &dyn Crew, _: &Arc<AtomicBool>) -> JobResult {
        match self.solution() {
            Ok(None) => JobResult::Declined { reason: "unsolved".to_owned() },
            Ok(Some(solution)) => JobResult::done(&solution),
            Err(reason) => JobResult::Failed { reason },
        }
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self { nodes: self.nodes.min(SHORTENED), ..self.clone() })
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(&Packed::Solve(self.clone())).ok()
    }
}

impl Think {
    fn thought(&self, stop: &AtomicBool) -> Result<PlainValue, String> {
        let (view, level) = (&self.view, self.level);
        let seen = RoundView::from_record(view).map_err(|error| format!("{view}: {error}"))?;
        let level =
            strong::Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
        let thought = players::think(&seen, level, self.seed, &|| stop.load(Ordering::Relaxed));
        let thought = thought.ok_or("this seat is not asked anything")?;
        let candidates: Vec<String> = thought.candidates.iter().map(Act::to_string).collect();
        Ok(PlainValue::table([
            ("act", candidates.first().cloned().into()),
            ("value", thought.value.map(|value| (value * 1_000.0) as i32).into()),
            ("candidates", candidates.into()),
        ]))
    }
}

impl Solve {
    /// The solution; `None` if the budget does not suffice.
    fn solution(&self) -> Result<Option<PlainValue>, String> {
        let position = open_hands::position(&self.hands, self.turn, &self.last)?;
        let mut solver = Solver::new(self.nodes);
        let (Some(verdict), Some(winning)) = (solver.solve(&position), solver.winning(&position))
        else {
            return Ok(None);
        };
        let cards = |plays: &[Play]| -> Vec<String> {
            plays.iter().map(|play| play.cards.to_string()).collect()
        };
        let winner = if verdict.winner.is_farmer() { "farmers" } else { "landlord" };
        Ok(Some(PlainValue::table([
            ("winner", winner.into()),
            ("line", cards(&verdict.line).into()),
            ("winning", cards(&winning).into()),
        ])))
    }
}

#[cfg(test)]
mod tests {
    use fangqi_protocol::Alone;

    use super::*;

    #[test]
    fn another_server_comes_to_the_same() {
        let hands = ["34", "5", "6"].map(str::to_owned);
        let solve = Solve { hands, turn: 0, last: (0, String::new()), nodes: 1_000 };
        let again = unpack(&solve.packed().unwrap()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{solve:?}"));
        let run = |job: &dyn Computation| job.run(&Alone, &Arc::default());
        let solution = run(&solve);
        assert!(matches!(solution, JobResult::Done { .. }), "{solution:?}");
        assert_eq!(run(&*again), solution);
        let (view, time) = ("not a view".to_owned(), Duration::from_secs(2));
        let think = Think { view, level: 3, seed: 9, time };
        let again = unpack(&think.packed().unwrap()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{think:?}"));
        assert!(unpack("{\"Solve\":{}}").is_err() && unpack("").is_err());
    }
}
