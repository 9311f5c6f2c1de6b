--!strict
-- What helps to understand a game while it is played: the opening's name, how the game stands, and why a
-- hint is good. In a game between people only the name is shown: the rest would be help from outside.

local insight = {}
Course.insight = insight

local RED = Tabletop.RED
local game, match, seating, panel = Course.game, Course.match, Course.seating, Course.panel

local HINT_NODES = 120000
local HINT_SECONDS = 1.5
local BAR_NODES = 60000
local LINES_NODES = 200000
local LINES_SECONDS = 1.5
-- Plies after which one no longer speaks of the opening.
local OPENING_PLIES = 24

local bar_on = false
local serial = 0 -- of the position, for analyses that come too late
local advice: { verdict: any, serial: number }? = nil -- the verdict of the last hint, and the position it is about

-- Whether the engine may help: nobody plays against another person, or the game is over.
local function may_help()
  return #seating.persons() <= 1 or match.is_over()
end

local function show_opening()
  local beyond = match.plies() - OPENING_PLIES
  if beyond > 1 then
    return -- the title has been taken away
  end
  local opening = beyond <= 0 and Xiangqi:opening(game.handle())
  Hud:setTitle(opening and opening.name or nil)
end

-- Analyses the present position for the bar.
local function follow_bar(mine: number)
  local verdict = Judge.analyse(game.handle(), { nodes = BAR_NODES }, function()
    return mine == serial
  end)
  if verdict and mine == serial and bar_on and may_help() then
    Judge.show(Judge.of_red(verdict.score, Xiangqi:turn(game.handle()) == "red"))
  end
end

local function show_bar()
  if not bar_on or not may_help() then
    Judge.show(nil)
  elseif match.is_over() then
    local status: any = Xiangqi:status(game.handle())
    Judge.show(Judge.of_end(status.winner))
  else
    threadpool:work(follow_bar, serial)
  end
end

-- The position is another: what was said of the last one no longer holds.
function insight.changed()
  serial += 1
  advice = nil
  Hud:setNote(nil)
  show_opening()
  show_bar()
end

-- Somebody came, went or changed seats.
function insight.seats_changed()
  show_bar()
end

-- A move to suggest, or nil.
function insight.advise()
  local mine = serial
  local verdict =
    Xiangqi:analyse(game.handle(), { nodes = HINT_NODES, seconds = HINT_SECONDS, threat = true })
  if verdict == nil or mine ~= serial then
    return nil
  end
  advice = { verdict = verdict, serial = mine }
  return verdict.move
end

-- The best lines of play, with Red's scores as in the bar; or nil and a reason.
function insight.lines(count: number): (any, string?)
  local mine = serial
  local verdict, why =
    Xiangqi:analyse(game.handle(), { nodes = LINES_NODES, seconds = LINES_SECONDS, lines = count })
  if verdict == nil or mine ~= serial then
    return nil, why
  end
  local red = Xiangqi:turn(game.handle()) == "red"
  local lines = {}
  for index, line in ipairs(verdict.lines) do
    lines[index] = {
      score = Judge.label(Judge.of_red(line.score, red)),
      moves = Xiangqi:lineText(game.handle(), line.line),
      arrow = Tabletop.arrow_of(game.squares(line.move)),
    }
  end
  return { seat = RED - 1, lines = lines }
end

-- Shows the note of a suggestion that has just been marked; with reasons, if they are asked for.
local function show_advice(verdict: any, with_reasons: boolean)
  local handle = game.handle()
  local lines, buttons = {}, {}
  if with_reasons then
    local reason, line = Xiangqi:why(handle, verdict)
    lines = { reason, T("hint_line", { line = line }) }
  else
    buttons[1] = { id = "why", label = T("why"), seated = seating.anyone_seated() }
  end
  local move = game.line(nil, verdict.move)
  Hud:setNote({ title = T("hint_title", { move = move }), lines = lines, buttons = buttons })
end

function insight.advised()
  if advice then
    show_advice(advice.verdict, false)
  end
end

-- The buttons of this file and of `review.lua`, for `panel.buttons`.
function insight.buttons(seated: boolean)
  local review = Course.review
  local buttons = { { id = "bar", label = T("bar"), enabled = may_help(), seated = seated } }
  if match.is_over() and match.plies() > 0 then
    buttons[2] =
      { id = "review", label = T("review"), enabled = review.may_begin(), seated = seated }
  end
  return buttons
end

local function press_bar(uin: number)
  if may_help() then
    bar_on = not bar_on
    show_bar()
  else
    panel.refuse(uin, "bar_not_between_people")
  end
end

local function press_why()
  if advice and advice.serial == serial then
    show_advice(advice.verdict, true)
  end
end

local function press_review()
  Course.review.begin()
end

local PRESS: { [string]: (uin: number) -> () } =
  { bar = press_bar, why = press_why, review = press_review }

-- A button was pressed; whether it was one of these.
function insight.press(id: string, seat: number?, uin: number)
  if PRESS[id] == nil then
    return false
  elseif seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
  else
    PRESS[id](uin)
  end
  return true
end

Checkpoint:offer(function()
  return { bar_on = bar_on, serial = serial, advice = advice }
end, function(stored)
  bar_on, serial, advice = stored.bar_on, stored.serial, stored.advice
end)
