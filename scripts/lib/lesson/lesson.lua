--!strict
-- Lessons: a map teaches its rules in short steps on its own table, to one person at the first seat.
--
-- The steps are data (`scripts/LESSONS.md`). While they are played this file stands between
-- `lib/course/match.lua` and the game: which moves are legal, what they do and how they look stays the
-- game's.
--
-- In lessons `ask` is given, as a third argument, the moves that are right: its question has no deadline then, and
-- where it suggests something it suggests these.

-- What it needs of a game, and what may be missing; `match.lua` lists the rest.
type Game = {
  put: (position: any) -> (), -- sets up a position of the file; nil is the beginning of a game
  moves: (seat: number) -> { any }, -- the legal moves of a seat whose turn it is
  spoken: (move: any) -> string, -- a move as the file writes it
  -- The legal move that a text of the file means, or nil. Without it that is the one that is written so; where a move
  -- can be written in several ways it is needed.
  meant: ((seat: number, text: string) -> any)?,
  places: (text: string) -> { any }, -- where the cells lie that a text names, { x, y, z } each
  -- What a person clicks to make a move, in this order: places, players as { player = seat }, and the texts of buttons.
  clicks: (seat: number, move: any) -> { any },
  chance: (() -> boolean)?,
  status: ((state: string, seat: number) -> any)?,
  buttons: ((seated: boolean) -> { any })?,
  changed: (() -> ())?,
  seats_changed: (() -> ())?,
  [string]: any,
}

type Answer = { text: any, right: boolean?, why: any }
-- A step of the file.
type Step = {
  title: any,
  say: any,
  position: any,
  look: { string }?,
  arrows: { string }?,
  play: { { string } }?,
  answers: { Answer }?,
  praise: any,
  wrong: any,
}

local LEARNER = 1 -- the seat
-- Seconds before an answer of the opponent's.
local PACE = 0.7

local game: Game = Course.game
local match, seating = Course.match, Course.seating
local panel, offers, clocks = Course.panel, Course.offers, Course.clocks

local count = Lessons:count()
if count == 0 then
  return
end

local lesson = {}
Course.lesson = lesson

local usual: Game = table.clone(game) -- the game as it is without lessons
local usual_press, usual_buttons = offers.press, panel.buttons
local usual_may_read = match.may_read

local at: number? = nil -- the number of the step; nil while no lesson is played
local step: Step = {} -- what it is made of; nothing while no lesson is played
local done = 0 -- how many of its moves have been played
local answered = false -- whether its question has been answered
local verdict: any = nil -- what is said of the last try, a text
local titles: { any } = {} -- of all steps, once a lesson is played

local function step_of(number: number): Step
  local found: any = Lessons:step(number)
  return found
end

-- The moves of a seat that are right now, as texts; nil when the step asks for none any more. Of seats that
-- choose together each has its own; without a seat, those of the first.
local function wanted(seat: number?): { string }?
  local place = seat and table.find(usual.turn(), seat) or 1
  return step.play and step.play[done + place]
end

-- Whether the step has nothing left to do.
local function is_done()
  return wanted() == nil and (step.answers == nil or answered)
end

-- The move of a seat that a text of the file means; the first there is for "any", and nil where none is.
function lesson.read(text: string, seat: number): any
  local meant = game.meant
  if text ~= "any" and meant then
    return meant(seat, text)
  end
  for _, move in ipairs(game.moves(seat)) do
    if text == "any" or game.spoken(move) == text then
      return move
    end
  end
  return nil
end

-- Whether a move of the learner's is one that the step asks for.
function lesson.asks_for(move: any): boolean
  local spoken = game.spoken(move)
  for _, text in wanted(LEARNER) or {} do
    local right = text ~= "any" and lesson.read(text, LEARNER)
    if text == "any" or right and game.spoken(right) == spoken then
      return true
    end
  end
  return false
end

-- The number of the step that is played, and whether it is done; nil outside lessons.
function lesson.at()
  return at, at and is_done()
end

-- What is right now: the texts of the moves, or the number of the answer.
function lesson.solution()
  for number, answer in step.answers or {} do
    if answer.right then
      return number
    end
  end
  return wanted()
end

local function option(number: number)
  for index = #titles + 1, count do
    titles[index] = step_of(index).title
  end
  return { value = tostring(number), label = titles[number], chosen = number == at }
end

-- Shows what the step says, what is said of the last try, and the ways on.
local function show()
  local options: { any }, buttons: { any } = {}, {}
  for number = 1, count do
    options[number] = option(number)
  end
  buttons[1] = { id = "lesson", label = T("lesson_steps"), seated = true, options = options }
  for number, answer in if answered then {} else step.answers or {} do
    buttons[#buttons + 1] = { id = `lesson_answer_{number}`, label = answer.text, seated = true }
  end
  local function add(id: string, enabled: boolean, key: string?)
    buttons[#buttons + 1] = {
      id = "lesson_" .. id,
      label = T("lesson_" .. (key or id)),
      enabled = enabled,
      seated = true,
    }
  end
  local here = at or 1
  add("back", here > 1)
  if step.play then
    add("again", done > 0)
  end
  local ready = is_done()
  if here < count then
    add("next", true, if ready then nil else "skip")
  else
    add("finish", true, if ready then nil else "leave")
  end
  local title = T("lesson_title", { step = here, of = count, title = step.title })
  Hud:setNote({ title = title, lines = { step.say, verdict }, buttons = buttons })
end

-- Points to what the step speaks of.
local function point()
  local marks, arrows = {}, {}
  for _, text in step.look or {} do
    for _, place in ipairs(game.places(text)) do
      marks[#marks + 1] = { x = place.x, y = place.y, z = place.z, kind = "hint" }
    end
  end
  for index, names in step.arrows or {} do
    local from, to = string.match(names, "^(%S+) (%S+)$")
    arrows[index] = { from = game.places(from or "")[1], to = game.places(to or "")[1] }
  end
  Marks:set(marks)
  Marks:arrows(arrows)
end

-- Begins a step.
local function begin(number: number)
  at, step, done, answered, verdict = number, step_of(number), 0, false, nil
  game.put(step.position)
  point()
  show()
  match.begin()
end

-- Whether a lesson would disturb others.
local function others_play(uin: number)
  local seat = seating.of(uin)
  for _, other in ipairs(seating.persons()) do
    if other ~= seat then
      return true
    end
  end
  return false
end

-- Begins lessons, at the step that the value names, or at the first.
local function learn(uin: number, value: string?)
  if others_play(uin) then
    panel.refuse(uin, "lesson_alone")
    return
  end
  seating.seat_among_computers(LEARNER, uin)
  local number = tonumber(value) or 1
  clocks.choose("none")
  begin(if number % 1 == 0 and number >= 1 and number <= count then number else 1)
end

local function hint(uin: number)
  local right = wanted()
  local move = right and match.is_turn(LEARNER) and lesson.read(right[1], LEARNER)
  if move then
    game.mark(move)
    panel.tell(uin, "course_hint_move", { move = game.line(LEARNER, move) })
  end
end

local function answer(uin: number, number: number)
  local given = step.answers and step.answers[number]
  if given == nil or answered then
    return
  end
  answered = given.right == true
  verdict = given.why
  Hud:toast(
    T(if answered then "lesson_right" else "lesson_wrong"),
    if answered then "win" else "error",
    uin
  )
  show()
  match.go_on()
end

-- What buttons do in the step of this number.
local PRESS: { [string]: (here: number, uin: number, value: string?) -> () } = {
  hint = function(_, uin)
    hint(uin)
  end,
  lesson = function(here, _, value)
    begin(tonumber(value) or here)
  end,
  lesson_back = function(here)
    begin(here - 1)
  end,
  lesson_again = begin,
  lesson_next = function(here)
    begin(here + 1)
  end,
  lesson_finish = match.start,
}

function offers.press(id: string, uin: number, value: string?)
  local number = tonumber(string.match(id, "^lesson_answer_(%d)$") or "")
  if id == "learn" then
    if seating.of(uin) == nil and seating.anyone_seated() then
      panel.refuse(uin, "course_only_seated")
    else
      learn(uin, value)
    end
  elseif at and number then
    answer(uin, number)
  elseif at and PRESS[id] then
    PRESS[id](at, uin, value)
  else
    usual_press(id, uin, value)
  end
end

-- A lesson's positions and moves are its own.
function match.may_read()
  return at == nil and usual_may_read()
end

-- The tools of a lesson in place of the game's.
function panel.buttons(can: any, playing: boolean)
  usual_buttons(can, playing)
  if at then
    local asks = not is_done() and wanted() ~= nil and match.is_turn(LEARNER)
    Hud:setButtons({
      { id = "hint", label = T("course_hint"), enabled = asks, seated = true },
      { id = "new", label = T("lesson_leave"), seated = true },
    })
  end
end

function game.buttons(seated: boolean)
  local buttons = usual.buttons and usual.buttons(seated) or {}
  local playing = match.plies() > 0 and not game.is_over()
  table.insert(buttons, 1, {
    id = "learn",
    label = T("lesson_learn"),
    -- In lessons too it is disabled, so that the usual buttons come back when they end.
    enabled = at == nil and #seating.persons() <= 1,
    seated = seated,
    confirm = playing and T("course_confirm_new") or nil,
  })
  return buttons
end

function game.start()
  if at then
    at, step, verdict = nil, {}, nil
    Hud:setNote(nil)
    Marks:arrows({})
  end
  usual.start()
end

function game.is_over()
  return at == nil and usual.is_over()
end

-- A step that is done waits for its learner, although a seat would be to move.
function game.turn()
  return if at and is_done() then { LEARNER } else usual.turn()
end

function game.chance(): boolean
  if at == nil then
    return usual.chance ~= nil and usual.chance()
  end
  local right = wanted()
  local fallen = right and string.match(right[1], "^%*(.+)$")
  if fallen == nil then
    return false
  end
  local round = match.round()
  threadpool:wait(PACE)
  if round == match.round() then
    game.fall(tonumber(fallen) or fallen)
    done += 1
    show()
  end
  return true
end

-- The opponent answers as the step says, whether a computer or a person sits there.
local function reply(seat: number)
  local right = wanted(seat)
  return right and lesson.read(right[1], seat)
end

-- The moves of the learner's that are right; none where any is.
local function right_moves()
  local moves = {}
  for _, text in wanted(LEARNER) or {} do
    moves[#moves + 1] = if text == "any" then nil else lesson.read(text, LEARNER)
  end
  return moves
end

-- Tells the learner that a move is another than the step asks for.
local function refuse()
  local _, uin = seating.holder(LEARNER)
  verdict = step.wrong or T("lesson_wrong")
  Hud:toast(verdict, "error", uin)
  show()
  if done == 0 then
    point() -- later, what it points to may be gone
  end
end

function game.ask(seat: number, stand_in: () -> any)
  if at == nil then
    return usual.ask(seat, stand_in)
  elseif is_done() or wanted() == nil then
    return nil
  elseif seat ~= LEARNER then
    threadpool:wait(PACE)
    return at and reply(seat)
  end
  local round = match.round()
  while true do
    local move = usual.ask(seat, function()
      return nil -- a lesson waits for its learner
    end, right_moves())
    if move == nil or round ~= match.round() or lesson.asks_for(move) then
      return move
    end
    refuse()
  end
end

function game.decide(seat: number, how: any)
  if at == nil then
    return usual.decide(seat, how)
  end
  local move = seat ~= LEARNER and reply(seat)
  return move and { move = move } or nil
end

function game.play(seat: number, move: any)
  if at == nil then
    return usual.play(seat, move)
  end
  Marks:clear()
  if not usual.play(seat, move) then
    return false
  end
  done += 1
  verdict = nil
  if is_done() then
    local _, uin = seating.holder(LEARNER)
    verdict = step.praise
    Hud:toast(T("lesson_right"), "win", uin)
  end
  show()
  return true
end

function game.status(state: string, seat: number)
  if at == nil then
    return usual.status and usual.status(state, seat)
  elseif is_done() then
    return T("lesson_go_on")
  elseif step.answers then
    return T("lesson_answer")
  end
  return T(if seat == LEARNER then "lesson_your_move" else "lesson_watch")
end

function game.changed()
  if at == nil and usual.changed then
    usual.changed()
  end
end

-- Lessons end when their learner leaves the seat.
function game.seats_changed()
  if usual.seats_changed then
    usual.seats_changed()
  end
  if at and not seating.is_person(LEARNER) then
    match.start()
  end
end

function game.time_up(seat: number)
  if at == nil then
    usual.time_up(seat)
  end
end

Checkpoint:offer(function()
  return { at = at, done = done, answered = answered, verdict = verdict }
end, function(stored)
  at, done, answered, verdict = stored.at, stored.done, stored.answered, stored.verdict
  step = if at then step_of(at) else {}
end)
