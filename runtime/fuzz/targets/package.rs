#![no_main]
//! Packed maps from a log or an archive. A map that unpacks packs the same way again.

use fangqi_fuzz::framed;
use fangqi_plugin_miniworld::MINIWORLD;
use fangqi_room::MapPackage;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for bytes in [data.to_vec(), framed(*b"PACK", 1, data)] {
        if let Ok(package) = MapPackage::unpack(&bytes, MINIWORLD) {
            let packed = package.pack().expect("it was packed before");
            let again = MapPackage::unpack(&packed, MINIWORLD).expect("just packed");
            assert_eq!(again.digest(), package.digest());
        }
    }
});
