//! The maps that are played: those shipped, and one that does everything a map may do.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fangqi_room::MapPackage;
use fangqi_server::MapSet;

/// The plugins that these maps need.
const PLUGINS: fangqi_room::plugin::Plugins = fangqi_room::plugin::Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_rules::Rules,
    &fangqi_plugin_xiangqi::Xiangqi,
]);

/// Ids of the maps, the busiest first.
pub(crate) const MAPS: [&str; 6] =
    [BAZAAR, "xiangqi", "tutorial-xiangqi", "crazy-eights", "mw-waves", "mw-shop"];

/// How many of [`MAPS`] need nothing that only lively days have.
pub(crate) const PLAIN: usize = 3;

/// The map that does everything, of which there are several versions.
pub(crate) const BAZAAR: &str = "bazaar";

/// What is different in a version of `bazaar`: a text of its script, and what stands there instead.
const VERSIONS: [(&str, &str); 4] = [
    ("local count = 0", "local count = 0"),
    // Nothing that a room would notice.
    ("local timer\n", "local timer -- of the button\n"),
    // Something that it would once somebody has answered.
    ("count = count + 1\n", "count = count + 2\n"),
    // A mistake.
    ("local buttons = {}", "local buttons = nothing.at.all"),
];

/// The block of `bazaar` that only the player may see whose number is its data plus 1000.
pub(crate) const SECRET_BLOCK: u16 = 3021;

/// What stands before the number of the only player who may read a text of `bazaar`.
pub(crate) const SECRET_WORD: &str = "private-";

const MANIFEST: &str = r##"
format = 1
id = "bazaar"
version = "1"
name = { zh = "集市", en = "Bazaar" }
description = { zh = "模拟用", en = "A map for simulations" }
scripts = ["main.lua"]
blocks = ["blocks.toml"]
take_back = true
thumbnail = "thumbnail.svg"
capabilities = ["jobs"]
[[seats]]
name = { zh = "一", en = "One" }
colour = "#102030"
[[seats]]
name = { zh = "二", en = "Two" }
colour = "#405060"
[computer]
levels = 2
"##;

const BLOCKS: &str = r##"
[[block]]
id = 3007
key = "cover"
name_zh = "盖"
name_en = "Cover"
colour = "#111111"
[[block]]
id = 3020
key = "plain"
name_zh = "石"
name_en = "Plain"
colour = "#222222"
[[block]]
id = 3021
key = "secret"
name_zh = "密"
name_en = "Secret"
colour = "#333333"
"##;

const SCRIPT: &str = r##"
local count = 0
local timer

-- A seat is asked for a cell again and again; what it is asked names its player.
local function ask(seat)
  threadpool:work(function()
    while true do
      local kind, who = Seats:holder(seat)
      if kind ~= "player" then return end
      local choices = { { label = "pass" } }
      for x = 0, 3 do
        choices[#choices + 1] = { path = { { x = x, y = 0, z = seat }, { x = x, y = 1, z = seat } } }
      end
      local index = Request:ask({
        seat = seat, hint = "private-" .. who .. "!", choices = choices,
        seconds = 20, default = 1,
      })
      if not index then return end
      count = count + 1
      Block:setBlockAll(math.random(0, 40), 2, seat, 3020, index)
      Hud:setTurn(1 - seat)
      Hud:addMove(seat, "m" .. count)
      if count % 7 == 0 then Hud:clearMoves() end
    end
  end)
end

local buttons = {}
for i, id in ipairs({ "say", "wait", "fill", "fault", "think", "marks", "text", "timer", "hide", "late" }) do
  buttons[i] = { id = id, label = id }
end
Hud:setButtons(buttons)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  local uin = e.eventobjid
  local x = uin - 1000
  View:conceal(x, 1, 5, 3007)
  Block:setBlockAll(x, 1, 5, 3021, x % 256)
  View:reveal(x, 1, 5, uin)
  Hud:toast("private-" .. uin .. "!", "info", uin)
  Chat:sendChat("private-" .. uin .. "!", uin)
  Chat:sendChat("welcome " .. uin)
end)
ScriptSupportEvent:registerEvent("Room.Sit", function(e) ask(e.seat) end)
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  if e.face == 5 then Block:setBlockAll(e.x, e.y + 1, e.z, 3020, count % 16) end
end)
ScriptSupportEvent:registerEvent("Player.NewInputContent", function(e)
  World:playSoundEffectOnPos({ x = 0, y = 0, z = 0 }, 4, 1, 1, false)
  Hud:toast("someone spoke", "info")
end)
ScriptSupportEvent:registerEvent("minitimer.change", function(e)
  Hud:setStatus("timer " .. e.timertime)
end)

local actions = {}
function actions.say(e) Hud:setStatus("said " .. math.random(1000) .. " " .. e.value) end
function actions.wait(e)
  for i = 1, 3 do
    threadpool:wait(0.3)
    Block:setBlockAll(i, 3, math.random(0, 9), 3020, i)
  end
end
function actions.fill(e)
  local x = math.random(-20, 60)
  Area:fillBlockAreaRange({ x = x, y = 4, z = 0 }, { x = x + 9, y = 5, z = 9 }, 3020)
  Area:clearAllBlockAreaRange({ x = x + 2, y = 4, z = 0 }, { x = x + 4, y = 5, z = 9 }, 3020)
end
function actions.fault(e)
  Block:setBlockAll(0, 9, 0, 3020)
  count = count + 1000
  local nothing = nil
  Hud:setStatus(nothing.field)
end
function actions.think(e)
  local game = Xiangqi:new()
  local thought = Xiangqi:think(game, { level = 1 })
  Hud:setStatus(thought and "thought" or "no thought")
end
function actions.marks(e)
  Marks:set({ { x = math.random(0, 9), y = 0, z = 0, kind = "hint" } })
end
function actions.text(e)
  local info = Graphics:makeGraphicsText("t" .. math.random(9), 16, 0, 1)
  Graphics:createGraphicsTxtByPos(math.random(0, 9), 3, 0, info)
  World:playParticalEffect(math.random(0, 9), 1, 0, 1170, 1, math.random(1, 5))
end
function actions.timer(e)
  if not timer then
    local _, id = MiniTimer:createTimer("t")
    timer = id
  end
  MiniTimer:startBackwardTimer(timer, 5, true)
end
function actions.hide(e)
  local x = e.eventobjid - 1000
  View:conceal(x, 1, 6, 3007)
  Block:setBlockAll(x, 1, 6, 3021, x % 256)
  if math.random(2) == 1 then View:reveal(x, 1, 6, e.eventobjid) else View:forget(x, 1, 5, e.eventobjid) end
end
function actions.late(e)
  threadpool:delay(2, function() Hud:toast("private-" .. e.eventobjid .. "!", "alert", e.eventobjid) end)
end
ScriptSupportEvent:registerEvent("Room.Action", function(e) actions[e.id](e) end)

Checkpoint:offer(function()
  return { count = count, timer = timer }
end, function(state)
  count, timer = state.count, state.timer
  for seat = 0, 1 do
    Request:cancel(seat)
    ask(seat)
  end
end)
"##;

/// A version of `bazaar`, by any number.
pub(crate) fn bazaar(version: usize) -> MapPackage {
    let (text, instead) = VERSIONS[version % VERSIONS.len()];
    assert!(SCRIPT.contains(text), "{text}");
    let mut files = BTreeMap::new();
    let script = SCRIPT.replacen(text, instead, 1);
    for (name, text) in [
        ("map.toml", MANIFEST),
        ("main.lua", &script),
        ("blocks.toml", BLOCKS),
        ("thumbnail.svg", "<svg/>"),
    ] {
        files.insert(format!("{BAZAAR}/{name}"), text.as_bytes().to_vec());
    }
    MapPackage::load(&files, BAZAAR, PLUGINS).unwrap_or_else(|error| panic!("{BAZAAR}: {error}"))
}

/// Every map, loaded once for all simulations of the process; each may change its own.
pub(crate) fn all() -> MapSet {
    static LOADED: OnceLock<MapSet> = OnceLock::new();
    let load = || {
        let files = fangqi_testkit::shipped_files();
        let mut maps = MapSet::new(PLUGINS);
        maps.add(bazaar(0));
        for map in MAPS.into_iter().filter(|map| *map != BAZAAR) {
            let loaded = MapPackage::load(&files, map, PLUGINS);
            maps.add(loaded.unwrap_or_else(|error| panic!("{map}: {error}")));
        }
        maps
    };
    LOADED.get_or_init(load).apart()
}
