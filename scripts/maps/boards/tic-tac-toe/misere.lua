-- Misère tic-tac-toe: who makes three in a line loses.

require("line")(function(seat)
  return 3 - seat
end)
