//! What scripts of the dialect find around them.

use fangqi_protocol::{Act, Input, LogLevel};

use crate::common::ANN;
use crate::support::Walk;

fn printed(walk: &Walk) -> Vec<&str> {
    let lines = walk.log.iter().filter(|(level, _)| *level == LogLevel::Print);
    lines.map(|(_, text)| text.as_str()).collect()
}

#[test]
fn scripts_share_globals_in_order_and_pages_have_their_own() {
    let first = "shared = 1  Game.MyLib = { answer = 42 }";
    let second = "shared = shared + 1  print('second', shared, hidden)";
    let page = "print('page', shared, Game.MyLib.answer, _G.shared)  hidden = 5
        print(hidden, _G.hidden, type(Block.getBlockID), math.pow(2, 3), ErrorCode.FAILED)";
    let mut walk = Walk::scripts(&[("a.lua", first), ("b.lua", second)], page);
    walk.join(ANN, "Ann");
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(printed(&walk), ["second\t2\tnil", "page\tnil\t42\tnil", "5\t5\tfunction\t8\t1001"]);
    assert_eq!(walk.show("hidden, shared"), "nil 2");
}

#[test]
fn an_error_is_told_with_its_place_and_the_others_go_on() {
    let broken = "before = 1\nlocal t = nil\nprint(t.x)\nafter = 1";
    let good = "
local function fails(e) Block:setBlockAll(0, 9, 0, 104, 0) local t = nil return t.x end
ScriptSupportEvent:registerEvent('Player.NewInputContent', fails)
ScriptSupportEvent:registerEvent('Player.NewInputContent', nil)
ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e) heard = e.content end)
threadpool:work(fails)";
    let mut walk = Walk::scripts(&[("broken.lua", broken), ("good.lua", good)], "");
    walk.join(ANN, "Ann");
    let applied = walk.apply(Input::Chat { player: ANN, text: "hello".to_owned() });
    assert_eq!(applied.rejected, None, "a failing handler does not refuse the input");
    assert_eq!(walk.show("before, after, heard"), "1 nil hello");
    assert_eq!(walk.show("Block:getBlockID(0, 9, 0)"), "0 104", "what it did before stays");
    let errors = walk.errors().join("\n");
    assert!(errors.contains("test/broken.lua:3:"), "{errors}");
    assert_eq!(errors.matches("test/good.lua:2:").count(), 2, "{errors}");
    walk.check_replay();
}

#[test]
fn error_only_tells() {
    let script = "local function f() error('careful', 2) went_on = true end f()
        ok = pcall(function() local t = nil return t.x end)
        ok2 = xpcall(error, print, 'told too')";
    let walk = Walk::open(script);
    assert_eq!(walk.show("went_on, ok, ok2"), "true false true");
    let errors = walk.errors();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with("test/main.lua:1: careful"), "{errors:?}");
}

#[test]
fn the_globals_table_is_an_empty_proxy() {
    let script = "
count = 0 for _ in pairs(_G) do count = count + 1 end
_G.named = 7 _G[1001] = 'by number' key = rawget(_G, 'named')
seen = _G['named'] + named number = _G[1001]";
    let walk = Walk::open(script);
    assert_eq!(walk.show("count, seen, number, key, getmetatable(_G)"), "0 14 by number nil false");
}

#[test]
fn old_spellings_are_there() {
    let script = "
unpacked = select('#', unpack({ 1, 2, 3 })) length = table.getn({ 4, 5 })
power, rest, angle = math.pow(2, 5), math.fmod(7, 4), math.atan2(0, 1)
modulo = math.mod(7, 4)
found = '' for word in string.gfind('a b', '%a') do found = found .. word end
made = LoadLuaScript('return 6 * 7') value = made()
refused, why = loadstring('return 1')
nothing = dofile('x') opened = io
copy = copy_table({ a = { 1 } })
world = class.World.new() same = world == World
wrong = isTypeError('number', 1, 'x')
day = Trigger.World:setWorldTime(20) laid = Trigger.Block:createBlock({ x = 1, y = 9, z = 1 }, 104, 0)
local env = setmetatable({}, { __index = _G })
local f = setfenv(function() inside = 3 return inside end, env) own = f()
later = 0 threadpool:delay(0.1, function(by) later = later + by end, 5)
threadpool:work(function() Trigger:wait(0.1) waited = true end)
threadpool:delay(0.1, function(...) passed = select('#', ...) end, 1, 2, 3, 4, 5, 6, 7, 8)";
    let mut walk = Walk::open(script);
    walk.ticks(5);
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("unpacked, length, power, rest, angle, modulo, found"), "3 2 32 3 0 3 ab");
    assert_eq!(walk.show("value, refused, nothing, opened, copy.a[1]"), "42 nil nil nil 1");
    assert!(walk.show("why").contains("LoadLuaScript"));
    assert_eq!(
        walk.show("same, wrong, day, laid, own, inside, later, waited, passed"),
        "true true 0 0 3 nil 5 true 8"
    );
    assert_eq!(walk.show("Block:getBlockID(1, 9, 1)"), "0 104");
}

#[test]
fn libraries_take_what_scripts_add_to_them() {
    let script = "
function string.split(text, by)
  local parts = {}
  for part in string.gmatch(text, '[^' .. by .. ']+') do table.insert(parts, part) end
  return parts
end
function table.contains(list, item)
  for _, own in ipairs(list) do if own == item then return true end end
  return false
end
math.round = function(x) return math.floor(x + 0.5) end
local floor = math.floor
math.floor = function(x) return floor(x) + 100 end
words = ('a,b,c'):split(',')
count, second, there, near = #words, words[2], table.contains(words, 'c'), math.round(2.5)
shouted = second:upper()
locked = getmetatable('') ~= nil and not pcall(setmetatable, getmetatable(''), {})";
    let other = "more = #string.split('1 2', ' ') raised = math.floor(1.5)";
    let walk = Walk::scripts(&[("a.lua", script), ("b.lua", other)], "");
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(walk.show("count, second, there, near, shouted"), "3 b true 103 B");
    assert_eq!(walk.show("more, raised"), "2 101");
}

#[test]
fn numbers_are_written_as_lua_writes_them() {
    let script = "price = 100 * 1.15 text = 'costs ' .. price .. ' and ' .. 1.1 * 3
large = tostring(4294967301) tenth = 0.1 + 0.2
Chat:sendSystemMsg(tenth)";
    let walk = Walk::open(script);
    assert_eq!(walk.show("text, large, tenth .. ''"), "costs 115 and 3.3 4294967301 0.3");
}

#[test]
fn a_replacement_may_escape_what_needs_no_escape() {
    let script = "a = string.gsub('x-y', 'x', '%-%#%%') b = ('x'):gsub('x', '[%0%') c = ('ab'):gsub('(a)', '%1%!')";
    let walk = Walk::open(script);
    assert_eq!(walk.show("a, b, c"), "-#%-y [x% a!b");
}

#[test]
fn rules_that_nobody_has_set_are_as_usual() {
    let script = "GameRule.Weather = 2 GameRule.TeamNum = 3 World:setHours(20)
night = GameRule.CurTime >= 18 and GameRule.MaxPlayers + GameRule.EndTime > 0";
    let walk = Walk::open(script);
    assert_eq!(walk.errors(), Vec::<&str>::new());
    assert_eq!(
        walk.show(
            "night, GameRule.CurTime, GameRule.Weather, GameRule.TeamNum, GameRule.BlockPlace"
        ),
        "true 20 2 3 1"
    );
    assert_eq!(walk.show("GameRule.LifeNum, GameRule.NoSuchRule"), "0 nil");
}

#[test]
fn blocks_whose_numbers_are_computed_are_there() {
    let script = "laid = 0
for id = 2010, 2023 do laid = laid + (Block:placeBlock(id, id - 2000, 20, 0) == 0 and 1 or 0) end
for n = 1, 8 do laid = laid + (Block:placeBlock(4096 + n, n, 21, 0) == 0 and 1 or 0) end
for id = 6000, 6032 do laid = laid + (Block:placeBlock(id, id - 5980, 22, 0) == 0 and 1 or 0) end";
    assert_eq!(Walk::open(script).show("laid"), "55");
}

#[test]
fn a_chunk_that_returns_a_function_is_called_each_tick() {
    let script = "ticks = 0 return function() ticks = ticks + 1 end";
    let mut walk = Walk::open(script);
    walk.ticks(10);
    assert_eq!(walk.show("ticks"), "10");
}

#[test]
fn component_scripts_are_refused_with_a_sentence() {
    let script = "local Script = {} function Script:OnStart() end return Script";
    let walk = Walk::open(script);
    assert!(walk.errors()[0].contains("component script"), "{:?}", walk.errors());
    // Those of pages too.
    let walk = Walk::scripts(&[("main.lua", "")], script);
    assert!(walk.errors()[0].contains("component script"), "{:?}", walk.errors());
    // A classic page beside it is no excuse.
    let page = "ScriptSupportEvent:registerEvent('Game.Start', function() end)";
    let walk = Walk::scripts(&[("main.lua", script)], page);
    assert!(walk.errors()[0].contains("component script"), "{:?}", walk.errors());
}

#[test]
fn tables_are_printed_readably_and_the_event_is_known() {
    let script = "
print({ b = 1, a = { 2 } }, 'x') printtag('tag', { 1 })
ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e)
  who, text, year = CurEventParam.TriggerByPlayer, CurEventParam.EventString, CurEventParam.EventDate.year
end)";
    let mut walk = Walk::open(script);
    walk.ok(Input::Chat { player: ANN, text: "hi".to_owned() });
    assert_eq!(printed(&walk), ["{a={[1]=2}, b=1}\tx", "[tag] {[1]=1}"]);
    assert_eq!(walk.show("who, text, year"), "1001 hi 2026");
}

#[test]
fn rules_are_fields_that_take_effect() {
    let mut walk = Walk::open("GameRule.CurTime = 20 GameRule.BlockDestroy = 0 GameRule.Made = 7");
    assert_eq!(
        walk.show("GameRule.CurTime, GameRule.Made, GameRule.Never, World:getHours()"),
        "20 7 nil 0 20"
    );
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [0, 6, 1] }), "not_allowed");
    walk.run("GameRule.BlockDestroy = 1");
    assert_eq!(walk.refused(ANN, Act::DigBegin { pos: [0, 6, 1] }), "");
}

#[test]
fn pages_events_reach_their_scripts_and_those_of_the_map() {
    let page = "ScriptSupportEvent:registerEvent('UI.Button.Click', function(e) Game.mine = e.CustomUI .. e.uielement end)";
    let main =
        "ScriptSupportEvent:registerEvent('UI.Button.Click', function(e) all = (all or 0) + 1 end)";
    let mut walk = Walk::scripts(&[("main.lua", main)], page);
    walk.join(ANN, "Ann");
    let press = |page: &str, element: &str| Act::Press {
        page: page.to_owned(),
        element: element.to_owned(),
        down: false,
    };
    assert_eq!(walk.refused(ANN, press("7001", "7001_1")), "no_page", "it is closed");
    walk.run(
        "Customui:openUIView(1001, '7001') Customui:openUIView(1001, '7002')
        Customui:setText(1001, '7002', '7002_9', 'x')",
    );
    assert_eq!(walk.refused(ANN, press("7001", "7001_5")), "no_element");
    assert_eq!(walk.refused(ANN, press("7001", "7001_1")), "");
    assert_eq!(walk.refused(ANN, press("7002", "7002_9")), "");
    assert_eq!(walk.show("Game.mine, all"), "70017001_1 2");
}
