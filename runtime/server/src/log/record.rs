use fangqi_room::model::Record;
use fangqi_world::codec;

const MAGIC: [u8; 4] = *b"FqRc";
const VERSION: u16 = 1;

/// A record as stored: magic, version, length and checksum around its fields.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    Ok(codec::encode(MAGIC, VERSION, record))
}

/// A stored record; says what is wrong with a damaged one.
pub fn decode_record(bytes: &[u8]) -> Result<Record, String> {
    codec::decode(MAGIC, VERSION, bytes)
}
