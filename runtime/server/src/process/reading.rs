//! Reads maps in a worker process.
//!
//! Reading a map compiles its scripts and runs its rules; only then its seats and its blocks are
//! known. A map that crashes the script host ends only the process that reads it.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::time::{Duration, Instant};

use fangqi_room::MapPackage;
use fangqi_room::plugin::Plugins;
use fangqi_world::codec;

use super::message::{FromWorker, MapRead, MapsToRead, ToWorker};
use super::pipe::{self, Backlog, Reader, Writer};
use super::sandbox;
use super::spawn::{Spawned, describe, end, spawn};
use crate::config::Workers;
use crate::maps::{MapAbout, OfferedMap};
use crate::shard::hazard;

/// Time limit for one map. The fuel of its rules is limited as well.
const MAP_TIME: Duration = Duration::from_secs(60);
/// Longest single wait for the process.
const LOOK: Duration = Duration::from_millis(100);

/// The result of reading a map: the map, or for its author what is wrong with it.
pub type ReadMap = Result<OfferedMap, String>;

/// Reads maps in a worker process. If a map ends the process, the next process reads the others.
/// `files` holds the files of all maps by path; `names` are the maps to read, `plugins` those of
/// the program, which the process has too.
///
/// # Errors
/// No worker process can be started.
pub fn read_maps(
    workers: &Workers,
    files: &BTreeMap<String, Vec<u8>>,
    names: &[String],
    plugins: Plugins,
) -> io::Result<Vec<ReadMap>> {
    let mut read = Vec::with_capacity(names.len());
    while let Some(left) = names.get(read.len()..).filter(|left| !left.is_empty()) {
        let mut process = Process::start(workers, files, left)?;
        let ended = loop {
            match process.next(&names[read.len()], plugins) {
                Ok(map) => read.push(map),
                Err(ended) => break ended,
            }
            if read.len() == names.len() {
                return Ok(read);
            }
        };
        let name = &names[read.len()];
        tracing::error!(map = name, reason = ended, "the script host ended while it read a map");
        read.push(Err(format!("the script host ended while it read the map ({ended})")));
    }
    Ok(read)
}

/// A process that reads maps. It is ended when this is dropped.
struct Process {
    child: Child,
    stream: UnixStream,
    backlog: Backlog,
    reader: Reader,
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

impl Process {
    fn start(
        workers: &Workers,
        files: &BTreeMap<String, Vec<u8>>,
        maps: &[String],
    ) -> io::Result<Self> {
        let Spawned { child, stream, .. } = spawn(workers)?;
        let files =
            files.iter().map(|(path, bytes)| (path.clone(), codec::Bytes(bytes.clone()))).collect();
        let Workers { memory, hazards, .. } = *workers;
        let maps = MapsToRead { files, maps: maps.to_vec(), memory, hazards };
        let mut backlog = Backlog::default();
        backlog.push(pipe::framed(&ToWorker::ReadMaps(Box::new(maps))));
        Ok(Self { child, stream, backlog, reader: Reader::default() })
    }

    /// The next result, which must be about the map of this name, or the reason why the process
    /// ended.
    fn next(&mut self, name: &str, plugins: Plugins) -> Result<ReadMap, String> {
        let started = Instant::now();
        loop {
            match self.reader.next() {
                // A process that a map has taken over must not report on another map.
                Ok(Some(FromWorker::MapRead(Ok(read)))) if read.about.lobby.id != name => {
                    return Err(format!("it calls itself `{}`", read.about.lobby.id));
                }
                Ok(Some(FromWorker::MapRead(read))) => {
                    return Ok(read.map(|read| {
                        let MapRead { about, packed } = *read;
                        OfferedMap::read_elsewhere(about, packed.0.into(), plugins)
                    }));
                }
                Ok(Some(_)) => return Err("it speaks of something else".to_owned()),
                Ok(None) => {}
                Err(error) => return Err(error.to_string()),
            }
            if started.elapsed() > MAP_TIME {
                return Err(format!("after {} seconds", MAP_TIME.as_secs()));
            }
            pipe::wait([self.stream.as_fd()], !self.backlog.is_empty(), LOOK);
            // A broken socket is noticed by the read below.
            let _ = self.backlog.write(&self.stream);
            if !matches!(self.reader.fill(&self.stream), Ok(true)) {
                return Err(describe(end(&mut self.child)));
            }
        }
    }
}

/// Reads maps and reports each to the parent. Runs in the process that was started for it.
pub(super) fn read(task: MapsToRead, line: UnixStream, plugins: Plugins) -> io::Result<()> {
    let MapsToRead { files, maps, memory, hazards } = task;
    sandbox::limit(memory)?;
    sandbox::restrict();
    sandbox::filter_calls()?;
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, bytes)| (path, bytes.0)).collect();
    let mut writer = Writer::new(line);
    for map in maps {
        let read = MapPackage::load(&files, &map, plugins).map_err(|error| error.to_string());
        let read = read.and_then(|package| {
            if hazards {
                hazard::strike(&package.description().en);
            }
            let packed = codec::Bytes(package.pack().map_err(|error| error.to_string())?);
            Ok(Box::new(MapRead { about: MapAbout::from(&package), packed }))
        });
        writer.push(&FromWorker::MapRead(read));
        writer.flush()?;
    }
    Ok(())
}
