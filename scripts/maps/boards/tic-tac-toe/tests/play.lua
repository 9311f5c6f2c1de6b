--!strict
-- Tic-tac-toe through clicks: what lib/board makes of a board's rules.

local CROSS, NOUGHT = 3500, 3501

local function two_people(t: Test)
  local first, second = t:join("Yi"), t:join("Er")
  t:sit(second, 1)
  return first, second
end

-- Plays cells given by column and row, in turns.
local function play(t: Test, first: number, second: number, cells: { { number } })
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

local WON = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 2, 0 } }

local function has_button(t: Test, id: string)
  for _, button in ipairs(t:hud().buttons) do
    if button.id == id then
      return true
    end
  end
  return false
end

-- Answers the question that `uin` is asked with its choice number `index`.
local function choose(t: Test, uin: number, index: number)
  t:choose(uin, t:request(uin).id, index - 1)
end

test("a rematch changes sides once the other agrees", function(t)
  local first, second = two_people(t)
  t:action(first, "rematch")
  assert(t:request(second) == nil, "not before the end")
  play(t, first, second, WON)
  assert(has_button(t, "rematch"))
  t:action(first, "rematch")
  assert(t:hud().result ~= nil, "the other is asked first")
  choose(t, second, 2)
  assert(t:hud().result ~= nil, "and may decline")
  t:action(second, "rematch")
  choose(t, first, 1)
  assert(t:hud().result == nil and #t:hud().moves == 0, "a game begins")
  assert(not has_button(t, "rematch"))
  t:click(first, 0, 1, 0)
  assert(t:block(0, 1, 0) == 0, "who was first is not to move")
  t:click(second, 0, 1, 0)
  assert(t:block(0, 1, 0) == CROSS)
end)

test("two who both ask for a rematch have agreed", function(t)
  local first, second = two_people(t)
  play(t, first, second, WON)
  t:action(first, "rematch")
  t:action(second, "rematch")
  assert(t:hud().result == nil, "a game begins")
  assert(t:request(first) == nil, "nothing is left to answer")
  t:click(second, 1, 1, 1)
  assert(t:block(1, 1, 1) == CROSS)
end)

test("a question about a rematch ends with a new game", function(t)
  local first, second = two_people(t)
  play(t, first, second, WON)
  t:action(first, "rematch")
  t:action(second, "new")
  t:click(first, 0, 1, 0)
  assert(t:block(0, 1, 0) == CROSS, "sides are as before")
end)

test("a computer changes sides without being asked", function(t)
  local person, guest = two_people(t)
  play(t, person, guest, WON)
  t:leave(guest)
  t:stand(guest)
  t:computer(person, 1, 1)
  t:action(person, "rematch")
  local seats = t:seats()
  assert(seats[1].holder.by == "computer" and seats[2].holder.by == "player")
end)

test("a stand-in ends when its player starts a game", function(t)
  local first, second = two_people(t)
  play(t, first, second, WON)
  t:stand_in(first, true)
  t:action(first, "new")
  t:click(first, 0, 1, 0)
  assert(t:block(0, 1, 0) == CROSS)
end)
