//! What things are worth, learned from whole games.
//!
//! `cargo run --release -p fangqi-room --example sanguosha_values -- SEATS GAMES LEVEL`
//!
//! Computers of one level play; at the beginning of each play phase is noted what each side has.
//! A logistic regression says how much each thing moves the chance of the side whose turn it is;
//! all is printed in points, a hp being 200.

mod common;

use std::collections::BTreeMap;

use fangqi_room::sanguosha::{Level, Mind, Stage, Table};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::{Answer, Ask, Card, PlayerId, Setup, State, Status};

/// Steps of the descent.
const STEPS: usize = 300;
/// How strongly weights are held near nothing.
const RIDGE: f64 = 2e-5;

/// What a side has more of than the other, by name.
type Things = BTreeMap<String, f64>;

fn main() {
    let words: Vec<u64> =
        std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let level = Level::of(words[2] as u8).expect("a level from 1 to 4");
    let mut noted = Vec::new();
    let packages = common::packages();
    let (stage, thinking) = (Stage::new(&packages), Stage::thinking(&packages));
    for seed in 1..=words[1] {
        play(&stage, &thinking, words[0] as usize, seed + 1_000_000, level, &mut noted);
    }
    println!("{} positions", noted.len());
    fit(&noted);
}

/// Plays a game and notes what everybody whose turn began had, and whether it has won.
fn play(
    stage: &Stage,
    thinking: &Stage,
    seats: usize,
    seed: u64,
    level: Level,
    noted: &mut Vec<(Things, bool)>,
) {
    let vm = stage.begin(seed).expect("the packages load");
    let mut setup = Setup::robots(seats, seed);
    setup.choices = 1;
    let mut table = Table::open(vm, setup).expect("a game");
    let mut mind = Mind::new(thinking.begin(seed).expect("the packages load"), seats, seed);
    Mind::watches(&table);
    let mut seen: Vec<(PlayerId, Things)> = Vec::new();
    let mut turn = 0;
    loop {
        if let Status::Over(winner) = table.run() {
            let state = table.state();
            if &*winner == "." {
                return;
            }
            for (who, things) in seen {
                let role = state.player(who).role.text();
                let named = format!("sgs{}", who.0 + 1);
                let won = winner.split('+').any(|part| part == role || part == named);
                noted.push((things, won));
            }
            return;
        }
        table.take_log();
        let request = table.request().expect("a question").clone();
        let turns = table.state().turns;
        if matches!(request.ask, Ask::Activate) && turns != turn {
            turn = turns;
            let state = table.state();
            seen.push((request.who, difference(&state, request.who)));
        }
        let answer = mind.reply(&table, level);
        if table.answer(request.who, &answer).is_err() {
            table.answer(request.who, &Answer::Decline).expect("nothing is an answer");
        }
    }
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

/// Logistic regression by Newton's method with a diagonal step, printed in points.
fn fit(noted: &[(Things, bool)]) {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (things, _) in noted {
        for name in things.keys() {
            let next = names.len();
            names.entry(name).or_insert(next);
        }
    }
    let rows: Vec<(Vec<(usize, f64)>, f64)> = noted
        .iter()
        .map(|(things, won)| {
            let row = things.iter().filter(|(_, amount)| **amount != 0.0);
            let row = row.map(|(name, amount)| (names[&**name], *amount)).collect();
            (row, f64::from(u8::from(*won)))
        })
        .collect();
    let count = names.len();
    let mut weights = vec![0.0; count];
    let mut curvature = vec![0.0; count];
    for step in 0..STEPS {
        let (mut slope, mut bend) = (vec![0.0; count], vec![0.0; count]);
        for (row, won) in &rows {
            let sum: f64 = row.iter().map(|&(at, amount)| weights[at] * amount).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let total: f64 = row.iter().map(|(_, amount)| amount.abs()).sum();
            for &(at, amount) in row {
                slope[at] += (won - chance) * amount;
                bend[at] += chance * (1.0 - chance) * amount.abs() * total;
            }
        }
        for at in 0..count {
            let hold = RIDGE * rows.len() as f64;
            weights[at] += (slope[at] - hold * weights[at]) / (bend[at] + hold) * 1.5;
        }
        if step + 1 == STEPS {
            curvature = bend;
        }
    }
    let lost: f64 = rows
        .iter()
        .map(|(row, won)| {
            let sum: f64 = row.iter().map(|&(at, amount)| weights[at] * amount).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
        })
        .sum();
    println!("log loss {:.4}", lost / rows.len() as f64);
    let hp = (weights[names["hp 2"]] + weights[names["hp 3"]]) / 2.0;
    println!("a hp moves the odds by e to the {hp:.2}");
    let mut counts = vec![0; count];
    for (row, _) in &rows {
        row.iter().for_each(|&(at, _)| counts[at] += 1);
    }
    for (name, at) in names {
        let points = weights[at] / hp * 200.0;
        let error = 200.0 / hp / curvature[at].max(1e-9).sqrt();
        println!("{name:24} {points:8.1}  ±{error:6.1}  {}", counts[at]);
    }
}
