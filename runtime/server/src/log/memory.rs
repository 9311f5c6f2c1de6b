use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fangqi_room::model::PlayerId;

use super::{Ack, Entry, LogError, RoomLog, RoomMeta, StoredRoom, decode_record, encode_record};
use crate::session::{RoomId, Token};

/// A log that lasts as long as the process.
#[derive(Debug, Default)]
pub struct MemoryLog {
    rooms: Mutex<BTreeMap<RoomId, Kept>>,
}

#[derive(Debug)]
struct Kept {
    meta: RoomMeta,
    /// Encoded: a quarter of the size of the values.
    records: Vec<Box<[u8]>>,
    tokens: Vec<(Token, PlayerId)>,
}

impl MemoryLog {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<RoomId, Kept>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, room: &RoomId, entry: Entry) -> Result<(), LogError> {
        let mut rooms = self.kept();
        let absent = || LogError::NoSuchRoom(room.clone());
        match entry {
            Entry::Open(meta) => {
                let kept = Kept { meta, records: Vec::new(), tokens: Vec::new() };
                rooms.entry(room.clone()).or_insert(kept);
            }
            Entry::Token { token, player } => {
                rooms.get_mut(room).ok_or_else(absent)?.tokens.push((token, player));
            }
            Entry::Record { event, record } => {
                let kept = rooms.get_mut(room).ok_or_else(absent)?;
                let last = kept.records.len() as u64;
                if event != last + 1 {
                    return Err(LogError::OutOfOrder { room: room.clone(), event, last });
                }
                let bytes = encode_record(&record)
                    .map_err(|reason| LogError::Encode { room: room.clone(), reason })?;
                kept.records.push(bytes.into_boxed_slice());
            }
            Entry::Delete => {
                rooms.remove(room);
            }
        }
        Ok(())
    }
}

impl RoomLog for MemoryLog {
    fn append(&self, room: &RoomId, entry: Entry, ack: Ack) {
        ack(self.take(room, entry));
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        let rooms = self.kept();
        let kept = rooms.get(room).ok_or_else(|| LogError::NoSuchRoom(room.clone()))?;
        let records = kept
            .records
            .iter()
            .zip(1..)
            .map(|(bytes, event)| {
                decode_record(bytes).map_err(|reason| LogError::Damaged {
                    room: room.clone(),
                    event,
                    reason,
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(StoredRoom { meta: kept.meta.clone(), records, tokens: kept.tokens.clone() })
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        let mut rooms: Vec<_> =
            self.kept().iter().map(|(room, kept)| (room.clone(), kept.meta.clone())).collect();
        rooms.sort_by_key(|(_, meta)| meta.created);
        Ok(rooms)
    }
}
