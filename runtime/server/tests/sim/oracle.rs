//! What must always be so.

use fangqi_room::{Room, RoomOptions};
use fangqi_server::log::RoomLog;
use fangqi_server::session::RoomId;
use fangqi_server::wire::Frame;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Line};
use crate::maps::{SECRET_BLOCK, SECRET_WORD};
use crate::model::{Got, Model, decode};
use crate::sim::{Fault, Sim};
use crate::store::Log;
use crate::trace;

/// Longest list of things that may wait for the log of one room.
const WAITING_MAX: usize = 20_000;

/// No room is awake in two places.
pub(crate) fn in_one_place(sim: &Sim) -> Result<(), Fault> {
    let awake = sim.server.awake();
    match awake.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("room {} is awake twice", pair[0])),
        None => Ok(()),
    }
}

/// Does the next thing of a shard; a room that recorded nothing must be the same as before.
pub(crate) fn unchanged_unless_recorded(sim: &mut Sim, shard: usize) -> Result<(), Fault> {
    let state = |sim: &Sim, room: &RoomId| {
        sim.server
            .look(room)
            .map(|look| ((look.incarnation(), look.event()), look.parts(), look.waiting()))
    };
    let before: Vec<_> =
        sim.server.awake().into_iter().map(|room| (state(sim, &room), room)).collect();
    sim.server.step(shard);
    in_one_place(sim)?;
    for (old, room) in before {
        let (Some((old, parts, _)), Some((new, parts_now, waiting))) = (old, state(sim, &room))
        else {
            continue;
        };
        if old == new && parts != parts_now {
            let changed = parts.iter().zip(&parts_now).filter(|(a, b)| a != b);
            let names: Vec<_> = changed.map(|(part, _)| part.0).collect();
            let event = old.1;
            return Err(format!(
                "room {room} changed without a record after event {event}: {names:?}"
            ));
        }
        if waiting > WAITING_MAX {
            return Err(format!("{waiting} things wait in room {room}"));
        }
    }
    Ok(())
}

/// Whether a frame is part of what an event changed.
pub(crate) fn is_detail(message: &Message) -> bool {
    match message {
        Message::Text(text) => ["hud", "seats", "players"]
            .iter()
            .any(|tag| text.contains(&format!("{{\"t\":\"{tag}\""))),
        Message::Binary(bytes) => bytes.first() == Some(&fangqi_server::wire::binary::CELLS),
        _ => false,
    }
}

/// Whether a frame holds something that only one player may know.
pub(crate) fn is_secret(message: &Message) -> bool {
    matches!(message, Message::Text(text) if text.contains(SECRET_WORD))
}

/// Nothing private of another player is in a frame.
pub(crate) fn secrets(client: &Client, message: &Message) -> Result<(), Fault> {
    let Some(you) = client.you else { return Ok(()) };
    if let Message::Text(text) = message {
        for (at, word) in text.match_indices(SECRET_WORD) {
            let rest = &text[at + word.len()..];
            let Some((number, _)) = rest.split_once('!') else { continue };
            if number.parse() == Ok(you.0) || number.parse::<u64>().is_err() {
                continue;
            }
            return Err(format!("{you:?} is sent a text for {number} only: {text}"));
        }
    }
    let states: Vec<u32> = match decode(message)? {
        Some(Got::Cells(cells)) => cells.into_iter().map(|(_, state)| state).collect(),
        Some(Got::Chunk { states, .. }) => states,
        _ => Vec::new(),
    };
    for state in states.into_iter().filter(|state| *state as u16 == SECRET_BLOCK) {
        let owner = 1000 + u64::from(state >> 16 & 0xFF);
        if owner != you.0 {
            return Err(format!("{you:?} is sent a block that only {owner} may see"));
        }
    }
    Ok(())
}

/// All that must hold in a quiet moment.
pub(crate) fn check(sim: &mut Sim) -> Result<(), Fault> {
    sim.stats.checks += 1;
    let panics = trace::take_panics();
    if !panics.is_empty() {
        return Err(format!("panics: {panics:?}"));
    }
    let alarms = trace::take_alarms();
    let telling = ["starts anew", "cannot be made again", "panicked", "without a reason"];
    if !std::mem::take(&mut sim.disk_failed)
        && let Some(alarm) =
            alarms.iter().find(|line| telling.iter().any(|word| line.contains(word)))
    {
        return Err(format!("nothing failed, yet the server says: {alarm}"));
    }
    for (room, promise) in sim.store.promises() {
        if let Some(broken) = sim.store.broken_promise(&room, &promise) {
            return Err(format!("room {room}: {broken}"));
        }
        check_room(sim, &room)?;
    }
    sim.clients.iter().try_for_each(|client| check_client(sim, client))
}

/// What is in the log makes the very room that is alive.
fn check_room(sim: &Sim, room: &RoomId) -> Result<(), Fault> {
    let Some(look) = sim.server.look(room) else { return Ok(()) };
    if !look.is_settled() {
        return Err(format!("room {room} still has {} things waiting", look.waiting()));
    }
    let log = Log(std::sync::Arc::clone(&sim.store));
    let stored = log.read(room).map_err(|error| error.to_string())?;
    let (package, options) = look.source();
    // As a server does that makes the room again.
    let options = RoomOptions { repackaged: stored.repackaged, ..options };
    let first = stored.first_event - 1;
    let events = first + stored.records.len() as u64;
    if events != look.event() {
        return Err(format!("room {room} is at {}, its log at {events}", look.event()));
    }
    let checkpoint = stored.checkpoint.map(|(_, bytes)| bytes);
    for checkpoint in [None, checkpoint.as_deref()] {
        if first > 0 && checkpoint.is_none() {
            continue;
        }
        let from = if checkpoint.is_some() { "its checkpoint" } else { "its first input" };
        let (package, options) = (std::sync::Arc::clone(&package), options.clone());
        let records = stored.records.clone();
        let again = Room::resume_since(package, options, first, records, checkpoint)
            .map_err(|error| format!("room {room} cannot be made from {from}: {error}"))?;
        if again.state_hash() != look.hash() {
            let (one, other) = (look.parts(), again.state_parts());
            let parts = one.iter().zip(other).filter(|(one, other)| **one != *other);
            let parts: Vec<_> = parts.map(|((part, _), _)| *part).collect();
            let map = look.map();
            return Err(format!("room {room} ({map}) is another made from {from}: {parts:?}"));
        }
    }
    Ok(())
}

/// What a connected client shows is what the room would show a newcomer in its place.
fn check_client(sim: &Sim, client: &Client) -> Result<(), Fault> {
    if client.line == Line::Down {
        return match client.stays_away() {
            true => Ok(()),
            false => Err(format!("client {} is not let in: {:?}", client.number, client.away)),
        };
    }
    let (Some(you), true) = (client.you, client.live) else {
        return Err(format!("client {} waits for its welcome", client.number));
    };
    let Some(look) = sim.server.look(&client.room) else {
        return Err(format!("client {} is in a room that sleeps", client.number));
    };
    if client.after != Some(look.event()) {
        let (number, after, event) = (client.number, client.after, look.event());
        return Err(format!("client {number} is at event {after:?}, its room at {event}"));
    }
    if client.unfinished() > 0 {
        return Err(format!("client {} has frames of no event", client.number));
    }
    let mut wanted = Model::default();
    for frame in look.scene(you) {
        if let Some(got) = decode(&Message::from(Frame::clone(&frame)))? {
            wanted.take(got);
        }
    }
    match client.model.difference(&wanted) {
        None => Ok(()),
        Some(difference) => {
            Err(format!("client {} ({you:?}) does not see what is: {difference}", client.number))
        }
    }
}
