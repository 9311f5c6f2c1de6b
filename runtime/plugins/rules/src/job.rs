//! A computer's thinking about a board, on a worker.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fangqi_kit::search::{Board, Line, Method, Report, Turn, Worth, best_move, method};
use mlua::{Table, Value};
use serde::{Deserialize, Serialize};

use super::level::Level;
use super::parameters::Parameters;
use super::referee::RulesVm;
use super::search::Study;
use fangqi_binding::plain;
use fangqi_protocol::{Computation, Crew, share_out};
use fangqi_protocol::{JobResult, PlainValue};
use fangqi_vm::{Modules, ScriptError, compile};

/// Rules that a worker keeps ready.
const KEPT: usize = 4;
/// Most values of a move.
const MOVE_VALUES: usize = 64;

/// Nodes of a search where there is nothing to choose: as many as tell roughly how the game stands.
const FORCED_NODES: u64 = 2_000;
/// Fuel of a search in a simulation, at most.
const SHORTENED: u64 = 200_000;

/// What a computer is to think about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Question {
    /// The script of the rules, as error messages name it.
    pub script: String,
    /// Its source.
    pub source: String,
    /// The sources of the modules that it requires, by the path that it writes.
    #[serde(default)]
    pub modules: BTreeMap<String, Arc<str>>,
    /// What the map gives the rules.
    pub parameters: Parameters,
    /// What the seat knows, as plain data.
    pub view: Vec<u8>,
    /// From 1.
    pub level: u8,
    /// Fuel it may use, if that is less than its level would.
    pub fuel: Option<u64>,
    /// How long a server lets it think.
    pub time: Duration,
    /// Where its chance starts.
    pub seed: u64,
    /// How many lines it is to tell; 0 for none.
    pub lines: u8,
}

/// What it found.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The move, as plain data; none when the game is over.
    pub best: Option<Vec<u8>>,
    /// What it is worth to the seat, from -1 to 1.
    pub value: f64,
    /// How far it looked.
    pub depth: u32,
    /// Moves it made.
    pub nodes: u64,
    /// The best lines, as many as were asked for and found; their moves as plain data.
    pub lines: Vec<Line<Vec<u8>>>,
}

impl Computation for Question {
    fn run(&self, crew: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
        think(self.clone(), crew, stop).map(PlainValue::from).into()
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.time)
    }

    fn shortened(&self) -> Box<dyn Computation> {
        let fuel = self.fuel.unwrap_or(SHORTENED).min(SHORTENED);
        Box::new(Self { fuel: Some(fuel), ..self.clone() })
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }
}

/// Makes a question again that was packed on another server.
pub(super) fn unpack(text: &str) -> Result<Box<dyn Computation>, String> {
    let question: Question = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(Box::new(question))
}

impl From<Thought> for PlainValue {
    fn from(thought: Thought) -> Self {
        let Thought { best, value, depth, nodes, lines } = thought;
        let lines = lines.into_iter().map(told).collect();
        Self::table([
            ("move", best.map_or(Self::Nil, Self::Encoded)),
            ("value", thousandths(value).into()),
            ("depth", depth.into()),
            ("nodes", nodes.into()),
            ("lines", if lines == Vec::new() { Self::Nil } else { Self::List(lines) }),
        ])
    }
}

/// A line as scripts are told it.
fn told(Line { moves, worth }: Line<Vec<u8>>) -> PlainValue {
    let worth = match worth {
        Worth::Score(score) => ("score", score.into()),
        Worth::WonIn(plies) => ("wins", plies.into()),
        Worth::LostIn(plies) => ("loses", plies.into()),
        Worth::Mean(value) => ("value", thousandths(value).into()),
    };
    let moves = moves.into_iter().map(PlainValue::Encoded).collect();
    PlainValue::table([("moves", PlainValue::List(moves)), worth])
}

/// A value from -1 to 1 in whole thousandths.
fn thousandths(value: f64) -> i32 {
    (value * 1_000.0) as i32
}

thread_local! {
    /// Rules used lately on this thread, newest last, by the hash of their script.
    static READY: RefCell<Vec<(u64, Rc<RulesVm>)>> = const { RefCell::new(Vec::new()) };
}

/// What a search found, its moves as plain data.
type Found = Result<Report<Vec<u8>>, String>;

/// Thinks, until it knows enough or `stop` is set; the best found by then is returned. Where a game
/// is thought about by samples, `crew` shares the work; what comes of it is the same for every crew
/// if it was not stopped.
///
/// # Errors
/// There is no such level, or what is wrong with the rules, with script and line.
pub fn think(
    question: Question,
    crew: &dyn Crew,
    stop: &Arc<AtomicBool>,
) -> Result<Thought, String> {
    let level = Level::new(question.level, question.fuel)?;
    let (seed, lines) = (question.seed, question.lines);
    let parts = question.with_rules(|rules, state| parts(rules, state, level, stop))?;
    let (share, stop) = (level.share(parts), Arc::clone(stop));
    let work = move |part: usize| {
        let seed = seed.wrapping_add(part as u64);
        question.with_rules(|rules, state| search(rules, state, share, (seed, lines), &stop))
    };
    let found = share_out(crew, parts, work).into_iter();
    let failed = || Err("the engine failed".to_owned());
    conclude(level, (seed, lines), found.map(|found| found.unwrap_or_else(failed)))
}

/// What a computer would play in a state, or what a seat knows of it, by rules that are loaded.
///
/// # Errors
/// As [`think`].
pub fn advise(
    rules: &RulesVm,
    state: &Table,
    (level, fuel): (u8, Option<u64>),
    seed: u64,
    stop: &AtomicBool,
) -> Result<Thought, String> {
    let level = Level::new(level, fuel)?;
    let parts = parts(rules, state.clone(), level, stop)?;
    let part = |part: usize| {
        let seed = seed.wrapping_add(part as u64);
        search(rules, state.clone(), level.share(parts), (seed, 0), stop)
    };
    conclude(level, (seed, 0), (0..parts).map(part))
}

/// How many searches share the work.
fn parts(rules: &RulesVm, state: Table, level: Level, stop: &AtomicBool) -> Result<usize, String> {
    if level.parts() == 1 {
        return Ok(1);
    }
    let study = Study::new(rules, level.fuel, 0, stop).map_err(|error| error.to_string())?;
    let game = study.game(state, rules.spec().hidden).map_err(|error| error.to_string())?;
    let by_samples = method(&game, 0) == Method::Samples;
    study.finish(if by_samples { level.parts() } else { 1 })
}

fn search(
    rules: &RulesVm,
    state: Table,
    level: Level,
    (seed, lines): (u64, u8),
    stop: &AtomicBool,
) -> Found {
    let text = |error: ScriptError| error.to_string();
    let study = Study::new(rules, level.fuel, seed, stop).map_err(text)?;
    let game = study.game(state, rules.spec().hidden).map_err(text)?;
    let mut limits = level.limits(seed, lines);
    if matches!(game.turn(), Turn::Seat(_)) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.len() == 1 {
            limits.nodes = limits.nodes.min(FORCED_NODES);
        }
    }
    let report = best_move(&game, &limits, &study.enough);
    let report = study.finish(report)?;
    report.rename(|mv| plain::write(&study.move_of(mv).map_err(text)?, MOVE_VALUES))
}

/// The move and the lines, from what all searches found.
fn conclude(
    level: Level,
    (seed, lines): (u64, u8),
    found: impl Iterator<Item = Found>,
) -> Result<Thought, String> {
    let reports = found.collect::<Result<Vec<_>, _>>()?;
    let report = match <[_; 1]>::try_from(reports) {
        Ok([report]) => report,
        Err(reports) => Report::merge(reports).ok_or("nothing was searched")?,
    };
    let chosen = level.choose(&report, seed);
    let value = chosen.as_ref().map_or(0.0, |chosen| chosen.value);
    let best = chosen.map(|chosen| chosen.mv);
    let mut told = report.lines;
    told.truncate(lines.into());
    Ok(Thought { best, value, depth: report.depth, nodes: report.nodes, lines: told })
}

impl Question {
    /// Does something with the rules of this thread and the state that the question is about.
    fn with_rules<R>(
        &self,
        work: impl FnOnce(&RulesVm, Table) -> Result<R, String>,
    ) -> Result<R, String> {
        let rules = self.rules()?;
        let state = match plain::read(&self.view, rules.vm().lua())? {
            Value::Table(state) => state,
            _ => return Err("a state is a table".to_owned()),
        };
        work(&rules, state).inspect_err(|_| forget(&rules))
    }

    /// The rules, loaded if need be.
    fn rules(&self) -> Result<Rc<RulesVm>, String> {
        let Self { script, source, modules, parameters, .. } = self;
        // A number has one form as text for each value, and has no hash.
        let given = format!("{parameters:?}");
        let hash = rustc_hash::FxBuildHasher.hash_one((script, source, modules, given));
        let ready = READY.with_borrow_mut(|ready| {
            let place = ready.iter().position(|(known, _)| *known == hash)?;
            let entry = ready.remove(place);
            let rules = Rc::clone(&entry.1);
            ready.push(entry);
            Some(rules)
        });
        if let Some(rules) = ready {
            return Ok(rules);
        }
        let text = |error: ScriptError| error.to_string();
        let folder = script.split('/').next().unwrap_or_default();
        let module = |(path, source): (&String, &Arc<str>)| {
            let name = format!("{folder}/{path}.lua");
            Ok((path.clone(), compile(&name, source.as_bytes())?))
        };
        let modules: Modules =
            modules.iter().map(module).collect::<Result<_, _>>().map_err(text)?;
        let compiled = compile(script, source.as_bytes()).map_err(text)?;
        let compiled = compiled.with_modules(Arc::new(modules));
        let rules = RulesVm::load(&compiled, parameters, 0).map_err(|error| error.to_string())?;
        let rules = Rc::new(rules);
        READY.with_borrow_mut(|ready| {
            if ready.len() == KEPT {
                ready.remove(0);
            }
            ready.push((hash, Rc::clone(&rules)));
        });
        Ok(rules)
    }
}

/// Rules that failed are loaded afresh the next time: nobody knows what state they are in.
fn forget(rules: &Rc<RulesVm>) {
    READY.with_borrow_mut(|ready| ready.retain(|(_, kept)| !Rc::ptr_eq(kept, rules)));
}
