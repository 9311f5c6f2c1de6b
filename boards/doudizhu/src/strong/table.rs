//! A game in play with all hands known: a sampled world of the search, or a game of the learner.

use crate::{Hand, Kickers, Kind, Play, Role, View, follows};

/// Kinds of plays for which it is remembered what a seat let pass: singles, pairs, triples.
pub const DECLINED: usize = 3;

/// All three hands and what everybody has seen. Seats are 0 landlord, 1 the seat after, 2 before.
#[derive(Clone, Debug)]
pub struct Table {
    /// What each seat holds.
    pub hands: [Hand; 3],
    /// What the landlord still holds of the three shown cards.
    pub shown: Hand,
    /// What each seat has played.
    pub played: [Hand; 3],
    /// The play to beat; a pass if the seat to move leads.
    pub last: Play,
    /// Who made it.
    pub owner: usize,
    /// Whose turn it is.
    pub turn: usize,
    /// The last play of each seat that was not a pass.
    pub recent: [Play; 3],
    /// Whether the seat passed at its last turn.
    pub passed: [bool; 3],
    /// By seat and sort of play: one more than the lowest rank of an enemy's that it let pass.
    pub declined: [[u8; DECLINED]; 3],
}

impl Table {
    /// A game before its first play.
    pub fn new(hands: [Hand; 3], shown: Hand) -> Table {
        Table {
            hands,
            shown,
            played: [Hand::EMPTY; 3],
            last: Play::PASS,
            owner: 0,
            turn: 0,
            recent: [Play::PASS; 3],
            passed: [false; 3],
            declined: [[0; DECLINED]; 3],
        }
    }

    /// What a view knows of the game: the other two hands are empty, and to be dealt.
    pub fn seen(view: &View) -> Table {
        let mut hands = Role::ALL.map(|role| view.played(role));
        let own = view.role as usize;
        hands[own] = hands[own].plus(view.hand);
        let mut table = Table::new(hands, view.shown);
        for play in &view.history {
            table.play(play);
        }
        table
    }

    /// The cards that the seat to move does not see.
    pub fn unseen(&self) -> Hand {
        self.hands[next(self.turn)].plus(self.hands[next(next(self.turn))])
    }

    /// The plays that the seat to move may make.
    pub fn plays(&self, kickers: Kickers, out: &mut Vec<Play>) {
        follows(self.hands[self.turn], &self.last, kickers, out);
    }

    /// The seat to move plays; true if that was its last card.
    pub fn play(&mut self, play: &Play) -> bool {
        let seat = self.turn;
        self.turn = next(seat);
        if play.is_pass() {
            self.passed[seat] = true;
            if let Some(sort) = sort(self.last.kind).filter(|_| (seat == 0) != (self.owner == 0)) {
                let rank = self.last.top.index() as u8 + 1;
                let lowest = &mut self.declined[seat][sort];
                if *lowest == 0 || rank < *lowest {
                    *lowest = rank;
                }
            }
            if self.owner == self.turn {
                self.last = Play::PASS;
            }
            return false;
        }
        self.passed[seat] = false;
        self.hands[seat] = self.hands[seat].minus(play.cards);
        self.played[seat] = self.played[seat].plus(play.cards);
        if seat == 0 {
            self.shown = self.shown.without(play.cards);
        }
        self.last = *play;
        self.owner = seat;
        self.recent[seat] = *play;
        self.hands[seat].is_empty()
    }
}

/// The seat after this one.
pub const fn next(seat: usize) -> usize {
    (seat + 1) % 3
}

/// Which of the remembered sorts a play to beat belongs to.
fn sort(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Solo => Some(0),
        Kind::Pair => Some(1),
        Kind::Trio | Kind::TrioSolo | Kind::TrioPair => Some(2),
        _ => None,
    }
}
