--!strict
-- Two people may agree that the game waits for either of them who is away. Otherwise the computer plays on in
-- their place.

local game, match, seating = Course.game, Course.match, Course.seating
local panel, offers = Course.panel, Course.offers

local wishes: { [number]: boolean? } = {} -- uin -> true for those who would rather wait
local waits = false -- whether both who play do

local function both_wish()
  for seat = 1, 2 do
    local kind, who = seating.holder(seat)
    if kind ~= "player" or not wishes[who] then
      return false
    end
  end
  return seating.players() == 2
end

-- The room says of who is away that a computer plays only where there is a stand-in.
local function set_stand_in()
  Seats:setStandIn(if waits
    then nil
    else function()
      return nil
    end)
end

-- Looks whether the two agree. Whether that is another answer than before.
local function look()
  local before = waits
  waits = both_wish()
  if waits ~= before then
    set_stand_in()
  end
  return waits ~= before
end

function game.waits()
  return waits
end

local usual_buttons: ((seated: boolean) -> { any })? = game.buttons
local usual_seats_changed: (() -> ())? = game.seats_changed

function game.buttons(seated: boolean)
  local buttons = usual_buttons and usual_buttons(seated) or {}
  if seating.players() == 2 and #seating.persons() == 2 then
    local id = if waits then "wait_no" else "wait"
    buttons[#buttons + 1] = { id = id, label = T("course_" .. id), seated = true }
  end
  return buttons
end

function game.seats_changed()
  if usual_seats_changed then
    usual_seats_changed()
  end
  look()
end

-- The person at `seat` would rather wait, or not. What both agree on holds from now on.
local function wish(seat: number, uin: number, waiting: boolean?)
  wishes[uin] = waiting
  if look() then
    panel.announce(if waits then "course_wait_agreed" else "course_wait_ended")
    if not match.is_over() then
      match.go_on() -- a question that the computer answers is put to the person again, or the other way round
    end
  elseif waiting then
    panel.announce("course_wait_wished", { side = seating.name(seat) })
  end
  match.show_buttons()
end

function offers.seated.wait(seat: number, uin: number)
  wish(seat, uin, true)
end

function offers.seated.wait_no(seat: number, uin: number)
  wish(seat, uin, nil)
end

ScriptSupportEvent:registerEvent("Room.Absent", function(e)
  if waits then
    panel.announce("course_wait_begins", { side = seating.name(e.seat + 1) })
  end
end)

Checkpoint:offer(function()
  return { wishes = wishes, waits = waits }
end, function(stored)
  wishes, waits = stored.wishes, stored.waits
  if waits then
    set_stand_in()
  end
end)
