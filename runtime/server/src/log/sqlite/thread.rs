//! The threads of a log that is at work: one writes, one keeps the file small.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rusqlite::Connection;

use super::connect::{Access, connect};
use super::retain::Freed;
use super::store::{BATCH, Order, PAGES_MAX, Store, checkpoint, now};
use crate::log::LogError;

/// Orders that may wait for the disk; a shard that wants to add one more waits.
const QUEUE: usize = 16 * 1024;
/// How often the keeper looks.
const KEEPER: Duration = Duration::from_millis(200);
/// Pages of 4 KiB in the write-ahead log that the keeper brings home.
const PAGES_KEPT: usize = 1000;
/// The writer has nothing to do and gives pages back after this time.
const IDLE: Duration = Duration::from_secs(1);
/// How often the keeper lets go of what is old.
const RETAIN_EVERY: Duration = Duration::from_secs(600);

/// What the writer is told.
pub(super) enum Told {
    Order(Order),
    Retain { before: u64, done: Sender<Result<Freed, LogError>> },
}

/// The threads; both end when this is dropped, the writer after its last order.
#[derive(Debug)]
pub(super) struct Threads {
    orders: Option<Sender<Told>>,
    keeper_stop: Option<Sender<()>>,
    threads: Vec<JoinHandle<()>>,
    /// Seconds that inputs are kept; [`u64::MAX`] for good.
    pub(super) keep_for: Arc<AtomicU64>,
}

impl Threads {
    pub(super) fn start(store: Store) -> Result<Self, LogError> {
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting its threads",
            reason: error.to_string(),
        };
        let (orders, waiting) = bounded(QUEUE);
        let (keeper_stop, stopped) = bounded(0);
        let keep_for = Arc::new(AtomicU64::new(u64::MAX));
        let keeper = Keeper {
            // The keeper's own, so that nobody waits for it.
            connection: connect(&store.path, Access::Full)?,
            pages: store.waiting_pages(),
            keep_for: Arc::clone(&keep_for),
            orders: orders.clone(),
        };
        let mut threads = Vec::new();
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        threads.push(named("fangqi-keeper").spawn(move || keeper.run(&stopped)).map_err(failed)?);
        threads.push(named("fangqi-log").spawn(move || write(store, &waiting)).map_err(failed)?);
        Ok(Self { orders: Some(orders), keeper_stop: Some(keeper_stop), threads, keep_for })
    }

    /// Hands an order over; gives it back if the writer has ended.
    pub(super) fn order(&self, order: Order) -> Result<(), Box<Order>> {
        let Some(orders) = &self.orders else { return Err(Box::new(order)) };
        match orders.send(Told::Order(order)) {
            Ok(()) => Ok(()),
            Err(crossbeam_channel::SendError(Told::Order(order))) => Err(Box::new(order)),
            Err(_) => unreachable!("what comes back is what was sent"),
        }
    }

    pub(super) fn retain(&self, before: u64) -> Result<Freed, LogError> {
        let (done, wait) = bounded(1);
        let told = Told::Retain { before, done };
        let sent = self.orders.as_ref().is_some_and(|orders| orders.send(told).is_ok());
        if !sent {
            return Err(LogError::Closed);
        }
        wait.recv().unwrap_or(Err(LogError::Closed))
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // The keeper first: it holds an end of the writer's queue.
        self.keeper_stop = None;
        self.orders = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the log panicked");
            }
        }
    }
}

/// Writes until nobody can send orders any more.
fn write(mut store: Store, orders: &Receiver<Told>) {
    let mut batch = Vec::new();
    loop {
        match orders.recv_timeout(IDLE) {
            Ok(first) => {
                for told in std::iter::once(first).chain(orders.try_iter().take(BATCH - 1)) {
                    match told {
                        Told::Order(order) => batch.push(order),
                        Told::Retain { before, done } => {
                            // What came before it is written before it.
                            finish(&mut store, &mut batch);
                            // Whoever asked may have gone.
                            let _ = done.send(store.retain(before));
                        }
                    }
                }
                finish(&mut store, &mut batch);
                store.checkpoint_if_long(PAGES_MAX);
            }
            Err(RecvTimeoutError::Timeout) => {
                while orders.is_empty() {
                    match store.shrink() {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) => {
                            tracing::warn!(%error, "the file does not get smaller");
                            break;
                        }
                    }
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn finish(store: &mut Store, batch: &mut Vec<Order>) {
    for (ack, result) in store.commit(std::mem::take(batch)) {
        ack(result);
    }
}

struct Keeper {
    connection: Connection,
    pages: Arc<AtomicUsize>,
    keep_for: Arc<AtomicU64>,
    orders: Sender<Told>,
}

impl Keeper {
    /// Looks after the file until told to stop.
    fn run(self, stop: &Receiver<()>) {
        let mut waited = Duration::ZERO;
        while stop.recv_timeout(KEEPER) == Err(RecvTimeoutError::Timeout) {
            if self.pages.load(Ordering::Relaxed) >= PAGES_KEPT
                && let Err(error) = checkpoint(&self.connection)
            {
                tracing::warn!(%error, "the write-ahead log grows");
            }
            waited += KEEPER;
            let keep_for = self.keep_for.load(Ordering::Relaxed);
            if waited < RETAIN_EVERY || keep_for == u64::MAX {
                continue;
            }
            waited = Duration::ZERO;
            let (done, result) = bounded(1);
            let before = now().saturating_sub(keep_for);
            if self.orders.send(Told::Retain { before, done }).is_ok()
                && let Ok(Err(error)) = result.recv()
            {
                tracing::warn!(%error, "old inputs were not dropped");
            }
        }
    }
}

/// A lock that a panic elsewhere does not spoil: what it guards is sound between calls.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A connection for reading beside the writer.
pub(super) fn reader(path: &Path) -> Result<Mutex<Connection>, LogError> {
    connect(path, Access::Full).map(Mutex::new)
}
