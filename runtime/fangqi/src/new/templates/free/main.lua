-- Lamps on a square: a click switches a lamp and its neighbours; whoever puts all of them out has won.
--
-- A map without rules does everything itself: it sets blocks, listens to events and fills in the display.

local SIDE = 5
local LIT, DARK = 3001, 3002 -- ids in blocks.toml

local lamps: { boolean } = {} -- row by row: true where a lamp is lit
local clicks = 0
local over = false

local function switch(x, z)
  if x < 0 or x >= SIDE or z < 0 or z >= SIDE then
    return
  end
  local lamp = z * SIDE + x + 1
  lamps[lamp] = not lamps[lamp]
  Block:setBlockAll(x, 0, z, lamps[lamp] and LIT or DARK)
end

local function press(x, z)
  switch(x, z)
  switch(x + 1, z)
  switch(x - 1, z)
  switch(x, z + 1)
  switch(x, z - 1)
end

local function all_dark()
  return table.find(lamps, true) == nil
end

-- Lamps that were lit by clicks can be put out by clicks.
local function start()
  lamps = table.create(SIDE * SIDE, true)
  for x = 0, SIDE - 1 do
    for z = 0, SIDE - 1 do
      switch(x, z)
    end
  end
  for _ = 1, 6 do
    press(math.random(SIDE) - 1, math.random(SIDE) - 1)
  end
  if all_dark() then
    press(SIDE // 2, SIDE // 2)
  end
  clicks, over = 0, false
  Hud:clearResult()
  Hud:clearMoves()
  Hud:setStatus(T("status"))
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  Hud:setButtons({ { id = "new", label = T("new_game") } })
  start()
end)

-- Whoever comes first plays; others watch.
ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  if Seats:holder(0) == "open" then
    Seats:sit(0, e.eventobjid)
  end
end)

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  if over then
    return
  end
  if e.y ~= 0 or e.x < 0 or e.x >= SIDE or e.z < 0 or e.z >= SIDE then
    return
  end
  press(e.x, e.z)
  clicks += 1
  Hud:addMove(0, string.char(string.byte("a") + e.x) .. (e.z + 1))
  if all_dark() then
    over = true
    Hud:setResult(0, T("solved", { count = tostring(clicks) }))
  end
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "new" then
    start()
  end
end)

-- What a room needs to go on after it was stored; blocks and display are kept by themselves.
Checkpoint:offer(function()
  return { lamps = lamps, clicks = clicks, over = over }
end, function(state)
  lamps, clicks, over = state.lamps, state.clicks, state.over
end)
