//! Beliefs about unseen cards, and determinizations that follow them.

use std::collections::BTreeMap;

use crate::simple::table;
use fangqi_sanguosha::event::{Move, Seen};
use fangqi_sanguosha::mind::hands::{Belief, Known, Sort};
use fangqi_sanguosha::mind::roles::Roles;
use fangqi_sanguosha::mind::world::world;
use fangqi_sanguosha::{Card, CardId, Data, Event, Place, PlayerId, State, Target};

const VIEWER: PlayerId = PlayerId(0);
const OTHER: PlayerId = PlayerId(1);

/// A state in which the other player holds `count` cards, and the knowledge of an observer who saw
/// them drawn.
fn drawn(count: usize) -> (State, Known) {
    let (engine, _) = table(3, 5);
    let mut state = engine.state().borrow().fork();
    for _ in 0..count {
        let id = state.draw[0];
        state.put(id, &Target::Hand(OTHER), None);
    }
    let mut known = Known::default();
    see(&mut known, &state, Event::CardDrawnDone, Data::Int(count as i64));
    (state, known)
}

/// An event of the other player.
fn see(known: &mut Known, state: &State, event: Event, data: Data) {
    known.see(VIEWER, state, &Seen { event, player: OTHER, data });
}

/// The other player has ended a play phase.
fn plays(known: &mut Known, state: &State) {
    known.begins(OTHER);
    see(known, state, Event::PhaseChange, Data::None);
}

/// The other player has declined to respond.
fn gives_no(known: &mut Known, state: &State, pattern: &str) {
    let said = ["cardResponsed", pattern, "slash-jink:sgs1", "_nil_"].map(Into::into).to_vec();
    see(known, state, Event::ChoiceMade, Data::Texts(said));
}

/// The other player puts a card in public view.
fn uses(known: &mut Known, state: &mut State, id: CardId) {
    state.put(id, &Target::Discard, None);
    let (from_place, to_place) = (Place::Hand, Place::Discard);
    let moved = Move { card: id, from_place, to_place, from: Some(OTHER), to: None };
    see(known, state, Event::CardLost, Data::Move(moved));
}

fn sort(state: &State, id: CardId) -> Sort {
    state.kind(&Card::Real(id), Sort::of)
}

fn card_of(state: &mut State, wanted: Sort) -> CardId {
    let found = state.draw.iter().copied().find(|&id| sort(state, id) == wanted);
    let id = found.expect("the pile has one");
    state.put(id, &Target::Hand(OTHER), None);
    id
}

/// The sorts in the other player's hand in a sampled world, sorted.
fn dealt(state: &State, known: &Known, seed: u64) -> Vec<Sort> {
    let roles = Roles::new(state, Some(VIEWER), &|_, _| 1.0);
    let world = world(state, Some(VIEWER), known, &roles, seed).state;
    crate::simple::check_cards(&world);
    let mut hand: Vec<Sort> = world.player(OTHER).hand.iter().map(|&id| sort(&world, id)).collect();
    hand.sort_unstable();
    hand
}

/// Number of unseen cards of each sort.
fn pool(state: &State) -> BTreeMap<Sort, f64> {
    let mut pool = BTreeMap::new();
    for &id in state.player(OTHER).hand.iter().chain(&state.draw) {
        *pool.entry(sort(state, id)).or_default() += 1.0;
    }
    pool
}

#[test]
fn drawn_cards_are_sampled_uniformly() {
    let (state, known) = drawn(4);
    assert_eq!(known.beliefs(OTHER), [Belief::PRIOR; 4]);
    for seed in 0..50 {
        assert_eq!(dealt(&state, &known, seed), dealt(&state, &Known::default(), seed));
    }
}

#[test]
fn samples_of_two_cards_follow_the_beliefs() {
    const WORLDS: u64 = 20_000;
    let (mut state, mut known) = drawn(1);
    plays(&mut known, &state);
    gives_no(&mut known, &state, "jink");
    let id = state.draw[0];
    state.put(id, &Target::Hand(OTHER), None);
    see(&mut known, &state, Event::CardDrawnDone, Data::Int(1));
    gives_no(&mut known, &state, "slash");
    let belief = known.beliefs(OTHER).to_vec();
    assert_eq!(belief.len(), 2);
    // The exact distribution of two cards, drawn one after the other with weights given by the
    // beliefs.
    let mut expected: BTreeMap<Vec<Sort>, f64> = BTreeMap::new();
    let weigh = |pool: &BTreeMap<Sort, f64>, belief: &Belief| {
        let weights: Vec<(Sort, f64)> =
            pool.iter().map(|(&sort, count)| (sort, count * belief.likely(sort))).collect();
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.into_iter().map(move |(sort, weight)| (sort, weight / all)).collect::<Vec<_>>()
    };
    let all = pool(&state);
    for (first, chance) in weigh(&all, &belief[0]) {
        let mut left = all.clone();
        *left.entry(first).or_default() -= 1.0;
        for (second, then) in weigh(&left, &belief[1]) {
            let mut hand = vec![first, second];
            hand.sort_unstable();
            *expected.entry(hand).or_default() += chance * then * WORLDS as f64;
        }
    }
    let mut counted: BTreeMap<Vec<Sort>, f64> = BTreeMap::new();
    for seed in 0..WORLDS {
        *counted.entry(dealt(&state, &known, seed)).or_default() += 1.0;
    }
    // A chi-squared test: the mean is the number of degrees of freedom, the variance twice that.
    let (mut chi, mut free) = (0.0, -1.0);
    for (hand, expected) in expected.iter().filter(|(_, expected)| **expected >= 5.0) {
        let counted = counted.get(hand).copied().unwrap_or(0.0);
        chi += (counted - expected).powi(2) / expected;
        free += 1.0;
    }
    assert!(free > 5.0 && chi < free + 5.0 * (2.0f64 * free).sqrt(), "{chi} of {free}");
}

#[test]
fn declined_responses_and_kept_cards_change_beliefs() {
    let (state, mut known) = drawn(1);
    gives_no(&mut known, &state, "jink");
    let [belief] = known.beliefs(OTHER) else { panic!("one card") };
    assert!(belief.likely(Sort::Jink) < 0.6 && belief.likely(Sort::Slash) > 1.0, "{belief:?}");
    let (state, mut known) = drawn(1);
    plays(&mut known, &state);
    let [belief] = known.beliefs(OTHER) else { panic!("one card") };
    assert!(belief.likely(Sort::Jink) > 1.5 && belief.likely(Sort::Equip) < 0.5, "{belief:?}");
    let once = *belief;
    plays(&mut known, &state);
    let again = known.beliefs(OTHER)[0];
    for sort in Sort::ALL {
        let (once, again) = (once.likely(sort), again.likely(sort));
        assert!((once - again).abs() < 1e-9, "to keep a card again tells nothing new: {sort:?}");
    }
}

#[test]
fn a_used_card_was_each_card_by_likelihood() {
    let (mut state, mut known) = drawn(2);
    plays(&mut known, &state);
    let used = card_of(&mut state, Sort::Slash);
    see(&mut known, &state, Event::CardDrawnDone, Data::Int(1));
    let before = known.beliefs(OTHER).to_vec();
    uses(&mut known, &mut state, used);
    let after = known.beliefs(OTHER).to_vec();
    assert_eq!(after.len(), 2);
    let slashes: f64 = before.iter().map(|belief| belief.likely(Sort::Slash)).sum();
    for sort in Sort::ALL {
        let all =
            |beliefs: &[Belief]| beliefs.iter().map(|belief| belief.likely(sort)).sum::<f64>();
        let gone = before
            .iter()
            .map(|belief| belief.likely(Sort::Slash) / slashes * belief.likely(sort))
            .sum::<f64>();
        assert!((all(&before) - gone - all(&after)).abs() < 1e-9, "{sort:?}");
    }
}

#[test]
fn cards_that_were_seen_are_known_until_some_go_unseen() {
    let (mut state, mut known) = drawn(1);
    let peach = card_of(&mut state, Sort::Peach);
    let (from_place, to_place) = (Place::Discard, Place::Hand);
    let taken = Move { card: peach, from_place, to_place, from: None, to: Some(OTHER) };
    see(&mut known, &state, Event::CardLost, Data::Move(taken));
    assert!(known.holds(peach, OTHER) && known.beliefs(OTHER).len() == 1);
    for seed in 0..50 {
        assert!(dealt(&state, &known, seed).contains(&Sort::Peach));
    }
    let secret = state.player(OTHER).hand[0];
    state.put(secret, &Target::Hand(PlayerId(2)), None);
    let (from_place, to_place) = (Place::Hand, Place::Hand);
    let to = Some(PlayerId(2));
    let given = Move { card: secret, from_place, to_place, from: Some(OTHER), to };
    see(&mut known, &state, Event::CardLost, Data::Move(given));
    assert!(!known.knows(peach));
    assert_eq!((known.beliefs(OTHER).len(), known.beliefs(PlayerId(2)).len()), (1, 1));
}
