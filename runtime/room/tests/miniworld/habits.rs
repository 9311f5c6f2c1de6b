//! What authors are used to from where their scripts come from.

use fangqi_room::model::{Act, Input};

use crate::common::{ANN, BEN};
use crate::support::Walk;

/// Notes events with a field of theirs.
fn noting(events: &[(&str, &str)]) -> String {
    let note = |(name, field): &(&str, &str)| {
        format!(
            "ScriptSupportEvent:registerEvent('{name}', function(e)
               noted[#noted + 1] = '{name} ' .. tostring(e.{field}) end)"
        )
    };
    let notes: Vec<String> = events.iter().map(note).collect();
    format!("noted = {{}}\n{}", notes.join("\n"))
}

fn noted(walk: &Walk) -> String {
    walk.show("table.concat(noted, ', ')")
}

#[test]
fn walking_begins_and_ends_once() {
    let name = "Player.MotionStateChange";
    let mut walk = Walk::open(&noting(&[(name, "playermotion")]));
    for step in 0..4 {
        walk.ticks(2);
        assert_eq!(walk.pose(ANN, [0.5 + 0.3 * f64::from(step + 1), 7.0, 0.5]), "");
    }
    walk.ticks(2);
    assert_eq!(walk.pose(ANN, [1.7, 7.0, 0.5]), "");
    assert_eq!(noted(&walk), format!("{name} 1, {name} 0"));
}

#[test]
fn a_stroke_into_the_air_is_an_attack_that_hits_nobody() {
    let heard = [("Player.Attack", "eventobjid"), ("Player.AttackHit", "toobjid")];
    let mut walk = Walk::open(&noting(&heard));
    assert_eq!(walk.refused(ANN, Act::Attack { target: 0 }), "");
    walk.ticks(1);
    assert_eq!(noted(&walk), "Player.Attack 1001");
}

#[test]
fn who_comes_back_comes_anew_and_has_no_page_open() {
    let heard = [("Player.Init", "eventobjid"), ("UI.Show", "CustomUI")];
    let open = "ScriptSupportEvent:registerEvent('Game.AnyPlayer.EnterGame', function(e)
        Player:openUIView(e.eventobjid, '7001') end)";
    let mut walk = Walk::scripts(&[("main.lua", &format!("{}\n{open}", noting(&heard)))], "");
    for _ in 0..2 {
        walk.join(ANN, "Ann");
        walk.ticks(1);
        walk.ok(Input::Leave { player: ANN });
    }
    assert_eq!(noted(&walk), "Player.Init 1001, UI.Show 7001, Player.Init 1001, UI.Show 7001");
}

#[test]
fn the_block_of_a_box_is_a_box() {
    let mut walk = Walk::open("Block:placeBlock(801, 2, 7, 3) Block:placeBlock(802, 4, 7, 3)");
    assert_eq!(walk.show("WorldContainer:checkStorage(2, 7, 3)"), "0");
    assert_eq!(walk.show("WorldContainer:checkStorage(4, 7, 3)"), "1001");
    assert_eq!(walk.show("WorldContainer:checkFurnace(4, 7, 3)"), "0");
    assert_eq!(walk.show("WorldContainer:setStorageItem(2, 7, 3, 0, 12051, 5)"), "0");
    assert_eq!(walk.show("WorldContainer:getStorageItem(2, 7, 3, 0)"), "0 12051 5");
    walk.pose(ANN, [1.5, 7.0, 2.5]);
    assert_eq!(walk.refused(ANN, Act::OpenBox { pos: [2, 7, 3] }), "");
    walk.run("WorldContainer:removeStorageBox(2, 7, 3)");
    assert_eq!(
        walk.show("WorldContainer:checkStorage(2, 7, 3), Block:getBlockID(2, 7, 3)"),
        "1001 0 0"
    );
    assert_eq!(walk.own(ANN).opened, None);
}

#[test]
fn a_boss_stays_the_same_object_through_its_phases() {
    let mut walk = Walk::open(
        "local _, ids = World:spawnCreature(3.5, 7, 3.5, 3400, 1) boss = ids[1]
         Actor:setnickname(boss, 'Boss') Creature:setTeam(boss, 2)
         replaced = Creature:replaceActor(boss, 3401, 30)",
    );
    assert_eq!(walk.show("replaced, Creature:getActorID(boss)"), "0 0 3401");
    assert_eq!(walk.show("Creature:getAttr(boss, CREATUREATTR.CUR_HP)"), "0 30");
    assert_eq!(walk.show("Creature:getTeam(boss)"), "0 2");
    walk.run("Actor:killSelf(boss)");
    assert_eq!(walk.errors(), Vec::<&str>::new());
}

#[test]
fn scripts_may_ask_for_the_host_before_anybody_is_there() {
    let mut walk = Walk::open("code, first = Player:getHostUin()");
    assert_eq!(walk.show("code, first"), "0 0");
    walk.run("told = Player:notifyGameInfo2Self(first, 'hello')");
    assert_eq!(walk.show("told"), "0");
}

#[test]
fn lua_is_5_1() {
    let script = r#"
local y, m, d = ("2026-01-31"):match("(%d+)-(%d+)-(%d+)")
day = os.time({ year = y, month = m, day = d })
wrong = pcall(os.time, { year = "soon", month = 1, day = 1 })
shown = os.date("!%e|%h|%R|%r|%u|%U|%W|%C", day)
text = "\u4e2d\x"
version = _VERSION"#;
    let walk = Walk::open(script);
    // `lua5.1` with TZ=UTC.
    assert_eq!(walk.show("day, wrong, text, version"), "1769860800 false u4e2dx Lua 5.1");
    assert_eq!(walk.show("shown"), "31|Jan|12:00|12:00:00 PM|6|04|04|20");
}

#[test]
fn one_item_is_meant_where_no_number_is_given() {
    let walk = Walk::open("");
    assert_eq!(walk.show("Player:gainItems(1001, 12051)"), "0");
    assert_eq!(walk.show("Backpack:addItem(1001, 12051)"), "0 1");
    assert_eq!(walk.own(ANN).bag.iter().map(|slot| slot.count).sum::<u32>(), 2);
}

#[test]
fn lives_that_the_rules_give_run_out() {
    let mut walk = Walk::open("GameRule.LifeNum = 2 GameRule.ReviveMode = 1");
    assert_eq!(walk.show("Player:getLeftLifeNum(1001)"), "0 2");
    for left in ["0 1", "0 0"] {
        walk.run("Actor:killSelf(1001)");
        assert_eq!(walk.show("Player:getLeftLifeNum(1001)"), left);
        walk.ticks(60);
    }
    assert_eq!(walk.show("Actor:getHP(1001)"), "0 0");
    // Others have theirs.
    assert_eq!(walk.show("Player:getLeftLifeNum(1002)"), "0 2");
    assert!(walk.own(BEN).vitals[0][0] > 0.0);
}

#[test]
fn several_things_glide_at_once() {
    let mut walk = Walk::open("");
    let glides = |walk: &Walk| {
        let page = &walk.room.scene(ANN).walk.unwrap().pages[0];
        let glides = page.elements[0].1.glides.clone().into_iter();
        glides.map(|(what, seconds)| format!("{what} {seconds}")).collect::<Vec<_>>()
    };
    walk.run(
        "Player:openUIView(1001, '7001') Customui:SmoothMoveTo(1001, '7001', '7001_1', 2, 9, 9)
         Customui:SmoothScaleTo(1001, '7001', '7001_1', 1, 50, 50)",
    );
    assert_eq!(glides(&walk), ["move 2", "scale 1"]);
    walk.run("Customui:setPosition(1001, '7001', '7001_1', 1, 1)");
    assert_eq!(glides(&walk), ["scale 1"]);
}
