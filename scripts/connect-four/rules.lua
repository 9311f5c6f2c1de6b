-- Connect Four: stones fall to the bottom of seven columns; four in a line win.

local COLUMNS, ROWS = 7, 6

-- All lines of four cells.
local LINES = {}
for cell = 1, COLUMNS * ROWS do
  local x, z = (cell - 1) % COLUMNS, (cell - 1) // COLUMNS
  for _, step in { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } } do
    local last_x, last_z = x + 3 * step[1], z + 3 * step[2]
    if last_x >= 0 and last_x < COLUMNS and last_z < ROWS then
      local by = step[2] * COLUMNS + step[1]
      table.insert(LINES, { cell, cell + by, cell + 2 * by, cell + 3 * by })
    end
  end
end

-- What a line is worth to seat 1 by the sum of its stones, the second seat's counted fivefold: nothing if
-- both have some in it.
local STONES = { 1, 5, [0] = 0 }
local WORTH = { 4, 20, 80, [5] = -4, [10] = -20, [15] = -80 }

Board:define({
  layout = { grid = { columns = COLUMNS, rows = ROWS } },
  pieces = {
    { name = { zh = "黄子", en = "Yellow stone" }, colour = "#e0a526" },
    { name = { zh = "红子", en = "Red stone" }, colour = "#b3261e" },
  },

  setup = function()
    return {}
  end,

  legal = function(state)
    local cells, moves = state.cells, {}
    for cell = 1, COLUMNS * ROWS do
      if cells[cell] == 0 and cells[cell - COLUMNS] ~= 0 then
        table.insert(moves, cell)
      end
    end
    return moves
  end,

  apply = function(state, cell, seat)
    state.cells[cell] = seat
  end,

  over = function(state)
    local cells = state.cells
    for _, line in LINES do
      local piece = cells[line[1]]
      if
        piece ~= 0
        and piece == cells[line[2]]
        and piece == cells[line[3]]
        and piece == cells[line[4]]
      then
        return piece, "four"
      end
    end
    return if table.find(cells, 0) then nil else 0, "full"
  end,

  score = function(state, seat)
    local cells, sum = state.cells, 0
    for _, line in LINES do
      local first, second = STONES[cells[line[1]]], STONES[cells[line[2]]]
      local third, last = STONES[cells[line[3]]], STONES[cells[line[4]]]
      sum += WORTH[first + second + third + last] or 0
    end
    return if seat == 1 then sum else -sum
  end,

  explain = function(state, cells)
    return if state.cells[cells[1]] == 0 then "falls" else "taken"
  end,
})
