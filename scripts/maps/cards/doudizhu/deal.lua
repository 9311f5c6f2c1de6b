--!strict
-- The deal that is played: the engine's text of it, and how it stands. Seats count from 1 here, from 0 in
-- the engine; cards are numbers of `deal.deck` here.

local deal = {}
Deal = deal

deal.deck = Cards.standard({ order = "3456789TJQKA2BR" })

-- How the landlord is found, and whether everybody may double after that.
local options: { [string]: any } = { auction = "bids", doubling = false }
local text: any = nil -- the engine's text: all cards are in it
local dealt: any = nil -- key, commitment, and the cards as dealt
local state: any = nil
local passed = 0 -- deals in a row in which nobody wanted to be the landlord

-- The engine numbers cards by rank, four suits each; the deck lists them otherwise.
local by_engine: { [number]: number } = {}
for number, card in ipairs(deal.deck.cards) do
  local place = if card.suit == 0 then 52 + card.rank - 14 else 4 * (card.rank - 1) + card.suit - 1
  by_engine[place] = number
end

local function cards_of(numbers: { number })
  local cards = {}
  for index, number in ipairs(numbers) do
    cards[index] = by_engine[number]
  end
  return cards
end

local function read()
  state = Doudizhu:state(text)
end

-- Shuffles and deals anew.
function deal.begin()
  if state == nil or state.phase ~= "passed" then
    passed = 0
  end
  dealt = Doudizhu:shuffle()
  local rules = { auction = options.auction, doubling = options.doubling, passed = passed }
  text = Doudizhu:open(dealt.key, rules)
  read()
end

-- Begins with given cards, as `Doudizhu:lay` takes them and the rules.
function deal.lay(cards: any, rules: any)
  text, dealt = Doudizhu:lay(cards, rules)
  read()
end

-- The cards of a seat as they were dealt, and the three for the landlord.
function deal.dealt(seat: number)
  return cards_of(dealt.hands[seat])
end

function deal.bottom()
  return cards_of(dealt.bottom)
end

-- What was published before the deal, and what may be published after it; nil of given cards.
function deal.commitment()
  return dealt.commitment
end

function deal.key()
  return dealt.key
end

-- A text that no other moment of any deal has.
function deal.moment()
  return text
end

-- Where the deal stands: "bid", "call", "take", "double", "play", "passed" or "over".
function deal.phase()
  return state.phase
end

-- The seat that is asked; nil when nobody is.
function deal.turn()
  return state.seat and state.seat + 1
end

-- What may be said now: bids, or 1 and 0 for yes and no, or multipliers.
function deal.choices()
  return state.choices
end

-- The landlord's seat; nil until he is known.
function deal.landlord()
  return state.landlord and state.landlord + 1
end

function deal.stake()
  return state.stake
end

function deal.multiplier()
  return state.multiplier
end

function deal.left(seat: number)
  return state.left[seat]
end

function deal.doubling(seat: number)
  return state.doubles[seat]
end

-- What must be beaten, { kind, cards, text, bomb }; nil for a free lead.
function deal.last()
  return state.last
end

-- { landlordWon, spring, bombs, stake, multiplier, points }; nil until the deal is over.
function deal.result()
  return state.result
end

-- Does what a seat wants, such as "say:2" or "play:334455". Whether it may, and what was played or why not.
function deal.act(seat: number, act: string): (boolean, any)
  local after, played = Doudizhu:act(text, seat - 1, act)
  if after == nil then
    return false, played
  end
  text = after
  read()
  if state.phase == "passed" then
    passed += 1
  end
  return true, played
end

-- What the seat that is asked may play, as classes of cards.
function deal.legal(): any
  return Doudizhu:legal(text)
end

-- The same, the best first.
function deal.ranked(): any
  return Doudizhu:ranked(text)
end

-- Why a seat may not play these cards; nil if it may.
function deal.explain(seat: number, cards: { number })
  return Doudizhu:explain(text, seat - 1, Cards.classes(deal.deck, cards))
end

-- The ranks of the cards that a seat has not seen.
function deal.unseen(seat: number)
  return Doudizhu:unseen(text, seat - 1)
end

-- What the engine would do in the place of whoever is asked. Waits; nil and "cancelled" if it was stopped.
function deal.think(level: number): (any, string?)
  return Doudizhu:think(text, { level = level })
end

-- Cards of these classes among `held`.
function deal.pick(held: { number }, classes: string)
  return Cards.pick(deal.deck, held, classes)
end

function deal.option(name: string)
  return options[name]
end

function deal.set_option(name: string, value: any)
  options[name] = value
end

Checkpoint:offer(function()
  return { options = options, text = text, dealt = dealt, passed = passed }
end, function(stored)
  options, text, dealt, passed = stored.options, stored.text, stored.dealt, stored.passed
  if text then
    read()
  end
end)
