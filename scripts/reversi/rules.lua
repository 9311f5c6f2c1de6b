-- Reversi: a disc turns over the discs that it encloses. Who cannot, passes; when nobody can, the most
-- discs win.

-- The neighbours of every cell in each direction; what is no cell, beyond the edge, holds nothing.
local NEXT = {}
for direction, step in { 1, 7, 8, 9, -1, -7, -8, -9 } do
  local next = {}
  for cell = 1, 64 do
    next[cell] = if math.abs((cell - 1) % 8 - (cell + step - 1) % 8) < 2 then cell + step else 0
  end
  NEXT[direction] = next
end

-- How many discs become a seat's when it puts one on a cell, itself included; lists them in `discs`, which
-- holds nothing from one call to the next but saves a new table for every cell looked at.
local discs = {}
local function gained(cells, cell, seat)
  local count = 1
  for _, next in NEXT do
    local reached, at = count, next[cell]
    while cells[at] == 3 - seat do
      reached += 1
      discs[reached], at = at, next[at]
    end
    count = if cells[at] == seat then reached else count
  end
  discs[1] = cell
  return count
end

-- The cells where a seat encloses something.
local function places(cells, seat)
  local found = {}
  for cell, piece in cells do
    if piece == 0 and gained(cells, cell, seat) > 1 then
      table.insert(found, cell)
    end
  end
  return found
end

Board:define({
  layout = { grid = { columns = 8, rows = 8 } },
  pieces = {
    { name = { zh = "黑子", en = "Black disc" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White disc" }, colour = "#f2ede1" },
  },

  setup = function()
    local cells = table.create(64, 0)
    cells[28], cells[29], cells[36], cells[37] = 2, 1, 1, 2
    return { cells = cells }
  end,

  legal = function(state, seat)
    local found = places(state.cells, seat)
    return if #found == 0 and #places(state.cells, 3 - seat) > 0 then { "pass" } else found
  end,

  apply = function(state, move, seat)
    for index = 1, if move == "pass" then 0 else gained(state.cells, move, seat) do
      state.cells[discs[index]] = seat
    end
  end,

  over = function() end, -- not before a seat is stuck: then nobody can move

  stuck = function(state)
    local text = table.concat(state.cells)
    return { select(2, text:gsub("1", "")), select(2, text:gsub("2", "")) }, "count"
  end,

  score = function(state, seat)
    return 100 * (#places(state.cells, seat) - #places(state.cells, 3 - seat))
  end,
})
