//! The dependency graph keeps the design, and a forbidden edge would be seen.

use std::path::Path;
use std::process::Command;

use xtask::exec::Workspace;
use xtask::graph::{self, Crate};
use xtask::tree::{self, SourceFile};

#[test]
fn the_workspace_keeps_the_design() {
    let workspace = Workspace::here();
    let crates = graph::of(&workspace).unwrap();
    let folders: Vec<&str> = crates.iter().map(|it| it.folder.as_str()).collect();
    assert!(folders.contains(&"runtime/room") && folders.contains(&"world"), "{folders:?}");
    assert_eq!(graph::violations(&crates), Vec::<String>::new());
    let files = tree::text_files(&workspace.root).unwrap();
    assert_eq!(graph::scripts_are_data(&files), Vec::<String>::new());
}

/// The sentences about one crate with these dependencies.
fn about(folder: &str, inside: &[&str], outside: &[&str]) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    graph::violations(&[Crate {
        name: folder.replace('/', "-"),
        folder: folder.to_owned(),
        inside: owned(inside),
        tests: Vec::new(),
        outside: owned(outside),
    }])
}

#[test]
fn every_forbidden_edge_is_seen() {
    let forbidden = [
        ("world", "boards/kit"),
        ("world", "runtime/room"),
        ("boards/kit", "world"),
        ("boards/kit", "boards/xiangqi"),
        ("boards/xiangqi", "world"),
        ("boards/xiangqi", "boards/doudizhu"),
        ("boards/xiangqi", "runtime/room"),
        ("runtime/text", "world"),
        ("runtime/vm", "runtime/room"),
        ("runtime/vm", "world"),
        ("runtime/vm", "runtime/protocol"),
        ("runtime/protocol", "runtime/room"),
        ("runtime/fangqi", "runtime/testkit"),
        ("runtime/testkit", "runtime/plugins/xiangqi"),
        ("runtime/protocol", "runtime/vm"),
        ("runtime/binding", "runtime/room"),
        ("runtime/server", "runtime/binding"),
        ("runtime/room", "runtime/server"),
        ("runtime/room", "runtime/web"),
        ("runtime/room", "boards/xiangqi"),
        ("runtime/room", "boards/kit"),
        ("runtime/room", "runtime/plugins/xiangqi"),
        ("runtime/plugins/xiangqi", "runtime/plugins/doudizhu"),
        ("runtime/plugins/xiangqi", "runtime/server"),
        ("runtime/server", "runtime/plugins/xiangqi"),
        ("runtime/server", "boards/xiangqi"),
        ("runtime/server", "runtime/fangqi"),
        ("runtime/web", "runtime/server"),
        ("runtime/fangqi", "runtime/xtask"),
        ("runtime/xtask", "world"),
    ];
    for (from, to) in forbidden {
        assert_eq!(about(from, &[to], &[]), [format!("{from} must not depend on {to}")]);
    }
}

#[test]
fn only_tests_of_what_plays_use_plugins() {
    let tests = |folder: &str, to: &str| {
        let (inside, outside) = (Vec::new(), Vec::new());
        let (name, folder) = (folder.replace('/', "-"), folder.to_owned());
        graph::violations(&[Crate { name, folder, inside, tests: vec![to.to_owned()], outside }])
    };
    for folder in ["runtime/room", "runtime/server", "runtime/fangqi"] {
        assert_eq!(tests(folder, "runtime/plugins/xiangqi"), Vec::<String>::new());
    }
    for folder in ["world", "runtime/vm", "runtime/plugins/doudizhu"] {
        let sentence = format!("tests of {folder} must not depend on runtime/plugins/xiangqi");
        assert_eq!(tests(folder, "runtime/plugins/xiangqi"), [sentence]);
    }
}

#[test]
fn every_edge_of_the_design_is_allowed() {
    let allowed: [(&str, &[&str]); 10] = [
        ("runtime/vm", &["runtime/text"]),
        ("runtime/protocol", &["world"]),
        ("runtime/binding", &["runtime/protocol", "runtime/vm", "world"]),
        ("boards/xiangqi", &["boards/kit"]),
        ("runtime/room", &["world", "runtime/vm", "runtime/text", "runtime/binding"]),
        ("runtime/plugins/xiangqi", &["runtime/room", "runtime/vm", "world", "boards/xiangqi"]),
        ("runtime/fangqi", &["runtime/plugins/xiangqi", "runtime/plugins/sanguosha"]),
        ("runtime/server", &["runtime/room", "world", "runtime/web"]),
        ("boards/doudizhu", &["boards/kit"]),
        ("runtime/fangqi", &["runtime/server", "runtime/room", "world", "boards/doudizhu"]),
    ];
    for (from, to) in allowed {
        assert_eq!(about(from, to, &[]), Vec::<String>::new());
    }
}

#[test]
fn reserved_crates_stay_where_they_belong() {
    let sentence = "runtime/server must not depend on mlua: only runtime/vm and runtime/binding \
                    and runtime/plugin and runtime/room and runtime/plugins/ and runtime/testkit \
                    may";
    assert_eq!(about("runtime/server", &[], &["mlua"]), [sentence]);
    assert_eq!(about("runtime/room", &[], &["mlua", "serde"]), Vec::<String>::new());
    assert_eq!(about("runtime/plugins/sanguosha", &[], &["mlua"]), Vec::<String>::new());
    for name in ["axum", "tokio", "rusqlite", "crossbeam-channel"] {
        assert_eq!(about("runtime/room", &[], &[name]).len(), 1, "{name}");
        assert_eq!(about("world", &[], &[name]).len(), 1, "{name}");
        assert_eq!(about("runtime/server", &[], &[name]).len(), 0, "{name}");
    }
}

#[test]
fn a_crate_in_an_unknown_place_is_named() {
    let expected = ["runtime/extra: say in graph.rs what it may depend on"];
    assert_eq!(about("runtime/extra", &[], &[]), expected);
}

#[test]
fn metadata_gives_direct_dependencies_of_every_kind() {
    let metadata = r#"{
        "workspace_root": "/somewhere/fangqi",
        "packages": [{
            "name": "fangqi-world",
            "manifest_path": "/somewhere/fangqi/world/Cargo.toml",
            "dependencies": [
                {"name": "serde", "kind": null},
                {"name": "mlua", "kind": "dev"},
                {"name": "fangqi-room", "kind": "build", "path": "/somewhere/fangqi/runtime/room"},
                {"name": "fangqi-text", "kind": "dev", "path": "/somewhere/fangqi/runtime/text"}
            ]
        }]
    }"#;
    let crates = graph::crates(metadata).unwrap();
    let expected = [
        "world must not depend on runtime/room",
        "tests of world must not depend on runtime/text",
        "world must not depend on mlua: only runtime/vm and runtime/binding and runtime/plugin and \
         runtime/room and runtime/plugins/ and runtime/testkit may",
    ];
    assert_eq!(graph::violations(&crates), expected);
}

#[test]
fn a_crate_below_scripts_is_seen() {
    let files = [
        SourceFile::new("scripts/maps/boards/xiangqi/main.lua", ""),
        SourceFile::new("scripts/maps/boards/xiangqi/Cargo.toml", ""),
        SourceFile::new("scripts/lib/extra.rs", ""),
        SourceFile::new("world/Cargo.toml", ""),
    ];
    assert_eq!(graph::scripts_are_data(&files).len(), 2);
}

/// `cargo run` and `cargo install` resolve a part of the workspace, the tests all of it.
#[test]
fn the_program_resolves_by_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments = ["tree", "--offline", "--depth", "0"];
    let out = Command::new(env!("CARGO")).args(arguments).current_dir(root).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    assert!(String::from_utf8_lossy(&out.stdout).starts_with("fangqi v"));
}
