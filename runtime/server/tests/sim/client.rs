//! A simulated browser: says hello, merges what it is shown event by event, resumes after a break.

use std::collections::VecDeque;

use fangqi_protocol::PlayerId;
use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::model::{Got, Model, decode};

/// What a client does with itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Sits down and plays.
    Player,
    /// Watches, chats and leaves.
    Spectator,
    /// Sends what no page of ours would.
    Hostile,
}

/// Whether it is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Down,
    /// Through the connection of this number.
    Up(usize),
}

/// What a frame was to the client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Heard {
    Nothing,
    /// It was let in, with everything or with what it missed.
    Welcome {
        token: String,
        fresh: bool,
    },
    /// It has seen everything up to this event.
    Reached(u64),
    Refused(String),
    /// It is told to go; whether it should come again by itself.
    Bye(String),
    /// The socket is closed.
    Closed,
}

pub(crate) struct Client {
    pub(crate) number: usize,
    pub(crate) kind: Kind,
    pub(crate) room: RoomId,
    pub(crate) you: Option<PlayerId>,
    pub(crate) token: Option<String>,
    pub(crate) after: Option<u64>,
    pub(crate) line: Line,
    /// Welcomed on its present line.
    pub(crate) live: bool,
    /// Reads nothing until this time.
    pub(crate) slow_until: u64,
    /// Why it was sent away, until it tries again.
    pub(crate) away: Option<String>,
    pub(crate) model: Model,
    pub(crate) events: u64,
    pub(crate) codes: VecDeque<String>,
    /// The last event it was ever shown, over all its lines.
    pub(crate) best: u64,
    buffer: Vec<Got>,
    /// The last thing that came was a scene, which may bring news of its own event.
    scene: bool,
}

impl Client {
    pub(crate) fn new(number: usize, kind: Kind, room: RoomId) -> Self {
        Self {
            number,
            kind,
            room,
            you: None,
            token: None,
            after: None,
            line: Line::Down,
            live: false,
            slow_until: 0,
            away: None,
            model: Model::default(),
            events: 0,
            codes: VecDeque::new(),
            best: 0,
            buffer: Vec::new(),
            scene: false,
        }
    }

    /// Whether it was sent away for a reason that coming again does not change.
    pub(crate) fn stays_away(&self) -> bool {
        matches!(self.away.as_deref(), Some("replaced" | "room_full"))
    }

    pub(crate) fn hello(&self) -> Value {
        json!({
            "t": "hello", "protocol": PROTOCOL, "room": self.room.as_str(), "token": self.token,
            "after": self.after, "name": format!("p{}", self.number),
        })
    }

    /// A new line to the server; what was half received is sent again.
    pub(crate) fn connected(&mut self, conn: usize) {
        self.line = Line::Up(conn);
        self.live = false;
        self.buffer.clear();
    }

    pub(crate) fn dropped(&mut self) {
        self.line = Line::Down;
        self.live = false;
        self.buffer.clear();
    }

    /// Frames of an event whose end has not come.
    pub(crate) fn unfinished(&self) -> usize {
        self.buffer.len()
    }

    /// Takes a frame; an error is one the server must never send.
    pub(crate) fn receive(&mut self, message: &Message) -> Result<Heard, String> {
        if let Message::Close(_) = message {
            return Ok(Heard::Closed);
        }
        let Some(got) = decode(message)? else { return Ok(Heard::Nothing) };
        let Got::Message(message) = got else {
            self.buffer.push(got);
            return Ok(Heard::Nothing);
        };
        if !self.live
            && !matches!(
                *message,
                ServerMessage::Welcome { .. }
                    | ServerMessage::Bye { .. }
                    | ServerMessage::Refused { .. }
            )
        {
            return Err(format!("{message:?} before the welcome"));
        }
        match *message {
            ServerMessage::Welcome { you, token, room, fresh, .. } => {
                self.welcome(you, &token, &room, fresh)
            }
            ServerMessage::Event { event, .. } => self.flush(event, false),
            ServerMessage::Scene { event, .. } => {
                self.buffer.push(Got::Message(message));
                self.flush(event, true)
            }
            ServerMessage::Refused { code, .. } => {
                self.codes.push_back(code.clone());
                self.codes.truncate(100);
                Ok(Heard::Refused(code))
            }
            ServerMessage::Bye { code, .. } => Ok(Heard::Bye(code)),
            // These belong to no event.
            ServerMessage::Pong { .. }
            | ServerMessage::Reload { .. }
            | ServerMessage::Announcement { .. } => Ok(Heard::Nothing),
            _ => {
                self.buffer.push(Got::Message(message));
                Ok(Heard::Nothing)
            }
        }
    }

    fn welcome(
        &mut self,
        you: PlayerId,
        token: &str,
        room: &str,
        fresh: bool,
    ) -> Result<Heard, String> {
        if self.live {
            return Err("welcomed twice".to_owned());
        }
        if room != self.room.as_str() {
            return Err(format!("welcomed to {room}"));
        }
        let same = self.token.as_deref() == Some(token);
        if same && self.you.is_some_and(|before| before != you) {
            return Err(format!("its token made it {you:?}, it was {:?}", self.you));
        }
        if !fresh && (self.after.is_none() || !same) {
            return Err("nothing to resume, yet no scene comes".to_owned());
        }
        if fresh {
            self.after = None;
        }
        self.live = true;
        self.away = None;
        self.you = Some(you);
        self.token = Some(token.to_owned());
        Ok(Heard::Welcome { token: token.to_owned(), fresh })
    }

    fn flush(&mut self, event: u64, scene: bool) -> Result<Heard, String> {
        match self.after {
            None if !scene => return Err(format!("event {event} before any scene")),
            Some(after) if !scene && event != after + 1 && !(self.scene && event == after) => {
                return Err(format!("event {event} after event {after}"));
            }
            _ => {}
        }
        if event < self.best {
            return Err(format!("event {event} is the last now, it had seen {}", self.best));
        }
        self.best = event;
        self.scene = scene;
        if scene {
            // A scene replaces everything before.
            self.model = Model::default();
        }
        for got in std::mem::take(&mut self.buffer) {
            self.model.take(got);
        }
        self.after = Some(event);
        self.events += 1;
        Ok(Heard::Reached(event))
    }
}
