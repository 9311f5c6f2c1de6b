-- The course: where its platforms stand, and the areas that runners pass. x runs east, y up and z
-- north. A platform's y is that of its blocks, so runners stand one higher.
--
-- A jump rises 1.3 blocks and carries a walking runner over a gap of two blocks, a running one over
-- three; a platform one block higher is reached over two.

local GRASS, SOIL, STONE, LOG = 100, 101, 104, 201
local WHITE, YELLOW, LIME, PINK, CYAN, BLUE, GREEN, RED = 600, 604, 605, 606, 609, 611, 613, 614
local START, FINISH, PORTAL, PLANKS, LAMP = 2500, 2505, 2506, 2508, 2509

-- How high above the ground an area of the course reaches: nobody jumps over it.
local TALL = 4

-- x and z of the south-western corner, lengths east and north, y, block; the block of a pad in its
-- middle, if it is one.
local platforms = {
  -- Where runners come in, and the start at its northern edge.
  { -5, -7, 11, 9, 9, GRASS },
  { -2, 2, 5, 2, 9, GREEN, START },
  -- 1: stepping stones, two blocks apart.
  { 0, 6, 2, 2, 9, LIME },
  { -2, 10, 2, 2, 9, LIME },
  { 0, 14, 2, 2, 9, LIME },
  { -2, 18, 5, 3, 9, BLUE, 2501 },
  -- 2: steps, each a block higher.
  { 0, 22, 2, 2, 10, YELLOW },
  { 0, 25, 2, 2, 11, YELLOW },
  { 0, 28, 2, 2, 12, YELLOW },
  { 0, 31, 2, 2, 13, YELLOW },
  { -2, 34, 5, 3, 13, BLUE, 2502 },
  -- 3: pillars of a single block, to the east.
  { 5, 35, 1, 1, 13, PINK },
  { 8, 36, 1, 1, 13, PINK },
  { 11, 35, 1, 1, 13, PINK },
  { 13, 34, 1, 1, 14, PINK },
  { 16, 34, 1, 1, 14, PINK },
  { 19, 34, 3, 4, 14, BLUE, 2503 },
  -- 4: three blocks apart, back south: this needs a run.
  { 19, 28, 3, 3, 14, CYAN },
  { 19, 22, 3, 3, 13, CYAN },
  { 18, 17, 5, 2, 13, BLUE, 2504 },
  -- Home: a beam, and the finish.
  { 20, 11, 1, 5, 13, WHITE },
  { 17, 2, 7, 8, 13, YELLOW, FINISH },
}

-- Where runners begin, and where each checkpoint puts them back: the middle of a pad.
BACK_AT = { [0] = { 0.5, 10, 2.5 } }
-- What the areas are, by their numbers: "start", "finish", "home", "sea", or a checkpoint's number.
AREAS = {}
CHECKPOINTS = 4

local function fill(x, y, z, long, tall, deep, block)
  local low = { x = x, y = y, z = z }
  local high = { x = x + long - 1, y = y + tall - 1, z = z + deep - 1 }
  Area:fillBlockAreaRange(low, high, block)
end

local function area(name, x, y, z, long, tall, deep)
  local low = { x = x, y = y, z = z }
  local high = { x = x + long - 1, y = y + tall - 1, z = z + deep - 1 }
  local code, id = Area:createAreaRectByRange(low, high)
  if code == ErrorCode.OK then
    AREAS[id] = name
  end
end

local function build(platform)
  local x, z, long, deep, y, block, pad = unpack(platform)
  fill(x, y, z, long, 1, deep, block)
  -- Large ones hang in the air like clods of earth: narrower below.
  if long > 2 and deep > 2 then
    fill(x + 1, y - 1, z + 1, long - 2, 1, deep - 2, block == GRASS and SOIL or STONE)
  end
  if not pad then
    return
  end
  fill(x + math.floor(long / 2), y, z + math.floor(deep / 2), 1, 1, 1, pad)
  local name = pad == START and "start" or pad == FINISH and "finish" or pad - START
  area(name, x, y + 1, z, long, TALL, deep)
  if type(name) == "number" then
    BACK_AT[name] = { x + long / 2, y + 1, z + deep / 2 }
  end
end

-- A gate: two posts with lamps, and a beam between them.
local function gate(x, y, z, long)
  for _, post in ipairs({ x, x + long - 1 }) do
    fill(post, y, z, 1, 5, 1, LOG)
    fill(post, y + 5, z, 1, 1, 1, LAMP)
  end
  fill(x + 1, y + 4, z, long - 2, 1, 1, PLANKS)
end

local function flag(x, y, z)
  fill(x, y, z, 1, 6, 1, LOG)
  for i = 1, 3 do
    fill(x + i, y + 4, z, 1, 1, 1, i % 2 == 0 and WHITE or RED)
    fill(x + i, y + 5, z, 1, 1, 1, i % 2 == 0 and RED or WHITE)
  end
end

for _, platform in ipairs(platforms) do
  build(platform)
end
gate(-3, 9, 3, 7)

-- The finish: a flag, and at its end the way home.
flag(17, 14, 9)
gate(18, 14, 2, 5)
fill(19, 14, 2, 3, 4, 1, PORTAL)
area("home", 19, 14, 2, 3, TALL, 1)

-- Whoever is down here has fallen.
area("sea", -22, 0, -22, 67, 5, 79)
