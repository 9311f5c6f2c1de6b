//! Checkpoints: a live room, one brought back from a checkpoint and one replayed from its opening
//! are the same after every input.

mod letting_go;
mod play;

use crate::common::{ANN, BEN, Table, map, options, shipped};
use fangqi_protocol::{Audience, Input, Record};
use fangqi_room::{NoCheckpoint, OpenError, Room, RoomOptions};
use play::Play;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn live_replayed_and_resumed_rooms_are_the_same(
        steps in prop::collection::vec((0_u8..24, any::<u32>()), 10..60),
        forgetful in any::<bool>(),
    ) {
        let mut play = Play::open(shipped("xiangqi"));
        for (kind, dice) in steps {
            play.step(kind, dice);
            if forgetful {
                play.room.forget_beginning();
            }
        }
        play.check();
        play.check_reload("xiangqi");
    }
}

#[test]
fn take_backs_cross_checkpoints() {
    let mut play = Play::open(shipped("xiangqi"));
    for round in 0..4 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    assert_eq!(play.checkpoints.len(), 4);
    let hashes = |play: &Play| play.hashes.clone();
    for _ in 0..4 {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        assert!(play.room.history().last().unwrap().rewound.is_some());
    }
    let asked = play.room.apply(play.now, Input::TakeBack { player: ANN });
    assert!(asked.rejected.is_none(), "Ben is asked first");
    play.note(asked.record);
    assert!(play.room.last_checkpoint().is_none(), "all were taken back");
    play.check();
    assert_eq!(hashes(&play).len(), play.room.history().len());
}

#[test]
fn an_absence_that_a_take_back_leaves_due_is_not_brought_forward_by_a_checkpoint() {
    let mut play = Play::open(shipped("xiangqi"));
    play.step(0, 1);
    play.apply(Input::Leave { player: BEN });
    play.now += 700;
    play.apply(Input::Tick);
    play.apply(Input::TakeBack { player: ANN });
    play.checkpoint();
    assert_eq!(play.checkpoints.len(), 1);
    play.check();
}

#[test]
fn a_loss_on_time_is_stored() {
    let mut play = Play::open(shipped("xiangqi"));
    let time = Input::Action { player: ANN, id: "time".to_owned(), value: "sudden".to_owned() };
    play.apply(time);
    play.step(0, 1);
    play.now += 20_000;
    play.apply(Input::Tick);
    let lost = play.room.scene(ANN).hud;
    assert_eq!(lost.result.as_ref().and_then(|result| result.winner), Some(0));
    play.checkpoint();
    assert_eq!(play.checkpoints.len(), 1);
    assert_eq!(play.room.scene(ANN).hud, lost);
    assert!(play.room.scene(BEN).request.is_none(), "nobody is asked for a move");
    play.check();
}

#[test]
fn the_tutorial_goes_on_from_a_checkpoint() {
    let mut play = Play::open(shipped("tutorial-xiangqi"));
    // Red's cannon goes to the middle; the computer is Ben's seat's opponent of nobody.
    play.apply(Input::Stand { player: BEN });
    play.apply(Input::SetComputer { player: ANN, seat: 1, level: Some(2) });
    for (from, to) in [([7, 1, 2], [4, 1, 2]), ([7, 1, 0], [6, 1, 2])] {
        for pos in [from, to] {
            play.apply(Input::Click { player: ANN, pos, face: 5 });
            play.checkpoint();
        }
        for _ in 0..40 {
            play.now += 5;
            play.apply(Input::Tick);
            if play.now.is_multiple_of(3) {
                play.checkpoint();
            }
        }
    }
    assert!(play.checkpoints.len() > 8, "{}", play.checkpoints.len());
    assert_eq!(play.room.scene(ANN).hud.moves.len(), 4);
    play.check();
}

/// Counts clicks; what happens at a checkpoint is put in its place.
const COUNTER: &str = r#"
local count = 0
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  count = count + 1
  Block:setBlockAll(count, 0, 0, 1, 0)
end)
"#;

fn counter(offer: &str) -> Table {
    let mut table = Table::open(&format!("{COUNTER}{offer}"));
    table.click(ANN, 0, 5, 0);
    table.click(ANN, 0, 5, 0);
    table
}

#[test]
fn a_room_goes_on_from_its_checkpoint() {
    let offer = "Checkpoint:offer(function() return count end, function(state) count = state end)";
    let mut table = counter(offer);
    table.now = 30;
    let (applied, bytes) = table.room.checkpoint(table.now).unwrap();
    let record = applied.record.unwrap();
    assert_eq!((record.tick, &record.input), (30, &Input::Checkpoint));
    assert!(applied.outputs.is_empty(), "nobody sees anything of it: {:?}", applied.outputs);
    table.click(ANN, 0, 5, 0);
    assert_eq!((table.id(2, 0, 0), table.id(3, 0, 0), table.id(4, 0, 0)), (1, 1, 0));
    let records = table.room.history();
    let back = Room::resume(map(&format!("{COUNTER}{offer}")), options(), records, Some(&bytes));
    let mut back = back.unwrap();
    assert_eq!(back.state_hash(), table.room.state_hash());
    assert_eq!(back.last_checkpoint().unwrap().1, bytes);
    // The refold after a failing input begins at the checkpoint too.
    back.apply(40, Input::Click { player: ANN, pos: [0, 5, 0], face: 5 });
    assert_eq!(back.block([4, 0, 0]).id().0, 1);
}

#[test]
fn why_there_is_no_checkpoint_is_told_and_nothing_changes() {
    let cases = [
        ("", "offer no state"),
        ("Checkpoint:offer(function() end, print)", "test/main.lua:7: not now"),
        (
            "Checkpoint:offer(function() return { a = { 1, print } } end, print)",
            "test/main.lua:7: state.a[2] is a function, which cannot be stored",
        ),
        ("Checkpoint:offer(function() error('no way') end, print)", "no way"),
        ("Checkpoint:offer(function() while true do end end, print)", "fuel"),
        ("Checkpoint:offer(function() threadpool:wait(1) return 1 end, print)", "it waits"),
        (
            "Checkpoint:offer(function() Hud:setStatus('x') count = 100 return 1 end, print)",
            "save changed the room: display",
        ),
        ("Checkpoint:offer(function() return 1 end, function() error('load') end)", "load"),
        (
            "Checkpoint:offer(function() return math.random() end, print)",
            "save changed the room: random numbers of scripts",
        ),
        (
            "ScriptSupportEvent:registerEvent('Game.Start', function()
               Checkpoint:offer(function() return 1 end, print) end)",
            "call Checkpoint:offer while the scripts run",
        ),
        (
            "Checkpoint:offer(function() return 1 end, print)
             threadpool:work(function() Xiangqi:think(Xiangqi:new()) end)",
            "a job is under way",
        ),
    ];
    for (offer, wanted) in cases {
        let mut table = counter(offer);
        let before = (table.room.state_hash(), table.room.event(), table.room.next_wake());
        let why = table.room.checkpoint(50).unwrap_err();
        assert!(why.to_string().contains(wanted), "{why}");
        let passing = matches!(why, NoCheckpoint::NotNow { .. } | NoCheckpoint::Busy(_));
        assert_eq!(why.is_passing(), passing);
        assert_eq!(
            (table.room.state_hash(), table.room.event(), table.room.next_wake()),
            before,
            "{offer}"
        );
        table.click(ANN, 0, 5, 0);
        assert_eq!((table.id(3, 0, 0), table.id(4, 0, 0)), (1, 0), "{offer}");
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_errors() {
    let offer = "Checkpoint:offer(function() return { count, 'text' } end, print)";
    let mut table = counter(offer);
    let (_, bytes) = table.room.checkpoint(9).unwrap();
    let records = table.room.history();
    let resume = |main: &str, records: &[Record], bytes: &[u8]| {
        Room::resume(map(main), options(), records.to_vec(), Some(bytes)).map(|_| ())
    };
    let main = format!("{COUNTER}{offer}");
    resume(&main, &records, &bytes).unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let error = resume(&main, &records, &damaged).unwrap_err();
        assert!(matches!(error, OpenError::Checkpoint(_)), "{at}: {error}");
        assert!(resume(&main, &records, &bytes[..at]).is_err());
    }
    // Of another log, and of another map.
    let error = resume(&main, &records[..records.len() - 1], &bytes).unwrap_err();
    assert!(error.to_string().contains("of the log is not its own"), "{error}");
    let other = format!("{main} -- changed");
    let error = resume(&other, &records, &bytes).unwrap_err();
    assert!(error.to_string().contains("another version of the map"), "{error}");
}

/// Asks the first seat again and again; what is answered is put on the board.
const ASKER: &str = r#"
local answers = {}
local function ask(seat)
  local choices = { { label = "no" }, { label = "yes" } }
  return Request:ask({ seat = seat, hint = `question {#answers + 1}`, choices = choices })
end
local function go_on()
  while true do
    local index = ask(0)
    if index == nil then
      return
    end
    answers[#answers + 1] = index
    Block:setBlockAll(#answers, 0, 0, index, 0)
  end
end
ScriptSupportEvent:registerEvent("Game.Start", function()
  Seats:setCount(2)
  threadpool:work(go_on)
end)
Checkpoint:offer(function() return answers end, function(stored)
  answers = stored
  threadpool:work(go_on)
end)
"#;

#[test]
fn an_answer_on_its_way_at_a_checkpoint_reaches_the_question_asked_again() {
    let mut table = Table::open(ASKER);
    table.apply(Input::Sit { player: ANN, seat: 0 });
    let answer = |request, choice| Input::Choose { player: ANN, request, choice };
    let first = table.room.scene(ANN).request.unwrap().id;
    for _ in 0..3 {
        table.room.checkpoint(table.now).unwrap();
    }
    let last = table.room.scene(ANN).request.unwrap().id;
    assert_ne!(first, last);
    assert!(table.room.apply(table.now, answer(first, 1)).rejected.is_some(), "it is closed");
    for (asked, open) in [(first, last), (last - 1, last), (last, last), (last + 1, last + 1)] {
        assert_eq!(table.room.addressed(answer(asked, 1)), answer(open, 1));
    }
    let meant = table.room.addressed(answer(first, 1));
    assert!(table.room.apply(table.now, meant).rejected.is_none());
    assert_eq!(table.id(1, 0, 0), 2);
    // The next question is another one, and what answered the first does not answer it.
    let next = table.room.scene(ANN).request.unwrap().id;
    table.room.checkpoint(table.now).unwrap();
    assert_eq!(table.room.addressed(answer(first, 0)), answer(first, 0));
    assert_ne!(table.room.addressed(answer(next, 0)), answer(next, 0));
}

#[test]
fn in_heavy_mode_a_sound_room_has_nothing_to_report() {
    let script = "local count = 0
        ScriptSupportEvent:registerEvent('Player.ClickBlock', function()
          count = count + 1
          Block:setBlockAll(count, 0, 0, 1, 0)
        end)
        Checkpoint:offer(function() return { count } end, function(state) count = state[1] end)
        threadpool:work(function() threadpool:wait(1000) end)";
    let options = RoomOptions { heavy: true, ..options() };
    let (mut room, _) = Room::open(map(script), options).unwrap();
    room.apply(0, Input::Join { player: ANN, name: "Ann".to_owned() });
    room.apply(0, Input::Sit { player: ANN, seat: 0 });
    room.apply(0, Input::Click { player: ANN, pos: [5, 5, 5], face: 0 });
    for tick in 1..12 {
        let applied = match tick % 4 {
            3 => room.checkpoint(tick).unwrap().0,
            2 => room.apply(tick, Input::TakeBack { player: ANN }),
            _ => room.apply(tick, Input::Click { player: ANN, pos: [5, 5, 5], face: 0 }),
        };
        assert!(applied.record.is_some() && applied.rejected.is_none(), "{tick}: {applied:?}");
        assert_eq!(applied.heavy, None, "{tick}");
        let all = |output: &fangqi_protocol::Output| output.audience == Audience::All;
        assert!(tick % 4 == 3 || applied.outputs.iter().any(all));
    }
}
