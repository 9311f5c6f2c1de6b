--!strict
-- The computer players: how much they look at, and what they play.

-- Runs in the map: an empty board with a few pieces, and a move as text.
local TOOLS = [=[
  local function place(pieces)
    local placed = Board:new(0, 0, 8, 9, 1)
    for x = 1, 9 do
      for z = 1, 10 do
        placed.boardtable[x][z] = NO_PIECE
      end
    end
    for _, piece in ipairs(pieces) do
      placed.boardtable[piece[1]][piece[2]] = piece[3]
    end
    return placed
  end
  local function line(moves)
    local all = {}
    for _, move in ipairs(moves) do
      all[#all + 1] = move.s_x .. "," .. move.s_z .. ">" .. move.e_x .. "," .. move.e_z
    end
    table.sort(all)
    return table.concat(all, " ")
  end
]=]

-- 炮二平五, to which Black is to answer.
local AFTER_CANNON = [[
  local game = Board:new(0, 0, 8, 9, 1)
  for _, move in ipairs(game:getAllMoves(true)) do
    if move.s_x == 8 and move.s_z == 3 and move.e_x == 5 and move.e_z == 3 then
      game:makeMove(move)
      break
    end
  end
  game.isRedTurn = false
]]

-- Counts measured with another implementation of the same search.
for plies, leaves in pairs({ [2] = 1566, [3] = 67026 }) do
  test(plies .. " plies after 炮二平五 look at " .. leaves .. " positions", function(t)
    local counted = t:eval(AFTER_CANNON .. string.format(
      [[
        game:getBestMoves(false, %d)
        return game.leaves
      ]],
      plies - 1
    ))
    t:equal(counted, leaves, "positions scored")
  end)
end

test("one ply takes what is worth most, guarded or not", function(t)
  local best, score = t:eval(TOOLS .. [[
    local game = place({
      { 4, 1, R_KING }, { 6, 10, B_KING }, { 1, 5, B_ROOK },
      { 1, 4, R_PAWN }, { 3, 5, R_KNIGHT }, { 3, 1, R_ROOK },
    })
    local best, score = game:getBestMoves(false)
    return line(best), score
  ]])
  t:equal(best, "1,5>3,5", "the horse, although the chariot guards it")
  t:equal(score, 9 - 9 - 1, "chariots level, Red a pawn up")
end)

test("two plies leave a guarded piece alone", function(t)
  local best = t:eval(TOOLS .. [[
    local game = place({
      { 4, 1, R_KING }, { 6, 10, B_KING }, { 1, 5, B_ROOK },
      { 3, 5, R_KNIGHT }, { 3, 1, R_ROOK }, { 1, 1, R_PAWN },
    })
    return line(game:getBestMoves(false, 1))
  ]])
  t:expect(not string.find(best, "1,5>3,5", 1, true), "the horse is guarded: " .. best)
  t:expect(best ~= "", "there are other moves")
end)

test("Red looks for the lowest score, as Black for the highest", function(t)
  local black, red, red_score = t:eval(TOOLS .. [[
    local game = place({
      { 4, 1, R_KING }, { 6, 10, B_KING }, { 5, 5, R_ROOK }, { 5, 9, B_PAWN }, { 1, 9, R_PAWN },
      { 2, 5, B_CANNON }, { 2, 9, R_GUARD },
    })
    local red, score = game:getBestMoves(true, 0)
    return line(game:getBestMoves(false, 0)), line(red), score
  ]])
  t:equal(red, "5,5>2,5", "Red takes the cannon")
  t:equal(red_score, -9 + 1 - 1 - 2, "what is left")
  t:expect(black ~= "", "Black has moves")
end)

test("a line ends when a king is taken: kings are not traded", function(t)
  local score = t:eval(TOOLS .. [[
    local game = place({
      { 5, 1, R_KING }, { 4, 10, B_KING }, { 4, 1, R_ROOK }, { 5, 6, B_ROOK },
    })
    game.isRedTurn = true
    return game:getHisThoughts(1)
  ]])
  t:equal(score, 9 - 9 - 100000, "Red took first, so Black's king is gone and Red's is not")
end)

test("three plies see a king that cannot be saved, one ply does not", function(t)
  -- One chariot holds the ninth rank: the other wins the king by checking on the tenth.
  local one, three, score = t:eval(TOOLS .. [[
    local game = place({
      { 4, 1, R_KING }, { 5, 10, B_KING }, { 1, 8, R_ROOK }, { 9, 9, R_ROOK },
    })
    local best, score = game:getBestMoves(true, 2)
    return #game:getBestMoves(true, 0), line(best), score
  ]])
  t:equal(
    one,
    t:eval(TOOLS .. [[
    return #place({
      { 4, 1, R_KING }, { 5, 10, B_KING }, { 1, 8, R_ROOK }, { 9, 9, R_ROOK },
    }):getLegalMoves(true)
  ]]),
    "to one ply all moves are alike"
  )
  -- The other two threaten the king on two files at once, which comes to the same.
  t:equal(three, "1,8>1,10 1,8>6,8 9,9>6,9", "the moves that win the king by the third ply")
  t:equal(score, -100000 - 9 - 9, "Black's king is gone")
end)

test("a player chooses among the best by lot, and nothing when there is nothing", function(t)
  local chosen, none, kinds, safe = t:eval(TOOLS .. [[
    local game = place({
      { 4, 1, R_KING }, { 6, 10, B_KING }, { 1, 5, B_ROOK }, { 3, 5, R_KNIGHT },
    })
    game.isRedTurn = false
    local lost = place({ { 5, 1, R_KING }, { 4, 10, B_KING }, { 4, 5, R_ROOK }, { 9, 9, R_ROOK } })
    lost.isRedTurn = false
    local lot = 0
    function game:draw(count) -- every lot in turn
      lot = lot % count + 1
      return lot
    end
    local kinds, safe = {}, true
    for _ = 1, 60 do
      local move = game:chooseMove(0)
      kinds[line({ move })] = true
      safe = safe and not game:isSuicide(move)
    end
    local count = 0
    for _ in pairs(kinds) do
      count = count + 1
    end
    return line({ game:chooseMove(1) }), lost:chooseMove(2), count == #game:getLegalMoves(false), safe
  ]])
  t:equal(chosen, "1,5>3,5", "the only best move")
  t:equal(none, nil, "mated: no move")
  t:equal(kinds, true, "the random player plays any lawful move")
  t:equal(safe, true, "and no other")
end)
