-- The game: waiting → (break → fight) for each wave → won or lost → waiting for the bell again.

local CANNON, BELL = 2601, 2602
local BOW, SWORD, SHOT = 200511, 200512, 12051
local HEALTH, BREAK_SECONDS, RELOAD_SECONDS, RANGED = 200, 8, 2, 12
local NAME = "[zh]水晶保卫战[/zh][en]Crystal Defence[/en]"
local SHOT_SPEED, SPARKS, DUST = 800, 1170, 1101

local phase, wave, health, pause = "waiting", 0, HEALTH, 0
-- Seconds of this game, and by cannon when it is loaded again.
local clock, loaded = 0, {}
-- How many creatures each player here has beaten.
local kills = {}
local _, timer = MiniTimer:createTimer("wave")

local function players()
  local count = 0
  for _ in pairs(kills) do
    count = count + 1
  end
  return count
end

local function title()
  local number = wave .. "/" .. LAST_WAVE
  return wave > 0 and "[zh]第 " .. number .. " 波[/zh][en]Wave " .. number .. "[/en]" or NAME
end

local lines = {
  waiting = function()
    return "#Y[zh]敲钟开始[/zh][en]Ring the bell[/en]"
  end,
  ["break"] = function()
    return "#Y" .. pause .. " [zh]秒后来袭[/zh][en]seconds to go[/en]"
  end,
  fight = function()
    return "#R[zh]还有[/zh][en]Left[/en] " .. enemies()
  end,
  won = function()
    return "#G[zh]胜利[/zh][en]Victory[/en]"
  end,
  lost = function()
    return "#R[zh]失守[/zh][en]Lost[/en]"
  end,
}

local function show(uin)
  show_status(uin, title(), lines[phase]())
  show_health(uin, health, HEALTH)
  show_score(uin, kills[uin] or 0)
end

local function show_all()
  each_player(show)
  show_bar(health, HEALTH)
end

local function rest(number)
  phase, wave, pause = "break", number, BREAK_SECONDS
  Chat:sendSystemMsg(T("wave_soon", { wave = number, seconds = pause }))
end

local function new_game()
  clear_enemies()
  health, clock, loaded = HEALTH, 0, {}
  for uin in pairs(kills) do
    kills[uin] = 0
    Player:setGameScore(uin, 0)
    Player:setGameResults(uin, 0)
    hide_banner(uin)
  end
  rest(1)
  MiniTimer:startForwardTimer(timer)
end

-- The best first; those who beat as many, in the order in which they came.
local function tell_scores()
  local list = {}
  for uin, count in pairs(kills) do
    table.insert(list, { uin = uin, count = count })
  end
  table.sort(list, function(a, b)
    return a.count > b.count or a.count == b.count and a.uin < b.uin
  end)
  for rank, entry in ipairs(list) do
    local _, name = Player:getNickname(entry.uin)
    Chat:sendSystemMsg(T("score", { rank = rank, name = name, count = entry.count }))
  end
end

local function over(result)
  phase = result == 1 and "won" or "lost"
  MiniTimer:stopTimer(timer)
  clear_enemies()
  Chat:sendSystemMsg(T(phase))
  tell_scores()
  for uin in pairs(kills) do
    Player:setGameResults(uin, result)
    show_banner(
      uin,
      result == 1 and "#Y[zh]胜利！[/zh][en]Victory![/en]"
        or "#R[zh]水晶碎了[/zh][en]The crystal is lost[/en]"
    )
  end
  World:playParticalEffect(0, 11, 0, result == 1 and SPARKS or DUST, 3, 4)
end

local function fight()
  phase = "fight"
  prepare_wave(wave, players())
  Chat:sendSystemMsg(T("wave_begins", { wave = wave, count = enemies() }))
end

local function second()
  clock = clock + 1
  if phase == "break" then
    pause = pause - 1
    if pause <= 0 then
      fight()
    end
  elseif phase == "fight" then
    spawn_next()
    local harm = bites()
    if harm > 0 then
      health = math.max(0, health - harm)
      World:playParticalEffect(0, 8, 0, DUST, 1, 1)
    end
    if clock % 5 == 0 then
      urge()
    end
    if health == 0 then
      over(2)
    elseif enemies() == 0 and wave == LAST_WAVE then
      over(1)
    elseif enemies() == 0 then
      rest(wave + 1)
    end
  end
  show_all()
end

local function ring(uin)
  if phase == "fight" then
    Player:notifyGameInfo2Self(uin, T("in_fight"))
    return
  end
  if phase == "break" then
    pause = 0
    fight()
  else
    new_game()
  end
  show_all()
end

local function fire(uin, x, y, z)
  local key = x .. "," .. z
  if phase ~= "fight" then
    Player:notifyGameInfo2Self(uin, T("no_fight"))
  elseif (loaded[key] or 0) > clock then
    Player:notifyGameInfo2Self(uin, T("loading"))
  else
    local from = { x = x + 0.5, y = y + 1.4, z = z + 0.5 }
    local found, at = nearest_enemy(from.x, from.y, from.z)
    if found then
      loaded[key] = clock + RELOAD_SECONDS
      World:spawnProjectile(uin, SHOT, from.x, from.y, from.z, at.x, at.y, at.z, SHOT_SPEED)
    end
  end
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  GameRule.BlockDestroy, GameRule.BlockPlace, GameRule.AttackPlayerMode = 0, 0, 1
  World:setHours(16)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  local uin = event.eventobjid
  kills[uin] = 0
  Backpack:setGridItem(uin, 1000, BOW, 1)
  Backpack:setGridItem(uin, 1001, SWORD, 1)
  Player:setAttr(uin, PLAYERATTR.ATK_REMOTE, RANGED)
  show_page(uin)
  hide_banner(uin)
  show(uin)
  Chat:sendSystemMsg(T("welcome"), uin)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(event)
  kills[event.eventobjid] = nil
  -- Nobody is left to play on: the next one rings the bell.
  if players() == 0 then
    clear_enemies()
    MiniTimer:stopTimer(timer)
    phase, wave, health = "waiting", 0, HEALTH
    show_bar(health, HEALTH)
  end
end)

ScriptSupportEvent:registerEvent("minitimer.change", function(event)
  if event.timerid == timer then
    second()
  end
end)

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(event)
  if event.blockid == BELL then
    ring(event.eventobjid)
  elseif event.blockid == CANNON then
    fire(event.eventobjid, event.x, event.y, event.z)
  end
end)

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local word = string.lower(event.content)
  if word == "开始" or word == "start" then
    ring(event.eventobjid)
  end
end)

ScriptSupportEvent:registerEvent("Actor.AreaIn", function(event)
  if event.areaid == HOME_AREA then
    begin_biting(event.eventobjid)
  end
end)

-- Comes before `Actor.Die` of the same creature.
ScriptSupportEvent:registerEvent("Player.DefeatActor", function(event)
  local uin = event.eventobjid
  if kills[uin] and is_enemy(event.toobjid) then
    kills[uin] = kills[uin] + 1
    Player:setGameScore(uin, kills[uin])
    show_score(uin, kills[uin])
  end
end)

ScriptSupportEvent:registerEvent("Actor.Die", function(event)
  forget_enemy(event.eventobjid)
end)
