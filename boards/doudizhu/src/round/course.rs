use super::Act;
use crate::auction::{Bidding, Standing};
use crate::{Hand, Play, Refusal, Role, Rules, Settlement};

/// The public part of a deal: auction, doubling and plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    pub(super) rules: Rules,
    pub(super) bidding: Bidding,
    /// The doubling answers so far, the landlord's first.
    pub(super) doubles: Vec<u8>,
    pub(super) plays: Vec<Play>,
}

/// The phase of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The auction is in progress.
    Auction(Standing),
    /// A seat may double.
    Doubling {
        /// The seat asked.
        seat: usize,
    },
    /// A seat is to play.
    Playing {
        /// The seat to play.
        seat: usize,
    },
    /// All passed in the auction, and nobody wins anything.
    Passed,
    /// A player has played its last card.
    Over(Settlement),
}

/// The effect of an act.
pub(super) enum Effect {
    /// An answer without further effect.
    Said,
    /// The landlord has been determined.
    Found { landlord: usize },
    /// Cards were played, or a pass.
    Played { seat: usize, play: Play },
}

impl Course {
    pub(super) const fn new(rules: Rules, first: usize, forced: bool) -> Course {
        let bidding = Bidding::new(rules, first, forced);
        Course { rules, bidding, doubles: Vec::new(), plays: Vec::new() }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The auction.
    pub const fn bidding(&self) -> &Bidding {
        &self.bidding
    }

    /// The plays so far, the landlord's first.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// Number of cards that each seat holds.
    pub fn left(&self) -> [u32; 3] {
        let mut left = [17; 3];
        if let Some((landlord, _)) = self.landlord() {
            left[landlord] += 3;
            for (at, play) in self.plays.iter().enumerate() {
                left[(landlord + at) % 3] -= play.cards.len();
            }
        }
        left
    }

    /// All cards that a seat has played.
    pub fn played(&self, seat: usize) -> Hand {
        let role = self.role(seat).map_or(0, |role| role as usize);
        let own = self.plays.iter().skip(role).step_by(3);
        own.fold(Hand::EMPTY, |sum, play| sum.plus(play.cards))
    }

    /// The present phase.
    pub fn phase(&self) -> Phase {
        let standing = self.bidding.standing();
        let (landlord, stake) = match standing {
            Standing::Found { seat, stake } => (seat, stake),
            Standing::Passed => return Phase::Passed,
            _ => return Phase::Auction(standing),
        };
        if let Some(out) = self.left().iter().position(|left| *left == 0) {
            let (won, doubles) = (out == landlord, self.doubles());
            let plays = &self.plays;
            let settled = Settlement::new(&self.rules, landlord, won, stake, doubles, plays);
            return Phase::Over(settled);
        }
        if self.rules.doubling && self.doubles.len() < 3 {
            return Phase::Doubling { seat: (landlord + self.doubles.len()) % 3 };
        }
        Phase::Playing { seat: (landlord + self.plays.len()) % 3 }
    }

    /// The doubling of each seat; 1 if it has not answered yet.
    pub fn doubles(&self) -> [u8; 3] {
        let Some((landlord, _)) = self.landlord() else { return [1; 3] };
        let said = |seat: usize| self.doubles.get((seat + 3 - landlord) % 3).copied();
        [0, 1, 2].map(|seat| said(seat).unwrap_or(1))
    }

    /// The seat to act; `None` when the deal is over.
    pub fn turn(&self) -> Option<usize> {
        match self.phase() {
            Phase::Auction(standing) => standing.asked(),
            Phase::Doubling { seat } | Phase::Playing { seat } => Some(seat),
            Phase::Passed | Phase::Over(_) => None,
        }
    }

    /// The landlord's seat and the stake of the auction, once known.
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

    /// The product of all factors so far but the players' own doubling; 0 before there is a stake.
    pub fn multiplier(&self) -> i64 {
        match (self.phase(), self.landlord()) {
            (Phase::Over(settled), _) => settled.multiplier(),
            (_, Some((_, stake))) => {
                i64::from(stake) << self.plays.iter().filter(|play| play.kind.is_bomb()).count()
            }
            (Phase::Auction(standing), None) => standing.stake().into(),
            _ => 0,
        }
    }

    /// The play to beat; the pass for a free lead.
    pub fn last_play(&self) -> Play {
        let last = self.plays.iter().rev().take(2).find(|play| !play.is_pass());
        last.copied().unwrap_or(Play::PASS)
    }

    /// The highest bid of each role, in order of roles; 0 if it passed.
    pub(super) fn bids(&self) -> Option<[u8; 3]> {
        let (landlord, _) = self.landlord()?;
        let mut bids = [0; 3];
        for (speaker, said) in self.bidding.speakers().zip(self.bidding.said()) {
            let bid = &mut bids[(speaker + 3 - landlord) % 3];
            *bid = (*said).max(*bid);
        }
        Some(bids)
    }

    /// Applies an act of the seat whose turn it is. The caller has checked that it holds the cards.
    pub(super) fn apply(&mut self, act: Act) -> Result<Effect, Refusal> {
        match (self.phase(), act) {
            (Phase::Passed | Phase::Over(_), _) => Err(Refusal::Over),
            (Phase::Auction(_), Act::Say(said)) => {
                self.bidding.say(said)?;
                Ok(self.landlord().map_or(Effect::Said, |(landlord, _)| Effect::Found { landlord }))
            }
            (_, Act::Say(_)) => Err(Refusal::AuctionOver),
            (Phase::Doubling { .. }, Act::Double(factor)) => {
                if !matches!(factor, 1 | 2 | 4) {
                    return Err(Refusal::Double { said: factor });
                }
                self.doubles.push(factor);
                Ok(Effect::Said)
            }
            (_, Act::Double(_)) => Err(Refusal::NotDoubling),
            (Phase::Playing { seat }, Act::Play(cards)) => {
                let play = self.readable(cards)?;
                if play.cards.len() > self.left()[seat] {
                    return Err(Refusal::NoPlay);
                }
                self.plays.push(play);
                Ok(Effect::Played { seat, play })
            }
            (_, Act::Play(_)) => Err(Refusal::NotPlaying),
        }
    }

    /// Interprets cards as a play in the present situation.
    pub(super) fn readable(&self, cards: Hand) -> Result<Play, Refusal> {
        let last = self.last_play();
        if cards.is_empty() {
            return if last.is_pass() { Err(Refusal::MustLead) } else { Ok(Play::PASS) };
        }
        let play = Play::read_after(cards, &last, self.rules.kickers).ok_or(Refusal::NoPlay)?;
        if play.beats(&last) { Ok(play) } else { Err(Refusal::of(&play, &last)) }
    }
}
