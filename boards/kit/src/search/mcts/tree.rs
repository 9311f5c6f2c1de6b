use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::Rng;

/// Maximum number of edges. A full tree is still searched but no longer grows.
const EDGES_MAX: usize = 4_000_000;

/// Index of a node in [`Tree::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: NodeId = NodeId(0);
    const NONE: NodeId = NodeId(u32::MAX);
}

/// The game-theoretic value of a move for the seat that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    Won,
    Drawn,
    Lost,
}

impl Proof {
    pub(super) fn of(payoff: f32) -> Proof {
        if payoff > 0.0 {
            Proof::Won
        } else if payoff < 0.0 {
            Proof::Lost
        } else {
            Proof::Drawn
        }
    }

    pub(super) fn value(self) -> f64 {
        match self {
            Proof::Won => 1.0,
            Proof::Drawn => 0.0,
            Proof::Lost => -1.0,
        }
    }

    pub(super) fn for_other(self) -> Proof {
        match self {
            Proof::Won => Proof::Lost,
            Proof::Drawn => Proof::Drawn,
            Proof::Lost => Proof::Won,
        }
    }
}

/// A move at a node with its statistics, from the point of view of the seat that plays it.
#[derive(Clone, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    child: NodeId,
    pub(super) visits: u32,
    /// Number of iterations in which the move was available (legal).
    pub(super) seen: u32,
    total: f64,
    pub(super) rave_visits: u32,
    rave_total: f64,
    pub(super) proof: Option<Proof>,
}

impl<M> Edge<M> {
    fn new(mv: M) -> Self {
        let (visits, seen, rave_visits) = (0, 0, 0);
        let (total, rave_total) = (0.0, 0.0);
        Self { mv, child: NodeId::NONE, visits, seen, total, rave_visits, rave_total, proof: None }
    }

    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    pub(super) fn rave_mean(&self) -> f64 {
        self.rave_total / f64::from(self.rave_visits.max(1))
    }

    pub(super) fn add(&mut self, value: f64) {
        self.visits += 1;
        self.total += value;
    }

    pub(super) fn add_rave(&mut self, value: f64) {
        self.rave_visits += 1;
        self.rave_total += value;
    }
}

#[derive(Clone, Debug)]
struct Node<M> {
    edges: Vec<Edge<M>>,
    /// Index in `edges` of each move.
    indices: FxHashMap<M, usize>,
}

impl<M: Copy + Eq + Hash> Node<M> {
    fn new() -> Self {
        Self { edges: Vec::new(), indices: FxHashMap::default() }
    }

    fn index_of(&mut self, mv: &M) -> (usize, bool) {
        if let Some(index) = self.indices.get(mv) {
            return (*index, false);
        }
        self.indices.insert(*mv, self.edges.len());
        self.edges.push(Edge::new(*mv));
        (self.edges.len() - 1, true)
    }
}

/// The search tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    edges: usize,
}

impl<M: Copy + Eq + Hash> Tree<M> {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::new()], edges: 0 }
    }

    pub(super) fn is_full(&self) -> bool {
        self.edges >= EDGES_MAX
    }

    pub(super) fn edges(&self, node: NodeId) -> &[Edge<M>] {
        &self.nodes[node.0 as usize].edges
    }

    pub(super) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge<M>] {
        &mut self.nodes[node.0 as usize].edges
    }

    pub(super) fn edge_mut(&mut self, node: NodeId, edge: usize) -> &mut Edge<M> {
        &mut self.nodes[node.0 as usize].edges[edge]
    }

    /// The index of a move's edge, created if necessary, and whether it is new.
    pub(super) fn edge_for(&mut self, node: NodeId, mv: &M) -> (usize, bool) {
        let (index, is_new) = self.nodes[node.0 as usize].index_of(mv);
        self.edges += usize::from(is_new);
        (index, is_new)
    }

    /// Expands a node: creates the missing edges. New ones are shuffled, so that ties do not favour
    /// the moves that the generator lists first.
    pub(super) fn expand(&mut self, node: NodeId, moves: &[M], rng: &mut Rng) {
        let known = &mut self.nodes[node.0 as usize];
        let mut new: Vec<M> =
            moves.iter().filter(|mv| !known.indices.contains_key(mv)).copied().collect();
        for last in (1..new.len()).rev() {
            new.swap(last, rng.below(last + 1));
        }
        for mv in &new {
            known.index_of(mv);
        }
        self.edges += new.len();
    }

    /// The node that an edge leads to, created if necessary.
    pub(super) fn child(&mut self, node: NodeId, edge: usize) -> NodeId {
        let child = self.nodes[node.0 as usize].edges[edge].child;
        if child != NodeId::NONE {
            return child;
        }
        // The cast cannot truncate: there are at most as many nodes as edges, plus the root.
        let child = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new());
        self.nodes[node.0 as usize].edges[edge].child = child;
        child
    }

    /// The value of a node for the seat to move there, if its edges prove one: some edge wins, or
    /// all edges are proven.
    pub(super) fn proven_value(&self, node: NodeId) -> Option<Proof> {
        let edges = self.edges(node);
        if edges.iter().any(|edge| edge.proof == Some(Proof::Won)) {
            return Some(Proof::Won);
        }
        if edges.iter().any(|edge| edge.proof.is_none()) {
            return None;
        }
        let drawn = edges.iter().any(|edge| edge.proof == Some(Proof::Drawn));
        Some(if drawn { Proof::Drawn } else { Proof::Lost })
    }

    /// Whether the value of a node is proven.
    pub(super) fn is_proven(&self, node: NodeId) -> bool {
        !self.edges(node).is_empty() && self.proven_value(node).is_some()
    }

    /// What a move at the root is worth: what is proven, or its mean blended with that of all
    /// moves, itself blended with an even game; each prior counts as `doubt` visits.
    pub(super) fn worth(&self, mv: M, doubt: f64) -> f64 {
        let edges = self.edges(NodeId::ROOT);
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let total: f64 = edges.iter().map(|edge| edge.total).sum();
        let mean = total / (f64::from(visits) + doubt);
        let Some(edge) = edges.iter().find(|edge| edge.mv == mv) else { return mean };
        let blended = || (edge.total + doubt * mean) / (f64::from(edge.visits) + doubt);
        edge.proof.map_or_else(|| blended().clamp(-0.999, 0.999), Proof::value)
    }

    /// What is expected to follow a move at the root, which comes first: moves that are proven to
    /// win, and the most visited ones elsewhere.
    pub(super) fn principal_variation(&self, first: M) -> Vec<M> {
        let after = |edge: &Edge<M>| Some(edge.child).filter(|child| *child != NodeId::NONE);
        let mut line = vec![first];
        let mut next = self.edges(NodeId::ROOT).iter().find(|edge| edge.mv == first);
        while let Some(node) = next.and_then(after) {
            let rank = |edge: &&Edge<M>| (edge.proof == Some(Proof::Won), edge.visits);
            next = self.edges(node).iter().max_by_key(rank).filter(|edge| edge.visits > 0);
            line.extend(next.map(|edge| edge.mv));
        }
        line
    }

    /// Makes the node below a move the root and drops the rest. The kept nodes are renumbered in
    /// breadth-first order.
    pub(super) fn advance(&mut self, mv: &M) {
        let root = &self.nodes[0];
        let below = root.indices.get(mv).map(|index| root.edges[*index].child);
        let Some(start) = below.filter(|child| *child != NodeId::NONE) else {
            *self = Self::new();
            return;
        };
        let mut old = std::mem::take(&mut self.nodes);
        let mut kept = vec![std::mem::replace(&mut old[start.0 as usize], Node::new())];
        let mut at = 0;
        self.edges = 0;
        while at < kept.len() {
            for index in 0..kept[at].edges.len() {
                let child = kept[at].edges[index].child;
                if child != NodeId::NONE {
                    let moved = std::mem::replace(&mut old[child.0 as usize], Node::new());
                    kept[at].edges[index].child = NodeId(kept.len() as u32);
                    kept.push(moved);
                }
            }
            self.edges += kept[at].edges.len();
            at += 1;
        }
        self.nodes = kept;
    }
}
