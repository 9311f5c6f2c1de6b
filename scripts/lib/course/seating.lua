--!strict
-- Who plays: the seats of a table, kept up to date, and the default seating.
--
-- The first person to enter is given the first seat; computers take the others. Whoever moves over to a
-- computer's seat changes places with it.
--
-- The scripts in this folder play any game for people at seats; `Course` holds what they share. Their seats
-- count from 1, the room's from 0.

Course = {}

local seating = {}
Course.seating = seating

type Holder = { kind: string?, who: any }
type Listener = (changed: { [number]: boolean }) -> ()

local level: number? = nil -- of computers, unless they are told otherwise
local listener: Listener = function() end
local players = 0 -- how many play
local holders: { [number]: Holder } = {} -- seat -> { kind, who }, as last seen
local present: { [number]: boolean } = {} -- uin -> true
local anyone_came = false

local function look(seat: number): Holder
  local kind, who = Seats:holder(seat - 1)
  return { kind = kind, who = who }
end

-- Tells the listener which seats changed hands, if any did.
local function refresh()
  local changed: { [number]: boolean } = {}
  for seat = 1, players do
    local now, before = look(seat), holders[seat]
    if now.kind ~= before.kind or now.who ~= before.who then
      holders[seat] = now
      changed[seat] = true
    end
  end
  if next(changed) ~= nil then
    listener(changed)
  end
end

-- The person at `seat` may have come over from another seat and put the computer out of this one.
local function change_places(seat: number, uin: number)
  local before = holders[seat]
  if before == nil or before.kind ~= "computer" then
    return
  end
  for other = 1, players do
    local left = holders[other]
    local is_left = left.kind == "player" and left.who == uin
    if other ~= seat and is_left and look(other).kind == "open" then
      Seats:setComputer(other - 1, before.who)
      return
    end
  end
end

local function welcome(uin: number)
  present[uin] = true
  if not anyone_came and Seats:of(uin) == nil and look(1).kind == "open" then
    Seats:sit(0, uin)
  end
  anyone_came = true
end

local function listen()
  ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
    local was_empty = not seating.anyone_here()
    welcome(e.eventobjid)
    refresh()
    if was_empty then
      listener({})
    end
  end)
  ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(e)
    present[e.eventobjid] = nil
    if not seating.anyone_here() then
      listener({})
    end
  end)
  ScriptSupportEvent:registerEvent("Room.Sit", function(e)
    change_places(e.seat + 1, e.eventobjid)
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

-- Says, while the scripts run, at which level computers play at first. `on_change(changed)` is called
-- whenever seats change hands (changed[seat] is true) or the room empties or fills (changed is empty).
function seating.set_up(computers: number, on_change: Listener)
  level = computers
  listener = on_change
  listen()
end

-- Sets how many play. Other seats are put away; seats that come in are the computer's.
function seating.set_players(count: number)
  Seats:setCount(count)
  for seat = count + 1, players do
    holders[seat] = nil
  end
  for seat = players + 1, count do
    Seats:setComputer(seat - 1, level)
    holders[seat] = look(seat)
  end
  players = count
end

-- Has all computers play at a level, those that come later too.
function seating.set_level(chosen: number?)
  level = chosen
  for seat = 1, players do
    if look(seat).kind == "computer" then
      Seats:setComputer(seat - 1, level)
      holders[seat] = look(seat)
    end
  end
end

-- Seats a person, and computers on the open seats.
function seating.seat_among_computers(seat: number, uin: number)
  if seating.of(uin) ~= seat then
    Seats:sit(seat - 1, uin)
  end
  for other = 1, players do
    if other ~= seat and look(other).kind == "open" then
      Seats:setComputer(other - 1, level)
    end
  end
  refresh()
end

-- Has the two sides change places.
function seating.change_sides()
  Seats:swap(0, 1)
  refresh()
end

-- Begins, with the first seat open.
function seating.open(count: number)
  holders[1] = look(1)
  players = 1
  seating.set_players(count)
end

-- How many play.
function seating.players()
  return players
end

-- The name of a seat.
function seating.name(seat: number)
  return Seats:name(seat - 1)
end

-- "open", "player" or "computer", and the player's uin or the computer's level.
function seating.holder(seat: number)
  local holder = holders[seat]
  return holder.kind, holder.who
end

-- The seat of a player that has part in the game; nil for all others.
function seating.of(uin: number)
  local seat = Seats:of(uin)
  return seat and seat + 1
end

-- Whether a person has this seat.
function seating.is_person(seat: number)
  return holders[seat].kind == "player"
end

-- The seats that persons have.
function seating.persons()
  local seats = {}
  for seat = 1, players do
    if seating.is_person(seat) then
      seats[#seats + 1] = seat
    end
  end
  return seats
end

-- Whether anybody is in the room to watch.
function seating.anyone_here()
  return next(present) ~= nil
end

-- Whether a person plays.
function seating.anyone_seated()
  return #seating.persons() > 0
end

Checkpoint:offer(function()
  return {
    level = level,
    players = players,
    holders = holders,
    present = present,
    anyone_came = anyone_came,
  }
end, function(state)
  level = state.level or level
  players, holders = state.players, state.holders
  present, anyone_came = state.present, state.anyone_came
end)
