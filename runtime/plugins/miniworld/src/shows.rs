//! Showing viewers what lives and moves, what surrounds it, and what is a player's own.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_plugin::{Ctx, News, Shows};
use fangqi_protocol::{Audience, Output, OutputBody, PlayerId, PluginChange};
use fangqi_world::EffectChange;

use crate::living::{FIRST_OBJECT, Touched};
use crate::room::{InRoom, MiniRoom};
use crate::sim::Around;
use crate::views::{self, ActorView, OwnView, PageView, SpaceView};

/// What viewers have been shown so far.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// [`MiniRoom::has_life`] when it was last shown.
    life: bool,
    actors: BTreeMap<u64, ActorView>,
    around: Box<Around>,
    space: Box<SpaceView>,
    own: BTreeMap<PlayerId, Own>,
}

/// What one player was shown of itself.
#[derive(Debug, Default)]
struct Own {
    view: Option<Box<OwnView>>,
    pages: Vec<PageView>,
    music: Option<EffectChange>,
}

/// What may have changed among living and moving things.
struct Changed {
    /// [`MiniRoom::has_life`], computed once because it looks at every player.
    life: bool,
    /// Bodies and everything else with a position.
    bodies: Touched,
    /// Other data of players.
    people: Touched,
}

impl Shows for Shown {
    fn publish(&mut self, ctx: &Ctx, news: News, outputs: &mut Vec<Output>) {
        let mut room = ctx.mini();
        let mut changed = Changed {
            life: room.has_life(),
            bodies: room.sim.actors.take_touched(),
            people: room.sim.people.take_touched(),
        };
        match (news, &changed) {
            (
                News::Pose,
                Changed { life, bodies: Touched::Some(bodies), people: Touched::Some(people) },
            ) if self.life == *life && bodies.union(people).all(|id| *id < FIRST_OBJECT) => {
                let who: Vec<u64> = bodies.union(people).copied().collect();
                self.steps(&room, &who, &changed, outputs);
                return;
            }
            (News::Everything, _) => {
                (changed.bodies, changed.people) = (Touched::All, Touched::All)
            }
            // A present player has a body, with a name over it.
            (News::Changes { players: true }, _) => changed.bodies = Touched::All,
            _ => {}
        }
        self.differences(&room, changed, outputs);
    }
}

impl Shown {
    /// Publishes players that moved, if nothing else changed.
    fn steps(
        &mut self,
        room: &MiniRoom<'_>,
        who: &[u64],
        changed: &Changed,
        outputs: &mut Vec<Output>,
    ) {
        let change = self.moved(room, who.iter().copied(), views::change());
        if !change.is_empty() {
            outputs.push(all(OutputBody::PluginChange(change)));
        }
        for player in who.iter().copied().map(PlayerId) {
            self.own.entry(player).or_default().renew_view(room, player, changed, outputs);
        }
    }

    /// Publishes everything that differs from what was shown.
    fn differences(
        &mut self,
        room: &MiniRoom<'_>,
        mut changed: Changed,
        outputs: &mut Vec<Output>,
    ) {
        self.life(room, &changed, outputs);
        if !room.is_same_around(&self.around) {
            *self.around = room.around();
            changed.people = Touched::All;
        }
        for player in room.players.iter() {
            let shown = self.own.entry(player.id).or_default();
            shown.renew(room, player.id, &changed, outputs);
        }
    }

    /// Publishes living and moving things and their surroundings.
    fn life(&mut self, room: &MiniRoom<'_>, changed: &Changed, outputs: &mut Vec<Output>) {
        let mut change = views::change();
        let space = space(room, changed.life);
        if space != self.space {
            change = change.with(views::SPACE, &space);
            self.space = space;
        }
        let same = std::mem::replace(&mut self.life, changed.life) == changed.life;
        let change = match &changed.bodies {
            Touched::Some(ids) if same => self.moved(room, ids.iter().copied(), change),
            _ => {
                let known = self.actors.keys().chain(room.sim.actors.keys());
                let ids: BTreeSet<u64> = known.copied().collect();
                self.moved(room, ids.into_iter(), change)
            }
        };
        if !change.is_empty() {
            outputs.push(all(OutputBody::PluginChange(change)));
        }
        debug_assert_eq!(self.actors, actors(room, changed.life), "a body changed without a note");
    }

    /// Adds how these bodies changed since they were last shown.
    fn moved(
        &mut self,
        room: &MiniRoom<'_>,
        ids: impl Iterator<Item = u64>,
        mut change: PluginChange,
    ) -> PluginChange {
        for id in ids {
            match if self.life { room.actor_view(id) } else { None } {
                Some(now) if self.actors.get(&id) == Some(&now) => {}
                Some(now) => {
                    change = change.with(views::actor_part(id), &now);
                    self.actors.insert(id, now);
                }
                None if self.actors.remove(&id).is_some() => {
                    change.gone.push(views::actor_part(id))
                }
                None => {}
            }
        }
        change
    }
}

impl Own {
    /// Updates what was shown, and adds the outputs for the player.
    fn renew(
        &mut self,
        room: &MiniRoom<'_>,
        player: PlayerId,
        changed: &Changed,
        outputs: &mut Vec<Output>,
    ) {
        let music = room.globals.music.get(&player);
        if music != self.music.as_ref() {
            let ends = self.music.iter().filter_map(ended);
            let effects: Vec<EffectChange> = ends.chain(music.cloned()).collect();
            outputs.extend(effects.into_iter().map(|it| only(player, OutputBody::Effect(it))));
            self.music = music.cloned();
        }
        self.renew_view(room, player, changed, outputs);
        let same = match changed.life {
            true => room.is_same_pages(player, &self.pages),
            false => self.pages.is_empty(),
        };
        if !same {
            self.pages = if changed.life { room.page_views(player) } else { Vec::new() };
            let change = views::change().with(views::PAGES, &self.pages);
            outputs.push(only(player, OutputBody::PluginChange(change)));
        }
    }

    /// Updates the player's view of itself.
    fn renew_view(
        &mut self,
        room: &MiniRoom<'_>,
        player: PlayerId,
        changed: &Changed,
        outputs: &mut Vec<Output>,
    ) {
        let view = || if changed.life { room.own_view(player).map(Box::new) } else { None };
        let touched = changed.bodies.has(player.0) || changed.people.has(player.0);
        // The contents of an open box belong to neither bodies nor players.
        let shut = self.view.as_ref().is_some_and(|own| own.opened.is_none());
        if changed.life && !touched && shut {
            debug_assert_eq!(self.view, view(), "a player changed without a note");
            return;
        }
        let own = view();
        if own != self.view {
            let change = views::change().with(views::OWN, &own);
            outputs.push(only(player, OutputBody::PluginChange(change)));
            self.view = own;
        }
    }
}

/// The change that stops a looping sound.
fn ended(sound: &EffectChange) -> Option<EffectChange> {
    match *sound {
        EffectChange::LoopSound { pos, sound, .. } => Some(EffectChange::StopSound { pos, sound }),
        _ => None,
    }
}

/// The views of all objects shown, by number; `life` is [`MiniRoom::has_life`].
fn actors(room: &MiniRoom<'_>, life: bool) -> BTreeMap<u64, ActorView> {
    let views = if life { room.actor_views() } else { Vec::new() };
    views.into_iter().map(|actor| (actor.id, actor)).collect()
}

/// The surroundings of living things; the default in rooms without any.
fn space(room: &MiniRoom<'_>, life: bool) -> Box<SpaceView> {
    if life { Box::new(room.space_view()) } else { Box::default() }
}

fn only(player: PlayerId, body: OutputBody) -> Output {
    Output { audience: Audience::Player(player), body }
}

fn all(body: OutputBody) -> Output {
    Output { audience: Audience::All, body }
}
