use std::sync::Arc;

use fangqi_plugin::ctx::Ctx;
use fangqi_plugin::host::Question;
use fangqi_plugin::{MapPackage, RoomOptions};
use fangqi_protocol::{
    CellView, Fault, FaultKind, Input, JobId, JobOrder, LocalText, LogLevel, LogLine, PlayerId,
    PlayerView, Record, Rejection, Scene, SeatIndex, SeatView, Tick,
};
use fangqi_vm::{Replaying, ScriptError};
use fangqi_world::{IVec3, ViewerId, World};

use super::applied::Applied;
use super::asked_again::AskedAgain;
use super::bases::Bases;
use super::fold::Fold;
use super::hash;
use super::heavy::Heavy;
use super::hibernate::Hibernated;
use super::history::History;
use super::input::Verdict;
use super::open_error::OpenError;
use super::publish::Shown;

/// Failed steps of one input that are skipped one by one. A further one ends its queue, and no
/// later time passes in this input.
const FAULTS_MAX: usize = 16;
/// Queues that may end in this way; after more, the input is refused.
const DROPS_MAX: usize = 64;
/// Number of low bits in a [`JobId`] that number jobs within an epoch.
const JOB_BITS: u32 = 32;

/// A room: a deterministic fold over its inputs. It belongs to one thread.
#[derive(Debug)]
pub struct Room {
    pub(super) package: Arc<MapPackage>,
    pub(super) options: RoomOptions,
    pub(super) history: History,
    pub(super) fold: Fold,
    pub(super) shown: Shown,
    pub(super) bases: Bases,
    pub(super) heavy: Heavy,
    pub(super) asked_again: AskedAgain,
}

impl Room {
    /// The room as API functions see it, for checks that look inside. What they change is not in
    /// the log.
    pub fn ctx(&self) -> &Ctx {
        &self.fold.ctx
    }

    /// Opens a room on a map. Also returns what its scripts logged and ordered while they started.
    pub fn open(
        package: Arc<MapPackage>,
        options: RoomOptions,
    ) -> Result<(Self, Applied), OpenError> {
        let fold = Fold::open(&package, &options)?;
        let mut room = Self::around(package, options, History::default(), fold);
        let mut applied = Applied::default();
        room.publish_into(&mut applied, false);
        // The room is empty, and each player who joins gets a whole scene.
        applied.outputs.clear();
        Ok((room, applied))
    }

    pub(super) fn around(
        package: Arc<MapPackage>,
        options: RoomOptions,
        history: History,
        fold: Fold,
    ) -> Self {
        let (shown, bases) = (Shown::nothing(&fold), Bases::default());
        Self {
            package,
            options,
            history,
            fold,
            shown,
            bases,
            heavy: Heavy::default(),
            asked_again: AskedAgain::default(),
        }
    }

    /// Applies an input at outside time `tick` (ticks since the room was opened). Never panics.
    ///
    /// The outputs say what changed. If [`Applied::rejected`] is set, the input had no effect; a
    /// record is then made only if something else happened, such as what fell due before it.
    pub fn apply(&mut self, tick: Tick, input: Input) -> Applied {
        let mut applied = match input {
            Input::Checkpoint => match self.checkpoint(tick) {
                Ok((applied, _)) => return applied,
                Err(why) => Applied { rejected: Some(why.into()), ..Applied::default() },
            },
            input => self.apply_plain(tick, input, Vec::new(), None),
        };
        self.check_heavily(&mut applied);
        applied
    }

    /// Applies a recorded input to the room as it was before it, for viewers of a replay. Steps
    /// that failed are skipped, because the point at which a watchdog or the fuel ended one cannot
    /// be reproduced. The new record equals `record` unless the replay went differently.
    pub fn repeat(&mut self, record: &Record) -> Applied {
        let Record { tick, input, faults, rewound } = record;
        if matches!(input, Input::Checkpoint) {
            return self.apply(*tick, input.clone());
        }
        let _known = Replaying::begin();
        self.apply_plain(*tick, input.clone(), faults.clone(), Some(*rewound))
    }

    /// Applies an input, skipping the steps in `faults`, which are known to fail. For a recorded
    /// input, `rewound` is where it cut the history.
    fn apply_plain(
        &mut self,
        tick: Tick,
        input: Input,
        mut faults: Vec<Fault>,
        rewound: Option<Option<u64>>,
    ) -> Applied {
        let mut applied = Applied::default();
        let tick = self.possible_tick(tick);
        let Some(input) = self.inward(input) else { return applied };
        let at = tick - self.history.shift();
        let clock = self.fold.ctx.host().clock;
        let outcome = self.settle(at, &input, &mut faults, &mut applied);
        applied.costs.extend(self.fold.take_costs());
        let (outcome, at) = outcome.map_or_else(|error| (Err(error), at), |(it, at)| (Ok(it), at));
        let tick = at + self.history.shift();
        match outcome {
            Ok(Verdict::Done) => {
                let record = Record { tick, input: self.outward(input), faults, rewound: None };
                self.commit(record, at, &mut applied);
            }
            Ok(Verdict::Refused(rejection)) => {
                applied.rejected = Some(rejection);
                if self.fold.stirred() {
                    let record = Record { tick, input: Input::Tick, faults, rewound: None };
                    self.commit(record, at, &mut applied);
                } else {
                    // Nothing is recorded, so the room's clock must not have moved either.
                    self.fold.ctx.host().clock = clock;
                }
            }
            Ok(Verdict::Rewind(player)) => {
                let record = Record { tick, input, faults, rewound: None };
                let cut = rewound.unwrap_or_else(|| self.history.last_move_of(player));
                self.take_back(record, at, (player, cut), &mut applied);
            }
            Ok(Verdict::GoBack(player, event)) => {
                let record = Record { tick, input, faults, rewound: None };
                let cut = rewound.unwrap_or_else(|| self.history.after(event));
                self.take_back(record, at, (player, cut), &mut applied);
            }
            Err(error) => {
                let text = format!("the room could not be rebuilt: {error}");
                applied.log.push(LogLine::new(LogLevel::Error, tick, text));
                applied.rejected = Some(broken());
            }
        }
        applied
    }

    /// The time nearest to `tick` that an input may have: not in the past, and not too far ahead.
    pub(super) fn possible_tick(&self, tick: Tick) -> Tick {
        let limit = self.tick().saturating_add(self.options.limits.ticks_per_input);
        tick.clamp(self.tick(), limit)
    }

    /// All records, oldest first; in a room that dropped its first ones, those from number
    /// [`Self::history_start`] on.
    pub fn history(&self) -> Vec<Record> {
        self.history.records()
    }

    /// Number, from 0, of the first record in [`Self::history`].
    pub fn history_start(&self) -> u64 {
        self.history.first() as u64
    }

    /// Number of records so far.
    pub fn event(&self) -> u64 {
        self.history.next() as u64
    }

    /// Outside time of the last input.
    pub fn tick(&self) -> Tick {
        self.fold.ctx.host().clock + self.history.shift()
    }

    /// When something in the room is next due, in outside time; apply [`Input::Tick`] then.
    pub fn next_wake(&self) -> Option<Tick> {
        self.fold.next_due().map(|due| due + self.history.shift())
    }

    /// Hash of the state without the Lua heap: rooms in the same state have the same hash.
    pub fn state_hash(&self) -> u64 {
        hash::of(&self.fold)
    }

    /// The parts of [`Self::state_hash`] by name, to say where two states differ.
    pub fn state_parts(&self) -> Vec<(&'static str, u64)> {
        hash::parts(&self.fold)
    }

    /// Jobs whose results have not arrived yet.
    pub fn pending_jobs(&self) -> Vec<JobOrder> {
        let jobs = self.fold.ctx.host().jobs.orders();
        jobs.into_iter().map(|job| JobOrder { id: self.outward_job(job.id), ..job }).collect()
    }

    /// The map.
    pub fn package(&self) -> &Arc<MapPackage> {
        &self.package
    }

    /// How the room was opened.
    pub fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// Everyone who has ever joined, present or not.
    pub fn players(&self) -> Vec<PlayerView> {
        self.fold.ctx.host().players.view()
    }

    /// The seats.
    pub fn seats(&self) -> Vec<SeatView> {
        self.fold.ctx.host().seats.view(self.history.shift())
    }

    /// The seat whose turn it is, as everybody is shown it.
    pub fn turn(&self) -> Option<SeatIndex> {
        self.fold.ctx.host().hud.turn
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.fold.ctx.host().hud.result.is_some()
    }

    /// The scene of `viewer`, without the blocks ([`Self::chunk_frames`]).
    pub fn scene(&self, viewer: PlayerId) -> Scene {
        Shown::scene(&self.fold, viewer, self.history.shift())
    }

    /// The world as `viewer` sees it.
    pub fn world(&self, viewer: PlayerId) -> World {
        let host = self.fold.ctx.host();
        let mut seen = host.world.clone();
        for (pos, _) in host.views.iter() {
            let state = host.views.seen(&host.world, ViewerId(viewer.0), pos);
            // Cannot fail: the cell held a block before, so it is in bounds, and masks are checked
            // when they are set.
            let _ = seen.set(pos, state);
        }
        seen
    }

    /// Calls `frame` for every chunk as `viewer` sees it: chunk position and wire form
    /// (`fangqi_world::Chunk::encode_wire`).
    pub fn chunk_frames(&self, viewer: PlayerId, mut frame: impl FnMut([i32; 3], &[u8])) {
        let mut bytes = Vec::new();
        for (pos, chunk) in self.world(viewer).chunks() {
            bytes.clear();
            chunk.encode_wire(&mut bytes);
            frame([pos.x, pos.y, pos.z], &bytes);
        }
    }

    /// The cells that viewers see differently, as `viewer` sees them.
    pub fn private_cells(&self, viewer: PlayerId) -> Vec<CellView> {
        let host = self.fold.ctx.host();
        let private =
            host.views.iter().map(|(pos, _)| pos).filter(|pos| !host.views.is_plain(*pos));
        let seen = |pos| host.views.seen(&host.world, ViewerId(viewer.0), pos).raw();
        private.map(|pos| CellView { pos: pos.to_array(), state: seen(pos) }).collect()
    }

    /// Whether some viewers know what others do not: there are private cells or secret words, or
    /// the map asks a seat to choose among texts that only that seat is shown.
    pub fn keeps_secrets(&self) -> bool {
        let host = self.fold.ctx.host();
        host.views.iter().any(|(pos, _)| !host.views.is_plain(pos))
            || !host.secrets.is_empty()
            || host.requests.iter().any(Question::is_private)
    }

    /// The block at a cell, without masks.
    pub fn block(&self, pos: [i32; 3]) -> fangqi_world::BlockState {
        self.fold.ctx.host().world.get(IVec3::from(pos))
    }

    /// Bytes that the VM, the world and the plugins' states hold now.
    pub fn memory_bytes(&self) -> usize {
        let host = self.fold.ctx.host();
        self.fold.vm.memory() + host.world.memory_bytes() + host.plugins.memory_bytes()
    }

    /// Evaluates Lua in the room, for tests of maps. Its effects are not in the log.
    pub fn evaluate(&self, source: &str) -> Result<mlua::MultiValue, ScriptError> {
        self.fold.evaluate(source)
    }

    /// Drops the block changes of [`Self::evaluate`], so that a long measurement does not collect
    /// them.
    #[doc(hidden)]
    pub fn forget_edits(&self) {
        self.fold.ctx.host().drain_quietly();
    }

    /// Turns fuel counting off, to measure what it costs.
    #[doc(hidden)]
    pub fn stop_counting_fuel(&self) -> Result<(), mlua::Error> {
        self.fold.vm.without_interrupt()
    }

    /// Drops the VM and keeps what is needed to restore the room.
    pub fn hibernate(self) -> Hibernated {
        let Self { package, options, history, bases, .. } = self;
        Hibernated::new(package, options, history, bases.newest_bytes())
    }

    /// Applies `input` at room time `at`. After a failed step it rebuilds the fold and tries again:
    /// without the input if the step belonged to a player's input, otherwise without the step.
    /// Returns the time too, which is an earlier one if too many steps failed before `at`.
    fn settle(
        &mut self,
        at: Tick,
        input: &Input,
        faults: &mut Vec<Fault>,
        applied: &mut Applied,
    ) -> Result<(Verdict, Tick), OpenError> {
        let (mut at, mut refused_for) = (at, None);
        loop {
            self.fold.begin(faults);
            let outcome = match self.fold.advance(at) {
                Err(fault) => Err((fault, false)),
                Ok(()) if refused_for.is_some() => {
                    return Ok((Verdict::Refused(refused_for.unwrap_or_else(broken)), at));
                }
                Ok(()) => self.fold.input(input).map_err(|fault| (fault, true)),
            };
            let (fault, in_body) = match outcome {
                Ok(verdict) => return Ok((verdict, at)),
                Err(failed) => failed,
            };
            let line = LogLine::new(LogLevel::Error, self.tick(), fault.error.to_string());
            applied.log.push(LogLine { calls: fault.error.traceback.clone(), ..line });
            applied.costs.extend(self.fold.take_costs());
            if in_body && input.player().is_some() {
                refused_for = Some(script_failed(&fault.error));
            } else {
                // Each fault costs a rebuild. With many, the rest of the queue is dropped, and what
                // is due later is left to later inputs.
                let many = faults.len() >= FAULTS_MAX;
                let kind = if many { FaultKind::Input } else { fault.fault.kind };
                faults.push(Fault { kind, ..fault.fault });
                if many {
                    at = self.fold.ctx.host().clock;
                }
            }
            self.rebuild()?;
            if faults.len() > FAULTS_MAX + DROPS_MAX {
                self.fold.begin(&[]);
                return Ok((Verdict::Refused(broken()), at));
            }
        }
    }

    /// Adds a record to the history and publishes its effects.
    pub(super) fn commit(&mut self, record: Record, at: Tick, applied: &mut Applied) {
        let pose = matches!(record.input, Input::Pose { .. }) && !self.fold.stirred();
        let edited = self.publish_into(applied, pose);
        self.history.push(&record, at, edited || self.fold.answered.get());
        applied.record = Some(record);
    }

    /// Publishes what changed. Returns whether blocks did. `pose` as in [`Shown::publish`].
    pub(super) fn publish_into(&mut self, applied: &mut Applied, pose: bool) -> bool {
        let mut host = self.fold.ctx.host();
        let epoch = self.history.epoch();
        applied.jobs.extend(host.outbox.jobs.drain(..).map(|job| outward_order(epoch, job)));
        applied.cancelled.extend(host.outbox.cancelled.drain(..).map(|id| outward_id(epoch, id)));
        let clock = host.clock;
        applied.log.extend(host.outbox.take_log(clock));
        drop(host);
        let (outputs, edited) = self.shown.publish(&self.fold, self.history.shift(), pose);
        applied.outputs.extend(outputs);
        edited
    }

    /// The input with the job numbers of the fold; `None` if its job is not pending in this epoch.
    fn inward(&self, input: Input) -> Option<Input> {
        match &input {
            Input::JobDone { job, .. } => {
                let current = job.0 >> JOB_BITS == u64::from(self.history.epoch());
                let inner = inward_job(input);
                let pending = matches!(&inner, Input::JobDone { job, .. }
                    if self.fold.ctx.host().jobs.is_pending(*job));
                (current && pending).then_some(inner)
            }
            _ => Some(input),
        }
    }

    /// The input with the job numbers of the log.
    fn outward(&self, input: Input) -> Input {
        match input {
            Input::JobDone { job, result } => Input::JobDone { job: self.outward_job(job), result },
            other => other,
        }
    }

    fn outward_job(&self, id: JobId) -> JobId {
        outward_id(self.history.epoch(), id)
    }
}

/// Removes the epoch from a job number, because the fold numbers jobs from 0 and knows no epochs.
pub(super) fn inward_job(input: Input) -> Input {
    match input {
        Input::JobDone { job, result } => {
            Input::JobDone { job: JobId(job.0 & ((1 << JOB_BITS) - 1)), result }
        }
        other => other,
    }
}

fn outward_id(epoch: u32, id: JobId) -> JobId {
    JobId(u64::from(epoch) << JOB_BITS | id.0)
}

fn outward_order(epoch: u32, job: JobOrder) -> JobOrder {
    JobOrder { id: outward_id(epoch, job.id), ..job }
}

fn script_failed(error: &ScriptError) -> Rejection {
    Rejection {
        code: "script_failed",
        text: LocalText::new(
            format!("地图脚本出错，操作没有生效（{}:{}）。", error.script, error.line),
            format!(
                "The map's script failed, so nothing was changed ({}:{}).",
                error.script, error.line
            ),
        ),
    }
}

pub(super) fn broken() -> Rejection {
    Rejection {
        code: "script_failed",
        text: LocalText::new(
            "地图脚本出错，操作没有生效。",
            "The map's script failed, so nothing was changed.",
        ),
    }
}
