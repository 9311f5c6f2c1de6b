-- Crazy Eights through requests, as clients answer them: what may be played, and what it comes to.

local function two_people(t)
  local first, second = t:join("Yi"), t:join("Er")
  t:action(first, "option_players", "2")
  t:sit(second, 1)
  return first, second
end

-- Gives the seats these cards, named like "8s" or "10h", and puts one on the table.
local function arrange(t, hands, top)
  local function list(names)
    local parts = {}
    for _, name in ipairs(names) do
      parts[#parts + 1] = `{name}`
    end
    return table.concat(parts, " ")
  end
  t:eval([[
    local function card(name)
      local signs = { s = "♠", h = "♥", c = "♣", d = "♦" }
      local rank, suit = string.match(name, "^(.+)(%a)$")
      for number, one in ipairs(Eights.deck.cards) do
        if one.name.en == rank .. signs[suit] then return number end
      end
      error("no card " .. name)
    end
    function arrange(hands, top)
      local state = Course.game.look()
      local used = { [card(top)] = true }
      for seat, names in ipairs(hands) do
        local hand = {}
        for name in string.gmatch(names, "%S+") do
          hand[#hand + 1] = card(name)
          used[card(name)] = true
        end
        state.hands[seat] = hand
      end
      state.stock, state.under, state.turn, state.drawn = {}, {}, 1, false
      for number in ipairs(Eights.deck.cards) do
        if not used[number] then state.stock[#state.stock + 1] = number end
      end
      state.top, state.suit = card(top), Eights.deck.cards[card(top)].suit
      Course.game.arrange(state)
      Course.match.go_on()
    end
  ]])
  t:eval(`arrange(\{ "{list(hands[1])}", "{list(hands[2])}" }, "{top}")`)
  t:ticks(1)
end

-- The blocks of the first cells of a seat's hand as a spectator sees them.
local function backs(t, seat, count)
  for x = 1, count do
    if t:block(x, 1, (seat - 1) * 2) ~= 4054 then
      return false
    end
  end
  return t:block(count + 1, 1, (seat - 1) * 2) == 0
end

test("cards that follow are played, together if of one rank", function(t)
  local first, second = two_people(t)
  arrange(t, { { "9s", "9h", "4d" }, { "2c", "3c" } }, "7s")
  local asked = t:request(first)
  -- Sorted by suit: 9s, 9h, 4d. Only the nine of spades follows, and may take the other along.
  assert(#asked.selection.legal == 2, `legal: {table.concat(asked.selection.legal, " ")}`)
  t:select(first, asked.id, { 2 })
  local toasts = t:toasts(first)
  assert(string.find(toasts[#toasts].en, "suit ♠"), toasts[#toasts].en)
  t:select(first, asked.id, { 1, 2 })
  assert(t:request(first) == nil, "it is the other's turn")
  assert(backs(t, 1, 1), "one card is left")
  local own = t:request(second)
  assert(#own.selection.legal == 0 and own.choices[1].label.en == "Draw")
end)

test("whatever is no play is refused, and nothing changes", function(t)
  local first, second = two_people(t)
  arrange(t, { { "9s", "8h", "8c" }, { "2c", "3c" } }, "7s")
  local asked, hash = t:request(first), t:hash()
  for _, bad in ipairs({ { 9 }, { 1, 1 }, { 0 } }) do
    assert(not t:select(first, asked.id, bad), "refused")
    assert(t:hash() == hash, "nothing has changed")
  end
  assert(not t:select(second, asked.id, { 1 }), "somebody else's")
  assert(not t:select(first, asked.id + 5, { 1 }), "no such question")
  assert(t:hash() == hash)
  t:select(first, asked.id, { 1, 2 })
  t:select(first, asked.id, { 2, 3 })
  t:select(first, asked.id, {})
  local said = t:toasts(first)
  local last = {}
  for index = #said - 2, #said do
    last[#last + 1] = said[index].en
  end
  assert(last[1] == "Cards played together must be of one rank", last[1])
  assert(last[2] == "Eights are played one at a time", last[2])
  assert(last[3] == "Choose a card first", last[3])
  assert(t:request(first).id == asked.id, "still asked the same")
  t:select(first, asked.id, { 1 })
  assert(not t:select(first, asked.id, { 2 }), "too late")
end)

test("an eight names the suit to follow", function(t)
  local first, second = two_people(t)
  arrange(t, { { "8d", "4d" }, { "2c", "3h" } }, "7s")
  local asked = t:request(first)
  t:select(first, asked.id, { 2 }) -- 4d, which does not follow
  assert(t:request(first).id == asked.id)
  t:select(first, asked.id, { 1 })
  local suits = t:request(first)
  assert(suits.selection == nil and #suits.choices == 4)
  t:choose(first, suits.id, 1) -- hearts
  assert(t:hud().insight.title.en == "Follow ♥")
  assert(#t:request(second).selection.legal == 1, "the three of hearts follows")
end)

test("who cannot follow draws once and then passes", function(t)
  local first, second = two_people(t)
  arrange(t, { { "9d", "4d" }, { "2c", "3h" } }, "7s")
  local asked = t:request(first)
  t:choose(first, asked.id, 0)
  assert(backs(t, 1, 3), "it has drawn")
  local again = t:request(first)
  if again then
    assert(again.choices[1].label.en == "Pass")
    t:choose(first, again.id, 0)
  end
  assert(t:request(second) ~= nil)
end)

test("out of cards wins what the others hold", function(t)
  local first = two_people(t)
  arrange(t, { { "9s" }, { "Qc", "8h", "3h" } }, "7s")
  t:select(first, t:request(first).id, { 1 })
  local result = t:hud().result
  assert(result.winner == 0 and result.text.en == "South wins 63 points", result.text.en)
  assert(t:hud().badges[1].en == "63 pts")
  assert(t:block(1, 1, 2) ~= 4054, "hands are shown at the end")
end)

test("computers play a game to its end by themselves", function(t)
  local person = t:join("Yi")
  for _ = 1, 400 do
    if t:hud().result then
      break
    end
    local asked = t:request(person)
    if asked and asked.selection and #asked.selection.suggest > 0 then
      local numbers = {}
      for index, cell in ipairs(asked.selection.suggest[1]) do
        numbers[index] = cell + 1
      end
      t:select(person, asked.id, numbers)
    elseif asked then
      t:choose(person, asked.id, 0)
    end
    t:ticks(30)
  end
  assert(t:hud().result, "the game has ended")
end)

test("the table survives being stored, and whoever holds cards is asked again", function(t)
  local first = two_people(t)
  arrange(t, { { "9s", "4d" }, { "2c", "3c" } }, "7s")
  local before = t:request(first).selection
  local why = t:checkpoint()
  assert(why == nil, why)
  local after = t:request(first).selection
  assert(table.concat(after.legal) == table.concat(before.legal))
  t:select(first, t:request(first).id, { 1 })
  assert(backs(t, 1, 1))
end)
