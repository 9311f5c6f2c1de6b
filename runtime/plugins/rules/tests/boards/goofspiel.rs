//! Goofspiel: what seats know of it, and what is won with which bids.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};
use mlua::{Function, Table, Value};

use crate::played::{random_game, random_games};
use crate::rules::load;

/// Plain data as text, the same for equal data.
fn text(value: &Value) -> String {
    let Value::Table(table) = value else { return value.to_string().unwrap() };
    let pair = |pair: mlua::Result<(Value, Value)>| {
        let (key, value) = pair.unwrap();
        (text(&key), text(&value))
    };
    format!("{:?}", table.pairs().map(pair).collect::<BTreeMap<_, _>>())
}

/// Data that shares nothing with its original.
fn copy(rules: &RulesVm, table: &Table) -> Table {
    let new = rules.setup(None, &[]).unwrap();
    new.clear().unwrap();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.unwrap();
        let value = value.as_table().map(|inner| Value::Table(copy(rules, inner))).unwrap_or(value);
        new.raw_set(key, value).unwrap();
    }
    new
}

fn rule(rules: &RulesVm, name: &str) -> Function {
    rules.spec().rules.raw_get(name).unwrap()
}

/// What a seat knows of a state, as data of its own.
fn view(rules: &RulesVm, state: &Table, seat: usize) -> Table {
    copy(rules, &rule(rules, "view").call::<Table>((state, seat)).unwrap())
}

fn guess(rules: &RulesVm, view: &Table, seat: usize) -> Table {
    rule(rules, "guess").call((copy(rules, view), seat)).unwrap()
}

fn shown(table: &Table) -> String {
    text(&Value::Table(table.clone()))
}

#[test]
fn a_guess_looks_to_its_seat_as_the_truth_does() {
    let rules = load("goofspiel");
    let (mut compared, mut guessed) = (0, 0);
    for seed in 0..25 {
        random_game(&rules, 2, seed, 60, |_, game, _| {
            for seat in 1..=2 {
                let known = view(&rules, game.state(), seat);
                let state = guess(&rules, &known, seat);
                assert_eq!(shown(&view(&rules, &state, seat)), shown(&known));
                guessed += usize::from(shown(&state) != shown(&known));
                compared += 1;
            }
        });
    }
    assert_eq!(compared, 25 * 26 * 2);
    assert!(guessed >= 25 * 13, "a bid was guessed {guessed} times");
}

/// The same guess follows from the same chance, whatever the other has bid.
#[test]
fn a_guess_does_not_depend_on_the_bid_itself() {
    let (rules, stop) = (load("goofspiel"), AtomicBool::new(false));
    let (mut bids, mut known, mut guesses) = (Vec::new(), Vec::new(), Vec::new());
    for bid in 1..=13 {
        let state = rules.setup(None, &[]).unwrap();
        let apply = rule(&rules, "apply");
        apply.call::<()>((&state, 7, 0)).unwrap();
        apply.call::<()>((&state, bid, 1)).unwrap();
        state.raw_set("turn", vec![2]).unwrap();
        known.push(shown(&view(&rules, &state, 2)));
        let _chance = Study::new(&rules, u64::MAX, 99, &stop).unwrap();
        guesses.push(shown(&guess(&rules, &view(&rules, &state, 2), 2)));
        bids.push(shown(&state));
    }
    bids.dedup();
    known.dedup();
    guesses.dedup();
    assert_eq!((bids.len(), known.len(), guesses.len()), (13, 1, 1));
}

#[test]
fn bids_are_guessed_evenly_and_prizes_come_up_evenly() {
    const DRAWS: usize = 6_500;
    let (rules, stop) = (load("goofspiel"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 5, &stop).unwrap();
    let even = DRAWS as f64 / 13.0;
    let distance = |counts: [f64; 13]| -> f64 {
        counts.iter().map(|count| (count - even).powi(2) / even).sum()
    };
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    assert_eq!(game.turn(), Turn::Chance);
    let (mut prizes, mut bids, mut rng) = ([0.0; 13], [0.0; 13], Rng::new(1));
    for _ in 0..DRAWS {
        let prize = study.move_of(game.random_move(&mut rng).unwrap()).unwrap();
        prizes[prize.as_usize().unwrap() - 1] += 1.0;
    }
    let prize = game.random_move(&mut rng).unwrap();
    game.play(prize);
    let bid = game.random_move(&mut rng).unwrap();
    game.play(bid);
    assert_eq!(game.turn(), Turn::Seat(1));
    let known = view(&rules, game.state(), 2);
    for _ in 0..DRAWS {
        let bid: usize = guess(&rules, &known, 2).raw_get("bid").unwrap();
        bids[bid - 1] += 1.0;
    }
    // One in a thousand lies beyond 32.9 in twelve degrees of freedom.
    assert!(distance(prizes) < 32.9 && distance(bids) < 32.9, "{prizes:?} {bids:?}");
}

/// What a game played by lists of prizes and bids brings.
fn won(prizes: &[usize], first: &[usize], second: &[usize]) -> (Vec<u32>, bool) {
    let rules = load("goofspiel");
    let (state, apply) = (rules.setup(None, &[]).unwrap(), rule(&rules, "apply"));
    for ((prize, first), second) in prizes.iter().zip(first).zip(second) {
        apply.call::<()>((&state, *prize, 0)).unwrap();
        apply.call::<()>((&state, *first, 1)).unwrap();
        let next: Vec<u8> = apply.call((&state, 52 + second, 2)).unwrap();
        assert_eq!(next, [1, 2]);
    }
    let over: Option<Table> = rule(&rules, "over").call(&state).unwrap();
    (state.raw_get("won").unwrap(), over.is_some())
}

#[test]
fn prizes_go_to_higher_bids_and_ties_are_carried_on() {
    assert_eq!(won(&[5], &[3], &[2]), (vec![5, 0], false));
    assert_eq!(won(&[5], &[2], &[3]), (vec![0, 5], false));
    assert_eq!(won(&[5, 9], &[2, 7], &[2, 8]), (vec![0, 14], false));
    let up: Vec<usize> = (1..=13).collect();
    // Bidding what the prize is worth against one more each, and the ace for the king.
    let above: Vec<usize> = (2..=13).chain([1]).collect();
    assert_eq!(won(&up, &up, &above), (vec![13, 78], true));
    assert_eq!(won(&up, &up, &up), (vec![0, 0], true));
}

/// The pieces on the table are all the cards there are, wherever they went.
#[test]
fn no_card_is_lost_or_made() {
    let rules = load("goofspiel");
    random_game(&rules, 2, 3, 60, |_, game: &LuaBoard<'_>, _| {
        let cells: Vec<usize> = game.state().raw_get("cells").unwrap();
        let prizes: Vec<usize> = game.state().raw_get("prizes").unwrap();
        let mut diamonds: Vec<usize> =
            cells.iter().filter(|card| **card > 26).map(|card| card - 26).chain(prizes).collect();
        diamonds.sort_unstable();
        assert_eq!(diamonds, (1..=13).collect::<Vec<_>>());
        let hand = |cards: &[usize]| cards.iter().filter(|card| **card > 0).count();
        assert_eq!(hand(&cells[..13]), hand(&cells[52..65]));
    });
}

#[test]
fn random_games_end() {
    // Thirteen prizes with two bids each.
    assert_eq!(random_games(&load("goofspiel"), 30, 60), 39);
}
