//! Falls, hunger and light.

use fangqi_protocol::{Input, Pose};

use crate::common::ANN;
use crate::support::Walk;

fn life(walk: &Walk) -> f64 {
    walk.own(ANN).vitals[0][0]
}

fn food(walk: &Walk) -> f64 {
    walk.own(ANN).vitals[1][0]
}

/// Lets Ann's client fall from a height above the floor, a block every two ticks.
fn fall(walk: &mut Walk, height: u32) {
    for y in (0..=height).rev() {
        walk.ticks(2);
        let moved = walk.own(ANN).moved;
        let pose = Pose {
            pos: [0.5, 7.0 + f64::from(y), 0.5],
            yaw: 0.0,
            pitch: 0.0,
            // A client that says it never lands falls all the same.
            grounded: false,
            sneaks: false,
            runs: false,
            flies: false,
            moved,
        };
        walk.ok(Input::Pose { player: ANN, pose });
    }
}

#[test]
fn a_fall_of_more_than_three_blocks_takes_five_points_a_block() {
    for (height, left) in [(3, 100.0), (4, 95.0), (10, 65.0)] {
        let mut walk = Walk::obeying(
            "ScriptSupportEvent:registerEvent('Player.BeHurt', function(e) hurt = e.hurtlv end)",
        );
        walk.say(&format!("Player:setPosition(1001, 0.5, {}, 0.5)", 7 + height));
        fall(&mut walk, height);
        assert_eq!(life(&walk), left, "{height}");
        let told = if left < 100.0 { (100.0 - left).to_string() } else { "nil".to_owned() };
        assert_eq!(walk.show("hurt"), told);
        walk.check_replay();
    }
}

#[test]
fn the_room_lets_fall_whom_no_client_moves_and_creatures() {
    let mut walk =
        Walk::open("code, made = World:spawnCreature(4.5, 13, 4.5, 3400, 1) mob = made[1]");
    walk.run("Player:setPosition(1002, 3.5, 12, -3.5) Creature:setPunchDefense(mob, 50)");
    walk.ticks(60);
    // Two blocks and three blocks beyond the first three; what guards from blows does not help.
    assert_eq!(walk.show("Actor:getHP(1002)"), "0 90");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 85");
}

#[test]
fn nobody_is_hurt_by_a_fall_into_water_or_where_the_rules_forbid_it() {
    for prepared in [
        "GameRule.FallHurt = 0",
        "for y = 7, 9 do Block:setBlockAll(0, y, 0, 4, 0) end",
        "Actor:setImmuneType(1001, HURTTYPE.FALL, true)",
    ] {
        let mut walk = Walk::open("");
        walk.run(&format!("{prepared} Player:setPosition(1001, 0.5, 17, 0.5)"));
        fall(&mut walk, 10);
        assert_eq!(life(&walk), 100.0, "{prepared}");
    }
}

#[test]
fn hunger_goes_by_the_rule_alone() {
    let mut walk = Walk::obeying("");
    walk.ticks(2000);
    assert_eq!((food(&walk), walk.room.next_wake()), (100.0, None));
    walk.say("GameRule.Hunger = 1");
    walk.ticks(2000);
    // Who stands uses a point in twenty seconds, and 2000 ticks are a hundred.
    assert_eq!(food(&walk), 95.0);
    walk.say("Player:setAttr(1001, PLAYERATTR.CUR_HP, 50)");
    walk.ticks(400);
    assert_eq!((life(&walk), food(&walk)), (60.0, 94.0), "a point of life in two seconds");
    walk.say("Player:setFoodLevel(1001, 50)");
    walk.ticks(200);
    assert_eq!(life(&walk), 60.0, "half full is not full");
    walk.say("Player:setFoodLevel(1001, 0)");
    walk.ticks(160);
    assert_eq!(life(&walk), 50.0, "five points every four seconds");
    walk.check_replay();
}

/// Levels at cells, asked in one go.
fn levels(walk: &Walk, cells: &[[i32; 3]]) -> Vec<u8> {
    let level = |[x, y, z]: &[i32; 3]| {
        let shown = walk.show(&format!("World:getLightByPos({x}, {y}, {z})"));
        shown.strip_prefix("0 ").unwrap().parse().unwrap()
    };
    cells.iter().map(level).collect()
}

#[test]
fn light_loses_one_with_each_cell_and_goes_around_walls() {
    // A closed hall under the ground: 5 by 3 by 5 cells from (0, 1, 0) on.
    let mut walk = Walk::open(
        "for x = 0, 4 do for y = 1, 3 do for z = 0, 4 do Block:setBlockAll(x, y, z, 0, 0) end end end",
    );
    assert_eq!(levels(&walk, &[[2, 2, 2], [2, 7, 2], [2, 5, 2]]), [0, 15, 0]);
    walk.run("World:setBlockLightEx(0, 1, 0, 9)");
    let cells = [[0, 1, 0], [1, 1, 0], [4, 1, 0], [4, 3, 4], [0, 0, 0]];
    assert_eq!(levels(&walk, &cells), [9, 8, 5, 0, 0]);
    // A wall across the hall with one gap at its far end: the way is longer by twice four cells.
    walk.run(
        "for y = 1, 3 do for z = 0, 3 do Block:setBlockAll(1, y, z, 104, 0) end end
        World:setBlockLightEx(0, 1, 0, 15)",
    );
    assert_eq!(levels(&walk, &[[2, 1, 0], [2, 1, 4], [1, 1, 0]]), [5, 9, 0]);
    // A block that shines, and none.
    walk.run("World:setBlockLightEx(0, 1, 0, 0) Block:setBlockAll(4, 3, 4, 351, 0)");
    assert_eq!(levels(&walk, &[[4, 3, 4], [4, 1, 4], [0, 1, 0]]), [15, 13, 5]);
}

#[test]
fn the_sky_shines_down_shafts_and_is_dim_at_night() {
    let mut walk = Walk::open(
        "for y = 1, 6 do Block:setBlockAll(0, y, 0, 0, 0) end
        for x = 1, 5 do Block:setBlockAll(x, 1, 0, 0, 0) end",
    );
    let cells = [[0, 1, 0], [1, 1, 0], [5, 1, 0], [0, 100, 0]];
    assert_eq!(levels(&walk, &cells), [15, 14, 10, 15]);
    walk.run("World:setHours(0)");
    assert_eq!(levels(&walk, &cells), [4, 3, 0, 4]);
    // A lid.
    walk.run("World:setHours(12) Block:setBlockAll(0, 7, 0, 104, 0)");
    assert_eq!(levels(&walk, &cells), [0, 0, 0, 15]);
}
