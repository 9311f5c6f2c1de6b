--!strict
-- Solving the puzzle on the table.
--
-- The solver plays Red. A move is right if it is that of the known line, or if the engine still sees a
-- mate after it. One coroutine plays; whenever somebody wants something else, `round` grows and another
-- takes over, as in `lib/course/match.lua`.

Solving = {}

local button, say = Puzzle.button, Puzzle.say

type Move = { from: string, to: string }

local RED, BLACK = 0, 1 -- seats
-- What the engine may look at to tell whether a move still mates, and to answer it.
local NODES = 400000
-- Seconds between a move and its answer, and between two moves that are shown.
local PACE, SHOW_PACE = 0.5, 1.1

local round = 0
local handle: any = nil -- the engine's
local right: { string } = {} -- the moves of both sides that led here and were right
local known = true -- whether they are the first of the puzzle's own line
local phase = "solve" -- or "answer", "failed", "show", "solved"
local hinted = 0 -- how much of the move was hinted at
local pending: any = nil -- while it is answered: the solver's move, and whether the line has it

-- The words of a puzzle's line.
local function line(): { string }
  return string.split(Shelf.puzzle().line, " ")
end

local function squares(move: string): Move
  return { from = string.sub(move, 1, 2), to = string.sub(move, 3, 4) }
end

local function written(move: string): any
  return (Xiangqi:moveText(handle, move))
end

-- How the game stands, as the engine says it.
local function standing(): any
  return (Xiangqi:status(handle))
end

local function mark(last: string?, kind: string?)
  local check = standing().check and Tabletop.king(Xiangqi:turn(handle) == "red") or nil
  Tabletop.mark(last and squares(last), check)
  Tabletop.arrow(last and kind and squares(last), kind)
end

local function play(seat: number, move: string, kind: string?)
  Hud:addMove(seat, written(move))
  Xiangqi:play(handle, move)
  Tabletop.move(string.sub(move, 1, 2), string.sub(move, 3, 4))
  mark(move, kind)
end

-- Sets up the puzzle with the moves that were right.
local function set_up()
  local puzzle = Shelf.puzzle()
  if handle == nil then
    handle = Xiangqi:new(puzzle.fen)
  else
    Xiangqi:reset(handle, puzzle.fen)
  end
  Hud:clearMoves()
  Tabletop.set_up(Xiangqi:pieces(handle))
  mark(nil)
  for index, move in ipairs(right) do
    play(index % 2 == 1 and RED or BLACK, move)
  end
  hinted = 0
end

local function show_words()
  local puzzle, index, count = Shelf.puzzle()
  local words = {
    number = tostring(puzzle.number),
    name = puzzle.name,
    moves = tostring(puzzle.moves),
    index = tostring(index),
    count = tostring(count),
    solved = tostring(Shelf.solved_count()),
  }
  Hud:setTitle(T("title", words))
  Hud:setStatus(T("status", words))
end

-- Shows the buttons of the moment.
function Solving.show_buttons()
  local open = phase == "solve"
  Hud:setButtons({
    button("previous"),
    button("next"),
    button("option_difficulty", { options = Shelf.options() }),
    button("option_puzzle", { options = Shelf.puzzles() }),
    button("hint", { enabled = open }),
    button("solution", { enabled = open or phase == "failed" }),
    button("again", { enabled = phase ~= "show" }),
  })
end

local function enter(new_phase: string)
  phase = new_phase
  show_words()
  Hud:setTurn(phase == "solve" and RED or nil)
  Hud:setThinking(phase == "answer" and BLACK or nil)
  Solving.show_buttons()
end

local function won()
  local status = standing()
  return status.over and status.winner == "red"
end

local function finish_solved()
  Shelf.solve()
  Judge.show(Judge.of_end("red"))
  enter("solved")
  Hud:toast(T("solved"), "win")
  say(
    "solved",
    nil,
    { T("solved_more", { moves = tostring((#right + 1) // 2) }) },
    { button("next") }
  )
end

-- Shows what a wrong move overlooks: `verdict` is Black's.
local function fail(verdict: any)
  Judge.show(Judge.of_red(verdict.score, false))
  local lines = {}
  if standing().over then
    lines[1] = standing().text
  elseif verdict.move then
    local words = { move = written(verdict.move) }
    local reason = Xiangqi:why(handle, verdict)
    lines[1] = T(Judge.mates(verdict.score) and "wrong_mated" or "wrong_answer", words)
    lines[2] = reason and T("wrong_why", { reason = reason })
    play(BLACK, verdict.move, "threat")
  end
  enter("failed")
  say("wrong", nil, lines, { button("again"), button("solution") })
end

-- The solver has played, and is answered; whether the solving goes on.
local function answer(mine: number)
  threadpool:wait(PACE)
  if mine ~= round then
    return false
  end
  local move, as_known = pending.move, pending.as_known
  if won() then
    right[#right + 1] = move
    finish_solved()
    return false
  end
  local reply = as_known and line()[#right + 2]
  if not reply then
    local verdict = Xiangqi:analyse(handle, { nodes = NODES })
    if mine ~= round then
      return false
    end
    if verdict == nil then
      -- Nobody can say whether the move was right: it is taken back.
      Hud:toast(T("hint_none"), "error")
      set_up()
      return true
    elseif verdict.move == nil or not Judge.mates(-verdict.score) then
      fail(verdict)
      return false
    end
    reply = verdict.move
  end
  right[#right + 1], right[#right + 2] = move, reply
  known = as_known
  play(BLACK, reply)
  return true
end

-- Why a click is no move, for the player who clicked.
local function explain(path: { any }): any
  local squares_of: { string? } = {}
  for index, cell in ipairs(path) do
    squares_of[index] = Tabletop.square(cell)
  end
  local from, target = squares_of[1], squares_of[#path]
  if target and #path > 1 and from then
    return Xiangqi:explain(handle, from, target) or T("explain")
  end
  return T("explain")
end

-- Asks for a move and plays it; whether there was one.
local function ask(mine: number)
  enter("solve")
  if not Puzzle.has_solver() then
    return false
  end
  local paths = Tabletop.paths(handle)
  local index = Request:ask({
    seat = RED,
    hint = T("ask", { moves = tostring(Shelf.puzzle().moves - #right // 2) }),
    paths = paths,
    cells = 2,
    explain = explain,
  })
  if index == nil or mine ~= round then
    return false
  end
  Hud:setNote(nil)
  hinted = 0
  local move = Tabletop.move_of(paths, index)
  pending = { move = move, as_known = known and line()[#right + 1] == move }
  play(RED, move)
  enter("answer")
  return true
end

local function run(mine: number)
  while phase == "answer" or ask(mine) do
    if not answer(mine) then
      return
    end
    phase = "solve"
  end
end

local function begin(task: (mine: number) -> ())
  round += 1
  Request:cancel()
  Xiangqi:stop()
  threadpool:work(task, round)
end

-- Begins with a clean table and the moves that were right.
local function begin_anew(task: (mine: number) -> ())
  Judge.show(nil)
  Hud:setNote(nil)
  set_up()
  begin(task)
end

-- Puts the puzzle on the table, from its beginning.
function Solving.start()
  right, known = {}, true
  phase = "solve"
  begin_anew(run)
end

-- Goes back to before the wrong move, or to the beginning.
function Solving.again()
  if phase ~= "failed" then
    Solving.start()
    return
  end
  phase = "solve"
  begin_anew(run)
end

-- The right move here; nil if nobody knows. Waits.
local function right_move(mine: number): string?
  if known then
    return line()[#right + 1]
  end
  local verdict = Xiangqi:analyse(handle, { nodes = NODES })
  return mine == round and verdict and verdict.move or nil
end

-- Names the piece to move; asked again, the move.
function Solving.hint(uin: number)
  if phase ~= "solve" then
    return
  end
  local mine = round
  local move = right_move(mine)
  if mine ~= round or phase ~= "solve" then
    return
  elseif move == nil then
    Hud:toast(T("hint_none"), "error", uin)
    return
  end
  hinted += 1
  local last = right[#right]
  local from = squares(move).from
  if hinted == 1 then
    Tabletop.mark(last and squares(last), nil, { from = from, to = from })
    Tabletop.arrow(nil)
    say("hint_piece", nil, { T("hint_more") }, { button("hint") })
  else
    Tabletop.mark(last and squares(last), nil, squares(move))
    say("hint_move", { move = written(move) })
  end
end

local function show_solution(mine: number)
  enter("show")
  say("showing")
  for index, move in ipairs(line()) do
    if index > #right then
      threadpool:wait(SHOW_PACE)
      if mine ~= round then
        return
      end
      right[index] = move
      play(index % 2 == 1 and RED or BLACK, move, "best")
    end
  end
  Judge.show(Judge.of_end("red"))
  enter("solved")
  say("shown", nil, {}, { button("again"), button("next") })
end

-- Plays the rest of the solution; from the beginning, if the solver went another way.
function Solving.show()
  if phase ~= "solve" and phase ~= "failed" then
    return
  end
  if not known then
    right, known = {}, true
  end
  begin_anew(show_solution)
end

-- Goes on from the position that is on the table, with whoever is there now.
function Solving.go_on()
  if phase == "solve" or phase == "answer" then
    begin(run)
  elseif phase == "show" then
    begin(show_solution)
  end
end

Checkpoint:offer(function()
  return {
    round = round,
    handle = handle,
    right = right,
    known = known,
    phase = phase,
    hinted = hinted,
    pending = pending,
  }
end, function(stored)
  round, handle, right = stored.round, stored.handle, stored.right
  known, phase, hinted = stored.known, stored.phase, stored.hinted
  pending = stored.pending
end)
