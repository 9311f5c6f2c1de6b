//! The threads of a log that is at work: one writes, one keeps the file small.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendError, Sender, TryRecvError, bounded};
use rusqlite::Connection;

use super::clock::{LogClock, NOTED_IDLE};
use super::connect::{Access, connect};
use super::retain::Freed;
use super::store::{BATCH, Order, PAGES_MAX, Store, checkpoint};
use crate::log::LogError;
use crate::scheduling::affinity::OffCallersProcessor;
use crate::scheduling::time_slice;
use crate::wakeup::{WakeUp, WakingSender};

/// Orders that may wait for the disk; a shard that wants to add one more waits.
const QUEUE: usize = 16 * 1024;
/// How often the checkpointer looks.
const KEEPER: Duration = Duration::from_millis(200);
/// Pages of 4 KiB in the write-ahead log that the checkpointer brings home.
const PAGES_KEPT: usize = 1000;
/// The writer has nothing to do and gives pages back after this time.
const IDLE: Duration = Duration::from_secs(1);
/// How often the checkpointer lets go of what is old.
const RETAIN_EVERY: Duration = Duration::from_secs(600);

/// A message to the writer thread.
#[derive(Debug)]
pub(super) enum WriterMessage {
    Order(Order),
    Retain { before: u64, done: Sender<Result<Freed, LogError>> },
}

/// The threads; both end when this is dropped, the writer after its last order.
#[derive(Debug)]
pub(super) struct Threads {
    orders: Option<WakingSender<WriterMessage>>,
    wake_up: WakeUp,
    checkpointer_stop: Option<Sender<()>>,
    threads: Vec<JoinHandle<()>>,
    /// Keeps the writer off the processors of the shards, once it runs.
    off_callers: Arc<OnceLock<Option<OffCallersProcessor>>>,
    /// Seconds that inputs are kept; [`u64::MAX`] for good.
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
            // A connection of its own, so that the writer never waits for it.
            connection: connect(&writer.store.path, Access::Full)?,
            pages: writer.store.waiting_pages(),
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
            // Set only here.
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

    /// Hands an order over; gives it back if the writer has ended.
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
            // The writer sleeps; it is to see that nobody is left.
            self.wake_up.wake();
            if thread.join().is_err() {
                tracing::error!("a thread of the log panicked");
            }
        }
    }
}

/// What the thread that writes has.
struct Writer {
    store: Store,
    waiting: Receiver<WriterMessage>,
}

impl Writer {
    /// Writes until nobody can send orders any more.
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
                    // Asleep until woken. Waiting for the channel would first yield to
                    // whoever else wants the processor, which may then have it for milliseconds.
                    let since = Instant::now();
                    std::thread::park_timeout(IDLE);
                    if since.elapsed() >= IDLE {
                        self.tidy();
                    }
                }
            }
        }
    }

    /// Makes what waits durable.
    fn drain(&mut self, first: WriterMessage, batch: &mut Vec<Order>) {
        for message in std::iter::once(first).chain(self.waiting.try_iter().take(BATCH - 1)) {
            match message {
                WriterMessage::Order(order) => batch.push(order),
                WriterMessage::Retain { before, done } => {
                    // What came before it is written before it.
                    finish(&mut self.store, batch);
                    // Whoever asked may have gone.
                    let _ = done.send(self.store.retain(before));
                }
            }
        }
        finish(&mut self.store, batch);
        self.store.checkpoint_if_long(PAGES_MAX);
    }

    /// Gives pages back while there is nothing else to do, and notes now and then that time passes.
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
    keep_for: Arc<AtomicU64>,
    clock: Arc<LogClock>,
    orders: WakingSender<WriterMessage>,
}

impl Checkpointer {
    /// Maintains the file until stopped.
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
            let before = self.clock.now().saturating_sub(keep_for);
            if self.orders.send(WriterMessage::Retain { before, done }).is_ok()
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
