mod act;
mod course;
mod game;
mod record;
mod seen;

pub use act::Act;
use course::Effect;
pub use course::{Course, Phase};
pub use record::RecordError;
pub use seen::RoundView;

use crate::{Card, Hand, Key, Play, Refusal, Rules, View};

/// One deal: auction, doubling, and play until a player has no cards left.
///
/// ```
/// use fangqi_doudizhu::{Act, Key, Phase, Round, Rules};
/// let mut round = Round::deal(Rules::default(), &Key::new([7; 32]), 0);
/// let Phase::Auction(asked) = round.phase() else { unreachable!() };
/// round.act(asked.asked().unwrap(), Act::Say(3))?;
/// let Phase::Playing { seat } = round.phase() else { unreachable!() };
/// assert_eq!(round.hand(seat).len(), 20);
/// assert!(round.act(seat, Act::Play("".parse().unwrap())).is_err(), "the landlord must lead");
/// # Ok::<(), fangqi_doudizhu::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    course: Course,
    dealt: [Hand; 3],
    bottom: Hand,
    hands: [Hand; 3],
}

impl Round {
    /// A deal from a key, after `redeals` deals in a row that were passed out.
    pub fn deal(rules: Rules, key: &Key, redeals: u32) -> Round {
        let deal = key.deal();
        let ranks = |cards: &[Card]| Card::ranks(cards).expect("a deck holds each card once");
        let hands = [0, 1, 2].map(|seat: usize| ranks(&deal.hands[seat]));
        Round::new(rules, hands, ranks(&deal.bottom), deal.first, redeals >= rules.redeals)
    }

    /// A deal with given cards: 17 for each seat and three for the landlord. `first` bids first;
    /// with `forced`, it must be the landlord if all pass.
    pub fn new(rules: Rules, hands: [Hand; 3], bottom: Hand, first: usize, forced: bool) -> Round {
        Round { course: Course::new(rules, first, forced), dealt: hands, bottom, hands }
    }

    /// The public part of the deal.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The present phase.
    pub fn phase(&self) -> Phase {
        self.course.phase()
    }

    /// The seat to act; `None` when the deal is over.
    pub fn turn(&self) -> Option<usize> {
        self.course.turn()
    }

    /// The hand of a seat.
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// The three cards for the landlord, which are hidden until it is known.
    pub const fn bottom(&self) -> Hand {
        self.bottom
    }

    /// What a seat or a spectator may know.
    pub fn seen_by(&self, viewer: Option<usize>) -> RoundView {
        RoundView {
            seat: viewer,
            hand: viewer.map(|seat| self.hands[seat]),
            bottom: self.course.landlord().map(|_| self.bottom),
            course: self.course.clone(),
        }
    }

    /// A seat's knowledge during the play, the input of players; `None` before the landlord is
    /// known.
    pub fn player_view(&self, seat: usize) -> Option<View> {
        self.seen_by(Some(seat)).player_view()
    }

    /// Applies an act of a seat.
    ///
    /// # Errors
    /// The act is illegal; nothing is changed.
    pub fn act(&mut self, seat: usize, act: Act) -> Result<(), Refusal> {
        match self.turn() {
            None => Err(Refusal::Over),
            Some(turn) if turn != seat => Err(Refusal::NotYourTurn),
            Some(_) => self.apply(act),
        }
    }

    /// Applies an act of the seat whose turn it is.
    fn apply(&mut self, act: Act) -> Result<(), Refusal> {
        if let (Phase::Playing { seat }, Act::Play(cards)) = (self.phase(), act) {
            self.held(seat, cards)?;
        }
        match self.course.apply(act)? {
            Effect::Played { seat, play } => self.hands[seat] = self.hands[seat].minus(play.cards),
            Effect::Found { landlord } => {
                self.hands[landlord] = self.hands[landlord].plus(self.bottom);
            }
            Effect::Said => {}
        }
        Ok(())
    }

    /// Checks that a seat holds these cards.
    fn held(&self, seat: usize, cards: Hand) -> Result<(), Refusal> {
        for (rank, count) in cards.counts() {
            let held = self.hands[seat].count(rank);
            if held < count {
                return Err(Refusal::NotHeld { rank, held });
            }
        }
        Ok(())
    }

    /// Interprets cards of a seat as a play in the present situation.
    ///
    /// # Errors
    /// Why they may not be played.
    pub fn readable(&self, seat: usize, cards: Hand) -> Result<Play, Refusal> {
        self.held(seat, cards)?;
        self.course.readable(cards)
    }
}
