-- The god generals Guan Yu, Lü Meng, Zhou Yu, Zhuge Liang and Cao Cao.

local FOUR_ROLES = { "lord", "rebel", "loyalist", "rebel" }

--
-- Guan Yu
--

test("wushen: heart hand cards are slashes of any reach", {
  "shenguanyu",
  "huanggai",
  "ganning",
  "lumeng",
}, function(t)
  local heart, club = t:give("shenguanyu", "jink:H2", "slash:C2")
  t:play("shenguanyu")
  t:refused(club .. "->sgs3")
  t:use("shenguanyu", heart, { "ganning" })
  t:equals(t:hp("ganning"), 3)
end)

test("wushen: a heart is nothing else any more", { "shenguanyu", "huanggai" }, function(t)
  local peach = t:give("shenguanyu", "peach:H3")
  t:hp("shenguanyu", 3)
  t:play("shenguanyu")
  t:refused(tostring(peach))
  t:equals(t:hp("shenguanyu"), 3)
end)

-- huanggai kills god Guan Yu, and `judged` is turned up.
local function avenge(t, judged)
  t:hp("shenguanyu", 1)
  local slash = t:give("huanggai", "slash:S7")
  t:top(judged)
  t:play("huanggai")
  t:use("huanggai", slash, { "shenguanyu" })
  t:settle()
end

test("wuhun takes along who hurt him", {
  "lumeng",
  "huanggai",
  "shenguanyu",
  "ganning",
  roles = FOUR_ROLES,
}, function(t)
  avenge(t, "slash:S9")
  t:check(not t:alive("shenguanyu"), "shenguanyu is dead")
  t:check(not t:alive("huanggai"), "huanggai is dead")
end)

test("wuhun spares who judges a peach", {
  "lumeng",
  "huanggai",
  "shenguanyu",
  "ganning",
  roles = FOUR_ROLES,
}, function(t)
  avenge(t, "peach")
  t:check(not t:alive("shenguanyu"), "shenguanyu is dead")
  t:check(t:alive("huanggai"), "huanggai lives")
  t:equals(t:mark("huanggai", "@nightmare"), 0)
end)

test("wuhun counts nightmares", { "huanggai", "shenguanyu" }, function(t)
  local slash = t:give("huanggai", "slash:S7")
  t:play("huanggai")
  t:use("huanggai", slash, { "shenguanyu" })
  t:equals(t:mark("huanggai", "@nightmare"), 1)
end)

--
-- Lü Meng
--

test("shelie takes one card of each suit", { "shenlumeng", "huanggai" }, function(t)
  local spade, more, heart = t:top("slash:S7", "slash:S9", "jink:H2", "slash:C2", "jink:D3")
  t:turn("shenlumeng")
  t:asks("shenlumeng", "skill_invoke", "shelie")
  t:answer("yes")
  t:asks("shenlumeng", "ag", "shelie")
  t:answer(tostring(spade))
  t:asks("shenlumeng", "ag", "shelie")
  t:answer(tostring(heart))
  t:settle()
  t:equals(t:count("shenlumeng"), 4)
  t:equals(t:place(more), "discard")
  t:equals(t:owner(spade), "shenlumeng")
end)

test("without shelie two cards are drawn", { "shenlumeng", "huanggai" }, function(t)
  t:turn("shenlumeng")
  t:asks("shenlumeng", "skill_invoke", "shelie")
  t:pass()
  t:equals(t:count("shenlumeng"), 2)
end)

test("gongxin puts a heart on the draw pile", { "shenlumeng", "huanggai" }, function(t)
  local heart = t:give("huanggai", "jink:H2")
  t:give("huanggai", "slash:S7")
  t:play("shenlumeng")
  t:skill("shenlumeng", "gongxin", {}, { "huanggai" })
  t:asks("shenlumeng", "gongxin")
  t:answer(tostring(heart))
  t:asks("shenlumeng", "choice", "gongxin")
  t:answer("put")
  t:equals(t:place(heart), "draw")
  t:refused("skill=gongxin:.->sgs2")
end)

test("gongxin takes nothing but hearts", { "shenlumeng", "huanggai" }, function(t)
  local spade = t:give("huanggai", "slash:S7")
  t:give("huanggai", "jink:H2")
  t:play("shenlumeng")
  t:skill("shenlumeng", "gongxin", {}, { "huanggai" })
  t:asks("shenlumeng", "gongxin")
  t:refused(tostring(spade))
  t:pass()
  t:equals(t:count("huanggai"), 2)
end)

--
-- Zhou Yu
--

test("qinyin heals everybody after two discards", { "shenzhouyu", "huanggai" }, function(t)
  local a, b = t:give("shenzhouyu", "slash", "slash")
  t:give("shenzhouyu", "jink", "jink", "jink", "jink")
  t:hp("huanggai", 2)
  t:play("shenzhouyu")
  t:finish()
  t:asks("shenzhouyu", "discard", "gamerule")
  t:answer(a .. "+" .. b)
  t:asks("shenzhouyu", "skill_invoke", "qinyin")
  t:answer("yes")
  t:asks("shenzhouyu", "choice", "qinyin")
  t:answer("up")
  t:equals(t:hp("huanggai"), 3)
  t:equals(t:hp("shenzhouyu"), 4)
end)

test("qinyin costs everybody 1 hp if he likes", { "shenzhouyu", "huanggai" }, function(t)
  local a, b = t:give("shenzhouyu", "slash", "slash")
  t:give("shenzhouyu", "jink", "jink", "jink", "jink")
  t:hp("huanggai", 3)
  t:play("shenzhouyu")
  t:finish()
  t:answer(a .. "+" .. b)
  t:answer("yes")
  t:answer("down")
  t:equals(t:hp("huanggai"), 2)
  t:equals(t:hp("shenzhouyu"), 3)
end)

test("qinyin does not sound for one card", { "shenzhouyu", "huanggai" }, function(t)
  local one = t:give("shenzhouyu", "slash")
  t:give("shenzhouyu", "jink", "jink", "jink", "jink")
  t:play("shenzhouyu")
  t:finish()
  t:asks("shenzhouyu", "discard", "gamerule")
  t:answer(tostring(one))
  t:equals(t:phase("shenzhouyu"), "not_active")
end)

test("small yeyan burns up to three", { "shenzhouyu", "huanggai", "ganning" }, function(t)
  t:play("shenzhouyu")
  t:skill("shenzhouyu", "yeyan", {}, { "huanggai", "ganning" })
  t:equals(t:hp("huanggai"), 3)
  t:equals(t:hp("ganning"), 3)
  t:equals(t:mark("shenzhouyu", "@flame"), 0)
  t:refused("skill=yeyan:.->sgs2")
end)

test("great yeyan burns two with three points", {
  "shenzhouyu",
  "huanggai",
  "ganning",
}, function(t)
  local a, b = t:give("shenzhouyu", "slash:S7", "slash:C2")
  local c, d = t:give("shenzhouyu", "jink:H2", "jink:D3")
  t:play("shenzhouyu")
  t:skill("shenzhouyu", "yeyan", { a, b, c, d }, { "huanggai", "ganning" })
  t:equals(t:hp("shenzhouyu"), 1)
  t:equals(t:hp("huanggai"), 2)
  t:equals(t:hp("ganning"), 3)
  t:equals(t:place(a), "discard")
end)

test("great yeyan wants four suits", { "shenzhouyu", "huanggai" }, function(t)
  local a, b = t:give("shenzhouyu", "slash:S7", "slash:S9")
  local c, d = t:give("shenzhouyu", "jink:H2", "jink:D3")
  t:play("shenzhouyu")
  t:refused("skill=yeyan:" .. a .. "+" .. b .. "+" .. c .. "+" .. d .. "->sgs2")
  t:equals(t:hp("huanggai"), 4)
end)

--
-- Zhuge Liang
--

local LAST_CARD = 159

local function stars(t)
  local ids = {}
  for id = 0, LAST_CARD do
    if t:place(id) == "pile:stars" then
      ids[#ids + 1] = id
    end
  end
  return ids
end

test("qixing: stars are exchanged for hand cards", { "shenzhugeliang", "huanggai" }, function(t)
  local kept = t:give("shenzhugeliang", "slash:S7")
  local found = stars(t)
  t:equals(#found, 7)
  t:turn("shenzhugeliang")
  t:asks("shenzhugeliang", "skill_invoke", "qixing")
  t:answer("yes")
  t:asks("shenzhugeliang", "ag", "qixing")
  t:answer(tostring(found[1]))
  t:asks("shenzhugeliang", "ag", "qixing")
  t:pass()
  t:asks("shenzhugeliang", "exchange", "qixing")
  t:answer(tostring(kept))
  t:equals(t:place(found[1]), "hand")
  t:equals(t:place(kept), "pile:stars")
  t:equals(#stars(t), 7)
end)

-- God Zhuge Liang's play phase has ended, and he is asked for `name` with these targets.
local function invoke_stars(t, name, targets)
  t:play("shenzhugeliang")
  t:finish()
  t:asks("shenzhugeliang", "use_card", "@@kuangfeng")
  if name == "dawu" then
    t:pass()
    t:asks("shenzhugeliang", "use_card", "@@dawu")
  end
  t:skill("shenzhugeliang", name, {}, targets)
  t:settle()
end

test("kuangfeng makes fire worse until his next turn", {
  "shenzhugeliang",
  "huanggai",
  "ganning",
}, function(t)
  invoke_stars(t, "kuangfeng", { "huanggai" })
  t:equals(t:mark("huanggai", "@gale"), 1)
  t:equals(#stars(t), 6)
  local fire = t:give("ganning", "fire_slash")
  t:play("ganning")
  t:use("ganning", fire, { "huanggai" })
  t:equals(t:hp("huanggai"), 2)
  t:settle()
  t:turn("shenzhugeliang")
  t:equals(t:mark("huanggai", "@gale"), 0)
end)

test("kuangfeng means nothing to a plain slash", {
  "shenzhugeliang",
  "huanggai",
  "ganning",
}, function(t)
  invoke_stars(t, "kuangfeng", { "huanggai" })
  local slash = t:give("ganning", "slash")
  t:play("ganning")
  t:use("ganning", slash, { "huanggai" })
  t:equals(t:hp("huanggai"), 3)
end)

test("dawu lets nothing through but thunder", {
  "shenzhugeliang",
  "huanggai",
  "ganning",
}, function(t)
  invoke_stars(t, "dawu", { "huanggai", "shenzhugeliang" })
  t:equals(t:mark("huanggai", "@fog"), 1)
  t:equals(t:mark("shenzhugeliang", "@fog"), 1)
  t:equals(#stars(t), 5)
  t:equip("ganning", "crossbow")
  local slash, thunder = t:give("ganning", "slash", "thunder_slash")
  t:play("ganning")
  t:use("ganning", slash, { "huanggai" })
  t:equals(t:hp("huanggai"), 4)
  t:use("ganning", thunder, { "huanggai" })
  t:equals(t:hp("huanggai"), 3)
end)

--
-- Cao Cao
--

test("guixin takes a card of everybody and turns over", {
  "huanggai",
  "shencaocao",
  "ganning",
}, function(t)
  local slash, jink = t:give("huanggai", "slash", "jink")
  local peach = t:give("ganning", "peach")
  t:equip("huanggai", "dayuan")
  t:play("huanggai")
  t:use("huanggai", slash, { "shencaocao" })
  t:asks("shencaocao", "skill_invoke", "guixin")
  t:answer("yes")
  t:asks("shencaocao", "card_chosen", "guixin")
  t:answer(tostring(jink))
  t:equals(t:owner(jink), "shencaocao")
  t:equals(t:owner(peach), "shencaocao")
  t:check(not t:face_up("shencaocao"), "shencaocao is turned over")
end)

test("guixin may be declined", { "huanggai", "shencaocao", "ganning" }, function(t)
  local slash = t:give("huanggai", "slash")
  t:give("ganning", "peach")
  t:equip("huanggai", "dayuan")
  t:play("huanggai")
  t:use("huanggai", slash, { "shencaocao" })
  t:asks("shencaocao", "skill_invoke", "guixin")
  t:pass()
  t:check(t:face_up("shencaocao"), "shencaocao is not turned over")
  t:equals(t:count("shencaocao"), 0)
end)

test("feiying keeps others away", { "huanggai", "shencaocao", "ganning" }, function(t)
  local slash = t:give("huanggai", "slash")
  t:play("huanggai")
  t:refused(slash .. "->sgs2")
  t:use("huanggai", slash, { "ganning" })
  t:equals(t:hp("ganning"), 3)
end)
