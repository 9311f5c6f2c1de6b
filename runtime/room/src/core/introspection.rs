//! What tests of maps can inspect in a room beyond what players are shown.

use serde::Serialize;

use super::room::Room;
use fangqi_protocol::{GraphEnd, PlayerId};

/// Colour of texts that have none of their own.
const WHITE: u32 = 0x00ff_ffff;

/// A text in the world, for tests of maps.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct WorldText {
    /// Its number.
    id: u32,
    /// What it says, colour marks included.
    text: String,
    /// Where it is.
    at: [f64; 3],
    /// The object to which it is attached.
    of: Option<u64>,
    /// Letter height.
    size: f64,
    /// `0xrrggbb`.
    colour: u32,
    /// Alpha as the script set it.
    alpha: u8,
}

impl Room {
    /// Whether anything is queued for the next input, such as an event that [`Self::evaluate`]
    /// raised.
    pub(crate) fn has_ready(&self) -> bool {
        !self.fold.ctx.host().ready.is_empty()
    }

    /// Position of a player's body, and its yaw and pitch; `None` if it has no body in the world.
    pub(crate) fn standing(&self, player: PlayerId) -> Option<([f64; 3], [f64; 2])> {
        let host = self.fold.ctx.host();
        let actor = host.actor(player.0).ok()?;
        Some((actor.pos, [actor.yaw, actor.pitch]))
    }

    /// All texts in the world: those on objects, at places and on boards.
    pub(crate) fn texts_in_world(&self) -> Vec<WorldText> {
        let host = self.fold.ctx.host();
        let graphs = host.sim.scenery.graphs.iter().filter(|(_, graph)| !graph.text.is_empty());
        let walked = graphs.map(|(id, graph)| {
            let (at, of) = match graph.from {
                GraphEnd::At(at) => (at, None),
                GraphEnd::Object(of) => {
                    (host.actor(of).map_or([0.0; 3], |body| body.pos), Some(of))
                }
            };
            let at = [0, 1, 2].map(|axis| at[axis] + graph.offset[axis]);
            let (text, size) = (graph.text.clone(), graph.size);
            WorldText { id: *id, text, at, of, size, colour: graph.colour, alpha: graph.alpha }
        });
        let board = host.graphics.iter().map(|(id, graphic)| WorldText {
            id: *id,
            text: graphic.title.clone(),
            at: [graphic.at[0] + graphic.shift[0], graphic.at[1] + graphic.shift[1], graphic.at[2]],
            of: None,
            size: f64::from(graphic.font),
            colour: WHITE,
            alpha: graphic.alpha,
        });
        walked.chain(board).collect()
    }
}
