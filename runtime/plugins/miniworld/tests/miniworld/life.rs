//! Creatures, projectiles, drops, inventories and what follows from them.

use fangqi_plugin_miniworld::ActorKind;
use fangqi_protocol::Input;

use crate::common::{ANN, BEN};
use crate::support::{Walk, changed_actors, changes_part};

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_creature_falls_walks_around_a_wall_and_arrives() {
    let mut walk = Walk::open(
        "
ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e) LoadLuaScript(e.content)() end)
code, made = World:spawnCreature(0.5, 12, 5.5, 3400, 1) mob = made[1]
for z = 0, 10 do for y = 7, 9 do Block:setBlockAll(5, y, z, 104, 0) end end",
    );
    walk.ticks(40);
    assert_eq!(numbers(&walk.show("Actor:getPosition(mob)")), [0.0, 0.5, 7.0, 5.5]);
    let text = "Actor:tryMoveToPos(mob, 9.5, 7, 5.5, 2)".to_owned();
    walk.ok(Input::Chat { player: ANN, text });
    let mut least = f64::MAX;
    for _ in 0..40 {
        walk.ticks(20);
        let at = numbers(&walk.show("Actor:getPosition(mob)"));
        // Never inside the wall.
        let inside = at[1] > 4.7 && at[1] < 6.3 && at[3] > -0.3 && at[3] < 11.3 && at[2] < 9.9;
        assert!(!inside, "{at:?}");
        least = least.min((at[1] - 9.5).hypot(at[3] - 5.5));
    }
    assert!(least < 0.5, "{least}");
    walk.check_replay();
}

#[test]
fn a_crowd_at_a_wall_gets_around_it_in_its_turn() {
    let mut walk = Walk::obeying(
        "
mobs = {}
for i = 0, 39 do
  local code, made = World:spawnCreature(0.5 - i % 8, 7, 1.5 + i // 8, 3400, 1)
  mobs[#mobs + 1] = made[1]
end
for z = -2, 10 do for y = 7, 9 do Block:setBlockAll(5, y, z, 104, 0) end end",
    );
    walk.ticks(40);
    walk.say("for _, mob in ipairs(mobs) do Actor:tryMoveToPos(mob, 12.5, 7, 4.5, 2) end");
    walk.ticks(1200);
    let past = "(function() local n = 0 for _, mob in ipairs(mobs) do
        local _, x = Actor:getPosition(mob) if x > 6 then n = n + 1 end end return n end)()";
    assert_eq!(walk.show(past), "40");
    walk.check_replay();
}

#[test]
fn a_creature_walks_up_a_step_and_over_it() {
    let mut walk = Walk::obeying(
        "
code, made = World:spawnCreature(0.5, 7, 5.5, 3400, 1) mob = made[1]
for z = -9, 20 do
  Block:setBlockAll(4, 7, z, 104, 0) Block:setBlockAll(5, 7, z, 104, 0)
  Block:setBlockAll(5, 8, z, 104, 0)
end",
    );
    walk.ticks(20);
    walk.say("Actor:tryMoveToPos(mob, 9.5, 7, 5.5, 1)");
    let mut highest: f64 = 0.0;
    for _ in 0..80 {
        walk.ticks(2);
        highest = highest.max(numbers(&walk.show("Actor:getPosition(mob)"))[2]);
    }
    let at = numbers(&walk.show("Actor:getPosition(mob)"));
    assert!((at[1] - 9.5).abs() < 0.5 && at[2] == 7.0, "{at:?}");
    // Two steps of a block each, with a little left over.
    assert!((9.0..9.3).contains(&highest), "{highest}");
    walk.check_replay();
}

#[test]
fn nothing_runs_while_nothing_moves() {
    let mut walk = Walk::open("World:spawnCreature(0.5, 7, 5.5, 3400, 5)");
    walk.ticks(20);
    assert_eq!(walk.room.next_wake(), None);
    walk.run("Actor:addBuff(1001, 60, 1, 40)");
    assert!(walk.room.next_wake().is_some());
    walk.ticks(60);
    assert_eq!(walk.room.next_wake(), None);
    // Twice two points of poison, a second apart.
    assert_eq!(walk.show("Actor:getHP(1001)"), "0 96");
}

#[test]
fn who_stands_on_a_block_falls_when_it_goes() {
    let mut walk = Walk::open(
        "Block:setBlockAll(5, 9, 5, 104, 0)
code, made = World:spawnCreature(5.5, 10, 5.5, 3400, 1) mob = made[1]",
    );
    walk.ticks(20);
    assert_eq!(numbers(&walk.show("Actor:getPosition(mob)")), [0.0, 5.5, 10.0, 5.5]);
    assert_eq!(walk.room.next_wake(), None);
    walk.run("Block:destroyBlock(5, 9, 5)");
    walk.ticks(40);
    assert_eq!(numbers(&walk.show("Actor:getPosition(mob)")), [0.0, 5.5, 7.0, 5.5]);
}

#[test]
fn damage_reckons_with_defence_teams_immunity_and_abilities() {
    let mut walk = Walk::open(
        "
code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) mob = made[1]
Creature:setPunchDefense(mob, 5)",
    );
    walk.run("Actor:playerHurt(1001, mob, 20, HURTTYPE.MELEE)");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 85");
    walk.run("Actor:setImmuneType(mob, HURTTYPE.BOMB, true) Actor:playerHurt(1001, mob, 20, HURTTYPE.BOMB)
        Actor:setActionAttrState(mob, 64, false) Actor:playerHurt(1001, mob, 20, HURTTYPE.MELEE)");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 85");
    walk.run(
        "Actor:setActionAttrState(mob, 64, true) Actor:setActionAttrState(mob, 128, false)
        Actor:playerHurt(1001, mob, 2000, HURTTYPE.MELEE)",
    );
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 1", "it cannot be killed");
    walk.run("Team:changePlayerTeam(1001, 1) Team:changePlayerTeam(1002, 1) GameRule.AttackPlayerMode = 0
        Actor:playerHurt(1001, 1002, 20)");
    assert_eq!(walk.show("Actor:getHP(1002)"), "0 100", "they are of one team");
    walk.run("Team:changePlayerTeam(1002, 2) Actor:playerHurt(1001, 1002, 20)");
    assert_eq!(walk.show("Actor:getHP(1002)"), "0 80");
}

#[test]
fn the_dead_come_back_where_they_belong_and_lives_end() {
    let mut walk = Walk::open(
        "GameRule.ReviveMode = 1 Player = Player
ScriptSupportEvent:registerEvent('Player.Revive', function(e) back = (back or 0) + 1 end)",
    );
    walk.run("Player:setRevivePoint(1001, 3.5, 7, 3.5) Player:setAttr(1001, PLAYERATTR.LIFE_NUM, 2) Actor:killSelf(1001)");
    assert_eq!(walk.show("World:getPlayerTotal(1)"), "0 1");
    assert!(walk.own(ANN).revives.is_some());
    walk.ticks(25);
    assert_eq!(walk.show("Actor:getPosition(1001)"), "0 3.5 7 3.5");
    assert_eq!(
        walk.show("select(2, Actor:getHP(1001)), back, select(2, Player:getLeftLifeNum(1001))"),
        "100 1 1"
    );
    walk.run("Actor:killSelf(1001)");
    walk.ticks(200);
    assert_eq!(walk.show("back, select(2, Player:getDieTimes(1001))"), "1 2");
    walk.run("Player:reviveToPos(1001, 0.5, 7, 0.5)");
    assert_eq!(walk.show("back"), "2");
}

#[test]
fn a_projectile_hits_the_first_in_its_way_and_walls_stop_it() {
    let script = "
hits = {}
ScriptSupportEvent:registerEvent('Actor.Projectile.Hit', function(e)
  hits[#hits + 1] = e.toobjid ~= 0 and 'actor' or ('block ' .. e.blockid .. ' ' .. e.x)
end)
code, made = World:spawnCreature(6.5, 7, 0.5, 3400, 1) mob = made[1]";
    let mut walk = Walk::open(script);
    walk.run("Player:setPosition(1002, -20.5, 7, -20.5)");
    walk.run("World:spawnProjectileByDir(1001, 12051, 0.5, 8, 0.5, 1, 0, 0, 100)");
    walk.ticks(20);
    assert_eq!(walk.show("table.concat(hits, ',')"), "actor");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 90");
    walk.run("Block:setBlockAll(4, 8, 0, 104, 0) World:spawnProjectileByDir(1001, 12051, 0.5, 8.2, 0.5, 1, 0, 0, 300)");
    walk.ticks(20);
    assert_eq!(walk.show("table.concat(hits, ',')"), "actor,block 104 4");
}

#[test]
fn items_are_picked_up_stacked_moved_worn_and_dropped() {
    let mut walk = Walk::open("");
    walk.run("World:spawnItem(0.5, 7, 0.5, 12051, 70)");
    walk.ticks(2);
    assert_eq!(walk.show("Backpack:getGridItemID(1001, 1000)"), "0 12051 64");
    assert_eq!(walk.show("Backpack:getGridItemID(1001, 1001)"), "0 12051 6");
    assert_eq!(
        walk.show(
            "Backpack:moveGridItem(1001, 1001, 5, 2), select(2, Backpack:getGridNum(1001, 5))"
        ),
        "0 2"
    );
    walk.run("Player:gainItems(1001, 5004, 1)");
    assert_eq!(
        walk.show("Backpack:actEquipUpByResID(1001, 5004), Player:isEquipByResID(1001, 5004)"),
        "0 0"
    );
    assert_eq!(walk.show("Backpack:moveGridItem(1001, 8000, 8003)"), "1001", "a hat is no shoe");
    assert_eq!(walk.show("Backpack:removeGridItemByItemID(1001, 12051)"), "0 70");
    let own = walk.own(ANN);
    assert_eq!(
        own.bag.iter().map(|slot| (slot.slot, slot.item)).collect::<Vec<_>>(),
        [(8000, 5004)]
    );
}

#[test]
fn boxes_hold_things_and_spill_when_they_break() {
    let mut walk = Walk::open(
        "WorldContainer:addStorageBox(4, 7, 4) WorldContainer:addStorageItem(4, 7, 4, 5001, 9)",
    );
    assert_eq!(walk.show("Block:getBlockID(4, 7, 4), WorldContainer:checkStorage(4, 7, 4)"), "0 0");
    walk.run("Block:destroyBlock(4, 7, 4)");
    let walk_scene = walk.scene();
    let drops: Vec<(u32, u32)> = walk_scene
        .actors
        .iter()
        .filter(|actor| actor.kind == ActorKind::Drop)
        .map(|actor| (actor.of, actor.count))
        .collect();
    assert_eq!(drops, [(5001, 9)]);
    assert_eq!(walk.show("WorldContainer:checkStorage(4, 7, 4)"), "1001");
}

#[test]
fn hostile_creatures_go_for_players() {
    let mut walk = Walk::open("World:spawnCreature(6.5, 7, 0.5, 3401, 1)");
    walk.run("Player:setPosition(1002, -20.5, 7, -20.5)");
    walk.ticks(200);
    let life = numbers(&walk.show("Actor:getHP(1001)"))[1];
    assert!(life < 100.0 && (100.0 - life) % 7.0 == 0.0, "{life}");
}

#[test]
fn what_has_died_is_known_to_who_hears_of_it() {
    let mut walk = Walk::obeying(
        "ScriptSupportEvent:registerEvent('Actor.Die', function(e)
  local code, id = Creature:getActorID(e.eventobjid)
  local at, x, y, z = Actor:getPosition(e.eventobjid)
  loot = code .. at .. id
  dropped = World:spawnItem(x, y, z, 12005, 1)
  moved = Actor:setPosition(e.eventobjid, 0, 7, 0)
end)
_, made = World:spawnCreature(6.5, 7, 0.5, 3400, 1) mob = made[1]",
    );
    walk.say("Actor:killSelf(mob)");
    assert_eq!(walk.show("loot, dropped, moved, Actor:isMob(mob)"), "003400 0 1001 0");
    walk.ticks(21);
    assert_eq!(walk.show("Actor:isMob(mob), Actor:getHP(mob)"), "1001 1001 nil");
    walk.check_replay();
}

#[test]
fn values_and_cloud_tables_keep_what_they_are_given() {
    let mut walk = Walk::open("
VarLib2:setGlobalVarByName(3, 'wave', 4) VarLib2:setPlayerVarByName(1001, 4, 'title', 'hero')
for _, v in ipairs({ 3, 1, 2 }) do Valuegroup:insertInGroupByName(17, 'list', v, 0) end
Valuegroup:sortGroupByName(17, 'list', 1)
CloudSever:setOrderDataBykey('best', 'Ann', 5) CloudSever:setOrderDataBykey('best', 'Ben', 9)
CloudSever:getOrderDataIndexAreaEx('best', -2, function(code, list) first = code .. list[1].k .. list[2].v end)
CloudSever:setDataListBykey('bags', 'Ann', { coins = { 1, 2 } })
CloudSever:UpdateDataListByKey('bags', 'Ann', function(code, key, value) value.coins[3] = 3 return value end)
CloudSever:getDataListByKeyEx('bags', 'Zoe', function(code) none = code end)
CloudSever:setDataListBykey('purses', 'Ann', { gold = 0 })
for _ = 1, 2 do
  CloudSever:UpdateDataListByKey('purses', 'Ann', function(_, _, own) own.gold = own.gold + 1 return own end)
end
CloudSever:getDataListByKeyEx('purses', 'Ann', function(_, _, own) gold = own.gold end)");
    walk.ticks(1);
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("VarLib2:getGlobalVarByName(3, 'wave')"), "0 4");
    assert_eq!(walk.show("VarLib2:getPlayerVarByName(1002, 4, 'title')"), "0 ");
    assert_eq!(
        walk.show("table.concat(select(2, Valuegroup:getAllGroupItem(17, 'list', 0)), ',')"),
        "3,2,1"
    );
    assert_eq!(walk.show("first, none, gold"), "0Ben5 2 2");
    assert_eq!(walk.show("#select(2, CloudSever:getlistCache('bags')).Ann.coins"), "3");
    assert_eq!(walk.show("VarLib2:setGlobalVarByName(3, 'wave', 'text')"), "1001");
    assert_eq!(walk.show("VarLib2:setGlobalVarByName(3, 'wave', '12')"), "0");
    assert_eq!(walk.show("select(2, VarLib2:getGlobalVarByName(3, 'wave')) + 1"), "13");
}

#[test]
fn viewers_are_shown_what_changes_and_no_more() {
    let mut walk = Walk::open("");
    let applied = {
        walk.room.evaluate("World:spawnCreature(3.5, 7, 3.5, 3400, 1)").unwrap();
        walk.apply(Input::Tick)
    };
    let changes: Vec<_> = applied.outputs.iter().filter_map(changed_actors).collect();
    let [(put, gone)] = &changes[..] else { panic!("{} changes", changes.len()) };
    assert_eq!((put.len(), put[0].of, gone.len()), (1, 3400, 0));
    // What a player holds, nobody else is told.
    walk.room.evaluate("Player:gainItems(1001, 5001, 1)").unwrap();
    let applied = walk.apply(Input::Tick);
    for output in &applied.outputs {
        assert!(!changes_part(output, "own") || !output.audience.includes(BEN), "{output:?}");
    }
    assert!(applied.outputs.iter().any(|output| output.audience.includes(ANN)));
}
