--!strict
-- Connect Four: stones fall to the bottom of seven columns; four in a line win.

local FROM_THE_MIDDLE = { 4, 3, 5, 2, 6, 1, 7 } -- likely the best first, which searches are glad of

local grid = Board:grid(7, 6, "upright")
local lines, above = grid.lines(4), grid.steps[2]

-- Stones of a line are added up, the second seat's counted fivefold; by that sum a line is worth so much
-- to the first seat: nothing if both have stones in it.
local STONES = { 1, 5, [0] = 0 }
local WORTH = { 4, 20, 80, 0, -4, [10] = -20, [15] = -80 }

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "黄子", en = "Yellow stone" }, colour = "#e0a526" },
    { name = { zh = "红子", en = "Red stone" }, colour = "#b3261e" },
  },
  setup = { lead = 0 },

  legal = function(state)
    local moves = {}
    for _, cell in ipairs(FROM_THE_MIDDLE) do
      while cell > 0 and state.cells[cell] ~= 0 do
        cell = above[cell]
      end
      table.insert(moves, if cell > 0 then cell else nil)
    end
    return moves
  end,

  apply = function(state, cell, seat)
    local cells = state.cells
    for _, line in ipairs(lines[cell]) do
      local sum = 0
      for _, at in ipairs(line) do
        sum += STONES[cells[at]]
      end
      local new = sum + STONES[seat]
      state.lead += (WORTH[new] or 0) - (WORTH[sum] or 0)
      if new == 4 * STONES[seat] then
        state.winner, state.four = seat, line
      end
    end
    cells[cell] = seat
  end,

  over = function(state)
    local draw = if table.find(state.cells, 0) then nil else 0
    return state.winner or draw, if state.winner then "four" else "full", state.four
  end,

  score = function(state, seat)
    return if seat == 1 then state.lead else -state.lead
  end,

  explain = function(state, cells)
    return if state.cells[cells[1]] == 0 then "falls" else "taken"
  end,
})
