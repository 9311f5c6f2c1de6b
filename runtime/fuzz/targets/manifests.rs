#![no_main]
//! A map's files as an author may write them: manifest, blocks, layout, strings.

use std::collections::BTreeMap;

use fangqi_fuzz::parts;
use fangqi_plugin_miniworld::MINIWORLD;
use fangqi_room::MapPackage;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let [manifest, blocks, layout, zh, en] = parts(text);
    let files: BTreeMap<String, Vec<u8>> = [
        ("map.toml", manifest),
        ("blocks.toml", blocks),
        ("layout.toml", layout),
        ("zh.toml", zh),
        ("en.toml", en),
        ("main.lua", "local x = 1"),
        ("thumbnail.svg", "<svg/>"),
    ]
    .into_iter()
    .map(|(name, text)| (format!("m/{name}"), text.as_bytes().to_vec()))
    .collect();
    match MapPackage::load(&files, "m", MINIWORLD) {
        Ok(package) => {
            let packed = package.pack().expect("small enough");
            let again = MapPackage::unpack(&packed, MINIWORLD).expect("whole");
            assert_eq!(again.digest(), package.digest());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
