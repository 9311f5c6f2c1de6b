//! The race between candidates: all are tried in the same worlds, and who falls too far behind is
//! out.

use crate::Play;

/// Worlds before anyone is out.
const LEAST: usize = 12;
/// How many worlds the network's own estimate is worth.
const TRUST: f32 = 12.0;
/// By how many standard errors somebody is behind by more than chance.
const ERRORS: f32 = 1.8;

/// A play in the race.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    pub(super) play: Play,
    /// The network's estimate.
    prior: f32,
    wins: u32,
    /// For each world, whether the mover's side won there.
    results: Vec<bool>,
    out: bool,
}

impl Runner {
    pub(super) fn new(play: Play, prior: f32) -> Runner {
        Runner { play, prior, wins: 0, results: Vec::new(), out: false }
    }

    /// The chance to win with this play.
    pub(super) fn estimate(&self) -> f32 {
        (self.wins as f32 + TRUST * self.prior) / (self.results.len() as f32 + TRUST)
    }
}

/// Several plays that are tried in the same worlds.
#[derive(Clone, Debug)]
pub(super) struct Race {
    runners: Vec<Runner>,
}

impl Race {
    pub(super) fn new(runners: Vec<Runner>) -> Race {
        Race { runners }
    }

    /// The plays that are not out.
    pub(super) fn running(&self) -> Vec<Play> {
        self.runners.iter().filter(|it| !it.out).map(|it| it.play).collect()
    }

    /// Takes down how the plays that are not out did in a world.
    pub(super) fn note(&mut self, results: &[bool]) {
        let running = self.runners.iter_mut().filter(|it| !it.out);
        for (runner, &won) in running.zip(results) {
            runner.wins += u32::from(won);
            runner.results.push(won);
        }
    }

    /// Puts out who is behind the leader by more than chance explains.
    pub(super) fn drop_losers(&mut self) {
        let running = self.runners.iter().filter(|it| !it.out);
        let leader = running.max_by(|a, b| a.estimate().total_cmp(&b.estimate())).cloned();
        let Some(leader) = leader.filter(|it| it.results.len() >= LEAST) else { return };
        let worlds = leader.results.len() as f32;
        for runner in self.runners.iter_mut().filter(|it| !it.out) {
            let pairs = leader.results.iter().zip(&runner.results);
            let differ = pairs.filter(|(a, b)| a != b).count() as f32;
            let mean = (leader.wins as f32 - runner.wins as f32) / worlds;
            // The differences are -1, 0 or 1; the quarter keeps equals from seeming certain.
            let squares = differ - worlds * mean * mean + 0.25;
            let error = squares.sqrt() / worlds;
            runner.out = leader.estimate() - runner.estimate() > ERRORS * error;
        }
    }

    /// All plays, those first that stayed longest in the race, then by their chances.
    pub(super) fn ranking(mut self) -> Vec<Runner> {
        self.runners.sort_by(|a, b| {
            let longer = b.results.len().cmp(&a.results.len());
            a.out.cmp(&b.out).then(longer).then(b.estimate().total_cmp(&a.estimate()))
        });
        self.runners
    }
}
