//! Absence: who plays the seats of disconnected players.
//!
//! A seat whose player loses its connection is *held*. After the time set in the manifest it is
//! *absent*: the map's stand-in answers its questions until the player returns. A present player
//! can hand its seat over in the same way. Time towards absence passes only while someone is in the
//! room, so in an empty room no player loses a seat and no computer plays on.

use fangqi_protocol::{
    Audience, LocalText, PlayerId, SeatCare, SeatHolder, SeatIndex, Tick, ToastKind,
};
use serde::{Deserialize, Serialize};

use super::{Host, Owner, Ready};

/// Who plays a seat that a person holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Care {
    /// The person itself, or the seat has none.
    #[default]
    Own,
    /// No stand-in: the seat is held for its player, who is disconnected.
    Held {
        /// Ticks, counted from `since`, after which it is absent.
        left: Tick,
        /// Room time from which `left` counts.
        since: Tick,
    },
    /// The map's stand-in.
    StandIn {
        /// Whether the player handed it over on purpose, rather than being absent.
        wished: bool,
    },
}

impl Care {
    /// The view for everyone; `stands_in` says whether the map has a stand-in.
    pub fn view(self, stands_in: bool, shift: Tick) -> SeatCare {
        match self {
            Self::Own => SeatCare::Own,
            Self::Held { left, since } => SeatCare::Held { until: since + left + shift },
            Self::StandIn { .. } if !stands_in => SeatCare::Away,
            Self::StandIn { wished } => SeatCare::StandIn { wished },
        }
    }
}

impl Host {
    /// Whether any player is present.
    pub fn is_attended(&self) -> bool {
        self.players.iter().any(|player| player.present)
    }

    /// Gives a seat, which must exist, to a holder. It is held if that is a disconnected player.
    pub fn give_seat(&mut self, seat: SeatIndex, holder: SeatHolder) {
        self.seats.give(seat, holder);
        self.requests.recall(seat);
        let SeatHolder::Player { player } = holder else { return };
        if self.players.get(player).is_some_and(|player| !player.present) {
            let care = Care::Held { left: self.package.absent_after(), since: self.clock };
            self.seats.set_care(seat, care);
        }
    }

    /// Handles a player's return: it plays its own seat again.
    pub fn arrived(&mut self, player: PlayerId) {
        let others = self.players.iter().any(|other| other.present && other.id != player);
        if !others {
            self.clocks.attend(true, self.clock);
            self.go_on_holding();
        }
        if let Some(seat) = self.seats.of(player) {
            match self.seats.care(seat) {
                Care::Held { .. } => self.seats.set_care(seat, Care::Own),
                Care::StandIn { wished: false } => {
                    self.give_back(seat, player);
                    let text = LocalText::new(
                        "欢迎回来，现在由你自己下。",
                        "Welcome back, you play again.",
                    );
                    // A lost toast is no reason to refuse the return.
                    let _ = self.outbox.toast(Audience::Player(player), ToastKind::Info, text);
                }
                Care::Own | Care::StandIn { wished: true } => {}
            }
        }
        self.delegate();
    }

    /// Handles a player's departure: its seat is held.
    pub fn departed(&mut self, player: PlayerId) {
        if let Some(seat) = self.seats.of(player)
            && self.seats.care(seat) == Care::Own
        {
            let care = Care::Held { left: self.package.absent_after(), since: self.clock };
            self.seats.set_care(seat, care);
            self.release_absent();
        }
        if !self.is_attended() {
            self.clocks.attend(false, self.clock);
            self.age_absences(0);
        }
    }

    /// Hands a seat over to the stand-in, or gives it back to its player.
    pub fn hand_over(&mut self, seat: SeatIndex, player: PlayerId, over: bool) {
        if over {
            self.begin_standing_in(seat, player, true);
        } else {
            self.give_back(seat, player);
        }
    }

    /// Gives a seat, which must exist, back to its player if the player is present. Whether the
    /// stand-in played it.
    pub fn end_stand_in(&mut self, seat: SeatIndex) -> bool {
        let Some(SeatHolder::Player { player }) = self.seats.holder(seat) else { return false };
        let present = self.players.get(player).is_some_and(|player| player.present);
        let ends = present && self.seats.is_stood_in(seat);
        if ends {
            self.give_back(seat, player);
        }
        ends
    }

    /// When the next held seat will be absent.
    pub fn next_absence(&self) -> Option<Tick> {
        let due = self.seats.cares().iter().filter_map(|care| match care {
            Care::Held { left, since } => Some(since + left),
            Care::Own | Care::StandIn { .. } => None,
        });
        due.min().filter(|_| self.is_attended())
    }

    /// Gives seats that have been held long enough to the stand-in.
    pub(super) fn release_absent(&mut self) {
        for seat in 0..self.seats.len() as SeatIndex {
            match (self.seats.care(seat), self.seats.holder(seat)) {
                (Care::Held { left, since }, Some(SeatHolder::Player { player }))
                    if since + left <= self.clock =>
                {
                    self.begin_standing_in(seat, player, false);
                }
                _ => {}
            }
        }
    }

    /// Counts time towards the absence of held seats: the time until now since it was last counted,
    /// and `ticks` that a take-back removed from the room's clock. In an empty room `ticks` do not
    /// count.
    pub fn age_absences(&mut self, ticks: Tick) {
        let clock = self.clock;
        let ticks = if self.is_attended() { ticks } else { 0 };
        self.seats.change_cares(|care| {
            if let Care::Held { left, since } = care {
                *left = left.saturating_sub(clock.saturating_sub(*since) + ticks);
                *since = clock;
            }
        });
    }

    /// Continues to count towards absence from now on, because the room is no longer empty.
    fn go_on_holding(&mut self) {
        let clock = self.clock;
        self.seats.change_cares(|care| {
            if let Care::Held { since, .. } = care {
                *since = clock;
            }
        });
    }

    fn begin_standing_in(&mut self, seat: SeatIndex, player: PlayerId, wished: bool) {
        self.seats.set_care(seat, Care::StandIn { wished });
        self.raise("Room.Absent", vec![("eventobjid", player.into()), ("seat", seat.into())]);
        if !wished {
            self.decline_take_backs(seat);
        }
        self.requests.recall(seat);
        self.delegate();
    }

    fn give_back(&mut self, seat: SeatIndex, player: PlayerId) {
        self.seats.set_care(seat, Care::Own);
        self.requests.recall(seat);
        self.raise("Room.Returned", vec![("eventobjid", player.into()), ("seat", seat.into())]);
    }

    /// Declines take-backs that the seat is asked about: a stand-in may not consent for an absent
    /// player.
    fn decline_take_backs(&mut self, seat: SeatIndex) {
        let asked = self.requests.iter().find_map(|question| match question.owner {
            Owner::TakeBack { by } if question.seat == seat => Some(by),
            _ => None,
        });
        let Some(by) = asked else { return };
        self.requests.withdraw(|question| question.owner == Owner::TakeBack { by });
        let text = LocalText::new(
            "对方离开了，悔棋没有得到同意。",
            "The other player left; the take-back was not agreed to.",
        );
        let _ = self.outbox.toast(Audience::Player(by), ToastKind::Info, text);
    }

    /// Has the stand-in answer the questions to seats that it plays, while someone is present.
    pub fn delegate(&mut self) {
        if !self.is_attended() {
            return;
        }
        let seats = &self.seats;
        let stood_in = |seat| matches!(seats.care(seat), Care::StandIn { .. });
        for (request, turn) in self.requests.delegate(stood_in) {
            self.ready.push_back(Ready::StandIn { request, turn });
        }
    }
}
