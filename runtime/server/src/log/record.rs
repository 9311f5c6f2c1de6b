//! What rows hold: each a record of the codec with magic, version, length and checksum.

use fangqi_room::model::{PlayerId, Record};
use fangqi_world::codec::{self, Bytes, CodecError, Limits, RecordKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{LogError, RoomMeta};
use crate::session::{RoomId, TokenDigest};

const RECORD: RecordKind = RecordKind(*b"ROOM");
const META: RecordKind = RecordKind(*b"META");
const TOKEN: RecordKind = RecordKind(*b"TOKN");
const CHECKPOINT: RecordKind = RecordKind(*b"CKPT");

/// Raised whenever an older program would not read what is written: with each kind of input, act or
/// result that is added. `tests/log/formats.rs` holds it to that.
///
/// 1: the first. 2: selections, walking and what walkers do. 3: results of jobs as plain data.
pub const RECORD_VERSION: u16 = 3;
const VERSION: u16 = 1;

/// A whole state may be long.
const CHECKPOINT_LIMITS: Limits = Limits { stored_bytes: 256 << 20, plain_bytes: 256 << 20 };

/// Why stored bytes are not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// They are as they were written, by a program that writes what this one does not know.
    #[error("{0}")]
    Newer(String),
    /// They are not as they were written.
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
    /// As an error about a record of a room; 0 is what the room was opened with.
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

/// A record as stored: magic, version, length and checksum around its fields.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    encode(RECORD, record)
}

/// A stored record.
///
/// # Errors
/// It is damaged, or a newer program's.
pub fn decode_record(bytes: &[u8]) -> Result<Record, Unreadable> {
    decode(RECORD, bytes, Limits::default())
}

/// What a room was opened with, the number of the first input that is kept of it, and how many
/// inputs there were when its package was changed.
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

/// A checkpoint with the number of its input, so that one in a wrong place is found out.
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
