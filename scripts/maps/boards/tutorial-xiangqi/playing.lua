-- Playing in the world: moves on the blocks, taking them back, clicks, the computer's turn, the end.

local EFFECT = 1170
local EFFECT_SCALE = 0.5
-- Seconds before the computer answers, so that a move is seen before the next.
local PACE = 0.5
local PACE_BETWEEN_COMPUTERS = 1

-- Calls the method `name` of `board.watcher`, if there is one. A map that shows more than blocks and
-- chat sets a watcher; the game does not need it.
function Board:notify(name, ...)
  local watcher = self.watcher
  if watcher and watcher[name] then
    return watcher[name](watcher, self, ...)
  end
end

-- Block coordinates of the point (x, z).
function Board:toWorld(x, z)
  return self.s_x + x - 1, self.s_z + z - 1
end

-- Which way a piece looks.
function Board:dictionOf(pieceid)
  return RED_ARMY[pieceid] and DICTION_RED or DICTION_BLACK
end

-- Moves the effect that shows the last move to where `move` ended; nil only ends the old one.
function Board:showLatest(move)
  if self.latestPosX >= 0 then
    World:stopEffectOnPosition(self.latestPosX, self._y, self.latestPosZ, EFFECT, EFFECT_SCALE)
  end
  self.latestPosX, self.latestPosZ = -1, -1
  if move then
    self.latestPosX, self.latestPosZ = self:toWorld(move.e_x, move.e_z)
    World:playParticalEffect(self.latestPosX, self._y, self.latestPosZ, EFFECT, EFFECT_SCALE)
  end
end

-- Makes the world's blocks show the position.
function Board:placePieces()
  for x = 1, 9 do
    for z = 1, 10 do
      local w_x, w_z = self:toWorld(x, z)
      local pieceid = self.boardtable[x][z]
      local _, there = Block:getBlockID(w_x, self._y, w_z)
      if there ~= pieceid then
        if pieceid == NO_PIECE then
          Block:destroyBlock(w_x, self._y, w_z, false)
        else
          Block:setBlockAll(w_x, self._y, w_z, pieceid, self:dictionOf(pieceid))
        end
      end
    end
  end
end

-- Plays a move on the blocks and passes the turn. Whether it was played: after the end nothing is.
function Board:doMove(move)
  if self.isOver then
    return false
  end
  local beg_x, beg_z = self:toWorld(move.s_x, move.s_z)
  local end_x, end_z = self:toWorld(move.e_x, move.e_z)
  Block:setBlockAll(end_x, self._y, end_z, move.thisid, self:dictionOf(move.thisid))
  Block:destroyBlock(beg_x, self._y, beg_z, false)
  self:showLatest(move)
  self:makeMove(move)
  self.isRedTurn = not self.isRedTurn
  self.turn_moves = {}
  self:notify("moved", move)
  self:judge(move)
  return true
end

-- Takes the last move back on the blocks. Whether there was one.
function Board:undoMove()
  local move = self.g_moves[#self.g_moves]
  if move == nil then
    return false
  end
  local beg_x, beg_z = self:toWorld(move.s_x, move.s_z)
  local end_x, end_z = self:toWorld(move.e_x, move.e_z)
  Block:setBlockAll(beg_x, self._y, beg_z, move.thisid, self:dictionOf(move.thisid))
  if move.killid == NO_PIECE then
    Block:destroyBlock(end_x, self._y, end_z, false)
  else
    Block:setBlockAll(end_x, self._y, end_z, move.killid, self:dictionOf(move.killid))
  end
  self:unmakeMove()
  self:showLatest(self.g_moves[#self.g_moves])
  self.isRedTurn = not self.isRedTurn
  self.isOver = false
  self.turn_moves = {}
  self:notify("undone")
  return true
end

-- Says what the move just played did: check, mate, no move left, or a king taken.
function Board:judge(move)
  if move.killid == R_KING or move.killid == B_KING then
    return self:finish(move.killid == B_KING, "king_taken")
  end
  local attacked = self:isKingAttacked(self.isRedTurn)
  if #self:getLegalMoves(self.isRedTurn) == 0 then
    self:finish(not self.isRedTurn, attacked and "mate" or "stalemate")
  elseif attacked then
    tell(self.isRedTurn and "check_red" or "check_black")
    self:notify("checked")
  end
end

-- Ends the game.
function Board:finish(redWon, reason)
  self.isOver = true
  local key = reason .. (redWon and "_red" or "_black")
  tell(key)
  self:notify("finished", redWon, key)
end

-- Who plays an army: nil is a person, otherwise the computer's plies.
function Board:pliesOf(isRed)
  if isRed then
    return self.redPlies
  end
  return self.blackPlies
end

-- Sets who plays, gives up a thought that is under way and lets the computer move if it is its turn.
function Board:setPlayers(redPlies, blackPlies)
  if redPlies == self.redPlies and blackPlies == self.blackPlies then
    return
  end
  self.redPlies = redPlies
  self.blackPlies = blackPlies
  self.turn_moves = {}
  self:stopThinking()
  self:letComputerMove()
end

-- Gives up a thought that is under way.
function Board:stopThinking()
  if self.mind then
    self.mind.isUnwanted = true
    self.mind = nil
    self.isThinking = false
    self:notify("thinking")
  end
end

-- Lets the computer move as long as it is its turn. Waits while it thinks; the room goes on meanwhile.
function Board:letComputerMove()
  while not self.isOver and not self.isThinking do
    local plies = self:pliesOf(self.isRedTurn)
    if plies == nil then
      return
    end
    local mind = self:copy()
    mind.restful = true
    self.mind = mind
    self.isThinking = true
    self:notify("thinking")
    local alone = self.redPlies and self.blackPlies
    threadpool:wait(alone and PACE_BETWEEN_COMPUTERS or PACE)
    local move = not mind.isUnwanted and mind:chooseMove(plies)
    if self.mind ~= mind then
      return -- a new game, other players: nobody wants this move any more
    end
    self.mind = nil
    self.isThinking = false
    self:notify("thinking", mind.leaves)
    if not move then
      return
    end
    self:doMove(move)
  end
end

-- Starts again.
function Board:newGame()
  self:stopThinking()
  self:showLatest(nil)
  self:setDefaultBoard()
  self.g_moves = {}
  self.isRedTurn = true
  self.isOver = false
  self.turn_moves = {}
  self:placePieces()
  self:notify("begun")
  tell("new_game")
  self:letComputerMove()
end

-- Takes back up to the last turn of a person: the computer's answer and the move before it.
function Board:takeBack(uin)
  if #self.g_moves == 0 then
    tell("nothing_to_undo", nil, uin)
    return
  end
  self:stopThinking()
  repeat
    self:undoMove()
  until #self.g_moves == 0 or not self:pliesOf(self.isRedTurn)
  tell("undone")
  self:letComputerMove()
end

-- Picks up the piece on (x, z).
function Board:choosePiece(x, z, uin)
  self.turn_moves = {}
  self:appendPieceMoves(self.turn_moves, x, z, self.boardtable[x][z])
  local safe = self:withoutSuicide(self.turn_moves)
  tell(#safe > 0 and "piece_chosen" or "piece_stuck", nil, uin)
  self:notify("chosen", x, z, safe)
end

-- Plays the picked-up piece to (x, z) if it goes there. Whether it was played.
function Board:tryMoveTo(x, z, uin)
  for _, move in ipairs(self.turn_moves) do
    if move.e_x == x and move.e_z == z then
      if self:isSuicide(move) then
        tell("king_in_danger", nil, uin)
        return false
      end
      return self:doMove(move)
    end
  end
  if #self.turn_moves > 0 then
    tell("not_there", nil, uin)
  elseif self.boardtable[x][z] ~= NO_PIECE then
    tell("not_yours", nil, uin)
  end
  return false
end

-- A click on a block: on a piece or on the board under it.
function Board:onClick(e)
  local outside = e.x < self.s_x or e.x > self.e_x or e.z < self.s_z or e.z > self.e_z
  if outside or e.y > self._y or e.y < self._y - 1 then
    return
  end
  local x, z = e.x - self.s_x + 1, e.z - self.s_z + 1
  local pieceid = self.boardtable[x][z]
  if e.y == self._y and e.blockid ~= pieceid then
    return -- somebody built on the board: the table of pieces is what counts
  end
  if self.isOver then
    tell("game_over", nil, e.eventobjid)
  elseif self.isThinking then
    tell("thinking", nil, e.eventobjid)
  elseif self:notify("mayMove", e.eventobjid) == false then
    return
  elseif (self.isRedTurn and RED_ARMY or BLACK_ARMY)[pieceid] then
    self:choosePiece(x, z, e.eventobjid)
  elseif self:tryMoveTo(x, z, e.eventobjid) then
    self:letComputerMove()
  end
end

-- Sets the blocks up and listens to clicks and chat from now on.
function Board:doGameLoop()
  self:placePieces()
  ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
    self:onClick(e)
  end)
  ScriptSupportEvent:registerEvent("Player.NewInputContent", function(e)
    self:onChat(e)
  end)
end
