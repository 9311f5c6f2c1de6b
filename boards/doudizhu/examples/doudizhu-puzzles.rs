//! Searches for open-hand puzzles 残局: small deals in which the landlord leads and exactly one of
//! many leads wins, but not the one that the hand-value player chooses.
//!
//! `cargo run --release -p fangqi-doudizhu --example doudizhu-puzzles -- COUNT SEED`
//!
//! Prints a line for each puzzle: the number of positions searched, the number of the landlord's
//! later decisions with a unique winning play, the number of leads, the winning lead, and the three
//! hands.

use fangqi_doudizhu::endgame::{Position, Solver};
use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::{Hand, Kickers, Play, Rank, Role};
use fangqi_kit::Rng;

/// Maximum number of positions searched for a puzzle.
const NODES: u64 = 2_000_000;
/// Minimum number of leads of a puzzle.
const LEADS: usize = 8;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (count, seed) = (args.next().unwrap_or(12), args.next().unwrap_or(1));
    let mut rng = Rng::new(seed);
    let mut found = 0;
    while found < count {
        let hands = deal(&mut rng);
        if let Some(line) = puzzle(hands) {
            println!("{line}");
            found += 1;
        }
    }
}

/// Three small hands from one deck, of which a random quarter of the ranks is left out, so that
/// groups are more frequent than in random hands.
fn deal(rng: &mut Rng) -> [Hand; 3] {
    let used = rng.next_u64() as u32 | rng.next_u64() as u32;
    let ranks = Hand::DECK.ranks().filter(|rank| used >> rank.index() & 1 == 1);
    let mut deck: Vec<Rank> = ranks.collect();
    let sizes = [6 + rng.below(6), 4 + rng.below(7), 4 + rng.below(7)];
    sizes.map(|size: usize| {
        let size = size.min(deck.len());
        let drawn = (0..size).map(|_| deck.swap_remove(rng.below(deck.len())));
        Hand::collect(drawn).expect("the deck has each card once")
    })
}

fn puzzle(hands: [Hand; 3]) -> Option<String> {
    if hands.iter().any(|hand| hand.is_empty()) {
        return None;
    }
    let start = Position::lead(hands, Role::Landlord, Kickers::Rlcard);
    let mut leads = Vec::new();
    start.plays(&mut leads);
    let mut solver = Solver::new(NODES);
    if leads.len() < LEADS || !solver.landlord_wins(&start)? {
        return None;
    }
    let nodes = solver.nodes();
    let winning = solver.winning(&start)?;
    let [only] = winning.as_slice() else { return None };
    if Jiuri::new().lead(hands[0]).cards == only.cards || only.kind.is_bomb() {
        return None;
    }
    let narrow = unique_decisions(&mut solver, start)?;
    let [a, b, c] = hands;
    Some(format!("{nodes:8} {narrow} {:3} {only} {a} {b} {c}", leads.len()))
}

/// The number of the landlord's decisions in the main line with a unique winning play among
/// several.
fn unique_decisions(solver: &mut Solver, start: Position) -> Option<usize> {
    let line = solver.solve(&start)?.line;
    let (mut now, mut count) = (start, 0);
    let mut plays: Vec<Play> = Vec::new();
    for play in line {
        now.plays(&mut plays);
        if now.turn() == Role::Landlord && plays.len() > 1 && solver.winning(&now)?.len() == 1 {
            count += 1;
        }
        now = now.after(&play);
    }
    Some(count)
}
