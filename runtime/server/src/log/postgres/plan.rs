//! Decides what becomes of each order of a batch, and which statements write it.
//!
//! A server that holds its fence is the only writer of the rooms it has claimed. What it remembers
//! of them is therefore right, and a batch can be planned without asking the database in between:
//! an invalid entry fails here, alone, and all others go into one transaction.

use std::collections::BTreeSet;

use fangqi_protocol::Record;
use fangqi_room::PackageDigest;
use rustc_hash::{FxHashMap, FxHashSet};
use tokio_postgres::types::ToSql;

use crate::log::games::{FinishedGame, GAMES_MAX};
use crate::log::record::{encode_checkpoint, encode_meta, encode_token};
use crate::log::{Ack, Entry, Lease, LogError, RoomMeta, encode_record};
use crate::session::RoomId;

/// An order for the writer.
pub(super) struct Order {
    pub(super) lease: Lease,
    pub(super) work: Work,
    pub(super) ack: Ack,
}

impl std::fmt::Debug for Order {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Order").field(&self.lease).finish_non_exhaustive()
    }
}

/// What an order does.
pub(super) enum Work {
    /// Write an entry.
    Entry(Entry),
    /// Set damaged records aside, from this event on.
    Cut { from: u64, reason: String },
    /// Delete the inputs up to the older one of two checkpoints.
    Trim { event: u64 },
    /// Give the room back.
    Release,
    /// Nothing; only the acknowledgement is wanted, once all earlier orders are done.
    Nothing,
}

/// The statements. The numbers of their values are those of the lists in [`Step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sql {
    ReplaceRecord,
    DeleteRecord,
    DeleteRecordsTo,
    DeleteRecords,
    KeepAside,
    DeleteRecordsFrom,
    AddPackage,
    HoldPackage,
    Await,
    Awaited,
    Open,
    Meta,
    Visit,
    Close,
    Token,
    DeleteTokens,
    Checkpoint,
    KeepCheckpoints,
    Game,
    DropGames,
    Reopen,
    Clock,
    Release,
    Forget,
    Marker,
}

impl Sql {
    /// Each with its text, in the order of the enum.
    pub(super) const ALL: [(Self, &str); 25] = [
        (Self::ReplaceRecord, "UPDATE record SET bytes = $3 WHERE room = $1 AND event = $2"),
        (Self::DeleteRecord, "DELETE FROM record WHERE room = $1 AND event = $2"),
        (Self::DeleteRecordsTo, "DELETE FROM record WHERE room = $1 AND event <= $2"),
        (Self::DeleteRecords, "DELETE FROM record WHERE room = $1"),
        (
            Self::KeepAside,
            "INSERT INTO cut_record (room, event, saved, reason, bytes) \
             SELECT room, event, $3::bigint, $4::text, bytes FROM record WHERE room = $1 AND event >= $2",
        ),
        (Self::DeleteRecordsFrom, "DELETE FROM record WHERE room = $1 AND event >= $2"),
        (
            Self::AddPackage,
            "INSERT INTO package (digest, bytes) VALUES ($1, $2) \
             ON CONFLICT (digest) DO UPDATE SET digest = EXCLUDED.digest",
        ),
        (Self::HoldPackage, "SELECT hold_package($1)"),
        (
            Self::Await,
            "INSERT INTO awaited (room, digest) VALUES ($1, $2) \
             ON CONFLICT (room) DO UPDATE SET digest = EXCLUDED.digest",
        ),
        (Self::Awaited, "DELETE FROM awaited WHERE room = $1"),
        (
            Self::Open,
            "INSERT INTO opened (room, created, package, meta, visited) \
             VALUES ($1, $2, $3, $4, $5)",
        ),
        (Self::Meta, "UPDATE opened SET package = $2, meta = $3 WHERE room = $1"),
        (Self::Visit, "UPDATE opened SET visited = $2 WHERE room = $1"),
        (
            Self::Close,
            "WITH absent AS (DELETE FROM presence WHERE room = $1) \
             DELETE FROM opened WHERE room = $1",
        ),
        (
            Self::Token,
            "INSERT INTO token (room, player, bytes) VALUES ($1, $2, $3) \
             ON CONFLICT (room, player) DO UPDATE SET bytes = EXCLUDED.bytes",
        ),
        (Self::DeleteTokens, "DELETE FROM token WHERE room = $1"),
        (
            Self::Checkpoint,
            "INSERT INTO checkpoint (room, event, saved, bytes) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (room, event) DO UPDATE SET saved = EXCLUDED.saved, \
             bytes = EXCLUDED.bytes",
        ),
        (
            Self::KeepCheckpoints,
            "DELETE FROM checkpoint WHERE room = $1 AND event <> ALL ($2::bigint[])",
        ),
        (
            Self::Game,
            "INSERT INTO game (room, event, map, options, line, chinese, winner) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (room, event) DO UPDATE SET \
             map = EXCLUDED.map, options = EXCLUDED.options, line = EXCLUDED.line, \
             chinese = EXCLUDED.chinese, winner = EXCLUDED.winner",
        ),
        (Self::DropGames, "DELETE FROM game WHERE id <= (SELECT max(id) FROM game) - $1"),
        (Self::Reopen, "DELETE FROM game WHERE room = $1 AND event > $2"),
        (Self::Clock, "UPDATE clock SET counted = $1 WHERE id = 1 AND counted < $1"),
        (Self::Release, "UPDATE room SET owner = NULL WHERE key = $1 AND epoch = $2"),
        (Self::Forget, "DELETE FROM room WHERE key = $1 AND epoch = $2"),
        (Self::Marker, "UPDATE node_commit SET batch = $2 WHERE node = $1"),
    ];
}

/// A value of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Numbers(Vec<i64>),
    Bytes(Vec<u8>),
    Text(String),
    Seat(Option<i16>),
}

impl Value {
    pub(super) fn sql(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Number(number) => number,
            Self::Numbers(numbers) => numbers,
            Self::Bytes(bytes) => bytes,
            Self::Text(text) => text,
            Self::Seat(seat) => seat,
        }
    }
}

/// A part of a transaction.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// Insert records.
    Records(Rows),
    /// Run a statement.
    Run(Sql, Vec<Value>),
}

/// Records to insert, column by column.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    pub(super) rooms: Vec<i64>,
    pub(super) events: Vec<i64>,
    pub(super) bytes: Vec<Vec<u8>>,
}

/// A room that this server has claimed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owned {
    pub(super) key: i64,
    pub(super) epoch: u64,
    /// How many leases have been granted and not been released.
    pub(super) leases: usize,
}

/// What is remembered of a room: `None` if it is not opened, an error if its meta data cannot be
/// read.
pub(super) type Remembered = Option<Result<Opened, LogError>>;

#[derive(Debug, Clone)]
pub(super) struct Opened {
    pub(super) meta: RoomMeta,
    pub(super) first_event: u64,
    pub(super) repackaged: u64,
    /// The event number of the last record.
    pub(super) last: u64,
    /// The event numbers of the checkpoints.
    pub(super) checkpoints: BTreeSet<u64>,
}

/// What the writer remembers of the database.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// By key.
    pub(super) rooms: FxHashMap<i64, Remembered>,
    pub(super) packages: FxHashSet<PackageDigest>,
}

/// The statements of a batch, and what its orders are answered once these are done.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) results: Vec<Result<(), LogError>>,
    pub(super) steps: Vec<Step>,
}

/// The rooms of a batch as they were when it was taken.
#[derive(Debug, Default)]
pub(super) struct Claims {
    pub(super) owned: FxHashMap<RoomId, Owned>,
    /// Those that are given back with this batch.
    released: Vec<Owned>,
}

impl Claims {
    /// Looks up the rooms of a batch, and counts the leases that it gives back. A room without any
    /// other lease is not this server's from now on: who wants it next has to claim it, and the
    /// claim raises its epoch, so that giving it back late does no harm.
    pub(super) fn of(batch: &[Order], all: &mut FxHashMap<RoomId, Owned>) -> Self {
        let mut claims = Self::default();
        for order in batch {
            let room = order.lease.room();
            if let Some(own) = all.get(room) {
                claims.owned.entry(room.clone()).or_insert(*own);
            }
        }
        for order in batch.iter().filter(|order| matches!(order.work, Work::Release)) {
            let room = order.lease.room();
            let Some(own) = all.get_mut(room).filter(|own| own.epoch == order.lease.epoch()) else {
                continue;
            };
            own.leases = own.leases.saturating_sub(1);
            if own.leases == 0 {
                claims.released.extend(all.remove(room));
            }
        }
        claims
    }

    /// The keys of the rooms that something is to be written of.
    pub(super) fn keys(&self) -> Vec<i64> {
        self.owned.values().map(|own| own.key).collect()
    }
}

/// Makes a plan. What is known of rooms and packages must have been looked up for all orders;
/// afterwards it is as if the plan were done.
pub(super) fn plan(
    known: &mut Known,
    claims: &Claims,
    batch: &[Order],
    now: u64,
    fenced: impl Fn() -> LogError,
) -> Plan {
    let mut planner = Planner { known, steps: Vec::new(), rows: Rows::default(), now };
    let mut results = Vec::with_capacity(batch.len());
    for order in batch {
        let room = order.lease.room();
        if let Work::Nothing = order.work {
            results.push(Ok(()));
            continue;
        }
        let Some(own) = claims.owned.get(room) else {
            results.push(Err(fenced()));
            continue;
        };
        if own.epoch != order.lease.epoch() {
            let (room, epoch) = (room.clone(), order.lease.epoch());
            results.push(Err(LogError::Stale { room, epoch, current: own.epoch }));
            continue;
        }
        let room = Room { id: room, key: own.key };
        results.push(match &order.work {
            Work::Entry(entry) => planner.entry(&room, entry),
            Work::Cut { from, reason } => planner.cut(&room, *from, reason),
            Work::Trim { event } => planner.trim(&room, *event),
            Work::Release | Work::Nothing => Ok(()),
        });
    }
    for own in &claims.released {
        planner.release(own);
    }
    planner.flush();
    let Planner { steps, .. } = planner;
    Plan { results, steps }
}

/// A room during planning.
struct Room<'a> {
    id: &'a RoomId,
    key: i64,
}

struct Planner<'a> {
    known: &'a mut Known,
    steps: Vec<Step>,
    /// Records to be inserted before any other step that concerns records.
    rows: Rows,
    now: u64,
}

fn signed(number: u64) -> Value {
    Value::Number(number.cast_signed())
}

fn key(room: &Room<'_>) -> Value {
    Value::Number(room.key)
}

fn digest_of(digest: PackageDigest) -> Value {
    Value::Bytes(digest.as_bytes().to_vec())
}

impl Planner<'_> {
    fn run(&mut self, sql: Sql, values: Vec<Value>) {
        self.steps.push(Step::Run(sql, values));
    }

    /// The records so far go before the next step.
    fn flush(&mut self) {
        if !self.rows.rooms.is_empty() {
            self.steps.push(Step::Records(std::mem::take(&mut self.rows)));
        }
    }

    /// An opened room; an error if there is none.
    fn opened(&mut self, room: &Room<'_>) -> Result<&mut Opened, LogError> {
        match self.known.rooms.get_mut(&room.key) {
            Some(Some(Ok(opened))) => Ok(opened),
            Some(Some(Err(error))) => Err(error.clone()),
            Some(None) | None => Err(LogError::NoSuchRoom(room.id.clone())),
        }
    }

    fn entry(&mut self, room: &Room<'_>, entry: &Entry) -> Result<(), LogError> {
        let unfit = |reason| LogError::Encode { room: room.id.clone(), reason };
        match entry {
            Entry::Package { digest, bytes } => {
                self.run(Sql::Await, vec![key(room), digest_of(*digest)]);
                if self.known.packages.insert(*digest) {
                    self.run(
                        Sql::AddPackage,
                        vec![digest_of(*digest), Value::Bytes(bytes.to_vec())],
                    );
                } else {
                    self.run(Sql::HoldPackage, vec![digest_of(*digest)]);
                }
            }
            Entry::Open(meta) => self.open(room, meta)?,
            Entry::Token { token, player } => {
                self.opened(room)?;
                let bytes = encode_token(token, *player).map_err(unfit)?;
                self.run(Sql::Token, vec![key(room), signed(player.0), Value::Bytes(bytes)]);
            }
            Entry::Record { event, record } => self.add(room, *event, record)?,
            Entry::Amend { event, record } => self.amend(room, *event, record.as_ref())?,
            Entry::Repackage { digest, since } => self.repackage(room, *digest, *since)?,
            Entry::Checkpoint { event, bytes } => {
                let last = self.opened(room)?.last;
                if *event > last {
                    return Err(out_of_order(room, *event, last));
                }
                let bytes = encode_checkpoint(*event, bytes.clone()).map_err(unfit)?;
                let saved = self.now;
                self.run(
                    Sql::Checkpoint,
                    vec![key(room), signed(*event), signed(saved), Value::Bytes(bytes)],
                );
                let checkpoints = &mut self.opened(room)?.checkpoints;
                checkpoints.insert(*event);
                if checkpoints.len() > 2 {
                    while checkpoints.len() > 2 {
                        checkpoints.pop_first();
                    }
                    self.keep_checkpoints(room)?;
                }
            }
            Entry::Visited { at } => {
                self.opened(room)?;
                let at = (*at).min(self.now);
                self.run(Sql::Visit, vec![key(room), signed(at)]);
            }
            Entry::Finished(game) => self.finish(room, game)?,
            Entry::Delete => self.delete(room),
        }
        Ok(())
    }

    fn open(&mut self, room: &Room<'_>, meta: &RoomMeta) -> Result<(), LogError> {
        self.run(Sql::Awaited, vec![key(room)]);
        if !matches!(self.known.rooms.get(&room.key), Some(None) | None) {
            // A room that there is stays as it is.
            return Ok(());
        }
        let opened = Opened {
            meta: meta.clone(),
            first_event: 1,
            repackaged: 0,
            last: 0,
            checkpoints: BTreeSet::new(),
        };
        let bytes = encoded_meta(room, &opened)?;
        let values = vec![
            key(room),
            signed(meta.created),
            digest_of(meta.package),
            Value::Bytes(bytes),
            signed(self.now),
        ];
        self.run(Sql::Open, values);
        self.known.rooms.insert(room.key, Some(Ok(opened)));
        Ok(())
    }

    fn add(&mut self, room: &Room<'_>, event: u64, record: &Record) -> Result<(), LogError> {
        let opened = self.opened(room)?;
        if event != opened.last + 1 {
            return Err(out_of_order(room, event, opened.last));
        }
        let bytes = encoded(room, record)?;
        opened.last = event;
        self.rows.rooms.push(room.key);
        self.rows.events.push(event.cast_signed());
        self.rows.bytes.push(bytes);
        self.take_back(room, record)
    }

    /// Replaces the last record, or deletes it.
    fn amend(
        &mut self,
        room: &Room<'_>,
        event: u64,
        record: Option<&Record>,
    ) -> Result<(), LogError> {
        let opened = self.opened(room)?;
        if event != opened.last || event == 0 {
            return Err(out_of_order(room, event, opened.last));
        }
        let bytes = record.map(|record| encoded(room, record)).transpose()?;
        if bytes.is_none() {
            opened.last -= 1;
        }
        let place = (0..self.rows.rooms.len()).rev().find(|index| {
            self.rows.rooms[*index] == room.key && self.rows.events[*index] == event.cast_signed()
        });
        match (place, bytes) {
            // It has not been sent yet.
            (Some(place), Some(bytes)) => self.rows.bytes[place] = bytes,
            (Some(place), None) => {
                self.rows.rooms.remove(place);
                self.rows.events.remove(place);
                self.rows.bytes.remove(place);
            }
            (None, Some(bytes)) => {
                self.flush();
                let values = vec![key(room), signed(event), Value::Bytes(bytes)];
                self.run(Sql::ReplaceRecord, values);
            }
            (None, None) => {
                self.flush();
                self.run(Sql::DeleteRecord, vec![key(room), signed(event)]);
            }
        }
        record.map_or(Ok(()), |record| self.take_back(room, record))
    }

    /// A checkpoint of events that were taken back is useless, and must not be taken for the one
    /// from which the room is restored after its first inputs are deleted.
    fn take_back(&mut self, room: &Room<'_>, record: &Record) -> Result<(), LogError> {
        let Some(cut) = record.rewound else { return Ok(()) };
        self.run(Sql::Reopen, vec![key(room), signed(cut)]);
        self.opened(room)?.checkpoints.retain(|event| *event <= cut);
        self.keep_checkpoints(room)
    }

    /// Deletes the checkpoints that are not remembered.
    fn keep_checkpoints(&mut self, room: &Room<'_>) -> Result<(), LogError> {
        let kept: Vec<i64> =
            self.opened(room)?.checkpoints.iter().map(|event| event.cast_signed()).collect();
        self.run(Sql::KeepCheckpoints, vec![key(room), Value::Numbers(kept)]);
        Ok(())
    }

    fn write_meta(&mut self, room: &Room<'_>) -> Result<(), LogError> {
        let opened = self.opened(room)?;
        let (package, meta) = (opened.meta.package, encoded_meta(room, opened)?);
        self.run(Sql::Meta, vec![key(room), digest_of(package), Value::Bytes(meta)]);
        Ok(())
    }

    fn repackage(
        &mut self,
        room: &Room<'_>,
        digest: PackageDigest,
        since: u64,
    ) -> Result<(), LogError> {
        self.run(Sql::Awaited, vec![key(room)]);
        if !self.known.packages.contains(&digest) {
            return Err(LogError::NoPackage { room: room.id.clone(), digest });
        }
        let opened = self.opened(room)?;
        let begins = since >= opened.first_event;
        if begins && !opened.checkpoints.contains(&since) {
            return Err(out_of_order(room, since, opened.last));
        }
        opened.meta.package = digest;
        opened.repackaged = opened.last;
        if begins {
            opened.first_event = since + 1;
            opened.checkpoints = opened.checkpoints.split_off(&since);
        } else if opened.first_event == 1 {
            // They hold what the earlier scripts made of the inputs, and all inputs are still
            // there.
            opened.checkpoints.clear();
        }
        self.run(Sql::HoldPackage, vec![digest_of(digest)]);
        if begins {
            self.flush();
            self.run(Sql::DeleteRecordsTo, vec![key(room), signed(since)]);
        }
        self.keep_checkpoints(room)?;
        self.write_meta(room)
    }

    fn finish(&mut self, room: &Room<'_>, game: &FinishedGame) -> Result<(), LogError> {
        let opened = self.opened(room)?;
        if game.event > opened.last {
            return Err(out_of_order(room, game.event, opened.last));
        }
        let meta = &opened.meta;
        // No text of the database can hold a zero.
        let sound = !meta.is_private() && !game.options.contains('\0') && !meta.map.contains('\0');
        let Some(line) = game.line().filter(|_| sound) else { return Ok(()) };
        let map = meta.map.clone();
        let values = vec![
            key(room),
            signed(game.event),
            Value::Text(map),
            Value::Text(game.options.clone()),
            Value::Text(line.en),
            Value::Text(line.zh),
            Value::Seat(line.winner.map(i16::from)),
        ];
        self.run(Sql::Game, values);
        self.run(Sql::DropGames, vec![Value::Number(GAMES_MAX as i64)]);
        Ok(())
    }

    fn delete(&mut self, room: &Room<'_>) {
        self.flush();
        for sql in [Sql::DeleteRecords, Sql::DeleteTokens, Sql::Close, Sql::Awaited] {
            self.run(sql, vec![key(room)]);
        }
        self.run(Sql::KeepCheckpoints, vec![key(room), Value::Numbers(Vec::new())]);
        self.known.rooms.insert(room.key, None);
    }

    fn cut(&mut self, room: &Room<'_>, from: u64, reason: &str) -> Result<(), LogError> {
        self.flush();
        let opened = self.opened(room)?;
        opened.last = opened.last.min(from - 1);
        opened.checkpoints.retain(|event| *event < from);
        let (saved, reason) = (signed(self.now), Value::Text(reason.replace('\0', "")));
        self.run(Sql::KeepAside, vec![key(room), signed(from), saved, reason]);
        self.run(Sql::DeleteRecordsFrom, vec![key(room), signed(from)]);
        self.keep_checkpoints(room)
    }

    fn trim(&mut self, room: &Room<'_>, event: u64) -> Result<(), LogError> {
        let opened = self.opened(room)?;
        let oldest = opened.checkpoints.first().copied();
        if opened.checkpoints.len() < 2 || oldest != Some(event) || event < opened.first_event {
            let (event, last) = (event, opened.last);
            return Err(out_of_order(room, event, last));
        }
        opened.first_event = event + 1;
        self.flush();
        self.run(Sql::DeleteRecordsTo, vec![key(room), signed(event)]);
        self.write_meta(room)
    }

    /// Gives a room back. One that is not opened leaves nothing behind.
    fn release(&mut self, own: &Owned) {
        let opened = matches!(self.known.rooms.remove(&own.key), Some(Some(_)));
        let sql = if opened { Sql::Release } else { Sql::Forget };
        self.run(sql, vec![Value::Number(own.key), signed(own.epoch)]);
    }
}

fn out_of_order(room: &Room<'_>, event: u64, last: u64) -> LogError {
    LogError::OutOfOrder { room: room.id.clone(), event, last }
}

fn encoded(room: &Room<'_>, record: &Record) -> Result<Vec<u8>, LogError> {
    encode_record(record).map_err(|reason| LogError::Encode { room: room.id.clone(), reason })
}

fn encoded_meta(room: &Room<'_>, opened: &Opened) -> Result<Vec<u8>, LogError> {
    encode_meta(&opened.meta, opened.first_event, opened.repackaged)
        .map_err(|reason| LogError::Encode { room: room.id.clone(), reason })
}

/// The packages whose presence a plan of a batch depends on.
pub(super) fn packages_of(batch: &[Order]) -> FxHashSet<PackageDigest> {
    batch
        .iter()
        .filter_map(|order| match &order.work {
            Work::Entry(Entry::Package { digest, .. } | Entry::Repackage { digest, .. }) => {
                Some(*digest)
            }
            _ => None,
        })
        .collect()
}
