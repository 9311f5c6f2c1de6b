-- The mountain package, its generals of wei: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

--
-- 张郃 Zhang He
--

local PAIR = { "zhanghe", "guanyu" }
local THREE = { "zhanghe", "guanyu", "zhangfei" }

test("qiaobian skips the judge phase", PAIR, function(t)
  local card = t:give("zhanghe", "slash:S7")
  local indulgence = t:judging("zhanghe", "indulgence")
  t:turn("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:refused("#qiaobian:" .. card .. ":->sgs2")
  t:skill("zhanghe", "qiaobian", { card }, {})
  t:equals(t:place(card), "discard")
  t:equals(t:place(indulgence), "judging")
  t:equals(t:count("zhanghe"), 2)
end)

test("qiaobian takes hand cards instead of drawing", THREE, function(t)
  local card = t:give("zhanghe", "slash:S7")
  local first, second = t:give("guanyu", "slash:S8"), t:give("zhangfei", "slash:S9")
  t:turn("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:refused("#qiaobian:" .. card .. ":->sgs1")
  t:refused("#qiaobian:" .. card .. ":->.")
  t:skill("zhanghe", "qiaobian", { card }, { "guanyu", "zhangfei" })
  t:settle()
  t:equals(t:owner(first), "zhanghe")
  t:equals(t:owner(second), "zhanghe")
  t:equals(t:count("zhanghe"), 2)
end)

test("qiaobian may be declined each time", PAIR, function(t)
  t:give("zhanghe", "slash:S7")
  t:give("guanyu", "slash:S8")
  t:turn("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:pass()
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:pass()
  t:asks("zhanghe", "activate")
  t:equals(t:count("zhanghe"), 3)
  t:equals(t:count("guanyu"), 1)
end)

test("qiaobian moves an equip instead of playing", THREE, function(t)
  local card = t:give("zhanghe", "slash:S7")
  local horse, bow = t:equip("guanyu", "chitu"), t:equip("guanyu", "kylin_bow")
  t:equip("zhangfei", "blade")
  t:play("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:skill("zhanghe", "qiaobian", { card }, { "guanyu" })
  t:asks("zhanghe", "card_chosen", "qiaobian")
  t:answer(text(horse))
  t:asks("zhanghe", "player_chosen", "qiaobian")
  t:answer("zhangfei")
  t:equals(t:owner(horse), "zhangfei")
  t:equals(t:place(horse), "equip")
  t:equals(t:owner(bow), "guanyu")
end)

test("qiaobian puts no weapon where one is", THREE, function(t)
  local card = t:give("zhanghe", "slash:S7")
  t:equip("zhanghe", "axe")
  t:equip("guanyu", "kylin_bow")
  t:equip("zhangfei", "blade")
  t:play("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:refused("#qiaobian:" .. card .. ":->sgs2")
end)

test("qiaobian moves a delayed trick", THREE, function(t)
  local card = t:give("zhanghe", "slash:S7")
  local indulgence = t:judging("zhanghe", "indulgence")
  t:equip("zhanghe", "chitu")
  t:play("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:skill("zhanghe", "qiaobian", { card }, { "zhanghe" })
  t:asks("zhanghe", "card_chosen", "qiaobian")
  t:answer(text(indulgence))
  t:asks("zhanghe", "player_chosen", "qiaobian")
  t:answer("guanyu")
  t:equals(t:owner(indulgence), "guanyu")
  t:equals(t:place(indulgence), "judging")
end)

test("qiaobian keeps a full hand", PAIR, function(t)
  local card = t:give("zhanghe", "slash:S7")
  t:give("zhanghe", "slash", "slash", "slash", "slash", "slash")
  t:play("zhanghe")
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:pass()
  t:finish()
  t:asks("zhanghe", "use_card", "@@qiaobian")
  t:skill("zhanghe", "qiaobian", { card }, {})
  t:equals(t:count("zhanghe"), 5)
end)

--
-- 邓艾 Deng Ai
--

local WITH_DENGAI = { "zhangfei", "guanyu", "dengai", "liubei" }

-- Zhang Fei takes cards from Deng Ai, who judges each time by the next of these.
local function lose(t, ...)
  local specs = { ... }
  local worn =
    { t:equip("dengai", "axe"), t:equip("dengai", "chitu"), t:equip("dengai", "jueying") }
  t:give("dengai", "slash:S7", "slash:S8")
  local judged = {}
  for at in ipairs(specs) do
    t:give("zhangfei", "dismantlement")
    judged[at] = t:top(specs[at])
    local tricks = t:hand("zhangfei")
    if at == 1 then
      t:play("zhangfei")
    end
    t:use("zhangfei", tricks[1], { "dengai" })
    t:asks("zhangfei", "card_chosen", "dismantlement")
    t:answer(text(worn[at]))
    t:asks("dengai", "skill_invoke", "tuntian")
    t:answer("yes")
  end
  return judged
end

test("tuntian keeps what is not a heart", WITH_DENGAI, function(t)
  local judged = lose(t, ":S8", ":H10")
  t:equals(t:place(judged[1]), "pile:field")
  t:equals(t:owner(judged[1]), "dengai")
  t:equals(t:place(judged[2]), "discard")
end)

test("tuntian may be declined", WITH_DENGAI, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  local jink = t:give("dengai", "jink:D2")
  t:equip("zhangfei", "kylin_bow")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "dengai" })
  t:answer(text(jink))
  t:asks("dengai", "skill_invoke", "tuntian")
  t:pass()
  t:idle()
end)

test("tuntian is not for the own turn", { "dengai", "guanyu" }, function(t)
  local slash = t:give("dengai", "slash:S7")
  t:play("dengai")
  t:use("dengai", slash, { "guanyu" })
  t:idle()
end)

-- Deng Ai at his play phase with three fields.
local function farm(t)
  local judged = lose(t, ":S8", ":C2", ":D7")
  t:finish()
  t:turn("dengai")
  t:settle()
  return judged
end

test("zaoxian awakens with three fields", WITH_DENGAI, function(t)
  farm(t)
  t:check(t:has_skill("dengai", "jixi"), "jixi")
  t:equals(t:max_hp("dengai"), 3)
  t:equals(t:hp("dengai"), 3)
end)

test("zaoxian sleeps with two fields", WITH_DENGAI, function(t)
  lose(t, ":S8", ":C2")
  t:finish()
  t:turn("dengai")
  t:settle()
  t:check(not t:has_skill("dengai", "jixi"), "no jixi")
  t:equals(t:max_hp("dengai"), 4)
end)

test("jixi snatches with a field, far too", WITH_DENGAI, function(t)
  local field = farm(t)[2]
  local peach = t:give("zhangfei", "peach:H3")
  t:skill("dengai", "jixi", {}, { "zhangfei" })
  t:asks("dengai", "ag", "jixi")
  t:answer(text(field))
  t:settle()
  t:equals(t:place(field), "discard")
  t:equals(t:owner(peach), "dengai")
end)

test("jixi does not take from who has nothing", WITH_DENGAI, function(t)
  farm(t)
  t:refused("#jixi:.:->sgs2")
  t:refused("#jixi:.:->sgs3")
end)
