//! Rights and limits in a room that depend on what the room itself does not know.
//!
//! A room knows players and seats. It does not know who opened it, who may close it, or which
//! clients send too many messages.

use fangqi_protocol::{Input, LocalText, PlayerId, Rejection, SeatHolder, SeatIndex};

use super::host::{Host, Panicked};
use super::messages;
use crate::bucket::Rate;
use crate::session::FIRST_PLAYER;

fn refuse(code: &'static str, zh: &str, en: &str) -> Rejection {
    Rejection { code, text: LocalText::new(zh, en) }
}

/// Whether a player opened the room, or was the first in a room that the operator opened. These
/// rights never pass to another player: a stranger left alone in a room must not be able to end the
/// game of disconnected players.
pub(super) fn is_opener(player: PlayerId) -> bool {
    player.0 == FIRST_PLAYER
}

impl Host {
    /// The host of the room, who may arrange the seats: the present player who came first, which is
    /// the opener while present.
    pub(super) fn host_player(&self) -> Option<PlayerId> {
        let players = self.room.players().into_iter();
        players.filter(|player| player.present).map(|player| player.id).min()
    }

    fn is_seated(&self, player: PlayerId) -> bool {
        let held = SeatHolder::Player { player };
        self.room.seats().iter().any(|seat| seat.holder == held)
    }

    /// Whether a message of `player` exceeds the shared limit of clients without a seat. Seated
    /// players are exempt, so spectators cannot drown them, however many there are.
    pub(super) fn crowded_out(&mut self, player: PlayerId) -> bool {
        if self.is_seated(player) {
            return false;
        }
        let limits = &self.services.config.room;
        let (rate, burst) = (limits.spectator_messages_per_second, limits.spectator_burst);
        let now = self.services.time.now();
        match self.spectators.take(rate, burst, now) {
            Rate::Fine => false,
            // Never treated as abuse: many slow clients together may exceed the limit.
            Rate::Warn | Rate::Over | Rate::Abuse => true,
        }
    }

    /// Frees the seat of an absent player at the request of the room's opener.
    pub(super) fn unseat(
        &mut self,
        by: PlayerId,
        seat: SeatIndex,
    ) -> Result<Option<Rejection>, Panicked> {
        if !is_opener(by) {
            let (zh, en) = ("只有房主才能这样做。", "Only the host of the room may do that.");
            return Ok(Some(refuse("not_host", zh, en)));
        }
        let Some(view) = self.room.seats().into_iter().nth(usize::from(seat)) else {
            return Ok(Some(refuse("no_seat", "没有这个座位。", "There is no such seat.")));
        };
        let SeatHolder::Player { player } = view.holder else {
            let (zh, en) = ("这个座位上没有人。", "Nobody holds that seat.");
            return Ok(Some(refuse("no_player", zh, en)));
        };
        if self.viewers.values().any(|viewer| viewer.player == player) {
            let (zh, en) = ("这位玩家就在房间里。", "That player is here.");
            return Ok(Some(refuse("present", zh, en)));
        }
        self.apply(Input::Stand { player })
    }

    /// Closes the room for good at the request of its opener.
    pub(super) fn close(&mut self, by: PlayerId) -> Option<Rejection> {
        if !is_opener(by) {
            let (zh, en) = ("只有房主才能关闭房间。", "Only the host of the room may close it.");
            return Some(refuse("not_host", zh, en));
        }
        tracing::info!(room = %self.id, player = by.0, "closed by its host");
        self.ending = Some(messages::closed());
        None
    }
}
