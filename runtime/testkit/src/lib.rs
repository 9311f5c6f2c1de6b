//! What tests of the kernel and of plugins share: small maps, a table to play them at, and calls
//! from Lua with what they return.
//!
//! A test program says once which plugins its rooms have, and gets everything under `common`:
//!
//! ```text
//! mod common {
//!     fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[&Kalah]));
//! }
//! ```

#![warn(missing_docs)]
#![allow(clippy::missing_panics_doc, reason = "a test fails by a panic")]

pub mod calls;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fangqi_protocol::PlayerId;
use fangqi_room::RoomOptions;

pub use table::{Composition, Table, map, shipped, try_map};

/// The manifest of the test maps: two seats, a computer of three levels, jobs.
pub const MANIFEST: &str = r##"
format = 1
id = "test"
version = "1"
name = { zh = "测试", en = "Test" }
description = { zh = "测试", en = "A test." }
scripts = ["main.lua"]
take_back = true
capabilities = ["jobs"]
computer = { levels = 3 }

[[seats]]
name = { zh = "红方", en = "Red" }
colour = "#aa0000"

[[seats]]
name = { zh = "黑方", en = "Black" }
colour = "#000000"
"##;

/// The player on seat 0 of a [`Table`].
pub const ANN: PlayerId = PlayerId(1001);
/// The player on seat 1.
pub const BEN: PlayerId = PlayerId(1002);

/// The files of a test map with this script.
pub fn files(main: &str) -> BTreeMap<String, Vec<u8>> {
    BTreeMap::from([
        ("test/map.toml".to_owned(), MANIFEST.as_bytes().to_vec()),
        ("test/main.lua".to_owned(), main.as_bytes().to_vec()),
    ])
}

/// Options with a seed of their own, so that a test notices a room that forgets its seed.
pub fn options() -> RoomOptions {
    RoomOptions { seed: 7, ..RoomOptions::default() }
}

/// The folders of the shipped maps, of all groups.
pub fn map_folders() -> Vec<PathBuf> {
    let inside = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    inside(scripts().join("maps")).into_iter().flat_map(inside).collect()
}

/// The files of all shipped maps and of what they share, by path relative to the folder of all
/// maps.
pub fn shipped_files() -> BTreeMap<String, Vec<u8>> {
    let mut files = files_in(&scripts().join("lib"), "lib");
    for folder in map_folders() {
        let map = folder.file_name().unwrap().to_str().unwrap();
        files.extend(files_in(&folder, map));
    }
    files
}

/// The files of a folder, by path below it after `prefix`.
pub fn files_in(folder: &Path, prefix: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = format!("{prefix}/{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            files.extend(files_in(&entry.path(), &path));
        } else {
            files.insert(path, std::fs::read(entry.path()).unwrap());
        }
    }
    files
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts")
}

/// Defines what tests with these plugins use: `Table`, `map`, `try_map`, `shipped`, and what is the
/// same for all of them.
#[macro_export]
macro_rules! tables {
    ($plugins:expr) => {
        /// The plugins of these tests.
        #[allow(dead_code, reason = "each test program uses a part of it")]
        pub(crate) const PLUGINS: fangqi_room::plugin::Plugins = $plugins;

        /// A composition of these plugins.
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct Tested;

        impl $crate::Composition for Tested {
            const PLUGINS: fangqi_room::plugin::Plugins = PLUGINS;
        }

        #[allow(dead_code, reason = "each test program uses a part of it")]
        pub(crate) type Table = $crate::Table<Tested>;

        #[allow(unused_imports, reason = "each test program uses a part of it")]
        pub(crate) use $crate::{ANN, BEN, MANIFEST, files, options, shipped_files};

        #[allow(dead_code, reason = "each test program uses a part of it")]
        pub(crate) fn map(main: &str) -> std::sync::Arc<fangqi_room::MapPackage> {
            $crate::map::<Tested>(main)
        }

        #[allow(dead_code, reason = "each test program uses a part of it")]
        pub(crate) fn try_map(
            main: &str,
        ) -> Result<fangqi_room::MapPackage, fangqi_room::PackageError> {
            $crate::try_map::<Tested>(main)
        }

        #[allow(dead_code, reason = "each test program uses a part of it")]
        pub(crate) fn shipped(name: &str) -> std::sync::Arc<fangqi_room::MapPackage> {
            $crate::shipped::<Tested>(name)
        }
    };
}
