--!strict
-- The computer's best lines of play in the present position, for a person who studies it alone. The page asks
-- for them by a button that it shows among the tools of a study. The game has
--
--   lines(seat, count)   what `Hud:setLines` takes, with `count` lines; or nil and a reason. Waits. Missing:
--                        there is no button

local game, match, seating = Course.game, Course.match, Course.seating
local panel, offers = Course.panel, Course.offers

local best_lines: ((seat: number, count: number) -> (any, string?))? = game.lines
if best_lines == nil then
  return
end

local MOST = 3 -- as many as the page offers

local serial = 0 -- of what was last wanted, for thoughts that come too late
local shown = false -- whether lines are shown

local function forget()
  serial += 1
  if shown then
    shown = false
    Hud:setLines(nil)
  end
end

local usual_buttons: ((seated: boolean) -> { any })? = game.buttons
local usual_changed: (() -> ())? = game.changed
local usual_seats_changed: (() -> ())? = game.seats_changed

function game.buttons(seated: boolean)
  local buttons = usual_buttons and usual_buttons(seated) or {}
  local enabled = not match.is_over() and #seating.persons() <= 1
  buttons[#buttons + 1] =
    { id = "lines", label = T("course_lines"), enabled = enabled, seated = true }
  return buttons
end

function game.changed()
  if usual_changed then
    usual_changed()
  end
  forget()
end

function game.seats_changed()
  if usual_seats_changed then
    usual_seats_changed()
  end
  if #seating.persons() > 1 then
    forget()
  end
end

-- The person at `seat` wants as many lines as `value` says.
function offers.seated.lines(seat: number, uin: number, value: string?)
  local count = tonumber(value)
  -- "nan" is a number, and no count.
  count = if count and count >= 1 and count <= MOST then math.floor(count) else MOST
  if not offers.may_help(seat, uin) then
    return
  end
  serial += 1
  local mine = serial
  local lines: any, why: string?
  repeat
    -- A computer that was stopped for another's thoughts thinks again.
    lines, why = best_lines(seat, count)
  until why ~= "cancelled" or mine ~= serial
  if mine ~= serial then
    return
  elseif lines == nil or #lines.lines == 0 then
    panel.refuse(uin, "course_hint_none")
  else
    shown = true
    Hud:setLines(lines)
  end
end

Checkpoint:offer(function()
  return { serial = serial, shown = shown }
end, function(stored)
  serial, shown = stored.serial, stored.shown
end)
