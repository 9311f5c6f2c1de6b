-- Tic-tac-toe through clicks: what lib/board makes of a board's rules.

local CROSS, NOUGHT = 3500, 3501

local function two_people(t)
  local first, second = t:join("Yi"), t:join("Er")
  t:sit(second, 1)
  return first, second
end

-- Plays cells given by column and row, in turns.
local function play(t, first, second, cells)
  for index, cell in ipairs(cells) do
    t:click(index % 2 == 1 and first or second, cell[1], 1, cell[2])
  end
end

test("three in a line win", function(t)
  local first, second = two_people(t)
  play(t, first, second, { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } })
  assert(t:hud().result == nil, "nobody has won yet")
  t:click(first, 2, 1, 0)
  local result = t:hud().result
  assert(result.winner == 0, "the first seat wins")
  assert(result.text.en == "Cross wins · Three in a line", result.text.en)
  assert(t:block(0, 1, 0) == CROSS and t:block(0, 1, 1) == NOUGHT)
end)

test("a click on a taken cell says so and changes nothing", function(t)
  local first, second = two_people(t)
  play(t, first, second, { { 1, 1 } })
  t:click(second, 1, 1, 1)
  local toasts = t:toasts(second)
  assert(toasts[#toasts].en == "There is something on b2 already: Cross", toasts[#toasts].en)
  assert(t:block(1, 1, 1) == CROSS)
  t:click(second, 0, 1, 0)
  assert(t:block(0, 1, 0) == NOUGHT)
end)

test("the computer answers, and never loses at its highest level", function(t)
  local person = t:join("Yi")
  t:computer(person, 1, 5)
  t:click(person, 0, 1, 0)
  t:ticks(20)
  t:run_jobs()
  t:ticks(20)
  local count = 0
  for x = 0, 2 do
    for z = 0, 2 do
      if t:block(x, 1, z) == NOUGHT then
        count += 1
      end
    end
  end
  assert(count == 1, "the computer has played once")
  -- A corner is only held by the centre.
  assert(t:block(1, 1, 1) == NOUGHT, "in the centre")
end)
