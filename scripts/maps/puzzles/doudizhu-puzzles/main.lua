--!strict
-- Puts the puzzles on the table of `lib/puzzle/host.lua`, and says what its buttons do.

Puzzle.host({
  others = { 1, 2 }, -- the farmers
  start = function()
    Solving.start(1)
  end,
  go_on = Solving.go_on,
  show_buttons = Solving.show_buttons,
  press = {
    next = Solving.next,
    again = Solving.again,
    back = Solving.back,
    hint = Solving.hint,
    solution = Solving.show,
    option_puzzle = function(_, value)
      local wanted = tonumber(value)
      if wanted and Puzzles[wanted] then
        Solving.start(wanted)
      end
    end,
  },
})
