--!strict
-- Positions and moves as `lessons.toml` writes them.
--
-- In a position each player's hand is a text of cards; `top` is the card on top of the discards, `suit` the suit that
-- an eight has named, `stock` the cards that are drawn first. The cards that are not named lie below those. A move is
-- its cells, as "9♥ 9♣", after an eight with the suit, as "8♣ hearts"; "draw" or "pass".

type Position = { hands: { string }?, top: string?, suit: string?, stock: string? }

local rules, game, tab = Eights, Course.game, Course.cards
local deck = rules.deck

local LEARNER = 1
local SUITS = { "spades", "hearts", "clubs", "diamonds" }

if Lessons:count() == 0 then
  return
end

function game.put(given: Position?)
  local position: Position = given or {}
  local texts = table.clone(position.hands or { "", "" })
  local players = #texts
  texts[players + 1], texts[players + 2] = position.top or "", position.stock or ""
  local lists, stock = Spelling.deal(deck, texts)
  local top = lists[players + 1][1] or table.remove(stock)
  local named = table.find(SUITS, position.suit or "")
  if position.suit and (named == nil or not rules.is_eight(top)) then
    error(`"{position.suit}" is no suit that an eight on top has named`, 0)
  end
  -- The last of the stock is drawn first.
  for index = #lists[players + 2], 1, -1 do
    stock[#stock + 1] = lists[players + 2][index]
  end
  game.resume({
    players = players,
    hands = table.move(lists, 1, players, 1, {}),
    stock = stock,
    under = {},
    top = top,
    suit = named or deck.cards[top].suit,
    turn = 1,
    drawn = false,
    passes = 0,
  })
end

-- Whether a move leaves a suit to be named.
local function names_suit(seat: number, cards: { number })
  return rules.is_eight(cards[1]) and #tab:hand(seat) > 1
end

function game.moves(seat: number)
  local moves = {}
  for _, cards in ipairs(rules.ranked(game.state(), seat)) do
    for suit = 1, if names_suit(seat, cards) then #SUITS else 1 do
      moves[#moves + 1] = { cards = cards, suit = suit }
    end
  end
  moves[#moves + 1] = game.otherwise()
  return moves
end

function game.spoken(move: any)
  if move.draw or move.pass then
    return if move.draw then "draw" else "pass"
  end
  local text = Spelling.names(deck, tab:sorted(move.cards))
  return if rules.is_eight(move.cards[1]) then `{text} {SUITS[move.suit]}` else text
end

function game.meant(seat: number, text: string)
  local cards, words = Spelling.cards(deck, tab:hand(seat), text)
  local other = game.otherwise()
  if #cards == 0 then
    return if #words == 1 and other[words[1]] then other else nil
  end
  local suit = table.find(SUITS, words[1])
  local wants = if names_suit(seat, cards) then suit ~= nil and #words == 1 else #words == 0
  if wants and rules.why_not(game.state(), cards) == nil then
    return { cards = cards, suit = suit or 1 }
  end
  return nil
end

function game.places(text: string)
  return tab:cells(LEARNER, Spelling.cards(deck, tab:hand(LEARNER), text, true))
end

function game.clicks(seat: number, move: any)
  if move.draw or move.pass then
    return { T(move.draw and "button_draw" or "button_pass") }
  end
  local clicks = tab:cells(seat, move.cards)
  if names_suit(seat, move.cards) then
    clicks[#clicks + 1] = game.suit_name(move.suit)
  end
  return clicks
end
