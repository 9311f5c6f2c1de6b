//! Parallel search by Lazy SMP: threads search the same game and share only the transposition
//! table. Only this module starts threads, and they end before it returns.

#![expect(
    clippy::disallowed_methods,
    reason = "graphical programs may use several cores; rooms give the engine one thread"
)]

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::root::Root;
use super::worker::{Bounds, Memory, Shared};
use super::{Limits, Thought};
use crate::{Game, Move};

/// Searches with as many threads as there are histories; a single one is the caller's thread.
pub(super) fn think(
    game: &Game,
    among: &[Move],
    limits: &Limits,
    stop: &AtomicBool,
    memory: &mut Memory,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let Memory { table, histories, net } = memory;
    table.next_generation();
    let shared = Shared { table, net };
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let Some((own, others)) = histories.split_first_mut() else {
        unreachable!("there is a history for each thread, and one thread at least")
    };
    if others.is_empty() {
        let bounds = Bounds { nodes, stop, shared_nodes: None };
        let mut root = Root::new(game, among, limits, 0, bounds, shared, own);
        root.deepen(1, report);
        return root.into_thought();
    }
    let (halt, made) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for (number, history) in others.iter_mut().enumerate() {
            let bounds = Bounds { nodes: u64::MAX, stop: &halt, shared_nodes: Some(&made) };
            // Half of the helpers start a ply deeper, so that the threads diverge.
            let first = if number % 2 == 0 { 2 } else { 1 };
            scope.spawn(move || {
                let limits = Limits { depth: None, ..*limits };
                Root::new(game, among, &limits, 0, bounds, shared, history)
                    .deepen(first, &mut |_| {});
            });
        }
        let bounds = Bounds { nodes, stop, shared_nodes: Some(&made) };
        let mut root = Root::new(game, among, limits, 0, bounds, shared, own);
        root.deepen(1, report);
        halt.store(true, Relaxed);
        root.into_thought()
    })
}
