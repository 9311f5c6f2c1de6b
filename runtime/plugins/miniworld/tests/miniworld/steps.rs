//! What players may do, whatever their client says.

use fangqi_plugin_miniworld::WalkScene;
use fangqi_protocol::{Act, Input, Pose};

use crate::common::{ANN, BEN};
use crate::support::Walk;

#[test]
fn a_player_walks_no_faster_than_it_can_and_not_through_walls() {
    let mut walk =
        Walk::open("for y = 7, 9 do for z = -3, 3 do Block:setBlockAll(2, y, z, 104, 0) end end");
    walk.ticks(20);
    assert_eq!(walk.pose(ANN, [1.0, 7.0, 0.5]), "");
    assert_eq!(walk.pose(ANN, [1.0, 7.0, 9.5]), "too_fast");
    walk.ticks(40);
    assert_eq!(walk.pose(ANN, [2.5, 7.0, 0.5]), "in_a_block");
    assert_eq!(walk.pose(ANN, [3.5, 7.0, 0.5]), "in_a_block", "the wall lies between");
    assert_eq!(walk.pose(ANN, [1.0, 17.0, 0.5]), "", "a long rise in a long time");
    assert_eq!(walk.pose(ANN, [f64::NAN, 7.0, 0.5]), "bad_pose");
    assert_eq!(walk.pose(ANN, [2e9, 7.0, 0.5]), "bad_pose");
    walk.check_replay();
    walk.run("Actor:setActionAttrState(1001, PLAYERATTR.ENABLE_MOVE, false)");
    assert_eq!(walk.pose(ANN, [1.0, 16.9, 0.4]), "held");
}

#[test]
fn a_pose_from_before_the_room_moved_the_player_does_not_count() {
    let mut walk = Walk::open("");
    let stale = walk.own(ANN).moved;
    walk.run("Player:setPosition(1001, 9.5, 7, 9.5)");
    let pose = Pose {
        pos: [0.5, 7.0, 0.5],
        yaw: 0.0,
        pitch: 0.0,
        grounded: true,
        sneaks: false,
        runs: false,
        flies: true,
        moved: stale,
    };
    let applied = walk.apply(Input::Pose { player: ANN, pose });
    assert_eq!(applied.rejected.unwrap().code, "moved");
    let own = walk.own(ANN);
    assert_eq!((own.moved, own.pos), (stale + 1, [9.5, 7.0, 9.5]));
    let pose = Pose { moved: own.moved, pos: [9.5, 7.1, 9.5], ..pose };
    let applied = walk.apply(Input::Pose { player: ANN, pose });
    assert_eq!(applied.rejected.unwrap().code, "no_flying");
    walk.run("Player:changPlayerMoveType(1001, 1)");
    walk.ok(Input::Pose { player: ANN, pose });
    // Who lands may take off again, until a script forbids it.
    walk.ok(Input::Pose { player: ANN, pose: Pose { flies: false, ..pose } });
    assert_eq!(walk.own(ANN).flies, (true, false));
    walk.ok(Input::Pose { player: ANN, pose });
    walk.run("Player:changPlayerMoveType(1001, 2)");
    let applied = walk.apply(Input::Pose { player: ANN, pose });
    assert_eq!(applied.rejected.unwrap().code, "no_flying");
}

#[test]
fn who_flies_and_has_no_client_hovers() {
    let mut walk = Walk::open("");
    walk.run("Player:changPlayerMoveType(1002, 1) Player:setPosition(1002, 0.5, 30, 0.5)");
    walk.ticks(60);
    assert_eq!(walk.show("Player:getPosition(1002)"), "0 0.5 30 0.5");
    walk.run("Player:changPlayerMoveType(1002, 2)");
    walk.ticks(60);
    assert_eq!(walk.show("select(3, Player:getPosition(1002)) < 8"), "true");
}

#[test]
fn a_push_lets_a_player_be_further_off() {
    let mut walk = Walk::open("");
    walk.ticks(20);
    assert_eq!(walk.pose(ANN, [0.5, 7.0, 0.6]), "");
    assert_eq!(walk.pose(ANN, [0.5, 7.0, 8.0]), "too_fast");
    walk.run("Actor:appendSpeed(1001, 0, 0.2, 1)");
    assert_eq!(walk.own(ANN).pushed, [0.0, 0.2, 1.0]);
    assert_eq!(walk.pose(ANN, [0.5, 7.0, 8.0]), "");
    assert_eq!(walk.pose(ANN, [0.5, 7.0, 16.0]), "too_fast", "once");
}

#[test]
fn the_room_moves_those_whose_client_does_not() {
    let mut walk = Walk::open("");
    walk.run("Player:setPosition(1002, 3.5, 12, 3.5)");
    walk.ticks(60);
    assert_eq!(walk.show("Actor:getPosition(1002)"), "0 3.5 7 3.5");
    walk.run("Actor:jump(1002)");
    walk.ticks(4);
    assert_eq!(walk.show("Actor:isInAir(1002)"), "0");
    walk.ticks(40);
    assert_eq!(walk.show("Actor:isInAir(1002)"), "1001");
}

#[test]
fn digging_takes_its_time_and_leaves_the_block() {
    let mut walk = Walk::open("");
    let pos = [1, 6, 0];
    assert_eq!(walk.refused(ANN, Act::DigEnd { pos }), "not_digging");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [20, 6, 20] }), "too_far");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [1, 8, 0] }), "nothing_there");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [i32::MAX, 6, 0] }), "too_far");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos }), "");
    assert_eq!(walk.refused(ANN, Act::DigEnd { pos }), "too_fast");
    assert_eq!(walk.refused(ANN, Act::DigEnd { pos: [0, 6, 1] }), "not_digging");
    walk.ticks(5);
    assert_eq!(walk.refused(ANN, Act::DigEnd { pos }), "");
    assert_eq!(walk.room.block(pos).id().0, 0);
    walk.ticks(40);
    assert_eq!(walk.show("Backpack:getGridItemID(1001, 1000)"), "0 104 1", "it was picked up");
    walk.run("Block:setBlockSettingAttState(104, BLOCKATTR.ENABLE_DESTROYED, false)");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [0, 6, 1] }), "not_allowed");
}

#[test]
fn placing_needs_a_block_in_hand_room_and_reach() {
    let mut walk = Walk::open("");
    let place = |pos| Act::Place { pos, face: 5 };
    assert_eq!(walk.refused(ANN, place([2, 7, 0])), "nothing_in_hand");
    walk.run("Backpack:setGridItem(1001, 1000, 600, 2) Backpack:setGridItem(1001, 1001, 5001, 1)");
    assert_eq!(walk.refused(ANN, place([0, 7, 0])), "occupied", "somebody stands there");
    assert_eq!(walk.refused(ANN, place([0, 6, 0])), "occupied");
    assert_eq!(walk.refused(ANN, Act::Place { pos: [2, 7, 0], face: 6 }), "not_allowed");
    assert_eq!(walk.refused(ANN, place([2, 7, 0])), "");
    assert_eq!(walk.show("Backpack:getGridNum(1001, 1000)"), "0 1");
    assert_eq!(walk.refused(ANN, Act::Shortcut { index: 1 }), "");
    assert_eq!(walk.refused(ANN, place([2, 8, 0])), "no_block");
    assert_eq!(walk.refused(ANN, Act::Shortcut { index: 8 }), "no_slot");
}

#[test]
fn nobody_reaches_what_is_another_s() {
    let mut walk = Walk::open(
        "WorldContainer:addStorageBox(3, 7, 3) WorldContainer:addStorageItem(3, 7, 3, 5001, 9)
        Player:setPosition(1002, -20.5, 7, -20.5)",
    );
    walk.run("Player:setPosition(1002, -20.5, 7, -20.5)");
    assert_eq!(walk.refused(ANN, Act::Attack { target: 1002 }), "too_far");
    assert_eq!(walk.refused(ANN, Act::Attack { target: 1001 }), "nobody_there");
    assert_eq!(walk.refused(ANN, Act::Touch { target: 99 }), "nobody_there");
    assert_eq!(walk.refused(BEN, Act::OpenBox { pos: [3, 7, 3] }), "too_far");
    assert_eq!(walk.refused(ANN, Act::MoveBoxItem { into: false, from: 0, count: 5 }), "no_box");
    assert_eq!(walk.refused(ANN, Act::OpenBox { pos: [3, 7, 3] }), "");
    assert_eq!(walk.refused(ANN, Act::MoveBoxItem { into: false, from: 0, count: 5 }), "");
    assert_eq!(walk.show("WorldContainer:getStorageItem(3, 7, 3, 0)"), "0 5001 4");
    assert_eq!(walk.refused(ANN, Act::MoveItem { from: 0, to: 5000, count: 1 }), "no_slot");
    assert_eq!(walk.refused(ANN, Act::MoveItem { from: 7, to: 8, count: 1 }), "no_item");
    assert_eq!(walk.refused(ANN, Act::Revive {}), "alive");
    walk.run("Actor:killSelf(1001)");
    assert_eq!(walk.refused(ANN, Act::Use {}), "dead");
    assert_eq!(walk.refused(ANN, Act::Revive {}), "");
    let long = "x".repeat(70);
    assert_eq!(walk.refused(ANN, Act::Key { key: long, down: true }), "no_key");
    assert_eq!(walk.refused(ANN, Act::Key { key: "w a".to_owned(), down: true }), "no_key");
}

#[test]
fn boards_have_no_walking() {
    let mut table = crate::common::Table::open("");
    let applied = table.apply(Input::Act { player: ANN, act: Act::Use {} });
    assert_eq!(applied.rejected.unwrap().code, "no_walking");
    assert!(WalkScene::in_scene(&table.room.scene(ANN)).unwrap().is_none());
}
