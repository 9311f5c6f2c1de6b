//! The stored form of a host, for checkpoints.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_protocol::{
    Arrow, Bar, BestLines, Button, ClockView, GameResult, Hud, Insight, LocalText, Mark, MoveEntry,
    Note, Plate, PlayerId, RequestId, Review, ReviewNote, SeatHolder, SeatIndex, Tick,
};
use fangqi_vm::Rng;
use fangqi_world::codec::Bytes;
use fangqi_world::{
    BlockRegistry, EditLog, EffectChange, Effects, Sight, ViewCell, Views, snapshot,
};
use serde::{Deserialize, Serialize};

use super::absence::Care;
use super::{
    Clocks, Host, Jobs, Owner, Player, Players, PluginStates, Question, Requests, Seats, Timers,
};

/// A [`Host`]'s state without what waits for scripts: their questions, waits and delayed calls. `F`
/// is what versions of the fold before 9 held of a plugin, in the middle of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredHost<F = ()> {
    shown: StoredShown,
    former: F,
    /// Empty since version 8 of the fold, which has states of plugins.
    engine_games: Games,
    numbers: StoredNumbers,
}

/// Games as they were held before version 8: what each began from, its moves, and the number of an
/// end that does not follow from them.
pub(super) type Games = Vec<(String, Vec<String>, Option<u32>)>;

/// The part of a [`StoredHost`] that players know something of.
#[derive(Debug, Serialize, Deserialize)]
struct StoredShown {
    clock: Tick,
    world: Bytes,
    views: Vec<([i32; 3], ViewCell)>,
    effects: Vec<EffectChange>,
    hud: StoredHud,
    marks: Vec<Mark>,
    players: Vec<Player>,
    seats: Vec<(StoredHolder, Care)>,
    clocks: Clocks,
    /// Questions that the room itself asks.
    questions: Vec<Question>,
    next_request: RequestId,
}

/// The numbers from which a [`StoredHost`] goes on.
#[derive(Debug, Serialize, Deserialize)]
struct StoredNumbers {
    rng: [u64; 4],
    next_job: u64,
    next_token: u64,
}

/// State shown to players that is newer than the schema of [`StoredHost`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredTold {
    pub insight: Insight,
    pub badges: Vec<LocalText>,
    pub notes: BTreeMap<PlayerId, Note>,
    pub plates: Vec<Plate>,
    pub secrets: BTreeMap<PlayerId, LocalText>,
    pub position: Option<String>,
    pub lines: Option<BestLines>,
    pub tags: Vec<Vec<LocalText>>,
}

/// [`Insight`] before version 10 of the fold, whose reviews gave no better moves.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FormerInsight {
    title: Option<LocalText>,
    bar: Option<Bar>,
    note: Option<Note>,
    arrows: Vec<Arrow>,
    review: Option<FormerReview>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FormerReview {
    seat: SeatIndex,
    shares: Vec<u16>,
    /// Of each note the number of the move, the mark and the text.
    notes: Vec<(u32, String, LocalText)>,
}

impl From<FormerInsight> for Insight {
    fn from(former: FormerInsight) -> Self {
        let FormerInsight { title, bar, note, arrows, review } = former;
        let review = review.map(|FormerReview { seat, shares, notes }| {
            let notes = notes.into_iter().map(|(number, mark, text)| ReviewNote {
                number,
                mark,
                text,
                better: None,
            });
            Review { seat, shares, notes: notes.collect() }
        });
        Self { title, bar, note, arrows, review }
    }
}

#[cfg(test)]
impl From<Insight> for FormerInsight {
    fn from(Insight { title, bar, note, arrows, review }: Insight) -> Self {
        let review = review.map(|Review { seat, shares, notes }| {
            let notes =
                notes.into_iter().map(|ReviewNote { number, mark, text, .. }| (number, mark, text));
            FormerReview { seat, shares, notes: notes.collect() }
        });
        Self { title, bar, note, arrows, review }
    }
}

/// [`StoredTold`] in version 12 of the fold, in which seats had no short marks.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct LinesTold {
    insight: Insight,
    badges: Vec<LocalText>,
    notes: BTreeMap<PlayerId, Note>,
    plates: Vec<Plate>,
    secrets: BTreeMap<PlayerId, LocalText>,
    position: Option<String>,
    lines: Option<BestLines>,
}

impl From<LinesTold> for StoredTold {
    fn from(told: LinesTold) -> Self {
        let LinesTold { insight, badges, notes, plates, secrets, position, lines } = told;
        Self { insight, badges, notes, plates, secrets, position, lines, tags: Vec::new() }
    }
}

#[cfg(test)]
impl From<StoredTold> for LinesTold {
    fn from(told: StoredTold) -> Self {
        let StoredTold { insight, badges, notes, plates, secrets, position, lines, .. } = told;
        Self { insight, badges, notes, plates, secrets, position, lines }
    }
}

/// [`StoredTold`] in version 11 of the fold, in which there were no lines.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PositionTold {
    insight: Insight,
    badges: Vec<LocalText>,
    notes: BTreeMap<PlayerId, Note>,
    plates: Vec<Plate>,
    secrets: BTreeMap<PlayerId, LocalText>,
    position: Option<String>,
}

impl From<PositionTold> for StoredTold {
    fn from(told: PositionTold) -> Self {
        let PositionTold { insight, badges, notes, plates, secrets, position } = told;
        Self { insight, badges, notes, plates, secrets, position, ..Self::default() }
    }
}

#[cfg(test)]
impl From<StoredTold> for PositionTold {
    fn from(told: StoredTold) -> Self {
        let StoredTold { insight, badges, notes, plates, secrets, position, .. } = told;
        Self { insight, badges, notes, plates, secrets, position }
    }
}

/// [`StoredTold`] before version 11 of the fold, in which no position was written. `I` is an
/// [`Insight`] in version 10, and a [`FormerInsight`] before.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FormerTold<I = FormerInsight> {
    insight: I,
    badges: Vec<LocalText>,
    notes: BTreeMap<PlayerId, Note>,
    plates: Vec<Plate>,
    secrets: BTreeMap<PlayerId, LocalText>,
}

impl<I: Into<Insight>> From<FormerTold<I>> for StoredTold {
    fn from(FormerTold { insight, badges, notes, plates, secrets }: FormerTold<I>) -> Self {
        let insight = insight.into();
        Self { insight, badges, notes, plates, secrets, ..Self::default() }
    }
}

#[cfg(test)]
impl<I: From<Insight>> From<StoredTold> for FormerTold<I> {
    fn from(StoredTold { insight, badges, notes, plates, secrets, .. }: StoredTold) -> Self {
        Self { insight: insight.into(), badges, notes, plates, secrets }
    }
}

/// [`StoredTold`] before plates existed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct BadgesTold {
    insight: FormerInsight,
    badges: Vec<LocalText>,
    notes: BTreeMap<PlayerId, Note>,
}

#[cfg(test)]
impl BadgesTold {
    pub(super) fn of(told: StoredTold) -> Self {
        let StoredTold { insight, badges, notes, .. } = told;
        Self { insight: insight.into(), badges, notes }
    }
}

impl From<BadgesTold> for StoredTold {
    fn from(BadgesTold { insight, badges, notes }: BadgesTold) -> Self {
        Self { insight: insight.into(), badges, notes, ..Self::default() }
    }
}

/// [`Hud`] before [`Insight`] existed, which is stored separately.
#[derive(Debug, Serialize, Deserialize)]
struct StoredHud {
    status: Option<LocalText>,
    turn: Option<SeatIndex>,
    thinking: Option<SeatIndex>,
    result: Option<GameResult>,
    moves: Vec<MoveEntry>,
    buttons: Vec<Button>,
    clocks: Vec<ClockView>,
}

impl<F> StoredHost<F> {
    /// Puts other things of plugins in, and gives those that were there.
    pub(super) fn exchange<G>(self, former: G, games: Games) -> (StoredHost<G>, F, Games) {
        let Self { shown, former: before, engine_games, numbers } = self;
        (StoredHost { shown, former, engine_games: games, numbers }, before, engine_games)
    }
}

/// [`SeatHolder`] for binary storage; its own serde form is made for JSON.
#[derive(Debug, Serialize, Deserialize)]
enum StoredHolder {
    Open,
    Player(PlayerId),
    Computer(u8),
}

/// Whether the room itself asks it. Scripts ask their own questions again.
fn is_rooms_own(question: &&Question) -> bool {
    matches!(question.owner, Owner::TakeBack { .. })
}

/// The holders of the seats, and who plays each.
fn stored_seats(seats: &Seats) -> Vec<(StoredHolder, Care)> {
    let holders = seats.holders().iter().map(|holder| (*holder).into());
    holders.zip(seats.cares().to_vec()).collect()
}

impl Host {
    /// The host's state. All fields are listed, so that a new one cannot be forgotten here.
    ///
    /// # Errors
    /// What cannot be stored.
    pub fn store(&self) -> Result<StoredHost, String> {
        let Self {
            package: _,
            limits: _,
            opened: _, // How the room was opened is known before it is taken up again.
            clock,
            world,
            edits: _,
            views,
            view_changes: _,
            notes: _,
            secrets: _,
            effects,
            hud,
            marks,
            players,
            seats,
            requests,
            clocks,
            timers: _,
            zones: _, // Loading the scripts lays them out again.
            loaded: _,
            plugins: _, // Stored beside this.
            rng,
            jobs,
            ready: _,
            outbox: _,
            edits_in_step: _,
            edits_in_input: _,
            subscriptions: _, // Known from the scripts.
            next_token,
        } = self;
        let shown = StoredShown {
            clock: *clock,
            world: Bytes(snapshot::save(world)),
            views: views.iter().map(|(pos, cell)| (pos.to_array(), cell.clone())).collect(),
            effects: effects.iter().cloned().collect(),
            hud: StoredHud::of(hud.clone()).0,
            marks: marks.clone(),
            players: players.iter().cloned().collect(),
            seats: stored_seats(seats),
            clocks: clocks.clone(),
            questions: requests.iter().filter(is_rooms_own).cloned().collect(),
            next_request: requests.next(),
        };
        let numbers =
            StoredNumbers { rng: rng.state(), next_job: jobs.next(), next_token: *next_token };
        Ok(StoredHost { shown, former: (), engine_games: Vec::new(), numbers })
    }

    /// The state that `StoredHost` has no fields for.
    pub fn store_told(&self) -> StoredTold {
        StoredTold {
            insight: self.hud.insight.clone(),
            badges: self.hud.badges.clone(),
            notes: self.notes.clone(),
            plates: self.hud.plates.clone(),
            secrets: self.secrets.clone(),
            position: self.hud.position.clone(),
            lines: self.hud.lines.clone(),
            tags: self.hud.tags.clone(),
        }
    }

    /// Restores what [`Self::store`] and [`Self::store_told`] returned, and the states of plugins,
    /// in a host whose scripts have just been loaded.
    ///
    /// # Errors
    /// Why the stored state does not fit the map, or is not a room's state.
    pub fn restore(
        &mut self,
        stored: StoredHost,
        told: StoredTold,
        plugins: PluginStates,
    ) -> Result<(), String> {
        let StoredHost { shown: stored, numbers, .. } = stored;
        let (found, wanted) = (stored.seats.len(), self.seats.most());
        self.seats.set_len(found);
        if found != self.seats.len() {
            return Err(format!("it has {found} seats, but the map has {wanted}"));
        }
        let registry = Arc::clone(self.package.blocks());
        self.clock = stored.clock;
        self.views = restored_views(stored.views, &registry)?;
        self.world = snapshot::load(&stored.world.0, registry).map_err(|e| e.to_string())?;
        self.package.lay_ground(&mut self.world);
        self.edits = EditLog::default();
        self.view_changes.clear();
        self.effects = restored_effects(stored.effects)?;
        let StoredTold { insight, badges, plates, position, lines, tags, .. } = told;
        let told_of = Hud { insight, badges, plates, position, lines, tags, ..Hud::default() };
        self.hud = stored.hud.with(told_of);
        self.notes = told.notes;
        self.secrets = told.secrets;
        self.marks = stored.marks;
        self.players = Players::restored(stored.players);
        for (seat, (holder, care)) in (0..).zip(stored.seats) {
            let seat: SeatIndex = seat;
            self.seats.give(seat, holder.into());
            self.seats.set_care(seat, care);
        }
        self.requests = Requests::restored(stored.questions, stored.next_request);
        self.clocks = stored.clocks;
        self.timers = Timers::default();
        self.plugins = plugins;
        self.rng = Rng::from_state(numbers.rng);
        self.jobs = Jobs::numbered_from(numbers.next_job);
        self.ready.clear();
        self.outbox.clear();
        self.edits_in_step = 0;
        self.next_token = numbers.next_token;
        Ok(())
    }
}

fn restored_views(
    cells: Vec<([i32; 3], ViewCell)>,
    registry: &BlockRegistry,
) -> Result<Views, String> {
    let mut views = Views::new();
    for (pos, cell) in cells {
        let masks = cell.sights.values().filter_map(|sight| match sight {
            Sight::True => None,
            Sight::Mask(state) => Some(*state),
        });
        for state in masks.chain(cell.cover) {
            if !registry.contains(state.id()) {
                return Err(format!("cell {pos:?} is shown as the unknown block {}", state.id()));
            }
        }
        if views.len() >= Views::CELLS_MAX || cell.sights.len() > Views::VIEWERS_MAX {
            return Err("it has too many private cells".to_owned());
        }
        views.put(pos.into(), Some(cell));
    }
    Ok(views)
}

fn restored_effects(changes: Vec<EffectChange>) -> Result<Effects, String> {
    let mut effects = Effects::new();
    for change in changes {
        effects.apply(change).map_err(|error| error.to_string())?;
    }
    Ok(effects)
}

impl StoredHud {
    fn of(hud: Hud) -> (Self, Insight) {
        // Who is asked follows from the questions; the rest is stored separately.
        let Hud { status, turn, thinking, result, moves, buttons, clocks, insight, .. } = hud;
        (Self { status, turn, thinking, result, moves, buttons, clocks }, insight)
    }

    /// The whole, with what was stored separately.
    fn with(self, told: Hud) -> Hud {
        let Self { status, turn, thinking, result, moves, buttons, clocks } = self;
        Hud { status, turn, thinking, result, moves, buttons, clocks, ..told }
    }
}

impl From<SeatHolder> for StoredHolder {
    fn from(holder: SeatHolder) -> Self {
        match holder {
            SeatHolder::Open => Self::Open,
            SeatHolder::Player { player } => Self::Player(player),
            SeatHolder::Computer { level } => Self::Computer(level),
        }
    }
}

impl From<StoredHolder> for SeatHolder {
    fn from(holder: StoredHolder) -> Self {
        match holder {
            StoredHolder::Open => Self::Open,
            StoredHolder::Player(player) => Self::Player { player },
            StoredHolder::Computer(level) => Self::Computer { level },
        }
    }
}
