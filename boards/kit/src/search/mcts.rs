//! Monte Carlo tree search for any number of seats, with chance and hidden information.
//!
//! Selection uses upper confidence bounds (UCT) blended with rapid action value estimation (RAVE:
//! Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go",
//! 2011). In two-seat games with perfect information, game-theoretic values of finished lines are
//! backed up (MCTS-Solver: Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008).
//! Hidden information is sampled again (determinized) for every iteration, and a node stands for
//! all positions that look alike to the searching seat (single-observer ISMCTS: Cowling, Powley and
//! Whitehouse, "Information set Monte Carlo tree search", 2012).

mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use super::{Board, Candidate, Limits, Line, Report, Turn, Worth};
use crate::Rng;
use tree::{Edge, NodeId, Proof, Tree};

/// Exploration constant of UCT, for payoffs between -1 and 1.
const EXPLORATION: f64 = 0.6;
/// RAVE equivalence parameter: an edge's own mean and its RAVE mean get the same weight at about
/// this many visits. Where a node has few moves it is less, [`RAVE_VISITS_PER_MOVE`] for each:
/// every move is then soon tried often enough itself, and what holds for a move made later says
/// little (to hold in Pig is good or bad by what has been rolled until then).
const RAVE_EQUIVALENCE: f64 = 500.0;
const RAVE_VISITS_PER_MOVE: f64 = 10.0;
/// Visits after which a node below chance joins the tree. Chance spreads the visits thinly, and the
/// first choices at a node are blind: the playout policy chooses better until then.
const VISITS_BELOW_CHANCE: u32 = 16;
/// Visits that a prior counts as: a line's worth is drawn towards the mean of all moves, and that
/// towards an even game, because a move tried once or twice has hardly shown its worth.
const DOUBT: f64 = 16.0;
/// Maximum plies of a playout of a game without an evaluation; a longer one counts as a draw.
const PLAYOUT_PLIES: usize = 3_000;
/// Plies after which the playout of a game with an evaluation is cut off and evaluated.
const EVALUATED_PLAYOUT_PLIES: usize = 24;

/// Searches for the best move of the seat to move, with a new tree.
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
    /// A search with an empty tree whose root is `game`.
    pub fn new(game: B) -> Self {
        Self { game, tree: Tree::new() }
    }

    /// Plays a move. The subtree below it is kept and becomes the tree.
    pub fn advance(&mut self, mv: B::Move) {
        self.tree.advance(&mv);
        self.game.play(mv);
    }

    /// Replaces the game and drops the tree, for changes other than a move forward.
    pub fn restart(&mut self, game: B) {
        *self = Self::new(game);
    }

    /// Searches from the present position until the node limit, a proof or `stop`.
    pub fn run(&mut self, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
        let Turn::Seat(seat) = self.game.turn() else {
            return Report { candidates: Vec::new(), lines: Vec::new(), depth: 0, nodes: 0 };
        };
        let mut iteration = Iteration {
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
        // The first iteration is never left out, so that there is a candidate.
        let mut enough = false;
        while !enough && iteration.nodes < limits.nodes && !iteration.tree.is_proven(NodeId::ROOT) {
            let mut game = self.game.clone();
            // A new sample of the hidden information for every iteration.
            game.determinise(seat, &mut iteration.rng);
            iteration.run(game);
            enough = stop.load(Ordering::Relaxed);
        }
        let (nodes, depth) = (iteration.nodes, iteration.depth);
        let mut candidates: Vec<_> = self.tree.edges(NodeId::ROOT).iter().map(candidate).collect();
        candidates.sort_by(|a, b| {
            // Proven wins come first and proven losses last, whatever their visits.
            let proven_rank =
                |c: &Candidate<_>| if c.value >= 1.0 { 1 } else { i32::from(c.value > -1.0) - 1 };
            proven_rank(b)
                .cmp(&proven_rank(a))
                .then(b.visits.cmp(&a.visits))
                .then(b.value.total_cmp(&a.value))
        });
        let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
        let best = visited.take(usize::from(limits.lines).max(1));
        let mut best: Vec<_> =
            best.map(|best| (best.mv, self.tree.worth(best.mv, DOUBT))).collect();
        // Stable: of moves that are worth the same, the more visited ones come first.
        best.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let lines = best.into_iter().map(|(mv, worth)| Line {
            moves: self.tree.principal_variation(mv),
            worth: Worth::Mean(worth),
        });
        Report { lines: lines.collect(), candidates, depth, nodes }
    }
}

fn candidate<M: Copy>(edge: &Edge<M>) -> Candidate<M> {
    let value = edge.proof.map_or_else(|| edge.mean().clamp(-0.999, 0.999), Proof::value);
    Candidate { mv: edge.mv, visits: u64::from(edge.visits), value }
}

/// The state of a search's iterations. The buffers are kept from one iteration to the next.
struct Iteration<'a, B: Board> {
    tree: &'a mut Tree<B::Move>,
    rng: Rng,
    /// Whether the game has hidden information, so that a node stands for several positions with
    /// different legal moves.
    hidden: bool,
    /// Whether finished lines prove values: two seats with perfect information.
    provable: bool,
    scored: bool,
    nodes: u64,
    depth: u32,
    /// Node and edge of each step, with the seat that chose (`None` at a chance node).
    path: Vec<(NodeId, usize, Option<usize>)>,
    /// Every move that a seat made in this iteration, in tree and playout, in order.
    played: Vec<(usize, B::Move)>,
    /// The suffix of `played` after the step being updated; RAVE credits these moves.
    later: FxHashSet<(usize, B::Move)>,
}

impl<B: Board> Iteration<'_, B> {
    fn run(&mut self, mut game: B) {
        self.path.clear();
        self.played.clear();
        let mut node = NodeId::ROOT;
        let mut moves = Vec::new();
        loop {
            let turn = game.turn();
            let (edge, is_new) = match turn {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(mv) = game.random_move(&mut self.rng) else { break };
                    self.tree.edge_for(node, &mv)
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
            let is_young =
                seat.is_none() && self.tree.edges(node)[edge].visits < VISITS_BELOW_CHANCE;
            node = self.tree.child(node, edge);
            if is_new || is_young || self.tree.is_full() {
                break;
            }
        }
        self.depth = self.depth.max(self.path.len() as u32);
        if self.provable && game.turn() == Turn::Over {
            self.back_up_proof(&game);
        }
        let payoffs = self.playout(game);
        self.backpropagate(&payoffs);
    }

    /// Selects the edge with the highest upper confidence bound among the legal `moves`, expanding
    /// the node if need be. Returns the edge's index and whether it has never been visited.
    fn choose(&mut self, node: NodeId, moves: &[B::Move]) -> (usize, bool) {
        if self.hidden || self.tree.edges(node).is_empty() {
            self.tree.expand(node, moves, &mut self.rng);
        }
        let (mut best, mut best_bound) = (0, f64::NEG_INFINITY);
        let equivalence = RAVE_EQUIVALENCE.min(RAVE_VISITS_PER_MOVE * moves.len() as f64);
        for (index, edge) in self.tree.edges_mut(node).iter_mut().enumerate() {
            // In an information set, other determinizations may have added moves that are illegal
            // in this one.
            if self.hidden && !moves.contains(&edge.mv) {
                continue;
            }
            edge.seen += 1;
            let bound = bound(edge, equivalence);
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        (best, self.tree.edges(node)[best].visits == 0)
    }

    /// Plays a random playout and returns the payoff, or the evaluation at the cut-off, by seat.
    fn playout(&mut self, mut game: B) -> Vec<f32> {
        let seats = game.seats();
        let limit = if self.scored { EVALUATED_PLAYOUT_PLIES } else { PLAYOUT_PLIES };
        let moves = game.playout(limit, &mut self.rng, &mut self.played);
        self.nodes += moves as u64;
        if game.turn() == Turn::Over {
            return (0..seats).map(|seat| game.payoff(seat)).collect();
        }
        let guess = |seat| game.score(seat).map_or(0.0, |score| (score as f32 / 1_000.0).tanh());
        (0..seats).map(guess).collect()
    }

    /// Backpropagates a result: adds it to every edge of the path, and as a RAVE sample to each
    /// sibling edge whose move the same seat played later in the iteration.
    fn backpropagate(&mut self, payoffs: &[f32]) {
        self.later.clear();
        let mut played = self.played.len();
        let own = self.path.iter().filter(|(_, _, seat)| seat.is_some()).count();
        // The playout's moves come after every step of the path.
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
            for sibling in self.tree.edges_mut(node) {
                if self.later.contains(&(seat, sibling.mv)) {
                    sibling.add_rave(value);
                }
            }
        }
    }

    /// Backs up the proven value of a finished game along the path, as far as it decides parents.
    fn back_up_proof(&mut self, game: &B) {
        // The game is zero-sum: a win for one seat is a loss for the other.
        let (mut of, mut proof) = (0, Proof::of(game.payoff(0)));
        for &(node, edge, seat) in self.path.iter().rev() {
            let Some(seat) = seat else { return };
            if seat != of {
                (of, proof) = (seat, proof.for_other());
            }
            self.tree.edge_mut(node, edge).proof = Some(proof);
            let Some(of_node) = self.tree.proven_value(node) else { return };
            proof = of_node;
        }
    }
}

/// Upper confidence bound of an edge, its mean blended with its RAVE mean, which gets the same
/// weight at `equivalence` visits. `edge.seen`, the number of iterations in which the move was
/// available, replaces the parent's visits, as in ISMCTS.
fn bound<M>(edge: &Edge<M>, equivalence: f64) -> f64 {
    match edge.proof {
        Some(Proof::Won) => return f64::INFINITY,
        Some(Proof::Lost) => return -1e6,
        _ => {}
    }
    let visits = f64::from(edge.visits);
    let seen = f64::from(edge.seen.max(1));
    if edge.visits == 0 {
        // First-play urgency: as if visited once with its RAVE mean, or with a win if there is
        // none.
        let mean = if edge.rave_visits == 0 { 1.0 } else { edge.rave_mean() };
        return mean + EXPLORATION * (1.0 + seen).ln().sqrt() + 0.5;
    }
    let weight = (equivalence / (3.0 * visits + equivalence)).sqrt();
    let weight = if edge.rave_visits == 0 { 0.0 } else { weight };
    let mean = (1.0 - weight) * edge.mean() + weight * edge.rave_mean();
    mean + EXPLORATION * ((1.0 + seen).ln() / visits).sqrt()
}
