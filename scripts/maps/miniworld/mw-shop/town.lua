-- The town: a wall of ore in the north, the shop in the west, trees and a fence. x runs east, z
-- north; people stand at y = 7.

local SOIL, STONE, GRASS, LOG = 101, 104, 100, 201
local RED, WHITE = 614, 600
COAL, IRON, GOLD, COUNTER = 2701, 2702, 2703, 2704
local PLANKS, LAMP, LEAVES, PAVING = 2705, 2706, 2707, 2708
local GROUND = 7

-- Where ore grows.
ORE = { low = { x = -5, y = GROUND, z = 8 }, high = { x = 5, y = GROUND + 2, z = 8 } }
-- Where the keeper stands, behind its counter.
KEEPER_AT = { x = -8.5, y = GROUND, z = 0.5 }

local function fill(x1, y1, z1, x2, y2, z2, block)
  Area:fillBlockAreaRange({ x = x1, y = y1, z = z1 }, { x = x2, y = y2, z = z2 }, block)
end

-- Coal mostly, some iron, little gold.
function random_ore()
  local draw = math.random(10)
  return draw == 1 and GOLD or draw <= 4 and IRON or COAL
end

-- The rock, with the ore in its face.
fill(-9, GROUND, 9, 9, GROUND + 4, 12, STONE)
fill(-7, GROUND + 5, 10, 7, GROUND + 6, 12, STONE)
fill(-4, GROUND + 7, 11, 3, GROUND + 7, 12, GRASS)
fill(-8, GROUND, 8, -6, GROUND + 3, 8, STONE)
fill(6, GROUND, 8, 8, GROUND + 3, 8, STONE)
fill(-5, GROUND + 3, 8, 5, GROUND + 3, 8, STONE)
for x = ORE.low.x, ORE.high.x do
  for y = ORE.low.y, ORE.high.y do
    fill(x, y, ORE.low.z, x, y, ORE.low.z, random_ore())
  end
end

-- The square, and ways from it.
fill(-4, GROUND - 1, -4, 5, GROUND - 1, 5, PAVING)
fill(-7, GROUND - 1, -1, -5, GROUND - 1, 2, PAVING)
fill(-1, GROUND - 1, 6, 2, GROUND - 1, 7, SOIL)

-- The shop: a floor, a counter to the square, a back wall, a striped roof.
fill(-11, GROUND - 1, -3, -7, GROUND - 1, 4, PLANKS)
fill(-7, GROUND, -1, -7, GROUND, 2, COUNTER)
fill(-12, GROUND, -3, -12, GROUND + 3, 4, PLANKS)
for _, z in ipairs({ -3, 4 }) do
  fill(-7, GROUND, z, -7, GROUND + 3, z, LOG)
  fill(-12, GROUND, z, -12, GROUND + 3, z, LOG)
  fill(-11, GROUND, z, -8, GROUND, z, PLANKS)
  fill(-7, GROUND + 3, z, -7, GROUND + 3, z, LAMP)
end
for z = -4, 5 do
  local cloth = z % 2 == 0 and RED or WHITE
  fill(-12, GROUND + 4, z, -6, GROUND + 4, z, cloth)
end

local function tree(x, z)
  fill(x, GROUND, z, x, GROUND + 3, z, LOG)
  fill(x - 1, GROUND + 3, z - 1, x + 1, GROUND + 4, z + 1, LEAVES)
  fill(x, GROUND + 5, z, x, GROUND + 5, z, LEAVES)
end

for _, place in ipairs({ { 10, 3 }, { 12, -7 }, { -14, -9 }, { 4, -11 }, { -16, 10 } }) do
  tree(place[1], place[2])
end
-- A fence around it all.
for x = -19, 19 do
  fill(x, GROUND, -15, x, GROUND + x % 2, -15, LOG)
  fill(x, GROUND, 19, x, GROUND + x % 2, 19, LOG)
end
for z = -15, 19 do
  fill(-19, GROUND, z, -19, GROUND + z % 2, z, LOG)
  fill(19, GROUND, z, 19, GROUND + z % 2, z, LOG)
end

-- Only ore may be dug.
for _, block in ipairs({
  SOIL,
  STONE,
  GRASS,
  LOG,
  RED,
  WHITE,
  COUNTER,
  PLANKS,
  LAMP,
  LEAVES,
  PAVING,
}) do
  Block:setBlockSettingAttState(block, BLOCKATTR.ENABLE_DESTROYED, false)
end

local function write(text, x, y, z)
  Graphics:createGraphicsTxtByPos(x, y, z, Graphics:makeGraphicsText(text, 10, 50, 1))
end
write("#Y[zh]商店[/zh][en]Shop[/en]", -6.5, GROUND + 2.6, 0.5)
write("#W[zh]挖矿[/zh][en]Dig here[/en]", 0.5, GROUND + 4.6, 8)
