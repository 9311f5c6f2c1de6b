--!strict
-- Crazy Eights as `lib/course/match.lua` wants to know it, on the table of `lib/cards`.
--
type Move = { cards: { number }?, suit: number?, draw: boolean?, pass: boolean? }

local rules, panel, seating = Eights, Course.panel, Course.seating
local deck = rules.deck

local SEATS_MAX = 6
local SECONDS = 40
local HAND_MAX = 40
local SUITS = { "♠", "♥", "♣", "♦" }

local tab = Cards.table({
  deck = deck,
  seats = SEATS_MAX,
  hand = HAND_MAX,
  played = 4,
  piles = { "stock", "discard" },
})

Course.cards = tab

local game = { level = 2, players = 4, stand_in_level = 2, draw_value_max = 0 }
Course.game = game

local state: any = nil -- as rules.lua has it
local ended: { winner: number?, text: any }? = nil -- of a game that ended by other than its rules
local scores: { [number]: number } = {} -- by seat: points of all games
local counted = false
local players = game.players -- how many play the next game

-- Shows the state; hands by what changed.
local function show()
  for seat = 1, state.players do
    tab:set_hand(seat, state.hands[seat])
  end
  tab:set_pile("stock", #state.stock)
  tab:set_pile("discard", #state.under + 1, state.top)
  local named = if rules.is_eight(state.top) then SUITS[state.suit] else nil
  Hud:setTitle(named and T("title_suit", { suit = named }) or nil)
end

local function show_scores()
  local badges = {}
  for seat = 1, state.players do
    badges[seat] = T("badge_score", { points = tostring(scores[seat] or 0) })
  end
  Hud:setBadges(badges)
end

-- Goes on from a state, which is the game's from now on.
function game.resume(given: any)
  seating.set_players(given.players)
  state = given
  ended, counted = nil, false
  tab:clear()
  show()
  show_scores()
end

function game.start()
  if seating.players() ~= players then
    scores = {}
  end
  game.resume(rules.deal(players, Cards.shuffled(deck)))
end

-- The present state, for those who only look.
function game.state()
  return state
end

function game.is_over()
  return ended ~= nil or rules.is_over(state)
end

function game.turn()
  return { state.turn }
end

-- The other answer than cards.
function game.otherwise(): Move
  return rules.may_draw(state) and { draw = true } or { pass = true }
end

-- The name of a suit.
function game.suit_name(suit: number)
  return T("suit_" .. suit, { sign = SUITS[suit] })
end

local naming = false -- whether a suit is asked for: who answers waits in the middle of a move

local function ask_suit(seat: number, stand_in: () -> number, unhurried: boolean): number?
  local choices = {}
  for suit in SUITS do
    choices[suit] = { label = game.suit_name(suit) }
  end
  naming = true
  local suit = Request:ask({
    seat = seat - 1,
    hint = T("ask_suit"),
    choices = choices,
    seconds = if unhurried then nil else SECONDS,
    default = rules.best_suit(state.hands[seat]),
    stand_in = stand_in,
    countdown = not unhurried,
  })
  naming = false
  return suit
end

-- The cards of moves that play some.
local function suggested(moves: { Move })
  local plays = {}
  for _, move in ipairs(moves) do
    plays[#plays + 1] = move.cards
  end
  return plays
end

-- In lessons `right` are the moves that are asked for.
function game.ask(seat: number, stand_in: () -> Move?, right: { Move }?): Move?
  tab:clear_played(seat)
  local plays = rules.ranked(state, seat)
  local legal: { string }, decided: Move? = {}, nil
  for index, cards in ipairs(plays) do
    legal[index] = Cards.classes(deck, cards)
  end
  local other = game.otherwise()
  local answer = tab:select({
    seat = seat,
    hint = T(#plays > 0 and "ask_play" or other.draw and "ask_draw" or "ask_pass"),
    legal = legal,
    suggest = if right then suggested(right) else table.move(plays, 1, math.min(#plays, 60), 1, {}),
    buttons = { T(other.draw and "button_draw" or "button_pass") },
    explain = function(cards)
      local why = rules.why_not(state, cards)
      return why and T(why, { suit = SUITS[state.suit] })
    end,
    seconds = if right then nil else SECONDS,
    countdown = not right,
    default = 1,
    stand_in = function()
      decided = stand_in()
      return decided and (decided.cards or 1)
    end,
  })
  if answer == nil then
    return nil
  elseif type(answer) ~= "table" then
    return other
  end
  local move: Move = { cards = answer, suit = 1 }
  if rules.is_eight(answer[1]) and #state.hands[seat] > 1 then
    move.suit = ask_suit(seat, function()
      return decided and decided.suit or rules.best_suit(state.hands[seat])
    end, right ~= nil)
    return if move.suit then move else nil
  end
  return move
end

-- A computer knows its own hand and what lies open. At the lower level it plays any card.
function game.decide(seat: number, how: { level: number }): { move: Move }
  local plays = rules.ranked(state, seat)
  if #plays == 0 then
    return { move = game.otherwise() }
  end
  local cards = plays[if how.level > 1 then 1 else math.random(#plays)]
  return { move = { cards = cards, suit = rules.best_suit(state.hands[seat]) } }
end

function game.advise(seat: number)
  return game.decide(seat, { level = 2 }).move
end

function game.stop_thinking() end

-- Lights the cards of a suggested move up, until cards are played.
function game.mark(move: Move?)
  Spelling.light(move and move.cards and tab:cells(state.turn, move.cards) or {})
end

function game.line(_: number, move: Move)
  if move.draw or move.pass then
    return T(move.draw and "line_draw" or "line_pass")
  end
  return Cards.names(deck, rules.ordered(state, move.cards))
end

function game.play(seat: number, move: Move)
  local line = game.line(seat, move)
  tab:clear_played(seat)
  game.mark(nil)
  if move.draw then
    if rules.draw(state) then
      panel.announce("stock_turned")
    end
  elseif move.pass then
    rules.pass(state)
  else
    local cards = rules.ordered(state, move.cards)
    rules.play(state, cards, move.suit)
    tab:play(seat, cards)
    if rules.is_eight(cards[1]) and #state.hands[seat] > 0 then
      Hud:toast(T("big_eight", { suit = SUITS[state.suit] }), "big")
    elseif #state.hands[seat] == 1 then
      Hud:toast(T("big_last", { side = seating.name(seat) }), "big")
    end
  end
  show()
  Hud:addMove(seat - 1, line)
  return true
end

function game.agree_draw()
  ended = { text = T("ended_draw") }
end

function game.resign(seat: number)
  ended = { winner = 3 - seat, text = T("ended_resigned", { side = seating.name(seat) }) }
end

function game.time_up(seat: number)
  ended = { winner = 3 - seat, text = T("ended_time", { side = seating.name(seat) }) }
end

function game.result()
  for seat = 1, state.players do
    tab:reveal(seat)
  end
  if ended then
    return ended.winner, ended.text
  end
  local winner = rules.winner(state)
  if winner == nil then
    return nil, T("over_even")
  end
  local sum = 0
  for seat = 1, state.players do
    sum += rules.points(state, seat) - rules.points(state, winner)
  end
  if not counted then
    counted = true
    scores[winner] = (scores[winner] or 0) + sum
    show_scores()
  end
  return winner, T("over_won", { side = seating.name(winner), points = tostring(sum) })
end

function game.seats_changed()
  tab:refresh()
end

function game.choose(name: string, value: string)
  local count = tonumber(value)
  if name ~= "players" or count == nil or count < 2 or count > SEATS_MAX or count % 1 ~= 0 then
    return false
  end
  players = count
  return true
end

function game.chosen()
  return tostring(players)
end

function game.choices(can: boolean, seated: boolean)
  local offered = {}
  for count = 2, SEATS_MAX do
    offered[#offered + 1] = {
      value = tostring(count),
      label = T("players_count", { count = tostring(count) }),
      chosen = count == players,
    }
  end
  return {
    {
      id = "option_players",
      label = T("players_label"),
      enabled = can,
      seated = seated,
      options = offered,
    },
  }
end

Checkpoint:offer(function()
  if naming then
    return nil
  end
  return { state = state, ended = ended, scores = scores, counted = counted, players = players }
end, function(stored)
  state, ended, scores = stored.state, stored.ended, stored.scores
  counted, players = stored.counted, stored.players
end)
