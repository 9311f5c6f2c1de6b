use std::fmt;

use crate::{Hand, Rank};

/// One of the 54 cards of the deck. The rules know ranks only; suits are for display, and to tell
/// equal ranks apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The suits of a rank, from the lowest card number.
const SUITS: [char; 4] = ['♠', '♥', '♣', '♦'];

impl Card {
    /// Number of cards.
    pub const COUNT: usize = 54;

    /// The card with a number from 0 to 53: four of each rank from the three up, then the small and
    /// the big joker.
    pub const fn new(number: usize) -> Option<Card> {
        if number < Card::COUNT { Some(Card(number as u8)) } else { None }
    }

    /// The card's number, 0 to 53.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        match self.0 {
            53 => Rank::BIG_JOKER,
            number => Rank::at(number as u32 / 4),
        }
    }

    /// The suit; `None` for a joker.
    pub const fn suit(self) -> Option<char> {
        if self.rank().is_joker() { None } else { Some(SUITS[self.0 as usize % 4]) }
    }

    /// All cards, from the three of spades to the big joker.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card)
    }

    /// The ranks of some cards.
    ///
    /// # Errors
    /// The first card that is repeated.
    pub fn ranks(cards: &[Card]) -> Result<Hand, Card> {
        let mut seen = 0u64;
        let mut hand = Hand::EMPTY;
        for card in cards {
            if seen & 1 << card.0 != 0 {
                return Err(*card);
            }
            seen |= 1 << card.0;
            hand = hand.plus(Hand::of(card.rank(), 1));
        }
        Ok(hand)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{suit}{}", self.rank()),
            None => write!(f, "{}", self.rank()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
