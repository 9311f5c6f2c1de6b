use fangqi_kit::Rng;

use super::*;
use crate::Rank;

/// Plain minimax, without table and move ordering.
fn slow(hands: [Hand; 3], turn: usize, last: Option<(usize, Play)>, nodes: &mut u64) -> bool {
    *nodes += 1;
    assert!(*nodes < 3_000_000, "choose smaller hands");
    let to_beat = last.filter(|(owner, _)| *owner != turn).map_or(Play::PASS, |(_, play)| play);
    let mut plays = Vec::new();
    follows(hands[turn], &to_beat, Kickers::Rlcard, &mut plays);
    let outcomes: Vec<bool> = plays
        .iter()
        .map(|play| {
            let mut after = hands;
            after[turn] = hands[turn].minus(play.cards);
            let now = if play.is_pass() { last } else { Some((turn, *play)) };
            if after[turn].is_empty() { turn == 0 } else { slow(after, (turn + 1) % 3, now, nodes) }
        })
        .collect();
    outcomes.contains(&(turn == 0)) == (turn == 0)
}

/// Small hands of few ranks, so that pairs, triples and bombs occur.
fn small(rng: &mut Rng, most: usize) -> [Hand; 3] {
    let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
    let from = rng.below(34);
    deck = deck.split_off(from);
    deck.truncate(20);
    for i in (1..deck.len()).rev() {
        deck.swap(i, rng.below(i + 1));
    }
    let mut cards = deck.into_iter();
    std::array::from_fn(|_| {
        let count = 1 + rng.below(most);
        Hand::collect(cards.by_ref().take(count)).unwrap()
    })
}

#[test]
fn verdicts_are_those_of_trying_everything() {
    let mut rng = Rng::new(3);
    let mut wins = 0;
    for _ in 0..400 {
        let hands = small(&mut rng, 4);
        let turn = Role::ALL[rng.below(3)];
        let position = Position::lead(hands, turn, Kickers::Rlcard);
        let exact = slow(hands, turn as usize, None, &mut 0);
        wins += u32::from(exact);
        let verdict = Solver::new(1_000_000).solve(&position).unwrap();
        assert_eq!(verdict.winner == Role::Landlord, exact, "{position:?}");
        let winning = Solver::new(1_000_000).winning(&position).unwrap();
        assert_eq!(winning.is_empty(), exact == turn.is_farmer(), "{position:?}");
    }
    assert!((50..350).contains(&wins), "both sides are to win: {wins} of 400");
}

#[test]
fn answers_to_a_play_are_judged_too() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let hands = small(&mut rng, 4);
        let (owner, mut plays) = (Role::ALL[rng.below(3)], Vec::new());
        follows(hands[owner as usize], &Play::PASS, Kickers::Rlcard, &mut plays);
        let play = plays[rng.below(plays.len())];
        let lead = Position::lead(hands, owner, Kickers::Rlcard);
        let position = lead.after(&play);
        if position.winner().is_some() {
            continue;
        }
        let left = position.hands;
        let exact = slow(left, position.turn as usize, Some((owner as usize, play)), &mut 0);
        assert_eq!(Solver::new(1_000_000).landlord_wins(&position), Some(exact), "{position:?}");
    }
}

/// Lines consist of legal plays up to the end, where the winner's hand is empty.
#[test]
fn lines_are_games() {
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        let start = Position::lead(small(&mut rng, 6), Role::Landlord, Kickers::Rlcard);
        let verdict = Solver::new(10_000_000).solve(&start).unwrap();
        let (mut now, mut legal) = (start, Vec::new());
        for play in &verdict.line {
            now.plays(&mut legal);
            assert!(legal.contains(play), "{play:?} in {now:?}");
            now = now.after(play);
        }
        assert_eq!(now.winner(), Some(verdict.winner));
    }
}

#[test]
fn a_limit_ends_the_search() {
    let mut rng = Rng::new(6);
    let start = Position::lead(small(&mut rng, 6), Role::Landlord, Kickers::Rlcard);
    let mut solver = Solver::new(1);
    assert_eq!((solver.solve(&start), solver.winning(&start)), (None, None));
    assert!(solver.nodes() <= 2);
}
