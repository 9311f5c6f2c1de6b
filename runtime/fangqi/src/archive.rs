//! A room's log as one file: a header, then every input with the hash of the state it led to.

use fangqi_room::model::Record;
use fangqi_server::log::RoomMeta;
use fangqi_world::codec::{self, CodecError, Limits, RecordKind};
use serde::{Deserialize, Serialize};

const HEADER: RecordKind = RecordKind(*b"EXPH");
const STEP: RecordKind = RecordKind(*b"EXPS");
const VERSION: u16 = 1;

/// What a room was opened with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Its id where it was played.
    pub(crate) room: String,
    /// What it was opened with.
    pub(crate) meta: RoomMeta,
}

/// One input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// What happened.
    pub(crate) record: Record,
    /// Hash of the room's state afterwards.
    pub(crate) hash: u64,
}

/// A room's log.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Archive {
    pub(crate) header: Header,
    pub(crate) steps: Vec<Step>,
}

impl Archive {
    /// As bytes.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, CodecError> {
        let mut bytes = codec::encode(HEADER, VERSION, &self.header)?;
        for step in &self.steps {
            bytes.extend(codec::encode(STEP, VERSION, step)?);
        }
        Ok(bytes)
    }

    /// From bytes; says which part is damaged.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let limits = Limits::default();
        let (_, header, mut at) = codec::decode_first::<Header>(HEADER, VERSION, bytes, limits)
            .map_err(|error| format!("the header: {error}"))?;
        let mut steps = Vec::new();
        while at < bytes.len() {
            let (_, step, length) =
                codec::decode_first::<Step>(STEP, VERSION, &bytes[at..], limits)
                    .map_err(|error| format!("input {}: {error}", steps.len() + 1))?;
            steps.push(step);
            at += length;
        }
        Ok(Self { header, steps })
    }
}

#[cfg(test)]
mod tests {
    use fangqi_room::model::{Input, PlayerId};

    use super::*;

    fn archive() -> Archive {
        let record = |tick| Record {
            tick,
            input: Input::Leave { player: PlayerId(1001) },
            faults: Vec::new(),
            rewound: None,
        };
        let meta = RoomMeta { map: "m".into(), seed: 7, created: 1, options: "{}".into() };
        Archive {
            header: Header { room: "abcdefghij".into(), meta },
            steps: (0..3).map(|tick| Step { record: record(tick), hash: tick ^ 0xff }).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Archive::decode(&archive().encode().unwrap()), Ok(archive()));
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let bytes = archive().encode().unwrap();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert!(Archive::decode(&damaged).is_err(), "byte {index}");
        }
        assert!(Archive::decode(&bytes[..bytes.len() - 1]).unwrap_err().contains("input 3"));
        assert!(Archive::decode(b"").unwrap_err().contains("header"));
    }
}
