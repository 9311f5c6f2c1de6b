//! `fangqi export` and `fangqi replay`: a room's log played again in this process.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use fangqi_room::model::Record;
use fangqi_room::{Limits, Room, RoomOptions};
use fangqi_server::log::{RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::RoomId;

use crate::archive::{Archive, Header, Step};
use crate::cli::{ExportArgs, ReplayArgs};
use crate::maps::MapFolder;

/// `fangqi export`
pub(crate) fn export(args: &ExportArgs) -> Result<(), String> {
    let (header, records) = stored(&args.data, &args.room)?;
    let count = records.len();
    let bytes = archive(args.maps.as_deref(), header, records)?;
    let path = args.output.display();
    std::fs::write(&args.output, &bytes).map_err(|error| format!("{path}: {error}"))?;
    println!("{count} inputs, {} bytes: {path}", bytes.len());
    Ok(())
}

/// A room's log as a file, with the hash after each input.
pub(crate) fn archive(
    maps: Option<&Path>,
    header: Header,
    records: Vec<Record>,
) -> Result<Vec<u8>, String> {
    let mut steps = Vec::with_capacity(records.len());
    play_again(maps, &header.meta, records, |record, hash| {
        steps.push(Step { record: record.clone(), hash });
        Ok(())
    })?;
    Archive { header, steps }.encode().map_err(|error| error.to_string())
}

/// `fangqi replay`
pub(crate) fn replay(args: &ReplayArgs) -> Result<(), String> {
    let maps = args.maps.as_deref();
    let mut out = std::io::stdout().lock();
    let mut event = 0;
    let mut print = |record: &Record, hash: u64| {
        event += 1;
        writeln!(out, "{event:>6} {:>8} {hash:016x} {}", record.tick, kind(record))
            .map_err(|error| error.to_string())
    };
    if let Some(data) = &args.data {
        let (header, records) = stored(data, &args.source)?;
        return play_again(maps, &header.meta, records, print);
    }
    let bytes = std::fs::read(&args.source).map_err(|error| format!("{}: {error}", args.source))?;
    let Archive { header, steps } =
        Archive::decode(&bytes).map_err(|problem| format!("{}: {problem}", args.source))?;
    let (records, hashes): (Vec<_>, Vec<_>) =
        steps.into_iter().map(|step| (step.record, step.hash)).unzip();
    let mut expected = hashes.into_iter().zip(1..);
    play_again(maps, &header.meta, records, |record, hash| {
        print(record, hash)?;
        match expected.next() {
            Some((wanted, event)) if args.verify && wanted != hash => Err(format!(
                "input {event} led to state {hash:016x}; in the file it is {wanted:016x}"
            )),
            _ => Ok(()),
        }
    })
}

fn stored(data: &Path, room: &str) -> Result<(Header, Vec<Record>), String> {
    let id = RoomId::parse(room).ok_or_else(|| format!("no room can be called `{room}`"))?;
    if !data.is_dir() {
        return Err(format!("there is no folder {}", data.display()));
    }
    let log = SqliteLog::open(data).map_err(|error| error.to_string())?;
    let stored = log.read(&id).map_err(|error| error.to_string())?;
    Ok((Header { room: room.to_owned(), meta: stored.meta }, stored.records))
}

/// Opens a room as it was opened, gives it the same inputs, and tells the state's hash after each.
/// What the room makes of an input must be what was recorded.
fn play_again(
    maps: Option<&Path>,
    meta: &RoomMeta,
    records: Vec<Record>,
    mut each: impl FnMut(&Record, u64) -> Result<(), String>,
) -> Result<(), String> {
    let folder = MapFolder::read(maps).map_err(|error| error.to_string())?;
    let map = Arc::new(folder.load_named(&meta.map)?);
    let options = || RoomOptions { seed: meta.seed, limits: Limits::default() };
    let (mut room, _) =
        Room::open(Arc::clone(&map), options()).map_err(|error| error.to_string())?;
    for (record, event) in records.iter().zip(1..) {
        let applied = room.apply(record.tick, record.input.clone());
        if applied.record.as_ref() != Some(record) {
            return Err(format!(
                "input {event} does not go as it went: recorded {record:?}, now {:?}",
                applied.record
            ));
        }
        each(record, room.state_hash())?;
    }
    // The way a server wakes a room must lead to the same state as playing it.
    let woken = Room::replay(map, options(), records).map_err(|error| error.to_string())?;
    if woken.state_hash() == room.state_hash() {
        Ok(())
    } else {
        Err("a room woken from this log is in another state than one that played it".to_owned())
    }
}

/// What an input is, in a word.
fn kind(record: &Record) -> String {
    let debug = format!("{:?}", record.input);
    debug.chars().take_while(|c| c.is_ascii_alphanumeric()).collect()
}
