//! Which rooms there are, for the lobby and for finding them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::session::RoomId;
use crate::time::Time;
use crate::wire::LobbyRoom;

/// Every room the server knows, awake or not.
pub(crate) struct Directory {
    rooms: Mutex<BTreeMap<RoomId, Listing>>,
    rooms_max: usize,
    time: Arc<dyn Time>,
}

#[derive(Debug, Clone)]
struct Listing {
    map: String,
    created: u64,
    seats: Vec<Option<String>>,
    present: u32,
    /// Since when nobody has been here.
    deserted: Instant,
}

/// There are as many rooms as the operator allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

impl Directory {
    pub(crate) fn new(rooms_max: usize, time: Arc<dyn Time>) -> Self {
        Self { rooms: Mutex::default(), rooms_max, time }
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomId, Listing>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a room without anybody in it.
    pub(crate) fn add(&self, room: RoomId, map: String, created: u64) -> Result<(), Full> {
        let mut rooms = self.rooms();
        if rooms.len() >= self.rooms_max {
            return Err(Full);
        }
        self.insert(&mut rooms, room, map, created);
        Ok(())
    }

    /// Adds a room from the log, however many there are.
    pub(crate) fn restore(&self, room: RoomId, map: String, created: u64) {
        self.insert(&mut self.rooms(), room, map, created);
    }

    fn insert(&self, rooms: &mut BTreeMap<RoomId, Listing>, room: RoomId, map: String, at: u64) {
        let deserted = self.time.now();
        let listing = Listing { map, created: at, seats: Vec::new(), present: 0, deserted };
        rooms.insert(room, listing);
    }

    pub(crate) fn remove(&self, room: &RoomId) {
        self.rooms().remove(room);
    }

    pub(crate) fn contains(&self, room: &RoomId) -> bool {
        self.rooms().contains_key(room)
    }

    /// How many rooms there are.
    pub(crate) fn count(&self) -> usize {
        self.rooms().len()
    }

    /// The newest room of a map.
    pub(crate) fn newest(&self, map: &str) -> Option<RoomId> {
        let rooms = self.rooms();
        let of_map = rooms.iter().filter(|(_, listing)| listing.map == map);
        of_map.max_by_key(|(_, listing)| listing.created).map(|(room, _)| room.clone())
    }

    /// Says who sits in a room and how many are connected.
    pub(crate) fn update(&self, room: &RoomId, seats: Vec<Option<String>>, present: u32) {
        if let Some(listing) = self.rooms().get_mut(room) {
            if present > 0 || listing.present > 0 {
                listing.deserted = self.time.now();
            }
            listing.seats = seats;
            listing.present = present;
        }
    }

    /// Rooms in which nobody has been for `time`.
    pub(crate) fn deserted_for(&self, time: Duration, now: Instant) -> Vec<RoomId> {
        let rooms = self.rooms();
        let deserted = rooms.iter().filter(|(_, listing)| {
            listing.present == 0 && now.saturating_duration_since(listing.deserted) >= time
        });
        deserted.map(|(room, _)| room.clone()).collect()
    }

    /// The rooms worth showing: where people are first, then the newest.
    pub(crate) fn lobby(&self, count: usize) -> Vec<LobbyRoom> {
        let rooms = self.rooms();
        let mut list: Vec<_> = rooms.iter().collect();
        let rank = |listing: &Listing| (listing.present > 0, listing.created);
        list.sort_by_key(|(_, listing)| std::cmp::Reverse(rank(listing)));
        list.iter()
            .take(count)
            .map(|(room, listing)| LobbyRoom {
                id: room.to_string(),
                map: listing.map.clone(),
                seats: listing.seats.clone(),
                present: listing.present,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::MachineTime;

    #[test]
    fn there_are_only_so_many_rooms_and_busy_ones_come_first() {
        let directory = Directory::new(2, Arc::new(MachineTime));
        let rooms: Vec<RoomId> = (0..3).map(|_| RoomId::random().unwrap()).collect();
        assert_eq!(directory.add(rooms[0].clone(), "x".into(), 1), Ok(()));
        assert_eq!(directory.add(rooms[1].clone(), "x".into(), 2), Ok(()));
        assert_eq!(directory.add(rooms[2].clone(), "x".into(), 3), Err(Full));
        assert_eq!(directory.newest("x"), Some(rooms[1].clone()));
        directory.update(&rooms[0], vec![Some("Ada".into()), None], 1);
        let ids: Vec<String> = directory.lobby(9).into_iter().map(|room| room.id).collect();
        assert_eq!(ids, [rooms[0].to_string(), rooms[1].to_string()]);
        let later = Instant::now() + Duration::from_secs(10);
        assert_eq!(directory.deserted_for(Duration::from_secs(5), later), [rooms[1].clone()]);
        directory.remove(&rooms[1]);
        assert!(!directory.contains(&rooms[1]));
    }
}
