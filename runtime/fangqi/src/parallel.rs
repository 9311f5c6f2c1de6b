//! The same work on many things, on all processors at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does `work` on each of `things` and hands the results to `take`, in the order of the things and
/// as soon as they are there. A panic of `work` ends the whole.
pub(crate) fn in_order<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let (next, work) = (&next, &work);
    let threads = thread::available_parallelism().map_or(1, usize::from).min(things.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(at) else { return };
                    // Somebody listens until all senders are gone.
                    let _ = sender.send((at, work(thing)));
                }
            });
        }
        drop(sender);
        let (mut early, mut wanted) = (BTreeMap::new(), 0);
        for (at, result) in results {
            early.insert(at, result);
            while let Some(result) = early.remove(&wanted) {
                take(result);
                wanted += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_things() {
        let things: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let work = |thing: &u64| {
            thread::sleep(Duration::from_millis(thing * 7 % 5));
            thing * thing
        };
        in_order(&things, work, |result| seen.push(result));
        assert_eq!(seen, things.iter().map(|thing| thing * thing).collect::<Vec<_>>());
        in_order(&[], work, |_| unreachable!("there is nothing to do"));
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn a_panic_is_passed_on() {
        in_order(&[1, 2, 3], |thing| assert!(*thing != 2, "two"), |()| ());
    }
}
