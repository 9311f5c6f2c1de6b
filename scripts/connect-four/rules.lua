-- Connect Four: stones fall to the bottom of seven columns; four in a line win.

local COLUMNS, ROWS = 7, 6
local FROM_THE_MIDDLE = { 4, 3, 5, 2, 6, 1, 7 } -- likely the best first, which searches are glad of

-- For every cell the lines of four cells it lies in.
local LINES = {}
for cell = 1, COLUMNS * ROWS do
  LINES[cell] = {}
end
for cell = 1, COLUMNS * ROWS do
  local x, z = (cell - 1) % COLUMNS, (cell - 1) // COLUMNS
  for _, step in { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } } do
    local last, by = x + 3 * step[1], step[2] * COLUMNS + step[1]
    if last >= 0 and last < COLUMNS and z + 3 * step[2] < ROWS then
      local line = { cell, cell + by, cell + 2 * by, cell + 3 * by }
      for _, at in line do
        table.insert(LINES[at], line)
      end
    end
  end
end

-- Stones of a line are added up, the second seat's counted fivefold; by that sum a line is worth so much
-- to the first seat: nothing if both have stones in it.
local STONES = { 1, 5, [0] = 0 }
local WORTH = { 4, 20, 80, 0, -4, [10] = -20, [15] = -80 }

Board:define({
  layout = { grid = { columns = COLUMNS, rows = ROWS } },
  pieces = {
    { name = { zh = "黄子", en = "Yellow stone" }, colour = "#e0a526" },
    { name = { zh = "红子", en = "Red stone" }, colour = "#b3261e" },
  },

  setup = function()
    return { lead = 0 }
  end,

  legal = function(state)
    local moves = {}
    for _, cell in FROM_THE_MIDDLE do
      while state.cells[cell] ~= 0 and state.cells[cell] do
        cell += COLUMNS
      end
      table.insert(moves, if state.cells[cell] then cell else nil)
    end
    return moves
  end,

  apply = function(state, cell, seat)
    local cells = state.cells
    for _, line in LINES[cell] do
      local sum = 0
      for _, at in line do
        sum += STONES[cells[at]]
      end
      local new = sum + STONES[seat]
      state.lead += (WORTH[new] or 0) - (WORTH[sum] or 0)
      state.winner = if new == 4 * STONES[seat] then seat else state.winner
    end
    cells[cell] = seat
  end,

  over = function(state)
    local draw = if table.find(state.cells, 0) then nil else 0
    return state.winner or draw, if state.winner then "four" else "full"
  end,

  score = function(state, seat)
    return if seat == 1 then state.lead else -state.lead
  end,

  explain = function(state, cells)
    return if state.cells[cells[1]] == 0 then "falls" else "taken"
  end,
})
