//! Records: the one way in which Fangqi writes values to bytes that stay.
//!
//! The only user of bincode. Every record carries what is needed to refuse it politely:
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
//! All numbers are little-endian. A compressed payload is its plain length (4 bytes) and one zstd
//! frame. The plain payload is the value in bincode 2's standard configuration (little-endian,
//! variable-length integers), read through serde.
//!
//! What decoding allocates is bounded by the input: the plain payload is at most
//! [`EXPANSION_MAX`] times the stored one (a payload that would shrink further is stored plain),
//! and strings, byte strings and lists grow as their elements arrive, whatever length they claim.
//! List elements must not be zero-sized, else a short record could claim endlessly many.
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

mod bytes;
mod careful;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use bytes::Bytes;

const MAGIC: [u8; 4] = *b"FQ\x1a\x01";
const FLAG_ZSTD: u8 = 1;
/// Bytes of a record before its payload.
pub const HEADER_BYTES: usize = 20;
/// How many times longer than the stored payload the plain one may be.
pub const EXPANSION_MAX: usize = 10;
/// Payloads shorter than this are not worth compressing.
const COMPRESS_FROM: usize = 256;
/// Fast: records are written while players wait.
const ZSTD_LEVEL: i32 = 1;
/// Longest payload of any record, stored or plain; the largest possible world needs 0.9 GiB.
pub const PAYLOAD_BYTES_MAX: usize = 1 << 30;

/// What a record holds, in four ASCII letters.
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

/// How long a record the reader will look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of the payload as stored.
    pub stored_bytes: usize,
    /// Most bytes of the plain payload.
    pub plain_bytes: usize,
}

impl Default for Limits {
    /// 16 MiB stored, 64 MiB plain.
    fn default() -> Self {
        Limits { stored_bytes: 16 << 20, plain_bytes: 64 << 20 }
    }
}

/// What a record's first bytes say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What it holds.
    pub kind: RecordKind,
    /// In which version of the kind's schema.
    pub version: u16,
    /// Bytes of the whole record, header included.
    pub record_bytes: usize,
    compressed: bool,
    crc: u32,
}

/// Why bytes are not a record, or a value does not become one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The bytes begin with something else.
    #[error("this is not a Fangqi record")]
    BadMagic,
    /// The record holds something else.
    #[error("the record holds \"{found}\", not \"{wanted}\"")]
    WrongKind {
        /// The kind asked for.
        wanted: RecordKind,
        /// The kind found.
        found: RecordKind,
    },
    /// The record was written by a newer program.
    #[error("the record \"{kind}\" has version {found}, but this program knows only up to {known}")]
    TooNew {
        /// The kind.
        kind: RecordKind,
        /// Version of the record.
        found: u16,
        /// Newest version asked for.
        known: u16,
    },
    /// Flags that this program does not know.
    #[error("the record has unknown flags {0:#06x}")]
    UnknownFlags(u16),
    /// Fewer bytes than the record has.
    #[error("the record is cut short: {wanted} bytes expected, {found} found")]
    Short {
        /// Bytes of the record, or of its header if that is cut.
        wanted: usize,
        /// Bytes there are.
        found: usize,
    },
    /// Bytes after the end.
    #[error("{0} bytes follow the record")]
    Trailing(usize),
    /// A payload longer than the limit, when reading, or than any may be, when writing.
    #[error("the payload of {bytes} bytes is over the limit of {max}")]
    TooLong {
        /// Bytes of the payload.
        bytes: usize,
        /// Most bytes allowed.
        max: usize,
    },
    /// The checksum does not fit the bytes: the record is damaged.
    #[error("the record is damaged: its checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// The checksum in the record.
        written: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// The checksum fits, but the payload is not what the kind's schema says.
    #[error("the record \"{kind}\" cannot be read: {problem}")]
    BadPayload {
        /// The kind.
        kind: RecordKind,
        /// What is wrong with it.
        problem: String,
    },
    /// The value cannot be written.
    #[error("a value for the record \"{kind}\" cannot be written: {problem}")]
    NotWritten {
        /// The kind.
        kind: RecordKind,
        /// What is wrong with the value.
        problem: String,
    },
}

/// Writes a value as a record. Payloads of 256 bytes and more are compressed if that helps.
///
/// # Errors
/// The value has a form that serde or bincode cannot write, or its payload is longer than
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

/// Packs a value for this program's own memory: the payload of a record, without what would tell a
/// reader what it is and whether it is whole.
///
/// # Panics
/// The value has a form that serde or bincode cannot write, such as a list of unknown length.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard())
        .expect("only values that records can hold are packed")
}

/// The value that [`pack`] packed.
///
/// # Errors
/// The bytes are none of [`pack`]'s, or of another type.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let problem = match bincode::serde::decode_from_slice(bytes, bincode::config::standard()) {
        Ok((value, used)) if used == bytes.len() => return Ok(value),
        Ok((_, used)) => return Err(CodecError::Trailing(bytes.len() - used)),
        Err(error) => error.to_string(),
    };
    Err(CodecError::BadPayload { kind: RecordKind(*b"MEMO"), problem })
}

/// As [`unpack`], for bytes that another process packed: no claimed length is believed, so that
/// nothing larger than the bytes themselves is allocated.
///
/// # Errors
/// As [`unpack`].
pub fn unpack_untrusted<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    read_value(RecordKind(*b"MEMO"), bytes)
}

/// Reads the one record that the bytes are, and gives its version and value.
///
/// # Errors
/// Anything that is not exactly one intact record of this kind, of a version up to `version_max`
/// and within the limits; the error names what is wrong. No bytes make it panic.
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

/// Reads the first of several records, for logs; also gives how many bytes it has.
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
    // Only of a sound record: else a flipped bit of the version would make it a newer program's.
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

/// What the record at the start of the bytes says of itself; its payload is not looked at.
///
/// # Errors
/// There is no header of a record, or one with unknown flags.
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
    // A one-byte integer counts as its full width, so the limit is above any honest payload.
    const CLAIM_MAX: usize = PAYLOAD_BYTES_MAX.saturating_mul(16);
    let config = bincode::config::standard().with_limit::<CLAIM_MAX>();
    let bad = |problem: String| CodecError::BadPayload { kind, problem };
    let read = bincode::serde::seed_decode_from_slice(careful::value::<T>(), plain, config);
    let (value, used) = read.map_err(|error| bad(error.to_string()))?;
    match plain.len() - used {
        0 => Ok(value),
        more => Err(bad(format!("{more} bytes follow the value"))),
    }
}
