use std::fmt::Debug;

use fangqi_protocol::{Act, Output, PlayerId, Pose, Rejection, Scene, Setting, Tick};
use serde::Serialize;
use serde_json::Value;

use crate::ctx::Ctx;
use crate::host::Fields;

/// What a plugin does in the life of a room by itself, besides what its modules do when scripts
/// call them. Each function does nothing unless the plugin says otherwise.
///
/// No function calls Lua; what scripts must hear of is queued with `Host::raise`.
pub trait Hooks: Debug + Sync {
    /// Prepares the state of a new room, before any script runs.
    fn opened(&self, ctx: &Ctx) {
        let _ = ctx;
    }

    /// Completes a state that was restored from a checkpoint.
    fn restored(&self, ctx: &Ctx) {
        let _ = ctx;
    }

    /// Whether somebody whom the room does not know may come in.
    ///
    /// # Errors
    /// Why not, for the player.
    fn admits(&self, ctx: &Ctx) -> Result<(), Rejection> {
        let _ = ctx;
        Ok(())
    }

    /// A player is there, before scripts hear of it.
    fn joined(&self, ctx: &Ctx, player: PlayerId, arrival: Arrival) {
        let _ = (ctx, player, arrival);
    }

    /// A player has come in or back, and scripts know it.
    fn entered(&self, ctx: &Ctx, player: PlayerId) {
        let _ = (ctx, player);
    }

    /// A player's last connection ended, before scripts hear of it.
    fn left(&self, ctx: &Ctx, player: PlayerId) {
        let _ = (ctx, player);
    }

    /// What events about a player's coming and leaving say of it besides who it is.
    fn player_fields(&self, ctx: &Ctx, fields: Fields, player: PlayerId) -> Fields {
        let _ = (ctx, player);
        fields
    }

    /// The next tick after the present one at which something happens by itself; `None` if nothing
    /// will.
    fn next_tick(&self, ctx: &Ctx) -> Option<Tick> {
        let _ = ctx;
        None
    }

    /// Lets what is due at the room's clock happen.
    fn tick(&self, ctx: &Ctx) {
        let _ = ctx;
    }

    /// Takes a click that answers no question; says whether it did something.
    fn clicked(&self, ctx: &Ctx, player: PlayerId, pos: [i32; 3]) -> bool {
        let _ = (ctx, player, pos);
        false
    }

    /// Adds what it knows of the surroundings of the board.
    fn setting(&self, ctx: &Ctx, setting: &mut Setting) {
        let _ = (ctx, setting);
    }

    /// Takes the position of a walking player; `None` if it knows of no walking.
    fn pose(&self, ctx: &Ctx, player: PlayerId, pose: &Pose) -> Option<Result<(), Rejection>> {
        let _ = (ctx, player, pose);
        None
    }

    /// Takes an act of a walking player; `None` if it knows of no walking.
    fn act(&self, ctx: &Ctx, player: PlayerId, act: &Act) -> Option<Result<(), Rejection>> {
        let _ = (ctx, player, act);
        None
    }

    /// What shows viewers its part of the room, of which they have seen nothing yet; `None` if
    /// [`PluginState::view`](super::PluginState::view) shows it or there is nothing to show.
    fn shows(&self) -> Option<Box<dyn Shows>> {
        None
    }

    /// Adds what a viewer sees to a scene.
    fn scene(&self, ctx: &Ctx, viewer: PlayerId, scene: &mut Scene) {
        let _ = (ctx, viewer, scene);
    }

    /// Parts of the state hash that rooms had before plugins had states, which must stay where they
    /// were; `None` for a plugin that came later.
    fn former_parts(&self, ctx: &Ctx) -> Option<FormerParts> {
        let _ = ctx;
        None
    }

    /// Texts in the world, for tests of maps.
    fn texts(&self, ctx: &Ctx) -> Vec<WorldText> {
        let _ = ctx;
        Vec::new()
    }

    /// Where a player's body is, for tests of maps; `None` if it has none.
    fn standing(&self, ctx: &Ctx, player: PlayerId) -> Option<Standing> {
        let _ = (ctx, player);
        None
    }

    /// What a viewer is shown besides blocks where players walk, for tests of maps; `None` for
    /// nothing.
    fn walk(&self, ctx: &Ctx, viewer: PlayerId) -> Option<Value> {
        let _ = (ctx, viewer);
        None
    }
}

/// Where a player's body is, for tests of maps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The middle of its feet, in blocks.
    pub pos: [f64; 3],
    /// Where it looks, in degrees.
    pub yaw: f64,
    /// In degrees; 90 looks straight down.
    pub pitch: f64,
    /// How often the room has moved it: see [`Pose::moved`].
    pub moved: u32,
}

/// How a player came to be present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Whether it has never been here before.
    pub is_new: bool,
    /// Whether it was away until now; otherwise it was here with another connection.
    pub was_away: bool,
}

/// What viewers have been shown of a plugin's part of a room, and how changes are shown.
pub trait Shows: Debug {
    /// Adds outputs for all that differs from what was shown.
    fn publish(&mut self, ctx: &Ctx, news: News, outputs: &mut Vec<Output>);
}

/// What may have changed since a plugin's part was last shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Anything, also what the plugin has taken no note of: the room went back to an earlier state.
    Everything,
    /// What happened in an input. `players`: players came, went, or have other names.
    Changes {
        /// Whether the list of players differs.
        players: bool,
    },
    /// A walking player's position and what follows from it, and nothing else: no script ran, and
    /// nothing fell due.
    Pose,
}

/// See [`Hooks::former_parts`].
#[derive(Debug, Default)]
pub struct FormerParts {
    /// Names and hashes of the parts before that of the plugins' states.
    pub early: Vec<(&'static str, u64)>,
    /// The number that is hashed together with the number of the next token.
    pub next_number: u32,
    /// Name and hash of the last part, if there is one. A hash of 0 does not count in that of the
    /// room.
    pub last: Option<(&'static str, u64)>,
}

/// A text in the world, for tests of maps.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorldText {
    /// Its number.
    pub id: u32,
    /// What it says, colour marks included.
    pub text: String,
    /// Where it is.
    pub at: [f64; 3],
    /// The object to which it is attached.
    pub of: Option<u64>,
    /// Letter height.
    pub size: f64,
    /// `0xrrggbb`.
    pub colour: u32,
    /// Alpha as the script set it.
    pub alpha: u8,
}
