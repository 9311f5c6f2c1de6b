//! Publishing: what viewers are sent after an input. Each gets only changes, and only what it may
//! see.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_world::{EffectChange, Effects, IVec3, ViewerId, World};

use super::private::{News, Private, Secrets};
use crate::host::Host;
use crate::living::{FIRST_OBJECT, Touched};
use crate::sim::Around;
use fangqi_protocol::{
    ActorView, ActorsChange, Asked, Audience, CellView, ClockView, Hud, HudChange, Insight, Output,
    OutputBody, PlayerId, PlayerView, Scene, SeatView, Setting, SpaceView, Tick,
};

/// What viewers have been shown so far.
#[derive(Debug, Default)]
pub(super) struct Shown {
    hud: Hud,
    clocks: Vec<ClockView>,
    asked: Vec<Asked>,
    setting: Setting,
    seats: Vec<SeatView>,
    players: Vec<PlayerView>,
    private: BTreeMap<PlayerId, Private>,
    /// [`Host::has_life`] when it was last shown.
    life: bool,
    actors: BTreeMap<u64, ActorView>,
    around: Box<Around>,
    space: Box<SpaceView>,
}

/// Viewers use outside time, which is `shift` ticks ahead of the room's, because take-backs remove
/// time from the room.
impl Shown {
    /// The state after everything has been shown.
    pub(super) fn of(host: &Host, shift: Tick) -> Self {
        let life = host.has_life();
        let private = host
            .players
            .iter()
            .map(|player| (player.id, Private::of(host, player.id, shift, life)))
            .collect();
        Self {
            hud: host.hud.clone(),
            clocks: host.clocks.view(shift),
            asked: host.requests.asked(shift),
            setting: setting(host),
            seats: host.seats.view(shift),
            players: host.players.view(),
            private,
            life,
            actors: actors(host, life),
            around: Box::new(host.around()),
            space: space(host, life),
        }
    }

    /// The scene of `viewer`, without the blocks.
    pub(super) fn scene(host: &Host, viewer: PlayerId, shift: Tick) -> Scene {
        let Secrets { request, marks, music, note, secret, plugins } =
            Secrets::of(host, viewer, shift);
        Scene {
            tick: host.clock + shift,
            effects: seen_effects(host, viewer).into_iter().chain(music).collect(),
            hud: Hud {
                clocks: host.clocks.view(shift),
                asked: host.requests.asked(shift),
                insight: Insight {
                    note: note.map_or_else(|| host.hud.insight.note.clone(), |(own, _)| Some(own)),
                    ..host.hud.insight.clone()
                },
                secret,
                ..host.hud.clone()
            },
            seats: host.seats.view(shift),
            players: host.players.view(),
            request,
            marks,
            setting: setting(host),
            plugins,
            walk: host.walk_scene(viewer).map(Box::new),
        }
    }

    /// Takes the changes out of the host. Returns the outputs, and whether blocks changed. `steps`
    /// says that the input was a player's movement alone: no script ran, and nothing fell due.
    pub(super) fn publish(
        &mut self,
        host: &mut Host,
        shift: Tick,
        steps: bool,
    ) -> (Vec<Output>, bool) {
        let changes = host.edits.coalesce();
        host.edits.clear();
        let edited = !changes.is_empty();
        let mut outputs = Vec::new();
        let mut touched: Vec<IVec3> = changes.iter().map(|change| change.pos).collect();
        let mut own: BTreeMap<ViewerId, Vec<IVec3>> = BTreeMap::new();
        // Only after changes of views can a cell occur twice.
        let views_changed = !host.view_changes.is_empty();
        for (pos, of) in std::mem::take(&mut host.view_changes) {
            match of {
                Some(viewer) => own.entry(viewer).or_default().push(pos),
                None => touched.push(pos),
            }
        }
        show_cells(host, touched, views_changed, &own, &mut outputs);
        outputs.append(&mut host.outbox.take_messages());
        let news = News {
            life: host.has_life(),
            bodies: host.sim.actors.take_touched(),
            people: host.sim.people.take_touched(),
        };
        match &news {
            News { life, bodies: Touched::Some(bodies), people: Touched::Some(people) }
                if steps
                    && self.life == *life
                    && bodies.union(people).all(|id| *id < FIRST_OBJECT) =>
            {
                let who: Vec<u64> = bodies.union(people).copied().collect();
                self.steps(host, &who, &news, &mut outputs);
                debug_assert_eq!(
                    self.everything(host, shift),
                    [],
                    "a player who walks changed more than itself"
                );
            }
            _ => self.differences(host, shift, news, &mut outputs),
        }
        (outputs, edited)
    }

    /// The outputs that show a return to an earlier state; `world` and `effects` are those shown
    /// before.
    pub(super) fn rewound(
        &mut self,
        host: &Host,
        shift: Tick,
        world: &World,
        effects: &Effects,
    ) -> Vec<Output> {
        let mut outputs = Vec::new();
        let mut touched: Vec<IVec3> =
            host.world.diff(world).iter().map(|change| change.pos).collect();
        touched.extend(host.views.iter().map(|(pos, _)| pos));
        show_cells(host, touched, true, &BTreeMap::new(), &mut outputs);
        for change in effects.diff(&host.effects) {
            let audience = match change.viewer() {
                Some(viewer) => Audience::Player(PlayerId(viewer.0)),
                None => Audience::All,
            };
            outputs.push(Output { audience, body: OutputBody::Effect(change) });
        }
        outputs.append(&mut self.everything(host, shift));
        outputs
    }

    /// Compares the whole state with what was shown, without relying on notes of what changed.
    fn everything(&mut self, host: &Host, shift: Tick) -> Vec<Output> {
        let mut outputs = Vec::new();
        let news = News { life: host.has_life(), bodies: Touched::All, people: Touched::All };
        self.differences(host, shift, news, &mut outputs);
        outputs
    }

    /// Publishes players that moved, if nothing else changed.
    fn steps(&mut self, host: &Host, who: &[u64], news: &News, outputs: &mut Vec<Output>) {
        let change = self.moved(host, who.iter().copied());
        if change != ActorsChange::default() {
            outputs.push(all(OutputBody::Actors(change)));
        }
        for player in who.iter().copied().map(PlayerId) {
            let mut told = Vec::new();
            self.private.entry(player).or_default().renew_own(host, player, news, &mut told);
            outputs.extend(told.into_iter().map(|body| only(player, body)));
        }
    }

    /// Publishes everything else that differs from what was shown.
    fn differences(&mut self, host: &Host, shift: Tick, mut news: News, outputs: &mut Vec<Output>) {
        self.common(host, shift, &mut news, outputs);
        self.life(host, &news, outputs);
        if !host.is_same_around(&self.around) {
            *self.around = host.around();
            news.people = Touched::All;
        }
        for player in host.players.iter() {
            let shown = self.private.entry(player.id).or_default();
            let told = shown.renew(host, player.id, shift, &news);
            outputs.extend(told.into_iter().map(|body| only(player.id, body)));
        }
    }

    /// Publishes what all viewers see alike, except living and moving things.
    fn common(&mut self, host: &Host, shift: Tick, news: &mut News, outputs: &mut Vec<Output>) {
        for change in host.hud.changes_since(&self.hud) {
            // Change by change, because copying the whole display would copy the long list of
            // moves.
            self.hud.change(change.clone());
            outputs.push(all(OutputBody::Hud(change)));
        }
        let clocks = host.clocks.view(shift);
        if clocks != self.clocks {
            outputs.push(all(OutputBody::Hud(HudChange::Clocks(clocks.clone()))));
            self.clocks = clocks;
        }
        let asked = host.requests.asked(shift);
        if asked != self.asked {
            outputs.push(all(OutputBody::Hud(HudChange::Asked(asked.clone()))));
            self.asked = asked;
        }
        let setting = setting(host);
        if setting != self.setting {
            outputs.push(all(OutputBody::Setting(setting.clone())));
            self.setting = setting;
        }
        let seats = host.seats.view(shift);
        if seats != self.seats {
            outputs.push(all(OutputBody::Seats(seats.clone())));
            self.seats = seats;
        }
        if !host.players.is_same_view(&self.players) {
            self.players = host.players.view();
            outputs.push(all(OutputBody::Players(self.players.clone())));
            // A present player has a body, with a name over it.
            news.bodies = Touched::All;
        }
    }
}

impl Shown {
    /// Publishes living and moving things and their surroundings.
    fn life(&mut self, host: &Host, news: &News, outputs: &mut Vec<Output>) {
        let space = space(host, news.life);
        if space != self.space {
            outputs.push(all(OutputBody::Space(space.clone())));
            self.space = space;
        }
        let same = std::mem::replace(&mut self.life, news.life) == news.life;
        let change = match &news.bodies {
            Touched::Some(ids) if same => self.moved(host, ids.iter().copied()),
            _ => {
                let known = self.actors.keys().chain(host.sim.actors.keys());
                let ids: BTreeSet<u64> = known.copied().collect();
                self.moved(host, ids.into_iter())
            }
        };
        if change != ActorsChange::default() {
            outputs.push(all(OutputBody::Actors(change)));
        }
        debug_assert_eq!(self.actors, actors(host, news.life), "a body changed without a note");
    }

    /// How these bodies changed since they were last shown.
    fn moved(&mut self, host: &Host, ids: impl Iterator<Item = u64>) -> ActorsChange {
        let mut change = ActorsChange::default();
        for id in ids {
            match if self.life { host.actor_view(id) } else { None } {
                Some(now) if self.actors.get(&id) == Some(&now) => {}
                Some(now) => {
                    change.put.push(now.clone());
                    self.actors.insert(id, now);
                }
                None if self.actors.remove(&id).is_some() => change.gone.push(id),
                None => {}
            }
        }
        change
    }
}

/// The views of all objects shown, by number; `life` is [`Host::has_life`].
fn actors(host: &Host, life: bool) -> BTreeMap<u64, ActorView> {
    let views = if life { host.actor_views() } else { Vec::new() };
    views.into_iter().map(|actor| (actor.id, actor)).collect()
}

/// The surroundings of living things; the default in rooms without any.
fn space(host: &Host, life: bool) -> Box<SpaceView> {
    if life { Box::new(host.space_view()) } else { Box::default() }
}

/// The surroundings of the board.
fn setting(host: &Host) -> Setting {
    let vars = host.sent_vars.iter().map(|(index, value)| (*index, *value)).collect();
    Setting { hour: host.hour, vars, zones: host.zones.clone() }
}

/// Shows cells: one output for all where all viewers see the same, else one per viewer. The cells
/// in `own` changed for that viewer alone and are sent to no one else.
fn show_cells(
    host: &Host,
    mut touched: Vec<IVec3>,
    doubled: bool,
    own: &BTreeMap<ViewerId, Vec<IVec3>>,
    outputs: &mut Vec<Output>,
) {
    if doubled {
        touched.sort_unstable_by_key(|pos| pos.to_array());
        touched.dedup();
    }
    let (plain, private): (Vec<IVec3>, Vec<IVec3>) =
        touched.into_iter().partition(|pos| host.views.is_plain(*pos));
    let view = |pos: IVec3, state: fangqi_world::BlockState| CellView {
        pos: pos.to_array(),
        state: state.raw(),
    };
    if !plain.is_empty() {
        let cells = plain.iter().map(|pos| view(*pos, host.world.get(*pos))).collect();
        outputs.push(all(OutputBody::Cells(cells)));
    }
    for player in host.players.iter() {
        let viewer = ViewerId(player.id.0);
        let mut cells = private.clone();
        // This viewer need not be shown again what everyone was just shown.
        let news = own.get(&viewer).into_iter().flatten();
        let shown = |pos: &IVec3| plain.binary_search_by_key(&pos.to_array(), IVec3::to_array);
        cells.extend(news.filter(|pos| shown(pos).is_err()));
        cells.sort_unstable_by_key(|pos| pos.to_array());
        cells.dedup();
        if cells.is_empty() {
            continue;
        }
        let cells = cells
            .into_iter()
            .map(|pos| view(pos, host.views.seen(&host.world, viewer, pos)))
            .collect();
        let body = OutputBody::Cells(cells);
        outputs.push(Output { audience: Audience::Player(player.id), body });
    }
}

/// The running effects that `viewer` may see.
fn seen_effects(host: &Host, viewer: PlayerId) -> Vec<EffectChange> {
    let own = ViewerId(viewer.0);
    let seen = host.effects.iter().filter(|change| change.viewer().is_none_or(|who| who == own));
    seen.cloned().collect()
}

fn only(player: PlayerId, body: OutputBody) -> Output {
    Output { audience: Audience::Player(player), body }
}

fn all(body: OutputBody) -> Output {
    Output { audience: Audience::All, body }
}
