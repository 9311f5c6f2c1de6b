//! The strong player: networks that were learned from games against themselves propose plays, and
//! these are tried out in worlds that explain what the other seats have played.
//!
//! ```
//! use fangqi_doudizhu::strong::{Budget, Strong};
//! use fangqi_doudizhu::{Kickers, View};
//!
//! let view = View::opening("33344456789TJQKA2BR".parse()?, "BR2".parse()?, Kickers::Rlcard);
//! # let view = View { hand: "333444567899TJQKA2BR".parse()?, ..view };
//! let thought = Strong::new(7).think(&view, &Budget::nodes(2_000));
//! assert!(thought.value > 0.5 && thought.candidates[0].0 == thought.play);
//! # Ok::<(), fangqi_doudizhu::HandError>(())
//! ```

mod bid;
mod deal;
mod heard;
pub mod inputs;
mod level;
pub mod net;
mod playout;
mod race;
mod search;
pub mod shape;
pub mod table;
#[cfg(test)]
mod tests;
mod workers;

use std::fmt;
use std::sync::Arc;

pub use heard::looks;
pub use level::Level;

use crate::{Play, View};
use net::Net;

/// How much may be thought about one decision.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Games played out and decisions made in them, after which no more are begun. If only this
    /// ends the thinking, its outcome is the same everywhere and always.
    pub nodes: u64,
    /// Asked before each world that is tried; once it is true the best so far is taken.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Threads at work: their number changes the time that it takes, not the outcome.
    pub threads: usize,
}

impl Budget<'_> {
    /// So many nodes on the caller's own thread.
    pub const fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, stop: &|| false, threads: 1 }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Budget");
        shown.field("nodes", &self.nodes).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What to play.
    pub play: Play,
    /// The chance that the mover's side wins.
    pub value: f32,
    /// All legal plays with their chances, best first: those that were tried, then the others.
    pub candidates: Vec<(Play, f32)>,
    /// Games played out and decisions made in them.
    pub nodes: u64,
    /// Worlds in which plays were tried.
    pub worlds: u64,
}

/// The strong player. It remembers nothing between decisions.
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
    pub const fn with_net(seed: u64, net: Arc<Net>) -> Strong {
        Strong { net, seed }
    }

    /// Chooses a play for a view that passes [`View::check`].
    pub fn think(&self, view: &View, budget: &Budget) -> Thought {
        let mut legal = Vec::new();
        view.legal(&mut legal);
        if let [only] = legal[..] {
            // Where there is no choice nobody need know how good it is.
            let candidates = vec![(only, 0.5)];
            return Thought { play: only, value: 0.5, candidates, nodes: 0, worlds: 0 };
        }
        if let Some(at) = legal.iter().position(|play| play.cards == view.hand) {
            let play = legal.remove(at);
            let others = legal.into_iter().map(|other| (other, 0.5));
            let candidates = std::iter::once((play, 1.0)).chain(others).collect();
            return Thought { play, value: 1.0, candidates, nodes: 0, worlds: 0 };
        }
        search::think(&self.net, self.seed, view, budget)
    }
}
