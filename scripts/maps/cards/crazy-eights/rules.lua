--!strict
-- The rules of Crazy Eights over plain data: what may be played, and what becomes of it. Knows no table.

type State = {
  players: number,
  hands: { { number } },
  stock: { number }, -- the last is drawn first
  under: { number }, -- the discards below the top one
  top: number,
  suit: number, -- the one to follow; an eight names it
  turn: number,
  drawn: boolean, -- whether the seat to play has drawn
  passes: number, -- how many have passed one after the other
}

local rules = {}
Eights = rules

-- Every card has a class of its own: which of equal ranks is played matters here.
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
local EIGHT = 7 -- the rank of an eight in the deck's order
local FEW, MANY = 5, 7 -- cards dealt: to two players more
local WORTH = { [7] = 50, [9] = 10, [10] = 10, [11] = 10, [12] = 10, [13] = 1 }

local deck = Cards.standard({ by_suit = true })
for number, card in ipairs(deck.cards) do
  card.class = string.sub(LETTERS, number, number)
end
rules.deck = deck

local function rank(card: number): number
  return deck.cards[card].rank
end

local function suit(card: number): number
  return deck.cards[card].suit
end

-- Whether a card is an eight.
function rules.is_eight(card: number)
  return rank(card) == EIGHT
end

-- Whether a card may be played by itself.
function rules.follows(state: State, card: number)
  return rules.is_eight(card) or suit(card) == state.suit or rank(card) == rank(state.top)
end

-- Deals a new game in the order of `cards`.
function rules.deal(players: number, cards: { number }): State
  local hands, next_card = {}, 1
  for seat = 1, players do
    local count = if players == 2 then MANY else FEW
    hands[seat] = table.move(cards, next_card, next_card + count - 1, 1, {})
    next_card += count
  end
  -- An eight is no card to begin with.
  local first = next_card
  while rules.is_eight(cards[first]) do
    first += 1
  end
  local stock = {}
  for index = next_card, #cards do
    if index ~= first then
      stock[#stock + 1] = cards[index]
    end
  end
  return {
    players = players,
    hands = hands,
    stock = stock,
    under = {},
    top = cards[first],
    suit = suit(cards[first]),
    turn = 1,
    drawn = false,
    passes = 0,
  }
end

-- Adds every way to choose some of `cards` of which at least one is in `follows`.
local function add_subsets(plays: { { number } }, cards: { number }, follows: { [number]: boolean })
  for bits = 1, 2 ^ #cards - 1 do
    local play, counts = {}, false
    for index, card in ipairs(cards) do
      if bit32.btest(bits, bit32.lshift(1, index - 1)) then
        play[#play + 1] = card
        counts = counts or follows[card] == true
      end
    end
    if counts then
      plays[#plays + 1] = play
    end
  end
end

-- All plays of a seat: lists of cards.
function rules.plays(state: State, seat: number)
  local plays: { { number } } = {}
  local groups: { [number]: { number } } = {}
  local follows: { [number]: boolean } = {}
  for _, card in ipairs(state.hands[seat]) do
    if rules.is_eight(card) then
      plays[#plays + 1] = { card }
    else
      groups[rank(card)] = groups[rank(card)] or {}
      table.insert(groups[rank(card)], card)
      follows[card] = rules.follows(state, card)
    end
  end
  for _, cards in pairs(groups) do
    add_subsets(plays, cards, follows)
  end
  return plays
end

-- Why cards are no play: a key of the strings. Nil for a play.
function rules.why_not(state: State, cards: { number }): string?
  if #cards == 0 then
    return "why_none"
  end
  local any = false
  for _, card in ipairs(cards) do
    if rank(card) ~= rank(cards[1]) then
      return "why_ranks"
    end
    any = any or rules.follows(state, card)
  end
  if not any then
    return "why_follow"
  elseif rules.is_eight(cards[1]) and #cards > 1 then
    return "why_eights"
  end
  return nil
end

-- Cards of a play in the order in which they lie: one that follows first, the one that stays on top last.
function rules.ordered(state: State, cards: { number })
  local own = table.clone(cards)
  for index, card in ipairs(own) do
    if rules.follows(state, card) then
      own[1], own[index] = own[index], own[1]
      break
    end
  end
  return own
end

local function pass_on(state: State)
  state.turn = state.turn % state.players + 1
  state.drawn = false
end

-- Plays cards; after an eight, `named` is the suit to follow.
function rules.play(state: State, cards: { number }, named: number)
  local hand = state.hands[state.turn]
  for _, card in ipairs(rules.ordered(state, cards)) do
    table.remove(hand, table.find(hand, card))
    state.under[#state.under + 1] = state.top
    state.top = card
  end
  state.suit = if rules.is_eight(state.top) then named else suit(state.top)
  state.passes = 0
  pass_on(state)
end

-- Whether the seat to play may draw: once, while there is something to be drawn.
function rules.may_draw(state: State)
  return not state.drawn and #state.stock + #state.under > 0
end

-- Draws a card. What was played is shuffled when the stock is used up; whether it was.
function rules.draw(state: State)
  local turned = #state.stock == 0
  if turned then
    state.stock, state.under = state.under, {}
    for last = #state.stock, 2, -1 do
      local other = math.random(last)
      state.stock[last], state.stock[other] = state.stock[other], state.stock[last]
    end
  end
  table.insert(state.hands[state.turn], table.remove(state.stock) :: number)
  state.drawn = true
  return turned
end

-- Passes.
function rules.pass(state: State)
  state.passes += 1
  pass_on(state)
end

-- What the cards a seat holds count.
function rules.points(state: State, seat: number)
  local sum = 0
  for _, card in ipairs(state.hands[seat]) do
    sum += WORTH[rank(card)] or rank(card) + 1
  end
  return sum
end

-- Whether it is over: somebody is out, or nobody can play any more.
function rules.is_over(state: State)
  for seat = 1, state.players do
    if #state.hands[seat] == 0 then
      return true
    end
  end
  return state.passes >= state.players
end

-- The seat with the fewest points; nil when several have as few.
function rules.winner(state: State): number?
  local best, winner = math.huge, nil
  for seat = 1, state.players do
    local points = rules.points(state, seat)
    if points < best then
      best, winner = points, seat
    elseif points == best then
      winner = nil
    end
  end
  return winner
end

-- The suit a seat holds most of, for naming after an eight.
function rules.best_suit(hand: { number })
  local counts = { 0, 0, 0, 0 }
  for _, card in ipairs(hand) do
    if not rules.is_eight(card) then
      counts[suit(card)] += 1
    end
  end
  local best = 1
  for one = 2, 4 do
    best = if counts[one] > counts[best] then one else best
  end
  return best
end

-- Plays of a seat, the best first: as many cards as possible, and eights last.
function rules.ranked(state: State, seat: number)
  local plays = rules.plays(state, seat)
  local function value(cards: { number })
    local worth = if rules.is_eight(cards[1]) then -100 else 20 * #cards
    return worth + rank(cards[1])
  end
  local place = {}
  for index, cards in ipairs(plays) do
    place[cards] = index
  end
  table.sort(plays, function(a, b)
    if value(a) ~= value(b) then
      return value(a) > value(b)
    end
    return place[a] < place[b]
  end)
  return plays
end
