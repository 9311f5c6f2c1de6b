--!strict
-- Fighting by hand: bow and sword. Virtual players stand where a client says it has them.

local SECOND = 20 -- ticks
local BELL = { 3, 8, -5 }

local function score(t: Test, uin: number)
  local _, value = t:eval("return Player:getGameScore(" .. uin .. ")")
  return value
end

local function begin(t: Test, uin: number)
  t:click(uin, BELL[1], BELL[2], BELL[3])
  t:click(uin, BELL[1], BELL[2], BELL[3])
end

local function creatures(t: Test)
  local _, _, list = t:eval("return World:getActorsByBox(2, -30, 0, -30, 30, 30, 60)")
  return list
end

test("arrows beat what comes down the road", function(t)
  local ann = t:join("Ann")
  t:ticks(2 * SECOND)
  t:expect(t:pose(ann, 4.5, 7, 0.5), "around the crystal")
  t:ticks(2 * SECOND)
  t:expect(t:pose(ann, 1.3, 7, 6.5), "in the road, facing north")
  begin(t, ann)
  t:ticks(2 * SECOND)
  for _ = 1, 20 do
    t:expect(t:act(ann, { use = {} }), "the bow shoots")
    t:ticks(SECOND)
  end
  t:expect(score(t, ann) >= 1, "the one from the northern gate is beaten")
  local _, bow = t:eval("return Backpack:getGridItemID(1001, 1000)")
  t:equal(bow, 200511, "the bow is still there")
end)

test("a sword beats what gnaws at the crystal", function(t)
  local ann = t:join("Ann")
  t:ticks(2 * SECOND)
  t:expect(t:pose(ann, 0.5, 7, -3.5), "beside the crystal")
  t:expect(t:act(ann, { shortcut = { index = 1 } }), "the sword is in hand")
  begin(t, ann)
  t:ticks(22 * SECOND)
  local list = creatures(t)
  t:equal(#list, 4, "all have come")
  -- Slimes live 20, a stroke takes 25; they stand within reach around the crystal.
  for stroke, objid in ipairs(list) do
    t:expect(t:act(ann, { attack = { target = objid } }), "it is in reach")
    t:ticks(SECOND)
    t:equal(score(t, ann), stroke)
  end
  t:equal(creatures(t), {})
end)
