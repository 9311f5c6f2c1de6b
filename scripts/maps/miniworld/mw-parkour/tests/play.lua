--!strict
-- What needs no walking: coming and going, the words, and whether the course can be jumped at all.

local FEATHER, WHISTLE = 200501, 200502
local SECOND = 20 -- ticks

local function place(t: Test, uin: number)
  local code, x, y, z = t:eval("return Actor:getPosition(" .. uin .. ")")
  t:equal(code, 0, "there is such a player")
  return { x, y, z }
end

local function in_slot(t: Test, uin: number, slot: number)
  local _, item, count = t:eval("return Backpack:getGridItemID(" .. uin .. ", " .. slot .. ")")
  return { item, count }
end

test("whoever comes in stands on the meadow with a feather and a whistle", function(t)
  local ann = t:join("Ann")
  t:ticks(2 * SECOND)
  t:equal(place(t, ann), { 0.5, 10, -2.5 })
  t:equal(in_slot(t, ann, 1000), { FEATHER, 1 })
  t:equal(in_slot(t, ann, 1001), { WHISTLE, 1 })
  t:equal({ t:eval("return GameRule.BlockDestroy, GameRule.BlockPlace") }, { 0, 0 }, "no digging")
end)

test("the words put one to the start, others do nothing", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  t:ticks(SECOND)
  t:chat(ann, "hello")
  t:equal(place(t, ann), { 0.5, 10, -2.5 }, "still on the meadow")
  t:chat(ann, "重来")
  t:ticks(SECOND)
  t:equal(place(t, ann), { 0.5, 10, 2.5 }, "on the pad")
  t:chat(ben, "Back")
  t:ticks(SECOND)
  t:equal(place(t, ben), { 0.5, 10, 2.5 }, "nothing is passed yet")
  t:chat(ben, "top")
  t:chat(ben, "排行")
  t:equal(t:toasts(ann), {}, "nobody has done anything wrong")
  local _, names = t:eval("return CloudSever:getlistCache('names')")
  t:equal(names, {}, "nobody has finished")
end)

test("who comes back begins anew, and the others stay where they are", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  t:chat(ann, "restart")
  t:chat(ben, "restart")
  t:ticks(SECOND)
  t:leave(ann)
  t:ticks(5 * SECOND)
  t:back(ann)
  t:ticks(2 * SECOND)
  t:equal(place(t, ann), { 0.5, 10, -2.5 }, "Ann is on the meadow")
  t:equal(in_slot(t, ann, 1000), { FEATHER, 1 }, "with one feather")
  t:equal(place(t, ben), { 0.5, 10, 2.5 }, "Ben has not moved")
  t:leave(ben)
  t:leave(ann)
  t:ticks(60 * SECOND)
  t:back(ben)
  t:ticks(2 * SECOND)
  t:equal(place(t, ben), { 0.5, 10, -2.5 })
end)

-- The course as a runner finds it: where it can stand, and what is within a jump. A jump of 0.42
-- blocks a tick against 0.08 lasts twelve ticks to the same height and nine to one block higher;
-- running is 0.32 blocks a tick, and a body may overhang an edge by 0.3 on either side.
local REACH = { same = 12 * 0.32 + 0.6, up = 8 * 0.32 + 0.6 }

local function standing(t: Test)
  local cells: { [string]: { number } }, solid: { [string]: boolean } = {}, {}
  for x = -6, 26 do
    for z = -8, 40 do
      for y = 8, 16 do
        local block = t:block(x, y, z)
        solid[x .. "," .. y .. "," .. z] = block ~= 0 and block ~= 2506
      end
    end
  end
  local function free(x: number, y: number, z: number)
    return not solid[x .. "," .. y .. "," .. z]
  end
  for x = -6, 26 do
    for z = -8, 40 do
      for y = 8, 15 do
        if not free(x, y, z) and free(x, y + 1, z) and free(x, y + 2, z) then
          cells[x .. "," .. y + 1 .. "," .. z] = { x, y + 1, z }
        end
      end
    end
  end
  return cells
end

-- How wide the gap between two cells is: 0 for neighbours.
local function gap(a: { number }, b: { number })
  local dx = math.max(0, math.abs(a[1] - b[1]) - 1)
  local dz = math.max(0, math.abs(a[3] - b[3]) - 1)
  return math.sqrt(dx * dx + dz * dz)
end

test("every pad can be reached by jumps from the start", function(t)
  local cells = standing(t)
  local reached: { [string]: boolean } = { ["0,10,2"] = true }
  local open = { cells["0,10,2"] }
  while #open > 0 do
    local from = table.remove(open) :: { number }
    for key, to in pairs(cells) do
      local rise = to[2] - from[2]
      local reach = rise > 0 and REACH.up or REACH.same
      if not reached[key] and rise <= 1 and gap(from, to) <= reach then
        reached[key] = true
        table.insert(open, to)
      end
    end
  end
  for index, at in { { 0, 10, 19 }, { 0, 14, 35 }, { 20, 15, 36 }, { 20, 14, 18 }, { 20, 14, 6 } } do
    local pad = 2500 + index
    t:equal(t:block(at[1], at[2] - 1, at[3]), pad, "pad " .. pad)
    t:expect(reached[table.concat(at, ",")], "pad " .. pad .. " cannot be reached")
  end
end)
