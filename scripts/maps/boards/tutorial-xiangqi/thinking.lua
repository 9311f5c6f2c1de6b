--!native
-- The computer players: random, one ply, two plies and n plies, all by counting material.
--
-- Scores are Black's: Black looks for the highest, Red for the lowest. A depth (`deepth`) of d looks
-- d + 1 plies ahead. Plain minimax: every line is followed to its end.

local INFINITY = 1000000

-- How many positions a board that rests (see Board:rest) may score before it lets the room go on.
local LEAVES_PER_STEP = 3000

-- Black's score of the position: the values of all pieces added up. Nothing is done as often.
function Board:calcScore()
  self.leaves = self.leaves + 1
  local values, nothing = VAL, NO_PIECE
  local cur_score = 0
  for x = 1, 9 do
    local column = self.boardtable[x]
    for z = 1, 10 do
      local pieceid = column[z]
      if pieceid ~= nothing then
        cur_score = cur_score + values[pieceid]
      end
    end
  end
  return cur_score
end

-- Whether the last move took a king: nothing comes after that.
function Board:isKingTaken()
  local last = self.g_moves[#self.g_moves]
  return last ~= nil and (last.killid == R_KING or last.killid == B_KING)
end

-- A thinking board made with `restful = true` lets one tick of the room pass after each slice of work.
-- Whether the thought is no longer wanted.
function Board:rest()
  if self.restful and self.leaves - (self.restedAt or 0) >= LEAVES_PER_STEP then
    self.restedAt = self.leaves
    threadpool:wait(0.05)
  end
  return self.isUnwanted == true
end

-- Black's best score when Black is to move and looks deepth + 1 plies ahead.
function Board:getMyThoughts(deepth)
  if deepth < 0 or self:isKingTaken() then
    return self:calcScore()
  end
  local max_score = -INFINITY
  for _, move in ipairs(self:getAllMoves(false)) do
    self:makeMove(move)
    local cur_score = self:getHisThoughts(deepth - 1)
    self:unmakeMove()
    if cur_score > max_score then
      max_score = cur_score
    end
    if deepth > 0 and self:rest() then
      break
    end
  end
  return max_score
end

-- Red's best score, the lowest, when Red is to move and looks deepth + 1 plies ahead (0 when not given:
-- the two-ply player's way of asking).
function Board:getHisThoughts(deepth)
  deepth = deepth or 0
  if deepth < 0 or self:isKingTaken() then
    return self:calcScore()
  end
  local min_score = INFINITY
  for _, move in ipairs(self:getAllMoves(true)) do
    self:makeMove(move)
    local cur_score = self:getMyThoughts(deepth - 1)
    self:unmakeMove()
    if cur_score < min_score then
      min_score = cur_score
    end
    if deepth > 0 and self:rest() then
      break
    end
  end
  return min_score
end

-- All best moves of an army, looking deepth + 1 plies ahead (deepth 0 when not given), and their score.
-- An empty list when there is no move.
function Board:getBestMoves(isRedTurn, deepth)
  deepth = math.max(deepth or 0, 0)
  local best_moves = {}
  local best_score = nil
  for _, move in ipairs(self:getLegalMoves(isRedTurn)) do
    self:makeMove(move)
    local cur_score
    if isRedTurn then
      cur_score = -self:getMyThoughts(deepth - 1)
    else
      cur_score = self:getHisThoughts(deepth - 1)
    end
    self:unmakeMove()
    if best_score == nil or cur_score > best_score then
      best_moves = { move }
      best_score = cur_score
    elseif cur_score == best_score then
      best_moves[#best_moves + 1] = move
    end
    if deepth > 0 and self:rest() then
      break
    end
  end
  return best_moves, best_score and (isRedTurn and -best_score or best_score)
end

-- A number from 1 to `count`, by lot.
function Board:draw(count)
  return math.random(1, count)
end

-- A move for the army to move: `plies` 0 takes any, n the best when looking n plies ahead; equals are
-- drawn by lot. nil when there is none, or when the thought is no longer wanted.
function Board:chooseMove(plies)
  local moves
  if plies == 0 then
    moves = self:getLegalMoves(self.isRedTurn)
  else
    moves = self:getBestMoves(self.isRedTurn, plies - 1)
  end
  if #moves == 0 or self.isUnwanted then
    return nil
  end
  return moves[self:draw(#moves)]
end
