-- The rules: pawns on a small board go forward, and the first to reach the far row wins.
--
-- Cells are numbered from 1, row by row from the south-west: cell 1 is a1, cell 2 is b1.

local grid = Board:grid(5, 6, "chequers")
local men = Board:pieces({
  { zh = "白", en = "White", colour = "#f2ede1", glyph_colour = "#1f1b16" },
  { zh = "黑", en = "Black", colour = "#1f1b16", glyph_colour = "#f2ede1" },
}, { zh = "兵", en = "pawn", glyph = { "兵", "卒" } })

-- Rows from the north: letters are pawns, a number stands for so many empty cells.
local START = { two = "bbbbb/bbbbb/5/5/wwwww/wwwww", one = "bbbbb/5/5/5/5/wwwww" }
-- Which way the pawns of each seat go.
local FORWARD = { 1, -1 }

-- Where a pawn of `seat` on `cell` may step, `sideways` columns to the east; nil beyond the edge.
local function ahead(cell: number, seat: number, sideways: number)
  return grid.at(grid.column[cell] + sideways, grid.row[cell] + FORWARD[seat])
end

Board:define({
  layout = grid.layout,
  pieces = men.list,
  options = { rows = { "two", "one" } },
  stuck = "loses", -- a seat that cannot move

  setup = function(options)
    local cells = grid.read(START[options.rows], "wb")
    local count = grid.count(cells, 1)
    return { cells = cells, pawns = { count, count } }
  end,

  legal = function(state, seat)
    local moves = {}
    for _, cell in men.of(state.cells, seat) do
      for sideways = -1, 1 do
        local to = ahead(cell, seat, sideways)
        local there = to and state.cells[to]
        if there == 0 or (there == 3 - seat and sideways ~= 0) then
          moves[#moves + 1] = { cell, to }
        end
      end
    end
    return moves
  end,

  apply = function(state, move, seat)
    local from, to = move[1], move[2]
    if state.cells[to] ~= 0 then
      state.pawns[3 - seat] -= 1
    end
    state.cells[from], state.cells[to] = 0, seat
    if ahead(to, seat, 0) == nil then
      state.arrived = seat
    end
  end,

  over = function(state)
    if state.arrived then
      return state.arrived, "arrived"
    end
    for seat, pawns in ipairs(state.pawns) do
      if pawns == 0 then
        return 3 - seat, "taken"
      end
    end
    return nil
  end,

  score = function(state, seat)
    return 100 * (state.pawns[seat] - state.pawns[3 - seat])
  end,

  explain = function(view, cells, seat)
    local piece = view.cells[cells[1]]
    if #cells == 1 and piece == 3 - seat then
      return "not_yours"
    elseif #cells == 2 and ahead(cells[1], seat, 0) == cells[2] then
      return "blocked"
    end
    return nil
  end,
})
