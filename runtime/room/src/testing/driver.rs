use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use fangqi_plugin::{MapPackage, Printed, RoomOptions, Standing};
use fangqi_protocol::{
    Input, JobOrder, LocalText, LogLevel, OutputBody, PlayerId, Pose, Tick, ToastKind,
};
use mlua::{Lua, MultiValue, Table, Value};
use serde::{Deserialize, Serialize};

use super::values::{copy_all, from_lua, show, to_lua};
use super::{Strictness, computed};
use crate::core::{Applied, NoCheckpoint, Room};

/// First player number, as in the server.
const FIRST_PLAYER: u64 = 1001;
/// Rounds of "run the jobs, apply the results" after which a test counts as endless.
const JOB_ROUNDS_MAX: usize = 1000;

/// A room with virtual players, driven by a test.
#[derive(Debug)]
pub(super) struct Driver {
    room: Room,
    /// Whether the room is stored after each input.
    stored: bool,
    now: Tick,
    players: u64,
    jobs: Vec<JobOrder>,
    toasts: Vec<(PlayerId, Toast)>,
    said: Vec<(PlayerId, Said)>,
    /// Errors of scripts, and the calls that led to each.
    errors: Vec<(String, String)>,
    printed: Printed,
    warned: Printed,
    /// Whether the test has changed the room outside its log, with `t:eval`.
    evaluated: bool,
}

/// A line of the chat, as a player saw it.
#[derive(Debug, Clone, Serialize)]
struct Said {
    from: Option<PlayerId>,
    #[serde(flatten)]
    text: LocalText,
}

/// A toast, or the refusal of an input, as a player saw it.
#[derive(Debug, Clone, Serialize)]
struct Toast {
    kind: ToastKind,
    #[serde(flatten)]
    text: LocalText,
    code: Option<&'static str>,
}

impl Driver {
    pub(super) fn open(package: &Arc<MapPackage>, strictness: Strictness) -> Result<Self, String> {
        let Strictness { heavy, stored } = strictness;
        let options = RoomOptions { seed: 1, heavy, ..RoomOptions::default() };
        let (room, applied) =
            Room::open(Arc::clone(package), options).map_err(|error| error.to_string())?;
        let mut driver = Self {
            room,
            stored,
            now: 0,
            players: 0,
            jobs: Vec::new(),
            toasts: Vec::new(),
            said: Vec::new(),
            errors: Vec::new(),
            printed: Printed::default(),
            warned: Printed::default(),
            evaluated: false,
        };
        driver.take(applied, None);
        Ok(driver)
    }

    /// Applies an input now. Returns whether it was accepted.
    fn apply(&mut self, input: Input) -> bool {
        let player = input.player();
        let applied = self.room.apply(self.now, input);
        let accepted = applied.rejected.is_none();
        self.take(applied, player);
        if accepted && self.stored {
            self.store();
        }
        accepted
    }

    fn take(&mut self, applied: Applied, player: Option<PlayerId>) {
        self.jobs.retain(|job| !applied.cancelled.contains(&job.id));
        self.jobs.extend(applied.jobs);
        if let (Some(rejection), Some(player)) = (applied.rejected, player) {
            let code = Some(rejection.code);
            let toast = Toast { kind: ToastKind::Error, text: rejection.text, code };
            self.toasts.push((player, toast));
        }
        for output in applied.outputs {
            let there = self.room.players().into_iter().map(|player| player.id);
            let told = there.filter(|player| output.audience.includes(*player));
            match output.body {
                OutputBody::Toast { kind, text } => {
                    let toast = Toast { kind, text, code: None };
                    self.toasts.extend(told.map(|player| (player, toast.clone())));
                }
                OutputBody::Chat { from, text } => {
                    let said = Said { from, text };
                    self.said.extend(told.map(|player| (player, said.clone())));
                }
                _ => {}
            }
        }
        for line in applied.log {
            match line.level {
                LogLevel::Print => self.printed.add(&line.text),
                LogLevel::Warn => self.warned.add(&line.text),
                LogLevel::Error => self.errors.push((line.text, line.calls)),
            }
        }
    }

    /// What the room's scripts have printed so far.
    pub(super) fn take_printed(&mut self) -> Printed {
        std::mem::take(&mut self.printed)
    }

    /// What they were warned of so far.
    pub(super) fn take_warned(&mut self) -> Printed {
        std::mem::take(&mut self.warned)
    }

    /// The first error of a script that the test has not asked for.
    pub(super) fn script_error(&self) -> Option<String> {
        let (error, calls) = self.errors.first()?;
        let calls = calls.lines().map(|call| format!("\nat {call}")).collect::<String>();
        Some(format!("a script failed during the test: {error}{calls}"))
    }

    fn ticks(&mut self, count: Tick) {
        let end = self.now + count;
        while let Some(due) = self.room.next_wake().filter(|due| *due <= end) {
            self.now = due.max(self.now);
            self.apply(Input::Tick);
        }
        self.now = end;
    }

    /// Runs all jobs to their end, including those that their results lead to.
    fn run_jobs(&mut self) -> mlua::Result<usize> {
        let mut count = 0;
        for _ in 0..JOB_ROUNDS_MAX {
            let jobs = std::mem::take(&mut self.jobs);
            if jobs.is_empty() {
                return Ok(count);
            }
            for job in jobs {
                let result = computed::result(&job.spec);
                self.apply(Input::JobDone { job: job.id, result });
                count += 1;
            }
        }
        Err(mlua::Error::runtime("jobs led to more jobs without end"))
    }

    /// Checks that the room's log leads to the same state in a new room, unless the test has
    /// changed the room outside the log.
    pub(super) fn check_replay(&self) -> Result<(), String> {
        if self.evaluated {
            return Ok(());
        }
        let records = self.room.history();
        let package = Arc::clone(self.room.package());
        let options = RoomOptions { heavy: false, ..self.room.options().clone() };
        let mut replayed = Room::replay(package, options, records)
            .map_err(|error| format!("the room's log does not replay: {error}"))?;
        // A refused input may have let time pass.
        if replayed.tick() < self.room.tick() {
            replayed.apply(self.room.tick(), Input::Tick);
        }
        if replayed.state_hash() == self.room.state_hash() {
            Ok(())
        } else {
            Err("the room's log, replayed, leads to another state".to_owned())
        }
    }

    /// Stores the room and continues from the stored state. Returns the reason if that failed.
    fn checkpoint(&mut self) -> Option<String> {
        match self.room.checkpoint(self.now) {
            Ok((applied, _)) => {
                self.take(applied, None);
                None
            }
            Err(why) => Some(why.to_string()),
        }
    }

    /// Stores the room, unless the map offers no state or something is under way.
    fn store(&mut self) {
        match self.room.checkpoint(self.now) {
            Ok((applied, _)) => self.take(applied, None),
            Err(NoCheckpoint::NotOffered) => {}
            Err(why) if why.is_passing() => {}
            Err(why) => self.errors.push((why.to_string(), String::new())),
        }
    }

    fn scene(&self, player: u64) -> fangqi_protocol::Scene {
        self.room.scene(PlayerId(player))
    }
}

/// Adds methods `name(args…) body` to a table, each with the driver borrowed.
macro_rules! methods {
    (
        $lua:ident, $table:ident, $driver:ident,
        $($name:literal: |$d:ident, $l:pat_param, $args:pat_param => $ty:ty| $body:expr;)*
    ) => {$(
        let shared = Rc::clone($driver);
        $table.set($name, $lua.create_function(move |$l, (_t, $args): (Value, $ty)| {
            #[allow(unused_mut)]
            let mut $d = shared.borrow_mut();
            $body
        })?)?;
    )*};
}

/// The driver as the table `t`.
pub(super) fn table(lua: &Lua, driver: &Rc<RefCell<Driver>>) -> mlua::Result<Table> {
    let t = lua.create_table()?;
    players(lua, &t, driver)?;
    walkers(lua, &t, driver)?;
    witnesses(lua, &t, driver)?;
    t.set(
        "expect",
        lua.create_function(|_, (_t, holds, message): (Value, bool, Option<String>)| {
            let message = message.unwrap_or_else(|| "expectation does not hold".to_owned());
            if holds { Ok(()) } else { Err(mlua::Error::runtime(message)) }
        })?,
    )?;
    t.set(
        "equal",
        lua.create_function(|_, (_t, a, b, message): (Value, Value, Value, Option<String>)| {
            let (a, b) = (show(&a), show(&b));
            if a == b {
                return Ok(());
            }
            let message = message.map(|message| format!("{message}: ")).unwrap_or_default();
            Err(mlua::Error::runtime(format!("{message}{a} is not {b}")))
        })?,
    )?;
    Ok(t)
}

/// Methods for players and time.
fn players(lua: &Lua, t: &Table, driver: &Rc<RefCell<Driver>>) -> mlua::Result<()> {
    methods! { lua, t, driver,
        "join": |d, _, name => Option<String>| {
            let player = PlayerId(FIRST_PLAYER + d.players);
            d.players += 1;
            let name = name.unwrap_or_else(|| format!("player {}", player.0));
            d.apply(Input::Join { player, name });
            Ok(player.0)
        };
    }
    let act = |name: &str, make: fn(PlayerId, MultiValue, &Lua) -> mlua::Result<Input>| {
        let shared = Rc::clone(driver);
        let method =
            lua.create_function(move |lua, (_t, player, rest): (Value, u64, MultiValue)| {
                let input = make(PlayerId(player), rest, lua)?;
                Ok(shared.borrow_mut().apply(input))
            })?;
        t.set(name, method)
    };
    fn read<T: mlua::FromLuaMulti>(rest: MultiValue, lua: &Lua) -> mlua::Result<T> {
        T::from_lua_multi(rest, lua)
    }
    act("leave", |player, _, _| Ok(Input::Leave { player }))?;
    act("back", |player, _, _| Ok(Input::Join { player, name: format!("player {}", player.0) }))?;
    act("sit", |player, rest, lua| Ok(Input::Sit { player, seat: read(rest, lua)? }))?;
    act("stand", |player, _, _| Ok(Input::Stand { player }))?;
    act("computer", |player, rest, lua| {
        let (seat, level) = read(rest, lua)?;
        Ok(Input::SetComputer { player, seat, level })
    })?;
    act("click", |player, rest, lua| {
        let (x, y, z) = read(rest, lua)?;
        Ok(Input::Click { player, pos: [x, y, z], face: 5 })
    })?;
    act("choose", |player, rest, lua| {
        let (request, choice) = read(rest, lua)?;
        Ok(Input::Choose { player, request, choice })
    })?;
    act("select", |player, rest, lua| {
        let (request, numbers): (_, Vec<u16>) = read(rest, lua)?;
        let cells = numbers.into_iter().map(|number| number.wrapping_sub(1)).collect();
        Ok(Input::Select { player, request, cells })
    })?;
    act("action", |player, rest, lua| {
        let (id, value): (String, Option<String>) = read(rest, lua)?;
        Ok(Input::Action { player, id, value: value.unwrap_or_default() })
    })?;
    act("chat", |player, rest, lua| Ok(Input::Chat { player, text: read(rest, lua)? }))?;
    act("stand_in", |player, rest, lua| Ok(Input::StandIn { player, on: read(rest, lua)? }))?;
    act("take_back", |player, _, _| Ok(Input::TakeBack { player }))?;
    methods! { lua, t, driver,
        "ticks": |d, _, count => u64| { d.ticks(count); Ok(()) };
        "run_jobs": |d, _, _none => Value| d.run_jobs();
        "checkpoint": |d, _, _none => Value| Ok(d.checkpoint());
    }
    Ok(())
}

/// The stance of a player in a test; fields that are left out have their usual values.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Stance {
    yaw: Option<f64>,
    pitch: Option<f64>,
    sneaks: bool,
    runs: bool,
    flies: bool,
    grounded: Option<bool>,
}

impl Driver {
    /// Where a player is, as its client knows it.
    fn standing(&self, player: u64) -> mlua::Result<Standing> {
        self.room
            .standing(PlayerId(player))
            .ok_or_else(|| mlua::Error::runtime(format!("player {player} is not in the world")))
    }

    /// Sends a player's position and stance. Returns whether they were accepted.
    fn pose(&mut self, player: u64, pos: [f64; 3], stance: Stance) -> mlua::Result<bool> {
        let Standing { yaw, pitch, moved, .. } = self.standing(player)?;
        let pose = Pose {
            pos,
            yaw: stance.yaw.unwrap_or(yaw),
            pitch: stance.pitch.unwrap_or(pitch),
            grounded: stance.grounded.unwrap_or(!stance.flies),
            sneaks: stance.sneaks,
            runs: stance.runs,
            flies: stance.flies,
            moved,
        };
        Ok(self.apply(Input::Pose { player: PlayerId(player), pose }))
    }

    /// Makes a player jump on the spot: off the ground, up, and back. Returns whether it could.
    fn jump(&mut self, player: u64) -> mlua::Result<bool> {
        let at @ [x, y, z] = self.standing(player)?.pos;
        let air = Stance { grounded: Some(false), ..Stance::default() };
        let up = self.pose(player, [x, y + HOP, z], air)?;
        self.ticks(HOP_TICKS);
        Ok(self.pose(player, at, Stance::default())? && up)
    }
}

/// Height of a jump in a test, in blocks, and its length, in ticks.
const HOP: f64 = 0.4;
const HOP_TICKS: Tick = 4;

/// Methods for walking players.
fn walkers(lua: &Lua, t: &Table, driver: &Rc<RefCell<Driver>>) -> mlua::Result<()> {
    methods! { lua, t, driver,
        "pose": |d, _, (player, x, y, z, stance) => (u64, f64, f64, f64, Value)| {
            let stance = match stance {
                Value::Nil => Stance::default(),
                stance => from_lua(&stance)?,
            };
            d.pose(player, [x, y, z], stance)
        };
        "look": |d, _, (player, yaw, pitch) => (u64, f64, Option<f64>)| {
            let at = d.standing(player)?.pos;
            let stance = Stance { yaw: Some(yaw), pitch, ..Stance::default() };
            d.pose(player, at, stance)
        };
        "jump": |d, _, player => u64| d.jump(player);
        "sneak": |d, _, (player, on) => (u64, Option<bool>)| {
            let at = d.standing(player)?.pos;
            d.pose(player, at, Stance { sneaks: on.unwrap_or(true), ..Stance::default() })
        };
        "run": |d, _, (player, x, y, z) => (u64, f64, f64, f64)| {
            d.pose(player, [x, y, z], Stance { runs: true, ..Stance::default() })
        };
        "act": |d, _, (player, act) => (u64, Value)| {
            let act = from_lua(&act)?;
            Ok(d.apply(Input::Act { player: PlayerId(player), act }))
        };
    }
    Ok(())
}

/// Methods that inspect the room.
fn witnesses(lua: &Lua, t: &Table, driver: &Rc<RefCell<Driver>>) -> mlua::Result<()> {
    methods! { lua, t, driver,
        "block": |d, _, pos => MultiValue| {
            let mut pos = pos.into_iter().map(|value| value.as_i32().unwrap_or(i32::MIN));
            let pos = [(); 3].map(|()| pos.next().unwrap_or(i32::MIN));
            Ok(d.room.block(pos).id().0)
        };
        "marks": |d, lua, player => u64| to_lua(lua, &d.scene(player).marks);
        "request": |d, lua, player => u64| to_lua(lua, &d.scene(player).request);
        "hud": |d, lua, player => Option<u64>| to_lua(lua, &d.scene(player.unwrap_or(0)).hud);
        "seats": |d, lua, _none => Value| to_lua(lua, &d.room.seats());
        "toasts": |d, lua, player => u64| {
            let own: Vec<_> =
                d.toasts.iter().filter(|(to, _)| to.0 == player).map(|(_, toast)| toast).collect();
            to_lua(lua, &own)
        };
        "said": |d, lua, player => u64| {
            let own: Vec<_> =
                d.said.iter().filter(|(to, _)| to.0 == player).map(|(_, said)| said).collect();
            to_lua(lua, &own)
        };
        "texts": |d, lua, _none => Value| to_lua(lua, &d.room.texts_in_world());
        "walk": |d, lua, player => u64| to_lua(lua, &d.room.walk(PlayerId(player)));
        "jobs": |d, _, _none => Value| Ok(d.jobs.len());
        "hash": |d, _, _none => Value| Ok(format!("{:016x}", d.room.state_hash()));
        "errors": |d, lua, _none => Value| {
            let errors: Vec<String> = d.errors.drain(..).map(|(error, _)| error).collect();
            to_lua(lua, &errors)
        };
        "eval": |d, lua, source => String| {
            // Brings the room to the present time before Lua sees it.
            if d.room.tick() < d.now {
                d.apply(Input::Tick);
            }
            let before = d.room.state_hash();
            let values = d.room.evaluate(&source).map_err(mlua::Error::external)?;
            let copied = copy_all(lua, values)?;
            // Its changes are not in the log, which then leads to another state.
            let ready = d.room.has_ready();
            if ready || d.room.state_hash() != before || d.room.escapes() {
                d.evaluated = true;
                d.room.end_heavy_mode();
            }
            if ready {
                d.apply(Input::Tick);
            }
            Ok(copied)
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::api::types::TEST;
    use fangqi_plugin::small_map;

    #[test]
    fn the_stubs_of_tests_have_the_methods_that_there_are() {
        let package = Arc::new(small_map("").unwrap());
        let driver = Driver::open(&package, Strictness::default()).unwrap();
        let lua = Lua::new();
        let table = table(&lua, &Rc::new(RefCell::new(driver))).unwrap();
        let there: BTreeSet<String> =
            table.pairs::<String, mlua::Function>().map(|pair| pair.unwrap().0).collect();
        let declared: BTreeSet<String> = TEST.names().into_iter().map(str::to_owned).collect();
        assert_eq!(declared, there);
        assert!(TEST.has_methods && TEST.fields.iter().all(|field| field.params.is_some()));
    }
}
