--!strict
-- The duel, played by people who click: turns, lines in every direction, ends, new games, and people
-- who come and go.

local BLACK_STONE, WHITE_STONE, BLACK_GOLD, WHITE_GOLD = 3001, 3002, 3003, 3004

local function two_people(t: Test)
  return t:join("Hei"), t:join("Bai")
end

-- Stones given as columns and rows, Black's first, in turns.
local function play(t: Test, black: number, white: number, cells: { { number } })
  for index, cell in ipairs(cells) do
    t:click(index % 2 == 1 and black or white, cell[1], 0, cell[2])
  end
end

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts].en
end

local function stones(t: Test)
  local count = 0
  for x = 0, 14 do
    for z = 0, 14 do
      if t:block(x, 1, z) ~= 0 then
        count += 1
      end
    end
  end
  return count
end

test("the board has nine kinds of crossings and five star points", function(t)
  t:join("Hei")
  local kinds: { [number]: number }, stars = {}, 0
  for x = 0, 14 do
    for z = 0, 14 do
      local id = t:block(x, 0, z)
      kinds[id] = (kinds[id] or 0) + 1
      stars += id == 3019 and 1 or 0
    end
  end
  t:equal(stars, 5, "star points")
  t:equal(kinds[3014], 13 * 13 - 5, "crossings inside")
  for _, corner in ipairs({ 3010, 3012, 3016, 3018 }) do
    t:equal(kinds[corner], 1, "a corner of its own")
  end
  for _, edge in ipairs({ 3011, 3013, 3015, 3017 }) do
    t:equal(kinds[edge], 13, "an edge")
  end
  t:equal(stones(t), 0, "no stones")
end)

test("players put stones in turn, where nobody has been", function(t)
  local black, white = two_people(t)
  t:click(white, 7, 0, 7)
  t:equal(last_toast(t, white), "It is the other player's turn.")
  t:equal(stones(t), 0, "Black begins")
  t:click(black, 7, 0, 7)
  t:equal(t:block(7, 1, 7), BLACK_STONE)
  t:click(black, 8, 0, 8)
  t:equal(stones(t), 1, "one stone a turn")
  t:click(white, 7, 1, 7)
  t:equal(last_toast(t, white), "There is a stone here already.")
  t:click(white, 15, 0, 7)
  t:equal(last_toast(t, white), "Click a crossing of the board, please.")
  t:click(white, 7, -1, 8)
  t:equal(stones(t), 1, "nowhere but on the board")
  t:click(white, 14, 0, 0)
  t:equal(t:block(14, 1, 0), WHITE_STONE)
end)

test("nobody plays alone, and who comes third watches", function(t)
  local black = t:join("Hei")
  t:click(black, 7, 0, 7)
  t:equal(last_toast(t, black), "There is no opponent yet; please wait.")
  local white = t:join("Bai")
  local watcher = t:join("Guan")
  t:equal(last_toast(t, watcher), "You are watching; you play when a player leaves.")
  t:click(watcher, 7, 0, 7)
  t:equal(last_toast(t, watcher), "You are watching and cannot put stones.")
  t:equal(stones(t), 0, "still none")
  play(t, black, white, { { 7, 7 }, { 8, 8 } })
  t:equal(stones(t), 2, "now they play")
end)

-- Black's line begins at a crossing and goes one way; White plays along the far edge.
local LINES: { { any } } = {
  { "along a row", 0, 3, 1, 0 },
  { "along a column at the edge", 14, 10, 0, 1 },
  { "along a rising diagonal", 5, 5, 1, 1 },
  { "along a falling diagonal", 4, 12, 1, -1 },
}
for _, line in LINES do
  test("five " .. line[1] .. " win and turn golden", function(t)
    local black, white = two_people(t)
    local _, x, z, dx, dz = unpack(line)
    for step = 0, 4 do
      t:click(black, x + dx * step, 0, z + dz * step)
      if step < 4 then
        t:equal(t:block(x, 1, z), BLACK_STONE, "no line yet")
        t:click(white, step * 2, 0, 0)
      end
    end
    for step = 0, 4 do
      t:equal(t:block(x + dx * step, 1, z + dz * step), BLACK_GOLD, "stone " .. step)
    end
    t:equal(last_toast(t, white), "Hei has five in a line and wins!")
    t:equal(stones(t), 9)
    t:click(white, 8, 0, 0)
    t:equal(last_toast(t, white), 'This game is over; click "New" to play again.')
    t:equal(stones(t), 9, "nothing more is put")
  end)
end

test(
  "a gap makes no line; filling it makes one of six, and both lines of a cross turn golden",
  function(t)
    local black, white = two_people(t)
    -- White holds three and two of a row, and four of a column that meet in the gap.
    local whites = { { 2, 7 }, { 3, 7 }, { 4, 7 }, { 6, 7 }, { 7, 7 } }
    for z = 8, 11 do
      table.insert(whites, { 5, z })
    end
    for index, cell in ipairs(whites) do
      t:click(black, 10 + index % 2 * 2, 0, index)
      t:click(white, cell[1], 0, cell[2])
    end
    t:equal(t:block(4, 1, 7), WHITE_STONE, "five stones with a gap are no line")
    t:click(black, 14, 0, 14)
    t:click(white, 5, 0, 7)
    for x = 2, 7 do
      t:equal(t:block(x, 1, 7), WHITE_GOLD, "row " .. x)
    end
    for z = 7, 11 do
      t:equal(t:block(5, 1, z), WHITE_GOLD, "column " .. z)
    end
    t:equal(last_toast(t, black), "Bai has five in a line and wins!")
  end
)

test("a full board without a line is a draw", function(t)
  local black, white = two_people(t)
  -- Pairs of columns in turns, shifted every two rows: no side has more than two of a row or
  -- column, or four of a diagonal.
  local cells: { { { number } } } = { {}, {} }
  for z = 0, 14 do
    for x = 0, 14 do
      local side = (x + 2 * z) % 4 < 2 and 1 or 2
      table.insert(cells[side], { x, z })
    end
  end
  t:equal(#cells[1] - #cells[2], 1, "Black has one more")
  for index = 1, 113 do
    t:click(black, cells[1][index][1], 0, cells[1][index][2])
    if cells[2][index] then
      t:click(white, cells[2][index][1], 0, cells[2][index][2])
    end
  end
  t:equal(stones(t), 225)
  t:equal(last_toast(t, black), "The board is full: a draw.")
  t:chat(white, "restart")
  t:equal(stones(t), 0, "and a new game can be played")
end)

test("in the middle of a game both must want a new one", function(t)
  local black, white = two_people(t)
  local watcher = t:join("Guan")
  play(t, black, white, { { 7, 7 }, { 8, 8 } })
  t:chat(watcher, "restart")
  t:equal(last_toast(t, watcher), "You are watching and cannot put stones.")
  t:chat(black, "restart")
  t:expect(string.find(last_toast(t, white), "Hei would like a new game", 1, true) ~= nil)
  t:chat(black, "restart")
  t:equal(stones(t), 2, "one alone does not")
  t:click(black, 1, 0, 1)
  t:chat(white, "重来")
  t:equal(stones(t), 3, "who played on does not want it any more")
  t:chat(black, "RESTART")
  t:equal(stones(t), 0, "both want it")
  t:click(black, 3, 0, 3)
  t:equal(t:block(3, 1, 3), BLACK_STONE, "Black begins again")
end)

test("after a game the other one begins", function(t)
  local first, second = two_people(t)
  for step = 0, 4 do
    t:click(first, step, 0, 5)
    t:click(second, step, 0, 9)
  end
  t:equal(t:block(4, 1, 5), BLACK_GOLD)
  t:chat(first, "restart")
  t:equal(stones(t), 0)
  t:equal(last_toast(t, second), "You play Black: be the first with five in a line.")
  t:click(first, 0, 0, 0)
  t:equal(stones(t), 0, "it is not the winner's turn")
  t:click(second, 0, 0, 0)
  t:equal(t:block(0, 1, 0), BLACK_STONE)
end)

test("whoever has watched longest takes over, and a game waits for people", function(t)
  local black, white = two_people(t)
  local early, late = t:join("Zao"), t:join("Wan")
  play(t, black, white, { { 7, 7 }, { 8, 8 } })
  t:leave(black)
  t:equal(last_toast(t, early), "You play Black: be the first with five in a line.")
  t:click(late, 0, 0, 0)
  t:equal(stones(t), 2, "the other still watches")
  t:click(early, 6, 0, 6)
  t:equal(t:block(6, 1, 6), BLACK_STONE, "and the stones stay")
  t:back(black)
  t:equal(last_toast(t, black), "You are watching; you play when a player leaves.")
  t:leave(late)
  t:leave(white)
  t:equal(last_toast(t, black), "You play White: be the first with five in a line.")
  t:leave(early)
  t:click(black, 5, 0, 5)
  t:equal(last_toast(t, black), "There is no opponent yet; please wait.")
  t:chat(black, "restart")
  t:equal(stones(t), 0, "who is alone need not ask anybody")
  local next = t:join("Xin")
  t:click(next, 5, 0, 5)
  t:equal(t:block(5, 1, 5), BLACK_STONE, "a free seat is for who comes")
end)

test("the blocks at the edge of the table begin a new game", function(t)
  local black, white = two_people(t)
  play(t, black, white, { { 7, 7 }, { 8, 8 } })
  t:click(black, 4, 0, -2)
  t:equal(stones(t), 2, "not alone")
  t:click(white, 5, 0, -2)
  t:equal(stones(t), 0, "but together")
end)
