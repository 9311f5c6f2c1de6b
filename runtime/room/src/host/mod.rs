//! All of a room's state except the Lua heap: what API functions read and change.
//!
//! Nothing in here calls Lua. Functions that concern a waiting handler leave a [`Ready`] entry in
//! the queue; the [fold](crate::core) runs the handlers afterwards, so the host is never
//! re-entered.

mod absence;
mod clocks;
mod graphics;
mod jobs;
mod minitimers;
mod outbox;
mod players;
mod ready;
mod requests;
mod selection;
mod stored;
mod timer_windows;
mod timers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_world::{EditLog, EffectChange, Effects, IVec3, ViewerId, Views, World};

pub use clocks::{CLOCK_TICKS_MAX, Clocks, PERIODS_MAX, TimeControl};
pub use graphics::{Graphic, GraphicKind};
pub use jobs::Jobs;
pub use minitimers::{Direction, MiniTimer, MiniTimers};
pub use outbox::Outbox;
pub use players::{Player, Players, Seats};
pub use ready::{EventArgs, EventValue, Ready, Token, WakeValue};
pub use requests::{ClickOutcome, Owner, Question, Requests};
pub use selection::{BadSelection, Legal, Selection, sorted};
pub use stored::{BadgesTold, StoredHost, StoredTold};
pub use timer_windows::TimerWindows;
pub use timers::Timers;

use crate::core::RoomOptions;
use crate::limits::Limits;
use crate::model::{Hud, LocalText, LogLevel, Mark, Note, PlayerId, Tick, Zone};
use crate::package::{LayoutError, MapPackage};
use crate::sim::{Actor, Kind, Person, Sim};
use fangqi_vm::Rng;

/// The hour of the day in a world until a script sets it.
const NOON: u8 = 12;

/// What scripts are told of the time a room was opened, where nothing is said of it:
/// 2026-01-01 00:00 UTC. Room time counts from there, so that a replay sees the same dates.
pub const OPENED: i64 = 1_767_225_600;
/// Ticks of room time per second.
pub const TICKS_PER_SECOND: u64 = 20;

/// What scripts listen to. Known from their handlers, so it is not stored.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// Names of events.
    pub events: BTreeSet<String>,
    /// Whether some of them are of blocks.
    pub blocks: bool,
    /// Whether the author was told that events were not raised.
    pub unheard: bool,
}

/// A room's state apart from its Lua heap.
#[derive(Debug)]
pub struct Host {
    /// The map being played.
    pub package: Arc<MapPackage>,
    /// What the room may use.
    pub limits: Limits,
    /// Room time.
    pub clock: Tick,
    /// The blocks.
    pub world: World,
    /// Changes to `world` since the last input was published.
    pub edits: EditLog,
    /// Who sees which cell differently.
    pub views: Views,
    /// Cells whose view changed since the last input was published, and for whom if not for all.
    pub view_changes: Vec<(IVec3, Option<ViewerId>)>,
    /// What single players are told in place of the note that all see: `Hud:setNote`.
    pub notes: BTreeMap<PlayerId, Note>,
    /// Words beside the seats of single players that they alone see: `Hud:setSecret`.
    pub secrets: BTreeMap<PlayerId, LocalText>,
    /// Running effects and texts.
    pub effects: Effects,
    /// The heads-up display.
    pub hud: Hud,
    /// Public marks.
    pub marks: Vec<Mark>,
    /// Everyone who has been here.
    pub players: Players,
    /// Who sits where.
    pub seats: Seats,
    /// Questions put to seats.
    pub requests: Requests,
    /// The game clocks.
    pub clocks: Clocks,
    /// Handlers waiting for a time.
    pub timers: Timers,
    /// Mini World timers.
    pub minitimers: MiniTimers,
    /// Who sees which of them.
    pub timer_windows: TimerWindows,
    /// Texts of `Graphics`, by id; what shows them is in `effects`.
    pub graphics: BTreeMap<u32, Graphic>,
    /// What is played over and over to one player: an `EffectChange::LoopSound`.
    pub music: BTreeMap<PlayerId, EffectChange>,
    /// Mini World areas, by id.
    pub areas: BTreeMap<u32, fangqi_world::Region>,
    /// Ids given out by Mini World modules.
    pub next_id: u32,
    /// Numbers shared between scripts: `Game:setScriptVar`.
    pub script_vars: BTreeMap<u8, f64>,
    /// Those of them that clients know: `Game:sendScriptVars2Client`.
    pub sent_vars: BTreeMap<u8, f64>,
    /// The hour of the day in the world, 0 to 23: `World:setHours`.
    pub hour: u8,
    /// The rows of a card table, laid out while the scripts load: see `Zones:set`.
    pub zones: Vec<Zone>,
    /// Whether the scripts have been loaded.
    pub loaded: bool,
    /// Xiangqi games opened by scripts, by handle - 1.
    pub xiangqi: Vec<fangqi_xiangqi::Game>,
    /// Sanguosha games that need not be played again from their texts: no state, only time saved.
    pub games: crate::sanguosha::Games,
    /// When the room was opened, in seconds since 1970.
    pub opened: i64,
    /// Random numbers of API functions; scripts have a generator of their own in the VM.
    pub rng: Rng,
    /// Computations under way outside.
    pub jobs: Jobs,
    /// Handlers to run next, in order.
    pub ready: std::collections::VecDeque<Ready>,
    /// One-shot outputs and log lines of the current input.
    pub outbox: Outbox,
    /// Block changes made in the current step.
    pub edits_in_step: usize,
    /// Block changes made in the current input.
    pub edits_in_input: usize,
    /// What lives and moves, and all else that Mini World scripts may change.
    pub sim: Box<Sim>,
    /// What scripts listen to: see [`Self::hear`].
    pub subscriptions: Subscriptions,
    next_token: u64,
}

/// Block changes of a step after which the world's memory is looked at again.
const EDITS_PER_WEIGHING: u64 = 4096;

impl Host {
    /// The state of a room in which nothing has run yet.
    pub fn new(package: Arc<MapPackage>, options: &RoomOptions) -> Result<Self, LayoutError> {
        let (limits, seed) = (options.limits.clone(), options.seed);
        let world = package.build_world()?;
        let mut sim = Box::<Sim>::default();
        if let Some(map) = package.miniworld() {
            (sim.scenery.bodies, sim.scenery.mode) = (map.walks, map.mode);
        }
        let mut host = Self {
            sim,
            subscriptions: Subscriptions::default(),
            seats: Seats::new(package.seats()),
            package,
            clock: 0,
            world,
            edits: EditLog::default(),
            views: Views::default(),
            view_changes: Vec::new(),
            notes: BTreeMap::new(),
            secrets: BTreeMap::new(),
            effects: Effects::default(),
            hud: Hud::default(),
            marks: Vec::new(),
            players: Players::default(),
            requests: Requests::default(),
            clocks: Clocks::default(),
            timers: Timers::default(),
            minitimers: MiniTimers::default(),
            timer_windows: TimerWindows::default(),
            graphics: BTreeMap::new(),
            music: BTreeMap::new(),
            areas: BTreeMap::new(),
            next_id: 1,
            script_vars: BTreeMap::new(),
            sent_vars: BTreeMap::new(),
            hour: NOON,
            zones: Vec::new(),
            loaded: false,
            xiangqi: Vec::new(),
            games: crate::sanguosha::Games::default(),
            jobs: Jobs::default(),
            ready: std::collections::VecDeque::new(),
            outbox: Outbox::new(&limits),
            edits_in_step: 0,
            edits_in_input: 0,
            next_token: 1,
            rng: Rng::new(!seed),
            opened: options.opened,
            limits,
        };
        host.place_all();
        Ok(host)
    }

    /// Makes what the map's editor placed.
    fn place_all(&mut self) {
        let package = Arc::clone(&self.package);
        let Some(map) = package.miniworld() else { return };
        self.sim.scenery.clock_speed = if map.clock { 1.0 } else { 0.0 };
        for (id, region) in &map.placed.areas {
            let area = self.fresh_id();
            self.areas.insert(area, *region);
            self.sim.placed.0.insert(*id, area);
        }
        for (id, (actorid, at)) in &map.placed.living {
            // There are fewer of them than a room may have objects.
            if let Ok(made) = self.spawn_creature(*actorid, *at) {
                self.sim.placed.1.insert(*id, made);
            }
        }
    }

    /// A name for a handler that is about to wait.
    pub fn token(&mut self) -> Token {
        self.next_token += 1;
        Token(self.next_token - 1)
    }

    /// An id for something a script made.
    pub fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Counts `cells` block changes against the limits of the step, the input and the world.
    pub fn charge_edits(&mut self, cells: u64) -> Result<(), String> {
        let Limits { edits_per_step, edits_per_input, .. } = self.limits;
        let in_step = (self.edits_in_step as u64).saturating_add(cells);
        let in_input = (self.edits_in_input as u64).saturating_add(cells);
        if in_step > edits_per_step as u64 {
            return Err(format!("more than {edits_per_step} block changes in one handler"));
        }
        if in_input > edits_per_input as u64 {
            return Err(format!("more than {edits_per_input} block changes in one event"));
        }
        let weighed = in_step / EDITS_PER_WEIGHING > self.edits_in_step as u64 / EDITS_PER_WEIGHING;
        if weighed || self.edits_in_step == 0 {
            self.check_world_size()?;
        }
        (self.edits_in_step, self.edits_in_input) = (in_step as usize, in_input as usize);
        self.sim.shaken |= self.package.walks();
        Ok(())
    }

    fn check_world_size(&self) -> Result<(), String> {
        let max = self.limits.world_bytes;
        if self.world.memory_bytes() > max {
            return Err(format!("the blocks take more than {} KiB", max >> 10));
        }
        Ok(())
    }

    /// Adds a line to the author's log.
    pub fn log(&mut self, level: LogLevel, text: impl Into<String>) {
        self.outbox.log(self.clock, level, text.into());
    }

    /// Refuses another event raised by a script when as many wait as one input may run.
    pub fn check_queue(&self) -> Result<(), String> {
        let max = self.limits.steps_per_input;
        if self.ready.len() >= max as usize {
            return Err(format!("{max} events wait for their handlers already"));
        }
        Ok(())
    }

    /// Runs the handlers of a script event after those already queued.
    pub fn raise(&mut self, event: &'static str, args: EventArgs) {
        self.ready.push_back(Ready::Event { name: event.into(), args });
    }

    /// Notes that scripts listen to an event. Derived from the handlers, so it is not stored.
    pub fn hear(&mut self, event: &str) {
        self.subscriptions.events.insert(event.to_owned());
        self.subscriptions.blocks |= matches!(event, "Block.Add" | "Block.Remove");
    }

    /// Gives a player who comes for the first time a body and empty hands.
    pub fn embody(&mut self, player: PlayerId) {
        if self.sim.actors.contains_key(&player.0) {
            return;
        }
        let cell = self.players.get(player).map_or([0; 3], |player| player.position);
        let mut body = Actor::new(Kind::Player, cell.map(f64::from));
        if self.package.walks() {
            body.pos = self.spawn_point();
        }
        self.sim.actors.insert(player.0, Box::new(body));
        self.sim.people.insert(player.0, Box::<Person>::default());
        if self.package.walks() {
            self.send_actor(player.0, self.spawn_point());
        }
    }

    /// Lets a waiting handler go on after those already queued.
    pub fn wake(&mut self, token: Token, value: WakeValue) {
        self.ready.push_back(Ready::Wake { token, value });
    }

    /// Cancels the jobs that a Lua module ordered; the handlers that wait for them go on. Returns how
    /// many there were.
    pub fn cancel_jobs(&mut self, module: &str) -> u32 {
        let cancelled = self.jobs.cancel(|spec| spec.module() == module);
        for (id, token) in &cancelled {
            // Ordered within this input, it has not left the room yet.
            self.outbox.jobs.retain(|order| order.id != *id);
            self.outbox.cancelled.push(*id);
            self.wake(*token, WakeValue::Cancelled);
        }
        u32::try_from(cancelled.len()).unwrap_or(u32::MAX)
    }
}

impl Host {
    /// Moves what is due at the room's clock into the queue: waits and delayed calls, then requests
    /// whose time is up, then a game clock that has run out, then absences, then timers, then
    /// effects that end.
    pub fn release_due(&mut self) {
        while let Some(ready) = self.timers.pop(self.clock) {
            self.ready.push_back(ready);
        }
        while let Some(question) = self.requests.pop_expired(self.clock) {
            if let Owner::Script(token) = question.owner {
                self.wake(token, question.default_answer().unwrap_or(WakeValue::Cancelled));
            }
        }
        self.release_flag();
        if self.next_absence().is_some_and(|due| due <= self.clock) {
            self.release_absent();
        }
        for (id, name, second) in self.minitimers.tick(self.clock) {
            let args = vec![
                ("timerid", EventValue::from(u64::from(id))),
                ("timername", name.as_str().into()),
                ("timertime", EventValue::Number(second as f64)),
            ];
            self.raise("minitimer.change", args);
            self.refresh_timer_windows(id);
        }
        self.step();
        for change in self.effects.expire(self.clock) {
            // Ends are bounded by starts, so a full outbox only means that clients remove it later.
            let _ = self.outbox.effect(crate::model::Audience::All, change);
        }
    }
}

impl Host {
    /// The next token's number, for the room's hash.
    pub fn next_token(&self) -> u64 {
        self.next_token
    }

    /// When the next effect ends by itself.
    pub fn next_effect_end(&self) -> Option<Tick> {
        self.effects
            .iter()
            .filter_map(|change| match change {
                EffectChange::PlayParticle { expires, .. } => *expires,
                _ => None,
            })
            .min()
    }

    /// Forgets what a replayed input would have shown; whether it changed blocks.
    pub fn drain_quietly(&mut self) -> bool {
        let edited = !self.edits.coalesce().is_empty();
        self.edits.clear();
        self.view_changes.clear();
        self.outbox.clear();
        edited
    }
}
