-- Kalah for two, people or the computer: the worked example of runtime/plugins/README.md.

local game = Kalah:new()
Kalah:show(game)

local function announce()
  local turn = Kalah:turn(game)
  Hud:setTurn(turn)
  if turn then
    return
  end
  local lead = Kalah:lead(game)
  local winner = if lead > 0 then 0 elseif lead < 0 then 1 else nil
  Hud:setResult(winner, { zh = `相差 {math.abs(lead)} 粒`, en = `by {math.abs(lead)} seeds` })
end

-- The computer plays until it is somebody else's turn.
local function computer()
  while true do
    local turn = Kalah:turn(game)
    local kind, level
    if turn then
      kind, level = Seats:holder(turn)
    end
    if kind ~= "computer" then
      return
    end
    Hud:setThinking(turn)
    local thought = Kalah:think(game, { level = level })
    Hud:setThinking(nil)
    if not thought then
      return
    end
    Kalah:sow(game, thought.pit)
    announce()
  end
end

ScriptSupportEvent:registerEvent("Kalah.Pick", function(e)
  if e.seat == Kalah:turn(game) and Kalah:sow(game, e.pit) then
    announce()
    computer()
  end
end)
ScriptSupportEvent:registerEvent("Room.Computer", computer)

Checkpoint:offer(function()
  return { game = game }
end, function(state)
  game = state.game
end)
announce()
