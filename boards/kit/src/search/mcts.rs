//! Monte Carlo tree search for any number of seats, chance and hidden things.
//!
//! Upper confidence bounds for trees with rapid action value estimation (RAVE: Gelly and Silver,
//! "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011). In the open,
//! finished lines are proven and passed up (Winands, Björnsson and Saito, "Monte-Carlo tree search
//! solver", 2008). What a seat cannot know is guessed anew for every descent, and a node stands for
//! all positions that look alike to that seat (single-observer information set search: Cowling,
//! Powley and Whitehouse, "Information set Monte Carlo tree search", 2012).

mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use super::{Board, Candidate, Limits, Report, Turn};
use crate::Rng;
use tree::{Edge, NodeId, Proof, Tree};

/// Weight of the bound's width against the mean; payoffs lie between -1 and 1.
const EXPLORATION: f64 = 0.6;
/// Visits at which an edge's own mean and its RAVE mean weigh the same.
const RAVE_EQUIVALENCE: f64 = 500.0;
/// Longest playout of a game that scores nothing: by then it is drawn.
const PLAYOUT_PLIES: usize = 3_000;
/// Plies after which the playout of a game that guesses scores ends with the guess.
const SCORED_PLIES: usize = 24;
/// Descents between two looks at the flag.
const LOOK: u32 = 8;

/// Looks for the best move of the seat to move.
pub fn search<B: Board>(game: &B, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
    Searcher::new(game.clone()).run(limits, stop)
}

/// A search that keeps its tree from one move to the next.
#[derive(Debug)]
pub struct Searcher<B: Board> {
    game: B,
    tree: Tree<B::Move>,
}

impl<B: Board> Searcher<B> {
    /// A search that starts from `game`.
    pub fn new(game: B) -> Self {
        Self { game, tree: Tree::new() }
    }

    /// A move was played in the game: what was found below it is kept.
    pub fn advance(&mut self, mv: B::Move) {
        self.tree.advance(&mv);
        self.game.play(mv);
    }

    /// The game was changed otherwise: nothing is kept.
    pub fn restart(&mut self, game: B) {
        *self = Self::new(game);
    }

    /// Searches on.
    pub fn run(&mut self, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
        let Turn::Seat(seat) = self.game.turn() else {
            return Report { candidates: Vec::new(), line: Vec::new(), depth: 0, nodes: 0 };
        };
        let mut descent = Descent {
            tree: &mut self.tree,
            rng: Rng::new(limits.seed),
            hidden: self.game.is_hidden(),
            provable: self.game.seats() == 2 && !self.game.is_hidden(),
            scored: self.game.score(seat).is_some(),
            nodes: 0,
            depth: 0,
            path: Vec::new(),
            played: Vec::new(),
            later: FxHashSet::default(),
        };
        let mut count = 0;
        while descent.nodes < limits.nodes && !descent.tree.is_proven(NodeId::ROOT) {
            if count % LOOK == 0 && count > 0 && stop.load(Ordering::Relaxed) {
                break;
            }
            count += 1;
            let mut game = self.game.clone();
            game.determinise(seat, &mut descent.rng);
            descent.go(game);
        }
        let (nodes, depth) = (descent.nodes, descent.depth);
        let mut candidates: Vec<_> = self.tree.edges(NodeId::ROOT).iter().map(candidate).collect();
        candidates.sort_by(|a, b| {
            // What is proven goes before what is only tried most.
            let sure =
                |c: &Candidate<_>| if c.value >= 1.0 { 1 } else { i32::from(c.value > -1.0) - 1 };
            sure(b).cmp(&sure(a)).then(b.visits.cmp(&a.visits)).then(b.value.total_cmp(&a.value))
        });
        let line = self.tree.line();
        Report { candidates, line, depth, nodes }
    }
}

fn candidate<M: Copy>(edge: &Edge<M>) -> Candidate<M> {
    let value = match edge.proof {
        Some(Proof::Won) => 1.0,
        Some(Proof::Lost) => -1.0,
        Some(Proof::Drawn) => 0.0,
        None => edge.mean().clamp(-0.999, 0.999),
    };
    Candidate { mv: edge.mv, visits: u64::from(edge.visits), value }
}

/// One way down the tree and back, with what is kept from one to the next.
struct Descent<'a, B: Board> {
    tree: &'a mut Tree<B::Move>,
    rng: Rng,
    /// Whether a node stands for several positions, whose moves may differ.
    hidden: bool,
    /// Whether the ends of lines prove anything: two seats in the open.
    provable: bool,
    scored: bool,
    nodes: u64,
    depth: u32,
    /// Node and edge of each step, with the seat that chose (none for chance).
    path: Vec<(NodeId, usize, Option<usize>)>,
    /// Every move of the descent and its playout, by seat.
    played: Vec<(usize, B::Move)>,
    /// Those of them that come after some step of the path.
    later: FxHashSet<(usize, B::Move)>,
}

impl<B: Board> Descent<'_, B> {
    fn go(&mut self, mut game: B) {
        self.path.clear();
        self.played.clear();
        let mut node = NodeId::ROOT;
        let mut moves = Vec::new();
        loop {
            let turn = game.turn();
            let (edge, fresh) = match turn {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(mv) = game.random_move(&mut self.rng) else { break };
                    self.tree.edge_of(node, &mv)
                }
                Turn::Seat(_) => {
                    game.moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    self.choose(node, &moves)
                }
            };
            let mv = self.tree.edges(node)[edge].mv;
            let seat = if let Turn::Seat(seat) = turn { Some(seat) } else { None };
            game.play(mv);
            self.nodes += 1;
            self.path.push((node, edge, seat));
            if let Some(seat) = seat {
                self.played.push((seat, mv));
            }
            node = self.tree.child(node, edge);
            if fresh || self.tree.is_full() {
                break;
            }
        }
        self.depth = self.depth.max(self.path.len() as u32);
        if self.provable && game.turn() == Turn::Over {
            self.prove(&game);
        }
        let payoffs = self.playout(game);
        self.pass_up(&payoffs);
    }

    /// The edge to go down by: the highest upper bound among those that the moves allow. Whether it
    /// was never gone down before.
    fn choose(&mut self, node: NodeId, moves: &[B::Move]) -> (usize, bool) {
        if self.hidden || self.tree.edges(node).is_empty() {
            self.tree.open(node, moves, &mut self.rng);
        }
        let (mut best, mut best_bound) = (0, f64::NEG_INFINITY);
        for (index, edge) in self.tree.edges_mut(node).iter_mut().enumerate() {
            // A node of a game with hidden things holds moves of other guesses, too.
            if self.hidden && !moves.contains(&edge.mv) {
                continue;
            }
            edge.seen += 1;
            let bound = bound(edge);
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        (best, self.tree.edges(node)[best].visits == 0)
    }

    /// Plays to the end at random and gives what it was worth to each seat.
    fn playout(&mut self, mut game: B) -> Vec<f32> {
        let seats = game.seats();
        let limit = if self.scored { SCORED_PLIES } else { PLAYOUT_PLIES };
        let moves = game.playout(limit, &mut self.rng, &mut self.played);
        self.nodes += moves as u64;
        if game.turn() == Turn::Over {
            return (0..seats).map(|seat| game.payoff(seat)).collect();
        }
        let guess = |seat| game.score(seat).map_or(0.0, |score| (score as f32 / 1_000.0).tanh());
        (0..seats).map(guess).collect()
    }

    /// Adds a result to every edge of the path, and to every edge beside it whose move the same
    /// seat played later.
    fn pass_up(&mut self, payoffs: &[f32]) {
        self.later.clear();
        let mut played = self.played.len();
        let own = self.path.iter().filter(|(_, _, seat)| seat.is_some()).count();
        // What the playout added comes after all of the path.
        self.later.extend(&self.played[own..]);
        played -= self.played.len() - own;
        for &(node, edge, seat) in self.path.iter().rev() {
            let Some(seat) = seat else {
                self.tree.edge_mut(node, edge).add(0.0);
                continue;
            };
            played -= 1;
            self.later.insert(self.played[played]);
            let value = f64::from(payoffs[seat]);
            self.tree.edge_mut(node, edge).add(value);
            for beside in self.tree.edges_mut(node) {
                if self.later.contains(&(seat, beside.mv)) {
                    beside.add_rave(value);
                }
            }
        }
    }

    /// The path ended the game: what that proves is passed up as far as it goes.
    fn prove(&mut self, game: &B) {
        // What one of the two wins the other loses.
        let (mut of, mut proof) = (0, Proof::of(game.payoff(0)));
        for &(node, edge, seat) in self.path.iter().rev() {
            let Some(seat) = seat else { return };
            if seat != of {
                (of, proof) = (seat, proof.for_other());
            }
            self.tree.edge_mut(node, edge).proof = Some(proof);
            let Some(of_node) = self.tree.conclude(node) else { return };
            proof = of_node;
        }
    }
}

/// Upper confidence bound of an edge, its mean blended with its RAVE mean.
fn bound<M>(edge: &Edge<M>) -> f64 {
    match edge.proof {
        Some(Proof::Won) => return f64::INFINITY,
        Some(Proof::Lost) => return -1e6,
        _ => {}
    }
    let visits = f64::from(edge.visits);
    let seen = f64::from(edge.seen.max(1));
    if edge.visits == 0 {
        // As if tried once with the mean of its move elsewhere; new moves first, in shuffled order.
        let mean = if edge.rave_visits == 0 { 1.0 } else { edge.rave_mean() };
        return mean + EXPLORATION * (1.0 + seen).ln().sqrt() + 0.5;
    }
    let weight = (RAVE_EQUIVALENCE / (3.0 * visits + RAVE_EQUIVALENCE)).sqrt();
    let weight = if edge.rave_visits == 0 { 0.0 } else { weight };
    let mean = (1.0 - weight) * edge.mean() + weight * edge.rave_mean();
    mean + EXPLORATION * ((1.0 + seen).ln() / visits).sqrt()
}
