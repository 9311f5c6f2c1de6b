//! What scripts have creatures and players do, and what players see of it.

use fangqi_plugin_miniworld::ActorView;
use fangqi_protocol::{Act, Input, OutputBody};

use crate::common::{ANN, BEN};
use crate::support::{Walk, changes_part};

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// A creature far from everybody, and its number as `mob`.
fn creature() -> Walk {
    let mut walk =
        Walk::obeying("code, made = World:spawnCreature(-10.5, 7, -10.5, 3400, 1) mob = made[1]");
    walk.ticks(5);
    walk
}

fn seen(walk: &Walk, id: u64) -> ActorView {
    walk.scene().actors.into_iter().find(|actor| actor.id == id).unwrap()
}

#[test]
fn creatures_in_panic_run_until_they_calm_down() {
    let mut walk = creature();
    walk.say("Creature:setPanic(mob, true)");
    let mut far: f64 = 0.0;
    for _ in 0..20 {
        walk.ticks(5);
        let at = numbers(&walk.show("Actor:getPosition(mob)"));
        far = far.max((at[1] + 10.5).hypot(at[3] + 10.5));
    }
    assert!(far > 1.5, "{far}");
    let mob: u64 = walk.show("mob").parse().unwrap();
    assert_eq!(seen(&walk, mob).doing, 8, "CREATUREMOTION.RUN_AWAY");
    walk.say("Creature:setPanic(mob, false)");
    walk.ticks(200);
    assert_eq!(walk.room.next_wake(), None, "it rests");
    walk.check_replay();
}

#[test]
fn creatures_that_are_awake_stroll() {
    let mut walk = creature();
    walk.run("Creature:setAIActive(mob, true)");
    walk.ticks(1200);
    let at = numbers(&walk.show("Actor:getPosition(mob)"));
    assert!((at[1] + 10.5).hypot(at[3] + 10.5) > 0.3, "{at:?}");
    walk.run("Creature:setAIActive(mob, false)");
    walk.ticks(200);
    assert_eq!(walk.room.next_wake(), None);
}

#[test]
fn a_script_leads_a_player_whatever_its_client_does() {
    let mut walk = Walk::obeying("");
    walk.ticks(20);
    assert_eq!(walk.pose(ANN, [0.5, 7.0, 0.6]), "");
    let moved = walk.own(ANN).moved;
    walk.say("Actor:tryMoveToPos(1001, 5.5, 7, 0.5, 1)");
    walk.ticks(10);
    let own = walk.own(ANN);
    assert!(own.moved > moved && own.pos[0] > 1.5, "{:?}", own.pos);
    walk.ticks(60);
    let own = walk.own(ANN);
    assert!((own.pos[0] - 5.5).abs() < 0.5 && (own.pos[2] - 0.5).abs() < 0.5, "{:?}", own.pos);
    assert_eq!(walk.room.next_wake(), None);
    // From there its own hands move it again.
    assert_eq!(walk.pose(ANN, [own.pos[0] + 0.1, 7.0, own.pos[2]]), "");
    walk.check_replay();
}

#[test]
fn modifiers_change_pace_damage_and_size() {
    let mut walk = creature();
    walk.run("Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_DAMAGED_PUNCH, 0.5)");
    walk.run("Actor:playerHurt(1001, mob, 20, HURTTYPE.MELEE)");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 70");
    walk.run(
        "Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_ARMOR_PUNCH, 10)
        Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_DAMAGE_ABSORB, 5)
        Actor:playerHurt(1001, mob, 20, HURTTYPE.MELEE)",
    );
    // 20 and a half more, less 15.
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 55");
    walk.run("Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_ACTOR_SCALE, 1)");
    let mob: u64 = walk.show("mob").parse().unwrap();
    assert_eq!(seen(&walk, mob).size, [1.6, 3.2]);
    // Twice the pace gets it there in half the time.
    walk.run("Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_ACTOR_SCALE, -1)");
    let gone = |walk: &mut Walk| {
        walk.run(
            "Actor:setPosition(mob, -10.5, 7, -10.5) Actor:tryMoveToPos(mob, 20, 7, -10.5, 1)",
        );
        walk.ticks(20);
        numbers(&walk.show("Actor:getPosition(mob)"))[1] + 10.5
    };
    let usual = gone(&mut walk);
    walk.run("Creature:addModAttrib(mob, MODATTRIB_TYPE.MODATTR_MOVE_SPEED, 1)");
    let twice = gone(&mut walk);
    assert!((twice / usual - 2.0).abs() < 0.05, "{usual} {twice}");
}

#[test]
fn who_knocks_throws_back_and_who_dodges_is_not_hurt() {
    let mut walk = creature();
    walk.run(
        "code, made = World:spawnCreature(-12.5, 7, -10.5, 3400, 1) other = made[1]
        Creature:addModAttrib(other, MODATTRIB_TYPE.MODATTR_KNOCK, 4)
        Creature:addModAttrib(other, MODATTRIB_TYPE.MODATTR_CRITICAL_HIT, 1)
        Actor:actorHurt(other, mob, 10, HURTTYPE.MELEE)",
    );
    walk.ticks(40);
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 80", "always twice");
    let at = numbers(&walk.show("Actor:getPosition(mob)"));
    assert!(at[1] > -9.5 && (at[3] + 10.5).abs() < 1e-9, "{at:?}");
    walk.run("Creature:setDodge(mob, 100) Actor:actorHurt(other, mob, 10, HURTTYPE.MELEE)");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 80");
    walk.run("Actor:actorHurt(other, mob, 10, HURTTYPE.TOXIN)");
    assert_eq!(walk.show("Actor:getHP(mob)"), "0 60", "poison is not dodged");
}

#[test]
fn what_is_worn_guards_and_says_so() {
    let mut walk = Walk::open("");
    walk.run("Backpack:setGridItem(1001, 8000, 5004, 1)");
    walk.run("Actor:playerHurt(1002, 1001, 20, HURTTYPE.MELEE)");
    assert_eq!(walk.show("Actor:getHP(1001)"), "0 83");
    assert_eq!(walk.show("Item:GetAttr(5004, ITEMATTR.SHORTDEFENSE)"), "0 3");
    assert_eq!(walk.show("Item:GetAttr(5002, ITEMATTR.SHORTDEFENSE)"), "0 0");
}

#[test]
fn furnaces_make_what_the_catalogue_says() {
    let mut walk = Walk::open(
        "WorldContainer:addFurnace(3, 7, 3) WorldContainer:setStorageItem(3, 7, 3, 1, 12051, 1)
        WorldContainer:setStorageItem(3, 7, 3, 0, 5001, 1)",
    );
    walk.run("WorldContainer:addStorageItem(3, 7, 3, 5001, 1)");
    walk.ticks(250);
    assert_eq!(walk.show("WorldContainer:getStorageItem(3, 7, 3, 2)"), "0 5002 1");
}

#[test]
fn locked_slots_and_a_small_bag_bind_the_player_and_not_the_script() {
    let mut walk = Walk::open("");
    walk.run("Backpack:setGridItem(1001, 1000, 104, 5) Backpack:SetGridsLock(1001, 1000, true)");
    assert_eq!(walk.show("Backpack:IsLock(1001, 1000)"), "true");
    let across = Act::MoveItem { from: 1000, to: 3, count: 1 };
    assert_eq!(walk.refused(ANN, across.clone()), "locked");
    assert_eq!(walk.refused(ANN, Act::Discard { slot: 1000, count: 1 }), "locked");
    assert_eq!(walk.own(ANN).locked, [1000]);
    assert_eq!(walk.show("Backpack:moveGridItem(1001, 1000, 4, 1)"), "0");
    walk.run("Backpack:SetGridsLock(1001, 1000, false)");
    assert_eq!(walk.refused(ANN, across), "");
    assert_eq!(walk.show("Backpack:SetBackPackNum(1001, 2)"), "true");
    assert_eq!(walk.own(ANN).room, 2);
    let beyond = Act::MoveItem { from: 1000, to: 5, count: 1 };
    assert_eq!(walk.refused(ANN, beyond), "locked");
    // Eight at hand and two more: one holds five blocks less two already, slots 3 and 4 are lost.
    walk.run("Backpack:clearAllPack(1001)");
    assert_eq!(walk.show("Backpack:calcSpaceNumForItem(1001, 104)"), format!("0 {}", 10 * 64));
    for most in [31, -1] {
        walk.run("Backpack:SetBackPackNum(1001, 2)");
        assert_eq!(walk.show(&format!("Backpack:SetBackPackNum(1001, {most})")), "true");
        assert_eq!(walk.own(ANN).room, 30, "{most}");
    }
}

#[test]
fn single_items_keep_their_numbers_wherever_they_go() {
    let mut walk = Walk::open("");
    walk.run(
        "sword = Backpack:CreateItemInstInBackpack(1001, 12005)
        gun = Backpack:CreateGunInBackpack(1001, 15000) Player:gainItems(1001, 12005, 3)",
    );
    assert_eq!(walk.show("sword ~= gun, #Backpack:GetAllBackPackInstanceIds(1001)"), "true 2");
    assert_eq!(walk.show("Backpack:GetInstIdByGridIndex(1001, 1000) == sword"), "true");
    assert_eq!(walk.show("Backpack:getGridNum(1001, 1000)"), "0 1", "it lies alone");
    assert_eq!(walk.show("Backpack:GetGunInstIdInBackpack(1001, 15000) == gun"), "true");
    assert_eq!(walk.show("Backpack:GetInstIdByGridIndex(1001, 1002)"), "0");
    // Dropped and picked up again, it is the same.
    assert_eq!(walk.refused(ANN, Act::Discard { slot: 1000, count: 1 }), "");
    walk.ticks(20);
    assert_eq!(walk.show("#Backpack:GetAllBackPackInstanceIds(1001)"), "1");
    walk.run(
        "for _, id in ipairs(select(3, World:getActorsByBox(3, -30, 0, -30, 30, 20, 30))) do
        Actor:setPosition(id, 0.5, 7, 0.5) end",
    );
    walk.ticks(60);
    assert_eq!(walk.show("Backpack:GetInstIdByGridIndex(1001, 1000) == sword"), "true");
    let text = "Backpack:EncodeTableGridInfo(Backpack:GetGridInfos(1001, 1000))";
    assert_eq!(walk.show(&format!("Backpack:DecodeGridInfo({text}).itemid")), "12005");
}

#[test]
fn builders_take_what_they_want_and_others_do_not() {
    let choose = |slot, item| Act::Choose { slot, item };
    let mut walk = Walk::open("");
    assert_eq!(walk.refused(ANN, choose(1000, 104)), "not_allowed");
    let mut walk = Walk::creative();
    assert_eq!(walk.refused(ANN, choose(1000, 104)), "");
    assert_eq!(walk.refused(ANN, choose(1001, 5004)), "");
    assert_eq!(walk.refused(ANN, choose(1002, 59_999)), "no_item");
    assert_eq!(walk.refused(ANN, choose(3, 104)), "no_slot");
    assert_eq!(walk.show("Backpack:getGridItemID(1001, 1000)"), "0 104 64");
    assert_eq!(walk.show("Backpack:getGridItemID(1001, 1001)"), "0 5004 64");
    assert_eq!(walk.refused(ANN, choose(1000, 0)), "");
    assert!(walk.show("Backpack:getGridItemID(1001, 1000)").starts_with("0 0"));
    walk.run("Backpack:SetGridsLock(1001, 1001, true)");
    assert_eq!(walk.refused(ANN, choose(1001, 600)), "locked");
}

#[test]
fn who_rides_steers() {
    let mut walk =
        Walk::open("code, made = World:spawnCreature(2.5, 7, 0.5, 3400, 1) mob = made[1]");
    walk.ticks(5);
    assert_eq!(walk.refused(ANN, Act::Steer { ahead: 1.0, aside: 0.0 }), "not_riding");
    walk.run("Player:mountActor(1001, mob)");
    assert_eq!(walk.refused(ANN, Act::Steer { ahead: 2.0, aside: 0.0 }), "bad_pose");
    // It looks north: ahead is +z, right is +x.
    for _ in 0..4 {
        assert_eq!(walk.refused(ANN, Act::Steer { ahead: 1.0, aside: 0.0 }), "");
        walk.ticks(10);
    }
    let at = numbers(&walk.show("Actor:getPosition(mob)"));
    assert!(at[3] > 6.0 && (at[1] - 2.5).abs() < 0.01, "{at:?}");
    // The rider goes with it, a tick behind.
    let rider = numbers(&walk.show("Actor:getPosition(1001)"));
    assert!((rider[3] - at[3]).abs() < 0.25 && rider[1] == at[1], "{rider:?}");
    assert_eq!(walk.refused(ANN, Act::Steer { ahead: 0.0, aside: 1.0 }), "");
    walk.ticks(10);
    let now = numbers(&walk.show("Actor:getPosition(mob)"));
    assert!(now[1] > at[1] + 1.0, "{now:?}");
    assert_eq!(walk.refused(ANN, Act::Steer { ahead: 0.0, aside: 0.0 }), "");
    walk.ticks(5);
    // Its client may look about, and goes nowhere by itself.
    assert_eq!(walk.pose(ANN, [0.0, 7.0, 0.0]), "");
    let horse = numbers(&walk.show("Actor:getPosition(mob)"));
    assert_eq!(numbers(&walk.show("Actor:getPosition(1001)"))[1..4], [horse[1], 8.6, horse[3]]);
    assert_eq!(walk.room.next_wake(), None, "it stands");
}

#[test]
fn names_of_files_stand_for_effects_and_sounds() {
    let mut walk = Walk::open("");
    walk.run(
        "Actor:playBodyEffectByFile(1001, 'particles/Fire.ent', true)
        Actor:playBodyEffect(1001, ACTORBODY_EFFECT.BODYFX_FIRE)",
    );
    let effects: Vec<u32> = seen(&walk, ANN.0).effects.iter().map(|(id, _)| *id).collect();
    assert_eq!((effects.len(), effects[0]), (2, 1));
    assert!((1001..=1020).contains(&effects[1]), "{effects:?}");
    walk.run("Actor:stopBodyEffectByFile(1001, 'particles/Fire.ent')");
    assert_eq!(seen(&walk, ANN.0).effects.len(), 1);
    for call in ["playSound(1001, 'ent.hit', 1, 1, 0)", "playSoundSpecial(1001, 'dig', 0)"] {
        walk.room.evaluate(&format!("Actor:{call}")).unwrap();
        let applied = walk.apply(Input::Tick);
        let sounds = applied.outputs.iter().filter(|o| matches!(o.body, OutputBody::Effect(_)));
        assert_eq!(sounds.count(), 1, "{call}");
    }
    assert_eq!(walk.show("Actor:playSound(1001, '')"), "0");
}

#[test]
fn players_see_what_scripts_do_to_their_screens() {
    let mut walk = Walk::open("");
    walk.run(
        "UI:ShowScreenEffect(3, true, 2, true) DisPlayBoard:showBoard(1001, 7)
        DisPlayBoard:setBoardPicture(1001, 7, '8_1') DisPlayBoard:setBoardPicture(1001, 8, '8_2')
        Player:setMobileVibrate(1001, 2) Player:SetCameraFovTransformTo(1001, 90,
            LinearTransformation.BounceOut, 1)
        World:SetSkyBoxColor(0, 1, '#ff0000') Game:addRenderGlobalEffect('particles/Fog.ent', 1)",
    );
    let own = walk.own(ANN);
    assert_eq!(own.screen, [(3, 2.0, true)]);
    assert_eq!(own.boards, [(7, Some("8_1".to_owned()))]);
    assert_eq!((own.shaken, own.camera.ease), (Some((2.0, 1)), 18));
    let other = walk.own(BEN);
    assert_eq!((other.screen.len(), other.boards.len(), other.shaken), (1, 0, None));
    let space = walk.scene().space;
    assert_eq!(space.sky_values, [(1, 0, 1, "#ff0000".to_owned())]);
    assert!(space.global.iter().map(|effect| effect.path.as_str()).eq(["particles/Fog.ent"]));
    // What changes is told, and only to whom it concerns.
    walk.room.evaluate("DisPlayBoard:hideBoard(1001, 7)").unwrap();
    let applied = walk.apply(Input::Tick);
    let own: Vec<_> = applied.outputs.iter().filter(|output| changes_part(output, "own")).collect();
    assert!(own.len() == 1 && own[0].audience.includes(ANN) && !own[0].audience.includes(BEN));
}

#[test]
fn what_the_editor_placed_is_found_by_its_numbers() {
    let mut walk = Walk::open("");
    assert_eq!(walk.show("select(2, ObjectLib:getPositionData(1)).z"), "4.5");
    assert_eq!(walk.show("ObjectLib:getItemData(1)"), "0 12051");
    walk.run("code, area = ObjectLib:getAreaData(1)");
    assert_eq!(walk.show("Area:posInArea({ x = 21, y = 8, z = 21 }, area)"), "0");
    assert_eq!(walk.show("Area:posInArea({ x = 23, y = 8, z = 21 }, area)"), "1001");
    for call in ["getAreaData(2)", "getPositionData(2)", "getLivingData(2)", "getItemData(2)"] {
        assert_eq!(walk.show(&format!("ObjectLib:{call}")), "1001 nil", "{call}");
    }
    walk.run("Area:destroyArea(area)");
    assert_eq!(walk.show("ObjectLib:getAreaData(1)"), "1001 nil");
}

#[test]
fn creatures_that_the_editor_placed_live_from_the_beginning() {
    let mut walk =
        Walk::placed("[[living]]\nid = 3\nactor = 3401\nat = [9.5, 7.0, 9.5]\n").unwrap();
    walk.join(ANN, "Ann");
    walk.check_replay();
    walk.run("code, wolf = ObjectLib:getLivingData(3)");
    assert_eq!(walk.show("Creature:getActorID(wolf)"), "0 3401");
    walk.run("World:despawnCreature(wolf)");
    assert_eq!(walk.show("ObjectLib:getLivingData(3)"), "1001 nil");
    for (wrong, why) in [
        ("[[item]]\nid = 1\nitem = 5\n[[item]]\nid = 1\nitem = 6\n", "item 1 is there twice"),
        ("[[position]]\nid = 1\nat = [0.0, 2e9, 0.0]\n", "further away"),
        ("[[area]]\nid = 1\nfrom = [0, 0, 0]\nto = [0, 9999, 0]\n", "not inside the world"),
    ] {
        let refused = Walk::placed(wrong).err().unwrap();
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn bound_functions_are_asked_every_second_while_the_drawing_is_there() {
    let mut walk = Walk::open(
        "asked = 0
        code, board = Graphics:createGraphicsTxtByPos(4, 9, 4, Graphics:makeGraphicsText('x', 16, 255, 1), 0, 1)
        ListenParam:AddGraphicsListenParam(board, { function(p) asked = asked + p return 'n' .. asked end }, 1)",
    );
    walk.ticks(5);
    assert_eq!(walk.show("asked"), "1");
    walk.ticks(60);
    assert_eq!(walk.show("asked"), "4");
    walk.run("Graphics:removeGraphicsByPos(4, 9, 4, 1, GRAPHICS.GRAPHICS_HORNBOOK)");
    walk.ticks(100);
    assert_eq!(walk.show("asked"), "5", "once more, to find it gone");
    assert_eq!(walk.errors(), Vec::<&str>::new());
}

#[test]
fn a_number_in_a_script_is_a_block_unless_the_catalogue_has_it_as_an_item() {
    let walk = Walk::open(
        "put = function(id) return Block:setBlockAll(3, 7, 3, id, 0) end
        numbers = { 5001, 12051, 4097 }",
    );
    assert_eq!(walk.show("put(5001)"), "1001");
    assert_eq!(walk.show("put(12051)"), "1001");
    assert_eq!(walk.show("put(4097)"), "0");
    assert_eq!(walk.show("Block:getBlockID(3, 7, 3)"), "0 4097");
}

#[test]
fn boxes_and_listeners_hear_of_whole_areas_too() {
    let mut walk = Walk::open(
        "told = {}
        for _, name in ipairs({ 'Block.Add', 'Block.Remove', 'Block.DestroyBy' }) do
          ScriptSupportEvent:registerEvent(name, function(e)
            table.insert(told, name .. e.blockid .. '@' .. e.x .. ',' .. e.y .. ',' .. e.z)
          end)
        end
        low, high = { x = 3, y = 7, z = 3 }, { x = 4, y = 7, z = 3 }",
    );
    walk.run(
        "Area:fillBlockAreaRange(low, high, 801, 0)
        WorldContainer:addStorageBox(3, 7, 3) WorldContainer:addStorageItem(3, 7, 3, 5001, 9)
        Block:setBlockSwitchStatus({ x = 4, y = 7, z = 3 }, true)",
    );
    assert_eq!(walk.show("table.concat(told, ' ')"), "Block.Add801@3,7,3 Block.Add801@4,7,3");
    assert_eq!(walk.show("WorldContainer:checkStorage(3, 7, 3)"), "0");
    walk.run("told = {} Area:DestroyBlockAreaRange(low, high, 801)");
    assert_eq!(
        walk.show("table.concat(told, ' ')"),
        "Block.Remove801@3,7,3 Block.DestroyBy801@3,7,3 \
         Block.Remove801@4,7,3 Block.DestroyBy801@4,7,3"
    );
    // What was in the box lies about, and nothing remembers box or switch.
    assert_eq!(walk.show("WorldContainer:checkStorage(3, 7, 3)"), "1001");
    assert_eq!(walk.show("Block:getBlockSwitchStatus({ x = 4, y = 7, z = 3 })"), "0 false");
    let drops = walk.scene().actors;
    let apples: Vec<_> = drops.iter().filter(|it| it.of == 5001).map(|it| it.count).collect();
    assert_eq!(apples, [9]);
    assert_eq!(walk.errors(), Vec::<&str>::new());
}

#[test]
fn a_single_item_is_the_same_after_it_was_in_a_box() {
    let mut walk = Walk::open("WorldContainer:addStorageBox(1, 7, 0)");
    walk.run("instance = Backpack:CreateItemInstInBackpack(1001, 5001)");
    let mine = "table.concat(Backpack:GetAllBackPackInstanceIds(1001), ' ')";
    let instance = walk.show("instance");
    assert_eq!(walk.show(mine), instance);
    let slot = walk.show(
        "(function() for slot = 0, 1007 do
          if Backpack:GetInstIdByGridIndex(1001, slot) == instance then return slot end
        end end)()",
    );
    let from = slot.parse().unwrap();
    assert_eq!(walk.refused(ANN, Act::OpenBox { pos: [1, 7, 0] }), "");
    assert_eq!(walk.refused(ANN, Act::MoveBoxItem { into: true, from, count: 1 }), "");
    assert_eq!(walk.show("WorldContainer:getStorageItem(1, 7, 0, 0)"), "0 5001 1");
    assert_eq!(walk.show(mine), "");
    assert_eq!(walk.refused(ANN, Act::MoveBoxItem { into: false, from: 0, count: 1 }), "");
    assert_eq!(walk.show(mine), instance);
}
