-- Positions and moves as `lessons.toml` writes them.
--
-- A position is { hands, bottom, first, auction, doubling, after }: texts of cards for the three seats and for the
-- landlord, the seat that bids first, how the landlord is found, and moves that have been made. Cards that are not
-- named fill up the hands, the lowest first. A move is its cells by their ranks, as "3 3 10" or "small-joker
-- big-joker"; or "pass", "bid 2", "call", "take", "double", "redouble" and "no".

local deal, asking, game, tab = Deal, Asking, Course.game, Tabletop.cards
local deck = deal.deck

local LEARNER = 1
-- What is said in each phase, by what the engine calls it.
local WORDS = {
  bid = { [0] = "pass", "bid 1", "bid 2", "bid 3" },
  call = { [0] = "no", "call" },
  take = { [0] = "no", "take" },
  double = { "no", "double", [4] = "redouble" },
}
local NAMES = { T = "10", B = "small-joker", R = "big-joker" }

if Lessons:count() == 0 then
  return
end

-- Cards as the engine writes them.
local function classes_of(text)
  local classes = {}
  for word in string.gmatch(text, "%S+") do
    local class = word
    for short, name in pairs(NAMES) do
      class = if word == name then short else class
    end
    classes[#classes + 1] = class
  end
  return table.concat(classes)
end

local function play_of(cards)
  return { act = "play:" .. Cards.classes(deck, cards), cards = cards }
end

local function say(choice)
  return { act = `{if deal.phase() == "double" then "double" else "say"}:{choice}` }
end

function game.put(position)
  if position == nil then
    deal.begin()
    game.resume()
    return
  end
  local hands = {}
  for index, text in ipairs(position.hands or { "", "", "" }) do
    hands[index] = classes_of(text)
  end
  deal.lay({
    hands = hands,
    bottom = classes_of(position.bottom or ""),
    first = (position.first or 1) - 1,
  }, { auction = position.auction, doubling = position.doubling })
  game.resume()
  for number, text in ipairs(position.after or {}) do
    local seat = deal.turn()
    local move = seat and game.meant(seat, text)
    if move == nil or game.carry_out(seat, move) == false then
      error(`move {number} before the step, "{text}", is not legal`, 0)
    end
  end
end

function game.moves(seat)
  local moves = {}
  for _, choice in ipairs(deal.choices()) do
    moves[#moves + 1] = say(choice)
  end
  for _, classes in ipairs(deal.legal()) do
    moves[#moves + 1] = play_of(deal.pick(tab:hand(seat), classes))
  end
  if deal.last() then
    moves[#moves + 1] = play_of({})
  end
  return moves
end

-- What a move says; nil where it plays cards, or none.
local function said(move)
  return tonumber(string.match(move.act, "^%a+:(%d)$"), 10)
end

local function is_play(move)
  return string.match(move.act, "^play:") ~= nil
end

function game.spoken(move)
  if not is_play(move) then
    return WORDS[deal.phase()][said(move)]
  elseif #move.cards == 0 then
    return "pass"
  end
  local words = {}
  for index, card in ipairs(tab:sorted(move.cards)) do
    local class = deck.cards[card].class
    words[index] = NAMES[class] or class
  end
  return table.concat(words, " ")
end

function game.meant(seat, text)
  for _, choice in ipairs(deal.choices()) do
    if WORDS[deal.phase()][choice] == text then
      return say(choice)
    end
  end
  if deal.phase() ~= "play" then
    return nil
  elseif text == "pass" then
    return if deal.last() then play_of({}) else nil
  end
  local cards, others = Spelling.cards(deck, tab:hand(seat), text)
  local may = #others == 0 and deal.explain(seat, cards) == nil
  return if may then play_of(cards) else nil
end

function game.places(text)
  return tab:cells(LEARNER, Spelling.cards(deck, tab:hand(LEARNER), text, true))
end

function game.clicks(seat, move)
  if not is_play(move) then
    return { asking.word(deal.phase(), said(move)) }
  elseif #move.cards == 0 then
    return { asking.pass() }
  end
  return tab:cells(seat, move.cards)
end

function game.mark(move)
  Spelling.light(move and move.cards and tab:cells(LEARNER, move.cards) or {})
end
