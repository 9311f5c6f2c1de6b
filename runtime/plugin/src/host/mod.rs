//! The host: all state of a room except the Lua heap, which API functions read and change.
//!
//! No code here calls Lua. What a handler must run for is queued as a [`Ready`] entry; the
//! fold of `fangqi-room` runs the handlers afterwards, so the host is never re-entered.

mod absence;
mod clocks;
mod fields;
mod jobs;
mod outbox;
mod players;
mod plugin_state;
mod ready;
mod requests;
mod selection;
mod stored;
mod stored_fold;
mod timers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_world::{EditLog, EffectChange, Effects, IVec3, ViewerId, Views, World};

pub use clocks::{CLOCK_TICKS_MAX, Clocks, PERIODS_MAX, TimeControl};
pub use fields::Fields;
pub use jobs::Jobs;
pub use outbox::Outbox;
pub use players::{Player, Players, Seats};
pub use plugin_state::{
    Due, EMPTY_STATE, ENGINE_GAMES, FORMER_GAMES, PluginState, PluginStates, StoredState, Viewer,
    decode_state, encode_state,
};
pub use ready::{Ready, WakeValue};
pub use requests::{ClickOutcome, Owner, Question, Requests};
pub use selection::{BadSelection, Legal, Selection, sorted};
pub use stored_fold::{PlainFold, ReadFormer, StoredFold, read_former};
pub use timers::Timers;

use crate::options::RoomOptions;
use crate::package::{LayoutError, Package};
use fangqi_protocol::{
    EventArgs, Hud, Limits, LocalText, LogLevel, Mark, Note, PlayerId, Tick, Token, Zone,
};
use fangqi_vm::Rng;

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
        Ok(Self {
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
        })
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

    /// Whether scripts listen to an event. An event without a listener is not raised:
    /// hundreds of creatures would fill the queue with them.
    pub fn hears(&self, event: &str) -> bool {
        self.subscriptions.events.contains(event)
    }

    /// Raises an event if scripts listen to it and the queue has room.
    pub fn tell(&mut self, event: &'static str, fields: Fields) {
        if !self.hears(event) {
            return;
        }
        if self.check_queue().is_err() {
            if !std::mem::replace(&mut self.subscriptions.unheard, true) {
                let text = format!("{event}: too many events at once; the rest were not raised");
                self.log(LogLevel::Warn, text);
            }
            return;
        }
        self.raise(event, fields.0);
    }

    /// The numbers of the players who are in the room, in order of arrival.
    pub fn present_players(&self) -> Vec<u64> {
        self.players.iter().filter(|player| player.present).map(|player| player.id.0).collect()
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
    /// past their deadline, a game clock that ran out, absences.
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
    }

    /// Raises what is due in plugins, and ends effects that are due.
    pub fn end_due(&mut self) {
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
