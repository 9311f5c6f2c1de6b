use thiserror::Error;

use crate::{Hand, Kickers, Play, Role, follows};

/// A seat's knowledge during the play: the only input of players, hints and stand-ins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The role of the seat.
    pub role: Role,
    /// Its own cards.
    pub hand: Hand,
    /// The three cards that the landlord took, which are public.
    pub shown: Hand,
    /// All plays including passes, from the landlord's first lead on.
    pub history: Vec<Play>,
    /// The highest bid of each role, or 0 if it passed; `None` if there was no auction.
    pub bids: Option<[u8; 3]>,
    /// Which kickers may be carried.
    pub kickers: Kickers,
}

/// An inconsistency of a view.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ViewError {
    /// The landlord's shown cards are not three.
    #[error("{count} cards are shown as the landlord's, not 3")]
    Shown {
        /// Number of shown cards.
        count: u32,
    },
    /// A play that may not follow the previous one.
    #[error("play {number} of the history, {play}, may not follow {last}")]
    Play {
        /// Number of the play, from 1.
        number: usize,
        /// The play.
        play: Play,
        /// The play to beat.
        last: Play,
    },
    /// A play after the end.
    #[error("play {number} of the history comes after the end of the game")]
    AfterEnd {
        /// Number of the play, from 1.
        number: usize,
    },
    /// It is not this seat's turn.
    #[error("after {plays} plays it is {turn}'s turn, not {role}'s")]
    Turn {
        /// Number of plays.
        plays: usize,
        /// The role whose turn it is.
        turn: Role,
        /// The role that was assumed.
        role: Role,
    },
    /// The hand and the plays do not add up to the number of cards dealt.
    #[error("{role} holds {held} cards and should hold {should}")]
    Held {
        /// The role.
        role: Role,
        /// Number of cards in the hand.
        held: u32,
        /// Number of cards that the history leaves.
        should: u32,
    },
    /// Hand and history together exceed the deck.
    #[error("the hand, the history and the shown cards need {cards} more than the deck has")]
    Deck {
        /// The excess cards.
        cards: Hand,
    },
}

impl View {
    /// The landlord's view before its first lead.
    pub fn opening(hand: Hand, shown: Hand, kickers: Kickers) -> View {
        View { role: Role::Landlord, hand, shown, history: Vec::new(), bids: None, kickers }
    }

    /// The number of cards dealt to a role, including the landlord's three.
    const fn dealt(role: Role) -> u32 {
        if role.is_farmer() { 17 } else { 20 }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Role {
        Role::ALL[self.history.len() % 3]
    }

    /// The plays so far, each with the role that made it.
    pub fn plays(&self) -> impl DoubleEndedIterator<Item = (Role, &Play)> {
        self.history.iter().enumerate().map(|(at, play)| (Role::ALL[at % 3], play))
    }

    /// The play to beat, and who made it; `None` for a free lead.
    pub fn last(&self) -> Option<(Role, Play)> {
        let turn = self.turn();
        let (owner, play) = self.plays().rev().find(|(_, play)| !play.is_pass())?;
        (owner != turn).then_some((owner, *play))
    }

    /// The play to beat; the pass for a free lead.
    pub fn last_play(&self) -> Play {
        self.last().map_or(Play::PASS, |(_, play)| play)
    }

    /// All cards that a role has played.
    pub fn played(&self, role: Role) -> Hand {
        let plays = self.plays().filter(|(by, _)| *by == role);
        plays.fold(Hand::EMPTY, |sum, (_, play)| sum.plus(play.cards))
    }

    /// Number of cards that a role holds.
    pub fn left(&self, role: Role) -> u32 {
        View::dealt(role) - self.played(role).len()
    }

    /// The cards in the other two hands.
    pub fn unseen(&self) -> Hand {
        self.history.iter().fold(Hand::DECK.minus(self.hand), |rest, play| rest.minus(play.cards))
    }

    /// Cards that the landlord is known to hold: the shown cards that it has not played. Since
    /// suits do not matter, a shown rank counts as played first.
    pub fn landlord_holds(&self) -> Hand {
        self.shown.without(self.played(Role::Landlord))
    }

    /// Number of bombs and rockets played.
    pub fn bombs(&self) -> u32 {
        self.history.iter().filter(|play| play.kind.is_bomb()).count() as u32
    }

    /// Replaces the content of `out` by the legal plays; the pass comes first, if it is legal.
    pub fn legal(&self, out: &mut Vec<Play>) {
        follows(self.hand, &self.last_play(), self.kickers, out);
    }

    /// Checks that the view is consistent and that it is this seat's turn.
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
        // The shown cards must be in the landlord's hand, among its plays, or unseen.
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

    /// Checks that each play may follow the previous one and that no role plays more cards than it
    /// had.
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
