--!strict
-- Asking a person: words in the auction, cards in the play.

local deal, tab = Deal, Tabletop.cards

local asking = {}
Asking = asking

type Move = { act: string, cards: { number }? }

local SECONDS_WORD = 15
local SECONDS_CARDS = 30
-- How strongly is thought about what is suggested.
local SUGGEST_LEVEL = 4
local SUGGESTIONS_MAX = 120

-- What is said for a choice of each phase; the first of each list is "no".
local WORDS: { [string]: { [number]: string } } = {
  bid = { [0] = "say_pass", "say_1", "say_2", "say_3" },
  call = { [0] = "say_no_call", "say_call" },
  take = { [0] = "say_no_take", "say_take" },
  double = { "say_no_double", "say_double", [4] = "say_redouble" },
}

-- What a seat says in a phase, as a text.
function asking.word(phase: string, choice: number)
  return T(WORDS[phase][choice])
end

local function prefix(phase: string)
  return if phase == "double" then "double" else "say"
end

local function find_choice(choices: { number }, act: string?)
  local said = act and tonumber(string.match(act, "^%a+:(%d)$"))
  return said and table.find(choices, said)
end

-- Asks for a bid, a claim or doubling. `stand_in()` answers with a move for one who is away.
local function ask_word(seat: number, stand_in: () -> Move?, unhurried: boolean): Move?
  local phase, choices = deal.phase(), deal.choices()
  local offered = {}
  for index, choice in ipairs(choices) do
    offered[index] = { label = asking.word(phase, choice) }
  end
  local answer = Request:ask({
    seat = seat - 1,
    hint = T("ask_" .. phase),
    choices = offered,
    seconds = if unhurried then nil else SECONDS_WORD,
    default = 1,
    countdown = not unhurried,
    stand_in = function()
      local move = stand_in()
      return move and find_choice(choices, move.act)
    end,
  })
  return if answer then { act = `{prefix(phase)}:{choices[answer]}` } else nil
end

-- What may be said or played without much thought: "no", or the cards that fit the hand best.
function asking.simple()
  local phase = deal.phase()
  return if phase == "play"
    then "play:" .. deal.ranked()[1]
    else `{prefix(phase)}:{deal.choices()[1]}`
end

-- What was suggested last, and when: a question that is put again needs no more thought.
local latest: { moment: string?, plays: { string } } = { moment = nil, plays = {} }

-- What may be played, the best first, as the engine sees it; nil when it is no longer wanted.
local function suggestions(round: number): { string }?
  local moment = deal.moment()
  if latest.moment == moment then
    return latest.plays
  end
  local thought = deal.think(SUGGEST_LEVEL)
  if round ~= Course.match.round() then
    return nil
  end
  local plays: { string } = {}
  if thought then
    local acts: { string } = thought.candidates
    for _, act in acts do
      plays[#plays + 1] = string.match(act, "^play:(.+)$")
    end
  else
    for _, cards in ipairs(deal.ranked()) do
      plays[#plays + 1] = if cards ~= "" then cards else nil
    end
  end
  latest = {
    moment = moment,
    plays = table.move(plays, 1, math.min(#plays, SUGGESTIONS_MAX), 1, {}),
  }
  return latest.plays
end

Checkpoint:offer(function()
  return latest
end, function(stored)
  latest = stored
end)

-- What the button says with which one does not play.
function asking.pass()
  return T(#deal.legal() > 0 and "button_pass" or "button_cannot")
end

-- The plays among moves, as classes of cards.
local function plays_of(moves: { Move })
  local plays: { string } = {}
  for _, move in ipairs(moves) do
    local classes = string.match(move.act, "^play:(.+)$")
    plays[#plays + 1] = classes
  end
  return plays
end

-- Asks for cards. The computer plays on for a player whose time runs out; in lessons, where `right` are
-- the moves that are asked for, it does not run.
local function ask_cards(seat: number, stand_in: () -> Move?, right: { Move }?): Move?
  local round = Course.match.round()
  local legal = deal.legal()
  local suggested = right and plays_of(right) or {}
  if right == nil and #legal > 0 and not Seats:isStoodIn(seat - 1) then
    suggested = suggestions(round)
    if suggested == nil then
      return nil
    end
  end
  local leads = deal.last() == nil
  local hand = tab:hand(seat)
  local lowest = Cards.classes(deal.deck, { hand[#hand] })
  local decided: Move? = nil
  local answer, who = tab:select({
    seat = seat,
    hint = T(leads and "ask_lead" or #legal > 0 and "ask_follow" or "ask_cannot"),
    legal = legal,
    suggest = suggested,
    buttons = if leads then {} else { asking.pass() },
    label = T("button_play"),
    explain = function(cards)
      return deal.explain(seat, cards)
    end,
    seconds = if right then nil else SECONDS_CARDS,
    countdown = not right,
    default = if leads then lowest else 1,
    stand_in = function(): any
      decided = stand_in()
      if decided == nil then
        return nil
      end
      local classes = string.match(decided.act, "^play:(.*)$")
      return if classes == "" then 1 else deal.pick(hand, classes)
    end,
  })
  if answer == nil then
    return nil
  elseif who == nil and decided == nil then
    Seats:leaveToStandIn(seat - 1)
  end
  local cards = if type(answer) == "table" then answer else {}
  return { act = "play:" .. Cards.classes(deal.deck, cards), cards = cards }
end

-- Asks the person at a seat for whatever the deal wants of it. Waits; nil when it is no longer wanted.
function asking.ask(seat: number, stand_in: () -> Move?, right: { Move }?): Move?
  if deal.phase() == "play" then
    return ask_cards(seat, stand_in, right)
  end
  return ask_word(seat, stand_in, right ~= nil)
end
