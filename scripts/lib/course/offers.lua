--!strict
-- The buttons: new game, options, hint, draw offer, resignation; and the questions they put to others.

local offers = {}
Course.offers = offers

-- What may be missing of the game; `match.lua` lists the rest.
type Game = {
  press: ((id: string, seat: number?, uin: number) -> boolean)?,
  advised: ((seat: number, move: any) -> ())?,
  [string]: any,
}

local game: Game = Course.game
local match, seating = Course.match, Course.seating
local panel, clocks = Course.panel, Course.clocks

local ANSWER_SECONDS = 30
-- The computer plays on this many plies before it hears of a draw, and then accepts unless it is better by
-- more than the game's `draw_value_max`.
local DRAW_PLIES_MIN = 20

local pending: { [number]: boolean } = {} -- seat -> true while it is asked to agree to something
local offered_at: { [number]: number } = {} -- seat -> number of plies at its last draw offer
local hinted_at: number? = nil -- the position a hint was last asked for

-- Whether the person at `seat` has an offer to answer; it is asked for no move before that.
function offers.is_asking(seat: number)
  return pending[seat] == true
end

-- Forgets all offers: the game takes another course. The match withdraws the questions themselves.
function offers.forget()
  pending = {}
end

-- Asks the person at `seat` to agree: true, false, or nil when the question was withdrawn. Waits.
function offers.agrees(seat: number, hint: any): boolean?
  pending[seat] = true
  local answer = Request:ask({
    seat = seat - 1,
    hint = hint,
    choices = { { label = T("course_agree") }, { label = T("course_decline") } },
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
local function declined(uin: number, other: number, key: string)
  panel.tell(uin, key)
  if match.is_turn(other) then
    match.go_on()
  end
end

-- Starts a new game.
function offers.start_new()
  offered_at, hinted_at = {}, nil
  match.start()
end

-- A wish for a new game by `uin`, at `seat` or watching. All other persons at an unfinished game are asked
-- first.
local function offer_new(seat: number?, uin: number)
  if seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
    return
  end
  local unfinished = match.plies() > 0 and not match.is_over()
  if unfinished and seat ~= nil then
    local told = false
    for _, other in ipairs(seating.persons()) do
      if other ~= seat then
        if pending[other] then
          panel.refuse(uin, "course_asked_already")
          return
        elseif not told then
          panel.tell(uin, "course_new_offered")
          told = true
        end
        local answer = offers.agrees(other, T("course_new_asked", { side = seating.name(seat) }))
        if answer == false then
          declined(uin, other, "course_new_declined")
        end
        if not answer then
          return
        end
      end
    end
  end
  if seat ~= nil then
    -- Who starts a game means to play it.
    Seats:endStandIn(seat - 1)
  end
  offers.start_new()
end

local function choose_option(name: string, uin: number, value: string?)
  if not match.may_choose() then
    panel.refuse(uin, "course_choose_later")
  elseif game.choose(name, value) then
    offers.start_new()
  end
end

local function choose_time(uin: number, value: string?)
  if not match.may_choose() then
    panel.refuse(uin, "course_choose_later")
  elseif value and value ~= clocks.chosen() and clocks.choose(value) then
    match.show_buttons()
    panel.announce("course_time_chosen", { time = T("course_time_" .. value) })
  end
end

local function agree_draw()
  if not match.is_over() then
    game.agree_draw()
    match.go_on()
  end
end

local function computer_takes_draw(seat: number)
  local value = match.value(seat)
  return value ~= nil and match.plies() >= DRAW_PLIES_MIN and value <= game.draw_value_max
end

-- A draw offer by the person at `seat`, one of two.
local function offer_draw(seat: number, uin: number)
  local other = 3 - seat
  if match.plies() == 0 or match.is_over() then
    panel.refuse(uin, "course_no_game")
  elseif pending[other] or offered_at[seat] == match.plies() then
    panel.refuse(uin, "course_draw_once")
  elseif seating.is_person(other) then
    offered_at[seat] = match.plies()
    panel.tell(uin, "course_draw_offered")
    local answer = offers.agrees(other, T("course_draw_asked", { side = seating.name(seat) }))
    if answer then
      agree_draw()
    elseif answer == false then
      declined(uin, other, "course_draw_declined")
    end
  elseif seating.holder(other) == "open" then
    panel.refuse(uin, "course_nobody_there")
  elseif computer_takes_draw(other) then
    agree_draw()
  else
    offered_at[seat] = match.plies()
    local early = match.plies() < DRAW_PLIES_MIN
    panel.tell(uin, early and "course_draw_too_early" or "course_draw_computer_declines")
  end
end

local function resign(seat: number, uin: number)
  if match.plies() == 0 or match.is_over() then
    panel.refuse(uin, "course_no_game")
    return
  end
  game.resign(seat)
  match.go_on()
end

-- Whether the computer may help the person at `seat`, who is told if it may not. Everybody sees what it
-- says, so it helps only against computers.
function offers.may_help(seat: number, uin: number)
  local why = if not match.is_turn(seat)
    then "course_hint_not_your_turn"
    elseif #seating.persons() > 1 then "course_hint_not_between_people"
    else nil
  if why then
    panel.refuse(uin, why)
  end
  return why == nil
end

-- A suggestion for the person at `seat`.
local function hint(seat: number, uin: number)
  if not offers.may_help(seat, uin) or hinted_at == match.plies() then
    return
  end
  local round, plies = match.round(), match.plies()
  hinted_at = plies
  panel.tell(uin, "course_hint_thinking")
  local move = game.advise(seat)
  if round ~= match.round() or plies ~= match.plies() then
    return
  elseif move == nil then
    hinted_at = nil
    panel.refuse(uin, "course_hint_none")
    return
  end
  game.mark(move)
  if game.advised then
    game.advised(seat, move)
  else
    panel.tell(uin, "course_hint_move", { move = game.line(seat, move) })
  end
end

-- Moves to be played as they are written. The page sends one after the other, so a game may be under way.
local function play_written(seat: number?, uin: number, value: string?)
  if seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
  elseif match.may_read() and not match.is_over() then
    match.play_written(value)
  end
end

-- What the buttons do that only those at seats may press, by their ids: f(seat, uin, value).
offers.seated = { draw = offer_draw, resign = resign, hint = hint }

-- A button was pressed; `value` is the option chosen.
function offers.press(id: string, uin: number, value: string?)
  local seat = seating.of(uin)
  local option = string.match(id, "^option_(.+)$")
  if game.press and game.press(id, seat, uin) then
    return
  elseif id == "new" then
    offer_new(seat, uin)
  elseif (option or id == "time") and seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
  elseif id == "record" then
    play_written(seat, uin, value)
  elseif option then
    choose_option(option, uin, value)
  elseif id == "time" then
    choose_time(uin, value)
  elseif offers.seated[id] and seat == nil then
    panel.refuse(uin, "course_only_seated")
  elseif offers.seated[id] then
    offers.seated[id](seat, uin, value)
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
