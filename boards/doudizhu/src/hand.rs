use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Rank;

/// A multiset of cards without suits: the number of cards of each rank, at most as many as in the
/// deck.
///
/// The counts are packed into one word of four bits each, so sets are compared, added and hashed
/// like integers.
///
/// ```
/// use fangqi_doudizhu::Hand;
/// let hand: Hand = "33445TBR".parse()?;
/// assert_eq!(hand.to_string(), "33445TBR");
/// assert!(hand.contains("345".parse()?) && !hand.contains("55".parse()?));
/// # Ok::<(), fangqi_doudizhu::HandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u64);

/// The lowest bit of each count.
const ONES: u64 = 0x0111_1111_1111_1111;
/// The highest bit of each count, which is always clear.
const TOPS: u64 = ONES << 3;

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);
    /// All 54 cards.
    pub const DECK: Hand = Hand(0x0114_4444_4444_4444);

    /// `count` cards of one rank.
    pub const fn of(rank: Rank, count: u8) -> Hand {
        Hand((count as u64) << (4 * rank.index()))
    }

    /// `count` cards of each of `len` ranks from `low`.
    pub(crate) const fn run(low: u32, len: u32, count: u8) -> Hand {
        let ones = ONES & ((1 << (4 * len)) - 1);
        Hand((ones * count as u64) << (4 * low))
    }

    /// The packed counts, four bits each, the three in the lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards of a rank.
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank.index()) & 15) as u8
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether the hand is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `cards` are in the hand.
    pub const fn contains(self, cards: Hand) -> bool {
        ((self.0 | TOPS) - cards.0) & TOPS == TOPS
    }

    /// Whether both jokers are in the hand.
    pub const fn has_rocket(self) -> bool {
        self.contains(Hand::ROCKET)
    }

    /// Both jokers.
    pub const ROCKET: Hand = Hand(0x0110_0000_0000_0000);

    /// The sum, which must not exceed the deck.
    #[must_use]
    pub const fn plus(self, cards: Hand) -> Hand {
        debug_assert!(Hand::DECK.contains(Hand(self.0 + cards.0)));
        Hand(self.0 + cards.0)
    }

    /// The difference; `cards` must be contained.
    #[must_use]
    pub const fn minus(self, cards: Hand) -> Hand {
        debug_assert!(self.contains(cards));
        Hand(self.0 - cards.0)
    }

    /// The difference, saturating at zero for each rank.
    #[must_use]
    pub const fn without(self, cards: Hand) -> Hand {
        // A count's highest bit survives the subtraction if there are enough cards of the rank;
        // otherwise the result is zero.
        let rest = (self.0 | TOPS) - cards.0;
        let enough = rest & TOPS;
        Hand(rest & (enough - (enough >> 3)))
    }

    /// The difference, or `None` if `cards` are not contained.
    #[must_use]
    pub const fn checked_minus(self, cards: Hand) -> Option<Hand> {
        if self.contains(cards) { Some(Hand(self.0 - cards.0)) } else { None }
    }

    /// The sum, or `None` if it exceeds the deck.
    #[must_use]
    pub const fn checked_plus(self, cards: Hand) -> Option<Hand> {
        // Two counts of at most four stay below eight.
        let sum = Hand(self.0 + cards.0);
        if Hand::DECK.contains(sum) { Some(sum) } else { None }
    }

    /// The ranks with at least `count` cards (1 to 4) as a bit mask, the three in the lowest bit.
    pub const fn ranks_with(self, count: u8) -> u32 {
        let met = ((self.0 | TOPS) - ONES * count as u64) & TOPS;
        let mut bits = met >> 3;
        bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
        bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
        ((bits | bits >> 24) & 0xffff) as u32
    }

    /// The ranks with cards and their counts, ascending.
    pub fn counts(self) -> impl Iterator<Item = (Rank, u8)> {
        bits(self.ranks_with(1)).map(move |rank| (Rank::at(rank), self.count(Rank::at(rank))))
    }

    /// The cards one by one, ascending.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        self.counts().flat_map(|(rank, count)| std::iter::repeat_n(rank, count as usize))
    }

    /// Collects ranks.
    ///
    /// # Errors
    /// A rank occurs more often than in the deck.
    pub fn collect(ranks: impl IntoIterator<Item = Rank>) -> Result<Hand, HandError> {
        ranks.into_iter().try_fold(Hand::EMPTY, |hand, rank| {
            hand.checked_plus(Hand::of(rank, 1)).ok_or(HandError::TooMany { rank })
        })
    }
}

/// The indices of the set bits, ascending.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            bit
        })
    })
}

/// Why a text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A letter that is not a rank.
    #[error("`{letter}` (character {at}) is not a rank: use 3 to 9, T J Q K A 2, B and R")]
    UnknownRank {
        /// The letter.
        letter: char,
        /// Its position; the first character is 1.
        at: usize,
    },
    /// More cards of a rank than in the deck.
    #[error("there are more than {} cards of rank {rank}", rank.copies())]
    TooMany {
        /// The rank.
        rank: Rank,
    },
}

impl FromStr for Hand {
    type Err = HandError;

    /// Parses cards in any order. `10` is accepted for `T`; spaces and commas are skipped.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let mut hand = Hand::EMPTY;
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, letter)) = letters.next() {
            let rank = match letter {
                ' ' | ',' => continue,
                '1' if letters.next_if(|next| next.1 == '0').is_some() => Rank::from_letter('T'),
                other => Rank::from_letter(other),
            };
            let rank = rank.ok_or(HandError::UnknownRank { letter, at: at + 1 })?;
            hand = hand.checked_plus(Hand::of(rank, 1)).ok_or(HandError::TooMany { rank })?;
        }
        Ok(hand)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ranks().try_for_each(|rank| write!(f, "{rank}"))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_text_is_named_with_its_place() {
        let error = |text: &str| text.parse::<Hand>().unwrap_err().to_string();
        assert!(error("33x1").contains("`1` (character 4)"), "{}", error("33x1"));
        assert!(error("33333").contains("more than 4 cards of rank 3"));
        assert!(error("BB").contains("more than 1 cards of rank B"));
        assert_eq!("10 T,xd".parse::<Hand>().unwrap().to_string(), "TTBR");
    }

    #[test]
    fn no_more_cards_are_taken_away_than_there_are() {
        for (rank, copies) in Hand::DECK.counts() {
            let others = Hand::DECK.minus(Hand::of(rank, copies));
            let holding = |count: u8| others.plus(Hand::of(rank, count));
            for (held, taken) in (0..=copies).flat_map(|held| (0..=4).map(move |it| (held, it))) {
                let left = holding(held).without(Hand::of(rank, taken));
                assert_eq!(left, holding(held.saturating_sub(taken)), "{taken} of {held} {rank}");
            }
        }
        let hand: Hand = "33445T".parse().unwrap();
        assert_eq!(hand.without("3444R".parse().unwrap()).to_string(), "35T");
    }

    #[test]
    fn the_deck_holds_54_cards() {
        assert_eq!(Hand::DECK.len(), 54);
        assert_eq!(Hand::DECK.ranks_with(1), 0x7fff);
        assert_eq!(Hand::DECK.ranks_with(2), 0x1fff);
        assert_eq!(Hand::DECK.ranks_with(4), 0x1fff);
        assert_eq!(Hand::run(2, 3, 3).to_string(), "555666777");
    }
}
