use thiserror::Error;

use crate::{Hand, Kickers, Play, Role, follows};

/// What one seat knows of a game in which the landlord plays: the only thing that players, hints
/// and stand-ins are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seat that knows this.
    pub role: Role,
    /// Its own cards.
    pub hand: Hand,
    /// The three cards that the landlord took, seen by all.
    pub shown: Hand,
    /// All plays so far, passes too, beginning with the landlord's first lead.
    pub history: Vec<Play>,
    /// What each role bid, if there was an auction: 0 for those who passed.
    pub bids: Option<[u8; 3]>,
    /// What may be carried along.
    pub kickers: Kickers,
}

/// Why a view contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ViewError {
    /// The landlord's three cards are not three.
    #[error("{count} cards are shown as the landlord's, not 3")]
    Shown {
        /// How many there are.
        count: u32,
    },
    /// A play that may not follow the one before it.
    #[error("play {number} of the history, {play}, may not follow {last}")]
    Play {
        /// Which play; the first is 1.
        number: usize,
        /// What was played.
        play: Play,
        /// What it had to beat.
        last: Play,
    },
    /// Nobody plays after the end.
    #[error("play {number} of the history comes after the end of the game")]
    AfterEnd {
        /// Which play; the first is 1.
        number: usize,
    },
    /// It is not this seat's turn.
    #[error("after {plays} plays it is {turn}'s turn, not {role}'s")]
    Turn {
        /// How many plays there were.
        plays: usize,
        /// Whose turn it is.
        turn: Role,
        /// Whose turn was meant.
        role: Role,
    },
    /// The own hand and the plays do not make the number of cards dealt.
    #[error("{role} holds {held} cards and should hold {should}")]
    Held {
        /// Whose hand.
        role: Role,
        /// How many it holds.
        held: u32,
        /// How many the history leaves it.
        should: u32,
    },
    /// Hand and history have more cards of some rank than the deck.
    #[error("the hand, the history and the shown cards need {cards} more than the deck has")]
    Deck {
        /// Cards that are too many.
        cards: Hand,
    },
}

impl View {
    /// What the landlord knows before his first lead.
    pub fn opening(hand: Hand, shown: Hand, kickers: Kickers) -> View {
        View { role: Role::Landlord, hand, shown, history: Vec::new(), bids: None, kickers }
    }

    /// How many cards a role was dealt, the landlord's three among them.
    const fn dealt(role: Role) -> u32 {
        if role.is_farmer() { 17 } else { 20 }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Role {
        Role::ALL[self.history.len() % 3]
    }

    /// The plays so far, each with who made it.
    pub fn plays(&self) -> impl DoubleEndedIterator<Item = (Role, &Play)> {
        self.history.iter().enumerate().map(|(at, play)| (Role::ALL[at % 3], play))
    }

    /// What must be beaten, and who played it; `None` for a free lead.
    pub fn last(&self) -> Option<(Role, Play)> {
        let turn = self.turn();
        let (owner, play) = self.plays().rev().find(|(_, play)| !play.is_pass())?;
        (owner != turn).then_some((owner, *play))
    }

    /// What must be beaten; the pass for a free lead.
    pub fn last_play(&self) -> Play {
        self.last().map_or(Play::PASS, |(_, play)| play)
    }

    /// All cards that a role has played.
    pub fn played(&self, role: Role) -> Hand {
        let plays = self.plays().filter(|(by, _)| *by == role);
        plays.fold(Hand::EMPTY, |sum, (_, play)| sum.plus(play.cards))
    }

    /// How many cards a role holds.
    pub fn left(&self, role: Role) -> u32 {
        View::dealt(role) - self.played(role).len()
    }

    /// The cards in the other two hands.
    pub fn unseen(&self) -> Hand {
        self.history.iter().fold(Hand::DECK.minus(self.hand), |rest, play| rest.minus(play.cards))
    }

    /// Cards that a farmer knows the landlord to hold: those of the three that he has not played.
    /// Since suits do not matter, a shown rank counts as played first.
    pub fn landlord_holds(&self) -> Hand {
        self.shown.without(self.played(Role::Landlord))
    }

    /// How many bombs and rockets were played.
    pub fn bombs(&self) -> u32 {
        self.history.iter().filter(|play| play.kind.is_bomb()).count() as u32
    }

    /// Replaces the content of `out` by what may be played now; the pass first, if there is one.
    pub fn legal(&self, out: &mut Vec<Play>) {
        follows(self.hand, &self.last_play(), self.kickers, out);
    }

    /// Checks that this can have happened, and that it is this seat's turn.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), ViewError> {
        if self.shown.len() != 3 {
            return Err(ViewError::Shown { count: self.shown.len() });
        }
        self.check_history()?;
        if self.turn() != self.role {
            let (plays, turn) = (self.history.len(), self.turn());
            return Err(ViewError::Turn { plays, turn, role: self.role });
        }
        let played = self.played(self.role).len();
        let should = View::dealt(self.role).saturating_sub(played);
        if self.hand.len() != should || should == 0 {
            return Err(ViewError::Held { role: self.role, held: self.hand.len(), should });
        }
        let mut need = Hand::EMPTY;
        let mine = [self.hand].into_iter();
        for cards in mine.chain(self.history.iter().map(|play| play.cards)) {
            need = need.checked_plus(cards).ok_or(ViewError::Deck { cards })?;
        }
        // The shown cards are the landlord's: in his hand, among what he played, or unseen.
        let unmet = match self.role {
            Role::Landlord => self
                .shown
                .checked_minus(Hand::EMPTY)
                .filter(|shown| !self.hand.plus(self.played(Role::Landlord)).contains(*shown)),
            _ => Some(self.landlord_holds()).filter(|kept| {
                !Hand::DECK.minus(need).contains(*kept) || kept.len() > self.left(Role::Landlord)
            }),
        };
        unmet.map_or(Ok(()), |cards| Err(ViewError::Deck { cards }))
    }

    /// Checks that each play follows the one before it and that nobody plays more than he had.
    fn check_history(&self) -> Result<(), ViewError> {
        let mut left = Role::ALL.map(View::dealt);
        let (mut last, mut owner) = (Play::PASS, Role::Landlord);
        let mut all = Hand::EMPTY;
        for (at, (role, play)) in self.plays().enumerate() {
            let number = at + 1;
            if left.contains(&0) {
                return Err(ViewError::AfterEnd { number });
            }
            if owner == role {
                last = Play::PASS;
            }
            let follows = if play.is_pass() { !last.is_pass() } else { play.beats(&last) };
            if !follows || play.cards.len() > left[role as usize] {
                return Err(ViewError::Play { number, play: *play, last });
            }
            all = all.checked_plus(play.cards).ok_or(ViewError::Deck { cards: play.cards })?;
            if !play.is_pass() {
                left[role as usize] -= play.cards.len();
                (last, owner) = (*play, role);
            }
        }
        if left.contains(&0) {
            return Err(ViewError::AfterEnd { number: self.history.len() + 1 });
        }
        Ok(())
    }
}
