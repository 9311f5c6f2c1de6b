--!strict
-- The table of a puzzle: one person solves it at the first seat, computers have the others, and
-- everybody else watches.
--
-- A map's last script calls `Puzzle.host`; `xiangqi-puzzles/main.lua` shows how. The map's text
-- `only_solver` is what those are told who press a button while somebody else solves.

Puzzle = {}

-- What `Puzzle.host` is given.
type Map = {
  others: { number }, -- the computers' seats, from 0
  start: () -> (), -- puts the first puzzle on the table
  go_on: () -> (), -- the solver may be another one now: goes on with whoever is there
  show_buttons: () -> (), -- shows the buttons
  press: { [string]: (uin: number, value: string?) -> () }, -- by the ids of buttons
}

local SOLVER = 0 -- the seat
local LEVEL = 1

local solver = nil -- who solves
local anyone_came = false

-- Whether somebody sits where the puzzle is solved.
function Puzzle.has_solver()
  return Seats:holder(SOLVER) == "player"
end

-- A button, labelled with the text of its id; `more` is what else it has.
function Puzzle.button(id: string, more: { [string]: any }?)
  local made = { id = id, label = T(id), seated = Puzzle.has_solver() }
  for name, value in pairs(more or {}) do
    made[name] = value
  end
  return made
end

-- Writes a note that everybody sees.
function Puzzle.say(key: string, words: { [string]: any }?, lines: { any }, buttons: { any }?)
  Hud:setNote({ title = T(key, words), lines = lines, buttons = buttons })
end

-- The others' seats are no seats for people: who sits down there solves if nobody does.
local function keep_seats(others: { number })
  for _, seat in ipairs(others) do
    local there, visitor = Seats:holder(seat)
    if there == "player" and not Puzzle.has_solver() then
      Seats:sit(SOLVER, visitor)
    end
    if Seats:holder(seat) == "open" then
      Seats:setComputer(seat, LEVEL)
    end
  end
  if Seats:holder(SOLVER) == "computer" then
    Seats:setComputer(SOLVER, nil)
  end
end

-- Sets the table when the room opens, keeps the solver's seat, and hands presses on.
function Puzzle.host(map: Map)
  local function refresh()
    keep_seats(map.others)
    local kind, who = Seats:holder(SOLVER)
    local now = kind == "player" and who or nil
    if now ~= solver then
      solver = now
      map.go_on()
    end
    map.show_buttons()
  end

  ScriptSupportEvent:registerEvent("Game.Start", function()
    for _, seat in ipairs(map.others) do
      Seats:setComputer(seat, LEVEL)
    end
    map.start()
  end)

  ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
    if not anyone_came and Seats:holder(SOLVER) == "open" then
      Seats:sit(SOLVER, e.eventobjid)
    end
    anyone_came = true
    refresh()
  end)

  for _, event in ipairs({ "Room.Sit", "Room.Stand", "Room.Computer" }) do
    ScriptSupportEvent:registerEvent(event, refresh)
  end

  ScriptSupportEvent:registerEvent("Room.Action", function(e)
    if solver ~= nil and solver ~= e.eventobjid then
      Hud:toast(T("only_solver"), "error", e.eventobjid)
    elseif map.press[e.id] then
      map.press[e.id](e.eventobjid, e.value)
    end
  end)

  -- The last of the offers: all else has been loaded.
  Checkpoint:offer(function()
    return { solver = solver, anyone_came = anyone_came }
  end, function(stored)
    solver, anyone_came = stored.solver, stored.anyone_came
    map.go_on() -- the solver is asked anew
  end)
end
