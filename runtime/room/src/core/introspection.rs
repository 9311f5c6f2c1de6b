//! What tests of maps can inspect in a room beyond what players are shown.

use fangqi_plugin::{Standing, WorldText};
use fangqi_protocol::PlayerId;
use serde_json::Value;

use super::room::Room;

impl Room {
    /// Whether anything is queued for the next input, such as an event that [`Self::evaluate`]
    /// raised.
    pub(crate) fn has_ready(&self) -> bool {
        !self.fold.ctx.host().ready.is_empty()
    }

    /// Where a player's body is; `None` if it has none in the world.
    pub(crate) fn standing(&self, player: PlayerId) -> Option<Standing> {
        self.fold.hooks().find_map(|hooks| hooks.standing(&self.fold.ctx, player))
    }

    /// What a viewer is shown besides blocks where players walk.
    pub(crate) fn walk(&self, viewer: PlayerId) -> Option<Value> {
        self.fold.hooks().find_map(|hooks| hooks.walk(&self.fold.ctx, viewer))
    }

    /// All texts in the world: those on objects, at places and on boards.
    pub(crate) fn texts_in_world(&self) -> Vec<WorldText> {
        self.fold.hooks().flat_map(|hooks| hooks.texts(&self.fold.ctx)).collect()
    }
}
