//! Seats that choose at the same time, in the open: each thinks for itself.

use std::sync::atomic::AtomicBool;

use fangqi_plugin_rules::{Contestant, Opening, Parameters, RulesVm, advise, contest};
use fangqi_vm::compile;
use mlua::Table;

/// Both show a number from 1 to 3; the larger wins the round, so that 3 is the best whatever the
/// other does. Cells 1 to 3 are the first seat's, 4 to 6 the second's.
const RULES: &str = r#"
Board:define({
  layout = { grid = { columns = 3, rows = 2 } },
  pieces = { { name = { zh = "手", en = "Hand" } } },
  setup = { turn = { 1, 2 }, points = { 0, 0 }, rounds = 0 },
  legal = function(_, seat)
    return if seat == 1 then { 1, 2, 3 } else { 4, 5, 6 }
  end,
  apply = function(state, move, seat)
    if seat == 1 then
      state.shown = move
      return nil
    end
    local difference = state.shown - (move - 3)
    state.points[1] += math.max(difference, 0)
    state.points[2] += math.max(-difference, 0)
    state.rounds, state.shown = state.rounds + 1, nil
    return { 1, 2 }
  end,
  over = function(state)
    return if state.rounds == 3 then state.points else nil, "points"
  end,
})
"#;

fn rules() -> RulesVm {
    let script = compile("test/rules.lua", RULES.as_bytes()).unwrap();
    RulesVm::load(&script, &Parameters::default(), 1).unwrap()
}

/// What a computer is given that thinks for a seat.
fn known(rules: &RulesVm, seat: u8) -> Table {
    let state = rules.setup(None, &[]).unwrap();
    state.raw_set("asked", seat).unwrap();
    state
}

#[test]
fn each_seat_finds_its_own_best_choice() {
    let (rules, stop) = (rules(), AtomicBool::new(false));
    for level in [3, 5] {
        for seed in 1..6 {
            for (seat, best) in [(1, 3.0), (2, 6.0)] {
                let thought =
                    advise(&rules, &known(&rules, seat), (level, Some(2_000_000)), seed, &stop);
                let chosen = rules.read(&thought.unwrap().best.unwrap()).unwrap();
                assert_eq!(chosen.as_f64(), Some(best), "seat {seat}, level {level}, seed {seed}");
            }
        }
    }
}

#[test]
fn a_better_computer_wins_from_both_seats() {
    let rules = rules();
    for own in 0..2 {
        let mut won = 0;
        for seed in 0..20 {
            let who = |seat| match seat == own {
                true => Contestant::Computer { level: 3, fuel: Some(1_000_000) },
                false => Contestant::Random,
            };
            let opening = Opening { players: None, seed, drawn: 0 };
            let game = contest(&rules, opening, who).unwrap();
            assert_eq!((game.moves, game.choices, &*game.reason), (6, 18, "points"));
            won += usize::from(game.payoffs[own] > 0.0);
        }
        // All three rounds are drawn once in 27 games; none is ever lost.
        assert!(won >= 16, "{won} of 20");
    }
}
