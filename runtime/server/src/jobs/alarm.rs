//! Ends jobs whose time is up.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

/// Number of orders from which those of jobs that have ended are looked for.
const PRUNED_FROM: usize = 64;

/// When to set which flag.
type Order = (Instant, Weak<AtomicBool>);

/// A thread that sets the stop flags of jobs at their deadlines. It ends with the last handle.
#[derive(Debug, Clone)]
pub(crate) struct Alarm(Sender<Order>);

impl Alarm {
    /// Starts the thread.
    pub(super) fn start() -> std::io::Result<(Self, JoinHandle<()>)> {
        let (orders, incoming) = unbounded();
        let run = move || ring(&incoming);
        let thread = std::thread::Builder::new().name("fangqi-job-alarm".to_owned()).spawn(run)?;
        Ok((Self(orders), thread))
    }

    /// Has `stop` set after this time, unless the job has ended and dropped it by then. A time
    /// beyond what the clock can tell never comes.
    pub(super) fn set(&self, after: Duration, stop: &Arc<AtomicBool>) {
        if let Some(at) = Instant::now().checked_add(after) {
            // Only a thread that panicked no longer listens; the job's own budget ends it then.
            let _ = self.0.send((at, Arc::downgrade(stop)));
        }
    }
}

fn ring(incoming: &Receiver<Order>) {
    // The number tells apart what falls due at the same instant.
    let mut due: BTreeMap<(Instant, u64), Weak<AtomicBool>> = BTreeMap::new();
    let mut prune_at = PRUNED_FROM;
    for number in 0.. {
        let received = match due.first_key_value() {
            Some((&(at, _), _)) => incoming.recv_deadline(at),
            None => incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok((at, stop)) => {
                due.insert((at, number), stop);
                // Most jobs end long before their time is up, and scripts may order very many.
                if due.len() >= prune_at {
                    due.retain(|_, stop| stop.strong_count() > 0);
                    prune_at = PRUNED_FROM.max(2 * due.len());
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Some(stop) = due.pop_first().and_then(|(_, stop)| stop.upgrade()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::default()
    }

    fn wait_for(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn deadlines_are_kept_in_their_order() {
        let (alarm, thread) = Alarm::start().unwrap();
        let (never, late, soon, gone) = (flag(), flag(), flag(), flag());
        alarm.set(Duration::MAX, &never);
        alarm.set(Duration::from_hours(1), &never);
        alarm.set(Duration::from_millis(60), &late);
        alarm.set(Duration::from_millis(20), &soon);
        alarm.set(Duration::ZERO, &gone);
        drop(gone);
        let began = Instant::now();
        wait_for(&soon);
        assert!(began.elapsed() >= Duration::from_millis(15));
        wait_for(&late);
        assert!(began.elapsed() >= Duration::from_millis(55));
        assert!(!never.load(Ordering::Relaxed));
        drop(alarm);
        thread.join().unwrap();
    }
}
