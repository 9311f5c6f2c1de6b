use std::fmt::Write;

use thiserror::Error;

use super::{Act, Round};
use crate::rules::Auction;
use crate::{Hand, HandError, Kickers, Refusal, Rules};

/// Why a text is not the record of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A word is missing.
    #[error("the record ends before {what}")]
    Missing {
        /// What should come.
        what: &'static str,
    },
    /// A word that is not what should stand there.
    #[error("`{word}` is not {what}")]
    Word {
        /// The word.
        word: String,
        /// What should stand there.
        what: &'static str,
    },
    /// Cards that cannot be read.
    #[error("{what}: {error}")]
    Cards {
        /// Whose cards.
        what: &'static str,
        /// What is wrong with them.
        error: HandError,
    },
    /// Cards that do not make a deck.
    #[error("the hands and the three cards are not 17, 17, 17 and 3 cards of one deck")]
    Deck,
    /// An act that the rules forbid.
    #[error("act {number}: {refusal}")]
    Act {
        /// Which act; the first is 1.
        number: usize,
        /// Why it is forbidden.
        refusal: Refusal,
    },
}

const HANDS: [&str; 3] = ["the hand of seat 0", "the hand of seat 1", "the hand of seat 2"];

impl Round {
    pub(super) fn write_record(&self) -> String {
        let Rules { auction, doubling, kickers, spring, redeals } = self.rules;
        let auction = if auction == Auction::Bids { "bids" } else { "claims" };
        let doubling = if doubling { "doubling" } else { "plain" };
        let kickers = if kickers == Kickers::Rlcard { "rlcard" } else { "douzero" };
        let mut record = format!("{auction} {doubling} {kickers} {spring} {redeals}");
        for hand in self.dealt.iter().chain([&self.bottom]) {
            let _ = write!(record, " {hand}");
        }
        let _ = write!(record, " {} {}", self.first, u8::from(self.forced));
        let said = self.bidding.said().iter().map(|said| Act::Say(*said));
        let doubled = self.doubles.iter().map(|factor| Act::Double(*factor));
        let played = self.plays.iter().map(|play| Act::Play(play.cards));
        for act in said.chain(doubled).chain(played) {
            let _ = write!(record, " {act}");
        }
        record
    }

    pub(super) fn read_record(record: &str) -> Result<Round, RecordError> {
        let mut words = record.split_whitespace();
        let mut word = |what| words.next().ok_or(RecordError::Missing { what });
        let auction = choose(word("the auction")?, "an auction", ["bids", "claims"])?;
        let doubling = choose(word("doubling")?, "doubling or plain", ["plain", "doubling"])?;
        let kickers = choose(word("the kickers")?, "a rule for kickers", ["rlcard", "douzero"])?;
        let rules = Rules {
            auction: [Auction::Bids, Auction::Claims][auction],
            doubling: doubling == 1,
            kickers: [Kickers::Rlcard, Kickers::Douzero][kickers],
            spring: number(word("the spring")?, "a factor", 8)?,
            redeals: number(word("the redeals")?, "a number of deals", 1_000)?,
        };
        let mut hands = [Hand::EMPTY; 3];
        for (hand, what) in hands.iter_mut().zip(HANDS) {
            *hand = cards(word(what)?, what)?;
        }
        let bottom = cards(word("the three cards")?, "the three cards")?;
        let first = number(word("the first seat")?, "a seat", 2)? as usize;
        let forced = number(word("whether the first is forced")?, "0 or 1", 1)? == 1;
        let all = hands.iter().try_fold(bottom, |sum, hand| sum.checked_plus(*hand));
        if all != Some(Hand::DECK) || bottom.len() != 3 || hands.iter().any(|h| h.len() != 17) {
            return Err(RecordError::Deck);
        }
        let mut round = Round::new(rules, hands, bottom, first, forced);
        for (at, word) in words.enumerate() {
            let what = "an act";
            let act: Act =
                word.parse().map_err(|_| RecordError::Word { word: word.into(), what })?;
            let number = at + 1;
            round.apply(act).map_err(|refusal| RecordError::Act { number, refusal })?;
        }
        Ok(round)
    }
}

fn choose(word: &str, what: &'static str, names: [&str; 2]) -> Result<usize, RecordError> {
    let place = names.iter().position(|name| *name == word);
    place.ok_or_else(|| RecordError::Word { word: word.into(), what })
}

fn number(word: &str, what: &'static str, most: u32) -> Result<u32, RecordError> {
    let number = word.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| RecordError::Word { word: word.into(), what })
}

fn cards(word: &str, what: &'static str) -> Result<Hand, RecordError> {
    word.parse().map_err(|error| RecordError::Cards { what, error })
}
