use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use fangqi_protocol::PlayerId;
use fangqi_world::{BlockId, BlockState, IVec3, ViewerId};

use super::support::player;
use crate::room::{InRoom, MiniRoom};

lua_module! {
    /// Private views: cells that look different to different players. A concealed cell is hidden
    /// from everyone, spectators and later comers too, until it is revealed to a player by name;
    /// what a player may not see is never sent to it.
    pub static VIEW = "View", Value;

    /// Hides a cell from everyone behind a block, such as the back of a card. A viewer to whom it
    /// was revealed sees the cover again.
    /// Example: `View:conceal(4, 1, 0, 3000)`
    fn conceal(ctx, x: i32, y: i32, z: i32, cover: u16, data: Option<u8>) -> (done: bool) {
        let state = BlockState::new(BlockId(cover), data.unwrap_or(0));
        change(&ctx, [x, y, z], None, |room, pos| {
            check_block(room, state)?;
            Ok(room.views.conceal(pos, state)?)
        })
    }

    /// Lets one player see what a concealed cell really holds.
    /// Example: `View:reveal(4, 1, 0, uin)`
    fn reveal(ctx, x: i32, y: i32, z: i32, uin: PlayerId) -> (done: bool) {
        change(&ctx, [x, y, z], Some(ViewerId(uin.0)), |room, pos| {
            let viewer = viewer(room, uin)?;
            Ok(room.views.reveal(pos, viewer)?)
        })
    }

    /// Shows one player a block that is not there; everyone else sees what they saw.
    /// Example: `View:mask(4, 1, 0, uin, 3001)`
    fn mask(ctx, x: i32, y: i32, z: i32, uin: PlayerId, blockid: u16, data: Option<u8>)
        -> (done: bool) {
        let state = BlockState::new(BlockId(blockid), data.unwrap_or(0));
        change(&ctx, [x, y, z], Some(ViewerId(uin.0)), |room, pos| {
            check_block(room, state)?;
            let viewer = viewer(room, uin)?;
            Ok(room.views.mask(viewer, pos, state)?)
        })
    }

    /// Takes back what was revealed or masked for one player, who then sees what everyone sees.
    /// Example: `View:forget(4, 1, 0, uin)`
    fn forget(ctx, x: i32, y: i32, z: i32, uin: PlayerId) -> (done: bool) {
        change(&ctx, [x, y, z], Some(ViewerId(uin.0)), |room, pos| {
            let viewer = viewer(room, uin)?;
            room.views.forget(pos, viewer);
            Ok(())
        })
    }

    /// Makes a cell plain again: everyone sees what it really holds.
    /// Example: `View:clear(4, 1, 0)`
    fn clear(ctx, x: i32, y: i32, z: i32) -> (done: bool) {
        change(&ctx, [x, y, z], None, |room, pos| {
            room.views.clear(pos);
            Ok(())
        })
    }
}

/// Changes who sees what in a cell, and notes that it has to be shown again: to the viewer `of`
/// alone, if it is that one's view; others are not to learn even that it has changed.
fn change(
    ctx: &Call<'_>,
    pos: [i32; 3],
    of: Option<ViewerId>,
    body: impl FnOnce(&mut MiniRoom<'_>, IVec3) -> Result<(), Refusal>,
) -> Result<(bool,), Refusal> {
    let mut room = ctx.mini();
    let pos = IVec3::from(pos);
    if !fangqi_world::Bounds::contains(pos) {
        return Err(format!("cell {pos} is outside the world").into());
    }
    // A view costs as much to show as a block change.
    room.charge_edits(1)?;
    body(&mut room, pos)?;
    room.view_changes.push((pos, of));
    Ok((true,))
}

fn viewer(room: &MiniRoom<'_>, uin: PlayerId) -> Result<ViewerId, String> {
    player(room, uin).map(|player| ViewerId(player.0))
}

fn check_block(room: &MiniRoom<'_>, state: BlockState) -> Result<(), String> {
    if room.world.registry().contains(state.id()) {
        Ok(())
    } else {
        Err(format!("there is no block with id {}", state.id()))
    }
}
