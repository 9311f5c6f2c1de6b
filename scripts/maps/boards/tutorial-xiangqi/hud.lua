--!strict
-- What this host adds to the tutorial's game: seats, buttons, marks, a list of moves. Not part of the
-- document; the game runs without this file, as it does in Mini World.

-- What is looked at here of a move and of a board; see board.lua.
type Move = { thisid: number, killid: number, s_x: number, s_z: number, e_x: number, e_z: number }
type Game = {
  _y: number,
  boardtable: { { number } },
  g_moves: { Move },
  isRedTurn: boolean,
  isThinking: boolean,
  isOver: boolean,
  [string]: any,
}

local DEFAULT_LEVEL = 3 -- the two-ply player
local RED, BLACK = 0, 1 -- the room's seats; `seating` counts from 1
local seating = Course.seating
local watcher = {}

-- The levels of the seat menu are the plies and one: level 1 plays at random.
local function plies_of(seat: number): number?
  local kind, level = seating.holder(seat + 1)
  if kind == "computer" then
    return level - 1
  end
  return nil
end

local function seat_to_move(game: Game)
  return game.isRedTurn and RED or BLACK
end

-- The coordinates of a point: columns a to i from Red's left, rows 0 to 9 from Red's side.
local function point(x: number, z: number)
  return string.sub("ABCDEFGHI", x, x) .. (z - 1)
end

local function add_mark(marks: { any }, game: Game, x: number, z: number, kind: string)
  local w_x, w_z = game:toWorld(x, z)
  marks[#marks + 1] = { x = w_x, y = game._y, z = w_z, kind = kind }
end

local function mark_checked_king(marks: { any }, game: Game)
  if not game:isKingAttacked(game.isRedTurn) then
    return
  end
  local king = game.isRedTurn and R_KING or B_KING
  for x = 1, 9 do
    for z = 1, 10 do
      if game.boardtable[x][z] == king then
        add_mark(marks, game, x, z, "check")
      end
    end
  end
end

-- Marks the last move, a king in check, and, when a piece is picked up on (x, z), that and its `targets`, where
-- it may go.
local function show_marks(game: Game, targets: { Move }?, x: number?, z: number?)
  local marks: { any } = {}
  local last = game.g_moves[#game.g_moves]
  if last then
    add_mark(marks, game, last.s_x, last.s_z, "last_from")
    add_mark(marks, game, last.e_x, last.e_z, "last_to")
  end
  if not game.isOver then
    mark_checked_king(marks, game)
  end
  if targets and x and z then
    add_mark(marks, game, x, z, "selected")
  end
  for _, move in ipairs(targets or {}) do
    local kind = move.killid == NO_PIECE and "target" or "capture"
    add_mark(marks, game, move.e_x, move.e_z, kind)
  end
  Marks:set(marks)
end

local function show_turn(game: Game)
  if game.isOver then
    Hud:setTurn(nil)
    return
  end
  local seat = seat_to_move(game)
  Hud:setTurn(seat)
  local kind = seating.holder(seat + 1)
  Hud:setStatus(T(kind == "open" and "seat_open" or "to_move", { side = seating.name(seat + 1) }))
end

local function show_buttons(game: Game)
  local seated = seating.anyone_seated()
  local begun = #game.g_moves > 0
  Hud:setButtons({
    {
      id = "new",
      label = T("button_new"),
      enabled = begun,
      seated = seated,
      confirm = begun and not game.isOver and T("confirm_new") or nil,
    },
    { id = "undo", label = T("button_undo"), enabled = begun, seated = seated },
  })
end

local function list_move(move: Move)
  local text = T("move_line", {
    piece = T("piece_" .. move.thisid),
    from = point(move.s_x, move.s_z),
    to = point(move.e_x, move.e_z),
  })
  Hud:addMove(RED_ARMY[move.thisid] and RED or BLACK, text)
end

local function show_all(game: Game)
  show_marks(game)
  show_turn(game)
  show_buttons(game)
end

function watcher:moved(game: Game, move: Move)
  list_move(move)
  show_all(game)
end

function watcher:undone(game: Game)
  Hud:clearResult()
  Hud:clearMoves()
  for _, move in ipairs(game.g_moves) do
    list_move(move)
  end
  show_all(game)
end

function watcher:begun(game: Game)
  Hud:clearResult()
  Hud:clearMoves()
  show_all(game)
end

function watcher:checked(game: Game)
  Hud:toast(T(game.isRedTurn and "check_red" or "check_black"), "alert")
end

function watcher:finished(game: Game, redWon: boolean, key: string)
  Hud:setStatus(T(key))
  Hud:setResult(redWon and RED or BLACK, T(key))
  Hud:toast(T(key), "win")
  show_marks(game)
  Hud:setTurn(nil)
end

function watcher:thinking(game: Game, leaves: number?)
  if game.isThinking then
    Hud:setThinking(seat_to_move(game))
    return
  end
  Hud:setThinking(nil)
  if leaves and leaves > 0 then
    Hud:setStatus(T("thought", { positions = tostring(leaves) }))
  end
end

function watcher:chosen(game: Game, x: number, z: number, safe: { Move })
  show_marks(game, safe, x, z)
end

-- Only the person whose seat is to move may move.
function watcher:mayMove(game: Game, uin: number)
  local seat = Seats:of(uin)
  if seat == nil then
    Hud:toast(T("only_seated"), "error", uin)
    return false
  elseif seat ~= seat_to_move(game) then
    Hud:toast(T("not_your_turn"), "error", uin)
    return false
  end
  return true
end

-- Spectators leave the game alone as long as somebody plays.
function watcher:mayCommand(_: Game, uin: number)
  if Seats:of(uin) == nil and seating.anyone_seated() then
    Hud:toast(T("only_seated"), "error", uin)
    return false
  end
  return true
end

-- Keeps the seats in step with a command that sets the computer.
function watcher:playersChosen(_: Game, red: number?, black: number?)
  if red then
    Seats:setComputer(RED, red + 1)
  end
  if black then
    Seats:setComputer(BLACK, black + 1)
  end
end

local function on_seats_changed(changed: { [number]: boolean })
  show_turn(board)
  show_buttons(board)
  for seat in changed do
    local plies = plies_of(seat - 1)
    if plies then
      Hud:toast(T("computer_" .. plies), "info")
    end
  end
  threadpool:work(function()
    board:setPlayers(plies_of(RED), plies_of(BLACK))
  end)
end

board.watcher = watcher
seating.set_up(DEFAULT_LEVEL, on_seats_changed)
ScriptSupportEvent:registerEvent("Game.Start", function()
  seating.open(2)
  show_all(board)
end)
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if watcher:mayCommand(board, e.eventobjid) then
    if e.id == "undo" then
      board:takeBack(e.eventobjid)
    elseif e.id == "new" then
      board:newGame()
    end
  end
end)

-- What of the board is its state; the rest is the same in every room.
local KEPT = {
  "g_moves",
  "isRedTurn",
  "isOver",
  "redPlies",
  "blackPlies",
  "latestPosX",
  "latestPosZ",
  "turn_moves",
  "boardtable",
}

Checkpoint:offer(function()
  if board.mind and board.mind.leaves > 0 then
    return nil -- in the middle of a thought, which would begin anew
  end
  local kept = {}
  for _, name in ipairs(KEPT) do
    kept[name] = board[name]
  end
  return kept
end, function(state)
  for _, name in ipairs(KEPT) do
    board[name] = state[name]
  end
  threadpool:work(function()
    board:letComputerMove()
  end)
end)
