--!strict
-- The rules of Crazy Eights by themselves, on positions worked out by hand.

-- Functions for the tests below, in the room's own Lua. Cards are named like "8s" or "10h".
local TOOLS = [[
  local signs = { s = "♠", h = "♥", c = "♣", d = "♦" }
  local function card(name)
    local rank, suit = string.match(name, "^(.+)(%a)$")
    for number, one in ipairs(Eights.deck.cards) do
      if one.name.en == rank .. signs[suit] then return number end
    end
    error("no card " .. name)
  end
  local function cards(names)
    local list = {}
    for name in string.gmatch(names, "%S+") do list[#list + 1] = card(name) end
    return list
  end
  local function position(first, second, top)
    local hands = { cards(first), cards(second) }
    local suit = Eights.deck.cards[card(top)].suit
    return { players = 2, hands = hands, stock = {}, under = {}, top = card(top), suit = suit, turn = 1,
      drawn = false, passes = 0 }
  end
]]

-- The plays of the first seat, as the ranks and suits of their cards in order.
local function plays(t: Test, hand: string, top: string)
  return t:eval(TOOLS .. [[
    local texts = {}
    for _, play in ipairs(Eights.plays(position("]] .. hand .. [[", "2c", "]] .. top .. [["), 1)) do
      texts[#texts + 1] = Cards.names(Eights.deck, play).en
    end
    table.sort(texts)
    return table.concat(texts, ", ")
  ]])
end

test("a card follows by suit or rank, and brings others of its rank along", function(t)
  local found = plays(t, "9s 9h 4d", "7s")
  assert(found == "9♠, 9♠ 9♥", found)
  found = plays(t, "7h 7d 2c", "7s")
  assert(found == "7♥, 7♥ 7♦, 7♦", found)
  found = plays(t, "8h 8c 2d", "7s")
  assert(found == "8♣, 8♥", found)
  found = plays(t, "4d 2c", "7s")
  assert(found == "", found)
end)

test("every answer that is no play has its reason", function(t)
  local function why(hand: string, chosen: string)
    return t:eval(TOOLS .. [[
      local state = position("]] .. hand .. [[", "2c", "7s")
      return tostring(Eights.why_not(state, cards("]] .. chosen .. [[")))
    ]])
  end
  assert(why("9s 9h 4d", "") == "why_none")
  assert(why("9s 9h 4d", "9s 4d") == "why_ranks")
  assert(why("9s 9h 4d", "9h") == "why_follow")
  assert(why("8s 8h", "8s 8h") == "why_eights")
  assert(why("9s 9h 4d", "9h 9s") == "nil")
end)

test("the card that follows lies below, and the last is to be followed", function(t)
  local found = t:eval(TOOLS .. [[
    local state = position("9h 9s 9d 3c", "2c", "7s")
    Eights.play(state, cards("9h 9s 9d"))
    local top = Cards.names(Eights.deck, { state.top }).en
    local under = Cards.names(Eights.deck, state.under).en
    return table.concat({ top, under, tostring(state.suit), tostring(state.turn) }, "; ")
  ]])
  assert(found == "9♦; 7♠ 9♠ 9♥; 4; 2", found)
end)

test("an eight names the suit, points count what is left", function(t)
  local found = t:eval(TOOLS .. [[
    local state = position("8d", "Qc 8h 3h Ac", "7s")
    Eights.play(state, cards("8d"), 2)
    local texts = { tostring(state.suit), tostring(Eights.is_over(state)), tostring(Eights.winner(state)) }
    texts[#texts + 1] = tostring(Eights.points(state, 2))
    return table.concat(texts, " ")
  ]])
  assert(found == "2 true 1 64", found)
end)

test("whoever has drawn draws no more, and what was played is drawn again", function(t)
  local found = t:eval(TOOLS .. [[
    local state = position("4d", "2c", "7s")
    local texts = { tostring(Eights.may_draw(state)) }
    state.under = cards("Ks")
    texts[#texts + 1] = tostring(Eights.may_draw(state))
    texts[#texts + 1] = tostring(Eights.draw(state))
    texts[#texts + 1] = tostring(Eights.may_draw(state))
    Eights.pass(state)
    texts[#texts + 1] = tostring(Eights.is_over(state))
    Eights.pass(state)
    texts[#texts + 1] = tostring(Eights.is_over(state))
    return table.concat(texts, " ")
  ]])
  assert(found == "false true true false false true", found)
end)
