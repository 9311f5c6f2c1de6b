--!strict
-- Games with the computer, and players who come, go and change seats.

local RED, BLACK = 0, 1

local function click_square(t: Test, uin: number, square: string)
  local x, z = string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("0")
  t:click(uin, x, 1, z)
end

local function move(t: Test, uin: number, text: string)
  click_square(t, uin, string.sub(text, 1, 2))
  click_square(t, uin, string.sub(text, 3, 4))
end

-- Lets the computer, or both, play on until nothing happens any more or so many moves are played.
local function let_think(t: Test, moves_max: number)
  for _ = 1, moves_max do
    t:ticks(40)
    if t:run_jobs() == 0 then
      return
    end
  end
end

test("the first person plays Red against the computer", function(t)
  local uin = t:join("Hong")
  local seats = t:seats()
  t:equal(seats[1].holder.player, uin, "at Red")
  t:equal(seats[2].holder.level, 3, "Black is the computer, level 3")
  move(t, uin, "h2e2")
  t:equal(t:hud().thinking, BLACK, "it thinks")
  let_think(t, 1)
  t:equal(#t:hud().moves, 2, "it has moved")
  t:equal(t:hud().turn, RED, "Red's turn")
  t:equal(t:hud().thinking, nil, "nobody thinks")
end)

test("taking back against the computer takes its answer too", function(t)
  local uin = t:join("Hong")
  local before = t:hud()
  move(t, uin, "h2e2")
  let_think(t, 1)
  t:take_back(uin)
  t:equal(#t:hud().moves, 0, "both moves are gone")
  t:equal(t:block(7, 1, 2), 2017, "the cannon is home")
  t:equal(t:hud().turn, before.turn, "Red's turn")
  move(t, uin, "b2e2")
  let_think(t, 1)
  t:equal(#t:hud().moves, 2, "and the game goes on")
end)

test("whoever moves over to the computer's seat changes places with it", function(t)
  local uin = t:join("Hong")
  t:sit(uin, BLACK)
  local seats = t:seats()
  t:equal(seats[2].holder.player, uin, "at Black")
  t:equal(seats[1].holder.level, 3, "the computer took Red")
  let_think(t, 1)
  t:equal(#t:hud().moves, 1, "and moved")
  t:equal(t:hud().turn, BLACK, "Black's turn")
end)

test("a second person takes the computer's seat in the middle of its thinking", function(t)
  local red, black = t:join("Hong"), t:join("Hei")
  move(t, red, "h2e2")
  t:ticks(40)
  t:equal(t:jobs(), 1, "the computer thinks")
  t:sit(black, BLACK)
  t:equal(t:jobs(), 0, "no longer")
  t:run_jobs()
  t:equal(#t:hud().moves, 1, "it has not moved")
  move(t, black, "h9g7")
  t:equal(#t:hud().moves, 2, "the person has")
end)

test("a person who stands up leaves the seat open", function(t)
  local red = t:join("Hong")
  t:stand(red)
  t:equal(t:request(red), nil, "nobody is asked")
  t:equal(t:hud().turn, RED, "but it is Red's turn")
  t:sit(red, RED)
  t:expect(t:request(red) ~= nil, "asked again")
  t:computer(red, BLACK, nil)
  move(t, red, "h2e2")
  let_think(t, 1)
  t:equal(#t:hud().moves, 1, "nobody answers for an open seat")
  t:computer(red, BLACK, 1)
  let_think(t, 1)
  t:equal(#t:hud().moves, 2, "now the computer does")
end)

test("two computers play while somebody watches", function(t)
  local uin = t:join("Hong")
  t:stand(uin)
  t:computer(uin, RED, 1)
  t:computer(uin, BLACK, 1)
  let_think(t, 6)
  local played = #t:hud().moves
  t:expect(played >= 4, "they play: " .. played)
  t:leave(uin)
  t:ticks(200)
  t:run_jobs()
  t:ticks(200)
  t:equal(#t:hud().moves, played, "nobody watches: they wait")
  t:equal(t:jobs(), 0, "and do not think")
  t:back(uin)
  let_think(t, 3)
  t:expect(#t:hud().moves > played, "somebody is back: they go on")
  t:action(uin, "new")
  t:equal(#t:hud().moves, 0, "a spectator may begin a new game when nobody plays")
end)

test("the computer declines a draw at the beginning", function(t)
  local uin = t:join("Hong")
  move(t, uin, "h2e2")
  t:action(uin, "draw")
  t:equal(t:hud().result, nil, "no draw")
  local toasts = t:toasts(uin)
  t:expect(string.find(toasts[#toasts].en, "Computer", 1, true), "it says so")
end)

test("the computer accepts a draw when it is not better", function(t)
  local uin = t:join("Hong")
  t:computer(uin, BLACK, 1)
  -- Chariots out and back again until the computer has had its ten moves.
  local plies = 0
  while plies < 20 and t:hud().result == nil do
    local request = t:request(uin)
    t:choose(uin, request.id, (plies * 7) % #request.choices)
    let_think(t, 1)
    plies = #t:hud().moves
  end
  if t:hud().result == nil then
    local score = t:eval("return Course.match.value(2)")
    t:action(uin, "draw")
    t:equal(t:hud().result ~= nil, score <= 40, "it accepts exactly when it is not better")
  end
end)

test("a hint is marked and named", function(t)
  local uin = t:join("Hong")
  t:action(uin, "hint")
  t:equal(t:jobs(), 1, "the engine looks for one")
  t:action(uin, "hint")
  t:equal(t:jobs(), 1, "once for one position")
  t:run_jobs()
  local hints = 0
  for _, mark in ipairs(t:marks(uin)) do
    hints = hints + (mark.kind == "hint" and 1 or 0)
  end
  t:equal(hints, 2, "from and to")
  move(t, uin, "h2e2")
  for _, mark in ipairs(t:marks(uin)) do
    t:expect(mark.kind ~= "hint", "gone after the move")
  end
end)

test("a hint that comes too late is not shown", function(t)
  local uin = t:join("Hong")
  t:action(uin, "hint")
  move(t, uin, "h2e2")
  t:run_jobs()
  for _, mark in ipairs(t:marks(uin)) do
    t:expect(mark.kind ~= "hint", "the position is another")
  end
end)

test("resigning while the computer thinks ends the game", function(t)
  local uin = t:join("Hong")
  move(t, uin, "h2e2")
  t:ticks(40)
  t:action(uin, "resign")
  t:equal(t:hud().result.winner, BLACK, "the computer wins")
  t:run_jobs()
  t:equal(#t:hud().moves, 1, "and moves no more")
  t:action(uin, "new")
  t:equal(t:hud().result, nil, "a new game")
  t:equal(#t:hud().moves, 0, "from the start")
  move(t, uin, "h2e2")
  let_think(t, 1)
  t:equal(#t:hud().moves, 2, "and it is played")
end)

test("more games than the engine has handles can be played", function(t)
  local uin = t:join("Hong")
  for _ = 1, 70 do
    move(t, uin, "h2e2")
    t:action(uin, "new")
  end
  move(t, uin, "h2e2")
  t:equal(#t:hud().moves, 1, "the seventy-first begins like the first")
end)
