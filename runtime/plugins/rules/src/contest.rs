//! Games of computers against each other, outside any room.

use std::sync::atomic::AtomicBool;

use mlua::{FromLuaMulti, Function, IntoLuaMulti, Table, Value};

use super::job::advise;
use super::referee::RulesVm;
use fangqi_vm::{Rng, ScriptError};

/// Moves of an opening where chance brings no other variety.
const OPENING: usize = 4;
/// Moves and falls of dice after which a game is thought to be endless.
const PLIES_MAX: usize = 10_000;

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contestant {
    /// Any of the moves.
    Random,
    /// A computer of a level, with no more than so much fuel for a move.
    Computer {
        /// From 1.
        level: u8,
        /// Less than its level would use, if that is given.
        fuel: Option<u64>,
    },
}

/// How a game went.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// What the end was worth to each seat, from -1 to 1.
    pub payoffs: Vec<f64>,
    /// The rules' word for the end; empty if they give none.
    pub reason: String,
    /// Moves that seats chose.
    pub moves: usize,
    /// Moves among which they chose, of all choices together.
    pub choices: usize,
}

/// How a game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// How many play; as many as usual if that is not given.
    pub players: Option<u8>,
    /// Where chance begins: the same seed gives the same game.
    pub seed: u64,
    /// Moves that are drawn at random before the contestants choose. Computers that look ahead
    /// choose the same in the same position: without these moves they would repeat one game.
    pub drawn: usize,
}

impl Opening {
    /// Moves to draw by rules: none where dice or cards make games differ.
    pub fn usual(rules: &RulesVm) -> usize {
        if rules.spec().hidden || rules.spec().chance { 0 } else { OPENING }
    }
}

/// Plays one game; `who` says who plays a seat, from 0.
///
/// # Errors
/// What is wrong with the rules, with script and line, or that the game does not end.
pub fn contest(
    rules: &RulesVm,
    Opening { players, seed, drawn }: Opening,
    who: impl Fn(usize) -> Contestant,
) -> Result<Contest, String> {
    let (referee, mut rng) = (Referee(rules), Rng::new(seed));
    rules.vm().set_rng_state(Rng::new(seed).state());
    let state = rules.setup(players, &[]).map_err(|error| error.to_string())?;
    let (mut moves, mut choices) = (0, 0);
    let mut chances = 0;
    for ply in 0..PLIES_MAX {
        let standing: i32 = referee.call("standing", &state)?;
        if standing == 0 {
            let (payoffs, reason) = referee.call("result", &state)?;
            let reason: Option<String> = reason;
            return Ok(Contest { payoffs, reason: reason.unwrap_or_default(), moves, choices });
        }
        if standing < 0 {
            let outcome: Value = referee.call("draw", &state)?;
            referee.call::<()>("play", (&state, outcome, 0))?;
            chances += 1;
            continue;
        }
        let turn: Vec<usize> = referee.call("turn", &state)?;
        let mut chosen = Vec::with_capacity(turn.len());
        for seat in turn {
            let listed: Vec<Value> = referee.call("moves", (&state, seat))?;
            choices += listed.len();
            moves += 1;
            let draw = rng.next_u64();
            let who = if ply - chances < drawn { Contestant::Random } else { who(seat - 1) };
            let mv = match who {
                _ if listed.len() < 2 => listed.into_iter().next(),
                Contestant::Random => {
                    let at = (draw % listed.len() as u64) as usize;
                    listed.into_iter().nth(at)
                }
                Contestant::Computer { level, fuel } => {
                    let known: Table = referee.call("known", (&state, seat))?;
                    let thought =
                        advise(rules, &known, (level, fuel), draw, &AtomicBool::new(false))?;
                    thought.best.map(|mv| rules.read(&mv)).transpose()?
                }
            };
            chosen.push((seat, mv.ok_or_else(|| format!("seat {seat} has no move"))?));
        }
        for (seat, mv) in chosen {
            referee.call::<()>("play", (&state, mv, seat))?;
        }
    }
    Err(format!("a game has not ended after {PLIES_MAX} moves"))
}

/// The functions of `referee.luau`.
struct Referee<'a>(&'a RulesVm);

impl Referee<'_> {
    fn call<R: FromLuaMulti>(&self, name: &str, args: impl IntoLuaMulti) -> Result<R, String> {
        let text = |error: ScriptError| error.to_string();
        let function: Function =
            self.0.referee().raw_get(name).map_err(|error| text(ScriptError::host(&error)))?;
        self.0.vm().call(&function, args).map_err(text)
    }
}
