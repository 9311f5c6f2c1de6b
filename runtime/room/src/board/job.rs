//! A computer's thinking about a board, on a worker.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use fangqi_kit::search::best_move;
use mlua::{Table, Value};

use super::level::Level;
use super::referee::RulesVm;
use super::search::Study;
use crate::core::plain;
use crate::vm::{ScriptError, compile};

/// Rules that a worker keeps ready.
const KEPT: usize = 4;
/// Most values of a move.
const MOVE_VALUES: usize = 64;

/// What a computer is to think about.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The script of the rules, as error messages name it.
    pub script: &'a str,
    /// Its source.
    pub source: &'a str,
    /// What the seat knows, as plain data.
    pub view: &'a [u8],
    /// From 1.
    pub level: u8,
    /// Fuel it may use, if that is less than its level would.
    pub fuel: Option<u64>,
    /// Where its chance starts.
    pub seed: u64,
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
}

thread_local! {
    /// Rules used lately on this thread, newest last, by the hash of their script.
    static READY: RefCell<Vec<(u64, Rc<RulesVm>)>> = const { RefCell::new(Vec::new()) };
}

/// What a computer would play in a state of rules that are loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The move; none when the game is over.
    pub best: Option<Value>,
    /// What it is worth to the seat, from -1 to 1.
    pub value: f64,
    /// How far it looked.
    pub depth: u32,
    /// Moves it made.
    pub nodes: u64,
}

/// Thinks about a state, or what a seat knows of it, as a computer of a level from 1; `fuel` if it
/// may use less than its level would.
///
/// # Errors
/// There is no such level, or what is wrong with the rules.
pub fn advise(
    rules: &RulesVm,
    state: Table,
    level: u8,
    fuel: Option<u64>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Advice, String> {
    let level = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
    let fuel = fuel.unwrap_or(u64::MAX).min(level.fuel);
    let text = |error: ScriptError| error.to_string();
    let study = Study::new(rules, fuel, seed, stop).map_err(text)?;
    let game = study.game(state, rules.spec().hidden).map_err(text)?;
    let report = best_move(&game, &level.limits(seed), &study.enough);
    if let Some(trouble) = study.trouble() {
        return Err(trouble.to_string());
    }
    let chosen = level.choose(&report, seed);
    let best = chosen.map(|chosen| study.move_of(chosen.mv)).transpose().map_err(text)?;
    let value = chosen.map_or(0.0, |chosen| chosen.value);
    Ok(Advice { best, value, depth: report.depth, nodes: report.nodes })
}

/// Thinks, until it knows enough or `stop` is raised.
///
/// # Errors
/// What is wrong with the rules, with script and line.
pub fn think(question: &Question<'_>, stop: &AtomicBool) -> Result<Thought, String> {
    let rules = rules(question.script, question.source)?;
    let state = plain::read(question.view, rules.vm().lua())?;
    let Value::Table(state) = state else { return Err("a state is a table".to_owned()) };
    let Question { level, fuel, seed, .. } = *question;
    let advice = advise(&rules, state, level, fuel, seed, stop).inspect_err(|_| forget(&rules))?;
    let best = advice.best.map(|mv| plain::write(&mv, MOVE_VALUES)).transpose()?;
    Ok(Thought { best, value: advice.value, depth: advice.depth, nodes: advice.nodes })
}

/// The rules of a script, loaded if need be.
fn rules(script: &str, source: &str) -> Result<Rc<RulesVm>, String> {
    let hash = rustc_hash::FxBuildHasher.hash_one((script, source));
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
    let compiled = compile(script, source.as_bytes()).map_err(|error| error.to_string())?;
    let rules = Rc::new(RulesVm::load(&compiled, 0).map_err(|error| error.to_string())?);
    READY.with_borrow_mut(|ready| {
        if ready.len() == KEPT {
            ready.remove(0);
        }
        ready.push((hash, Rc::clone(&rules)));
    });
    Ok(rules)
}

/// Rules that failed are loaded afresh the next time: nobody knows what state they are in.
fn forget(rules: &Rc<RulesVm>) {
    READY.with_borrow_mut(|ready| ready.retain(|(_, kept)| !Rc::ptr_eq(kept, rules)));
}
