mod act;
mod game;
mod record;

pub use act::Act;
pub use record::RecordError;

use crate::auction::{Bidding, Standing};
use crate::{Card, Hand, Key, Play, Refusal, Role, Rules, Settlement, View};

/// One deal: the auction, doubling, and the play until somebody is out of cards.
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
    rules: Rules,
    dealt: [Hand; 3],
    bottom: Hand,
    bidding: Bidding,
    /// The doublings said so far, the landlord's first.
    doubles: Vec<u8>,
    hands: [Hand; 3],
    plays: Vec<Play>,
    first: usize,
    forced: bool,
}

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The landlord is not known.
    Auction(Standing),
    /// A seat may double.
    Doubling {
        /// Who is asked.
        seat: usize,
    },
    /// A seat is to play.
    Playing {
        /// Who is asked.
        seat: usize,
    },
    /// All passed in the auction: there is nothing to win.
    Passed,
    /// Somebody is out of cards.
    Over(Settlement),
}

/// What a seat, or a spectator, may know of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundView {
    /// The seat's own cards; none for a spectator.
    pub hand: Option<Hand>,
    /// How many cards each seat holds.
    pub left: [u32; 3],
    /// The landlord's three cards, once he is known.
    pub bottom: Option<Hand>,
    /// Where the deal stands.
    pub phase: Phase,
    /// What was said in the auction, in turn.
    pub said: Vec<u8>,
    /// The doublings, in turn from the landlord.
    pub doubles: Vec<u8>,
    /// The plays, in turn from the landlord.
    pub plays: Vec<Play>,
}

impl Round {
    /// The deal of a key, after `redeals` deals in a row in which all passed.
    pub fn deal(rules: Rules, key: &Key, redeals: u32) -> Round {
        let deal = key.deal();
        let ranks = |cards: &[Card]| Card::ranks(cards).expect("a deck holds each card once");
        let hands = [0, 1, 2].map(|seat: usize| ranks(&deal.hands[seat]));
        Round::new(rules, hands, ranks(&deal.bottom), deal.first, redeals >= rules.redeals)
    }

    /// A deal of given cards: 17 for each seat and three for the landlord. `first` bids first, and
    /// must be the landlord if all pass and `forced` is set.
    pub fn new(rules: Rules, hands: [Hand; 3], bottom: Hand, first: usize, forced: bool) -> Round {
        let bidding = Bidding::new(rules, first, forced);
        let (doubles, plays) = (Vec::new(), Vec::new());
        Round { rules, dealt: hands, bottom, bidding, doubles, hands, plays, first, forced }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where the deal stands.
    pub fn phase(&self) -> Phase {
        let standing = self.bidding.standing();
        let (landlord, stake) = match standing {
            Standing::Found { seat, stake } => (seat, stake),
            Standing::Passed => return Phase::Passed,
            _ => return Phase::Auction(standing),
        };
        if let Some(out) = self.hands.iter().position(|hand| hand.is_empty()) {
            let won = out == landlord;
            let doubles = self.doubles_by_seat(landlord);
            let plays = &self.plays;
            let settled = Settlement::new(&self.rules, landlord, won, stake, doubles, plays);
            return Phase::Over(settled);
        }
        if self.rules.doubling && self.doubles.len() < 3 {
            return Phase::Doubling { seat: (landlord + self.doubles.len()) % 3 };
        }
        Phase::Playing { seat: (landlord + self.plays.len()) % 3 }
    }

    fn doubles_by_seat(&self, landlord: usize) -> [u8; 3] {
        let said = |seat: usize| self.doubles.get((seat + 3 - landlord) % 3).copied();
        [0, 1, 2].map(|seat| said(seat).unwrap_or(1))
    }

    /// The seat that is asked something; `None` when the deal is over.
    pub fn turn(&self) -> Option<usize> {
        match self.phase() {
            Phase::Auction(standing) => standing.asked(),
            Phase::Doubling { seat } | Phase::Playing { seat } => Some(seat),
            Phase::Passed | Phase::Over(_) => None,
        }
    }

    /// The landlord's seat and the stake, once they are known.
    pub fn landlord(&self) -> Option<(usize, u32)> {
        match self.bidding.standing() {
            Standing::Found { seat, stake } => Some((seat, stake)),
            _ => None,
        }
    }

    /// The role of a seat, once the landlord is known.
    pub fn role(&self, seat: usize) -> Option<Role> {
        let (landlord, _) = self.landlord()?;
        Some(Role::ALL[(seat + 3 - landlord) % 3])
    }

    /// The auction.
    pub const fn bidding(&self) -> &Bidding {
        &self.bidding
    }

    /// The cards that a seat holds.
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// The three cards for the landlord, which nobody may see before he is known.
    pub const fn bottom(&self) -> Hand {
        self.bottom
    }

    /// The doubling of each seat.
    pub fn doubles(&self) -> [u8; 3] {
        self.landlord().map_or([1; 3], |(landlord, _)| self.doubles_by_seat(landlord))
    }

    /// The plays so far, the landlord's first.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// What everything but players' own doubling multiplies to so far; 0 before there is a stake.
    pub fn multiplier(&self) -> i64 {
        match (self.phase(), self.landlord()) {
            (Phase::Over(settled), _) => settled.multiplier(),
            (_, Some((_, stake))) => {
                i64::from(stake) << self.plays.iter().filter(|play| play.kind.is_bomb()).count()
            }
            (Phase::Auction(Standing::Bid { above, .. }), None) => above.into(),
            _ => 0,
        }
    }

    /// What a seat knows while cards are played: all that a player is given. `None` before the
    /// landlord is known.
    pub fn player_view(&self, seat: usize) -> Option<View> {
        let (landlord, _) = self.landlord()?;
        let mut bids = [0; 3];
        for (speaker, said) in self.bidding.speakers().zip(self.bidding.said()) {
            let bid = &mut bids[(speaker + 3 - landlord) % 3];
            *bid = (*said).max(*bid);
        }
        Some(View {
            role: self.role(seat)?,
            hand: self.hands[seat],
            shown: self.bottom,
            history: self.plays.clone(),
            bids: Some(bids),
            kickers: self.rules.kickers,
        })
    }

    /// What must be beaten now; the pass for a free lead.
    pub fn last_play(&self) -> Play {
        let last = self.plays.iter().rev().take(2).find(|play| !play.is_pass());
        last.copied().unwrap_or(Play::PASS)
    }

    /// Does what a seat wants.
    ///
    /// # Errors
    /// What the rules forbid; nothing is changed.
    pub fn act(&mut self, seat: usize, act: Act) -> Result<(), Refusal> {
        match self.turn() {
            None => Err(Refusal::Over),
            Some(turn) if turn != seat => Err(Refusal::NotYourTurn),
            Some(_) => self.apply(act),
        }
    }

    /// Does what the seat whose turn it is wants.
    fn apply(&mut self, act: Act) -> Result<(), Refusal> {
        match (self.phase(), act) {
            (Phase::Passed | Phase::Over(_), _) => Err(Refusal::Over),
            (Phase::Auction(_), Act::Say(said)) => {
                self.bidding.say(said)?;
                if let Some((landlord, _)) = self.landlord() {
                    self.hands[landlord] = self.hands[landlord].plus(self.bottom);
                }
                Ok(())
            }
            (_, Act::Say(_)) => Err(Refusal::AuctionOver),
            (Phase::Doubling { .. }, Act::Double(factor)) => {
                if !matches!(factor, 1 | 2 | 4) {
                    return Err(Refusal::Double { said: factor });
                }
                self.doubles.push(factor);
                Ok(())
            }
            (_, Act::Double(_)) => Err(Refusal::NotDoubling),
            (Phase::Playing { seat }, Act::Play(cards)) => {
                let play = self.readable(seat, cards)?;
                self.hands[seat] = self.hands[seat].minus(cards);
                self.plays.push(play);
                Ok(())
            }
            (_, Act::Play(_)) => Err(Refusal::NotPlaying),
        }
    }

    /// The play that these cards of a seat would be now.
    ///
    /// # Errors
    /// Why they may not be played.
    pub fn readable(&self, seat: usize, cards: Hand) -> Result<Play, Refusal> {
        for (rank, count) in cards.counts() {
            let held = self.hands[seat].count(rank);
            if held < count {
                return Err(Refusal::NotHeld { rank, held });
            }
        }
        let last = self.last_play();
        if cards.is_empty() {
            return if last.is_pass() { Err(Refusal::MustLead) } else { Ok(Play::PASS) };
        }
        let play = Play::read_after(cards, &last, self.rules.kickers).ok_or(Refusal::NoPlay)?;
        if play.beats(&last) { Ok(play) } else { Err(Refusal::of(&play, &last)) }
    }
}
