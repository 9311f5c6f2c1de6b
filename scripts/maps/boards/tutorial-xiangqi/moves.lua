--!native
-- How the pieces move. Kings may be left in danger here: the players find out by looking ahead.

-- Adds the move of the piece `thisid` from (this_x, this_z) to (attack_x, attack_z), unless that point is
-- off the board or held by its own army. Whether a piece sliding that way must stop there.
function Board:attack(moves, attack_x, attack_z, thisid)
  if attack_x < 1 or attack_x > 9 or attack_z < 1 or attack_z > 10 then
    return true
  end
  local killid = self.boardtable[attack_x][attack_z]
  if killid ~= NO_PIECE and RED_ARMY[thisid] == RED_ARMY[killid] then
    return true
  end
  moves[#moves + 1] = {
    thisid = thisid,
    killid = killid,
    s_x = self.this_x,
    s_z = self.this_z,
    e_x = attack_x,
    e_z = attack_z,
  }
  return killid ~= NO_PIECE
end

-- 车: any distance along a line, up to and including the first enemy.
local function addRookMoves(board, moves, x, z, thisid, v_x, v_z)
  for i = 1, 9 do
    if board:attack(moves, x + i * v_x, z + i * v_z, thisid) then
      return
    end
  end
end

-- 炮: like 车 over empty points; takes the first piece behind exactly one screen.
local function addCannonMoves(board, moves, x, z, thisid, v_x, v_z)
  local i = 1
  while board:isFreeSpace(x + i * v_x, z + i * v_z) do
    board:attack(moves, x + i * v_x, z + i * v_z, thisid)
    i = i + 1
  end
  for j = i + 1, 9 do
    local l_x, l_z = x + j * v_x, z + j * v_z
    if not board:isFreeSpace(l_x, l_z) then
      board:attack(moves, l_x, l_z, thisid)
      return
    end
  end
end

-- 马: two points one way and one aside, unless the first point is blocked.
local function addKnightMoves(board, moves, x, z, thisid)
  if board:isFreeSpace(x - 1, z) then
    board:attack(moves, x - 2, z + 1, thisid)
    board:attack(moves, x - 2, z - 1, thisid)
  end
  if board:isFreeSpace(x + 1, z) then
    board:attack(moves, x + 2, z + 1, thisid)
    board:attack(moves, x + 2, z - 1, thisid)
  end
  if board:isFreeSpace(x, z - 1) then
    board:attack(moves, x + 1, z - 2, thisid)
    board:attack(moves, x - 1, z - 2, thisid)
  end
  if board:isFreeSpace(x, z + 1) then
    board:attack(moves, x + 1, z + 2, thisid)
    board:attack(moves, x - 1, z + 2, thisid)
  end
end

-- 相 象: two points diagonally over a free eye, on the army's own side of the river.
local function addBishopMoves(board, moves, x, z, thisid, low, high)
  for v_z = -1, 1, 2 do
    if z + 2 * v_z >= low and z + 2 * v_z <= high then
      for v_x = -1, 1, 2 do
        if board:isFreeSpace(x + v_x, z + v_z) then
          board:attack(moves, x + 2 * v_x, z + 2 * v_z, thisid)
        end
      end
    end
  end
end

-- Adds a step if it stays within the palace whose rows go from low to high.
local function stepInPalace(board, moves, to_x, to_z, thisid, low, high)
  if to_x >= 4 and to_x <= 6 and to_z >= low and to_z <= high then
    board:attack(moves, to_x, to_z, thisid)
  end
end

-- 仕 士: one point diagonally.
local function addGuardMoves(board, moves, x, z, thisid, low, high)
  stepInPalace(board, moves, x - 1, z - 1, thisid, low, high)
  stepInPalace(board, moves, x - 1, z + 1, thisid, low, high)
  stepInPalace(board, moves, x + 1, z - 1, thisid, low, high)
  stepInPalace(board, moves, x + 1, z + 1, thisid, low, high)
end

-- 帅 将: one point straight; and along an open file (direction v_z) it takes the other king.
local function addKingMoves(board, moves, x, z, thisid, low, high, v_z, enemy)
  for i = 1, 9 do
    local l_z = z + i * v_z
    if not board:isFreeSpace(x, l_z) then
      if board.boardtable[x][l_z] == enemy then
        board:attack(moves, x, l_z, thisid)
      end
      break
    end
  end
  stepInPalace(board, moves, x, z - 1, thisid, low, high)
  stepInPalace(board, moves, x - 1, z, thisid, low, high)
  stepInPalace(board, moves, x + 1, z, thisid, low, high)
  stepInPalace(board, moves, x, z + 1, thisid, low, high)
end

-- 兵 卒: one point ahead; across the river also one point aside, onto an empty point or an enemy.
local function addPawnMoves(board, moves, x, z, thisid, v_z, crossed)
  if crossed then
    board:attack(moves, x + 1, z, thisid)
    board:attack(moves, x - 1, z, thisid)
  end
  board:attack(moves, x, z + v_z, thisid)
end

-- Adds to `moves` every move of the piece `thisid` that stands on (x, z).
function Board:appendPieceMoves(moves, x, z, thisid)
  self.this_x = x
  self.this_z = z
  if thisid == R_ROOK or thisid == B_ROOK then
    addRookMoves(self, moves, x, z, thisid, 1, 0)
    addRookMoves(self, moves, x, z, thisid, -1, 0)
    addRookMoves(self, moves, x, z, thisid, 0, 1)
    addRookMoves(self, moves, x, z, thisid, 0, -1)
  elseif thisid == R_KNIGHT or thisid == B_KNIGHT then
    addKnightMoves(self, moves, x, z, thisid)
  elseif thisid == R_CANNON or thisid == B_CANNON then
    addCannonMoves(self, moves, x, z, thisid, 1, 0)
    addCannonMoves(self, moves, x, z, thisid, -1, 0)
    addCannonMoves(self, moves, x, z, thisid, 0, 1)
    addCannonMoves(self, moves, x, z, thisid, 0, -1)
  elseif thisid == R_GUARD then
    addGuardMoves(self, moves, x, z, thisid, 1, 3)
  elseif thisid == B_GUARD then
    addGuardMoves(self, moves, x, z, thisid, 8, 10)
  elseif thisid == R_KING then
    addKingMoves(self, moves, x, z, thisid, 1, 3, 1, B_KING)
  elseif thisid == B_KING then
    addKingMoves(self, moves, x, z, thisid, 8, 10, -1, R_KING)
  elseif thisid == R_PAWN then
    addPawnMoves(self, moves, x, z, thisid, 1, z > 5)
  elseif thisid == B_PAWN then
    addPawnMoves(self, moves, x, z, thisid, -1, z < 6)
  elseif thisid == R_BISHOP then
    addBishopMoves(self, moves, x, z, thisid, 1, 5)
  elseif thisid == B_BISHOP then
    addBishopMoves(self, moves, x, z, thisid, 6, 10)
  end
end

-- Every move of one army.
function Board:getAllMoves(isRedTurn)
  local army = isRedTurn and RED_ARMY or BLACK_ARMY
  local all_moves = {}
  for x = 1, 9 do
    local column = self.boardtable[x]
    for z = 1, 10 do
      local pieceid = column[z]
      if army[pieceid] then
        self:appendPieceMoves(all_moves, x, z, pieceid)
      end
    end
  end
  return all_moves
end
