//! What viewers are shown of it all.

use std::collections::BTreeMap;

use fangqi_protocol::PlayerId;
use fangqi_world::loudness;

use crate::living::{Actor, Bag, Camera, Kind, Scalar, Scenery, attr};
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::views::{
    ActorKind, ActorView, CameraState, GlobalView, GraphEnd, GraphView, Mode, OwnView, PageView,
    ShapeView, SlotView, SpaceView, TimerView, WalkScene,
};

/// Cells with light of their own that viewers are told of.
const LIGHTS_MAX: usize = 1024;
/// Blocks that play something of which viewers are told.
const ACTS_MAX: usize = 256;

/// What surrounds every player, as far as it shows in what each is shown of itself.
#[derive(Debug, Default, PartialEq)]
pub struct Around {
    gravity: f64,
    mode: Mode,
    screen: BTreeMap<(u64, i32), (bool, f64)>,
    boards: BTreeMap<(u64, i32), (bool, Option<String>)>,
    timers: Vec<(PlayerId, TimerView)>,
}

impl MiniRoom<'_> {
    /// What views of players' own depend on besides the players.
    pub fn around(&self) -> Around {
        let Scenery { rules, mode, screen, boards, .. } = &self.sim.scenery;
        let (screen, boards) = (screen.clone(), boards.clone());
        let timers = self.timer_views().collect();
        Around { gravity: rules.gravity(), mode: *mode, screen, boards, timers }
    }

    /// Whether [`Self::around`] would give the same.
    pub fn is_same_around(&self, around: &Around) -> bool {
        let Scenery { rules, mode, screen, boards, .. } = &self.sim.scenery;
        (rules.gravity(), *mode) == (around.gravity, around.mode)
            && (screen, boards) == (&around.screen, &around.boards)
            && self.timer_views().eq(around.timers.iter().cloned())
    }

    /// Effects on a player's screen: its own, and everybody's.
    fn screen_of(&self, id: u64) -> Vec<(i32, f64, bool)> {
        let shown = self.sim.scenery.screen.iter().filter(|((of, _), _)| *of == 0 || *of == id);
        shown.map(|((_, kind), (goes_on, speed))| (*kind, *speed, *goes_on)).collect()
    }

    /// The boards that a player sees, with their pictures.
    fn boards_of(&self, id: u64) -> Vec<(i32, Option<String>)> {
        let own = self.sim.scenery.boards.range((id, i32::MIN)..=(id, i32::MAX));
        let shown = own.filter(|(_, (shown, _))| *shown);
        shown.map(|((_, board), (_, picture))| (*board, picture.clone())).collect()
    }

    /// Whether there is anything to show besides what boards show. Where there is not, the views
    /// below are not asked for. It looks at every player, so once is enough.
    pub fn has_life(&self) -> bool {
        self.package.walks() || !self.sim.is_plain(self)
    }

    /// All that `viewer` is shown; `None` where there is nothing of the kind.
    pub fn walk_scene(&self, viewer: PlayerId) -> Option<WalkScene> {
        self.has_life().then(|| WalkScene {
            actors: self.actor_views(),
            own: self.own_view(viewer),
            pages: self.page_views(viewer),
            space: self.space_view(),
        })
    }

    /// Every object, in order of numbers.
    pub fn actor_views(&self) -> Vec<ActorView> {
        self.sim.actors.keys().filter_map(|id| self.actor_view(*id)).collect()
    }

    /// An object as it is shown; bodies of players are where players walk.
    pub fn actor_view(&self, id: u64) -> Option<ActorView> {
        let actor = self.sim.actors.get(&id)?;
        let shown = self.is_here(id) && (self.package.walks() || !actor.is_player());
        shown.then(|| self.view_of(id, actor))
    }

    fn view_of(&self, id: u64, actor: &Actor) -> ActorView {
        let (kind, of, count) = match &actor.kind {
            Kind::Player => (ActorKind::Player, 0, 0),
            Kind::Creature { actorid, .. } => (ActorKind::Creature, *actorid, 0),
            Kind::Drop { stack, .. } => (ActorKind::Drop, stack.item, stack.count),
            Kind::Missile { itemid, .. } => (ActorKind::Missile, *itemid, 0),
        };
        let own = || self.players.get(PlayerId(id)).map(|player| player.name.clone());
        let (width, height) = actor.size();
        let living = matches!(actor.kind, Kind::Player | Kind::Creature { .. });
        let most = actor.attr(attr::MAX_HP);
        let left = if most > 0.0 { actor.attr(attr::CUR_HP) / most } else { 0.0 };
        let body = actor.look.body.iter().map(|kind| (kind.unsigned_abs(), 1.0));
        let effects = actor.look.effects.iter().map(|(id, (scale, _))| (*id, *scale));
        let sounds =
            actor.look.sounds.iter().map(|(id, (volume, pitch))| (*id, loudness(*volume), *pitch));
        ActorView {
            id,
            kind,
            of,
            count,
            pos: actor.pos.map(|axis| axis as f32),
            yaw: actor.yaw as f32,
            pitch: actor.pitch as f32,
            size: [width as f32, height as f32],
            doing: actor.doing,
            name: if actor.look.nameless { None } else { actor.look.name.clone().or_else(own) },
            model: actor.look.model.clone(),
            life: living.then_some(left as f32),
            team: self.team_of(id),
            act: actor.look.act,
            effects: body.chain(effects).collect(),
            sounds: sounds.collect(),
            mount: actor.mount,
            dead: actor.dead,
        }
    }

    /// What a player is shown of itself.
    pub fn own_view(&self, viewer: PlayerId) -> Option<OwnView> {
        let actor = self.sim.actors.get(&viewer.0)?;
        let person = self.sim.people.get(&viewer.0)?;
        let pace = self.pace_of(actor);
        let speed = |number| actor.step(number) * 20.0 * pace;
        let opened = person.opened.and_then(|pos| Some((pos, self.sim.boxes.get(&pos)?)));
        let vital = |now, most| [actor.attr(now), actor.attr(most)];
        let timers = self.timer_views().filter(|(player, _)| *player == viewer);
        Some(OwnView {
            moved: person.moved,
            // Where its client has it, only the client needs to know; it would be sent each step.
            pos: if person.walks { person.sent_to } else { actor.pos },
            look: if person.walks { [0.0; 2] } else { [actor.yaw, actor.pitch] },
            pushed: person.pushed,
            speeds: [
                speed(attr::WALK_SPEED),
                speed(attr::RUN_SPEED),
                speed(attr::SNEAK_SPEED),
                speed(attr::SWIM_SPEED),
            ],
            jump: actor.jump_speed(),
            gravity: self.sim.scenery.rules.gravity(),
            flies: (self.may_fly(viewer.0), person.flies),
            denied: actor.denied,
            vitals: [
                vital(attr::CUR_HP, attr::MAX_HP),
                vital(attr::CUR_HUNGER, attr::MAX_HUNGER),
                vital(attr::CUR_OXYGEN, attr::MAX_OXYGEN),
            ],
            bag: self.slot_views(&person.bag),
            slot: person.slot,
            opened: opened.map(|(pos, bag)| (pos, self.slot_views(bag))),
            cooldowns: person.cooldowns.iter().map(|(item, until)| (*item, *until)).collect(),
            buffs: self.buff_views(actor),
            room: person.store().end,
            locked: person.locked.iter().copied().collect(),
            screen: self.screen_of(viewer.0),
            boards: self.boards_of(viewer.0),
            shaken: person.shaken,
            revives: actor.dead.then_some(person.revive).flatten(),
            timers: timers.map(|(_, timer)| timer).collect(),
            camera: camera_state(&person.camera),
        })
    }

    fn buff_views(&self, actor: &Actor) -> Vec<(u32, String, i32, Option<u64>)> {
        let buffs = actor.buffs.iter().map(|buff| {
            let name = self.package.catalog().buff(buff.id).name;
            (buff.id, name, buff.level, buff.until)
        });
        buffs.collect()
    }

    fn slot_views(&self, bag: &Bag) -> Vec<SlotView> {
        let slots = bag.iter().map(|(slot, stack)| SlotView {
            slot,
            item: stack.item,
            name: self.item_name(stack.item),
            count: stack.count,
            durability: stack.durability,
        });
        slots.collect()
    }

    /// The open pages of a player.
    pub fn page_views(&self, viewer: PlayerId) -> Vec<PageView> {
        let open = self.sim.pages.open(viewer.0).into_iter();
        open.map(|(id, page)| PageView {
            id: id.to_owned(),
            state: self.state_of(id, page).map(str::to_owned),
            elements: self.elements_of(id, page).cloned().collect(),
        })
        .collect()
    }

    /// Whether [`Self::page_views`] would give the same.
    pub fn is_same_pages(&self, viewer: PlayerId, pages: &[PageView]) -> bool {
        let open = self.sim.pages.open(viewer.0);
        let same = |(id, page): &(&str, &crate::living::Page), view: &PageView| {
            (*id == view.id && self.state_of(id, page) == view.state.as_deref())
                && self.elements_of(id, page).eq(&view.elements)
        };
        open.len() == pages.len() && open.iter().zip(pages).all(|(page, view)| same(page, view))
    }

    /// What surrounds everybody.
    pub fn space_view(&self) -> SpaceView {
        let scenery = &self.sim.scenery;
        let keys = ["Player.InputKeyDown", "Player.InputKeyUp", "Player.InputKeyOnPress"];
        SpaceView {
            walks: self.package.walks(),
            mode: scenery.mode,
            weather: scenery.weather_of(0),
            sky: scenery.sky,
            sky_values: scenery
                .sky_values
                .iter()
                .map(|((kind, time, number), value)| (*kind, *time, *number, words(value)))
                .collect(),
            global: scenery.global.values().map(global_view).collect(),
            lights: self
                .sim
                .blocks
                .light
                .iter()
                .take(LIGHTS_MAX)
                .map(|(at, of)| (*at, *of))
                .collect(),
            acts: self.act_views(),
            graphs: self.graph_views(),
            shapes: scenery
                .shapes
                .values()
                .filter(|shape| shape.shown)
                .map(|shape| ShapeView {
                    kind: shape.kind,
                    colour: shape.colour.iter().fold(0, |sum, part| sum << 8 | u32::from(*part)),
                    numbers: shape.numbers,
                })
                .collect(),
            rules: scenery.rules.0.clone(),
            keys: keys.iter().any(|event| self.hears(event)),
            summary: scenery
                .summary
                .iter()
                .map(|(name, value)| (name.clone(), words(value)))
                .collect(),
        }
    }

    fn act_views(&self) -> Vec<([i32; 3], i32, u32)> {
        let acts = self.sim.blocks.acts.iter().take(ACTS_MAX);
        acts.map(|(at, (act, begun))| (*at, *act, *begun)).collect()
    }

    fn graph_views(&self) -> Vec<GraphView> {
        let there = |end: &GraphEnd| match end {
            GraphEnd::At(_) => true,
            GraphEnd::Object(id) => self.sim.actors.contains_key(id),
        };
        let graphs = self.sim.scenery.graphs.iter();
        graphs
            .filter(|(_, graph)| there(&graph.from) && graph.to.as_ref().is_none_or(there))
            .map(|(id, graph)| GraphView {
                id: *id,
                kind: graph.kind,
                from: graph.from,
                to: graph.to,
                offset: graph.offset,
                size: graph.size,
                colour: graph.colour,
                alpha: graph.alpha,
                text: graph.text.clone(),
                bar: graph.bar,
            })
            .collect()
    }
}

fn camera_state(own: &Camera) -> CameraState {
    CameraState {
        view: own.view,
        locked: own.locked,
        turned: own.turned,
        ease: own.ease,
        shift: own.shift,
        turn: own.turn,
        fov: own.fov,
        mount: own.mount,
        fixed: own.fixed,
        shake: own.shake.map(|(_, power)| power),
    }
}

fn global_view((path, pos, scale): &(String, [f64; 3], [f64; 3])) -> GlobalView {
    GlobalView { path: path.clone(), pos: *pos, scale: *scale }
}

/// A value as a text.
fn words(value: &Scalar) -> String {
    match value {
        Scalar::Number(number) => number.to_string(),
        Scalar::Text(text) => text.clone(),
        Scalar::Bool(truth) => truth.to_string(),
        Scalar::Place([x, y, z]) => format!("{x}, {y}, {z}"),
    }
}
