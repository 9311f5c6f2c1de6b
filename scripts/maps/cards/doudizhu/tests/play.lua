--!strict
-- Whole deals through requests, as clients answer them.

local function three_people(t: Test)
  local first, second, third = t:join("Yi"), t:join("Er"), t:join("San")
  t:sit(second, 1)
  t:sit(third, 2)
  return { first, second, third }
end

-- The seat that is asked, and its question.
local function asked(t: Test, people: { number }): (number?, any)
  for seat, player in ipairs(people) do
    local request = t:request(player)
    if request then
      return seat, request
    end
  end
  return nil
end

-- Has whoever is asked in the auction make the choice of this number.
local function say(t: Test, people: { number }, number: number): number
  local seat, request = asked(t, people)
  assert(seat and request.selection == nil, "somebody is asked for a word")
  t:choose(people[seat], request.id, number - 1)
  return seat
end

-- Waits until somebody is asked for cards: engines think about what to suggest.
local function asked_cards(t: Test, people: { number }): (number, any)
  for _ = 1, 10 do
    local seat, request = asked(t, people)
    if seat and request.selection then
      return seat, request
    end
    t:run_jobs()
    t:ticks(1)
  end
  error("nobody is asked for cards")
end

-- Plays what the seat that is asked is suggested, or passes.
local function play_on(t: Test, people: { number })
  local seat, request = asked_cards(t, people)
  local suggested: { number }? = request.selection.suggest[1]
  if suggested then
    local cells = {}
    for index, place in ipairs(suggested) do
      cells[index] = place + 1
    end
    assert(t:select(people[seat], request.id, cells), "what is suggested may be played")
  else
    assert(t:choose(people[seat], request.id, 0), "whoever cannot play passes")
  end
  return seat
end

test("the highest bidder takes the three cards, which all see", function(t)
  local people = three_people(t)
  for x = 1, 3 do
    t:equal(t:block(x, 1, 6), 4054, "nobody sees the three cards")
  end
  local first = say(t, people, 2) -- one point
  local second = first % 3 + 1
  assert(t:request(people[second]).choices[2].label.en == "2 points", "only more may be bid")
  say(t, people, 1)
  say(t, people, 3) -- three points: the choices are pass, 2, 3
  local landlord = (first + 1) % 3 + 1
  local seat = asked_cards(t, people)
  t:equal(seat, landlord, "the landlord leads")
  for x = 1, 3 do
    assert(t:block(x, 1, 6) ~= 4054, "the three cards are open")
  end
  t:equal(t:block(20, 1, (landlord - 1) * 2), 4054, "he holds twenty")
  t:equal(t:block(18, 1, (landlord % 3) * 2), 0, "the others seventeen")
  assert(string.find(t:hud().insight.title.en, "Stake 3"), t:hud().insight.title.en)
end)

test("when nobody bids, cards are dealt again, until somebody must", function(t)
  local people = three_people(t)
  for deal = 1, 4 do
    local before = t:eval("return Deal.key()")
    for _ = 1, 3 do
      say(t, people, 1)
    end
    t:ticks(2)
    if deal < 4 then
      assert(t:eval("return Deal.key()") ~= before, `deal {deal} is followed by another`)
    end
  end
  local seat = asked_cards(t, people)
  t:equal(t:eval("return Deal.landlord()"), seat)
  t:equal(t:eval("return Deal.stake()"), 1)
end)

test("a deal is played to its end; the points are counted and the key fits", function(t)
  local people = three_people(t)
  say(t, people, 4)
  local commitment = t:eval("return Deal.commitment()")
  local plays = 0
  while t:hud().result == nil do
    play_on(t, people)
    plays += 1
    assert(plays < 200, "it ends")
  end
  local totals = t:eval("return Tabletop.totals()")
  assert(totals[1] + totals[2] + totals[3] == 0 and totals[1] ~= 0)
  t:equal(#t:hud().moves, plays + 1, "everything is listed")
  local fits = t:eval([[
    local dealt = Doudizhu:verify(Deal.commitment(), Deal.key())
    return dealt ~= nil and #dealt.hands[1] == 17
  ]])
  assert(fits and commitment == t:eval("return Deal.commitment()"))
  -- Whoever still holds cards shows them.
  for seat = 0, 2 do
    assert(t:block(1, 1, seat * 2) ~= 4054)
  end
  t:action(people[1], "new")
  t:ticks(2)
  assert(t:hud().result == nil and asked(t, people), "the next deal")
  t:equal(t:eval("return Tabletop.totals()")[1], totals[1], "points stay")
end)

test("what is no play is refused with the reason, and nothing changes", function(t)
  local people = three_people(t)
  say(t, people, 4)
  local seat, request = asked_cards(t, people)
  local me = people[seat]
  local hash = t:hash()
  assert(not t:select(me, request.id, { 1, 1 }), "a card twice")
  assert(not t:select(me, request.id, { 21 }), "a card that is not there")
  assert(not t:select(people[seat % 3 + 1], request.id, { 1 }), "another's question")
  assert(not t:choose(me, request.id, 0), "the leader cannot pass")
  t:equal(t:hash(), hash, "nothing has changed")
  -- The highest and the lowest card are never a play of two.
  t:select(me, request.id, { 1, 20 })
  local toasts = t:toasts(me)
  local said = toasts[#toasts]
  assert(said.en == "These cards are not a combination.", said.en)
  request = t:request(me)
  t:equal(#request.selection.cells, 20, "still asked the same")
  t:select(me, request.id, { 20 })
  local other = asked_cards(t, people)
  t:equal(other, seat % 3 + 1, "the next seat's turn")
  assert(not t:select(me, request.id, { 1 }), "out of turn")
end)

test("whoever lets the time run out has the computer play until it comes back", function(t)
  local people = three_people(t)
  say(t, people, 4)
  local seat = asked_cards(t, people)
  t:ticks(30 * 20 + 2)
  assert(t:seats()[seat].care.by == "stand_in", "the computer stands in")
  t:equal(#t:hud().moves, 2, "the lowest card was led")
  local next_seat = asked_cards(t, people)
  t:equal(next_seat, seat % 3 + 1)
  t:choose(people[next_seat], t:request(people[next_seat]).id, 0)
  local last = asked_cards(t, people)
  t:choose(people[last], t:request(people[last]).id, 0)
  for _ = 1, 20 do
    t:run_jobs()
    t:ticks(5)
  end
  assert(#t:hud().moves > 4, "and has led again")
  t:stand_in(people[seat], false)
  assert(t:seats()[seat].care.by == "own", "the seat is taken back")
end)

test("each player counts the cards it has not seen", function(t)
  local people = three_people(t)
  local first = people[1]
  t:action(first, "counter")
  assert(t:hud(first).insight.note == nil, "not before the landlord is known")
  say(t, people, 4)
  asked_cards(t, people)
  local note = t:hud(first).insight.note
  local sum = 0
  for _, line in ipairs(note.lines) do
    for part in string.gmatch(line.zh, "[^·]+") do
      sum += tonumber(string.match(part, "(%d+)%s*$")) or 0
    end
  end
  t:equal(sum, 54 - t:eval("return Deal.left(1)"), "all cards but its own")
  assert(t:hud(people[2]).insight.note == nil and t:hud().insight.note == nil, "nobody else's")
  t:action(first, "counter")
  assert(t:hud(first).insight.note == nil)
end)

test("a note tells how the deal can be checked, and keeps the key until it is over", function(t)
  local people = three_people(t)
  local first = people[1]
  t:action(first, "proof")
  local commitment, key = t:eval("return Deal.commitment()"), t:eval("return Deal.key()")
  local function told()
    local lines = {}
    for index, line in ipairs(t:hud(first).insight.note.lines) do
      lines[index] = line.en
    end
    return table.concat(lines, "\n")
  end
  assert(string.find(told(), commitment, 1, true), "the commitment is there at once")
  assert(not string.find(told(), key, 1, true), "the key is not")
  say(t, people, 4)
  local plays = 0
  while t:hud().result == nil do
    play_on(t, people)
    plays += 1
    assert(plays < 200, "it ends")
  end
  assert(string.find(told(), `verify {commitment} {key}`, 1, true), "now it can be checked")
  assert(t:hud(people[2]).insight.note == nil, "those who did not ask see nothing")
  t:action(first, "counter")
  assert(t:hud(first).insight.note == nil, "one note takes the other's place")
end)

test("the landlord is claimed, taken and doubled for", function(t)
  local people = three_people(t)
  t:action(people[1], "option_auction", "claims")
  t:action(people[1], "option_doubling", "on")
  t:ticks(1)
  local caller = say(t, people, 2)
  local taker = say(t, people, 2)
  say(t, people, 1)
  t:equal(say(t, people, 1), caller, "the caller may take it back")
  t:equal(t:eval("return Deal.landlord()"), taker)
  t:equal(t:eval("return Deal.stake()"), 2)
  t:equal(say(t, people, 2), taker, "the landlord doubles first")
  say(t, people, 3)
  say(t, people, 1)
  t:equal(asked_cards(t, people), taker)
  t:equal(t:eval("return Deal.doubling(Deal.landlord())"), 2)
  t:equal(t:eval("return Deal.doubling(Deal.landlord() % 3 + 1)"), 4)
  t:action(people[1], "option_auction", "bids")
  t:equal(t:eval("return Deal.option('auction')"), "claims", "not during a deal")
end)

test("computers fill the seats and play by themselves", function(t)
  local first = t:join("Yi")
  local people = { first }
  for _ = 1, 400 do
    if t:hud().result then
      break
    end
    local request = t:request(first)
    if request and request.selection then
      play_on(t, people)
    elseif request then
      t:choose(first, request.id, 0)
    else
      t:run_jobs()
      t:ticks(5)
    end
  end
  assert(t:hud().result, "the deal ends")
end)
