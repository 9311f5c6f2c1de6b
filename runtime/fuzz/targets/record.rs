#![no_main]
//! Entries of a room's log. One that is read is written the same way again.

use fangqi_fuzz::framed;
use fangqi_server::log::{decode_record, encode_record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for bytes in [data.to_vec(), framed(*b"ROOM", 1, data)] {
        if let Ok(record) = decode_record(&bytes) {
            let again = encode_record(&record).expect("it was encoded before");
            // As bytes: a number that is none does not equal itself.
            let back = decode_record(&again).expect("it was just written");
            assert_eq!(encode_record(&back).as_ref(), Ok(&again));
        }
    }
});
