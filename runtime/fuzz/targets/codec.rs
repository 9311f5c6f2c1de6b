#![no_main]
//! Records as they lie on a disk: damaged anywhere.

use fangqi_world::codec::{self, Bytes, Limits, RecordKind};
use libfuzzer_sys::fuzz_target;

const KIND: RecordKind = RecordKind(*b"FUZZ");

fuzz_target!(|data: &[u8]| {
    // Never panics and never takes more memory than it is allowed.
    let limits = Limits { stored_bytes: 1 << 20, plain_bytes: 1 << 20 };
    if let Ok(header) = codec::peek(data) {
        let _ = codec::decode_first::<Bytes>(header.kind, u16::MAX, data, limits);
    }
    let whole = codec::encode(KIND, 1, &Bytes(data.to_vec())).expect("short enough");
    let (_, back) = codec::decode::<Bytes>(KIND, 1, &whole, limits).expect("intact");
    assert_eq!(back.0, data);
    // One damaged byte is noticed.
    let split = |[a, b, c]: &[u8; 3]| (u16::from_le_bytes([*a, *b]), *c);
    if let Some((at, flip)) = data.first_chunk::<3>().map(split)
        && flip != 0
    {
        let mut damaged = whole.clone();
        let at = usize::from(at) % damaged.len();
        damaged[at] ^= flip;
        if let Ok((_, read)) = codec::decode::<Bytes>(KIND, 1, &damaged, limits) {
            assert_eq!(read.0, data, "byte {at} was changed and nobody noticed");
        }
    }
});
