use fangqi_protocol::{LocalText, PlayerId, SeatIndex};
use serde::de::DeserializeOwned;

use crate::host::Host;

/// Applies a player's input to a plugin. A refusal is a sentence for the player; nothing may have
/// changed by then.
pub type ApplyInput = fn(&mut Host, &PluginInput<'_>) -> Result<(), LocalText>;

/// What a player's page sends to a plugin. The log keeps it as it is.
#[derive(Debug, Clone, Copy)]
pub struct PluginInput<'a> {
    /// The player, who is present.
    pub player: PlayerId,
    /// The player's seat; `None` for a spectator.
    pub seat: Option<SeatIndex>,
    /// Version of the payload's form. A plugin reads all versions that it ever had, because logs
    /// hold them.
    pub version: u16,
    /// JSON text, at most a few KiB. Nothing else is known about it: it comes from outside.
    pub payload: &'a str,
}

impl PluginInput<'_> {
    /// The payload as a `T`, which is not written as a list: serde would take the items of a list
    /// for the fields of a struct.
    ///
    /// # Errors
    /// What is wrong with it, for the player.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, LocalText> {
        let read = match self.payload.trim_start().starts_with('[') {
            true => Err(serde::de::Error::custom("a list")),
            false => serde_json::from_str(self.payload),
        };
        read.map_err(|error: serde_json::Error| {
            let (zh, en) = (format!("看不懂：{error}"), format!("This is not understood: {error}"));
            LocalText::new(zh, en)
        })
    }
}
