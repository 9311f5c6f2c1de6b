-- Gobang: two players put stones on the crossings of a board in turn, and five in a line win. Whoever
-- comes third watches, and takes over when a player leaves. The stones in the world are the state of
-- the board: what lies where is asked of the blocks.

local SIZE, FIVE = 15, 5
local BLACK, WHITE, NOBODY = 1, 2, 0
local STONE = { 3001, 3002 } -- black, white
local GOLDEN = { 3003, 3004 } -- those of a line of five
local NAME = { "black", "white" } -- keys of the string tables
local MARK, LABEL = 1, 2 -- groups of floating texts: over the last stone, over the bowls
local BOWLS = { 1.5, 13.5 } -- where along the near edge of the table the bowls stand
local NEW_GAME = { [3027] = true, [3028] = true } -- the blocks between them

-- All that has to outlast a stored room. `seats` are the players of Black and White, `watchers` the
-- others in the order they came, `agreed` who has asked for a new game.
local game = {
  seats = { NOBODY, NOBODY },
  watchers = {},
  turn = BLACK,
  moves = 0,
  winner = nil,
  last = nil,
  labels = {},
  agreed = {},
}

Checkpoint:offer(function()
  return game
end, function(old)
  game = old
end)

local function name_of(uin)
  local code, name = Player:getNickname(uin)
  return code == ErrorCode.OK and name or tostring(uin)
end

local function tell(uin, key, args)
  Player:notifyGameInfo2Self(uin, T(key, args))
end

-- The side whose stone lies on a crossing, or nil.
local function side_at(x, z)
  local _, id = Block:getBlockID(x, 1, z)
  for side = BLACK, WHITE do
    if id == STONE[side] or id == GOLDEN[side] then
      return side
    end
  end
  return nil
end

local function on_board(x, z)
  return x >= 0 and x < SIZE and z >= 0 and z < SIZE
end

-- The board: corners, edges, crossings and star points each have a block with their own lines.

local function point_block(x, z)
  local column = x == 0 and 0 or x == SIZE - 1 and 2 or 1
  local row = z == 0 and 0 or z == SIZE - 1 and 2 or 1
  local star = (x == 3 or x == 11) and (z == 3 or z == 11) or x == 7 and z == 7
  return star and 3019 or 3010 + row * 3 + column
end

local function lay_board()
  for x = 0, SIZE - 1 do
    for z = 0, SIZE - 1 do
      Block:setBlockAll(x, 0, z, point_block(x, z), 0)
    end
  end
end

local function unmark()
  if game.last then
    local at = game.last
    Graphics:removeGraphicsByPos(at.x, 1, at.z, MARK, GRAPHICS.GRAPHICS_SUSPENDBOOK)
    game.last = nil
  end
end

local function mark(x, z)
  unmark()
  local at = { x = x + 0.5, z = z + 0.5 } -- the middle of the cell
  Graphics:createflotageTextByPos(at.x, 1, at.z, Graphics:makeflotageText("#R▼", 16, MARK), 0, 1)
  game.last = at
end

-- What the labels over the bowls and the line under the picture say.

local function status()
  if game.winner == NOBODY then
    return T("drawn")
  elseif game.winner then
    return T("won", { side = T(NAME[game.winner]) })
  elseif game.seats[BLACK] == NOBODY or game.seats[WHITE] == NOBODY then
    return T("waiting")
  end
  return T("to_move", { side = T(NAME[game.turn]) })
end

local function seat_line(side)
  local uin = game.seats[side]
  local who = uin == NOBODY and "…" or name_of(uin)
  local moves = game.winner == nil and game.turn == side
  return (moves and "#Y▶ " or "#W") .. who
end

local function show()
  Hud:setStatus(status()) -- this host's own: its line speaks every player's language
  for side = BLACK, WHITE do
    Graphics:updateGraphicsTextById(game.labels[side], seat_line(side))
  end
end

local function hang_labels()
  for side = BLACK, WHITE do
    local info = Graphics:makeflotageText("…", 18, LABEL)
    local _, id = Graphics:createflotageTextByPos(BOWLS[side], 0, -2.6, info, 0, 0)
    game.labels[side] = id
  end
end

-- A game: stones, lines, the end, a new beginning.

-- The crossings of the longest line of one side through a crossing, in one direction.
local function line_along(x, z, dx, dz, side)
  local cells = { { x = x, z = z } }
  for _, way in ipairs({ 1, -1 }) do
    local step = way
    while on_board(x + dx * step, z + dz * step) do
      if side_at(x + dx * step, z + dz * step) ~= side then
        break
      end
      table.insert(cells, { x = x + dx * step, z = z + dz * step })
      step = step + way
    end
  end
  return cells
end

-- Turns all lines of five through a crossing golden; whether there is one.
local function gild_lines(x, z, side)
  local found = false
  for _, way in ipairs({ { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }) do
    local cells = line_along(x, z, way[1], way[2], side)
    if #cells >= FIVE then
      found = true
      for _, cell in ipairs(cells) do
        Block:setBlockAll(cell.x, 1, cell.z, GOLDEN[side], 0)
      end
    end
  end
  return found
end

local function finish(winner)
  game.winner, game.agreed = winner, {}
  local text = winner == NOBODY and T("full") or T("wins", { name = name_of(game.seats[winner]) })
  Game:msgBox(text)
  Chat:sendSystemMsg(text)
end

local function put_stone(x, z)
  local side = game.turn
  Block:setBlockAll(x, 1, z, STONE[side], 0)
  World:playSoundEffectOnPos({ x = x, y = 1, z = z }, 10947, 1, 1, false)
  mark(x, z)
  game.moves = game.moves + 1
  game.agreed = {} -- who plays on no longer wants to begin anew
  if gild_lines(x, z, side) then
    finish(side)
  elseif game.moves == SIZE * SIZE then
    finish(NOBODY)
  else
    game.turn = BLACK + WHITE - side
  end
  show()
end

local function begin()
  for x = 0, SIZE - 1 do
    for z = 0, SIZE - 1 do
      if side_at(x, z) then
        Block:destroyBlock(x, 1, z)
      end
    end
  end
  unmark()
  game.turn, game.moves, game.winner, game.agreed = BLACK, 0, nil, {}
end

-- Who sits where.

local function side_of(uin)
  return game.seats[BLACK] == uin and BLACK or game.seats[WHITE] == uin and WHITE or nil
end

local function seat(uin, side)
  game.seats[side] = uin
  Team:changePlayerTeam(uin, side)
  tell(uin, side == BLACK and "you_black" or "you_white")
end

local function place(uin)
  for side = BLACK, WHITE do
    if game.seats[side] == NOBODY then
      seat(uin, side)
      return
    end
  end
  table.insert(game.watchers, uin)
  Team:changePlayerTeam(uin, 999)
  tell(uin, "you_watch")
end

-- Gives a free seat to whoever has watched longest.
local function vacate(uin)
  local side = side_of(uin)
  if not side then
    local at = table.find(game.watchers, uin)
    if at then
      table.remove(game.watchers, at)
    end
    return
  end
  game.seats[side], game.agreed = NOBODY, {}
  Chat:sendSystemMsg(T("left", { name = name_of(uin) }))
  local next = table.remove(game.watchers, 1)
  if next then
    seat(next, side)
    Chat:sendSystemMsg(T("plays_on", { name = name_of(next) }))
  end
end

-- A new game: at once when one is over or nobody has moved, else when both agree. After a finished
-- game the players change sides, so that the other one begins.
local function restart(uin)
  local side = side_of(uin)
  if not side then
    tell(uin, "watching")
    return
  end
  local other = game.seats[BLACK + WHITE - side]
  game.agreed[tostring(uin)] = true
  local agreed = game.winner or game.moves == 0 or other == NOBODY or game.agreed[tostring(other)]
  if not agreed then
    tell(uin, "asked_new")
    tell(other, "wants_new", { name = name_of(uin) })
    return
  end
  if game.winner then
    local black, white = game.seats[BLACK], game.seats[WHITE]
    for new_side, player in ipairs({ white, black }) do
      game.seats[new_side] = NOBODY
      if player ~= NOBODY then
        seat(player, new_side)
      end
    end
  end
  begin()
  Chat:sendSystemMsg(T("new_game"))
  show()
end

-- Why a player may not put a stone there now; nil if it may.
local function refusal(uin, event)
  local x, z = event.x, event.z
  if not on_board(x, z) or event.y < 0 or event.y > 1 then
    return "off_board"
  elseif not side_of(uin) then
    return "watching"
  elseif game.winner then
    return "over"
  elseif game.seats[BLACK] == NOBODY or game.seats[WHITE] == NOBODY then
    return "waiting"
  elseif side_of(uin) ~= game.turn then
    return "not_your_turn"
  elseif side_at(x, z) then
    return "taken"
  end
  return nil
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  lay_board()
  hang_labels()
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  local uin = event.eventobjid
  Chat:sendSystemMsg(T("welcome"), uin)
  place(uin)
  show()
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(event)
  vacate(event.eventobjid)
  show()
end)

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(event)
  if NEW_GAME[event.blockid] then
    restart(event.eventobjid)
    return
  end
  local why = refusal(event.eventobjid, event)
  if why then
    tell(event.eventobjid, why)
  else
    put_stone(event.x, event.z)
  end
end)

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local said = string.lower(event.content)
  if said == "restart" or said == "重来" then
    restart(event.eventobjid)
  end
end)
