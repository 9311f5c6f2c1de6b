//! A game with all hands known: a sampled world of the search, or a game of the training.

use crate::{Hand, Kickers, Kind, Play, Role, View, follows};

/// Number of categories of plays for which `declined` is tracked: singles, pairs, triples.
pub const DECLINED: usize = 3;

/// All hands and the public state. Seats: 0 landlord, 1 the next seat, 2 the previous one.
#[derive(Clone, Debug)]
pub struct Table {
    /// The hand of each seat.
    pub hands: [Hand; 3],
    /// The shown cards that the landlord still holds.
    pub shown: Hand,
    /// The cards played by each seat.
    pub played: [Hand; 3],
    /// The play to beat; the pass if the seat to move leads.
    pub last: Play,
    /// The seat that made it.
    pub owner: usize,
    /// The seat to move.
    pub turn: usize,
    /// Each seat's last play that was not a pass.
    pub recent: [Play; 3],
    /// Whether each seat passed in its last turn.
    pub passed: [bool; 3],
    /// By seat and category: one more than the index of the lowest opposing rank that it did not
    /// beat; 0 if there is none.
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

    /// The game as a view shows it. The other two hands are empty and must be dealt.
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

    /// The cards that the seat to move cannot see.
    pub fn unseen(&self) -> Hand {
        self.hands[next(self.turn)].plus(self.hands[next(next(self.turn))])
    }

    /// The legal plays of the seat to move.
    pub fn plays(&self, kickers: Kickers, out: &mut Vec<Play>) {
        follows(self.hands[self.turn], &self.last, kickers, out);
    }

    /// Makes a play of the seat to move. Returns whether it was that seat's last card.
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

/// The next seat.
pub const fn next(seat: usize) -> usize {
    (seat + 1) % 3
}

/// The category of a play to beat, if it is tracked.
fn sort(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Solo => Some(0),
        Kind::Pair => Some(1),
        Kind::Trio | Kind::TrioSolo | Kind::TrioPair => Some(2),
        _ => None,
    }
}
