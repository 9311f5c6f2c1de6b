//! Supervises the worker processes of a shard: starts one, serves it until it ends, determines
//! which input it was working on, and starts the next.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::hang::HangDetector;
use super::link::{Common, Link, lock};
use super::memory::{self, SharedPage};
use super::message::{Boot, ToWorker};
use super::page::{Busy, Phase};
use super::pipe::{self, Reader};
use super::requests::Tenancy;
use super::spawn::{Spawned, describe, end, spawn};
use crate::log::{Entry, LogError};
use crate::scheduling::time_slice;
use crate::shard::messages;

/// How often a silent worker is checked.
const LOOK: Duration = Duration::from_millis(100);
/// After this many ends in a row, each within [`SHORT_LIFE`] of the start, the next start is
/// delayed.
const QUICK_ENDS: u32 = 3;
const SHORT_LIFE: Duration = Duration::from_secs(2);
const BACKOFF: Duration = Duration::from_millis(500);
/// Messages of a worker that are handled before the backlog is written again.
const TURN: usize = 256;

/// A running worker.
struct Running {
    child: Child,
    stream: Arc<UnixStream>,
    reader: Reader,
    page: SharedPage,
    tenancy: Tenancy,
    started: Instant,
    hang_detector: HangDetector,
    /// What it was stuck in when the parent killed it.
    stuck: Option<Busy>,
}

impl Link {
    /// Runs one worker process after the other until the server stops.
    pub(crate) fn supervise(&self) {
        // Players wait for the output that this thread passes on.
        time_slice::request_short();
        let mut quick = 0;
        while !self.stopping.load(Ordering::Acquire) {
            let mut running = match self.start() {
                Ok(running) => running,
                Err(error) => {
                    tracing::error!(shard = self.index, %error, "no worker process can be started");
                    std::thread::sleep(BACKOFF);
                    continue;
                }
            };
            let status = self.serve(&mut running);
            let stopped = self.stopping.load(Ordering::Acquire);
            self.bury(running, status, &mut quick, stopped);
        }
        self.bury_conns();
    }

    fn start(&self) -> io::Result<Running> {
        let Spawned { child, stream, page } = spawn(&self.common.workers)?;
        let stream = Arc::new(stream);
        let mut state = lock(&self.state);
        state.generation += 1;
        let generation = state.generation;
        // Messages sent since the last process ended follow those that every worker is sent first.
        let mut waiting = std::mem::take(&mut state.backlog);
        state.backlog.push(pipe::framed(&ToWorker::Boot(Box::new(self.boot(generation)))));
        for map in self.common.maps.iter() {
            if let Ok(packed) = map.packed() {
                let about = Box::new(map.about().clone());
                state.backlog.push(pipe::framed(&ToWorker::Offer { about, packed }));
            }
        }
        for room in self.common.directory.rooms().into_iter().filter(|room| self.owns(room)) {
            if let Some(listing) = self.listing(&room) {
                state.backlog.push(pipe::framed(&ToWorker::Adopt(listing)));
            }
        }
        state.backlog.append(&mut waiting);
        state.stream = Some(Arc::clone(&stream));
        // A worker that has ended already is noticed by the next read.
        let _ = state.backlog.write(&stream);
        drop(state);
        tracing::debug!(shard = self.index, process = child.id(), "a worker process has started");
        Ok(Running {
            child,
            stream,
            reader: Reader::default(),
            page,
            tenancy: Tenancy::new(generation),
            started: Instant::now(),
            hang_detector: HangDetector::new(
                self.common.config.room.step_time,
                self.is_isolation_shard(),
            ),
            stuck: None,
        })
    }

    fn boot(&self, generation: u64) -> Boot {
        let Common { config, workers, .. } = &*self.common;
        let shards = config.shards.max(1);
        Boot {
            index: self.index,
            generation,
            shards,
            isolation_shard: self.common.placement.isolated().is_some(),
            job_threads: config.workers,
            helpers: self.common.helpers.is_some(),
            job_queue: config.job_queue,
            shard_queue: config.shard_queue,
            // Rooms are spread evenly, because their ids are random.
            awake_rooms: config.awake_rooms.div_ceil(shards),
            watch: config.watch,
            hazards: workers.hazards,
            memory: workers.memory,
            keys: self.common.keys.bytes(),
            room: config.room.clone(),
            socket: config.socket.clone(),
            http: config.http.clone(),
        }
    }

    /// Serves the worker's requests until it ends.
    fn serve(&self, running: &mut Running) -> ExitStatus {
        let mut looked = Instant::now();
        loop {
            let waits = !lock(&self.state).backlog.is_empty();
            pipe::wait([running.stream.as_fd(), self.wake.as_fd()], waits, LOOK);
            self.wake.clear();
            self.pass_answers(&mut running.tenancy);
            {
                let mut state = lock(&self.state);
                // A broken socket is noticed by the read below.
                let _ = state.backlog.write(&running.stream);
            }
            let more = running.reader.fill(&running.stream);
            let mut dealt = 0;
            loop {
                match running.reader.next() {
                    Ok(Some(message)) => self.hear(&mut running.tenancy, message),
                    Ok(None) => break,
                    Err(error) => {
                        tracing::error!(shard = self.index, %error, "a worker sends nonsense");
                        return end(&mut running.child);
                    }
                }
                dealt += 1;
                if dealt % TURN == 0 {
                    // A broken socket is noticed by the read above.
                    let _ = lock(&self.state).backlog.write(&running.stream);
                }
            }
            if !matches!(more, Ok(true)) {
                return end(&mut running.child);
            }
            let now = Instant::now();
            if now.saturating_duration_since(looked) >= LOOK {
                // Capped: if the parent itself did not run, its workers did not either.
                self.look(running, now.saturating_duration_since(looked).min(2 * LOOK));
                looked = now;
            }
        }
    }

    /// Kills a worker that makes no progress.
    fn look(&self, running: &mut Running, passed: Duration) {
        let used = memory::processor_time(running.child.id());
        let Running { page, hang_detector, .. } = running;
        let hanging = hang_detector.look(|slot| page.busy(slot), passed, used);
        let Some((busy, quiet)) = hanging.filter(|_| running.stuck.is_none()) else { return };
        let (room, seconds) = (&busy.room, quiet.as_secs_f32());
        tracing::error!(shard = self.index, %room, seconds, "a worker hangs and is ended");
        running.stuck = Some(busy);
        // Its end is noticed on the socket a moment later.
        let _ = running.child.kill();
    }

    /// Closes all connections to the worker's rooms. Their clients reconnect by themselves.
    fn bury_conns(&self) {
        let conns = std::mem::take(&mut *lock(&self.conns));
        for attached in conns.into_values() {
            attached.outbox.close(messages::restart());
        }
    }

    /// Cleans up after a worker that has ended, and holds the rooms it was working on responsible.
    fn bury(&self, running: Running, status: ExitStatus, quick: &mut u32, stopped: bool) {
        let Running { page, tenancy, started, stuck, .. } = running;
        let questions = {
            let mut state = lock(&self.state);
            state.stream = None;
            // Late results for the process that has ended are ignored.
            state.generation += 1;
            state.backlog.clear();
            std::mem::take(&mut state.questions)
        };
        for lease in tenancy.leases.into_values() {
            self.common.log.release(&lease);
        }
        self.common.metrics.clear_gauges(self.index);
        self.awake.store(0, Ordering::Relaxed);
        self.jobs_waiting.store(0, Ordering::Relaxed);
        self.common.directory.abandon(|room| self.owns(room));
        if !stopped {
            let suspects = stuck.map_or_else(|| page.suspects(), |stuck| vec![stuck]);
            self.common.metrics.workers_ended.add(1);
            let reason = describe(status);
            tracing::error!(shard = self.index, reason, "a worker process ended; starting another");
            for suspect in suspects {
                self.accuse(&suspect, &reason);
            }
        }
        // Askers and clients are only told once it is decided which shard each room runs on now.
        drop(questions);
        self.bury_conns();
        *quick = if started.elapsed() < SHORT_LIFE { *quick + 1 } else { 0 };
        if *quick >= QUICK_ENDS && !stopped {
            std::thread::sleep(BACKOFF);
        }
    }

    /// Handles a room that was being worked on when its worker ended: records a strike, removes the
    /// draft from the log, and moves the room to the isolation shard.
    fn accuse(&self, suspect: &Busy, reason: &str) {
        let Common { quarantine, directory, log, placement, time, .. } = &*self.common;
        let Busy { room, phase, draft, .. } = suspect;
        // A worker also replays rooms of other workers, and computes jobs of other servers.
        if !self.owns(room) && !matches!(phase, Phase::Past | Phase::Job) {
            return;
        }
        let listing = directory.listing(room);
        let is_here = listing.is_some();
        let map = listing.map_or_else(String::new, |listing| listing.map);
        let strikes = quarantine.strike(room, &map, *phase, time.now());
        tracing::error!(
            %room, map, ?phase, input = draft, strikes, reason,
            "the script host ended while it worked on this room: its input or job is refused"
        );
        if let Some(event) = *draft {
            match log.lease(room) {
                Ok(lease) => {
                    let name = room.clone();
                    let told = move |result: Result<(), LogError>| {
                        if let Err(error) = result {
                            tracing::error!(room = %name, %error, "an input is not taken back");
                        }
                    };
                    log.append(&lease, Entry::Amend { event, record: None }, Box::new(told));
                    log.release(&lease);
                }
                Err(error) => tracing::error!(%room, %error, "an input is not taken back"),
            }
        }
        if matches!(phase, Phase::Wake | Phase::Work | Phase::Job)
            && is_here
            && self.owns(room)
            && !self.is_isolation_shard()
            && placement.isolate(room)
            && let Some(links) = self.common.links.get()
        {
            links[placement.of(room)].adopt(room);
        }
    }
}
