--!strict
-- The opening's name, the bar, hints with reasons, and the review.

local RED, BLACK = 0, 1

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

-- Black only goes to and fro with a chariot, and is mated.
local MATE = { "h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4" }

local function button(t: Test, id: string)
  for _, shown in ipairs(t:hud().buttons) do
    if shown.id == id then
      return shown
    end
  end
  return nil
end

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] or { zh = "", en = "", kind = "" }
end

test("the opening is named, whatever the order of moves", function(t)
  local red, black = two_people(t)
  t:equal(t:hud().insight.title, nil, "nothing has been played")
  move(t, red, "b2e2")
  t:equal(t:hud().insight.title.zh, "中炮局", "a cannon in the middle, from the other side")
  play(t, black, red, { "b9c7", "b0c2", "h9g7" })
  t:equal(t:hud().insight.title.zh, "中炮对屏风马", "two horses against it")
  t:equal(t:hud().insight.title.en, "Central Cannon vs. Screen Horses", "in both languages")
  t:action(red, "resign")
  t:action(red, "new")
  t:equal(t:hud().insight.title, nil, "a new game has no name yet")
end)

test("a name comes and goes with the moves taken back", function(t)
  local uin = t:join("Hong")
  move(t, uin, "h2e2")
  t:equal(t:hud().insight.title.zh, "中炮局", "named")
  t:take_back(uin)
  t:equal(t:hud().insight.title, nil, "taken back")
end)

test("a hint is an arrow, and says why if asked", function(t)
  local uin = t:join("Hong")
  t:action(uin, "hint")
  t:run_jobs()
  local insight = t:hud().insight
  t:equal(#insight.arrows, 1, "an arrow")
  t:equal(insight.arrows[1].kind, "hint", "of a suggestion")
  t:equal(#insight.note.lines, 0, "no reasons yet")
  t:equal(insight.note.buttons[1].id, "why", "but they can be asked for")
  t:action(uin, "why")
  local note = t:hud().insight.note
  t:equal(#note.lines, 2, "the reason and the line")
  t:expect(#note.lines[1].zh > 0 and #note.lines[1].en > 0, "in both languages")
  t:expect(string.find(note.lines[2].en, "Expected: ", 1, true), "the line")
  move(t, uin, "h2e2")
  t:equal(t:hud().insight.note, nil, "gone with the move")
  t:equal(#t:hud().insight.arrows, 0, "the arrow, too")
end)

test("the bar follows the game, on and off", function(t)
  local uin = t:join("Hong")
  t:equal(t:hud().insight.bar, nil, "off at first")
  t:action(uin, "bar")
  t:run_jobs()
  local bar = t:hud().insight.bar
  t:expect(bar.share > 350 and bar.share < 650, "the start is even: " .. bar.share)
  -- Red gives a chariot away.
  t:computer(uin, BLACK, nil)
  local black = t:join("Hei")
  t:sit(black, BLACK)
  t:equal(t:hud().insight.bar, nil, "not between people")
  t:action(uin, "bar")
  t:expect(string.find(last_toast(t, uin).code or "", "disabled", 1, true), "nor on demand")
  play(t, uin, black, { "a0a1", "a9a8", "a1d1", "a8a9", "d1d9", "e9d9" })
  t:action(uin, "resign")
  t:equal(t:hud().insight.bar.share, 0, "after the end it is shown: Black has won")
  t:action(uin, "bar")
  t:equal(t:hud().insight.bar, nil, "off again")
end)

test("a bar that is behind its game is not shown", function(t)
  local uin = t:join("Hong")
  t:action(uin, "bar")
  t:equal(t:jobs(), 1, "looked at")
  t:action(uin, "bar")
  t:run_jobs()
  t:equal(t:hud().insight.bar, nil, "nobody wants it any more")
end)

test("a game is reviewed: the curve, and the moves that lost it", function(t)
  local red, black = two_people(t)
  t:equal(button(t, "review"), nil, "nothing to review yet")
  play(t, red, black, MATE)
  t:equal(button(t, "review").enabled, true, "over")
  t:action(red, "review")
  t:equal(button(t, "review").enabled, false, "once")
  t:equal(t:jobs(), 1, "one position after the other")
  t:run_jobs()
  local review = t:hud().insight.review
  t:equal(#review.shares, #MATE + 1, "every position")
  t:equal(review.shares[#review.shares], 1000, "Red has won")
  t:expect(review.shares[1] > 350 and review.shares[1] < 650, "it began even")
  local worst = 0
  for _, note in ipairs(review.notes) do
    t:expect(note.move >= 1 and note.move <= #MATE, "of a move that was played")
    t:expect(#note.text.zh > 0 and #note.text.en > 0, "in words")
    t:equal(note.better ~= nil, note.mark ~= "!", "the better move is shown")
    if note.better then
      local from = note.better.from
      t:expect(t:block(from[1], from[2], from[3]) ~= nil, "from a cell of the board")
      t:expect(note.better.kind == "best" and note.better.from ~= note.better.to, "as an arrow")
    end
    if note.mark == "??" then
      t:equal(note.move % 2, 0, "it was Black who threw the game away")
      worst += 1
    end
  end
  t:expect(worst >= 1, "at least once")
  t:equal(t:jobs(), 0, "done")
  t:action(red, "new")
  t:equal(t:hud().insight.review, nil, "another game")
end)

test("a game that was resigned is reviewed, too", function(t)
  local red, black = two_people(t)
  play(t, red, black, { "h2e2", "h9g7", "h0g2" })
  t:action(black, "resign")
  t:action(black, "review")
  t:run_jobs()
  local review = t:hud().insight.review
  t:equal(#review.shares, 4, "all positions")
  t:expect(review.shares[4] < 800, "the position itself was not lost")
end)

test("a new game ends the review of the last", function(t)
  local red, black = two_people(t)
  play(t, red, black, MATE)
  t:action(red, "review")
  t:action(red, "new")
  t:equal(t:jobs(), 0, "no longer looked at")
  t:run_jobs()
  t:equal(t:hud().insight.review, nil, "nothing is shown")
  play(t, red, black, MATE)
  t:action(red, "review")
  t:run_jobs()
  t:equal(#t:hud().insight.review.shares, #MATE + 1, "the second game has its own")
end)

-- Somebody alone at the table, who moves for both.
local function alone(t: Test)
  local uin = t:join("Hong")
  t:computer(uin, BLACK, nil)
  return uin
end

-- The lines told in a written position, or in the present one: what each is worth, and its moves.
local function lines_of(t: Test, uin: number, count: string, fen: string?): { any }
  if fen then
    t:action(uin, "position", fen)
    t:sit(uin, string.find(fen, " b", 1, true) and BLACK or RED)
  end
  t:action(uin, "lines", count)
  t:run_jobs()
  local lines = t:hud().lines
  return lines and lines.lines
end

test("the best lines are told in the notation of the list", function(t)
  local uin = alone(t)
  local lines = lines_of(t, uin, "3")
  t:equal(#lines, 3, "as many as are wanted")
  t:equal(t:hud().lines.seat, RED, "Red's scores")
  for _, line in ipairs(lines) do
    local from = line.arrow.from
    t:expect(t:block(from[1], from[2], from[3]) ~= nil, "an arrow from a piece")
    t:action(uin, "new")
    local zh = {}
    for index, move in ipairs(line.moves) do
      zh[index] = move.zh
    end
    t:action(uin, "record", table.concat(zh, "\n"))
    t:ticks(4 * #zh + 4)
    for index, move in ipairs(line.moves) do
      t:equal(t:hud().moves[index].text, move, `move {index} of {table.concat(zh, " ")}`)
    end
  end
  t:equal(t:hud().lines, nil, "they were about another position")
end)

test("lines that mate say so, with Red's sign", function(t)
  local uin = alone(t)
  local mates = lines_of(t, uin, "2", "3k5/9/9/9/9/9/9/9/p3R4/R3K4 w")
  t:equal(mates[1].score, { zh = "杀1", en = "M1" }, "Red mates")
  local mated = lines_of(t, uin, "2", "4k3r/4r3P/9/9/9/9/9/9/9/5K3 b")
  t:equal(mated[1].score, { zh = "-杀1", en = "-M1" }, "Black does")
end)

test("where there are two moves there are two lines", function(t)
  local uin = alone(t)
  local lines = lines_of(t, uin, "3", "3k5/3R5/9/9/9/9/9/9/9/5K3 b")
  t:equal(#lines, 2, "the king takes, or steps aside")
end)

test("lines that come too late are not shown, and stopped thoughts begin again", function(t)
  local uin = alone(t)
  t:action(uin, "lines", "3")
  move(t, uin, "h2e2")
  t:run_jobs()
  t:equal(t:hud().lines, nil, "the position is another")
  t:sit(uin, BLACK)
  t:action(uin, "lines", "3")
  -- Somebody who changes seats has all thinking stopped.
  t:sit(uin, RED)
  t:sit(uin, BLACK)
  t:run_jobs()
  t:equal(#t:hud().lines.lines, 3, "this one is the same")
end)

test("there are no lines against another person", function(t)
  local uin = alone(t)
  t:equal(#lines_of(t, uin, "3"), 3, "alone")
  t:sit(t:join("Hei"), BLACK)
  t:equal(t:hud().lines, nil, "taken away")
  t:equal(button(t, "lines").enabled, false, "and not to be had")
end)
