//! Counts the strong player's bids for random hands by apparent strength, which gives the table in
//! `strong/bid_evidence.rs`. Then evaluates its bids: how often the landlord wins at each stake
//! when the player plays deals against itself, and how often all pass.
//!
//! `cargo run --release -p fangqi-doudizhu --example doudizhu-bids -- HANDS DEALS [NODES]`
//!
//! Without `NODES` (per decision), deals are played by the networks alone.

use fangqi_doudizhu::strong::{Budget, Strong, apparent_strength};
use fangqi_doudizhu::{Act, Hand, Key, Kickers, Phase, Rank, Round, Rules, Settlement, Standing};
use fangqi_kit::Rng;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (hands, deals) = (args.next().unwrap_or(4_000), args.next().unwrap_or(1_000));
    let budget = Budget::nodes(args.next().unwrap_or(0));
    let (player, mut rng) = (Strong::new(1), Rng::new(1));
    bid_hands(&player, hands, &mut rng);
    play_deals(&player, deals, &budget, &mut rng);
}

fn bid_hands(player: &Strong, hands: u64, rng: &mut Rng) {
    let mut counts = vec![[0u32; 4]; 16];
    for _ in 0..hands {
        let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
        let drawn = (0..17).map(|_| deck.swap_remove(rng.below(deck.len())));
        let hand = Hand::collect(drawn).expect("the deck has each card once");
        let bid = player.say(hand, Standing::Bid { seat: 0, above: 0 }, Kickers::Rlcard);
        counts[apparent_strength(hand).min(15)][bid as usize] += 1;
    }
    for (strength, bids) in counts.iter().enumerate() {
        let all = bids.iter().sum::<u32>().max(1);
        let shares = bids.map(|count| f64::from(count) / f64::from(all));
        println!("{strength:2}: {all:5} hands, {shares:.3?}");
    }
}

fn play_deals(player: &Strong, deals: u64, budget: &Budget, rng: &mut Rng) {
    // By stake: number of deals, and of those that the landlord won.
    let mut counts = [[0u32; 2]; 4];
    let mut passed = 0u32;
    for _ in 0..deals {
        let key = Key::derived(std::array::from_fn(|_| rng.next_u64()));
        match play(player, Round::deal(Rules::default(), &key, 0), budget) {
            Some(settled) => {
                let [all, won] = &mut counts[settled.stake as usize];
                *all += 1;
                *won += u32::from(settled.landlord_won);
            }
            None => passed += 1,
        }
    }
    for (stake, [all, won]) in counts.into_iter().enumerate().skip(1) {
        let (share, error) = share(won, all);
        println!("bid {stake}: {all:5} deals, the landlord wins {share:.3} ± {error:.3}");
    }
    let (share, error) = share(passed, deals as u32);
    println!("nobody bids: {passed:5} deals, {share:.3} ± {error:.3}");
}

/// Plays a deal to its end; `None` if all pass.
fn play(player: &Strong, mut round: Round, budget: &Budget) -> Option<Settlement> {
    let kickers = round.course().rules().kickers;
    loop {
        let (seat, act) = match round.phase() {
            Phase::Auction(standing) => {
                let seat = round.turn()?;
                (seat, Act::Say(player.say(round.hand(seat), standing, kickers)))
            }
            Phase::Doubling { seat } => (seat, Act::Double(1)),
            Phase::Playing { seat } => {
                let view = round.player_view(seat)?;
                (seat, Act::Play(player.think(&view, budget).play.cards))
            }
            Phase::Passed => return None,
            Phase::Over(settled) => return Some(settled),
        };
        round.act(seat, act).expect("the player keeps to the rules");
    }
}

/// A fraction and its standard error.
fn share(some: u32, all: u32) -> (f64, f64) {
    let all = f64::from(all.max(1));
    let share = f64::from(some) / all;
    (share, (share * (1.0 - share) / all).sqrt())
}
