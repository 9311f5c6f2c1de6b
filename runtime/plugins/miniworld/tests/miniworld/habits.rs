//! What authors are used to from where their scripts come from.

use fangqi_protocol::{Act, Input};

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
    let mut walk = Walk::open("Block:placeBlock(801, 2, 7, 3) Block:placeBlock(803, 4, 7, 3)");
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
        let page = &walk.scene().pages[0];
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

#[test]
fn wrappers_around_all_functions_of_a_module_find_them() {
    let mut walk = Walk::open(
        "api = {}
         for _, name in ipairs({ 'World', 'Actor', 'Player' }) do
           api[name] = {}
           for key, f in pairs(_G[name]) do
             api[name][key] = function(...) return select(2, f(_G[name], ...)) end
           end
         end
         count = 0
         for key in World do count = count + 1 end",
    );
    assert_eq!(walk.show("api.World.getHours() ~= nil"), "true");
    // What a player has as an object is its own as well.
    assert_eq!(walk.show("api.Player.getHP(1001), api.Actor.getHP(1001)"), "100 100");
    assert_eq!(walk.show("count > 50"), "true");
    walk.run("World.own = 7 n = 0 for key in pairs(World) do n = n + 1 end");
    assert_eq!(walk.show("n == count + 1"), "true");
}

#[test]
fn searches_beyond_the_end_of_a_text_begin_there() {
    // As lua5.1 answers.
    let walk = Walk::open("");
    assert_eq!(walk.show("('abc'):find('%s*', 10)"), "4 3");
    assert_eq!(walk.show("('abc'):match('%s*$', 10) == ''"), "true");
    assert_eq!(walk.show("('abc'):find('c', 4) == nil"), "true");
    assert_eq!(walk.show("string.find(12321, '1', 2)"), "5 5");
}

#[test]
fn what_hit_and_what_died_is_known_for_a_moment_more() {
    let mut walk = Walk::open(
        "code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) mob = made[1]
         code, other = World:spawnCreature(-4.5, 7, 4.5, 3400, 1) other = other[1]
         ScriptSupportEvent:registerEvent('Actor.Projectile.Hit', function(e)
           gone = World:despawnActor(e.eventobjid) end)",
    );
    walk.run("World:spawnProjectile(1001, 12051, 4.5, 7.5, 2.5, 4.5, 7.5, 8, 100)");
    walk.ticks(10);
    assert_eq!(walk.show("gone"), "0");
    walk.run("Actor:killSelf(mob) code, left = Actor:getHP(mob)");
    assert_eq!(walk.show("code, left"), "0 0");
    walk.run("Actor:setActionAttrState(other, 128, false) Actor:addHP(other, -500)");
    assert_eq!(walk.show("Actor:getHP(other)"), "0 1");
    walk.run("Creature:replaceActor(other, 3402, 300)");
    assert_eq!(walk.show("Actor:getHP(other)"), "0 300");
}

#[test]
fn riders_are_told_when_what_they_ride_goes() {
    let heard = [("Player.DismountActor", "toobjid")];
    let mut walk = Walk::open(&format!(
        "{}
         code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) horse = made[1]",
        noting(&heard)
    ));
    walk.run("Player:mountActor(1001, horse)");
    walk.run("World:despawnActor(horse)");
    walk.ticks(1);
    assert_eq!(walk.show("noted[1] == 'Player.DismountActor ' .. horse, #noted"), "true 1");
}

#[test]
fn the_weather_changes_the_first_time_too() {
    let mut walk = Walk::open(
        "changes = 0
         ScriptSupportEvent:registerEvent('Weather.Changed', function() changes = changes + 1 end)
         GameRule.Weather = 2",
    );
    walk.ticks(1);
    walk.run("GameRule.Weather = 2");
    walk.ticks(1);
    assert_eq!(walk.show("changes, GameRule.Weather"), "1 2");
}

#[test]
fn feet_are_above_the_ground_and_never_sink_into_it() {
    let mut walk = Walk::open(
        "code, made = World:spawnCreature(10.5, 8, 10.5, 3400, 1) mob = made[1]
         code, area = Area:createAreaRect({ x = 10, y = 8, z = 10 }, { x = 2, y = 1, z = 2 })",
    );
    walk.ticks(40);
    assert_eq!(walk.show("select(3, Actor:getPosition(mob))"), "7 10.5");
    assert_eq!(walk.show("#select(2, Area:getAreaCreatures(area))"), "1");
    walk.run("for y = 7, 8 do Block:setBlockAll(10, y, 10, 104, 0) end");
    walk.ticks(80);
    assert_eq!(walk.show("select(3, Actor:getPosition(mob))"), "7 10.5");
}

#[test]
fn who_comes_back_into_an_area_is_known_first() {
    let heard = [("Game.AnyPlayer.EnterGame", "eventobjid"), ("Player.AreaIn", "eventobjid")];
    let area = "Area:createAreaRect({ x = 0, y = 7, z = 0 }, { x = 4, y = 4, z = 4 })";
    let mut walk = Walk::scripts(&[("main.lua", &format!("{}\n{area}", noting(&heard)))], "");
    for _ in 0..2 {
        walk.join(ANN, "Ann");
        walk.ticks(1);
        walk.ok(Input::Leave { player: ANN });
    }
    let once = "Game.AnyPlayer.EnterGame 1001, Player.AreaIn 1001";
    assert_eq!(noted(&walk), format!("{once}, {once}"));
}
