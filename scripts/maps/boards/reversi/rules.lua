--!strict
-- Reversi: a disc turns over the discs that it encloses. Who cannot, passes; when nobody can, the most
-- discs win.

local grid = Board:grid(8, 8)

-- How many discs become a seat's when it puts one on a cell, itself included; lists them in `discs`, which
-- holds nothing from one call to the next but saves a new table for every cell looked at.
local discs: { number } = {}
local function gained(cells: { number }, cell: number, seat: number)
  local count = 1
  for _, next in ipairs(grid.steps) do
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

local function encloses(cells: { number }, cell: number, seat: number)
  return cells[cell] == 0 and gained(cells, cell, seat) > 1
end

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "黑子", en = "Black disc" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White disc" }, colour = "#f2ede1" },
  },
  setup = { cells = grid.read("8/8/8/3XO3/3OX3/8/8/8", "XO") },

  legal = function(state, seat)
    local moves = grid.all(encloses, state.cells, seat)
    local passes = #moves == 0 and #grid.all(encloses, state.cells, 3 - seat) > 0
    return if passes then { "pass" } else moves
  end,

  apply = function(state, move, seat)
    for index = 1, if move == "pass" then 0 else gained(state.cells, move, seat) do
      state.cells[discs[index]] = seat
    end
  end,

  over = function() end, -- not before a seat is stuck: then nobody can move

  stuck = function(state)
    return { grid.count(state.cells, 1), grid.count(state.cells, 2) }, "count"
  end,

  tally = function(state, seat)
    local count = grid.count(state.cells, seat)
    return { zh = `{count} 子`, en = if count == 1 then "1 disc" else `{count} discs` }
  end,

  score = function(state, seat)
    local cells = state.cells
    return 100 * (#grid.all(encloses, cells, seat) - #grid.all(encloses, cells, 3 - seat))
  end,
})
