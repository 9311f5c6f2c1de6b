//! A search that was cancelled, or whose time is up, ends after few further calls of the
//! rules: a server stops it by a flag, and the flag is all that it is told.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Limits, Method, Turn, best_move, method};
use fangqi_plugin_rules::{LuaBoard, Parameters, RulesVm, Study, advise};
use fangqi_vm::compile;

use crate::rules::load;

/// Calls of the rules after which a search is stopped, and how many more it may make: what is left
/// of one playout or of one node.
const STOPPED_AFTER: usize = 2_000;
const MORE: usize = 300;

/// Counts the calls of the rules, and raises the flag after some.
struct Calls<'a> {
    made: Cell<usize>,
    stop: &'a AtomicBool,
}

/// A game whose calls are counted.
#[derive(Clone)]
struct Counted<'a> {
    game: LuaBoard<'a>,
    calls: &'a Calls<'a>,
}

impl Counted<'_> {
    fn call(&self) {
        self.calls.made.set(self.calls.made.get() + 1);
        if self.calls.made.get() == STOPPED_AFTER {
            self.calls.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Board for Counted<'_> {
    type Move = u32;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Vec<u32>) {
        self.call();
        self.game.moves(out);
    }

    fn play(&mut self, mv: u32) {
        self.call();
        self.game.play(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn payoff(&self, seat: usize) -> f32 {
        self.call();
        self.game.payoff(seat)
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn score(&self, seat: usize) -> Option<i32> {
        self.call();
        self.game.score(seat)
    }

    fn random_move(&self, rng: &mut Rng) -> Option<u32> {
        self.call();
        self.game.random_move(rng)
    }

    fn playout(&mut self, plies: usize, rng: &mut Rng, played: &mut Vec<(usize, u32)>) -> usize {
        self.call();
        self.game.playout(plies, rng, played)
    }

    fn is_hidden(&self) -> bool {
        self.game.is_hidden()
    }

    fn determinise(&mut self, seat: usize, rng: &mut Rng) {
        self.call();
        self.game.determinise(seat, rng);
    }
}

#[test]
fn a_search_that_is_stopped_calls_the_rules_a_few_times_more() {
    for (map, wanted) in
        [("reversi", Method::AlphaBeta), ("go", Method::Tree), ("goofspiel", Method::Samples)]
    {
        let (rules, stop) = (load(map), AtomicBool::new(false));
        let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
        let mut state = rules.setup(None, &[]).unwrap();
        let mut game = study.game(state.clone(), false).unwrap();
        if game.turn() == Turn::Chance {
            let fallen = game.random_move(&mut Rng::new(1)).unwrap();
            game.play(fallen);
            state = game.state().clone();
        }
        let game = study.game(state, rules.spec().hidden).unwrap();
        let calls = Calls { made: Cell::new(0), stop: &stop };
        let counted = Counted { game, calls: &calls };
        assert_eq!(method(&counted, 0), wanted, "{map}");
        let limits = Limits { nodes: u64::MAX, depth: 60, ..Limits::default() };
        let report = best_move(&counted, &limits, &study.enough);
        assert_eq!(study.trouble(), None, "{map}");
        let made = calls.made.get();
        assert!((STOPPED_AFTER..STOPPED_AFTER + MORE).contains(&made), "{map}: {made} calls");
        assert!(!report.candidates.is_empty(), "{map}: the best so far is told");
    }
}

/// A computer that is stopped before it begins has looked at little.
#[test]
fn a_computer_that_is_stopped_gives_a_move_at_once() {
    for map in ["reversi", "tic-tac-toe", "chinese-checkers"] {
        let (rules, stop) = (load(map), AtomicBool::new(true));
        let thought = advise(&rules, &rules.setup(None, &[]).unwrap(), (5, None), 1, &stop);
        let thought = thought.unwrap();
        assert!(thought.best.is_some() && thought.nodes < 1_000, "{map}: {thought:?}");
    }
}

/// The search cannot look at the flag while the rules run; fuel ends a call that does not return.
#[test]
fn a_single_call_of_the_rules_ends_even_if_the_rules_do_not() {
    let source = r#"
      Board:define({
        layout = { grid = { columns = 3, rows = 1 } },
        pieces = { { name = { zh = "子", en = "Stone" } } },
        legal = function(state)
          while state.cells[1] ~= 0 do end
          return { 1, 2 }
        end,
        apply = function(state, cell) state.cells[cell] = 1 end,
        over = function(state) return if state.cells[3] ~= 0 then 1 else nil end,
        score = function() return 0 end,
      })"#;
    let script = compile("test/rules.lua", source.as_bytes()).unwrap();
    let rules = RulesVm::load(&script, &Parameters::default(), 1).unwrap();
    let stop = AtomicBool::new(false);
    let state = rules.setup(None, &[]).unwrap();
    let error = advise(&rules, &state, (5, None), 1, &stop).unwrap_err();
    assert!(error.contains("test/rules.lua:6"), "{error}");
}
