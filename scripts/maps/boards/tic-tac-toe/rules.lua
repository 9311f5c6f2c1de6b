-- Tic-tac-toe: three in a line on nine squares.

local grid = Board:grid(3, 3)

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "叉", en = "Cross" }, glyph = "✕", glyph_colour = "#b3261e" },
    { name = { zh = "圈", en = "Nought" }, glyph = "◯", glyph_colour = "#1f4e8c" },
  },

  legal = function(state)
    return grid.holding(state.cells, 0)
  end,

  apply = function(state, cell, seat)
    state.cells[cell] = seat
    state.winner = if grid.longest(state.cells, cell) == 3 then seat else nil
  end,

  over = function(state)
    if state.winner then
      return state.winner, "line"
    end
    return if table.find(state.cells, 0) then nil else 0, "full"
  end,

  score = function()
    return 0 -- small enough to be searched to its end
  end,
})
