//! How well computers tell roles.
//!
//! `cargo run --release -p fangqi-plugin-sanguosha --example sanguosha_reading --
//! SEATS GAMES LEVEL`
//!
//! Computers of one level play; at the beginning of each play phase is noted what chance its player
//! gives to the role that each of the others has, as far as it is hidden. Printed by rounds is how
//! far that is from certainty, in nats, how likely it is in the mean, and how often it is likelier
//! than the others: by how many there are of each role alone, by the recorder's loyalty, and by all
//! deeds together.

mod common;
#[path = "common/games.rs"]
mod games;

use std::collections::BTreeMap;

use fangqi_plugin_sanguosha::Mind;
use fangqi_sanguosha::mind::roles::Roles;
use fangqi_sanguosha::{PlayerId, Role, State};
use games::{Stages, Told};

/// Rounds that are told apart; the last one is all that come after.
const ROUNDS: usize = 4;
const WAYS: [&str; 3] = ["how many there are", "loyalty", "deeds"];

/// What players came to by one way in one round.
#[derive(Default)]
struct Score {
    guesses: f64,
    nats: f64,
    chance: f64,
    right: f64,
}

fn main() {
    let (told, stages) = (Told::read(), Stages::open());
    let mut scores: BTreeMap<(usize, usize), Score> = BTreeMap::new();
    for seed in 1..=told.games {
        let game = games::play(&stages, &told, seed + 4_000_000, guesses);
        for (at, (_, ways)) in game.notes.iter().enumerate() {
            for (way, guesses) in ways.iter().enumerate() {
                let score = scores.entry((way, (at / told.seats).min(ROUNDS - 1))).or_default();
                guesses.iter().for_each(|guess| score.add(game.roles[guess.0], &guess.1));
            }
        }
    }
    for ((way, round), score) in scores {
        let mean = |sum: f64| sum / score.guesses.max(1.0);
        println!(
            "{:20} round {}{}: {:6} guesses, {:.3} nats, chance {:.3}, right {:.3}",
            WAYS[way],
            round + 1,
            if round + 1 == ROUNDS { "+" } else { " " },
            score.guesses,
            mean(score.nats),
            mean(score.chance),
            mean(score.right),
        );
    }
}

/// What a seat takes everybody for, by the index of players.
type Guesses = Vec<(usize, Vec<(Role, f64)>)>;

fn guesses(state: &State, mind: &mut Mind, who: PlayerId) -> [Guesses; 3] {
    let there = Roles::new(state, Some(who), &|_, _| 1.0).chances();
    let found = [there, mind.guesses(state, who, false), mind.guesses(state, who, true)];
    // Where one role is left there is nothing to guess.
    found.map(|guesses| match guesses.len() {
        0 | 1 => Vec::new(),
        _ => guesses,
    })
}

impl Score {
    fn add(&mut self, role: Role, chances: &[(Role, f64)]) {
        let chance = chances.iter().find(|(other, _)| *other == role).map_or(0.0, |found| found.1);
        let most = chances.iter().map(|found| found.1).fold(0.0, f64::max);
        self.guesses += 1.0;
        self.nats -= chance.max(1e-4).ln();
        self.chance += chance;
        self.right += f64::from(u8::from(chance >= most));
    }
}
