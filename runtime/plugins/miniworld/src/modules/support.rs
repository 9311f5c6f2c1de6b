//! What several modules of the dialect need.

use fangqi_binding::Refusal;
use fangqi_binding::args::Direction;
use fangqi_plugin::{Call, Player};
use fangqi_protocol::{Audience, LocalText, PlayerId};
use fangqi_world::{BlockId, BlockState, EffectChange, IVec3};

use crate::room::{InRoom, MiniRoom};

/// The player a script means: 0 is the room's host.
pub(super) fn player(room: &MiniRoom<'_>, uin: PlayerId) -> Result<PlayerId, String> {
    if uin.0 == 0 {
        return room.players.host().ok_or_else(|| "nobody is in the room".to_owned());
    }
    match room.players.get(uin) {
        Some(player) => Ok(player.id),
        None => Err(format!("there is no player {}", uin.0)),
    }
}

/// Reads something of a player.
pub(super) fn of_player<R>(
    ctx: &Call<'_>,
    uin: PlayerId,
    read: impl FnOnce(&Player) -> R,
) -> Result<(R,), Refusal> {
    let room = ctx.mini();
    let uin = player(&room, uin)?;
    let player = room.players.get(uin).ok_or("the player is gone")?;
    Ok((read(player),))
}

/// Changes something of a player.
pub(super) fn change_player(
    ctx: &Call<'_>,
    uin: PlayerId,
    change: impl FnOnce(&mut Player),
) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let uin = player(&room, uin)?;
    change(room.players.get_mut(uin).ok_or("the player is gone")?);
    Ok(())
}

/// Whom a message is for: nil and 0 are everyone.
pub(super) fn audience(room: &MiniRoom<'_>, uin: Option<PlayerId>) -> Result<Audience, String> {
    match uin {
        None | Some(PlayerId(0)) => Ok(Audience::All),
        Some(uin) => player(room, uin).map(Audience::Player),
    }
}

/// Players who are present, in order of arrival: `alive` is 1 for the living and 0 for the dead, of
/// whom a board has none; every other number, such as -1 and 2, is for all.
pub(super) fn present(room: &MiniRoom<'_>, alive: Option<i32>) -> Vec<u64> {
    let dead = |id: &u64| room.actor(*id).is_ok_and(|actor| actor.dead);
    let asked = |id: &u64| match alive {
        Some(0) => dead(id),
        Some(1) => !dead(id),
        _ => true,
    };
    room.present_players().into_iter().filter(asked).collect()
}

/// A block with its facing.
pub(super) fn facing(blockid: u16, face: Direction) -> BlockState {
    BlockState::new(BlockId(blockid), face.0.map_or(0, u8::from))
}

/// Writes a cell.
pub(super) fn set_block(ctx: &Call<'_>, pos: IVec3, state: BlockState) -> Result<(), Refusal> {
    Ok(ctx.mini().change_block(pos.to_array(), state)?)
}

/// Makes an effect, and shows it if anything changed or if it is over as soon as it is seen.
pub(super) fn show(
    room: &mut MiniRoom<'_>,
    audience: Audience,
    change: EffectChange,
) -> Result<(), Refusal> {
    let undo = room.effects.apply(change.clone())?;
    if undo.is_none() && !matches!(change, EffectChange::PlaySound { .. }) {
        return Ok(());
    }
    let sent = room.outbox.effect(audience, change);
    if let (Err(_), Some(undo)) = (&sent, undo) {
        // It was there a moment ago, so it fits.
        let _ = room.effects.apply(undo);
    }
    Ok(sent?)
}

/// How many times as long as a player's line a script's may be: help texts and lists.
const LONGER: usize = 4;

/// Refuses a text that is longer than a script's line of chat may be.
pub(super) fn check_text(
    room: &MiniRoom<'_>,
    position: u32,
    name: &str,
    text: &LocalText,
) -> Result<(), String> {
    let max = room.limits.chat_chars * LONGER;
    if text.zh.chars().count().max(text.en.chars().count()) > max {
        return Err(format!("argument {position}, {name}, is longer than {max} characters"));
    }
    Ok(())
}

/// The answer to a yes-or-no question as a code.
pub(super) fn yes(answer: bool) -> Result<(), Refusal> {
    if answer { Ok(()) } else { Err(Refusal::no()) }
}
