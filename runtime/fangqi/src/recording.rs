//! Recordings of what clients of `fangqi load` did and were shown, which `fangqi audit` compares
//! with the log of the servers they played on.
//!
//! Each client appends to a file of its own, a line of JSON for each thing. What it is about to
//! send is in the file before it is sent. What it was shown may still be in memory when the client
//! is killed: its recording then promises less, and nothing wrong.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use fangqi_server::wire::{ClientMessage, Frame};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The form of the lines. A program that knows another form cannot judge a recording.
pub(crate) const VERSION: u32 = 1;

/// A line of a recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// Microseconds since the run began, by the steady clock of the client's machine.
    pub(crate) at: u64,
    /// What happened.
    #[serde(flatten)]
    pub(crate) what: What,
}

/// Something that a client did or was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum What {
    /// The first line: a client of a room that was opened.
    Client {
        /// [`VERSION`].
        version: u32,
        /// The room.
        room: String,
        /// Whether it takes a seat. Clients that only watch are all shown the same.
        plays: bool,
    },
    /// It connects to a server and says hello.
    Calls {
        /// Host and port.
        server: String,
        /// The last event it was shown, after which it wants to go on.
        after: Option<u64>,
    },
    /// The server knows it.
    Welcome {
        /// As which player.
        you: u64,
        /// Whether a whole scene comes next; else what it missed.
        fresh: bool,
    },
    /// It is shown everything.
    Scene {
        /// The last event that the scene contains.
        event: u64,
        /// What is shown.
        shows: Digest,
    },
    /// It is shown an event.
    Event {
        /// Its number.
        event: u64,
        /// What is shown.
        shows: Digest,
        /// The lines of chat in it: the player who says them, and what.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chat: Vec<(Option<u64>, String)>,
    },
    /// It is about to send an input. A line of chat is acknowledged when the client is shown it;
    /// everything sent before it on the same connection was then recorded or refused.
    Sent {
        /// What it sends. No client says a line of chat twice.
        say: ClientMessage,
    },
    /// It is told that something was refused.
    Refused {
        /// The code.
        code: String,
    },
    /// The connection ended, or was never there.
    Ends {
        /// Why.
        why: String,
    },
}

/// Stands for what a client was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Digest(pub(crate) u64);

impl From<Digest> for String {
    fn from(Digest(digest): Digest) -> Self {
        format!("{digest:016x}")
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = (text.len() == 16).then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        digits.map(Self).ok_or("a digest has 16 hexadecimal digits")
    }
}

/// The digest of a frame that carries text or else bytes.
pub(crate) fn frame_digest(is_text: bool, bytes: &[u8]) -> u64 {
    // The lowest bit tells text from bytes.
    xxh3_64(bytes) & !1 | u64::from(is_text)
}

/// The digest of a frame as a server sends it.
pub(crate) fn digest_of(frame: &Frame) -> u64 {
    match frame {
        Frame::Text(text) => frame_digest(true, text.as_bytes()),
        Frame::Binary(bytes) => frame_digest(false, bytes),
    }
}

/// The frames that a client is shown together, in order.
#[derive(Debug, Default)]
pub(crate) struct Sight(Vec<u8>);

impl Sight {
    /// Adds the digest of a frame.
    pub(crate) fn add(&mut self, frame: u64) {
        self.0.extend_from_slice(&frame.to_le_bytes());
    }

    /// The digest of all frames since this was last called.
    pub(crate) fn take(&mut self) -> Digest {
        let digest = xxh3_64(&self.0);
        self.0.clear();
        Digest(digest)
    }
}

/// Writes the recording of one client.
#[derive(Debug)]
pub(crate) struct Recorder {
    file: BufWriter<File>,
    began: Instant,
}

impl Recorder {
    /// Begins the recording of the client at a place of a room, in a run that began at `began`.
    pub(crate) fn begin(
        folder: &Path,
        room: &str,
        place: usize,
        plays: bool,
        began: Instant,
    ) -> std::io::Result<Self> {
        let path = folder.join(format!("{room}-{place}.jsonl"));
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        let mut recorder = Self { file: BufWriter::new(file), began };
        let room = room.to_owned();
        recorder.note(What::Client { version: VERSION, room, plays })?;
        recorder.flush()?;
        Ok(recorder)
    }

    /// Notes what happened just now.
    pub(crate) fn note(&mut self, what: What) -> std::io::Result<()> {
        let at = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        serde_json::to_writer(&mut self.file, &Line { at, what })?;
        self.file.write_all(b"\n")
    }

    /// Hands all that was noted to the operating system, where it outlives this program.
    pub(crate) fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_documented() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder =
            Recorder::begin(folder.path(), "0123456789", 3, true, Instant::now()).unwrap();
        recorder.note(What::Calls { server: "a:1".to_owned(), after: Some(4) }).unwrap();
        let say = ClientMessage::Chat { text: "1 of 3".to_owned() };
        recorder.note(What::Sent { say }).unwrap();
        let chat = vec![(Some(1002), "1 of 3".to_owned())];
        recorder.note(What::Event { event: 5, shows: Digest(255), chat }).unwrap();
        recorder.flush().unwrap();
        let text = std::fs::read_to_string(folder.path().join("0123456789-3.jsonl")).unwrap();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let times: Vec<u64> = lines.iter().map(|line| line["at"].as_u64().unwrap()).collect();
        assert!(times.is_sorted());
        let expected = [
            r#"{"t":"client","version":1,"room":"0123456789","plays":true}"#,
            r#"{"t":"calls","server":"a:1","after":4}"#,
            r#"{"t":"sent","say":{"t":"chat","text":"1 of 3"}}"#,
            r#"{"t":"event","event":5,"shows":"00000000000000ff","chat":[[1002,"1 of 3"]]}"#,
        ];
        for (line, expected) in lines.iter().zip(expected) {
            let mut expected: serde_json::Value = serde_json::from_str(expected).unwrap();
            expected["at"] = line["at"].clone();
            assert_eq!(*line, expected);
            let read: Line = serde_json::from_value(line.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), *line);
        }
        assert_eq!(lines.len(), expected.len());
    }

    #[test]
    fn a_sight_is_its_frames_in_order() {
        let (text, bytes) = (frame_digest(true, b"ab"), frame_digest(false, b"ab"));
        assert_ne!(text, bytes);
        let sight = |frames: &[u64]| {
            let mut sight = Sight::default();
            frames.iter().for_each(|frame| sight.add(*frame));
            sight.take()
        };
        assert_eq!(sight(&[text, bytes]), sight(&[text, bytes]));
        assert_ne!(sight(&[text, bytes]), sight(&[bytes, text]));
        assert_ne!(sight(&[text]), sight(&[text, text]));
        let mut again = Sight::default();
        again.add(text);
        again.take();
        again.add(bytes);
        assert_eq!(again.take(), sight(&[bytes]));
    }
}
