//! `fangqi upgrade --dry-run`: what this version of the program would make of a data folder.
//!
//! A server upgrades its folder by itself when it starts. This does the same to a copy, and opens
//! every room of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use fangqi_room::PackageDigest;
use fangqi_server::log::backup;
use fangqi_server::log::{RoomLog, SqliteLog};
use fangqi_text::Escaped;

use crate::counted::counted;
use crate::maps::MapFolder;
use crate::replay;

/// Arguments of `fangqi upgrade`.
#[derive(Debug, Args)]
pub(crate) struct UpgradeArgs {
    /// Change nothing, but say what would change. A server upgrades its folder by itself when it
    /// starts.
    #[arg(long, required = true)]
    dry_run: bool,
    /// The folder that rooms are kept in; a server may be using it.
    #[arg(long)]
    data: PathBuf,
    /// Make the copy that is upgraded in this empty folder, and leave it there.
    #[arg(long, value_name = "FOLDER")]
    copy: Option<PathBuf>,
    /// Open only this number of rooms, the newest; all without a number.
    #[arg(long, value_name = "COUNT")]
    rooms: Option<usize>,
    /// A folder of more maps, as the server is given.
    #[arg(long)]
    maps: Option<PathBuf>,
}

/// `fangqi upgrade`
pub(crate) fn run(args: &UpgradeArgs) -> anyhow::Result<()> {
    let folder = MapFolder::read(args.maps.as_deref())?;
    let usual = std::env::temp_dir().join(format!("fangqi-upgrade-{}", std::process::id()));
    let copy = args.copy.as_deref().unwrap_or(&usual);
    let told = tried(args, copy, &folder);
    if args.copy.is_none() && copy.exists() {
        std::fs::remove_dir_all(copy)
            .with_context(|| format!("{} cannot be removed", copy.display()))?;
    }
    let lost = told?;
    if lost > 0 {
        let lost = counted(lost, "room");
        bail!("{lost} would not be restored as before; stay with the version that played them");
    }
    Ok(())
}

/// Upgrades a copy and prints what comes of it. Returns the number of rooms that are not as they
/// were.
fn tried(args: &UpgradeArgs, copy: &Path, maps: &MapFolder) -> anyhow::Result<usize> {
    let copied = backup::copy(&args.data, copy)?;
    let log = SqliteLog::open(copy)?;
    let upgraded = backup::bytes_in(copy)?;
    let (from, to) = (copied.contents.schema, SqliteLog::SCHEMA);
    match from == to {
        true => println!("schema  {to}, as it is"),
        false => println!("schema  {from} becomes {to}"),
    }
    println!("disk    {} bytes become {upgraded}", copied.bytes);
    let mut rooms = log.rooms()?;
    let all = rooms.len();
    rooms.drain(..all.saturating_sub(args.rooms.unwrap_or(all)));
    let (mut kept, mut lost) = (BTreeMap::<_, usize>::new(), 0);
    for (room, meta) in &rooms {
        *kept.entry((meta.map.clone(), meta.package)).or_default() += 1;
        let stored = log.read(room).map_err(anyhow::Error::from);
        if let Err(error) =
            stored.and_then(|stored| replay::check(room, stored, args.maps.as_deref()))
        {
            lost += 1;
            println!("room    {room} of {}: {}", Escaped(&meta.map), Escaped(format!("{error:#}")));
        }
    }
    println!("rooms   {} of {all} opened, {} as they were", rooms.len(), rooms.len() - lost);
    for ((map, package), count) in kept {
        println!("map     {}: {}", Escaped(&map), newest(maps, &map, package, count));
    }
    Ok(lost)
}

/// What a map's rooms are played with from now on, beside what the program has now.
fn newest(maps: &MapFolder, map: &str, package: PackageDigest, rooms: usize) -> String {
    let rooms = counted(rooms, "room");
    if package.is_unknown() {
        return format!("{rooms} without a package, played with the map as it is now");
    }
    match maps.load(map) {
        Ok(now) if now.digest() == package => format!("{rooms} with the newest package"),
        Ok(now) => {
            format!("{rooms} with package {package}, as before; the newest is {}", now.digest())
        }
        Err(_) => {
            format!("{rooms} with package {package}, as before; the program has no such map now")
        }
    }
}
