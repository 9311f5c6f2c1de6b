--!strict
-- Hearts as four people play it: each test has a room of its own.

local CARD, BACK = 3499, 3552 -- the block before that of the first card, and that of a hidden one
local SUITS, RANKS =
  { "♣", "♦", "♠", "♥" },
  { "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A" }

-- The number of a suit or a rank.
local function number_of(list: { string }, text: string?): number
  return assert(text and table.find(list, text))
end

local function four_people(t: Test)
  local players = { t:join("Nan") }
  for seat, name in ipairs({ "Dong", "Bei", "Xi" }) do
    players[seat + 1] = t:join(name)
    t:sit(players[seat + 1], seat)
  end
  return players
end

-- Lays hands out, each a text of cards such as "♠Q ♥10", in the middle of a deal unless `fields` says otherwise.
local function lay(t: Test, hands: { string }, fields: string?)
  local cells = table.create(65, 0)
  for seat, text in ipairs(hands) do
    local column = 0
    for mark, rank in string.gmatch(text, "([^%w%s]+)(%w+)") do
      column += 1
      cells[13 * (seat - 1) + column] = 13 * (number_of(SUITS, mark) - 1) + number_of(RANKS, rank)
    end
  end
  t:eval(string.format(
    [[
      local state = Board:referee().setup({ players = 4, length = "hundred" })
      local fields = { cells = { %s }, phase = "play", left = 40, turn = 1 }
      for name, value in pairs(fields) do
        state[name] = value
      end
      for name, value in pairs({ %s }) do
        state[name] = value
      end
      Course.game.resume(state)
      Course.match.begin()
    ]],
    table.concat(cells, ", "),
    fields or ""
  ))
end

-- Clicks a card of one's hand, by its column from 1.
local function click(t: Test, players: { number }, seat: number, column: number)
  t:click(players[seat], column - 1, 1, seat - 1)
end

local function refusal(t: Test, player: number)
  local toasts = t:toasts(player)
  return toasts[#toasts].en
end

local function hand(t: Test, seat: number)
  return t:eval(string.format(
    [[
      local held = {}
      for cell = %d, %d do
        local card = Course.game.state().cells[cell]
        held[#held + 1] = if card > 0 then card else nil
      end
      return held
    ]],
    13 * seat - 12,
    13 * seat
  ))
end

test("the world shows backs, and all four are asked for three cards", function(t)
  local players = four_people(t)
  for seat = 1, 4 do
    for column = 0, 12 do
      t:equal(t:block(column, 1, seat - 1), BACK)
    end
    t:equal(#t:request(players[seat]).choices, 13 * 12 * 11)
    t:equal(t:request(players[seat]).hint.en, "Pass three cards to the left")
  end
end)

test("three cards are clicked in any order, and change hands when all have chosen", function(t)
  local players = four_people(t)
  local before = {}
  for seat = 1, 4 do
    before[seat] = hand(t, seat)
    for _, column in { 13, 1, 6 } do
      click(t, players, seat, column)
    end
    if seat < 4 then
      t:equal(hand(t, 1), before[1])
      t:equal(t:request(players[seat]), nil)
    end
  end
  for seat, from in { 2, 3, 4, 1 } do -- South's left is West, who passes to North
    local wanted = {}
    for column, card in before[seat] do
      if column ~= 1 and column ~= 6 and column ~= 13 then
        table.insert(wanted, card)
      end
    end
    for _, column in { 1, 6, 13 } do
      table.insert(wanted, before[from][column])
    end
    table.sort(wanted)
    t:equal(hand(t, seat), wanted)
    if table.find(wanted, 1) then
      t:equal(t:hud().turn, seat - 1) -- the two of clubs leads
      t:equal(#t:request(players[seat]).choices, 1)
    end
  end
end)

test("a card that is clicked again is put back", function(t)
  local players = four_people(t)
  local before = hand(t, 1)
  for _, column in { 4, 4, 1, 2 } do
    click(t, players, 1, column)
  end
  t:expect(t:request(players[1]) ~= nil, "only two are chosen")
  click(t, players, 1, 3)
  t:equal(t:request(players[1]), nil)
  for seat = 2, 4 do
    t:choose(players[seat], t:request(players[seat]).id, 0)
  end
  local after = hand(t, 1)
  t:equal({ table.find(after, before[1]), table.find(after, before[3]) }, {})
  t:expect(table.find(after, before[4]) ~= nil, "the fourth card was kept")
end)

test("suit is followed by those who can", function(t)
  local players = four_people(t)
  lay(t, { "♦5 ♥A", "♣2 ♦9 ♠3", "♣3 ♥9", "♦2 ♦3" })
  click(t, players, 1, 1)
  t:equal(#t:request(players[2]).choices, 1)
  click(t, players, 2, 1)
  t:equal(refusal(t, players[2]), "You hold a card of the suit that was led, and must follow it")
  click(t, players, 2, 2)
  t:equal(#t:request(players[3]).choices, 2) -- no diamond: any card
  click(t, players, 3, 2)
  click(t, players, 4, 1)
  t:equal(t:hud().turn, 1) -- East's nine was the highest diamond
  t:equal(t:hud().badges[2].en, "1 now, 1 in all")
end)

test("the first trick begins with the two of clubs and has no points", function(t)
  local players = four_people(t)
  lay(t, { "♣2 ♦9 ♠3", "♦2 ♠Q ♥4", "♠Q ♥5 ♥6", "♣3 ♣4" }, "left = 52")
  click(t, players, 1, 2)
  t:equal(refusal(t, players[1]), "The two of clubs begins: play it")
  click(t, players, 1, 1)
  for column = 2, 3 do
    click(t, players, 2, column)
    local said = "In the first trick no hearts and no queen of spades may be played"
    t:equal(refusal(t, players[2]), said)
  end
  click(t, players, 2, 1)
  t:equal(#t:request(players[3]).choices, 3) -- who has nothing else plays points even so
end)

test("hearts are led once one was thrown, or where there is nothing else", function(t)
  local players = four_people(t)
  lay(t, { "♣5 ♥3 ♥4", "♦2 ♥9", "♣2 ♦3", "♣3 ♦4" })
  click(t, players, 1, 2)
  t:equal(refusal(t, players[1]), "No heart may be led before one has been thrown on another suit")
  click(t, players, 1, 1)
  click(t, players, 2, 2)
  click(t, players, 3, 1)
  click(t, players, 4, 1)
  t:equal(#t:request(players[1]).choices, 2) -- South has taken East's heart, and leads one of two
  lay(t, { "♥3 ♥4", "♦2 ♥9", "♣2 ♦3", "♣3 ♦4" })
  t:equal(#t:request(players[1]).choices, 2)
end)

test("who takes all hearts and the queen gives 26 points to each of the others", function(t)
  local players = four_people(t)
  local fields = "left = 4, broken = true, taken = { 25, 0, 0, 0 }, total = { 80, 1, 2, 3 }"
  lay(t, { "♥A", "♣4", "♣2", "♣3" }, fields)
  for seat = 1, 4 do
    click(t, players, seat, 1)
  end
  local totals = {}
  for seat, badge in t:hud().badges do
    totals[seat] = badge.en
  end
  t:equal(
    totals,
    { "0 now, 80 in all", "0 now, 27 in all", "0 now, 28 in all", "0 now, 29 in all" }
  )
  t:equal(t:hud().result, nil)
  t:equal(#t:request(players[1]).choices, 13 * 12 * 11) -- the next deal
  t:equal(t:request(players[1]).hint.en, "Pass three cards to the right")
  t:equal(t:block(0, 1, 4), CARD + 52) -- the last trick can still be seen
end)

test("one heart fewer is no moon, and a hundred points end the game", function(t)
  local players = four_people(t)
  local fields = "left = 4, broken = true, taken = { 24, 1, 0, 0 }, total = { 75, 1, 2, 3 }"
  lay(t, { "♥A", "♣4", "♣2", "♣3" }, fields)
  for seat = 1, 4 do
    click(t, players, seat, 1)
  end
  local result = t:hud().result
  t:equal(result.winner, nil) -- East and North have two points each
  t:expect(string.find(result.text.en, "-100 : -2 : -2 : -3", 1, true) ~= nil, result.text.en)
end)

test("the fewest points win", function(t)
  local players = four_people(t)
  lay(
    t,
    { "♥A", "♣4", "♣2", "♣3" },
    "left = 4, taken = { 24, 1, 0, 0 }, total = { 99, 7, 6, 5 }"
  )
  for seat = 1, 4 do
    click(t, players, seat, 1)
  end
  t:equal(t:hud().result.winner, 3)
end)

-- Who takes a trick and with how many points, from what is read in the list of moves.
local function taker(trick: { any })
  local points, best = 0, 1
  local led = string.match(trick[1].text.en, "^[^%w]+")
  for index, move in ipairs(trick) do
    local mark, rank = string.match(move.text.en, "^([^%w]+)(%w+)$")
    points += if mark == "♥" then 1 elseif move.text.en == "♠Q" then 13 else 0
    local there = string.match(trick[best].text.en, "%w+$")
    if mark == led and number_of(RANKS, rank) > number_of(RANKS, there) then
      best = index
    end
  end
  return trick[best].seat, points
end

test("a deal is counted as its list of moves says", function(t)
  local players = four_people(t)
  t:action(players[1], "option_length", "deal")
  t:action(players[1], "new")
  for step = 1, 56 do
    for seat = 1, 4 do
      local request = t:request(players[seat])
      if request and t:hud().result == nil then
        t:choose(players[seat], request.id, step * 5 % #request.choices)
      end
    end
  end
  local moves, taken, leader = t:hud().moves, { 0, 0, 0, 0 }, nil
  t:equal(#moves, 4 + 52)
  t:equal(moves[5].text.en, "♣2")
  for first = 5, 53, 4 do
    local trick = { moves[first], moves[first + 1], moves[first + 2], moves[first + 3] }
    t:equal(trick[1].seat, leader or trick[1].seat)
    for index = 2, 4 do
      t:equal(trick[index].seat, (trick[1].seat + index - 1) % 4)
    end
    local seat, points = taker(trick)
    taken[seat + 1] += points
    leader = seat
  end
  local moon = table.find(taken, 26)
  for seat = 1, 4 do
    local wanted = if moon == nil then taken[seat] elseif moon == seat then 0 else 26
    t:equal(t:hud().badges[seat].en, `{wanted} now, {wanted} in all`)
  end
  t:expect(t:hud().result ~= nil, "one deal was chosen")
end)

test("computers pass and play", function(t)
  local person = t:join("Nan")
  t:choose(person, t:request(person).id, 0)
  for _ = 1, 20 do
    t:ticks(20)
    t:run_jobs()
  end
  t:expect(#t:hud().moves >= 4, "all have passed")
  t:expect(t:request(person) ~= nil, "it is the person's turn, or will be")
end)
