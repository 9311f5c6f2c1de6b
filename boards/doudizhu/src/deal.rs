//! Verifiable deals. The dealer publishes a *commitment* before the deal and the *key* after it.
//! The key determines all cards, and the commitment proves that it was chosen before the deal.
//!
//! The algorithm, for verification by other programs (`‖` is concatenation):
//!
//! - commitment = SHA-256(`"fangqi doudizhu deal 1"` ‖ key), the key being 32 bytes;
//! - block *n* = SHA-256(`"fangqi doudizhu shuffle 1"` ‖ key ‖ *n*), *n* being a 32-bit big-endian
//!   number, from 0; each block is 32 random bytes, used in order;
//! - the deck is the numbers 0 to 53 (see [`Card`]), shuffled from its end: for *i* from 53 down to
//!   1, the next random byte below ⌊256 / (*i* + 1)⌋ · (*i* + 1), skipping others, gives *j* as its
//!   remainder by *i* + 1, and the cards *i* and *j* are swapped;
//! - the first 17 cards are seat 0's, the next 17 seat 1's, the next 17 seat 2's, and the last
//!   three lie face down; the seat given by the next random byte below 255, as its remainder by 3,
//!   bids first.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::Card;

/// The secret seed of a deal, which determines all cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// The commitment published before the deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

/// The dealt cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The 17 cards of each seat, in deck order.
    pub hands: [Vec<Card>; 3],
    /// The three cards for the landlord.
    pub bottom: [Card; 3],
    /// The seat that bids first.
    pub first: usize,
}

impl Key {
    /// A key from 32 bytes, which must be random and secret.
    pub const fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// A key derived from random numbers by hashing, so that the published key does not reveal the
    /// numbers, from which later ones might be guessed.
    pub fn derived(entropy: [u64; 4]) -> Key {
        let mut digest = Sha256::new_with_prefix("fangqi doudizhu key 1");
        entropy.iter().for_each(|number| digest.update(number.to_be_bytes()));
        Key(digest.finalize().into())
    }

    /// The key's bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The commitment to this key.
    pub fn commitment(&self) -> Commitment {
        let digest = Sha256::new_with_prefix("fangqi doudizhu deal 1").chain_update(self.0);
        Commitment(digest.finalize().into())
    }

    /// The cards dealt by this key.
    pub fn deal(&self) -> Deal {
        let mut bytes = Bytes { key: self, block: [0; 32], used: 32, number: 0 };
        let mut deck: Vec<Card> = Card::all().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, bytes.below(last + 1));
        }
        let hand = |seat: usize| deck[17 * seat..17 * (seat + 1)].to_vec();
        Deal {
            hands: [hand(0), hand(1), hand(2)],
            bottom: [deck[51], deck[52], deck[53]],
            first: bytes.below(3),
        }
    }
}

/// The random byte stream of a key.
struct Bytes<'a> {
    key: &'a Key,
    block: [u8; 32],
    used: usize,
    number: u32,
}

impl Bytes<'_> {
    /// A uniformly random number below `bound`, which is at most 256.
    fn below(&mut self, bound: usize) -> usize {
        let limit = 256 / bound * bound;
        loop {
            let byte = usize::from(self.next());
            if byte < limit {
                return byte % bound;
            }
        }
    }

    fn next(&mut self) -> u8 {
        if self.used == self.block.len() {
            let digest = Sha256::new_with_prefix("fangqi doudizhu shuffle 1")
                .chain_update(self.key.0)
                .chain_update(self.number.to_be_bytes());
            self.block = digest.finalize().into();
            self.number += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

/// Decodes 64 hexadecimal digits.
fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl Key {
    /// Parses the [`fmt::Display`] form; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Key> {
        from_hex(text).map(Key)
    }
}

impl Commitment {
    /// Parses the [`fmt::Display`] form; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Commitment> {
        from_hex(text).map(Commitment)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

/// Hides the key, because logs may be read by players.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}
