//! The strong player: networks trained by self-play propose plays, which are then tested by
//! playouts in sampled worlds, weighted by how well they explain the other seats' plays.
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
mod bid_evidence;
mod deal;
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

pub use bid_evidence::apparent_strength;
pub use level::Level;

use crate::{Play, View};
use net::Net;

/// The budget of a decision.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of nodes: playouts, and decisions evaluated in them. If only this limit ends
    /// the search, the result is reproducible on every machine.
    pub nodes: u64,
    /// Checked before each sampled world; if true, the search ends with the best play so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Number of threads. It changes the time the search takes, but not its result.
    pub threads: usize,
}

impl Budget<'_> {
    /// A node limit, on the caller's thread.
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

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen play.
    pub play: Play,
    /// The winning probability of the mover's side.
    pub value: f32,
    /// All legal plays with their winning probabilities, best first; plays tested in worlds come
    /// before the others.
    pub candidates: Vec<(Play, f32)>,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of sampled worlds.
    pub worlds: u64,
}

/// The strong player. It keeps no state between decisions.
#[derive(Clone, Debug)]
pub struct Strong {
    net: Arc<Net>,
    seed: u64,
}

impl Strong {
    /// A player with the embedded networks.
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
            // A forced play is not evaluated, so its value is unknown.
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
