//! Each test changes the live room without the log, and heavy mode must name the change.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fangqi_plugin::host::{
    EMPTY_STATE, Host, PluginState, Question, Ready, TimeControl, WakeValue,
};
use fangqi_plugin::{MapPackage, Plugins};
use fangqi_protocol::{
    Computation, Crew, Input, JobResult, JobSpec, LocalText, Mark, MarkKind, PlayerId, SeatHolder,
};
use fangqi_world::{BlockId, BlockState, EffectChange, IVec3, ViewerId};

use crate::{Room, RoomOptions};

/// A job that computes nothing.
#[derive(Debug)]
struct Nothing;

impl Computation for Nothing {
    fn run(&self, _: &dyn Crew, _: &Arc<AtomicBool>) -> JobResult {
        JobResult::Declined { reason: "nothing".to_owned() }
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self)
    }
}

/// A plugin's state.
#[derive(Debug, Default)]
struct Count(u32);

impl PluginState for Count {
    fn plugin(&self) -> &'static str {
        "count"
    }

    fn hash(&self, hasher: &mut dyn std::hash::Hasher) {
        if self.0 != 0 {
            hasher.write_u32(self.0);
        }
    }

    fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
        EMPTY_STATE
    }
}

const ANN: PlayerId = PlayerId(1001);

const MANIFEST: &str = r##"
format = 1
id = "test"
version = "1"
name = { zh = "测试", en = "Test" }
description = { zh = "测试", en = "A test." }
scripts = ["main.lua"]
take_back = true
seats = [{ name = { zh = "红", en = "Red" }, colour = "#aa0000" }]
"##;

/// Counts clicks in a global, in a captured variable and on the display; offers only the first.
const COUNTS: &str = r#"
count = { clicks = 0 }
local hidden = 0
local function onClick(e)
  count.clicks = count.clicks + 1
  hidden = hidden + 1
  Hud:setStatus(tostring(hidden))
end
ScriptSupportEvent:registerEvent("Player.ClickBlock", onClick)
Checkpoint:offer(function() return count end, function(state) count = state end)
threadpool:work(function() threadpool:wait(1000) end)
"#;

fn room(main: &str) -> Room {
    let files = BTreeMap::from([
        ("test/map.toml".to_owned(), MANIFEST.as_bytes().to_vec()),
        ("test/main.lua".to_owned(), main.as_bytes().to_vec()),
    ]);
    let package = Arc::new(MapPackage::load(&files, "test", Plugins::NONE).unwrap());
    let options = RoomOptions { heavy: true, ..RoomOptions::default() };
    let mut room = Room::open(package, options).unwrap().0;
    for input in [
        Input::Join { player: ANN, name: "Ann".to_owned() },
        Input::Sit { player: ANN, seat: 0 },
        click(),
    ] {
        let applied = room.apply(0, input);
        assert!(applied.rejected.is_none() && applied.heavy.is_none(), "{applied:?}");
    }
    room
}

fn click() -> Input {
    Input::Click { player: ANN, pos: [5, 5, 5], face: 0 }
}

/// What heavy mode reports after `plant` has changed the room without the log.
fn escaped(plant: impl Fn(&mut Room)) -> Vec<String> {
    let mut room = room(COUNTS);
    plant(&mut room);
    let input = Input::Chat { player: ANN, text: "hello".to_owned() };
    let applied = room.apply(1, input.clone());
    let report = applied.heavy.expect("what was planted is found");
    assert_eq!(report.record, room.event() - 1);
    assert!(applied.log.iter().any(|line| line.text.contains("state escapes the log")));
    assert!(room.apply(2, input).heavy.is_none(), "it is reported once");
    report.escaped
}

#[test]
fn a_long_log_is_replayed_at_intervals() {
    let mut room = room(COUNTS);
    let say = |room: &mut Room| {
        let tick = room.tick() + 20;
        let applied = room.apply(tick, Input::Chat { player: ANN, text: "hello".to_owned() });
        assert!(applied.rejected.is_none(), "{applied:?}");
        applied.heavy
    };
    while room.event() < 70 {
        assert_eq!(say(&mut room), None);
    }
    PLANTS[0].1(&mut room);
    while room.event() < 95 {
        assert_eq!(say(&mut room), None);
    }
    assert!(!room.event().is_multiple_of(32) && room.escapes(), "it is found when it is asked for");
    let found = say(&mut room).expect("what was planted is found");
    assert_eq!((found.record, room.event()), (95, 96));
    assert_eq!(found.escaped, [PLANTS[0].0]);
}

/// Every part of the state, and something that changes it.
type Plant = (&'static str, fn(&mut Room));
const PLANTS: &[Plant] = &[
    ("blocks (1 cells: (7, 8, 9) is 1 here and 0 there)", |room| {
        let state = BlockState::new(BlockId(1), 0);
        room.fold.ctx.host().world.set(IVec3::new(7, 8, 9), state).map(drop).unwrap();
    }),
    ("private views", |room| {
        let air = BlockState::AIR;
        room.fold.ctx.host().views.mask(ViewerId(1), IVec3::ZERO, air).unwrap();
    }),
    ("effects", |room| {
        let effect =
            EffectChange::PlayParticle { pos: [0; 3], effect: 1, scale: 1.0, expires: None };
        room.fold.ctx.host().effects.apply(effect).map(drop).unwrap();
    }),
    ("display (status)", |room| {
        room.fold.ctx.host().hud.status = Some(LocalText::same("planted"));
    }),
    ("marks", |room| {
        room.fold.ctx.host().marks.push(Mark { pos: [0; 3], kind: MarkKind::Hint });
    }),
    ("players", |room| room.fold.ctx.host().players.get_mut(ANN).unwrap().score = 1),
    ("seats (who holds them)", |room| {
        room.fold.ctx.host().seats.give(0, SeatHolder::Computer { level: 1 })
    }),
    ("questions", |room| {
        room.fold.ctx.host().requests.ask(Question {
            id: 0,
            seat: 0,
            owner: fangqi_plugin::host::Owner::TakeBack { by: ANN },
            hint: LocalText::default(),
            choices: std::sync::Arc::default(),
            deadline: None,
            default: None,
            explains: false,
            picked: Vec::new(),
            delegated: None,
            selection: None,
            panel: None,
            shown_since: None,
        });
    }),
    ("waits and delayed calls", |room| {
        let mut host = room.fold.ctx.host();
        let token = fangqi_protocol::Token(999);
        host.timers.at(5000, Ready::Wake { token, value: WakeValue::Time });
    }),
    ("game clocks", |room| {
        let control = TimeControl::Sudden { main: 100 };
        room.fold.ctx.host().clocks.set(Some(control), 2);
    }),
    ("plugins", |room| room.fold.ctx.host().state::<Count>().0 = 7),
    ("jobs under way", |room| {
        let spec = JobSpec::new("Board", Nothing);
        room.fold.ctx.host().jobs.order(fangqi_protocol::Token(999), spec);
    }),
    ("next numbers", |room| {
        room.fold.ctx.host().token();
    }),
    ("waiting handlers (0 here and 1 there)", |room| room.fold.forget_waiting()),
    ("registered handlers (2 here and 1 there)", |room| {
        let function = room.fold.vm.lua().globals().get("print").unwrap();
        room.fold.ctx.script().register("Planted", function);
    }),
    ("random numbers of scripts", |room| room.fold.vm.set_rng_state([1, 2, 3, 4])),
    ("random numbers of the host", |room| {
        room.fold.ctx.host().rng.next_u64();
    }),
];

#[test]
fn whatever_part_of_the_state_escapes_is_named() {
    for (name, plant) in PLANTS {
        let found = escaped(plant);
        assert!(found.iter().any(|part| part == name), "{name}: {found:?}");
    }
    // The list above is complete: one plant for each part.
    let parts = super::super::hash::parts(&room(COUNTS).fold);
    // The clock cannot escape: the next record has the time that it shows.
    for (part, _) in parts.into_iter().filter(|(part, _)| *part != "room clock") {
        assert!(PLANTS.iter().any(|(name, _)| name.starts_with(part)), "{part} is not planted");
    }
}

#[test]
fn a_variable_that_no_input_changed_is_named() {
    let found = escaped(|room| drop(room.evaluate("count.clicks = 7").unwrap()));
    assert_eq!(found, ["global `count`.clicks is 7 here and 1 there"]);
    let found = escaped(|room| drop(room.evaluate("extra = { 'x' }").unwrap()));
    assert_eq!(found, ["global `extra` is a table here and nil there"]);
}

#[test]
fn what_a_script_does_not_offer_is_named_at_the_checkpoint() {
    let mut room = room(COUNTS);
    let (applied, bytes) = room.checkpoint(5).unwrap();
    let report = applied.heavy.expect("the hidden count is lost");
    assert_eq!(report.escaped, Vec::<String>::new(), "live and restored rooms are the same");
    assert_eq!(report.forgotten.len(), 1, "{:?}", report.forgotten);
    let told = &report.forgotten[0];
    assert!(told.starts_with("captured variable ") && told.ends_with("is 1 here and 0 there"));
    assert!(told.contains("a handler of Player.ClickBlock (test/main.lua:4)"), "{told}");
    // The live room shows the loss at once, and so does a restored one.
    room.apply(6, click());
    let status = room.scene(ANN).hud.status;
    assert_eq!(status, Some(LocalText::same("1")), "it would be 2 if nothing were lost");
    let records = room.history();
    let options = RoomOptions::default();
    let back = Room::resume(Arc::clone(room.package()), options, records, Some(&bytes)).unwrap();
    assert_eq!(back.state_hash(), room.state_hash());
}
