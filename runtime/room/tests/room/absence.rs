//! Seats whose players are away: held, then played by the map's stand-in, and given back.

use crate::common::PLUGINS;
use crate::common::{ANN, BEN, Table, files, map, options};
use fangqi_protocol::{Input, OutputBody, PlayerId, SeatCare};
use fangqi_room::{MapPackage, Room};

/// Seat 1 is asked again and again; answers are noted.
const MAP: &str = r#"
answers = {}
events = {}
STAND_IN = nil
function begin(spec)
  threadpool:work(function()
    for _ = 1, 20 do
      local index, uin = Request:ask({ seat = 1, choices = spec.choices or { { label = "a" },
        { label = "b" }, { label = "c" } }, default = spec.default, stand_in = spec.stand_in })
      if index == nil then return end
      table.insert(answers, index .. (uin and "!" or ""))
      threadpool:wait(1)
    end
  end)
end
for _, name in ipairs({ "Room.Absent", "Room.Returned" }) do
  ScriptSupportEvent:registerEvent(name, function(e)
    table.insert(events, name .. e.seat .. "/" .. e.eventobjid)
  end)
end
ScriptSupportEvent:registerEvent("Player.NewInputContent", function(e)
  assert(loadstring(e.content))()
end)
"#;

fn say(table: &mut Table, lua: &str) {
    table.ok(Input::Chat { player: ANN, text: lua.to_owned() });
}

/// Lets time pass as a server does.
fn pass(table: &mut Table, ticks: u64) {
    let end = table.now + ticks;
    while let Some(due) = table.room.next_wake().filter(|due| *due <= end) {
        table.now = due.max(table.now);
        table.ok(Input::Tick);
    }
    table.now = end;
}

fn list(table: &Table, name: &str) -> String {
    let values = table.room.evaluate(&format!("return table.concat({name}, ' ')")).unwrap();
    values.front().unwrap().to_string().unwrap()
}

fn leave(table: &mut Table, player: PlayerId) {
    table.ok(Input::Leave { player });
}

fn back(table: &mut Table, player: PlayerId) {
    let name = if player == ANN { "Ann" } else { "Ben" }.to_owned();
    table.ok(Input::Join { player, name });
}

fn care(table: &Table, seat: usize) -> SeatCare {
    table.room.seats()[seat].care
}

fn check_replay(table: &Table) {
    let again = Room::replay(map(MAP), options(), table.room.history()).unwrap();
    assert_eq!(again.state_hash(), table.room.state_hash());
}

const THIRD: &str = "begin({ stand_in = function(seat, choices) return #choices end })";

#[test]
fn the_stand_in_answers_until_the_owner_is_back() {
    let mut table = Table::open(MAP);
    say(&mut table, THIRD);
    leave(&mut table, BEN);
    assert_eq!(care(&table, 1), SeatCare::Held { until: 600 });
    pass(&mut table, 599);
    assert_eq!(list(&table, "answers"), "");
    pass(&mut table, 1);
    assert_eq!(care(&table, 1), SeatCare::StandIn { wished: false });
    assert_eq!(list(&table, "events"), "Room.Absent1/1002");
    assert_eq!(list(&table, "answers"), "3");
    pass(&mut table, 40);
    assert_eq!(list(&table, "answers"), "3 3 3");
    check_replay(&table);
    back(&mut table, BEN);
    assert_eq!(care(&table, 1), SeatCare::Own);
    assert_eq!(list(&table, "events"), "Room.Absent1/1002 Room.Returned1/1002");
    pass(&mut table, 100);
    assert_eq!(list(&table, "answers"), "3 3 3", "Ben is asked again");
    let request = table.room.scene(BEN).request.expect("Ben is asked").id;
    table.ok(Input::Choose { player: BEN, request, choice: 0 });
    assert_eq!(list(&table, "answers"), "3 3 3 1!");
    check_replay(&table);
}

#[test]
fn the_owner_who_returns_is_welcomed() {
    let mut table = Table::open(MAP);
    leave(&mut table, BEN);
    pass(&mut table, 600);
    let applied = table.ok(Input::Join { player: BEN, name: "Ben".into() });
    let welcomed = applied.outputs.iter().any(|output| {
        output.audience.includes(BEN)
            && !output.audience.includes(ANN)
            && matches!(&output.body, OutputBody::Toast { text, .. } if text.en.contains("Welcome back"))
    });
    assert!(welcomed, "{:?}", applied.outputs);
}

#[test]
fn without_a_stand_in_the_default_is_taken_else_the_question_waits() {
    let mut table = Table::open(MAP);
    say(&mut table, "begin({ default = 2 })");
    leave(&mut table, BEN);
    pass(&mut table, 600);
    assert_eq!(list(&table, "answers"), "2");
    assert_eq!(care(&table, 1), SeatCare::Away, "nobody stands in on this map");

    let mut table = Table::open(MAP);
    say(&mut table, "begin({})");
    leave(&mut table, BEN);
    pass(&mut table, 2000);
    assert_eq!(list(&table, "answers"), "");
    assert_eq!(care(&table, 1), SeatCare::Away);
    back(&mut table, BEN);
    assert!(table.room.scene(BEN).request.is_some());
}

#[test]
fn the_maps_stand_in_serves_all_questions_that_name_no_other() {
    let mut table = Table::open(MAP);
    let by_map = "Seats:setStandIn(function(seat, choices) \
        return choices[2].label.en == 'b' and seat == 1 and 2 end)";
    say(&mut table, by_map);
    say(&mut table, "begin({})");
    leave(&mut table, BEN);
    pass(&mut table, 620);
    assert_eq!(list(&table, "answers"), "2 2");
}

#[test]
fn a_stand_in_that_fails_or_answers_nonsense_leaves_it_to_the_default() {
    for body in [
        "error('no')",
        "return 4",
        "return 0",
        "return 'x'",
        "return 1.5",
        "return nil",
        "return {}",
        "return 0/0",
        "while true do end",
    ] {
        let mut table = Table::open(MAP);
        say(&mut table, &format!("begin({{ default = 2, stand_in = function() {body} end }})"));
        leave(&mut table, BEN);
        pass(&mut table, 610);
        assert_eq!(list(&table, "answers"), "2", "{body}");
        check_replay(&table);
    }
}

#[test]
fn a_stand_in_that_runs_out_of_fuel_after_a_wait_leaves_it_to_the_default() {
    let mut table = Table::open(MAP);
    say(
        &mut table,
        "begin({ default = 2, stand_in = function() threadpool:wait(2) while true do end end })",
    );
    leave(&mut table, BEN);
    pass(&mut table, 639);
    assert_eq!(list(&table, "answers"), "");
    pass(&mut table, 1);
    assert_eq!(list(&table, "answers"), "2");
    pass(&mut table, 60);
    assert_eq!(list(&table, "answers"), "2 2", "and so it goes on, a second between");
    check_replay(&table);
}

#[test]
fn an_answer_that_comes_too_late_does_not_count() {
    let mut table = Table::open(MAP);
    say(&mut table, "begin({ stand_in = function() threadpool:wait(5) return 1 end })");
    leave(&mut table, BEN);
    pass(&mut table, 650);
    back(&mut table, BEN);
    pass(&mut table, 200);
    assert_eq!(list(&table, "answers"), "", "Ben came back while it was thinking");
    leave(&mut table, BEN);
    pass(&mut table, 600 + 100);
    assert_eq!(list(&table, "answers"), "1", "now it had its time");
    check_replay(&table);
}

#[test]
fn a_seat_can_be_handed_over_and_taken_back() {
    let mut table = Table::open(MAP);
    let refused = |table: &mut Table, on| {
        table.apply(Input::StandIn { player: BEN, on }).rejected.map(|rejection| rejection.code)
    };
    assert_eq!(refused(&mut table, true), Some("no_stand_in"));
    say(&mut table, THIRD);
    assert!(table.room.seats()[1].can_hand_over);
    assert_eq!(refused(&mut table, false), Some("not_handed_over"));
    let request = table.room.scene(BEN).request.unwrap().id;
    table.ok(Input::StandIn { player: BEN, on: true });
    assert_eq!(care(&table, 1), SeatCare::StandIn { wished: true });
    assert_eq!(list(&table, "answers"), "3");
    assert!(table.room.scene(BEN).request.is_none());
    assert_eq!(refused(&mut table, true), Some("handed_over"));
    let late = table.apply(Input::Choose { player: BEN, request, choice: 0 }).rejected.unwrap();
    assert_eq!(late.code, "closed");
    leave(&mut table, BEN);
    back(&mut table, BEN);
    assert_eq!(care(&table, 1), SeatCare::StandIn { wished: true }, "it was a wish");
    table.ok(Input::StandIn { player: BEN, on: false });
    pass(&mut table, 100);
    assert_eq!(list(&table, "answers"), "3");
    assert!(table.room.scene(BEN).request.is_some());
    check_replay(&table);
}

#[test]
fn an_empty_room_rests() {
    let mut table = Table::open(MAP);
    say(&mut table, THIRD);
    leave(&mut table, BEN);
    table.now = 100;
    leave(&mut table, ANN);
    assert_eq!(table.room.next_wake(), None);
    table.now = 100_000;
    let cid = PlayerId(1003);
    table.ok(Input::Join { player: cid, name: "Cid".into() });
    assert_eq!(
        care(&table, 1),
        SeatCare::Held { until: 100_500 },
        "what was left then is left now"
    );
    assert_eq!(care(&table, 0), SeatCare::Held { until: 100_600 });
    pass(&mut table, 500);
    assert_eq!(list(&table, "answers"), "3");
    leave(&mut table, cid);
    pass(&mut table, 1000);
    assert_eq!(list(&table, "answers"), "3", "nobody is here to see it play");
    assert_eq!(table.room.next_wake(), None);
    table.ok(Input::Join { player: cid, name: "Cid".into() });
    pass(&mut table, 30);
    assert_eq!(list(&table, "answers"), "3 3 3", "it goes on at once");
    check_replay(&table);
}

#[test]
fn whoever_takes_an_absent_players_seat_plays_it() {
    let mut table = Table::open(MAP);
    say(&mut table, "begin({ stand_in = function() threadpool:wait(60) return 1 end })");
    leave(&mut table, BEN);
    pass(&mut table, 600);
    back(&mut table, BEN);
    table.ok(Input::StandIn { player: BEN, on: true });
    table.ok(Input::Stand { player: BEN });
    let cid = PlayerId(1003);
    table.ok(Input::Join { player: cid, name: "Cid".into() });
    table.ok(Input::Sit { player: cid, seat: 1 });
    assert_eq!(care(&table, 1), SeatCare::Own);
    let request = table.room.scene(cid).request.expect("Cid is asked").id;
    table.ok(Input::Choose { player: cid, request, choice: 1 });
    assert_eq!(list(&table, "answers"), "2!");
}

#[test]
fn the_manifest_says_how_long_a_seat_is_held() {
    let once = |after: &str| {
        let mut files = files(MAP);
        let manifest = files.get_mut("test/map.toml").unwrap();
        manifest.extend_from_slice(format!("\n[absence]\n{after}\n").as_bytes());
        MapPackage::load(&files, "test", PLUGINS)
    };
    let error = once("after = 100000").unwrap_err().to_string();
    assert!(error.contains("longer than a day"), "{error}");
    assert!(once("after = -1").is_err());
    assert!(once("aftr = 1").is_err());
    let (mut room, _) = Room::open(once("after = 0").unwrap().into(), options()).unwrap();
    for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
        room.apply(0, Input::Join { player, name: name.into() });
        room.apply(0, Input::Sit { player, seat });
    }
    room.apply(5, Input::Leave { player: BEN });
    let values = room.evaluate("return events[1]").unwrap();
    assert_eq!(values.front().unwrap().to_string().unwrap(), "Room.Absent1/1002", "at once");
}

#[test]
fn time_that_a_take_back_takes_out_still_counts_for_who_is_away() {
    let mut table = Table::open(&format!(
        "{MAP} ScriptSupportEvent:registerEvent('Player.ClickBlock', function(e) \
         Block:setBlockAll(e.x, e.y, e.z, 1, 0) end)"
    ));
    table.now = 100;
    table.click(ANN, 0, 0, 0);
    table.now = 200;
    leave(&mut table, BEN);
    table.now = 500;
    table.ok(Input::TakeBack { player: ANN });
    assert_eq!(table.room.block([0, 0, 0]).id().0, 0);
    assert_eq!(care(&table, 1), SeatCare::Held { until: 800 }, "away for 300 of 600 ticks");
    pass(&mut table, 299);
    assert_eq!(list(&table, "events"), "");
    pass(&mut table, 1);
    assert_eq!(list(&table, "events"), "Room.Absent1/1002");
    table.click(ANN, 0, 0, 0);
    pass(&mut table, 50);
    table.ok(Input::TakeBack { player: ANN });
    pass(&mut table, 1);
    assert_eq!(care(&table, 1), SeatCare::Away, "still away after another");
    let package = table.room.package().clone();
    let again = Room::replay(package, options(), table.room.history()).unwrap();
    assert_eq!(again.state_hash(), table.room.state_hash());
}
