//! Tests plays in worlds with several threads. Only this module starts threads, and they end before
//! it returns; the results do not depend on their number.

#![expect(
    clippy::disallowed_methods,
    reason = "arenas may use several cores, with the same results; rooms give the player one thread"
)]

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use super::search::{Question, WorldResults};
use crate::Play;

/// Tests plays in the worlds with these numbers; a `None` among the results means that the search
/// must stop. With one thread, worlds are tested lazily.
pub(super) fn try_worlds<'a>(
    question: &'a Question,
    numbers: Range<u64>,
    plays: &'a [Play],
) -> Box<dyn Iterator<Item = Option<WorldResults>> + 'a> {
    let threads = question.budget.threads.min((numbers.end - numbers.start) as usize);
    if threads < 2 {
        return Box::new(numbers.map(|number| question.try_world(number, plays)));
    }
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end {
                return done;
            }
            done.push((number, question.try_world(number, plays)));
        }
    };
    let mut all = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            all.extend(other.join().expect("a worker panics only where the search would"));
        }
        all
    });
    all.sort_by_key(|(number, _)| *number);
    Box::new(all.into_iter().map(|(_, tried)| tried))
}
