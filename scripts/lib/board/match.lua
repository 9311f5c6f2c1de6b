-- The course of a game: asking whoever is to move, playing the move, and the end.
--
-- One coroutine runs the turns. Whenever something happens that it did not foresee (a new game, another
-- player in the seat to move, a resignation) a new one takes over: `round` grows, and the old one, when its
-- question or its thinking comes back, sees that it is no longer wanted and ends.

local match = {}
Course.match = match

local facts, referee = Course.facts, Course.referee
local words, seating, tabletop = Course.words, Course.seating, Course.tabletop
local panel, clocks = Course.panel, Course.clocks

-- Seconds before the computer moves, so that every move can be followed.
local PACE = 0.4
local PACE_BETWEEN_COMPUTERS = 1
-- Part of a clock's time that the pace may cost.
local PACE_PART = 0.02
-- Level at which the computer plays for people who are away.
local STAND_IN_LEVEL = 3

local state = nil
local options = { players = facts.players[1] } -- what was chosen for the next game
for _, option in ipairs(facts.options) do
  options[option.name] = option.values[1]
end
local round = 0
local plies = 0
local ended = nil -- { winner, text } of a game that ended by other than its rules
local chosen = {} -- seat -> its move, while several choose together
local values = {} -- seat -> what its computer last thought of its position, in thousandths of a win
local standing_in = {} -- seat -> true while the computer thinks for its player
local standing = nil -- how the game stands, until something is played: asking may cost all legal moves

function match.state()
  return state
end

-- How many moves have been played.
function match.plies()
  return plies
end

-- A number that changes whenever the game takes another course; see the head of this file.
function match.round()
  return round
end

-- The options chosen, by name.
function match.options()
  return options
end

-- What the computer at `seat` last thought of its position; nil before its first move.
function match.value(seat)
  return values[seat]
end

-- The seat to choose, 0 when the game is over, -1 when chance decides.
local function stands()
  if ended then
    return 0
  end
  standing = standing or referee.standing(state)
  return standing
end

-- Whether the game is over.
function match.is_over()
  return stands() == 0
end

-- Whether it is the turn of `seat`.
function match.is_turn(seat)
  return not match.is_over() and table.find(referee.turn(state), seat) ~= nil
end

-- Sets the buttons for the moment.
function match.show_buttons()
  local over = match.is_over()
  local persons = seating.persons()
  local playing = plies > 0 and not over
  panel.buttons({
    new = plies > 0 or over,
    choose = not playing,
    hint = not over and #persons == 1 and match.is_turn(persons[1]),
    draw = playing,
    resign = playing,
  }, options, playing)
end

-- The winner and what is said of the end.
local function verdict()
  if ended then
    return ended.winner, ended.text
  end
  local worth, reason, scores = referee.result(state)
  local best, winner = math.max(table.unpack(worth)), nil
  local winners = 0
  for seat, value in ipairs(worth) do
    if value == best then
      winners += 1
      winner = seat
    end
  end
  local args = {
    side = winners == 1 and words.seat(winner) or "",
    why = reason and T("board_because", { why = T("over_" .. reason) }) or "",
    points = scores and T("board_because", { why = table.concat(scores, " : ") }) or "",
  }
  if winners > 1 then
    return nil, T("board_drawn", args)
  end
  return winner, T("board_won", args)
end

local function finish()
  clocks.rest()
  local winner, text = verdict()
  panel.finish(winner, text)
  match.show_buttons()
end

-- Waits a little, so that a move can be followed; short of time, less.
local function keep_pace(seat)
  local pace = seating.anyone_seated() and PACE or PACE_BETWEEN_COMPUTERS
  local left = clocks.left(seat)
  threadpool:wait(left and math.min(pace, left * PACE_PART) or pace)
end

-- Has a computer choose one of `moves` for a seat; any of them if it cannot, nil if it is told to stop.
local function decide(seat, level, moves)
  local thought, why =
    Board:think(referee.view(state, seat), { level = level, seconds = clocks.budget(seat) })
  if thought and thought.move ~= nil then
    local key = referee.key(thought.move)
    for _, move in ipairs(moves) do
      if referee.key(move) == key then
        values[seat] = thought.value
        return move
      end
    end
    why = `the computer chose {key}, which \`legal\` does not list`
  end
  if why == "cancelled" then
    return nil
  end
  warn(`Board:think: {why}`)
  return moves[math.random(#moves)]
end

-- Chooses a move for the person at `seat`, who is away or has left the seat to the computer.
local function stand_in(seat, mine)
  return function(moves)
    standing_in[seat] = true
    panel.turn(seat, "stand_in")
    keep_pace(seat)
    local move = nil
    if mine == round and Seats:isStoodIn(seat - 1) then
      move = decide(seat, STAND_IN_LEVEL, moves)
    end
    standing_in[seat] = nil
    return mine == round and move or nil
  end
end

-- A move by whoever holds `seat`; nil when there is none for now.
local function next_move(seat, mine)
  local kind, who = seating.holder(seat)
  local alone = #referee.turn(state) == 1
  local say = alone and panel.turn or panel.together
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
    return Course.asking.ask(state, seat, referee.moves(state, seat), stand_in(seat, mine))
  elseif not seating.anyone_seated() and not seating.anyone_here() then
    say(seat, "pause")
    return nil
  end
  say(seat, "think")
  keep_pace(seat)
  local move = nil
  while move == nil and mine == round do
    -- Told to stop for somebody else who came back, it thinks again.
    move = decide(seat, who, referee.moves(state, seat))
  end
  return move
end

-- Plays a move of `seat` (0: chance).
local function play(seat, move)
  local line = seat > 0 and words.move(state, move, seat)
  referee.play(state, move, seat)
  referee.check(state, "apply")
  standing = nil
  plies += 1
  tabletop.show(state)
  tabletop.mark(nil)
  if seat > 0 then
    Hud:addMove(seat - 1, line)
  else
    panel.announce("board_chance", { what = words.outcome(move) })
  end
end

local run

-- A seat has chosen, as others do at the same time; with the last of them the game goes on.
local function choose(seat, mine)
  local move = next_move(seat, mine)
  if move == nil or mine ~= round then
    return
  end
  chosen[seat] = move
  local turn = referee.turn(state)
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

run = function(mine)
  while mine == round do
    local code = stands()
    if code == 0 then
      finish()
      return
    end
    match.show_buttons()
    local turn = referee.turn(state)
    if code < 0 then
      play(0, referee.draw(state))
    elseif #turn > 1 then
      for _, seat in ipairs(turn) do
        if chosen[seat] == nil then
          threadpool:work(choose, seat, mine)
        end
      end
      return
    else
      local move = next_move(code, mine)
      if move == nil or mine ~= round then
        return
      end
      play(code, move)
    end
  end
end

-- Goes on from the position on the board, with whoever is seated now.
function match.go_on()
  round += 1
  Course.offers.forget()
  Request:cancel()
  Board:stop()
  Hud:setThinking(nil)
  threadpool:work(run, round)
end

-- Starts a new game.
function match.start()
  seating.set_players(options.players)
  state = referee.setup(table.clone(options))
  ended, standing, chosen, values, plies = nil, nil, {}, {}, 0
  tabletop.show(state, true)
  tabletop.mark(nil)
  clocks.reset()
  panel.begin()
  match.go_on()
end

-- Chooses an option for a game that has not begun. Whether there is such a value.
function match.choose(name, value)
  if name == "players" then
    local count = tonumber(value)
    if table.find(facts.players, count) == nil then
      return false
    end
    options.players = count
    return true
  end
  for _, option in ipairs(facts.options) do
    if option.name == name and table.find(option.values, value) then
      options[name] = value
      return true
    end
  end
  return false
end

-- Ends the game other than by its rules. `winner` is a seat, or nil for a draw.
function match.stop(winner, text)
  ended = { winner = winner, text = text }
  match.go_on()
end

-- The person at `seat` plays again: the computer need think no longer in its stead.
function match.returned(seat)
  if standing_in[seat] then
    Board:stop()
  end
  if match.is_turn(seat) and #referee.turn(state) == 1 then
    panel.turn(seat, "ask")
  end
end

-- Seats changed hands, or the room emptied or filled (then `changed` is empty). The turn is only taken up
-- anew where that matters to it.
function match.seats_changed(changed)
  local over = match.is_over()
  local concerned = next(changed) == nil and not seating.anyone_seated()
  for seat in pairs(changed) do
    if match.is_turn(seat) or Course.offers.is_asking(seat) then
      concerned = true
      chosen[seat] = nil -- whoever chose for it has gone
    end
  end
  if facts.hidden then
    tabletop.show(state)
  end
  if concerned and not over then
    match.go_on()
  else
    match.show_buttons()
  end
end

Checkpoint:offer(function()
  return {
    state = state,
    options = options,
    round = round,
    plies = plies,
    ended = ended,
    chosen = chosen,
    values = values,
  }
end, function(stored)
  state, options, round, plies = stored.state, stored.options, stored.round, stored.plies
  ended, chosen, values = stored.ended, stored.chosen, stored.values
end)
