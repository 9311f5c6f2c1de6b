--!strict
-- Positions and moves as `lessons.toml` writes them.
--
-- A position is { hands, bottom, first, auction, doubling, after }: texts of cards for the three seats and for the
-- landlord, the seat that bids first, how the landlord is found, and moves that have been made. Cards that are not
-- named fill up the hands, the lowest first. A move is its cells by their ranks, as "3 3 10" or "small-joker
-- big-joker"; or "pass", "bid 2", "call", "take", "double", "redouble" and "no".

local deal, asking, game, tab = Deal, Asking, Course.game, Tabletop.cards
local deck = deal.deck

type Move = { act: string, cards: { number }? }
type Position = {
  hands: { string }?,
  bottom: string?,
  first: number?,
  auction: string?,
  doubling: boolean?,
  after: { string }?,
}

local LEARNER = 1
-- What is said in each phase, by what the engine calls it.
local WORDS: { [string]: { [number]: string } } = {
  bid = { [0] = "pass", "bid 1", "bid 2", "bid 3" },
  call = { [0] = "no", "call" },
  take = { [0] = "no", "take" },
  double = { "no", "double", [4] = "redouble" },
}
local NAMES: { [string]: string } = { T = "10", B = "small-joker", R = "big-joker" }

if Lessons:count() == 0 then
  return
end

-- Cards as the engine writes them.
local function classes_of(text: string)
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

local function play_of(cards: { number }): Move
  return { act = "play:" .. Cards.classes(deck, cards), cards = cards }
end

local function say(choice: number): Move
  return { act = `{if deal.phase() == "double" then "double" else "say"}:{choice}` }
end

function game.put(position: Position?)
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

function game.moves(seat: number)
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

-- What a move says that is no play.
local function said(move: Move)
  return tonumber(string.match(move.act, "^%a+:(%d)$"), 10) :: number
end

local function is_play(move: Move)
  return string.match(move.act, "^play:") ~= nil
end

function game.spoken(move: Move)
  if not is_play(move) then
    return WORDS[deal.phase()][said(move)]
  end
  local cards = move.cards or {}
  if #cards == 0 then
    return "pass"
  end
  local words = {}
  for index, card in ipairs(tab:sorted(cards)) do
    local class = deck.cards[card].class
    words[index] = NAMES[class] or class
  end
  return table.concat(words, " ")
end

function game.meant(seat: number, text: string): Move?
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

function game.places(text: string)
  return tab:cells(LEARNER, Spelling.cards(deck, tab:hand(LEARNER), text, true))
end

function game.clicks(seat: number, move: Move)
  if not is_play(move) then
    return { asking.word(deal.phase(), said(move)) }
  end
  local cards = move.cards or {}
  return if #cards == 0 then { asking.pass() } else tab:cells(seat, cards)
end

function game.mark(move: Move?)
  Spelling.light(move and move.cards and tab:cells(LEARNER, move.cards) or {})
end
