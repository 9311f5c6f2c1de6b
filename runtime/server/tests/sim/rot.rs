//! A disk that forgets: bits flip while nobody looks. What a log gives back afterwards is what was
//! written, or less of it; it is never something else. Where less comes back, the log says so, save
//! for two kinds of damage that SQLite itself takes for an end: in the write-ahead log, which ends
//! where it stops making sense, and in the keys by which pages are found, since pages have no
//! checksums.

use std::path::Path;
use std::sync::{Arc, Mutex};

use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, Lease, LogError, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::{RoomId, Token};
use fangqi_server::stepped::seed_entropy;

use crate::disk::{Disk, Vfs};
use crate::random::Random;

pub(crate) const ROOMS: usize = 4;
const RECORDS: u64 = 30;

/// How many rooms came back, and how.
#[derive(Debug, Default)]
pub(crate) struct Back {
    pub(crate) whole: usize,
    /// With less than was written, without a word, after damage to the write-ahead log.
    pub(crate) cut_short: usize,
    /// The same, though only the file proper was damaged.
    pub(crate) silently_less: usize,
}

/// What was written to a room.
struct Written {
    room: RoomId,
    meta: RoomMeta,
    records: Vec<Record>,
    token: Token,
}

fn record(random: &mut Random, tick: u64) -> Record {
    let text = "x".repeat(random.below(200));
    let input = Input::Chat { player: PlayerId(1001), text };
    Record { tick, input, faults: Vec::new(), rewound: None }
}

fn write(log: &SqliteLog, random: &mut Random, number: usize) -> Written {
    let (room, token) = (RoomId::random().unwrap(), Token::random().unwrap());
    let meta = RoomMeta {
        map: format!("map{number}"),
        package: PackageDigest::UNKNOWN,
        seed: random.next(),
        created: 1_700_000_000 + number as u64,
        options: "{}".to_owned(),
    };
    let lease: Lease = log.lease(&room).unwrap();
    let give = |entry| {
        log.append(&lease, entry, Box::new(|result| result.unwrap()));
        log.step();
    };
    give(Entry::Open(meta.clone()));
    give(Entry::Token { token: token.digest(), player: PlayerId(1001) });
    let records: Vec<Record> = (1..=RECORDS).map(|tick| record(random, tick)).collect();
    for (record, event) in records.iter().zip(1..) {
        give(Entry::Record { event, record: record.clone() });
    }
    Written { room, meta, records, token }
}

/// Says what is wrong with what a damaged log gives back; what came back of the rooms otherwise.
fn compare(log: &SqliteLog, written: &[Written], wal: bool) -> Result<Back, String> {
    let mut back = Back::default();
    for Written { room, meta, records, token } in written {
        let stored = match log.read(room) {
            Ok(stored) => stored,
            Err(LogError::Closed) => return Err("the log is closed".to_owned()),
            // A sentence for the operator, which is all that can be asked for.
            Err(error) if !error.to_string().is_empty() => continue,
            Err(error) => return Err(format!("{error:?} says nothing")),
        };
        if stored.meta != *meta {
            return Err(format!("{room} was {meta:?}, now it is {:?}", stored.meta));
        }
        if !records.starts_with(&stored.records) {
            return Err(format!("{room} has other records than were written"));
        }
        let known = [(token.digest(), PlayerId(1001))];
        if !known.starts_with(&stored.tokens) {
            return Err(format!("{room} knows other tokens than were written"));
        }
        let whole = stored.records.len() == records.len() && !stored.tokens.is_empty();
        back.whole += usize::from(whole);
        let silent = usize::from(!whole && stored.lost.is_none());
        *if wal { &mut back.cut_short } else { &mut back.silently_less } += silent;
    }
    Ok(back)
}

/// Writes a log, flips bits of it, and reads it; gives what came back.
pub(crate) fn flip(seed: u64) -> Result<Back, String> {
    seed_entropy(Some(seed));
    let mut random = Random::new(seed);
    let disk = Arc::new(Mutex::new(Disk::new(random.fork())));
    let vfs = Vfs::register(&format!("rotten-{seed}"), disk);
    let path = Path::new("rooms.sqlite");
    let log = SqliteLog::open_stepped(path, Some(vfs.name())).map_err(|e| e.to_string())?;
    let written: Vec<Written> = (0..ROOMS).map(|number| write(&log, &mut random, number)).collect();
    if random.once_in(2) {
        drop(log);
    } else {
        // All of it still lies in the write-ahead log.
        vfs.disk().cut_power();
        drop(log);
        vfs.disk().restart(false);
    }
    let flips = 1 + random.below(3);
    let flipped: Vec<String> = (0..flips).filter_map(|_| vfs.disk().flip_bit()).collect();
    let wal = flipped.iter().any(|name| name.ends_with("-wal"));
    match SqliteLog::open_stepped(path, Some(vfs.name())) {
        Ok(log) => compare(&log, &written, wal),
        Err(error) if error.to_string().is_empty() => Err(format!("{error:?} says nothing")),
        Err(_) => Ok(Back::default()),
    }
}
