--!strict
-- What the games on nine squares share: three in a line end them, and `winner_of(seat)` is who wins when `seat` has
-- made one.

local grid = Board:grid(3, 3)

return function(winner_of: (seat: number) -> number)
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
      state.winner = if grid.longest(state.cells, cell) == 3 then winner_of(seat) else nil
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
end
