--!strict
-- Tic-tac-toe: who makes three in a line wins.

require("line")(function(seat: number)
  return seat
end)
