use fangqi_room::model::Record;
use fangqi_world::codec::{self, Limits, RecordKind};

const KIND: RecordKind = RecordKind(*b"ROOM");
const VERSION: u16 = 1;

/// A record as stored: magic, version, length and checksum around its fields.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    codec::encode(KIND, VERSION, record).map_err(|error| error.to_string())
}

/// A stored record; says what is wrong with a damaged one.
pub fn decode_record(bytes: &[u8]) -> Result<Record, String> {
    codec::decode(KIND, VERSION, bytes, Limits::default())
        .map(|(_, record)| record)
        .map_err(|error| error.to_string())
}
