//! A room's log as one file that replays anywhere: a header, the packed map, every input with the
//! hash of the state it led to, and an end that says how many there were.

use anyhow::{Context, anyhow, bail};
use fangqi_protocol::{Input, Record, Tick};
use fangqi_room::PackageDigest;
use fangqi_server::log::RoomMeta;
use fangqi_world::codec::{self, CodecError, Limits, RecordKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const HEADER: RecordKind = RecordKind(*b"EXPH");
const PACKAGE: RecordKind = RecordKind(*b"PACK");
const STEP: RecordKind = RecordKind(*b"EXPS");
const TRIED: RecordKind = RecordKind(*b"EXPT");
const END: RecordKind = RecordKind(*b"EXPE");
/// Version 1 had no map and no end.
const VERSION: u16 = 2;
/// Version 2 has results of jobs as plain data.
const STEP_VERSION: u16 = 2;

/// What a room was opened with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Its id where it was played.
    pub(crate) room: String,
    /// What it was opened with.
    pub(crate) meta: RoomMeta,
    /// How many inputs there were when its map was last changed.
    pub(crate) repackaged: u64,
}

/// A [`Header`] of version 1.
#[derive(Deserialize)]
struct Header1 {
    room: String,
    meta: Meta1,
}

#[derive(Deserialize)]
struct Meta1 {
    map: String,
    seed: u64,
    created: u64,
    options: String,
}

impl From<Header1> for Header {
    fn from(old: Header1) -> Self {
        let Header1 { room, meta: Meta1 { map, seed, created, options } } = old;
        let meta = RoomMeta { map, package: PackageDigest::UNKNOWN, seed, created, options };
        Self { room, meta, repackaged: 0 }
    }
}

/// One input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// What happened.
    pub(crate) record: Record,
    /// Hash of the room's state afterwards.
    pub(crate) hash: u64,
}

/// What a simulated room failed in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tried {
    /// The input that failed, and when; none if the room failed otherwise.
    pub(crate) input: Option<(Tick, Input)>,
    /// What was found.
    pub(crate) finding: String,
}

/// A room's log.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Archive {
    pub(crate) header: Header,
    /// The map as [`fangqi_room::Package::pack`] made it; files of version 1 have none.
    pub(crate) package: Option<Vec<u8>>,
    pub(crate) steps: Vec<Step>,
    /// What comes after the steps, in a room that failed.
    pub(crate) tried: Option<Tried>,
}

impl Archive {
    /// As bytes.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, CodecError> {
        let mut bytes = codec::encode(HEADER, VERSION, &self.header)?;
        bytes.extend_from_slice(self.package.as_deref().unwrap_or_default());
        for step in &self.steps {
            bytes.extend(codec::encode(STEP, STEP_VERSION, step)?);
        }
        if let Some(tried) = &self.tried {
            bytes.extend(codec::encode(TRIED, VERSION, tried)?);
        }
        bytes.extend(codec::encode(END, VERSION, &(self.steps.len() as u64))?);
        Ok(bytes)
    }

    /// From bytes; says which part is damaged.
    pub(crate) fn decode(bytes: &[u8]) -> anyhow::Result<Self> {
        if bytes.is_empty() {
            return Err(anyhow!("the file is empty"));
        }
        let mut rest = bytes;
        let in_header = |error: CodecError| match error {
            CodecError::BadMagic | CodecError::WrongKind { .. } => {
                anyhow!("this is not an exported room")
            }
            other => anyhow::Error::new(other).context("the header"),
        };
        let version = codec::peek(rest).map_err(in_header)?.version;
        let header: Header = if version == 1 {
            take::<Header1>(HEADER, VERSION, &mut rest).map_err(in_header)?.into()
        } else {
            take(HEADER, VERSION, &mut rest).map_err(in_header)?
        };
        let package = package(&mut rest)?;
        let mut steps: Vec<Step> = Vec::new();
        let mut tried = None;
        loop {
            let number = steps.len() + 1;
            if version == 1 && rest.is_empty() {
                break;
            }
            match codec::peek(rest) {
                Ok(head) if head.kind == END && version > 1 => {
                    let count: u64 = take(END, VERSION, &mut rest)
                        .with_context(|| format!("the end, after input {}", number - 1))?;
                    if count != steps.len() as u64 {
                        bail!("there are {} inputs, not {count}", steps.len());
                    }
                    if !rest.is_empty() {
                        bail!("{} bytes follow the end", rest.len());
                    }
                    break;
                }
                Ok(head) if head.kind == TRIED && tried.is_none() => {
                    let last = take(TRIED, VERSION, &mut rest);
                    tried = Some(last.context("what failed")?);
                }
                _ => {
                    let step = take(STEP, STEP_VERSION, &mut rest);
                    steps.push(step.with_context(|| format!("input {number}"))?);
                }
            }
        }
        Ok(Self { header, package, steps, tried })
    }
}

/// Reads the first record of `bytes` and goes past it.
fn take<T: DeserializeOwned>(
    kind: RecordKind,
    version: u16,
    bytes: &mut &[u8],
) -> Result<T, CodecError> {
    let (_, value, length) = codec::decode_first(kind, version, bytes, Limits::default())?;
    *bytes = &bytes[length..];
    Ok(value)
}

/// The packed map, if it comes next. It is a record itself, and is looked at when it is unpacked.
fn package(bytes: &mut &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
    match codec::peek(bytes) {
        Ok(head) if head.kind == PACKAGE => {
            let length = head.record_bytes;
            let packed = bytes.get(..length).context("the map is cut short")?.to_vec();
            *bytes = &bytes[length..];
            Ok(Some(packed))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use fangqi_protocol::PlayerId;
    use fangqi_room::MapPackage;
    use fangqi_room::testing::small_map;

    use super::*;

    fn map() -> MapPackage {
        small_map("local x = 1").unwrap()
    }

    fn archive() -> Archive {
        let record = |tick| Record {
            tick,
            input: Input::Leave { player: PlayerId(1001) },
            faults: Vec::new(),
            rewound: None,
        };
        let map = map();
        let meta = RoomMeta {
            map: "small".into(),
            package: map.digest(),
            seed: 7,
            created: 1,
            options: "{}".into(),
        };
        Archive {
            header: Header { room: "abcdefghij".into(), meta, repackaged: 2 },
            package: Some(map.pack().unwrap()),
            steps: (0..3).map(|tick| Step { record: record(tick), hash: tick ^ 0xff }).collect(),
            tried: None,
        }
    }

    /// Everything a reader of the file looks at.
    fn read(bytes: &[u8]) -> anyhow::Result<Archive> {
        let archive = Archive::decode(bytes)?;
        if let Some(packed) = &archive.package {
            MapPackage::unpack(packed, crate::plugins::PLUGINS)?;
        }
        Ok(archive)
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(&archive().encode().unwrap()).unwrap(), archive());
        let input = Some((9, Input::Leave { player: PlayerId(1001) }));
        let tried = Some(Tried { input, finding: "small/main.lua:1: no".into() });
        let failed = Archive { tried, ..archive() };
        assert_eq!(read(&failed.encode().unwrap()).unwrap(), failed);
        let bare = Archive { package: None, ..archive() };
        assert_eq!(read(&bare.encode().unwrap()).unwrap(), bare);
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let bytes = archive().encode().unwrap();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert!(read(&damaged).is_err(), "byte {index}");
            assert!(read(&bytes[..index]).is_err(), "cut at {index}");
        }
        let end = codec::encode(END, VERSION, &3u64).unwrap().len();
        let steps = &bytes[..bytes.len() - end];
        assert!(Archive::decode(steps).unwrap_err().to_string().contains("input 4"));
        assert!(
            Archive::decode(&steps[..steps.len() - 1]).unwrap_err().to_string().contains("input 3")
        );
        let mut more = bytes.clone();
        more.push(0);
        assert!(Archive::decode(&more).unwrap_err().to_string().contains("1 bytes follow"));
        // A step that was taken out, with everything else intact.
        let step = codec::encode(STEP, STEP_VERSION, &archive().steps[0]).unwrap().len();
        let mut fewer = steps[..steps.len() - step].to_vec();
        fewer.extend(codec::encode(END, VERSION, &3u64).unwrap());
        assert_eq!(Archive::decode(&fewer).unwrap_err().to_string(), "there are 2 inputs, not 3");
    }

    #[test]
    fn empty_foreign_and_newer_files_are_refused_in_words() {
        assert_eq!(Archive::decode(b"").unwrap_err().to_string(), "the file is empty");
        let foreign = Archive::decode(b"\x89PNG\r\n\x1a\n and so on").unwrap_err();
        assert_eq!(foreign.to_string(), "this is not an exported room");
        let other = codec::encode(STEP, STEP_VERSION, &archive().steps[0]).unwrap();
        assert_eq!(
            Archive::decode(&other).unwrap_err().to_string(),
            "this is not an exported room"
        );
        let newer = codec::encode(HEADER, 9, &archive().header).unwrap();
        let error = format!("{:#}", Archive::decode(&newer).unwrap_err());
        assert!(error.contains("version 9"), "{error}");
    }

    #[test]
    fn files_of_version_1_are_read() {
        let Archive { steps, .. } = archive();
        let header = ("abcdefghij", ("small", 7u64, 1u64, "{}"));
        let mut bytes = codec::encode(HEADER, 1, &header).unwrap();
        for step in &steps {
            bytes.extend(codec::encode(STEP, 1, step).unwrap());
        }
        let read = Archive::decode(&bytes).unwrap();
        assert_eq!((read.package, read.steps), (None, steps));
        let meta = RoomMeta { package: PackageDigest::UNKNOWN, ..archive().header.meta };
        assert_eq!(read.header, Header { meta, repackaged: 0, ..archive().header });
        assert!(
            Archive::decode(&bytes[..bytes.len() - 1]).unwrap_err().to_string().contains("input 3")
        );
    }
}
