//! The search: the plays preferred by the network compete in sampled worlds.

use fangqi_kit::Rng;

use super::deal::Deals;
use super::net::{Evaluator, Net, chance};
use super::playout::Playout;
use super::race::{Race, Runner};
use super::table::Table;
use super::{Budget, Thought, bid_evidence, workers};
use crate::{Play, View};

/// Maximum number of competing plays.
const CANDIDATES: usize = 10;
/// Plays are not tested if the network's probability is this far below the best.
const MARGIN: f32 = 0.25;
/// Number of deals from which a world is chosen, by their likelihood.
const DEALS: usize = 4;
/// Number of initial worlds that are not weighted by the likelihood of plays. Computing it takes as
/// long as testing two plays, and at first a larger number of worlds is worth more. The likelihood
/// of bids is cheap and always used.
const UNWEIGHTED_WORLDS: u64 = 48;
/// Between two eliminations, this many worlds plus a quarter of those so far are tested.
const BATCH: u64 = 4;
/// Maximum number of worlds; more would not change the result.
const WORLDS_MAX: u64 = 20_000;

/// The context of a search.
pub(super) struct Question<'a> {
    pub(super) net: &'a Net,
    pub(super) view: &'a View,
    pub(super) budget: &'a Budget<'a>,
    deals: Deals,
    seed: u64,
}

/// The results of a world.
pub(super) struct WorldResults {
    /// Whether each play won.
    results: Vec<bool>,
    nodes: u64,
}

impl Question<'_> {
    /// Tests plays in the world with this number; `None` if the search must stop.
    pub(super) fn try_world(&self, number: u64, plays: &[Play]) -> Option<WorldResults> {
        if (self.budget.stop)() {
            return None;
        }
        let mut rng = Rng::new(Rng::new(self.seed ^ number).next_u64());
        let mut playout = Playout::new(self.net, self.view.kickers);
        let world = self.world(number, &mut playout, &mut rng);
        let results = plays.iter().map(|play| playout.wins(&world, play)).collect();
        Some(WorldResults { results, nodes: playout.nodes })
    }

    /// Draws a world: a deal, or one of several with a probability proportional to its likelihood
    /// (sampling importance resampling).
    fn world(&self, number: u64, playout: &mut Playout, rng: &mut Rng) -> Table {
        let mut chosen = self.deals.draw(rng);
        let has_seen = self.view.plays().any(|(by, _)| by != self.view.role);
        let weighs_plays = number >= UNWEIGHTED_WORLDS && has_seen;
        if !weighs_plays && self.view.bids.is_none() {
            return chosen;
        }
        let mut likelihood = |deal: &Table| {
            let plays = if weighs_plays { playout.likelihood(self.view, deal) } else { 1.0 };
            plays * bid_evidence::likelihood(self.view, deal)
        };
        let mut sum = likelihood(&chosen);
        for _ in 1..DEALS {
            let other = self.deals.draw(rng);
            let likelihood = likelihood(&other);
            sum += likelihood;
            let draw = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if draw * sum < likelihood {
                chosen = other;
            }
        }
        chosen
    }
}

/// Searches a situation with more than one legal play.
pub(super) fn think(net: &Net, seed: u64, view: &View, budget: &Budget) -> Thought {
    let seed = seed ^ fingerprint(view);
    let question = Question { net, view, budget, deals: Deals::new(view), seed };
    let (runners, others) = runners(&question);
    let mut race = Race::new(runners);
    let (mut nodes, mut worlds) = (0, 0);
    'thinking: loop {
        let plays = race.remaining();
        if plays.len() < 2 || nodes >= budget.nodes || worlds >= WORLDS_MAX {
            break;
        }
        let numbers = worlds..worlds + BATCH.max(worlds / 4);
        for tried in workers::try_worlds(&question, numbers, &plays) {
            let Some(tried) = tried else { break 'thinking };
            race.record(&tried.results);
            nodes += tried.nodes;
            worlds += 1;
            if nodes >= budget.nodes {
                break;
            }
        }
        race.eliminate();
    }
    let ranking = race.ranking();
    let (play, value) = (ranking[0].play, ranking[0].estimate());
    let tried = ranking.iter().map(|it| (it.play, it.estimate()));
    Thought { play, value, candidates: tried.chain(others).collect(), nodes, worlds }
}

/// The plays to test, and all others, both in the network's order.
fn runners(question: &Question) -> (Vec<Runner>, Vec<(Play, f32)>) {
    let mut rated = rated(question.net, question.view, &question.deals);
    let floor = rated[0].1 - MARGIN;
    let worth = rated.iter().take(CANDIDATES).take_while(|it| it.1 >= floor).count();
    let others = rated.split_off(worth);
    (rated.into_iter().map(|(play, prior)| Runner::new(play, prior)).collect(), others)
}

/// All legal plays with the network's estimates, best first.
pub(super) fn rated(net: &Net, view: &View, deals: &Deals) -> Vec<(Play, f32)> {
    let (mut plays, mut values) = (Vec::new(), Vec::new());
    view.legal(&mut plays);
    // The network sees only the union of the unseen cards, so any deal gives the same values.
    let any = deals.draw(&mut Rng::new(0));
    Evaluator::default().values(net, &any, &plays, &mut values);
    let mut rated: Vec<(Play, f32)> =
        plays.into_iter().zip(values.into_iter().map(chance)).collect();
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    rated
}

/// A hash of the viewer's role and hand, the shown cards and the plays, for the seed.
pub(super) fn fingerprint(view: &View) -> u64 {
    let parts = [view.hand.bits(), view.shown.bits(), view.role as u64];
    let plays = view.history.iter().map(|play| play.cards.bits());
    parts.into_iter().chain(plays).fold(0, |sum, bits| Rng::new(sum ^ bits).next_u64())
}
