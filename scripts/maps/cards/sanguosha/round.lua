--!strict
-- The game that is played: the engine's text of it, and how it stands. Seats count from 1 here, from 0 in
-- the engine; cards are numbers of `round.deck` here, one more than in the engine.

local round = {}
Round = round

round.deck = Cards.deck(Sanguosha:deck())

local CHOICES = 5

-- What has been chosen of an answer.
type Chosen = { skill: string?, cards: { number }, players: { number } }

local game: any = nil -- the engine's text: all roles and answers are in it
local state: any = nil -- how it stands, as everybody knows

local function read()
  state = Sanguosha:state(game)
end

-- The engine's cards as numbers of the deck.
local function cards_of(ids: { number })
  local cards = {}
  for index, id in ipairs(ids) do
    cards[index] = id + 1
  end
  return cards
end

local function ids_of(cards: { number })
  local ids = {}
  for index, card in ipairs(cards) do
    ids[index] = card - 1
  end
  return ids
end

round.cards_of = cards_of

-- Begins a game with the setup that `Sanguosha:open` takes. Gives the news of its beginning.
function round.open(setup: any): any
  local news: any
  game, news = Sanguosha:open(setup)
  assert(game, news)
  read()
  return news
end

-- Begins a game; `names` are those of the seats. Gives the news of its beginning.
function round.begin(names: { string }, robots: { boolean }): any
  local seats = {}
  for seat, name in ipairs(names) do
    seats[seat] = { name = name, robot = robots[seat] }
  end
  return round.open({ seats = seats, choices = CHOICES })
end

-- Gives a seat's answer. What is told of it; or nil and why it is refused.
function round.answer(seat: number, text: string): (any, any)
  local after, news = Sanguosha:answer(game, seat - 1, text)
  if after == nil then
    return nil, news
  end
  game = after
  read()
  return news
end

-- A number that each question has alone.
function round.serial()
  return state.serial or 0
end

function round.is_over()
  return state.over
end

-- The seats that have won, once it is over.
function round.winners()
  local seats: { number }, won: { number } = {}, state.winners or {}
  for index, seat in won do
    seats[index] = seat + 1
  end
  return seats
end

-- The seat that is asked; nil when nobody is.
function round.asked()
  return state.seat and state.seat + 1
end

-- The kind of question it is asked.
function round.kind()
  return state.kind
end

-- How many turns have begun; 0 while generals are chosen.
function round.turns()
  return state.turns
end

-- Whose turn it is.
function round.turn()
  return state.turn + 1
end

-- What everybody may know, as `Sanguosha:view` gives it.
function round.view(): any
  return Sanguosha:view(game)
end

-- What a seat may know.
function round.own(seat: number): any
  local view: any = Sanguosha:view(game, seat - 1)
  return view.players[seat]
end

-- The cards of all hands, by seat.
function round.hands()
  local hands: { { number } }, all: any = {}, Sanguosha:hands(game)
  for seat, ids in all :: { { number } } do
    hands[seat] = cards_of(ids)
  end
  return hands
end

-- What the seat that is asked is told.
function round.hint(): any
  return Sanguosha:hint(game)
end

-- What the seat that is asked may choose beyond that, all as they are counted here.
function round.candidates(chosen: Chosen): any
  local players = {}
  for index, seat in ipairs(chosen.players) do
    players[index] = seat - 1
  end
  local next: any = Sanguosha:candidates(
    game,
    { skill = chosen.skill, cards = ids_of(chosen.cards), players = players }
  )
  next.cards, next.backs = cards_of(next.cards), cards_of(next.backs)
  for index, seat in next.players :: { number } do
    next.players[index] = seat + 1
  end
  return next
end

-- What a computer answers for the seat that is asked: `how` is "plain" or "trust".
function round.suggest(how: string): any
  return Sanguosha:suggest(game, how)
end

-- What a computer of a level above the first answers for the seat that is asked: { answer, layer,
-- candidates }, or nil and why not. Waits.
function round.think(level: number, seconds: number?): (any, string?)
  return Sanguosha:think(game, { level = level, seconds = seconds })
end

-- What is being resolved, in words.
function round.stack(): any
  return Sanguosha:stack(game)
end

Checkpoint:offer(function()
  return { game = game }
end, function(stored)
  game = stored.game
  if game then
    read()
  end
end)
