-- Tic-tac-toe: who makes three in a line wins.

require("line")(function(seat)
  return seat
end)
