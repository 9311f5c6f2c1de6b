//! Checks of Mini World scripts as others wrote them, in a scratch room: what they use and what
//! fails.

mod found;
mod given;
mod imported;
mod literals;
mod probes;
mod scratch;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use fangqi_plugin::{Finding, MapPackage, RoomOptions};
use fangqi_protocol::{Input, LogLevel, LogLine, PlayerId, Tick};
use fangqi_room::types::{Status, functions};
use fangqi_room::{Applied, Room};
use fangqi_text::escape;
use fangqi_vm::compile_adding;
use serde::Serialize;

use crate::MINIWORLD;
use crate::room::InRoom;
pub use found::Found;
use found::{Findings, Kind, Raise, Seen};
use imported::{known_pages, own_name};
pub use imported::{may_be_script, miniworld_map, script_name, script_text, unlike};
use literals::Literals;
use probes::{Known, Turn, Variant};
use scratch::{Cause, Scratch};

/// The two players of the scratch world.
const PLAYERS: [(PlayerId, &str); 2] = [(PlayerId(1001), "Ann"), (PlayerId(1002), "Ben")];
/// The folder in the names of scripts in messages.
const MAP: &str = "check";
/// Maximum number of log lines for one input, and of bytes in them: one handler may fail hundreds
/// of times.
const LINES_MAX: usize = 20_000;
const BYTES_MAX: usize = 4 << 20;

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MiniWorldReport {
    /// The files under their given names, in the order in which they ran.
    pub files: Vec<String>,
    /// Errors, by file and line, with how often they occurred.
    pub errors: Vec<Found>,
    /// Errors caused by values that the check made up: an event was about something that the
    /// scripts neither created nor named, such as a creature of the check, or it had made an
    /// earlier call return FAILED. In the scripts' own map these errors might never occur.
    pub unsure: Vec<Found>,
    /// Errors that the scripts caught themselves, with `pcall` and the like.
    pub caught: Vec<Found>,
    /// Calls that returned FAILED with a reason, by file and line.
    pub refused: Vec<Found>,
    /// Such calls that fail only with values that the check made up.
    pub probed: Vec<Found>,
    /// The functions that were called, with how far they work.
    pub functions: Vec<UsedFunction>,
    /// The events with handlers.
    pub events: Vec<UsedEvent>,
    /// What the scripts changed in the world.
    pub changed: Changed,
    /// Number of ticks that passed.
    pub ticks: Tick,
    /// Number of lines that scripts printed.
    pub printed: usize,
    /// Pages that no script opens. An imported map opens them at the start.
    pub unopened: BTreeSet<String>,
}

/// A function that scripts call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UsedFunction {
    /// `Module:function`.
    pub name: String,
    /// `works`, `partly` or `fails`.
    pub status: &'static str,
    /// What does not work, or why.
    pub why: String,
}

/// An event that scripts listen to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UsedEvent {
    /// Its name.
    pub name: String,
    /// `known`, `never` (with the reason) or `own` for those that only scripts raise.
    pub status: &'static str,
    /// Why it never occurs.
    pub why: String,
    /// How often its handlers were called.
    pub raised: usize,
}

/// Changes of the world.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// Number of cells that differ from the layout.
    pub blocks: usize,
    /// Number of creatures, drops and projectiles.
    pub objects: usize,
    /// Number of chat lines and toasts.
    pub messages: usize,
    /// Number of pages that players have open.
    pub pages: usize,
    /// Number of items that players hold.
    pub items: u32,
}

impl MiniWorldReport {
    /// Whether the scripts themselves have no errors.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// The report as text for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut put = |line: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", escape(&line));
        };
        put(format!("{} files, {} ticks", self.files.len(), self.ticks));
        for (title, found) in [
            ("errors", &self.errors),
            ("errors that may be the check's own, of what the scripts did not make", &self.unsure),
            ("errors that the scripts caught", &self.caught),
            ("answered FAILED", &self.refused),
            ("answered FAILED because of what the check made up", &self.probed),
        ] {
            let times: usize = found.iter().map(|found| found.count).sum();
            put(match found.len() {
                0 => format!("{title}: 0"),
                places => format!("{title}: {places} (×{times})"),
            });
            for found in found {
                put(format!("  {found}"));
            }
        }
        if !self.unopened.is_empty() {
            let pages: Vec<&str> = self.unopened.iter().map(String::as_str).collect();
            put(format!("pages that no script opens: {}", pages.join(", ")));
        }
        let with = |status: &'static str| self.functions.iter().filter(move |f| f.status == status);
        put(format!(
            "functions: {} work, {} in part, {} answer FAILED",
            with("works").count(),
            with("partly").count(),
            with("fails").count()
        ));
        for function in with("partly").chain(with("fails")) {
            put(format!("  {} ({}): {}", function.name, function.status, function.why));
        }
        put(format!("events: {}", self.events.len()));
        for event in &self.events {
            let why = if event.why.is_empty() { String::new() } else { format!(": {}", event.why) };
            put(format!(
                "  {} ({}, handlers called {} times){why}",
                event.name, event.status, event.raised
            ));
        }
        let Changed { blocks, objects, messages, pages, items } = self.changed;
        put(format!(
            "changed: {blocks} cells, {objects} objects, {messages} messages, {pages} pages, \
             {items} items held"
        ));
        out
    }
}

/// Runs scripts unchanged in a scratch room with two players, raises every event with handlers in
/// several variants, and lets `ticks` ticks pass.
///
/// Scripts are given with the paths under which they were found, which the report repeats. The last
/// folder of a path counts only if it is a page's (see [`super::script_name`]).
pub fn check_miniworld(scripts: &[(String, Vec<u8>)], ticks: Tick) -> MiniWorldReport {
    let mut report = MiniWorldReport { ticks, ..MiniWorldReport::default() };
    let named = scripts.iter().map(|(path, bytes)| (own_name(path), script_text(bytes)));
    let named = unlike(named.collect());
    report.files.extend(scripts.iter().map(|(path, _)| path.clone()));
    let paths =
        named.iter().zip(scripts).map(|((name, _), (path, _))| (name.clone(), path.clone()));
    let mut found = Findings::new(MAP, paths.collect());
    let mut kept = Vec::new();
    for (name, text) in named {
        match compile_adding(&format!("{MAP}/{name}"), &text, &BTreeSet::new()) {
            Ok(_) => kept.push((name, text)),
            Err(error) => found.take(Kind::Error, Finding::of_script(&error, &name), None),
        }
    }
    if kept.is_empty() {
        // Errors of single files have been noted already.
        found.tell(&mut report);
        return report;
    }
    let files = miniworld_map(MAP, MAP, &kept, &BTreeSet::new());
    let opened = MapPackage::load(&files, MAP, MINIWORLD)
        .map_err(|error| error.to_string())
        .and_then(|package| {
            let mut options = RoomOptions { seed: 1, tells_caught: true, ..RoomOptions::default() };
            options.limits.log_lines_per_input = LINES_MAX;
            options.limits.log_bytes_per_input = BYTES_MAX;
            Room::open(Arc::new(package), options).map_err(|error| error.to_string())
        });
    match opened {
        Err(error) => {
            let finding = found.placed(&error);
            found.take(Kind::Error, finding, None);
        }
        Ok((room, applied)) => {
            let mut literals = Literals::of(&kept);
            let blocks = Arc::clone(room.package().blocks());
            literals.know_blocks(|id| blocks.contains(fangqi_world::BlockId(id)));
            let mut run = Run {
                room,
                literals,
                known: Known::default(),
                foreign: false,
                raise: None,
                now: 0,
                found,
                messages: 0,
                printed: 0,
                called: BTreeMap::new(),
                own_pages: BTreeSet::new(),
            };
            run.take(&applied);
            run.all(ticks, &mut report);
            let pages = known_pages(&run.literals, &kept);
            report.unopened = run.literals.unopened(pages);
            report.unopened.retain(|page| !run.own_pages.contains(page));
            found = run.found;
        }
    }
    found.tell(&mut report);
    report
}

/// A check under way.
struct Run {
    room: Room,
    literals: Literals,
    known: Known,
    /// Whether the event being raised is about something that the scripts did not create.
    foreign: bool,
    /// The index of the event being raised among all raised events.
    raise: Option<usize>,
    now: Tick,
    found: Findings,
    messages: usize,
    printed: usize,
    /// How often handlers were called, by event.
    called: BTreeMap<String, usize>,
    /// The pages that the scripts opened.
    own_pages: BTreeSet<String>,
}

impl Run {
    fn all(&mut self, ticks: Tick, report: &mut MiniWorldReport) {
        for (player, name) in PLAYERS {
            self.apply(Input::Join { player, name: name.to_owned() });
        }
        self.pass(ticks / 3);
        let mut raised = BTreeSet::new();
        // Handlers may register further handlers, whose events are raised in the second round.
        for _ in 0..2 {
            self.raise_new(Turn::Ends, &mut raised);
            self.pass(ticks / 3);
        }
        for text in probes::CHATS {
            self.apply(Input::Chat { player: PLAYERS[0].0, text: (*text).to_owned() });
        }
        self.raise_new(Turn::Last, &mut raised);
        // Players actually leave and return, because scripts treat those who have left as gone.
        for (player, name) in PLAYERS {
            self.apply(Input::Leave { player });
            self.apply(Input::Join { player, name: name.to_owned() });
        }
        self.pass(ticks - ticks / 3 * 3);
        report.events = self.events();
        report.functions = self.functions();
        report.changed = self.changed();
        report.printed = self.printed;
    }

    /// Raises all variants of events with handlers, up to a turn, that were not raised yet. Each
    /// pass raises one variant of each event, in the order of a life: scripts note something in one
    /// event, ask for it in another, and forget it in a third.
    fn raise_new(&mut self, until: Turn, raised: &mut BTreeSet<String>) {
        // Scripts raise their own events themselves, with the fields they mean.
        let dispatches = self.literals.dispatches;
        let is_new = |event: &String| {
            let is_theirs = dispatches && probes::event(event).is_none();
            let comes = is_theirs || probes::is_by_itself(event);
            !comes && probes::turn(event) <= until && !raised.contains(event)
        };
        let mut events: Vec<String> =
            Scratch(self.room.ctx()).heard().into_iter().filter(is_new).collect();
        events.sort_by_cached_key(|event| probes::turn(event));
        let count = |event: &String| probes::count(event, &self.literals);
        let counts: Vec<usize> = events.iter().map(count).collect();
        for pass in 0..counts.iter().copied().max().unwrap_or(0) {
            for (event, count) in events.iter().zip(&counts) {
                // Events of beginnings and ends are repeated as long as others have variants left.
                let happens = probes::turn(event) == Turn::Happens;
                if happens && pass >= *count {
                    continue;
                }
                self.raise(event, (pass % count, pass));
            }
        }
        raised.extend(events);
    }

    fn raise(&mut self, event: &str, which: (usize, usize)) {
        // What the scripts have removed is created again, which raises its own events.
        let before = self.known.ours.clone();
        let creature = probes::creature_type(event, which.0, &self.literals);
        self.known =
            Scratch(self.room.ctx()).known(std::mem::take(&mut self.known), event, creature);
        self.foreign = true;
        if !self.known.ours.is_subset(&before) {
            self.apply(Input::Tick);
        }
        let Variant { fields, foreign, guessed } =
            probes::variant(event, which, &self.known, &self.literals);
        self.foreign = foreign;
        let told = probes::told_fields(&fields);
        self.raise = Some(self.found.raise(Raise { event: event.to_owned(), told, guessed }));
        let mut step = 0;
        let cause = loop {
            match Scratch(self.room.ctx()).cause(event, &fields, &mut self.known, step) {
                Cause::More => self.apply(Input::Tick),
                cause => break cause,
            }
            step += 1;
        };
        if cause == Cause::ByHand {
            Scratch(self.room.ctx()).arrange(event, &fields);
            Scratch(self.room.ctx()).raise(event, fields);
        }
        if event == "Actor.Projectile.Hit" {
            // It must not hit a second time by itself.
            Scratch(self.room.ctx()).hit(self.known.missile);
        }
        self.apply(Input::Tick);
        if self.known.our_area {
            self.foreign = true;
            Scratch(self.room.ctx()).close(&mut self.known);
            self.apply(Input::Tick);
        }
        self.raise = None;
        self.foreign = false;
    }

    fn apply(&mut self, input: Input) {
        // A page that is open already was opened by the check, or is known.
        let before = Scratch(self.room.ctx()).pages();
        let applied = self.room.apply(self.now, input);
        let open = Scratch(self.room.ctx()).pages();
        self.own_pages.extend(open.difference(&before).cloned());
        self.take(&applied);
    }

    fn pass(&mut self, ticks: Tick) {
        let end = self.now + ticks;
        while let Some(due) = self.room.next_wake().filter(|due| *due <= end) {
            self.now = due.max(self.now);
            self.apply(Input::Tick);
        }
        self.now = end;
        self.apply(Input::Tick);
    }

    fn take(&mut self, applied: &Applied) {
        use fangqi_protocol::OutputBody;
        let says = |body: &OutputBody| {
            matches!(body, OutputBody::Chat { from: None, .. } | OutputBody::Toast { .. })
        };
        for cost in applied.costs.iter().filter(|cost| cost.called) {
            *self.called.entry(cost.event.clone()).or_default() += 1;
        }
        self.messages += applied.outputs.iter().filter(|output| says(&output.body)).count();
        for line in &applied.log {
            let LogLine { level, text, event, caught, .. } = line;
            let kind = match level {
                _ if *caught => Kind::Caught,
                LogLevel::Error if self.foreign => Kind::Unsure,
                LogLevel::Error => Kind::Error,
                LogLevel::Warn => Kind::Refused,
                LogLevel::Print => {
                    self.printed += 1;
                    continue;
                }
            };
            let finding = self.found.placed(text);
            self.found.take(kind, finding, Some(Seen { event: event.clone(), raise: self.raise }));
        }
    }

    fn events(&self) -> Vec<UsedEvent> {
        let heard = Scratch(self.room.ctx()).heard();
        let list = heard.iter().map(|name| {
            let raised = self.called.get(name).copied().unwrap_or(0);
            let (status, why) = match probes::event(name) {
                None => ("own", String::new()),
                Some(event) => match event.never {
                    None => ("known", String::new()),
                    Some(why) => ("never", why.to_owned()),
                },
            };
            UsedEvent { name: name.clone(), status, why, raised }
        });
        list.collect()
    }

    fn functions(&self) -> Vec<UsedFunction> {
        let used: BTreeSet<(&str, &str)> = Scratch(self.room.ctx()).used();
        // The module's own function, else the one that it inherits from objects in general.
        let find = |module: &str, name: &str| {
            let of =
                |owner: &str| functions(MINIWORLD).find(|it| it.name == name && it.module == owner);
            of(module).or_else(|| of("Actor"))
        };
        let list = used.iter().filter_map(|(module, name)| {
            let (status, why) = match find(module, name)?.status {
                Status::Works => ("works", ""),
                Status::Partly(what) => ("partly", what),
                Status::Fails(why) => ("fails", why),
            };
            let name = format!("{module}:{name}");
            Some(UsedFunction { name, status, why: why.to_owned() })
        });
        list.collect()
    }

    fn changed(&self) -> Changed {
        let (blocks, objects) = Scratch(self.room.ctx()).changed();
        let room = self.room.ctx().mini();
        let scenes = PLAYERS.map(|(player, _)| room.walk_scene(player));
        let (mut pages, mut items) = (0, 0);
        for scene in scenes.into_iter().flatten() {
            pages += scene.pages.len();
            let held = scene.own.map_or(0, |own| own.bag.iter().map(|slot| slot.count).sum());
            items += held;
        }
        Changed { blocks, objects, messages: self.messages, pages, items }
    }
}
