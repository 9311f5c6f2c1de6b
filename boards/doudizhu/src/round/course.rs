use super::Act;
use crate::auction::{Bidding, Standing};
use crate::{Hand, Play, Refusal, Role, Rules, Settlement};

/// The public part of a deal: what everybody at the table has heard and seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    pub(super) rules: Rules,
    pub(super) bidding: Bidding,
    /// The doublings said so far, the landlord's first.
    pub(super) doubles: Vec<u8>,
    pub(super) plays: Vec<Play>,
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

/// What an act came to.
pub(super) enum Done {
    /// Something was said, and nothing has followed from it yet.
    Said,
    /// The landlord is found.
    Found { landlord: usize },
    /// Cards were played, or none.
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

    /// How many cards each seat holds.
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

    /// All that a seat has played.
    pub fn played(&self, seat: usize) -> Hand {
        let role = self.role(seat).map_or(0, |role| role as usize);
        let own = self.plays.iter().skip(role).step_by(3);
        own.fold(Hand::EMPTY, |sum, play| sum.plus(play.cards))
    }

    /// Where the deal stands.
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

    /// The doubling of each seat: 1 until it has said another.
    pub fn doubles(&self) -> [u8; 3] {
        let Some((landlord, _)) = self.landlord() else { return [1; 3] };
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

    /// What everything but players' own doubling multiplies to so far; 0 before there is a stake.
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

    /// What must be beaten now; the pass for a free lead.
    pub fn last_play(&self) -> Play {
        let last = self.plays.iter().rev().take(2).find(|play| !play.is_pass());
        last.copied().unwrap_or(Play::PASS)
    }

    /// The highest bid of each role, in their order; 0 for those who passed.
    pub(super) fn bids(&self) -> Option<[u8; 3]> {
        let (landlord, _) = self.landlord()?;
        let mut bids = [0; 3];
        for (speaker, said) in self.bidding.speakers().zip(self.bidding.said()) {
            let bid = &mut bids[(speaker + 3 - landlord) % 3];
            *bid = (*said).max(*bid);
        }
        Some(bids)
    }

    /// Takes an act of the seat whose turn it is, which must hold the cards that it plays.
    pub(super) fn apply(&mut self, act: Act) -> Result<Done, Refusal> {
        match (self.phase(), act) {
            (Phase::Passed | Phase::Over(_), _) => Err(Refusal::Over),
            (Phase::Auction(_), Act::Say(said)) => {
                self.bidding.say(said)?;
                Ok(self.landlord().map_or(Done::Said, |(landlord, _)| Done::Found { landlord }))
            }
            (_, Act::Say(_)) => Err(Refusal::AuctionOver),
            (Phase::Doubling { .. }, Act::Double(factor)) => {
                if !matches!(factor, 1 | 2 | 4) {
                    return Err(Refusal::Double { said: factor });
                }
                self.doubles.push(factor);
                Ok(Done::Said)
            }
            (_, Act::Double(_)) => Err(Refusal::NotDoubling),
            (Phase::Playing { seat }, Act::Play(cards)) => {
                let play = self.readable(cards)?;
                if play.cards.len() > self.left()[seat] {
                    return Err(Refusal::NoPlay);
                }
                self.plays.push(play);
                Ok(Done::Played { seat, play })
            }
            (_, Act::Play(_)) => Err(Refusal::NotPlaying),
        }
    }

    /// The play that these cards would be now.
    pub(super) fn readable(&self, cards: Hand) -> Result<Play, Refusal> {
        let last = self.last_play();
        if cards.is_empty() {
            return if last.is_pass() { Err(Refusal::MustLead) } else { Ok(Play::PASS) };
        }
        let play = Play::read_after(cards, &last, self.rules.kickers).ok_or(Refusal::NoPlay)?;
        if play.beats(&last) { Ok(play) } else { Err(Refusal::of(&play, &last)) }
    }
}
