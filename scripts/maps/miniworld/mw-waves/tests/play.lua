--!strict
-- Whole games by bell and cannons, and what is refused. Places and numbers are those of the arena as
-- a player sees it, not read from the scripts.

local SECOND = 20 -- ticks
local BELL = { 3, 8, -5 }
local CANNONS = { { -6, 8, 6 }, { 6, 8, 6 }, { -6, 8, -3 }, { 6, 8, -3 } }
local PAUSE = 8 -- seconds before a wave

local function click(t: Test, uin: number, at: { number })
  t:click(uin, at[1], at[2], at[3])
end

local function creatures(t: Test)
  local _, count = t:eval("return World:getActorsByBox(2, -30, 0, -30, 30, 30, 60)")
  return count
end

local function result(t: Test, uin: number)
  local _, value = t:eval("return Player:getGameResults(" .. uin .. ")")
  return value
end

local function score(t: Test, uin: number)
  local _, value = t:eval("return Player:getGameScore(" .. uin .. ")")
  return value
end

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] and toasts[#toasts].en
end

-- The player fires all cannons so often, which takes two seconds each time.
local function defend(t: Test, uin: number, times: number)
  for _ = 1, times do
    for _, cannon in ipairs(CANNONS) do
      click(t, uin, cannon)
    end
    t:ticks(2 * SECOND)
  end
end

test("everything to be clicked is where it is seen", function(t)
  t:equal(t:block(BELL[1], BELL[2], BELL[3]), 2602, "the bell")
  for _, at in ipairs(CANNONS) do
    t:equal(t:block(at[1], at[2], at[3]), 2601, "a cannon")
  end
  local ann = t:join("Ann")
  t:ticks(SECOND)
  local _, x, y, z = t:eval("return Actor:getPosition(" .. ann .. ")")
  t:equal({ x, y, z }, { 0.5, 7, -7.5 }, "Ann stands on the ground")
  local _, bow = t:eval("return Backpack:getGridItemID(1001, 1000)")
  local _, sword = t:eval("return Backpack:getGridItemID(1001, 1001)")
  t:equal({ bow, sword }, { 200511, 200512 }, "and is armed")
end)

test("a wave comes after the pause, one creature a second, more of them for two", function(t)
  local ann = t:join("Ann")
  t:ticks(20 * SECOND)
  t:equal(creatures(t), 0, "nobody comes before the bell")
  click(t, ann, BELL)
  t:ticks((PAUSE - 1) * SECOND)
  t:equal(creatures(t), 0, "nobody comes in the pause")
  t:ticks(3 * SECOND)
  t:equal(creatures(t), 2)
  t:ticks(4 * SECOND)
  t:equal(creatures(t), 4, "the first wave has four")
  t:chat(ann, "hello")
  t:equal(creatures(t), 4)

  local second = t:join("Ben")
  t:leave(second)
  t:leave(ann)
  t:equal(creatures(t), 0, "with nobody there, there is no game")
  t:back(ann)
  t:back(second)
  t:chat(second, "开始")
  t:chat(second, "START")
  t:ticks(8 * SECOND)
  t:equal(creatures(t), 6, "two players have half as many more")
end)

test("the crystal falls when nobody defends it, and the bell starts anew", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  click(t, ann, BELL)
  click(t, ann, BELL)
  t:ticks(60 * SECOND)
  t:equal({ result(t, ann), result(t, ben) }, { 2, 2 }, "both have lost")
  t:equal(creatures(t), 0, "the creatures are gone")
  t:ticks(60 * SECOND)
  t:equal(creatures(t), 0, "and stay away")
  click(t, ben, BELL)
  t:equal({ result(t, ann), result(t, ben) }, { 0, 0 }, "another game is on")
  t:ticks((PAUSE + 2) * SECOND)
  t:equal(creatures(t), 2)
end)

test("cannons refuse to fire at nobody and while they are loaded", function(t)
  local ann = t:join("Ann")
  click(t, ann, CANNONS[1])
  t:equal(last_toast(t, ann), "There are no creatures; ring the bell first.")
  click(t, ann, BELL)
  click(t, ann, CANNONS[1])
  t:equal(last_toast(t, ann), "There are no creatures; ring the bell first.", "in the pause")
  click(t, ann, BELL)
  click(t, ann, BELL)
  t:equal(last_toast(t, ann), "The creatures are here already!")
  t:ticks(3 * SECOND)
  click(t, ann, CANNONS[1])
  click(t, ann, CANNONS[1])
  t:equal(last_toast(t, ann), "The cannon is being loaded.")
  local before = #t:toasts(ann)
  click(t, ann, CANNONS[2])
  t:click(ann, 0, 6, -7)
  t:equal(#t:toasts(ann), before, "another cannon is, the ground does nothing")
end)

test("who fires beats creatures, and it counts for nobody else", function(t)
  local ann, ben = t:join("Ann"), t:join("Ben")
  click(t, ann, BELL)
  click(t, ann, BELL)
  t:ticks(3 * SECOND)
  defend(t, ben, 5)
  t:equal({ score(t, ann), score(t, ben) }, { 0, 6 }, "Ben has beaten the whole wave")
  t:equal(creatures(t), 0)
end)

test("five waves held are a victory", function(t)
  local ann = t:join("Ann")
  click(t, ann, BELL)
  local times = 0
  while result(t, ann) == 0 and times < 150 do
    defend(t, ann, 1)
    times = times + 1
  end
  t:equal(result(t, ann), 1, "won")
  -- Slimes, wolves and ogres of the five waves: 4, 7, 9, 8, 15.
  t:equal(score(t, ann), 43, "everything that came is beaten")
  t:equal(creatures(t), 0)
  click(t, ann, CANNONS[1])
  t:equal(last_toast(t, ann), "There are no creatures; ring the bell first.", "it is over")
  click(t, ann, BELL)
  t:equal({ result(t, ann), score(t, ann) }, { 0, 0 }, "the next game begins at nothing")
end)
