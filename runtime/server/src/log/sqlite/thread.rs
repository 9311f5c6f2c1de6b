//! The threads of an open log: the writer, and the checkpointer, which keeps the file small.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendError, Sender, TryRecvError, bounded};
use rusqlite::Connection;

use super::changes::Changes;
use super::clock::{LogClock, NOTED_IDLE};
use super::connect::{Access, connect};
use super::retain::Freed;
use super::store::{BATCH, Order, PAGES_MAX, Store};
use crate::log::LogError;
use crate::scheduling::affinity::OffCallersProcessor;
use crate::scheduling::time_slice;
use crate::wakeup::{WakeUp, WakingSender};

/// Capacity of the writer's queue. A shard that appends beyond it blocks.
const QUEUE: usize = 16 * 1024;
/// How often the checkpointer checks the write-ahead log.
const KEEPER: Duration = Duration::from_millis(200);
/// Pages of 4 KiB in the write-ahead log from which the checkpointer checkpoints it.
const PAGES_KEPT: usize = 1000;
/// After being idle this long, the writer returns free pages to the file system.
const IDLE: Duration = Duration::from_secs(1);
/// How often the checkpointer triggers retention.
const RETAIN_EVERY: Duration = Duration::from_secs(600);

/// A message to the writer thread.
#[derive(Debug)]
pub(super) enum WriterMessage {
    Order(Order),
    Retain { before: u64, done: Sender<Result<Freed, LogError>> },
}

/// The threads. Both end when this is dropped; the writer finishes its queue first.
#[derive(Debug)]
pub(super) struct Threads {
    orders: Option<WakingSender<WriterMessage>>,
    wake_up: WakeUp,
    checkpointer_stop: Option<Sender<()>>,
    threads: Vec<JoinHandle<()>>,
    /// Keeps the writer off the processors of the shards, once it runs.
    off_callers: Arc<OnceLock<Option<OffCallersProcessor>>>,
    /// How many seconds inputs are kept; [`u64::MAX`]: for ever.
    pub(super) keep_for: Arc<AtomicU64>,
}

impl Threads {
    pub(super) fn start(store: Store) -> Result<Self, LogError> {
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting its threads",
            reason: error.to_string(),
        };
        let wake_up = WakeUp::default();
        let (orders, waiting) = bounded(QUEUE);
        let (orders, mut writer) = (WakingSender::new(orders, &wake_up), Writer { store, waiting });
        let (checkpointer_stop, stopped) = bounded(0);
        let keep_for = Arc::new(AtomicU64::new(u64::MAX));
        let checkpointer = Checkpointer {
            // A connection of its own, so that the writer never waits for checkpoints.
            connection: connect(&writer.store.path, Access::Full)?,
            pages: writer.store.waiting_pages(),
            changes: Arc::clone(&writer.store.changes),
            keep_for: Arc::clone(&keep_for),
            clock: Arc::clone(&writer.store.clock),
            orders: orders.clone(),
        };
        let mut threads = Vec::new();
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        threads
            .push(named("fangqi-ckpt").spawn(move || checkpointer.run(&stopped)).map_err(failed)?);
        let answered = wake_up.clone();
        let off_callers = Arc::new(OnceLock::new());
        let placed = Arc::clone(&off_callers);
        let work = move || {
            answered.bind_to_current_thread();
            // Cannot fail: it is set only here.
            let _ = placed.set(OffCallersProcessor::here());
            time_slice::request_short();
            writer.run();
        };
        threads.push(named("fangqi-log").spawn(work).map_err(failed)?);
        Ok(Self {
            orders: Some(orders),
            wake_up,
            checkpointer_stop: Some(checkpointer_stop),
            threads,
            keep_for,
            off_callers,
        })
    }

    /// Queues an order for the writer. Gives it back if the writer has ended.
    pub(super) fn order(&self, order: Order) -> Result<(), Box<Order>> {
        let Some(orders) = &self.orders else { return Err(Box::new(order)) };
        // The room continues while the writer runs on another processor.
        if let Some(Some(off_callers)) = self.off_callers.get() {
            off_callers.move_off_callers_processor();
        }
        match orders.send(WriterMessage::Order(order)) {
            Ok(()) => Ok(()),
            Err(SendError(WriterMessage::Order(order))) => Err(Box::new(order)),
            Err(_) => unreachable!("what comes back is what was sent"),
        }
    }

    pub(super) fn retain(&self, before: u64) -> Result<Freed, LogError> {
        let (done, wait) = bounded(1);
        let message = WriterMessage::Retain { before, done };
        let sent = self.orders.as_ref().is_some_and(|orders| orders.send(message).is_ok());
        if !sent {
            return Err(LogError::Closed);
        }
        wait.recv().unwrap_or(Err(LogError::Closed))
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // The checkpointer ends first: it holds a sender of the writer's queue.
        self.checkpointer_stop = None;
        self.orders = None;
        for thread in self.threads.drain(..) {
            // A sleeping writer has to notice that its queue is closed.
            self.wake_up.wake();
            if thread.join().is_err() {
                tracing::error!("a thread of the log panicked");
            }
        }
    }
}

/// The state of the writer thread.
struct Writer {
    store: Store,
    waiting: Receiver<WriterMessage>,
}

impl Writer {
    /// Writes until all senders of orders are gone.
    fn run(&mut self) {
        let mut batch = Vec::new();
        loop {
            match self.waiting.try_recv() {
                Ok(first) => self.drain(first, &mut batch),
                Err(TryRecvError::Disconnected) => {
                    self.store.note_clock(0);
                    return;
                }
                Err(TryRecvError::Empty) => {
                    // Parked until woken. A blocking receive of the channel would first yield the
                    // processor to another thread, which may keep it for milliseconds.
                    let since = Instant::now();
                    std::thread::park_timeout(IDLE);
                    if since.elapsed() >= IDLE {
                        self.tidy();
                    }
                }
            }
        }
    }

    /// Makes all waiting orders durable.
    fn drain(&mut self, first: WriterMessage, batch: &mut Vec<Order>) {
        for message in std::iter::once(first).chain(self.waiting.try_iter().take(BATCH - 1)) {
            match message {
                WriterMessage::Order(order) => batch.push(order),
                WriterMessage::Retain { before, done } => {
                    // Orders that came before it are written before it.
                    finish(&mut self.store, batch);
                    // The asker may have gone.
                    let _ = done.send(self.store.retain(before));
                }
            }
        }
        finish(&mut self.store, batch);
        self.store.checkpoint_if_long(PAGES_MAX);
    }

    /// Returns free pages while there is nothing else to do, and stores the clock from time to
    /// time.
    fn tidy(&mut self) {
        self.store.note_clock(NOTED_IDLE);
        while self.waiting.is_empty() {
            match self.store.shrink() {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(%error, "the file does not get smaller");
                    return;
                }
            }
        }
    }
}

fn finish(store: &mut Store, batch: &mut Vec<Order>) {
    for (ack, result) in store.commit(std::mem::take(batch)) {
        ack(result);
    }
}

struct Checkpointer {
    connection: Connection,
    pages: Arc<AtomicUsize>,
    changes: Arc<Changes>,
    keep_for: Arc<AtomicU64>,
    clock: Arc<LogClock>,
    orders: WakingSender<WriterMessage>,
}

impl Checkpointer {
    /// Checkpoints the write-ahead log and triggers retention until stopped.
    fn run(self, stop: &Receiver<()>) {
        let mut waited = Duration::ZERO;
        while stop.recv_timeout(KEEPER) == Err(RecvTimeoutError::Timeout) {
            if self.pages.load(Ordering::Relaxed) >= PAGES_KEPT
                && let Err(error) = self.changes.checkpoint(&self.connection)
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
            let before = self.clock.now().saturating_sub(keep_for);
            if self.orders.send(WriterMessage::Retain { before, done }).is_ok()
                && let Ok(Err(error)) = result.recv()
            {
                tracing::warn!(%error, "old inputs were not dropped");
            }
        }
    }
}

/// Locks a mutex even if it is poisoned: what the log's mutexes guard is consistent between calls.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A connection for reading beside the writer.
pub(super) fn reader(path: &Path) -> Result<Mutex<Connection>, LogError> {
    connect(path, Access::Full).map(Mutex::new)
}
