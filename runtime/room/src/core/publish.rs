//! Publishing: what viewers are sent after an input. Each gets only changes, and only what it may
//! see.

use std::collections::BTreeMap;

use fangqi_plugin::host::Host;
use fangqi_plugin::{News, Shows};
use fangqi_protocol::{
    Asked, Audience, CellView, ClockView, Hud, HudChange, Insight, Output, OutputBody, PlayerId,
    PlayerView, Scene, SeatView, Setting, Tick,
};
use fangqi_world::{EffectChange, Effects, IVec3, ViewerId, World};

use super::fold::Fold;
use super::private::Secrets;

/// What viewers have been shown so far.
#[derive(Debug)]
pub(super) struct Shown {
    hud: Hud,
    clocks: Vec<ClockView>,
    asked: Vec<Asked>,
    setting: Setting,
    seats: Vec<SeatView>,
    players: Vec<PlayerView>,
    private: BTreeMap<PlayerId, Secrets>,
    plugins: Vec<Box<dyn Shows>>,
}

/// Viewers use outside time, which is `shift` ticks ahead of the room's, because take-backs remove
/// time from the room.
impl Shown {
    /// Nothing has been shown.
    pub(super) fn nothing(fold: &Fold) -> Self {
        Self {
            hud: Hud::default(),
            clocks: Vec::new(),
            asked: Vec::new(),
            setting: Setting::default(),
            seats: Vec::new(),
            players: Vec::new(),
            private: BTreeMap::new(),
            plugins: fold.hooks().filter_map(|hooks| hooks.shows()).collect(),
        }
    }

    /// Everything has been shown.
    pub(super) fn of(fold: &Fold, shift: Tick) -> Self {
        let mut shown = Self::nothing(fold);
        shown.everything(fold, shift);
        shown
    }

    /// The scene of `viewer`, without the blocks.
    pub(super) fn scene(fold: &Fold, viewer: PlayerId, shift: Tick) -> Scene {
        let setting = setting(fold);
        let host = fold.ctx.host();
        let Secrets { request, marks, note, secret, plugins } = Secrets::of(&host, viewer, shift);
        let mut scene = Scene {
            tick: host.clock + shift,
            effects: seen_effects(&host, viewer),
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
            setting,
            plugins,
        };
        drop(host);
        fold.hooks().for_each(|hooks| hooks.scene(&fold.ctx, viewer, &mut scene));
        scene
    }

    /// Takes the changes out of the host. Returns the outputs, and whether blocks changed. `pose`
    /// says that the input was a player's movement alone: no script ran, and nothing fell due.
    pub(super) fn publish(&mut self, fold: &Fold, shift: Tick, pose: bool) -> (Vec<Output>, bool) {
        let mut outputs = Vec::new();
        let edited = {
            let mut host = fold.ctx.host();
            let changes = host.edits.coalesce();
            host.edits.clear();
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
            show_cells(&host, touched, views_changed, &own, &mut outputs);
            outputs.append(&mut host.outbox.take_messages());
            !changes.is_empty()
        };
        if pose {
            let plugins = self.plugins.iter_mut();
            plugins.for_each(|shown| shown.publish(&fold.ctx, News::Pose, &mut outputs));
            debug_assert_eq!(
                self.everything(fold, shift),
                [],
                "a player who walks changed more than itself"
            );
        } else {
            self.differences(fold, shift, false, &mut outputs);
        }
        (outputs, edited)
    }

    /// The outputs that show a return to an earlier state; `world` and `effects` are those shown
    /// before.
    pub(super) fn rewound(
        &mut self,
        fold: &Fold,
        shift: Tick,
        world: &World,
        effects: &Effects,
    ) -> Vec<Output> {
        let mut outputs = Vec::new();
        {
            let host = fold.ctx.host();
            let mut touched: Vec<IVec3> =
                host.world.diff(world).iter().map(|change| change.pos).collect();
            touched.extend(host.views.iter().map(|(pos, _)| pos));
            show_cells(&host, touched, true, &BTreeMap::new(), &mut outputs);
            for change in effects.diff(&host.effects) {
                let audience = match change.viewer() {
                    Some(viewer) => Audience::Player(PlayerId(viewer.0)),
                    None => Audience::All,
                };
                outputs.push(Output { audience, body: OutputBody::Effect(change) });
            }
        }
        outputs.append(&mut self.everything(fold, shift));
        outputs
    }

    /// Compares the whole state with what was shown, without relying on notes of what changed.
    fn everything(&mut self, fold: &Fold, shift: Tick) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.differences(fold, shift, true, &mut outputs);
        outputs
    }

    /// Publishes what differs from what was shown. `all`: plugins do not rely on their notes.
    fn differences(&mut self, fold: &Fold, shift: Tick, all: bool, outputs: &mut Vec<Output>) {
        let setting = setting(fold);
        let players = self.common(&fold.ctx.host(), shift, setting, outputs);
        let news = if all { News::Everything } else { News::Changes { players } };
        let plugins = self.plugins.iter_mut();
        plugins.for_each(|shown| shown.publish(&fold.ctx, news, outputs));
        let host = fold.ctx.host();
        for player in host.players.iter() {
            let mut told = Vec::new();
            self.private.entry(player.id).or_default().renew(&host, player.id, shift, &mut told);
            outputs.extend(told.into_iter().map(|body| only(player.id, body)));
        }
    }

    /// Publishes what all viewers see alike. Returns whether the list of players differs.
    fn common(
        &mut self,
        host: &Host,
        shift: Tick,
        setting: Setting,
        outputs: &mut Vec<Output>,
    ) -> bool {
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
        if setting != self.setting {
            outputs.push(all(OutputBody::Setting(setting.clone())));
            self.setting = setting;
        }
        let seats = host.seats.view(shift);
        if seats != self.seats {
            outputs.push(all(OutputBody::Seats(seats.clone())));
            self.seats = seats;
        }
        let same = host.players.is_same_view(&self.players);
        if !same {
            self.players = host.players.view();
            outputs.push(all(OutputBody::Players(self.players.clone())));
        }
        !same
    }
}

/// The surroundings of the board.
fn setting(fold: &Fold) -> Setting {
    let zones = fold.ctx.host().zones.clone();
    let mut setting = Setting { zones, ..Setting::default() };
    fold.hooks().for_each(|hooks| hooks.setting(&fold.ctx, &mut setting));
    setting
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
