--!strict
-- Misère tic-tac-toe through clicks.

test("who makes three in a line loses", function(t)
  local first, second = t:join("Yi"), t:join("Er")
  t:sit(second, 1)
  for index, cell in { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 2, 0 } } do
    t:click(index % 2 == 1 and first or second, cell[1], 1, cell[2])
  end
  local result = t:hud().result
  t:equal(result.winner, 1)
  t:equal(result.text.en, "Nought wins · Three in a line")
end)

test("the computer does not make a line where it need not", function(t)
  local first = t:join("Yi")
  t:computer(first, 1, 5)
  for _ = 1, 4 do
    local request = t:request(first)
    if request then
      t:choose(first, request.id, 0)
    end
    t:ticks(20)
    t:run_jobs()
    t:ticks(20)
  end
  local result = t:hud().result
  t:expect(result == nil or result.winner ~= 0, "who plays well does not lose")
end)
