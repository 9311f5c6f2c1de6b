-- The buttons: new game, options, hint, draw offer, resignation; and the questions they put to others.

local offers = {}
Course.offers = offers

local referee, words, seating = Course.referee, Course.words, Course.seating
local panel, clocks, tabletop = Course.panel, Course.clocks, Course.tabletop

local HINT_LEVEL = 4
local ANSWER_SECONDS = 30
-- The computer plays on this many plies before it hears of a draw, and then accepts unless it is better by
-- more than this much, in thousandths of a win.
local DRAW_PLIES_MIN = 20
local DRAW_VALUE_MAX = 50

local pending = {} -- seat -> true while it is asked to agree to something
local offered_at = {} -- seat -> number of plies at its last draw offer
local hinted_at = nil -- the position a hint was last asked for

-- Whether the person at `seat` has an offer to answer; it is asked for no move before that.
function offers.is_asking(seat)
  return pending[seat] == true
end

-- Forgets all offers: the game takes another course. The match withdraws the questions themselves.
function offers.forget()
  pending = {}
end

-- Asks the person at `seat` to agree: true, false, or nil when the question was withdrawn. Waits.
local function agrees(seat, hint)
  pending[seat] = true
  local answer = Request:ask({
    seat = seat - 1,
    hint = hint,
    choices = { { label = T("board_agree") }, { label = T("board_decline") } },
    seconds = ANSWER_SECONDS,
    default = 2,
  })
  pending[seat] = nil
  if answer == nil then
    return nil
  end
  return answer == 1
end

-- Tells the one who offered that another does not agree, and lets the game go on.
local function declined(uin, other, key)
  panel.tell(uin, key)
  if Course.match.is_turn(other) then
    Course.match.go_on()
  end
end

local function start_new()
  offered_at, hinted_at = {}, nil
  Course.match.start()
end

-- A wish for a new game by `uin`, at `seat` or watching. All other persons at an unfinished game are asked
-- first.
local function offer_new(seat, uin)
  local match = Course.match
  if seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "board_only_seated")
    return
  end
  local unfinished = match.plies() > 0 and not match.is_over()
  if unfinished and seat ~= nil then
    local told = false
    for _, other in ipairs(seating.persons()) do
      if other ~= seat then
        if pending[other] then
          panel.refuse(uin, "board_asked_already")
          return
        elseif not told then
          panel.tell(uin, "board_new_offered")
          told = true
        end
        local answer = agrees(other, T("board_new_asked", { side = words.seat(seat) }))
        if answer == false then
          declined(uin, other, "board_new_declined")
        end
        if not answer then
          return
        end
      end
    end
  end
  start_new()
end

local function choose_option(name, uin, value)
  local match = Course.match
  if match.plies() > 0 and not match.is_over() then
    panel.refuse(uin, "board_choose_later")
  elseif match.choose(name, value) then
    start_new()
  end
end

local function choose_time(uin, value)
  local match = Course.match
  if match.plies() > 0 and not match.is_over() then
    panel.refuse(uin, "board_choose_later")
  elseif value ~= clocks.chosen() and clocks.choose(value) then
    match.show_buttons()
    panel.announce("board_time_chosen", { time = T("board_time_" .. value) })
  end
end

local function agree_draw()
  if not Course.match.is_over() then
    Course.match.stop(nil, T("board_draw_agreed"))
  end
end

local function computer_takes_draw(seat)
  local value = Course.match.value(seat)
  return value ~= nil and Course.match.plies() >= DRAW_PLIES_MIN and value <= DRAW_VALUE_MAX
end

-- A draw offer by the person at `seat`, one of two.
local function offer_draw(seat, uin)
  local match = Course.match
  local other = 3 - seat
  if match.plies() == 0 or match.is_over() then
    panel.refuse(uin, "board_no_game")
  elseif pending[other] or offered_at[seat] == match.plies() then
    panel.refuse(uin, "board_draw_once")
  elseif seating.is_person(other) then
    offered_at[seat] = match.plies()
    panel.tell(uin, "board_draw_offered")
    local answer = agrees(other, T("board_draw_asked", { side = words.seat(seat) }))
    if answer then
      agree_draw()
    elseif answer == false then
      declined(uin, other, "board_draw_declined")
    end
  elseif seating.holder(other) == "open" then
    panel.refuse(uin, "board_nobody_there")
  elseif computer_takes_draw(other) then
    agree_draw()
  else
    offered_at[seat] = match.plies()
    local early = match.plies() < DRAW_PLIES_MIN
    panel.tell(uin, early and "board_draw_too_early" or "board_draw_computer_declines")
  end
end

local function resign(seat, uin)
  local match = Course.match
  if match.plies() == 0 or match.is_over() then
    panel.refuse(uin, "board_no_game")
    return
  end
  match.stop(3 - seat, T("board_resigned", { side = words.seat(seat) }))
end

-- A suggestion for the person at `seat`. Everybody sees it, so it is only given against computers.
local function hint(seat, uin)
  local match = Course.match
  if not match.is_turn(seat) then
    panel.refuse(uin, "board_hint_not_your_turn")
    return
  elseif #seating.persons() > 1 then
    panel.refuse(uin, "board_hint_not_between_people")
    return
  elseif hinted_at == match.plies() then
    return
  end
  local round, plies = match.round(), match.plies()
  hinted_at = plies
  panel.tell(uin, "board_hint_thinking")
  local state = match.state()
  local thought = Board:think(referee.view(state, seat), { level = HINT_LEVEL })
  if round ~= match.round() or plies ~= match.plies() then
    return
  elseif thought == nil or thought.move == nil then
    hinted_at = nil
    panel.refuse(uin, "board_hint_none")
    return
  end
  tabletop.mark(thought.move)
  panel.tell(uin, "board_hint_move", { move = words.move(state, thought.move, seat) })
end

local NEED_SEAT = { draw = offer_draw, resign = resign, hint = hint }

-- A button was pressed; `value` is the option chosen.
function offers.press(id, uin, value)
  local seat = seating.of(uin)
  local option = string.match(id, "^option_(.+)$")
  if id == "new" then
    offer_new(seat, uin)
  elseif (option or id == "time") and seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "board_only_seated")
  elseif option then
    choose_option(option, uin, value)
  elseif id == "time" then
    choose_time(uin, value)
  elseif NEED_SEAT[id] and seat == nil then
    panel.refuse(uin, "board_only_seated")
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
