//! Branches: new rooms that begin with the log of another room up to an event.

use std::sync::{Arc, mpsc};

use fangqi_protocol::{Input, PlayerId, Record, SeatHolder};
use fangqi_room::Room;

use super::directory::Full;
use super::errors::OpenRoomError;
use super::errors::PastError;
use super::past::Past;
use super::rooms::Rooms;
use super::spectator::SPECTATOR;
use crate::log::{Entry, RoomMeta};
use crate::process::Branched;
use crate::session::RoomId;

impl Rooms {
    /// Opens a room that continues another from `event`, with every seat free and without players.
    /// Blocks while both logs are replayed and until the new log is durable. The room wakes and
    /// starts its own jobs when the first client enters; no token is issued for it yet.
    pub(crate) fn branch(&self, room: &RoomId, event: u64) -> Result<RoomId, PastError> {
        let (meta, repackaged, branched) = self.branched(room, event)?;
        let Branched { records, packed, package } = *branched;
        let room = RoomId::random().map_err(|error| OpenRoomError::System(error.to_string()))?;
        let created = self.time.unix_seconds();
        // The options too: a branch of a private room is private.
        let meta = RoomMeta { created, package, ..meta };
        self.directory.add(room.clone(), &meta).map_err(|Full| OpenRoomError::TooMany)?;
        match self.write(&room, meta, &packed, repackaged.min(event), &records) {
            Ok(()) => {
                self.settle(&room);
                Ok(room)
            }
            Err(reason) => {
                self.directory.remove(&room);
                Err(OpenRoomError::System(reason).into())
            }
        }
    }

    /// Writes the log of a new room and blocks until it is durable. The first `repackaged` records
    /// were made with an older version of the map.
    fn write(
        &self,
        room: &RoomId,
        meta: RoomMeta,
        packed: &Arc<[u8]>,
        repackaged: u64,
        records: &[Record],
    ) -> Result<(), String> {
        let lease = self.log.lease(room).map_err(|error| error.to_string())?;
        let (done, results) = mpsc::channel();
        let give = |entry| {
            let done = done.clone();
            // Cannot fail: the receiver below lives until all results have arrived.
            self.log.append(&lease, entry, Box::new(move |result| drop(done.send(result))));
        };
        let digest = meta.package;
        give(Entry::Package { digest, bytes: Arc::clone(packed) });
        give(Entry::Open(meta));
        for (record, event) in records.iter().zip(1..) {
            give(Entry::Record { event, record: record.clone() });
            if event == repackaged {
                give(Entry::Repackage { digest, since: 0 });
            }
        }
        drop(done);
        results.iter().collect::<Result<Vec<()>, _>>().map(drop).map_err(|error| {
            self.log.append(&lease, Entry::Delete, Box::new(|_| ()));
            error.to_string()
        })
    }
}

impl Past {
    /// The beginning of a room that branches off this one after `event`.
    pub(crate) fn branch(&self, event: u64) -> Result<Branched, PastError> {
        let mut branch = self.at(event)?;
        if has_open_secrets(self)? {
            return Err(PastError::Secrets);
        }
        vacate(&mut branch);
        let packed = self.map.packed().map_err(PastError::Unreadable)?;
        let package = self.map.package.digest();
        Ok(Branched { records: branch.history(), packed, package })
    }
}

/// Whether the game is not over and some players knew more than others at any time. A branch would
/// then reveal what is still hidden.
fn has_open_secrets(past: &Past) -> Result<bool, PastError> {
    let (mut secrets, mut over) = (false, false);
    let whole = past.play(|room, _| {
        secrets |= room.keeps_secrets();
        over = room.scene(SPECTATOR).hud.result.is_some();
        Ok(())
    })?;
    // If the log cannot be replayed to its end, it may hide anything.
    Ok(!over && (secrets || !whole))
}

/// Frees every seat and lets every player leave, by ordinary inputs. A script may refuse or undo
/// some of that; the room is consistent all the same.
fn vacate(room: &mut Room) {
    let tick = room.tick();
    let players = room.players();
    let Some(first) = players.iter().find(|player| player.present).or(players.first()) else {
        return;
    };
    let first = first.id;
    let come = |room: &mut Room, player: PlayerId| {
        let known = room.players().into_iter().find(|known| known.id == player);
        if let Some(known) = known.filter(|known| !known.present) {
            room.apply(tick, Input::Join { player, name: known.name });
        }
    };
    come(room, first);
    for (seat, view) in (0..).zip(room.seats()) {
        match view.holder {
            SeatHolder::Open => {}
            SeatHolder::Computer { .. } => {
                room.apply(tick, Input::SetComputer { player: first, seat, level: None });
            }
            SeatHolder::Player { player } => {
                come(room, player);
                room.apply(tick, Input::Stand { player });
            }
        }
    }
    for player in room.players().into_iter().filter(|player| player.present) {
        room.apply(tick, Input::Leave { player: player.id });
    }
}
