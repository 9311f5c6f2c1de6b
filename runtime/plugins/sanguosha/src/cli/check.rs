//! Packages that others wrote: loaded, read for calls of what there is not, played by computers,
//! reported on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::{
    Computers, Exports, Invoked, Level, Mind, PackageSource, Played, ReusableVm, SgsVm, Table, api,
    missing_calls, play_out, play_with,
};
use anyhow::anyhow;
use fangqi_plugin::{cause, with_causes};
use fangqi_sanguosha::Setup;
use fangqi_vm::ScriptError;
use serde_json::{Map, Value, json};

use super::packages::{Packages, Shipped};
use super::{CheckArgs, files, say};

/// Sizes of the games, in turn.
const SEATS: [usize; 5] = [2, 5, 8, 3, 6];

pub(super) fn run(args: &CheckArgs, shipped: Shipped<'_>) -> anyhow::Result<()> {
    let own = Packages::read(None, shipped)?.all()?;
    let mut reports = Vec::new();
    let mut sound = true;
    for file in &args.files {
        let report = one(args, &own, file);
        sound &= report["ok"] == json!(true);
        if !args.json {
            print(&report)?;
        }
        reports.push(report);
    }
    if args.json {
        let text = serde_json::to_string_pretty(&reports)?;
        fangqi_text::out::write(&format!("{text}\n"));
    }
    if sound { Ok(()) } else { Err(anyhow!("not all packages work")) }
}

/// What there is to say about one package.
fn one(args: &CheckArgs, own: &[PackageSource], file: &Path) -> Value {
    let name = files::name_of(file);
    let failed = |error: String| json!({ "package": name, "ok": false, "error": error });
    let package = match files::read(file) {
        Ok(package) => package,
        Err(error) => return failed(with_causes(&error)),
    };
    let vm = match SgsVm::with_packages(own, args.seed) {
        Ok(vm) => vm,
        Err(error) => return failed(error.to_string()),
    };
    let brought = match vm.load_reported(&package) {
        Ok(brought) => brought,
        Err(error) => {
            // The first call in vain has ended it; there may be more.
            let own =
                package.texts().next().into_iter().map(|(script, text)| (script, text.into()));
            let missing = missing(&vm, own.collect(), &package).unwrap_or_default();
            let error = error.to_string();
            return json!({ "package": name, "ok": false, "error": error, "missing": missing });
        }
    };
    let scripts = brought.scripts.iter();
    let scripts = scripts.filter_map(|script| Some((script.as_str(), vm.script(script)?)));
    let missing = match missing(&vm, scripts.collect(), &package) {
        Ok(missing) => missing,
        Err(error) => return failed(error.to_string()),
    };
    let mut packages = own.to_vec();
    packages.push(package);
    let mut tally = Tally::default();
    tally.take_faults(&vm);
    drop(vm);
    let games = play(args, &packages, &brought, &mut tally);
    let broken = games["broken"].as_array().is_some_and(|list| !list.is_empty());
    let called = missing.iter().any(|one| one["called"] == json!(true));
    json!({
        "package": name,
        "ok": tally.faults.is_empty() && !broken && !called,
        "generals": brought.generals,
        "skills": tally.skills(&brought),
        "cards": brought.cards,
        "translations": brought.texts.len(),
        "replaced": brought.replaced,
        "missing": missing,
        "neverRun": tally.never_run(&brought),
        "faults": tally.faults,
        "games": games,
    })
}

/// What the package's scripts name and nobody has.
fn missing(
    vm: &SgsVm,
    scripts: Vec<(&str, Arc<str>)>,
    package: &PackageSource,
) -> Result<Vec<Value>, ScriptError> {
    let (members, constants) = (vm.members()?, api::constants());
    let mut all = Vec::new();
    // What one of its files defines the others may call.
    let others = scripts.iter().map(|(_, text)| &**text);
    let others: Vec<&str> = others.chain(package.texts().map(|(_, text)| text)).collect();
    for (script, text) in &scripts {
        all.extend(missing_calls(text, &others, &members, &constants).into_iter().map(|one| {
            let told = format!("{script}: {one}");
            json!({
                "file": script,
                "line": one.line,
                "what": one.what,
                "called": one.called,
                "nearest": one.nearest,
                "since": one.since,
                "told": told,
            })
        }));
    }
    Ok(all)
}

/// What came of all games together.
#[derive(Default)]
struct Tally {
    faults: BTreeMap<String, u64>,
    errors: BTreeMap<String, u64>,
    used: BTreeMap<String, Invoked>,
    runs: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Tally {
    fn take_faults(&mut self, vm: &SgsVm) {
        for fault in vm.faults() {
            *self.faults.entry(fault.to_string()).or_default() += 1;
        }
        for (name, count) in vm.errors() {
            *self.errors.entry(name).or_default() += count;
        }
    }

    fn take_game(&mut self, skills: BTreeMap<String, Invoked>, vm: &SgsVm) {
        for (name, times) in skills {
            let skill = self.used.entry(name).or_default();
            skill.asked += times.asked;
            skill.used += times.used;
        }
        for (name, functions) in vm.observed().unwrap_or_default() {
            let runs = self.runs.entry(name).or_default();
            for (function, count) in functions {
                *runs.entry(function).or_default() += count;
            }
        }
    }

    /// What became of each skill, and of the cards that belong to skills.
    fn skills(&self, brought: &Exports) -> Map<String, Value> {
        let names = brought.skills.iter().chain(&brought.cards);
        names
            .map(|name| {
                let times = self.used.get(name).copied().unwrap_or_default();
                // What nobody is asked about is used whenever it does something.
                let runs = self.runs.get(name).into_iter().flat_map(BTreeMap::values);
                let silent = if times.asked == 0 { runs.copied().max() } else { None };
                let report = json!({
                    "asked": times.asked,
                    "used": times.used.max(silent.unwrap_or_default()),
                    "errors": self.errors.get(name).copied().unwrap_or_default(),
                    "callbacks": self.runs.get(name),
                });
                (name.clone(), report)
            })
            .collect()
    }

    /// The functions that were not run in any game.
    fn never_run(&self, brought: &Exports) -> Vec<String> {
        let names = brought.skills.iter().chain(&brought.cards);
        names
            .filter_map(|name| Some((name, self.runs.get(name)?)))
            .flat_map(|(name, runs)| {
                let idle = runs.iter().filter(|(_, count)| **count == 0);
                idle.map(move |(function, _)| format!("{name}.{function}"))
            })
            .collect()
    }
}

/// Games of computers in which the package's generals are offered first.
fn play(
    args: &CheckArgs,
    packages: &[PackageSource],
    brought: &Exports,
    tally: &mut Tally,
) -> Value {
    let (playing, thinking) = (ReusableVm::new(packages), ReusableVm::thinking(packages));
    // The package that is looked at is the last.
    let asks_ai = packages.last().is_some_and(PackageSource::has_ai);
    let (mut played, mut turns, mut refused) = (0_u64, 0, 0);
    let mut broken = Vec::new();
    let mut winners = BTreeMap::<String, u64>::new();
    let mut dealt = Dealing::new(&brought.generals);
    let mut game = 0;
    // Every general plays, however many there are and however they are offered.
    while game < args.games || (args.games > 0 && !dealt.is_through()) {
        let seed = args.seed.wrapping_add(game);
        let seats = SEATS[game as usize % SEATS.len()];
        let mut setup = Setup::robots(seats, seed);
        setup.choices = 1;
        dealt.deal(&mut setup, game as usize);
        game += 1;
        let mut table = match open(&playing, seed, setup) {
            Ok(table) => table,
            Err(error) => {
                broken.push(format!("seed {seed}: {}", with_causes(&error)));
                break;
            }
        };
        let thinks = args.level.or_else(|| (asks_ai && game % 4 == 3).then_some(Level::Smart));
        match one_game(&mut table, &thinking, seed, thinks.unwrap_or(Level::Plain), tally) {
            Ok(result) => {
                played += 1;
                turns += result.turns;
                refused += result.refused;
                tally.take_game(result.skills, table.vm());
                *winners.entry(result.winner.to_string()).or_default() += 1;
            }
            Err(error) => {
                let error = with_causes(&error);
                broken.push(format!("seed {seed}, {seats} players: {error}"));
            }
        }
        tally.take_faults(table.vm());
    }
    json!({
        "played": played,
        "turns": turns,
        "refused": refused,
        "winners": winners,
        "broken": broken,
        "dealt": dealt.times,
    })
}

/// Who gets which general: all of the package in turn, hidden ones too, in changing seats and so in
/// changing roles.
struct Dealing<'a> {
    generals: &'a [String],
    next: usize,
    /// How often each was dealt.
    times: BTreeMap<&'a str, u64>,
}

impl<'a> Dealing<'a> {
    fn new(generals: &'a [String]) -> Self {
        let times = generals.iter().map(|name| (name.as_str(), 0)).collect();
        Self { generals, next: 0, times }
    }

    /// Whether each was dealt.
    fn is_through(&self) -> bool {
        self.next >= self.generals.len()
    }

    /// Seats as many of them in a game as there are and as have room.
    fn deal(&mut self, setup: &mut Setup, game: usize) {
        let (seats, count) = (setup.seats.len(), self.generals.len());
        for at in 0..seats.min(count) {
            let name = self.generals[self.next % count].as_str();
            self.next += 1;
            *self.times.entry(name).or_default() += 1;
            setup.seats[(game + at) % seats].general = Some(name.into());
        }
    }
}

/// Plays a game with computers of a level: from the second on they hear the AI of packages.
fn one_game(
    table: &mut Table,
    thinking: &ReusableVm,
    seed: u64,
    level: Level,
    tally: &mut Tally,
) -> anyhow::Result<Played> {
    if level == Level::Plain {
        return play_out(table, seed, true).map_err(anyhow::Error::from);
    }
    let seats = table.state().players.len();
    let vm = thinking.begin(seed)?;
    let mind = Mind::new(vm, seats, seed);
    let mut computers = Computers { mind, levels: vec![level; seats] };
    let played = play_with(table, &mut computers, true);
    tally.take_faults(computers.mind.vm());
    played.map_err(anyhow::Error::from)
}

/// A game in which it is counted what is run.
fn open(playing: &ReusableVm, seed: u64, setup: Setup) -> anyhow::Result<Table> {
    let vm = playing.begin(seed)?;
    vm.observe()?;
    Table::open(vm, setup).map_err(cause)
}

/// A report for people.
fn print(report: &Value) -> anyhow::Result<()> {
    let name = report["package"].as_str().unwrap_or_default();
    if let Some(error) = report["error"].as_str() {
        say(&format!("{name}: cannot be loaded: {error}"))?;
        return say_missing(report);
    }
    let games = &report["games"];
    let visible = |key: &String| !key.starts_with('#');
    let skills = report["skills"].as_object().into_iter().flatten();
    let skills: Vec<(&String, &Value)> = skills.collect();
    say(&format!(
        "{name}: {} generals, {} skills, {} translations; {} games, {} turns",
        list(&report["generals"]).len(),
        skills.len() - list(&report["cards"]).len(),
        report["translations"],
        games["played"],
        games["turns"],
    ))?;
    for replaced in list(&report["replaced"]) {
        say(&format!("  {replaced} takes the place of another of that name"))?;
    }
    say_missing(report)?;
    for (fault, times) in report["faults"].as_object().into_iter().flatten() {
        say(&format!("  {fault} ({times} games)"))?;
    }
    for broken in list(&games["broken"]) {
        say(&format!("  {broken}"))?;
    }
    for (name, skill) in skills.iter().filter(|(name, _)| visible(name)) {
        let (asked, used, errors) = (&skill["asked"], &skill["used"], &skill["errors"]);
        say(&format!("  {name}: asked {asked}, used {used}, errors {errors}"))?;
    }
    let idle = list(&report["neverRun"]);
    if !idle.is_empty() {
        say(&format!("  never run: {}", idle.join(", ")))?;
    }
    Ok(())
}

fn say_missing(report: &Value) -> anyhow::Result<()> {
    let missing = report["missing"].as_array().into_iter().flatten();
    let mut told = missing.map(|missing| missing["told"].as_str().unwrap_or_default());
    told.try_for_each(|told| say(&format!("  {told}")))
}

/// The texts of a list.
fn list(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
