//! Generates all plays that a hand allows. Only this module defines what a play is.

use crate::hand::bits;
use crate::{Hand, Kind, Play, Rank};

/// Which kickers may be carried: the only point in which the rules of Dou Dizhu differ between
/// programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kickers {
    /// RLCard's rule, with 27,472 plays: never both jokers, never four of a rank, never three of a
    /// rank next to the chain that carries them.
    #[default]
    Rlcard,
    /// DouZero's rule: any cards whose rank is not in the main part.
    Douzero,
}

/// The ranks of chains, 3 to A, as a bit mask.
const CHAIN: u32 = 0x0fff;
/// All ranks but the jokers.
const NORMAL: u32 = 0x1fff;
/// Maximum number of cards in a hand.
const HAND_MAX: u32 = 20;

/// Replaces the content of `out` by every play that may be led from `hand`, each set of cards once,
/// in an order that depends on the hand alone.
pub fn leads(hand: Hand, kickers: Kickers, out: &mut Vec<Play>) {
    out.clear();
    let any = Plays { hand, kickers, above: None };
    for kind in &Kind::ALL[1..] {
        any.of(*kind, None, out);
    }
    if kickers == Kickers::Douzero {
        let longer: Vec<Hand> =
            out.iter().filter(|p| p.kind == Kind::TrioChain).map(|p| p.cards).collect();
        out.retain(|play| play.kind != Kind::TrioChainSolo || !longer.contains(&play.cards));
    }
}

/// Replaces the content of `out` by every play that may follow `last`: the pass, then the plays
/// that beat it. If `last` is a pass, these are all leads, without a pass.
pub fn follows(hand: Hand, last: &Play, kickers: Kickers, out: &mut Vec<Play>) {
    if last.is_pass() {
        return leads(hand, kickers, out);
    }
    out.clear();
    out.push(Play::PASS);
    if last.kind == Kind::Rocket {
        return;
    }
    let higher = Plays { hand, kickers, above: Some(last.top) };
    higher.of(last.kind, Some(u32::from(last.len)), out);
    if last.kind != Kind::Bomb {
        Plays { above: None, ..higher }.of(Kind::Bomb, None, out);
    }
    higher.of(Kind::Rocket, None, out);
}

/// The parameters of a generation.
#[derive(Clone, Copy)]
struct Plays {
    hand: Hand,
    kickers: Kickers,
    /// The rank to beat.
    above: Option<Rank>,
}

impl Plays {
    /// Appends the plays of one kind, and of one length if given.
    fn of(&self, kind: Kind, len: Option<u32>, out: &mut Vec<Play>) {
        match kind {
            Kind::Pass => {}
            Kind::Solo => self.equal(kind, 1, out),
            Kind::Pair => self.equal(kind, 2, out),
            Kind::Trio => self.equal(kind, 3, out),
            Kind::Bomb => self.equal(kind, 4, out),
            Kind::TrioSolo => self.carrying(kind, 3, 1, 1, out),
            Kind::TrioPair => self.carrying(kind, 3, 2, 1, out),
            Kind::FourTwoSolo => self.carrying(kind, 4, 1, 2, out),
            Kind::FourTwoPair => self.carrying(kind, 4, 2, 2, out),
            Kind::SoloChain => self.chains(kind, 1, 5, len, out),
            Kind::PairChain => self.chains(kind, 2, 3, len, out),
            Kind::TrioChain | Kind::TrioChainSolo | Kind::TrioChainPair => {
                self.chains(kind, 3, 2, len, out);
            }
            Kind::Rocket => {
                if self.hand.has_rocket() {
                    out.push(Play::ROCKET);
                }
            }
        }
    }

    /// The ranks of which the hand has `count` cards and that are high enough.
    fn ranks(&self, count: u8) -> u32 {
        let higher = self.above.map_or(!0, |rank| !0 << (rank.index() + 1));
        self.hand.ranks_with(count) & higher
    }

    /// Appends plays of `count` equal cards.
    fn equal(&self, kind: Kind, count: u8, out: &mut Vec<Play>) {
        out.extend(bits(self.ranks(count)).map(|top| {
            let top = Rank::at(top);
            Play { kind, len: 1, top, cards: Hand::of(top, count) }
        }));
    }

    /// Appends plays of `main` equal cards with `number` kickers of `size` equal cards.
    fn carrying(&self, kind: Kind, main: u8, size: u8, number: u32, out: &mut Vec<Play>) {
        for top in bits(self.ranks(main)) {
            let cards = Hand::of(Rank::at(top), main);
            let play = Play { kind, len: 1, top: Rank::at(top), cards };
            self.carry(play, top, size, number, out);
        }
    }

    /// Appends chains of `count` cards per rank, of at least `shortest` ranks, or of exactly `len`.
    fn chains(&self, kind: Kind, count: u8, shortest: u32, len: Option<u32>, out: &mut Vec<Play>) {
        let each = match kind {
            Kind::TrioChainSolo => 4,
            Kind::TrioChainPair => 5,
            _ => u32::from(count),
        };
        let room = self.hand.len().min(HAND_MAX) / each;
        let lens = len.map_or(shortest..=room.min(12), |len| len..=len.min(room));
        let mut starts = self.hand.ranks_with(count) & CHAIN;
        for _ in 1..*lens.start() {
            starts &= starts >> 1;
        }
        let held = self.hand.ranks_with(count) & CHAIN;
        for len in lens {
            if starts == 0 {
                return;
            }
            let first_top = self.above.map_or(0, |rank| rank.index() as u32 + 1);
            for low in bits(starts).filter(|low| low + len > first_top) {
                let top = Rank::at(low + len - 1);
                let play = Play { kind, len: len as u8, top, cards: Hand::run(low, len, count) };
                match kind {
                    Kind::TrioChainSolo => self.carry(play, low, 1, len, out),
                    Kind::TrioChainPair => self.carry(play, low, 2, len, out),
                    _ => out.push(play),
                }
            }
            // A chain of `len` + 1 ranks starts where one of `len` does and the next rank is held
            // too.
            starts &= held >> len;
        }
    }

    /// Appends `main`, whose lowest rank is `low`, with every set of `number` kickers of `size`
    /// equal cards.
    fn carry(&self, main: Play, low: u32, size: u8, number: u32, out: &mut Vec<Play>) {
        let span = ((1 << main.len) - 1) << low;
        if size == 2 {
            let pool = self.hand.ranks_with(2) & NORMAL & !span;
            return pairs(main, pool, number, out);
        }
        let touching = match self.kickers {
            Kickers::Rlcard if main.len > 1 => (span << 1 | span >> 1) & CHAIN & !span,
            _ => 0,
        };
        let pool = Pool {
            hand: self.hand,
            ranks: self.hand.ranks_with(1) & !span,
            touching,
            free: self.kickers == Kickers::Douzero,
        };
        let from = out.len();
        pool.carry(main, 0, number, out);
        if pool.free && main.len > 1 {
            drop_lower_readings(out, from, main, low);
        }
    }
}

/// Appends `main` with every set of `number` pairs of different ranks in `pool`.
fn pairs(main: Play, pool: u32, number: u32, out: &mut Vec<Play>) {
    if number == 0 {
        out.push(main);
        return;
    }
    let mut rest = pool;
    while rest.count_ones() >= number {
        let rank = rest.trailing_zeros();
        rest &= rest - 1;
        let cards = main.cards.plus(Hand::of(Rank::at(rank), 2));
        pairs(Play { cards, ..main }, rest, number - 1, out);
    }
}

/// Aircraft of n triples that carry an adjacent triple can be read as starting one rank higher or
/// lower. Removes the lower readings, so that every set of cards is listed once.
fn drop_lower_readings(out: &mut Vec<Play>, from: usize, main: Play, low: u32) {
    let above = low + u32::from(main.len);
    if above > Rank::ACE.index() as u32 {
        return;
    }
    let longer = Hand::run(low, u32::from(main.len) + 1, 3);
    let mut kept = from;
    for at in from..out.len() {
        // With four of the rank above, the fourth would be a kicker of a rank in the chain.
        let lower = out[at].cards.contains(longer) && out[at].cards.count(Rank::at(above)) == 3;
        if !lower {
            out[kept] = out[at];
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// The single cards that may be kickers.
struct Pool {
    hand: Hand,
    /// The ranks outside the main part.
    ranks: u32,
    /// Ranks adjacent to the chain, of which no three may be carried.
    touching: u32,
    /// Whether any combination is allowed.
    free: bool,
}

impl Pool {
    /// Appends `main` with every combination of `number` more kickers from the rank `from` on.
    fn carry(&self, main: Play, from: u32, number: u32, out: &mut Vec<Play>) {
        if number == 0 {
            if self.free || !main.cards.has_rocket() {
                out.push(main);
            }
            return;
        }
        for rank in bits(self.ranks & (!0 << from)) {
            let most = match (self.free, self.touching & 1 << rank) {
                (true, _) => 4,
                (false, 0) => 3,
                (false, _) => 2,
            };
            let most = u32::from(self.hand.count(Rank::at(rank))).min(most).min(number);
            for count in 1..=most {
                let cards = main.cards.plus(Hand::of(Rank::at(rank), count as u8));
                self.carry(Play { cards, ..main }, rank + 1, number - count, out);
            }
        }
    }
}
