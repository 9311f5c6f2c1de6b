use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fangqi_kit::Rng;

use super::net::{Evaluator, LOGIT_ONE, chance, exp};
use super::shape::{Tops, shape};
use super::table::Table;
use super::*;
use crate::{Hand, Kickers, Rank, Role, Standing, follows};

/// A position of a random game.
fn midgame(rng: &mut Rng) -> (Table, View) {
    let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
    for i in (1..54).rev() {
        deck.swap(i, rng.below(i + 1));
    }
    let hand = |cards: &[Rank]| Hand::collect(cards.iter().copied()).unwrap();
    let (shown, hands) = (hand(&deck[17..20]), [&deck[..20], &deck[20..37], &deck[37..]].map(hand));
    let mut table = Table::new(hands, shown);
    let (mut history, mut plays) = (Vec::new(), Vec::new());
    for _ in 0..rng.below(20) {
        table.plays(Kickers::Rlcard, &mut plays);
        let play = plays[rng.below(plays.len())];
        let mut after = table.clone();
        if after.play(&play) {
            break;
        }
        table = after;
        history.push(play);
    }
    let (role, hand) = (Role::ALL[table.turn], table.hands[table.turn]);
    let view = View { role, hand, shown, history, bids: None, kickers: Kickers::Rlcard };
    view.check().unwrap();
    (table, view)
}

#[test]
fn tables_can_be_rebuilt_from_the_history() {
    let mut rng = Rng::new(1);
    for _ in 0..300 {
        let (table, view) = midgame(&mut rng);
        let seen = Table::seen(&view);
        let own = view.role as usize;
        let hands = std::array::from_fn(|seat| if seat == own { view.hand } else { Hand::EMPTY });
        assert_eq!(format!("{seen:?}"), format!("{:?}", Table { hands, ..table.clone() }));
        assert_eq!((seen.shown, seen.last), (view.landlord_holds(), view.last_play()));
        assert_eq!(table.unseen(), view.unseen());
    }
}

#[test]
fn sampled_worlds_agree_with_what_was_seen() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let (table, view) = midgame(&mut rng);
        let world = deal::Deals::new(&view).draw(&mut rng);
        assert_eq!(world.hands[table.turn], view.hand);
        assert!(world.hands[0].contains(table.shown));
        for role in Role::ALL {
            assert_eq!(world.hands[role as usize].len(), view.left(role));
        }
        let all = world.hands.iter().fold(Hand::EMPTY, |sum, hand| sum.plus(*hand));
        assert_eq!(all, view.unseen().plus(view.hand));
    }
}

/// Redealing the hands that a seat cannot see changes neither its inputs nor the network's values.
#[test]
fn hidden_cards_do_not_reach_the_network() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let (table, view) = midgame(&mut rng);
        let other = deal::Deals::new(&view).draw(&mut rng);
        let (mut plays, mut values, mut again) = (Vec::new(), Vec::new(), Vec::new());
        table.plays(Kickers::Rlcard, &mut plays);
        let (net, mut evaluator) = (Net::built_in(), Evaluator::default());
        evaluator.values(&net, &table, &plays, &mut values);
        evaluator.values(&net, &other, &plays, &mut again);
        assert_eq!(values, again);
    }
}

/// Incrementally updated inputs equal the inputs computed from scratch.
#[test]
fn inputs_after_a_play_are_those_of_the_rest() {
    let mut rng = Rng::new(4);
    let (mut plays, mut gone, mut come) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..100 {
        let (table, view) = midgame(&mut rng);
        view.legal(&mut plays);
        let tops = Tops::new(view.unseen());
        for play in &plays {
            let (mut held, mut rest) = (Vec::new(), Vec::new());
            inputs::held(view.hand, &mut held);
            inputs::held(view.hand.minus(play.cards), &mut rest);
            inputs::play(view.hand, &tops, play, &mut gone, &mut come);
            assert!(gone.iter().all(|input| held.contains(input)));
            held.retain(|input| !gone.contains(input));
            held.extend(&come);
            assert!(rest.iter().all(|input| held.contains(input)));
            assert!(held.iter().all(|input| (*input as usize) < inputs::INPUTS));
            held.sort_unstable();
            assert!(held.windows(2).all(|two| two[0] < two[1]), "{play:?} after {table:?}");
        }
    }
}

#[test]
fn chances_are_those_of_the_library() {
    for logit in -8 * LOGIT_ONE..8 * LOGIT_ONE {
        let x = f64::from(logit) / f64::from(LOGIT_ONE);
        let exact = 1.0 / (1.0 + (-x).exp());
        assert!((f64::from(chance(logit)) - exact).abs() < 1e-5, "{x}");
        assert!((f64::from(exp(x as f32)) / x.exp() - 1.0).abs() < 1e-4, "{x}");
    }
}

/// The exact minimum number of leads, by exhaustive search.
fn fewest(hand: Hand, known: &mut std::collections::BTreeMap<Hand, u32>) -> u32 {
    if hand.is_empty() {
        return 0;
    }
    if let Some(&turns) = known.get(&hand) {
        return turns;
    }
    let mut plays = Vec::new();
    follows(hand, &Play::PASS, Kickers::Rlcard, &mut plays);
    let turns = 1 + plays.iter().map(|play| fewest(hand.minus(play.cards), known)).min().unwrap();
    known.insert(hand, turns);
    turns
}

/// The estimated number of turns is off by less than a third on average.
#[test]
fn estimated_turns_are_nearly_the_fewest() {
    let mut rng = Rng::new(5);
    let (mut off, mut count) = (0, 0);
    for _ in 0..60 {
        let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
        for i in (1..54).rev() {
            deck.swap(i, rng.below(i + 1));
        }
        let hand = Hand::collect(deck[..10].iter().copied()).unwrap();
        let exact = fewest(hand, &mut std::collections::BTreeMap::new());
        let shape = shape(hand, &Tops::new(Hand::DECK.minus(hand)));
        assert!(shape.losers <= shape.rounds + 2, "{hand} {shape:?}");
        off += shape.rounds.abs_diff(exact);
        count += 1;
    }
    assert!(off * 3 <= count, "off by {off} turns in {count} hands");
}

#[test]
fn the_same_seed_and_budget_make_the_same_thought_with_any_threads() {
    let mut rng = Rng::new(6);
    for _ in 0..12 {
        let (_, view) = midgame(&mut rng);
        let player = Strong::new(9);
        let budget = Budget::nodes(600);
        let one = player.think(&view, &budget);
        assert_eq!(one, player.think(&view, &budget));
        assert_eq!(one, player.think(&view, &Budget { threads: 3, ..budget }));
        let mut legal = Vec::new();
        view.legal(&mut legal);
        let mut offered: Vec<Play> = one.candidates.iter().map(|it| it.0).collect();
        offered.sort_unstable();
        legal.sort_unstable();
        assert_eq!(offered, legal, "every legal play is a candidate, once");
        assert_eq!(one.candidates[0], (one.play, one.value));
    }
}

/// The stop flag ends the search, which still returns a play.
#[test]
fn the_stop_flag_ends_the_search() {
    let (_, view) = midgame(&mut Rng::new(7));
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Relaxed) >= 3;
    let thought = Strong::new(1).think(&view, &Budget { nodes: u64::MAX, stop: &stop, threads: 1 });
    assert!(thought.worlds <= 3, "{} worlds", thought.worlds);
    let now = Strong::new(1).think(&view, &Budget { nodes: 0, stop: &|| true, threads: 2 });
    assert_eq!((now.worlds, now.nodes), (0, 0));
}

#[test]
fn weights_of_another_size_are_refused() {
    assert_eq!(Net::read(&[1, 2, 3]).unwrap_err().found, 3);
    let bytes = include_bytes!("weights.bin");
    assert!(Net::read(bytes).is_ok() && Net::read(&bytes[1..]).is_err());
}

#[test]
fn levels_make_legal_plays_and_the_lowest_errs_most() {
    let mut rng = Rng::new(8);
    let mut short = [0.0; 3];
    for number in 0..60 {
        let (_, view) = midgame(&mut rng);
        let player = Strong::new(rng.next_u64());
        let mut legal = Vec::new();
        view.legal(&mut legal);
        // Levels that search take longer.
        let most = if number % 20 == 0 { Level::NORMAL } else { Level::new(3).unwrap() };
        for level in Level::all().filter(|level| *level <= most) {
            let thought = player.think_at(&view, level, &|| false);
            assert!(legal.contains(&thought.play), "{level:?}: {:?}", thought.play);
            assert_eq!(thought, player.think_at(&view, level, &|| false));
            let best = thought.candidates.iter().map(|it| it.1).fold(0.0, f32::max);
            if level.nodes() == 0 {
                short[usize::from(level.number()) - 1] += best - thought.value;
            }
        }
    }
    assert!(short[0] > 2.0 * short[1] && short[1] > 0.1, "{short:?}");
    assert!(short[2] < 0.001, "{short:?}");
}

#[test]
fn good_hands_are_bid_and_bad_ones_passed() {
    let player = Strong::new(3);
    let say = |hand: &str, standing| player.say(hand.parse().unwrap(), standing, Kickers::Rlcard);
    let (good, bad) = ("3344555AAA2222BRK", "33456778899TTJJQK");
    assert_eq!(say(good, Standing::Bid { seat: 0, above: 0 }), 3);
    assert_eq!(say(good, Standing::Bid { seat: 1, above: 2 }), 3);
    assert_eq!(say(good, Standing::Call { seat: 0 }), 1);
    assert_eq!(say(good, Standing::Take { seat: 0, from: 1, stake: 4 }), 1);
    assert_eq!(say(bad, Standing::Bid { seat: 0, above: 0 }), 0);
    assert_eq!(say(bad, Standing::Call { seat: 0 }), 0);
    assert_eq!(say(bad, Standing::Take { seat: 0, from: 1, stake: 1 }), 0);
}

#[test]
fn stakes_are_doubled_with_good_hands() {
    let player = Strong::new(3);
    let view = |role, hand: &str, shown: &str| View {
        role,
        hand: hand.parse().unwrap(),
        shown: shown.parse().unwrap(),
        history: Vec::new(),
        bids: Some([1, 0, 0]),
        kickers: Kickers::Rlcard,
    };
    let landlord = |hand: &str| player.doubles(&view(Role::Landlord, hand, "345"));
    assert_eq!(landlord("334455AAA2222BRKKQQJ"), 4);
    assert_eq!(landlord("33445667788999TJJQQK"), 1);
    let farmer = |hand: &str| player.chance_before_lead(&view(Role::Down, hand, "345"));
    let (good, bad) = (farmer("TTTJJJAAA2222BRKK"), farmer("334466779TTJJQQKK"));
    assert!(good > bad + 0.1, "{good} {bad}");
}
