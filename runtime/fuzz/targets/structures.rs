#![no_main]
//! Models and schematics from elsewhere.

use fangqi_world::import::{self, SchemMapping, VoxMapping};
use fangqi_world::{BlockRegistry, export};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let registry = BlockRegistry::new();
    if let Ok(structure) = import::vox(data, &registry, &VoxMapping::default()) {
        let _ = export::vox(&structure, &registry);
    }
    if let Ok(structure) = import::schem(data, &registry, &SchemMapping::default()) {
        let _ = export::schem(&structure, &registry);
    }
});
