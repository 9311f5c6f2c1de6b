--!strict
-- The computer's lines of play: run with the tests of each map that has rules.

local function button(t: Test, id: string)
  for _, shown in ipairs(t:hud().buttons) do
    if shown.id == id then
      return shown
    end
  end
  return nil
end

-- Somebody alone at the table, at the seat that begins, who moves for all; and the number of a seat that is open.
local function alone(t: Test)
  local uin = t:join("player 1")
  for seat = 2, #t:seats() do
    t:computer(uin, seat - 1, nil)
  end
  local first = t:hud().turn or 0
  if first > 0 then
    t:sit(uin, first)
  end
  return uin, if first > 0 then 0 else 1
end

-- What stands on the board: games that begin at random begin otherwise each time.
local function cells(t: Test)
  return table.concat(t:eval("return Course.game.state().cells"), " ")
end

-- The lines that the computer tells in the present position.
local function told(t: Test, uin: number, count: string)
  t:action(uin, "lines", count)
  t:equal(t:jobs(), 1, "it thinks")
  t:run_jobs()
  return t:hud().lines
end

test("lines can be played as they are written", function(t)
  local uin = alone(t)
  if button(t, "lines") == nil then
    t:equal(button(t, "record"), nil, "only what is not written has no lines")
    return
  end
  local begins = cells(t)
  local found = told(t, uin, "3")
  t:equal(found.seat, 0, "scores are the first player's")
  t:expect(#found.lines >= 1 and #found.lines <= 3, "as many as are wanted, or fewer")
  local firsts = {}
  for number, line in ipairs(found.lines) do
    local moves = {}
    for index, move in ipairs(line.moves) do
      moves[index] = move.en
    end
    t:equal(firsts[moves[1]], nil, "each begins otherwise")
    firsts[moves[1]] = true
    t:expect(#line.score.zh > 0 and #line.score.en > 0, "it is worth something")
    if number > 1 then
      t:action(uin, "new")
      if cells(t) ~= begins then
        break -- the lines are of the game before
      end
    end
    t:action(uin, "record", table.concat(moves, "\n"))
    t:ticks(4 * #moves + 4)
    for index, move in ipairs(moves) do
      local listed = t:hud().moves[index]
      t:equal(listed and listed.text.en, move, `move {index} of {table.concat(moves, " ")}`)
    end
    t:equal(t:hud().lines, nil, "another position has none yet")
  end
  t:action(uin, "new")
  t:equal(#told(t, uin, "1").lines, 1, "one, if that is wanted")
end)

test("there are no lines against another person", function(t)
  local uin, open = alone(t)
  if button(t, "lines") == nil or #t:seats() < 2 then
    return
  end
  told(t, uin, "3")
  t:sit(t:join("player 2"), open)
  t:equal(t:hud().lines, nil, "taken away")
  t:equal(button(t, "lines").enabled, false, "and not to be had")
end)
