--!strict
-- The course of a game: asking whoever is to move, playing the move, and the end.
--
-- One coroutine runs the turns. Whenever something happens that it did not foresee (a new game, another
-- player in the seat to move, a resignation) a new one takes over: `round` grows, and the old one, when its
-- question or its thinking comes back, sees that it is no longer wanted and ends.
--
-- What game it is, `Course.game` says, which is there before this file runs.

type Game = {
  level: number, -- at which computers play, at first
  players: number, -- how many play, at first
  stand_in_level: number, -- at which the computer plays for people who are away
  draw_value_max: number, -- the computer agrees to a draw unless it values its position higher
  start: () -> (), -- begins a new game and shows it
  is_over: () -> boolean,
  turn: () -> { number }, -- the seats to choose
  chance: (() -> boolean)?, -- lets chance play if it is to; whether it was
  -- Asks a person for a move, or nil; waits. `stand_in()` chooses for one who is away; without it they are waited for.
  ask: (seat: number, stand_in: (() -> any)?) -> any,
  -- What a computer plays, or nil and a reason. There are `seconds` where there are clocks.
  decide: (
    seat: number,
    how: { level: number, seconds: number? }
  ) -> ({ move: any, value: number? }?, string?),
  advise: ((seat: number) -> any)?, -- a move to suggest, or nil; without it there is no button for it
  stop_thinking: () -> (), -- has all that think give up
  play: (seat: number, move: any) -> boolean, -- plays, shows and lists a move; false if it cannot be played
  line: (seat: number, move: any) -> any, -- how a move is written that could be played now
  -- The move that is written so, or nil and a text that says why not. Without it no written game can be played.
  read: ((seat: number, text: string) -> (any, any))?,
  mark: (move: any) -> (), -- marks the last move and, if any, a suggested one
  agree_draw: () -> (), -- ends the game, as the next two
  resign: (seat: number) -> (),
  time_up: (seat: number) -> (),
  result: () -> (number?, any), -- the winner, nil for a draw, and what is said of the end
  -- What `panel.turn` shows, a text or its key, where there is a better one.
  status: ((state: string, seat: number) -> any)?,
  -- The options; see `offers` and `panel`.
  choose: ((name: string, value: string?) -> boolean)?,
  chosen: (() -> string)?,
  choices: ((can: boolean, seated: boolean) -> { any })?,
  seats_changed: (() -> ())?, -- seats have changed hands
  changed: (() -> ())?, -- a game has begun, a move has been played, or the game has ended
  advised: ((seat: number, move: any) -> ())?, -- says what move `advise` gave, which is marked already
  waits: (() -> boolean)?, -- whether those who are away are waited for
  buttons: ((seated: boolean) -> { any })?, -- of its own, for `panel.buttons`
  pace: ((seat: number) -> number)?, -- seconds before a computer's move
  may_choose: (() -> boolean)?, -- whether options may be chosen now, if not between games
  discreet: (() -> boolean)?, -- whether nobody is to see who is asked
  press: ((id: string, seat: number?, uin: number) -> boolean)?, -- a button was pressed; whether it was its own
}

local match = {}
Course.match = match

local game: Game = Course.game
local seating, panel, clocks = Course.seating, Course.panel, Course.clocks

-- Seconds before the computer moves, so that every move can be followed.
local PACE = 0.4
local PACE_BETWEEN_COMPUTERS = 1
-- Part of a clock's time that the pace may cost.
local PACE_PART = 0.02
-- Seconds before a written move, so that those which come together can be followed.
local WRITTEN_PACE = 0.05

local round = 0
local plies = 0
local chosen: { [number]: any } = {} -- seat -> its move, while several choose together
local values: { [number]: number } = {} -- seat -> what its computer last thought of its position
local standing_in: { [number]: boolean } = {} -- seat -> true while the computer thinks for its player
local written: { string } = {} -- moves still to be played, as they are written
local paused = false -- whether a computer waits for somebody to watch it

-- How many moves have been played.
function match.plies()
  return plies
end

-- A number that changes whenever the game takes another course; see the head of this file.
function match.round()
  return round
end

-- What the computer at `seat` last thought of its position; nil before its first move.
function match.value(seat: number)
  return values[seat]
end

-- Whether the game is over.
function match.is_over()
  return game.is_over()
end

-- Whether it is the turn of `seat`.
function match.is_turn(seat: number)
  return not game.is_over() and table.find(game.turn(), seat) ~= nil
end

-- Whether clocks and options may be chosen: between games.
function match.may_choose()
  if game.may_choose and game.may_choose() then
    return true
  end
  return plies == 0 or game.is_over()
end

-- Whether written moves may be played: the table has no opponent who plays.
function match.may_read()
  return game.read ~= nil and #seating.persons() <= 1
end

-- Sets the buttons for the moment.
function match.show_buttons()
  local over = game.is_over()
  local persons = seating.persons()
  local playing = plies > 0 and not over
  panel.buttons({
    new = plies > 0 or over,
    choose = match.may_choose(),
    hint = not over and #persons == 1 and match.is_turn(persons[1]),
    draw = playing,
    resign = playing,
    record = not over and match.may_read(),
  }, playing)
end

local function changed()
  if game.changed then
    game.changed()
  end
end

local function finish()
  clocks.rest()
  if #written > 0 then
    panel.announce("course_record_over", { count = tostring(#written) }, "error")
    written = {}
  end
  changed()
  panel.finish(game.result())
  match.show_buttons()
end

-- Waits a little, so that a move can be followed; short of time, less.
local function keep_pace(seat: number)
  local pace = seating.anyone_seated() and PACE or PACE_BETWEEN_COMPUTERS
  pace = game.pace and game.pace(seat) or pace
  local left = clocks.left(seat)
  threadpool:wait(left and math.min(pace, left * PACE_PART) or pace)
end

-- Has a computer choose a move for a seat; nil and a reason if it finds none.
local function decide(seat: number, level: number)
  local thought, why = game.decide(seat, { level = level, seconds = clocks.budget(seat) })
  if thought == nil then
    return nil, why
  end
  values[seat] = thought.value or values[seat]
  return thought.move
end

-- A function that chooses a move for the person at `seat`, who is away or has left the seat to the computer;
-- it gives nil when that is no longer wanted. No function where those who are away are waited for.
local function stand_in(seat: number, mine: number): (() -> any)?
  if game.waits and game.waits() then
    return nil
  end
  return function()
    standing_in[seat] = true
    panel.turn(seat, "stand_in")
    keep_pace(seat)
    local move = nil
    if mine == round and Seats:isStoodIn(seat - 1) then
      move = decide(seat, game.stand_in_level)
    end
    standing_in[seat] = nil
    return mine == round and move or nil
  end
end

-- The next move that is written down; nil when it is no longer wanted or cannot be played, and the others
-- are given up then.
local function next_written(seat: number, mine: number)
  clocks.rest()
  threadpool:wait(WRITTEN_PACE)
  local read, line = game.read, written[1]
  if mine ~= round or line == nil or read == nil then
    return nil
  end
  table.remove(written, 1)
  local move, why = read(seat, line)
  if move == nil then
    local args = { ply = tostring(plies + 1), move = line }
    panel.announce("course_record_stuck", args, "error")
    if why then
      Hud:toast(why, "error")
    end
    written = {}
  end
  return move
end

-- A move by whoever holds `seat`; nil when there is none for now.
local function next_move(seat: number, mine: number)
  if #written > 0 then
    local move = next_written(seat, mine)
    if move ~= nil or mine ~= round then
      return move
    end
  end
  local kind, level = seating.holder(seat)
  local alone = #game.turn() == 1
  local seen = alone and not (game.discreet and game.discreet())
  local say = seen and panel.turn or panel.together
  if not alone or kind == "open" then
    clocks.rest()
  elseif plies > 0 then
    clocks.turn(seat)
  end
  if kind == "open" then
    panel.turn(seat, "wait")
    return nil
  elseif kind == "player" then
    say(seat, "ask")
    if Course.offers.is_asking(seat) then
      return nil
    end
    return game.ask(seat, stand_in(seat, mine))
  elseif not seating.anyone_seated() and not seating.anyone_here() then
    say(seat, "pause")
    paused = true
    return nil
  end
  say(seat, "think")
  keep_pace(seat)
  local move, why = nil, "cancelled"
  while why == "cancelled" and mine == round do
    -- Told to stop for somebody else who came back, it thinks again.
    move, why = decide(seat, level)
  end
  return move
end

-- Plays a move of `seat`. Whether it could be played.
local function play(seat: number, move: any)
  if not game.play(seat, move) then
    return false
  end
  plies += 1
  if not game.is_over() then
    changed()
  end
  return true
end

local run: (mine: number) -> ()

-- A seat has chosen, as others do at the same time; with the last of them the game goes on.
local function choose(seat: number, mine: number)
  local move = next_move(seat, mine)
  if move == nil or mine ~= round then
    return
  end
  chosen[seat] = move
  local turn = game.turn()
  for _, other in ipairs(turn) do
    if chosen[other] == nil then
      return
    end
  end
  local moves = chosen
  chosen = {}
  for _, other in ipairs(turn) do
    play(other, moves[other])
  end
  run(mine)
end

run = function(mine: number)
  while mine == round do
    if game.is_over() then
      finish()
      return
    end
    match.show_buttons()
    local turn, chance = game.turn(), game.chance
    if chance and chance() then
      plies += if mine == round then 1 else 0
    elseif #turn > 1 then
      for _, seat in ipairs(turn) do
        if chosen[seat] == nil then
          threadpool:work(choose, seat, mine)
        end
      end
      return
    else
      local move = next_move(turn[1], mine)
      if move == nil or mine ~= round or not play(turn[1], move) then
        return
      end
    end
  end
end

-- Goes on from the position on the board, with whoever is seated now.
function match.go_on()
  round += 1
  paused = false
  Course.offers.forget()
  Request:cancel()
  game.stop_thinking()
  panel.think(nil)
  threadpool:work(run, round)
end

-- Plays moves as they are written, a line each, from the present position on.
function match.play_written(text: string)
  local idle = #written == 0
  for line in string.gmatch(text, "[^\n]+") do
    written[#written + 1] = line
  end
  if idle and #written > 0 then
    match.go_on()
  end
end

-- Starts from the position on the board, with nothing played or chosen.
function match.begin()
  written = {}
  chosen, values, plies = {}, {}, 0
  clocks.reset()
  panel.begin()
  changed()
  match.go_on()
end

-- Starts a new game.
function match.start()
  game.start()
  match.begin()
end

-- The person at `seat` plays again: the computer need think no longer in its stead.
function match.returned(seat: number)
  if standing_in[seat] then
    game.stop_thinking()
  end
  if match.is_turn(seat) and #game.turn() == 1 then
    panel.turn(seat, "ask")
  end
end

-- Seats changed hands, or the room emptied or filled (then `changed` is empty). The turn is only taken up
-- anew where that matters to it.
function match.seats_changed(changed: { [number]: boolean })
  local over = game.is_over()
  local concerned = paused or (next(changed) == nil and not seating.anyone_seated())
  for seat in pairs(changed) do
    if match.is_turn(seat) or Course.offers.is_asking(seat) then
      concerned = true
      chosen[seat] = nil -- whoever chose for it has gone
    end
  end
  if game.seats_changed then
    game.seats_changed()
  end
  if concerned and not over then
    match.go_on()
  else
    match.show_buttons()
  end
end

Checkpoint:offer(function()
  return { round = round, plies = plies, chosen = chosen, values = values, written = written }
end, function(stored)
  round, plies = stored.round, stored.plies
  chosen, values, written = stored.chosen, stored.values, stored.written or {}
end)
