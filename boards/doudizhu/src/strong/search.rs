//! The search: the plays that the network likes race in worlds that explain what was seen.

use fangqi_kit::Rng;

use super::deal::Deals;
use super::net::{Eye, Net, chance};
use super::playout::Playout;
use super::race::{Race, Runner};
use super::table::Table;
use super::{Budget, Thought, heard, workers};
use crate::{Play, View};

/// Plays that are tried out, at most.
const CANDIDATES: usize = 10;
/// Plays whose chance the network puts so far below the best are not tried out.
const MARGIN: f32 = 0.25;
/// Deals from which a world is drawn, by how well they explain what was played.
const DEALS: usize = 4;
/// The first worlds are drawn without asking which plays they explain, which takes as long as
/// trying two plays: with few worlds more of them are worth more. What bids say costs nothing.
const PLAIN: u64 = 48;
/// Between two looks at the race lie so many worlds, and a quarter of those seen so far.
const BATCH: u64 = 4;
/// More worlds than this change nothing.
const WORLDS_MAX: u64 = 20_000;

/// What is thought about.
pub(super) struct Question<'a> {
    pub(super) net: &'a Net,
    pub(super) view: &'a View,
    pub(super) budget: &'a Budget<'a>,
    deals: Deals,
    seed: u64,
}

/// What a world has shown.
pub(super) struct Tried {
    /// For each play whether it won.
    results: Vec<bool>,
    nodes: u64,
}

impl Question<'_> {
    /// Tries plays in the world of this number; `None` if it is time to stop.
    pub(super) fn try_world(&self, number: u64, plays: &[Play]) -> Option<Tried> {
        if (self.budget.stop)() {
            return None;
        }
        let mut rng = Rng::new(Rng::new(self.seed ^ number).next_u64());
        let mut playout = Playout::new(self.net, self.view.kickers);
        let world = self.world(number, &mut playout, &mut rng);
        let results = plays.iter().map(|play| playout.wins(&world, play)).collect();
        Some(Tried { results, nodes: playout.nodes })
    }

    /// A deal, or one of several by their likelihood.
    fn world(&self, number: u64, playout: &mut Playout, rng: &mut Rng) -> Table {
        let mut chosen = self.deals.draw(rng);
        let has_seen = self.view.plays().any(|(by, _)| by != self.view.role);
        let asks_plays = number >= PLAIN && has_seen;
        if !asks_plays && self.view.bids.is_none() {
            return chosen;
        }
        let mut likelihood = |deal: &Table| {
            let plays = if asks_plays { playout.likelihood(self.view, deal) } else { 1.0 };
            plays * heard::likelihood(self.view, deal)
        };
        let mut sum = likelihood(&chosen);
        for _ in 1..DEALS {
            let other = self.deals.draw(rng);
            let likelihood = likelihood(&other);
            sum += likelihood;
            let dice = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if dice * sum < likelihood {
                chosen = other;
            }
        }
        chosen
    }
}

/// Thinks about a situation in which there is a choice.
pub(super) fn think(net: &Net, seed: u64, view: &View, budget: &Budget) -> Thought {
    let seed = seed ^ fingerprint(view);
    let question = Question { net, view, budget, deals: Deals::new(view), seed };
    let (runners, others) = runners(&question);
    let mut race = Race::new(runners);
    let (mut nodes, mut worlds) = (0, 0);
    'thinking: loop {
        let plays = race.running();
        if plays.len() < 2 || nodes >= budget.nodes || worlds >= WORLDS_MAX {
            break;
        }
        let numbers = worlds..worlds + BATCH.max(worlds / 4);
        for tried in workers::try_worlds(&question, numbers, &plays) {
            let Some(tried) = tried else { break 'thinking };
            race.note(&tried.results);
            nodes += tried.nodes;
            worlds += 1;
            if nodes >= budget.nodes {
                break;
            }
        }
        race.drop_losers();
    }
    let ranking = race.ranking();
    let (play, value) = (ranking[0].play, ranking[0].estimate());
    let tried = ranking.iter().map(|it| (it.play, it.estimate()));
    Thought { play, value, candidates: tried.chain(others).collect(), nodes, worlds }
}

/// The plays worth trying, and all others; both best first by the network.
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
    // The network sees the unseen cards together: any way to deal them is as good.
    let any = deals.draw(&mut Rng::new(0));
    Eye::default().values(net, &any, &plays, &mut values);
    let mut rated: Vec<(Play, f32)> =
        plays.into_iter().zip(values.into_iter().map(chance)).collect();
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    rated
}

/// A number made of all that a view shows.
pub(super) fn fingerprint(view: &View) -> u64 {
    let parts = [view.hand.bits(), view.shown.bits(), view.role as u64];
    let plays = view.history.iter().map(|play| play.cards.bits());
    parts.into_iter().chain(plays).fold(0, |sum, bits| Rng::new(sum ^ bits).next_u64())
}
