//! Hot reload: a room's log played again with another version of its map.

use std::sync::Arc;

use crate::common::PLUGINS;
use crate::common::{ANN, BEN, Table, map};
use fangqi_protocol::{Input, SeatHolder};
use fangqi_room::{MapPackage, OpenError, Reload, Room};

/// Every click puts a stone there; with two on the board the status says so.
const STONES: &str = r#"
local count = 0
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  count = count + 1
  Block:setBlockAll(e.x, e.y, e.z, 1, 0)
  if count > 1 then Hud:setStatus("two") end
end)
Checkpoint:offer(function() return count end, function(state) count = state end)
"#;

fn played() -> Table {
    let mut table = Table::open(STONES);
    table.click(ANN, 1, 0, 0);
    table.click(BEN, 2, 0, 0);
    table.room.checkpoint(5).unwrap();
    table.ok(Input::Leave { player: BEN });
    table.click(ANN, 3, 0, 0);
    table.ok(Input::TakeBack { player: ANN });
    table.click(ANN, 4, 0, 0);
    table
}

fn reload(change: impl Fn(&str) -> String) -> (Table, Reload) {
    let table = played();
    let before = table.room.state_hash();
    let reload = table.room.reload(map(&change(STONES)));
    assert_eq!(table.room.state_hash(), before, "the old room is untouched");
    (table, reload)
}

#[test]
fn a_change_that_makes_no_difference_yet_is_swapped_in() {
    let (mut table, reload) = reload(|main| main.replace("\"two\"", "count > 9 and 'x' or 'two'"));
    let Reload::Same(room) = reload else { panic!("{reload:?}") };
    let (mut old, mut new) = (std::mem::replace(&mut table.room, *room), table);
    assert_eq!(new.room.state_hash(), old.state_hash());
    assert_eq!(new.room.history(), old.history());
    let click = Input::Click { player: ANN, pos: [5, 0, 0], face: 5 };
    for _ in 0..7 {
        old.apply(9, click.clone());
        new.room.apply(9, click.clone());
    }
    assert_ne!(new.room.scene(ANN).hud, old.scene(ANN).hud, "now it matters");
}

#[test]
fn the_first_input_that_differs_is_named_with_its_blocks() {
    let (table, reload) = reload(|main| main.replace("e.z, 1, 0)", "e.z, e.x == 2 and 2 or 1, 0)"));
    let Reload::Differs { room, first } = reload else { panic!("{reload:?}") };
    assert_eq!(first.record, Some(5), "four records seat the players, then comes Ann's click");
    assert_eq!(first.input, Some(Input::Click { player: BEN, pos: [2, 0, 0], face: 5 }));
    assert_eq!(first.parts, ["blocks (1 cells: (2, 0, 0) is 1 here and 2 there)"]);
    let [block] = first.blocks.as_slice() else { panic!("{:?}", first.blocks) };
    assert_eq!((block.pos, block.old.id().0, block.new.id().0), ([2, 0, 0], 1, 2));
    // The new room can be taken, and brought back from the same log.
    assert_eq!(room.block([2, 0, 0]).id().0, 2);
    assert_eq!(room.history(), table.room.history());
    let records = room.history();
    let package = Arc::clone(room.package());
    let back = Room::replay(package, room.options().clone(), records).unwrap();
    assert_eq!(back.state_hash(), room.state_hash());
}

#[test]
fn rooms_that_differ_from_the_beginning_say_so() {
    let (_, reload) = reload(|main| format!("{main} Hud:setStatus('hello')"));
    let Reload::Differs { first, .. } = reload else { panic!("{reload:?}") };
    assert_eq!((first.record, &first.input), (None, &None));
    assert_eq!(first.parts, ["display (status)"]);
}

#[test]
fn an_input_that_is_refused_now_is_passed_over_once_the_new_version_is_taken() {
    let mut table = Table::open(STONES);
    table.ok(Input::Stand { player: BEN });
    table.ok(Input::SetComputer { player: ANN, seat: 1, level: Some(3) });
    table.ok(Input::SetComputer { player: ANN, seat: 1, level: Some(1) });
    let mut files = crate::common::files(STONES);
    let manifest = crate::common::MANIFEST.replace("levels = 3", "levels = 2");
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    let new = Arc::new(MapPackage::load(&files, "test", PLUGINS).unwrap());
    let Reload::Differs { room, first } = table.room.reload(Arc::clone(&new)) else { panic!() };
    assert_eq!(first.record, Some(5));
    assert_eq!(first.refused.as_ref().unwrap().code, "no_level");
    assert_eq!(first.parts, ["seats (who holds them)"]);
    assert_eq!(room.options().repackaged, 7);
    assert_eq!(room.seats()[1].holder, SeatHolder::Computer { level: 1 });
    let records = room.history();
    let back = Room::replay(Arc::clone(&new), room.options().clone(), records.clone()).unwrap();
    assert_eq!(back.state_hash(), room.state_hash());
    let strict = Room::replay(new, crate::common::options(), records);
    assert!(matches!(strict, Err(OpenError::Replay { record: 5, .. })));
}

#[test]
fn a_script_that_fails_is_named_with_its_line() {
    let (_, reload) = reload(|main| format!("{main}\nerror('at once')"));
    let Reload::Failed(error) = reload else { panic!("{reload:?}") };
    assert_eq!(error.place(), Some(("test/main.lua", 10)));
    let failing = |main: &str| main.replace("Hud:setStatus(\"two\")", "Hud:setStatus(nil .. 1)");
    let table = played();
    let Reload::Failed(error) = table.room.reload(map(&failing(STONES))) else { panic!() };
    assert_eq!(error.place(), Some(("test/main.lua", 6)));
    assert!(matches!(error, OpenError::ReplayScript { record: 5, .. }), "{error}");
}

#[test]
fn a_move_that_changed_no_block_can_be_taken_back_after_a_reload() {
    let asker = r#"
        local answers = {}
        local function go_on()
          while true do
            local choices = { { label = "a" }, { label = "b" } }
            local index = Request:ask({ seat = 0, hint = "which", choices = choices })
            if index == nil then return end
            answers[#answers + 1] = index
            Hud:setStatus(table.concat(answers, " "))
          end
        end
        ScriptSupportEvent:registerEvent("Game.Start", function() threadpool:work(go_on) end)
    "#;
    let mut table = Table::open(asker);
    table.ok(Input::Leave { player: BEN });
    for choice in [0, 1] {
        let request = table.room.scene(ANN).request.unwrap().id;
        table.ok(Input::Choose { player: ANN, request, choice });
    }
    let status = |room: &Room| room.scene(ANN).hud.status.unwrap().en;
    assert_eq!(status(&table.room), "1 2");
    let Reload::Same(room) = table.room.reload(map(asker)) else { panic!("it differs") };
    table.room = *room;
    table.ok(Input::TakeBack { player: ANN });
    assert_eq!(status(&table.room), "1");
}
