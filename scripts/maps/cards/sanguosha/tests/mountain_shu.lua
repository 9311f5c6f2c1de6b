-- The mountain package, Jiang Wei and Liu Shan: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

--
-- 姜维 Jiang Wei
--

local THREE = { "jiangwei", "guanyu", "zhangfei" }

test("tiaoxin provokes a slash", THREE, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:play("jiangwei")
  t:skill("jiangwei", "tiaoxin", {}, { "guanyu" })
  t:asks("guanyu", "use_card", "slash")
  t:refused(slash .. "->sgs3")
  t:use("guanyu", slash, { "jiangwei" })
  t:equals(t:hp("jiangwei"), 3)
  t:idle()
  t:refused("#tiaoxin:.:->sgs2")
end)

test("tiaoxin costs a card where no slash comes", THREE, function(t)
  local slash = t:give("guanyu", "slash:S7")
  local horse = t:equip("guanyu", "jueying")
  t:play("jiangwei")
  t:skill("jiangwei", "tiaoxin", {}, { "guanyu" })
  t:asks("guanyu", "use_card", "slash")
  t:pass()
  t:asks("jiangwei", "card_chosen", "tiaoxin")
  t:answer(text(horse))
  t:equals(t:place(horse), "discard")
  t:equals(t:place(slash), "hand")
  t:equals(t:hp("jiangwei"), 4)
end)

test("tiaoxin is for those who reach Jiang Wei", {
  "jiangwei",
  "guanyu",
  "zhangfei",
  "liubei",
}, function(t)
  local peach = t:give("zhangfei", "peach:H3")
  t:play("jiangwei")
  t:refused("#tiaoxin:.:->sgs3")
  t:equals(t:place(peach), "hand")
end)

test("zhiji draws and awakens without a hand", { "jiangwei", "guanyu" }, function(t)
  t:turn("jiangwei")
  t:settle()
  t:equals(t:max_hp("jiangwei"), 3)
  t:equals(t:hp("jiangwei"), 3)
  t:equals(t:count("jiangwei"), 4)
  t:check(t:has_skill("jiangwei", "guanxing"), "guanxing")
end)

test("zhiji heals who is wounded", { "jiangwei", "guanyu" }, function(t)
  t:hp("jiangwei", 1)
  t:turn("jiangwei")
  t:asks("jiangwei", "choice", "zhiji")
  t:answer("recover")
  t:settle()
  t:equals(t:hp("jiangwei"), 2)
  t:equals(t:max_hp("jiangwei"), 3)
  t:equals(t:count("jiangwei"), 2)
end)

test("zhiji sleeps while there is a hand", { "jiangwei", "guanyu" }, function(t)
  t:give("jiangwei", "slash")
  t:turn("jiangwei")
  t:asks("jiangwei", "activate")
  t:equals(t:max_hp("jiangwei"), 4)
  t:check(not t:has_skill("jiangwei", "guanxing"), "no guanxing")
end)

--
-- 刘禅 Liu Shan
--

test("xiangle wants a basic card with a slash", { "zhangfei", "liushan" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  local jink = t:give("zhangfei", "jink:D2")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "liushan" })
  t:asks("zhangfei", "card", ".basic")
  t:answer(text(jink))
  t:equals(t:place(jink), "discard")
  t:equals(t:hp("liushan"), 2)
end)

test("xiangle stops a slash without one", { "zhangfei", "liushan" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  local trick = t:give("zhangfei", "duel", "jink:D2")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "liushan" })
  t:asks("zhangfei", "card", ".basic")
  t:refused(text(trick))
  t:pass()
  t:equals(t:hp("liushan"), 3)
  t:idle()
end)

test("xiangle stops the slash of an empty hand", { "zhangfei", "liushan" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "liushan" })
  t:equals(t:hp("liushan"), 3)
  t:idle()
end)

local COURT = { "liushan", "guanyu", "zhangfei" }

test("fangquan gives a turn away", COURT, function(t)
  local card = t:give("liushan", "slash:S7")
  t:turn("liushan")
  t:asks("liushan", "skill_invoke", "fangquan")
  t:answer("yes")
  t:asks("liushan", "discard", "fangquan")
  t:answer(text(card))
  t:asks("liushan", "player_chosen", "fangquan")
  t:answer("zhangfei")
  t:asks("zhangfei", "activate")
  t:equals(t:phase("zhangfei"), "play")
  t:equals(t:count("zhangfei"), 2)
  t:equals(t:count("liushan"), 2)
end)

test("fangquan may be kept to oneself", COURT, function(t)
  t:give("liushan", "slash:S7")
  t:turn("liushan")
  t:asks("liushan", "skill_invoke", "fangquan")
  t:answer("yes")
  t:asks("liushan", "discard", "fangquan")
  t:pass()
  t:equals(t:count("liushan"), 3)
  t:equals(t:count("zhangfei"), 0)
end)

test("fangquan may be declined", COURT, function(t)
  t:turn("liushan")
  t:asks("liushan", "skill_invoke", "fangquan")
  t:pass()
  t:asks("liushan", "activate")
end)

test("ruoyu awakens the weakest", COURT, function(t)
  t:hp("liushan", 2)
  t:turn("liushan")
  t:settle()
  t:equals(t:max_hp("liushan"), 4)
  t:equals(t:hp("liushan"), 3)
  t:check(t:has_skill("liushan", "jijiang"), "jijiang")
end)

test("ruoyu sleeps while somebody is weaker", COURT, function(t)
  t:hp("guanyu", 2)
  t:turn("liushan")
  t:settle()
  t:equals(t:max_hp("liushan"), 3)
  t:check(not t:has_skill("liushan", "jijiang"), "no jijiang")
end)

test("ruoyu is for lords only", { "guanyu", "liushan", "zhangfei" }, function(t)
  t:hp("liushan", 1)
  t:turn("liushan")
  t:settle()
  t:equals(t:max_hp("liushan"), 3)
end)
