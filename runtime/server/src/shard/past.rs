//! Retelling of a room's past: its log is replayed to find out what was shown. Replays run on
//! blocking threads, never on a shard's.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fangqi_protocol::{CellView, Mark, Record};
use fangqi_room::Applied;
use fangqi_room::{Room, RoomOptions};

use super::errors::PastError;
use super::rooms::Rooms;
use super::spectator::SPECTATOR;
use crate::config::Config;
use crate::log::{LogError, RoomMeta, StoredRoom};
use crate::maps::{LoadedMap, MapSet};
use crate::process::Branched;
use crate::session::RoomId;
use crate::wire::{Frame, ReplayHead, ServerMessage};

/// A room's log with everything needed to replay it.
pub(crate) struct Past {
    pub(super) records: Vec<Record>,
    pub(super) map: LoadedMap,
    /// Number of records that were made with an older version of the map. This one may refuse some.
    pub(super) repackaged: u64,
    /// Whether later records were damaged and cut off.
    lost: bool,
    options: RoomOptions,
    time: Duration,
}

impl Rooms {
    /// Reads a room's log. Blocks until the entries appended so far are written.
    fn stored(&self, room: &RoomId) -> Result<StoredRoom, PastError> {
        if !self.directory.contains(room) {
            return Err(PastError::NoSuchRoom);
        }
        let stored = self.log.read(room).map_err(|error| match error {
            LogError::NoSuchRoom(_) => PastError::NoSuchRoom,
            other => PastError::Unreadable(other.to_string()),
        })?;
        match stored.first_event {
            ..=1 => Ok(stored),
            first => Err(PastError::GivenUp { first }),
        }
    }

    /// What a spectator would have been shown from the start, as a file of frames: see
    /// [`ReplayHead`]. Blocks while the room is replayed.
    pub(crate) fn retell(&self, room: &RoomId) -> Result<Vec<u8>, PastError> {
        let stored = self.stored(room)?;
        match self.past_link(room)? {
            Some(link) => link.retell(room, stored),
            None => {
                let past = Past::of(stored, &self.maps, &self.config)?;
                past.retell(room, self.config.http.replay_bytes)
            }
        }
    }

    /// The beginning of a room that branches off another after an event. Blocks while that is
    /// replayed.
    pub(super) fn branched(
        &self,
        room: &RoomId,
        event: u64,
    ) -> Result<(RoomMeta, u64, Box<Branched>), PastError> {
        let stored = self.stored(room)?;
        let (meta, repackaged) = (stored.meta.clone(), stored.repackaged);
        let branched = match self.past_link(room)? {
            Some(link) => link.branch(room, stored, event)?,
            None => Box::new(Past::of(stored, &self.maps, &self.config)?.branch(event)?),
        };
        Ok((meta, repackaged, branched))
    }
}

impl Past {
    /// The past of a room from its stored log.
    pub(crate) fn of(
        stored: StoredRoom,
        maps: &MapSet,
        config: &Config,
    ) -> Result<Self, PastError> {
        let map = maps.of_room(&stored.meta, stored.package.as_deref());
        let map = map.map_err(PastError::Unreadable)?;
        let StoredRoom { meta, records, repackaged, lost, .. } = stored;
        let limits = config.room.scripts.clone();
        let options = RoomOptions { limits, repackaged, ..meta.room_options() };
        let (time, lost) = (config.http.replay_time, lost.is_some());
        Ok(Self { records, map, repackaged, lost, options, time })
    }

    /// What a spectator would have been shown, in at most `bytes_max` bytes.
    pub(crate) fn retell(&self, room: &RoomId, bytes_max: usize) -> Result<Vec<u8>, PastError> {
        let mut telling = Telling::new(bytes_max);
        let complete = self.play(|room, step| match step {
            None => telling.scene(room),
            Some(applied) => telling.event(room, applied),
        })?;
        let (map, events) = ((*self.map.view).clone(), telling.events);
        let complete = complete && !self.lost;
        let head = ReplayHead { room: room.to_string(), map, events, complete };
        let mut out = Vec::with_capacity(telling.out.len() + 8192);
        Frame::replay_head(&head).write(&mut out);
        out.append(&mut telling.out);
        Ok(out)
    }

    /// Replays the log from the start. `each` sees the room when it was opened (without a step) and
    /// after every record. Returns false if the replay ended early because a record had another
    /// result than the log says.
    pub(super) fn play(
        &self,
        mut each: impl FnMut(&Room, Option<Applied>) -> Result<(), PastError>,
    ) -> Result<bool, PastError> {
        let end = Instant::now() + self.time;
        let broken = |error: &dyn std::fmt::Display| PastError::Unreadable(error.to_string());
        let play = || {
            let (mut room, _) = Room::open(Arc::clone(&self.map.package), self.options.clone())
                .map_err(|error| broken(&error))?;
            each(&room, None)?;
            for (record, event) in self.records.iter().zip(1..) {
                if Instant::now() > end {
                    return Err(PastError::TooLong);
                }
                let applied = room.repeat(record);
                // Recorded with an older version of the map and refused by this one.
                let passed_over = event <= self.repackaged && applied.rejected.is_some();
                if applied.record.as_ref() != Some(record) && !passed_over {
                    return Ok(false);
                }
                each(&room, Some(applied))?;
            }
            Ok(true)
        };
        // A panic must not affect other work of the thread.
        catch_unwind(AssertUnwindSafe(play))
            .unwrap_or_else(|_| Err(broken(&"the script host panicked")))
    }

    /// The room as it was after `event` records.
    pub(super) fn at(&self, event: u64) -> Result<Room, PastError> {
        let last = self.records.len() as u64;
        if event > last {
            return Err(PastError::NoSuchEvent { last });
        }
        let records = self.records.iter().take(event as usize).cloned().collect();
        let (package, options) = (Arc::clone(&self.map.package), self.options.clone());
        let made = catch_unwind(AssertUnwindSafe(|| Room::replay(package, options, records)));
        match made {
            Ok(Ok(room)) => Ok(room),
            Ok(Err(error)) => Err(PastError::Unreadable(error.to_string())),
            Err(_) => Err(PastError::Unreadable("the script host panicked".to_owned())),
        }
    }
}

/// Collects the frames for a spectator event by event.
struct Telling {
    out: Vec<u8>,
    bytes_max: usize,
    events: u64,
    /// Private cells and marks as last shown to the spectator. The room sends changes of these only
    /// to its own viewers, so they are compared here.
    cells: BTreeMap<[i32; 3], u32>,
    marks: Vec<Mark>,
}

impl Telling {
    fn new(bytes_max: usize) -> Self {
        Self { out: Vec::new(), bytes_max, events: 0, cells: BTreeMap::new(), marks: Vec::new() }
    }

    fn tell(&mut self, frame: &Frame) -> Result<(), PastError> {
        frame.write(&mut self.out);
        if self.out.len() > self.bytes_max { Err(PastError::TooLong) } else { Ok(()) }
    }

    /// Adds the whole scene as of now.
    fn scene(&mut self, room: &Room) -> Result<(), PastError> {
        let mut frames = vec![Frame::clear()];
        room.chunk_frames(SPECTATOR, |position, bytes| frames.push(Frame::chunk(position, bytes)));
        let scene = room.scene(SPECTATOR);
        self.marks.clone_from(&scene.marks);
        self.cells = private_cells(room);
        frames.push(Frame::scene(room.event(), scene));
        frames.iter().try_for_each(|frame| self.tell(frame))
    }

    /// Adds what an input showed.
    fn event(&mut self, room: &Room, applied: Applied) -> Result<(), PastError> {
        self.events += 1;
        for output in &applied.outputs {
            if output.audience.includes(SPECTATOR)
                && let Some(frame) = Frame::output(&output.body)
            {
                self.tell(&frame)?;
            }
        }
        let cells = private_cells(room);
        let differs = |(pos, state): &(&[i32; 3], &u32)| self.cells.get(*pos) != Some(*state);
        let changed: Vec<CellView> = cells
            .iter()
            .filter(differs)
            .map(|(pos, state)| CellView { pos: *pos, state: *state })
            .collect();
        self.cells = cells;
        if !changed.is_empty() {
            self.tell(&Frame::cells(&changed))?;
        }
        let scene = room.scene(SPECTATOR);
        if scene.marks != self.marks {
            self.marks = scene.marks;
            let marks = self.marks.clone();
            self.tell(&Frame::message(&ServerMessage::Marks { marks }))?;
        }
        self.tell(&Frame::message(&ServerMessage::Event { event: self.events, tick: scene.tick }))
    }
}

fn private_cells(room: &Room) -> BTreeMap<[i32; 3], u32> {
    room.private_cells(SPECTATOR).into_iter().map(|cell| (cell.pos, cell.state)).collect()
}
