-- The rules: pawns on a small board go forward, and the first to reach the far row wins.
--
-- Cells are numbered from 1, row by row from the south-west: cell 1 is a1, cell 2 is b1.

local COLUMNS, ROWS = 5, 6
-- Which way the pawns of each seat go.
local FORWARD = { 1, -1 }

-- Where a pawn of `seat` on `cell` may step, `sideways` columns to the east; nil beyond the edge.
local function ahead(cell, seat, sideways)
  local column = (cell - 1) % COLUMNS + sideways
  local row = (cell - 1) // COLUMNS + FORWARD[seat]
  if column < 0 or column >= COLUMNS or row < 0 or row >= ROWS then
    return nil
  end
  return row * COLUMNS + column + 1
end

Board:define({
  layout = { grid = { columns = COLUMNS, rows = ROWS, on = "chequers" } },
  pieces = {
    { name = { zh = "白兵", en = "White pawn" }, glyph = "兵", colour = "#f2ede1" },
    {
      name = { zh = "黑兵", en = "Black pawn" },
      glyph = "卒",
      colour = "#1f1b16",
      glyph_colour = "#f2ede1",
    },
  },
  options = { rows = { "two", "one" } },

  setup = function(options)
    local cells = table.create(COLUMNS * ROWS, 0)
    local pawns = COLUMNS * (options.rows == "two" and 2 or 1)
    for cell = 1, pawns do
      cells[cell] = 1
      cells[#cells + 1 - cell] = 2
    end
    return { cells = cells, pawns = { pawns, pawns } }
  end,

  legal = function(state, seat)
    local moves = {}
    for cell, piece in ipairs(state.cells) do
      if piece == seat then
        for sideways = -1, 1 do
          local to = ahead(cell, seat, sideways)
          local there = to and state.cells[to]
          if there == 0 or (there == 3 - seat and sideways ~= 0) then
            moves[#moves + 1] = { cell, to }
          end
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

  -- A seat that cannot move has lost.
  stuck = function(_, seat)
    return 3 - seat, "stuck"
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
