-- The game on the board of gems.lua: points, levels, and who got how much.

-- How many colours a level has, and how many points it takes. Clicking at random passes the first
-- level; who saves one colour up for last passes the others more often than not.
local LEVELS = {
  { colours = 3, target = 800 },
  { colours = 4, target = 450 },
  { colours = 5, target = 300 },
  { colours = 6, target = 220 },
}
local EMPTY_BONUS = 100
local SLIDE, PAUSE = 0.25, 3 -- seconds until gems slide, and between two levels
local NEW_GAME = { [3110] = true, [3111] = true } -- the blocks at the edge of the tray
local HINT = { [3112] = true, [3113] = true }
local POINTS, PEOPLE, ARROW = 1, 2, 3 -- groups of what is drawn in the air

-- All that has to outlast a stored room. `phase` is "play", "slide" while gems are about to slide,
-- "next" between two levels, "over" or "won"; `round` tells calls that come too late.
local game = {
  level = 1,
  points = 0,
  total = 0,
  scores = {}, -- by player number as text
  phase = "play",
  round = 0,
  sure = nil, -- who has asked for a new game in the middle of one
  arrows = {},
  flash = nil,
}

local settle, next_level

-- Calls a function later, unless another has been called for in the meantime.
local function later(seconds, task)
  game.round = game.round + 1
  threadpool:delay(seconds, function(round)
    if round == game.round then
      task()
    end
  end, game.round)
end

Checkpoint:offer(function()
  return game
end, function(old)
  game = old
  -- Calls that were to come are gone from a stored room.
  if game.phase == "slide" then
    later(SLIDE, settle)
  elseif game.phase == "next" then
    later(PAUSE, next_level)
  end
end)

local function name_of(uin)
  local code, name = Player:getNickname(uin)
  return code == ErrorCode.OK and name or tostring(uin)
end

local function tell(uin, key, args)
  Player:notifyGameInfo2Self(uin, T(key, args))
end

local function tell_all(key, args)
  Game:msgBox(T(key, args))
  Chat:sendSystemMsg(T(key, args))
end

-- What is drawn around the board.

local function ranking()
  local list = {}
  local _, _, uins = World:getAllPlayers(-1)
  for _, uin in ipairs(uins) do
    table.insert(list, { uin = uin, points = game.scores[tostring(uin)] or 0 })
  end
  table.sort(list, function(a, b)
    return a.points > b.points or a.points == b.points and a.uin < b.uin
  end)
  return list
end

local function show()
  local level = LEVELS[game.level]
  Hud:setStatus( -- this host's own: its line speaks every player's language
    T("status", { level = game.level, points = game.points, target = level.target })
  )
  local words = {}
  for place, entry in ipairs(ranking()) do
    if place <= 4 then
      table.insert(words, name_of(entry.uin) .. ": " .. entry.points)
    end
  end
  Graphics:updateGraphicsTextById(game.people, "#W" .. table.concat(words, "   "))
end

local function hang_label()
  local info = Graphics:makeflotageText("…", 18, PEOPLE)
  local _, id = Graphics:createflotageTextByPos(Gems.WIDTH / 2, 2, -0.5, info, 0, 0)
  game.people = id
end

-- The points that were just won rise where they were won, until the gems slide.
local function flash(cell, points)
  local info = Graphics:makeflotageText("#Y+" .. points, 30, POINTS)
  game.flash = { x = cell.x + 0.5, z = cell.z + 0.5 }
  Graphics:createflotageTextByPos(game.flash.x, 2, game.flash.z, info, 0, 1)
end

local function wipe()
  local kind = GRAPHICS.GRAPHICS_SUSPENDBOOK
  if game.flash then
    Graphics:removeGraphicsByPos(game.flash.x, 2, game.flash.z, POINTS, kind)
    game.flash = nil
  end
  for _, at in ipairs(game.arrows) do
    Graphics:removeGraphicsByPos(at.x, 2, at.z, ARROW, kind)
  end
  game.arrows = {}
end

-- Levels.

local function begin_level()
  local level = LEVELS[game.level]
  wipe()
  game.points, game.phase, game.sure = 0, "play", nil
  game.round = game.round + 1 -- whatever was to come belongs to the level before
  repeat
    Gems.fill(level.colours)
  until #Gems.largest() > 0
  Chat:sendSystemMsg(
    T("level", { level = game.level, colours = level.colours, target = level.target })
  )
  show()
end

function next_level()
  game.level = game.level + 1
  begin_level()
end

local function new_game()
  game.level, game.total, game.scores = 1, 0, {}
  begin_level()
end

local function tell_ranking()
  for _, entry in ipairs(ranking()) do
    Chat:sendSystemMsg(T("ranking", { name = name_of(entry.uin), points = entry.points }))
  end
end

local function end_level()
  local target = LEVELS[game.level].target
  game.total = game.total + game.points
  if game.points < target then
    game.phase = "over"
    tell_all("over", { points = game.points, short = target - game.points })
    tell_ranking()
  elseif game.level == #LEVELS then
    game.phase = "won"
    tell_all("won", { total = game.total })
    tell_ranking()
  else
    game.phase = "next"
    local args = { level = game.level, points = game.points }
    args.target = LEVELS[game.level + 1].target
    tell_all("passed", args)
    later(PAUSE, next_level)
  end
end

-- Clearing.

local function win_points(uin, points)
  local key = tostring(uin)
  game.points = game.points + points
  game.scores[key] = (game.scores[key] or 0) + points
  Player:setGameScore(uin, game.scores[key])
end

function settle()
  wipe()
  Gems.settle()
  game.phase = "play"
  if #Gems.largest() == 0 then
    end_level()
  end
  show()
end

local function clear(uin, x, z)
  local cells = Gems.group(x, z)
  if #cells < 2 then
    tell(uin, "alone")
    return
  end
  wipe()
  Gems.clear(cells)
  World:playSoundEffectOnPos({ x = x, y = Gems.HEIGHT, z = z }, 10947, 1, 1, false)
  win_points(uin, #cells * #cells)
  flash({ x = x, z = z }, #cells * #cells)
  if Gems.count() == 0 then
    win_points(uin, EMPTY_BONUS)
    tell_all("cleared", { points = EMPTY_BONUS })
  end
  game.phase, game.sure = "slide", nil
  show()
  later(SLIDE, settle)
end

-- A new game: at once when one is over, else after a second click by the same player.
local function restart(uin)
  if game.phase ~= "over" and game.phase ~= "won" and game.sure ~= uin then
    game.sure = uin
    tell(uin, "sure")
    return
  end
  Chat:sendSystemMsg(T("restarted", { name = name_of(uin) }))
  new_game()
end

local function hint()
  if game.phase ~= "play" then
    return
  end
  wipe()
  for _, cell in ipairs(Gems.largest()) do
    local at = { x = cell.x + 0.5, z = cell.z + 0.5 }
    Graphics:createflotageTextByPos(at.x, 2, at.z, Graphics:makeflotageText("#W▼", 18, ARROW))
    table.insert(game.arrows, at)
  end
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  hang_label()
  new_game()
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  Chat:sendSystemMsg(T("welcome"), event.eventobjid)
  show()
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", show)

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(event)
  local uin = event.eventobjid
  if NEW_GAME[event.blockid] then
    restart(uin)
  elseif HINT[event.blockid] then
    hint()
  elseif event.y ~= Gems.HEIGHT or not Gems.gem(event.x, event.z) then
    tell(uin, "no_gem")
  elseif game.phase == "slide" then
    tell(uin, "falling")
  else
    clear(uin, event.x, event.z)
  end
end)

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local said = string.lower(event.content)
  if said == "restart" or said == "重来" then
    restart(event.eventobjid)
  elseif said == "hint" or said == "提示" then
    hint()
  end
end)
