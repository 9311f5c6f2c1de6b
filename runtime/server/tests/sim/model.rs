//! What a browser knows of its room: the same decoding and the same merging of changes, written
//! a second time from the description of the wire.

use std::collections::BTreeMap;

use fangqi_plugin_miniworld::WalkScene;
use fangqi_protocol::{Hud, HudChange, Mark, PlayerView, RequestView, SeatView, Setting};
use fangqi_server::wire::{EffectView, ServerMessage, binary};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

const CHUNK_CELLS: usize = 4096;

/// A frame as a client understands it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Got {
    Message(Box<ServerMessage>),
    Chunk { at: [i32; 3], states: Vec<u32> },
    Cells(Vec<([i32; 3], u32)>),
    Clear,
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (head, tail) = self.0.split_first_chunk().ok_or("the frame is cut short")?;
        self.0 = tail;
        Ok(*head)
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.take().map(u32::from_le_bytes)
    }

    fn position(&mut self) -> Result<[i32; 3], String> {
        let mut read = || self.take().map(i32::from_le_bytes);
        Ok([read()?, read()?, read()?])
    }
}

fn decode_blocks(bytes: &[u8]) -> Result<Got, String> {
    let mut reader = Reader(bytes);
    let got = match reader.take::<1>()?[0] {
        binary::CLEAR => Got::Clear,
        binary::CELLS => {
            let count = reader.u32()? as usize;
            if reader.0.len() != count * 16 {
                return Err(format!("{count} cells in {} bytes", reader.0.len()));
            }
            let cells = (0..count).map(|_| Ok((reader.position()?, reader.u32()?)));
            Got::Cells(cells.collect::<Result<_, String>>()?)
        }
        binary::CHUNK => {
            let at = reader.position()?;
            let length = usize::from(u16::from_le_bytes(reader.take()?));
            if length == 0 || length > CHUNK_CELLS {
                return Err(format!("a palette of {length}"));
            }
            let palette: Vec<u32> = (0..length).map(|_| reader.u32()).collect::<Result<_, _>>()?;
            if length == 1 {
                Got::Chunk { at, states: vec![palette[0]; CHUNK_CELLS] }
            } else {
                let [form] = reader.take()?;
                let mut states = Vec::with_capacity(CHUNK_CELLS);
                while states.len() < CHUNK_CELLS {
                    let index = match length {
                        2..=256 => usize::from(reader.take::<1>()?[0]),
                        _ => usize::from(u16::from_le_bytes(reader.take()?)),
                    };
                    let state = *palette.get(index).ok_or("beyond the palette")?;
                    let run = match form {
                        0 => 1,
                        1 => usize::from(u16::from_le_bytes(reader.take()?)),
                        other => return Err(format!("cells in form {other}")),
                    };
                    if run == 0 {
                        return Err("an empty run".to_owned());
                    }
                    states.extend(std::iter::repeat_n(state, run));
                }
                if states.len() > CHUNK_CELLS {
                    return Err(format!("{} cells in a chunk", states.len()));
                }
                Got::Chunk { at, states }
            }
        }
        kind => return Err(format!("a frame of kind {kind}")),
    };
    if reader.0.is_empty() { Ok(got) } else { Err(format!("{} bytes too many", reader.0.len())) }
}

/// Decodes a frame of the server; `None` for one of the WebSocket's own.
pub(crate) fn decode(message: &Message) -> Result<Option<Got>, String> {
    match message {
        Message::Text(text) => serde_json::from_str(text)
            .map(|message| Some(Got::Message(Box::new(message))))
            .map_err(|error| format!("{error}: {}", text.as_str())),
        Message::Binary(bytes) => decode_blocks(bytes).map(Some),
        _ => Ok(None),
    }
}

/// All a viewer is shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Model {
    pub(crate) hud: Hud,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) players: Vec<PlayerView>,
    pub(crate) request: Option<RequestView>,
    pub(crate) marks: Vec<Mark>,
    setting: Option<Setting>,
    /// What plugins show.
    plugins: BTreeMap<String, Value>,
    /// Running particles and texts by what names them.
    effects: BTreeMap<String, EffectView>,
    /// Chunks that are not all air.
    chunks: BTreeMap<[i32; 3], Vec<u32>>,
}

impl Model {
    pub(crate) fn take(&mut self, got: Got) {
        match got {
            Got::Clear => self.chunks.clear(),
            Got::Chunk { at, states } => {
                self.chunks.insert(at, states);
            }
            Got::Cells(cells) => {
                for (pos, state) in cells {
                    let [x, y, z] = pos.map(|coordinate| (coordinate & 15) as usize);
                    let chunk = self.chunks.entry(pos.map(|coordinate| coordinate >> 4));
                    chunk.or_insert_with(|| vec![0; CHUNK_CELLS])[x + 16 * z + 256 * y] = state;
                }
            }
            Got::Message(message) => self.message(*message),
        }
    }

    fn message(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Scene {
                effects,
                hud,
                seats,
                players,
                request,
                marks,
                setting,
                plugins,
                ..
            } => {
                self.hud = *hud;
                self.seats = seats;
                self.players = players;
                self.request = request;
                self.marks = marks;
                self.setting = Some(setting);
                self.plugins = plugins.into_iter().map(|it| (it.plugin, it.view)).collect();
                self.effects.clear();
                for effect in effects {
                    self.effect(effect);
                }
            }
            ServerMessage::Effect { effect } => self.effect(effect),
            ServerMessage::Hud { change } => self.change(change),
            ServerMessage::Seats { seats } => self.seats = seats,
            ServerMessage::Players { players } => self.players = players,
            ServerMessage::Request { request } => self.request = request,
            ServerMessage::Marks { marks } => self.marks = marks,
            ServerMessage::Setting { setting } => self.setting = Some(setting),
            ServerMessage::Plugin { view } => {
                self.plugins.insert(view.plugin, view.view);
            }
            ServerMessage::PluginChange(change) => {
                let view = self.plugins.entry(change.plugin).or_insert_with(|| json!({}));
                let parts = view.as_object_mut().expect("a view of parts is an object");
                for part in change.gone {
                    parts.remove(&part);
                }
                for (part, value) in change.put {
                    let value = serde_json::from_str(value.as_str()).expect("parts are JSON");
                    parts.insert(part, value);
                }
            }
            _ => {}
        }
    }

    /// What the viewer is shown besides blocks where players walk.
    pub(crate) fn walk(&self) -> WalkScene {
        let view = self.plugins.get("miniworld");
        view.map_or_else(WalkScene::default, |view| {
            WalkScene::read(view).expect("the parts have the form of their types")
        })
    }

    /// What plugins show that give their views whole.
    fn views(&self) -> BTreeMap<&String, &Value> {
        let views = self.plugins.iter();
        views.filter(|(name, view)| *name != "miniworld" && !view.is_null()).collect()
    }

    fn change(&mut self, change: HudChange) {
        match change {
            HudChange::Status(value) => self.hud.status = value,
            HudChange::Turn(value) => self.hud.turn = value,
            HudChange::Thinking(value) => self.hud.thinking = value,
            HudChange::Result(value) => self.hud.result = value,
            HudChange::Buttons(value) => self.hud.buttons = value,
            HudChange::Clocks(value) => self.hud.clocks = value,
            HudChange::Lines(value) => self.hud.lines = value,
            HudChange::Title(value) => self.hud.insight.title = value,
            HudChange::Bar(value) => self.hud.insight.bar = value,
            HudChange::Note(value) => self.hud.insight.note = value,
            HudChange::Arrows(value) => self.hud.insight.arrows = value,
            HudChange::Review(value) => self.hud.insight.review = value,
            HudChange::Asked(value) => self.hud.asked = value,
            HudChange::Badges(value) => self.hud.badges = value,
            HudChange::Tags(value) => self.hud.tags = value,
            HudChange::Plates(value) => self.hud.plates = value,
            HudChange::Secret(value) => self.hud.secret = value,
            HudChange::Position(value) => self.hud.position = value,
            HudChange::Moves { keep, add } => {
                self.hud.moves.truncate(keep as usize);
                self.hud.moves.extend(add);
            }
        }
    }

    fn effect(&mut self, effect: EffectView) {
        match &effect {
            EffectView::Particle { pos, id, .. } => {
                self.effects.insert(format!("particle {pos:?} {id}"), effect);
            }
            EffectView::StopParticle { pos, id } => {
                self.effects.remove(&format!("particle {pos:?} {id}"));
            }
            EffectView::Text { id, .. } => {
                self.effects.insert(format!("text {id}"), effect);
            }
            EffectView::RemoveText { id } => {
                self.effects.remove(&format!("text {id}"));
            }
            EffectView::LoopSound { pos, id, .. } => {
                self.effects.insert(format!("sound {pos:?} {id}"), effect);
            }
            EffectView::StopSound { pos, id } => {
                self.effects.remove(&format!("sound {pos:?} {id}"));
            }
            EffectView::Mark { pos, id, .. } => {
                self.effects.insert(format!("mark {pos:?} {id}"), effect);
            }
            EffectView::ClearMark { pos, id } => {
                self.effects.remove(&format!("mark {pos:?} {id}"));
            }
            EffectView::Sound { .. } => {}
        }
    }

    /// Where this and another model differ; `None` when a person would see no difference.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let parts: [(&str, String, String); 9] = [
            ("hud", format!("{:?}", self.hud), format!("{:?}", other.hud)),
            ("seats", format!("{:?}", self.seats), format!("{:?}", other.seats)),
            ("players", format!("{:?}", self.players), format!("{:?}", other.players)),
            ("request", format!("{:?}", self.request), format!("{:?}", other.request)),
            ("marks", format!("{:?}", self.marks), format!("{:?}", other.marks)),
            ("effects", format!("{:?}", self.effects), format!("{:?}", other.effects)),
            ("setting", format!("{:?}", self.setting), format!("{:?}", other.setting)),
            ("walk", format!("{:?}", self.walk()), format!("{:?}", other.walk())),
            ("plugins", format!("{:?}", self.views()), format!("{:?}", other.views())),
        ];
        for (name, one, two) in parts {
            if one != two {
                return Some(format!("{name}: {one}\n  instead of {two}"));
            }
        }
        let nothing = vec![0; CHUNK_CELLS];
        for at in self.chunks.keys().chain(other.chunks.keys()) {
            let one = self.chunks.get(at).unwrap_or(&nothing);
            let two = other.chunks.get(at).unwrap_or(&nothing);
            if let Some(cell) = (0..CHUNK_CELLS).find(|cell| one[*cell] != two[*cell]) {
                let (one, two) = (one[cell], two[cell]);
                return Some(format!("cell {cell} of chunk {at:?}: {one:#x} instead of {two:#x}"));
            }
        }
        None
    }
}
