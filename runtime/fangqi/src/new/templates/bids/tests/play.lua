-- The bids as people make them: each test has a room of its own.

local PRIZE = 3506 -- the block before that of the prize of one; the card of one is 3500

local function two_people(t: Test)
  local south, north = t:join("Nan"), t:join("Bei")
  t:sit(north, 1)
  return south, north
end

-- Bids a card of one's hand: 1 to 7, in row 0 or row 4 of the world.
local function bid(t: Test, player: number, row: number, card: number)
  t:click(player, card - 1, 1, row)
end

-- What the prize in a column is worth.
local function prize(t: Test, column: number)
  return t:block(column, 1, 2) - PRIZE
end

test("a bid is a secret until both are made", function(t)
  local south, north = two_people(t)
  local before, asked = t:hash(), #t:request(north).choices
  bid(t, south, 0, 3)
  t:expect(t:hash() ~= before, "the bid was taken")
  t:equal(t:request(south), nil)
  t:equal(#t:request(north).choices, asked)
  t:equal(t:block(2, 1, 0), 3502) -- the card still lies in the hand
  t:equal(#t:hud().moves, 0)
  bid(t, north, 4, 5)
  t:equal(t:block(2, 1, 0), 0)
  t:equal(#t:hud().moves, 2)
end)

test("the higher bid takes the prize, and equal bids lose it", function(t)
  local south, north = two_people(t)
  local first, third = prize(t, 0), prize(t, 2)
  bid(t, south, 0, 3)
  bid(t, north, 4, 5)
  t:equal(t:block(0, 1, 3), PRIZE + first)
  bid(t, north, 4, 2)
  bid(t, south, 0, 2)
  for row = 1, 3 do
    t:equal(t:block(1, 1, row), 0)
  end
  bid(t, south, 0, 7)
  bid(t, north, 4, 6)
  t:equal(t:block(2, 1, 1), PRIZE + third)
  local badges = t:hud().badges
  t:equal(badges[1].zh, `{third} 分`)
  t:equal(badges[2].zh, `{first} 分`)
end)

test("the other player's card is no bid, and the player is told", function(t)
  local south = two_people(t)
  bid(t, south, 4, 7)
  local toasts = t:toasts(south)
  t:equal(toasts[#toasts].en, "Bid a card of your own row")
end)

test("seven rounds end the game, and the larger sum wins", function(t)
  local south, north = two_people(t)
  local sum = 0
  for card = 1, 7 do
    sum += if card < 7 then prize(t, card - 1) else 0
    bid(t, south, 0, card % 7 + 1) -- one more than the other, and the one against the seven
    bid(t, north, 4, card)
  end
  t:equal(t:hud().result.winner, 0)
  t:equal(t:hud().badges[1].zh, `{sum} 分`)
end)

test("the computer bids as well", function(t)
  local south = t:join("Nan")
  bid(t, south, 0, 4)
  t:ticks(20)
  t:run_jobs()
  t:ticks(20)
  t:equal(#t:hud().moves, 2)
end)
