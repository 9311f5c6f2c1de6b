-- Kalah for two, people or the computer: the worked example of runtime/plugins/README.md.

local WOOD, BOARD, HIGHEST = 6, 7, 8
-- The wool of each seat's seeds.
local SEEDS = { 104, 103 }

local game = Kalah:new()
Kalah:show(game)

for x = -1, 15 do
  for z = -1, 7 do
    Block:setBlockAll(x, 0, z, if x < 0 or x > 14 or z < 0 or z > 6 then WOOD else BOARD, 0)
  end
end

-- Shows the seeds of each pit as a column of blocks.
local function draw()
  for index, seeds in Kalah:pits(game) do
    local pit = index - 1
    local seat = if pit < 7 then 1 else 2
    local x = 2 * (if pit < 7 then pit + 1 else 13 - pit)
    local z = if pit % 7 == 6 then 3 elseif seat == 1 then 0 else 6
    for y = 1, HIGHEST do
      Block:setBlockAll(x, y, z, if y <= seeds then SEEDS[seat] else 0, 0)
    end
  end
end

local function announce()
  draw()
  local turn = Kalah:turn(game)
  Hud:setTurn(turn)
  if turn then
    return
  end
  local lead = Kalah:lead(game)
  local winner = if lead > 0 then 0 elseif lead < 0 then 1 else nil
  Hud:setResult(winner, { zh = `相差 {math.abs(lead)} 粒`, en = `by {math.abs(lead)} seeds` })
end

-- Plays one move of the computer if it is its turn; says whether it has moved.
local function computer_moves()
  local turn = Kalah:turn(game)
  local kind, level
  if turn then
    kind, level = Seats:holder(turn)
  end
  if kind ~= "computer" then
    return false
  end
  Hud:setThinking(turn)
  local thought, why = Kalah:think(game, { level = level })
  Hud:setThinking(nil)
  if not thought then
    print(`the computer does not move: {why}`)
    return false
  end
  Kalah:sow(game, thought.pit)
  announce()
  return true
end

-- Whether the computer thinks: a seat may be given to it again meanwhile.
local thinking = false

local function computer()
  if thinking then
    return
  end
  thinking = true
  repeat
    local moved = computer_moves()
  until not moved
  thinking = false
end

ScriptSupportEvent:registerEvent("Kalah.Pick", function(e)
  if e.seat == Kalah:turn(game) and Kalah:sow(game, e.pit) then
    announce()
    computer()
  end
end)
ScriptSupportEvent:registerEvent("Room.Computer", computer)
ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  if Seats:holder(0) == "open" and Seats:holder(1) == "open" then
    Seats:sit(0, e.eventobjid)
    Seats:setComputer(1, 3)
  end
end)

Checkpoint:offer(function()
  return { game = game }
end, function(state)
  game = state.game
  announce()
end)
announce()
