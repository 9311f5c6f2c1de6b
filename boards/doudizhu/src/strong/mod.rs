//! The strong player.

mod deal;
pub mod inputs;
pub mod net;
mod playout;
mod search;
pub mod shape;
pub mod table;

use std::sync::Arc;

use crate::{Play, View};
use net::Net;

/// How much may be thought about one decision.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Decisions of played-out games, after which no more are begun.
    pub nodes: u64,
    /// Asked now and then; once it is true the best so far is taken.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What to play.
    pub play: Play,
    /// The chance that the mover's side wins.
    pub value: f32,
    /// All legal plays with their chances, best first.
    pub candidates: Vec<(Play, f32)>,
    /// Decisions made in played-out games.
    pub nodes: u64,
    /// Worlds that were sampled.
    pub worlds: u64,
}

/// The strong player.
#[derive(Clone, Debug)]
pub struct Strong {
    net: Arc<Net>,
    seed: u64,
}

impl Strong {
    /// A player with the networks that the crate brings.
    pub fn new(seed: u64) -> Strong {
        Strong::with_net(seed, Net::built_in())
    }

    /// A player with other networks.
    pub fn with_net(seed: u64, net: Arc<Net>) -> Strong {
        Strong { net, seed }
    }

    /// Chooses a play; the view must not contradict itself.
    pub fn think(&self, view: &View, budget: &Budget) -> Thought {
        let mut legal = Vec::new();
        view.legal(&mut legal);
        let last = legal.iter().find(|play| play.cards == view.hand);
        if let Some(&play) = last.or(legal.first().filter(|_| legal.len() == 1)) {
            let value = 1.0;
            return Thought { play, value, candidates: vec![(play, value)], nodes: 0, worlds: 0 };
        }
        search::think(&self.net, self.seed, view, budget)
    }
}
