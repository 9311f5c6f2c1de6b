--!native
-- The board: what stands where, the moves played so far, and moves made and unmade in thought.
--
-- boardtable[x][z] is the piece on column x (1 to 9, from Red's left) and row z (1 to 10, from Red's
-- side). A move is a table { thisid, killid, s_x, s_z, e_x, e_z }: the piece, what it takes (NO_PIECE
-- for nothing), and the points it leaves and reaches.

Board = {}

local COLUMNS = 9
local ROWS = 10

-- A board over the blocks from (s_x, s_z) to (e_x, e_z), its pieces standing at height _y.
function Board:new(s_x, s_z, e_x, e_z, _y)
  self.__index = self
  local board = setmetatable({}, self)
  board.s_x = s_x
  board.s_z = s_z
  board.e_x = e_x
  board.e_z = e_z
  board._y = _y
  board.g_moves = {}
  board.isRedTurn = true
  board.isThinking = false
  board.isOver = false
  -- Who plays each army: nil is a person, 0 the random player, n the player that looks n plies ahead.
  board.redPlies = nil
  board.blackPlies = 2
  -- Block coordinates of the last move's end, where its effect plays; -1 while there is none.
  board.latestPosX = -1
  board.latestPosZ = -1
  -- The moves of the piece the player has picked up.
  board.turn_moves = {}
  -- Positions scored so far; the measure of how long to think before letting the room breathe.
  board.leaves = 0
  board.boardtable = {}
  board:setDefaultBoard()
  return board
end

-- Sets boardtable to the opening position. The blocks of the world are not touched.
function Board:setDefaultBoard()
  local back = { R_ROOK, R_KNIGHT, R_BISHOP, R_GUARD, R_KING, R_GUARD, R_BISHOP, R_KNIGHT, R_ROOK }
  local far = { B_ROOK, B_KNIGHT, B_BISHOP, B_GUARD, B_KING, B_GUARD, B_BISHOP, B_KNIGHT, B_ROOK }
  self.boardtable = {}
  for x = 1, COLUMNS do
    local column = {}
    for z = 1, ROWS do
      column[z] = NO_PIECE
    end
    column[1] = back[x]
    column[ROWS] = far[x]
    if x % 2 == 1 then
      column[4] = R_PAWN
      column[7] = B_PAWN
    elseif x == 2 or x == 8 then
      column[3] = R_CANNON
      column[8] = B_CANNON
    end
    self.boardtable[x] = column
  end
end

-- Whether (x, z) is a point of the board.
function Board:isOnBoard(x, z)
  return x >= 1 and x <= COLUMNS and z >= 1 and z <= ROWS
end

-- Whether (attack_x, attack_z) is a point of the board with nothing on it.
function Board:isFreeSpace(attack_x, attack_z)
  if attack_x < 1 or attack_x > COLUMNS or attack_z < 1 or attack_z > ROWS then
    return false
  end
  return self.boardtable[attack_x][attack_z] == NO_PIECE
end

-- A second board with the same position, to think on while this one stays as people see it.
function Board:copy()
  local other = Board:new(self.s_x, self.s_z, self.e_x, self.e_z, self._y)
  other.isRedTurn = self.isRedTurn
  for x = 1, COLUMNS do
    for z = 1, ROWS do
      other.boardtable[x][z] = self.boardtable[x][z]
    end
  end
  return other
end

-- Plays a move in thought: the world's blocks stay as they are.
function Board:makeMove(move)
  local moves = self.g_moves
  moves[#moves + 1] = move
  self.boardtable[move.s_x][move.s_z] = NO_PIECE
  self.boardtable[move.e_x][move.e_z] = move.thisid
end

-- Takes the last move back in thought.
function Board:unmakeMove()
  local moves = self.g_moves
  local move = moves[#moves]
  if move == nil then
    return
  end
  moves[#moves] = nil
  self.boardtable[move.e_x][move.e_z] = move.killid
  self.boardtable[move.s_x][move.s_z] = move.thisid
end

-- Whether the army's king could be taken now, by the other king along an open file included.
function Board:isKingAttacked(isRed)
  local king = isRed and R_KING or B_KING
  for _, move in ipairs(self:getAllMoves(not isRed)) do
    if move.killid == king then
      return true
    end
  end
  return false
end

-- Whether a move leaves its own king to be taken.
function Board:isSuicide(move)
  self:makeMove(move)
  local lost = self:isKingAttacked(RED_ARMY[move.thisid] ~= nil)
  self:unmakeMove()
  return lost
end

-- Those of `moves` that do not lose their own king.
function Board:withoutSuicide(moves)
  local safe = {}
  for _, move in ipairs(moves) do
    if not self:isSuicide(move) then
      safe[#safe + 1] = move
    end
  end
  return safe
end

-- All moves an army may really play.
function Board:getLegalMoves(isRedTurn)
  return self:withoutSuicide(self:getAllMoves(isRedTurn))
end
