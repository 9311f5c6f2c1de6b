--!strict
-- Digging, selling and buying. Prices and places are those that players see.

local SECOND = 20 -- ticks
local COAL, IRON, GOLD = 2701, 2702, 2703
local WORTH = { [COAL] = 2, [IRON] = 5, [GOLD] = 12 }
local ROW: { [number | string]: number } =
  { [COAL] = 1, [IRON] = 2, [GOLD] = 3, apple = 4, firework = 5, pickaxe = 7, crown = 9 }
local APPLE, FIREWORK, PICKAXE, CROWN = 200601, 200602, 200604, 200606
-- Slots at hand and in the bag.
local SLOTS = 38
local PAGE = "7301"

local function coins(t: Test, uin: number)
  local _, value = t:eval("return VarLib2:getPlayerVarByName(" .. uin .. ", 3, 'coins')")
  return value
end

-- As its own client shows it.
local function has(t: Test, uin: number, item: number)
  local sum = 0
  for _, slot in ipairs(t:walk(uin).own.bag) do
    if slot.item == item then
      sum = sum + slot.count
    end
  end
  return sum
end

local function come(t: Test, uin: number)
  t:ticks(2 * SECOND)
  t:expect(t:pose(uin, 0.5, 7, 6.5), "before the wall")
end

local function dig(t: Test, uin: number, x: number, y: number)
  local pos = { x, y, 8 }
  t:expect(t:act(uin, { dig_begin = { pos = pos } }), "it can be dug")
  t:ticks(5)
  t:expect(t:act(uin, { dig_end = { pos = pos } }), "it is dug out")
  t:ticks(SECOND)
end

local function press(t: Test, uin: number, number: number)
  local element = PAGE .. "_" .. number
  t:act(uin, { press = { page = PAGE, element = element, down = true } })
  t:expect(t:act(uin, { press = { page = PAGE, element = element, down = false } }), "it is there")
  t:ticks(1)
end

local function buy(t: Test, uin: number, what: number | string)
  press(t, uin, 400 + ROW[what])
end

local function sell(t: Test, uin: number, what: number | string)
  press(t, uin, 500 + ROW[what])
end

local function amount(t: Test, uin: number, text: string | number)
  local content = tostring(text)
  t:expect(t:act(uin, { type = { page = PAGE, element = "7301_6", content = content } }))
  t:ticks(1)
end

-- Digs the whole wall and sells it; the coins that this must give.
local function earn(t: Test, uin: number)
  local worth = 0
  for x = -5, 5 do
    for y = 7, 9 do
      worth = worth + WORTH[t:block(x, y, 8)]
      dig(t, uin, x, y)
    end
  end
  t:click(uin, -7, 7, 0)
  for _, ore in ipairs({ COAL, IRON, GOLD }) do
    for _ = 1, has(t, uin, ore) do
      sell(t, uin, ore)
    end
  end
  return worth
end

test("ore is dug, picked up, and grows back in eight seconds", function(t)
  local ann = t:join("Ann")
  come(t, ann)
  local ore = t:block(0, 9, 8)
  dig(t, ann, 0, 9)
  t:equal(t:block(0, 9, 8), 0, "it is gone")
  t:ticks(2 * SECOND)
  t:equal(has(t, ann, ore), 1, "it is in the bag")
  t:ticks(4 * SECOND)
  t:equal(t:block(0, 9, 8), 0, "not yet")
  t:ticks(2 * SECOND)
  t:expect(WORTH[t:block(0, 9, 8)], "there is ore again")
end)

test("ore does not grow into somebody", function(t)
  local ann = t:join("Ann")
  come(t, ann)
  dig(t, ann, 0, 8)
  dig(t, ann, 0, 7)
  t:expect(t:pose(ann, 0.5, 7, 8.5), "into the hole")
  t:ticks(30 * SECOND)
  t:equal({ t:block(0, 7, 8), t:block(0, 8, 8) }, { 0, 0 }, "it waits")
  t:expect(t:pose(ann, 0.5, 7, 6.5), "out again")
  t:ticks(9 * SECOND)
  t:expect(WORTH[t:block(0, 7, 8)] and WORTH[t:block(0, 8, 8)], "now it has grown")
end)

test("ore is sold for what it is worth, and what one has not is refused", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  come(t, ann)
  local ore = t:block(1, 8, 8)
  dig(t, ann, 1, 8)
  t:click(ann, -7, 7, 0)
  t:click(ben, -7, 7, 0)
  amount(t, ann, 2)
  sell(t, ann, ore)
  t:equal({ coins(t, ann), has(t, ann, ore) }, { 0, 1 }, "there are not two")
  amount(t, ann, 1)
  sell(t, ann, ore)
  t:equal({ coins(t, ann), has(t, ann, ore) }, { WORTH[ore], 0 })
  sell(t, ann, ore)
  t:equal(coins(t, ann), WORTH[ore], "nothing is left to be sold")
  sell(t, ben, ore)
  t:equal({ coins(t, ben), coins(t, ann) }, { 0, WORTH[ore] }, "purses are one's own")
end)

test("goods cost what the page says, and nothing is bought on credit", function(t)
  local ann = t:join("Ann")
  come(t, ann)
  t:click(ann, -7, 7, 0)
  buy(t, ann, "apple")
  t:equal(has(t, ann, APPLE), 0, "without a coin")
  local had = earn(t, ann)
  t:equal(coins(t, ann), had, "all ore is sold")
  buy(t, ann, "apple")
  t:equal({ coins(t, ann), has(t, ann, APPLE) }, { had - 3, 1 })
  amount(t, ann, 2)
  buy(t, ann, "firework")
  t:equal({ coins(t, ann), has(t, ann, FIREWORK) }, { had - 23, 2 }, "two at once")
  amount(t, ann, 99)
  buy(t, ann, "firework")
  t:equal({ coins(t, ann), has(t, ann, FIREWORK) }, { had - 23, 2 }, "too dear")
  for _, wrong in ipairs({ "0", "-1", "100", "1.5", "x", "nan" }) do
    amount(t, ann, wrong)
    sell(t, ann, "firework")
    buy(t, ann, "firework")
    had = had - 5
    t:equal({ coins(t, ann), has(t, ann, FIREWORK) }, { had - 23, 2 }, wrong .. " counts as one")
  end
end)

test("a full bag takes no more, and the coins stay in the purse", function(t)
  local ann = t:join("Ann")
  come(t, ann)
  local had = earn(t, ann)
  while had < 3 * (SLOTS + 1) do
    t:ticks(10 * SECOND)
    had = had + earn(t, ann)
  end
  amount(t, ann, SLOTS - 1)
  buy(t, ann, "apple")
  amount(t, ann, 2)
  buy(t, ann, "apple")
  t:equal(has(t, ann, APPLE), SLOTS - 1, "there is room for one only")
  amount(t, ann, 1)
  buy(t, ann, "apple")
  buy(t, ann, "apple")
  t:equal({ coins(t, ann), has(t, ann, APPLE) }, { had - 3 * SLOTS, SLOTS }, "it is full")
  sell(t, ann, "apple")
  buy(t, ann, "apple")
  t:equal({ coins(t, ann), has(t, ann, APPLE) }, { had - 3 * SLOTS - 2, SLOTS })
end)

test("the pickaxe doubles ore, the crown wins, and one can begin anew", function(t)
  local ann = t:join("Ann")
  come(t, ann)
  local had = earn(t, ann)
  buy(t, ann, "pickaxe")
  t:equal({ coins(t, ann), has(t, ann, PICKAXE) }, { had - 30, 1 })
  t:ticks(10 * SECOND)
  had = coins(t, ann) + 2 * earn(t, ann)
  t:equal(coins(t, ann), had, "every ore came twice")
  while coins(t, ann) < 200 do
    t:ticks(10 * SECOND)
    earn(t, ann)
  end
  had = coins(t, ann)
  buy(t, ann, "crown")
  t:equal({ coins(t, ann), has(t, ann, CROWN) }, { had - 200, 1 })
  local _, result = t:eval("return Player:getGameResults(1001)")
  t:equal(result, 1, "won")
  t:leave(ann)
  t:ticks(SECOND)
  t:back(ann)
  t:equal({ coins(t, ann), has(t, ann, CROWN) }, { had - 200, 1 }, "it is kept")
  t:chat(ann, "restart")
  t:equal({ coins(t, ann), has(t, ann, CROWN), has(t, ann, PICKAXE) }, { 0, 0, 0 })
end)
