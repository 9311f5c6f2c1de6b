//! What viewers are shown after an input: only what changed, and to each only what it may see.

use std::collections::BTreeMap;

use fangqi_world::{EffectChange, Effects, IVec3, ViewerId, World};

use crate::host::Host;
use crate::model::{
    ActorView, ActorsChange, Asked, Audience, CellView, ClockView, Hud, HudChange, Insight,
    LocalText, Mark, Note, Output, OutputBody, OwnView, PageView, PlayerId, PlayerView,
    RequestView, Scene, SeatView, Setting, SpaceView, Tick,
};
use crate::sim::OwnKey;

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
    actors: BTreeMap<u64, ActorView>,
    space: SpaceView,
}

/// What one viewer has been shown that others have not.
#[derive(Debug, Default, PartialEq)]
struct Private {
    request: Option<RequestView>,
    marks: Vec<Mark>,
    music: Option<EffectChange>,
    /// The note for this viewer alone, and the one of all that it replaces.
    note: Option<(Note, Option<Note>)>,
    secret: Option<LocalText>,
    own: Option<OwnView>,
    /// What `own` was made of.
    own_key: Option<OwnKey>,
    pages: Vec<PageView>,
}

/// Viewers live in outside time, which is `shift` ahead of the room's: take-backs take time out of
/// the room.
impl Shown {
    /// As if everything had been shown.
    pub(super) fn of(host: &Host, shift: Tick) -> Self {
        let private = host
            .players
            .iter()
            .map(|player| (player.id, Private::of(host, player.id, shift)))
            .collect();
        Self {
            hud: host.hud.clone(),
            clocks: host.clocks.view(shift),
            asked: host.requests.asked(shift),
            setting: setting(host),
            seats: host.seats.view(shift),
            players: host.players.view(),
            private,
            actors: host.actor_views().into_iter().map(|actor| (actor.id, actor)).collect(),
            space: host.space_view(),
        }
    }

    /// All that `viewer` may see, except the blocks.
    pub(super) fn scene(host: &Host, viewer: PlayerId, shift: Tick) -> Scene {
        let Private { request, marks, music, note, secret, .. } = Private::of(host, viewer, shift);
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
            walk: host.walk_scene(viewer).map(Box::new),
        }
    }

    /// Takes what changed out of the host; the outputs, and whether blocks changed.
    pub(super) fn publish(&mut self, host: &mut Host, shift: Tick) -> (Vec<Output>, bool) {
        let changes = host.edits.coalesce();
        host.edits.clear();
        let edited = !changes.is_empty();
        let mut outputs = Vec::new();
        let mut touched: Vec<IVec3> = changes.iter().map(|change| change.pos).collect();
        let mut own: BTreeMap<ViewerId, Vec<IVec3>> = BTreeMap::new();
        for (pos, of) in std::mem::take(&mut host.view_changes) {
            match of {
                Some(viewer) => own.entry(viewer).or_default().push(pos),
                None => touched.push(pos),
            }
        }
        show_cells(host, touched, &own, &mut outputs);
        outputs.append(&mut host.outbox.take_messages());
        self.differences(host, shift, &mut outputs);
        (outputs, edited)
    }

    /// What changed by going back to an earlier state.
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
        show_cells(host, touched, &BTreeMap::new(), &mut outputs);
        for change in effects.diff(&host.effects) {
            let audience = match change.viewer() {
                Some(viewer) => Audience::Player(PlayerId(viewer.0)),
                None => Audience::All,
            };
            outputs.push(Output { audience, body: OutputBody::Effect(change) });
        }
        self.differences(host, shift, &mut outputs);
        outputs
    }

    /// Whatever else differs from what was shown.
    fn differences(&mut self, host: &Host, shift: Tick, outputs: &mut Vec<Output>) {
        for change in host.hud.changes_since(&self.hud) {
            // Not all of it anew: the list of moves is long.
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
        let players = host.players.view();
        if players != self.players {
            outputs.push(all(OutputBody::Players(players.clone())));
            self.players = players;
        }
        self.life(host, outputs);
        for player in host.players.iter() {
            let before = self.private.entry(player.id).or_default();
            let (now, same_own) = Private::after(host, player.id, shift, before);
            let mut own =
                |body| outputs.push(Output { audience: Audience::Player(player.id), body });
            if now.request != before.request {
                own(OutputBody::Request(now.request.clone()));
            }
            if now.marks != before.marks {
                own(OutputBody::Marks(now.marks.clone()));
            }
            if now.note != before.note {
                let seen = now.note.as_ref().map(|(own, _)| own.clone());
                let seen = seen.or_else(|| host.hud.insight.note.clone());
                own(OutputBody::Hud(HudChange::Note(seen)));
            }
            if now.secret != before.secret {
                own(OutputBody::Hud(HudChange::Secret(now.secret.clone())));
            }
            if !same_own && now.own != before.own {
                own(OutputBody::Own(now.own.clone().map(Box::new)));
            }
            if now.pages != before.pages {
                own(OutputBody::Pages(now.pages.clone()));
            }
            if now.music != before.music {
                for change in before.music.iter().filter_map(ended).chain(now.music.clone()) {
                    own(OutputBody::Effect(change));
                }
            }
            *before = now;
        }
    }
}

impl Shown {
    /// What lives and moves, and what surrounds it.
    fn life(&mut self, host: &Host, outputs: &mut Vec<Output>) {
        let space = host.space_view();
        if space != self.space {
            outputs.push(all(OutputBody::Space(Box::new(space.clone()))));
            self.space = space;
        }
        let now: BTreeMap<u64, ActorView> =
            host.actor_views().into_iter().map(|actor| (actor.id, actor)).collect();
        if now == self.actors {
            return;
        }
        let news = now.iter().filter(|(id, actor)| self.actors.get(id) != Some(actor));
        let put = news.map(|(_, actor)| actor.clone()).collect();
        let gone = self.actors.keys().filter(|id| !now.contains_key(id)).copied().collect();
        outputs.push(all(OutputBody::Actors(ActorsChange { put, gone })));
        self.actors = now;
    }
}

impl Private {
    fn of(host: &Host, viewer: PlayerId, shift: Tick) -> Self {
        Self::after(host, viewer, shift, &mut Self::default()).0
    }

    /// What a viewer is shown now, which has been shown `before`; and whether what it is shown of
    /// itself is the same, and was taken over.
    fn after(host: &Host, viewer: PlayerId, shift: Tick, before: &mut Self) -> (Self, bool) {
        let mut marks = host.marks.clone();
        let mut request = None;
        if let Some(seat) = host.seats.of(viewer) {
            marks.extend(host.requests.marks(seat, &host.world));
            request = host.requests.view(seat, shift);
        }
        let note = host.notes.get(&viewer).map(|own| (own.clone(), host.hud.insight.note.clone()));
        let secret = host.secrets.get(&viewer).cloned();
        let pages = host.page_views(viewer);
        let same = host.is_same_own(viewer, before.own_key.as_ref());
        let (own, own_key) = match same {
            true => (before.own.take(), before.own_key.take()),
            false => (host.own_view(viewer), host.own_key(viewer)),
        };
        let music = host.music.get(&viewer).cloned();
        (Self { request, marks, music, note, secret, own, own_key, pages }, same)
    }
}

/// What surrounds the board.
fn setting(host: &Host) -> Setting {
    let vars = host.sent_vars.iter().map(|(index, value)| (*index, *value)).collect();
    Setting { hour: host.hour, vars, zones: host.zones.clone() }
}

/// What ends a looping sound.
fn ended(sound: &EffectChange) -> Option<EffectChange> {
    match *sound {
        EffectChange::LoopSound { pos, sound, .. } => Some(EffectChange::StopSound { pos, sound }),
        _ => None,
    }
}

/// Shows cells: one output for all where everyone sees the same, one a viewer where not. Those of
/// `own` look different to that viewer alone, and nobody else hears of them.
fn show_cells(
    host: &Host,
    mut touched: Vec<IVec3>,
    own: &BTreeMap<ViewerId, Vec<IVec3>>,
    outputs: &mut Vec<Output>,
) {
    touched.sort_unstable_by_key(|pos| pos.to_array());
    touched.dedup();
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
        // What everyone was just shown, this viewer need not be shown again.
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

/// Running effects that `viewer` may see.
fn seen_effects(host: &Host, viewer: PlayerId) -> Vec<EffectChange> {
    let own = ViewerId(viewer.0);
    let seen = host.effects.iter().filter(|change| change.viewer().is_none_or(|who| who == own));
    seen.cloned().collect()
}

fn all(body: OutputBody) -> Output {
    Output { audience: Audience::All, body }
}
