--!strict
-- Computers at either seat of a table where both choose at the same time.

for seat = 1, 2 do
  test(`the computer at seat {seat} bids by thought, not by chance`, function(t)
    local uin = t:join("player")
    t:sit(uin, 2 - seat)
    t:computer(uin, seat - 1, 3)
    for _ = 1, 10 do
      t:ticks(20)
      t:run_jobs()
    end
    local thought = t:eval(`return Course.match.value({seat})`)
    assert(type(thought) == "number", "it knows what its bid is worth")
    assert(#t:hud().moves == 0, "and waits for the other's")
  end)
end
