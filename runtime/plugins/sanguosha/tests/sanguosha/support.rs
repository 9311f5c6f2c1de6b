//! The packages that come with the program, read from where they lie.

// Each test file uses its part of what is here.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use fangqi_plugin_sanguosha::{PackageSource, decode};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/maps/cards/sanguosha")
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
    let mut files = lua_files(&folder().join("tests/packages"));
    files.retain(|path| !stem(path).ends_with("-ai"));
    files.iter().map(|path| read(path)).collect()
}

/// Packages in the manner of other authors, each with its AI and the other files of the folder.
pub fn authors() -> Vec<PackageSource> {
    let files = lua_files(&folder().join("tests/authors"));
    let texts: Vec<(String, Vec<u8>)> =
        files.iter().map(|path| (stem(path), saved(path))).collect();
    let is_package = |text: &[u8]| decode(text).contains("\nextension = sgs.Package(");
    let packages = texts.iter().filter(|(_, text)| is_package(text));
    packages
        .map(|(name, text)| {
            let mut package = PackageSource::compile(name, text).expect("Lua");
            for (other, text) in texts.iter().filter(|(other, _)| other != name) {
                package = if *other == format!("{name}-ai") {
                    package.with_ai(text).expect("Lua")
                } else {
                    package.with_helper(other, text).expect("Lua")
                };
            }
            package
        })
        .collect()
}

/// A file as authors save them: some as Windows does, some with a byte-order mark.
fn saved(path: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(path).expect("a file");
    match &*stem(path) {
        "oldstyle" => encoding_rs::GB18030.encode(&text).0.into_owned(),
        "later" => format!("\u{feff}{text}").into_bytes(),
        _ => text.into_bytes(),
    }
}

/// The texts of all packages that only tests have.
pub fn texts() -> Vec<String> {
    let folders = ["tests/authors", "tests/packages"];
    let files = folders.iter().flat_map(|name| lua_files(&folder().join(name)));
    files.map(|path| std::fs::read_to_string(path).expect("a file")).collect()
}

/// The tests of packages by other authors: name of the package and text.
pub fn checks() -> Vec<(String, String)> {
    named(&folder().join("tests/authors/checks"))
}

/// The tests: name and text.
pub fn tests() -> Vec<(String, String)> {
    named(&folder().join("tests"))
}

fn named(folder: &Path) -> Vec<(String, String)> {
    let files = lua_files(folder);
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

/// A package with the AI that lies beside it.
fn read(path: &Path) -> PackageSource {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let package = PackageSource::compile(&stem(path), &text).expect("Lua");
    match std::fs::read(path.with_file_name(format!("{}-ai.lua", stem(path)))) {
        Ok(ai) => package.with_ai(&ai).expect("Lua"),
        Err(_) => package,
    }
}
