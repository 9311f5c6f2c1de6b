//! The games of a room, what viewers are shown of them, and what they send.

use std::hash::{Hash, Hasher};

use fangqi_plugin::{
    EMPTY_STATE, Host, PluginInput, PluginState, RecordKind, StoredState, Viewer, decode_state,
    encode_state,
};
use fangqi_protocol::LocalText;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::rules::Position;

const KIND: RecordKind = RecordKind(*b"KALA");
const VERSION: u16 = 1;

/// The games of a room, by handle less one, and the one that is shown.
#[derive(Debug, Default, Hash, Serialize, Deserialize)]
pub(crate) struct Games {
    pub(crate) games: Vec<Position>,
    pub(crate) shown: Option<usize>,
}

/// The game shown, as the client draws it.
#[derive(Debug, Serialize, TS)]
pub(crate) struct Shown {
    /// Seeds in the pits and stores: seat 0's six pits and store, then seat 1's.
    pits: [u8; 14],
    /// The seat to move; null when the game is over.
    turn: Option<usize>,
    /// The pits that this viewer may sow now.
    legal: Vec<usize>,
}

/// What the client sends: a pit was chosen.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pick {
    /// The pit.
    pit: usize,
}

impl PluginState for Games {
    fn plugin(&self) -> &'static str {
        crate::NAME
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        if !self.games.is_empty() {
            Hash::hash(self, &mut hasher);
        }
    }

    fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
        if self.games.is_empty() { EMPTY_STATE } else { encode_state(KIND, VERSION, self) }
    }

    fn view(&self, viewer: Viewer) -> Option<serde_json::Value> {
        let game = self.games.get(self.shown?)?;
        let turn = (!game.is_over()).then_some(game.turn);
        let is_own = turn.is_some() && viewer.seat.map(usize::from) == turn;
        let legal = if is_own { game.legal().collect() } else { Vec::new() };
        serde_json::to_value(Shown { pits: game.pits, turn, legal }).ok()
    }
}

/// Restores the games of a room.
pub(crate) fn restore(stored: &StoredState) -> Result<Box<dyn PluginState>, String> {
    let games: Games = decode_state(KIND, VERSION, stored)?;
    match games.games.iter().all(|game| game.turn < 2) {
        true => Ok(Box::new(games)),
        false => Err("a game has more than two seats".to_owned()),
    }
}

/// A viewer chose a pit: scripts that listen to `Kalah.Pick` are told.
pub(crate) fn pick(host: &mut Host, input: &PluginInput<'_>) -> Result<(), LocalText> {
    let Pick { pit } = input.read()?;
    let seat = input.seat.ok_or_else(|| LocalText::new("你没有座位。", "You have no seat."))?;
    host.raise("Kalah.Pick", vec![("seat", seat.into()), ("pit", (pit as u64).into())]);
    Ok(())
}
