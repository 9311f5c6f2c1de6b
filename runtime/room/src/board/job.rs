//! A computer's thinking about a board, on a worker.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use fangqi_kit::search::best_move;
use mlua::Value;

use super::level::Level;
use super::referee::RulesVm;
use super::search::Study;
use crate::core::plain;
use crate::vm::compile;

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

/// Thinks, until it knows enough or `stop` is raised.
///
/// # Errors
/// What is wrong with the rules, with script and line.
pub fn think(question: &Question<'_>, stop: &AtomicBool) -> Result<Thought, String> {
    let level = Level::new(question.level)
        .ok_or_else(|| format!("there is no level {}", question.level))?;
    let rules = rules(question.script, question.source)?;
    let fuel = question.fuel.unwrap_or(u64::MAX).min(level.fuel);
    let text = |error: crate::vm::ScriptError| error.to_string();
    let study = Study::new(&rules, fuel, question.seed, stop).map_err(text)?;
    let state = plain::read(question.view, rules.vm().lua())?;
    let Value::Table(state) = state else { return Err("a state is a table".to_owned()) };
    let game = study.game(state, rules.spec().hidden).map_err(text)?;
    let report = best_move(&game, &level.limits(question.seed), &study.enough);
    if let Some(trouble) = study.trouble() {
        forget(&rules);
        return Err(trouble.to_string());
    }
    let chosen = level.choose(&report, question.seed);
    let best = match chosen {
        Some(chosen) => {
            let mv = study.move_of(chosen.mv).map_err(text)?;
            Some(plain::write(&mv, MOVE_VALUES)?)
        }
        None => None,
    };
    let value = chosen.map_or(0.0, |chosen| chosen.value);
    Ok(Thought { best, value, depth: report.depth, nodes: report.nodes })
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
