//! Measures the speed of the play generator and of the hand-value player's decisions.
//!
//! `cargo run --release -p fangqi-doudizhu --example doudizhu-speed`

use std::time::{Duration, Instant};

use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::{Act, Hand, Key, Kickers, Rank, Round, Rules, leads};
use fangqi_kit::Rng;

const HANDS: u32 = 20_000;
const DEALS: u64 = 500;

fn main() {
    let mut rng = Rng::new(1);
    let hands: Vec<Hand> = (0..HANDS).map(|_| random(&mut rng)).collect();
    for kickers in [Kickers::Rlcard, Kickers::Douzero] {
        let (mut plays, mut sum) = (Vec::new(), 0);
        let begun = Instant::now();
        for hand in &hands {
            leads(*hand, kickers, &mut plays);
            sum += plays.len();
        }
        let each = begun.elapsed() / HANDS;
        let mean = sum as f64 / f64::from(HANDS);
        println!("leads of 20 cards, {kickers:?}: {each:.2?} on average, {mean:.1} plays");
    }
    jiuri();
}

/// Whole deals between three hand-value players, which keep their caches.
fn jiuri() {
    let mut player = Jiuri::new();
    let mut times: Vec<Duration> = Vec::new();
    for number in 0..DEALS {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let mut round = Round::deal(Rules::default(), &Key::new(bytes), 3);
        while let Some(seat) = round.turn() {
            let act = match round.player_view(seat) {
                None => Act::Say(0),
                Some(view) => {
                    let begun = Instant::now();
                    let play = player.play(&view);
                    times.push(begun.elapsed());
                    Act::Play(play.cards)
                }
            };
            round.act(seat, act).expect("players play by the rules");
        }
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    let count = times.len();
    println!(
        "jiuri: {mean:.2?} on average, median {median:.2?}, most {most:.2?} of {count} decisions"
    );
}

fn random(rng: &mut Rng) -> Hand {
    let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
    let drawn = (0..20).map(|_| deck.swap_remove(rng.below(deck.len())));
    Hand::collect(drawn).expect("the deck has each card once")
}
