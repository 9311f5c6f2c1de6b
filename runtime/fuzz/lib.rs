//! What the fuzz targets share.

use fangqi_world::codec::{self, RecordKind};
use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// Bytes that are a record's payload as they are.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        for byte in self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

/// An intact record around any payload: a fuzzer does not find checksums.
pub fn framed(kind: [u8; 4], version: u16, payload: &[u8]) -> Vec<u8> {
    codec::encode(RecordKind(kind), version, &Raw(payload)).unwrap_or_default()
}

/// Input of several parts, which are told apart by lines of `====`.
pub fn parts<const N: usize>(text: &str) -> [&str; N] {
    let mut split = text.split("\n====\n");
    std::array::from_fn(|_| split.next().unwrap_or_default())
}
