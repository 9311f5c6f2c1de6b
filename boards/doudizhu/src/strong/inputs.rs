//! The sparse binary inputs of the networks, as lists of the indices of inputs that are 1.

use super::shape::{Tops, at_least, runs, shape};
use super::table::{self, Table, next};
use crate::{Hand, Play};

/// Number of inputs that encode the counts of a set of cards.
const CARDS: usize = 54;
/// Number of inputs that encode kind and rank of a play.
const PLAYS: usize = 15 * 15;

const REST: usize = 0;
const LEFT: usize = REST + CARDS;
const STRAIGHTS: usize = LEFT + 21;
const PAIR_CHAINS: usize = STRAIGHTS + 8;
const TRIO_CHAINS: usize = PAIR_CHAINS + 10;
const ROUNDS: usize = TRIO_CHAINS + 11;
const LOSERS: usize = ROUNDS + 14;
const PLAY: usize = LOSERS + 14;
const LENGTH: usize = PLAY + PLAYS;
const UNSEEN: usize = LENGTH + 13;
const SHOWN: usize = UNSEEN + CARDS;
const PLAYED: usize = SHOWN + CARDS;
const THEIR_LEFT: usize = PLAYED + 2 * CARDS;
const LAST: usize = THEIR_LEFT + 2 * 21;
const LAST_LENGTH: usize = LAST + 2 * PLAYS;
const RECENT: usize = LAST_LENGTH + 13;
const PASSED: usize = RECENT + 2 * PLAYS;
const DECLINED: usize = PASSED + 2;
const HIGHEST: usize = DECLINED + 2 * table::DECLINED * 15;
const BOMBS: usize = HIGHEST + 15 + 14;

/// Total number of inputs.
pub const INPUTS: usize = BOMBS + 5;

#[inline(always)]
fn cards(base: usize, hand: Hand, out: &mut Vec<u16>) {
    let mut left = hand.bits();
    while left != 0 {
        let at = left.trailing_zeros() & !3;
        let count = left >> at & 15;
        left &= !(15 << at);
        out.push(count_of(base, at / 4, count));
    }
}

fn count_of(base: usize, rank: u32, count: u64) -> u16 {
    let within = if rank < 13 { rank * 4 + count as u32 - 1 } else { 39 + rank };
    (base + within as usize) as u16
}

/// The input for a play's kind and rank; a pass has no rank.
fn play_at(base: usize, play: &Play) -> u16 {
    let within = if play.is_pass() { 0 } else { play.kind as usize * 15 + play.top.index() };
    (base + within) as u16
}

fn length(base: usize, play: &Play) -> u16 {
    (base + if play.is_pass() { 0 } else { play.len as usize }) as u16
}

/// The inputs for the situation of the seat to move, without its remaining hand.
#[inline(always)]
pub fn situation(table: &Table, out: &mut Vec<u16>) {
    out.clear();
    let seat = table.turn;
    let unseen = table.unseen();
    cards(UNSEEN, unseen, out);
    cards(SHOWN, table.shown, out);
    let mut other = seat;
    for at in 0..2 {
        other = next(other);
        cards(PLAYED + at * CARDS, table.played[other], out);
        out.push((THEIR_LEFT + at * 21 + table.hands[other].len() as usize) as u16);
        out.push(play_at(RECENT + at * PLAYS, &table.recent[other]));
        if table.passed[other] {
            out.push((PASSED + at) as u16);
        }
        for (sort, &lowest) in table.declined[other].iter().enumerate() {
            if lowest > 0 {
                let sort = at * table::DECLINED + sort;
                out.push((DECLINED + sort * 15 + lowest as usize - 1) as u16);
            }
        }
    }
    let owner = usize::from(!table.last.is_pass() && table.owner != next(seat));
    out.push(play_at(LAST + owner * PLAYS, &table.last));
    out.push(length(LAST_LENGTH, &table.last));
    let highest = |ranks: u64| (63 - ranks.leading_zeros()) as usize / 4;
    let (one, two) = (at_least(unseen.bits(), 1), at_least(unseen.bits(), 2));
    if one != 0 {
        out.push((HIGHEST + highest(one)) as u16);
    }
    if two != 0 {
        out.push((HIGHEST + 15 + highest(two)) as u16);
    }
    let bombs = at_least(unseen.bits(), 4).count_ones().min(3) as usize;
    out.push((BOMBS + bombs) as u16);
    if one >> 52 & 0x11 == 0x11 {
        out.push((BOMBS + 4) as u16);
    }
}

/// The inputs for the hand of the seat to move, as what remains after a pass.
#[inline(always)]
pub fn held(hand: Hand, out: &mut Vec<u16>) {
    cards(REST, hand, out);
}

/// The difference that a play makes to the inputs of [`held`]: those removed and those added.
#[inline(always)]
pub fn play(hand: Hand, tops: &Tops, play: &Play, gone: &mut Vec<u16>, come: &mut Vec<u16>) {
    gone.clear();
    come.clear();
    let rest = hand.minus(play.cards);
    let mut left = play.cards.bits();
    while left != 0 {
        let at = left.trailing_zeros() & !3;
        left &= !(15 << at);
        gone.push(count_of(REST, at / 4, hand.bits() >> at & 15));
        let count = rest.bits() >> at & 15;
        if count > 0 {
            come.push(count_of(REST, at / 4, count));
        }
    }
    come.push((LEFT + rest.len() as usize) as u16);
    for (base, cards, length) in [(STRAIGHTS, 1, 5), (PAIR_CHAINS, 2, 3), (TRIO_CHAINS, 3, 2)] {
        let mut starts = runs(at_least(rest.bits(), cards), length);
        while starts != 0 {
            come.push((base + starts.trailing_zeros() as usize / 4) as u16);
            starts &= starts - 1;
        }
    }
    let shape = shape(rest, tops);
    come.push((ROUNDS + shape.rounds.min(13) as usize) as u16);
    come.push((LOSERS + shape.losers.min(13) as usize) as u16);
    come.push(play_at(PLAY, play));
    come.push(length(LENGTH, play));
}
