//! Player slots: which absent player's slot a newcomer takes over in a full room.
//!
//! A room has a limited number of slots, each with a player number and a token. If slots were never
//! reused, anybody could close a room to newcomers by joining and leaving often enough. A newcomer
//! takes over a slot with its number, and the token of its former player becomes invalid. To the
//! room the newcomer is the absent player coming back; which tokens are valid is no part of its
//! state, so a replay need not know.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use fangqi_protocol::{Input, PlayerId, Record, SeatHolder, SeatView};

use super::host::Host;
use super::rights::is_opener;

/// What decides which slot is reused.
#[derive(Debug)]
pub(super) struct PlayerSlots {
    /// Players who ever held a seat, as far as the log reaches back.
    sat: BTreeSet<PlayerId>,
    /// When players left that were there since the room woke.
    left: BTreeMap<PlayerId, Instant>,
    /// When the room was last deserted: all other absent players left before.
    deserted: Instant,
}

impl PlayerSlots {
    /// For a room woken from `records`, which the last player left at `deserted`.
    pub(super) fn new(records: &[Record], deserted: Instant) -> Self {
        let sits = |record: &Record| match record.input {
            Input::Sit { player, .. } => Some(player),
            _ => None,
        };
        let sat = records.iter().filter_map(sits).collect();
        Self { sat, left: BTreeMap::new(), deserted }
    }

    /// Notes who holds seats: their slots are never reused.
    pub(super) fn seated(&mut self, seats: &[SeatView]) {
        self.sat.extend(seats.iter().filter_map(|seat| match seat.holder {
            SeatHolder::Player { player } => Some(player),
            SeatHolder::Open | SeatHolder::Computer { .. } => None,
        }));
    }

    pub(super) fn left(&mut self, player: PlayerId, now: Instant) {
        self.left.insert(player, now);
    }

    fn away_since(&self, player: PlayerId) -> Instant {
        self.left.get(&player).copied().unwrap_or(self.deserted)
    }

    /// The player in `away` whose slot a newcomer takes over: the one who has been away the
    /// longest, at least for `after`. Players who held a seat and the one who opened the room keep
    /// theirs.
    fn to_reuse(
        &self,
        away: impl Iterator<Item = PlayerId>,
        after: Duration,
        now: Instant,
    ) -> Option<PlayerId> {
        away.filter(|player| !is_opener(*player) && !self.sat.contains(player))
            .filter(|player| now.saturating_duration_since(self.away_since(*player)) >= after)
            .min_by_key(|player| (self.away_since(*player), *player))
    }
}

impl Host {
    /// Frees a slot for a newcomer if one may be reused; see
    /// [`PlayerSlots::to_reuse`].
    pub(super) fn take_slot(&mut self) -> Option<PlayerId> {
        let seats = self.room.seats();
        // In a map without seats every player may have something to come back to.
        if seats.is_empty() {
            return None;
        }
        self.slots.seated(&seats);
        let mut here: BTreeSet<PlayerId> =
            self.viewers.values().map(|viewer| viewer.player).collect();
        let present = self.room.players().into_iter().filter(|player| player.present);
        here.extend(present.map(|player| player.id));
        let away = self.tokens.values().copied().filter(|player| !here.contains(player));
        let after = self.services.config.room.slots_kept;
        let given = self.slots.to_reuse(away, after, self.services.time.now())?;
        self.tokens.retain(|_, player| *player != given);
        // The newcomer must not be shown what its predecessor missed.
        self.arrivals.remove(&given);
        tracing::info!(player = given.0, "a newcomer takes over a player slot");
        Some(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_longest_unused_is_reused_but_not_of_who_sat_or_opened_the_room() {
        let start = Instant::now();
        let second = |count| start + Duration::from_secs(count);
        let input = Input::Sit { player: PlayerId(1002), seat: 0 };
        let record = Record { tick: 1, input, faults: Vec::new(), rewound: None };
        let mut slots = PlayerSlots::new(&[record], start);
        for (player, at) in [(1001, 1), (1002, 2), (1004, 9), (1003, 5)] {
            slots.left(PlayerId(player), second(at));
        }
        let give = |slots: &PlayerSlots, all: &[u64], now| {
            let away = all.iter().copied().map(PlayerId);
            slots.to_reuse(away, Duration::from_secs(60), now).map(|player| player.0)
        };
        let all = [1001, 1002, 1003, 1004];
        assert_eq!(give(&slots, &all, second(64)), None, "no player is away long enough");
        assert_eq!(give(&slots, &all, second(65)), Some(1003));
        assert_eq!(give(&slots, &[1001, 1002], second(1000)), None);
        assert_eq!(give(&slots, &[1004, 1005], second(60)), Some(1005), "away since before");
    }
}
