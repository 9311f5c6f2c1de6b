--!strict
-- Xiangqi, as `lib/course/match.lua` wants to know it: the engine has the rules and thinks, the tabletop shows.

local panel, seating = Course.panel, Course.seating
local RED, BLACK = Tabletop.RED, Tabletop.BLACK

type Move = { from: string, to: string }

local game = {
  level = 3,
  players = 2,
  stand_in_level = 5,
  draw_value_max = 40, -- centipawns
}
Course.game = game

local handle: any = nil -- the engine's
local last_move: Move? = nil
local standing: any = nil -- how the game stands and who is to move, until something is played
local turn: { number }? = nil

-- The engine's game.
function game.handle()
  return handle
end

-- The game has changed: what was known of it is asked anew.
local function forget_standing()
  standing, turn = nil, nil
end

-- How the game stands, as `Xiangqi:status` says it. Looked at several times a move, asked for once.
local function status(): any
  standing = standing or Xiangqi:status(handle)
  return standing
end

function game.is_over()
  return status().over
end

function game.turn(): { number }
  local known = turn or { if Xiangqi:turn(handle) == "red" then RED else BLACK }
  turn = known
  return known
end

-- The engine's name of a seat.
local function side(seat: number)
  return seat == RED and "red" or "black"
end

-- A move such as "h2e2" as its two squares.
function game.squares(move: string): Move
  return { from = string.sub(move, 1, 2), to = string.sub(move, 3, 4) }
end

function game.mark(move: string?)
  local checked = status().check and Tabletop.king(game.turn()[1] == RED) or nil
  Tabletop.mark(last_move, checked, if move then game.squares(move) else nil)
end

function game.line(_: number?, move: string)
  return Xiangqi:moveText(handle, move)
end

-- In Chinese notation, WXF or coordinates.
function game.read(_: number, text: string): (string?, any)
  local fine, move = pcall(function()
    return Xiangqi:parse(handle, text)
  end)
  if not fine or move == nil then
    return nil
  end
  local from_to = game.squares(move)
  local why = Xiangqi:explain(handle, from_to.from, from_to.to)
  return if why then nil else move, why
end

-- Sets up the position of a FEN; without one, the beginning of a game.
function game.set_up(fen: string?)
  handle = handle or Xiangqi:new()
  local done, why = Xiangqi:reset(handle, fen)
  if not done then
    error(why, 0)
  end
  forget_standing()
  last_move = nil
  Tabletop.set_up(Xiangqi:pieces(handle))
  Hud:setPosition(Xiangqi:fen(handle))
  Course.review.forget()
end

function game.start()
  game.set_up()
end

-- Goes on from a written position. Whether it is one; if not, why not.
function game.set_position(text: string?)
  local fine, why = pcall(game.set_up, text)
  return fine, if fine then nil else T("course_position_why", { why = tostring(why) })
end

function game.changed()
  Course.insight.changed()
end

function game.seats_changed()
  Course.insight.seats_changed()
end

-- Why a click is no move, for the player who clicked. `path` holds the cells clicked, the last one
-- refused.
local function explain(path: { any }): any
  local clicked = {}
  for index, cell in ipairs(path) do
    clicked[index] = Tabletop.square(cell)
  end
  local target = clicked[#path]
  if target == nil then
    return T("explain_off_board")
  end
  if #path > 1 and clicked[1] then
    return Xiangqi:explain(handle, clicked[1], target) or T("explain_no_move")
  end
  local letter = Tabletop.piece(target)
  if letter == nil then
    return T("explain_pick_piece")
  elseif Tabletop.is_red(letter) ~= (game.turn()[1] == RED) then
    return T("explain_not_yours")
  end
  return T("explain_stuck")
end

function game.ask(seat: number, stand_in: (() -> string?)?): string?
  local paths = Tabletop.paths(handle)
  local index = Request:ask({
    seat = seat - 1,
    hint = T(status().check and "ask_move_check" or "ask_move"),
    paths = paths,
    cells = 2,
    explain = explain,
    stand_in = stand_in and function()
      local move = stand_in()
      return move and table.find(Xiangqi:legalMoves(handle), move)
    end,
  })
  return index and Tabletop.move_of(paths, index)
end

function game.decide(_: number, how: any): (any, string?)
  local thought, why = Xiangqi:think(handle, how)
  if thought and thought.move then
    return { move = thought.move, value = thought.score }
  elseif why == "cancelled" then
    return nil, why
  end
  -- Some move is better than a game that stands still.
  warn(`Xiangqi:think: {why}`)
  local moves: any = Xiangqi:legalMoves(handle)
  return { move = moves[math.random(#moves)] }
end

function game.advise()
  return Course.insight.advise()
end

function game.advised()
  Course.insight.advised()
end

function game.buttons(seated: boolean)
  return Course.insight.buttons(seated)
end

function game.press(id: string, seat: number?, uin: number)
  return Course.insight.press(id, seat, uin)
end

function game.lines(_: number, count: number)
  return Course.insight.lines(count)
end

function game.stop_thinking()
  Xiangqi:stop()
end

function game.play(seat: number, move: string)
  local line = game.line(seat, move)
  if Xiangqi:play(handle, move) == nil then
    panel.announce("course_hint_none", nil, "error")
    return false
  end
  forget_standing()
  last_move = game.squares(move)
  Tabletop.move(last_move.from, last_move.to)
  Hud:setPosition(Xiangqi:fen(handle))
  game.mark(nil)
  Hud:addMove(seat - 1, line)
  if status().check and not game.is_over() then
    panel.announce("check", { side = seating.name(3 - seat) }, "alert")
  end
  return true
end

function game.agree_draw()
  Xiangqi:agreeDraw(handle)
  forget_standing()
end

function game.resign(seat: number)
  Xiangqi:resign(handle, side(seat))
  forget_standing()
end

function game.time_up(seat: number)
  Xiangqi:loseOnTime(handle, side(seat))
  forget_standing()
end

function game.result()
  local winner = status().winner
  if winner then
    winner = winner == "red" and RED or BLACK
  end
  return winner, status().text
end

-- A king in check is spoken of wherever somebody is to get it out.
function game.status(state: string): string?
  if status().check and (state == "ask" or state == "think" or state == "stand_in") then
    return `status_{state}_check`
  end
  return nil
end

Checkpoint:offer(function()
  return { handle = handle, last_move = last_move }
end, function(stored)
  handle, last_move = stored.handle, stored.last_move
end)
