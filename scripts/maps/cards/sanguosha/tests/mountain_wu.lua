-- The mountain package, its generals of wu: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

--
-- 孙策 Sun Ce
--

test("jiang draws for red slashes used", { "sunce", "guanyu" }, function(t)
  local slash = t:give("sunce", "slash:H10")
  t:play("sunce")
  t:use("sunce", slash, { "guanyu" })
  t:asks("sunce", "skill_invoke", "jiang")
  t:answer("yes")
  t:equals(t:count("sunce"), 1)
  t:equals(t:hp("guanyu"), 3)
end)

test("jiang draws for duels received", { "guanyu", "sunce" }, function(t)
  local duel = t:give("guanyu", "duel")
  t:top("peach:H3")
  t:play("guanyu")
  t:use("guanyu", duel, { "sunce" })
  t:asks("sunce", "skill_invoke", "jiang")
  t:answer("yes")
  t:equals(t:count("sunce"), 1)
  t:equals(t:hp("sunce"), 3)
end)

test("jiang does not draw for black slashes", { "guanyu", "sunce" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "sunce" })
  t:equals(t:hp("sunce"), 3)
  t:idle()
end)

test("hunzi awakens at 1 hp", { "sunce", "guanyu", "zhangfei" }, function(t)
  t:hp("sunce", 1)
  t:turn("sunce")
  t:settle()
  t:equals(t:max_hp("sunce"), 3)
  t:equals(t:hp("sunce"), 1)
  t:check(t:has_skill("sunce", "yingzi"), "yingzi")
  t:check(t:has_skill("sunce", "yinghun"), "yinghun")
end)

test("hunzi sleeps at 2 hp", { "sunce", "guanyu", "zhangfei" }, function(t)
  t:hp("sunce", 2)
  t:turn("sunce")
  t:asks("sunce", "activate")
  t:equals(t:max_hp("sunce"), 4)
  t:check(not t:has_skill("sunce", "yinghun"), "no yinghun")
end)

local WU = { "sunce", "ganning", "guanyu" }

-- Gan Ning fights points with the lord by these cards.
local function challenge(t, mine, other)
  local card = t:give("ganning", mine)
  local answer = t:give("sunce", other, "slash:S8")
  t:play("ganning")
  t:skill("ganning", "zhiba_pindian", { card }, { "sunce" })
  return card, answer
end

test("zhiba takes both cards of who does not win", WU, function(t)
  local card, answer = challenge(t, "slash:S10", "slash:H10")
  t:asks("sunce", "pindian")
  t:answer(text(answer))
  t:asks("sunce", "skill_invoke", "zhiba")
  t:answer("yes")
  t:equals(t:owner(card), "sunce")
  t:equals(t:owner(answer), "sunce")
end)

test("zhiba takes nothing of who wins", WU, function(t)
  local card, answer = challenge(t, "slash:S10", "jink:D2")
  t:asks("sunce", "pindian")
  t:answer(text(answer))
  t:equals(t:place(card), "discard")
  t:equals(t:place(answer), "discard")
  t:idle()
end)

test("zhiba is for others of Wu, once a phase", WU, function(t)
  local first, second = t:give("ganning", "jink:D2", "jink:D3")
  local his = t:give("guanyu", "jink:D4")
  local lord = t:give("sunce", "slash:S10", "slash:S9")
  t:play("guanyu")
  t:refused("#zhiba:" .. his .. ":->sgs1")
  t:finish()
  t:play("ganning")
  t:skill("ganning", "zhiba_pindian", { first }, { "sunce" })
  t:answer(text(lord))
  t:settle()
  t:refused("#zhiba:" .. second .. ":->sgs1")
end)

test("zhiba may be refused once awake", WU, function(t)
  t:hp("sunce", 1)
  t:turn("sunce")
  t:settle()
  t:finish()
  t:settle()
  local card = challenge(t, "jink:D2", "slash:H10")
  t:asks("sunce", "choice", "zhiba")
  t:answer("reject")
  t:equals(t:owner(card), "ganning")
  t:idle()
end)

--
-- 张昭张纮 Zhang Zhao and Zhang Hong
--

test("zhijian gives an equip and draws", { "erzhang", "guanyu" }, function(t)
  local axe = t:give("erzhang", "axe")
  t:play("erzhang")
  t:skill("erzhang", "zhijian", { axe }, { "guanyu" })
  t:equals(t:owner(axe), "guanyu")
  t:equals(t:place(axe), "equip")
  t:equals(t:count("erzhang"), 1)
end)

test("zhijian replaces nothing", { "erzhang", "guanyu" }, function(t)
  local axe, slash = t:give("erzhang", "axe", "slash")
  local worn = t:equip("erzhang", "jueying")
  t:equip("guanyu", "blade")
  t:play("erzhang")
  t:refused("#zhijian:" .. axe .. ":->sgs2")
  t:refused("#zhijian:" .. axe .. ":->sgs1")
  t:refused("#zhijian:" .. slash .. ":->sgs2")
  t:refused("#zhijian:" .. worn .. ":->sgs2")
end)

-- Guan Yu discards two cards at the end of his turn.
local function overflow(t)
  t:give("guanyu", "slash", "slash", "slash", "slash")
  local first, second = t:give("guanyu", "peach:H3", "peach:H4")
  t:play("guanyu")
  t:finish()
  t:asks("guanyu", "discard")
  t:answer(first .. "+" .. second)
  return first, second
end

test("guzheng gives one back and takes the rest", { "erzhang", "guanyu" }, function(t)
  local first, second = overflow(t)
  t:asks("erzhang", "skill_invoke", "guzheng")
  t:answer("yes")
  t:asks("erzhang", "ag", "guzheng")
  t:answer(text(first))
  t:equals(t:owner(first), "guanyu")
  t:equals(t:owner(second), "erzhang")
  t:equals(t:place(second), "hand")
end)

test("guzheng may be declined", { "erzhang", "guanyu" }, function(t)
  local first, second = overflow(t)
  t:asks("erzhang", "skill_invoke", "guzheng")
  t:pass()
  t:equals(t:place(first), "discard")
  t:equals(t:place(second), "discard")
end)

test("guzheng is for what others discard in that phase", { "erzhang", "guanyu" }, function(t)
  t:give("guanyu", "slash:S7")
  local slash = t:give("guanyu", "slash:S8")
  t:play("guanyu")
  t:use("guanyu", slash, { "erzhang" })
  t:finish()
  t:equals(t:place(slash), "discard")
  t:equals(t:count("erzhang"), 0)
end)
