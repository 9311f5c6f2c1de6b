//! A room's log played again, for what each event shows and to whom.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use fangqi_protocol::{Audience, PlayerId, Record};
use fangqi_room::plugin::cause;
use fangqi_room::{MapPackage, PackageDigest, Room, RoomOptions};
use fangqi_server::log::StoredRoom;
use fangqi_server::wire::Frame;

use crate::plugins::PLUGINS;
use crate::recording::{Digest, Sight, digest_of};

/// A room's log, and what it shows.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The event of the first record.
    pub(super) first: u64,
    pub(super) records: Vec<Record>,
    /// The frames of each event from the first on, as far as the log could be played again.
    pub(super) shows: Vec<Vec<(Audience, u64)>>,
    /// Scenes that were asked for: by event and player.
    pub(super) scenes: BTreeMap<(u64, u64), Digest>,
}

impl History {
    /// The number of the last event.
    pub(super) fn last(&self) -> u64 {
        self.first + self.records.len() as u64 - 1
    }

    /// The record of an event, if the log has it.
    pub(super) fn record(&self, event: u64) -> Option<&Record> {
        self.records.get(event.checked_sub(self.first)? as usize)
    }

    /// What an event shows a player, if that is known.
    pub(super) fn shown(&self, event: u64, player: u64) -> Option<Digest> {
        let frames = self.shows.get(event.checked_sub(self.first)? as usize)?;
        let mut sight = Sight::default();
        let seen = frames.iter().filter(|(audience, _)| audience.includes(PlayerId(player)));
        seen.for_each(|(_, frame)| sight.add(*frame));
        Some(sight.take())
    }
}

/// The maps that were unpacked, since many rooms have the same one.
#[derive(Debug, Default)]
pub(super) struct Maps(Mutex<BTreeMap<PackageDigest, Arc<MapPackage>>>);

impl Maps {
    fn get(&self, stored: &StoredRoom) -> anyhow::Result<Arc<MapPackage>> {
        let digest = stored.meta.package;
        // Unpacked with the lock, so that each is once.
        let mut maps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(map) = maps.get(&digest) {
            return Ok(Arc::clone(map));
        }
        let packed = stored.package.as_ref().ok_or_else(|| {
            anyhow::anyhow!("the log does not have its map, the package {digest}")
        })?;
        let map = Arc::new(MapPackage::unpack(packed, PLUGINS)?);
        maps.insert(digest, Arc::clone(&map));
        Ok(map)
    }
}

/// Plays a log again from its beginning, and looks at the scenes that are wanted. A log whose
/// beginning was dropped, or whose map was changed, is only taken as it is. The sentence says
/// where the room does not go again as it went.
pub(super) fn retell(
    mut stored: StoredRoom,
    wanted: &BTreeSet<(u64, u64)>,
    maps: &Maps,
) -> (History, Option<(u64, String)>) {
    let records = std::mem::take(&mut stored.records);
    let first = stored.first_event;
    let mut history = History { first, records, ..History::default() };
    if first > 1 || stored.repackaged > 0 {
        return (history, None);
    }
    match play(&stored, wanted, maps, &mut history) {
        Ok(failed) => (history, failed),
        Err(error) => (history, Some((0, format!("it cannot be played again: {error:#}")))),
    }
}

fn play(
    stored: &StoredRoom,
    wanted: &BTreeSet<(u64, u64)>,
    maps: &Maps,
    history: &mut History,
) -> anyhow::Result<Option<(u64, String)>> {
    let options = RoomOptions { repackaged: 0, ..stored.meta.room_options() };
    let (mut room, _) = Room::open(maps.get(stored)?, options).map_err(cause)?;
    look(&room, 0, wanted, &mut history.scenes);
    let count = history.records.len() as u64;
    for event in 1..=count {
        let record = &history.records[event as usize - 1];
        let applied = room.repeat(record);
        if applied.record.as_ref() != Some(record) {
            if event == count && record.may_be_draft() {
                // Written while the room worked, by a server that ended before it could say what
                // came of it. The next server leaves it out.
                history.records.pop();
                return Ok(None);
            }
            let now = applied.record.map(|record| record.input);
            let text = format!("{:?} was recorded, and now it is {now:?}", record.input);
            return Ok(Some((event, text)));
        }
        let frames = applied
            .outputs
            .iter()
            .filter_map(|output| Some((output.audience, digest_of(&Frame::output(&output.body)?))));
        history.shows.push(frames.collect());
        look(&room, event, wanted, &mut history.scenes);
    }
    Ok(None)
}

/// Takes down the scenes of an event that are wanted.
fn look(
    room: &Room,
    event: u64,
    wanted: &BTreeSet<(u64, u64)>,
    scenes: &mut BTreeMap<(u64, u64), Digest>,
) {
    for (event, player) in wanted.range((event, 0)..=(event, u64::MAX)) {
        let (viewer, mut sight) = (PlayerId(*player), Sight::default());
        sight.add(digest_of(&Frame::clear()));
        room.chunk_frames(viewer, |position, bytes| {
            sight.add(digest_of(&Frame::chunk(position, bytes)));
        });
        sight.add(digest_of(&Frame::scene(*event, room.scene(viewer))));
        scenes.insert((*event, *player), sight.take());
    }
}
