use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use fangqi_protocol::{PlayerId, Record};
use fangqi_room::PackageDigest;

use super::games::Line;
use super::{
    Ack, Continuation, Entry, FinishedGame, GAMES_MAX, Lease, LogError, NOW, Opening, RoomLog,
    RoomMeta, StoredRoom, decode_record, encode_record,
};
use crate::session::{RoomId, TokenDigest};

/// A log in memory, which lasts as long as the process.
#[derive(Debug)]
pub struct MemoryLog {
    all: Mutex<All>,
    made: Instant,
}

impl Default for MemoryLog {
    fn default() -> Self {
        Self { all: Mutex::default(), made: Instant::now() }
    }
}

#[derive(Debug, Default)]
struct All {
    rooms: BTreeMap<RoomId, Kept>,
    packages: BTreeMap<PackageDigest, Arc<[u8]>>,
    /// Finished games, the newest last, with their rooms and maps.
    games: VecDeque<(RoomId, String, FinishedGame)>,
    /// Epoch of the newest lease.
    epoch: u64,
}

#[derive(Debug)]
struct Kept {
    epoch: u64,
    meta: RoomMeta,
    repackaged: u64,
    visited: u64,
    /// Number of records that were deleted by a change of the package.
    dropped: u64,
    /// Kept encoded, in a quarter of the memory.
    records: Vec<Box<[u8]>>,
    tokens: Vec<(TokenDigest, PlayerId)>,
    checkpoints: BTreeMap<u64, Vec<u8>>,
}

impl Kept {
    fn new(epoch: u64, meta: RoomMeta, visited: u64) -> Self {
        Self {
            epoch,
            visited,
            meta,
            repackaged: 0,
            dropped: 0,
            records: Vec::new(),
            tokens: Vec::new(),
            checkpoints: BTreeMap::new(),
        }
    }

    /// The event number of the last record.
    fn last(&self) -> u64 {
        self.dropped + self.records.len() as u64
    }

    /// Deletes everything before a checkpoint. Returns whether that checkpoint exists.
    fn begin_at(&mut self, event: u64) -> bool {
        let there = self.checkpoints.contains_key(&event);
        if there {
            let gone = event.saturating_sub(self.dropped) as usize;
            self.records.drain(..gone.min(self.records.len()));
            self.dropped = event;
            self.checkpoints = self.checkpoints.split_off(&event);
        }
        there
    }

    /// Replaces a player's token.
    fn know(&mut self, token: TokenDigest, player: PlayerId) {
        match self.tokens.iter_mut().find(|(_, known)| *known == player) {
            Some(known) => known.0 = token,
            None => self.tokens.push((token, player)),
        }
    }

    /// Encodes a record, and deletes checkpoints of events that it takes back.
    fn encode(&mut self, room: &RoomId, record: &Record) -> Result<Box<[u8]>, LogError> {
        let bytes = encode_record(record)
            .map_err(|reason| LogError::Encode { room: room.clone(), reason })?;
        if let Some(cut) = record.rewound {
            self.checkpoints.retain(|event, _| *event <= cut);
        }
        Ok(bytes.into_boxed_slice())
    }
}

impl MemoryLog {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl All {
    fn kept(&mut self, room: &RoomId) -> Result<&mut Kept, LogError> {
        self.rooms.get_mut(room).ok_or_else(|| LogError::NoSuchRoom(room.clone()))
    }

    /// Adds a finished game, unless its room is private or its moves cannot be looked up.
    fn finish(&mut self, room: &RoomId, game: FinishedGame) -> Result<(), LogError> {
        let meta = &self.kept(room)?.meta;
        if meta.is_private() || game.line().is_none() {
            return Ok(());
        }
        let map = meta.map.clone();
        self.games.push_back((room.clone(), map, game));
        if self.games.len() > GAMES_MAX {
            self.games.pop_front();
        }
        Ok(())
    }

    /// Removes the games whose ends are taken back.
    fn reopen(&mut self, room: &RoomId, rewound: Option<u64>) {
        if let Some(cut) = rewound {
            self.games.retain(|(other, _, game)| other != room || game.event <= cut);
        }
    }

    fn take(&mut self, lease: &Lease, entry: Entry, clock: u64) -> Result<(), LogError> {
        let room = lease.room();
        if let Some(kept) = self.rooms.get(room)
            && kept.epoch != lease.epoch()
        {
            let (epoch, current) = (lease.epoch(), kept.epoch);
            return Err(LogError::Stale { room: room.clone(), epoch, current });
        }
        match entry {
            Entry::Package { digest, bytes } => {
                self.packages.entry(digest).or_insert(bytes);
            }
            Entry::Open(meta) => {
                let kept = Kept::new(lease.epoch(), meta, clock);
                self.rooms.entry(room.clone()).or_insert(kept);
            }
            Entry::Token { token, player } => self.kept(room)?.know(token, player),
            Entry::Record { event, record } => {
                let kept = self.kept(room)?;
                let last = kept.last();
                if event != last + 1 {
                    return Err(LogError::OutOfOrder { room: room.clone(), event, last });
                }
                let rewound = record.rewound;
                let record = kept.encode(room, &record)?;
                kept.records.push(record);
                self.reopen(room, rewound);
            }
            Entry::Amend { event, record } => {
                let kept = self.kept(room)?;
                let last = kept.last();
                if event != last || kept.records.is_empty() {
                    return Err(LogError::OutOfOrder { room: room.clone(), event, last });
                }
                let record = record.as_ref().map(|record| kept.encode(room, record)).transpose()?;
                kept.records.pop();
                kept.records.extend(record);
            }
            Entry::Repackage { digest, since } => {
                if !self.packages.contains_key(&digest) {
                    return Err(LogError::NoPackage { room: room.clone(), digest });
                }
                let kept = self.kept(room)?;
                let last = kept.last();
                if since == 0 {
                    kept.checkpoints.clear();
                } else if !kept.begin_at(since) {
                    return Err(LogError::OutOfOrder { room: room.clone(), event: since, last });
                }
                kept.meta.package = digest;
                kept.repackaged = last;
            }
            Entry::Checkpoint { event, bytes } => {
                let kept = self.kept(room)?;
                let last = kept.last();
                if event > last {
                    return Err(LogError::OutOfOrder { room: room.clone(), event, last });
                }
                kept.checkpoints.insert(event, bytes);
                while kept.checkpoints.len() > 2 {
                    kept.checkpoints.pop_first();
                }
            }
            Entry::Visited { at } => {
                self.kept(room)?.visited = if at == NOW { clock } else { at };
            }
            Entry::Finished(game) => self.finish(room, game)?,
            Entry::Delete => {
                self.rooms.remove(room);
            }
        }
        Ok(())
    }
}

impl RoomLog for MemoryLog {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        let mut all = self.all();
        all.epoch += 1;
        let epoch = all.epoch;
        if let Some(kept) = all.rooms.get_mut(room) {
            kept.epoch = epoch;
        }
        Ok(Lease::new(room.clone(), epoch))
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        // Called without holding the lock, because it may wake another thread.
        let taken = self.all().take(lease, entry, self.clock());
        ack(taken);
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        let all = self.all();
        let kept = all.rooms.get(room).ok_or_else(|| LogError::NoSuchRoom(room.clone()))?;
        let records = kept
            .records
            .iter()
            .zip(kept.dropped + 1..)
            .map(|(bytes, event)| decode_record(bytes).map_err(|error| error.of(room, event)))
            .collect::<Result<_, _>>()?;
        let newest = kept.checkpoints.last_key_value();
        Ok(StoredRoom {
            meta: kept.meta.clone(),
            records,
            tokens: kept.tokens.clone(),
            package: all.packages.get(&kept.meta.package).cloned(),
            checkpoint: newest.map(|(event, bytes)| (*event, bytes.clone())),
            first_event: kept.dropped + 1,
            repackaged: kept.repackaged,
            lost: None,
        })
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        Ok(self.all().packages.get(&digest).cloned())
    }

    fn explore(&self, opening: &Opening) -> Result<Vec<Continuation>, LogError> {
        let all = self.all();
        let games = all
            .games
            .iter()
            .filter(|(_, map, game)| *map == opening.map && game.options == opening.options);
        let lines: Vec<Line> = games.filter_map(|(_, _, game)| game.line()).collect();
        Ok(opening.continuations(lines.into_iter()))
    }

    fn clock(&self) -> u64 {
        self.made.elapsed().as_secs()
    }

    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        let all = self.all();
        Ok(all.rooms.iter().map(|(room, kept)| (room.clone(), kept.visited)).collect())
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        let all = self.all();
        let mut rooms: Vec<_> =
            all.rooms.iter().map(|(room, kept)| (room.clone(), kept.meta.clone())).collect();
        rooms.sort_by_key(|(_, meta)| meta.created);
        Ok(rooms)
    }
}
