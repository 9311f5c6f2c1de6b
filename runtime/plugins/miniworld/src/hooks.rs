//! What happens by itself in every room: bodies for players, time, clicks, poses and acts.

use std::sync::Arc;

use fangqi_plugin::{Arrival, Ctx, Fields, FormerParts, Hooks, Shows, Standing, WorldText};
use fangqi_protocol::{
    Act, EventValue, LocalText, PlayerId, Pose, Rejection, Scene, Setting, Tick,
};
use serde_json::{Value, json};

use crate::living::{Actor, Kind, Person};
use crate::map::MiniMap;
use crate::room::{InRoom, MiniRoom};
use crate::shows::Shown;
use crate::views::GraphEnd;

/// Colour of texts that have none of their own.
const WHITE: u32 = 0x00ff_ffff;

/// What the plugin does in rooms.
#[derive(Debug)]
pub(crate) struct InRooms;

impl Hooks for InRooms {
    fn opened(&self, ctx: &Ctx) {
        ctx.mini().place_all();
    }

    fn restored(&self, ctx: &Ctx) {
        // A state with only players at a board is not stored.
        let mut room = ctx.mini();
        let known: Vec<PlayerId> = room.players.iter().map(|player| player.id).collect();
        known.into_iter().for_each(|player| room.embody(player));
    }

    fn admits(&self, ctx: &Ctx) -> Result<(), Rejection> {
        let room = ctx.mini();
        match room.sim.scenery.closed_until {
            Some(until) if room.clock < until => Err(Rejection {
                code: "closed",
                text: LocalText::new("房间暂不接受新人。", "The room takes no new players now."),
            }),
            _ => Ok(()),
        }
    }

    fn joined(&self, ctx: &Ctx, player: PlayerId, arrival: Arrival) {
        let mut room = ctx.mini();
        room.embody(player);
        if arrival.is_new {
            room.share_out(player);
        }
        let begins = arrival.was_away && room.package.miniworld().is_some() && !room.sim.started;
        if begins {
            room.sim.started = true;
            // In Mini World a match has its host in it from the beginning.
            room.raise("Game.Start", Vec::new());
        }
    }

    fn entered(&self, ctx: &Ctx, player: PlayerId) {
        let mut room = ctx.mini();
        room.open_first_pages(player.0);
        room.settle_areas(player.0);
    }

    fn left(&self, ctx: &Ctx, player: PlayerId) {
        let mut room = ctx.mini();
        if let Ok(person) = room.person_mut(player.0) {
            (person.walks, person.dig, person.opened) = (false, None, None);
            person.keys.clear();
        }
        room.sim.pages.put_away(player.0);
        room.settle_areas(player.0);
    }

    fn player_fields(&self, ctx: &Ctx, fields: Fields, player: PlayerId) -> Fields {
        ctx.mini().with_player_fields(fields, player.0)
    }

    fn next_tick(&self, ctx: &Ctx) -> Option<Tick> {
        let room = ctx.mini();
        let timers = room.globals.minitimers.next_change(room.clock);
        timers.into_iter().chain(room.next_stir(room.clock)).min()
    }

    fn tick(&self, ctx: &Ctx) {
        let mut room = ctx.mini();
        let now = room.clock;
        for (id, name, second) in room.globals.minitimers.tick(now) {
            let args = vec![
                ("timerid", EventValue::from(u64::from(id))),
                ("timername", name.as_str().into()),
                ("timertime", EventValue::Number(second as f64)),
            ];
            room.raise("minitimer.change", args);
            room.refresh_timer_windows(id);
        }
        room.step();
    }

    fn clicked(&self, ctx: &Ctx, player: PlayerId, pos: [i32; 3]) -> bool {
        ctx.mini().operate_switch(player.0, pos)
    }

    fn setting(&self, ctx: &Ctx, setting: &mut Setting) {
        let room = ctx.mini();
        setting.hour = room.globals.hour;
        setting.vars = room.globals.sent_vars.iter().map(|(at, value)| (*at, *value)).collect();
    }

    fn pose(&self, ctx: &Ctx, player: PlayerId, pose: &Pose) -> Option<Result<(), Rejection>> {
        answered(ctx.mini().pose(player.0, pose))
    }

    fn act(&self, ctx: &Ctx, player: PlayerId, act: &Act) -> Option<Result<(), Rejection>> {
        answered(ctx.mini().act(player.0, act))
    }

    fn shows(&self) -> Option<Box<dyn Shows>> {
        Some(Box::<Shown>::default())
    }

    fn scene(&self, ctx: &Ctx, viewer: PlayerId, scene: &mut Scene) {
        let room = ctx.mini();
        scene.effects.extend(room.globals.music.get(&viewer).cloned());
        scene.plugins.extend(room.walk_scene(viewer).map(|shown| shown.view()));
    }

    fn former_parts(&self, ctx: &Ctx) -> Option<FormerParts> {
        let room = ctx.mini();
        // Boards have nothing alive. Their hash must stay as it was before there were bodies.
        let alive = !room.sim.is_plain(&room);
        let last = ("simulation", if alive { room.sim.state_hash() } else { 0 });
        let next_number = room.globals.next_id;
        Some(FormerParts { early: room.globals.hashes(), next_number, last: Some(last) })
    }

    fn texts(&self, ctx: &Ctx) -> Vec<WorldText> {
        ctx.mini().texts()
    }

    fn standing(&self, ctx: &Ctx, player: PlayerId) -> Option<Standing> {
        let room = ctx.mini();
        let &Actor { pos, yaw, pitch, .. } = room.actor(player.0).ok()?;
        let moved = room.own_view(player).map_or(0, |own| own.moved);
        Some(Standing { pos, yaw, pitch, moved })
    }

    fn walk(&self, ctx: &Ctx, viewer: PlayerId) -> Option<Value> {
        ctx.mini().walk_scene(viewer).map(|shown| json!(shown))
    }
}

impl MiniRoom<'_> {
    /// Creates what was placed in the map's editor.
    fn place_all(&mut self) {
        let package = Arc::clone(&self.package);
        let Some(map) = package.miniworld() else { return };
        (self.sim.scenery.bodies, self.sim.scenery.mode) = (map.walks, map.mode);
        self.sim.scenery.clock_speed = if map.clock { 1.0 } else { 0.0 };
        for (id, region) in &map.placed.areas {
            let area = self.globals.fresh_id();
            self.globals.areas.insert(area, *region);
            self.sim.placed.0.insert(*id, area);
        }
        for (id, (actorid, at)) in &map.placed.living {
            // There are fewer of them than a room may have objects.
            if let Ok(made) = self.spawn_creature(*actorid, *at) {
                self.sim.placed.1.insert(*id, made);
            }
        }
    }

    /// Gives a player who joins for the first time a body and empty hands.
    fn embody(&mut self, player: PlayerId) {
        if self.sim.actors.contains_key(&player.0) {
            return;
        }
        let cell = self.players.get(player).map_or([0; 3], |player| player.position);
        let mut body = Actor::new(Kind::Player, cell.map(f64::from));
        let walks = self.package.walks();
        if walks {
            body.pos = self.spawn_point();
        }
        self.sim.actors.insert(player.0, Box::new(body));
        self.sim.people.insert(player.0, Box::<Person>::default());
        if walks {
            self.send_actor(player.0, self.spawn_point());
        }
    }

    /// Puts a new player into the team with the fewest players, if the map has teams.
    fn share_out(&mut self, newcomer: PlayerId) {
        let teams = self.package.miniworld().map_or(0, |map| i32::from(map.teams));
        let members =
            |team: &i32| self.players.iter().filter(|player| player.team == *team).count();
        let smallest = (1..=teams).min_by_key(members);
        if let (Some(team), Some(player)) = (smallest, self.players.get_mut(newcomer)) {
            player.team = team;
        }
    }

    /// All texts in the world: those on objects, at places and on boards.
    fn texts(&self) -> Vec<WorldText> {
        let graphs = self.sim.scenery.graphs.iter().filter(|(_, graph)| !graph.text.is_empty());
        let walked = graphs.map(|(id, graph)| {
            let (at, of) = match graph.from {
                GraphEnd::At(at) => (at, None),
                GraphEnd::Object(of) => {
                    (self.actor(of).map_or([0.0; 3], |body| body.pos), Some(of))
                }
            };
            let at = [0, 1, 2].map(|axis| at[axis] + graph.offset[axis]);
            let (text, size) = (graph.text.clone(), graph.size);
            WorldText { id: *id, text, at, of, size, colour: graph.colour, alpha: graph.alpha }
        });
        let board = self.globals.graphics.iter().map(|(id, graphic)| WorldText {
            id: *id,
            text: graphic.title.clone(),
            at: [graphic.at[0] + graphic.shift[0], graphic.at[1] + graphic.shift[1], graphic.at[2]],
            of: None,
            size: f64::from(graphic.font),
            colour: WHITE,
            alpha: graphic.alpha,
        });
        walked.chain(board).collect()
    }
}

/// What became of what a walking player did; `None` on boards.
fn answered(done: Result<(), &'static str>) -> Option<Result<(), Rejection>> {
    match done {
        Err("no_walking") => None,
        done => Some(done.map_err(refused)),
    }
}

/// Why what a walking player did was refused.
fn refused(code: &'static str) -> Rejection {
    let (zh, en) = match code {
        "dead" => ("你已经倒下了。", "You are dead."),
        "too_far" => ("太远了。", "That is too far away."),
        "too_fast" => ("太快了。", "That is too fast."),
        "locked" => ("这一格锁住了。", "That slot is locked."),
        "not_riding" => ("你没有骑着什么。", "You ride nothing."),
        "not_allowed" => ("不允许这样做。", "That is not allowed here."),
        _ => ("现在不能这样做。", "That cannot be done now."),
    };
    Rejection { code, text: LocalText::new(zh, en) }
}
