--!strict
-- Puts the puzzles on the table of `lib/puzzle/host.lua`, and says what its buttons do.

local BLACK = 1

local function turn(way: number)
  Shelf.turn(way)
  Solving.start()
end

Puzzle.host({
  others = { BLACK },
  start = Solving.start,
  go_on = Solving.go_on,
  show_buttons = Solving.show_buttons,
  press = {
    next = function()
      turn(1)
    end,
    previous = function()
      turn(-1)
    end,
    option_difficulty = function(_, value)
      if Shelf.choose(value) then
        Solving.start()
      end
    end,
    option_puzzle = function(_, value)
      if Shelf.choose_puzzle(value) then
        Solving.start()
      end
    end,
    hint = Solving.hint,
    solution = Solving.show,
    again = Solving.again,
  },
})
