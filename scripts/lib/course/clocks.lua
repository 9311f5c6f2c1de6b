--!strict
-- The game clocks of two players: which time control is played, and how long a computer may think.

local clocks = {}
Course.clocks = clocks

-- The computer means to have time for so many more moves.
local MOVES_TO_GO = 30
-- Part of a move's bonus, and of a period of overtime, that it thinks at most.
local BONUS_PART = 0.7
local PERIOD_PART = 0.4
local LEAST_BUDGET = 0.05

type Offered = { value: string, control: any } -- `control` as `Clock:set` takes it

local CONTROLS: { Offered } = {
  { value = "none", control = { mode = "none" } },
  { value = "sudden", control = { mode = "sudden", seconds = 600 } },
  { value = "fischer", control = { mode = "fischer", seconds = 300, increment = 5 } },
  {
    value = "byoyomi",
    control = { mode = "byoyomi", seconds = 600, periods = 3, period = 30 },
  },
}

local chosen = CONTROLS[1]

-- The value of the time control that is played.
function clocks.chosen()
  return chosen.value
end

-- What a button offers: every time control, the present one marked.
function clocks.options()
  local options = {}
  for index, offered in ipairs(CONTROLS) do
    options[index] = {
      value = offered.value,
      label = T("course_time_" .. offered.value),
      chosen = offered == chosen,
    }
  end
  return options
end

-- Puts all clocks to the beginning, as for a new game.
function clocks.reset()
  Clock:set(chosen.control)
end

local function find(value: string?): Offered?
  for _, offered in ipairs(CONTROLS) do
    if offered.value == value then
      return offered
    end
  end
  return nil
end

-- Chooses a time control by its value; whether there is one.
function clocks.choose(value: string?)
  local offered = find(value)
  if offered == nil then
    return false
  end
  chosen = offered
  clocks.reset()
  return true
end

-- It is this seat's turn: another has made its move.
function clocks.turn(seat: number)
  if chosen.control.mode ~= "none" then
    Clock:start(seat - 1)
  end
end

-- The clocks stand still: the game is over, or nobody's turn, or everybody's.
function clocks.rest()
  Clock:stop()
end

-- Seconds left to a seat; nil when there is no clock.
function clocks.left(seat: number)
  return (Clock:left(seat - 1))
end

-- Seconds that the computer at `seat` may spend on a move; nil when there is no clock.
function clocks.budget(seat: number): number?
  local control = chosen.control
  local left, later = Clock:left(seat - 1)
  if control.mode == "none" or left == nil then
    return nil
  end
  local share = left / MOVES_TO_GO + (control.increment or 0) * BONUS_PART
  if control.mode == "byoyomi" then
    -- With no main time left, a whole period is there for every move.
    share = math.max(share, (later < control.periods and left or control.period) * PERIOD_PART)
  end
  return math.max(LEAST_BUDGET, math.min(share, left * PERIOD_PART))
end

-- The clocks themselves are the room's and are kept by it.
Checkpoint:offer(function()
  return { chosen = chosen.value }
end, function(state)
  chosen = find(state.chosen) or chosen
end)
