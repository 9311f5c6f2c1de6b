//! The packages that come with the program, read from where they lie.

// Each test file uses its part of what is here.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use fangqi_room::sanguosha::PackageSource;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanguosha")
}

/// The packages of the program, in their order.
pub fn own() -> Vec<PackageSource> {
    let order = std::fs::read_to_string(folder().join("packages.toml")).expect("an order");
    let order: toml::Table = order.parse().expect("an order");
    let names = order["packages"].as_array().expect("a list");
    names
        .iter()
        .map(|name| {
            let name = name.as_str().expect("a name");
            read(&folder().join(format!("packages/{name}.lua")))
        })
        .collect()
}

/// The packages that only tests have.
pub fn for_tests() -> Vec<PackageSource> {
    lua_files(&folder().join("tests/packages")).iter().map(|path| read(path)).collect()
}

/// The tests: name and text.
pub fn tests() -> Vec<(String, String)> {
    let files = lua_files(&folder().join("tests"));
    let named = files.iter().map(|path| {
        let text = std::fs::read_to_string(path).expect("a test file");
        (stem(path), text)
    });
    named.collect()
}

fn lua_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "lua")).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn read(path: &Path) -> PackageSource {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    PackageSource::compile(&stem(path), &text).expect("Lua")
}
