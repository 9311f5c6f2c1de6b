//! Records: the binary format of everything that Fangqi stores.
//!
//! This module is the only user of bincode. A record has a header by which a reader can refuse it
//! with a precise error:
//!
//! | offset | bytes | meaning |
//! |---|---|---|
//! | 0 | 4 | magic `FQ\x1a\x01` |
//! | 4 | 4 | kind, four ASCII letters ([`RecordKind`]) |
//! | 8 | 2 | version of the kind's schema |
//! | 10 | 1 | flags: bit 0 set if the payload is zstd-compressed; the others are 0 |
//! | 11 | 1 | 0 |
//! | 12 | 4 | length of the payload as stored |
//! | 16 | 4 | CRC-32 (IEEE) of bytes 4 to 15 and of the payload as stored |
//! | 20 | | payload |
//!
//! All numbers are little-endian. A compressed payload consists of its plain length (4 bytes) and
//! one zstd frame. The plain payload is the value in bincode 2's standard configuration
//! (little-endian, variable-length integers), via serde.
//!
//! Memory allocated by decoding is bounded by the input: the plain payload is at most
//! [`EXPANSION_MAX`] times the stored one (payloads that would shrink further are stored
//! uncompressed), and strings, byte strings and lists grow as their elements arrive, regardless of
//! the length they claim. List elements must not be zero-sized; otherwise a short record could
//! claim any number of them.
//!
//! ```
//! use fangqi_world::codec::{self, Limits, RecordKind};
//!
//! const MOVE: RecordKind = RecordKind(*b"MOVE");
//! let bytes = codec::encode(MOVE, 1, &("炮二平五", 7u32))?;
//! let (version, value) = codec::decode::<(String, u32)>(MOVE, 1, &bytes, Limits::default())?;
//! assert_eq!((version, value), (1, ("炮二平五".to_owned(), 7)));
//! # Ok::<(), codec::CodecError>(())
//! ```

mod bounded;
mod bytes;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use bytes::Bytes;

const MAGIC: [u8; 4] = *b"FQ\x1a\x01";
const FLAG_ZSTD: u8 = 1;
/// Size of a record's header.
pub const HEADER_BYTES: usize = 20;
/// Maximum ratio of the plain payload's size to the stored one's.
pub const EXPANSION_MAX: usize = 10;
/// Payloads shorter than this are not compressed.
const COMPRESS_FROM: usize = 256;
/// The fastest level, because records are written while players wait.
const ZSTD_LEVEL: i32 = 1;
/// Maximum size of a record's payload, stored or plain; the largest possible world needs 0.9 GiB.
pub const PAYLOAD_BYTES_MAX: usize = 1 << 30;

/// The kind of a record, in four ASCII letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordKind(pub [u8; 4]);

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.escape_ascii().fmt(f)
    }
}

impl fmt::Debug for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordKind({self})")
    }
}

/// Maximum record size that a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of the stored payload in bytes.
    pub stored_bytes: usize,
    /// Maximum size of the plain payload in bytes.
    pub plain_bytes: usize,
}

impl Default for Limits {
    /// 16 MiB stored, 64 MiB plain.
    fn default() -> Self {
        Limits { stored_bytes: 16 << 20, plain_bytes: 64 << 20 }
    }
}

/// The contents of a record's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The kind of the record.
    pub kind: RecordKind,
    /// The schema version of the kind.
    pub version: u16,
    /// Size of the whole record, including the header.
    pub record_bytes: usize,
    compressed: bool,
    crc: u32,
}

/// Why bytes cannot be decoded, or a value cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The bytes do not begin with the magic number.
    #[error("this is not a Fangqi record")]
    BadMagic,
    /// The record is of another kind.
    #[error("the record holds \"{found}\", not \"{wanted}\"")]
    WrongKind {
        /// The expected kind.
        wanted: RecordKind,
        /// The kind found.
        found: RecordKind,
    },
    /// The record was written by a newer version of the program.
    #[error("the record \"{kind}\" has version {found}, but this program knows only up to {known}")]
    TooNew {
        /// The kind.
        kind: RecordKind,
        /// Version of the record.
        found: u16,
        /// The newest version supported.
        known: u16,
    },
    /// Unknown flags are set.
    #[error("the record has unknown flags {0:#06x}")]
    UnknownFlags(u16),
    /// The record is truncated.
    #[error("the record is cut short: {wanted} bytes expected, {found} found")]
    Short {
        /// Size of the record, or of its header if that is truncated.
        wanted: usize,
        /// Number of bytes given.
        found: usize,
    },
    /// There are bytes after the record.
    #[error("{0} bytes follow the record")]
    Trailing(usize),
    /// The payload exceeds the limit (when reading) or [`PAYLOAD_BYTES_MAX`] (when writing).
    #[error("the payload of {bytes} bytes is over the limit of {max}")]
    TooLong {
        /// Size of the payload.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// The checksum does not match: the record is damaged.
    #[error("the record is damaged: its checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// The checksum in the record.
        written: u32,
        /// The computed checksum.
        found: u32,
    },
    /// The checksum matches, but the payload does not follow the kind's schema.
    #[error("the record \"{kind}\" cannot be read: {problem}")]
    BadPayload {
        /// The kind.
        kind: RecordKind,
        /// The reason.
        problem: String,
    },
    /// The value cannot be serialized.
    #[error("a value for the record \"{kind}\" cannot be written: {problem}")]
    NotWritten {
        /// The kind.
        kind: RecordKind,
        /// The reason.
        problem: String,
    },
}

/// Encodes a value as a record. Payloads of 256 bytes and more are compressed if that makes them
/// smaller.
///
/// # Errors
/// The value has a form that serde or bincode cannot serialize, or its payload exceeds
/// [`PAYLOAD_BYTES_MAX`].
pub fn encode<T: Serialize + ?Sized>(
    kind: RecordKind,
    version: u16,
    value: &T,
) -> Result<Vec<u8>, CodecError> {
    let not_written = |problem: String| CodecError::NotWritten { kind, problem };
    let plain = bincode::serde::encode_to_vec(value, bincode::config::standard())
        .map_err(|error| not_written(error.to_string()))?;
    check_length(plain.len(), PAYLOAD_BYTES_MAX)?;
    let packed = if plain.len() >= COMPRESS_FROM {
        let frame = zstd::bulk::compress(&plain, ZSTD_LEVEL)
            .map_err(|error| not_written(error.to_string()))?;
        let stored = 4 + frame.len();
        (stored < plain.len() && plain.len() <= stored * EXPANSION_MAX).then_some(frame)
    } else {
        None
    };

    let mut record = Vec::with_capacity(HEADER_BYTES + plain.len());
    record.extend_from_slice(&MAGIC);
    record.extend_from_slice(&kind.0);
    record.extend_from_slice(&version.to_le_bytes());
    record.extend_from_slice(&[if packed.is_some() { FLAG_ZSTD } else { 0 }, 0]);
    let payload = packed.as_ref().map_or(plain.len(), |frame| 4 + frame.len());
    record.extend_from_slice(&(payload as u32).to_le_bytes());
    record.extend_from_slice(&[0; 4]);
    match packed {
        Some(frame) => {
            record.extend_from_slice(&(plain.len() as u32).to_le_bytes());
            record.extend_from_slice(&frame);
        }
        None => record.extend_from_slice(&plain),
    }
    let crc = checksum(&record);
    record[16..HEADER_BYTES].copy_from_slice(&crc.to_le_bytes());
    Ok(record)
}

/// Serializes a value for this program's own memory: the plain payload of a record, without header
/// and checksum.
///
/// # Panics
/// The value has a form that serde or bincode cannot serialize, such as a list of unknown length.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard())
        .expect("only values that records can hold are packed")
}

/// Deserializes a value from [`pack`].
///
/// # Errors
/// The bytes are not from [`pack`], or are of another type.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let problem = match bincode::serde::decode_from_slice(bytes, bincode::config::standard()) {
        Ok((value, used)) if used == bytes.len() => return Ok(value),
        Ok((_, used)) => return Err(CodecError::Trailing(bytes.len() - used)),
        Err(error) => error.to_string(),
    };
    Err(CodecError::BadPayload { kind: RecordKind(*b"MEMO"), problem })
}

/// Like [`unpack`], for bytes from another process: no claimed length is trusted, so nothing larger
/// than the bytes themselves is allocated.
///
/// # Errors
/// As [`unpack`].
pub fn unpack_untrusted<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    read_value(RecordKind(*b"MEMO"), bytes)
}

/// Decodes bytes that are exactly one record, and returns its version and value.
///
/// # Errors
/// The bytes are not exactly one intact record of this kind, of a version up to `version_max` and
/// within the limits. No input causes a panic.
pub fn decode<T: DeserializeOwned>(
    kind: RecordKind,
    version_max: u16,
    bytes: &[u8],
    limits: Limits,
) -> Result<(u16, T), CodecError> {
    let (version, value, used) = decode_first(kind, version_max, bytes, limits)?;
    match bytes.len() - used {
        0 => Ok((version, value)),
        more => Err(CodecError::Trailing(more)),
    }
}

/// Decodes the first of several records, as in a log, and returns its size too.
///
/// # Errors
/// As [`decode`], except that bytes may follow.
pub fn decode_first<T: DeserializeOwned>(
    kind: RecordKind,
    version_max: u16,
    bytes: &[u8],
    limits: Limits,
) -> Result<(u16, T, usize), CodecError> {
    let header = peek(bytes)?;
    if header.kind != kind {
        return Err(CodecError::WrongKind { wanted: kind, found: header.kind });
    }
    check_length(header.record_bytes - HEADER_BYTES, limits.stored_bytes)?;
    let record = bytes
        .get(..header.record_bytes)
        .ok_or(CodecError::Short { wanted: header.record_bytes, found: bytes.len() })?;
    let found = checksum(record);
    if found != header.crc {
        return Err(CodecError::Damaged { written: header.crc, found });
    }
    // Checked after the checksum: otherwise a flipped bit in the version would be reported as a
    // newer program's.
    if header.version > version_max {
        let (found, known) = (header.version, version_max);
        return Err(CodecError::TooNew { kind, found, known });
    }
    let payload = &record[HEADER_BYTES..];
    let value = if header.compressed {
        read_value(kind, &decompress(kind, payload, limits)?)?
    } else {
        check_length(payload.len(), limits.plain_bytes)?;
        read_value(kind, payload)?
    };
    Ok((header.version, value, header.record_bytes))
}

/// Parses the header at the start of the bytes, without looking at the payload.
///
/// # Errors
/// There is no valid header, or unknown flags are set.
pub fn peek(bytes: &[u8]) -> Result<Header, CodecError> {
    let short = CodecError::Short { wanted: HEADER_BYTES, found: bytes.len() };
    let Some((header, _)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        let magic = &bytes[..bytes.len().min(4)];
        return Err(if MAGIC.starts_with(magic) { short } else { CodecError::BadMagic });
    };
    let [m0, m1, m2, m3, k0, k1, k2, k3, v0, v1, flags, zero, l0, l1, l2, l3, c0, c1, c2, c3] =
        *header;
    if [m0, m1, m2, m3] != MAGIC {
        return Err(CodecError::BadMagic);
    }
    if flags & !FLAG_ZSTD != 0 || zero != 0 {
        return Err(CodecError::UnknownFlags(u16::from_le_bytes([flags, zero])));
    }
    Ok(Header {
        kind: RecordKind([k0, k1, k2, k3]),
        version: u16::from_le_bytes([v0, v1]),
        record_bytes: HEADER_BYTES + u32::from_le_bytes([l0, l1, l2, l3]) as usize,
        compressed: flags & FLAG_ZSTD != 0,
        crc: u32::from_le_bytes([c0, c1, c2, c3]),
    })
}

fn checksum(record: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&record[4..16]);
    crc.update(&record[HEADER_BYTES..]);
    crc.finalize()
}

fn check_length(bytes: usize, max: usize) -> Result<(), CodecError> {
    if bytes <= max { Ok(()) } else { Err(CodecError::TooLong { bytes, max }) }
}

fn decompress(kind: RecordKind, payload: &[u8], limits: Limits) -> Result<Vec<u8>, CodecError> {
    let bad = |problem: String| CodecError::BadPayload { kind, problem };
    let (length, frame) = payload
        .split_first_chunk::<4>()
        .ok_or_else(|| bad("the length of the plain payload is missing".into()))?;
    let length = u32::from_le_bytes(*length) as usize;
    check_length(length, limits.plain_bytes.min(payload.len() * EXPANSION_MAX))?;
    let plain = zstd::bulk::decompress(frame, length).map_err(|error| bad(error.to_string()))?;
    if plain.len() != length {
        return Err(bad(format!("{} plain bytes, not {length}", plain.len())));
    }
    Ok(plain)
}

fn read_value<T: DeserializeOwned>(kind: RecordKind, plain: &[u8]) -> Result<T, CodecError> {
    // bincode counts an integer at its full width, so the limit must exceed any valid payload.
    const CLAIM_MAX: usize = PAYLOAD_BYTES_MAX.saturating_mul(16);
    let config = bincode::config::standard().with_limit::<CLAIM_MAX>();
    let bad = |problem: String| CodecError::BadPayload { kind, problem };
    let read = bincode::serde::seed_decode_from_slice(bounded::value::<T>(), plain, config);
    let (value, used) = read.map_err(|error| bad(error.to_string()))?;
    match plain.len() - used {
        0 => Ok(value),
        more => Err(bad(format!("{more} bytes follow the value"))),
    }
}
