//! A board's rules played through, at random and by computers, and looked at from all sides: what
//! is wrong with them is found before people play.
//!
//! Two VMs hold the rules. In the first, games are played and every state looked at; in the second,
//! which has seen other states in another order, the same is asked again. What is not kept in the
//! state gives different answers there.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaString, Table, Value};

use super::job::advise;
use super::parameters::Parameters;
use super::referee::{BYTES_PER_UNIT, FUEL_PER_CALL, RulesError, RulesVm, VALUES_MAX};
use fangqi_binding::plain;
use fangqi_plugin::{Finding, Printed, key_line};
use fangqi_vm::{Compiled, ErrorKind, Rng, ScriptError, host_script};

/// Moves of each player after which a random game is thought to be endless.
const MOVES_EACH: usize = 1_000;
/// States of a game that are all looked at closely, and how many of the later ones: one of so many.
const CLOSE_PLIES: usize = 24;
const CLOSE_EVERY: u64 = 8;
/// Fuel of a call that looks closely.
const FUEL_CLOSE: u64 = 10 * FUEL_PER_CALL;
/// From one game to the next in which a computer plays against random moves: games of random moves
/// alone seldom reach the states that games of people do.
const THOUGHT_EVERY: u32 = 3;
/// Its level, and the fuel that it has for a move.
const LEVEL: u8 = 3;
const FUEL_THOUGHT: u64 = 200_000;
/// Findings after which nothing more is looked for.
const FINDINGS_MAX: usize = 20;

/// What is asked of the states that are looked at closely.
const CHECKS: [&str; 5] = ["looks", "stored", "draws", "plays", SECRETS];
/// What is asked of all states: guesses go wrong late in games, when little is left to deal.
const SECRETS: &str = "secrets";

/// How a state goes on, as in `referee.luau`.
const OVER: i32 = 0;

/// What is to be checked, and how long.
#[derive(Debug, Clone, Copy)]
pub struct Battery<'a> {
    /// The rules.
    pub script: &'a Compiled,
    /// Their source.
    pub source: &'a str,
    /// What the map gives them.
    pub parameters: &'a Parameters,
    /// Games to play; each way to begin one is played at least once, whatever this says.
    pub games: u32,
    /// Fuel after which no further game is begun: some ten nanoseconds a unit.
    pub fuel: u64,
    /// Where chance begins.
    pub seed: u64,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Tried {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// The texts that players would be shown.
    pub texts: Vec<Text>,
    /// Games played.
    pub games: u32,
    /// Moves in them.
    pub plies: usize,
    /// What the rules printed.
    pub printed: Printed,
}

/// A text that the rules ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Its key in the string tables.
    pub key: String,
    /// The function that asks for it; `options` for what is chosen before a game.
    pub by: String,
    /// The line of the rules that names it, or at which the function begins.
    pub line: u32,
}

impl Battery<'_> {
    /// Runs it.
    pub fn run(&self) -> Tried {
        let printed: Rc<RefCell<Printed>> = Rc::default();
        let mut tried = self.examine(&printed).unwrap_or_else(|error| {
            let finding = self.finding(&error);
            Tried { findings: vec![finding], ..Tried::default() }
        });
        tried.printed = printed.take();
        tried
    }

    /// Runs it; what the rules print is added to `printed`.
    fn examine(&self, printed: &Rc<RefCell<Printed>>) -> Result<Tried, ScriptError> {
        let load = |seed, kept: Rc<RefCell<Printed>>| {
            let sink = move |_, text: &str| kept.borrow_mut().add(text);
            RulesVm::heard(self.script, self.parameters, seed, sink).map_err(|error| match error {
                RulesError::Script(error) => error,
                other => ScriptError {
                    message: other.to_string(),
                    ..ScriptError::nowhere(ErrorKind::Error)
                },
            })
        };
        // The other is asked the same once more, and nothing is kept of what it prints.
        let first = load(self.seed, Rc::clone(printed))?;
        let second = load(self.seed ^ 1, Rc::default())?;
        let mut exam = Exam {
            battery: *self,
            live: Side::new(&first)?,
            other: Side::new(&second)?,
            rng: Rng::new(self.seed),
            at: None,
            thinks: 0,
            failed: BTreeSet::new(),
            checked: Tried::default(),
        };
        exam.games();
        exam.conclude();
        let mut checked = exam.checked;
        checked.texts = texts(self.source, &first, &exam.live)?;
        checked.texts.extend(texts(self.source, &second, &exam.other)?);
        checked.texts.sort_by(|a, b| a.key.cmp(&b.key));
        checked.texts.dedup_by(|a, b| a.key == b.key);
        Ok(checked)
    }

    fn finding(&self, error: &ScriptError) -> Finding {
        Finding::of_script(error, self.script.name())
    }
}

/// The rules in a VM, with the functions of `check.luau`.
struct Side<'a> {
    rules: &'a RulesVm,
    check: Table,
    spent: Rc<Cell<u64>>,
}

impl<'a> Side<'a> {
    fn new(rules: &'a RulesVm) -> Result<Self, ScriptError> {
        static SCRIPT: OnceLock<Compiled> = OnceLock::new();
        static SECRETS: OnceLock<Compiled> = OnceLock::new();
        let chunk = rules.vm().load(host_script(&SCRIPT, include_str!("lua/check.luau"))?)?;
        let spent = Rc::default();
        let host = host(rules, &spent).map_err(|error| ScriptError::host(&error))?;
        let facts = rules.facts().map_err(|error| ScriptError::host(&error))?;
        let given = (&rules.spec().rules, rules.referee(), &facts, host);
        let check: Table = rules.vm().call(&chunk, given)?;
        let chunk = rules.vm().load(host_script(&SECRETS, include_str!("lua/secrets.luau"))?)?;
        let given = (&rules.spec().rules, rules.referee(), facts, &check);
        rules.vm().call::<()>(&chunk, given)?;
        Ok(Self { rules, check, spent })
    }

    fn call<R: FromLuaMulti>(
        &self,
        name: &str,
        fuel: u64,
        args: impl IntoLuaMulti,
    ) -> Result<R, ScriptError> {
        let vm = self.rules.vm();
        let function: Function =
            self.check.raw_get(name).map_err(|error| ScriptError::host(&error))?;
        vm.set_fuel(fuel);
        let outcome = vm.call(&function, args);
        self.spent.set(self.spent.get() + vm.fuel_used());
        outcome
    }

    fn seed(&self, seed: u64) {
        self.rules.vm().set_rng_state(Rng::new(seed).state());
    }
}

/// What `check.luau` is given of the host.
fn host(rules: &RulesVm, spent: &Rc<Cell<u64>>) -> mlua::Result<Table> {
    let lua = rules.vm().lua();
    let host = lua.create_table()?;
    let used = Rc::clone(spent);
    let write = move |lua: &Lua, (value, most): (Value, Option<usize>)| {
        Ok(match plain::write(&value, most.unwrap_or(VALUES_MAX)) {
            Ok(bytes) => {
                used.set(used.get() + bytes.len() as u64 / BYTES_PER_UNIT);
                (Value::String(lua.create_string(&bytes)?), None)
            }
            Err(why) => (Value::Nil, Some(why)),
        })
    };
    host.raw_set("write", lua.create_function(write)?)?;
    let read = |lua: &Lua, text: LuaString| {
        plain::read(&text.as_bytes(), lua).map_err(mlua::Error::runtime)
    };
    host.raw_set("read", lua.create_function(read)?)?;
    host.raw_set("hash", rules.vm().hasher()?)?;
    host.raw_set("drawn", rules.vm().drawn()?)?;
    Ok(host)
}

/// Games being played.
struct Exam<'a> {
    battery: Battery<'a>,
    live: Side<'a>,
    other: Side<'a>,
    rng: Rng,
    /// Where in a game the rules are asked, for what is found there.
    at: Option<At>,
    /// The seat that a computer plays in the present game, from 1; 0 where none does.
    thinks: u8,
    /// Checks that have failed and are not made again.
    failed: BTreeSet<&'static str>,
    checked: Tried,
}

/// A state in the course of a game.
struct At {
    state: LuaText,
    /// Moves until then, and what was played last.
    ply: usize,
    played: LuaText,
}

/// A state of a game, and what the rules said of it.
struct Entry {
    state: LuaText,
    said: LuaText,
    played: LuaText,
    after: LuaText,
}

/// Plain data as bytes.
type LuaText = Vec<u8>;

/// Players, and options by name.
type Beginning = (u8, BTreeMap<String, String>);

impl Exam<'_> {
    fn games(&mut self) {
        let ways = self.beginnings();
        let least = u32::try_from(ways.len()).unwrap_or(u32::MAX);
        for game in 0..self.battery.games.max(least) {
            let spent = self.live.spent.get() + self.other.spent.get();
            let enough = spent > self.battery.fuel && game >= least;
            if enough || self.checked.findings.len() >= FINDINGS_MAX {
                return;
            }
            let way = &ways[game as usize % ways.len()];
            if let Err(error) = self.game(way, game) {
                self.add(&error);
            }
            self.checked.games += 1;
            self.attempt("counted", |exam| exam.live.call("counted", FUEL_PER_CALL, ()));
        }
    }

    /// What all games together show.
    fn conclude(&mut self) {
        self.at = None;
        for name in ["dealt", "scale"] {
            self.attempt(name, |exam| exam.live.call(name, FUEL_PER_CALL, ()));
        }
        if self.checked.findings.is_empty() {
            self.attempt("played", |exam| {
                exam.live.call("played", FUEL_PER_CALL, exam.checked.plies)
            });
        }
    }

    /// The ways to begin: each number of players, and each value of an option with all else as
    /// usual.
    fn beginnings(&self) -> Vec<Beginning> {
        let spec = self.live.rules.spec();
        let usual: BTreeMap<String, String> =
            spec.options.iter().map(|(name, values)| (name.clone(), values[0].clone())).collect();
        let mut ways: Vec<Beginning> =
            spec.players.iter().map(|players| (*players, usual.clone())).collect();
        for (name, values) in &spec.options {
            for value in &values[1..] {
                for players in &spec.players {
                    let mut options = usual.clone();
                    options.insert(name.clone(), value.clone());
                    ways.push((*players, options));
                }
            }
        }
        ways
    }

    fn setup(&self, side: &Side<'_>, way: &Beginning, seed: u64) -> Result<Table, ScriptError> {
        let options: Vec<(&str, &str)> =
            way.1.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        side.seed(seed);
        side.rules.options(Some(way.0), &options).map_err(|error| ScriptError::host(&error))
    }

    /// Plays a game to its end. An error is the end of the game; what a check finds is not.
    fn game(&mut self, way: &Beginning, number: u32) -> Result<(), ScriptError> {
        self.at = None;
        let seed = self.battery.seed ^ (u64::from(number) << 32);
        self.thinks = thinking_seat(number, way.0);
        let options = self.setup(&self.live, way, seed)?;
        let (state, text): (Table, LuaString) = self.live.call("setup", FUEL_PER_CALL, options)?;
        let first = text.as_bytes().to_vec();
        self.attempt("same_setup", |exam| {
            let options = exam.setup(&exam.other, way, seed)?;
            let text = exam.text(&exam.other, &first)?;
            exam.other.call("same_setup", FUEL_PER_CALL, (options, text))
        });
        let (mut text, mut last) = (first, Vec::new());
        let mut entries = Vec::new();
        let plies_max = MOVES_EACH * usize::from(way.0.max(2));
        for ply in 0.. {
            self.at = Some(At { state: text.clone(), ply, played: last });
            let close = ply < CLOSE_PLIES || self.rng.next_u64().is_multiple_of(CLOSE_EVERY);
            if self.examine(&state, close)? == OVER {
                break;
            }
            if ply == plies_max {
                return self.live.call("endless", FUEL_PER_CALL, plies_max);
            }
            let said = if close { self.said(&state)? } else { Vec::new() };
            let chosen = self.thought(&state)?;
            let (played, after): (LuaString, LuaString) =
                self.live.call("advance", FUEL_PER_CALL, (&state, chosen))?;
            let (played, after) = (played.as_bytes().to_vec(), after.as_bytes().to_vec());
            last = played.clone();
            if close {
                entries.push(Entry { state: text, said, played, after: after.clone() });
            }
            text = after;
            self.checked.plies += 1;
        }
        let said = self.said(&state)?;
        entries.push(Entry { state: text, said, played: Vec::new(), after: Vec::new() });
        self.at = None; // the other VM is asked about all states
        self.retrace(&entries);
        Ok(())
    }

    /// The moves that computers choose in a state, by seat.
    fn thought(&mut self, state: &Table) -> Result<Option<Table>, ScriptError> {
        let seat = self.thinks;
        let (rules, memory) = (self.live.rules, |error| ScriptError::host(&error));
        if seat == 0 || !self.live.call::<bool>("chooses", FUEL_PER_CALL, (state, seat))? {
            return Ok(None);
        }
        let known: Table = self.live.call("known", FUEL_PER_CALL, (state, seat))?;
        let stop = AtomicBool::new(false);
        let fuel = (LEVEL, Some(FUEL_THOUGHT));
        let thought = advise(rules, &known, fuel, self.rng.next_u64(), &stop);
        self.live.spent.set(self.live.spent.get() + FUEL_THOUGHT);
        let best = thought.and_then(|thought| thought.best.map(|mv| rules.read(&mv)).transpose());
        let chosen = rules.vm().lua().create_table().map_err(memory)?;
        match best {
            Ok(mv) => chosen.raw_set(seat, mv).map_err(memory)?,
            Err(why) => return Err(self.of_thinking(&why)),
        }
        Ok(Some(chosen))
    }

    /// What went wrong while a computer thought, with script and line as its text names them.
    fn of_thinking(&self, why: &str) -> ScriptError {
        let script = self.battery.script.name();
        let Finding { file, line, message, .. } = Finding::of_text(why, [script], script);
        ScriptError {
            script: file,
            line,
            message: format!("{message} (while a computer thinks)"),
            ..ScriptError::nowhere(ErrorKind::Error)
        }
    }

    /// Looks at a state; how it goes on.
    fn examine(&mut self, state: &Table, close: bool) -> Result<i32, ScriptError> {
        let code: i32 = self.live.call("standing", FUEL_PER_CALL, state)?;
        if code != OVER {
            // Nothing else makes sense of moves that are none.
            self.live.call::<()>("moves", FUEL_CLOSE, state)?;
        }
        for name in CHECKS.into_iter().filter(|name| close || *name == SECRETS) {
            if code != OVER || name == "looks" || name == "stored" {
                self.attempt(name, |exam| exam.live.call(name, FUEL_CLOSE, state));
            }
        }
        Ok(code)
    }

    /// What the rules say of a state.
    fn said(&self, state: &Table) -> Result<LuaText, ScriptError> {
        let said: LuaString = self.live.call("answers", FUEL_CLOSE, state)?;
        Ok(said.as_bytes().to_vec())
    }

    /// Asks the other VM about the states of a game, the last first.
    fn retrace(&mut self, entries: &[Entry]) {
        for entry in entries.iter().rev() {
            self.attempt("again", |exam| {
                let text = |bytes: &LuaText| exam.text(&exam.other, bytes);
                let args = (
                    text(&entry.state)?,
                    text(&entry.said)?,
                    text(&entry.played)?,
                    text(&entry.after)?,
                );
                exam.other.call("again", FUEL_CLOSE, args)
            });
        }
    }

    fn text(&self, side: &Side<'_>, bytes: &[u8]) -> Result<LuaString, ScriptError> {
        side.rules.vm().lua().create_string(bytes).map_err(|error| ScriptError::host(&error))
    }

    /// Makes a check unless it has failed before.
    fn attempt(&mut self, name: &'static str, check: impl Fn(&Self) -> Result<(), ScriptError>) {
        if self.failed.contains(name) {
            return;
        }
        if let Err(error) = check(self) {
            self.failed.insert(name);
            self.add(&error);
        }
    }

    fn add(&mut self, error: &ScriptError) {
        let mut finding = self.battery.finding(error);
        // The same fault shows in many states, with other numbers.
        let alike = |other: &Finding| {
            let plain = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
            other.line == finding.line && plain(&other.message) == plain(&finding.message)
        };
        if !self.checked.findings.iter().any(alike) {
            finding.how.extend(self.told(error).unwrap_or_default());
            self.checked.findings.push(finding);
        }
    }

    /// Which of the rules was asked when an error was raised, and where in a game that was.
    fn told(&self, error: &ScriptError) -> Result<Vec<String>, ScriptError> {
        let script = self.battery.script.name();
        let outermost = error.traceback.lines().last();
        let asked = outermost.and_then(|call| {
            let call = call.strip_prefix(script)?.strip_prefix(':')?;
            let (line, name) = call.split_once(" in ").unwrap_or((call, ""));
            Some((line.parse::<u32>().ok()?, name))
        });
        let (line, name) = asked.unzip();
        let text = |bytes: &LuaText| self.text(&self.live, bytes);
        let at = match &self.at {
            Some(At { state, ply, played }) => (Some(text(state)?), *ply, Some(text(played)?)),
            None => (None, 0, None),
        };
        let (state, ply, played) = at;
        let told: Vec<LuaString> =
            self.live.call("told", FUEL_CLOSE, (line, name, state, ply, played))?;
        Ok(told.iter().map(|line| line.to_string_lossy()).collect())
    }
}

/// The seat that a computer plays in a game; 0 where all moves are random.
fn thinking_seat(game: u32, players: u8) -> u8 {
    let (turn, rest) = (game / THOUGHT_EVERY, game % THOUGHT_EVERY);
    let seat = (turn % u32::from(players.max(1))) as u8 + 1;
    if rest == THOUGHT_EVERY - 1 { seat } else { 0 }
}

/// The texts that the rules have asked for, and those of the options.
fn texts(source: &str, rules: &RulesVm, side: &Side<'_>) -> Result<Vec<Text>, ScriptError> {
    let memory = |error: mlua::Error| ScriptError::host(&error);
    let mut texts = Vec::new();
    let wanted: Table = side.check.raw_get("wanted").map_err(memory)?;
    for pair in wanted.pairs::<String, String>() {
        let (key, by) = pair.map_err(memory)?;
        let word = key.split_once('_').map_or(key.as_str(), |(_, word)| word);
        let line = match quoted(source, word).or_else(|| quoted(source, &key)) {
            Some(line) => line,
            None => side.call("line", FUEL_PER_CALL, by.as_str())?,
        };
        texts.push(Text { key, by, line });
    }
    for (name, values) in &rules.spec().options {
        let line = key_line(source, "options").unwrap_or(0);
        let keys = values.iter().map(|value| format!("option_{name}_{value}"));
        for key in keys.chain([format!("option_{name}")]) {
            texts.push(Text { key, by: "options".to_owned(), line });
        }
    }
    Ok(texts)
}

/// The first line in which a word stands in quotes.
fn quoted(source: &str, word: &str) -> Option<u32> {
    let forms = [format!("\"{word}\""), format!("'{word}'")];
    line_of(source, |line| forms.iter().any(|form| line.contains(form.as_str())))
}

fn line_of(source: &str, mut wanted: impl FnMut(&str) -> bool) -> Option<u32> {
    (1..).zip(source.lines()).find(|(_, line)| wanted(line)).map(|(number, _)| number)
}
