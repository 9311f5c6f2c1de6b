--!strict
-- Whole games on the blocks: clicks, the computer's answers, taking back, the end.

local RED, BLACK = 0, 1
local R_CANNON, B_ROOK, R_PAWN = 2017, 2020, 2023

-- Clicks a move such as "h2e2" on the pieces' level or, where there is no piece, on the board.
local function click_square(t: Test, uin: number, square: string)
  local x, z = string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("0")
  local y = t:block(x, 1, z) ~= 0 and 1 or 0
  t:click(uin, x, y, z)
end

local function move(t: Test, uin: number, text: string)
  click_square(t, uin, string.sub(text, 1, 2))
  click_square(t, uin, string.sub(text, 3, 4))
end

local function two_people(t: Test)
  local red, black = t:join("Hong"), t:join("Hei")
  t:sit(black, BLACK)
  return red, black
end

local MATE = { "h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4" }

local function play_mate(t: Test, red: number, black: number)
  for index, text in ipairs(MATE) do
    move(t, index % 2 == 1 and red or black, text)
  end
end

test("the pieces stand where the tutorial puts them", function(t)
  t:equal(t:block(0, 1, 0), 2021, "Red's chariot")
  t:equal(t:block(4, 1, 9), 2010, "Black's king")
  t:equal(t:block(1, 1, 2), R_CANNON, "a red cannon")
  t:equal(t:block(4, 1, 4), 0, "the middle is empty")
end)

test("the first to enter plays Red and the computer answers", function(t)
  local uin = t:join("Hong")
  t:equal(t:eval("return (Seats:of(" .. uin .. "))"), RED, "sits at Red")
  move(t, uin, "h2e2")
  t:equal(t:block(7, 1, 2), 0, "the cannon left")
  t:equal(t:block(4, 1, 2), R_CANNON, "and arrived")
  t:equal(t:hud().thinking, BLACK, "the computer thinks")
  move(t, uin, "b2c2")
  t:equal(t:block(1, 1, 2), R_CANNON, "no second move meanwhile")
  t:ticks(100)
  t:equal(t:eval("return #board.g_moves"), 2, "the computer has moved")
  t:equal(t:hud().turn, RED, "Red's turn again")
  t:equal(t:hud().thinking, nil, "nobody thinks")
end)

test("three plies answer without stopping the room", function(t)
  local uin = t:join("Hong")
  t:computer(uin, BLACK, 4)
  move(t, uin, "h2e2")
  t:ticks(15)
  t:equal(t:eval("return board.isThinking"), true, "it takes a while")
  t:equal(t:eval("return #board.g_moves"), 1, "the board shows no thought")
  t:ticks(200)
  t:equal(t:eval("return #board.g_moves"), 2, "it has moved")
end)

test("unlawful clicks change nothing", function(t)
  local red, black = two_people(t)
  local before = t:eval("return #board.g_moves")
  move(t, red, "a0b2")
  move(t, red, "a9a8")
  move(t, black, "a9a8")
  t:click(red, 4, 0, 20)
  t:click(red, 4, 5, 4)
  t:equal(t:eval("return #board.g_moves"), before, "no move")
  t:equal(t:block(0, 1, 9), B_ROOK, "Black's chariot stays")
end)

test("a move that exposes the king is refused", function(t)
  local red, black = two_people(t)
  for index, text in ipairs({ "e3e4", "e6e5", "e4e5", "a9a8" }) do
    move(t, index % 2 == 1 and red or black, text)
  end
  -- The red pawn on e5 is alone between the kings.
  local moved = t:eval("return #board.g_moves")
  move(t, red, "e5d5")
  t:equal(t:eval("return #board.g_moves"), moved, "it may not step aside")
  t:equal(t:block(4, 1, 5), R_PAWN, "it stays")
end)

test("mate ends the game and is shown; taking back opens it again", function(t)
  local red, black = two_people(t)
  play_mate(t, red, black)
  local result = t:hud().result
  t:expect(result ~= nil, "there is a result")
  t:equal(result.winner, RED, "Red wins")
  move(t, black, "a8a7")
  t:equal(t:eval("return #board.g_moves"), #MATE, "no move after the end")
  t:action(black, "undo")
  t:equal(t:hud().result, nil, "the result is gone")
  t:equal(t:eval("return #board.g_moves"), #MATE - 1, "one move is")
  t:equal(t:block(1, 1, 4), 2017, "the second cannon is back on b4")
end)

test("taking back restores what was taken", function(t)
  local red, black = two_people(t)
  move(t, red, "h2e2")
  move(t, black, "a9a8")
  move(t, red, "e2e6")
  t:equal(t:block(4, 1, 6), R_CANNON, "took the pawn")
  t:chat(black, "悔棋")
  t:equal(t:block(4, 1, 6), 2022, "the pawn is back")
  t:equal(t:block(4, 1, 2), R_CANNON, "and so is the cannon")
  t:chat(red, "undo")
  t:chat(red, "Undo")
  t:chat(red, "undo")
  t:equal(t:eval("return #board.g_moves"), 0, "all taken back; one too many does no harm")
  t:equal(t:block(7, 1, 2), R_CANNON, "at home")
end)

test("taking back against the computer takes its answer too", function(t)
  local uin = t:join("Hong")
  move(t, uin, "h2e2")
  t:ticks(100)
  t:chat(uin, "悔棋")
  t:equal(t:eval("return #board.g_moves"), 0, "both moves are gone")
  move(t, uin, "h2e2")
  t:chat(uin, "悔棋")
  t:ticks(100)
  t:equal(t:eval("return #board.g_moves"), 0, "a thought under way is given up")
end)

test("the four players can be chosen by chat and by seat", function(t)
  local uin = t:join("Hong")
  local levels: { [string]: number } = {
    ["电脑随机"] = 0,
    ["电脑一步"] = 1,
    ["computer 2"] = 2,
    ["电脑 3步"] = 3,
  }
  for words, plies in levels do
    t:chat(uin, words)
    t:equal(t:eval("return board.blackPlies"), plies, words)
    local _, level = t:eval("return Seats:holder(1)")
    t:equal(level, plies + 1, words .. ": the seat says so too")
  end
  t:chat(uin, "电脑九步")
  t:equal(t:eval("return board.blackPlies ~= nil"), true, "an unknown player changes nothing")
  t:computer(uin, BLACK, 1)
  t:equal(t:eval("return board.blackPlies"), 0, "the seat's level counts")
end)

test("two computers play a game to its end or for a long while", function(t)
  local uin = t:join("Hong")
  t:stand(uin)
  t:computer(uin, BLACK, 1)
  t:computer(uin, RED, 2)
  t:ticks(20 * 120)
  local played, over = t:eval("return #board.g_moves, board.isOver")
  t:expect(over or played > 60, "they play on: " .. tostring(played))
end)

test("a new game may begin at any time", function(t)
  local uin = t:join("Hong")
  move(t, uin, "h2e2")
  t:action(uin, "new")
  t:ticks(100)
  t:equal(
    t:eval("return #board.g_moves"),
    0,
    "the thought of the old game is not played in the new one"
  )
  t:equal(t:block(7, 1, 2), R_CANNON, "the cannon is home")
  t:equal(t:hud().turn, RED, "Red begins")
end)

test("a king taken ends the game", function(t)
  -- All in one evaluation that leaves the room as it was: it is not part of the room's log.
  local winner, there, refused, open = t:eval([[
    local column = board.boardtable[5]
    column[4], column[7] = NO_PIECE, NO_PIECE
    board:placePieces()
    board:doMove({ thisid = R_KING, killid = B_KING, s_x = 5, s_z = 1, e_x = 5, e_z = 10 })
    local over = board.isOver
    local _, there = Block:getBlockID(4, 1, 9)
    local refused = not board:doMove(board:getAllMoves(false)[1])
    board:undoMove()
    column[4], column[7] = R_PAWN, B_PAWN
    board:placePieces()
    board:notify("undone") -- the kings no longer face each other
    return over, there, refused, not board.isOver
  ]])
  t:equal(winner, true, "the game is over")
  t:equal(there, 2011, "the red king stands where the black one stood")
  t:equal(refused, true, "nothing after the end")
  t:equal(open, true, "taken back, it goes on")
end)
