//! The directory of rooms: which rooms exist, who is in them, and how the lobby lists them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fangqi_protocol::SeatHolder;
use fangqi_room::Room;
use serde::{Deserialize, Serialize};

use crate::log::{Presence, RoomMeta};
use crate::process::Listing;
use crate::session::RoomId;
use crate::time::Time;
use crate::wire::LobbyRoom;

/// What the lobby tells of a room.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Attendance {
    /// Names of those seated; `None` for an open seat.
    pub(crate) seats: Vec<Option<String>>,
    /// The seat whose turn it is.
    pub(crate) turn: Option<u8>,
    /// Number of connections.
    pub(crate) present: u32,
}

impl Attendance {
    /// The seats and the turn of a room that has this many connections.
    pub(super) fn of(room: &Room, present: u32) -> Self {
        let players = room.players();
        let name = |id| players.iter().find(|player| player.id == id).map(|p| p.name.clone());
        let seats = room.seats().into_iter().map(|seat| match seat.holder {
            SeatHolder::Open => None,
            SeatHolder::Player { player } => Some(name(player).unwrap_or_default()),
            SeatHolder::Computer { level } => Some(format!("AI {level}")),
        });
        Self { seats: seats.collect(), turn: room.turn(), present }
    }
}

/// Every room the server knows, awake or asleep. If it shares its log, those that are awake here.
pub(crate) struct Directory {
    listed: Mutex<Listed>,
    rooms_max: usize,
    time: Arc<dyn Time>,
}

#[derive(Debug, Default)]
struct Listed {
    rooms: BTreeMap<RoomId, Known>,
    /// The same rooms in the order of the lobby. Kept sorted, so that listing them does not hold
    /// the lock for long while shards wait for it.
    order: BTreeSet<Rank>,
    /// The rooms whose attendance has changed since the other servers were told; `None` if there
    /// are none to be told.
    changed: Option<BTreeSet<RoomId>>,
}

/// Sort key of the lobby: rooms with people in them first, then the newest.
type Rank = (Reverse<bool>, Reverse<u64>, RoomId);

impl Listed {
    fn insert(&mut self, room: RoomId, listing: Known) {
        self.remove(&room);
        self.order.insert(listing.rank(&room));
        self.rooms.insert(room, listing);
    }

    fn remove(&mut self, room: &RoomId) {
        if let Some(listing) = self.rooms.remove(room) {
            self.order.remove(&listing.rank(room));
        }
    }
}

#[derive(Debug, Clone)]
struct Known {
    map: String,
    created: u64,
    private: bool,
    attendance: Attendance,
    /// Whether the room itself has told its attendance, or was asked for it.
    asked: bool,
    /// When the room last had a connection, or when it was listed.
    deserted: Instant,
    /// For how long it had been deserted when it was listed.
    before: Duration,
}

impl Known {
    fn rank(&self, room: &RoomId) -> Rank {
        (Reverse(self.attendance.present > 0), Reverse(self.created), room.clone())
    }

    fn shown(&self, room: &RoomId) -> LobbyRoom {
        let Attendance { seats, turn, present } = self.attendance.clone();
        let (id, map) = (room.to_string(), self.map.clone());
        LobbyRoom { id, map, seats, present, turn, private: self.private }
    }
}

/// The limit on the number of rooms is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

impl Directory {
    pub(crate) fn new(rooms_max: usize, time: Arc<dyn Time>) -> Self {
        Self { listed: Mutex::default(), rooms_max, time }
    }

    /// Notes from now on whose attendance changes, for [`Self::presences`].
    pub(crate) fn note_changes(&self) {
        self.listed().changed.get_or_insert_default();
    }

    /// The attendance of rooms in which it has changed since the last call, or of all rooms.
    pub(crate) fn presences(&self, all: bool) -> Vec<Presence> {
        let mut listed = self.listed();
        let changed = listed.changed.as_mut().map(std::mem::take).unwrap_or_default();
        let known = listed.rooms.iter().filter(|(_, known)| known.asked);
        let told = known.filter(|(room, _)| all || changed.contains(*room));
        told.map(|(room, known)| known.attendance.presence(room.clone(), known.private)).collect()
    }

    fn listed(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a room without connections.
    pub(crate) fn add(&self, room: RoomId, meta: &RoomMeta) -> Result<(), Full> {
        let mut listed = self.listed();
        if listed.rooms.len() >= self.rooms_max {
            return Err(Full);
        }
        listed.insert(room.clone(), self.deserted(Listing::of(room, meta, Duration::ZERO)));
        Ok(())
    }

    /// Adds a room of the log, regardless of the limit.
    pub(crate) fn restore(&self, listing: Listing) {
        self.listed().insert(listing.room.clone(), self.deserted(listing));
    }

    fn deserted(&self, listing: Listing) -> Known {
        let Listing { map, created, private, deserted: before, .. } = listing;
        let deserted = self.time.now();
        let (attendance, asked) = (Attendance::default(), false);
        Known { map, created, private, attendance, asked, deserted, before }
    }

    pub(crate) fn remove(&self, room: &RoomId) {
        self.listed().remove(room);
    }

    pub(crate) fn contains(&self, room: &RoomId) -> bool {
        self.listed().rooms.contains_key(room)
    }

    /// Number of rooms.
    pub(crate) fn count(&self) -> usize {
        self.listed().rooms.len()
    }

    /// The newest room of a map.
    pub(crate) fn newest(&self, map: &str) -> Option<RoomId> {
        let listed = self.listed();
        let of_map = listed.rooms.iter().filter(|(_, listing)| listing.map == map);
        of_map.max_by_key(|(_, listing)| listing.created).map(|(room, _)| room.clone())
    }

    /// Updates who sits in a room and how many connections it has.
    pub(crate) fn update(&self, room: &RoomId, attendance: Attendance) {
        let mut listed = self.listed();
        let Listed { rooms, order, changed } = &mut *listed;
        let Some(listing) = rooms.get_mut(room) else { return };
        if let Some(changed) = changed {
            changed.insert(room.clone());
        }
        listing.asked = true;
        let (was, is) = (listing.attendance.present > 0, attendance.present > 0);
        if is || was {
            (listing.deserted, listing.before) = (self.time.now(), Duration::ZERO);
        }
        if is == was {
            listing.attendance = attendance;
        } else {
            order.remove(&listing.rank(room));
            listing.attendance = attendance;
            order.insert(listing.rank(room));
        }
    }

    /// Up to `count` of these rooms whose seats are unknown, because they have slept since the
    /// server started. Each is returned once; rooms that do not exist are left out.
    pub(crate) fn unasked(&self, rooms: &[RoomId], count: usize) -> Vec<RoomId> {
        let mut listed = self.listed();
        let unasked = rooms.iter().filter(|room| {
            let known = listed.rooms.get_mut(*room);
            known.is_some_and(|known| !std::mem::replace(&mut known.asked, true))
        });
        unasked.take(count).cloned().collect()
    }

    /// The ids of all rooms.
    pub(crate) fn rooms(&self) -> Vec<RoomId> {
        self.listed().rooms.keys().cloned().collect()
    }

    /// A room's entry as it can be given to [`Self::restore`] of another directory.
    pub(crate) fn listing(&self, room: &RoomId) -> Option<Listing> {
        let listed = self.listed();
        let known = listed.rooms.get(room)?;
        let here = self.time.now().saturating_duration_since(known.deserted);
        let occupied = known.attendance.present > 0;
        let deserted = if occupied { Duration::ZERO } else { here + known.before };
        let Known { map, created, private, .. } = known.clone();
        Some(Listing { room: room.clone(), map, created, private, deserted, jobs_fail: false })
    }

    /// Sets the number of connections to 0 for the rooms that `which` selects, because their
    /// connections have ended.
    pub(crate) fn abandon(&self, which: impl Fn(&RoomId) -> bool) {
        let occupied = |(room, listing): (&RoomId, &Known)| {
            let attendance = &listing.attendance;
            (attendance.present > 0 && which(room)).then(|| (room.clone(), attendance.clone()))
        };
        let rooms: Vec<_> = self.listed().rooms.iter().filter_map(occupied).collect();
        for (room, attendance) in rooms {
            self.update(&room, Attendance { present: 0, ..attendance });
        }
    }

    /// When a room last had a connection, or when it was listed if it had none since.
    pub(crate) fn deserted_since(&self, room: &RoomId) -> Option<Instant> {
        self.listed().rooms.get(room).map(|listing| listing.deserted)
    }

    /// Rooms that have been deserted for at least `time`.
    pub(crate) fn deserted_for(&self, time: Duration, now: Instant) -> Vec<RoomId> {
        let listed = self.listed();
        let deserted = listed.rooms.iter().filter(|(_, listing)| {
            let here = now.saturating_duration_since(listing.deserted);
            listing.attendance.present == 0 && here + listing.before >= time
        });
        deserted.map(|(room, _)| room.clone()).collect()
    }

    /// The first `count` of all rooms in the order of the lobby, for the operator: those with
    /// people in them first, then the newest.
    pub(crate) fn list(&self, count: usize) -> Vec<LobbyRoom> {
        let listed = self.listed();
        let first = listed.order.iter().take(count);
        first.filter_map(|(.., room)| Some(listed.rooms.get(room)?.shown(room))).collect()
    }

    /// What the lobby lists: up to `count` rooms with people in them, none of them private, newest
    /// first. Each with the time at which it was opened.
    pub(crate) fn lobby(&self, count: usize) -> Vec<(u64, LobbyRoom)> {
        let listed = self.listed();
        let occupied = listed.order.iter().take_while(|(Reverse(occupied), ..)| *occupied);
        let known = occupied.filter_map(|(.., room)| Some((room, listed.rooms.get(room)?)));
        let open = known.filter(|(_, known)| !known.private).take(count);
        open.map(|(room, known)| (known.created, known.shown(room))).collect()
    }

    /// Those of these rooms that exist.
    pub(crate) fn named(&self, rooms: &[RoomId]) -> Vec<LobbyRoom> {
        let listed = self.listed();
        rooms.iter().filter_map(|room| Some(listed.rooms.get(room)?.shown(room))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::MachineTime;
    use fangqi_room::PackageDigest;

    fn meta(created: u64) -> RoomMeta {
        let options = RoomMeta::options_at(created);
        RoomMeta { map: "x".into(), package: PackageDigest::UNKNOWN, seed: 1, created, options }
    }

    fn people(present: u32) -> Attendance {
        Attendance { seats: vec![Some("Ada".into()), None], turn: Some(1), present }
    }

    #[test]
    fn private_and_deserted_rooms_are_shown_only_to_those_who_know_them() {
        let directory = Directory::new(9, Arc::new(MachineTime));
        let rooms: Vec<RoomId> = (0..3).map(|_| RoomId::random().unwrap()).collect();
        let private = RoomMeta { options: RoomMeta::options_of(1, true), ..meta(1) };
        directory.add(rooms[0].clone(), &private).unwrap();
        directory.add(rooms[1].clone(), &meta(2)).unwrap();
        directory.update(&rooms[0], people(1));
        assert!(directory.lobby(9).is_empty(), "one is private, the other is empty");
        assert_eq!(directory.list(9).len(), 2, "the operator sees both");
        let named = directory.named(&rooms);
        let seen: Vec<_> = named.iter().map(|room| (&*room.id, room.private, room.turn)).collect();
        let wanted = [(rooms[0].as_str(), true, Some(1)), (rooms[1].as_str(), false, None)];
        assert_eq!(seen, wanted);
        directory.update(&rooms[1], people(1));
        assert_eq!(directory.lobby(9).len(), 1);

        // As it is told to a worker process, and as it is read from the log again.
        let other = Directory::new(9, Arc::new(MachineTime));
        other.restore(directory.listing(&rooms[0]).unwrap());
        other.update(&rooms[0], people(1));
        assert!(other.lobby(9).is_empty() && other.named(&rooms)[0].private);
    }

    /// Compares the order of the lobby with a full sort after every change.
    #[test]
    fn the_lobby_is_in_order_whatever_happens() {
        let directory = Directory::new(100, Arc::new(MachineTime));
        let rooms: Vec<RoomId> = (0..20).map(|_| RoomId::random().unwrap()).collect();
        let mut model: BTreeMap<RoomId, (bool, u64)> = BTreeMap::new();
        for step in 0..2000u64 {
            // Multipliers that spread the values well.
            let chance = step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            let room = &rooms[(chance % 20) as usize];
            match chance / 20 % 4 {
                0 if !model.contains_key(room) => {
                    let created = chance / 80 % 5;
                    directory.add(room.clone(), &meta(created)).unwrap();
                    model.insert(room.clone(), (false, created));
                }
                1 => {
                    directory.remove(room);
                    model.remove(room);
                }
                _ => {
                    let present = (chance / 80 % 3) as u32;
                    directory.update(room, people(present));
                    if let Some(known) = model.get_mut(room) {
                        known.0 = present > 0;
                    }
                }
            }
            let mut sorted: Vec<_> = model.iter().collect();
            sorted.sort_by_key(|(_, rank)| Reverse(**rank));
            let sorted: Vec<String> = sorted.iter().map(|(room, _)| room.to_string()).collect();
            let shown: Vec<String> = directory.list(100).into_iter().map(|room| room.id).collect();
            assert_eq!(shown, sorted, "step {step}");
        }
    }

    #[test]
    fn there_are_only_so_many_rooms_and_busy_ones_come_first() {
        let directory = Directory::new(2, Arc::new(MachineTime));
        let rooms: Vec<RoomId> = (0..3).map(|_| RoomId::random().unwrap()).collect();
        assert_eq!(directory.add(rooms[0].clone(), &meta(1)), Ok(()));
        assert_eq!(directory.add(rooms[1].clone(), &meta(2)), Ok(()));
        assert_eq!(directory.add(rooms[2].clone(), &meta(3)), Err(Full));
        assert_eq!(directory.newest("x"), Some(rooms[1].clone()));
        directory.update(&rooms[0], people(1));
        let ids: Vec<String> = directory.list(9).into_iter().map(|room| room.id).collect();
        assert_eq!(ids, [rooms[0].to_string(), rooms[1].to_string()]);
        let later = Instant::now() + Duration::from_secs(10);
        assert_eq!(directory.deserted_for(Duration::from_secs(5), later), [rooms[1].clone()]);
        directory.remove(&rooms[1]);
        assert!(!directory.contains(&rooms[1]));
        let month = Duration::from_secs(30 * 24 * 3600);
        directory.restore(Listing::of(rooms[2].clone(), &meta(3), month));
        assert_eq!(directory.deserted_for(month, Instant::now()), [rooms[2].clone()]);
        directory.update(&rooms[2], people(1));
        directory.update(&rooms[2], people(0));
        assert!(directory.deserted_for(month, Instant::now()).is_empty(), "visited since");
    }
}
