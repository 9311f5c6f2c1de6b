--!strict
-- Crazy Eights through requests, as clients answer them, with the cards that chance deals.

local BACK = 4054

local function two_people(t: Test)
  local first, second = t:join("Yi"), t:join("Er")
  t:action(first, "option_players", "2")
  t:sit(second, 1)
  return first, second
end

-- How many backs lie in the row of a seat's hand; all else there is air, as everybody sees it.
local function backs(t: Test, seat: number)
  local count = 0
  while t:block(count + 1, 1, 2 * seat) == BACK do
    count += 1
  end
  assert(t:block(count + 1, 1, 2 * seat) == 0, "no gap, and no face")
  return count
end

-- Answers whatever a person is asked: plays what is suggested first, else takes the first button.
local function answer(t: Test, person: number)
  local asked = t:request(person)
  local suggested: { number }? = asked.selection and asked.selection.suggest[1]
  if suggested then
    local numbers = {}
    for index, cell in ipairs(suggested) do
      numbers[index] = cell + 1
    end
    assert(t:select(person, asked.id, numbers), "a suggestion is legal")
    return #numbers
  end
  assert(t:choose(person, asked.id, 0))
  return 0
end

test("two sit across the table, and the second is called so", function(t)
  local first = t:join("Yi")
  local names, colours = {}, {}
  for count = 4, 2, -1 do
    t:action(first, "option_players", tostring(count))
    names[count], colours[count] = {}, {}
    for seat, view in t:seats() do
      names[count][seat], colours[count][seat] = view.name.en, view.colour
    end
  end
  t:equal(table.concat(names[4], " "), "South East North West")
  t:equal(table.concat(names[3], " "), "South East North")
  t:equal(table.concat(names[2], " "), "South North")
  t:equal(colours[2][2], colours[4][3])
  t:equal(t:eval("return Seats:name(1).zh"), "北")
end)

test("hands are backs to everybody, and what is played is taken out of them", function(t)
  local first, second = two_people(t)
  assert(backs(t, 0) == 7 and backs(t, 1) == 7)
  assert(t:request(second) == nil, "the other is not asked")
  local held = 7
  while t:request(first) do
    local asked = t:request(first)
    local count = answer(t, first)
    if count > 0 then
      held -= count
    elseif asked.choices[1].label.en == "Draw" then
      held += 1
    end
  end
  assert(backs(t, 0) == held, `{backs(t, 0)} backs for {held} cards`)
  assert(t:request(second).selection, "now the other is")
end)

test("whatever is no answer is refused, and nothing changes", function(t)
  local first, second = two_people(t)
  local asked, hash = t:request(first), t:hash()
  local none = 99
  for _, bad in ipairs({ { none }, { 1, 1 }, { 0 }, { 1, 2, 1 } }) do
    assert(not t:select(first, asked.id, bad), "refused")
    assert(t:hash() == hash, "nothing has changed")
  end
  assert(not t:select(second, asked.id, { 1 }), "somebody else's")
  assert(not t:select(first, asked.id + 5, { 1 }), "no such question")
  assert(not t:choose(first, asked.id, 1), "no such button")
  assert(t:hash() == hash)
  -- All seven cards together are never of one rank.
  t:select(first, t:request(first).id, { 1, 2, 3, 4, 5, 6, 7 })
  local said = t:toasts(first)
  assert(said[#said].en == "Cards played together must be of one rank", said[#said].en)
  t:select(first, t:request(first).id, {})
  said = t:toasts(first)
  assert(said[#said].en == "Choose a card first", said[#said].en)
  assert(t:request(first).selection, "still asked")
  answer(t, first)
  assert(not t:select(first, asked.id, { 1 }), "too late")
end)

test("who does not answer draws at the deadline", function(t)
  local first = two_people(t)
  local asked = t:hud().asked[1]
  assert(asked.seat == 0 and asked["until"] - asked.since == 800, "40 seconds, and everybody knows")
  local id = t:request(first).id
  t:ticks(801)
  assert(backs(t, 0) >= 8, "it has drawn")
  assert(not t:select(first, id, { 1 }), "too late")
end)

test("computers play a game to its end, and the hands are shown", function(t)
  local person = t:join("Yi")
  for _ = 1, 600 do
    if t:hud().result then
      break
    end
    if t:request(person) then
      answer(t, person)
    end
    t:ticks(25)
  end
  local result = t:hud().result
  assert(result, "the game has ended")
  for seat = 0, 3 do
    local block = t:block(1, 1, 2 * seat)
    assert(block ~= BACK, `the hand of seat {seat} is shown`)
    assert((block == 0) == (seat == result.winner) or result.winner == nil, "the winner has none")
  end
end)

test("the table survives being stored, and whoever plays is asked again", function(t)
  local first = two_people(t)
  local before = t:request(first).selection
  local why = t:checkpoint()
  assert(why == nil, tostring(why))
  local after = t:request(first).selection
  assert(table.concat(after.legal, " ") == table.concat(before.legal, " "))
  answer(t, first)
end)

test("whoever leaves a seat no longer sees its cards, and who sits down does", function(t)
  local first, second = two_people(t)
  assert(t:request(first))
  t:stand(first)
  assert(t:request(first) == nil)
  t:sit(first, 0)
  assert(t:request(first).selection, "asked again")
  assert(backs(t, 0) == 7 and backs(t, 1) == 7)
  assert(t:request(second) == nil)
end)
