-- The course of a game: asking whoever is to move, playing the move, and the end.
--
-- One coroutine runs the turns. Whenever something happens that it did not foresee (a new game, another
-- player in the seat to move, a resignation) a new one takes over: `round` grows, and the old one, when
-- its question or its thinking comes back, sees that it is no longer wanted and ends.

Match = {}

-- Seconds before the computer moves, so that every move can be followed.
local PACE = 0.4
local PACE_BETWEEN_COMPUTERS = 1
-- Part of a clock's time that the pace may cost.
local PACE_PART = 0.02
-- Level at which the computer plays for people who are away.
local STAND_IN_LEVEL = 5

local game = nil -- the engine's handle
local round = 0
local last_move = nil -- { from, to }
local standing = nil -- how the game stands and who is to move, until something is played
local mover = nil
local scores = {} -- seat -> what its computer last thought of its position, in centipawns
local plies = 0
local asked = {} -- the moves that the person to move is asked to choose from
local standing_in = nil -- the seat for whose player the computer thinks

-- The engine's handle of the game being played.
function Match.game()
  return game
end

-- How many moves have been played, both sides counted.
function Match.plies()
  return plies
end

-- How the game stands, as `Xiangqi:status` says it. Looked at several times a move, asked for once.
function Match.status()
  standing = standing or Xiangqi:status(game)
  return standing
end

-- Whether the game is over.
function Match.is_over()
  return Match.status().over
end

-- The seat to move.
function Match.seat_to_move()
  mover = mover or (Xiangqi:turn(game) == "red" and Sides.RED or Sides.BLACK)
  return mover
end

-- The game has changed: what was known of it is asked anew.
local function forget_standing()
  standing = nil
  mover = nil
end

-- The engine's name of a seat.
function Match.side(seat)
  return seat == Sides.RED and "red" or "black"
end

-- What the computer at `seat` last thought of its position; nil before its first move.
function Match.score(seat)
  return scores[seat]
end

-- A number that changes whenever the game takes another course; see the head of this file.
function Match.round()
  return round
end

local function checked_square(status)
  if status.check then
    return Tabletop.king(Match.seat_to_move() == Sides.RED)
  end
  return nil
end

-- Marks the position; `hint` is a suggested move, or nil.
function Match.mark(hint)
  Tabletop.mark(last_move, checked_square(Match.status()), hint)
end

-- A move such as "h2e2" as its two squares.
function Match.squares(move)
  return { from = string.sub(move, 1, 2), to = string.sub(move, 3, 4) }
end

-- Sets the buttons for the moment.
function Match.show_buttons()
  local over = Match.is_over()
  local seat = Match.seat_to_move()
  Panel.buttons({
    new = plies > 0 or over,
    time = plies == 0 and not over,
    hint = not over and Sides.is_person(seat) and not Sides.is_person(1 - seat),
    draw = not over and plies > 0,
    resign = not over and plies > 0,
  }, plies > 0 and not over)
end

local function finish(status)
  local winner = nil
  if status.winner then
    winner = status.winner == "red" and Sides.RED or Sides.BLACK
  end
  Clocks.rest()
  Panel.finish(winner, status.text)
  Match.show_buttons()
end

-- Why a click is no move, for the player who clicked. `path` holds the cells clicked, the last one
-- refused.
local function explain(path)
  local squares = {}
  for index, cell in ipairs(path) do
    squares[index] = Tabletop.square(cell)
  end
  local target = squares[#path]
  if target == nil then
    return T("explain_off_board")
  end
  if #path > 1 and squares[1] then
    return Xiangqi:explain(game, squares[1], target) or T("explain_no_move")
  end
  local letter = Tabletop.piece(target)
  if letter == nil then
    return T("explain_pick_piece")
  elseif Tabletop.is_red(letter) ~= (Match.seat_to_move() == Sides.RED) then
    return T("explain_not_yours")
  end
  return T("explain_stuck")
end

-- Waits a little, so that a move can be followed; short of time, less.
local function keep_pace(seat)
  local pace = Sides.anyone_seated() and PACE or PACE_BETWEEN_COMPUTERS
  local left = Clock:left(seat)
  threadpool:wait(left and math.min(pace, left * PACE_PART) or pace)
end

-- Chooses a move for the person at `seat`, who is away or has left the seat to the computer: its
-- place among those asked for; nil when it is no longer wanted.
local function stand_in(seat)
  local mine, moves = round, asked
  standing_in = seat
  Panel.turn(seat, "stand_in", Match.status().check)
  keep_pace(seat)
  local thought = nil
  if mine == round and Seats:isStoodIn(seat) then
    thought = Xiangqi:think(game, { level = STAND_IN_LEVEL, seconds = Clocks.budget(seat) })
  end
  standing_in = nil
  if thought == nil or thought.move == nil or mine ~= round then
    return nil
  end
  scores[seat] = thought.score
  return table.find(moves, thought.move)
end

-- Asks the person at `seat` for a move; nil when the question was withdrawn.
local function ask_move(seat)
  local moves = Xiangqi:legalMoves(game)
  local paths = Tabletop.paths(moves)
  local check = Match.status().check
  asked = moves
  local index = Request:ask({
    seat = seat,
    hint = T(check and "ask_move_check" or "ask_move"),
    paths = paths,
    cells = 2,
    explain = explain,
    stand_in = stand_in,
  })
  return index and moves[index]
end

-- Has the computer at `seat` find a move; nil when it is no longer wanted.
local function think_move(seat, level, mine)
  keep_pace(seat)
  if mine ~= round then
    return nil
  end
  local thought = Xiangqi:think(game, { level = level, seconds = Clocks.budget(seat) })
  if mine ~= round then
    return nil
  end
  if thought == nil or thought.move == nil then
    Panel.announce("think_failed", nil, "error")
    return nil
  end
  scores[seat] = thought.score
  return thought.move
end

local function play(seat, move)
  local line = {
    zh = Xiangqi:notation(game, move, "zh"),
    en = Xiangqi:notation(game, move, "wxf"),
  }
  local played = Xiangqi:play(game, move)
  if played == nil then
    Panel.announce("think_failed", nil, "error")
    return false
  end
  forget_standing()
  plies = plies + 1
  last_move = Match.squares(move)
  Tabletop.move(last_move.from, last_move.to)
  Match.mark(nil)
  Hud:addMove(seat, line)
  local status = Match.status()
  if status.check and not status.over then
    Panel.announce("check", { side = Sides.name(1 - seat) }, "alert")
  end
  return true
end

-- A move by whoever holds `seat`; nil when there is none for now.
local function next_move(seat, mine)
  local kind, who = Sides.holder(seat)
  local check = Match.status().check
  if kind == "open" then
    Clocks.rest()
  elseif plies > 0 then
    Clocks.turn(seat)
  end
  if kind == "player" then
    Panel.turn(seat, "ask", check)
    if Offers.is_asking(seat) then
      return nil
    end
    return ask_move(seat)
  elseif kind == "open" then
    Panel.turn(seat, "wait", check)
    return nil
  elseif not Sides.anyone_seated() and not Sides.anyone_here() then
    Panel.turn(seat, "pause", check)
    return nil
  end
  Panel.turn(seat, "think", check)
  return think_move(seat, who, mine)
end

local function run(mine)
  while mine == round do
    local status = Match.status()
    if status.over then
      finish(status)
      return
    end
    local seat = Match.seat_to_move()
    Match.show_buttons()
    local move = next_move(seat, mine)
    if move == nil or mine ~= round or not play(seat, move) then
      return
    end
  end
end

-- Goes on from the position on the board, with whoever is seated now.
function Match.go_on()
  round = round + 1
  forget_standing()
  Offers.forget()
  Request:cancel(Sides.RED)
  Request:cancel(Sides.BLACK)
  Xiangqi:stop()
  Hud:setThinking(nil)
  threadpool:work(run, round)
end

-- Starts a new game.
function Match.start()
  if game then
    Xiangqi:reset(game)
  else
    game = Xiangqi:new()
  end
  forget_standing()
  last_move = nil
  scores = {}
  plies = 0
  Tabletop.set_up(Xiangqi:pieces(game))
  Clocks.reset()
  Panel.begin()
  Match.go_on()
end

-- The person at `seat` plays again: the computer need think no longer in its stead.
function Match.returned(seat)
  if standing_in == seat then
    Xiangqi:stop()
  end
  if not Match.is_over() and Match.seat_to_move() == seat then
    Panel.turn(seat, "ask", Match.status().check)
  end
end

-- The time of `seat` is up.
function Match.flag(seat)
  if not Match.is_over() then
    Xiangqi:loseOnTime(game, Match.side(seat))
    Match.go_on()
  end
end

-- Seats changed hands, or the room emptied or filled (then `changed` is empty). The turn is only taken
-- up anew where that matters to it.
function Match.seats_changed(changed)
  local over = Match.is_over()
  local concerned = next(changed) == nil and not Sides.anyone_seated()
  for seat in pairs(changed) do
    concerned = concerned or seat == Match.seat_to_move() or Offers.is_asking(seat)
  end
  if concerned and not over then
    Match.go_on()
  else
    Match.show_buttons()
  end
end

Checkpoint:offer(function()
  return { game = game, round = round, last_move = last_move, scores = scores, plies = plies }
end, function(state)
  game, round, plies = state.game, state.round, state.plies
  last_move, scores = state.last_move, state.scores
end)
