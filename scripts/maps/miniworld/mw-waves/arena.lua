-- The arena: a walled meadow with the crystal in the south, three gates in the north, roads between
-- them, and four cannons. x runs east, z north; people stand at y = 7.

local STONE, SAND, LOG = 104, 667, 201
local CANNON, BELL, CRYSTAL, ROAD, LEAVES, TORCH = 2601, 2602, 2603, 2604, 2605, 2606
local WEST, EAST, SOUTH, NORTH = -18, 18, -12, 42
local GROUND = 7

-- Where creatures come in, and the middle of what they go for.
GATES = { { x = 0.5, z = 40.5 }, { x = -15.5, z = 30.5 }, { x = 16.5, z = 30.5 } }
HOME = { x = 0.5, y = GROUND, z = 0.5 }

local function fill(x1, y1, z1, x2, y2, z2, block)
  Area:fillBlockAreaRange({ x = x1, y = y1, z = z1 }, { x = x2, y = y2, z = z2 }, block)
end

local function wall(x1, z1, x2, z2)
  fill(x1, GROUND, z1, x2, GROUND + 1, z2, STONE)
  -- Every other stone of the top is left out.
  for x = x1, x2 do
    for z = z1, z2 do
      if (x + z) % 2 == 0 then
        fill(x, GROUND + 2, z, x, GROUND + 2, z, STONE)
      end
    end
  end
end

local function tower(x, z)
  fill(x - 1, GROUND, z - 1, x + 1, GROUND + 4, z + 1, STONE)
  fill(x, GROUND + 5, z, x, GROUND + 5, z, TORCH)
end

-- A road of three blocks, straight from a gate to the crystal.
local function road(gate)
  local steps = 60
  for i = 0, steps do
    local x = math.floor(HOME.x + (gate.x - HOME.x) * i / steps)
    local z = math.floor(HOME.z + (gate.z - HOME.z) * i / steps)
    fill(x - 1, GROUND - 1, z - 1, x + 1, GROUND - 1, z + 1, ROAD)
  end
end

local function gateway(gate)
  local x, z = math.floor(gate.x), math.floor(gate.z)
  for _, side in ipairs({ -2, 2 }) do
    fill(x + side, GROUND, z, x + side, GROUND + 4, z, LOG)
    fill(x + side, GROUND + 5, z, x + side, GROUND + 5, z, TORCH)
  end
  fill(x - 1, GROUND + 4, z, x + 1, GROUND + 4, z, LOG)
end

local function tree(x, z)
  fill(x, GROUND, z, x, GROUND + 3, z, LOG)
  fill(x - 1, GROUND + 3, z - 1, x + 1, GROUND + 4, z + 1, LEAVES)
  fill(x, GROUND + 5, z, x, GROUND + 5, z, LEAVES)
end

wall(WEST, SOUTH, EAST, SOUTH)
wall(WEST, NORTH, EAST, NORTH)
wall(WEST, SOUTH, WEST, NORTH)
wall(EAST, SOUTH, EAST, NORTH)
for _, corner in ipairs({ { WEST, SOUTH }, { EAST, SOUTH }, { WEST, NORTH }, { EAST, NORTH } }) do
  tower(corner[1], corner[2])
end
for _, gate in ipairs(GATES) do
  road(gate)
  gateway(gate)
end
for _, place in ipairs({ { -13, 20 }, { 13, 18 }, { -11, -6 }, { 12, -5 }, { -7, 36 }, { 8, 35 } }) do
  tree(place[1], place[2])
end

-- The crystal on its plaza.
fill(-4, GROUND - 1, -4, 4, GROUND - 1, 4, STONE)
fill(-3, GROUND - 1, -3, 3, GROUND - 1, 3, SAND)
fill(0, GROUND, 0, 0, GROUND + 3, 0, CRYSTAL)
for _, side in ipairs({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }) do
  fill(side[1], GROUND, side[2], side[1], GROUND, side[2], CRYSTAL)
end

-- Cannons on stones beside the plaza, and the bell on a post before it.
for _, place in ipairs({ { -6, 6 }, { 6, 6 }, { -6, -3 }, { 6, -3 } }) do
  fill(place[1], GROUND, place[2], place[1], GROUND, place[2], STONE)
  fill(place[1], GROUND + 1, place[2], place[1], GROUND + 1, place[2], CANNON)
end
fill(3, GROUND, -5, 3, GROUND, -5, LOG)
fill(3, GROUND + 1, -5, 3, GROUND + 1, -5, BELL)
fill(-1, GROUND - 1, -9, 3, GROUND - 1, -5, ROAD)

-- Who is this near gnaws at the crystal.
local code, area = Area:createAreaRect(HOME, { x = 3, y = 3, z = 3 })
HOME_AREA = code == ErrorCode.OK and area or nil
