-- The lamps as a person plays them: each test has a room of its own.

local LIT = 3001

local function lit(t: Test, x: number, z: number)
  return t:block(x, 0, z) == LIT
end

test("a click switches a lamp and its neighbours, and no other", function(t)
  local player = t:join("Deng")
  local before = {}
  for x = 0, 4 do
    for z = 0, 4 do
      before[z * 5 + x] = lit(t, x, z)
    end
  end
  t:click(player, 2, 0, 2)
  for x = 0, 4 do
    for z = 0, 4 do
      local near = math.abs(x - 2) + math.abs(z - 2) <= 1
      t:equal(lit(t, x, z) ~= before[z * 5 + x], near, `lamp {x}, {z}`)
    end
  end
  t:equal(t:hud().moves[1].text.en, "c3")
end)

test("who watches does not play", function(t)
  t:join("Deng")
  local other = t:join("Ying")
  t:click(other, 2, 0, 2)
  t:equal(#t:hud().moves, 0)
end)

test("a new game begins with lamps lit", function(t)
  local player = t:join("Deng")
  t:click(player, 0, 0, 0)
  t:action(player, "new")
  local count = 0
  for x = 0, 4 do
    for z = 0, 4 do
      count += lit(t, x, z) and 1 or 0
    end
  end
  t:expect(count > 0, "something is lit")
  t:equal(#t:hud().moves, 0)
end)
