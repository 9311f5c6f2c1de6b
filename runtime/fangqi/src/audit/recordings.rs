//! Reads what clients recorded.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fangqi_server::session::RoomId;

use super::finding::{Finding, Kind};
use crate::recording::{Line, VERSION, What};

/// What one client recorded.
#[derive(Debug, Default)]
pub(super) struct Recording {
    /// The file's name.
    pub(super) file: String,
    /// Whether it takes a seat.
    pub(super) plays: bool,
    /// What happened, with the number of its line.
    pub(super) lines: Vec<(usize, What)>,
    /// The first line that cannot be read, and why; nothing behind it is believed.
    pub(super) garbage: Option<(usize, String)>,
}

/// The recordings of a folder by room, as far as their first lines tell it.
#[derive(Debug, Default)]
pub(super) struct Recordings {
    pub(super) rooms: BTreeMap<RoomId, Vec<PathBuf>>,
    pub(super) findings: Vec<Finding>,
}

/// Looks through a folder.
pub(super) fn find(folder: &Path) -> anyhow::Result<Recordings> {
    let shown = folder.display();
    let unreadable = || format!("recordings cannot be read from {shown}");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            paths.push(path);
        }
    }
    anyhow::ensure!(
        !paths.is_empty(),
        "there are no recordings (*.jsonl) in {shown}; `fangqi load rooms --record {shown}` makes \
         some"
    );
    paths.sort();
    let mut found = Recordings::default();
    for path in paths {
        let mut line = Vec::new();
        let file = File::open(&path).with_context(|| path.display().to_string())?;
        BufReader::new(file)
            .read_until(b'\n', &mut line)
            .with_context(|| path.display().to_string())?;
        match room_of(&line) {
            Ok(Some(room)) => found.rooms.entry(room).or_default().push(path),
            Ok(None) => {}
            Err(text) => found.findings.push(Finding {
                kind: Kind::Garbage,
                room: "unknown".to_owned(),
                event: None,
                client: Some((name(&path), 1)),
                text,
            }),
        }
    }
    Ok(found)
}

/// The room that a first line names; `None` if its client was killed while it wrote the line.
fn room_of(line: &[u8]) -> Result<Option<RoomId>, String> {
    let Some(line) = line.strip_suffix(b"\n") else { return Ok(None) };
    let read: Line = serde_json::from_slice(line)
        .map_err(|error| format!("this is no recording of a client: {error}"))?;
    match read.what {
        What::Client { version, .. } if version != VERSION => Err(format!(
            "this recording is of version {version}, and this program knows version {VERSION}; \
             use the fangqi that recorded it"
        )),
        What::Client { room, .. } => {
            RoomId::parse(&room).map(Some).ok_or_else(|| format!("no room can be called `{room}`"))
        }
        _ => Err("the first line does not say whose recording this is".to_owned()),
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads the recording of a client.
pub(super) fn read(path: &Path) -> anyhow::Result<Recording> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(parse(name(path), &bytes))
}

/// Takes a recording apart. A client that is killed may leave half a line at the end.
pub(super) fn parse(file: String, bytes: &[u8]) -> Recording {
    let mut recording = Recording { file, ..Recording::default() };
    let mut lines = bytes.split(|byte| *byte == b'\n').zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        // The piece behind the last end of a line.
        let is_cut = lines.peek().is_none();
        match serde_json::from_slice::<Line>(line) {
            Ok(Line { what: What::Client { plays, .. }, .. }) if number == 1 => {
                recording.plays = plays;
            }
            Ok(Line { what, .. }) => recording.lines.push((number, what)),
            Err(_) if is_cut => {}
            Err(error) => {
                recording.garbage = Some((number, error.to_string()));
                break;
            }
        }
    }
    recording
}
