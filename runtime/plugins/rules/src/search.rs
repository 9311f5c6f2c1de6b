//! A game of an author's rules as the search sees it.

use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use mlua::{Buffer, FromLuaMulti, Function, IntoLuaMulti, Table, Value};

use super::referee::RulesVm;
use fangqi_vm::{Compiled, ScriptError, host_script};

/// Most moves a seat may have, as in `referee.luau`.
const MOVES_MAX: usize = 4096;
/// Longest playout.
const PLIES_MAX: usize = 4096;
/// Largest score: beyond it lie wins and losses.
const SCORE_MAX: f64 = 20_000.0;

/// How a state goes on when no seat chooses, as in `referee.luau`.
const OVER: i32 = 0;
const CHANCE: i32 = -1;

/// What the games of one search share.
#[derive(Debug)]
pub struct Study<'a> {
    rules: &'a RulesVm,
    functions: Functions,
    moves: Buffer,
    played: Buffer,
    /// Raised when the search is to end: nobody wants it, its fuel is used up, or a rule failed.
    pub enough: AtomicBool,
    stop: &'a AtomicBool,
    fuel: Cell<u64>,
    trouble: RefCell<Option<ScriptError>>,
}

#[derive(Debug)]
struct Functions {
    asked: Function,
    moves: Function,
    play: Function,
    draw: Function,
    playout: Function,
    payoff: Function,
    guess: Function,
    perft: Function,
    number: Function,
    of_number: Function,
    score: Option<Function>,
}

impl<'a> Study<'a> {
    /// A search of these rules that uses no more than so much fuel altogether. What is random in it
    /// follows from `seed`.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(
        rules: &'a RulesVm,
        fuel: u64,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Result<Self, ScriptError> {
        static SCRIPT: OnceLock<Compiled> = OnceLock::new();
        let vm = rules.vm();
        vm.set_rng_state(fangqi_vm::Rng::new(seed).state());
        let chunk = vm.load(host_script(&SCRIPT, include_str!("lua/search.luau"))?)?;
        let memory = |error: mlua::Error| ScriptError::host(&error);
        let moves = vm.lua().create_buffer_with_capacity(4 * MOVES_MAX).map_err(memory)?;
        let played = vm.lua().create_buffer_with_capacity(8 * PLIES_MAX).map_err(memory)?;
        let (given, referee) = (&rules.spec().rules, rules.referee());
        let search: Table = vm.call(&chunk, (given, referee, &moves, &played))?;
        let get = |name: &str| search.raw_get::<Function>(name).map_err(memory);
        let functions = Functions {
            asked: get("asked")?,
            moves: get("moves")?,
            play: get("play")?,
            draw: get("draw")?,
            playout: get("playout")?,
            payoff: get("payoff")?,
            guess: get("guess")?,
            perft: get("perft")?,
            number: get("number")?,
            of_number: get("move")?,
            score: given.raw_get("score").map_err(memory)?,
        };
        let (enough, fuel) = (AtomicBool::new(false), Cell::new(fuel));
        Ok(Self {
            rules,
            functions,
            moves,
            played,
            enough,
            stop,
            fuel,
            trouble: RefCell::default(),
        })
    }

    /// The game in a state. If it is what one seat knows, `view` says so: the search then guesses
    /// the rest, as it does where others choose at the same time.
    ///
    /// # Errors
    /// What is wrong with the state or the rules.
    pub fn game(&'a self, state: Table, view: bool) -> Result<LuaBoard<'a>, ScriptError> {
        let (turn, view): (i32, bool) =
            self.rules.vm().call(&self.functions.asked, (&state, view))?;
        let players =
            state.raw_get::<usize>("players").map_err(|error| ScriptError::host(&error))?;
        let view = view.then(|| state.clone());
        Ok(LuaBoard {
            study: self,
            state,
            turn: Cell::new(turn),
            players,
            view,
            before: Vec::new(),
        })
    }

    /// What went wrong in the rules, if anything did; the search's findings mean nothing then.
    pub fn trouble(&self) -> Option<ScriptError> {
        self.trouble.borrow().clone()
    }

    /// What a search found, unless something went wrong.
    pub(super) fn finish<R>(&self, found: R) -> Result<R, String> {
        self.trouble().map_or(Ok(found), |trouble| Err(trouble.to_string()))
    }

    /// The move of a number.
    ///
    /// # Errors
    /// Out of memory.
    pub fn move_of(&self, number: u32) -> Result<Value, ScriptError> {
        self.rules.vm().call(&self.functions.of_number, number)
    }

    /// The number of a move.
    ///
    /// # Errors
    /// It is no move.
    pub fn number_of(&self, mv: &Value) -> Result<u32, ScriptError> {
        self.rules.vm().call(&self.functions.number, mv)
    }

    /// Paths of exactly `depth` moves; states after chance are not gone into.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub fn perft(&self, state: &Table, depth: u32) -> Result<u64, ScriptError> {
        let vm = self.rules.vm();
        vm.set_fuel(u64::MAX >> 1);
        let paths = vm.call::<f64>(&self.functions.perft, (state, depth));
        vm.set_fuel(super::referee::FUEL_PER_CALL);
        Ok(paths? as u64)
    }

    /// Calls a function of the rules. `None` when it failed, now or before: the search ends.
    fn ask<R: FromLuaMulti>(&self, function: &Function, args: impl IntoLuaMulti) -> Option<R> {
        if self.trouble.borrow().is_some() {
            return None;
        }
        let vm = self.rules.vm();
        let outcome = vm.call(function, args);
        let left = self.fuel.get().saturating_sub(vm.fuel_used());
        self.fuel.set(left);
        if left == 0 || self.stop.load(Ordering::Relaxed) {
            self.enough.store(true, Ordering::Relaxed);
        }
        match outcome {
            Ok(results) => Some(results),
            Err(error) => {
                self.trouble.replace(Some(error));
                self.enough.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

/// A game in a state. Once a rule has failed every game of the study is over.
#[derive(Debug, Clone)]
pub struct LuaBoard<'a> {
    study: &'a Study<'a>,
    state: Table,
    /// The seat that chooses, from 1, or how it goes on otherwise. Found to be over when the seat
    /// turns out to have no move.
    turn: Cell<i32>,
    players: usize,
    /// What one seat knows, if that is all that is known.
    view: Option<Table>,
    before: Vec<(Table, i32)>,
}

impl LuaBoard<'_> {
    /// The state.
    pub fn state(&self) -> &Table {
        &self.state
    }

    fn read<const N: usize>(buffer: &Buffer, count: usize) -> Vec<[u32; N]> {
        let mut numbers = Vec::with_capacity(count);
        for index in 0..count {
            let mut entry = [0; N];
            for (part, number) in entry.iter_mut().enumerate() {
                *number = u32::from_le_bytes(buffer.read_bytes(4 * (N * index + part)));
            }
            numbers.push(entry);
        }
        numbers
    }

    /// The seat that a call is about: 0 for chance.
    fn seat(&self) -> i32 {
        self.turn.get().max(0)
    }
}

impl Board for LuaBoard<'_> {
    type Move = u32;

    fn seats(&self) -> usize {
        self.players
    }

    fn turn(&self) -> Turn {
        if self.study.trouble.borrow().is_some() {
            return Turn::Over;
        }
        match self.turn.get() {
            OVER => Turn::Over,
            CHANCE => Turn::Chance,
            seat => Turn::Seat(usize::try_from(seat - 1).unwrap_or(0)),
        }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.clear();
        let study = self.study;
        let args = (&self.state, self.seat(), self.before.len());
        if let Some(count) = study.ask::<usize>(&study.functions.moves, args) {
            let count = count.min(MOVES_MAX);
            out.extend(Self::read::<1>(&study.moves, count).into_iter().flatten());
        }
        if out.is_empty() {
            self.turn.set(OVER);
        }
    }

    fn play(&mut self, mv: u32) {
        let study = self.study;
        let args = (&self.state, mv, self.seat());
        self.before.push((self.state.clone(), self.turn.get()));
        if let Some((state, turn)) = study.ask(&study.functions.play, args) {
            self.state = state;
            self.turn.set(turn);
        }
    }

    fn undo(&mut self) {
        if let Some((state, turn)) = self.before.pop() {
            self.state = state;
            self.turn.set(turn);
        }
    }

    fn payoff(&self, seat: usize) -> f32 {
        let study = self.study;
        study.ask(&study.functions.payoff, (&self.state, seat + 1)).unwrap_or(0.0)
    }

    fn hash(&self) -> u64 {
        self.study.rules.vm().hash_of(&self.state).unwrap_or(0)
    }

    fn score(&self, seat: usize) -> Option<i32> {
        let study = self.study;
        let score = study.functions.score.as_ref()?;
        let score: f64 = study.ask(score, (&self.state, seat + 1)).unwrap_or(0.0);
        Some(score.clamp(-SCORE_MAX, SCORE_MAX) as i32)
    }

    fn random_move(&self, _: &mut Rng) -> Option<u32> {
        let study = self.study;
        let number: u32 = study.ask(&study.functions.draw, (&self.state, self.seat()))?;
        if number == 0 {
            self.turn.set(OVER);
        }
        (number > 0).then_some(number)
    }

    fn playout(&mut self, plies: usize, _: &mut Rng, played: &mut Vec<(usize, u32)>) -> usize {
        let study = self.study;
        let args = (&self.state, self.turn.get(), plies.min(PLIES_MAX));
        let Some((state, turn, count)) =
            study.ask::<(Table, i32, usize)>(&study.functions.playout, args)
        else {
            return 0;
        };
        self.state = state;
        self.turn.set(turn);
        for [seat, mv] in Self::read::<2>(&study.played, count) {
            if seat > 0 {
                played.push((seat as usize - 1, mv));
            }
        }
        count
    }

    fn may_have_chance(&self) -> bool {
        self.study.rules.spec().chance
    }

    fn is_hidden(&self) -> bool {
        self.view.is_some()
    }

    fn determinise(&mut self, seat: usize, _: &mut Rng) {
        let study = self.study;
        let Some(view) = &self.view else { return };
        if let Some((state, turn)) = study.ask(&study.functions.guess, (view, seat + 1)) {
            self.state = state;
            self.turn.set(turn);
        }
    }
}
