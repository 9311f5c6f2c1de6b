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
    let (mut best, mut nodes): (Option<Thought>, u64) = (None, 0);
    let most = order.limits.nodes.unwrap_or(u64::MAX);
    for depth in 1..=order.limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
        let mut round: Option<Thought> = None;
        for &mv in &order.moves {
            let limits = Limits { nodes: Some(most.saturating_sub(nodes).max(1)), ..order.limits };
            let thought = try_one(engine, game, mv, depth, limits, stop);
            nodes += thought.nodes;
            if round.as_ref().is_none_or(|round| value(thought.score) > value(round.score)) {
                round = Some(thought);
            }
            if nodes >= most || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        let is_cut = nodes >= most || stop.load(Ordering::Relaxed);
        // A round that was cut off has not seen every move, but the first is better than none.
        if let Some(mut round) = round.filter(|_| !is_cut || best.is_none()) {
            (round.nodes, round.depth) = (nodes, depth);
            report(&round);
            best = Some(round);
        }
        if is_cut {
            break;
        }
    }
    let mut best = best.unwrap_or_else(|| engine.think(game, &order.limits, stop, &mut |_| {}));
    best.nodes = nodes;
    best
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
    // Where the game is over nothing is searched.
    (limits.depth, limits.lines) = (Some(depth.max(2) - 1), 1);
    let mut thought = engine.think(&after, &limits, stop, &mut |_| {});
    thought.score = before(match status {
        Status::Ongoing { .. } => thought.score,
        Status::Won { winner, .. } if winner == game.side_to_move() => Score::Mate(0),
        Status::Won { .. } => Score::Mate(1),
        Status::Draw { .. } => Score::Cp(0),
    });
    if status.is_over() {
        thought.pv.clear();
    }
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
