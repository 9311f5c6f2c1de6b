//! What tests of maps can inspect in a room beyond what players are shown.

use fangqi_plugin::WorldText;
use fangqi_protocol::PlayerId;

use super::room::Room;

impl Room {
    /// Whether anything is queued for the next input, such as an event that [`Self::evaluate`]
    /// raised.
    pub(crate) fn has_ready(&self) -> bool {
        !self.fold.ctx.host().ready.is_empty()
    }

    /// Position of a player's body, and its yaw and pitch; `None` if it has no body in the world.
    pub(crate) fn standing(&self, player: PlayerId) -> Option<([f64; 3], [f64; 2])> {
        self.fold.hooks().find_map(|hooks| hooks.standing(&self.fold.ctx, player))
    }

    /// All texts in the world: those on objects, at places and on boards.
    pub(crate) fn texts_in_world(&self) -> Vec<WorldText> {
        self.fold.hooks().flat_map(|hooks| hooks.texts(&self.fold.ctx)).collect()
    }
}
