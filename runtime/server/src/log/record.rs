//! The contents of rows: records of the codec, with magic, version, length and checksum.

use fangqi_protocol::{PlayerId, Record};
use fangqi_world::codec::{self, Bytes, CodecError, Limits, RecordKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{LogError, RoomMeta};
use crate::session::{RoomId, TokenDigest};

const RECORD: RecordKind = RecordKind(*b"ROOM");
const META: RecordKind = RecordKind(*b"META");
const TOKEN: RecordKind = RecordKind(*b"TOKN");
const CHECKPOINT: RecordKind = RecordKind(*b"CKPT");

/// Raised with each new kind of input, act or result, because an older program could not read it.
/// `tests/log/formats.rs` checks that it is.
///
/// 1: the first. 2: selections, walking and what walkers do. 3: results of jobs as plain data. 4:
/// inputs of plugins. 5: going back.
pub const RECORD_VERSION: u16 = 5;
const VERSION: u16 = 1;

/// Checkpoints hold a whole state and need a higher limit.
const CHECKPOINT_LIMITS: Limits = Limits { stored_bytes: 256 << 20, plain_bytes: 256 << 20 };

/// Why stored bytes cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// They are intact, but a newer program wrote content that this one does not know.
    #[error("{0}")]
    Newer(String),
    /// They are damaged.
    #[error("{0}")]
    Damaged(String),
}

impl From<CodecError> for Unreadable {
    fn from(error: CodecError) -> Self {
        let reason = error.to_string();
        match error {
            CodecError::TooNew { .. } | CodecError::BadPayload { .. } => Self::Newer(reason),
            _ => Self::Damaged(reason),
        }
    }
}

impl Unreadable {
    /// The corresponding error about record `event` of a room; 0 stands for the room's meta data.
    pub(super) fn of(self, room: &RoomId, event: u64) -> LogError {
        let room = room.clone();
        match self {
            Self::Newer(reason) => LogError::NewerRecord { room, event, reason },
            Self::Damaged(reason) => LogError::Damaged { room, event, reason },
        }
    }
}

fn encode<T: Serialize + ?Sized>(kind: RecordKind, value: &T) -> Result<Vec<u8>, String> {
    codec::encode(kind, version(kind), value).map_err(|error| error.to_string())
}

fn decode<T: DeserializeOwned>(
    kind: RecordKind,
    bytes: &[u8],
    limits: Limits,
) -> Result<T, Unreadable> {
    Ok(codec::decode(kind, version(kind), bytes, limits)?.1)
}

fn version(kind: RecordKind) -> u16 {
    if kind == RECORD { RECORD_VERSION } else { VERSION }
}

/// Encodes a record with magic, version, length and checksum.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    encode(RECORD, record)
}

/// Decodes a stored record.
///
/// # Errors
/// It is damaged or was written by a newer program.
pub fn decode_record(bytes: &[u8]) -> Result<Record, Unreadable> {
    decode(RECORD, bytes, Limits::default())
}

/// Encodes a room's meta data, the event number of the first record kept, and the number of the
/// last event before its package was changed.
pub(super) fn encode_meta(
    meta: &RoomMeta,
    first_event: u64,
    repackaged: u64,
) -> Result<Vec<u8>, String> {
    encode(META, &(meta, first_event, repackaged))
}

pub(super) fn decode_meta(bytes: &[u8]) -> Result<(RoomMeta, u64, u64), Unreadable> {
    decode(META, bytes, Limits::default())
}

pub(super) fn encode_token(token: &TokenDigest, player: PlayerId) -> Result<Vec<u8>, String> {
    encode(TOKEN, &(token.as_bytes(), player))
}

pub(super) fn decode_token(bytes: &[u8]) -> Result<(TokenDigest, PlayerId), Unreadable> {
    let (token, player): ([u8; 32], PlayerId) = decode(TOKEN, bytes, Limits::default())?;
    Ok((TokenDigest::from_bytes(token), player))
}

/// Encodes a checkpoint together with its event number, so that one in a wrong row is detected.
pub(super) fn encode_checkpoint(event: u64, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    encode(CHECKPOINT, &(event, Bytes(bytes)))
}

pub(super) fn decode_checkpoint(event: u64, bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let (found, state): (u64, Bytes) = decode(CHECKPOINT, bytes, CHECKPOINT_LIMITS)?;
    if found == event {
        return Ok(state.0);
    }
    Err(Unreadable::Damaged(format!("it belongs to input {found}")))
}
