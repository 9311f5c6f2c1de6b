//! A search for the best of some moves: each is made and what follows is searched, one ply deeper
//! from round to round.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Order;
use crate::search::{Engine, Limits, Score, Thought};
use crate::{Game, Move, Status};

/// The deepest round, as deep as a search goes at all.
const DEEPEST: u8 = 90;

/// Thinks about the moves of an order, of which there is at least one.
pub(super) fn think(
    engine: &mut Engine,
    game: &Game,
    order: &Order,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let (mut best, mut nodes) = (nothing(&order.moves), 0);
    let most = order.limits.nodes.unwrap_or(u64::MAX);
    for depth in 1..=order.limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
        let mut round: Option<Thought> = None;
        for &mv in &order.moves {
            let left = most.saturating_sub(nodes);
            // The first move of the first round is tried at any rate.
            if best.depth > 0 && (left == 0 || stop.load(Ordering::Relaxed)) {
                break;
            }
            let limits = Limits { nodes: Some(left.max(1)), ..order.limits };
            let thought = try_one(engine, game, mv, depth, limits, stop);
            nodes += thought.nodes;
            if stop.load(Ordering::Relaxed) && best.depth > 0 {
                break;
            }
            if round.as_ref().is_none_or(|round| value(thought.score) > value(round.score)) {
                round = Some(thought);
            }
        }
        let is_cut = nodes >= most || stop.load(Ordering::Relaxed);
        if let Some(round) = round.filter(|_| !is_cut || best.depth == 0) {
            best = Thought { nodes, depth, ..round };
            report(&best);
        }
        if is_cut {
            break;
        }
    }
    Thought { nodes, ..best }
}

/// What is answered if there is no time to look at anything.
fn nothing(moves: &[Move]) -> Thought {
    Thought {
        best: moves.first().copied(),
        score: Score::Cp(0),
        pv: Vec::new(),
        depth: 0,
        nodes: 0,
    }
}

fn try_one(
    engine: &mut Engine,
    game: &Game,
    mv: Move,
    depth: u8,
    mut limits: Limits,
    stop: &AtomicBool,
) -> Thought {
    let mut after = game.clone();
    let status = after.play(mv).map_or(after.status(), |played| played.status);
    let mut thought = match status {
        Status::Ongoing { .. } => {
            limits.depth = Some(depth.max(2) - 1);
            engine.think(&after, &limits, stop, &mut |_| {})
        }
        Status::Won { winner, .. } => {
            let score = if winner == game.side_to_move() { 0 } else { 1 };
            Thought { score: Score::Mate(score), nodes: 1, ..nothing(&[]) }
        }
        Status::Draw { .. } => Thought { nodes: 1, ..nothing(&[]) },
    };
    thought.score = before(thought.score);
    thought.pv.insert(0, mv);
    thought.best = Some(mv);
    thought
}

/// A score as the other side sees it a move earlier.
fn before(score: Score) -> Score {
    match score {
        Score::Cp(value) => Score::Cp(-value),
        Score::Mate(moves) if moves > 0 => Score::Mate(-moves),
        Score::Mate(moves) => Score::Mate(1 - moves),
    }
}

/// Scores in their order: a quick mate is worth most.
fn value(score: Score) -> i64 {
    match score {
        Score::Cp(value) => value.into(),
        Score::Mate(moves) if moves > 0 => i64::from(i32::MAX) * 2 - i64::from(moves),
        Score::Mate(moves) => -i64::from(i32::MAX) * 2 - i64::from(moves),
    }
}
