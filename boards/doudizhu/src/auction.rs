use crate::rules::Auction;
use crate::{Refusal, Rules};

/// The auction that determines the landlord.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bidding {
    rules: Rules,
    /// The seat that speaks first.
    first: usize,
    /// Whether the first seat must be the landlord if all pass.
    forced: bool,
    /// The answers in turn: a bid, or 1 and 0 for yes and no.
    said: Vec<u8>,
}

/// The state of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A seat must bid more than `above`, at most 3, or pass.
    Bid {
        /// The seat asked.
        seat: usize,
        /// The highest bid.
        above: u8,
    },
    /// A seat may call 叫地主.
    Call {
        /// The seat asked.
        seat: usize,
    },
    /// A seat may take over from the present candidate 抢地主.
    Take {
        /// The seat asked.
        seat: usize,
        /// The present candidate.
        from: usize,
        /// The present stake.
        stake: u32,
    },
    /// The landlord has been determined.
    Found {
        /// The landlord.
        seat: usize,
        /// The stake: the bid, or 1 doubled by each takeover.
        stake: u32,
    },
    /// All have passed: a new deal is needed.
    Passed,
}

impl Bidding {
    /// An auction that starts with the seat `first`. With `forced`, that seat becomes the landlord
    /// for one point if all pass.
    pub const fn new(rules: Rules, first: usize, forced: bool) -> Bidding {
        Bidding { rules, first, forced, said: Vec::new() }
    }

    /// The seat that speaks first.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// Whether the first seat must be the landlord if all pass.
    pub const fn forced(&self) -> bool {
        self.forced
    }

    /// The answers in turn: a bid, or 1 and 0 for yes and no.
    pub fn said(&self) -> &[u8] {
        &self.said
    }

    /// The seats that gave the answers in [`Bidding::said`].
    pub fn speakers(&self) -> impl Iterator<Item = usize> {
        (0..self.said.len()).map(|number| {
            let before = Bidding { said: self.said[..number].to_vec(), ..self.clone() };
            before.standing().asked().expect("somebody was asked before each answer")
        })
    }

    /// The state of the auction.
    pub fn standing(&self) -> Standing {
        match self.rules.auction {
            Auction::Bids => self.bids(),
            Auction::Claims => self.claims(),
        }
    }

    fn seat(&self, number: usize) -> usize {
        (self.first + number) % 3
    }

    /// The state if nobody wanted to be the landlord.
    fn passed(&self) -> Standing {
        if self.forced { Standing::Found { seat: self.first, stake: 1 } } else { Standing::Passed }
    }

    fn bids(&self) -> Standing {
        let highest = self.said.iter().copied().enumerate().max_by_key(|(_, bid)| *bid);
        let (number, above) = highest.unwrap_or((0, 0));
        if above == 3 || self.said.len() == 3 {
            return match above {
                0 => self.passed(),
                bid => Standing::Found { seat: self.seat(number), stake: bid.into() },
            };
        }
        Standing::Bid { seat: self.seat(self.said.len()), above }
    }

    fn claims(&self) -> Standing {
        let Some(call) = self.said.iter().take(3).position(|&said| said == 1) else {
            return match self.said.len() {
                3 => self.passed(),
                number => Standing::Call { seat: self.seat(number) },
            };
        };
        let caller = self.seat(call);
        let mut holder = caller;
        let mut stake = 1;
        let mut takers = vec![(caller + 1) % 3, (caller + 2) % 3];
        let mut answers = self.said[call + 1..].iter();
        let mut at = 0;
        while let Some(&taker) = takers.get(at) {
            match answers.next() {
                None => return Standing::Take { seat: taker, from: holder, stake },
                Some(0) => {}
                Some(_) => {
                    (holder, stake) = (taker, 2 * stake);
                    if taker != caller && !takers.contains(&caller) {
                        takers.push(caller);
                    }
                }
            }
            at += 1;
        }
        Standing::Found { seat: holder, stake }
    }

    /// The legal answers of the seat asked.
    pub fn choices(&self) -> Vec<u8> {
        match self.standing() {
            Standing::Bid { above, .. } => std::iter::once(0).chain(above + 1..=3).collect(),
            Standing::Call { .. } | Standing::Take { .. } => vec![0, 1],
            Standing::Found { .. } | Standing::Passed => Vec::new(),
        }
    }

    /// Adds an answer: a bid, or 1 and 0 for yes and no.
    ///
    /// # Errors
    /// The answer is illegal; nothing is changed.
    pub fn say(&mut self, said: u8) -> Result<(), Refusal> {
        if self.choices().contains(&said) {
            self.said.push(said);
            return Ok(());
        }
        Err(match self.standing() {
            Standing::Bid { above, .. } => Refusal::Bid { said, above },
            Standing::Call { .. } | Standing::Take { .. } => Refusal::YesOrNo { said },
            Standing::Found { .. } | Standing::Passed => Refusal::AuctionOver,
        })
    }

    /// Undoes the last answer.
    pub fn unsay(&mut self) -> Option<u8> {
        self.said.pop()
    }
}

impl Standing {
    /// The present stake; 0 before the first bid or call.
    pub const fn stake(&self) -> u32 {
        match *self {
            Standing::Bid { above, .. } => above as u32,
            Standing::Take { stake, .. } | Standing::Found { stake, .. } => stake,
            Standing::Call { .. } | Standing::Passed => 0,
        }
    }

    /// The seat asked.
    pub const fn asked(&self) -> Option<usize> {
        match *self {
            Standing::Bid { seat, .. } | Standing::Call { seat } | Standing::Take { seat, .. } => {
                Some(seat)
            }
            Standing::Found { .. } | Standing::Passed => None,
        }
    }
}
