//! A new room that goes on from a moment of another one.

use fangqi_room::Room;
use fangqi_room::model::{Input, PlayerId, Record, SeatHolder};
use tokio::sync::oneshot;

use super::directory::Full;
use super::past::{Past, PastError, SPECTATOR};
use super::{OpenRoomError, Rooms};
use crate::log::{Entry, RoomMeta};
use crate::session::RoomId;

/// A room to be: what its log is to hold.
pub(crate) struct Branch {
    meta: RoomMeta,
    records: Vec<Record>,
}

impl Rooms {
    /// What a room would hold that goes on from `event` of another, with every seat free and nobody
    /// there. Blocks while both are played again.
    pub(crate) fn prepare_branch(&self, room: &RoomId, event: u64) -> Result<Branch, PastError> {
        let past = self.past(room)?;
        let mut branch = past.at(event)?;
        if has_open_secrets(&past)? {
            return Err(PastError::Secrets);
        }
        vacate(&mut branch);
        let created = self.time.unix_seconds();
        let records = branch.history().to_vec();
        Ok(Branch { meta: RoomMeta { created, ..past.meta }, records })
    }

    /// Writes a branch's log under a new id. It is durable when this returns; the room wakes when
    /// somebody comes, and starts jobs of its own then. Nobody has a token for it yet.
    pub(crate) async fn open_branch(&self, branch: Branch) -> Result<RoomId, PastError> {
        let Branch { meta, records } = branch;
        let room = RoomId::random().map_err(|error| OpenRoomError::System(error.to_string()))?;
        self.directory
            .add(room.clone(), meta.map.clone(), meta.created)
            .map_err(|Full| OpenRoomError::TooMany)?;
        let entries = records.into_iter().zip(1..);
        let entries = entries.map(|(record, event)| Entry::Record { event, record });
        let mut last = None;
        for entry in std::iter::once(Entry::Open(meta)).chain(entries) {
            let (done, durable) = oneshot::channel();
            // Whoever asked may have gone.
            self.log.append(&room, entry, Box::new(|result| drop(done.send(result))));
            last = Some(durable);
        }
        // Entries of one room take effect in order, and a failure fails those after it.
        let failed = match last {
            Some(durable) => match durable.await {
                Ok(Ok(())) => return Ok(room),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "the log is closed".to_owned(),
            },
            None => "nothing was written".to_owned(),
        };
        self.directory.remove(&room);
        self.log.append(&room, Entry::Delete, Box::new(|_| ()));
        Err(OpenRoomError::System(failed).into())
    }
}

/// Whether the game goes on and somebody knew more of it than others at any time: then a branch
/// would show what is still hidden.
fn has_open_secrets(past: &Past) -> Result<bool, PastError> {
    let (mut secrets, mut over) = (false, false);
    let whole = past.play(|room, _| {
        secrets |= room.keeps_secrets();
        over = room.scene(SPECTATOR).hud.result.is_some();
        Ok(())
    })?;
    // What cannot be seen to the end may hide anything.
    Ok(!over && (secrets || !whole))
}

/// Frees every seat and lets everybody leave, by inputs like any others. A script may refuse or
/// undo some of it; the room is sound all the same.
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
