//! What rows hold: each a record of the codec with magic, version, length and checksum.

use fangqi_room::model::{PlayerId, Record};
use fangqi_world::codec::{self, Bytes, Limits, RecordKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RoomMeta;
use crate::session::TokenDigest;

const RECORD: RecordKind = RecordKind(*b"ROOM");
const META: RecordKind = RecordKind(*b"META");
const TOKEN: RecordKind = RecordKind(*b"TOKN");
const CHECKPOINT: RecordKind = RecordKind(*b"CKPT");
const VERSION: u16 = 1;

/// A whole state may be long.
const CHECKPOINT_LIMITS: Limits = Limits { stored_bytes: 256 << 20, plain_bytes: 256 << 20 };

fn encode<T: Serialize + ?Sized>(kind: RecordKind, value: &T) -> Result<Vec<u8>, String> {
    codec::encode(kind, VERSION, value).map_err(|error| error.to_string())
}

fn decode<T: DeserializeOwned>(
    kind: RecordKind,
    bytes: &[u8],
    limits: Limits,
) -> Result<T, String> {
    codec::decode(kind, VERSION, bytes, limits)
        .map(|(_, value)| value)
        .map_err(|error| error.to_string())
}

/// A record as stored: magic, version, length and checksum around its fields.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    encode(RECORD, record)
}

/// A stored record; says what is wrong with a damaged one.
pub fn decode_record(bytes: &[u8]) -> Result<Record, String> {
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

pub(super) fn decode_meta(bytes: &[u8]) -> Result<(RoomMeta, u64, u64), String> {
    decode(META, bytes, Limits::default())
}

pub(super) fn encode_token(token: &TokenDigest, player: PlayerId) -> Result<Vec<u8>, String> {
    encode(TOKEN, &(token.as_bytes(), player))
}

pub(super) fn decode_token(bytes: &[u8]) -> Result<(TokenDigest, PlayerId), String> {
    let (token, player): ([u8; 32], PlayerId) = decode(TOKEN, bytes, Limits::default())?;
    Ok((TokenDigest::from_bytes(token), player))
}

/// A checkpoint with the number of its input, so that one in a wrong place is found out.
pub(super) fn encode_checkpoint(event: u64, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    encode(CHECKPOINT, &(event, Bytes(bytes)))
}

pub(super) fn decode_checkpoint(event: u64, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let (found, state): (u64, Bytes) = decode(CHECKPOINT, bytes, CHECKPOINT_LIMITS)?;
    if found == event { Ok(state.0) } else { Err(format!("it belongs to input {found}")) }
}
