//! What Mini World does that its scripts rely on, where another host might do otherwise. The values
//! are those of its own pages and of what several authors' scripts expect.

use fangqi_protocol::{Act, Input, Pose};

use crate::common::ANN;
use crate::support::Walk;

/// Yaw, the direction it looks into, and what `getCurPlaceDir` calls that.
const HEADINGS: [(i32, &str, u8); 5] =
    [(0, "0 0 -1", 3), (90, "-1 0 0", 1), (180, "0 0 1", 2), (270, "1 0 0", 0), (-90, "1 0 0", 0)];

#[test]
fn yaw_0_looks_south_and_90_west() {
    let mut walk =
        Walk::open("code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) mob = made[1]");
    for (yaw, direction, place) in HEADINGS {
        for who in ["1001", "mob"] {
            walk.run(&format!("Actor:setFaceYaw({who}, {yaw}) Actor:setFacePitch({who}, 0)"));
            let shown = walk.show(&format!("Actor:getFaceDirection({who})"));
            assert_eq!(shown, format!("0 {direction}"), "{yaw}");
            let shown = walk.show(&format!("Actor:getCurPlaceDir({who})"));
            assert_eq!(shown, format!("0 {place}"), "{yaw}");
            // No angle at all is straight ahead.
            walk.run(&format!("code, ahead = Actor:calcDirectionByAngle({who}, 0, 0)"));
            assert_eq!(walk.show("ahead.x, ahead.y, ahead.z"), direction);
            walk.run(&format!("code, ahead = Actor:calcDirectionByYawDirection({who}, 0, 0, 1)"));
            assert_eq!(walk.show("ahead.x, ahead.y, ahead.z"), direction);
            // Back from the direction to the angle.
            let (x, y, z) = ("0.6", "0", "0.8");
            walk.run(&format!("Actor:setFaceDirection({who}, {x}, {y}, {z})"));
            walk.run(&format!("Actor:setFaceDirection({who}, {})", direction.replace(' ', ", ")));
            let short = if yaw == 270 { -90 } else { yaw };
            assert_eq!(walk.show(&format!("Actor:getFaceYaw({who})")), format!("0 {short}"));
        }
    }
    walk.run("Actor:setFaceYaw(1001, 0) Actor:turnFaceYaw(1001, 90)");
    assert_eq!(walk.show("Actor:getFaceDirection(1001)"), "0 -1 0 0");
    walk.run("Actor:turnFaceYaw(1001, 90)");
    assert_eq!(walk.show("Actor:getFaceYaw(1001)"), "0 180");
    assert_eq!(walk.own(ANN).camera.turned.map(|(angles, _)| angles), Some([180.0, 0.0]));
}

#[test]
fn who_walks_looks_where_it_goes() {
    for (to, place) in
        [("14.5, 7, 0.5", 0), ("-14.5, 7, 0.5", 1), ("0.5, 7, 14.5", 2), ("0.5, 7, -14.5", 3)]
    {
        let mut walk = Walk::open(
            "Player:setPosition(1001, 20, 7, 20) Player:setPosition(1002, 20, 7, -20)
            code, made = World:spawnCreature(0.5, 7, 0.5, 3400, 1) mob = made[1]",
        );
        walk.run(&format!("Actor:tryMoveToPos(mob, {to}, 1)"));
        walk.ticks(20);
        assert_eq!(walk.show("Actor:getCurPlaceDir(mob)"), format!("0 {place}"), "{to}");
    }
}

#[test]
fn what_is_shot_and_ridden_goes_where_one_looks() {
    for (yaw, direction, _) in HEADINGS {
        let mut walk = Walk::open(
            "ScriptSupportEvent:registerEvent('Missile.Create', function(e) shot = e.toobjid end)",
        );
        // Nobody stands in the way.
        walk.run("Player:setPosition(1002, 20, 7, 20)");
        walk.run("Backpack:setGridItem(1001, 1000, 12054, 3)");
        walk.run(&format!("Actor:setFaceYaw(1001, {yaw}) Actor:setFacePitch(1001, 0)"));
        let wanted: Vec<f64> = direction.split(' ').map(|axis| axis.parse().unwrap()).collect();
        let gone = |walk: &Walk, who: &str, from: [f64; 3]| {
            let at = walk.show(&format!("Actor:getPosition({who})"));
            let at: Vec<f64> = at.split(' ').skip(1).map(|axis| axis.parse().unwrap()).collect();
            (0..3)
                .filter(|axis| *axis != 1)
                .map(|axis| (at[axis] - from[axis]) * wanted[axis])
                .sum::<f64>()
        };
        assert_eq!(walk.refused(ANN, Act::Use {}), "");
        walk.ticks(3);
        assert!(gone(&walk, "shot", [0.5, 8.0, 0.5]) > 0.05, "{yaw}");
        // Not before: it would stand in the way as well.
        walk.run("code, made = World:spawnCreature(0.5, 7, 0.5, 3400, 1) horse = made[1]");
        walk.run("Player:mountActor(1001, horse)");
        for _ in 0..10 {
            assert_eq!(walk.refused(ANN, Act::Steer { ahead: 1.0, aside: 0.0 }), "");
            walk.ticks(5);
        }
        assert!(gone(&walk, "horse", [0.5, 7.0, 0.5]) > 2.0, "{yaw}");
        walk.run("Player:mountActor(1001, 0)");
    }
}

/// Attributes with a usual value, by their number.
const USUAL: [i32; 18] = [1, 3, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 29];

#[test]
fn minus_one_brings_back_what_is_usual() {
    // A wolf has 40 points of life and strikes with 7: its kind says so.
    let mut walk =
        Walk::open("code, made = World:spawnCreature(9.5, 7, 9.5, 3401, 1) mob = made[1]");
    for (module, who) in [("Player", "1001"), ("Creature", "mob")] {
        for number in USUAL {
            let value = format!("{module}:getAttr({who}, {number})");
            let usual = walk.show(&value);
            walk.run(&format!("{module}:setAttr({who}, {number}, 3)"));
            assert_eq!(walk.show(&value), "0 3", "{module} {number}");
            walk.run(&format!("{module}:setAttr({who}, {number}, -1)"));
            assert_eq!(walk.show(&value), usual, "{module} {number}");
        }
    }
    assert_eq!(walk.show("Creature:getAttr(mob, CREATUREATTR.MAX_HP)"), "0 40");
    assert_eq!(walk.show("Creature:getPunchAttack(mob)"), "0 7");
    let setters = [
        ("setWalkSpeed", "getWalkSpeed"),
        ("setSwimSpeed", "getSwimSpeed"),
        ("setJumpPower", "getJumpPower"),
        ("setDodge", "getDodge"),
        ("setPunchAttack", "getPunchAttack"),
        ("setRangeAttack", "getRangeAttack"),
        ("setPunchDefense", "getPunchDefense"),
        ("setRangeDefense", "getRangeDefense"),
        ("setHpRecover", "getHpRecover"),
    ];
    for (set, get) in setters {
        let usual = walk.show(&format!("Creature:{get}(mob)"));
        walk.run(&format!("Creature:{set}(mob, 3) Creature:{set}(mob, -1)"));
        assert_eq!(walk.show(&format!("Creature:{get}(mob)")), usual, "{set}");
    }
    // Life is no such attribute: below nothing there is death.
    walk.run("Creature:setHP(mob, -1) Player:setAttr(1001, PLAYERATTR.CUR_HP, -1)");
    walk.ticks(2);
    assert_eq!(walk.show("Creature:getActorID(mob)"), "0 3401", "known for a moment more");
    assert_eq!(walk.show("Player:getAttr(1001, PLAYERATTR.CUR_HP)"), "0 0");
}

#[test]
fn who_was_given_a_speed_of_minus_one_walks_on() {
    let mut walk = Walk::open(
        "code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) mob = made[1]
        Creature:setWalkSpeed(mob, -1) Actor:tryMoveToPos(mob, 12.5, 7, 4.5, -1)
        Player:setAttr(1001, PLAYERATTR.WALK_SPEED, -1)",
    );
    walk.ticks(20);
    let at = walk.show("Actor:getPosition(mob)");
    let x: f64 = at.split(' ').nth(1).unwrap().parse().unwrap();
    // A second at 4.3 blocks a second.
    assert!((x - 4.5 - 4.3).abs() < 0.3, "{at}");
    assert_eq!(walk.pose(ANN, [0.8, 7.0, 0.5]), "");
}

#[test]
fn ranked_lists_come_from_the_largest_for_counts_below_0() {
    let mut walk = Walk::open("");
    walk.run(
        "for key, value in pairs({ ['1001'] = 5, b = 9, c = 7 }) do
          CloudSever:setOrderDataBykey('best', key, value)
        end
        local function told(name)
          return function(first, list)
            local parts = { tostring(first) }
            for _, entry in ipairs(list) do
              parts[#parts + 1] = entry.ix .. ':' .. entry.k .. '=' .. entry.v .. '(' .. entry.nick .. ')'
            end
            _G[name] = table.concat(parts, ' ')
          end
        end
        CloudSever:getOrderDataIndexAreaEx('best', -10, told('down'))
        CloudSever:getOrderDataIndexAreaEx('best', 2, told('up'))
        CloudSever:getOrderDataIndexArea('best', -1, told('old'))
        CloudSever:getOrderDataIndexArea('none', -1, told('none'))
        CloudSever:getOrderDataValueAreaEx('best', -5, 6, 10, told('between'))
        CloudSever:getOrderDataValueArea('best', 5, 6, 10, told('older'))
        CloudSever:getOrderDataIndexValueEx('best', -1, function(...) largest = table.concat({ ... }, ' ') end)
        CloudSever:getOrderDataIndexValueEx('best', 1, function(...) smallest = table.concat({ ... }, ' ') end)",
    );
    walk.ticks(2);
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("down"), "0 1:b=9(b) 2:c=7(c) 3:1001=5(Ann)");
    assert_eq!(walk.show("up"), "0 1:1001=5(Ann) 2:c=7(c)");
    assert_eq!(walk.show("old"), "true 1:b=9(b)");
    assert_eq!(walk.show("none"), "false");
    assert_eq!(walk.show("between"), "0 1:b=9(b) 2:c=7(c)");
    assert_eq!(walk.show("older"), "true 2:c=7(c) 3:b=9(b)");
    assert_eq!(walk.show("largest .. '|' .. smallest"), "0 b 9|0 1001 5");
}

#[test]
fn names_without_ex_are_told_a_truth_first() {
    let mut walk = Walk::open(
        "CloudSever:setDataListBykey('bags', 'Ann', { coins = 5 })
        CloudSever:setOrderDataBykey('best', 'Ann', 3)
        CloudSever:getDataListByKey('bags', 'Ann', function(ok, key, value) a = tostring(ok) .. key .. value.coins end)
        CloudSever:getDataListByKey('bags', 'Ben', function(ok, key, value) b = tostring(ok) .. key .. tostring(value) end)
        CloudSever:getOrderDataByKey('best', 'Ann', function(ok, key, value) c = tostring(ok) .. key .. value end)
        CloudSever:getOrderDataByKey('best', 'Ben', function(ok) d = ok end)
        CloudSever:getOrderDataIndexValue('best', 1, function(ok, key) e = tostring(ok) .. key end)
        CloudSever:getDataListByKeyEx('bags', 'Ann', function(code) f = code end)
        CloudSever:getDataListByKeyEx('bags', 'Ben', function(code) g = code end)",
    );
    walk.ticks(2);
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("a, b, c, d, e, f, g"), "trueAnn5 falseBennil trueAnn3 false trueAnn 0 2");
}

#[test]
fn a_global_of_a_modules_name_does_not_hide_the_module() {
    let first = "Player = { best = 3 }
        function Player.rank() return Player.best end
        name = select(2, Player:getNickname(0)) rank = Player.rank()
        Actor = setmetatable({}, { __index = { own = 1 } })
        own, is = Actor.own, Actor:isPlayer(5)
        Creature = setmetatable({}, { __index = function(_, key) return key == 'mine' and 2 or nil end })
        mine, mob = Creature.mine, Creature:isMob(5)
        Game = {} Game.__index = Game setmetatable(Game, {}) function Game.new() return setmetatable({}, Game) end
        made = Game.new() ended = type(made.doGameEnd)
        _G.World = { count = 7 } counted = World.count total = World:getPlayerTotal(-1)
        _G['Block'] = {} block = Block:getBlockID(0, 6, 0)
        function Area.mine() return 4 end area = Area.mine() .. type(Area.createAreaRect)
        PLAYERATTR = { MINE = 99 } attribute = PLAYERATTR.MINE + PLAYERATTR.CUR_HP
        Team = 5 team = Team Team = nil back = type(Team.setTeamScore)
        Item = Item or {} item = type(Item.getItemName)";
    let second = "shared = Player.best later = type(Player.getNickname)
        Player = {} again = type(Player.setAttr)";
    let page = "Player = { page = 1 } Game.page = Player.page .. type(Player.getNickname)
        .. tostring(Player.best) .. World:getPlayerTotal(-1)";
    let mut walk = Walk::scripts(&[("a.lua", first), ("b.lua", second)], page);
    walk.join(ANN, "Ann");
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("rank, own, is, mine, mob, ended"), "3 1 1001 2 1001 function");
    assert_eq!(walk.show("counted, total, block, area"), "7 0 0 4function");
    assert_eq!(walk.show("attribute, team, back, item"), "101 5 function function");
    assert_eq!(walk.show("later, again, Game.page"), "function function 1functionnil0");
    assert_eq!(walk.show("select(2, Player:getNickname(1001))"), "Ann");
}

#[test]
fn the_older_names_are_known() {
    let mut walk = Walk::scripts(
        &[(
            "main.lua",
            "ScriptSupportEvent:registerEvent('UI.Show', function(e) shown = e.CoustomUI .. e.CustomUI end)
            ScriptSupportEvent:registerEvent('UI.Button.Click', function(e) pressed = e.CoustomUI .. e.uielement end)",
        )],
        "ScriptSupportEvent:registerEvent('UI.Button.Click', function(e) Game.page = e.CoustomUI end)",
    );
    walk.join(ANN, "Ann");
    walk.run("same = Coustomui == Customui code = Coustomui:openUIView(1001, '7001')");
    let press = Act::Press { page: "7001".to_owned(), element: "7001_1".to_owned(), down: false };
    assert_eq!(walk.refused(ANN, press), "");
    assert_eq!(
        walk.show("same, code, shown, pressed, Game.page"),
        "true 0 70017001 70017001_1 7001"
    );
    // It is no function of the game, and scripts ask whether it is there.
    assert_eq!(walk.show("Player.isHost, Actor.isHost"), "nil nil");
}

#[test]
fn events_have_their_parameters_in_them() {
    let mut walk = Walk::open(
        "told = {}
        for _, name in ipairs({ 'Player.SelectShortcut', 'Player.UseItem', 'Player.NewInputContent', 'Player.ShortcutChange' }) do
          ScriptSupportEvent:registerEvent(name, function(e)
            local p = e.CurEventParam
            told[name] = table.concat({ tostring(p.TriggerByPlayer), tostring(p.EventShortCutIdx),
              tostring(p.EventString), tostring(p.itemid), tostring(p.EventDate.year),
              tostring(e.EventShortCutIdx), tostring(CurEventParam.EventShortCutIdx) }, ' ')
            kept = kept or e
          end)
        end
        ScriptSupportEvent:registerEvent('own', function(e) custom = e.CurEventParam.answer .. tostring(rawget(e, 'CurEventParam')) end)
        Game:dispatchEvent('own', { answer = 42 })",
    );
    walk.run("Backpack:setGridItem(1001, 1003, 5001, 2)");
    assert_eq!(walk.show("told['Player.ShortcutChange']"), "1001 3 nil 5001 2026 3 3");
    assert_eq!(walk.refused(ANN, Act::Shortcut { index: 3 }), "");
    assert_eq!(walk.show("told['Player.SelectShortcut']"), "1001 3 nil 5001 2026 3 3");
    assert_eq!(walk.refused(ANN, Act::Use {}), "");
    assert_eq!(walk.show("told['Player.UseItem']"), "1001 3 nil 5001 2026 3 3");
    walk.ok(Input::Chat { player: ANN, text: "hi".to_owned() });
    assert_eq!(walk.show("told['Player.NewInputContent']"), "1001 3 hi nil 2026 3 3");
    assert_eq!(walk.show("custom"), "42nil");
    assert_eq!(walk.show("kept.CurEventParam.itemid"), "5001", "also when it is long over");
    assert_eq!(walk.errors(), Vec::<&str>::new());
}

/// A pose of a client in the air or on the ground.
fn pose(walk: &mut Walk, y: f64, is: [bool; 3]) -> &'static str {
    let moved = walk.own(ANN).moved;
    let [grounded, sneaks, flies] = is;
    let (pos, yaw, pitch) = ([0.5, y, 0.5], 180.0, 0.0);
    let pose = Pose { pos, yaw, pitch, grounded, sneaks, runs: false, flies, moved };
    let applied = walk.apply(Input::Pose { player: ANN, pose });
    walk.ticks(2);
    applied.rejected.map_or("", |rejection| rejection.code)
}

#[test]
fn motions_tell_of_jumps_when_they_begin_and_of_sneaking_in_the_air() {
    let mut walk = Walk::open(
        "told = ''
        ScriptSupportEvent:registerEvent('Player.MotionStateChange', function(e)
          if e.eventobjid == 1001 then told = told .. e.playermotion .. ' ' end
        end)",
    );
    let (ground, air) = ([true, false, false], [false, false, false]);
    assert_eq!(pose(&mut walk, 7.0, ground), "");
    walk.run("told = ''");
    for (y, is) in [(7.4, air), (7.8, air), (8.1, air), (8.0, air), (7.4, air), (7.0, ground)] {
        assert_eq!(pose(&mut walk, y, is), "");
    }
    assert_eq!(walk.show("told"), "4 32 1 ", "one jump, and where it landed");
    // Pushed up, one has not jumped.
    walk.run("told = '' Actor:appendSpeed(1001, 0, 0.5, 0)");
    for (y, is) in [(7.4, air), (7.8, air), (7.4, air), (7.0, ground)] {
        assert_eq!(pose(&mut walk, y, is), "");
    }
    assert_eq!(walk.show("told"), "32 1 ");
    // Sneaking is heard of in the air and in flight.
    walk.run("told = ''");
    for (y, is) in [(7.4, air), (7.8, [false, true, false]), (7.4, air), (7.0, ground)] {
        assert_eq!(pose(&mut walk, y, is), "");
    }
    assert_eq!(walk.show("told"), "4 16 1 32 1 ");
    walk.run("told = '' Player:changPlayerMoveType(1001, 1)");
    for (y, is) in
        [(8.0, [false, false, true]), (8.0, [false, true, true]), (8.0, [false, false, true])]
    {
        assert_eq!(pose(&mut walk, y, is), "");
    }
    assert_eq!(walk.show("told"), "16 0 ");
}

#[test]
fn a_jump_may_begin_a_flight_and_sneaking_end_it() {
    let mut walk = Walk::open(
        "ScriptSupportEvent:registerEvent('Player.MotionStateChange', function(e)
          if e.playermotion == PLAYERMOTION.JUMP then Player:changPlayerMoveType(e.eventobjid, 1) end
          if e.playermotion == PLAYERMOTION.SNEAK then Player:changPlayerMoveType(e.eventobjid, 2) end
        end)",
    );
    assert_eq!(pose(&mut walk, 7.0, [true, false, false]), "");
    for round in 0..2 {
        assert!(!walk.own(ANN).flies.1, "{round}");
        assert_eq!(pose(&mut walk, 7.4, [false, false, false]), "");
        assert_eq!(walk.own(ANN).flies, (true, true), "{round}");
        assert_eq!(pose(&mut walk, 8.0, [false, false, true]), "");
        assert_eq!(pose(&mut walk, 8.0, [false, true, true]), "");
        assert_eq!(walk.own(ANN).flies, (false, false), "{round}");
        assert_eq!(pose(&mut walk, 7.4, [false, false, false]), "");
        assert_eq!(pose(&mut walk, 7.0, [true, false, false]), "");
    }
    // Who may fly already and stands is told where it is when a script has it fly again.
    walk.run("Player:changPlayerMoveType(1001, 1)");
    assert_eq!(pose(&mut walk, 7.0, [true, false, false]), "");
    let before = walk.own(ANN);
    assert_eq!(before.flies, (true, false));
    walk.run("Player:changPlayerMoveType(1001, 1)");
    let after = walk.own(ANN);
    assert_eq!((after.flies, after.moved), ((true, true), before.moved + 1));
}

#[test]
fn five_kinds_of_blocks_are_chests() {
    let mut walk = Walk::open(
        "for i, id in ipairs({ 734, 735, 736, 801, 802 }) do Block:placeBlock(id, i, 7, 2) end
        told = {}
        ScriptSupportEvent:registerEvent('Backpack.ItemPutIn', function(e) told[#told + 1] = e.blockid end)",
    );
    for (x, id) in (1..).zip([734, 735, 736, 801, 802]) {
        assert_eq!(walk.show(&format!("WorldContainer:checkStorage({x}, 7, 2)")), "0", "{id}");
        assert_eq!(walk.show(&format!("WorldContainer:checkFurnace({x}, 7, 2)")), "1001", "{id}");
        walk.run(&format!(
            "WorldContainer:addStorageBox({x}, 7, 2) WorldContainer:addStorageItem({x}, 7, 2, 12051, 5)"
        ));
        assert_eq!(walk.show(&format!("WorldContainer:getStorageItem({x}, 7, 2, 0)")), "0 12051 5");
        assert_eq!(walk.show(&format!("Block:getBlockID({x}, 7, 2)")), format!("0 {id}"));
        assert_eq!(walk.refused(ANN, Act::OpenBox { pos: [x, 7, 2] }), "", "{id}");
        assert_eq!(walk.show(&format!("Player:openBoxByPos(1001, {x}, 7, 2)")), "0");
    }
    assert_eq!(walk.show("table.concat(told, ' ')"), "734 735 736 801 802");
}

#[test]
fn texts_in_the_world_keep_their_colours_and_lines() {
    let mut walk = Walk::open(
        "local info = Graphics:makeGraphicsText('#Rone\\n#c00ff00two', 20, 0, 1)
        code, board = Graphics:createGraphicsTxtByPos(4, 9, 4, info, 0, 1)
        code, solid = Graphics:createGraphicsTxtByPos(5, 9, 4, Graphics:makeGraphicsText('x', 20, 250, 2))
        code, floats = Graphics:createflotageTextByPos(6, 9, 4, Graphics:makeflotageText('#Gup', 20, 3))",
    );
    let graphs = walk.scene().space.graphs;
    let seen: Vec<(&str, u8)> =
        graphs.iter().map(|graph| (graph.text.as_str(), graph.alpha)).collect();
    // The last number is how opaque the ground behind a text is; the text is always there.
    assert_eq!(seen, [("#Rone\n#c00ff00two", 0), ("x", 100), ("#Gup", 0)]);
    walk.run("Graphics:updateGraphicsTextById(board, '#Bthree\\nfour', 22, 40)");
    let graph = &walk.scene().space.graphs[0];
    assert_eq!((graph.text.as_str(), graph.alpha, graph.size), ("#Bthree\nfour", 40, 22.0));
    walk.run("Graphics:removeGraphicsByPos(4, 9, 4, 1, GRAPHICS.GRAPHICS_HORNBOOK)");
    assert_eq!(walk.scene().space.graphs.len(), 2);
}

#[test]
fn the_ground_goes_on_as_far_as_scripts_build_and_players_walk() {
    let mut walk = Walk::imported(
        "far = 300000
        ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e)
          LoadLuaScript(e.content)() end)",
        0,
    );
    for at in [0, 49, -60, 1000, -300_000] {
        for (y, block) in [(-1, 0), (0, 101), (5, 101), (6, 100), (7, 0)] {
            let shown = walk.show(&format!("Block:getBlockID({at}, {y}, {})", -at));
            assert_eq!(shown, format!("0 {block}"), "{at} {y}");
        }
        assert_eq!(
            walk.show(&format!("World:getRayLength({at}, 20, {at}, {at}, 0, {at}, 40)")),
            "0 13"
        );
    }
    walk.say(
        "Block:placeBlock(104, far, 7, far) Block:destroyBlock(far, 6, far)
        Block:setBlockAll(far, 5, far, 101, 0) Player:setPosition(1001, far + 20.5, 7, 0.5)",
    );
    let cells =
        "select(2, Block:getBlockID(far, 7, far)), select(2, Block:getBlockID(far, 6, far)),
        select(2, Block:getBlockID(far + 1, 6, far)), select(2, Block:getBlockID(far, 5, far))";
    assert_eq!(walk.show(cells), "104 0 100 101");
    // One stands out there, and walks on.
    walk.ticks(20);
    for step in 1..=20 {
        let x = 300_020.5 + f64::from(step) * 0.4;
        assert_eq!(walk.pose(ANN, [x, 7.0, 0.5]), "", "{step}");
        walk.ticks(4);
    }
    // What is filled, counted, replaced and copied is ground as well.
    walk.run(
        "low, high = { x = 5000, y = 0, z = 5000 }, { x = 5031, y = 6, z = 5015 }
        code, area = Area:createAreaRectByRange(low, high)
        has = Area:blockInArea(area, 100) code = Area:replaceAreaBlock(area, 100, 104)
        gone = Area:blockInArea(area, 100) top = Area:blockInArea(area, 104)",
    );
    assert_eq!(walk.show("has, code, gone, top"), "0 0 1001 0");
    assert_eq!(walk.show("Block:getBlockID(5031, 6, 5015)"), "0 104");
    assert_eq!(walk.show("Block:getBlockID(5032, 6, 5015)"), "0 100");
}
