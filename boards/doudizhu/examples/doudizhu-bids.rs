//! What the strong player bids for random hands, by how strong they look: the table of
//! `strong/heard.rs`.
//!
//! `cargo run --release -p fangqi-doudizhu --example doudizhu-bids -- HANDS`

use fangqi_doudizhu::strong::{Strong, looks};
use fangqi_doudizhu::{Hand, Kickers, Rank, Standing};
use fangqi_kit::Rng;

fn main() {
    let hands: u32 = std::env::args().nth(1).map_or(4_000, |arg| arg.parse().expect("a number"));
    let (player, mut rng) = (Strong::new(1), Rng::new(1));
    let mut counts = vec![[0u32; 4]; 16];
    for _ in 0..hands {
        let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
        let drawn = (0..17).map(|_| deck.swap_remove(rng.below(deck.len())));
        let hand = Hand::collect(drawn).expect("the deck has each card once");
        let bid = player.say(hand, Standing::Bid { seat: 0, above: 0 }, Kickers::Rlcard);
        counts[looks(hand).min(15)][bid as usize] += 1;
    }
    for (looks, bids) in counts.iter().enumerate() {
        let all = bids.iter().sum::<u32>().max(1);
        let shares = bids.map(|count| f64::from(count) / f64::from(all));
        println!("{looks:2}: {all:5} hands, {shares:.3?}");
    }
}
