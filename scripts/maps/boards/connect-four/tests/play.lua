--!strict
-- A game that is won, and what is marked at its end.

local function play(t: Test, uin: number, square: string)
  local x, z = string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("1")
  t:click(uin, x, 1, z)
  t:ticks(20)
end

-- The cells that are marked as those that decided the game, as one word.
local function won(t: Test, uin: number)
  local cells = {}
  for _, mark in ipairs(t:marks(uin)) do
    if mark.kind == "won" then
      cells[#cells + 1] = string.char(string.byte("a") + mark.pos[1]) .. mark.pos[3] + 1
    end
  end
  table.sort(cells)
  return table.concat(cells, " ")
end

test("the four that win are marked, and no others", function(t)
  local yellow, red = t:join("Yellow"), t:join("Red")
  t:sit(red, 1)
  for square in string.gmatch("c1 d1 d2 e1 a1 e2 e3 f1 f2 f3 b1 a2", "%S+") do
    play(t, #t:hud().moves % 2 == 0 and yellow or red, square)
  end
  t:equal(won(t, yellow), "", "none while the game goes on")
  play(t, yellow, "f4")
  t:equal(t:hud().result.winner, 0, "Yellow won")
  t:equal(won(t, yellow), "c1 d2 e3 f4", "the diagonal")
  t:equal(won(t, red), "c1 d2 e3 f4", "for all")
end)
