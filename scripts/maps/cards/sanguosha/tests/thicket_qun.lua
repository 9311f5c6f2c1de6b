-- The thicket package, Dong Zhuo and Jia Xu: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

--
-- 董卓 Dong Zhuo
--

test("jiuchi drinks spades", { "dongzhuo", "guanyu" }, function(t)
  local drink, slash = t:give("dongzhuo", "slash:S7", "slash:S8")
  t:play("dongzhuo")
  t:skill("dongzhuo", "jiuchi", { drink }, {})
  t:use("dongzhuo", slash, { "guanyu" })
  t:equals(t:hp("guanyu"), 2)
end)

test("jiuchi drinks no clubs", { "dongzhuo", "guanyu" }, function(t)
  local club = t:give("dongzhuo", "slash:C2")
  t:play("dongzhuo")
  t:refused("analeptic:jiuchi[club:2]=" .. club)
end)

test("jiuchi saves Dong Zhuo himself", { "guanyu", "dongzhuo", "zhangfei" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  local drink = t:give("dongzhuo", "slash:S8")
  t:hp("dongzhuo", 1)
  t:play("guanyu")
  t:use("guanyu", slash, { "dongzhuo" })
  t:asks("dongzhuo", "peach")
  t:skill("dongzhuo", "jiuchi", { drink })
  t:equals(t:hp("dongzhuo"), 1)
  t:check(t:alive("dongzhuo"), "alive")
end)

test("roulin: women need two jinks", { "dongzhuo", "diaochan", "guanyu" }, function(t)
  local slash = t:give("dongzhuo", "slash:S7")
  local first, second = t:give("diaochan", "jink:D2", "jink:D3")
  t:play("dongzhuo")
  t:use("dongzhuo", slash, { "diaochan" })
  t:asks("diaochan", "card", "jink")
  t:answer(text(first))
  t:asks("diaochan", "card", "jink")
  t:answer(text(second))
  t:equals(t:hp("diaochan"), 3)
end)

test("roulin: one jink does not save a woman", { "dongzhuo", "diaochan", "guanyu" }, function(t)
  local slash = t:give("dongzhuo", "slash:S7")
  local jink = t:give("diaochan", "jink:D2")
  t:play("dongzhuo")
  t:use("dongzhuo", slash, { "diaochan" })
  t:answer(text(jink))
  t:equals(t:hp("diaochan"), 2)
end)

test("roulin: Dong Zhuo needs two against women", { "diaochan", "dongzhuo" }, function(t)
  local slash = t:give("diaochan", "slash:S7")
  local jink = t:give("dongzhuo", "jink:D2")
  t:play("diaochan")
  t:use("diaochan", slash, { "dongzhuo" })
  t:answer(text(jink))
  t:equals(t:hp("dongzhuo"), 7)
end)

test("roulin leaves men alone", { "dongzhuo", "guanyu" }, function(t)
  local slash = t:give("dongzhuo", "slash:S7")
  local jink, other = t:give("guanyu", "jink:D2", "jink:D3")
  t:play("dongzhuo")
  t:use("dongzhuo", slash, { "guanyu" })
  t:answer(text(jink))
  t:equals(t:hp("guanyu"), 4)
  t:equals(t:place(other), "hand")
  t:idle()
end)

-- Dong Zhuo ends his play phase.
local function ends(t, hp)
  if hp then
    t:hp("dongzhuo", hp)
  end
  t:play("dongzhuo")
  t:finish()
end

test("benghuai takes hp", { "dongzhuo", "guanyu" }, function(t)
  ends(t)
  t:asks("dongzhuo", "choice", "benghuai")
  t:answer("hp")
  t:equals(t:hp("dongzhuo"), 7)
  t:equals(t:max_hp("dongzhuo"), 8)
end)

test("benghuai takes max hp", { "dongzhuo", "guanyu" }, function(t)
  ends(t, 6)
  t:asks("dongzhuo", "choice", "benghuai")
  t:answer("maxhp")
  t:equals(t:hp("dongzhuo"), 6)
  t:equals(t:max_hp("dongzhuo"), 7)
end)

test("benghuai spares the weakest", { "dongzhuo", "guanyu" }, function(t)
  ends(t, 4)
  t:equals(t:hp("dongzhuo"), 4)
  t:equals(t:max_hp("dongzhuo"), 8)
end)

-- Lu Bu hits Guan Yu while the lord is wounded; the judgement would be by this card.
local function baonue(t, lord, spec)
  local slash = t:give("lubu", "slash:S7")
  t:hp(lord, 3)
  t:top(spec)
  t:play("lubu")
  t:use("lubu", slash, { "guanyu" })
  t:equals(t:hp("guanyu"), 3)
end

test("baonue heals by a spade", { "dongzhuo", "lubu", "guanyu" }, function(t)
  baonue(t, "dongzhuo", ":S8")
  t:asks("lubu", "skill_invoke", "baonue")
  t:answer("yes")
  t:equals(t:hp("dongzhuo"), 4)
end)

test("baonue heals by nothing else", { "dongzhuo", "lubu", "guanyu" }, function(t)
  baonue(t, "dongzhuo", ":C2")
  t:asks("lubu", "skill_invoke", "baonue")
  t:answer("yes")
  t:equals(t:hp("dongzhuo"), 3)
end)

test("baonue is for lords only", { "guanyu", "lubu", "dongzhuo" }, function(t)
  baonue(t, "dongzhuo", ":S8")
  t:idle()
end)

--
-- 贾诩 Jia Xu
--

local ROLES = { "lord", "rebel", "rebel", "renegade" }
local IN_TURN = { "jiaxu", "guanyu", "zhangfei", "liubei", roles = ROLES }
local OUT_OF_TURN = { "zhangfei", "guanyu", "jiaxu", "liubei", roles = ROLES }

test("wansha lets nobody else help", IN_TURN, function(t)
  local slash = t:give("jiaxu", "slash:S7")
  local peach = t:give("zhangfei", "peach:H3")
  t:hp("guanyu", 1)
  t:play("jiaxu")
  t:use("jiaxu", slash, { "guanyu" })
  t:check(not t:alive("guanyu"), "dead")
  t:equals(t:place(peach), "hand")
end)

test("wansha lets who is dying help themselves", IN_TURN, function(t)
  local slash = t:give("jiaxu", "slash:S7")
  local peach = t:give("guanyu", "peach:H3")
  t:hp("guanyu", 1)
  t:play("jiaxu")
  t:use("jiaxu", slash, { "guanyu" })
  t:asks("guanyu", "peach")
  t:answer(text(peach))
  t:equals(t:hp("guanyu"), 1)
end)

test("wansha sleeps in the turns of others", OUT_OF_TURN, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  local peach = t:give("liubei", "peach:H3")
  t:hp("guanyu", 1)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "guanyu" })
  t:asks("liubei", "peach")
  t:answer(text(peach))
  t:equals(t:hp("guanyu"), 1)
end)

test("luanwu sets all others on each other, once", IN_TURN, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:equip("guanyu", "kylin_bow") -- reaches Liu Bei too, who is not nearest
  t:equals(t:mark("jiaxu", "@chaos"), 1)
  t:play("jiaxu")
  t:skill("jiaxu", "luanwu", {}, {})
  t:asks("guanyu", "use_card", "slash")
  t:refused(slash .. "->sgs4")
  t:use("guanyu", slash, { "jiaxu" })
  t:equals(t:hp("jiaxu"), 2)
  t:equals(t:hp("guanyu"), 4)
  t:equals(t:hp("zhangfei"), 3)
  t:equals(t:hp("liubei"), 3)
  t:equals(t:mark("jiaxu", "@chaos"), 0)
  t:refused("#luanwu:.:->.")
end)

test("luanwu costs hp where the slash is kept back", IN_TURN, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:play("jiaxu")
  t:skill("jiaxu", "luanwu", {}, {})
  t:asks("guanyu", "use_card", "slash")
  t:pass()
  t:equals(t:place(slash), "hand")
  t:equals(t:hp("guanyu"), 3)
end)

test("weimu is no target of black tricks", { "guanyu", "jiaxu" }, function(t)
  local black, red = t:give("guanyu", "dismantlement:S3", "dismantlement:H12")
  local horse = t:equip("jiaxu", "chitu")
  t:play("guanyu")
  t:refused(black .. "->sgs2")
  t:use("guanyu", red, { "jiaxu" })
  t:settle()
  t:equals(t:place(horse), "discard")
end)

test("weimu is left out of black attacks", { "guanyu", "jiaxu", "zhangfei" }, function(t)
  local assault = t:give("guanyu", "savage_assault:S7")
  t:play("guanyu")
  t:use("guanyu", assault, {})
  t:equals(t:hp("jiaxu"), 3)
  t:equals(t:hp("zhangfei"), 3)
end)

test("weimu is no shield against black slashes", { "guanyu", "jiaxu" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "jiaxu" })
  t:equals(t:hp("jiaxu"), 2)
end)
