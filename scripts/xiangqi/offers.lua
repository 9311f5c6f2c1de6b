-- The buttons: new game, hint, draw offer, resignation; and the questions they put to the other player.

Offers = {}

local HINT_LEVEL = 6
local ANSWER_SECONDS = 30
-- The computer plays on this many plies before it hears of a draw, and then accepts unless it is better
-- by more than this many centipawns.
local DRAW_PLIES_MIN = 20
local DRAW_SCORE_MAX = 40

local pending = {} -- seat -> true while it is asked to agree to something
local offered_at = {} -- seat -> number of plies at its last draw offer
local hinted_at = nil -- the position a hint was last asked for

-- Whether the person at `seat` has an offer to answer; it is asked for no move before that.
function Offers.is_asking(seat)
  return pending[seat] == true
end

-- Forgets all offers: the game takes another course. Match withdraws the questions themselves.
function Offers.forget()
  pending = {}
end

-- Asks the person at `seat` to agree: true, false, or nil when the question was withdrawn. Waits.
local function agrees(seat, hint)
  pending[seat] = true
  local answer = Request:ask({
    seat = seat,
    hint = hint,
    choices = { { label = T("agree") }, { label = T("decline") } },
    seconds = ANSWER_SECONDS,
    default = 2,
  })
  pending[seat] = nil
  if answer == nil then
    return nil
  end
  return answer == 1
end

-- Tells the one who offered that the other does not agree, and lets the game go on.
local function declined(uin, other, key)
  Panel.tell(uin, key)
  if not Match.is_over() and Match.seat_to_move() == other then
    Match.go_on()
  end
end

local function agree_draw()
  if not Match.is_over() then
    Xiangqi:agreeDraw(Match.game())
    Match.go_on()
  end
end

local function computer_takes_draw(seat)
  local score = Match.score(seat)
  return score ~= nil and Match.plies() >= DRAW_PLIES_MIN and score <= DRAW_SCORE_MAX
end

-- A draw offer by the person at `seat`.
local function offer_draw(seat, uin)
  local other = 1 - seat
  local side = { side = Sides.name(seat) }
  if Match.plies() == 0 or Match.is_over() then
    Panel.refuse(uin, "no_game")
  elseif pending[other] or offered_at[seat] == Match.plies() then
    Panel.refuse(uin, "draw_once")
  elseif Sides.is_person(other) then
    offered_at[seat] = Match.plies()
    Panel.tell(uin, "draw_offered")
    local answer = agrees(other, T("draw_asked", side))
    if answer then
      agree_draw()
    elseif answer == false then
      declined(uin, other, "draw_declined")
    end
  elseif not Sides.is_computer(other) then
    Panel.refuse(uin, "nobody_there")
  elseif computer_takes_draw(other) then
    agree_draw()
  else
    offered_at[seat] = Match.plies()
    local early = Match.plies() < DRAW_PLIES_MIN
    Panel.tell(uin, early and "draw_too_early" or "draw_computer_declines")
  end
end

local function start_new()
  offered_at = {}
  hinted_at = nil
  Match.start()
end

-- A wish for a new game by `uin`, at `seat` or watching. A person on the other side of an unfinished
-- game is asked first.
local function offer_new(seat, uin)
  local unfinished = Match.plies() > 0 and not Match.is_over()
  if seat == nil and Sides.anyone_seated() then
    Panel.refuse(uin, "only_seated")
  elseif not unfinished or seat == nil or not Sides.is_person(1 - seat) then
    start_new()
  elseif pending[1 - seat] then
    Panel.refuse(uin, "new_asked_already")
  else
    Panel.tell(uin, "new_offered")
    local answer = agrees(1 - seat, T("new_asked", { side = Sides.name(seat) }))
    if answer then
      start_new()
    elseif answer == false then
      declined(uin, 1 - seat, "new_declined")
    end
  end
end

local function resign(seat, uin)
  if Match.plies() == 0 or Match.is_over() then
    Panel.refuse(uin, "no_game")
    return
  end
  Xiangqi:resign(Match.game(), Match.side(seat))
  Match.go_on()
end

-- A suggestion for the person at `seat`. Everybody sees it, so it is only given against the computer.
local function hint(seat, uin)
  if Match.is_over() or Match.seat_to_move() ~= seat then
    Panel.refuse(uin, "hint_not_your_turn")
    return
  elseif Sides.is_person(1 - seat) then
    Panel.refuse(uin, "hint_not_between_people")
    return
  elseif hinted_at == Match.plies() then
    return
  end
  local round, plies = Match.round(), Match.plies()
  hinted_at = plies
  Panel.tell(uin, "hint_thinking")
  local thought = Xiangqi:think(Match.game(), { level = HINT_LEVEL })
  if round ~= Match.round() or plies ~= Match.plies() then
    return
  elseif thought == nil or thought.move == nil then
    hinted_at = nil
    Panel.refuse(uin, "think_failed")
    return
  end
  Match.mark(Match.squares(thought.move))
  local move = {
    zh = Xiangqi:notation(Match.game(), thought.move, "zh"),
    en = Xiangqi:notation(Match.game(), thought.move, "wxf"),
  }
  Panel.tell(uin, "hint_move", { move = move })
end

-- A choice of the time control by `uin`, which everybody is told.
local function choose_time(uin, value)
  if Match.plies() > 0 or Match.is_over() then
    Panel.refuse(uin, "time_later")
  elseif value ~= Clocks.chosen() and Clocks.choose(value) then
    Match.show_buttons()
    Panel.announce("time_chosen", { time = T("time_" .. value) })
  end
end

local NEED_SEAT = { draw = offer_draw, resign = resign, hint = hint }

-- A button was pressed; `value` is the option chosen.
function Offers.press(id, uin, value)
  local seat = Seats:of(uin)
  if id == "new" then
    offer_new(seat, uin)
  elseif id == "time" then
    choose_time(uin, value)
  elseif NEED_SEAT[id] and seat == nil then
    Panel.refuse(uin, "only_seated")
  elseif NEED_SEAT[id] then
    NEED_SEAT[id](seat, uin)
  end
end

Checkpoint:offer(function()
  if next(pending) ~= nil then
    return nil -- somebody is to answer; the answer comes back to a handler that waits
  end
  return { offered_at = offered_at, hinted_at = hinted_at }
end, function(state)
  offered_at, hinted_at = state.offered_at, state.hinted_at
end)
