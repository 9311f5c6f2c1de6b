//! Jobs of this server that others compute, and jobs of theirs that it computes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use fangqi_protocol::{JobResult, PackedJob};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::elsewhere::Elsewhere;
use super::reply::reply;
use super::rooms::Rooms;
use crate::jobs::{self, Helped, Helpers};
use crate::log::Peer;
use crate::metrics::{Metrics, lock};
use crate::process::Quarantine;
use crate::session::RoomId;

/// Where a server takes jobs of others.
pub(crate) const PATH: &str = "/api/jobs";
/// Jobs of this server that are with others at once.
const AT_ONCE: usize = 64;
/// Servers that are asked for one job.
const ASKED: usize = 2;
/// How long one of them may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Longest result in bytes.
const RESULT_MAX: usize = 1 << 20;

/// A job of a room, as it travels.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HelpWanted {
    pub(crate) room: RoomId,
    pub(crate) job: PackedJob,
}

/// Asks the other servers that are alive, in turn.
struct Asking {
    elsewhere: Arc<Elsewhere>,
    metrics: Arc<Metrics>,
    runtime: Handle,
    permits: Arc<Semaphore>,
    next: AtomicUsize,
}

impl Helpers for Asking {
    fn offer(&self, room: &RoomId, job: PackedJob, helped: Helped) {
        let mut peers = lock(&self.elsewhere.alive).clone();
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let (Ok(permit), Ok(wanted), false) = (
            permit,
            serde_json::to_string(&HelpWanted { room: room.clone(), job }),
            peers.is_empty(),
        ) else {
            return helped(None);
        };
        let first = self.next.fetch_add(1, Ordering::Relaxed) % peers.len();
        peers.rotate_left(first);
        let (elsewhere, metrics) = (Arc::clone(&self.elsewhere), Arc::clone(&self.metrics));
        self.runtime.spawn(async move {
            let _permit = permit;
            for peer in peers.iter().take(ASKED) {
                let asked = ask(&elsewhere, peer, wanted.clone());
                match timeout(PATIENCE, asked).await.unwrap_or_else(|late| Err(late.to_string())) {
                    Ok(Some(result)) => {
                        metrics.jobs_helped.add(1);
                        return helped(Some(result));
                    }
                    Ok(None) => {}
                    Err(error) => {
                        tracing::debug!(node = peer.name, %error, "a job was not computed there");
                    }
                }
            }
            helped(None);
        });
    }
}

/// Has another server compute a job; `None` if it has no time.
async fn ask(
    elsewhere: &Elsewhere,
    peer: &Peer,
    wanted: String,
) -> Result<Option<JobResult>, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let request = Request::builder()
        .method(Method::POST)
        .uri(PATH)
        .body(Body::from(wanted))
        .map_err(|error| text(&error))?;
    let answer = elsewhere.peers.ask(peer, request).await.map_err(|error| text(&error))?;
    match answer.status() {
        StatusCode::OK => {}
        StatusCode::SERVICE_UNAVAILABLE => return Ok(None),
        other => return Err(format!("it answers {other}")),
    }
    let body = to_bytes(answer.into_body(), RESULT_MAX).await.map_err(|error| text(&error))?;
    serde_json::from_slice(&body).map(Some).map_err(|error| text(&error))
}

impl Rooms {
    /// The other servers of the log, for jobs that would have to wait here. Called within the
    /// runtime that serves.
    pub(super) fn helpers(&self) -> Option<Arc<dyn Helpers>> {
        let elsewhere = Arc::clone(self.elsewhere.as_ref()?);
        Some(Arc::new(Asking {
            elsewhere,
            metrics: Arc::clone(&self.metrics),
            runtime: Handle::try_current().ok()?,
            permits: Arc::new(Semaphore::new(AT_ONCE)),
            next: AtomicUsize::new(0),
        }))
    }

    /// Computes a job of another server; `None` if no thread is free for it, or what this room's
    /// scripts did here ended a worker lately.
    pub(crate) async fn help(&self, wanted: HelpWanted) -> Option<JobResult> {
        let HelpWanted { room, job } = wanted;
        if let Some(jobs) = &self.jobs {
            let (reply, answer) = reply();
            let done = move |result| reply.send(result);
            jobs::help(&**jobs, self.maps.plugins(), &room, &job, Box::new(done));
            return answer.await.ok();
        }
        for link in self.links().filter(|link| !link.is_gone()) {
            // The worker before this one may have ended of it.
            let barred = |quarantine: &Quarantine| quarantine.bars_jobs(&room, self.time.now());
            if self.quarantine().is_some_and(barred) {
                return None;
            }
            let (reply, answer) = reply();
            link.help(room.clone(), job.clone(), reply);
            if let Ok(result) = answer.await {
                return Some(result);
            }
        }
        None
    }
}
