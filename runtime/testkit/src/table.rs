//! A room with two players.

use std::marker::PhantomData;
use std::sync::Arc;

use fangqi_protocol::{Input, PlayerId, Tick};
use fangqi_room::plugin::Plugins;
use fangqi_room::{Applied, MapPackage, PackageError, Room, RoomOptions};

use crate::{ANN, BEN, files, options, shipped_files};

/// The plugins that the rooms of a test program have.
pub trait Composition {
    /// The plugins.
    const PLUGINS: Plugins;
}

/// A test map with this script.
///
/// # Errors
/// What is wrong with the script.
pub fn try_map<C: Composition>(main: &str) -> Result<MapPackage, PackageError> {
    MapPackage::load(&files(main), "test", C::PLUGINS)
}

/// A test map with this script.
pub fn map<C: Composition>(main: &str) -> Arc<MapPackage> {
    Arc::new(try_map::<C>(main).unwrap())
}

/// A shipped map.
pub fn shipped<C: Composition>(name: &str) -> Arc<MapPackage> {
    Arc::new(MapPackage::load(&shipped_files(), name, C::PLUGINS).unwrap())
}

/// A room with Ann on seat 0 and Ben on seat 1.
#[derive(Debug)]
pub struct Table<C> {
    /// The room.
    pub room: Room,
    /// The tick at which the next input is applied.
    pub now: Tick,
    composition: PhantomData<C>,
}

impl<C: Composition> Table<C> {
    /// Opens a room on a test map with this script.
    pub fn open(main: &str) -> Self {
        Self::with(main, options())
    }

    /// As [`Self::open`], with these options.
    pub fn with(main: &str, options: RoomOptions) -> Self {
        let (room, _) = Room::open(map::<C>(main), options).unwrap();
        let mut table = Self::of(room);
        for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
            table.ok(Input::Join { player, name: name.to_owned() });
            table.ok(Input::Sit { player, seat });
        }
        table
    }
}

impl<C> Table<C> {
    /// A table in a room that was opened in another way.
    pub fn of(room: Room) -> Self {
        Self { room, now: 0, composition: PhantomData }
    }

    /// Applies an input.
    pub fn apply(&mut self, input: Input) -> Applied {
        self.room.apply(self.now, input)
    }

    /// Applies an input that must not be refused.
    pub fn ok(&mut self, input: Input) -> Applied {
        let applied = self.apply(input);
        assert_eq!(applied.rejected, None, "{:?}", applied.log);
        applied
    }

    /// Clicks the upper face of a cell.
    pub fn click(&mut self, player: PlayerId, x: i32, y: i32, z: i32) -> Applied {
        self.apply(Input::Click { player, pos: [x, y, z], face: 5 })
    }

    /// The block in a cell.
    pub fn id(&self, x: i32, y: i32, z: i32) -> u16 {
        self.room.block([x, y, z]).id().0
    }

    /// The number that Lua code returns.
    pub fn eval(&self, source: &str) -> f64 {
        let values = self.room.evaluate(source).unwrap();
        match values.front() {
            Some(mlua::Value::Integer(value)) => *value as f64,
            Some(mlua::Value::Number(value)) => *value,
            other => panic!("{source}: {other:?}"),
        }
    }
}
