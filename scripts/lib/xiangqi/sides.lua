-- The two seats of a Xiangqi table: who plays Red and Black, kept up to date, and the default seating.
--
-- Red is seat 0 and Black seat 1. Black starts as the computer; the first person to enter is given Red.
-- Whoever moves over to the computer's seat while its own falls open changes places with it.

Sides = { RED = 0, BLACK = 1 }

local holders = {} -- seat -> { kind, who }, as last seen
local listener = nil
local present = {} -- uin -> true
local anyone_came = false

local function look(seat)
  local kind, who = Seats:holder(seat)
  return { kind = kind, who = who }
end

-- Tells the listener which seats changed hands, if any did.
local function refresh()
  local changed = {}
  local any = false
  for seat = Sides.RED, Sides.BLACK do
    local now, before = look(seat), holders[seat]
    if before == nil or now.kind ~= before.kind or now.who ~= before.who then
      holders[seat] = now
      changed[seat] = true
      any = true
    end
  end
  if any and listener then
    listener(changed)
  end
end

-- The person at `seat` may have come over from the other seat and put the computer out of this one.
local function change_places(seat)
  local other = 1 - seat
  local before = holders[seat]
  if before and before.kind == "computer" and look(other).kind == "open" then
    Seats:setComputer(other, before.who)
  end
end

local function welcome(uin)
  present[uin] = true
  if not anyone_came and Seats:of(uin) == nil and look(Sides.RED).kind == "open" then
    Seats:sit(Sides.RED, uin)
  end
  anyone_came = true
end

local function listen()
  ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
    local was_empty = not Sides.anyone_here()
    welcome(e.eventobjid)
    refresh()
    if was_empty then
      listener({})
    end
  end)
  ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(e)
    present[e.eventobjid] = nil
    if not Sides.anyone_here() then
      listener({})
    end
  end)
  ScriptSupportEvent:registerEvent("Room.Sit", function(e)
    change_places(e.seat)
    refresh()
  end)
  ScriptSupportEvent:registerEvent("Room.Stand", function(e)
    -- Whoever moves over to another seat stands up first; Room.Sit follows.
    if Seats:of(e.eventobjid) == nil then
      refresh()
    end
  end)
  ScriptSupportEvent:registerEvent("Room.Computer", refresh)
end

-- Begins: the computer takes Black at `level`, and `on_change(changed)` is called from now on whenever
-- seats change hands (changed[seat] is true) or the room empties or fills (changed is empty).
function Sides.open(level, on_change)
  listener = on_change
  Seats:setComputer(Sides.BLACK, level)
  for seat = Sides.RED, Sides.BLACK do
    holders[seat] = look(seat)
  end
  listen()
end

-- What a checkpoint is to keep, for Sides.load.
function Sides.save()
  return { holders = holders, present = present, anyone_came = anyone_came }
end

-- Goes on from what Sides.save gave, in place of Sides.open.
function Sides.load(state, on_change)
  holders, present, anyone_came = state.holders, state.present, state.anyone_came
  listener = on_change
  listen()
end

-- "open", "player" or "computer", and the player's uin or the computer's level.
function Sides.holder(seat)
  local holder = holders[seat]
  return holder.kind, holder.who
end

-- Whether a person has this seat.
function Sides.is_person(seat)
  return holders[seat].kind == "player"
end

-- Whether the computer has this seat.
function Sides.is_computer(seat)
  return holders[seat].kind == "computer"
end

-- Whether anybody is in the room to watch.
function Sides.anyone_here()
  return next(present) ~= nil
end

-- Whether a person plays.
function Sides.anyone_seated()
  return Sides.is_person(Sides.RED) or Sides.is_person(Sides.BLACK)
end

-- The name of a seat's army.
function Sides.name(seat)
  return T(seat == Sides.RED and "red" or "black")
end
