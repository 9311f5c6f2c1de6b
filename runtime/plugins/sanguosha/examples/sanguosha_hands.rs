//! What hands hold, as told by what was not done with them.
//!
//! `cargo run --release -p fangqi-plugin-sanguosha --example sanguosha_hands -- SEATS GAMES LEVEL`
//!
//! Computers of one level play. Printed is how many times as many cards of each sort as by lot
//! somebody has kept over its play phase of those that came since the last, and how many times as
//! many as were thought somebody has who gives none when asked. Then, how far the number of each
//! sort in a hand is from what the player whose play phase begins expects, in the mean of squares:
//! by lot, and by what is told.

mod common;
#[path = "common/games.rs"]
mod games;

use std::collections::{BTreeMap, BTreeSet};

use fangqi_plugin_sanguosha::Mind;
use fangqi_sanguosha::mind::hands::{Known, Sort};
use fangqi_sanguosha::mind::roles::Roles;
use fangqi_sanguosha::mind::world::world;
use fangqi_sanguosha::{Answer, Ask, Card, CardId, PlayerId, Request, State};
use games::Stages;

/// Worlds in which it is looked what is expected.
const WORLDS: u64 = 64;

/// What is found.
#[derive(Default)]
struct Found {
    /// Cards that were kept, or are had by who gives none, and how many would have been.
    counts: BTreeMap<(&'static str, Sort), (f64, f64)>,
    /// Squares of how far hands are from what is expected by lot and by what is told.
    squares: BTreeMap<Sort, [f64; 2]>,
    hands: f64,
}

/// What is remembered in a game.
#[derive(Default)]
struct Game {
    /// Whose play phase was the last one.
    before: Option<PlayerId>,
    /// Cards in hands that were kept once.
    kept: BTreeSet<CardId>,
}

fn main() {
    let (told, stages) = (games::Told::read(), Stages::open());
    let found = std::cell::RefCell::new(Found::default());
    for seed in 1..=told.games {
        let mut game = Game::default();
        let note = |state: &State, mind: &mut Mind, who| {
            let mut found = found.borrow_mut();
            found.keeps(state, who, &mut game);
            found.expects(state, mind, who);
        };
        let hear = |state: &State, mind: &Mind, request: &Request, answer: &Answer| {
            if *answer == Answer::Decline {
                found.borrow_mut().lacks(state, mind, request);
            }
        };
        games::play_heard(&stages, &told, seed + 5_000_000, note, hear);
    }
    found.into_inner().print();
}

impl Found {
    fn print(self) {
        for ((what, sort), (had, thought)) in self.counts {
            let name = format!("{sort:?}");
            println!("{what:10} {name:14} {had:7} of {thought:9.1}: {:6.2}", had / thought);
        }
        for (sort, squares) in self.squares {
            let (name, hands) = (format!("{sort:?}"), self.hands);
            let [by_lot, told] = squares.map(|square| square / hands);
            println!("{name:14} {hands:7} hands: {by_lot:.4} by lot, {told:.4} by what is told");
        }
    }

    /// Notes which new cards are left to the one whose play phase was the last.
    fn keeps(&mut self, state: &State, who: PlayerId, game: &mut Game) {
        let Some(before) = game.before.replace(who).filter(|&before| state.player(before).alive)
        else {
            return;
        };
        let shares = shares(state, who);
        for &id in &state.player(before).hand {
            if game.kept.insert(id) {
                self.counts.entry(("kept", sort(state, id))).or_default().0 += 1.0;
                for (&sort, share) in &shares {
                    self.counts.entry(("kept", sort)).or_default().1 += share;
                }
            }
        }
        let hands: BTreeSet<CardId> =
            state.players.iter().flat_map(|player| player.hand.iter().copied()).collect();
        game.kept.retain(|id| hands.contains(id));
    }

    /// Notes what somebody has who has given nothing, and what the one whose turn it is has
    /// thought.
    fn lacks(&mut self, state: &State, mind: &Mind, request: &Request) {
        let Ask::Card { pattern, .. } = &request.ask else { return };
        let (what, lacking) = match &**pattern {
            "jink" => ("no jink", Sort::Jink),
            "slash" => ("no slash", Sort::Slash),
            _ => return,
        };
        let (who, viewer) = (request.who, state.current);
        if who == viewer {
            return;
        }
        let known = mind.known(viewer);
        let share = shares(state, viewer).get(&lacking).copied().unwrap_or(0.0);
        let entry = self.counts.entry((what, lacking)).or_default();
        let unseen = state.player(who).hand.iter().filter(|&&id| !known.holds(id, who));
        for (&id, told) in unseen.zip(known.beliefs(who)) {
            entry.0 += f64::from(u8::from(sort(state, id) == lacking));
            entry.1 += told.likely(lacking) * share;
        }
    }

    /// Notes how far hands are from what is expected.
    fn expects(&mut self, state: &State, mind: &Mind, who: PlayerId) {
        let known = mind.known(who);
        let ways = [known.clone().seen_alone(), known.clone()];
        let expected = ways.map(|known| expected(state, who, &known));
        for other in state.others(who) {
            let hand = count(state, other);
            self.hands += 1.0;
            for sort in &Sort::ALL {
                let of = |counts: &BTreeMap<Sort, f64>| counts.get(sort).copied().unwrap_or(0.0);
                let squares = self.squares.entry(*sort).or_default();
                for (square, expected) in squares.iter_mut().zip(&expected) {
                    *square += (of(&hand) - expected.get(&other).map_or(0.0, of)).powi(2);
                }
            }
        }
    }
}

/// Which part of the cards that a player does not see is of each sort.
fn shares(state: &State, who: PlayerId) -> BTreeMap<Sort, f64> {
    let hands = state.others(who).into_iter().flat_map(|other| &state.player(other).hand);
    let unseen: Vec<Sort> = hands.chain(&state.draw).map(|&id| sort(state, id)).collect();
    let mut shares = BTreeMap::new();
    for &sort in &unseen {
        *shares.entry(sort).or_default() += 1.0 / unseen.len() as f64;
    }
    shares
}

/// How many of each sort everybody is expected to have in its hand.
fn expected(
    state: &State,
    who: PlayerId,
    known: &Known,
) -> BTreeMap<PlayerId, BTreeMap<Sort, f64>> {
    let roles = Roles::new(state, Some(who), &|_, _| 1.0);
    let mut found: BTreeMap<PlayerId, BTreeMap<Sort, f64>> = BTreeMap::new();
    for seed in 0..WORLDS {
        let world = world(state, Some(who), known, &roles, seed).state;
        for other in state.others(who) {
            for (sort, number) in count(&world, other) {
                *found.entry(other).or_default().entry(sort).or_default() += number / WORLDS as f64;
            }
        }
    }
    found
}

/// How many of each sort somebody has in its hand.
fn count(state: &State, who: PlayerId) -> BTreeMap<Sort, f64> {
    let mut counts = BTreeMap::new();
    for &id in &state.player(who).hand {
        *counts.entry(sort(state, id)).or_default() += 1.0;
    }
    counts
}

fn sort(state: &State, id: CardId) -> Sort {
    state.kind(&Card::Real(id), Sort::of)
}
