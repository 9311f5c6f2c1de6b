--!strict
-- Misère tic-tac-toe: who makes three in a line loses.

require("line")(function(seat: number)
  return 3 - seat
end)
