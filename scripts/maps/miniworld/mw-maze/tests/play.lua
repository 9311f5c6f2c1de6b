--!strict
-- Mazes built by people who talk, looked at cell by cell, and walked by a sheep on its own feet.

local SECOND = 20 -- ticks
local SOUTH, LOW, HIGH = 4, 7, 8
local PATH, TRAIL, BEAM = 3203, 3204, 351

type Cell = { x: number, z: number }
type Open = { [number]: { [number]: boolean } } -- by x, then by z: whether one can walk there

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] and toasts[#toasts].en or ""
end

local function position(t: Test, uin: number)
  return t:eval(
    "local _, x, y, z = Player:getPosition(" .. uin .. ") return { x = x, y = y, z = z }"
  )
end

-- What lies in the box of a maze: which cells are open, and the openings of its outer hedge.
local function survey(t: Test, size: number)
  local open: Open, doors: { Cell }, count = {}, {}, 0
  for x = -size, size do
    open[x] = {}
    for z = SOUTH, SOUTH + 2 * size do
      local low, high = t:block(x, LOW, z), t:block(x, HIGH, z)
      t:equal(low == 0, high == 0, "a hedge is two blocks high")
      open[x][z] = low == 0
      local rim = x == -size or x == size or z == SOUTH or z == SOUTH + 2 * size
      if low == 0 then
        count += 1
        if rim then
          table.insert(doors, { x = x, z = z })
        end
      end
    end
  end
  return open, doors, count
end

-- How many cells are reached from one, and how many steps there are between open cells.
local function explore(open: Open, from: Cell)
  local edges, list = 0, { from }
  local reached: { [string]: boolean } = {}
  reached[from.x .. "," .. from.z] = true
  while #list > 0 do
    local at = table.remove(list) :: Cell
    for _, way in ipairs({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }) do
      local x, z = at.x + way[1], at.z + way[2]
      if open[x] and open[x][z] then
        edges += 1
        if not reached[x .. "," .. z] then
          reached[x .. "," .. z] = true
          table.insert(list, { x = x, z = z })
        end
      end
    end
  end
  local count = 0
  for _ in pairs(reached) do
    count += 1
  end
  return count, edges / 2
end

-- A perfect maze is a tree: all cells hang together, by one step fewer than there are cells.
local function check_perfect(t: Test, size: number)
  local open, doors, count = survey(t, size)
  t:equal(#doors, 2, "an entrance and an exit")
  table.sort(doors, function(a: Cell, b: Cell)
    return a.z < b.z
  end)
  t:equal(doors[1].z, SOUTH, "the entrance faces the square")
  t:equal(doors[2].z, SOUTH + 2 * size, "the exit lies opposite")
  for x = 1 - size, size - 1, 2 do
    for z = SOUTH + 1, SOUTH + 2 * size - 1, 2 do
      t:expect(open[x][z], "no place is left out")
    end
  end
  t:equal(count, size * size + size * size - 1 + 2, "places, steps between them, two doors")
  local reached, steps = explore(open, doors[1])
  t:equal(reached, count, "every place can be reached")
  t:equal(steps, count - 1, "in one way only")
  t:equal(t:block(doors[2].x, 12, doors[2].z), BEAM, "light over the exit")
  return doors[1], doors[2]
end

test("the first maze is there, and perfect", function(t)
  t:join("Yi")
  check_perfect(t, 9)
end)

local SIZES: { { any } } =
  { { "maze 5", 5 }, { "迷宫 12", 12 }, { "Maze25", 25 }, { "迷宫8", 8 } }
for _, case in SIZES do
  test('"' .. case[1] .. '" builds a perfect maze of that size', function(t)
    local uin = t:join("Yi")
    t:chat(uin, case[1])
    check_perfect(t, case[2])
    -- Nothing of the one before is left around it.
    for x = -27, 27 do
      for z = SOUTH, 56 do
        if math.abs(x) > case[2] or z > SOUTH + 2 * case[2] then
          t:equal(t:block(x, LOW, z), 0, "no hedge")
          t:equal(t:block(x, 6, z), 100, "but grass")
        end
      end
    end
  end)
end

test("a small maze takes the place of a large one, and two are not alike", function(t)
  local uin = t:join("Yi")
  t:chat(uin, "maze 20")
  t:chat(uin, "maze 7")
  check_perfect(t, 7)
  t:equal(t:block(20, LOW, 30), 0, "the large one is gone")
  local function picture()
    local text = ""
    for x = -7, 7 do
      for z = SOUTH, SOUTH + 14 do
        text ..= t:block(x, LOW, z) == 0 and "." or "#"
      end
    end
    return text
  end
  local first = picture()
  t:chat(uin, "maze 7")
  check_perfect(t, 7)
  t:expect(picture() ~= first, "another one")
end)

for _, said in ipairs({
  "maze 4",
  "maze 26",
  "maze -9",
  "maze 7.5",
  "maze big",
  "迷宫 inf",
  "maze nan",
}) do
  test('"' .. said .. '" is refused with a sentence', function(t)
    local uin = t:join("Yi")
    t:chat(uin, said)
    local told = '"'
      .. said
      .. '" will not do: the size is a whole number from 5 to 25, as in "maze 15".'
    t:equal(last_toast(t, uin), told)
    check_perfect(t, 9)
  end)
end

test("other talk does nothing", function(t)
  local uin = t:join("Yi")
  for _, said in ipairs({ "hello", "what a maze 5", "15", "amazed 15", "---" }) do
    t:chat(uin, said)
  end
  t:equal(#t:toasts(uin), 0)
  check_perfect(t, 9)
end)

test("hedges are not cut, and people begin on the square", function(t)
  local uin = t:join("Yi")
  t:ticks(SECOND)
  t:chat(uin, "way")
  t:equal(last_toast(t, uin), "Walk into the maze by the red gate first.")
  t:equal(position(t, uin), { x = 0.5, y = 7, z = -5.5 })
  t:equal(t:eval("return GameRule.BlockDestroy .. GameRule.BlockPlace"), "00")
end)

test("the sheep walks through to the exit, and its ride does not count", function(t)
  local uin = t:join("Yi")
  t:chat(uin, "maze 6")
  local entrance, exit = check_perfect(t, 6)
  t:chat(uin, "ride")
  t:equal(last_toast(t, uin), "Hold tight: the sheep knows the way.")
  t:ticks(SECOND)
  local seen, at = {}, position(t, uin)
  t:expect(at.z > SOUTH and math.abs(at.x - entrance.x) < 10, "inside")
  for _ = 1, 240 do
    t:ticks(SECOND / 4)
    at = position(t, uin)
    local x, z = math.floor(at.x), math.floor(at.z)
    if z >= SOUTH and z <= SOUTH + 12 then
      t:equal(t:block(x, LOW, z), 0, "never inside a hedge")
      seen[x .. "," .. z] = true
    end
    if last_toast(t, uin) == "You are out! With help, so it does not count." then
      break
    end
  end
  t:equal(last_toast(t, uin), "You are out! With help, so it does not count.")
  t:expect(
    math.abs(at.x - exit.x - 0.5) < 1.5 and math.abs(at.z - exit.z - 0.5) < 1.5,
    "at the exit"
  )
  t:equal(t:eval("local _, n = World:getActorsByBox(2, -30, 0, -30, 30, 30, 60) return n"), 0)
  t:chat(uin, "back")
  t:ticks(SECOND)
  t:equal(position(t, uin), { x = 0.5, y = 7, z = -5.5 })
end)

test("the lit way leads from where one is to the exit, and goes out afterwards", function(t)
  local uin = t:join("Yi")
  t:chat(uin, "maze 10")
  local _, exit = check_perfect(t, 10)
  local function lit()
    local cells = {}
    for x = -10, 10 do
      for z = SOUTH, SOUTH + 20 do
        if t:block(x, 6, z) == TRAIL then
          table.insert(cells, { x = x, z = z })
        end
      end
    end
    return cells
  end
  t:chat(uin, "ride")
  t:ticks(SECOND)
  t:chat(uin, "指路")
  local cells = lit()
  t:expect(#cells >= 20, "a long way")
  local open: Open = {}
  for _, cell in ipairs(cells) do
    open[cell.x] = open[cell.x] or {}
    open[cell.x][cell.z] = true
  end
  local reached, steps = explore(open, cells[1])
  t:equal(reached, #cells, "in one piece")
  t:equal(steps, #cells - 1, "without turnings")
  t:expect(open[exit.x] and open[exit.x][exit.z - 1], "up to the exit")
  t:chat(uin, "back")
  t:equal(#lit(), 0, "it goes out")
  t:equal(t:block(exit.x, 6, exit.z - 1), PATH)
end)

test("nobody's maze is replaced under their feet", function(t)
  local walker, builder = t:join("Zou"), t:join("Zao")
  t:chat(walker, "ride")
  t:ticks(SECOND)
  t:chat(builder, "maze 5")
  t:equal(last_toast(t, builder), "Zou is walking inside; nothing new is built until then.")
  check_perfect(t, 9)
  t:chat(walker, "maze 6")
  check_perfect(t, 6)
  t:ticks(SECOND)
  t:equal(position(t, walker).z, -5.5, "who builds anew is taken out first")
  t:chat(walker, "ride")
  t:ticks(SECOND)
  t:leave(walker)
  t:chat(builder, "maze 5")
  check_perfect(t, 5)
  t:back(walker)
  t:ticks(SECOND)
  t:equal(position(t, walker).z, -5.5, "who comes back begins on the square")
  t:equal(t:eval("local _, n = World:getActorsByBox(2, -30, 0, -30, 30, 30, 60) return n"), 0)
end)

test("whoever calls the sheep again begins again at the gate", function(t)
  local uin = t:join("Yi")
  t:chat(uin, "ride")
  t:ticks(2 * SECOND)
  t:chat(uin, "ride")
  t:ticks(SECOND)
  t:equal(last_toast(t, uin), "Hold tight: the sheep knows the way.", "nobody has come out")
  t:expect(position(t, uin).z > SOUTH, "it is inside")
  t:equal(t:eval("local _, n = World:getActorsByBox(2, -30, 0, -30, 30, 30, 60) return n"), 1)
end)
