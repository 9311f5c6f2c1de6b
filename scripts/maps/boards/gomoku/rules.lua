--!strict
-- Gomoku: five in a line on fifteen by fifteen points. Free, or by the rules of Renju: Black, who begins,
-- may not make six or more in a line, two fours at once or two threes at once, except with a five.

local BLACK = 1

local grid = Board:grid(15, 15, "points")

-- Why Black may not have put the stone on a cell, or "five" if it makes one. Where a three would become a
-- straight four, neither may be.
local function fault(cells: { number }, cell: number)
  local five, overline, fours, threes = grid.threats(cells, cell, 5, fault)
  if five or overline then
    return if five then "five" else "overline"
  end
  return if fours > 1 then "fours" elseif threes > 1 then "threes" else nil
end

-- Whether a seat may put a stone on a cell, and if not, why.
local function may_play(state: BoardState, cell: number, seat: number)
  local cells = state.cells
  if cells[cell] ~= 0 or seat ~= BLACK or state.rule == "free" then
    return cells[cell] == 0, "taken"
  end
  cells[cell] = BLACK
  local reason = fault(cells, cell)
  cells[cell] = 0
  return not reason or reason == "five", reason
end

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16", shape = "stone" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1", shape = "stone" },
  },
  options = { rule = { "free", "renju" } },
  stuck = "draws", -- Black, where only forbidden points are left

  setup = function(options)
    return { rule = options.rule }
  end,

  legal = function(state, seat)
    return grid.all(may_play, state, seat)
  end,

  random_move = function(state, seat)
    return grid.some(may_play, state, seat)
  end,

  apply = function(state, cell, seat)
    state.cells[cell] = seat
    state.winner = if grid.longest(state.cells, cell) >= 5 then seat else nil
  end,

  over = function(state)
    if state.winner then
      return state.winner, "five"
    end
    return if table.find(state.cells, 0) then nil else 0, "full"
  end,

  explain = function(state, cells, seat)
    return select(2, may_play(state, cells[1], seat))
  end,
})
