//! One room and everything around it: its viewers, its recent events, its jobs, and what waits for
//! the log.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fangqi_room::Room;
use fangqi_room::model::{
    Applied, Audience, Input, JobId, JobOrder, JobResult, LogLevel, LogLine, Output, OutputBody,
    PlayerId, Record, Rejection, SeatHolder, Tick,
};

use super::checkpoint::Recent;
use super::clock::RoomClock;
use super::input::{Meaning, meaning};
use super::outbox::Closing;
use super::player_slots::PlayerSlots;
use super::release::{Release, Ticket};
use super::reload::Offer;
use super::ring::{EventFrames, Ring};
use super::viewer::{ConnId, Viewer};
use super::{Internal, Services, hazard, messages};
use crate::bucket::Bucket;
use crate::jobs::Submitted;
use crate::log::{Entry, Lease, Lost, NOW};
use crate::maps::LoadedMap;
use crate::metrics::InputKind;
use crate::session::{FIRST_PLAYER, RoomId, TokenDigest};
use crate::wire::{ClientMessage, Frame};

/// Seconds between two notes that somebody is in a room: it is days that matter.
const VISITS_NOTED: Duration = Duration::from_secs(3600);

/// The room panicked: nothing in memory can be trusted, and it has to be made anew from its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Panicked;

/// A room that is awake.
pub(super) struct Host {
    pub(super) id: RoomId,
    pub(super) lease: Lease,
    /// Tells answers to this incarnation of the room from answers to an earlier one.
    pub(super) incarnation: u64,
    pub(super) map: LoadedMap,
    pub(super) room: Room,
    pub(super) viewers: BTreeMap<ConnId, Viewer>,
    pub(super) ring: Ring,
    /// What waits for the log, in order.
    pub(super) waiting: VecDeque<(Ticket, Release)>,
    /// Entries given to the log in this life.
    pub(super) issued: Ticket,
    /// Entries acknowledged, in order.
    pub(super) durable: Ticket,
    pub(super) tokens: HashMap<TokenDigest, PlayerId>,
    pub(super) next_player: u64,
    pub(super) slots: PlayerSlots,
    /// When the log was last told that somebody is here, in seconds since 1970.
    visited: Option<Instant>,
    /// Connections found too slow, or gone; see [`Host::let_go`].
    pub(super) slow: Vec<ConnId>,
    /// Messages of all who hold no seat.
    pub(super) spectators: Bucket,
    /// The last lines of its log, for operators.
    pub(super) log_lines: VecDeque<String>,
    /// Set when the room is to end for good.
    pub(super) ending: Option<Closing>,
    clock: RoomClock,
    /// The number and record that the log was given for the input being applied.
    draft: Option<(u64, Record)>,
    jobs: BTreeMap<JobId, Submitted>,
    quiet_since: Option<Instant>,
    /// What became of a new version of the map, while it matters.
    pub(super) offer: Option<Offer>,
    /// From which event on each player was known to the room, as far as it matters: not below the
    /// room's event when this incarnation of it began.
    pub(super) arrivals: BTreeMap<PlayerId, u64>,
    /// Number of inputs at which the room is next stored.
    pub(super) checkpoint_at: u64,
    /// What of the room was lost when it was last read; those who come are told.
    pub(super) lost: Option<Lost>,
    pub(super) services: Rc<Services>,
}

impl Host {
    /// Puts a room to work. `room` is as `stored` says.
    pub(super) fn new(
        lease: Lease,
        incarnation: u64,
        map: LoadedMap,
        room: Room,
        tokens: Vec<(TokenDigest, PlayerId)>,
        services: Rc<Services>,
    ) -> Self {
        let limits = &services.config.room;
        let every = limits.checkpoint_every;
        let checkpoint_at = Self::plan_checkpoint(&room, lease.room(), every);
        let ring = Ring::new(room.event(), limits.recent_events, limits.recent_bytes);
        let known = room.players().into_iter().map(|player| player.id);
        let arrivals = known.clone().map(|player| (player, room.event())).collect();
        let last = known.chain(tokens.iter().map(|(_, player)| *player)).map(|player| player.0);
        let next_player = last.max().map_or(FIRST_PLAYER, |last| last + 1);
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
            jobs: BTreeMap::new(),
            quiet_since: None,
            offer: None,
            arrivals,
            checkpoint_at,
            lost: None,
            services,
        }
    }

    /// Takes up the work of a room made again from its log: its jobs are started anew, and players
    /// whose leaving was never recorded (the server stopped first) leave now.
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

    /// What a connected client says.
    pub(super) fn message(&mut self, conn: ConnId, message: ClientMessage) -> Result<(), Panicked> {
        let Some(viewer) = self.viewers.get(&conn) else { return Ok(()) };
        let player = viewer.player;
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

    /// Jobs under way.
    pub(super) fn jobs_under_way(&self) -> usize {
        self.jobs.len()
    }

    /// A job has ended.
    pub(super) fn job_done(&mut self, job: JobId, result: JobResult) -> Result<(), Panicked> {
        if let JobResult::Failed { reason } = &result {
            tracing::warn!(room = %self.id, map = self.map.package.id(), %reason, "a job failed");
        }
        // A job that was cancelled is not here any more.
        match self.jobs.remove(&job) {
            Some(_) => self.apply(Input::JobDone { job, result }).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Whether something in the room waits for a time that has come.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.room.next_wake().is_some_and(|due| due <= self.clock.tick(now))
    }

    /// Lets time pass for what is due.
    pub(super) fn pass_time(&mut self) -> Result<(), Panicked> {
        self.apply(Input::Tick).map(|_| ())
    }

    /// What a room said and wants done when it was opened. Nobody is there yet to be shown things.
    pub(super) fn opened(&mut self, applied: Applied) {
        self.report(&applied.log);
        for job in applied.jobs {
            self.start_job(job);
        }
    }

    /// Applies an input, hands its record to the log and queues what it shows. Gives the reason
    /// when the room refused it.
    pub(super) fn apply(&mut self, input: Input) -> Result<Option<Rejection>, Panicked> {
        let tick = self.tick();
        // The disk works while the room does.
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

    /// The room's time now.
    pub(super) fn tick(&self) -> Tick {
        self.clock.tick(self.services.time.now()).max(self.room.tick())
    }

    /// Hands the record of what was done to the log and queues what it shows. Gives the reason when
    /// the room refused it.
    pub(super) fn take(&mut self, applied: Applied) -> Option<Rejection> {
        let Applied { record, outputs, jobs, cancelled, rejected, resync, log, .. } = applied;
        let event = self.room.event();
        // First of all: the disk works while the rest is done here.
        let recorded = record.as_ref().map(|record| record.tick);
        self.record(record);
        self.report(&log);
        let regroup = outputs
            .iter()
            .any(|output| matches!(output.body, OutputBody::Seats(_) | OutputBody::Players(_)));
        let frames = frames(&outputs, resync);
        match recorded {
            Some(tick) => self.queue_event(event, tick, frames, resync),
            // Nothing to remember, so nothing to wait for but what was shown before it.
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
        if regroup || resync {
            self.slots.seated(&self.room.seats());
            self.list();
        }
        self.release();
        rejected
    }

    /// Tells the log what came of the last input, as far as it does not have it already.
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

    /// Takes note of what the last events of a room that has just been made again showed.
    pub(super) fn remember_events(&mut self, recent: &Recent) {
        let limits = &self.services.config.room;
        let before = self.room.event() - recent.events.len() as u64;
        self.ring = Ring::new(before, limits.recent_events, limits.recent_bytes);
        self.arrivals.values_mut().for_each(|at| *at = before);
        for (applied, event) in recent.events.iter().zip(before + 1..) {
            let Some(record) = &applied.record else { continue };
            let tick = record.tick;
            // A place may have changed hands in between.
            if let Input::Join { player, .. } = record.input {
                self.arrivals.insert(player, event);
            }
            if applied.resync {
                self.ring.restart(event);
            } else {
                let frames = frames(&applied.outputs, false);
                self.ring.push(Arc::new(EventFrames::new(event, tick, frames)));
            }
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

    /// All that a viewer may see now, as frames.
    pub(super) fn scene(&self, viewer: PlayerId) -> Vec<Frame> {
        let mut frames = vec![Frame::clear()];
        self.room.chunk_frames(viewer, |position, bytes| {
            frames.push(Frame::chunk(position, bytes));
        });
        frames.push(Frame::scene(self.room.event(), self.room.scene(viewer)));
        frames
    }

    /// Gives up all jobs and starts those that the room wants now.
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
            // A shard that has stopped wants no results.
            let _ = internal.send(Internal::JobDone { room, incarnation, job: id, result });
        });
        match self.services.jobs.submit(&self.id, job.spec, done) {
            Ok(submitted) => {
                self.jobs.insert(id, submitted);
            }
            Err(reason) => self.fail_job(id, reason),
        }
    }

    /// A job fails that does not run at all.
    fn fail_job(&mut self, job: JobId, reason: String) {
        let (room, incarnation) = (self.id.clone(), self.incarnation);
        self.jobs.insert(job, Submitted::never());
        let result = JobResult::Failed { reason };
        // A shard that has stopped wants no results.
        let _ = self.services.internal.send(Internal::JobDone { room, incarnation, job, result });
    }

    /// Lines for the author and the operator.
    fn report(&mut self, lines: &[LogLine]) {
        for line in lines {
            self.remember(line);
        }
        let (room, map) = (&self.id, self.map.package.id());
        for line in lines {
            match line.level {
                LogLevel::Print => tracing::info!(%room, map, tick = line.tick, "{}", line.text),
                LogLevel::Warn => tracing::warn!(%room, map, tick = line.tick, "{}", line.text),
                LogLevel::Error => tracing::error!(%room, map, tick = line.tick, "{}", line.text),
            }
        }
    }

    /// Brings the lobby up to date.
    pub(super) fn list(&self) {
        let players = self.room.players();
        let name = |id| players.iter().find(|player| player.id == id).map(|p| p.name.clone());
        let seats = self.room.seats().into_iter().map(|seat| match seat.holder {
            SeatHolder::Open => None,
            SeatHolder::Player { player } => Some(name(player).unwrap_or_default()),
            SeatHolder::Computer { level } => Some(format!("AI {level}")),
        });
        let present = u32::try_from(self.viewers.len()).unwrap_or(u32::MAX);
        self.services.list(&self.id, seats.collect(), present);
    }

    /// Tells the log now and then that somebody is here.
    pub(super) fn note_visit(&mut self) {
        let now = self.services.time.now();
        let lately = |noted| now.saturating_duration_since(noted) < VISITS_NOTED;
        if !self.viewers.is_empty() && !self.visited.is_some_and(lately) {
            self.visited = Some(now);
            self.append(Entry::Visited { at: NOW });
        }
    }

    /// Whether nobody has watched, and nothing has been under way, for long enough to sleep.
    pub(super) fn may_sleep(&mut self, now: Instant) -> bool {
        if !self.viewers.is_empty() || !self.jobs.is_empty() || !self.waiting.is_empty() {
            self.quiet_since = None;
            return false;
        }
        let since = *self.quiet_since.get_or_insert(now);
        now.saturating_duration_since(since) >= self.services.config.room.sleep_after
    }

    /// Tells everybody something outside the order of events, before the room is made anew.
    pub(super) fn tell_all(&self, frame: &Frame) {
        for viewer in self.viewers.values().filter(|viewer| viewer.seen.is_some()) {
            // Whoever cannot take it will see what became of the room all the same.
            let _ = viewer.outbox.push(vec![frame.clone()]);
        }
    }

    /// Ends every connection, saying why.
    pub(super) fn close_all(&mut self, closing: &Closing) {
        for (_, viewer) in std::mem::take(&mut self.viewers) {
            viewer.outbox.close(closing.clone());
        }
        self.list();
    }
}

/// Outputs as frames; where everybody gets a scene as well, only what is not in it.
fn frames(outputs: &[Output], resync: bool) -> Vec<(Audience, Frame)> {
    let shown = outputs.iter().filter(|output| !resync || is_news(&output.body));
    shown.filter_map(|output| Some((output.audience, Frame::output(&output.body)?))).collect()
}

/// Whether an output is something that happened, rather than how things are: the latter is in the
/// scene already.
fn is_news(body: &OutputBody) -> bool {
    matches!(body, OutputBody::Chat { .. } | OutputBody::Toast { .. })
}
