--!strict
-- The game that the rules of a board describe, as `lib/course/match.lua` wants to know it.

local facts, referee = Course.facts, Course.referee
local rules: BoardDefinition = Course.rules
local words, tabletop, options = Course.words, Course.tabletop, Course.options
local seating, panel = Course.seating, Course.panel

local HINT = { level = 4, seconds = 1.5 }
local LINES_SECONDS = 1.5
-- Moves of a line that are shown.
local LINE_SHOWN = 8

local game: { [string]: any } = {
  level = 2,
  players = facts.players[1],
  stand_in_level = 3,
  draw_value_max = 50, -- thousandths of a win
  choose = options.choose,
  chosen = options.word,
  choices = options.buttons,
  mark = tabletop.mark,
}
Course.game = game

local state: any = nil
local ended: { winner: number?, text: any }? = nil -- of a game that ended by other than its rules
local trouble: string? = nil -- why a computer could not think, as people were last told
local standing: number? = nil -- how the game stands, until something is played: asking may cost all legal moves

-- The seat to choose, 0 when the game is over, -1 when chance decides.
local function stands(): number
  if ended then
    return 0
  end
  local known: number = standing or referee.standing(state)
  standing = known
  return known
end

function game.is_over()
  return stands() == 0
end

function game.turn()
  return referee.turn(state)
end

function game.start()
  local chosen = options.values()
  seating.set_players(chosen.players)
  game.resume(referee.setup(table.clone(chosen)))
end

-- Tells the position as the rules write it, unless seats know different things.
local function tell_position()
  local write_position = rules.write_position
  if write_position and not facts.hidden then
    Hud:setPosition(write_position(state))
  end
end

-- The present state, for those who only look.
function game.state()
  return state
end

-- Goes on from a state, which is the game's from now on.
function game.resume(given: BoardState)
  state, ended, standing, trouble = given, nil, nil, nil
  tabletop.show(state, true)
  tabletop.mark(nil)
  tell_position()
end

function game.ask(seat: number, stand_in: (() -> any)?): any
  return Course.asking.ask(state, seat, referee.moves(state, seat), stand_in)
end

-- A computer that cannot think plays any move; told to stop, none.
function game.decide(seat: number, how: any): (any, string?)
  local moves = referee.moves(state, seat)
  local thought, why = Board:think(referee.known(state, seat), how)
  if thought and thought.move ~= nil then
    local key = referee.key(thought.move)
    for _, move in ipairs(moves) do
      if referee.key(move) == key then
        return { move = move, value = thought.value }
      end
    end
    why = `the computer chose {key}, which \`legal\` does not list`
  end
  if why == "cancelled" then
    return nil, why
  end
  warn(`Board:think: {why}`)
  if why ~= trouble then
    trouble = why
    panel.announce("board_no_thought", nil, "error")
  end
  return { move = moves[math.random(#moves)] }
end

function game.advise(seat: number): any
  local thought = Board:think(referee.known(state, seat), HINT)
  return thought and thought.move
end

-- What a line is worth in a few letters, with a sign: 1 for the seat that begins it, -1 for the other.
local function worth(line: any, sign: number): string | { zh: string, en: string }
  local plies = line.wins or line.loses
  if plies then
    local won = (line.wins ~= nil) == (sign > 0)
    local moves = tostring(math.ceil(plies / 2))
    return T(if won then "board_wins_in" else "board_loses_in", { moves = moves })
  elseif line.value then
    return string.format("%d%%", math.round(50 + sign * line.value / 20))
  end
  local units = string.format("%+.1f", sign * line.score / 100)
  return if units == "-0.0" then "+0.0" else units
end

-- The moves of a line from a position, which is played on, as the list would show them.
local function written(position: BoardState, moves: { any })
  local texts = {}
  for index = 1, math.min(#moves, LINE_SHOWN) do
    local seat = referee.standing(position)
    if seat < 1 then
      break
    end
    texts[index] = words.move(position, moves[index], seat)
    referee.play(position, moves[index], seat)
  end
  return texts
end

-- The best lines of play for `seat`, as `lib/course/lines.lua` wants them; or nil and a reason. Of two who
-- play, scores are the first one's, as the players of most games write them.
function game.lines(seat: number, count: number): (any, string?)
  local position = referee.copy(state)
  local thought, why =
    Board:lines(referee.known(state, seat), { count = count, seconds = LINES_SECONDS })
  if thought == nil then
    return nil, why
  end
  local for_other = position.players == 2 and seat == 2
  local lines = {}
  local found: { any } = thought.lines or {}
  for index, line in found do
    lines[index] = {
      score = worth(line, if for_other then -1 else 1),
      moves = written(referee.copy(position), line.moves),
      arrow = tabletop.arrow_of(line.moves[1]),
    }
  end
  return { seat = if for_other then 0 else seat - 1, lines = lines }
end

function game.stop_thinking()
  Board:stop()
end

-- Plays a move of `seat` (0: chance) and shows what has become of the board.
local function play(seat: number, move: any)
  referee.play(state, move, seat)
  referee.check(state, "apply")
  standing = nil
  tabletop.show(state)
  tabletop.mark(nil, referee.decided(state))
  tell_position()
end

function game.play(seat: number, move: any)
  local line = words.move(state, move, seat)
  play(seat, move)
  Hud:addMove(seat - 1, line)
  return true
end

function game.chance()
  if stands() >= 0 then
    return false
  end
  game.fall(referee.draw(state))
  return true
end

-- Plays what chance brings, and says so to those whom the rules show it: a card that a seat draws unseen is named to
-- that seat alone.
function game.fall(outcome: any)
  local informed = referee.informed(state, outcome)
  play(0, outcome)
  local what = { what = words.outcome(outcome) }
  if informed == true then
    panel.announce("board_chance", what)
    return
  end
  for _, seat in ipairs(informed) do
    local kind, who = seating.holder(seat)
    if kind == "player" then
      panel.tell(who, "board_chance", what)
    end
  end
end

function game.line(seat: number, move: any)
  return words.move(state, move, seat)
end

-- A text as it is compared: what people type for a dash differs.
local function plain(text: string)
  return (string.gsub(string.gsub(string.lower(text), "–", ""), "[%s%-]", ""))
end

-- The move that is written so: as the rules read it, as the list shows it in either language, or by its
-- cells and words.
function game.read(seat: number, text: string): any
  local read_move = rules.read_move
  local meant = read_move and read_move(state, text, seat)
  local wanted = plain(if meant then words.code(meant) else text)
  for _, move in ipairs(referee.moves(state, seat)) do
    if plain(words.code(move)) == wanted then
      return move
    elseif meant == nil then
      local line = words.move(state, move, seat)
      local zh, en = line, line
      if type(line) == "table" then
        zh, en = line.zh, line.en
      end
      if plain(zh) == wanted or plain(en) == wanted then
        return move
      end
    end
  end
  return nil
end

-- Goes on from a written position. Whether it is one; if not, why not.
function game.set_position(text: string): (boolean, any)
  local chosen = { players = facts.players[1] }
  local fine, read, why = pcall(referee.read_position, text, chosen)
  if not fine then
    warn(`read_position: {read}`)
  end
  if not fine or read == nil then
    return false, if type(why) == "string" then T(why) else why
  end
  seating.set_players(chosen.players)
  game.resume(read)
  return true
end

-- What is hidden or thrown is not written in the list of moves.
if facts.hidden or rules.chance then
  game.read = nil
  game.lines = nil -- nor can it be studied
end
if game.read == nil or rules.read_position == nil then
  game.set_position = nil
end

function game.agree_draw()
  ended = { text = T("board_draw_agreed") }
end

function game.resign(seat: number)
  ended = { winner = 3 - seat, text = T("board_resigned", { side = seating.name(seat) }) }
end

function game.time_up(seat: number)
  ended = { winner = 3 - seat, text = T("board_time_up", { side = seating.name(seat) }) }
end

function game.result(): (number?, any)
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
    side = winners == 1 and seating.name(winner) or "",
    why = reason and T("board_because", { why = T("over_" .. reason) }) or "",
    points = scores and T("board_because", { why = table.concat(scores, " : ") }) or "",
  }
  if winners > 1 then
    return nil, T("board_drawn", args)
  end
  return winner, T("board_won", args)
end

-- What each seat may see goes to whoever holds it now.
function game.seats_changed()
  if facts.hidden then
    tabletop.show(state)
  else
    tabletop.tell_secrets(state)
  end
end

Checkpoint:offer(function()
  if Course.asking.is_choosing() then
    return nil -- the answer comes back to a handler that waits
  end
  return { state = state, ended = ended, trouble = trouble }
end, function(stored)
  state, ended, trouble = stored.state, stored.ended, stored.trouble
end)
