//! Plugins: a section of the manifest, state, inputs, what falls due, and what viewers are shown.

use std::hash::Hasher;
use std::sync::Arc;

use fangqi_protocol::{Input, LocalText, Output, OutputBody, PlayerId, PluginView};
use fangqi_room::plugin::{
    ApplyInput, Due, Host, MapPart, ModuleSpec, Plugin, PluginInput, PluginState, Plugins,
    ReadSection, RestoreState, Section, StoredState, Viewer, lua_module,
};
use fangqi_room::{MapPackage, PackageError, Room};
use serde::Deserialize;

use crate::common::{ANN, BEN, MANIFEST, Table, files, options};

/// Counts, rings after a while, and keeps one number secret for seat 0.
#[derive(Debug)]
struct Counter;

/// What a map says of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    step: u32,
    file: Option<String>,
}

#[derive(Debug, Default, PartialEq)]
struct Count {
    count: u32,
    rings_at: Option<u64>,
}

lua_module! {
    /// Counts.
    static COUNTER = "Counter", Value;

    /// Adds the map's step, and rings after that number of ticks.
    /// Example: `Counter:add(20)`
    fn add(ctx, after: u32) -> (count: u32) {
        let mut host = ctx.host();
        let step = host.package.part().map_or(1, |settings: &Settings| settings.step);
        let clock = host.clock;
        let count: &mut Count = host.state();
        count.count += step;
        count.rings_at = Some(clock + u64::from(after));
        Ok((count.count,))
    }
}

static MODULES: &[&ModuleSpec] = &[&COUNTER];

impl PluginState for Count {
    fn plugin(&self) -> &'static str {
        "counter"
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        if *self != Self::default() {
            hasher.write_u32(self.count);
            hasher.write_u64(self.rings_at.unwrap_or(u64::MAX));
        }
    }

    fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
        let text = format!("{} {}", self.count, self.rings_at.unwrap_or(0));
        Ok((*self != Self::default()).then(|| text.into_bytes()))
    }

    fn next_due(&self) -> Option<u64> {
        self.rings_at
    }

    fn due(&mut self, now: u64) -> Vec<Due> {
        // At 13 it forgets to go on, which must not hold the room.
        if self.count != 13 {
            self.rings_at = None;
        }
        vec![("Counter.Ring", vec![("count", u64::from(self.count).into()), ("at", now.into())])]
    }

    fn view(&self, viewer: Viewer) -> Option<serde_json::Value> {
        let own = viewer.seat == Some(0);
        (self.count > 0 && self.count != 9).then(|| serde_json::json!(own.then_some(self.count)))
    }
}

fn restore(stored: &StoredState) -> Result<Box<dyn PluginState>, String> {
    let text = std::str::from_utf8(&stored.bytes.0).map_err(|error| error.to_string())?;
    let (count, at) = text.split_once(' ').ok_or("no two numbers")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    let rings_at = Some(number(at)?).filter(|at| *at > 0);
    Ok(Box::new(Count { count: number(count)? as u32, rings_at }))
}

fn read(section: &mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError> {
    let settings: Settings = section.read()?;
    if settings.step == 0 {
        return Err(section.invalid("step", "must be at least 1"));
    }
    if let Some(file) = &settings.file {
        section.files.text(file, "map.toml")?;
    }
    Ok(Box::new(settings))
}

fn apply(host: &mut Host, input: &PluginInput<'_>) -> Result<(), LocalText> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Set {
        to: u32,
    }
    let Set { to } = input.read()?;
    if input.version != 1 || input.seat.is_none() {
        return Err(LocalText::new("不行。", "No."));
    }
    host.state::<Count>().count = to;
    host.raise("Counter.Set", vec![("to", u64::from(to).into())]);
    Ok(())
}

impl Plugin for Counter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }

    fn section(&self) -> Option<ReadSection> {
        Some(read)
    }

    fn restore(&self) -> Option<RestoreState> {
        Some(restore)
    }

    fn input(&self) -> Option<ApplyInput> {
        Some(apply)
    }
}

const COUNTING: Plugins = Plugins::new(&[&Counter]);

const MAIN: &str = r#"
    log = {}
    ScriptSupportEvent:registerEvent("Player.ClickBlock", function() Counter:add(20) end)
    ScriptSupportEvent:registerEvent("Counter.Ring", function(e)
        log[#log + 1] = "ring " .. e.count .. " at " .. e.at
    end)
    ScriptSupportEvent:registerEvent("Counter.Set", function(e)
        log[#log + 1] = "set " .. e.to
        if e.to == 66 then error("no") end
    end)
    Checkpoint:offer(function() return log end, function(state) log = state end)"#;

fn load(section: &str, plugins: Plugins) -> Result<MapPackage, String> {
    let mut files = files(MAIN);
    files.insert("test/map.toml".to_owned(), format!("{MANIFEST}\n{section}\n").into_bytes());
    MapPackage::load(&files, "test", plugins).map_err(|error| error.to_string())
}

fn table(section: &str) -> Table {
    let map = Arc::new(load(section, COUNTING).unwrap());
    let mut table = Table::of(Room::open(map, options()).unwrap().0);
    for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
        table.ok(Input::Join { player, name: name.to_owned() });
        table.ok(Input::Sit { player, seat });
    }
    table
}

fn log(table: &Table) -> String {
    let values = table.room.evaluate("return table.concat(log, ', ')").unwrap();
    values[0].to_string().unwrap()
}

fn set(player: PlayerId, payload: &str) -> Input {
    let (plugin, payload) = ("counter".to_owned(), payload.to_owned());
    Input::Plugin { player, plugin, version: 1, payload }
}

/// What viewers were newly shown: player and view.
fn shown(outputs: &[Output]) -> Vec<(PlayerId, serde_json::Value)> {
    let view = |output: &Output| match (&output.body, output.audience) {
        (OutputBody::Plugin(shown), fangqi_protocol::Audience::Player(player)) => {
            assert_eq!(shown.plugin, "counter");
            Some((player, shown.view.clone()))
        }
        (OutputBody::Plugin(_), audience) => panic!("shown to {audience:?}"),
        _ => None,
    };
    outputs.iter().filter_map(view).collect()
}

#[test]
fn a_section_is_read_with_findings_by_line() {
    assert!(load("[counter]\nstep = 2", COUNTING).is_ok());
    assert!(load("", COUNTING).is_ok(), "a section may be missing");
    for (section, told) in [
        ("[counter]\nstpe = 2", "test/map.toml:21: unknown key `stpe`; did you mean `step`?"),
        ("[counter]\nstep = 'two'", "test/map.toml:21: invalid type: string \"two\""),
        ("[counter]\n", "test/map.toml:20: missing field `step`"),
        ("counter = 3", "test/map.toml:"),
        ("[counter]\nstep = 0", "test/map.toml: counter.step: must be at least 1"),
        ("[counter]\nstep = 1\nfile = 'x'", "test/map.toml: there is no file `x`"),
        ("[counter]\nstep = 1\n[counter]\nstep = 2", "test/map.toml:"),
        ("[conuter]\nstep = 1", "unknown key `conuter`; did you mean `counter`?"),
    ] {
        let error = load(section, COUNTING).unwrap_err();
        assert!(error.contains(told), "{section}: {error}");
    }
    let error = load("[counter]\nstep = 1", Plugins::NONE).unwrap_err();
    assert!(error.contains("unknown key `counter`"), "a program without it: {error}");
}

#[test]
fn state_is_hashed_rolled_back_stored_and_restored() {
    let mut table = table("[counter]\nstep = 4");
    let empty = table.room.state_hash();
    table.click(ANN, 0, 0, 0);
    let counted = table.room.state_hash();
    assert_ne!(counted, empty);
    // What no input caused is gone as soon as a failing step makes the room rebuild from its log.
    assert_eq!(table.eval("return Counter:add(20)"), 8.0);
    assert_ne!(table.room.state_hash(), counted);
    let failing = table.apply(set(ANN, "{\"to\": 66}"));
    assert!(failing.rejected.is_some(), "{failing:?}");
    assert_eq!(table.room.state_hash(), counted);
    let records = table.room.history();
    let replayed =
        Room::replay(Arc::clone(table.room.package()), options(), records.clone()).unwrap();
    assert_eq!(replayed.state_hash(), counted);
    let (_, stored) = table.room.checkpoint(0).unwrap();
    let records = table.room.history();
    let resume = |section: &str, plugins: Plugins, stored: &[u8]| {
        let map = Arc::new(load(section, plugins).unwrap());
        Room::resume(map, options(), records.clone(), Some(stored))
    };
    let mut back = resume("[counter]\nstep = 4", COUNTING, &stored).unwrap();
    assert_eq!(back.state_hash(), table.room.state_hash());
    // The bell that was set before still rings.
    back.apply(20, Input::Tick);
    let values = back.evaluate("return table.concat(log, ', ')").unwrap();
    assert_eq!(values[0].to_string().unwrap(), "ring 4 at 20");
}

#[test]
fn a_room_with_state_of_a_missing_plugin_is_refused_with_a_sentence() {
    let mut table = table("");
    table.ok(set(ANN, "{\"to\": 3}"));
    let without = || Arc::new(load("", Plugins::NONE).unwrap());
    let records = table.room.history();
    let told = Room::replay(without(), options(), records.clone()).unwrap_err().to_string();
    assert!(told.contains("\"counter\""), "{told}");
    let (_, stored) = table.room.checkpoint(0).unwrap();
    assert!(table.room.forget_beginning(), "the checkpoint is all that is left");
    let (first, rest) = (table.room.history_start(), table.room.history());
    let told = Room::resume_since(without(), options(), first, rest, Some(&stored)).unwrap_err();
    assert!(told.to_string().contains("plugin `counter`"), "{told}");
}

#[test]
fn what_is_due_happens_at_its_own_tick_and_a_stuck_plugin_does_not_hold_the_room() {
    let mut table = table("[counter]\nstep = 4");
    table.click(ANN, 0, 0, 0);
    assert_eq!(table.room.next_wake(), Some(20));
    table.now = 50;
    table.ok(Input::Tick);
    assert_eq!(log(&table), "ring 4 at 20");
    table.ok(set(ANN, "{\"to\": 9}"));
    table.click(ANN, 0, 0, 0);
    table.now = 73;
    table.ok(Input::Tick);
    assert_eq!(
        log(&table),
        "ring 4 at 20, set 9, ring 13 at 70, ring 13 at 71, ring 13 at 72, ring 13 at 73"
    );
    let records = table.room.history();
    let replayed =
        Room::replay(Arc::clone(table.room.package()), options(), records.clone()).unwrap();
    assert_eq!(replayed.state_hash(), table.room.state_hash());
}

#[test]
fn an_input_is_applied_or_refused_and_then_changes_nothing() {
    let mut table = table("");
    let before = table.room.state_hash();
    let other = |plugin: &str, version| {
        let (plugin, payload) = (plugin.to_owned(), "{\"to\": 3}".to_owned());
        Input::Plugin { player: ANN, plugin, version, payload }
    };
    let cat = PlayerId(1003);
    table.ok(Input::Join { player: cat, name: "Cat".to_owned() });
    let watched = table.room.state_hash();
    assert_ne!(before, watched);
    for (input, code) in [
        (set(ANN, ""), "plugin_refused"),
        (set(ANN, "[[[[[["), "plugin_refused"),
        (set(ANN, " [3]"), "plugin_refused"),
        (set(ANN, "{\"to\": -1}"), "plugin_refused"),
        (set(ANN, "{\"to\": 4294967296}"), "plugin_refused"),
        (set(ANN, "{\"to\": 3, \"player\": 1002}"), "plugin_refused"),
        (set(cat, "{\"to\": 3}"), "plugin_refused"),
        (other("counter", 2), "plugin_refused"),
        (other("", 1), "no_plugin"),
        (other("conuter", 1), "no_plugin"),
        (set(PlayerId(9999), "{\"to\": 3}"), "not_here"),
    ] {
        let applied = table.apply(input.clone());
        let rejection = applied.rejected.unwrap_or_else(|| panic!("{input:?}"));
        assert_eq!(rejection.code, code, "{input:?}");
        assert!(applied.record.is_none() && !rejection.text.zh.is_empty(), "{input:?}");
        assert_eq!(table.room.state_hash(), watched, "{input:?}");
    }
    table.ok(set(BEN, "{\"to\": 3}"));
    assert_eq!(log(&table), "set 3");
}

#[test]
fn each_viewer_is_shown_its_own_view_when_it_changes() {
    let mut table = table("");
    assert_eq!(table.room.scene(ANN).plugins, []);
    let applied = table.ok(set(ANN, "{\"to\": 3}"));
    let null = serde_json::Value::Null;
    assert_eq!(shown(&applied.outputs), [(ANN, 3.into()), (BEN, null.clone())]);
    let view = |view: serde_json::Value| vec![PluginView { plugin: "counter".to_owned(), view }];
    assert_eq!(table.room.scene(ANN).plugins, view(3.into()));
    assert_eq!(table.room.scene(BEN).plugins, view(null.clone()));
    // Others are not told of what they cannot see.
    let applied = table.ok(set(ANN, "{\"to\": 4}"));
    assert_eq!(shown(&applied.outputs), [(ANN, 4.into())]);
    let applied = table.ok(Input::Chat { player: BEN, text: "hello".to_owned() });
    assert_eq!(shown(&applied.outputs), []);
    // Nothing is shown any more.
    let applied = table.ok(set(ANN, "{\"to\": 9}"));
    assert_eq!(shown(&applied.outputs), [(ANN, null.clone()), (BEN, null)]);
    assert_eq!(table.room.scene(ANN).plugins, []);
}
