--!strict
-- Positions and moves as `lessons.toml` writes them.
--
-- A position is { seats, draw, after }: for each seat { general, role, hand }, with the four cards it is dealt; the
-- cards that are drawn next; and answers that have been given. Cards are written by their keys, as "slash", or with
-- suit and number, as "Slash-7♠".
--
-- A move answers one question by what is clicked for it, in that order: a skill, cards, seats by their numbers. So
-- "slash 2", "zhiheng slash jink", "indulgence 3"; "yes" where there is nothing to be chosen, "pass" to decline.
-- Which of these there are, the engine says.

local round, tabletop, plates, asking, game = Round, Tabletop, Plates, Asking, Course.game
local deck = round.deck

type Move = { text: string }
type Chosen = { skill: string?, cards: { number }, players: { number } }
type Seat = { general: string?, role: string?, hand: string }
type Position = { seats: { Seat }, draw: string?, after: { string }? }

local LEARNER = 1
local HAND = 4
local SEED = 1

if Lessons:count() == 0 then
  return
end

local begin = game.start

-- The cards in the order in which they are drawn: the hands from the lord's on, and then those on the pile.
local function stacked(seats: { Seat }, draw: string?)
  local lord = 1
  for seat, of in ipairs(seats) do
    lord = if of.role == "lord" then seat else lord
  end
  local texts = {}
  for step = 1, #seats do
    texts[step] = seats[(lord + step - 2) % #seats + 1].hand
  end
  texts[#texts + 1] = draw or ""
  local stack = {}
  for index, cards in ipairs(Spelling.deal(deck, texts)) do
    assert(index > #seats or #cards == HAND, `a hand has {HAND} cards`)
    for _, card in ipairs(cards) do
      stack[#stack + 1] = card - 1
    end
  end
  return stack
end

function game.put(position: Position?)
  if position == nil then
    begin()
    return
  end
  local seats = {}
  Course.seating.set_players(#position.seats)
  for seat, of in ipairs(position.seats) do
    local name = Course.seating.name(seat).zh
    seats[seat] = { name = name, role = of.role, general = of.general, robot = seat ~= LEARNER }
  end
  round.open({ seats = seats, seed = SEED, stack = stacked(position.seats, position.draw) })
  for number, text in ipairs(position.after or {}) do
    local move = game.meant(round.asked(), text)
    if move == nil or round.answer(round.asked(), move.text) == nil then
      error(`answer {number} before the step, "{text}", is not possible`, 0)
    end
  end
  game.resume({})
end

-- Adds what a word names to what is chosen; whether that may be chosen next.
local function add(chosen: Chosen, next: any, word: string): boolean
  local seat = tonumber(word)
  if table.find(next.skills, word) then
    chosen.skill = word
  elseif seat and table.find(next.players, seat) then
    table.insert(chosen.players, seat)
  else
    local card = Spelling.cards(deck, next.cards, word)[1]
    if card == nil or table.find(chosen.cards, card) then
      return false
    end
    table.insert(chosen.cards, card)
  end
  return true
end

function game.meant(seat: number, text: string): Move?
  if seat ~= round.asked() then
    return nil
  end
  local chosen: Chosen = { cards = {}, players = {} }
  local next = round.candidates(chosen)
  if text == "pass" then
    return if next.decline then { text = "." } else nil
  elseif text == "yes" then
    return next.ready and { text = next.ready }
  end
  for _, option in ipairs(next.options) do
    if option.value == text then
      return { text = text }
    end
  end
  for word in string.gmatch(text, "%S+") do
    if not add(chosen, next, word) then
      return nil
    end
    next = round.candidates(chosen)
  end
  return next.ready and { text = next.ready }
end

-- Adds the answers that begin with what is chosen and name at most one seat more.
local function add_answers(moves: { Move }, chosen: Chosen): any
  local next = round.candidates(chosen)
  moves[#moves + 1] = next.ready and { text = next.ready }
  for _, seat in ipairs(next.players) do
    local ready =
      round.candidates({ skill = chosen.skill, cards = chosen.cards, players = { seat } }).ready
    moves[#moves + 1] = ready and { text = ready }
  end
  return next
end

-- The answers of one card and one seat at most: there are too many others.
function game.moves(seat: number)
  local moves: { Move } = {}
  if seat ~= round.asked() then
    return moves
  end
  local next = add_answers(moves, { cards = {}, players = {} })
  for _, card in ipairs(next.cards) do
    add_answers(moves, { cards = { card }, players = {} })
  end
  for _, card in ipairs(next.backs) do
    add_answers(moves, { cards = { card }, players = {} })
  end
  for _, option in ipairs(next.options) do
    moves[#moves + 1] = { text = option.value }
  end
  moves[#moves + 1] = next.decline and { text = "." } or nil
  return moves
end

-- What an answer of the engine is made of: a skill, cards, seats; nil where it is a word.
local function parts(text: string): (string?, { number }, { number })
  local what, players = string.match(text, "^(.-)%->(.*)$")
  what = what or text
  local skill, ids = string.match(what, "^skill=([^:]*):(.*)$")
  ids = ids or what
  if players == nil and skill == nil and not string.match(ids, "^[%d+]+$") then
    local seat = string.match(text, "^sgs(%d+)$")
    return nil, {}, if seat then { tonumber(seat) :: number } else {}
  end
  local cards, seats = {}, {}
  for id in string.gmatch(ids, "%d+") do
    cards[#cards + 1] = tonumber(id) :: number + 1
  end
  for seat in string.gmatch(players or "", "sgs(%d+)") do
    seats[#seats + 1] = tonumber(seat) :: number
  end
  return skill, cards, seats
end

function game.spoken(move: Move)
  if move.text == "." then
    return "pass"
  end
  local skill, cards, seats = parts(move.text)
  local words: { any }, keys: { string } = { skill }, {}
  for index, card in ipairs(cards) do
    keys[index] = deck.cards[card].key
  end
  table.sort(keys)
  table.move(keys, 1, #keys, #words + 1, words)
  table.move(seats, 1, #seats, #words + 1, words)
  return if #words == 0 then move.text else table.concat(words, " ")
end

-- Where cards of the text lie that the learner holds or has before it.
function game.places(text: string)
  local cells, seen = tabletop.cells(), {}
  for card in pairs(cells) do
    seen[#seen + 1] = card
  end
  -- Its own come last, of which the first is taken.
  local own = tabletop.cards:hand(LEARNER)
  table.sort(seen, function(a: number, b: number)
    local mine, yours = table.find(own, a) ~= nil, table.find(own, b) ~= nil
    return if mine ~= yours then yours else a > b
  end)
  local places = {}
  for index, card in ipairs(Spelling.cards(deck, seen, text, true)) do
    places[index] = cells[card]
  end
  return places
end

function game.clicks(_: number, move: Move)
  local kind, cells, clicks = round.kind(), tabletop.cells(), {}
  if move.text == "." then
    return { asking.declines(kind) }
  end
  for _, option in ipairs(round.candidates({ cards = {}, players = {} }).options) do
    if option.value == move.text then
      return { option.text }
    end
  end
  local skill, cards, seats = parts(move.text)
  clicks[1] = skill and plates.word(skill)
  for _, card in ipairs(cards) do
    clicks[#clicks + 1] = cells[card]
  end
  for _, seat in ipairs(seats) do
    clicks[#clicks + 1] = { player = seat }
  end
  if not asking.is_at_once(kind) then
    clicks[#clicks + 1] = asking.confirms(kind)
  end
  return clicks
end

function game.mark(move: Move?)
  local _, cards = parts(move and move.text or "")
  local cells, places = tabletop.cells(), {}
  for _, card in ipairs(cards) do
    places[#places + 1] = cells[card]
  end
  Spelling.light(places)
end
