-- The maze itself: carved by walking at random and going back where nothing is left (depth first), so
-- that there is exactly one way between any two places. The blocks are all there is of it.

Maze = {} -- a global: the scripts of a map share them, in the order of the manifest

Maze.SMALLEST, Maze.LARGEST = 5, 25

local FLOOR, LOW, HIGH = 6, 7, 8 -- layers: the ground, and the hedges on it
local SOUTH = 4 -- the row of the southern hedge
local HEDGE, FLOWERS, PATH, TRAIL, GATE, LAMP, GOAL = 3201, 3202, 3203, 3204, 3205, 3206, 3207
local GRASS, BEAM = 100, 351
local BEAM_TOP = 24
local WAYS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }

-- Columns and rows of the hedges around a maze of so many places. Its places lie on every second
-- cell, hedges between them.
function Maze.bounds(size)
  return -size, size, SOUTH, SOUTH + 2 * size
end

local function set_column(x, z, block)
  for y = LOW, HIGH do
    Block:setBlockAll(x, y, z, block, 0)
  end
end

-- Makes a cell one that can be walked through.
local function carve(x, z)
  set_column(x, z, BLOCKID.AIR)
  Block:setBlockAll(x, FLOOR, z, PATH, 0)
end

local function is_open(x, z)
  return Block:isAirBlock(x, LOW, z) == ErrorCode.OK
end

-- Grass as far as the largest maze goes.
local function mow()
  local west, east, south, north = Maze.bounds(Maze.LARGEST)
  Area:fillBlockAreaRange(
    { x = west, y = LOW, z = south },
    { x = east, y = BEAM_TOP, z = north },
    BLOCKID.AIR
  )
  Area:fillBlockAreaRange(
    { x = west, y = FLOOR, z = south },
    { x = east, y = FLOOR, z = north },
    GRASS
  )
end

local function plant(size)
  local west, east, south, north = Maze.bounds(size)
  local low, high = { x = west, y = LOW, z = south }, { x = east, y = HIGH, z = north }
  Area:fillBlockAreaRange(low, high, HEDGE)
  for x = west, east, 2 do
    for z = south, north, 2 do
      -- Corners of hedges are never carved: some are in flower.
      if math.random(4) == 1 then
        Block:setBlockAll(x, HIGH, z, FLOWERS, 0)
      end
    end
  end
end

-- Carves all places, from one of them on.
local function carve_all(size, x, z)
  local west, east, south, north = Maze.bounds(size)
  local way_back = { { x = x, z = z } }
  carve(x, z)
  while #way_back > 0 do
    local at = way_back[#way_back]
    local free = {}
    for _, way in ipairs(WAYS) do
      local nx, nz = at.x + 2 * way[1], at.z + 2 * way[2]
      if nx > west and nx < east and nz > south and nz < north and not is_open(nx, nz) then
        table.insert(free, way)
      end
    end
    if #free == 0 then
      table.remove(way_back)
    else
      local way = free[math.random(#free)]
      carve(at.x + way[1], at.z + way[2])
      carve(at.x + 2 * way[1], at.z + 2 * way[2])
      table.insert(way_back, { x = at.x + 2 * way[1], z = at.z + 2 * way[2] })
    end
  end
end

-- An opening in the outer hedge with a post on either side.
local function open(x, z, post)
  carve(x, z)
  for _, side in ipairs({ -1, 1 }) do
    set_column(x + side, z, post)
    Block:setBlockAll(x + side, HIGH + 1, z, LAMP, 0)
  end
end

-- Grows a maze in place of the one before. Gives the cells of its entrance and its exit.
function Maze.grow(size)
  local west, _, south, north = Maze.bounds(size)
  mow()
  plant(size)
  local entrance = { x = west + 2 * math.ceil(size / 2) - 1, z = south }
  local exit = { x = west + 2 * math.random(size) - 1, z = north }
  carve_all(size, entrance.x, entrance.z + 1)
  open(entrance.x, entrance.z, GATE)
  open(exit.x, exit.z, GOAL)
  Block:setBlockAll(exit.x, FLOOR, exit.z, GOAL, 0)
  for y = HIGH + 2, BEAM_TOP do
    Block:setBlockAll(exit.x, y, exit.z, BEAM, 0)
  end
  return entrance, exit
end

-- The cells from one to another inside; nil if there is no way.
function Maze.way(size, from, to)
  local west, _, south, north = Maze.bounds(size)
  local wide = 2 * size + 1
  local function key(x, z)
    return (x - west) * wide + z
  end
  local queue, came = { to }, { [key(to.x, to.z)] = to }
  local next = 1
  while queue[next] do
    local at = queue[next]
    next = next + 1
    if at.x == from.x and at.z == from.z then
      break
    end
    for _, way in ipairs(WAYS) do
      local x, z = at.x + way[1], at.z + way[2]
      if z >= south and z <= north and is_open(x, z) and not came[key(x, z)] then
        came[key(x, z)] = at
        table.insert(queue, { x = x, z = z })
      end
    end
  end
  if not came[key(from.x, from.z)] then
    return nil
  end
  local cells, at = { from }, from
  while at.x ~= to.x or at.z ~= to.z do
    at = came[key(at.x, at.z)]
    table.insert(cells, at)
  end
  return cells
end

-- Lights cells of the ground, or puts the light out again.
function Maze.light(cells, on)
  for _, cell in ipairs(cells) do
    local _, there = Block:getBlockID(cell.x, FLOOR, cell.z)
    if there == PATH or there == TRAIL then
      Block:setBlockAll(cell.x, FLOOR, cell.z, on and TRAIL or PATH, 0)
    end
  end
end
