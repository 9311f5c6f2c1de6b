//! Opening, holding, hibernating and waking rooms of the Xiangqi map.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use fangqi_protocol::{Input, PlayerId};
use fangqi_room::plugin::cause;
use fangqi_room::{FileSource, MapPackage, Room};

use super::{Figure, median, open, seconds};

use crate::plugins::PLUGINS;

/// Rooms held at once to measure the memory of one.
const ROOMS: usize = 64;
/// Inputs of the room that is hibernated.
const INPUTS: u64 = 200;
/// Inputs between checkpoints.
const CHECKPOINT_EVERY: u64 = 64;
/// Wakings timed.
const WAKINGS: usize = 15;

/// Measures the life of rooms.
pub(super) fn measure(maps: &dyn FileSource) -> anyhow::Result<Vec<Figure>> {
    let package = MapPackage::load(maps, "xiangqi", PLUGINS)?;
    let package = Arc::new(package);
    drop(open(&package)?);
    let before = resident_bytes()?;
    let mut rooms = Vec::with_capacity(ROOMS);
    let mut times = Vec::with_capacity(ROOMS);
    for _ in 0..ROOMS {
        let (time, room) = seconds(|| open(&package));
        rooms.push(room?);
        times.push(time * 1e3);
    }
    let each = (resident_bytes()? - before) / ROOMS as f64 / 1024.0;
    drop(rooms);
    let (bytes, wake) = hibernation(played(&package, false)?)?;
    let (stored, resume) = hibernation(played(&package, true)?)?;
    let store = storing(&package)?;
    Ok(vec![
        Figure { what: "live Xiangqi room, resident", value: each, unit: "KiB", target: 700.0 },
        Figure { what: "opening it", value: median(times), unit: "ms", target: 4.0 },
        Figure { what: "hibernated after 200 inputs", value: bytes, unit: "KiB", target: 20.0 },
        Figure { what: "awake again", value: wake, unit: "ms", target: 10.0 },
        Figure { what: "hibernated with checkpoints", value: stored, unit: "KiB", target: 20.0 },
        Figure { what: "awake from its checkpoint", value: resume, unit: "ms", target: 4.0 },
        Figure {
            what: "storing it and going on from there",
            value: store,
            unit: "ms",
            target: 4.0,
        },
    ])
}

/// KiB of a hibernated room, and milliseconds to wake it.
fn hibernation(mut room: Room) -> anyhow::Result<(f64, f64)> {
    let mut times = Vec::with_capacity(WAKINGS);
    let mut bytes = 0.0;
    for _ in 0..WAKINGS {
        let asleep = room.hibernate();
        bytes = asleep.memory_bytes() as f64 / 1024.0;
        let (time, awake) = seconds(|| asleep.wake());
        room = awake.map_err(cause)?;
        times.push(time * 1e3);
    }
    Ok((bytes, median(times)))
}

/// Milliseconds of a checkpoint.
fn storing(package: &Arc<MapPackage>) -> anyhow::Result<f64> {
    let mut room = played(package, true)?;
    let mut times = Vec::with_capacity(WAKINGS);
    for _ in 0..WAKINGS {
        let tick = room.tick();
        let (time, stored) = seconds(|| room.checkpoint(tick));
        stored?;
        times.push(time * 1e3);
    }
    Ok(median(times))
}

/// A room in which two people have clicked their way through the middle of a game, with or without
/// checkpoints.
fn played(package: &Arc<MapPackage>, checkpoints: bool) -> anyhow::Result<Room> {
    let mut room = open(package)?;
    let players = [PlayerId(1001), PlayerId(1002)];
    for (seat, player) in (0..).zip(players) {
        room.apply(0, Input::Join { player, name: "bench".into() });
        room.apply(0, Input::SetComputer { player, seat, level: None });
        room.apply(0, Input::Sit { player, seat });
    }
    let mut turn = 0_usize;
    while room.event() < INPUTS {
        let tick = room.event() * 20;
        let asked = players.iter().find_map(|player| {
            let request = room.scene(*player).request?;
            Some((*player, request))
        });
        let Some((player, request)) = asked else {
            return Err(anyhow!("the Xiangqi map asks no player for a move"));
        };
        turn += 7;
        let path = request.choices[turn % request.choices.len()].path.clone();
        for pos in path {
            room.apply(tick, Input::Click { player, pos, face: 5 });
        }
        let last = room.last_checkpoint().map_or(0, |(record, _)| record);
        if checkpoints && room.event() >= last + CHECKPOINT_EVERY {
            room.checkpoint(tick)?;
        }
    }
    Ok(room)
}

/// Memory of this process that is in RAM.
fn resident_bytes() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/statm")
        .context("resident memory can be read on Linux only")?;
    let pages: f64 =
        text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(f64::NAN);
    Ok(pages * 4096.0)
}
