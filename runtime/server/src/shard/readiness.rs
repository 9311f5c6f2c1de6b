//! Whether the server can take visitors: what `/readyz` tells.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, oneshot};
use tokio::time::timeout;

use super::reply::reply;
use super::rooms::{Rooms, Shard};
use super::task::Internal;

/// Longest wait for the log and the shards: a script's step may keep a shard for two seconds.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long their answers stay good, so that asking often costs no more than asking seldom.
const FRESH: Duration = Duration::from_millis(500);

/// What is known of a server's readiness.
#[derive(Debug, Default)]
pub(super) struct Readiness {
    /// Whether the server is about to stop.
    draining: AtomicBool,
    /// What did not answer when it was last asked, and when that was.
    asked: Mutex<Option<(Instant, Vec<String>)>>,
}

impl Rooms {
    /// From now on the server says that it is not ready. It goes on serving.
    pub(crate) fn drain(&self) {
        self.readiness.draining.store(true, Ordering::Relaxed);
    }

    /// The parts of the server that are not ready; none if it can take visitors.
    pub(crate) async fn not_ready(&self) -> Vec<String> {
        if self.readiness.draining.load(Ordering::Relaxed) {
            return vec!["draining".to_owned()];
        }
        // A worker process that has ended cannot answer: there is no use in waiting for it.
        let shards = self.shards.iter().enumerate();
        let gone = shards.filter(|(_, shard)| shard.is_gone()).map(|(index, _)| self.name(index));
        let gone: Vec<String> = gone.collect();
        if gone.is_empty() { self.unanswered().await } else { gone }
    }

    /// The parts that do not answer. Those who ask at the same time wait for one answer.
    async fn unanswered(&self) -> Vec<String> {
        let mut asked = self.readiness.asked.lock().await;
        if let Some((at, found)) = &*asked
            && at.elapsed() < FRESH
        {
            return found.clone();
        }
        let found = self.ask().await;
        let before = asked.replace((Instant::now(), found.clone()));
        let before = before.map(|(_, found)| found).unwrap_or_default();
        match found.is_empty() {
            false if found != before => tracing::error!(missing = ?found, "not ready"),
            true if !before.is_empty() => tracing::info!("ready again"),
            _ => {}
        }
        found
    }

    /// Asks the log for a write and each shard for an answer, all at once.
    async fn ask(&self) -> Vec<String> {
        let (ack, written) = oneshot::channel();
        let log = std::sync::Arc::clone(&self.log);
        // The queue of a log that is stuck may be full.
        tokio::task::spawn_blocking(move || {
            // The asker may have given up.
            log.probe(Box::new(move |result| drop(ack.send(result))));
        });
        let answers: Vec<_> = self
            .shards
            .iter()
            .map(|shard| {
                let (reply, answer) = reply();
                shard.internal(Internal::Ping { reply });
                answer
            })
            .collect();
        let until = tokio::time::Instant::now() + PATIENCE;
        let left = || until.saturating_duration_since(tokio::time::Instant::now());
        let mut found = Vec::new();
        if !matches!(timeout(left(), written).await, Ok(Ok(Ok(())))) {
            found.push("log".to_owned());
        }
        for (index, answer) in answers.into_iter().enumerate() {
            if !matches!(timeout(left(), answer).await, Ok(Ok(()))) {
                found.push(self.name(index));
            }
        }
        found
    }

    fn name(&self, index: usize) -> String {
        match self.placement.is_isolation_shard(index) {
            true => "isolation shard".to_owned(),
            false => format!("shard {index}"),
        }
    }
}

impl Shard {
    /// Whether it is a worker process that has ended and is not replaced yet.
    fn is_gone(&self) -> bool {
        match self {
            Self::Thread { .. } => false,
            Self::Process(link) => link.is_gone(),
        }
    }
}
