-- The mountain package, its generals of qun: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

--
-- 蔡文姬 Cai Wenji
--

local THREE = { "zhangfei", "guanyu", "caiwenji" }

-- Zhang Fei hits Guan Yu; Cai Wenji gives a card away, and Guan Yu judges by another.
local function sing(t, spec)
  local slash = t:give("zhangfei", "slash:S7")
  t:give("zhangfei", "slash:C8", "slash:C9", "slash:C10")
  local card = t:give("caiwenji", "peach:H3")
  t:top(spec)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "guanyu" })
  t:asks("caiwenji", "card", "..")
  t:answer(text(card))
  t:equals(t:place(card), "discard")
end

test("beige heals by a heart", THREE, function(t)
  sing(t, ":H10")
  t:equals(t:hp("guanyu"), 4)
  t:idle()
end)

test("beige draws by a diamond", THREE, function(t)
  sing(t, ":D7")
  t:equals(t:hp("guanyu"), 3)
  t:equals(t:count("guanyu"), 2)
end)

test("beige lets the source discard by a club", THREE, function(t)
  sing(t, ":C2")
  t:asks("zhangfei", "discard", "beige")
  local hand = t:hand("zhangfei")
  t:answer(hand[1] .. "+" .. hand[2])
  t:equals(t:count("zhangfei"), 1)
end)

test("beige turns the source over by a spade", THREE, function(t)
  sing(t, ":S8")
  t:check(not t:face_up("zhangfei"), "face down")
end)

test("beige may be declined", THREE, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:give("caiwenji", "peach:H3")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "guanyu" })
  t:asks("caiwenji", "card", "..")
  t:pass()
  t:equals(t:hp("guanyu"), 3)
  t:idle()
end)

test("beige is for slashes only", THREE, function(t)
  local duel = t:give("zhangfei", "duel")
  t:give("caiwenji", "peach:H3")
  t:play("zhangfei")
  t:use("zhangfei", duel, { "guanyu" })
  t:equals(t:hp("guanyu"), 3)
  t:idle()
end)

local FATE = { "zhangfei", "caiwenji", "guanyu", roles = { "lord", "rebel", "rebel" } }

test("duanchang takes the skills of the killer", FATE, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:hp("caiwenji", 1)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "caiwenji" })
  t:check(not t:alive("caiwenji"), "dead")
  t:check(not t:has_skill("zhangfei", "paoxiao"), "no paoxiao")
  t:check(t:has_skill("guanyu", "wusheng"), "others keep theirs")
end)

test("duanchang does not mind who only hurts her", FATE, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "caiwenji" })
  t:equals(t:hp("caiwenji"), 2)
  t:check(t:has_skill("zhangfei", "paoxiao"), "paoxiao")
end)

--
-- 左慈 Zuo Ci
--

-- The shapes are random, so these tests look at how many there are. What the start of the game
-- asks is settled first.

test("huashen begins with two shapes", { "guanyu", "zuoci" }, function(t)
  t:equals(t:mark("zuoci", "@huashen"), 2)
end)

test("huashen offers a change as the turn begins", { "guanyu", "zuoci" }, function(t)
  t:settle()
  t:turn("zuoci")
  t:asks("zuoci", "skill_invoke", "huashen")
  t:answer("yes")
  t:asks("zuoci", "choice", "huashen")
  t:refused("guanyu")
  t:settle()
  t:equals(t:mark("zuoci", "@huashen"), 2)
end)

test("xinsheng gains a shape for each damage", { "guanyu", "zuoci" }, function(t)
  t:settle()
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "zuoci" })
  t:asks("zuoci", "skill_invoke", "xinsheng")
  t:answer("yes")
  t:equals(t:hp("zuoci"), 2)
  t:equals(t:mark("zuoci", "@huashen"), 3)
end)

test("xinsheng may be declined", { "guanyu", "zuoci" }, function(t)
  t:settle()
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "zuoci" })
  t:asks("zuoci", "skill_invoke", "xinsheng")
  t:pass()
  t:equals(t:mark("zuoci", "@huashen"), 2)
end)
