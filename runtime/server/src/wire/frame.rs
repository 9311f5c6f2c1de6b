//! Encodes output of rooms as the frames that browsers receive.

use fangqi_protocol::{CellView, LocalText, OutputBody, Scene};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use super::{EffectView, ReplayHead, ServerMessage, binary};

/// One frame for browsers. Clones share the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A [`ServerMessage`].
    Text(Utf8Bytes),
    /// Blocks, as in [`binary`].
    Binary(Bytes),
}

impl Frame {
    /// Encodes a message as JSON.
    pub fn message(message: &ServerMessage) -> Self {
        // Serialization fails only for maps with keys that are not strings; the protocol has none.
        let json = serde_json::to_string(message).expect("server messages are plain data");
        Self::Text(json.into())
    }

    /// The first frame of a replay.
    pub fn replay_head(head: &ReplayHead) -> Self {
        // As above.
        let json = serde_json::to_string(head).expect("a replay's head is plain data");
        Self::Text(json.into())
    }

    /// A refusal, as [`ServerMessage::Refused`].
    pub fn refused(code: &str, text: LocalText) -> Self {
        Self::message(&ServerMessage::Refused { code: code.to_owned(), text })
    }

    /// Encodes one output of a room; `None` for an effect that browsers do not show.
    pub fn output(body: &OutputBody) -> Option<Self> {
        let message = match body {
            OutputBody::Cells(cells) => return Some(Self::cells(cells)),
            OutputBody::Effect(effect) => ServerMessage::Effect { effect: EffectView::of(effect) },
            OutputBody::Hud(change) => ServerMessage::Hud { change: change.clone() },
            OutputBody::Seats(seats) => ServerMessage::Seats { seats: seats.clone() },
            OutputBody::Players(players) => ServerMessage::Players { players: players.clone() },
            OutputBody::Request(request) => ServerMessage::Request { request: request.clone() },
            OutputBody::Marks(marks) => ServerMessage::Marks { marks: marks.clone() },
            OutputBody::Plugin(view) => ServerMessage::Plugin { view: view.clone() },
            OutputBody::PluginChange(change) => ServerMessage::PluginChange(change.clone()),
            OutputBody::Setting(setting) => ServerMessage::Setting { setting: setting.clone() },
            OutputBody::Chat { from, text } => {
                ServerMessage::Chat { from: *from, text: text.clone() }
            }
            OutputBody::Toast { kind, text } => {
                ServerMessage::Toast { kind: *kind, text: text.clone() }
            }
        };
        Some(Self::message(&message))
    }

    /// Changed cells.
    pub fn cells(cells: &[CellView]) -> Self {
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(5 + cells.len() * 16);
        bytes.push(binary::CELLS);
        bytes.extend_from_slice(&count.to_le_bytes());
        for cell in cells.iter().take(count as usize) {
            push_position(&mut bytes, cell.pos);
            bytes.extend_from_slice(&cell.state.to_le_bytes());
        }
        Self::Binary(bytes.into())
    }

    /// One chunk; `encoded` is the output of `fangqi_world::Chunk::encode_wire`.
    pub fn chunk(position: [i32; 3], encoded: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(13 + encoded.len());
        bytes.push(binary::CHUNK);
        push_position(&mut bytes, position);
        bytes.extend_from_slice(encoded);
        Self::Binary(bytes.into())
    }

    /// A frame that makes the client drop all blocks.
    pub fn clear() -> Self {
        Self::Binary(Bytes::from_static(&[binary::CLEAR]))
    }

    /// Everything that a viewer sees except blocks.
    pub fn scene(event: u64, scene: Scene) -> Self {
        Self::message(&ServerMessage::Scene {
            event,
            tick: scene.tick,
            effects: scene.effects.iter().map(EffectView::of).collect(),
            hud: Box::new(scene.hud),
            seats: scene.seats,
            players: scene.players,
            request: scene.request,
            marks: scene.marks,
            setting: scene.setting,
            plugins: scene.plugins,
        })
    }

    /// Whether this is a [`ServerMessage::Welcome`].
    pub(crate) fn is_welcome(&self) -> bool {
        self.is_of_type("welcome")
    }

    /// Whether this is a [`ServerMessage::Scene`].
    pub(crate) fn is_scene(&self) -> bool {
        self.is_of_type("scene")
    }

    /// Code and reason, if this is a [`ServerMessage::Bye`].
    pub(crate) fn goodbye(&self) -> Option<(String, LocalText)> {
        let Self::Text(text) = self else { return None };
        if !self.is_of_type("bye") {
            return None;
        }
        match serde_json::from_str(text) {
            Ok(ServerMessage::Bye { code, text }) => Some((code, text)),
            _ => None,
        }
    }

    /// The type is the first field of each message.
    fn is_of_type(&self, name: &str) -> bool {
        let Self::Text(text) = self else { return false };
        let rest = text.strip_prefix("{\"t\":\"").and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('"'))
    }

    /// Appends the frame as in a file of frames: `u8` kind (0 text, 1 binary), `u32` length in
    /// little-endian order, then the bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let (kind, bytes): (u8, &[u8]) = match self {
            Self::Text(text) => (0, text.as_bytes()),
            Self::Binary(bytes) => (1, bytes),
        };
        out.push(kind);
        out.extend_from_slice(&u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
        out.extend_from_slice(bytes);
    }

    /// Length in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}

impl From<Frame> for Message {
    fn from(frame: Frame) -> Self {
        match frame {
            Frame::Text(text) => Self::Text(text),
            Frame::Binary(bytes) => Self::Binary(bytes),
        }
    }
}

fn push_position(bytes: &mut Vec<u8>, position: [i32; 3]) {
    for coordinate in position {
        bytes.extend_from_slice(&coordinate.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_laid_out_as_documented() {
        let cells =
            [CellView { pos: [1, -2, 3], state: 0x0102_07DA }, CellView { pos: [0; 3], state: 0 }];
        let Frame::Binary(bytes) = Frame::cells(&cells) else { panic!("cells are binary") };
        let expected: Vec<u8> = [
            &[2u8][..],
            &[2, 0, 0, 0],
            &[1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 3, 0, 0, 0, 0xDA, 0x07, 0x02, 0x01],
            &[0; 16],
        ]
        .concat();
        assert_eq!(bytes, expected);
    }

    #[test]
    fn a_chunk_carries_its_position() {
        let Frame::Binary(bytes) = Frame::chunk([0, 1, -1], &[9, 8]) else {
            panic!("a chunk is binary")
        };
        assert_eq!(bytes[..], [1, 0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 9, 8]);
    }
}
