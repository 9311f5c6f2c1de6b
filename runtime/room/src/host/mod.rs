//! The host: all state of a room except the Lua heap, which API functions read and change.
//!
//! No code here calls Lua. What a handler must run for is queued as a [`Ready`] entry; the
//! [fold](crate::core) runs the handlers afterwards, so the host is never re-entered.

mod absence;
mod clocks;
mod fields;
mod graphics;
mod jobs;
mod minitimers;
mod outbox;
mod players;
mod plugin_state;
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
pub use fields::Fields;
pub use graphics::{Graphic, GraphicKind};
pub use jobs::Jobs;
pub use minitimers::{Direction, MiniTimer, MiniTimers};
pub use outbox::Outbox;
pub use players::{Player, Players, Seats};
pub use plugin_state::{
    Due, EMPTY_STATE, ENGINE_GAMES, FORMER_GAMES, PluginState, PluginStates, StoredState, Viewer,
    decode_state, encode_state,
};
pub use ready::{Ready, WakeValue};
pub use requests::{ClickOutcome, Owner, Question, Requests};
pub use selection::{BadSelection, Legal, Selection, sorted};
pub use stored::{BadgesTold, StoredHost, StoredTold};
pub use timer_windows::TimerWindows;
pub use timers::Timers;

use crate::living::{Actor, Kind, Person, Sim};
use crate::options::RoomOptions;
use crate::package::{LayoutError, Package};
use fangqi_protocol::{
    EventArgs, EventValue, Hud, Limits, LocalText, LogLevel, Mark, Note, PlayerId, Tick, Token,
    Zone,
};
use fangqi_vm::Rng;

/// The hour of the day until a script sets it.
const NOON: u8 = 12;

/// The events that scripts listen to. It follows from their handlers, so it is not stored.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// Names of events.
    pub events: BTreeSet<String>,
    /// Whether they include `Block.Add` or `Block.Remove`.
    pub blocks: bool,
    /// Whether the author has been told that events were not raised.
    pub unheard: bool,
}

/// A room's state without its Lua heap.
#[derive(Debug)]
pub struct Host {
    /// The map being played.
    pub package: Arc<Package>,
    /// Resource limits of the room.
    pub limits: Limits,
    /// Room time in ticks.
    pub clock: Tick,
    /// The blocks.
    pub world: World,
    /// Changes to `world` since the last input was published.
    pub edits: EditLog,
    /// The cells that some viewers see differently.
    pub views: Views,
    /// Cells whose view changed since the last input was published; with a viewer, for that one
    /// alone.
    pub view_changes: Vec<(IVec3, Option<ViewerId>)>,
    /// Notes for single players, in place of the public one: `Hud:setNote`.
    pub notes: BTreeMap<PlayerId, Note>,
    /// Words beside seats that only their player sees: `Hud:setSecret`.
    pub secrets: BTreeMap<PlayerId, LocalText>,
    /// Running effects and texts.
    pub effects: Effects,
    /// The heads-up display.
    pub hud: Hud,
    /// Public marks.
    pub marks: Vec<Mark>,
    /// Everyone who has ever joined.
    pub players: Players,
    /// Who holds which seat.
    pub seats: Seats,
    /// Open questions to seats.
    pub requests: Requests,
    /// The game clocks.
    pub clocks: Clocks,
    /// Waits and delayed calls, by due time.
    pub timers: Timers,
    /// Mini World timers.
    pub minitimers: MiniTimers,
    /// The timers that players are shown.
    pub timer_windows: TimerWindows,
    /// Texts of `Graphics`, by id; the effects that show them are in `effects`.
    pub graphics: BTreeMap<u32, Graphic>,
    /// The looping sound for a player: an `EffectChange::LoopSound`.
    pub music: BTreeMap<PlayerId, EffectChange>,
    /// Mini World areas, by id.
    pub areas: BTreeMap<u32, fangqi_world::Region>,
    /// The next id for things that Mini World scripts create.
    pub next_id: u32,
    /// Numbers shared between scripts: `Game:setScriptVar`.
    pub script_vars: BTreeMap<u8, f64>,
    /// Those of them that were sent to clients: `Game:sendScriptVars2Client`.
    pub sent_vars: BTreeMap<u8, f64>,
    /// The hour of the day in the world, 0 to 23: `World:setHours`.
    pub hour: u8,
    /// The zones of a card table, set while the scripts load: see `Zones:set`.
    pub zones: Vec<Zone>,
    /// Whether the scripts have been loaded.
    pub loaded: bool,
    /// What plugins remember: [`Self::state`].
    pub plugins: PluginStates,
    /// When the room was opened, in seconds since 1970.
    pub opened: i64,
    /// Random number generator of API functions; scripts have one of their own in the VM.
    pub rng: Rng,
    /// Pending jobs.
    pub jobs: Jobs,
    /// What handlers must run for next, in order.
    pub ready: std::collections::VecDeque<Ready>,
    /// One-shot outputs and log lines of the current input.
    pub outbox: Outbox,
    /// Block changes made in the current step.
    pub edits_in_step: usize,
    /// Block changes made in the current input.
    pub edits_in_input: usize,
    /// Living and moving things, and everything else that Mini World scripts may change.
    pub sim: Box<Sim>,
    /// The events that scripts listen to: see [`Self::hear`].
    pub subscriptions: Subscriptions,
    next_token: u64,
}

/// Number of block changes in a step after which the world's memory is checked again.
const EDITS_PER_WEIGHING: u64 = 4096;

impl Host {
    /// The state before any script has run.
    pub fn new(package: Arc<Package>, options: &RoomOptions) -> Result<Self, LayoutError> {
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
            plugins: PluginStates::default(),
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

    /// Creates what was placed in the map's editor.
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

    /// A plugin's state, by its type; a new one if no module has asked for it yet.
    #[inline]
    pub fn state<T: PluginState + Default>(&mut self) -> &mut T {
        self.plugins.of()
    }

    /// A new token for a handler that will be parked.
    pub fn token(&mut self) -> Token {
        self.next_token += 1;
        Token(self.next_token - 1)
    }

    /// A new id for something that a script creates.
    pub fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Counts `cells` block changes against the limits of the step, the input and the world.
    ///
    /// # Errors
    /// The limit that would be exceeded; nothing is counted then.
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

    /// Fails if as many events are queued as one input may run, so that a script cannot raise
    /// another.
    pub fn check_queue(&self) -> Result<(), String> {
        let max = self.limits.steps_per_input;
        if self.ready.len() >= max as usize {
            return Err(format!("{max} events wait for their handlers already"));
        }
        Ok(())
    }

    /// Queues an event for its handlers.
    pub fn raise(&mut self, event: &'static str, args: EventArgs) {
        self.ready.push_back(Ready::Event { name: event.into(), args });
    }

    /// Notes that scripts listen to an event.
    pub fn hear(&mut self, event: &str) {
        self.subscriptions.events.insert(event.to_owned());
        self.subscriptions.blocks |= matches!(event, "Block.Add" | "Block.Remove");
    }

    /// Gives a player who joins for the first time a body and empty hands.
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

    /// Queues the continuation of a parked handler.
    pub fn wake(&mut self, token: Token, value: WakeValue) {
        self.ready.push_back(Ready::Wake { token, value });
    }

    /// Cancels the jobs that a Lua module ordered; the handlers that wait for them go on. Returns
    /// how many there were.
    pub fn cancel_jobs(&mut self, module: &str) -> u32 {
        let cancelled = self.jobs.cancel(|spec| spec.module() == module);
        for (id, token) in &cancelled {
            // If it was ordered within this input, it has not left the room yet.
            self.outbox.jobs.retain(|order| order.id != *id);
            self.outbox.cancelled.push(*id);
            self.wake(*token, WakeValue::Cancelled);
        }
        u32::try_from(cancelled.len()).unwrap_or(u32::MAX)
    }
}

impl Host {
    /// Queues what is due at the room's clock, in this order: waits and delayed calls, questions
    /// past their deadline, a game clock that ran out, absences, timers. Then moves living things,
    /// raises what is due in plugins, and ends effects that are due.
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
        for (event, args) in self.plugins.due(self.clock) {
            self.raise(event, args);
        }
        for change in self.effects.expire(self.clock) {
            // A start is limited, and so are ends. A full outbox only means that clients remove the
            // effect later.
            let _ = self.outbox.effect(fangqi_protocol::Audience::All, change);
        }
    }
}

impl Host {
    /// Number of the next token, for the room's hash.
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

    /// Drops the outputs of a replayed input. Returns whether it changed blocks.
    pub fn drain_quietly(&mut self) -> bool {
        let edited = !self.edits.coalesce().is_empty();
        self.edits.clear();
        self.view_changes.clear();
        self.outbox.clear();
        edited
    }
}
