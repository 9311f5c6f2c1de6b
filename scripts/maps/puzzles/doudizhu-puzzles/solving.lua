--!strict
-- Playing a puzzle: the person is the landlord, the solver plays the farmers and judges every play.
--
-- One coroutine plays; whenever somebody wants something else, `round` grows and another takes over, as in
-- `lib/course/match.lua`. Seats count from 1 here: the landlord, the farmer after him, the one before him.

Solving = {}

local button, say = Puzzle.button, Puzzle.say

-- A play that led here, and a position; seats from 1.
type Play = { seat: number, classes: string }
type Position = { hands: { string }, turn: number, last: string?, owner: number? }

local SEATS, LANDLORD = 3, 1
-- Seconds between plays.
local PACE = 0.9

local deck = Cards.standard({ order = "3456789TJQKA2BR" })
local tab = Cards.table({ deck = deck, seats = SEATS })

local number = 1 -- of the puzzle on the table
local solved: { [number]: boolean } = {} -- number -> true
local course: { Play } = {} -- the plays that led here
local round = 0
local phase = "solve" -- or "answer", "failed", "show", "solved"
local verdict: any = nil -- what the solver says of the position, and `at` how many plays

-- A hand without some of its cards.
local function without(hand: string, classes: string)
  for class in string.gmatch(classes, ".") do
    hand = string.gsub(hand, class, "", 1)
  end
  return hand
end

-- The position after the plays so far.
local function position(): Position
  local now: Position = { hands = table.clone(Puzzles[number].hands), turn = LANDLORD }
  for _, play in ipairs(course) do
    if play.classes ~= "" then
      now.hands[play.seat] = without(now.hands[play.seat], play.classes)
      now.last, now.owner = play.classes, play.seat
    end
    now.turn = play.seat % SEATS + 1
  end
  if now.owner == now.turn then
    now.last, now.owner = nil, nil
  end
  return now
end

local function winner(now: Position): number?
  for seat, hand in ipairs(now.hands) do
    if hand == "" then
      return seat
    end
  end
  return nil
end

local function written(classes: string)
  if classes == "" then
    return T("pass")
  end
  local play = Doudizhu:read(classes)
  local shown = Cards.shown(classes)
  return { zh = `{play.text.zh} {shown}`, en = shown }
end

-- What the solver says of the position; nil when it is no longer wanted. Waits.
local function judge(mine: number): any
  if verdict and verdict.at == #course then
    return verdict
  end
  local now = position()
  local found = Doudizhu:solve({
    hands = now.hands,
    turn = now.turn - 1,
    last = now.last,
    owner = now.owner and now.owner - 1,
  })
  if mine ~= round or found == nil then
    return nil
  end
  found.at = #course
  verdict = found
  return found
end

-- Lays the puzzle out with the plays so far.
local function lay_out()
  tab:clear()
  Hud:clearMoves()
  local free = {}
  for card = 1, #deck.cards do
    free[card] = card
  end
  for seat, text in ipairs(Puzzles[number].hands) do
    local cards = Cards.pick(deck, free, text)
    for _, card in ipairs(cards) do
      table.remove(free, table.find(free, card))
    end
    tab:set_hand(seat, cards)
    tab:reveal(seat)
  end
  for _, play in ipairs(course) do
    tab:clear_played(play.seat)
    tab:play(play.seat, Cards.pick(deck, tab:hand(play.seat), play.classes))
    Hud:addMove(play.seat - 1, written(play.classes))
  end
end

local function count_solved()
  local count = 0
  for _ in pairs(solved) do
    count += 1
  end
  return count
end

-- Shows the buttons of the moment.
function Solving.show_buttons()
  local list = {}
  for index = 1, #Puzzles do
    local mark = if solved[index] then "✓ " else ""
    list[index] = {
      value = tostring(index),
      label = T("puzzle", { number = `{mark}{index}` }),
      chosen = index == number,
    }
  end
  Hud:setButtons({
    button("option_puzzle", { options = list }),
    button("hint", { enabled = phase == "solve" }),
    button("solution", { enabled = phase == "solve" or phase == "failed" }),
    button("again", { enabled = phase ~= "show" }),
    button("next"),
  })
end

local function enter(new_phase: string)
  phase = new_phase
  local words = {
    number = tostring(number),
    count = tostring(#Puzzles),
    solved = tostring(count_solved()),
  }
  Hud:setTitle(T("title", words))
  Hud:setStatus(T("status_" .. phase, words))
  Hud:setTurn(phase == "solve" and LANDLORD - 1 or nil)
  Solving.show_buttons()
end

local function play(seat: number, cards: { number }, classes: string)
  course[#course + 1] = { seat = seat, classes = classes }
  tab:clear_played(seat)
  tab:play(seat, cards)
  Hud:addMove(seat - 1, written(classes))
  local next_seat = seat % SEATS + 1
  tab:clear_played(next_seat)
end

-- The landlord has lost or cannot win any more.
local function fail(key: string, answer: string?)
  enter("failed")
  local lines = answer and { T("wrong_answer", { play = written(answer) }) } or {}
  say(key, nil, lines, { button("back"), button("solution") })
end

local function finish()
  solved[number] = true
  enter("solved")
  Hud:toast(T("solved"), "win")
  say("solved", nil, {}, { button("next") })
end

-- Asks the landlord for cards; whether he played.
local function ask(mine: number, now: Position)
  enter("solve")
  if not Puzzle.has_solver() then
    return false
  end
  local legal = Doudizhu:plays(now.hands[LANDLORD], now.last)
  local answer = tab:select({
    seat = LANDLORD,
    hint = T(now.last and "ask_follow" or "ask_lead"),
    legal = legal,
    buttons = if now.last then { T("pass") } else {},
    explain = function()
      return T("explain")
    end,
    countdown = false,
  })
  if answer == nil or mine ~= round then
    return false
  end
  Hud:setNote(nil)
  local cards = if type(answer) == "table" then answer else {}
  play(LANDLORD, cards, Cards.classes(deck, cards))
  return true
end

-- The first play that comes to mind.
local function easiest(now: Position): string
  local plays: any = Doudizhu:plays(now.hands[now.turn])
  return plays[1]
end

-- Has a farmer answer, and says so if the landlord has gone wrong. Whether the puzzle goes on.
local function answer(mine: number, now: Position)
  enter("answer")
  local found = judge(mine)
  threadpool:wait(PACE)
  if mine ~= round then
    return false
  end
  -- What takes too long to solve is answered somehow.
  local reply = if found then found.line[1] elseif now.last then "" else easiest(now)
  if found and found.winner ~= "landlord" and course[#course].seat == LANDLORD then
    fail("wrong", reply)
    return false
  end
  play(now.turn, Cards.pick(deck, tab:hand(now.turn), reply), reply)
  return true
end

local function run(mine: number)
  while mine == round do
    local now = position()
    local won = winner(now)
    if won == LANDLORD then
      finish()
      return
    elseif won then
      fail("lost")
      return
    elseif not (if now.turn == LANDLORD then ask(mine, now) else answer(mine, now)) then
      return
    end
  end
end

local function show_solution(mine: number)
  enter("show")
  say("showing")
  while mine == round and winner(position()) == nil do
    local found = judge(mine)
    threadpool:wait(PACE)
    if mine ~= round or found == nil then
      return
    end
    local turn = position().turn
    play(turn, Cards.pick(deck, tab:hand(turn), found.line[1]), found.line[1])
  end
  if mine == round then
    enter("solved")
    say("shown", nil, {}, { button("again"), button("next") })
  end
end

local function begin(task: (mine: number) -> ())
  round += 1
  Request:cancel()
  Doudizhu:stop()
  threadpool:work(task, round)
end

local function begin_anew(task: (mine: number) -> ())
  Hud:setNote(nil)
  verdict = nil
  lay_out()
  begin(task)
end

-- Puts a puzzle on the table, from its beginning.
function Solving.start(wanted: number)
  number = (wanted - 1) % #Puzzles + 1
  course, phase = {}, "solve"
  begin_anew(run)
end

function Solving.again(_)
  Solving.start(number)
end

function Solving.next(_)
  Solving.start(number + 1)
end

-- Takes the wrong play back.
function Solving.back()
  if phase ~= "failed" then
    return
  end
  while #course > 0 and course[#course].seat ~= LANDLORD do
    course[#course] = nil
  end
  course[#course] = nil
  phase = "solve"
  begin_anew(run)
end

-- Plays the rest of the solution; from the beginning, if it is lost.
function Solving.show()
  if phase ~= "solve" and phase ~= "failed" then
    return
  elseif phase == "failed" then
    course = {}
  end
  begin_anew(show_solution)
end

-- Names what wins here.
function Solving.hint(uin: number)
  local mine = round
  if phase ~= "solve" then
    return
  end
  local found = judge(mine)
  if mine ~= round or found == nil then
    Hud:toast(T("hint_none"), "error", uin)
    return
  end
  say("hint_play", { play = written(found.winning[1]) })
end

-- Goes on from what is on the table, with whoever is there now.
function Solving.go_on()
  if phase == "solve" or phase == "answer" then
    begin(run)
  elseif phase == "show" then
    begin(show_solution)
  end
  tab:refresh()
end

Checkpoint:offer(function()
  return { number, solved, course, round, phase, verdict or false }
end, function(stored)
  number, solved, course, round, phase = table.unpack(stored, 1, 5)
  verdict = stored[6] or nil
end)
