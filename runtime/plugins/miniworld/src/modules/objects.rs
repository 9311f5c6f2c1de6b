//! Objects as scripts name them.

use fangqi_binding::Refusal;
use fangqi_plugin::Call;
use fangqi_protocol::{FAR, PlayerId};

use super::support::player;
use crate::living::{Actor, Kind, Person};
use crate::modules::object::Obj;
use crate::room::{InRoom, MiniRoom};

/// The object a script means: 0 is the host of the room.
pub(super) fn object(room: &MiniRoom<'_>, obj: Obj) -> Result<u64, String> {
    let id = number(room, obj)?;
    room.actor(id).map(|_| id)
}

/// The object a script asks about, which may have been there until a moment ago.
pub(super) fn known<'r>(room: &'r MiniRoom<'_>, obj: Obj) -> Result<&'r Actor, String> {
    room.known_actor(number(room, obj)?)
}

fn number(room: &MiniRoom<'_>, obj: Obj) -> Result<u64, String> {
    match obj.0 {
        0 => Ok(player(room, PlayerId(0))?.0),
        id => Ok(id),
    }
}

/// The player a script means.
pub(super) fn person_id(room: &MiniRoom<'_>, obj: Obj) -> Result<u64, String> {
    Ok(player(room, PlayerId(obj.0))?.0)
}

/// Reads something of an object.
pub(super) fn of<R>(
    ctx: &Call<'_>,
    obj: Obj,
    read: impl FnOnce(&Actor) -> R,
) -> Result<(R,), Refusal> {
    Ok((read(known(&ctx.mini(), obj)?),))
}

/// Changes an object.
pub(super) fn change(
    ctx: &Call<'_>,
    obj: Obj,
    change: impl FnOnce(&mut Actor),
) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let id = object(&room, obj)?;
    change(room.actor_mut(id)?);
    Ok(())
}

/// Does something with an object.
pub(super) fn with<R>(
    ctx: &Call<'_>,
    obj: Obj,
    act: impl FnOnce(&mut MiniRoom<'_>, u64) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let mut room = ctx.mini();
    let id = object(&room, obj)?;
    act(&mut room, id)
}

/// Does something with a creature.
pub(super) fn with_creature<R>(
    ctx: &Call<'_>,
    obj: Obj,
    act: impl FnOnce(&mut MiniRoom<'_>, u64) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    with(ctx, obj, |room, id| match room.actor(id)?.kind {
        Kind::Creature { .. } => act(room, id),
        _ => Err(format!("object {id} is no creature").into()),
    })
}

/// Does something with a player.
pub(super) fn with_player<R>(
    ctx: &Call<'_>,
    obj: Obj,
    act: impl FnOnce(&mut MiniRoom<'_>, u64) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let mut room = ctx.mini();
    let id = person_id(&room, obj)?;
    act(&mut room, id)
}

/// Reads something that a player has besides a body.
pub(super) fn of_person<R>(
    ctx: &Call<'_>,
    obj: Obj,
    read: impl FnOnce(&Person) -> R,
) -> Result<(R,), Refusal> {
    let room = ctx.mini();
    let id = person_id(&room, obj)?;
    Ok((read(room.person(id)?),))
}

/// Changes something that a player has besides a body.
pub(super) fn change_person(
    ctx: &Call<'_>,
    obj: Obj,
    change: impl FnOnce(&mut Person),
) -> Result<(), Refusal> {
    with_player(ctx, obj, |room, id| {
        change(room.person_mut(id)?);
        Ok(())
    })
}

/// A point within the world.
pub(super) fn point(x: f64, y: f64, z: f64) -> Result<[f64; 3], String> {
    match [x, y, z].into_iter().find(|axis| axis.abs() > FAR) {
        Some(axis) => Err(format!("{axis} is further away than anything can be ({FAR} blocks)")),
        None => Ok([x, y, z]),
    }
}

/// A number that may not be negative or huge.
pub(super) fn amount(position: u32, name: &str, value: f64) -> Result<f64, String> {
    const MOST: f64 = 1e9;
    if (0.0..=MOST).contains(&value) {
        Ok(value)
    } else {
        Err(format!("argument {position}, {name}, must be from 0 to {MOST}, not {value}"))
    }
}

/// A count of items: at least 1.
pub(super) fn count(position: u32, name: &str, value: i32) -> Result<u32, String> {
    const MOST: i32 = 1_000_000;
    if (1..=MOST).contains(&value) {
        Ok(value.unsigned_abs())
    } else {
        Err(format!("argument {position}, {name}, must be from 1 to {MOST}, not {value}"))
    }
}
