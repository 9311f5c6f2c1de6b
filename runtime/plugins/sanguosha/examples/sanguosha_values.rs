//! What things are worth, learned from whole games.
//!
//! `cargo run --release -p fangqi-plugin-sanguosha --example sanguosha_values -- SEATS GAMES LEVEL`
//!
//! Computers of one level play; at the beginning of each play phase is noted what each side has.
//! A logistic regression says how much each thing moves the chance of the side whose turn it is;
//! all is printed in points, a hp being 200.

mod common;
#[path = "common/games.rs"]
mod games;
#[path = "common/regression.rs"]
mod regression;

use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::{Card, PlayerId, State};
use games::{Stages, Told};
use regression::{Things, fit};

fn main() {
    let (told, stages) = (Told::read(), Stages::open());
    let mut noted = Vec::new();
    for seed in 1..=told.games {
        let mut game =
            games::play(&stages, &told, seed + 1_000_000, |state, _, who| difference(state, who));
        for (who, things) in std::mem::take(&mut game.notes) {
            noted.extend(game.won(who).map(|won| (things, won)));
        }
    }
    println!("{} positions", noted.len());
    show(&noted);
}

/// What the side of a player has more of than the others.
fn difference(state: &State, who: PlayerId) -> Things {
    let stance = Stance::by_roles(state, who);
    let mut all = Things::from([("(turn)".to_owned(), 1.0)]);
    for id in (0..state.players.len()).map(|at| PlayerId(at as u8)) {
        let weight = stance.of(id);
        for (name, amount) in things(state, id) {
            *all.entry(name).or_default() += weight * amount;
        }
    }
    all
}

fn things(state: &State, id: PlayerId) -> Things {
    let player = state.player(id);
    let mut all = Things::new();
    let mut add = |name: &str, amount: f64| *all.entry(name.to_owned()).or_default() += amount;
    if !player.alive {
        add("dead", 1.0);
        return all;
    }
    for hp in 1..=player.hp.min(6) {
        add(&format!("hp {}", if hp > 3 { "more".to_owned() } else { hp.to_string() }), 1.0);
    }
    add("max hp", f64::from(player.max_hp));
    for held in 1..=player.hand.len() {
        add(&format!("hand {}", if held > 5 { "more".to_owned() } else { held.to_string() }), 1.0);
    }
    let class = |card: &Card| state.kind(card, |kind| kind.class.to_string());
    for &held in &player.hand {
        let slot = state.kind(&Card::Real(held), |kind| kind.slot);
        let name = match slot {
            Some(_) => "equipment".to_owned(),
            None => class(&Card::Real(held)),
        };
        add(&format!("hand {name}"), 1.0);
    }
    for id in player.worn() {
        let (name, slot) = state
            .kind(&Card::Real(id), |kind| (kind.class.to_string(), format!("{:?}", kind.slot)));
        let horse = slot.contains("Horse");
        add(&format!("worn {}", if horse { slot } else { name }), 1.0);
    }
    for trick in &player.judging {
        add(&format!("judging {}", class(&trick.card)), 1.0);
    }
    add("chained", f64::from(u8::from(player.chained)));
    add("face down", f64::from(u8::from(!player.face_up)));
    add("skills got", player.acquired.len() as f64);
    add("pile", player.piles.iter().map(|pile| pile.cards.len() as f64).sum());
    let reached = state.alive().into_iter().filter(|&other| {
        other != id && state.ring_distance(other, id) <= state.attack_range(other)
    });
    add("reached by", reached.count() as f64);
    all
}

/// Weights in points.
fn show(noted: &[(Things, bool)]) {
    let found = fit(noted);
    println!("log loss {:.4}", found.loss);
    let hp = (found.weights["hp 2"].value + found.weights["hp 3"].value) / 2.0;
    println!("a hp moves the odds by e to the {hp:.2}");
    for (name, weight) in &found.weights {
        let (points, error) = (weight.value / hp * 200.0, weight.error / hp * 200.0);
        println!("{name:24} {points:8.1}  ±{error:6.1}  {}", weight.rows);
    }
}
