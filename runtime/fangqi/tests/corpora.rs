//! What fuzzers once found stays mended: every kept input goes through its target again, without a
//! fuzzer. The targets are those of `runtime/fuzz`, word for word.

#![allow(
    unused_attributes,
    unused_imports,
    reason = "for the fuzzer each target is a program that imports what it is made with"
)]

use std::panic::catch_unwind;
use std::path::Path;

// The names by which the targets know what they are built with.
extern crate self as fangqi_fuzz;
extern crate self as libfuzzer_sys;

#[path = "../../fuzz/lib.rs"]
mod shared;

pub use shared::{framed, parts};

/// Here a target is a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) {
            $body
        }
    };
}

/// The targets, each a module with a function, and all of them by their names.
macro_rules! targets {
    ($($name:ident = $path:literal),* $(,)?) => {
        $(
            #[path = $path]
            mod $name;
        )*

        const TARGETS: &[(&str, fn(&[u8]))] = &[$((stringify!($name), $name::run)),*];
    };
}

targets! {
    cards = "../../fuzz/targets/cards.rs",
    codec = "../../fuzz/targets/codec.rs",
    manifests = "../../fuzz/targets/manifests.rs",
    messages = "../../fuzz/targets/messages.rs",
    package = "../../fuzz/targets/package.rs",
    record = "../../fuzz/targets/record.rs",
    snapshot = "../../fuzz/targets/snapshot.rs",
    structures = "../../fuzz/targets/structures.rs",
    xiangqi_fen = "../../fuzz/targets/xiangqi_fen.rs",
    xiangqi_files = "../../fuzz/targets/xiangqi_files.rs",
    xiangqi_notation = "../../fuzz/targets/xiangqi_notation.rs",
    xiangqi_uci = "../../fuzz/targets/xiangqi_uci.rs",
}

/// Names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

fn fuzz() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"))
}

#[test]
fn every_target_is_here_and_has_a_corpus() {
    let here: Vec<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(here, names(&fuzz().join("corpus")));
    let files: Vec<String> = here.iter().map(|name| format!("{name}.rs")).collect();
    assert_eq!(files, names(&fuzz().join("targets")));
}

#[test]
fn kept_inputs_fail_nowhere() {
    let mut failed = Vec::new();
    for (target, run) in TARGETS {
        let corpus = fuzz().join("corpus").join(target);
        let inputs = names(&corpus);
        assert!(!inputs.is_empty(), "{target} has no corpus");
        for name in inputs {
            let input = std::fs::read(corpus.join(&name)).expect("a file");
            if catch_unwind(|| run(&input)).is_err() {
                failed.push(format!("{target}/{name}"));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
