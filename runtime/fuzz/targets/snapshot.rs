#![no_main]
//! Worlds as stored. What loads is written the same way again.

use std::sync::Arc;

use fangqi_fuzz::framed;
use fangqi_world::{BlockRegistry, Chunk, snapshot};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let registry = Arc::new(BlockRegistry::new());
    for bytes in [data.to_vec(), framed(*b"WRLD", 1, data)] {
        if let Ok(world) = snapshot::load(&bytes, Arc::clone(&registry)) {
            let saved = snapshot::save(&world);
            let again = snapshot::load(&saved, Arc::clone(&registry)).expect("just written");
            assert_eq!(again.state_hash(), world.state_hash());
            assert_eq!(snapshot::save(&again), saved);
        }
    }
    let _ = Chunk::decode_wire(data);
});
