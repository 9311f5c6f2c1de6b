-- Sets the table when the room opens, keeps the solver's seat, and hands events on.

local SEAT = 0
local LEVEL = 1

local solver = nil -- who is the landlord
local anyone_came = false

-- Whoever sits down at a farmer's seat is the landlord if nobody is; farmers are the computer's.
local function refresh()
  for seat = 1, 2 do
    local there, visitor = Seats:holder(seat)
    if there == "player" and Seats:holder(SEAT) ~= "player" then
      Seats:sit(SEAT, visitor)
    end
    if Seats:holder(seat) == "open" then
      Seats:setComputer(seat, LEVEL)
    end
  end
  if Seats:holder(SEAT) == "computer" then
    Seats:setComputer(SEAT, nil)
  end
  local kind, who = Seats:holder(SEAT)
  local now = kind == "player" and who or nil
  if now ~= solver then
    solver = now
    Solving.go_on()
  end
  Solving.show_buttons()
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  Seats:setComputer(1, LEVEL)
  Seats:setComputer(2, LEVEL)
  Solving.start(1)
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  if not anyone_came and Seats:holder(SEAT) == "open" then
    Seats:sit(SEAT, e.eventobjid)
  end
  anyone_came = true
  refresh()
end)

for _, event in ipairs({ "Room.Sit", "Room.Stand", "Room.Computer" }) do
  ScriptSupportEvent:registerEvent(event, refresh)
end

local PRESS = {
  next = Solving.next,
  again = Solving.again,
  back = Solving.back,
  hint = Solving.hint,
  solution = Solving.show,
  option_puzzle = function(_, value)
    local wanted = tonumber(value)
    if wanted and Puzzles[wanted] then
      Solving.start(wanted)
    end
  end,
}

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  local sits = Seats:of(e.eventobjid) == SEAT
  if PRESS[e.id] and (sits or Seats:holder(SEAT) ~= "player") then
    PRESS[e.id](e.eventobjid, e.value)
  end
end)

Checkpoint:offer(function()
  return { solver = solver, anyone_came = anyone_came }
end, function(stored)
  solver, anyone_came = stored.solver, stored.anyone_came
  Solving.go_on()
end)
