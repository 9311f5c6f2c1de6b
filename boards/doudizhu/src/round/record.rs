use std::fmt::Write;
use std::str::SplitWhitespace;

use thiserror::Error;

use super::{Act, Course, Round, RoundView};
use crate::rules::Auction;
use crate::{Hand, HandError, Kickers, Refusal, Rules};

/// Why a text is not a record of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A word is missing.
    #[error("the record ends before {what}")]
    Missing {
        /// The expected word.
        what: &'static str,
    },
    /// An unexpected word.
    #[error("`{word}` is not {what}")]
    Word {
        /// The word.
        word: String,
        /// The expected word.
        what: &'static str,
    },
    /// Unreadable cards.
    #[error("{what}: {error}")]
    Cards {
        /// The place of the cards.
        what: &'static str,
        /// The error.
        error: HandError,
    },
    /// The cards do not make a deck.
    #[error("the hands and the three cards are not 17, 17, 17 and 3 cards of one deck")]
    Deck,
    /// An illegal act.
    #[error("act {number}: {refusal}")]
    Act {
        /// Number of the act, from 1.
        number: usize,
        /// Why it is illegal.
        refusal: Refusal,
    },
}

const HANDS: [&str; 3] = ["the hand of seat 0", "the hand of seat 1", "the hand of seat 2"];

impl Round {
    pub(super) fn write_record(&self) -> String {
        let mut record = rules_text(&self.course.rules);
        for hand in self.dealt.iter().chain([&self.bottom]) {
            let _ = write!(record, " {hand}");
        }
        self.course.write(&mut record);
        record
    }

    pub(super) fn read_record(record: &str) -> Result<Round, RecordError> {
        let mut words = Words(record.split_whitespace());
        let rules = words.rules()?;
        let mut hands = [Hand::EMPTY; 3];
        for (hand, what) in hands.iter_mut().zip(HANDS) {
            *hand = words.cards(what)?;
        }
        let bottom = words.cards("the three cards")?;
        let all = hands.iter().try_fold(bottom, |sum, hand| sum.checked_plus(*hand));
        if all != Some(Hand::DECK) || bottom.len() != 3 || hands.iter().any(|h| h.len() != 17) {
            return Err(RecordError::Deck);
        }
        let (first, forced) = words.first_seat()?;
        let mut round = Round::new(rules, hands, bottom, first, forced);
        words.acts(|act| round.apply(act))?;
        Ok(round)
    }
}

impl RoundView {
    /// Serializes the view to one line of text, which [`RoundView::from_record`] parses.
    pub fn record(&self) -> String {
        let mut record = rules_text(&self.course.rules);
        let seat = self.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let cards = |hand: Option<Hand>| hand.map_or("-".to_owned(), |hand| format!("={hand}"));
        let _ = write!(record, " {seat} {} {}", cards(self.hand), cards(self.bottom));
        self.course.write(&mut record);
        record
    }

    /// Parses what [`RoundView::record`] wrote. Played cards are not checked against other hands,
    /// which are unknown.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_record(record: &str) -> Result<RoundView, RecordError> {
        let mut words = Words(record.split_whitespace());
        let rules = words.rules()?;
        let seat = match words.next("the seat")? {
            "-" => None,
            word => Some(number(word, "a seat", 2)? as usize),
        };
        let hand = words.known("the hand")?;
        let bottom = words.known("the three cards")?;
        let (first, forced) = words.first_seat()?;
        let mut course = Course::new(rules, first, forced);
        words.acts(|act| course.apply(act).map(drop))?;
        Ok(RoundView { seat, hand, bottom, course })
    }
}

impl Course {
    fn write(&self, record: &mut String) {
        let (first, forced) = (self.bidding.first(), u8::from(self.bidding.forced()));
        let _ = write!(record, " {first} {forced}");
        let said = self.bidding.said().iter().map(|said| Act::Say(*said));
        let doubled = self.doubles.iter().map(|factor| Act::Double(*factor));
        let played = self.plays.iter().map(|play| Act::Play(play.cards));
        for act in said.chain(doubled).chain(played) {
            let _ = write!(record, " {act}");
        }
    }
}

fn rules_text(rules: &Rules) -> String {
    let Rules { auction, doubling, kickers, spring, redeals } = *rules;
    let auction = if auction == Auction::Bids { "bids" } else { "claims" };
    let doubling = if doubling { "doubling" } else { "plain" };
    let kickers = if kickers == Kickers::Rlcard { "rlcard" } else { "douzero" };
    format!("{auction} {doubling} {kickers} {spring} {redeals}")
}

/// The unread words of a record.
struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self, what: &'static str) -> Result<&'a str, RecordError> {
        self.0.next().ok_or(RecordError::Missing { what })
    }

    fn rules(&mut self) -> Result<Rules, RecordError> {
        let auction = choose(self.next("the auction")?, "an auction", ["bids", "claims"])?;
        let doubling = choose(self.next("doubling")?, "doubling or plain", ["plain", "doubling"])?;
        let kickers =
            choose(self.next("the kickers")?, "a rule for kickers", ["rlcard", "douzero"])?;
        Ok(Rules {
            auction: [Auction::Bids, Auction::Claims][auction],
            doubling: doubling == 1,
            kickers: [Kickers::Rlcard, Kickers::Douzero][kickers],
            spring: number(self.next("the spring")?, "a factor", 8)?,
            redeals: number(self.next("the redeals")?, "a number of deals", 1_000)?,
        })
    }

    fn cards(&mut self, what: &'static str) -> Result<Hand, RecordError> {
        self.next(what)?.parse().map_err(|error| RecordError::Cards { what, error })
    }

    /// Parses cards after a `=`; `-` stands for unknown cards.
    fn known(&mut self, what: &'static str) -> Result<Option<Hand>, RecordError> {
        let word = self.next(what)?;
        let Some(cards) = word.strip_prefix('=') else {
            let known = (word == "-").then_some(None);
            return known.ok_or_else(|| RecordError::Word { word: word.into(), what });
        };
        cards.parse().map(Some).map_err(|error| RecordError::Cards { what, error })
    }

    /// Parses the seat asked first, and whether it must be the landlord.
    fn first_seat(&mut self) -> Result<(usize, bool), RecordError> {
        let first = number(self.next("the first seat")?, "a seat", 2)? as usize;
        Ok((first, number(self.next("whether the first is forced")?, "0 or 1", 1)? == 1))
    }

    /// Parses the remaining words as acts and passes each to `apply`.
    fn acts(
        &mut self,
        mut apply: impl FnMut(Act) -> Result<(), Refusal>,
    ) -> Result<(), RecordError> {
        for (at, word) in self.0.by_ref().enumerate() {
            let what = "an act";
            let act: Act =
                word.parse().map_err(|_| RecordError::Word { word: word.into(), what })?;
            apply(act).map_err(|refusal| RecordError::Act { number: at + 1, refusal })?;
        }
        Ok(())
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
