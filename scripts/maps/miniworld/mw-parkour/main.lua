-- Runs: who is where on the course, and how long it has taken.

local FEATHER, WHISTLE = 200501, 200502
local SPLASH, SPARKS, CHIME = 1101, 1170, 10002

-- By runner: the timer that tells of whole seconds, the last checkpoint (0 is the start), whether
-- its clock runs and since when, its falls.
local runs = {}
-- Runners by their timer.
local runner_of = {}

local function set_text(uin, element, text)
  Customui:setText(uin, HUD, HUD .. "_" .. element, text)
end

local function show_run(uin)
  local run = runs[uin]
  local seconds = os.clock() - run.began
  set_text(uin, 2, run.running and clock_of(seconds) or "#G[zh]准备[/zh][en]Ready[/en]")
  set_text(uin, 3, "[zh]存档点[/zh][en]Checkpoints[/en] " .. run.passed .. "/" .. CHECKPOINTS)
  set_text(uin, 4, "[zh]落水[/zh][en]Falls[/en] " .. run.falls)
end

local function put(uin, place)
  Player:setPosition(uin, place[1], place[2], place[3])
end

-- The clock stands at nothing and waits for the runner to leave the start.
local function reset(uin)
  local run = runs[uin]
  MiniTimer:stopTimer(run.timer)
  run.passed, run.running, run.falls = 0, false, 0
  show_run(uin)
end

local function restart(uin)
  reset(uin)
  put(uin, BACK_AT[0])
end

local function back(uin)
  put(uin, BACK_AT[runs[uin].passed])
end

local function fall(uin)
  local run = runs[uin]
  local _, x, y, z = Actor:getPosition(uin)
  World:playParticalEffect(math.floor(x), math.floor(y), math.floor(z), SPLASH, 1, 1)
  if run.running then
    run.falls = run.falls + 1
  end
  back(uin)
  show_run(uin)
end

local function pass(uin, number)
  local run = runs[uin]
  if not run.running or number <= run.passed then
    return
  end
  if number > run.passed + 1 then
    Player:notifyGameInfo2Self(uin, T("skipped", { number = run.passed + 1 }))
    return
  end
  run.passed = number
  show_run(uin)
  local seconds = os.clock() - run.began
  Player:notifyGameInfo2Self(uin, T("checkpoint", { number = number, time = clock_of(seconds) }))
  local x, y, z = unpack(BACK_AT[number])
  World:playSoundEffectOnPos({ x = x, y = y, z = z }, CHIME, 60, 1, false)
end

local function finish(uin)
  local run = runs[uin]
  if not run.running then
    return
  end
  if run.passed < CHECKPOINTS then
    Player:notifyGameInfo2Self(uin, T("skipped", { number = run.passed + 1 }))
    return
  end
  local seconds = os.clock() - run.began
  run.running = false
  MiniTimer:pauseTimer(run.timer)
  set_text(uin, 2, "#Y" .. clock_of(seconds))
  local _, name = Player:getNickname(uin)
  local told = { name = name, time = clock_of(seconds), falls = run.falls }
  Chat:sendSystemMsg(T("finished", told))
  local _, x, y, z = Actor:getPosition(uin)
  World:playParticalEffect(math.floor(x), math.floor(y) + 2, math.floor(z), SPARKS, 2, 3)
  keep_record(uin, seconds, function(best, is_new)
    local key = is_new and "new_best" or "no_best"
    Player:notifyGameInfo2Self(uin, T(key, { time = clock_of(best) }))
  end)
end

local function forget(uin)
  local run = runs[uin]
  if run then
    runs[uin], runner_of[run.timer] = nil, nil
    MiniTimer:deleteTimer(run.timer)
  end
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  GameRule.BlockDestroy, GameRule.BlockPlace, GameRule.AttackPlayerMode = 0, 0, 1
  World:setHours(9)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  local uin = event.eventobjid
  forget(uin)
  local _, timer = MiniTimer:createTimer("run " .. uin)
  runs[uin] = { timer = timer, passed = 0, running = false, began = 0, falls = 0 }
  runner_of[timer] = uin
  Backpack:setGridItem(uin, 1000, FEATHER, 1)
  Backpack:setGridItem(uin, 1001, WHISTLE, 1)
  Customui:openUIView(uin, HUD)
  show_run(uin)
  show_records()
  -- Whoever comes back after a while begins anew, before the start.
  Player:teleportHome(uin)
  Actor:setFaceYaw(uin, 180)
  Chat:sendSystemMsg(T("welcome"), uin)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(event)
  forget(event.eventobjid)
end)

ScriptSupportEvent:registerEvent("Player.AreaIn", function(event)
  local uin, area = event.eventobjid, AREAS[event.areaid]
  if not runs[uin] or not area then
    return
  end
  if area == "start" then
    reset(uin)
  elseif area == "sea" then
    fall(uin)
  elseif area == "home" then
    restart(uin)
  elseif area == "finish" then
    finish(uin)
  else
    pass(uin, area)
  end
end)

ScriptSupportEvent:registerEvent("Player.AreaOut", function(event)
  local uin = event.eventobjid
  local run = runs[uin]
  if not run or AREAS[event.areaid] ~= "start" then
    return
  end
  -- Back to the meadow is no run.
  local code, _, _, z = Actor:getPosition(uin)
  if code == ErrorCode.OK and z > BACK_AT[0][3] then
    run.running, run.began = true, os.clock()
    MiniTimer:startForwardTimer(run.timer)
    show_run(uin)
  end
end)

-- Once a second while its clock runs.
ScriptSupportEvent:registerEvent("minitimer.change", function(event)
  local uin = runner_of[event.timerid]
  if uin and runs[uin].running then
    show_run(uin)
  end
end)

ScriptSupportEvent:registerEvent("Player.UseItem", function(event)
  if event.itemid == FEATHER then
    back(event.eventobjid)
  elseif event.itemid == WHISTLE then
    restart(event.eventobjid)
  end
end)

local function tell_records(uin)
  show_records(function(lines)
    if #lines == 0 then
      Chat:sendSystemMsg(T("no_times"), uin)
    end
    for _, line in ipairs(lines) do
      Chat:sendSystemMsg(line, uin)
    end
  end)
end

local words = {
  ["回去"] = back,
  back = back,
  ["重来"] = restart,
  restart = restart,
  ["排行"] = tell_records,
  top = tell_records,
}

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local deed = words[string.lower(event.content)]
  if deed and runs[event.eventobjid] then
    deed(event.eventobjid)
  end
end)
