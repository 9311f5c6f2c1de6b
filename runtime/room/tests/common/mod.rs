//! A palette of small maps and a table to play them at.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use fangqi_protocol::{Input, PlayerId, Tick};
use fangqi_room::Applied;
use fangqi_room::{MapPackage, PackageError, Room, RoomOptions};

use crate::PLUGINS;

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

pub fn files(main: &str) -> BTreeMap<String, Vec<u8>> {
    BTreeMap::from([
        ("test/map.toml".to_owned(), MANIFEST.as_bytes().to_vec()),
        ("test/main.lua".to_owned(), main.as_bytes().to_vec()),
    ])
}

pub fn try_map(main: &str) -> Result<MapPackage, PackageError> {
    MapPackage::load(&files(main), "test", PLUGINS)
}

pub fn map(main: &str) -> Arc<MapPackage> {
    Arc::new(try_map(main).unwrap())
}

/// A shipped map.
pub fn shipped(name: &str) -> Arc<MapPackage> {
    Arc::new(MapPackage::load(&shipped_files(), name, PLUGINS).unwrap())
}

/// The files of all shipped maps.
pub fn shipped_files() -> BTreeMap<String, Vec<u8>> {
    // Crates at different depths use this file.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().map(|folder| folder.join("scripts")).find(|path| path.is_dir());
    let root = root.expect("the maps lie in the root of the workspace");
    let mut files = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}

pub fn options() -> RoomOptions {
    RoomOptions { seed: 7, ..RoomOptions::default() }
}

pub const ANN: PlayerId = PlayerId(1001);
pub const BEN: PlayerId = PlayerId(1002);

/// A room with Ann on seat 0 and Ben on seat 1.
pub struct Table {
    pub room: Room,
    pub now: Tick,
}

impl Table {
    pub fn open(main: &str) -> Self {
        Self::with(main, options())
    }

    pub fn with(main: &str, options: RoomOptions) -> Self {
        let (room, _) = Room::open(map(main), options).unwrap();
        let mut table = Self { room, now: 0 };
        for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
            table.ok(Input::Join { player, name: name.to_owned() });
            table.ok(Input::Sit { player, seat });
        }
        table
    }

    pub fn apply(&mut self, input: Input) -> Applied {
        self.room.apply(self.now, input)
    }

    pub fn ok(&mut self, input: Input) -> Applied {
        let applied = self.apply(input);
        assert_eq!(applied.rejected, None, "{:?}", applied.log);
        applied
    }

    pub fn click(&mut self, player: PlayerId, x: i32, y: i32, z: i32) -> Applied {
        self.apply(Input::Click { player, pos: [x, y, z], face: 5 })
    }

    pub fn id(&self, x: i32, y: i32, z: i32) -> u16 {
        self.room.block([x, y, z]).id().0
    }

    pub fn eval(&self, source: &str) -> f64 {
        let values = self.room.evaluate(source).unwrap();
        match values.front() {
            Some(mlua::Value::Integer(value)) => *value as f64,
            Some(mlua::Value::Number(value)) => *value,
            other => panic!("{source}: {other:?}"),
        }
    }
}
