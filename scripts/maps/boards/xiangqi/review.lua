--!strict
-- The game looked at afterwards: every position is analysed, one after the other, and the moves that
-- changed its course are marked and put into words.

local review = {}
Course.review = review

local game, match, panel = Course.game, Course.match, Course.panel

local NODES = 80000
-- So that a game of 71 plies is reviewed within 20 seconds on any machine.
local SECONDS = 0.27
-- Positions between two showings of what is known so far.
local SHOW_EVERY = 4
-- By how much of a win a move falls short of the best, for each mark, the worst first.
local MARKS = {
  { loss = 0.2, mark = "??", key = "review_blunder" },
  { loss = 0.12, mark = "?", key = "review_mistake" },
  { loss = 0.06, mark = "?!", key = "review_slip" },
}

local state: string? = nil -- nil, "running" or "done"
local serial = 0
local walk: any = nil -- the engine's game that is played through again

-- What was found of a position: Red's score, and the best move, how it is written and why it is good.
type Found = { score: number, move: string?, written: any, reason: any, choices: number? }
type Verdict = { mark: string, text: any, slip: boolean? }

local function look(mine: number): Found?
  local status: any = Xiangqi:status(walk)
  if status.over then
    return { score = Judge.of_end(status.winner) }
  end
  local verdict = Judge.analyse(walk, { nodes = NODES, seconds = SECONDS }, function()
    return mine == serial
  end)
  if verdict == nil then
    return nil
  end
  local move: string, choices: any = verdict.move, Xiangqi:legalMoves(walk)
  return {
    score = Judge.of_red(verdict.score, Xiangqi:turn(walk) == "red"),
    move = move,
    written = Xiangqi:moveText(walk, move),
    reason = Xiangqi:why(walk, verdict),
    choices = #choices,
  }
end

-- What is said of a move between two positions, or nil. `after_slip` is whether the move before gave
-- something away.
local function judge(
  move: string,
  before: Found,
  after: Found,
  by_red: boolean,
  after_slip: boolean
): Verdict?
  local function share(found: Found): number
    local red = Judge.share(found.score)
    return by_red and red or 1 - red
  end
  local texts = {
    better = before.written,
    reason = before.reason,
    before = Judge.label(before.score),
    after = Judge.label(after.score),
  }
  if move == before.move then
    if after_slip and (before.choices or 0) > 1 then
      return { mark = "!", text = T("review_good", texts) }
    end
    return nil
  end
  local loss = share(before) - share(after)
  local mated = Judge.mates(by_red and -after.score or after.score)
  if mated and loss >= MARKS[2].loss then
    loss = 1 -- nothing is worse than walking into a mate
  end
  for _, kind in ipairs(MARKS) do
    if loss >= kind.loss then
      return { mark = kind.mark, text = T(kind.key, texts), slip = kind.loss > 0.1 }
    end
  end
  return nil
end

local function run(mine: number)
  local handle = game.handle()
  local moves: any = Xiangqi:moves(handle)
  walk = walk or Xiangqi:new()
  Xiangqi:reset(walk)
  local shares, notes, slipped, slips = {}, {}, false, 0
  local before: Found? = nil
  for at = 0, #moves do
    local by_red = at % 2 == 1 -- who made the move that led here
    if at > 0 then
      Xiangqi:play(walk, moves[at])
    end
    local looked = look(mine)
    if mine ~= serial then
      return
    end
    local found: Found = looked or { score = if before then before.score else 0 }
    shares[at + 1] = Judge.share(found.score)
    local said = before and before.move and judge(moves[at], before, found, by_red, slipped)
    slipped = false
    if said and before then
      local better = moves[at] ~= before.move and game.squares(before.move)
      notes[#notes + 1] = {
        move = at,
        mark = said.mark,
        text = said.text,
        better = better and Tabletop.arrow_of(better) or nil,
      }
      slipped = said.slip or false
      slips += said.slip and 1 or 0
    end
    before = found
    if at % SHOW_EVERY == 0 or at == #moves then
      Hud:setReview({ shares = shares, notes = notes })
    end
  end
  state = "done"
  match.show_buttons()
  panel.announce("review_done", { count = tostring(slips) })
end

-- Whether the game can be looked at, and has not been.
function review.may_begin()
  return state == nil and match.is_over() and match.plies() > 0
end

-- Begins, if it can.
function review.begin()
  if not review.may_begin() then
    return
  end
  state = "running"
  serial += 1
  Hud:setReview({ shares = {} })
  match.show_buttons()
  threadpool:work(run, serial)
end

-- Another game begins.
function review.forget()
  state = nil
  serial += 1
  Hud:setReview(nil)
end

Checkpoint:offer(function()
  return { state = state, serial = serial, walk = walk }
end, function(stored)
  state, serial, walk = stored.state, stored.serial, stored.walk
end)
