//! `--watch`: maps that are edited while they are played.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fangqi_room::folder_and_variant;
use fangqi_room::plugin::with_causes;
use fangqi_server::session::RoomId;
use fangqi_server::{ReloadOutcome, RoomReload, Server, Workers};
use fangqi_text::{Escaped, escape};
use tokio::sync::mpsc;

use crate::counted::counted;
use crate::maps::{MapFolder, names_in};

/// How often the folder is looked at. A change is taken once nothing has changed for as long.
const POLL: Duration = Duration::from_millis(250);
/// Cells shown of a divergence.
const BLOCKS_SHOWN: usize = 6;

/// When each file was last changed, and how long it is.
type Stamps = BTreeMap<PathBuf, (SystemTime, u64)>;

/// Watches a folder of maps for as long as it is polled, and tells the terminal what comes of it.
pub(crate) async fn run(server: &Server, folder: &Path, workers: Option<&Workers>) {
    let mut stamps = stamps(folder);
    let mut files = MapFolder::read(Some(folder)).map(MapFolder::into_files).unwrap_or_default();
    let mut changing = false;
    let mut offered: BTreeSet<RoomId> = BTreeSet::new();
    let mut lines = lines();
    println!("Watching {}. 正在留意地图文件的改动。", folder.display());
    loop {
        tokio::select! {
            () = tokio::time::sleep(POLL) => {
                let now = self::stamps(folder);
                let quiet = now == stamps;
                stamps = now;
                if quiet && changing {
                    files = reload(server, folder, workers, files, &mut offered).await;
                }
                changing = !quiet;
            }
            Some(line) = lines.recv() => accept(server, line.trim(), &mut offered).await,
        }
    }
}

/// Loads the maps that changed and offers them to their rooms; the files as they are now.
async fn reload(
    server: &Server,
    folder: &Path,
    workers: Option<&Workers>,
    before: BTreeMap<String, Vec<u8>>,
    offered: &mut BTreeSet<RoomId>,
) -> BTreeMap<String, Vec<u8>> {
    let maps = match MapFolder::read(Some(folder)) {
        Ok(maps) => maps,
        Err(error) => {
            println!("✗ {}", Escaped(error));
            return before;
        }
    };
    let changed = changed_maps(&before, maps.files());
    let read = match tokio::task::block_in_place(|| maps.read_maps(workers, changed)) {
        Ok(read) => read,
        Err(error) => {
            println!("✗ {}", Escaped(with_causes(&error)));
            return before;
        }
    };
    for (name, map) in read {
        match map {
            Err(error) => {
                println!("✗ {}", Escaped(&error));
                println!("  Rooms keep the version they have. 房间继续使用旧版本。");
                server.map_broken(&name, &error);
            }
            Ok(map) => {
                let reloads = server.reload(map).await;
                println!("✓ {name} is loaded, in {}.", counted(reloads.len(), "room"));
                for reload in reloads {
                    println!("{}", describe(&reload));
                    match reload.outcome {
                        ReloadOutcome::Differs(_) => offered.insert(reload.room),
                        _ => offered.remove(&reload.room),
                    };
                }
            }
        }
    }
    maps.into_files()
}

/// The maps whose files differ, and all maps if one changed that they may share. Variants that the
/// manifest had before are among them: their rooms learn that they are gone, or why it cannot be
/// read.
fn changed_maps(
    before: &BTreeMap<String, Vec<u8>>,
    now: &BTreeMap<String, Vec<u8>>,
) -> BTreeSet<String> {
    let mut names = names_in(now);
    let maps: BTreeSet<String> =
        names.iter().map(|name| folder_and_variant(name).0.to_owned()).collect();
    names.extend(names_in(before).into_iter().filter(|name| {
        let (map, _) = folder_and_variant(name);
        maps.contains(map)
    }));
    let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let mut changed = BTreeSet::new();
    for path in paths.into_iter().filter(|path| before.get(*path) != now.get(*path)) {
        match path.split('/').next().filter(|first| names.contains(*first)) {
            Some(map) => {
                let of_map = |name: &&String| folder_and_variant(name).0 == map;
                changed.extend(names.iter().filter(of_map).cloned());
            }
            None => return names,
        }
    }
    changed
}

/// `accept` lets all rooms go on with the version they were offered; `accept ROOM` one.
async fn accept(server: &Server, line: &str, offered: &mut BTreeSet<RoomId>) {
    let mut words = line.split_whitespace();
    let rooms: Vec<RoomId> = match (words.next(), words.next()) {
        (None, _) => return,
        (Some("accept" | "a"), None) => std::mem::take(offered).into_iter().collect(),
        (Some("accept" | "a"), Some(room)) => {
            let Some(room) = RoomId::parse(room) else {
                return println!("✗ {room} is no room.");
            };
            offered.remove(&room);
            vec![room]
        }
        _ => return println!("Type accept, or accept and a room."),
    };
    if rooms.is_empty() {
        println!("No room waits for a new version.");
    }
    for room in rooms {
        println!("{}", describe(&server.accept_reload(&room).await));
    }
}

/// What became of a room, for the author.
fn describe(reload: &RoomReload) -> String {
    let room = &reload.room;
    let first = match &reload.outcome {
        ReloadOutcome::Swapped => {
            return format!("  {room}: goes on with the new version, nothing differs.");
        }
        ReloadOutcome::Accepted => return format!("  {room}: goes on with the new version."),
        ReloadOutcome::Dismissed => return format!("  {room}: keeps the old version."),
        ReloadOutcome::NothingOffered => return format!("  {room}: nothing waits there."),
        ReloadOutcome::Failed(error) => {
            return format!("  {room}: keeps the old version: {}", Escaped(error));
        }
        ReloadOutcome::Differs(first) => first,
    };
    let mut text = format!("  {room}: keeps the old version. The new one differs ");
    let done = match (&first.record, &first.input) {
        (Some(record), Some(input)) => write!(text, "from input {record} on, {input:?}:"),
        _ => write!(text, "from the beginning:"),
    };
    done.expect("writing to a string does not fail");
    if let Some(refused) = &first.refused {
        text.push_str("\n    the input is refused: ");
        text.push_str(&escape(&refused.text.en));
    }
    for part in &first.parts {
        text.push_str("\n    ");
        text.push_str(&escape(part));
    }
    for change in first.blocks.iter().take(BLOCKS_SHOWN) {
        let [x, y, z] = change.pos;
        let (old, new) = (change.old.id(), change.new.id());
        write!(text, "\n    block ({x}, {y}, {z}): {old} before, {new} now")
            .expect("writing to a string does not fail");
    }
    text.push_str("\n    Type accept to take the new version. 输入 accept 采用新版本。");
    text
}

fn stamps(folder: &Path) -> Stamps {
    let mut stamps = Stamps::new();
    let mut folders = vec![folder.to_owned()];
    // Links may form a cycle.
    let mut seen = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        if !folder.canonicalize().is_ok_and(|real| seen.insert(real)) {
            continue;
        }
        // What cannot be read just now is being replaced; the next look will see it.
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(meta) = std::fs::metadata(&path) else { continue };
            if meta.is_dir() {
                folders.push(path);
            } else if let Ok(changed) = meta.modified() {
                stamps.insert(path, (changed, meta.len()));
            }
        }
    }
    stamps
}

/// The lines of standard input.
fn lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, lines) = mpsc::unbounded_channel();
    let read = move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    // Without the thread there are no commands; saving files still works.
    let _ = std::thread::Builder::new().name("fangqi-terminal".to_owned()).spawn(read);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(pairs: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        pairs.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_change_concerns_its_map_with_all_variants_it_has_or_had() {
        let manifest = "[[variants]]\nid = \"small\"\n";
        let before = files(&[
            ("go/map.toml", manifest),
            ("go/rules.lua", "-- 1"),
            ("nim/map.toml", ""),
            ("lib/shared.lua", "-- 1"),
        ]);
        let with = |path: &str, text: &str| {
            let mut now = before.clone();
            now.insert(path.to_owned(), text.as_bytes().to_vec());
            Vec::from_iter(changed_maps(&before, &now))
        };
        assert!(with("nim/map.toml", "").is_empty());
        assert_eq!(with("nim/rules.lua", "-- new"), ["nim"]);
        assert_eq!(with("go/rules.lua", "-- 2"), ["go", "go:small"]);
        // A manifest that cannot be read, one without the variant, and one with another.
        assert_eq!(with("go/map.toml", "[[variants"), ["go", "go:small"]);
        assert_eq!(with("go/map.toml", ""), ["go", "go:small"]);
        let other = with("go/map.toml", "[[variants]]\nid = \"large\"\n");
        assert_eq!(other, ["go", "go:large", "go:small"]);
        assert_eq!(with("lib/shared.lua", "-- 2"), ["go", "go:small", "nim"]);
    }
}
