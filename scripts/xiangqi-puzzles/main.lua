-- Sets the table when the room opens, keeps the solver's seat, and hands events on.

local RED, BLACK = 0, 1
local LEVEL = 1

local solver = nil -- who is at Red
local anyone_came = false

-- The solver may have changed: the next move is asked of whoever is there now.
local function refresh()
  local there, visitor = Seats:holder(BLACK)
  if there == "player" and Seats:holder(RED) ~= "player" then
    Seats:sit(RED, visitor)
    there = "open"
  end
  if there == "open" then
    Seats:setComputer(BLACK, LEVEL)
  end
  if Seats:holder(RED) == "computer" then
    Seats:setComputer(RED, nil)
  end
  local kind, who = Seats:holder(RED)
  local now = kind == "player" and who or nil
  if now ~= solver then
    solver = now
    Solving.go_on()
  end
  Solving.show_buttons()
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  Seats:setComputer(BLACK, LEVEL)
  Solving.start()
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  if not anyone_came and Seats:holder(RED) == "open" then
    Seats:sit(RED, e.eventobjid)
  end
  anyone_came = true
  refresh()
end)

for _, event in ipairs({ "Room.Sit", "Room.Stand", "Room.Computer" }) do
  ScriptSupportEvent:registerEvent(event, refresh)
end

local function turn(way)
  Shelf.turn(way)
  Solving.start()
end

local PRESS = {
  next = function()
    turn(1)
  end,
  previous = function()
    turn(-1)
  end,
  option_difficulty = function(_, value)
    if Shelf.choose(value) then
      Solving.start()
    end
  end,
  hint = function(uin)
    Solving.hint(uin)
  end,
  solution = function()
    Solving.show()
  end,
  again = function()
    Solving.again()
  end,
}

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if Seats:of(e.eventobjid) == nil and solver ~= nil then
    Hud:toast(T("only_solver"), "error", e.eventobjid)
  elseif PRESS[e.id] then
    PRESS[e.id](e.eventobjid, e.value)
  end
end)

-- The last of the offers: all else has been loaded.
Checkpoint:offer(function()
  return { solver = solver, anyone_came = anyone_came }
end, function(stored)
  solver, anyone_came = stored.solver, stored.anyone_came
  Solving.go_on() -- the solver is asked anew
end)
