//! Measures of gains: points and winning probability.

use crate::simple::table;
use fangqi_sanguosha::mind::ledger::{Blind, Ledger, Measure};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::{PlayerId, State};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

/// What A gains if the hp of both players change from `begins` to `ends`, in points and by winning
/// probability; and the slope of the latter at the beginning.
fn gains(begins: (i32, i32), ends: (i32, i32)) -> (f64, f64, f64) {
    let (engine, _) = table(2, 7);
    let (values, blind) = (Values::learned(), Blind::default());
    let set = |(mine, theirs): (i32, i32)| {
        let mut state = engine.state().borrow().fork();
        for (who, hp) in [(A, mine), (B, theirs)] {
            let player = state.player_mut(who);
            (player.hp, player.max_hp) = (hp, 4);
            player.hand.clear();
        }
        state
    };
    let (before, after): (State, State) = (set(begins), set(ends));
    let prices = Prices::of(&before, &values, &[]);
    let stance = Stance::by_roles(&before, A);
    let ledger = Ledger::open(&before, &values, &prices, &blind, &stance);
    let gained = |measure| ledger.gained(&after, measure);
    (gained(Measure::Points), gained(Measure::Chance), ledger.slope(Measure::Chance))
}

#[test]
fn at_even_odds_a_point_is_a_point() {
    let (points, chance, slope) = gains((4, 4), (4, 3));
    assert!((slope - 1.0).abs() < 0.05, "{slope}");
    assert!(chance > 0.0 && (chance / points - 1.0).abs() < 0.1, "{points} and {chance}");
}

#[test]
fn a_point_counts_less_far_from_even_odds() {
    for (mine, theirs) in [(4, 1), (1, 4)] {
        let (points, chance, slope) = gains((mine, theirs), (mine, theirs + 1));
        let even = gains((3, 3), (3, 4));
        assert!(points < 0.0 && chance < 0.0, "{points} and {chance}");
        assert!(chance / points < even.1 / even.0, "{mine} to {theirs}");
        assert!(slope < 0.9, "{mine} to {theirs}: {slope}");
    }
}

/// The measure is symmetric, and one hp counts most when the game is even.
#[test]
fn gains_are_symmetric() {
    let up = gains((2, 4), (3, 4));
    let down = gains((3, 4), (2, 4));
    assert!((up.0 + down.0).abs() < 1e-9, "as many points: {up:?} and {down:?}");
    let ahead = gains((4, 2), (4, 1));
    let behind = gains((2, 4), (1, 4));
    assert!((ahead.0 + behind.0).abs() < 1e-9, "as many points: {ahead:?} and {behind:?}");
    assert!((ahead.1 + behind.1).abs() < 1e-9, "what one wins the other loses");
    assert!(ahead.1 < ahead.0, "more than enough is worth less: {ahead:?}");
}
