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

-- Asks the person at `seat` to agree. Waits.
local function agrees(seat, hint)
  if pending[seat] then
    return false
  end
  pending[seat] = true
  local answer = Request:ask({
    seat = seat,
    hint = hint,
    choices = { { label = T("agree") }, { label = T("decline") } },
    seconds = ANSWER_SECONDS,
    default = 2,
  })
  pending[seat] = nil
  return answer == 1
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
    if agrees(other, T("draw_asked", side)) then
      agree_draw()
    else
      Panel.tell(uin, "draw_declined")
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
  pending = {}
  offered_at = {}
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
    if agrees(1 - seat, T("new_asked", { side = Sides.name(seat) })) then
      start_new()
    else
      Panel.tell(uin, "new_declined")
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
  end
  local round, plies = Match.round(), Match.plies()
  Panel.tell(uin, "hint_thinking")
  local thought = Xiangqi:think(Match.game(), { level = HINT_LEVEL })
  if round ~= Match.round() or plies ~= Match.plies() then
    return
  elseif thought == nil or thought.move == nil then
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

local NEED_SEAT = { draw = offer_draw, resign = resign, hint = hint }

-- A button was pressed.
function Offers.press(id, uin)
  local seat = Seats:of(uin)
  if id == "new" then
    offer_new(seat, uin)
  elseif NEED_SEAT[id] and seat == nil then
    Panel.refuse(uin, "only_seated")
  elseif NEED_SEAT[id] then
    NEED_SEAT[id](seat, uin)
  end
end
