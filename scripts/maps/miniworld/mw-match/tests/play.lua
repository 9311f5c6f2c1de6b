--!strict
-- Gem Match, played by people who click. What the board must look like after a click is worked out
-- here, by another way than the map's: cells are sorted out of a picture of the board.

local WIDTH, DEPTH = 12, 10
local SLIDE, PAUSE = 6, 61 -- ticks
local TARGETS = { 800, 450, 300, 220 }
local GAMES_MAX = 6

-- Columns from the west, each a list of colours from the near side.
type Picture = { { number } }
type Group = { x: number, z: number, count: number, colour: number }

-- A picture of the board.
local function picture(t: Test): Picture
  local columns: Picture = {}
  for x = 0, WIDTH - 1 do
    columns[x + 1] = {}
    for z = 0, DEPTH - 1 do
      columns[x + 1][z + 1] = t:block(x, 1, z)
    end
  end
  return columns
end

-- Cells of a group and how many they are, by visiting neighbours of the same colour.
local function spread(columns: Picture, x: number, z: number)
  local colour, count = columns[x][z], 0
  local marked: { [number]: boolean } = {}
  local function visit(cx: number, cz: number)
    local key = cx * 100 + cz
    if not marked[key] and columns[cx] and columns[cx][cz] == colour then
      marked[key] = true
      count += 1
      visit(cx + 1, cz)
      visit(cx - 1, cz)
      visit(cx, cz + 1)
      visit(cx, cz - 1)
    end
  end
  visit(x, z)
  return marked, count
end

-- All groups that can be cleared: a cell, the size and the colour of each.
local function groups(columns: Picture)
  local found: { Group }, seen: { [number]: boolean } = {}, {}
  for x = 1, WIDTH do
    for z = 1, DEPTH do
      if columns[x][z] ~= 0 and not seen[x * 100 + z] then
        local marked, count = spread(columns, x, z)
        for key in pairs(marked) do
          seen[key] = true
        end
        if count > 1 then
          table.insert(found, { x = x, z = z, count = count, colour = columns[x][z] })
        end
      end
    end
  end
  return found
end

-- The picture after a group is gone.
local function without(columns: Picture, marked: { [number]: boolean })
  local after: Picture = {}
  for x = 1, WIDTH do
    local column = {}
    for z = 1, DEPTH do
      if columns[x][z] ~= 0 and not marked[x * 100 + z] then
        table.insert(column, columns[x][z])
      end
    end
    if #column > 0 then
      table.insert(after, column)
    end
  end
  for x = 1, WIDTH do
    after[x] = after[x] or {}
    for z = 1, DEPTH do
      after[x][z] = after[x][z] or 0
    end
  end
  return after
end

local function status(t: Test)
  local level, points, target =
    string.match(t:hud().status.en, "^Level (%d+) · (%d+) of (%d+) points$")
  return {
    level = tonumber(level) or -1,
    points = tonumber(points) or -1,
    target = tonumber(target) or -1,
  }
end

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] and toasts[#toasts].en or ""
end

-- Saves one colour up for last, that of which a level has most: the way to many points.
local function thrifty()
  local saved: number? = nil
  return function(found: { Group }): Group
    if not saved then
      local sums: { [number]: number } = {}
      for _, group in ipairs(found) do
        sums[group.colour] = (sums[group.colour] or 0) + group.count
      end
      local most = 0
      for colour = 3101, 3106 do
        local sum = sums[colour] or 0
        if sum > most then
          saved, most = colour, sum
        end
      end
    end
    table.sort(found, function(a: Group, b: Group)
      if (a.colour == saved) ~= (b.colour == saved) then
        return b.colour == saved
      end
      return a.x < b.x or a.x == b.x and a.z < b.z
    end)
    return found[1]
  end
end

-- Clears whatever lies furthest east: the way to few points.
local function wasteful(found: { Group }): Group
  table.sort(found, function(a: Group, b: Group)
    return a.x > b.x or a.x == b.x and a.z > b.z
  end)
  return found[1]
end

-- Plays a level to its end; gives the points that it must have brought.
local function play_level(t: Test, uin: number, choose: ({ Group }) -> Group)
  local points, columns = 0, picture(t)
  local found = groups(columns)
  while #found > 0 do
    local group = choose(found)
    local marked = spread(columns, group.x, group.z)
    t:click(uin, group.x - 1, 1, group.z - 1)
    points += group.count ^ 2
    columns = without(columns, marked)
    t:ticks(SLIDE)
    found = groups(columns)
  end
  return points + (columns[1][1] == 0 and 100 or 0), columns
end

test("a level begins with a full board of three colours", function(t)
  local uin = t:join("Yi")
  local kinds: { [number]: number }, count = {}, 0
  for _, column in ipairs(picture(t)) do
    for _, colour in ipairs(column) do
      kinds[colour] = (kinds[colour] or 0) + 1
      count += 1
    end
  end
  t:equal(count, 120)
  for colour = 3101, 3103 do
    t:expect(kinds[colour] and kinds[colour] > 20, "enough of colour " .. colour)
    kinds[colour] = nil
  end
  t:equal(next(kinds), nil, "and nothing else")
  t:equal(status(t), { level = 1, points = 0, target = 800 })
  t:equal(#t:toasts(uin), 0, "nobody is told off")
end)

test("a group vanishes, what is behind slides, and columns close up", function(t)
  local uin = t:join("Yi")
  local points = 0
  for _ = 1, 12 do
    local columns = picture(t)
    local group = groups(columns)[1]
    local marked, count = spread(columns, group.x, group.z)
    t:click(uin, group.x - 1, 1, group.z - 1)
    for x = 1, WIDTH do
      for z = 1, DEPTH do
        local left = marked[x * 100 + z] and 0 or columns[x][z]
        t:equal(t:block(x - 1, 1, z - 1), left, "before gems slide")
      end
    end
    points += count * count
    t:equal(status(t).points, points, "a square of points")
    t:ticks(SLIDE)
    t:equal(picture(t), without(columns, marked), "after it")
  end
end)

test("one gem alone stays, and so does everything that is no gem", function(t)
  local uin = t:join("Yi")
  local columns = picture(t)
  local lone: { { number } } = {}
  for x = 1, WIDTH do
    for z = 1, DEPTH do
      local _, count = spread(columns, x, z)
      if count == 1 then
        table.insert(lone, { x - 1, z - 1 })
      end
    end
  end
  t:click(uin, lone[1][1], 1, lone[1][2])
  t:expect(string.find(last_toast(t, uin), "it takes two", 1, true) ~= nil)
  t:click(uin, -1, 0, 3)
  t:equal(last_toast(t, uin), "Click a gem, please.")
  t:click(uin, 3, 0, 3)
  t:equal(last_toast(t, uin), "Click a gem, please.", "the tray is none")
  t:ticks(SLIDE)
  t:equal(picture(t), columns, "nothing has changed")
  t:equal(status(t).points, 0)
end)

test("nothing is cleared while gems slide", function(t)
  local uin = t:join("Yi")
  local found = groups(picture(t))
  t:click(uin, found[1].x - 1, 1, found[1].z - 1)
  local points = status(t).points
  local other = found[#found]
  t:click(uin, other.x - 1, 1, other.z - 1)
  t:equal(last_toast(t, uin), "The gems are still sliding.")
  t:equal(status(t).points, points)
  t:ticks(SLIDE)
  local now = groups(picture(t))[1]
  t:click(uin, now.x - 1, 1, now.z - 1)
  t:expect(status(t).points > points, "then it goes on")
end)

-- Plays levels as long as there are some; whether all were passed.
local function play_game(t: Test, uin: number)
  local total = 0
  for level = 1, #TARGETS do
    t:equal(status(t), { level = level, points = 0, target = TARGETS[level] })
    local points = play_level(t, uin, thrifty())
    total += points
    t:equal(status(t).points, points, "points of level " .. level)
    if points < TARGETS[level] then
      return false
    elseif level < #TARGETS then
      local told = "Level " .. level .. " passed with " .. points .. " points"
      t:expect(string.find(last_toast(t, uin), told, 1, true) ~= nil, last_toast(t, uin))
      t:ticks(PAUSE)
    end
  end
  t:expect(string.find(last_toast(t, uin), total .. " points in all", 1, true) ~= nil)
  return true
end

test("who saves a colour up passes all levels before long", function(t)
  local uin = t:join("Yi")
  local games = 1
  while not play_game(t, uin) do
    games += 1
    t:expect(games <= GAMES_MAX, "never passed them all")
    t:chat(uin, "restart")
  end
  local left = picture(t)
  t:ticks(PAUSE)
  t:equal(picture(t), left, "there is no further level")
  t:chat(uin, "restart")
  t:equal(status(t), { level = 1, points = 0, target = 800 }, "a new game")
end)

test("who wastes gems loses, and can begin again at once", function(t)
  local uin = t:join("Yi")
  for level = 1, #TARGETS do
    local points, left = play_level(t, uin, wasteful)
    if points < TARGETS[level] then
      t:expect(string.find(last_toast(t, uin), TARGETS[level] - points .. " short", 1, true) ~= nil)
      t:ticks(PAUSE)
      t:equal(picture(t), left, "no next level")
      t:click(uin, 1, 0, -3)
      t:equal(status(t), { level = 1, points = 0, target = 800 })
      t:equal(#groups(picture(t)) > 0, true, "with a fresh board")
      return
    end
    t:ticks(PAUSE)
  end
  error("nobody should get through all levels like that")
end)

test("several play together, and each has points of their own", function(t)
  local one, two = t:join("Yi"), t:join("Er")
  local first = groups(picture(t))[1]
  t:click(one, first.x - 1, 1, first.z - 1)
  t:ticks(SLIDE)
  local found = groups(picture(t))
  local second = found[#found]
  t:click(two, second.x - 1, 1, second.z - 1)
  t:equal(status(t).points, first.count ^ 2 + second.count ^ 2, "together")
  local function score(uin: number)
    return t:eval("return select(2, Player:getGameScore(" .. uin .. "))")
  end
  t:equal(score(one), first.count ^ 2)
  t:equal(score(two), second.count ^ 2)
  t:ticks(SLIDE)
  t:leave(one)
  t:equal(status(t).points, first.count ^ 2 + second.count ^ 2, "points stay when somebody goes")
  t:back(one)
  t:equal(score(one), first.count ^ 2, "and are there again")
end)

test("a game is given up with two clicks of one person", function(t)
  local one, two = t:join("Yi"), t:join("Er")
  local group = groups(picture(t))[1]
  t:click(one, group.x - 1, 1, group.z - 1)
  t:ticks(SLIDE)
  local columns = picture(t)
  t:click(one, 1, 0, -3)
  t:equal(last_toast(t, one), 'Click "New" once more to give this game up.')
  t:click(two, 2, 0, -3)
  t:equal(picture(t), columns, "two people with one click each do not")
  t:click(one, 1, 0, -3)
  t:equal(picture(t), columns, "nor one whom the other has interrupted")
  t:chat(one, "重来")
  t:equal(status(t).points, 0)
  t:expect(t:block(WIDTH - 1, 1, DEPTH - 1) ~= 0, "the board is full")
end)

test("a hint changes nothing on the board", function(t)
  local uin = t:join("Yi")
  local columns = picture(t)
  t:click(uin, 9, 0, -3)
  t:chat(uin, "hint")
  t:equal(picture(t), columns)
  local group = groups(columns)[1]
  t:click(uin, group.x - 1, 1, group.z - 1)
  t:chat(uin, "提示")
  t:ticks(SLIDE)
  t:equal(status(t).points, group.count ^ 2)
end)
