--!strict
-- Puzzles: right moves, wrong ones, hints, solutions, and the shelf.

local RED, BLACK = 0, 1

local function click_square(t: Test, uin: number, square: string)
  local x, z = string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("0")
  t:click(uin, x, 1, z)
end

local function move(t: Test, uin: number, text: string)
  click_square(t, uin, string.sub(text, 1, 2))
  click_square(t, uin, string.sub(text, 3, 4))
  t:ticks(20)
  t:run_jobs()
end

-- Plays the right moves of the puzzle on the table, from its beginning.
local function solve(t: Test, uin: number)
  local line = t:eval("return Shelf.puzzle().line")
  local index = 0
  for text in string.gmatch(line, "%S+") do
    index += 1
    if index % 2 == 1 then
      move(t, uin, text)
    end
  end
  return index
end

local function title(t: Test)
  local note = t:hud().insight.note
  return note and note.title.en
end

local function press(t: Test, uin: number, id: string, value: string?)
  t:action(uin, id, value)
  t:run_jobs()
end

test("whoever comes first solves, and Black is the computer's", function(t)
  local uin = t:join("Hong")
  t:equal(t:seats()[1].holder.player, uin, "at Red")
  t:equal(t:seats()[2].holder.level, 1, "the computer defends")
  t:equal(t:hud().turn, RED, "Red to move")
  t:expect(t:request(uin) ~= nil, "asked")
  t:expect(string.find(t:hud().insight.title.zh, "适情雅趣", 1, true), "the source is named")
end)

test("the right moves solve it, and the room remembers", function(t)
  local uin = t:join("Hong")
  local plies = solve(t, uin)
  t:equal(#t:hud().moves, plies, "all moves of both sides")
  t:equal(title(t), "Solved!", "it says so")
  t:equal(t:hud().insight.bar.share, 1000, "the bar is shown at the end")
  t:expect(string.find(t:hud().status.en, "1 solved", 1, true), "counted")
  press(t, uin, "next")
  t:expect(string.find(t:hud().status.en, "Puzzle 2", 1, true), "the next one")
  t:equal(#t:hud().moves, 0, "from its beginning")
  t:equal(t:hud().insight.bar, nil, "without the bar")
  press(t, uin, "previous")
  t:expect(string.find(t:hud().status.en, "1 solved", 1, true), "still counted")
end)

test("a wrong move is answered, and may be tried again", function(t)
  local uin = t:join("Hong")
  local before = t:request(uin)
  local right = t:eval("return Shelf.puzzle().line")
  local wrong = -1
  for index, choice in ipairs(before.choices) do
    local from, to = choice.path[1], choice.path[2]
    local text = string.char(97 + from[1]) .. from[3] .. string.char(97 + to[1]) .. to[3]
    if string.sub(right, 1, 4) ~= text then
      wrong = index - 1
      break
    end
  end
  t:choose(uin, before.id, wrong)
  t:ticks(20)
  t:run_jobs()
  t:equal(title(t), "That does not mate", "it says so")
  t:equal(#t:hud().moves, 2, "and shows the answer")
  t:equal(#t:hud().insight.arrows, 1, "with an arrow")
  t:equal(t:request(uin), nil, "nothing more is asked")
  press(t, uin, "again")
  t:equal(#t:hud().moves, 0, "taken back")
  t:expect(t:request(uin) ~= nil, "asked again")
  solve(t, uin)
  t:equal(title(t), "Solved!", "this time it works")
end)

test("a hint names the piece first and then the move", function(t)
  local uin = t:join("Hong")
  press(t, uin, "hint")
  t:equal(#t:hud().insight.arrows, 0, "no arrow yet")
  t:equal(title(t), "Move the piece that is marked", "the piece")
  press(t, uin, "hint")
  t:equal(#t:hud().insight.arrows, 1, "the arrow")
  solve(t, uin)
  t:equal(title(t), "Solved!", "and it was right")
end)

test("the solution plays itself, and solves nothing", function(t)
  local uin = t:join("Hong")
  t:action(uin, "solution")
  t:ticks(2000)
  t:equal(#t:hud().moves, #string.split(t:eval("return Shelf.puzzle().line"), " "), "all of it")
  t:expect(string.find(t:hud().status.en, "0 solved", 1, true), "not counted")
  press(t, uin, "again")
  t:equal(#t:hud().moves, 0, "to be tried oneself")
  t:expect(t:request(uin) ~= nil, "asked")
end)

test("another puzzle ends the showing of the last", function(t)
  local uin = t:join("Hong")
  t:action(uin, "solution")
  t:ticks(30)
  press(t, uin, "next")
  t:ticks(2000)
  t:equal(#t:hud().moves, 0, "the next one waits for its solver")
end)

test("difficulties have their own shelves", function(t)
  local uin = t:join("Hong")
  press(t, uin, "option_difficulty", "master")
  local moves = t:eval("return Shelf.puzzle().moves")
  t:expect(moves >= 10, "long")
  press(t, uin, "previous")
  press(t, uin, "next")
  t:expect(string.find(t:hud().status.en, "Puzzle 1 of", 1, true), "round the shelf")
end)

test("who watches may not press while somebody solves", function(t)
  local red, guest = t:join("Hong"), t:join("Ke")
  t:action(guest, "next")
  t:expect(string.find(t:hud().status.en, "Puzzle 1 of", 1, true), "still the first")
  t:stand(red)
  t:equal(t:request(red), nil, "nobody is asked")
  t:action(guest, "next")
  t:expect(string.find(t:hud().status.en, "Puzzle 2 of", 1, true), "nobody solves: anybody may")
  t:sit(guest, RED)
  t:expect(t:request(guest) ~= nil, "the guest solves")
  t:stand(guest)
  t:sit(guest, BLACK)
  t:equal(t:seats()[1].holder.player, guest, "Black's seat is no seat for people")
end)
