//! Auctions, doubling, play and scores of whole deals.

use fangqi_doudizhu::{
    Act, Auction, Card, Hand, Key, Kickers, Phase, Rank, Refusal, Round, RoundView, Rules,
    Standing, players, strong,
};
use fangqi_kit::{Game, Rng, conformance};

fn key(number: u64) -> Key {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Key::new(bytes)
}

/// A deal with given hands in which seat 0 bids first.
fn dealt(rules: Rules, hands: [&str; 3]) -> Round {
    let hands = hands.map(|text| text.parse::<Hand>().unwrap());
    let bottom = hands.iter().fold(Hand::DECK, |rest, hand| rest.minus(*hand));
    assert_eq!(bottom.len(), 3);
    Round::new(rules, hands, bottom, 0, false)
}

fn play(round: &mut Round, cards: &str) {
    let seat = round.turn().expect("somebody is to play");
    round
        .act(seat, Act::Play(cards.parse().unwrap()))
        .unwrap_or_else(|why| panic!("{cards}: {why}"));
}

fn say(round: &mut Round, said: &[u8]) {
    for said in said {
        let seat = round.turn().expect("somebody is asked");
        round.act(seat, Act::Say(*said)).unwrap_or_else(|why| panic!("{said}: {why}"));
    }
}

const SOFT: [&str; 3] = ["3333444455667788A", "5566778899TTTTJJA", "99JJQQQQKKKKAA222"];

#[test]
fn deals_obey_the_laws_of_games() {
    for (number, auction) in [Auction::Bids, Auction::Claims].into_iter().enumerate() {
        for kickers in [Kickers::Rlcard, Kickers::Douzero] {
            let rules = Rules { auction, doubling: number == 1, kickers, ..Rules::default() };
            let round = Round::deal(rules, &key(number as u64), 3);
            let coverage = conformance::check(&round, 1..=2, 12).unwrap();
            assert!(coverage.positions > 20, "{coverage:?}");
        }
    }
    // To the end of the deal. Only undo, records and endings are tested, as the full conformance
    // tests would take minutes.
    let mut rng = Rng::new(5);
    for seed in 0..200 {
        let mut round = Round::deal(Rules::default(), &key(seed), 3);
        let beginning = round.clone();
        let mut acts = 0;
        while let Some(act) = round.random_move(&mut rng) {
            round.play(act).unwrap();
            acts += 1;
        }
        assert!(matches!(round.phase(), Phase::Over(_)), "{round:?}");
        assert_eq!(Round::from_record(&round.record()), Ok(round.clone()));
        (0..acts).for_each(|_| assert!(round.undo().is_some()));
        assert_eq!((round.undo(), &round), (None, &beginning));
    }
}

#[test]
fn bids_go_up_and_three_ends_them() {
    let rules = Rules::default();
    let found = |said: &[u8]| {
        let mut round = dealt(rules, SOFT);
        say(&mut round, said);
        round.course().landlord()
    };
    assert_eq!(found(&[3]), Some((0, 3)));
    assert_eq!(found(&[0, 1, 2]), Some((2, 2)));
    assert_eq!(found(&[1, 0, 0]), Some((0, 1)));
    assert_eq!(found(&[1, 2, 0]), Some((1, 2)));
    assert_eq!(found(&[1, 2]), None);
    assert_eq!(found(&[0, 0, 0]), None);
    let mut round = dealt(rules, SOFT);
    say(&mut round, &[2]);
    assert_eq!(round.act(0, Act::Say(3)), Err(Refusal::NotYourTurn));
    assert_eq!(round.act(1, Act::Say(2)), Err(Refusal::Bid { said: 2, above: 2 }));
    assert_eq!(round.act(1, Act::Say(4)), Err(Refusal::Bid { said: 4, above: 2 }));
    assert_eq!(round.act(1, Act::Play(Hand::EMPTY)), Err(Refusal::NotPlaying));
    say(&mut round, &[0, 0]);
    assert_eq!(round.act(0, Act::Say(3)), Err(Refusal::AuctionOver));
}

#[test]
fn passed_out_deals_are_redealt_until_a_bid_is_forced() {
    let rules = Rules::default();
    for redeals in 0..5 {
        let mut round = Round::deal(rules, &key(1), redeals);
        let first = round.turn().unwrap();
        say(&mut round, &[0, 0, 0]);
        if redeals < 3 {
            assert_eq!((round.phase(), round.turn()), (Phase::Passed, None));
        } else {
            assert_eq!(round.course().landlord(), Some((first, 1)));
        }
    }
}

#[test]
fn claims_are_taken_and_taken_back() {
    let rules = Rules { auction: Auction::Claims, ..Rules::default() };
    let found = |said: &[u8]| {
        let mut round = dealt(rules, SOFT);
        say(&mut round, said);
        match round.phase() {
            Phase::Auction(standing) => Err(standing),
            _ => Ok(round.course().landlord().expect("found")),
        }
    };
    assert_eq!(found(&[1, 0, 0]), Ok((0, 1)), "nobody takes it");
    assert_eq!(found(&[1, 1, 0]), Err(Standing::Take { seat: 0, from: 1, stake: 2 }));
    assert_eq!(found(&[1, 1, 0, 0]), Ok((1, 2)));
    assert_eq!(found(&[1, 1, 0, 1]), Ok((0, 4)), "the caller takes it back");
    assert_eq!(found(&[1, 1, 1, 1]), Ok((0, 8)));
    assert_eq!(found(&[1, 1, 1, 0]), Ok((2, 4)));
    assert_eq!(found(&[0, 1, 0, 1]), Err(Standing::Take { seat: 1, from: 0, stake: 2 }));
    assert_eq!(found(&[0, 1, 0, 1, 0]), Ok((0, 2)), "who declined to call may still take it");
    let mut round = dealt(rules, SOFT);
    say(&mut round, &[0, 0, 0]);
    assert_eq!(round.phase(), Phase::Passed);
    let mut round = dealt(rules, SOFT);
    assert_eq!(round.act(0, Act::Say(2)), Err(Refusal::YesOrNo { said: 2 }));
}

/// Seat 0 wins in a few plays; the expected scores were computed by hand.
#[test]
fn bombs_springs_and_doubling_multiply() {
    let rules = Rules { doubling: true, ..Rules::default() };
    let mut round = dealt(rules, SOFT);
    say(&mut round, &[2, 0, 0]);
    assert_eq!(round.course().multiplier(), 2);
    assert_eq!(round.bottom().to_string(), "2BR");
    assert_eq!(round.act(0, Act::Play(Hand::EMPTY)), Err(Refusal::NotPlaying));
    assert_eq!(round.act(0, Act::Double(3)), Err(Refusal::Double { said: 3 }));
    for (seat, factor) in [(0, 2), (1, 1), (2, 4)] {
        round.act(seat, Act::Double(factor)).unwrap();
    }
    assert_eq!(round.act(0, Act::Double(1)), Err(Refusal::NotDoubling));
    assert_eq!(round.act(0, Act::Play(Hand::EMPTY)), Err(Refusal::MustLead));
    play(&mut round, "BR");
    for bomb in ["3333", "4444"] {
        play(&mut round, "");
        play(&mut round, "");
        play(&mut round, bomb);
    }
    assert_eq!(round.course().multiplier(), 16);
    for group in ["55667788", "A", "2"] {
        play(&mut round, "");
        play(&mut round, "");
        play(&mut round, group);
    }
    let Phase::Over(settled) = round.phase() else { panic!("{:?}", round.phase()) };
    assert!(settled.landlord_won && settled.spring && settled.bombs == 3);
    // 2 for the bid, 2³ for the bombs, 2 for the spring: 32; times 2 and 1, and times 2 and 4.
    assert_eq!(settled.points(), [64 + 256, -64, -256]);
    assert_eq!(round.act(0, Act::Play(Hand::EMPTY)), Err(Refusal::Over));
}

#[test]
fn the_farmers_win_a_spring_when_the_landlord_played_once() {
    let mut round = dealt(Rules { spring: 3, ..Rules::default() }, SOFT);
    say(&mut round, &[1, 0, 0]);
    play(&mut round, "A");
    play(&mut round, "");
    play(&mut round, "2");
    for group in ["22", "AA", "KKKK", "99", "JJ", "QQQQ"] {
        play(&mut round, "");
        play(&mut round, "");
        play(&mut round, group);
    }
    let Phase::Over(settled) = round.phase() else { panic!("{:?}", round.phase()) };
    assert!(!settled.landlord_won && settled.spring);
    assert_eq!((settled.multiplier(), settled.points()), (12, [-24, 12, 12]));
}

/// Every refusal of a play states its reason in both languages and changes nothing.
#[test]
fn refusals_say_why() {
    let mut round = dealt(Rules::default(), SOFT);
    say(&mut round, &[1, 0, 0]);
    play(&mut round, "55667788");
    let three = |round: &mut Round, cards: &str| {
        let before = round.clone();
        let why = round.act(1, Act::Play(cards.parse().unwrap())).unwrap_err();
        assert_eq!(*round, before, "{cards} changed something");
        let (zh, en) = why.text();
        assert!(zh.chars().any(|c| c > '\u{4e00}') && en.is_ascii(), "{zh} {en}");
        why
    };
    let last = round.course().last_play();
    let jack = Rank::from_letter('J').unwrap();
    let king = Rank::from_letter('K').unwrap();
    assert_eq!(three(&mut round, "K"), Refusal::NotHeld { rank: king, held: 0 });
    assert_eq!(three(&mut round, "JJJ"), Refusal::NotHeld { rank: jack, held: 2 });
    assert_eq!(three(&mut round, "5A"), Refusal::NoPlay);
    assert_eq!(
        three(&mut round, "A"),
        Refusal::OtherKind { kind: fangqi_doudizhu::Kind::Solo, last }
    );
    assert_eq!(three(&mut round, "8899TTJJ77"), Refusal::OtherLength { len: 5, last });
    assert_eq!(
        three(&mut round, "55667788"),
        Refusal::NotHigher { top: Rank::from_letter('8').unwrap(), last }
    );
    assert_eq!(round.act(2, Act::Play(Hand::EMPTY)), Err(Refusal::NotYourTurn));
    play(&mut round, "TTTT");
    play(&mut round, "");
    play(&mut round, "BR");
    assert_eq!(three(&mut round, "8899"), Refusal::NoPlay);
    assert_eq!(three(&mut round, "5"), Refusal::Rocket);
}

#[test]
fn a_card_counts_once() {
    let card = Card::new(7).unwrap();
    assert_eq!(Card::ranks(&[card, card]), Err(card));
    assert_eq!(Card::ranks(&Card::all().collect::<Vec<_>>()), Ok(Hand::DECK));
}

/// A seat's view and decisions do not change if any two cards it cannot see are exchanged.
#[test]
fn no_seat_sees_what_is_hidden() {
    let mut rng = Rng::new(8);
    let rules = Rules { auction: Auction::Claims, doubling: true, ..Rules::default() };
    let (mut compared, mut decided) = (0, 0);
    for seed in 0..40 {
        let mut round = Round::deal(rules, &key(seed), 0);
        for _ in 0..rng.below(30) {
            match round.random_move(&mut rng) {
                Some(act) => round.play(act).unwrap(),
                None => break,
            }
        }
        let Some(turn) = round.turn() else { continue };
        for viewer in 0..3 {
            let seen = round.view(Some(viewer));
            assert_eq!(RoundView::from_record(&seen.record()), Ok(seen.clone()));
            let mut first = true;
            for other in swapped(&round, viewer) {
                let record = other.record();
                assert_eq!(seen, other.view(Some(viewer)), "{record}");
                assert_eq!(round.view(None), other.view(None), "{record}");
                assert_eq!(round.player_view(viewer), other.player_view(viewer), "{record}");
                compared += 1;
                if viewer == turn && std::mem::take(&mut first) {
                    let think = |view: &RoundView| {
                        players::think(view, strong::Level::NORMAL, 1, &|| false)
                    };
                    assert_eq!(think(&seen), think(&other.view(Some(viewer))), "{record}");
                    decided += 1;
                }
            }
        }
    }
    assert!(compared > 2_000 && decided > 10, "{compared} {decided}");
}

/// Copies of the deal in which one hidden card of one other hand is exchanged with one of the
/// third.
fn swapped(round: &Round, viewer: usize) -> Vec<Round> {
    let record = round.record();
    let words: Vec<&str> = record.split(' ').collect();
    let others: Vec<usize> = (0..3).filter(|&seat| seat != viewer).collect();
    let bottom = round.course().landlord().map_or(Hand::EMPTY, |_| round.bottom());
    let hidden = |seat: usize| {
        let own = round.hand(seat);
        let kept = own.counts().filter(|(rank, count)| *count > bottom.count(*rank));
        kept.map(|(rank, _)| rank).collect::<Vec<Rank>>()
    };
    let mut found = Vec::new();
    for first in hidden(others[0]) {
        for second in hidden(others[1]).into_iter().filter(|second| *second != first) {
            let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            for (seat, from, to) in [(others[0], first, second), (others[1], second, first)] {
                let hand: Hand = words[5 + seat].parse().unwrap();
                let hand = hand.checked_minus(Hand::of(from, 1)).unwrap();
                words[5 + seat] = hand.plus(Hand::of(to, 1)).to_string();
            }
            let other = Round::from_record(&words.join(" "));
            found.push(other.expect("hidden cards change nothing that was played"));
        }
    }
    found
}
