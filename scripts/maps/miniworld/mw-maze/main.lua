-- People in the maze of maze.lua: what they say, how long they walk, and who was fastest.

local FIRST_SIZE = 9
local FEET = 7 -- the height at which people stand
local SQUARE = { x = 0.5, y = FEET, z = -5.5 }
local SHEEP = 3400
local RECORDS = 1 -- the group of the floating text on the square
local RECORDS_AT = { x = 0.5, y = 9, z = 1.5 }

-- All that has to outlast a stored room. `walks` are those that are under way, by player number as
-- text: their timer, whether somebody helped, and the sheep that is ridden.
local game = {
  size = FIRST_SIZE,
  entrance = nil,
  exit = nil,
  areas = {}, -- inside, start, finish
  walks = {},
  best = {}, -- by size as text: seconds and name
  trail = {},
}

Checkpoint:offer(function()
  return game
end, function(old)
  game = old
end)

local function name_of(uin)
  local code, name = Player:getNickname(uin)
  return code == ErrorCode.OK and name or tostring(uin)
end

local function tell(uin, key, args)
  Player:notifyGameInfo2Self(uin, T(key, args))
end

local function walk_of(uin)
  return game.walks[tostring(uin)]
end

-- The best times, over the square.
local function show_records()
  local sizes = {}
  for size in pairs(game.best) do
    table.insert(sizes, tonumber(size))
  end
  table.sort(sizes)
  local lines = { "#Y[zh]迷宫[/zh][en]maze[/en] " .. game.size .. " × " .. game.size }
  for _, size in ipairs(sizes) do
    local best = game.best[tostring(size)]
    table.insert(lines, size .. ":  " .. best.seconds .. " s  " .. best.name)
  end
  Graphics:updateGraphicsTextById(game.records, table.concat(lines, "\n"))
end

-- A walk: it begins at the gate and ends at the exit.

local function begin_walk(uin)
  if walk_of(uin) then
    return
  end
  local _, timer = MiniTimer:createTimer("walk")
  MiniTimer:startForwardTimer(timer)
  MiniTimer:showTimerWnd({ uin }, timer, "[zh]用时[/zh][en]Time[/en]")
  game.walks[tostring(uin)] = { timer = timer, began = os.clock(), aided = false }
  tell(uin, "go")
end

-- Ends a walk wherever it is; gives its seconds.
local function end_walk(uin)
  local walk = walk_of(uin)
  local seconds = os.clock() - walk.began
  MiniTimer:hideTimerWnd({ uin }, walk.timer)
  MiniTimer:deleteTimer(walk.timer)
  game.walks[tostring(uin)] = nil
  if walk.sheep then
    Player:mountActor(uin, 0)
    World:despawnCreature(walk.sheep)
  end
  if next(game.walks) == nil then
    Maze.light(game.trail, false)
    game.trail = {}
  end
  return seconds
end

local function finish(uin)
  local aided = walk_of(uin).aided
  local seconds = string.format("%.1f", end_walk(uin))
  if aided then
    tell(uin, "aided")
    return
  end
  Chat:sendSystemMsg(T("done", { name = name_of(uin), seconds = seconds, size = game.size }))
  local key = tostring(game.size)
  local best = game.best[key]
  if not best or tonumber(seconds) < tonumber(best.seconds) then
    game.best[key] = { seconds = seconds, name = name_of(uin) }
    tell(uin, "record")
    show_records()
  end
end

-- Building.

local function cell_area(cell)
  local low = { x = cell.x, y = FEET, z = cell.z }
  local _, area = Area:createAreaRectByRange(low, { x = cell.x, y = FEET + 3, z = cell.z })
  return area
end

local function build(size)
  for _, area in pairs(game.areas) do
    Area:destroyArea(area)
  end
  game.size, game.trail = size, {}
  game.entrance, game.exit = Maze.grow(size)
  local west, east, south, north = Maze.bounds(size)
  local low, high = { x = west, y = FEET, z = south }, { x = east, y = FEET + 3, z = north }
  local _, inside = Area:createAreaRectByRange(low, high)
  game.areas = {
    inside = inside,
    start = cell_area(game.entrance),
    finish = cell_area(game.exit),
  }
  show_records()
end

-- Somebody else inside the hedges, or nil.
local function walker_besides(uin)
  local _, uins = Area:getAreaPlayers(game.areas.inside)
  for _, other in ipairs(uins or {}) do
    if other ~= uin then
      return other
    end
  end
  return nil
end

local function go_back(uin)
  if walk_of(uin) then
    end_walk(uin)
  end
  Player:setPosition(uin, SQUARE.x, SQUARE.y, SQUARE.z)
end

-- What people say.

local commands = {}

function commands.maze(uin, said, size)
  local wanted = size == "" and FIRST_SIZE or tonumber(size)
  local whole = wanted and wanted == math.floor(wanted)
  if not whole or wanted < Maze.SMALLEST or wanted > Maze.LARGEST then
    tell(uin, "bad_size", { said = said })
    return
  end
  local walker = walker_besides(uin)
  if walker then
    tell(uin, "inside", { name = name_of(walker) })
    return
  end
  go_back(uin)
  build(wanted)
  Chat:sendSystemMsg(T("built", { name = name_of(uin), size = wanted }))
end

function commands.way(uin)
  local walk = walk_of(uin)
  if not walk then
    tell(uin, "not_inside")
    return
  end
  local _, x, _, z = Actor:getPosition(uin)
  local from = { x = math.floor(x), z = math.floor(z) }
  Maze.light(game.trail, false)
  game.trail = Maze.way(game.size, from, game.exit) or {}
  Maze.light(game.trail, true)
  walk.aided = true
  tell(uin, "way")
end

-- Leads a sheep to the next bend of its way. Left to itself it would go around the hedges outside.
local function lead(sheep)
  local _, x, _, z = Actor:getPosition(sheep)
  local way = Maze.way(game.size, { x = math.floor(x), z = math.floor(z) }, game.exit)
  if not way or #way < 2 then
    return
  end
  local dx, dz = way[2].x - way[1].x, way[2].z - way[1].z
  local bend = 2
  while
    way[bend + 1]
    and way[bend + 1].x - way[bend].x == dx
    and way[bend + 1].z - way[bend].z == dz
  do
    bend = bend + 1
  end
  Actor:tryNavigationToPos(sheep, way[bend].x + 0.5, FEET, way[bend].z + 0.5)
end

-- A sheep comes to the gate, and carries whoever called it to the exit.
function commands.ride(uin)
  go_back(uin)
  local x, z = game.entrance.x + 0.5, game.entrance.z + 0.5
  Player:setPosition(uin, x, FEET, z)
  begin_walk(uin)
  local walk = walk_of(uin)
  local code, made = World:spawnCreature(x, FEET, z + 1, SHEEP, 1)
  if code ~= ErrorCode.OK then
    return
  end
  walk.aided, walk.sheep = true, made[1]
  Player:mountActor(uin, walk.sheep)
  lead(walk.sheep)
  tell(uin, "riding")
end

-- Whoever rides has come to another cell.
ScriptSupportEvent:registerEvent("Player.MoveOneBlockSize", function(event)
  local walk = walk_of(event.eventobjid)
  if walk and walk.sheep then
    lead(walk.sheep)
  end
end)

function commands.back(uin)
  go_back(uin)
  tell(uin, "back")
end

local WORDS = {
  maze = "maze",
  ["迷宫"] = "maze",
  way = "way",
  ["指路"] = "way",
  ride = "ride",
  ["骑羊"] = "ride",
  back = "back",
  ["回来"] = "back",
}

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  -- A word, and perhaps a number behind it, with or without a blank: "maze 15", "迷宫15".
  local word, rest = string.match(string.lower(event.content), "^%s*([^%s%d%.%-]+)%s*(.-)%s*$")
  local command = word and WORDS[word]
  if command then
    commands[command](event.eventobjid, event.content, rest)
  end
end)

ScriptSupportEvent:registerEvent("Game.Start", function()
  GameRule.BlockDestroy, GameRule.BlockPlace = 0, 0 -- hedges are not cut
  local info = Graphics:makeflotageText("…", 16, RECORDS)
  local at = RECORDS_AT
  local _, id = Graphics:createflotageTextByPos(at.x, at.y, at.z, info, 0, 0)
  game.records = id
  build(FIRST_SIZE)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  Chat:sendSystemMsg(T("welcome"), event.eventobjid)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(event)
  go_back(event.eventobjid) -- or it would stand in the hedges of a maze that grows meanwhile
end)

-- Events come after the handler that caused them: by then somebody may be elsewhere again.
local function is_in(area, uin)
  return Area:objInArea(area, uin) == ErrorCode.OK
end

ScriptSupportEvent:registerEvent("Player.AreaIn", function(event)
  local uin, area = event.eventobjid, event.areaid
  if not is_in(area, uin) then
    return
  elseif area == game.areas.start then
    begin_walk(uin)
  elseif area == game.areas.finish and walk_of(uin) then
    finish(uin)
  end
end)

ScriptSupportEvent:registerEvent("Player.AreaOut", function(event)
  local uin, inside = event.eventobjid, game.areas.inside
  if event.areaid == inside and walk_of(uin) and not is_in(inside, uin) then
    end_walk(uin)
    tell(uin, "out")
  end
end)
