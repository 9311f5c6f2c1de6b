--!strict
-- The town as newcomers find it, and what words and clicks do without a purse.

local SECOND = 20 -- ticks
local ORES = { [2701] = true, [2702] = true, [2703] = true }

local function coins(t: Test, uin: number)
  local _, value = t:eval("return VarLib2:getPlayerVarByName(" .. uin .. ", 3, 'coins')")
  return value
end

local function in_bag(t: Test, uin: number)
  local _, hand = t:eval("return Backpack:getBackpackBarValidList(" .. uin .. ", 1)")
  local _, bag = t:eval("return Backpack:getBackpackBarValidList(" .. uin .. ", 2)")
  return hand + bag
end

test("the wall is full of ore, and a keeper stands behind the counter", function(t)
  local ann = t:join("Ann")
  t:ticks(2 * SECOND)
  for x = -5, 5 do
    for y = 7, 9 do
      t:expect(ORES[t:block(x, y, 8)], "no ore at " .. x .. ", " .. y)
    end
  end
  for z = -1, 2 do
    t:equal(t:block(-7, 7, z), 2704, "the counter")
  end
  local _, count, keepers = t:eval("return World:getActorsByBox(2, -20, 5, -20, 20, 15, 20)")
  t:equal(count, 1, "one creature")
  local _, x, y, z = t:eval("return Actor:getPosition(" .. keepers[1] .. ")")
  t:equal({ x, y, z }, { -8.5, 7, 0.5 }, "on the floor of the shop")
  t:equal({ coins(t, ann), in_bag(t, ann) }, { 0, 0 }, "Ann has nothing")
end)

test("clicks and words open the shop for everybody, and nothing else happens", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  t:ticks(SECOND)
  t:expect(t:click(ann, -7, 7, 0), "the counter")
  t:expect(t:click(ben, 0, 6, 0), "the ground")
  t:chat(ben, "商店")
  t:chat(ben, "SHOP")
  t:chat(ann, "重来")
  t:ticks(SECOND)
  t:leave(ann)
  t:back(ann)
  t:chat(ann, "restart")
  t:ticks(SECOND)
  t:equal({ t:toasts(ann), t:toasts(ben) }, { {}, {} }, "nobody is refused anything")
  t:equal({ coins(t, ann), coins(t, ben) }, { 0, 0 })
end)
