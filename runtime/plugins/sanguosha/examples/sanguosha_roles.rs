//! How much everybody's things count for the side of each role, learned from whole games.
//!
//! `cargo run --release -p fangqi-plugin-sanguosha --example sanguosha_roles -- SEATS GAMES LEVEL`
//!
//! Computers of one level play; at the beginning of each play phase is noted what the things of
//! the players of each role are worth to themselves. Logistic regressions say how much a point of
//! each moves the odds of the lord's side and of the rebels, as long as there are rebels and in the
//! time after them. `Care::Learned` of `mind/stance.rs` is what these come to beside a point of
//! one's own.

mod common;
#[path = "common/games.rs"]
mod games;
#[path = "common/regression.rs"]
mod regression;

use fangqi_sanguosha::mind::ledger::{Blind, Ledger};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::{PlayerId, Role, State};
use games::{Stages, Told};
use regression::{Things, fit};

/// So many points are one in the regression.
const UNIT: f64 = 100.0;

/// What there is of each role at the beginning of a play phase.
struct Position {
    things: Things,
    rebels: bool,
    renegades: bool,
}

fn main() {
    let (told, stages) = (Told::read(), Stages::open());
    let mut noted: Vec<(Position, bool, bool)> = Vec::new();
    for seed in 1..=told.games {
        let game =
            games::play(&stages, &told, seed + 3_000_000, |state, _, who| position(state, who));
        let of = |role: Role| {
            let at = game.roles.iter().position(|&other| other == role)?;
            game.won(PlayerId(at as u8))
        };
        let (Some(lord), Some(rebel)) = (of(Role::Lord), of(Role::Rebel)) else { continue };
        noted.extend(game.notes.into_iter().map(|(_, position)| (position, lord, rebel)));
    }
    let with = |rebels: bool| {
        let there = move |(position, ..): &&(Position, bool, bool)| {
            position.rebels == rebels && (rebels || position.renegades)
        };
        noted.iter().filter(there)
    };
    let lord =
        |rebels: bool| with(rebels).map(|(at, lord, _)| (at.things.clone(), *lord)).collect();
    show("the lord's side, with rebels", lord(true));
    show("the rebels", with(true).map(|(at, _, rebel)| (at.things.clone(), *rebel)).collect());
    show("the lord's side, without rebels", lord(false));
}

/// What everybody has, by roles.
fn position(state: &State, who: PlayerId) -> Position {
    let values = Values::learned();
    let prices = Prices::of(state, &values, &[]);
    let (blind, stance) = (Blind::default(), Stance::by_roles(state, who));
    let ledger = Ledger::open(state, &values, &prices, &blind, &stance);
    let mut things = Things::from([("(always)".to_owned(), 1.0)]);
    things.insert(format!("(turn of a {})", state.player(who).role.text()), 1.0);
    let alive = |role: Role| state.players.iter().any(|player| player.alive && player.role == role);
    for (at, player) in state.players.iter().enumerate().filter(|(_, player)| player.alive) {
        let worth = ledger.worth(state, PlayerId(at as u8)) / UNIT;
        *things.entry(player.role.text().to_owned()).or_default() += worth;
        *things.entry(format!("({}s alive)", player.role.text())).or_default() += 1.0;
    }
    Position { things, rebels: alive(Role::Rebel), renegades: alive(Role::Renegade) }
}

fn show(of: &str, rows: Vec<(Things, bool)>) {
    if rows.is_empty() {
        return;
    }
    let found = fit(&rows);
    println!("{of}: {} positions, log loss {:.4}", rows.len(), found.loss);
    for (name, weight) in &found.weights {
        println!("  {name:24} {:8.3}  ±{:6.3}  {}", weight.value, weight.error, weight.rows);
    }
}
