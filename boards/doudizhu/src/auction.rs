use crate::rules::Auction;
use crate::{Refusal, Rules};

/// Finding the landlord, from the first question to doubling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bidding {
    rules: Rules,
    /// The seat that was asked first.
    first: usize,
    /// Whether the first must be the landlord if all pass.
    forced: bool,
    /// What was said, in turn: a bid, or 1 and 0 for yes and no.
    said: Vec<u8>,
}

/// Where an auction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A seat is to bid more than `above`, at most 3, or to pass.
    Bid {
        /// Who is asked.
        seat: usize,
        /// The highest bid.
        above: u8,
    },
    /// A seat may call 叫地主.
    Call {
        /// Who is asked.
        seat: usize,
    },
    /// A seat may take the lead from who has it 抢地主.
    Take {
        /// Who is asked.
        seat: usize,
        /// Who has it.
        from: usize,
        /// What it has come to.
        stake: u32,
    },
    /// The landlord is found.
    Found {
        /// The landlord.
        seat: usize,
        /// The stake: the bid, or 1 doubled by each taking.
        stake: u32,
    },
    /// All passed: a new deal.
    Passed,
}

impl Bidding {
    /// An auction that begins with the seat `first`. `forced` says that it must be the landlord for
    /// one point if all pass.
    pub const fn new(rules: Rules, first: usize, forced: bool) -> Bidding {
        Bidding { rules, first, forced, said: Vec::new() }
    }

    /// The seat that was asked first.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// Whether the first must be the landlord if all pass.
    pub const fn forced(&self) -> bool {
        self.forced
    }

    /// What was said, in turn: a bid, or 1 and 0 for yes and no.
    pub fn said(&self) -> &[u8] {
        &self.said
    }

    /// Who said each of [`Bidding::said`].
    pub fn speakers(&self) -> impl Iterator<Item = usize> {
        (0..self.said.len()).map(|number| {
            let before = Bidding { said: self.said[..number].to_vec(), ..self.clone() };
            before.standing().asked().expect("somebody was asked before each answer")
        })
    }

    /// Where the auction stands.
    pub fn standing(&self) -> Standing {
        match self.rules.auction {
            Auction::Bids => self.bids(),
            Auction::Claims => self.claims(),
        }
    }

    fn seat(&self, number: usize) -> usize {
        (self.first + number) % 3
    }

    /// What becomes of a deal in which nobody wanted to be the landlord.
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

    /// What the seat that is asked may say.
    pub fn choices(&self) -> Vec<u8> {
        match self.standing() {
            Standing::Bid { above, .. } => std::iter::once(0).chain(above + 1..=3).collect(),
            Standing::Call { .. } | Standing::Take { .. } => vec![0, 1],
            Standing::Found { .. } | Standing::Passed => Vec::new(),
        }
    }

    /// Takes an answer: a bid, or 1 and 0 for yes and no.
    ///
    /// # Errors
    /// What may not be said now; nothing is changed.
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

    /// Takes the last answer back.
    pub fn unsay(&mut self) -> Option<u8> {
        self.said.pop()
    }
}

impl Standing {
    /// What the auction has come to so far; 0 before anybody wants to be the landlord.
    pub const fn stake(&self) -> u32 {
        match *self {
            Standing::Bid { above, .. } => above as u32,
            Standing::Take { stake, .. } | Standing::Found { stake, .. } => stake,
            Standing::Call { .. } | Standing::Passed => 0,
        }
    }

    /// The seat that is asked something.
    pub const fn asked(&self) -> Option<usize> {
        match *self {
            Standing::Bid { seat, .. } | Standing::Call { seat } | Standing::Take { seat, .. } => {
                Some(seat)
            }
            Standing::Found { .. } | Standing::Passed => None,
        }
    }
}
