use fangqi_room::model::Record;

/// A record as stored: magic, version, length and checksum around its fields.
pub fn encode_record(record: &Record) -> Result<Vec<u8>, String> {
    // Replaced by fangqi_world::codec once it is there.
    serde_json::to_vec(record).map(|mut b| { let c = crc32fast::hash(&b); b.extend(c.to_le_bytes()); b }).map_err(|error| error.to_string())
}

/// A stored record; says what is wrong with a damaged one.
pub fn decode_record(bytes: &[u8]) -> Result<Record, String> {
    let (body, crc) = bytes.split_last_chunk::<4>().ok_or("short")?;
    if crc32fast::hash(body) != u32::from_le_bytes(*crc) { return Err("checksum".into()); }
    serde_json::from_slice(body).map_err(|error| error.to_string())
}
