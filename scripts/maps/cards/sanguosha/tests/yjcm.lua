-- The generals of Wei and Shu of the package 一将成名.

--
-- 曹植 Cao Zhi
--

test("luoying takes clubs that others discard", { "caozhi", "huanggai" }, function(t)
  local club, spade = t:give("huanggai", "slash:C2", "slash:S7")
  t:give("huanggai", "jink", "jink", "jink", "jink")
  t:play("huanggai")
  t:finish()
  t:asks("huanggai", "discard", "gamerule")
  t:answer(club .. "+" .. spade)
  t:asks("caozhi", "skill_invoke", "luoying")
  t:answer("yes")
  t:equals(t:owner(club), "caozhi")
  t:equals(t:place(spade), "discard")
end)

test("luoying takes clubs that others judge with", { "caozhi", "huanggai" }, function(t)
  t:judging("huanggai", "indulgence")
  local club = t:top("slash:C2")
  t:turn("huanggai")
  t:asks("caozhi", "skill_invoke", "luoying")
  t:answer("yes")
  t:equals(t:owner(club), "caozhi")
end)

test("luoying leaves clubs that are used", { "caozhi", "huanggai" }, function(t)
  local club = t:give("huanggai", "slash:C2")
  t:play("huanggai")
  t:use("huanggai", club, { "caozhi" })
  t:idle()
  t:equals(t:place(club), "discard")
end)

test("jiushi: turn over to drink", { "caozhi", "huanggai" }, function(t)
  local slash = t:give("caozhi", "slash")
  t:play("caozhi")
  t:skill("caozhi", "jiushi", {}, {})
  t:check(not t:face_up("caozhi"), "caozhi is turned over")
  t:use("caozhi", slash, { "huanggai" })
  t:equals(t:hp("huanggai"), 2)
  t:refused("skill=jiushi:.")
end)

test("jiushi saves the dying, and hurt turns back", { "huanggai", "caozhi" }, function(t)
  t:hp("caozhi", 1)
  t:equip("huanggai", "crossbow")
  local first, second = t:give("huanggai", "slash", "slash")
  t:play("huanggai")
  t:use("huanggai", first, { "caozhi" })
  t:asks("caozhi", "peach")
  t:skill("caozhi", "jiushi", {})
  t:equals(t:hp("caozhi"), 1)
  t:check(not t:face_up("caozhi"), "caozhi is turned over")
  t:hp("caozhi", 3)
  t:use("huanggai", second, { "caozhi" })
  t:asks("caozhi", "skill_invoke", "jiushi")
  t:answer("yes")
  t:check(t:face_up("caozhi"), "caozhi is back")
end)

--
-- 张春华 Zhang Chunhua
--

test("jueqing: no damage, just a loss", { "zhangchunhua", "caocao" }, function(t)
  local slash = t:give("zhangchunhua", "slash")
  t:play("zhangchunhua")
  t:use("zhangchunhua", slash, { "caocao" })
  -- No damage: nothing to be treacherous about.
  t:idle()
  t:equals(t:hp("caocao"), 3)
end)

test("shangshi fills the hand after damage", { "huanggai", "zhangchunhua" }, function(t)
  t:hp("zhangchunhua", 2)
  t:give("zhangchunhua", "peach")
  local slash = t:give("huanggai", "slash")
  t:play("huanggai")
  t:use("huanggai", slash, { "zhangchunhua" })
  t:pass()
  t:asks("zhangchunhua", "skill_invoke", "shangshi")
  t:answer("yes")
  t:equals(t:count("zhangchunhua"), 2)
end)

test("shangshi fills the hand after a loss of cards", { "zhangchunhua", "huanggai" }, function(t)
  t:hp("zhangchunhua", 2)
  local slash = t:give("zhangchunhua", "slash")
  t:play("zhangchunhua")
  t:use("zhangchunhua", slash, { "huanggai" })
  t:asks("zhangchunhua", "skill_invoke", "shangshi")
  t:answer("yes")
  t:settle()
  t:equals(t:count("zhangchunhua"), 1)
end)

test("shangshi is silent with a full hand", { "huanggai", "zhangchunhua" }, function(t)
  t:give("zhangchunhua", "peach", "peach")
  local slash = t:give("huanggai", "slash")
  t:play("huanggai")
  t:use("huanggai", slash, { "zhangchunhua" })
  t:pass()
  t:idle()
  t:equals(t:count("zhangchunhua"), 2)
end)

--
-- 于禁 Yu Jin
--

test("yizhong: black slashes do nothing without armor", { "huanggai", "yujin" }, function(t)
  t:equip("huanggai", "crossbow")
  local black, red = t:give("huanggai", "slash:S7", "slash:H10")
  t:play("huanggai")
  t:use("huanggai", black, { "yujin" })
  t:equals(t:hp("yujin"), 4)
  t:use("huanggai", red, { "yujin" })
  t:equals(t:hp("yujin"), 3)
end)

test("yizhong needs no armor", { "huanggai", "yujin" }, function(t)
  t:equip("yujin", "silver_lion")
  local black = t:give("huanggai", "slash:S7")
  t:play("huanggai")
  t:use("huanggai", black, { "yujin" })
  t:equals(t:hp("yujin"), 3)
end)

--
-- 徐庶 Xu Shu
--

test("wuyan: tricks do nothing, one way or the other", { "xushu", "huanggai" }, function(t)
  local mine = t:give("xushu", "duel")
  t:play("xushu")
  t:use("xushu", mine, { "huanggai" })
  t:equals(t:hp("huanggai"), 4)
  local theirs = t:give("huanggai", "duel")
  t:play("huanggai")
  t:use("huanggai", theirs, { "xushu" })
  t:equals(t:hp("xushu"), 3)
end)

test("wuyan leaves what is for oneself", { "xushu", "huanggai" }, function(t)
  local trick = t:give("xushu", "ex_nihilo")
  t:play("xushu")
  t:use("xushu", trick, {})
  t:equals(t:count("xushu"), 2)
end)

test("jujian: three of a type heal", { "xushu", "huanggai" }, function(t)
  t:hp("xushu", 1)
  local a, b, c = t:give("xushu", "slash", "jink", "peach")
  local d = t:give("xushu", "slash")
  t:play("xushu")
  t:skill("xushu", "jujian", { a, b, c }, { "huanggai" })
  t:equals(t:count("huanggai"), 3)
  t:equals(t:hp("xushu"), 2)
  t:refused("skill=jujian:" .. d .. "->sgs2")
end)

test("jujian: two cards heal nobody", { "xushu", "huanggai" }, function(t)
  t:hp("xushu", 1)
  local a, b = t:give("xushu", "slash", "jink")
  t:play("xushu")
  t:refused("skill=jujian:" .. a .. "->sgs1")
  t:skill("xushu", "jujian", { a, b }, { "huanggai" })
  t:equals(t:count("huanggai"), 2)
  t:equals(t:hp("xushu"), 1)
end)

--
-- 马谡 Ma Su
--

test("xinzhan takes hearts of the top three cards", { "masu", "huanggai" }, function(t)
  t:give("masu", "slash", "slash", "slash", "slash")
  local heart, spade, club = t:top("jink:H2", "slash:S7", "slash:C2")
  t:play("masu")
  t:skill("masu", "xinzhan", {}, {})
  t:asks("masu", "ag", "xinzhan")
  t:answer(tostring(heart))
  t:asks("masu", "guanxing")
  t:answer(club .. "+" .. spade .. "|.")
  t:equals(t:owner(heart), "masu")
  t:equals(t:place(spade), "draw")
  t:refused("skill=xinzhan:.")
end)

test("xinzhan wants more cards than max hp", { "masu", "huanggai" }, function(t)
  t:give("masu", "slash", "slash", "slash")
  t:play("masu")
  t:refused("skill=xinzhan:.")
end)

local LOYAL = {
  "lumeng",
  "huanggai",
  "masu",
  "ganning",
  roles = { "lord", "rebel", "loyalist", "rebel" },
}

test("huilei: the killer discards everything", LOYAL, function(t)
  t:hp("masu", 1)
  local slash, peach = t:give("huanggai", "slash", "jink")
  local blade = t:equip("huanggai", "blade")
  t:play("huanggai")
  t:use("huanggai", slash, { "masu" })
  t:settle()
  t:check(not t:alive("masu"), "masu is dead")
  t:equals(t:place(peach), "discard")
  t:equals(t:place(blade), "discard")
end)

test("huilei: nobody pays for a loss of hp", LOYAL, function(t)
  t:hp("masu", 1)
  local jink = t:give("huanggai", "jink")
  t:judging("masu", "lightning")
  t:top("slash:S7")
  t:turn("masu")
  t:settle()
  t:check(not t:alive("masu"), "masu is dead")
  t:equals(t:place(jink), "hand")
end)

--
-- 法正 Fa Zheng
--

test("enyuan: who hurts gives a heart", { "huanggai", "fazheng" }, function(t)
  local slash, heart = t:give("huanggai", "slash:S7", "jink:H2")
  t:play("huanggai")
  t:use("huanggai", slash, { "fazheng" })
  t:asks("huanggai", "card", ".H")
  t:answer(tostring(heart))
  t:equals(t:owner(heart), "fazheng")
  t:equals(t:hp("huanggai"), 4)
end)

test("enyuan: or loses 1 hp", { "huanggai", "fazheng" }, function(t)
  local slash = t:give("huanggai", "slash")
  t:play("huanggai")
  t:use("huanggai", slash, { "fazheng" })
  t:equals(t:hp("huanggai"), 3)
end)

test("enyuan: who heals draws", { "huanggai", "fazheng", "ganning" }, function(t)
  t:hp("fazheng", 1)
  local slash = t:give("huanggai", "slash")
  local peach = t:give("ganning", "peach")
  t:play("huanggai")
  t:use("huanggai", slash, { "fazheng" })
  t:asks("ganning", "peach")
  t:answer(tostring(peach))
  t:settle()
  t:equals(t:hp("fazheng"), 1)
  t:equals(t:count("ganning"), 1)
end)

test("xuanhuo: a heart for a card of theirs", { "fazheng", "huanggai", "ganning" }, function(t)
  local heart = t:give("fazheng", "jink:H2")
  local blade = t:equip("huanggai", "blade")
  t:play("fazheng")
  t:skill("fazheng", "xuanhuo", { heart }, { "huanggai" })
  t:asks("fazheng", "card_chosen", "xuanhuo")
  t:answer(tostring(blade))
  t:asks("fazheng", "player_chosen", "xuanhuo")
  t:answer("ganning")
  t:equals(t:owner(heart), "huanggai")
  t:equals(t:owner(blade), "ganning")
  t:equals(t:place(blade), "hand")
end)

test("xuanhuo wants a heart", { "fazheng", "huanggai", "ganning" }, function(t)
  local spade = t:give("fazheng", "slash:S7")
  t:play("fazheng")
  t:refused("skill=xuanhuo:" .. spade .. "->sgs2")
end)
