//! Quarantine: the record of rooms and maps whose scripts ended worker processes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fangqi_protocol::LocalText;
use serde::Serialize;

use super::page::Phase;
use crate::session::RoomId;

/// A room that has ended this many workers stays closed.
const STRIKES: u32 = 3;
/// A room or map with fewer strikes is forgotten this long after its last one.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// The rooms and maps that ended workers.
#[derive(Debug, Default)]
pub(crate) struct Quarantine(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    rooms: HashMap<RoomId, Record>,
    /// For each map id: how often a worker ended while a room of it was being opened, and when
    /// last.
    maps: HashMap<String, (u32, Instant)>,
}

#[derive(Debug)]
struct Record {
    map: String,
    strikes: u32,
    /// Whether replaying the room ended a worker.
    past: bool,
    /// Whether a job of the room ended a worker: its jobs fail when it next wakes.
    jobs: bool,
    last: Instant,
    /// The notice for clients that reconnect.
    notice: Option<LocalText>,
}

/// A room or map that ended workers, as shown to operators.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Quarantined {
    /// The room; `None` if opening rooms of the map ended workers.
    room: Option<String>,
    map: String,
    /// How many workers ended, not counting those that ended during a replay.
    crashes: u32,
    /// Whether the room stays closed, or no rooms of the map are opened.
    closed: bool,
    /// Whether the room is neither replayed nor branched from.
    replay_closed: bool,
    /// Seconds since the last end of a worker.
    seconds_ago: u64,
}

/// How a room is treated when a client wants to enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It has not ended a worker.
    Clean,
    /// It ended a worker and is tried again. Clients are shown this notice.
    Tried(LocalText),
    /// It stays closed.
    Closed,
}

impl Quarantine {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a worker ended while it worked on a room in this phase. Returns the strikes of
    /// the room, or in [`Phase::Open`] those of the map. A replay adds no strike and returns 1.
    pub(crate) fn strike(&self, room: &RoomId, map: &str, phase: Phase, now: Instant) -> u32 {
        let mut known = self.known();
        known.forget(now);
        if phase == Phase::Open {
            let (strikes, last) = known.maps.entry(map.to_owned()).or_insert((0, now));
            (*strikes, *last) = (*strikes + 1, now);
            return *strikes;
        }
        let record = known.rooms.entry(room.clone()).or_insert_with(|| Record {
            map: map.to_owned(),
            strikes: 0,
            past: false,
            jobs: false,
            last: now,
            notice: None,
        });
        record.last = now;
        match phase {
            Phase::Past => {
                record.past = true;
                return 1;
            }
            Phase::Job => record.jobs = true,
            Phase::Open | Phase::Wake | Phase::Work => {}
        }
        record.strikes += 1;
        record.notice = Some(notice(phase));
        record.strikes
    }

    /// How to treat a room that a client wants to enter.
    pub(crate) fn standing(&self, room: &RoomId, now: Instant) -> Standing {
        let mut known = self.known();
        if known.rooms.is_empty() {
            return Standing::Clean;
        }
        known.forget(now);
        match known.rooms.get(room) {
            Some(record) if record.strikes >= STRIKES => Standing::Closed,
            Some(Record { notice: Some(notice), .. }) => Standing::Tried(notice.clone()),
            _ => Standing::Clean,
        }
    }

    /// Whether the jobs of a room that wakes are to fail. Asking clears the flag, so they are tried
    /// again the next time.
    pub(crate) fn jobs_fail(&self, room: &RoomId) -> bool {
        let mut known = self.known();
        known.rooms.get_mut(room).is_some_and(|record| std::mem::take(&mut record.jobs))
    }

    /// Whether jobs of a room of another server are not computed here: a job or an input of this
    /// room ended a worker.
    pub(crate) fn bars_jobs(&self, room: &RoomId, now: Instant) -> bool {
        let mut known = self.known();
        known.forget(now);
        known.rooms.get(room).is_some_and(|record| record.strikes > 0)
    }

    /// Whether a room may be replayed for a replay page or a branch.
    pub(crate) fn may_be_replayed(&self, room: &RoomId) -> bool {
        !self.known().rooms.get(room).is_some_and(|record| record.past || record.strikes >= STRIKES)
    }

    /// Whether rooms of a map may be opened.
    pub(crate) fn may_open(&self, map: &str, now: Instant) -> bool {
        let mut known = self.known();
        known.forget(now);
        known.maps.get(map).is_none_or(|(strikes, _)| *strikes < STRIKES)
    }

    /// Forgets a map and its rooms, because a new version of the map was loaded.
    pub(crate) fn mended(&self, map: &str) {
        let mut known = self.known();
        known.maps.remove(map);
        known.rooms.retain(|_, record| record.map != map);
    }

    /// Forgets the strikes of a map at the request of an operator. Returns whether there were any.
    pub(crate) fn release_map(&self, map: &str) -> bool {
        self.known().maps.remove(map).is_some()
    }

    /// All records for operators, rooms before maps.
    pub(crate) fn list(&self, now: Instant) -> Vec<Quarantined> {
        let mut known = self.known();
        known.forget(now);
        let ago = |last: Instant| now.saturating_duration_since(last).as_secs();
        let rooms = known.rooms.iter().map(|(room, record)| Quarantined {
            room: Some(room.to_string()),
            map: record.map.clone(),
            crashes: record.strikes,
            closed: record.strikes >= STRIKES,
            replay_closed: record.past || record.strikes >= STRIKES,
            seconds_ago: ago(record.last),
        });
        let maps = known.maps.iter().map(|(map, (strikes, last))| Quarantined {
            room: None,
            map: map.clone(),
            crashes: *strikes,
            closed: *strikes >= STRIKES,
            replay_closed: false,
            seconds_ago: ago(*last),
        });
        let mut all: Vec<Quarantined> = rooms.chain(maps).collect();
        all.sort_by(|a, b| {
            (a.room.is_none(), &a.room, &a.map).cmp(&(b.room.is_none(), &b.room, &b.map))
        });
        all
    }

    /// Forgets a room that was deleted, or that an operator releases. Returns whether it was
    /// recorded.
    pub(crate) fn release(&self, room: &RoomId) -> bool {
        self.known().rooms.remove(room).is_some()
    }

    /// Number of rooms that stay closed.
    pub(crate) fn closed(&self) -> usize {
        self.known().rooms.values().filter(|record| record.strikes >= STRIKES).count()
    }
}

impl Known {
    fn forget(&mut self, now: Instant) {
        let lately = |last: Instant| now.saturating_duration_since(last) < REMEMBERED;
        // Closed rooms and maps stay closed until the map is reloaded or an operator releases them.
        self.rooms.retain(|_, record| record.strikes >= STRIKES || lately(record.last));
        self.maps.retain(|_, (strikes, last)| *strikes >= STRIKES || lately(*last));
    }
}

fn notice(phase: Phase) -> LocalText {
    match phase {
        Phase::Job => LocalText::new(
            "电脑思考时脚本引擎崩溃了，这次思考作废。请把这件事告诉地图作者。",
            "The script host crashed while the computer was thinking; that thought is lost. \
             Please tell the map's author.",
        ),
        _ => LocalText::new(
            "地图脚本让脚本引擎崩溃了：最后一步操作已撤销。请把这件事告诉地图作者。",
            "The map's script crashed the script host: what was done last has been undone. \
             Please tell the map's author.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_tried_twice_and_then_stays_closed_until_its_map_is_mended() {
        let quarantine = Quarantine::default();
        let (room, other) =
            (RoomId::parse("aaaaaaaaaa").unwrap(), RoomId::parse("bbbbbbbbbb").unwrap());
        let now = Instant::now();
        let later = now + 2 * REMEMBERED;
        for strike in 1..STRIKES {
            assert_eq!(quarantine.strike(&room, "m", Phase::Work, now), strike);
            assert!(matches!(quarantine.standing(&room, now), Standing::Tried(_)));
        }
        assert_eq!(quarantine.standing(&other, now), Standing::Clean);
        quarantine.strike(&room, "m", Phase::Wake, now);
        assert_eq!(quarantine.standing(&room, later), Standing::Closed, "however long it takes");
        assert_eq!(quarantine.closed(), 1);
        assert!(!quarantine.may_be_replayed(&room));
        quarantine.mended("another");
        assert_eq!(quarantine.standing(&room, later), Standing::Closed);
        quarantine.mended("m");
        assert_eq!(quarantine.standing(&room, later), Standing::Clean);

        quarantine.strike(&room, "m", Phase::Work, now);
        assert_eq!(quarantine.standing(&room, later), Standing::Clean, "forgotten in time");
    }

    #[test]
    fn jobs_replays_and_openings_are_counted_apart() {
        let quarantine = Quarantine::default();
        let (room, now) = (RoomId::parse("aaaaaaaaaa").unwrap(), Instant::now());
        quarantine.strike(&room, "m", Phase::Past, now);
        assert!(!quarantine.may_be_replayed(&room));
        assert_eq!(quarantine.standing(&room, now), Standing::Clean);
        quarantine.strike(&room, "m", Phase::Job, now);
        assert!(quarantine.jobs_fail(&room) && !quarantine.jobs_fail(&room));
        assert!(quarantine.bars_jobs(&room, now), "whether it has woken since or not");
        assert!(!quarantine.bars_jobs(&room, now + REMEMBERED), "forgotten in time");
        assert!(!quarantine.bars_jobs(&RoomId::random().unwrap(), now));
        for _ in 0..STRIKES {
            assert!(quarantine.may_open("m", now));
            quarantine.strike(&RoomId::random().unwrap(), "m", Phase::Open, now);
        }
        assert!(!quarantine.may_open("m", now) && quarantine.may_open("n", now));
        quarantine.mended("m");
        assert!(quarantine.may_open("m", now));
    }

    #[test]
    fn operators_see_what_is_closed_and_let_it_go() {
        let quarantine = Quarantine::default();
        let (room, now) = (RoomId::parse("aaaaaaaaaa").unwrap(), Instant::now());
        for _ in 0..STRIKES {
            quarantine.strike(&room, "m", Phase::Work, now);
            quarantine.strike(&room, "m", Phase::Open, now);
        }
        let listed = |room: Option<&str>| Quarantined {
            room: room.map(str::to_owned),
            map: "m".to_owned(),
            crashes: STRIKES,
            closed: true,
            replay_closed: room.is_some(),
            seconds_ago: 9,
        };
        let all = quarantine.list(now + Duration::from_secs(9));
        assert_eq!(all, [listed(Some("aaaaaaaaaa")), listed(None)]);
        assert!(quarantine.release(&room) && !quarantine.release(&room));
        assert_eq!(quarantine.standing(&room, now), Standing::Clean);
        assert!(quarantine.release_map("m") && !quarantine.release_map("m"));
        assert!(quarantine.may_open("m", now) && quarantine.list(now).is_empty());
    }
}
