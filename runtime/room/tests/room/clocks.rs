//! Game clocks against a simulation that counts every tick by hand, and through sleep, replay and
//! take-back.

use crate::common::{ANN, BEN, Table, map, options};
use fangqi_protocol::{ClockView, HudChange, Input, OutputBody, Tick};
use fangqi_room::Room;
use proptest::prelude::*;

/// Chat lines are Lua; flags are noted with the tick at which they fell.
const MAP: &str = r#"
flags = {}
ScriptSupportEvent:registerEvent("Clock.Flag", function(e)
  table.insert(flags, e.seat .. "@" .. math.floor(os.clock() * 20 + 0.5))
end)
ScriptSupportEvent:registerEvent("Player.NewInputContent", function(e)
  assert(loadstring(e.content))()
end)
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  Block:setBlockAll(e.x, e.y, e.z, 1, 0)
  Clock:start(1 - Seats:of(e.eventobjid))
end)
"#;

fn say(table: &mut Table, lua: &str) {
    let by = if table.room.players()[0].present { ANN } else { BEN };
    table.ok(Input::Chat { player: by, text: lua.to_owned() });
}

fn flags(room: &Room) -> String {
    let values = room.evaluate("return table.concat(flags, ' ')").unwrap();
    values.front().unwrap().to_string().unwrap()
}

fn clocks(table: &Table) -> Vec<ClockView> {
    table.room.scene(ANN).hud.clocks
}

/// Ticks left of the stretch and periods after it, as the browser counts them down.
fn shown(clock: &ClockView, now: Tick) -> (Tick, u32) {
    let mut passed = if clock.running { now - clock.at } else { 0 };
    let (mut left, mut later) = (clock.left, clock.later);
    while passed >= left && later > 0 {
        passed -= left;
        left = clock.period;
        later -= 1;
    }
    (left.saturating_sub(passed), later)
}

#[derive(Debug, Clone, Copy)]
enum Mode {
    Sudden,
    Fischer(i64),
    Byoyomi(u32, i64),
}

#[derive(Debug, Clone, Copy)]
enum Op {
    Pass(u64),
    Start(usize),
    Stop,
    Add(usize, i64),
    Leave(usize),
    Join(usize),
}

/// Clocks as one would build them with a ratchet: one tick at a time.
struct Plain {
    mode: Mode,
    left: [i64; 2],
    later: [u32; 2],
    overtime: [bool; 2],
    running: Option<usize>,
    here: [bool; 2],
    now: u64,
    flags: Vec<String>,
}

impl Plain {
    fn new(mode: Mode, main: i64) -> Self {
        let later = if let Mode::Byoyomi(periods, _) = mode { periods } else { 0 };
        let mut plain = Self {
            mode,
            left: [main; 2],
            later: [later; 2],
            overtime: [false; 2],
            running: None,
            here: [true; 2],
            now: 0,
            flags: Vec::new(),
        };
        plain.turn_over(0);
        plain.turn_over(1);
        plain
    }

    /// A stretch that is used up gives way to the next.
    fn turn_over(&mut self, seat: usize) {
        if let Mode::Byoyomi(_, period) = self.mode
            && self.left[seat] == 0
            && self.later[seat] > 0
        {
            self.later[seat] -= 1;
            self.left[seat] = period;
            self.overtime[seat] = true;
        }
    }

    fn look_for_flag(&mut self) {
        if let Some(seat) = self.running
            && self.left[seat] == 0
            && self.here != [false; 2]
        {
            self.flags.push(format!("{seat}@{}", self.now));
            self.running = None;
        }
    }

    fn tick(&mut self) {
        self.now += 1;
        if let Some(seat) = self.running.filter(|_| self.here != [false; 2]) {
            self.left[seat] -= 1;
            self.turn_over(seat);
        }
        self.look_for_flag();
    }

    fn apply(&mut self, op: Op) {
        match op {
            Op::Pass(ticks) => (0..ticks).for_each(|_| self.tick()),
            Op::Start(seat) if self.running == Some(seat) => {}
            Op::Start(seat) => {
                match (self.running, self.mode) {
                    (Some(other), Mode::Fischer(increment)) if self.left[other] > 0 => {
                        self.left[other] += increment;
                    }
                    (Some(other), Mode::Byoyomi(_, period))
                        if self.overtime[other] && self.left[other] > 0 =>
                    {
                        self.left[other] = period;
                    }
                    _ => {}
                }
                self.running = (self.left[seat] > 0).then_some(seat);
            }
            Op::Stop => self.running = None,
            Op::Add(seat, ticks) => {
                self.left[seat] = (self.left[seat] + ticks).max(0);
                self.turn_over(seat);
            }
            Op::Leave(player) => self.here[player] = false,
            Op::Join(player) => self.here[player] = true,
        }
    }
}

fn lua_of(mode: Mode, main: i64) -> String {
    let seconds = |ticks: i64| ticks as f64 / 20.0;
    let main = seconds(main);
    match mode {
        Mode::Sudden => format!("Clock:set({{ mode = 'sudden', seconds = {main} }})"),
        Mode::Fischer(more) => format!(
            "Clock:set({{ mode = 'fischer', seconds = {main}, increment = {} }})",
            seconds(more)
        ),
        Mode::Byoyomi(periods, period) => format!(
            "Clock:set({{ mode = 'byoyomi', seconds = {main}, periods = {periods}, period = {} }})",
            seconds(period)
        ),
    }
}

fn perform(table: &mut Table, op: Op) {
    let player = |index: usize| [ANN, BEN][index];
    let present = |table: &Table, index: usize| table.room.players()[index].present;
    let here = present(table, 0) || present(table, 1);
    match op {
        Op::Pass(ticks) => {
            // As a server does it: ticks when something is due, and an input now and then.
            let end = table.now + ticks;
            while let Some(due) = table.room.next_wake().filter(|due| *due <= end) {
                table.now = due.max(table.now);
                table.ok(Input::Tick);
            }
            table.now = end;
        }
        Op::Start(seat) if here => say(table, &format!("Clock:start({seat})")),
        Op::Stop if here => say(table, "Clock:stop()"),
        Op::Add(seat, ticks) if here => {
            say(table, &format!("Clock:add({seat}, {})", ticks as f64 / 20.0));
        }
        Op::Leave(index) if present(table, index) => {
            table.ok(Input::Leave { player: player(index) });
        }
        Op::Join(index) if !present(table, index) => {
            let name = ["Ann", "Ben"][index].to_owned();
            table.ok(Input::Join { player: player(index), name });
        }
        _ => {}
    }
}

fn mode() -> impl Strategy<Value = Mode> {
    prop_oneof![
        Just(Mode::Sudden),
        (0..40_i64).prop_map(Mode::Fischer),
        (1..4_u32, 1..60_i64).prop_map(|(periods, period)| Mode::Byoyomi(periods, period)),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        6 => (0..70_u64).prop_map(Op::Pass),
        6 => (0..2_usize).prop_map(Op::Start),
        1 => Just(Op::Stop),
        1 => (0..2_usize, -40..40_i64).prop_map(|(seat, ticks)| Op::Add(seat, ticks)),
        1 => (0..2_usize).prop_map(Op::Leave),
        2 => (0..2_usize).prop_map(Op::Join),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn clocks_count_as_a_ratchet_would(
        mode in mode(),
        main in 0..150_i64,
        ops in prop::collection::vec(op(), 1..30),
    ) {
        let main = if matches!(mode, Mode::Byoyomi(..)) { main } else { main.max(1) };
        let mut table = Table::open(MAP);
        let mut plain = Plain::new(mode, main);
        say(&mut table, &lua_of(mode, main));
        for op in ops {
            let nobody = plain.here == [false; 2];
            if nobody && matches!(op, Op::Start(_) | Op::Stop | Op::Add(..)) {
                continue;
            }
            perform(&mut table, op);
            plain.apply(op);
            // A clock that was emptied by hand falls with the next look at the time.
            table.ok(Input::Tick);
            plain.look_for_flag();
            let faces = clocks(&table);
            for (seat, face) in faces.iter().enumerate() {
                let (left, later) = shown(face, table.now);
                prop_assert_eq!(left as i64, plain.left[seat], "seat {} after {:?}", seat, op);
                prop_assert_eq!(later, plain.later[seat]);
            }
            prop_assert_eq!(flags(&table.room), plain.flags.join(" "));
        }
        let records = table.room.history();
        let again = Room::replay(map(MAP), options(), records).unwrap();
        prop_assert_eq!(again.state_hash(), table.room.state_hash());
        prop_assert_eq!(flags(&again), plain.flags.join(" "));
    }
}

#[test]
fn a_sleeping_room_costs_nobody_time() {
    let mut table = Table::open(MAP);
    say(&mut table, "Clock:set({ mode = 'sudden', seconds = 60 }) Clock:start(0)");
    table.now = 200;
    table.ok(Input::Tick);
    // The server stops without a word, and starts again a day later: the room time it goes on from
    // is that of the last record, and whoever was here has left.
    let day = 20 * 60 * 60 * 24;
    table.room = table.room.hibernate().wake().unwrap();
    assert_eq!(table.room.next_wake(), Some(1200), "Ann's flag");
    table.now = table.room.tick();
    table.ok(Input::Leave { player: ANN });
    table.ok(Input::Leave { player: BEN });
    assert_eq!(table.room.next_wake(), None, "nothing keeps an empty room awake");
    table.now += day;
    table.ok(Input::Join { player: ANN, name: "Ann".into() });
    assert_eq!(flags(&table.room), "");
    let clock = clocks(&table)[0];
    assert_eq!((shown(&clock, table.now), clock.running), ((1000, 0), true));
    table.now += 1000;
    table.ok(Input::Tick);
    assert_eq!(flags(&table.room), format!("0@{}", 200 + day + 1000));
    let again = Room::replay(map(MAP), options(), table.room.history()).unwrap();
    assert_eq!(again.state_hash(), table.room.state_hash());
}

#[test]
fn a_take_back_sets_running_clocks_back_for_browsers_too() {
    let mut table = Table::open(MAP);
    say(&mut table, "Clock:set({ mode = 'fischer', seconds = 60, increment = 10 }) Clock:start(0)");
    table.now = 100;
    table.click(ANN, 0, 0, 0);
    table.now = 300;
    table.click(BEN, 1, 0, 0);
    table.now = 340;
    table.ok(Input::TakeBack { player: BEN });
    let question = table.room.scene(ANN).request.unwrap().id;
    let applied = table.ok(Input::Choose { player: ANN, request: question, choice: 0 });
    let told = applied.outputs.iter().find_map(|output| match &output.body {
        OutputBody::Hud(HudChange::Clocks(clocks)) => Some(clocks.clone()),
        _ => None,
    });
    let told = told.expect("viewers are told how the clocks stand now");
    assert_eq!(told, clocks(&table));
    assert_eq!(shown(&told[0], table.now), (1200 - 100 + 200, 0), "Ann's as after her move");
    assert_eq!(shown(&told[1], table.now), (1200, 0), "Ben's as when it began");
    assert!(told[1].running && told[1].at == 340, "in the time that browsers know: {told:?}");
    assert_eq!(table.room.next_wake(), Some(340 + 1200));
    table.now = 340 + 1200;
    table.ok(Input::Tick);
    assert_eq!(flags(&table.room), "1@1300");
    let again = Room::replay(map(MAP), options(), table.room.history()).unwrap();
    assert_eq!(again.state_hash(), table.room.state_hash());
    assert_eq!(again.scene(ANN).hud.clocks, clocks(&table));
}

#[test]
fn a_deadline_is_told_in_the_time_that_browsers_know() {
    let mut table = Table::open(MAP);
    let ask = "Request:ask({ seat = 0, choices = { { label = 'a' } }, seconds = 50 })";
    table.click(ANN, 0, 0, 0);
    table.now = 100;
    table.click(ANN, 1, 0, 0);
    table.now = 200;
    table.ok(Input::Leave { player: BEN });
    table.ok(Input::TakeBack { player: ANN });
    say(&mut table, ask);
    assert_eq!(table.room.scene(ANN).request.unwrap().deadline, Some(1200));
    assert_eq!(table.room.next_wake().map(|due| due <= 1200), Some(true));
}

#[test]
fn clocks_are_part_of_the_state() {
    let mut one = Table::open(MAP);
    let mut other = Table::open(MAP);
    say(&mut one, "Clock:set({ mode = 'sudden', seconds = 60 }) local same = 1");
    say(&mut other, "Clock:set({ mode = 'sudden', seconds = 61 }) local same = 1");
    assert_ne!(one.room.state_hash(), other.room.state_hash());
}
