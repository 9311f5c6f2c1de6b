//! One room that is awake and everything around it: its viewers, its recent events, its jobs, and
//! the output that waits for the log.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fangqi_protocol::{
    Audience, HudChange, Input, JobId, JobOrder, JobResult, LogLevel, LogLine, Output, OutputBody,
    PlayerId, Record, Rejection, Tick,
};
use fangqi_room::Applied;
use fangqi_room::Room;

use super::checkpoint::Recent;
use super::clock::RoomClock;
use super::directory::Attendance;
use super::failures::Told;
use super::input::{Meaning, meaning};
use super::outbox::Closing;
use super::player_slots::PlayerSlots;
use super::release::Release;
use super::reload_outcome::Offer;
use super::ring::{EventFrames, Ring};
use super::services::Services;
use super::spectator::SPECTATOR;
use super::task::Internal;
use super::task::Ticket;
use super::viewer::{ConnId, Viewer};
use super::{finished, hazard, messages};
use crate::bucket::Bucket;
use crate::jobs::Submitted;
use crate::log::{Entry, Lease, Lost, NOW};
use crate::maps::LoadedMap;
use crate::metrics::InputKind;
use crate::session::{FIRST_PLAYER, RoomId, TokenDigest};
use crate::wire::{ClientMessage, Frame};

/// Minimum time between two visit entries in the log. Retention is counted in days, so one an hour
/// is enough.
const VISITS_NOTED: Duration = Duration::from_secs(3600);

/// The room panicked. Its state in memory cannot be trusted, so it is dropped and restored from its
/// log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Panicked;

/// A room that is awake.
pub(super) struct Host {
    pub(super) id: RoomId,
    pub(super) lease: Lease,
    /// Distinguishes this incarnation of the room from earlier ones, so that late acknowledgements
    /// and job results of an earlier one are ignored.
    pub(super) incarnation: u64,
    pub(super) map: LoadedMap,
    pub(super) room: Room,
    pub(super) viewers: BTreeMap<ConnId, Viewer>,
    pub(super) ring: Ring,
    /// Output that waits for the log, in order. It is shown once `durable` has reached its ticket.
    pub(super) waiting: VecDeque<(Ticket, Release)>,
    /// Number of entries that this incarnation gave to the log.
    pub(super) issued: Ticket,
    /// Number of entries that the log has acknowledged. It acknowledges them in order.
    pub(super) durable: Ticket,
    pub(super) tokens: HashMap<TokenDigest, PlayerId>,
    pub(super) next_player: u64,
    pub(super) slots: PlayerSlots,
    /// When this incarnation last appended a visit entry to the log.
    visited: Option<Instant>,
    /// Connections that are too slow or gone; [`Host::let_go`] drops them.
    pub(super) slow: Vec<ConnId>,
    /// Token bucket for the messages of all clients without a seat together.
    pub(super) spectators: Bucket,
    /// The last lines of the room's script log, for operators.
    pub(super) log_lines: VecDeque<String>,
    /// Set when the room is to be closed for good.
    pub(super) ending: Option<Closing>,
    clock: RoomClock,
    /// Event number and record of the draft that the log was given for the input being applied.
    draft: Option<(u64, Record)>,
    /// The failures of the map that people here were told of lately.
    pub(super) told: Told,
    jobs: BTreeMap<JobId, Submitted>,
    quiet_since: Option<Instant>,
    /// The new version of the map that waits for a decision, or has failed in this room.
    pub(super) offer: Option<Offer>,
    /// The event at which each player became known. For players known when this incarnation began,
    /// the event before the first one that its ring remembers. No client resumes from before its
    /// player's event.
    pub(super) arrivals: BTreeMap<PlayerId, u64>,
    /// Event number at which the next checkpoint is due.
    pub(super) checkpoint_at: u64,
    /// Whether the game is over, so that its end is noted once.
    over: bool,
    /// The damaged part of the room's log, if some was cut off when it was read. Visitors are told.
    pub(super) lost: Option<Lost>,
    /// Names the room in everything that is logged while it is worked on. Made once, so that a
    /// click only enters it.
    pub(super) span: tracing::Span,
    pub(super) services: Rc<Services>,
}

impl Host {
    /// The host of a room that was just opened or restored. `tokens` are all tokens issued for the
    /// room.
    pub(super) fn new(
        lease: Lease,
        incarnation: u64,
        map: LoadedMap,
        room: Room,
        tokens: Vec<(TokenDigest, PlayerId)>,
        services: Rc<Services>,
    ) -> Self {
        let limits = &services.config.room;
        let (every, over) = (limits.checkpoint_every, room.is_over());
        let checkpoint_at = Self::plan_checkpoint(&room, lease.room(), every);
        let ring = Ring::new(room.event(), limits.recent_events, limits.recent_bytes);
        let known = room.players().into_iter().map(|player| player.id);
        let arrivals = known.clone().map(|player| (player, room.event())).collect();
        let last = known.chain(tokens.iter().map(|(_, player)| *player)).map(|player| player.0);
        let next_player = last.max().map_or(FIRST_PLAYER, |last| last + 1);
        // Of the highest level, so that it is there whatever the log holds.
        let span = tracing::error_span!("room", room = %lease.room(), map = map.package.id());
        Self {
            clock: RoomClock::starting_at(room.tick(), services.time.now()),
            id: lease.room().clone(),
            lease,
            incarnation,
            map,
            room,
            viewers: BTreeMap::new(),
            ring,
            waiting: VecDeque::new(),
            issued: 0,
            durable: 0,
            tokens: tokens.into_iter().collect(),
            next_player,
            slots: PlayerSlots::new(&[], services.time.now()),
            visited: None,
            slow: Vec::new(),
            spectators: Bucket::full(limits.spectator_burst, services.time.now()),
            log_lines: VecDeque::new(),
            ending: None,
            draft: None,
            told: Told::default(),
            jobs: BTreeMap::new(),
            quiet_since: None,
            offer: None,
            arrivals,
            checkpoint_at,
            over,
            lost: None,
            span,
            services,
        }
    }

    /// Continues the work of a room that was restored from its log: restarts its jobs and applies a
    /// `Leave` for each player whose departure was never recorded because the server stopped first.
    pub(super) fn wake(&mut self) -> Result<(), Panicked> {
        if !self.services.config.room.keep_beginnings {
            self.room.forget_beginning();
        }
        let barred = self.services.parent.as_ref().is_some_and(|parent| parent.jobs_fail(&self.id));
        for job in self.room.pending_jobs() {
            match barred {
                true => self.fail_job(job.id, "the script host crashed in it".to_owned()),
                false => self.start_job(job),
            }
        }
        for player in self.room.players().into_iter().filter(|player| player.present) {
            self.apply(Input::Leave { player: player.id })?;
        }
        Ok(())
    }

    /// Handles a message of a connected client.
    pub(super) fn message(&mut self, conn: ConnId, message: ClientMessage) -> Result<(), Panicked> {
        let Some(viewer) = self.viewers.get(&conn) else { return Ok(()) };
        let player = viewer.player;
        if player == SPECTATOR {
            // It only ever asks to be shown everything.
            self.queue_welcome(conn, player, "", None);
            self.release();
            return Ok(());
        }
        if self.crowded_out(player) {
            self.refuse(conn, messages::crowded());
            return Ok(());
        }
        let refused = match meaning(message, player) {
            Meaning::Input(input) => {
                let input = self.room.addressed(input);
                // The room counts what it refuses itself.
                if let Some(Rejection { code, text }) = self.apply(input)? {
                    self.tell(conn, Frame::refused(code, text));
                }
                None
            }
            Meaning::Answer(frame) => {
                self.tell(conn, frame);
                None
            }
            Meaning::Refused(rejection) => Some(rejection),
            Meaning::Unseat(seat) => self.unseat(player, seat)?,
            Meaning::Close => self.close(player),
        };
        if let Some(rejection) = refused {
            self.refuse(conn, rejection);
        }
        Ok(())
    }

    pub(super) fn refuse(&mut self, conn: ConnId, Rejection { code, text }: Rejection) {
        self.services.metrics.refused(code);
        self.tell(conn, Frame::refused(code, text));
    }

    /// Number of jobs in progress.
    pub(super) fn jobs_under_way(&self) -> usize {
        self.jobs.len()
    }

    /// Applies the result of a job.
    pub(super) fn job_done(&mut self, job: JobId, result: JobResult) -> Result<(), Panicked> {
        if let JobResult::Failed { reason } = &result {
            tracing::warn!(%reason, "a job failed");
        }
        // A cancelled job is no longer in the map, and its result is dropped.
        match self.jobs.remove(&job) {
            Some(_) => self.apply(Input::JobDone { job, result }).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Whether the room's next wake-up time has come.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.room.next_wake().is_some_and(|due| due <= self.clock.tick(now))
    }

    /// Applies a tick, which runs everything that is due.
    pub(super) fn pass_time(&mut self) -> Result<(), Panicked> {
        self.apply(Input::Tick).map(|_| ())
    }

    /// Logs what the room's scripts printed while it was opened, and starts its jobs. There are no
    /// viewers yet, so the outputs are dropped.
    pub(super) fn opened(&mut self, applied: Applied) {
        self.report(&applied.log);
        for job in applied.jobs {
            self.start_job(job);
        }
    }

    /// Applies an input, appends its record to the log and queues its output. Returns the rejection
    /// if the room refused the input.
    pub(super) fn apply(&mut self, input: Input) -> Result<Option<Rejection>, Panicked> {
        let tick = self.tick();
        // The log writes the draft while the room applies the input.
        let event = self.room.event() + 1;
        self.draft = self.room.draft(tick, &input).map(|record| (event, record));
        if let Some((event, record)) = self.draft.clone() {
            self.append(Entry::Record { event, record });
            self.services.page.drafted(event);
        }
        if self.services.config.hazards {
            hazard::meet(&input);
        }
        let (room, kind, started) = (&mut self.room, InputKind::from(&input), Instant::now());
        let applied = catch_unwind(AssertUnwindSafe(|| room.apply(tick, input)));
        let Ok(mut applied) = applied else {
            self.record(None);
            return Err(Panicked);
        };
        let metrics = &self.services.metrics;
        metrics.apply.add_since(started);
        let fuel: u64 = applied.costs.iter().map(|cost| cost.fuel).sum();
        if fuel >= self.services.config.room.scripts.fuel_per_step / 10 * 9 {
            self.services.burned.set(true);
        }
        metrics.applied(kind, self.map.package.id(), &mut applied);
        let rejected = self.take(applied);
        self.checkpoint_when_due()?;
        Ok(rejected)
    }

    /// The current room time, never before the tick of the last input.
    pub(super) fn tick(&self) -> Tick {
        self.clock.tick(self.services.time.now()).max(self.room.tick())
    }

    /// Appends the record of an applied input to the log and queues its output. Returns the
    /// rejection if the room refused the input.
    pub(super) fn take(&mut self, applied: Applied) -> Option<Rejection> {
        let Applied { record, outputs, jobs, cancelled, rejected, log, .. } = applied;
        let event = self.room.event();
        // Appended first, so that the disk works while the rest is done here.
        let recorded = record.as_ref().map(|record| record.tick);
        let left_out = record.as_ref().is_some_and(|record| !record.faults.is_empty());
        self.record(record);
        self.note_end();
        self.report(&log);
        let says =
            |which: fn(&OutputBody) -> bool| outputs.iter().any(|output| which(&output.body));
        let regroup = says(|body| matches!(body, OutputBody::Seats(_) | OutputBody::Players(_)));
        let turned = says(|body| matches!(body, OutputBody::Hud(HudChange::Turn(_))));
        let frames = frames(&outputs);
        match recorded {
            Some(tick) => self.queue_event(event, tick, frames, false),
            // Without a record there is no event to remember; the output only waits for what
            // precedes it.
            None if !frames.is_empty() => {
                self.waiting.push_back((self.issued, Release::Passing(frames)));
            }
            None => {}
        }
        for job in cancelled {
            self.jobs.remove(&job);
        }
        for job in jobs {
            self.start_job(job);
        }
        if regroup {
            self.slots.seated(&self.room.seats());
        }
        if regroup || turned {
            self.list();
        }
        self.tell_failures(&log, left_out);
        self.release();
        rejected
    }

    /// Appends the record of the last input, or an amendment if its draft predicted another result.
    /// A draft that was right needs no further entry.
    fn record(&mut self, record: Option<Record>) {
        self.services.page.drafted(0);
        match (self.draft.take(), record) {
            (Some((_, draft)), Some(record)) if draft == record => {}
            (Some((event, _)), record) => self.append(Entry::Amend { event, record }),
            (None, Some(record)) => {
                let event = self.room.event();
                self.append(Entry::Record { event, record });
            }
            (None, None) => {}
        }
    }

    /// Gives the log a game that has just ended.
    fn note_end(&mut self) {
        let was = std::mem::replace(&mut self.over, self.room.is_over());
        if self.over
            && !was
            && let Some(game) = finished::game(&self.room)
        {
            self.append(Entry::Finished(game));
        }
    }

    /// Fills the ring with the last events of a room that was just restored, so that viewers can
    /// resume.
    pub(super) fn remember_events(&mut self, recent: &Recent) {
        let limits = &self.services.config.room;
        let before = self.room.event() - recent.events.len() as u64;
        self.ring = Ring::new(before, limits.recent_events, limits.recent_bytes);
        self.arrivals.values_mut().for_each(|at| *at = before);
        for (applied, event) in recent.events.iter().zip(before + 1..) {
            let Some(record) = &applied.record else { continue };
            let tick = record.tick;
            // The player slot may have changed hands in between: its new owner must not resume from
            // before.
            if let Input::Join { player, .. } = record.input {
                self.arrivals.insert(player, event);
            }
            let frames = frames(&applied.outputs);
            self.ring.push(Arc::new(EventFrames::new(event, tick, frames)));
        }
    }

    pub(super) fn queue_event(
        &mut self,
        event: u64,
        tick: Tick,
        frames: Vec<(Audience, Frame)>,
        resync: bool,
    ) {
        let release = if resync {
            let news = EventFrames::new(event, tick, frames);
            let scenes = self
                .viewers
                .iter()
                .map(|(conn, viewer)| {
                    let mut batch = self.scene(viewer.player);
                    news.show(viewer.player, &mut batch);
                    (*conn, batch)
                })
                .collect();
            Release::Resync { event, scenes }
        } else {
            Release::Event(Arc::new(EventFrames::new(event, tick, frames)))
        };
        self.waiting.push_back((self.issued, release));
    }

    /// The frames of the whole scene as a viewer may see it now.
    pub(super) fn scene(&self, viewer: PlayerId) -> Vec<Frame> {
        let mut frames = vec![Frame::clear()];
        self.room.chunk_frames(viewer, |position, bytes| {
            frames.push(Frame::chunk(position, bytes));
        });
        frames.push(Frame::scene(self.room.event(), self.room.scene(viewer)));
        frames
    }

    /// Drops all jobs in progress and starts those that the room needs now.
    pub(super) fn restart_jobs(&mut self) {
        self.jobs.clear();
        for job in self.room.pending_jobs() {
            self.start_job(job);
        }
    }

    fn start_job(&mut self, job: JobOrder) {
        let (room, incarnation) = (self.id.clone(), self.incarnation);
        let internal = self.services.internal.clone();
        let id = job.id;
        let done = Box::new(move |result| {
            // If the shard has stopped, the result is not needed.
            let _ = internal.send(Internal::JobDone { room, incarnation, job: id, result });
        });
        match self.services.jobs.submit(&self.id, job.spec, done) {
            Ok(submitted) => {
                self.jobs.insert(id, submitted);
            }
            Err(reason) => self.fail_job(id, reason),
        }
    }

    /// Reports a job as failed without running it. Its result arrives later, like that of any other
    /// job.
    fn fail_job(&mut self, job: JobId, reason: String) {
        let (room, incarnation) = (self.id.clone(), self.incarnation);
        self.jobs.insert(job, Submitted::never());
        let result = JobResult::Failed { reason };
        // If the shard has stopped, the result is not needed.
        let _ = self.services.internal.send(Internal::JobDone { room, incarnation, job, result });
    }

    /// Logs lines of the room's scripts, for the map's author and the operator.
    fn report(&mut self, lines: &[LogLine]) {
        for line in lines {
            self.remember(line);
        }
        for line in lines {
            match line.level {
                LogLevel::Print => tracing::info!(tick = line.tick, "{}", line.text),
                LogLevel::Warn => tracing::warn!(tick = line.tick, "{}", line.text),
                LogLevel::Error => tracing::error!(tick = line.tick, "{}", line.text),
            }
        }
    }

    /// Updates the room's entry in the lobby.
    pub(super) fn list(&self) {
        let present = u32::try_from(self.viewers.len()).unwrap_or(u32::MAX);
        self.services.list(&self.id, Attendance::of(&self.room, present));
    }

    /// Appends a visit entry to the log if the room has viewers and the last entry is old enough.
    pub(super) fn note_visit(&mut self) {
        let now = self.services.time.now();
        let lately = |noted| now.saturating_duration_since(noted) < VISITS_NOTED;
        if !self.viewers.is_empty() && !self.visited.is_some_and(lately) {
            self.visited = Some(now);
            self.append(Entry::Visited { at: NOW });
        }
    }

    /// Whether the room has had no viewers, jobs or waiting output for `sleep_after`.
    pub(super) fn may_sleep(&mut self, now: Instant) -> bool {
        if !self.viewers.is_empty() || !self.jobs.is_empty() || !self.waiting.is_empty() {
            self.quiet_since = None;
            return false;
        }
        let since = *self.quiet_since.get_or_insert(now);
        now.saturating_duration_since(since) >= self.services.config.room.sleep_after
    }

    /// Sends a frame to every welcomed viewer outside the order of events, before the room is
    /// dropped and restored.
    pub(super) fn tell_all(&self, frame: &Frame) {
        for viewer in self.viewers.values().filter(|viewer| viewer.seen.is_some()) {
            // A viewer whose queue is full still sees the state of the restored room.
            let _ = viewer.outbox.push(vec![frame.clone()]);
        }
    }

    /// Closes every connection with the given reason.
    pub(super) fn close_all(&mut self, closing: &Closing) {
        for (_, viewer) in std::mem::take(&mut self.viewers) {
            viewer.outbox.close(closing.clone());
        }
        self.list();
    }
}

/// Converts outputs to frames.
fn frames(outputs: &[Output]) -> Vec<(Audience, Frame)> {
    let frame = |output: &Output| Some((output.audience, Frame::output(&output.body)?));
    outputs.iter().filter_map(frame).collect()
}
