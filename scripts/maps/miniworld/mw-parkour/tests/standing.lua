--!strict
-- What a test can have a walking player do, and read in the world.

test("players look, sneak, run and jump", function(t)
  local ann = t:join("Ann")
  t:eval([[
    motions = {}
    ScriptSupportEvent:registerEvent("Player.MotionStateChange", function(e)
      motions[#motions + 1] = e.playermotion
    end)
  ]])
  local _, x, y, z = t:eval("return Actor:getPosition(" .. ann .. ")")
  t:expect(t:look(ann, 90, 10), "looks")
  t:expect(t:sneak(ann), "sneaks")
  t:expect(t:sneak(ann, false), "stands up")
  t:expect(t:jump(ann), "jumps")
  local seen = t:eval("return motions")
  local function has(number: number)
    for _, motion in ipairs(seen) do
      if motion == number then
        return true
      end
    end
    return false
  end
  t:expect(has(16), "sneaking was seen")
  t:expect(has(4), "the jump was seen")
  local _, later = t:eval("return Actor:getPosition(" .. ann .. ")")
  t:equal(later, x)
  t:expect(y ~= nil and z ~= nil, "a place")
end)

test("texts in the world can be read, and events that a test raises come at once", function(t)
  t:join("Ann")
  t:eval([[
    local info = Graphics:makeGraphicsText("#RHello", 20, 100, 7)
    Graphics:createGraphicsTxtByPos(1, 9, 2, info, 0, 0)
  ]])
  local found
  for _, text in ipairs(t:texts()) do
    found = if string.find(text.text, "Hello", 1, true) then text else found
  end
  t:expect(found ~= nil, "the text is there")
  t:equal(found.at[1], 1)
  t:eval([[
    ScriptSupportEvent:registerEvent("mine", function(e) heard = e.customdata end)
    Game:dispatchEvent("mine", { customdata = "x" })
  ]])
  t:equal(t:eval("return heard"), "x")
end)
