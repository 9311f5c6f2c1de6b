//! A small walking map, and players in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_plugin_miniworld::{ActorView, OwnView, WalkScene, miniworld_map};
use fangqi_protocol::{Act, Input, LogLevel, Output, OutputBody, PlayerId, Pose, Tick};
use fangqi_room::Applied;
use fangqi_room::{MapPackage, Room, RoomOptions};
use mlua::Value;

use crate::common::PLUGINS;
use crate::common::{ANN, BEN, options};

const MANIFEST: &str = r##"
format = 1
id = "test"
version = "1"
name = { zh = "测试", en = "Test" }
description = { zh = "测试", en = "A test." }
scripts = SCRIPTS
layout = "layout.toml"

[miniworld]
catalog = "catalog.toml"
spawn = [0.5, 7.0, 0.5]
pages = ["page.toml"]
placed = "placed.toml"
"##;

const LAYOUT: &str = r#"
[[fill]]
from = [-24, 0, -24]
to = [24, 6, 24]
block = "floor_stone"
"#;

const CATALOG: &str = r#"
[[item]]
id = 5001
name = "apple"
use = "food"
power = 10
smelts = 5002

[[item]]
id = 5002
name = "club"
use = "tool"
power = 5
durability = 1

[[item]]
id = 5003
name = "surprise"
use = "gift"

[[item]]
id = 5004
name = "hat"
use = "head"
power = 3

[[creature]]
id = 3401
name = "wolf"
hp = 40
attack = 7
hostile = true

[[buff]]
id = 60
name = "poison"
bad = true
hp = -2

[[buff]]
id = 61
name = "haste"
speed = 2
"#;

const PAGE: &str = r#"
id = "7001"
scripts = ["page.lua"]

[[element]]
id = "7001_1"
is = { kind = "button", text = "Buy", place = [100, 50], size = [80, 40] }

[[element]]
id = "7001_2"
is = { kind = "input" }

[[element]]
id = "7001_3"
is = { kind = "button", text = "Shut" }
states = ["open", "wide"]

[[element]]
id = "7001_4"
is = { kind = "button", text = "Open" }
states = ["shut"]
"#;

const PLACED: &str = r#"
[[area]]
id = 1
from = [20, 7, 20]
to = [22, 9, 22]

[[position]]
id = 1
at = [3.5, 7.0, 4.5]

[[living]]
id = 1
actor = 3400
at = [-22.5, 7.0, -22.5]

[[item]]
id = 1
item = 12051
"#;

/// A room with a floor whose upper side is at y = 7.
pub struct Walk {
    pub room: Room,
    pub now: Tick,
    /// Everything that was logged.
    pub log: Vec<(LogLevel, String)>,
}

impl Walk {
    /// With one script, and both players in it.
    pub fn open(main: &str) -> Self {
        let mut walk = Self::scripts(&[("main.lua", main)], "");
        walk.join(ANN, "Ann");
        walk.join(BEN, "Ben");
        walk
    }

    /// With one script, and both players in it: what Ann says is run, so that a replay does it too.
    pub fn obeying(main: &str) -> Self {
        let obey = "ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e)
            LoadLuaScript(e.content)() end)";
        Self::open(&format!("{obey}\n{main}"))
    }

    /// Has Ann say statements, in a room that obeys.
    pub fn say(&mut self, statements: &str) {
        let text = statements.to_owned();
        self.ok(Input::Chat { player: ANN, text });
        assert_eq!(self.errors(), Vec::<&str>::new(), "{statements}");
    }

    /// Where everybody only builds, and both players in it.
    pub fn creative() -> Self {
        let more = "mode = \"creative\"\n";
        let mut walk = Self::made(&[("main.lua", "")], "", more, PLACED).unwrap();
        walk.join(ANN, "Ann");
        walk.join(BEN, "Ben");
        walk
    }

    /// With several scripts, one of the page, and nobody in it.
    pub fn scripts(scripts: &[(&str, &str)], page: &str) -> Self {
        Self::made(scripts, page, "", PLACED).unwrap()
    }

    /// Where the editor placed other things, and nobody in it; or what is wrong with them.
    pub fn placed(file: &str) -> Result<Self, String> {
        Self::made(&[("main.lua", "")], "", "", file)
    }

    fn made(
        scripts: &[(&str, &str)],
        page: &str,
        more: &str,
        placed: &str,
    ) -> Result<Self, String> {
        let names: Vec<String> = scripts.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let manifest = MANIFEST.replace("SCRIPTS", &format!("[{}]", names.join(", "))) + more;
        let mut files = BTreeMap::from([
            ("test/map.toml".to_owned(), manifest.into_bytes()),
            ("test/layout.toml".to_owned(), LAYOUT.into()),
            ("test/catalog.toml".to_owned(), CATALOG.into()),
            ("test/page.toml".to_owned(), PAGE.into()),
            ("test/placed.toml".to_owned(), placed.into()),
            ("test/page.lua".to_owned(), page.into()),
        ]);
        for (name, text) in scripts {
            files.insert(format!("test/{name}"), text.as_bytes().to_vec());
        }
        let package = MapPackage::load(&files, "test", PLUGINS).map_err(|e| e.to_string())?;
        Ok(Self::room(package, options()))
    }

    fn room(package: MapPackage, options: RoomOptions) -> Self {
        let (room, applied) = Room::open(Arc::new(package), options).unwrap();
        let mut walk = Self { room, now: 0, log: Vec::new() };
        walk.keep(&applied);
        walk
    }

    /// A map made of one loose script, in a room opened at a time, and both players in it.
    pub fn imported(main: &str, opened: i64) -> Self {
        let scripts = [("main.lua".to_owned(), main.as_bytes().to_vec())];
        let files = miniworld_map("test", "Test", &scripts, &BTreeSet::new());
        let package = MapPackage::load(&files, "test", PLUGINS).unwrap();
        let mut walk = Self::room(package, RoomOptions { opened, ..options() });
        walk.join(ANN, "Ann");
        walk.join(BEN, "Ben");
        walk
    }

    fn keep(&mut self, applied: &Applied) {
        self.log.extend(applied.log.iter().map(|line| (line.level, line.text.clone())));
    }

    pub fn join(&mut self, player: PlayerId, name: &str) {
        self.ok(Input::Join { player, name: name.to_owned() });
    }

    pub fn apply(&mut self, input: Input) -> Applied {
        let applied = self.room.apply(self.now, input);
        self.keep(&applied);
        applied
    }

    pub fn ok(&mut self, input: Input) -> Applied {
        let applied = self.apply(input.clone());
        assert_eq!(applied.rejected, None, "{input:?}");
        applied
    }

    /// Lets time pass, tick by tick where something is due.
    pub fn ticks(&mut self, count: Tick) {
        let end = self.now + count;
        while let Some(due) = self.room.next_wake().filter(|due| *due <= end) {
            self.now = due.max(self.now);
            self.apply(Input::Tick);
        }
        self.now = end;
        self.apply(Input::Tick);
    }

    /// Runs statements and what they set off.
    pub fn run(&mut self, statements: &str) {
        self.room.evaluate(statements).unwrap_or_else(|e| panic!("{statements}: {e}"));
        self.apply(Input::Tick);
    }

    /// What an expression gives, as text: values separated by blanks.
    pub fn show(&self, expression: &str) -> String {
        let source = format!("return {expression}");
        let values = self.room.evaluate(&source).unwrap_or_else(|e| panic!("{expression}: {e}"));
        let words = values.iter().map(|value| match value {
            Value::String(text) => text.to_string_lossy(),
            Value::Nil => "nil".to_owned(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Integer(number) => number.to_string(),
            Value::Number(number) => number.to_string(),
            other => other.type_name().to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    pub fn act(&mut self, player: PlayerId, act: Act) -> Applied {
        self.apply(Input::Act { player, act })
    }

    /// The code with which an act is refused; empty when it is done.
    pub fn refused(&mut self, player: PlayerId, act: Act) -> &'static str {
        self.act(player, act).rejected.map_or("", |rejection| rejection.code)
    }

    pub fn own(&self, player: PlayerId) -> OwnView {
        let scene = WalkScene::in_scene(&self.room.scene(player)).unwrap();
        scene.and_then(|walk| walk.own).expect("players walk here")
    }

    /// The objects that everybody sees, and what surrounds them.
    pub fn scene(&self) -> WalkScene {
        WalkScene::in_scene(&self.room.scene(ANN)).unwrap().expect("players walk here")
    }

    /// Says where a player is, standing.
    pub fn pose(&mut self, player: PlayerId, pos: [f64; 3]) -> &'static str {
        let moved = self.own(player).moved;
        let pose = Pose {
            pos,
            yaw: 0.0,
            pitch: 0.0,
            grounded: true,
            sneaks: false,
            runs: false,
            flies: false,
            moved,
        };
        let applied = self.apply(Input::Pose { player, pose });
        applied.rejected.map_or("", |rejection| rejection.code)
    }

    pub fn errors(&self) -> Vec<&str> {
        let errors = self.log.iter().filter(|(level, _)| *level == LogLevel::Error);
        errors.map(|(_, text)| text.as_str()).collect()
    }

    /// The log replayed in another room must lead to the same state.
    pub fn check_replay(&self) {
        let package = Arc::clone(self.room.package());
        let replayed = Room::replay(package, options(), self.room.history()).unwrap();
        assert_eq!(replayed.state_hash(), self.room.state_hash());
    }
}

/// Whether an output changes this part of the view of a room.
pub fn changes_part(output: &Output, part: &str) -> bool {
    matches!(&output.body, OutputBody::PluginChange(change) if change.put.contains_key(part))
}

/// The objects that an output says have come or changed, and the parts of those that are gone;
/// `None` if it is about no objects.
pub fn changed_actors(output: &Output) -> Option<(Vec<ActorView>, Vec<String>)> {
    let OutputBody::PluginChange(change) = &output.body else { return None };
    let put = change.put.iter().filter(|(part, _)| part.starts_with("actor:"));
    let put: Vec<_> =
        put.map(|(_, actor)| serde_json::from_str(actor.as_str()).expect("an object")).collect();
    (!put.is_empty() || !change.gone.is_empty()).then(|| (put, change.gone.clone()))
}
