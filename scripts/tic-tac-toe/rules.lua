-- Tic-tac-toe: three in a line on nine squares.

local LINES = {
  { 1, 2, 3 },
  { 4, 5, 6 },
  { 7, 8, 9 }, -- rows
  { 1, 4, 7 },
  { 2, 5, 8 },
  { 3, 6, 9 }, -- columns
  { 1, 5, 9 },
  { 3, 5, 7 }, -- diagonals
}

Board:define({
  layout = { grid = { columns = 3, rows = 3 } },
  pieces = {
    { name = { zh = "叉", en = "Cross" }, glyph = "✕", glyph_colour = "#b3261e" },
    { name = { zh = "圈", en = "Nought" }, glyph = "◯", glyph_colour = "#1f4e8c" },
  },

  setup = function()
    return {}
  end,

  legal = function(state)
    local moves = {}
    for cell, piece in ipairs(state.cells) do
      if piece == 0 then
        moves[#moves + 1] = cell
      end
    end
    return moves
  end,

  apply = function(state, cell, seat)
    state.cells[cell] = seat
  end,

  over = function(state)
    local cells = state.cells
    for _, line in ipairs(LINES) do
      local piece = cells[line[1]]
      if piece ~= 0 and piece == cells[line[2]] and piece == cells[line[3]] then
        return piece, "line"
      end
    end
    return if table.find(cells, 0) then nil else 0, "full"
  end,

  score = function()
    return 0 -- small enough to be searched to its end
  end,
})
