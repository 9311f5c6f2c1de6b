//! Who has a place in a room, and who gives it back when a newcomer needs it.
//!
//! A room has places for so many players, each with a number and a token. Without this, anybody
//! could close a room to newcomers by coming and going often enough. A place that is given back
//! changes hands with its number: the room goes on knowing as many players as before, and the
//! token of whoever had it is let go of. To the room, who comes is who was away; that a token
//! means nothing any more is nothing that a replay would have to know.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use fangqi_room::model::{Input, PlayerId, Record, SeatHolder, SeatView};

use super::host::Host;
use super::rights::is_opener;

/// What is known of those who are away.
#[derive(Debug)]
pub(super) struct Places {
    /// Who held a seat at any time, as far as the log reaches back.
    sat: BTreeSet<PlayerId>,
    /// Since when those are away who left in this life of the room.
    left: BTreeMap<PlayerId, Instant>,
    /// Since when all others are away at least.
    deserted: Instant,
}

impl Places {
    /// Of a room made again from `records`, in which nobody has been since `deserted`.
    pub(super) fn new(records: &[Record], deserted: Instant) -> Self {
        let sits = |record: &Record| match record.input {
            Input::Sit { player, .. } => Some(player),
            _ => None,
        };
        let sat = records.iter().filter_map(sits).collect();
        Self { sat, left: BTreeMap::new(), deserted }
    }

    /// Whoever holds these seats keeps its place for good.
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

    /// Of those who are away, who gives its place to a newcomer: whoever has been away the longest,
    /// and for `after` at least, and never held a seat. Who opened the room keeps its place too.
    fn to_give(
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
    /// Takes the place of somebody for a newcomer, if somebody has to give one; see
    /// [`Places::to_give`].
    pub(super) fn take_place(&mut self) -> Option<PlayerId> {
        let seats = self.room.seats();
        // Where nobody sits, everybody may have something to come back to.
        if seats.is_empty() {
            return None;
        }
        self.places.seated(&seats);
        let mut here: BTreeSet<PlayerId> =
            self.viewers.values().map(|viewer| viewer.player).collect();
        let present = self.room.players().into_iter().filter(|player| player.present);
        here.extend(present.map(|player| player.id));
        let away = self.tokens.values().copied().filter(|player| !here.contains(player));
        let after = self.services.config.room.places_kept;
        let given = self.places.to_give(away, after, self.services.time.now())?;
        self.tokens.retain(|_, player| *player != given);
        // What happened before is not the newcomer's to be shown.
        self.arrivals.remove(&given);
        tracing::info!(room = %self.id, player = given.0, "a place goes to a newcomer");
        Some(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_goes_from_who_is_away_longest_and_never_from_who_sat_or_opened_the_room() {
        let start = Instant::now();
        let second = |count| start + Duration::from_secs(count);
        let input = Input::Sit { player: PlayerId(1002), seat: 0 };
        let record = Record { tick: 1, input, faults: Vec::new(), rewound: None };
        let mut places = Places::new(&[record], start);
        for (player, at) in [(1001, 1), (1002, 2), (1004, 9), (1003, 5)] {
            places.left(PlayerId(player), second(at));
        }
        let give = |places: &Places, all: &[u64], now| {
            let away = all.iter().copied().map(PlayerId);
            places.to_give(away, Duration::from_secs(60), now).map(|player| player.0)
        };
        let all = [1001, 1002, 1003, 1004];
        assert_eq!(give(&places, &all, second(64)), None, "nobody is away long enough");
        assert_eq!(give(&places, &all, second(65)), Some(1003));
        assert_eq!(give(&places, &[1001, 1002], second(1000)), None);
        assert_eq!(give(&places, &[1004, 1005], second(60)), Some(1005), "away since before");
    }
}
