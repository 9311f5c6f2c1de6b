//! `check_miniworld`: what it finds in scripts as people write them.

use fangqi_plugin_miniworld::{Found, check_miniworld, script_text};

fn scripts(texts: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let owned = texts.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    owned.collect()
}

#[test]
fn a_clean_map_is_clean_and_what_it_does_is_told() {
    let main = "
ScriptSupportEvent:registerEvent([[Game.AnyPlayer.EnterGame]], function(e)
  Player:gainItems(e.eventobjid, 12005, 1)
  Chat:sendSystemMsg('welcome ' .. Item:getItemName(12005))
end)
ScriptSupportEvent:registerEvent([=[Player.ClickBlock]=], function(e)
  Block:placeBlock(600, e.x, e.y + 1, e.z) World:spawnCreature(e.x, e.y + 2, e.z, 3400, 1)
end)
ScriptSupportEvent:registerEvent('MY_EVENT', function(e) print(e.customdata) end)
ScriptSupportEvent:registerEvent('Developer.BuyItem', function(e) end)";
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 600);
    assert!(report.is_clean(), "{:?}", report.errors);
    // One for each who comes in, twice.
    assert_eq!(report.changed.items, 2 + 2);
    assert!(report.changed.blocks > 0 && report.changed.objects > 2, "{:?}", report.changed);
    assert!(report.changed.messages >= 2 && report.printed > 0);
    let status = |name: &str| {
        report.events.iter().find(|event| event.name == name).map(|event| event.status)
    };
    assert_eq!(status("Player.ClickBlock"), Some("known"));
    assert_eq!(status("MY_EVENT"), Some("own"));
    assert_eq!(status("Developer.BuyItem"), Some("never"));
    let used: Vec<(&str, &str)> =
        report.functions.iter().map(|used| (used.name.as_str(), used.status)).collect();
    assert!(used.contains(&("Player:gainItems", "works")), "{used:?}");
    assert!(used.contains(&("Item:getItemName", "partly")), "{used:?}");
}

#[test]
fn scripts_that_note_and_forget_are_right() {
    let main = "
local data = {}
local function on(name, fn) ScriptSupportEvent:registerEvent(name, fn) end
on('Game.AnyPlayer.EnterGame', function(e) data[e.eventobjid] = { gold = 0, shots = {} } end)
on('Game.AnyPlayer.LeaveGame', function(e) left = (left or 0) + 1 data[e.eventobjid] = nil end)
on('Player.ClickBlock', function(e)
  local own, worth = data[e.eventobjid], { [e.x] = 1 }
  own.gold = own.gold + worth[math.floor(e.x)]
end)
on('Player.NewInputContent', function(e) Chat:sendSystemMsg('gold ' .. data[e.eventobjid].gold) end)
on('UI.Show', function(e) data[e.eventobjid].page = { e.CustomUI } end)
on('UI.Button.Click', function(e) print(data[e.eventobjid].page[1]) end)
on('Player.MountActor', function(e) data[e.eventobjid].horse = {} end)
on('Player.DismountActor', function(e) data[e.eventobjid].horse.left = true end)
local flying = {}
on('Missile.Create', function(e) flying[e.toobjid] = { who = e.eventobjid } end)
on('Actor.Projectile.Hit', function(e) print(flying[e.eventobjid].who) end)
on('Game.Run', function() for _, own in pairs(data) do own.gold = own.gold + 1 end end)
on('job', function(e) print(e.customdata.class.name) end)
on('Game.Start', function() Game:dispatchEvent('job', { customdata = { class = { name = 'x' } } }) end)";
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 600);
    assert!(report.is_clean(), "{:?}", report.errors);
    let raised = |name: &str| {
        report.events.iter().find(|event| event.name == name).map(|event| event.raised)
    };
    assert_eq!((raised("Game.AnyPlayer.LeaveGame"), raised("job")), (Some(2), Some(1)));
}

#[test]
fn scripts_of_a_page_are_apart_and_blamed_by_their_own_name() {
    let main = "page = '7072350482370595313' seen = {}
on = ScriptSupportEvent
on:registerEvent('UI.Show', function(e) seen[#seen + 1] = e.CustomUI end)
on:registerEvent('Game.Start', function() assert(theirs == nil, 'shared') end)";
    let shop = "theirs = true
if seen then error('the globals of the map are here') end
Block:placeBlock(667, 1, 7, 1)
ScriptSupportEvent:registerEvent('UI.Button.Click', function(e) told = e.uielement end)
ScriptSupportEvent:registerEvent('UI.Hide', function(e) nobody.home = e end)";
    let texts = scripts(&[("main.lua", main), ("7072350482370595313/shop.lua", shop)]);
    let report = check_miniworld(&texts, 60);
    let found: Vec<(&str, u32)> =
        report.errors.iter().map(|error| (error.file.as_str(), error.line)).collect();
    assert_eq!(found, [("7072350482370595313/shop.lua", 5)], "{:?}", report.errors);
    assert!(report.changed.blocks > 0, "the page's blocks are known");
    let raised: Vec<(&str, usize)> =
        report.events.iter().map(|event| (event.name.as_str(), event.raised)).collect();
    assert!(raised.iter().all(|(_, count)| *count > 0), "{raised:?}");
}

#[test]
fn errors_come_with_file_and_line_and_how_often() {
    let first = "shared = {}\nScriptSupportEvent:registerEvent('Player.ClickBlock', function(e)\n  shared.made.up = e.x\nend)";
    let second = "Block:setBlockAll('here', 1, 1, 104, 0)\nshared.second = true";
    let broken = "local x = = 1";
    let texts = scripts(&[("a.lua", first), ("b.lua", second), ("c.lua", broken)]);
    let report = check_miniworld(&texts, 60);
    let found: Vec<(&str, u32)> =
        report.errors.iter().map(|error| (error.file.as_str(), error.line)).collect();
    assert_eq!(found, [("a.lua", 3), ("c.lua", 1)], "{:?}", report.errors);
    assert_eq!(report.errors[0].count, 5, "each variant, and the block that a script names");
    assert_eq!((report.refused[0].file.as_str(), report.refused[0].line), ("b.lua", 1));
    assert!(report.refused[0].message.contains("Block:setBlockAll: argument 1, x"));
    assert!(report.text().contains("a.lua:3:"), "{}", report.text());
}

#[test]
fn endless_scripts_and_other_encodings_are_survived() {
    let report = check_miniworld(&scripts(&[("loop.lua", "while true do end")]), 60);
    assert_eq!(report.errors.len(), 1, "{:?}", report.errors);
    let handler = "ScriptSupportEvent:registerEvent('Game.Run', function() while true do end end)";
    let report = check_miniworld(&scripts(&[("loop.lua", handler)]), 3);
    assert!(!report.is_clean());
    // "你好" as Chinese Windows saves it.
    assert_eq!(script_text(&[0xC4, 0xE3, 0xBA, 0xC3]), "你好".as_bytes());
}

/// The errors that are found in a script, and those that are in doubt.
fn blamed(main: &str) -> (usize, usize) {
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 300);
    let first = |found: &[Found]| found.first().map(|found| found.message.clone());
    println!("{:?} {:?}", first(&report.errors), first(&report.unsure));
    (report.errors.len(), report.unsure.len())
}

#[test]
fn scripts_are_not_blamed_for_what_is_not_theirs() {
    let mobs = "local mobs = {}
        local function spawn(hp)
          local code, made = World:spawnCreature(3, 7, 3, 3400, 1)
          mobs[made[1]] = { hp = hp }
        end
        for i = 1, 12 do spawn(50) end
        ScriptSupportEvent:registerEvent('Actor.BeHurt', function(e)
          local m = mobs[e.eventobjid]
          m.hp = m.hp - e.hurtlv
        end)
        ScriptSupportEvent:registerEvent('Actor.Die', function(e)
          print(mobs[e.eventobjid].hp)
          mobs[e.eventobjid] = nil
        end)";
    assert_eq!(blamed(mobs), (0, 0));
    let list = "local list, info = {}, {}
        ScriptSupportEvent:registerEvent('Actor.Create', function(e)
          list[#list + 1] = e.eventobjid
          info[e.eventobjid] = { born = 1 }
        end)
        ScriptSupportEvent:registerEvent('Actor.Die', function(e)
          for i, id in ipairs(list) do if id == e.eventobjid then table.remove(list, i) break end end
          info[e.eventobjid] = nil
        end)
        ScriptSupportEvent:registerEvent('Game.Run', function()
          for i = 1, #list do local born = info[list[i]].born end
        end)";
    assert_eq!(blamed(list), (0, 0));
    let pages = r#"local P = {
          ["7100000"] = { b = { ["7100000_1"] = print, ["7100000_2"] = print } },
          ["7200000"] = { b = { ["7200000_3"] = print } },
        }
        ScriptSupportEvent:registerEvent("UI.Button.Click", function(e)
          P[e.CustomUI].b[e.uielement](e)
        end)"#;
    assert_eq!(blamed(pages).0, 0);
    let own = r#"ScriptSupportEvent:registerEvent("cast", function(e)
          local data = JSON:decode(e.customdata)
          print("cast " .. data.name)
        end)
        function cast(name) Game:dispatchEvent("cast", { customdata = JSON:encode({ name = name }) }) end"#;
    assert_eq!(blamed(own), (0, 0));
    let players = "local seen = {}
        ScriptSupportEvent:registerEvent('Game.AnyPlayer.EnterGame', function(e)
          if seen[e.eventobjid] then local n = nil + 1 end
          seen[e.eventobjid] = true
        end)
        ScriptSupportEvent:registerEvent('Game.AnyPlayer.LeaveGame', function(e)
          seen[e.eventobjid] = nil
        end)";
    assert_eq!(blamed(players), (0, 0));
}

#[test]
fn doubts_are_told_apart_from_errors() {
    // No area is made: one of ours is told of.
    let areas = "local R = {}
        ScriptSupportEvent:registerEvent('Player.AreaIn', function(e) print(R[e.areaid].n) end)";
    assert_eq!(blamed(areas), (0, 1));
    let hurt =
        "ScriptSupportEvent:registerEvent('Player.BeHurt', function(e) print(nil .. 'x') end)";
    assert_eq!(blamed(hurt), (1, 0));
}

#[test]
fn the_world_is_what_events_say() {
    let main = "local function on(name, fn) ScriptSupportEvent:registerEvent(name, fn) end
        local part = { [8000] = 'a', [8001] = 'b', [8002] = 'c', [8003] = 'd', [8004] = 'e' }
        on('Player.EquipOn', function(e) print('on ' .. part[e.itemix]) end)
        local box = { [801] = 'box', [803] = 'furnace' }
        on('Backpack.ItemPutIn', function(e) print(box[e.blockid] .. e.itemnum) end)
        on('Player.MoveOneBlockSize', function(e)
          local _, x = Actor:getPosition(e.eventobjid)
          if math.floor(x) ~= math.floor(e.x) then local y = nil + x end
        end)
        on('Block.Add', function(e)
          local _, id = Block:getBlockID(e.x, e.y, e.z)
          if id ~= e.blockid then local y = nil + id end
        end)
        on('Player.SelectShortcut', function(e)
          local _, id = Player:getCurToolID(e.eventobjid)
          if id ~= e.itemid and e.itemid > 0 then local y = nil + id end
        end)
        on('Player.AreaIn', function(e)
          if Area:objInArea(e.areaid, e.eventobjid) ~= 0 then local y = nil + 1 end
        end)
        Area:createAreaRect({ x = 9, y = 7, z = 9 }, { x = 1, y = 1, z = 1 })
        local shown = {}
        on('UI.Show', function(e) shown[e.eventobjid] = { page = e.CustomUI } end)
        on('UI.Hide', function(e) shown[e.eventobjid] = nil end)
        on('UI.Button.Click', function(e)
          print(shown[e.eventobjid].page)
          if e.uielement == '7100000_' .. 3 then Customui:hideElement(e.eventobjid, '7100000', '7100000_3') end
        end)";
    assert_eq!(blamed(main), (0, 0));
    // A bullet hits once, and is the script's.
    let bullets = "local bullets = {}
        ScriptSupportEvent:registerEvent('Player.UseItem', function(e)
          local _, o = World:spawnProjectileByDir(e.eventobjid, 12051, 2, 9, 2, 0, 0, 1, 100)
          bullets[o] = { by = e.eventobjid }
        end)
        ScriptSupportEvent:registerEvent('Actor.Projectile.Hit', function(e)
          print(bullets[e.eventobjid].by)
          bullets[e.eventobjid] = nil
        end)";
    assert_eq!(blamed(bullets).0, 0);
}

#[test]
fn places_are_told_with_folder_and_event_however_files_are_called() {
    let main = "ScriptSupportEvent:registerEvent('Player.BeHurt', function(e)
  local t = nil
  t.x = 1
end)
ScriptSupportEvent:registerEvent('Player.Revive', function(e) Block:placeBlock('x', 1, 7, 1) end)";
    for path in ["my maps/商店 脚本.lua", "a/b c/main", "d/e/plain.txt", "my file: 2.lua"] {
        let report = check_miniworld(&scripts(&[(path, main)]), 60);
        let errors: Vec<(&str, u32, &str)> = report
            .errors
            .iter()
            .map(|found| (found.file.as_str(), found.line, found.message.as_str()))
            .collect();
        assert_eq!(errors, [(path, 3, "attempt to index nil with 'x'")], "{path}");
        assert_eq!(report.errors[0].events, ["Player.BeHurt"]);
        assert!(report.errors[0].told.contains("eventobjid = 1001"), "{:?}", report.errors);
        let refused = &report.refused[0];
        assert_eq!((refused.file.as_str(), refused.line), (path, 5));
        assert_eq!(refused.events, ["Player.Revive"]);
        let text = report.text();
        assert!(text.contains(&format!("{path}:3: attempt to index")), "{text}");
        assert!(text.contains("at Player.BeHurt with eventobjid = 1001"), "{text}");
    }
    // Two files of one name are told apart by their folders.
    let twice = scripts(&[("a/main.lua", "local x = 1"), ("b/main.lua", main)]);
    let report = check_miniworld(&twice, 60);
    assert_eq!(report.errors[0].file, "b/main.lua");
    assert_eq!(report.files, ["a/main.lua", "b/main.lua"]);
}

#[test]
fn errors_that_scripts_catch_are_counted() {
    let main = "
local function fails() local t = nil return t.x end
for i = 1, 700 do pcall(fails) end
ScriptSupportEvent:registerEvent('Player.BeHurt', function(e)
  xpcall(fails, function(m) return m end)
  local co = coroutine.create(fails)
  coroutine.resume(co)
  assert(pcall(function() return 1 end))
end)";
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 60);
    assert!(report.is_clean(), "{:?}", report.errors);
    let counts: Vec<(u32, usize)> =
        report.caught.iter().map(|found| (found.line, found.count)).collect();
    // 700 times while loading, and twice for each of the four variants of the event.
    assert_eq!(counts, [(2, 700 + 2 * 4)], "{:?}", report.caught);
    assert!(report.text().contains("errors that the scripts caught"), "{}", report.text());
}

#[test]
fn what_the_check_made_up_is_told_apart() {
    // The target may be a player or a creature: that it is no creature is the probe's doing.
    let hits = "ScriptSupportEvent:registerEvent('Player.AttackHit', function(e)
  local code, hp = Creature:getAttr(e.toobjid, CREATUREATTR.CUR_HP)
end)";
    let report = check_miniworld(&scripts(&[("main.lua", hits)]), 60);
    assert_eq!((report.refused.len(), report.errors.len()), (0, 0), "{:?}", report.refused);
    assert!(!report.probed.is_empty());
    assert!(report.probed[0].told.contains("toobjid"), "{:?}", report.probed);
    // Who is hit is never this; that is the script's own.
    let wrong = "ScriptSupportEvent:registerEvent('Player.AttackHit', function(e)
  Creature:getAttr(e.eventobjid, CREATUREATTR.CUR_HP)
end)";
    let report = check_miniworld(&scripts(&[("main.lua", wrong)]), 60);
    // For each of the two players once.
    assert_eq!((report.refused.len(), report.probed.len()), (2, 0), "{:?}", report.probed);
    // An error after such a call is in doubt.
    let after = "ScriptSupportEvent:registerEvent('Player.AttackHit', function(e)
  local code, x = Creature:getActorID(e.toobjid)
  local y = x + 1
end)";
    let report = check_miniworld(&scripts(&[("main.lua", after)]), 60);
    assert_eq!(report.errors.len(), 0, "{:?}", report.errors);
}

#[test]
fn numbers_are_tried_where_they_belong() {
    // Items are no blocks, nobody clicks air, and players are in teams where there are any.
    let main = "
local seen = {}
local function on(name, fn) ScriptSupportEvent:registerEvent(name, fn) end
on('Player.ClickBlock', function(e)
  if e.blockid == 0 then local x = nil + 1 end
  local code = Block:getBlockSettingAttState(e.blockid, 1)
  seen[e.blockid] = true
end)
on('Player.UseItem', function(e)
  if e.itemid == 4150 then print('sword') end
end)
on('Player.Init', function(e)
  Player:gainItems(e.eventobjid, 4151, 1)
  local code, team = Player:getTeam(e.eventobjid)
  if team ~= 1 and team ~= 2 then local x = nil + team end
  Team:getTeamPlayers(team, 1)
end)
on('Player.SelectShortcut', function(e)
  if e.itemid == 4151 then Chat:sendSystemMsg('tried') end
end)";
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 60);
    assert!(report.is_clean(), "{:?}", report.errors);
    assert_eq!(report.refused, [], "{:?}", report.refused);
    assert!(report.changed.messages > 0, "4151 was in hand");
}

#[test]
fn pages_that_nothing_opens_are_told() {
    let main = "local page = '7072350482370595313'
ScriptSupportEvent:registerEvent('UI.Button.Click', function(e)
  if e.uielement == page .. '_1' then Customui:setText(e.eventobjid, page, page .. '_2', 'x') end
end)";
    let report = check_miniworld(&scripts(&[("main.lua", main)]), 60);
    let unopened: Vec<&str> = report.unopened.iter().map(String::as_str).collect();
    assert_eq!(unopened, ["7072350482370595313"]);
    let opens = format!(
        "{main}\nScriptSupportEvent:registerEvent('Player.ClickBlock', function(e) Player:openUIView(e.eventobjid, page) end)"
    );
    assert!(check_miniworld(&scripts(&[("main.lua", &opens)]), 60).unopened.is_empty());
}
