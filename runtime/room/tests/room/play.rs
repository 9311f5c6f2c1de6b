//! The room as a fold: what an input does, what a failing one leaves, and that a log replays.

use crate::common::{ANN, BEN, Table, map, options};
use fangqi_protocol::{
    Audience, Fault, FaultKind, Input, JobResult, MarkKind, OutputBody, PlainValue, PlayerId,
    Record, SeatHolder, ToastKind,
};
use fangqi_room::{Room, RoomOptions};

/// A click on a cell puts a stone there; a click on x = 9 does it and then fails in a chosen way.
const STONES: &str = r#"
count = 0
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  count = count + 1
  Block:setBlockAll(e.x, e.y, e.z, 1, 0)
  if e.x == 9 then
    if e.y == 0 then error("no stones there") end
    if e.y == 1 then while true do end end
    if e.y == 2 then local s = "x" while true do s = s .. s end end
    if e.y == 3 then while true do pcall(function() while true do end end) end end
    if e.y == 4 then local function f() return 1 + f() end f() end
  end
end)
"#;

#[test]
fn a_click_changes_blocks_and_everyone_is_shown() {
    let mut table = Table::open(STONES);
    let applied = table.click(ANN, 1, 2, 3);
    assert_eq!(table.id(1, 2, 3), 1);
    let cells: Vec<_> = applied
        .outputs
        .iter()
        .filter_map(|output| match &output.body {
            OutputBody::Cells(cells) => Some((output.audience, cells.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(cells.len(), 1);
    assert_eq!(cells[0].0, Audience::All);
    assert_eq!((cells[0].1[0].pos, cells[0].1[0].state), ([1, 2, 3], 1));
}

#[test]
fn a_failing_input_leaves_the_room_as_it_was() {
    for (y, sign) in [(0, "no stones there"), (1, "fuel"), (2, "memory"), (3, "fuel"), (4, "")] {
        let mut table = Table::open(STONES);
        table.click(ANN, 1, 0, 0);
        let before = (table.room.state_hash(), table.room.event());
        let applied = table.click(ANN, 9, y, 0);
        let rejected = applied.rejected.expect("a failing handler refuses the input");
        assert_eq!(rejected.code, "script_failed");
        assert!(applied.record.is_none() && applied.outputs.is_empty());
        let told = &applied.log[0].text;
        assert!(told.contains("test/main.lua:") && told.contains(sign), "{told}");
        assert_eq!((table.room.state_hash(), table.room.event()), before);
        assert_eq!(table.eval("return count"), 1.0, "the heap is rolled back too");
        assert_eq!(table.id(9, y, 0), 0);
        table.ok(Input::Click { player: ANN, pos: [2, 0, 0], face: 5 });
        assert_eq!(table.eval("return count"), 2.0);
    }
}

#[test]
fn who_does_not_sit_does_not_play() {
    let mut table = Table::open(STONES);
    let cid = PlayerId(1003);
    let stranger = table.click(cid, 0, 0, 0).rejected.unwrap();
    assert_eq!(stranger.code, "not_here");
    table.ok(Input::Join { player: cid, name: "Cid".into() });
    assert_eq!(table.click(cid, 0, 0, 0).rejected.unwrap().code, "not_seated");
    let taken = table.apply(Input::Sit { player: cid, seat: 0 }).rejected.unwrap();
    assert_eq!(taken.code, "seat_taken");
    assert_eq!(table.apply(Input::Sit { player: cid, seat: 7 }).rejected.unwrap().code, "no_seat");
    table.ok(Input::Stand { player: BEN });
    table.ok(Input::SetComputer { player: ANN, seat: 1, level: Some(2) });
    assert_eq!(table.room.seats()[1].holder, SeatHolder::Computer { level: 2 });
    let level = table.apply(Input::SetComputer { player: ANN, seat: 1, level: Some(4) });
    assert_eq!(level.rejected.unwrap().code, "no_level");
    table.ok(Input::Sit { player: cid, seat: 1 });
    assert_eq!(table.id(0, 0, 0), 0);
}

#[test]
fn a_take_back_undoes_the_players_last_move_with_consent() {
    let mut table = Table::open(STONES);
    table.click(ANN, 1, 0, 0);
    let before = table.room.state_hash();
    table.now = 100;
    table.click(ANN, 2, 0, 0);
    table.click(BEN, 3, 0, 0);
    table.ok(Input::TakeBack { player: ANN });
    assert_eq!(table.id(2, 0, 0), 1, "nothing happens before the other agrees");
    let question = table.room.scene(BEN).request.expect("Ben is asked");
    assert!(table.room.scene(ANN).request.is_none());
    table.ok(Input::Choose { player: BEN, request: question.id, choice: 1 });
    assert_eq!(table.id(2, 0, 0), 1, "declined");

    table.ok(Input::TakeBack { player: ANN });
    let question = table.room.scene(BEN).request.unwrap();
    let applied = table.ok(Input::Choose { player: BEN, request: question.id, choice: 0 });
    assert_eq!((table.id(1, 0, 0), table.id(2, 0, 0), table.id(3, 0, 0)), (1, 0, 0));
    assert_eq!(table.room.state_hash(), before);
    assert_eq!(table.eval("return count"), 1.0);
    let gone = applied.outputs.iter().any(|output| {
        matches!(&output.body, OutputBody::Cells(cells)
            if cells.iter().any(|cell| cell.pos == [2, 0, 0] && cell.state == 0))
    });
    assert!(gone, "viewers are shown the cells of before");
}

#[test]
fn a_take_back_keeps_people_where_they_are_and_time_as_it_stood() {
    let mut table = Table::open(STONES);
    table.click(ANN, 1, 0, 0);
    table.now = 40;
    let cid = PlayerId(1003);
    table.ok(Input::Join { player: cid, name: "Cid".into() });
    table.ok(Input::Leave { player: BEN });
    table.now = 60;
    table.ok(Input::TakeBack { player: ANN });
    assert_eq!(table.id(1, 0, 0), 0);
    let present: Vec<_> = table.room.players().iter().map(|player| player.present).collect();
    assert_eq!(present, [true, false, true]);
    assert_eq!(table.room.tick(), 60);
    assert_eq!(table.apply(Input::TakeBack { player: ANN }).rejected.unwrap().code, "no_move");
}

#[test]
fn who_is_alone_goes_back_to_any_event_and_the_log_says_so() {
    let mut table = Table::open(STONES);
    table.click(ANN, 1, 0, 0);
    let (event, before) = (table.room.event(), table.room.state_hash());
    table.now = 50;
    table.click(ANN, 2, 0, 0);
    let back = Input::GoBack { player: ANN, event };
    assert_eq!(table.apply(back.clone()).rejected.unwrap().code, "not_alone");
    table.ok(Input::Stand { player: BEN });
    let stranger = Input::GoBack { player: BEN, event };
    assert_eq!(table.apply(stranger).rejected.unwrap().code, "not_seated");
    let free = table.room.seats();
    let applied = table.ok(back);
    assert!(!applied.outputs.iter().any(|it| matches!(it.body, OutputBody::Toast { .. })));
    assert_eq!((table.id(1, 0, 0), table.id(2, 0, 0)), (1, 0));
    assert_eq!(table.eval("return count"), 1.0);
    assert_eq!(table.room.seats(), free, "people do not come back to their seats");
    assert_ne!(table.room.state_hash(), before, "Ben has left his seat meanwhile");
    // To the beginning, from a branch of the game.
    table.click(ANN, 3, 0, 0);
    table.ok(Input::GoBack { player: ANN, event: 0 });
    assert_eq!((table.id(1, 0, 0), table.id(3, 0, 0)), (0, 0));
    let late = Input::GoBack { player: ANN, event: table.room.event() + 1 };
    assert_eq!(table.apply(late).rejected.unwrap().code, "no_event");
    let replayed = Room::replay(map(STONES), options(), table.room.history()).unwrap();
    assert_eq!(replayed.state_hash(), table.room.state_hash());
}

#[test]
fn going_back_keeps_only_the_last_change_of_the_players_seat() {
    const SEATS: &str = r#"
sits = 0
ScriptSupportEvent:registerEvent("Room.Sit", function() sits = sits + 1 end)
"#;
    let mut table = Table::open(SEATS);
    table.ok(Input::Stand { player: BEN });
    let event = table.room.event();
    let before = table.eval("return sits");
    for seat in [1, 0, 1, 0, 1] {
        table.now += 20;
        table.ok(Input::Sit { player: ANN, seat });
    }
    table.ok(Input::GoBack { player: ANN, event });
    assert_eq!(table.eval("return sits"), before + 1.0);
    let holders: Vec<_> = table.room.seats().into_iter().map(|seat| seat.holder).collect();
    assert_eq!(holders, [SeatHolder::Open, SeatHolder::Player { player: ANN }]);
    assert_eq!(table.room.tick(), table.now, "time stays as it was");
    let replayed = Room::replay(map(SEATS), options(), table.room.history()).unwrap();
    assert_eq!(replayed.state_hash(), table.room.state_hash());
}

/// A button clears the board for a new game.
const NEW_GAME: &str = r#"
Hud:setButtons({ { id = "new", label = "new" } })
ScriptSupportEvent:registerEvent("Room.Action", function() Block:setBlockAll(0, 0, 0, 0, 0) end)
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  Block:setBlockAll(e.x, e.y, e.z, 1, 0)
end)
"#;

#[test]
fn a_take_back_does_not_reach_into_the_game_before() {
    let mut table = Table::open(NEW_GAME);
    table.ok(Input::Leave { player: BEN });
    table.click(ANN, 0, 0, 0);
    table.ok(Input::Action { player: ANN, id: "new".into(), value: String::new() });
    let refused = table.apply(Input::TakeBack { player: ANN }).rejected.unwrap();
    assert_eq!((refused.code, table.id(0, 0, 0)), ("no_move", 0));
    table.click(ANN, 3, 0, 0);
    table.ok(Input::TakeBack { player: ANN });
    assert_eq!((table.id(0, 0, 0), table.id(3, 0, 0)), (0, 0));
}

/// Asks seat 0 for a cell, then seat 1, and so on; what is chosen becomes a stone.
const TURNS: &str = r#"
threadpool:work(function()
  local seat = 0
  while true do
    local choices = {}
    for x = 0, 2 do
      if select(2, Block:getBlockID(x, 0, 0)) == 0 then
        choices[#choices + 1] = { path = { { x = x, y = 0, z = 0 }, { x = x, y = 0, z = 5 } } }
      end
    end
    if #choices == 0 then return end
    local asked = { seat = seat, hint = "place", choices = choices, seconds = 10, default = 1 }
    asked.explain = function(path) return "not " .. path[#path].x end
    local index, uin = Request:ask(asked)
    chosen, by = index, uin
    local cell = choices[index].path[1]
    Block:setBlockAll(cell.x, cell.y, cell.z, 1 + seat, 0)
    seat = 1 - seat
    Hud:setTurn(seat)
  end
end)
"#;

#[test]
fn a_request_is_answered_by_clicking_its_cells() {
    let mut table = Table::open(TURNS);
    let asked = table.room.scene(ANN).request.expect("Ann is asked at once");
    assert_eq!(asked.choices.len(), 3);
    assert!(table.room.scene(BEN).request.is_none(), "others are not shown the question");
    table.click(ANN, 1, 0, 0);
    let marks = table.room.scene(ANN).marks;
    assert_eq!(marks[0].kind, MarkKind::Selected);
    assert_eq!((marks[1].pos, marks[1].kind), ([1, 0, 5], MarkKind::Target));
    assert!(table.room.scene(BEN).marks.is_empty(), "others do not see what is picked up");
    let refused = table.click(ANN, 7, 0, 0);
    let toast = refused.outputs.iter().find_map(|output| match &output.body {
        OutputBody::Toast { kind: ToastKind::Error, text } => {
            Some((output.audience, text.en.clone()))
        }
        _ => None,
    });
    assert_eq!(toast, Some((Audience::Player(ANN), "not 7".to_owned())));
    table.click(ANN, 1, 0, 5);
    assert_eq!((table.id(1, 0, 0), table.eval("return chosen")), (1, 2.0));
    assert_eq!(table.eval("return by"), ANN.0 as f64);
    assert_eq!(table.click(ANN, 0, 0, 0).rejected.unwrap().code, "not_your_turn");
    assert!(table.room.scene(BEN).request.is_some());
}

#[test]
fn what_an_answer_will_be_in_the_log_is_known_beforehand() {
    let mut table = Table::open(TURNS);
    let click = |player, pos| Input::Click { player, pos, face: 4 };
    let unknown = [
        click(ANN, [7, 0, 0]),
        click(BEN, [1, 0, 0]),
        click(PlayerId(9), [1, 0, 0]),
        Input::Choose { player: ANN, request: 0, choice: 3 },
        Input::Choose { player: ANN, request: 1, choice: 0 },
        Input::TakeBack { player: ANN },
        Input::Tick,
    ];
    for input in &unknown {
        assert_eq!(table.room.draft(0, input), None, "{input:?}");
    }
    for (player, pos) in [(ANN, [1, 0, 0]), (ANN, [2, 0, 0]), (ANN, [2, 0, 5]), (BEN, [0, 0, 0])] {
        let (tick, input) = (table.room.tick() + 5, click(player, pos));
        let draft = table.room.draft(tick, &input).expect("it is among the choices");
        assert!(draft.may_be_draft());
        assert_eq!(table.room.apply(tick, input).record, Some(draft));
    }
    // By then the default has been taken, and it is another's turn.
    let (tick, input) = (table.room.tick() + 1000, click(BEN, [0, 0, 5]));
    assert!(table.room.draft(tick, &input).is_some());
    let applied = table.room.apply(tick, input);
    assert!(applied.rejected.is_some());
    assert_eq!(applied.record.map(|record| record.input), Some(Input::Tick));
}

/// Two moves of two cells each, given as numbers.
const PATHS: &str = r#"
threadpool:work(function()
  local paths = { 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0 }
  index = Request:ask({ seat = 0, paths = paths, cells = 2 })
end)
why = select(2, Request:ask({ seat = 1, paths = { 0, 0, 0, 1 }, cells = 1 }))
why_item = select(2, Request:ask({ seat = 1, paths = { 0, 0, {} }, cells = 1 }))
"#;

#[test]
fn choices_can_be_given_as_numbers() {
    let mut table = Table::open(PATHS);
    let choices = table.room.scene(ANN).request.expect("Ann is asked").choices;
    let paths: Vec<_> = choices.iter().map(|choice| choice.path.clone()).collect();
    assert_eq!(paths, [[[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [2, 0, 0]]]);
    table.click(ANN, 0, 0, 0);
    table.click(ANN, 2, 0, 0);
    assert_eq!(table.eval("return index"), 2.0);
    assert_eq!(table.eval("return string.find(why, '4 numbers', 1, true) and 1 or 0"), 1.0);
    assert_eq!(
        table.eval("return string.find(why_item, 'item 3 must be', 1, true) and 1 or 0"),
        1.0
    );
}

#[test]
fn a_deadline_takes_the_default_and_time_runs_in_order() {
    let mut table = Table::open(TURNS);
    assert_eq!(table.room.next_wake(), Some(200));
    table.now = 1000;
    table.apply(Input::Tick);
    // Three deadlines of 200 ticks each have passed: all cells are taken, in turn.
    assert_eq!((table.id(0, 0, 0), table.id(1, 0, 0), table.id(2, 0, 0)), (1, 2, 1));
    assert_eq!(table.room.next_wake(), None);
}

/// The engine thinks for seat 0 and its move is kept.
const THINK: &str = r#"
threadpool:work(function()
  local game = Xiangqi:new()
  while true do
    local thought, why = Xiangqi:think(game, { level = 1 })
    if thought then
      Xiangqi:play(game, thought.move)
      Block:setBlockAll(#Xiangqi:moves(game), 0, 0, 1, 0)
    else
      reason = why
      return
    end
    threadpool:wait(1)
  end
end)
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  Block:setBlockAll(e.x, 5, 0, 2, 0)
  if e.x == 9 then Xiangqi:stop() end
end)
"#;

#[test]
fn a_job_leaves_the_room_and_its_result_comes_back() {
    let (mut room, opened) =
        Room::open(map(THINK), RoomOptions { seed: 1, ..RoomOptions::default() }).unwrap();
    assert_eq!(opened.jobs.len(), 1);
    let result = JobResult::done(&PlainValue::table([("move", "h2e2".into())]));
    let done = Input::JobDone { job: opened.jobs[0].id, result: result.clone() };
    let applied = room.apply(5, done.clone());
    assert_eq!(room.block([1, 0, 0]).id().0, 1);
    assert!(applied.jobs.is_empty(), "it waits a second first");
    let again = room.apply(5, done);
    assert!(again.record.is_none(), "a result that nobody waits for is no event");
    let due = room.next_wake().unwrap();
    assert_eq!(due, 25);
    let applied = room.apply(due, Input::Tick);
    assert_eq!(applied.jobs.len(), 1);
}

#[test]
fn a_take_back_cancels_jobs_and_orders_those_of_before() {
    let mut table = Table::open(THINK);
    let first = table.room.pending_jobs()[0].id;
    table.ok(Input::Leave { player: BEN });
    table.click(ANN, 1, 0, 0);
    let applied = table.ok(Input::TakeBack { player: ANN });
    assert_eq!(applied.cancelled, [first]);
    assert_eq!(applied.jobs.len(), 1);
    assert_ne!(applied.jobs[0].id, first, "a late result of the old job must not be taken");
    let result = JobResult::Failed { reason: "late".into() };
    let late = table.apply(Input::JobDone { job: first, result });
    assert!(late.record.is_none());
    table.click(ANN, 9, 0, 0);
    assert!(table.room.pending_jobs().is_empty());
    let values = table.room.evaluate("return reason == 'cancelled'").unwrap();
    assert_eq!(values.front().and_then(|value| value.as_boolean()), Some(true));
}

/// Applies records one by one, as a replaying process would, noting the hash after each.
fn hashes(main: &str, records: &[Record]) -> Vec<u64> {
    (0..=records.len())
        .map(|count| {
            Room::replay(map(main), options(), records[..count].to_vec()).unwrap().state_hash()
        })
        .collect()
}

#[test]
fn any_prefix_of_a_log_replays_to_the_same_state() {
    let mut table = Table::open(TURNS);
    let mut seen = vec![];
    let mut inputs = vec![];
    for step in 0..40_i32 {
        let player = if step % 3 == 0 { BEN } else { ANN };
        inputs.push(match step % 13 {
            5 => Input::Chat { player, text: format!("line {step}") },
            8 => Input::TakeBack { player },
            9 => Input::Choose { player, request: (step as u32) / 4, choice: 0 },
            11 => Input::Leave { player: BEN },
            12 => Input::Join { player: BEN, name: "Ben".into() },
            _ => Input::Click { player, pos: [step % 3, 0, (step % 2) * 5], face: 5 },
        });
    }
    for (step, input) in inputs.into_iter().enumerate() {
        table.now = 30 * step as u64;
        let before = table.room.event();
        table.apply(input);
        if table.room.event() > before {
            seen.push(table.room.state_hash());
        }
    }
    let records = table.room.history();
    let replayed = hashes(TURNS, &records);
    assert_eq!(seen.len(), records.len() - 4, "four records seated the players");
    assert_eq!(replayed[5..], seen);
}

#[test]
fn a_hibernated_room_wakes_as_it_was() {
    let mut table = Table::open(TURNS);
    table.click(ANN, 1, 0, 0);
    table.click(ANN, 1, 0, 5);
    table.now = 333;
    table.apply(Input::Tick);
    let (hash, wake) = (table.room.state_hash(), table.room.next_wake());
    let room = table.room.hibernate().wake().unwrap();
    assert_eq!((room.state_hash(), room.next_wake()), (hash, wake));
}

/// Two things happen after a second; the first fails.
const LATE: &str = r#"
threadpool:delay(1, function() Block:setBlockAll(0, 0, 0, 1, 0) error("late") end)
threadpool:delay(1, function() Block:setBlockAll(1, 0, 0, 1, 0) end)
"#;

#[test]
fn a_failing_timer_is_passed_over_and_replays_so() {
    let mut table = Table::open(LATE);
    table.now = 50;
    let applied = table.apply(Input::Tick);
    assert_eq!(applied.record.as_ref().unwrap().faults.len(), 1);
    assert!(applied.log[0].text.contains("late"));
    assert_eq!((table.id(0, 0, 0), table.id(1, 0, 0)), (0, 1));
    let records = table.room.history();
    assert_eq!(*hashes(LATE, &records).last().unwrap(), table.room.state_hash());
}

#[test]
fn a_step_that_a_watchdog_ended_fails_again_when_its_record_is_repeated() {
    let mut table = Table::open(LATE);
    let stopped = Fault { step: 0, kind: FaultKind::Stopped };
    let tick = |faults| Record { tick: 50, input: Input::Tick, faults, rewound: None };
    let mut records = table.room.history();
    // Whether it is ended again is up to the watchdog, so the record decides.
    for faults in [vec![stopped.clone()], vec![Fault { step: 1, kind: FaultKind::Fuel }, stopped]] {
        let record = tick(faults);
        let mut room = Room::replay(table.room.package().clone(), options(), records.clone());
        let repeated = room.as_mut().unwrap().repeat(&record);
        let mut all = records.clone();
        all.push(record.clone());
        assert_eq!(hashes(LATE, &all).last(), Some(&room.unwrap().state_hash()));
        assert_eq!(repeated.record, Some(record));
    }
    // And what failed by itself does so without being told.
    table.now = 50;
    let applied = table.apply(Input::Tick);
    records.push(applied.record.unwrap());
    let mut room = Room::open(table.room.package().clone(), options()).unwrap().0;
    for record in &records {
        assert_eq!(room.repeat(record).record.as_ref(), Some(record));
    }
    assert_eq!(room.state_hash(), table.room.state_hash());
}

#[test]
fn events_without_end_are_cut_off() {
    let mut table = Table::open(
        r#"
        local function again() threadpool:work(again) end
        ScriptSupportEvent:registerEvent("Player.ClickBlock", again)
        "#,
    );
    let applied = table.click(ANN, 0, 0, 0);
    assert!(applied.log.iter().any(|line| line.text.contains("without end")));
}

#[test]
fn a_refused_input_that_lets_something_end_is_recorded_as_time() {
    let mut table = Table::open("World:playParticalEffect(4, 1, 0, 1170, 1, 1)");
    assert_eq!(table.room.scene(ANN).effects.len(), 1);
    let records = table.room.event();
    // Nothing is due yet, so nothing is remembered.
    table.now += 5;
    let early = table.apply(Input::Sit { player: ANN, seat: 7 });
    assert_eq!(early.rejected.unwrap().code, "no_seat");
    assert_eq!(table.room.event(), records);
    table.now += 60;
    let refused = table.apply(Input::Sit { player: ANN, seat: 7 });
    assert_eq!(refused.rejected.unwrap().code, "no_seat");
    assert_eq!(refused.record.map(|record| record.input), Some(Input::Tick));
    assert!(table.room.scene(ANN).effects.is_empty(), "the effect ended by itself");
    let again = Room::replay(table.room.package().clone(), options(), table.room.history());
    assert_eq!(again.unwrap().state_hash(), table.room.state_hash());
}

/// Forty handlers fail in the same tick; others have something to do before and after it.
const FAILING: &str = r#"
for index = 1, 40 do
  threadpool:delay(1, function()
    if index > 2 then error("no " .. index) end
    Block:setBlockAll(index, 0, 0, 1, 0)
  end)
end
threadpool:delay(2, function() Block:setBlockAll(0, 9, 0, 1, 0) end)
"#;

#[test]
fn more_failures_at_once_than_are_skipped_one_by_one_drop_the_rest_and_replay_alike() {
    let mut table = Table::open(FAILING);
    table.now = 100;
    let applied = table.ok(Input::Tick);
    let faults = applied.record.as_ref().unwrap().faults.clone();
    assert_eq!(faults.len(), 17, "{faults:?}");
    let (last, skipped) = faults.split_last().unwrap();
    assert!(skipped.iter().all(|fault| fault.kind == FaultKind::Error), "{faults:?}");
    assert_eq!(last.kind, FaultKind::Input);
    let stones = |room: &Room| {
        [[1, 0, 0], [2, 0, 0], [3, 0, 0], [0, 9, 0]].map(|pos| room.block(pos).id().0)
    };
    assert_eq!(stones(&table.room), [1, 1, 0, 0], "what is due later has to wait");
    table.ok(Input::Tick);
    assert_eq!(stones(&table.room), [1, 1, 0, 1]);
    assert_eq!(table.room.next_wake(), None);
    let records = table.room.history();
    let back = Room::replay(map(FAILING), options(), records).unwrap();
    assert_eq!(back.state_hash(), table.room.state_hash());
    assert_eq!(stones(&back), stones(&table.room));
}

/// A handler fails twice a second, a hundred times, and clicks leave a stone.
const TICKING: &str = r#"
for index = 1, 100 do
  threadpool:delay(index / 2, error, "each time")
end
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  Block:setBlockAll(e.x, e.y, e.z, 1, 0)
end)
"#;

#[test]
fn a_room_in_which_too_much_failed_lets_less_time_pass_and_goes_on() {
    let mut table = Table::open(TICKING);
    // A hundred failures are due before the click.
    table.now = 1_000;
    let clicked = table.click(ANN, 5, 0, 0);
    assert_eq!(clicked.rejected, None);
    assert_eq!(table.id(5, 0, 0), 1);
    let record = clicked.record.unwrap();
    assert_eq!((record.tick, record.faults.len()), (170, 17));
    let mut inputs = 0;
    while table.room.next_wake().is_some_and(|due| due <= table.now) {
        table.ok(Input::Tick);
        inputs += 1;
    }
    assert_eq!((inputs, table.room.tick()), (5, 1_000));
    let back = Room::replay(map(TICKING), options(), table.room.history()).unwrap();
    assert_eq!(back.state_hash(), table.room.state_hash());
}
