//! A racing algorithm for choosing among plays: all are tested in the same worlds, and plays
//! significantly worse than the leader are eliminated.

use crate::Play;

/// Minimum number of worlds before the first elimination.
const MIN_WORLDS: usize = 12;
/// Weight of the network's estimate, as a number of worlds.
const PRIOR_WEIGHT: f32 = 12.0;
/// Number of standard errors behind the leader at which a play is eliminated.
const ELIMINATION_ERRORS: f32 = 1.8;

/// A competing play.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    pub(super) play: Play,
    /// The network's estimate of its winning probability.
    prior: f32,
    wins: u32,
    /// Whether the mover's side won, by world.
    results: Vec<bool>,
    out: bool,
}

impl Runner {
    pub(super) fn new(play: Play, prior: f32) -> Runner {
        Runner { play, prior, wins: 0, results: Vec::new(), out: false }
    }

    /// The estimated winning probability: the mean of results and prior.
    pub(super) fn estimate(&self) -> f32 {
        (self.wins as f32 + PRIOR_WEIGHT * self.prior) / (self.results.len() as f32 + PRIOR_WEIGHT)
    }
}

/// The competing plays.
#[derive(Clone, Debug)]
pub(super) struct Race {
    runners: Vec<Runner>,
}

impl Race {
    pub(super) fn new(runners: Vec<Runner>) -> Race {
        Race { runners }
    }

    /// The plays not eliminated.
    pub(super) fn remaining(&self) -> Vec<Play> {
        self.runners.iter().filter(|it| !it.out).map(|it| it.play).collect()
    }

    /// Records the results of the remaining plays in a world.
    pub(super) fn record(&mut self, results: &[bool]) {
        let remaining = self.runners.iter_mut().filter(|it| !it.out);
        for (runner, &won) in remaining.zip(results) {
            runner.wins += u32::from(won);
            runner.results.push(won);
        }
    }

    /// Eliminates plays that are significantly worse than the leader, by the standard error of the
    /// paired differences.
    pub(super) fn eliminate(&mut self) {
        let remaining = self.runners.iter().filter(|it| !it.out);
        let leader = remaining.max_by(|a, b| a.estimate().total_cmp(&b.estimate())).cloned();
        let Some(leader) = leader.filter(|it| it.results.len() >= MIN_WORLDS) else { return };
        let worlds = leader.results.len() as f32;
        for runner in self.runners.iter_mut().filter(|it| !it.out) {
            let pairs = leader.results.iter().zip(&runner.results);
            let differ = pairs.filter(|(a, b)| a != b).count() as f32;
            let mean = (leader.wins as f32 - runner.wins as f32) / worlds;
            // Paired differences are -1, 0 or 1; adding 1/4 keeps a small sample without
            // differences from having zero variance.
            let squares = differ - worlds * mean * mean + 0.25;
            let error = squares.sqrt() / worlds;
            runner.out = leader.estimate() - runner.estimate() > ELIMINATION_ERRORS * error;
        }
    }

    /// All plays: those that stayed longest first, then by estimate.
    pub(super) fn ranking(mut self) -> Vec<Runner> {
        self.runners.sort_by(|a, b| {
            let longer = b.results.len().cmp(&a.results.len());
            a.out.cmp(&b.out).then(longer).then(b.estimate().total_cmp(&a.estimate()))
        });
        self.runners
    }
}
