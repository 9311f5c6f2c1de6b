--!strict
-- Runs over the course: virtual players are where a client says it has them.

local SECOND = 20 -- ticks
-- The middle of each pad, where runners stand.
local START = { 0.5, 10, 2.5 }
local PADS = { { 0.5, 10, 19.5 }, { 0.5, 14, 35.5 }, { 20.5, 15, 36 }, { 20.5, 14, 18 } }
local FINISH = { 20.5, 14, 6 }
-- Between the start and the first pad, and so on: the platforms on the way.
local WAYS = {
  { { 1, 10, 7 }, { -1, 10, 11 }, { 1, 10, 15 } },
  { { 1, 11, 23 }, { 1, 12, 26 }, { 1, 13, 29 }, { 1, 14, 32 } },
  {
    { 5.5, 14, 35.5 },
    { 8.5, 14, 36.5 },
    { 11.5, 14, 35.5 },
    { 13.5, 15, 34.5 },
    { 16.5, 15, 34.5 },
  },
  { { 20.5, 15, 29.5 }, { 20.5, 14, 23.5 } },
  { { 20.5, 14, 15.5 }, { 20.5, 14, 11.5 } },
}

local function place(t: Test, uin: number)
  local _, x, y, z = t:eval("return Actor:getPosition(" .. uin .. ")")
  return { x, y, z }
end

local function put(t: Test, uin: number, at: { number })
  t:ticks(SECOND)
  t:expect(t:pose(uin, at[1], at[2], at[3]), "one can be there")
end

-- From pad `first` (0 is the start) to pad `last` (5 is the finish), all on the way.
local function run(t: Test, uin: number, first: number, last: number)
  for leg = first + 1, last do
    for _, at in ipairs(WAYS[leg]) do
      put(t, uin, at)
    end
    put(t, uin, PADS[leg] or FINISH)
  end
end

local function said(t: Test, uin: number, part: string)
  for _, toast in ipairs(t:toasts(uin)) do
    if string.find(toast.en, part, 1, true) then
      return true
    end
  end
  return false
end

test("a run is timed from the start to the finish", function(t)
  local ann = t:join("Ann")
  put(t, ann, START)
  run(t, ann, 0, 5)
  t:ticks(SECOND)
  -- 21 places, a second between them; the clock begins when the first is left for.
  t:expect(said(t, ann, "Checkpoint 1: 0:03.00"), "the first pad is passed after three seconds")
  t:expect(said(t, ann, "Your best time yet: 0:20.00"), "the finish is reached")
  local _, names = t:eval("return CloudSever:getlistCache('names')")
  t:equal(names, { ["1001"] = "Ann" }, "the time is kept")
end)

test("a slower run leaves the best time", function(t)
  local ann = t:join("Ann")
  put(t, ann, START)
  run(t, ann, 0, 5)
  put(t, ann, { 20.5, 14, 2.5 })
  t:ticks(SECOND)
  t:equal(place(t, ann), START, "the gate behind the finish leads home")
  run(t, ann, 0, 2)
  t:ticks(7 * SECOND)
  run(t, ann, 2, 5)
  t:expect(said(t, ann, "Your best time is still 0:20.00"), "seven seconds slower")
end)

test("pads count in their order only, and the finish after all of them", function(t)
  local ann = t:join("Ann")
  put(t, ann, START)
  run(t, ann, 0, 1)
  for _, at in ipairs(WAYS[2]) do
    put(t, ann, at)
  end
  -- Past the second pad, without touching it.
  for _, at in ipairs(WAYS[3]) do
    put(t, ann, at)
  end
  put(t, ann, PADS[3])
  t:expect(said(t, ann, "Checkpoint 2 comes first"), "the second pad is missing")
  run(t, ann, 3, 5)
  t:ticks(SECOND)
  t:expect(not said(t, ann, "best time"), "that was no run")
  local _, names = t:eval("return CloudSever:getlistCache('names')")
  t:equal(names, {}, "nothing is kept")
end)

test("a fall leads back to the last pad while the clock runs on", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  put(t, ann, START)
  put(t, ann, WAYS[1][1])
  put(t, ann, { 3.5, 6, 9.5 })
  put(t, ann, { 3.5, 3, 9.5 })
  t:ticks(SECOND)
  t:equal(place(t, ann), START, "before the first pad, to the start")
  run(t, ann, 0, 1)
  put(t, ann, { 3.5, 6, 22.5 })
  put(t, ann, { 3.5, 3, 22.5 })
  t:ticks(SECOND)
  t:equal(place(t, ann), PADS[1], "to the pad")
  run(t, ann, 1, 5)
  -- Twenty for the way, three for the fall.
  t:expect(said(t, ann, "Your best time yet: 0:23.00"), "the clock has not waited")
  t:equal(t:toasts(ben), {}, "that is nobody else's business")
end)

test("the feather leads back to the last pad", function(t)
  local ann = t:join("Ann")
  put(t, ann, START)
  run(t, ann, 0, 1)
  put(t, ann, WAYS[2][1])
  t:expect(t:act(ann, { use = {} }), "it is in hand")
  t:ticks(1)
  t:equal(place(t, ann), PADS[1])
end)

test("who leaves in the middle of a run begins anew", function(t)
  local ann = t:join("Ann")
  put(t, ann, START)
  run(t, ann, 0, 2)
  t:leave(ann)
  t:ticks(SECOND)
  t:back(ann)
  t:ticks(SECOND)
  t:equal(place(t, ann), { 0.5, 10, -2.5 }, "on the meadow")
  put(t, ann, START)
  run(t, ann, 0, 5)
  t:expect(said(t, ann, "Your best time yet: 0:20.00"), "the time before does not count")
end)
