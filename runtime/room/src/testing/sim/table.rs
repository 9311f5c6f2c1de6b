//! A room in which a plan is carried out, checked after every step.

use std::sync::Arc;

use fangqi_plugin::{MapPackage, RoomOptions};
use fangqi_protocol::{
    Input, JobId, JobOrder, JobResult, LogLevel, LogLine, PlayerId, Record, RequestView,
    SeatHolder, Tick, run_job_alone,
};
use fangqi_vm::Rng;

use super::plan::{Act, JobEnd, PERSONS, What, selected};
use super::twin::Twin;
use super::{Stats, Step};
use crate::Finding;
use crate::core::{Applied, NoCheckpoint, Reload, Room};

/// First player number, as in the server.
const FIRST_PLAYER: u64 = 1001;
/// Maximum time, in ticks and in steps of time, until a computer must have moved.
const PATIENCE_TICKS: Tick = 400;
const PATIENCE_STEPS: usize = 60;
/// Fuel of a step of time from which the room is at work: a computer may think slice by slice.
const WORK_FUEL: u64 = 100_000;
/// Fuel of scripts after which a room is not continued; a unit is about ten nanoseconds.
const ROOM_FUEL: u64 = 100_000_000;
/// Maximum fuel for rebuilding rooms: as a multiple of what the room itself has used, and at least.
const REBUILD_TIMES: u64 = 2;
const REBUILD_LEAST: u64 = 50_000_000;
/// Maximum number of steps in which a game is played on: moves, results of jobs, passages of time.
const PLAY_STEPS: usize = 600;
/// Maximum number of wake-ups for one passage of time, after which time seems to stand still.
const WAKES_MAX: usize = 20_000;

/// Why jobs fail that the simulation has fail.
const MISHAP: &str = "the simulation has it fail";

/// Moves of a game that a failure names: its last.
const MOVES_SHOWN: usize = 12;

/// A failure.
#[derive(Debug)]
pub(super) struct Fault {
    /// The kind. Failures of one kind count as the same when a plan is shortened.
    pub(super) kind: &'static str,
    pub(super) finding: Finding,
    /// The input that failed, if it was an input. It is not among the steps.
    pub(super) tried: Option<Box<(Tick, Input)>>,
}

/// A room and its surroundings.
pub(super) struct Table {
    /// `None` while it hibernates.
    room: Option<Room>,
    package: Arc<MapPackage>,
    places: Vec<[i32; 3]>,
    now: Tick,
    jobs: Vec<JobOrder>,
    /// A room that is given the same inputs and is stored after them; `None` if what stored rooms
    /// forget is not looked for, or no longer.
    twin: Option<Twin>,
    /// Whether each step is kept with its hash.
    keep: bool,
    /// Fuel used by the room's scripts, and by those of rooms rebuilt from its log.
    fuel: u64,
    fuel_anew: u64,
    pub(super) steps: Vec<Step>,
    pub(super) stats: Stats,
}

impl Table {
    pub(super) fn open(
        package: &Arc<MapPackage>,
        options: RoomOptions,
        (keep, stored): (bool, bool),
    ) -> Result<Self, Fault> {
        let open = || Room::open(Arc::clone(package), options.clone());
        let (room, applied) = open().map_err(|error| {
            let (file, line) = error.place().unwrap_or_default();
            let mut finding =
                Finding::of_text(&error.to_string(), package.script_names(), package.id());
            if !file.is_empty() {
                finding = Finding { file: file.to_owned(), line, ..finding };
            }
            Fault { kind: "open", finding, tried: None }
        })?;
        let twin = stored.then(open).and_then(Result::ok).map(|(room, _)| Twin::of(room));
        let places = match package.places() {
            [] => around(package.camera().target),
            places => places.iter().map(|(_, pos)| pos.to_array()).collect(),
        };
        let mut table = Self {
            room: Some(room),
            package: Arc::clone(package),
            places,
            now: 0,
            jobs: Vec::new(),
            twin,
            keep,
            fuel: 0,
            fuel_anew: 0,
            steps: Vec::new(),
            stats: Stats::default(),
        };
        table.take(applied, None)?;
        Ok(table)
    }

    fn room(&self) -> Result<&Room, Fault> {
        self.room.as_ref().ok_or_else(|| self.fault("lost", "the room was lost"))
    }

    fn fault(&self, kind: &'static str, text: &str) -> Fault {
        let package = &self.package;
        let finding = Finding::of_text(text, package.script_names(), package.id());
        Fault { kind, finding, tried: None }
    }

    /// The last moves of the game, as its players read them; `None` before the first.
    fn moves_made(&self) -> Option<String> {
        let moves = self.room.as_ref()?.scene(PlayerId(0)).hud.moves;
        let last = &moves[moves.len().saturating_sub(MOVES_SHOWN)..];
        let last: Vec<&str> = last.iter().map(|entry| entry.text.en.as_str()).collect();
        let more = if last.len() < moves.len() { "… " } else { "" };
        (!last.is_empty()).then(|| format!("the moves before: {more}{}", last.join(", ")))
    }

    /// Whether the room's scripts have used all the fuel they may.
    pub(super) fn is_spent(&self) -> bool {
        self.fuel > ROOM_FUEL
    }

    /// Whether another rebuild is within the limit. It takes as much fuel as the room has used.
    fn may_remake(&mut self) -> bool {
        let most = (REBUILD_TIMES * self.fuel).max(REBUILD_LEAST);
        let may = self.fuel_anew + self.fuel <= most;
        if may {
            self.fuel_anew += self.fuel;
        }
        may
    }

    /// Carries an act out.
    pub(super) fn act(&mut self, act: &Act) -> Result<(), Fault> {
        self.pass(act.after)?;
        let player = PlayerId(FIRST_PLAYER + act.who);
        match &act.what {
            What::Answer { pick, by_clicks } => self.answer(player, *pick, *by_clicks),
            What::Click { pick } => self.click(player, *pick),
            What::Press { pick } => self.press(player, *pick),
            What::Job(end) => self.finish_jobs(*end),
            What::Checkpoint if self.twin.as_ref().is_some_and(Twin::follows) => Ok(()),
            What::Checkpoint => self.checkpoint(),
            What::Sleep | What::Rebuild | What::Reload if !self.may_remake() => Ok(()),
            What::Sleep => self.sleep(),
            What::Rebuild => self.rebuild(),
            What::Reload => self.reload(),
            What::LetPlay => self.let_play(),
            What::GoBack(events) => {
                let event = self.room()?.event().saturating_sub(*events);
                self.apply(Input::GoBack { player, event })
            }
            what => match input(what, player) {
                Some(input) => self.apply(input),
                None => Ok(()),
            },
        }
    }

    /// Ends the plan: computers must move, the game is played on, and the room must match its log.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        if !self.is_spent() {
            self.let_play()?;
            self.play_on()?;
        }
        self.rebuild()
    }

    fn apply(&mut self, input: Input) -> Result<(), Fault> {
        let now = self.now;
        let before = self.room()?.scene(PlayerId(0)).hud;
        let Some(room) = self.room.as_mut() else { return Ok(()) };
        let own = self.twin.as_mut().and_then(|twin| twin.translated(room, &input));
        let applied = room.apply(now, input.clone());
        let apart = match (&mut self.twin, own) {
            (Some(twin), Some(own)) => twin.follow(room, (now, own), &applied),
            _ => None,
        };
        self.stats.inputs += 1;
        let record = applied.record.clone();
        let mut outcome = self.take(applied, Some(&input));
        if outcome.is_ok() {
            outcome = self.look(before.result.is_some(), before.moves.len());
        }
        if let (Ok(()), Some(text)) = (&outcome, apart) {
            outcome = Err(self.fault("forgotten", &text));
        }
        match outcome {
            Err(fault) => Err(Fault { tried: Some(Box::new((now, input))), ..fault }),
            Ok(()) => {
                self.keep(record);
                Ok(())
            }
        }
    }

    fn keep(&mut self, record: Option<Record>) {
        if let (true, Some(record), Some(room)) = (self.keep, record, &self.room) {
            self.steps.push(Step { record, hash: room.state_hash() });
        }
    }

    /// Notes what an input did. A script's error is a failure.
    fn take(&mut self, applied: Applied, input: Option<&Input>) -> Result<(), Fault> {
        self.jobs.retain(|job| !applied.cancelled.contains(&job.id));
        self.jobs.extend(applied.jobs);
        self.fuel += applied.costs.iter().map(|cost| cost.fuel).sum::<u64>();
        for line in &applied.log {
            match line.level {
                LogLevel::Print => self.stats.printed.add(&line.text),
                // What the simulation did itself is no fault of the map.
                LogLevel::Warn if line.text.ends_with(MISHAP) => {}
                LogLevel::Warn => self.stats.warned.add(&line.text),
                LogLevel::Error => {}
            }
        }
        match applied.log.iter().find(|line| line.level == LogLevel::Error) {
            None => Ok(()),
            Some(LogLine { text, calls, .. }) => {
                let mut fault = self.fault("script", text);
                fault.finding = fault.finding.after(calls);
                fault.finding.how.extend(self.moves_made());
                if input.is_none() {
                    fault.finding.message.push_str(" (when the room opens)");
                }
                Err(fault)
            }
        }
    }

    /// Checks that a finished game accepts no moves and asks for none.
    fn look(&mut self, was_over: bool, moves: usize) -> Result<(), Fault> {
        let hud = self.room()?.scene(PlayerId(0)).hud;
        self.stats.moves += hud.moves.len().saturating_sub(moves);
        if hud.result.is_none() {
            return Ok(());
        }
        self.stats.ended += usize::from(!was_over);
        if was_over && hud.moves.len() > moves {
            return Err(self.fault("finished", "a finished game has taken another move"));
        }
        let asks = |request: RequestView| request.choices.iter().any(|it| !it.path.is_empty());
        if self.requests()?.into_iter().any(|(_, request)| asks(request)) {
            return Err(
                self.fault("finished", "the game is over, and yet somebody is asked to move")
            );
        }
        Ok(())
    }

    /// The players with open questions, and the questions.
    fn requests(&self) -> Result<Vec<(PlayerId, RequestView)>, Fault> {
        let room = self.room()?;
        let players = (0..PERSONS).map(|person| PlayerId(FIRST_PLAYER + person));
        Ok(players.filter_map(|id| Some((id, room.scene(id).request?))).collect())
    }

    /// Someone with an open question answers it; if there is none, `player` clicks.
    fn answer(&mut self, player: PlayerId, pick: u64, by_clicks: bool) -> Result<(), Fault> {
        let mut requests = self.requests()?;
        if requests.is_empty() {
            return self.click(player, pick);
        }
        let (player, request) = requests.swap_remove(pick as usize % requests.len());
        if let Some(cells) = request.selection.and_then(|it| selected(&it, pick >> 8)) {
            return self.apply(Input::Select { player, request: request.id, cells });
        }
        let index = (pick >> 8) as usize % request.choices.len().max(1);
        let Some(choice) = request.choices.get(index) else { return Ok(()) };
        if !by_clicks || choice.path.is_empty() {
            let choice = u32::try_from(index).unwrap_or(u32::MAX);
            return self.apply(Input::Choose { player, request: request.id, choice });
        }
        choice
            .path
            .iter()
            .try_for_each(|pos| self.apply(Input::Click { player, pos: *pos, face: 5 }))
    }

    /// A click on a cell of the board, or on any block of a map without a board.
    fn click(&mut self, player: PlayerId, pick: u64) -> Result<(), Fault> {
        let room = self.room()?;
        let mut places: Vec<[i32; 3]> = Vec::new();
        if room.package().places().is_empty() {
            places.extend(self.places.iter().filter(|pos| room.block(**pos).id().0 != 0));
        }
        let places = if places.is_empty() { &self.places } else { &places };
        let Some(pos) = places.get(pick as usize % places.len().max(1)) else { return Ok(()) };
        self.apply(Input::Click { player, pos: *pos, face: (pick >> 40) as u8 % 6 })
    }

    fn press(&mut self, player: PlayerId, pick: u64) -> Result<(), Fault> {
        let hud = self.room()?.scene(player).hud;
        let buttons: Vec<_> = hud.all_buttons().collect();
        let Some(button) = buttons.get(pick as usize % buttons.len().max(1)) else {
            return Ok(());
        };
        let options = &button.options;
        let value = options.get((pick >> 8) as usize % options.len().max(1));
        let value = value.map(|option| option.value.clone()).unwrap_or_default();
        self.apply(Input::Action { player, id: button.id.clone(), value })
    }

    fn finish_jobs(&mut self, end: JobEnd) -> Result<(), Fault> {
        let jobs = match end {
            JobEnd::All => std::mem::take(&mut self.jobs),
            JobEnd::One | JobEnd::Failed => self.jobs.drain(..self.jobs.len().min(1)).collect(),
        };
        jobs.into_iter().try_for_each(|job| self.finish(&job, end == JobEnd::Failed))
    }

    fn finish(&mut self, job: &JobOrder, fails: bool) -> Result<(), Fault> {
        let result = if fails {
            JobResult::Failed { reason: MISHAP.to_owned() }
        } else {
            // How well a computer plays is not part of the test.
            run_job_alone(&job.spec.shortened())
        };
        if let (false, JobResult::Failed { reason }) = (fails, &result) {
            let mut fault = self.fault("job", reason);
            fault.finding.message.push_str(" (while a computer thinks)");
            fault.finding.how.extend(self.moves_made());
            return Err(Fault { tried: Some(self.done(job.id, result)), ..fault });
        }
        self.apply(Input::JobDone { job: job.id, result })
    }

    fn done(&self, job: JobId, result: JobResult) -> Box<(Tick, Input)> {
        Box::new((self.now, Input::JobDone { job, result }))
    }

    /// Lets ticks pass.
    fn pass(&mut self, ticks: Tick) -> Result<(), Fault> {
        let end = self.now + ticks;
        for _ in 0..WAKES_MAX {
            let Some(due) = self.room()?.next_wake().filter(|due| *due <= end) else {
                self.now = end;
                return Ok(());
            };
            self.now = due.max(self.now);
            self.apply(Input::Tick)?;
        }
        Err(self.fault("time", "time does not get on: something is always due at once"))
    }

    fn checkpoint(&mut self) -> Result<(), Fault> {
        let now = self.now;
        let Some(room) = self.room.as_mut() else { return Ok(()) };
        match room.checkpoint(now) {
            Ok((applied, _)) => {
                self.stats.checkpoints += 1;
                let record = applied.record.clone();
                self.take(applied, Some(&Input::Checkpoint))?;
                self.keep(record);
                Ok(())
            }
            Err(NoCheckpoint::NotOffered) => Ok(()),
            Err(why) if why.is_passing() => Ok(()),
            Err(why) => Err(self.fault("checkpoint", &why.to_string())),
        }
    }

    fn sleep(&mut self) -> Result<(), Fault> {
        let Some(room) = self.room.take() else { return Ok(()) };
        let (before, tick) = (room.state_hash(), room.tick());
        let woken = room.hibernate().wake();
        let mut room = woken.map_err(|error| self.fault("sleep", &error.to_string()))?;
        if room.tick() < tick {
            room.apply(tick, Input::Tick);
        }
        let after = room.state_hash();
        self.jobs = room.pending_jobs();
        self.room = Some(room);
        self.stats.rebuilt += 1;
        let text = "a room that slept has woken in another state than it fell asleep in";
        if before == after { Ok(()) } else { Err(self.fault("sleep", text)) }
    }

    fn rebuild(&mut self) -> Result<(), Fault> {
        self.stats.rebuilt += 1;
        let room = self.room()?;
        if room.history_start() > 0 {
            return Ok(());
        }
        let options = RoomOptions { heavy: false, ..room.options().clone() };
        let mut rebuilt = Room::replay(Arc::clone(room.package()), options, room.history())
            .map_err(|error| self.fault("rebuild", &error.to_string()))?;
        // A refused input may have let time pass.
        if rebuilt.tick() < room.tick() {
            rebuilt.apply(room.tick(), Input::Tick);
        }
        if rebuilt.state_hash() == room.state_hash() {
            return Ok(());
        }
        let (here, there) = (room.state_parts(), rebuilt.state_parts());
        let differs = here.iter().zip(&there).filter(|(a, b)| a != b);
        let parts: Vec<&str> = differs.map(|((name, _), _)| *name).collect();
        let text = format!(
            "the room, rebuilt from its log, is in another state ({}): something is kept where no \
             input made it",
            parts.join(", ")
        );
        Err(self.fault("rebuild", &text))
    }

    fn reload(&mut self) -> Result<(), Fault> {
        let room = self.room()?;
        let tick = room.tick();
        match room.reload(Arc::clone(room.package())) {
            Reload::Same(mut room) => {
                if room.tick() < tick {
                    room.apply(tick, Input::Tick);
                }
                self.jobs = room.pending_jobs();
                self.room = Some(*room);
                Ok(())
            }
            Reload::Differs { first, .. } => {
                let text = format!(
                    "the same map, loaded again, leads to another state: {}",
                    first.parts.join("; ")
                );
                Err(self.fault("reload", &text))
            }
            Reload::Failed(error) => Err(self.fault("reload", &error.to_string())),
        }
    }

    /// Has everybody there whom a game needs: those who hold a seat come back, and computers take
    /// what is open. A game that is over gives way to a new one.
    fn gather(&mut self) -> Result<(), Fault> {
        let host = PlayerId(FIRST_PLAYER);
        self.apply(Input::Join { player: host, name: format!("player {}", host.0) })?;
        for (seat, view) in (0..).zip(self.room()?.seats()) {
            let input = match view.holder {
                SeatHolder::Open => Input::SetComputer { player: host, seat, level: Some(1) },
                SeatHolder::Player { player } if player != host => {
                    Input::Join { player, name: format!("player {}", player.0) }
                }
                _ => continue,
            };
            self.apply(input)?;
        }
        if self.room()?.is_over() {
            let (id, value) = ("new".to_owned(), String::new());
            self.apply(Input::Action { player: host, id, value })?;
        }
        Ok(())
    }

    /// Computers play, and people choose anything, until the game is over.
    fn play_on(&mut self) -> Result<(), Fault> {
        let mut rng = Rng::new(self.stats.inputs as u64);
        self.gather()?;
        for _ in 0..PLAY_STEPS {
            if self.is_spent() || self.room()?.is_over() {
                return Ok(());
            } else if !self.jobs.is_empty() {
                self.finish_jobs(JobEnd::All)?;
            } else if !self.requests()?.is_empty() {
                self.answer(PlayerId(FIRST_PLAYER), rng.next_u64(), false)?;
            } else {
                let wait = self.room()?.next_wake().map(|due| due.saturating_sub(self.now));
                let Some(wait) = wait.filter(|wait| *wait <= PATIENCE_TICKS) else {
                    return Ok(());
                };
                self.pass(wait)?;
            }
        }
        Ok(())
    }

    /// The seat of the computer that must move, if the room says that one must.
    fn computer_to_move(&self) -> Result<Option<usize>, Fault> {
        let room = self.room()?;
        let hud = room.scene(PlayerId(0)).hud;
        let watched = room.players().iter().any(|player| player.present);
        let seats = room.seats();
        let turn = hud.turn.map(usize::from).filter(|_| watched && hud.result.is_none());
        let computer = |seat: &usize| {
            seats.get(*seat).is_some_and(|it| matches!(it.holder, SeatHolder::Computer { .. }))
        };
        Ok(turn.filter(computer))
    }

    /// If it is a computer's turn, gives it time and job results until it moves.
    fn let_play(&mut self) -> Result<(), Fault> {
        let Some(seat) = self.computer_to_move()? else { return Ok(()) };
        let moves = self.room()?.scene(PlayerId(0)).hud.moves.len();
        let (mut end, mut idle) = (self.now + PATIENCE_TICKS, 0);
        while idle < PATIENCE_STEPS && !self.is_spent() {
            self.finish_jobs(JobEnd::All)?;
            let hud = self.room()?.scene(PlayerId(0)).hud;
            if self.computer_to_move()? != Some(seat) || hud.moves.len() != moves {
                return Ok(());
            }
            let due = self.room()?.next_wake().map_or(end, |due| due.min(end));
            if due >= end && self.now >= end {
                break;
            }
            let before = self.fuel;
            self.pass(due.saturating_sub(self.now))?;
            if self.fuel - before < WORK_FUEL {
                idle += 1;
            } else {
                end = self.now + PATIENCE_TICKS;
            }
        }
        if self.is_spent() {
            return Ok(());
        }
        let text = format!("it is the computer's turn at seat {seat}, and nothing happens");
        Err(self.fault("progress", &text))
    }
}

/// The input of an act, if that does not depend on the room.
fn input(what: &What, player: PlayerId) -> Option<Input> {
    Some(match what {
        What::Join => Input::Join { player, name: format!("player {}", player.0) },
        What::Leave => Input::Leave { player },
        What::Sit(seat) => Input::Sit { player, seat: *seat },
        What::Stand => Input::Stand { player },
        What::Computer(seat, level) => Input::SetComputer { player, seat: *seat, level: *level },
        What::ClickAt(pos) => Input::Click { player, pos: *pos, face: 5 },
        What::Choose { request, choice } => {
            Input::Choose { player, request: *request, choice: *choice }
        }
        What::PressNamed(id, value) => {
            Input::Action { player, id: (*id).to_owned(), value: (*value).to_owned() }
        }
        What::Chat(text) => Input::Chat { player, text: (*text).to_owned() },
        What::TakeBack => Input::TakeBack { player },
        What::StandIn(on) => Input::StandIn { player, on: *on },
        _ => return None,
    })
}

/// Cells near the camera's target, for maps without a board.
fn around(target: [f32; 3]) -> Vec<[i32; 3]> {
    let [x, y, z] = target.map(|number| number.floor() as i32);
    let line =
        |middle: i32, reach: i32| middle.saturating_sub(reach)..=middle.saturating_add(reach);
    let mut places = Vec::new();
    for dz in line(z, 5) {
        for dx in line(x, 5) {
            places.extend(line(y, 1).map(|dy| [dx, dy, dz]));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::small_map;

    fn table() -> Table {
        let package = Arc::new(small_map("local x = 1").unwrap());
        Table::open(&package, RoomOptions::default(), (false, false)).unwrap()
    }

    #[test]
    fn what_no_input_did_is_found_by_every_way_of_rebuilding() {
        for (what, kind) in [(What::Rebuild, "rebuild"), (What::Sleep, "sleep")] {
            let mut table = table();
            let act = Act { after: 0, who: 0, what };
            table.act(&act).unwrap();
            table.room().unwrap().evaluate("Hud:setStatus(\"from nowhere\")").unwrap();
            let fault = table.act(&act).unwrap_err();
            assert_eq!(fault.kind, kind);
            assert!(fault.finding.message.contains("in another state"), "{}", fault.finding);
        }
    }
}
