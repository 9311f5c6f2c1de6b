//! Maps are read in worker processes: one that breaks the script host costs no other.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;

use fangqi_server::{Workers, read_maps};

use crate::PLUGINS;

fn workers(hazards: bool) -> Workers {
    Workers {
        program: env!("CARGO_BIN_EXE_fangqi").into(),
        arguments: vec!["worker".to_owned()],
        memory: 1 << 30,
        hazards,
    }
}

/// A map with a board of rules, which are run when it is read.
fn add(files: &mut BTreeMap<String, Vec<u8>>, id: &str, description: &str, script: &str) {
    let manifest = format!(
        "format = 1\nid = \"{id}\"\nversion = \"1\"\nname = {{ zh = \"图\", en = \"Map\" }}\n\
         description = {{ zh = \"\", en = \"{description}\" }}\nscripts = [\"main.lua\"]\n"
    );
    files.insert(format!("{id}/map.toml"), manifest.into_bytes());
    files.insert(format!("{id}/main.lua"), script.as_bytes().to_vec());
}

#[test]
fn maps_that_end_their_process_are_told_and_the_others_are_read() {
    let mut files = BTreeMap::new();
    add(&mut files, "good", "Good", "local x = 1");
    add(&mut files, "crashes", "hazard:crash", "local x = 1");
    add(&mut files, "wrong", "Wrong", "local = 1");
    add(&mut files, "greedy", "hazard:memory", "local x = 1");
    add(&mut files, "caged", "hazard:escape", "local x = 1");
    add(&mut files, "last", "Last", "local x = 1");
    let names = ["good", "crashes", "wrong", "greedy", "caged", "last"].map(str::to_owned);
    let read = read_maps(&workers(true), &files, &names, PLUGINS).unwrap();
    let [good, crashes, wrong, greedy, caged, last] = &read[..] else { panic!("{read:?}") };
    for (name, map) in [("good", good), ("caged", caged), ("last", last)] {
        let map = map.as_ref().unwrap();
        assert_eq!((map.id(), map.about().lobby.name.zh.as_str()), (name, "图"));
        // The package is what the process read, to the last byte.
        assert_eq!(map.load().unwrap().package.digest(), map.about().digest);
    }
    let crashes = crashes.as_ref().unwrap_err();
    assert!(
        crashes.contains("the script host ended") && crashes.contains("signal 11"),
        "{crashes}"
    );
    assert!(wrong.as_ref().unwrap_err().contains("wrong/main.lua:1"), "{wrong:?}");
    assert!(greedy.as_ref().unwrap_err().contains("the script host ended"), "{greedy:?}");
}

#[test]
fn a_process_of_another_program_is_an_error_for_each_map() {
    let mut files = BTreeMap::new();
    add(&mut files, "good", "Good", "local x = 1");
    let other = Workers { program: "/bin/true".into(), ..workers(false) };
    let read = read_maps(&other, &files, &["good".to_owned()], PLUGINS).unwrap();
    assert!(read[0].as_ref().unwrap_err().contains("exit code 0"), "{read:?}");
    let missing = Workers { program: "/no/such/program".into(), ..workers(false) };
    read_maps(&missing, &files, &["good".to_owned()], PLUGINS).unwrap_err();
}
