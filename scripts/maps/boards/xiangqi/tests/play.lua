--!strict
-- Games between people, through clicks: moves, trays, marks, check and mate, the buttons.

local RED, BLACK = 0, 1
local R_CANNON, B_CANNON, R_KNIGHT = 2017, 2016, 2018

local function click_square(t: Test, uin: number, square: string)
  local x, z = string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("0")
  t:click(uin, x, 1, z)
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

local function play(t: Test, red: number, black: number, moves: { string })
  for index, text in ipairs(moves) do
    move(t, index % 2 == 1 and red or black, text)
  end
end

local MATE = { "h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4" }

local function kinds(marks: { any })
  local count: { [string]: number } = {}
  for _, mark in ipairs(marks) do
    count[mark.kind] = (count[mark.kind] or 0) + 1
  end
  return count
end

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] or { zh = "", en = "", kind = "" }
end

test("the table is set", function(t)
  t:equal(t:block(4, 1, 0), 2011, "Red's king")
  t:equal(t:block(4, 1, 9), 2010, "Black's king")
  t:equal(t:block(7, 1, 7), B_CANNON, "a black cannon")
  t:equal(t:block(4, 1, 4), 0, "nothing in the middle")
  t:expect(t:block(4, 0, 4) ~= 0, "but the board")
  t:equal(t:hud().turn, RED, "Red begins")
end)

test("a piece shows where it may go, and goes there", function(t)
  local red = two_people(t)
  click_square(t, red, "b0")
  local shown = kinds(t:marks(red))
  t:equal(shown.selected, 1, "the horse is picked up")
  t:equal(shown.target, 2, "both ways up the board")
  t:equal(shown.capture, nil, "nothing to take")
  click_square(t, red, "b2")
  t:equal(kinds(t:marks(red)).capture, 1, "the cannon could take the horse on b9")
  click_square(t, red, "b9")
  t:equal(t:block(1, 1, 9), R_CANNON, "it did")
  t:equal(t:hud().turn, BLACK, "Black's turn")
  shown = kinds(t:marks(red))
  t:equal(shown.last_from, 1, "where it came from")
  t:equal(shown.last_to, 1, "where it went")
end)

test("the other player sees nothing of a piece picked up", function(t)
  local red, black = two_people(t)
  click_square(t, red, "b2")
  t:equal(#t:marks(black), 0, "no marks")
end)

test("moves are listed in both notations", function(t)
  local red, black = two_people(t)
  play(t, red, black, { "h2e2", "h9g7", "h0g2" })
  local moves = t:hud().moves
  t:equal(#moves, 3, "three moves")
  t:equal(moves[1].text.zh, "炮二平五", "Chinese")
  t:equal(moves[1].text.en, "C2=5", "WXF")
  t:equal(moves[1].seat, RED, "Red's")
  t:equal(moves[2].text.en, "H8+7", "Black's horse")
  t:equal(moves[2].seat, BLACK, "Black's")
end)

test("taken pieces lie in the taker's tray, in order", function(t)
  local red, black = two_people(t)
  play(t, red, black, { "b2b9", "a9b9", "h2h9", "i9h9", "a3a4", "h7e7", "a4a5", "h9h0" })
  -- Each kind has its row, at the taker's right hand: Red to the east, Black to the west.
  t:equal(t:block(9, 1, 3), 2019, "a black horse in Red's third row")
  t:equal(t:block(10, 1, 3), 2019, "and the other beside it")
  t:equal(t:block(9, 1, 1), 0, "no chariot")
  t:equal(t:block(-1, 1, 7), R_CANNON, "a red cannon in Black's second row")
  t:equal(t:block(-2, 1, 7), R_CANNON, "and the other")
  t:equal(t:block(-1, 1, 6), R_KNIGHT, "a horse in the third")
  play(t, red, black, { "i3i4", "a6a5" })
  t:equal(t:block(-1, 1, 3), 2023, "a pawn in the sixth")
end)

test("check is called and marked", function(t)
  local red, black = two_people(t)
  play(t, red, black, { "a0a1", "a9a8", "a1d1", "a8a9", "d1d9" })
  t:equal(t:hud().result, nil, "the king can take the chariot")
  t:equal(kinds(t:marks(red)).check, 1, "the king is marked for all")
  t:equal(last_toast(t, red).kind, "alert", "and check is called")
  t:expect(string.find(t:request(black).hint.zh, "将军", 1, true), "Black is told")
  click_square(t, black, "b9")
  t:expect(string.find(last_toast(t, black).en, "nowhere", 1, true), "a piece that cannot help")
  move(t, black, "e9d9")
  t:equal(kinds(t:marks(red)).check, nil, "no longer in check")
end)

test("mate ends the game", function(t)
  local red, black = two_people(t)
  play(t, red, black, MATE)
  local hud = t:hud()
  t:equal(hud.result.winner, RED, "Red wins")
  t:equal(hud.turn, nil, "nobody is to move")
  t:equal(last_toast(t, black).kind, "win", "it is announced")
  t:equal(t:request(black), nil, "nobody is asked")
  local hash = t:hash()
  move(t, black, "a8a9")
  t:equal(t:hash(), hash, "clicks change nothing")
end)

test("clicks that are no move are explained and change nothing", function(t)
  local red, black = two_people(t)
  local hash = t:hash()
  click_square(t, red, "e4")
  t:expect(last_toast(t, red).zh ~= "", "empty point")
  click_square(t, red, "a9")
  t:expect(string.find(last_toast(t, red).zh, "对方", 1, true), "the opponent's piece")
  t:click(red, -1, 0, 4)
  t:expect(string.find(last_toast(t, red).zh, "棋盘", 1, true), "the frame")
  click_square(t, black, "a9")
  t:equal(last_toast(t, black).code, "not_your_turn", "Black must wait")
  local watcher = t:join("Guan")
  click_square(t, watcher, "b2")
  t:equal(last_toast(t, watcher).code, "not_seated", "a spectator only watches")
  t:expect(hash ~= nil, "there is a hash")
  t:equal(#t:hud().moves, 0, "no move was played")
  click_square(t, red, "b0")
  click_square(t, red, "b4")
  t:expect(last_toast(t, red).kind == "error", "a horse does not go there")
  t:equal(t:block(1, 1, 0), R_KNIGHT, "it stays")
end)

test("a pinned piece is explained", function(t)
  local red, black = two_people(t)
  -- The red pawn on e5 is alone between the kings.
  play(t, red, black, { "e3e4", "e6e5", "e4e5", "a9a8" })
  click_square(t, red, "e5")
  click_square(t, red, "d5")
  t:equal(last_toast(t, red).kind, "error", "the pawn shields the king")
  t:equal(t:block(4, 1, 5), 2023, "it stays")
end)

test("resigning ends the game for the other", function(t)
  local red, black = two_people(t)
  t:action(black, "resign")
  t:equal(t:hud().result, nil, "there is nothing to resign before the first move")
  move(t, red, "h2e2")
  t:action(red, "resign")
  t:equal(t:hud().result.winner, BLACK, "Black wins, although it was its turn")
  t:equal(t:request(black), nil, "and is asked no more")
end)

test("a draw needs both", function(t)
  local red, black = two_people(t)
  move(t, red, "h2e2")
  t:action(red, "draw")
  local request = t:request(black)
  t:equal(#request.choices, 2, "Black is asked")
  t:choose(black, request.id, 1)
  t:equal(t:hud().result, nil, "declined")
  t:action(red, "draw")
  t:equal(#t:request(black).choices > 2, true, "not asked again for the same move")
  move(t, black, "h9g7")
  t:action(black, "draw")
  t:choose(red, t:request(red).id, 0)
  local result = t:hud().result
  t:expect(result ~= nil and result.winner == nil, "a draw")
end)

test("an offer that is not answered is declined after a while", function(t)
  local red, black = two_people(t)
  move(t, red, "h2e2")
  move(t, black, "h9g7")
  t:action(red, "draw")
  move(t, red, "h0g2")
  t:equal(#t:request(black).choices, 2, "Black answers before it moves")
  t:ticks(20 * 31)
  t:equal(t:hud().result, nil, "no draw")
  move(t, black, "i9h9")
  t:equal(#t:hud().moves, 4, "the game goes on")
end)

test("a new game in the middle of one needs both", function(t)
  local red, black = two_people(t)
  move(t, red, "b2b9")
  t:action(red, "new")
  t:equal(#t:hud().moves, 1, "not yet")
  t:choose(black, t:request(black).id, 0)
  t:equal(#t:hud().moves, 0, "now")
  t:equal(t:block(1, 1, 9), 2019, "the horse is back")
  t:equal(t:block(9, 1, 3), 0, "the tray is empty")
  move(t, red, "b2b9")
  t:equal(#t:hud().moves, 1, "and is played")
  play(t, black, red, { "a9b9" })
end)

test("taking a move back rebuilds the table", function(t)
  local red, black = two_people(t)
  move(t, red, "b2b9")
  local hud_moves = #t:hud().moves
  move(t, black, "a9b9")
  t:take_back(black)
  t:choose(red, t:request(red).id, 0)
  t:equal(#t:hud().moves, hud_moves, "one move fewer")
  t:equal(t:block(1, 1, 9), R_CANNON, "the cannon is back")
  t:equal(t:block(-1, 1, 7), 0, "and no longer in the tray")
  t:equal(t:hud().turn, BLACK, "Black's turn")
  move(t, black, "a9b9")
  t:equal(t:block(-1, 1, 7), R_CANNON, "taken again")
end)

test("hints are for games against the computer", function(t)
  local red = two_people(t)
  t:action(red, "hint")
  t:equal(t:jobs(), 0, "nobody thinks")
  t:expect(last_toast(t, red).kind == "error", "it is said why")
end)

test("a whole game can be played at random without a slip", function(t)
  local red, black = two_people(t)
  local seed = 7
  local function lot(count: number)
    seed = (seed * 16807) % 2147483647
    return seed % count + 1
  end
  local plies = 0
  while t:hud().result == nil and plies < 120 do
    local uin = t:hud().turn == RED and red or black
    local request = t:request(uin)
    local choice = request.choices[lot(#request.choices)]
    for _, cell in ipairs(choice.path) do
      t:click(uin, cell[1], cell[2], cell[3])
    end
    plies = plies + 1
    t:equal(#t:hud().moves, plies, "the move was played")
  end
  local on_table = 0
  for x = 0, 8 do
    for z = 0, 9 do
      on_table = on_table + (t:block(x, 1, z) ~= 0 and 1 or 0)
    end
  end
  for z = 0, 9 do
    for _, x in ipairs({ -2, -1, 9, 10 }) do
      on_table = on_table + (t:block(x, 1, z) ~= 0 and 1 or 0)
    end
  end
  t:equal(on_table, 32, "every piece is on the board or in a tray")
end)

test("a written game is played, in any notation, one move at a time", function(t)
  local red = t:join("Hong")
  t:computer(red, BLACK, nil)
  t:action(red, "record", "炮二平五\nH8+7\nh0g2")
  t:equal(#t:hud().moves, 0, "each move is an event of its own")
  t:ticks(4)
  t:equal(#t:hud().moves, 3)
  t:equal(t:hud().moves[2].text.zh, "马８进７")
  t:equal(t:hud().turn, BLACK, "and the game goes on from there")
end)

test("a written game stops before a move that cannot be played, and says which", function(t)
  local red = t:join("Hong")
  t:computer(red, BLACK, nil)
  t:action(red, "record", "h2e2\nh9g7\nh0h5\ni9h9")
  t:ticks(6)
  t:equal(#t:hud().moves, 2)
  local toasts = t:toasts(red)
  t:expect(string.find(toasts[#toasts - 1].en, "Move 3") ~= nil, "the move's number")
  t:expect(string.find(toasts[#toasts - 1].zh, "h0h5") ~= nil, "and what is written")
  t:expect(t:request(red) ~= nil, "the person plays on")
end)

test("nobody plays a written game against another person", function(t)
  local red = two_people(t)
  t:action(red, "record", "h2e2")
  t:ticks(4)
  t:equal(last_toast(t, red).code, "disabled")
  t:equal(#t:hud().moves, 0)
end)
