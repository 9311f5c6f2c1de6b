//! Records: their byte format, and rejection of bytes that are not records.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_world::codec::{self, Bytes, CodecError, Limits, RecordKind};
use fangqi_world::{
    BlockId, BlockRegistry, BlockState, IVec3, Region, SnapshotError, World, snapshot,
};
use proptest::prelude::*;
use serde::ser::SerializeTuple;
use serde::{Deserialize, Serialize, Serializer};

const KIND: RecordKind = RecordKind(*b"TEST");

/// All data types of serde.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sample {
    text: String,
    list: Vec<Choice>,
    map: BTreeMap<u32, Option<[i32; 3]>>,
    bytes: Bytes,
    numbers: (u8, i16, u64, f32, bool, char),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Unit,
    One(i64),
    Two(u8, String),
    Named { x: u32, tail: Vec<u16> },
}

fn sample() -> Sample {
    Sample {
        text: "炮二平五".into(),
        list: vec![
            Choice::Unit,
            Choice::One(-300),
            Choice::Two(9, "車".into()),
            Choice::Named { x: 70_000, tail: vec![1, 2, 300] },
        ],
        map: BTreeMap::from([(1, None), (2, Some([-1, 300, -7]))]),
        bytes: Bytes(vec![0, 255, 7]),
        numbers: (1, -2, 1 << 40, 0.5, true, '帥'),
    }
}

/// A payload with exactly these bytes.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

fn decode(bytes: &[u8]) -> Result<Sample, CodecError> {
    codec::decode(KIND, 1, bytes, Limits::default()).map(|(_, value)| value)
}

#[test]
fn the_bytes_of_a_record_are_fixed() {
    // The payload encoded by hand after bincode's specification: a string with a one-byte length,
    // 300 as 251 and two bytes, -7 in zigzag encoding.
    let record = codec::encode(RecordKind(*b"GOLD"), 3, &("ab", 300u32, -7i32)).unwrap();
    let payload = [2, b'a', b'b', 251, 44, 1, 13];
    let head = [b'G', b'O', b'L', b'D', 3, 0, 0, 0, 7, 0, 0, 0];
    assert_eq!(record[..4], *b"FQ\x1a\x01");
    assert_eq!(record[4..16], head);
    assert_eq!(record[20..], payload);
    let crc = crc32_by_the_book(&[&head[..], &payload].concat());
    assert_eq!(record[16..20], crc.to_le_bytes());
    assert_eq!(record[16..20], [0x03, 0x38, 0xc4, 0x2b]);
}

/// CRC-32 (IEEE 802.3), bit by bit.
fn crc32_by_the_book(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 != 0 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[test]
fn an_old_compressed_record_stays_readable() {
    // Written when the format was fixed: 600 bytes that count from 0 to 99 repeatedly.
    let old: Vec<u8> = (0..GOLDEN_ZSTD.len() / 2)
        .map(|i| u8::from_str_radix(&GOLDEN_ZSTD[2 * i..2 * i + 2], 16).unwrap())
        .collect();
    let value: Vec<u8> = (0..600u32).map(|i| (i % 100) as u8).collect();
    let (version, read) =
        codec::decode::<Bytes>(RecordKind(*b"GOLD"), 1, &old, Limits::default()).unwrap();
    assert_eq!((version, read), (1, Bytes(value)));
}

const GOLDEN_ZSTD: &str = "\
    46511a01474f4c44010001007e000000a7ac76255b02000028b52ffd605b018503007406fb580200\
    0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728\
    292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f50\
    5152535455565758595a5b5c5d5e5f60616263010067fca98628";

#[test]
fn values_round_trip_plain_and_compressed() {
    let mut value = sample();
    for length in [0, 10, 1000, 100_000] {
        value.list.extend((0..length).map(|i| Choice::One((i * i * 40_503) >> 7 & 1023)));
        let record = codec::encode(KIND, 1, &value).unwrap();
        assert_eq!(record[10] == 1, length >= 1000, "{length} more elements");
        assert_eq!(decode(&record), Ok(value.clone()));
    }
    // Payloads that would shrink beyond the reader's limit are stored uncompressed.
    let zeros = codec::encode(KIND, 1, &Bytes(vec![0; 100_000])).unwrap();
    assert_eq!((zeros[10], zeros.len()), (0, 20 + 5 + 100_000));
}

#[test]
fn refusals_say_why() {
    let record = codec::encode(KIND, 2, &sample()).unwrap();
    let with = |max, limits| codec::decode::<Sample>(KIND, max, &record, limits);
    assert!(with(2, Limits::default()).is_ok());
    let too_new = with(1, Limits::default()).unwrap_err();
    assert_eq!(
        too_new.to_string(),
        "the record \"TEST\" has version 2, but this program knows only up to 1"
    );
    let short = Limits { stored_bytes: 10, ..Limits::default() };
    assert!(matches!(with(2, short), Err(CodecError::TooLong { max: 10, .. })));
    let short = Limits { plain_bytes: 10, ..Limits::default() };
    assert!(matches!(with(2, short), Err(CodecError::TooLong { max: 10, .. })));

    let other = codec::decode::<Sample>(RecordKind(*b"ELSE"), 2, &record, Limits::default());
    assert_eq!(other.unwrap_err().to_string(), "the record holds \"TEST\", not \"ELSE\"");
    assert_eq!(decode(b""), Err(CodecError::Short { wanted: 20, found: 0 }));
    assert_eq!(decode(b"GIF89a"), Err(CodecError::BadMagic));
    assert_eq!(decode(&[0; 64]), Err(CodecError::BadMagic));
    let two = [record.clone(), record.clone()].concat();
    assert_eq!(
        codec::decode::<Sample>(KIND, 2, &two, Limits::default()).unwrap_err(),
        CodecError::Trailing(record.len())
    );
    let first = codec::decode_first::<Sample>(KIND, 2, &two, Limits::default()).unwrap();
    assert_eq!(first, (2, sample(), record.len()));
    let header = codec::peek(&two).unwrap();
    assert_eq!((header.kind, header.version, header.record_bytes), (KIND, 2, record.len()));
    let longer = codec::encode(KIND, 1, &(sample(), 1u8)).unwrap();
    let error = decode(&longer).unwrap_err().to_string();
    assert!(error.contains("1 bytes follow the value"), "{error}");
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let plain = codec::encode(KIND, 1, &sample()).unwrap();
    let mut long = sample();
    long.list = long.list.iter().cycle().take(100).cloned().collect();
    let packed = codec::encode(KIND, 1, &long).unwrap();
    assert_eq!((plain[10], packed[10]), (0, 1));
    for record in [plain, packed] {
        for bit in 0..record.len() * 8 {
            let mut bad = record.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&bad).is_err(), "bit {bit}");
        }
        for end in 0..record.len() {
            assert!(decode(&record[..end]).is_err(), "cut at {end}");
        }
    }
}

#[test]
fn a_damaged_snapshot_is_never_a_world() {
    let registry = Arc::new(BlockRegistry::new());
    let mut world = World::new(registry.clone());
    let board = Region::new(IVec3::new(-3, 0, -3), IVec3::new(5, 0, 6));
    world.fill(board, BlockState::new(BlockId(7), 0)).unwrap();
    for x in -3..5 {
        world.set(IVec3::new(x, 1, x), BlockState::new(BlockId(114), x as u8)).unwrap();
    }
    let bytes = snapshot::save(&world);
    assert!(snapshot::load(&bytes, registry.clone()).unwrap().same_blocks(&world));
    for bit in 0..bytes.len() * 8 {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(snapshot::load(&bad, registry.clone()).is_err(), "bit {bit}");
    }
    for end in 0..bytes.len() {
        assert!(snapshot::load(&bytes[..end], registry.clone()).is_err(), "cut at {end}");
    }
    let error = snapshot::load(&codec::encode(KIND, 1, &0u8).unwrap(), registry).unwrap_err();
    assert!(matches!(error, SnapshotError::Codec(CodecError::WrongKind { .. })));
}

/// Counts the bytes that the test's own thread has allocated and not freed.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread may free memory after its counters are gone; those bytes do not matter.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is passed on unchanged to the system allocator, which keeps the contract;
// counting touches only thread-local numbers and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The peak of allocated bytes while `work` runs, relative to the beginning.
fn peak_bytes<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as usize)
}

/// Memory for the texts of a refusal.
const SPARE: usize = 2048;

#[test]
fn claimed_lengths_are_not_believed() {
    // 252 and four bytes: a length of 200 million, followed by nothing.
    let claim = [252, 0, 0xc2, 0xeb, 0x0b];
    let record = codec::encode(KIND, 1, &Raw(&claim)).unwrap();
    let limits = Limits::default();
    let check = |(failed, peak): (bool, usize)| {
        assert!(failed);
        assert!(peak <= 10 * record.len() + SPARE, "{peak} bytes");
    };
    check(peak_bytes(|| codec::decode::<String>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<Bytes>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<Vec<u8>>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<Vec<[u64; 32]>>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<Vec<Vec<String>>>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<BTreeMap<String, u8>>(KIND, 1, &record, limits).is_err()));
    check(peak_bytes(|| codec::decode::<Sample>(KIND, 1, &record, limits).is_err()));
}

/// A record with this header and payload and a correct checksum.
fn forge(flags: u8, payload: &[u8]) -> Vec<u8> {
    let mut record = b"FQ\x1a\x01TEST\x01\x00".to_vec();
    record.extend([flags, 0]);
    record.extend((payload.len() as u32).to_le_bytes());
    let crc = crc32_by_the_book(&[&record[4..], payload].concat());
    record.extend(crc.to_le_bytes());
    record.extend(payload);
    record
}

#[test]
fn compressed_bombs_do_not_go_off() {
    let frame = zstd::bulk::compress(&vec![0; 50_000_000], 19).unwrap();
    for claimed in [50_000_000u32, u32::MAX, frame.len() as u32 * 10, 100, 0] {
        let payload = [&claimed.to_le_bytes()[..], &frame].concat();
        let record = forge(1, &payload);
        let (result, peak) = peak_bytes(|| decode(&record));
        assert!(result.is_err(), "{claimed} claimed");
        assert!(peak <= 10 * record.len() + SPARE, "{claimed} claimed: {peak} bytes");
    }
    assert!(decode(&forge(1, &[])).is_err());
    assert!(matches!(decode(&forge(2, &[])), Err(CodecError::UnknownFlags(2))));
}

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_bytes_panic_or_swell(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        flags in 0..2u8,
        forged in any::<bool>(),
    ) {
        let record = if forged { forge(flags, &bytes) } else { bytes };
        let registry = Arc::new(BlockRegistry::new());
        let (_, peak) = peak_bytes(|| decode(&record).is_ok());
        // A payload byte can become at most one list element.
        let largest = size_of::<Choice>().max(64) * 4;
        prop_assert!(peak <= largest * record.len() + SPARE, "{peak} bytes");
        prop_assert!(snapshot::load(&record, registry).is_err());
    }

    #[test]
    fn any_value_round_trips(
        text in ".{0,40}",
        one in any::<i64>(),
        tail in prop::collection::vec(any::<u16>(), 0..200),
        map in prop::collection::btree_map(any::<u32>(), any::<Option<[i32; 3]>>(), 0..20),
        bytes in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let (named, two) = (Choice::Named { x: 1, tail }, Choice::Two(0, text.clone()));
        let list = vec![Choice::One(one), named, two];
        let (bytes, numbers) = (Bytes(bytes), sample().numbers);
        let value = Sample { text, list, map, bytes, numbers };
        let record = codec::encode(KIND, 1, &value).unwrap();
        prop_assert_eq!(decode(&record), Ok(value));
    }
}

#[test]
fn pack_writes_the_payload_alone() {
    let value = ("炮二平五".to_owned(), vec![7_u32, 300], Some(-1_i64));
    let packed = codec::pack(&value);
    let record = codec::encode(RecordKind(*b"TEST"), 1, &value).unwrap();
    assert_eq!(packed, record[codec::HEADER_BYTES..]);
    type Value = (String, Vec<u32>, Option<i64>);
    assert_eq!(codec::unpack::<Value>(&packed).unwrap(), value);
    let longer = [&packed[..], &[0]].concat();
    assert_eq!(codec::unpack::<Value>(&longer), Err(CodecError::Trailing(1)));
    for short in 0..packed.len() {
        let error = codec::unpack::<Value>(&packed[..short]).unwrap_err();
        assert!(matches!(error, CodecError::BadPayload { .. }), "{error}");
    }
}
