//! The orders that wait for the writer.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::plan::{Order, Work};
use crate::log::{Entry, LogError};
use crate::metrics::lock;

/// Most orders that wait: what a thousand busy rooms give while the database is away. A shard that
/// appends beyond it waits too.
const CAPACITY: usize = 64 * 1024;
/// Most orders in one transaction, so that none waits long for its acknowledgement.
const BATCH: usize = 4096;
/// Bytes of checkpoints and packages from which on a transaction takes no more orders.
const BATCH_BYTES: usize = 32 << 20;

#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    /// There is something for the writer to do.
    pub(super) news: Notify,
    room: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    orders: VecDeque<Order>,
    closed: bool,
    /// Why nothing can be written for the time being.
    away: Option<LogError>,
}

impl Queue {
    /// Takes an order for the writer, or lets it fail at once: the database is away, or the log is
    /// closed. A room that is given back always goes to the writer.
    pub(super) fn push(&self, order: Order) {
        let mut waiting = lock(&self.waiting);
        if !matches!(order.work, Work::Release) {
            while waiting.orders.len() >= CAPACITY && waiting.away.is_none() && !waiting.closed {
                let woken = self.room.wait_timeout(waiting, Duration::from_secs(1));
                waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            let closed = waiting.closed.then_some(LogError::Closed);
            if let Some(error) = closed.or_else(|| waiting.away.clone()) {
                drop(waiting);
                (order.ack)(Err(error));
                return;
            }
        }
        waiting.orders.push_back(order);
        drop(waiting);
        self.news.notify_one();
    }

    /// The next orders for one transaction.
    pub(super) fn take(&self) -> Vec<Order> {
        let mut waiting = lock(&self.waiting);
        let mut bytes = 0;
        let mut batch = Vec::new();
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(order) = waiting.orders.pop_front() else { break };
            bytes += match &order.work {
                Work::Entry(Entry::Checkpoint { bytes, .. }) => bytes.len(),
                Work::Entry(Entry::Package { bytes, .. }) => bytes.len(),
                _ => 0,
            };
            batch.push(order);
        }
        drop(waiting);
        self.room.notify_all();
        batch
    }

    /// Says why nothing can be written for the time being, or that it can again.
    pub(super) fn set_away(&self, away: Option<LogError>) {
        lock(&self.waiting).away = away;
        self.room.notify_all();
    }

    /// Why nothing can be written for the time being.
    pub(super) fn away(&self) -> Option<LogError> {
        lock(&self.waiting).away.clone()
    }

    /// Takes no more orders. The writer ends once it has done those that wait.
    pub(super) fn close(&self) {
        lock(&self.waiting).closed = true;
        self.room.notify_all();
        self.news.notify_one();
    }

    pub(super) fn is_closed(&self) -> bool {
        lock(&self.waiting).closed
    }
}
