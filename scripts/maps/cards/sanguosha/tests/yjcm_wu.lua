-- The generals of Wu and Qun of the package 一将成名.

--
-- 凌统 Ling Tong
--

-- lingtong loses his blade to a dismantlement.
local function strip(t)
  t:equip("lingtong", "blade")
  local trick = t:give("huanggai", "dismantlement")
  t:play("huanggai")
  t:use("huanggai", trick, { "lingtong" })
  t:asks("lingtong", "choice", "xuanfeng")
end

test("xuanfeng slashes", { "huanggai", "lingtong", "ganning" }, function(t)
  strip(t)
  t:answer("slash")
  t:asks("lingtong", "player_chosen", "xuanfeng_slash")
  t:answer("huanggai")
  t:equals(t:hp("huanggai"), 3)
end)

test("xuanfeng hurts", { "huanggai", "lingtong", "ganning" }, function(t)
  strip(t)
  t:answer("damage")
  t:asks("lingtong", "player_chosen", "xuanfeng_damage")
  t:answer("ganning")
  t:equals(t:hp("ganning"), 3)
end)

test("xuanfeng is for equips", { "huanggai", "lingtong", "ganning" }, function(t)
  t:give("lingtong", "blade")
  local trick = t:give("huanggai", "dismantlement")
  t:play("huanggai")
  t:use("huanggai", trick, { "lingtong" })
  t:settle()
  t:equals(t:count("lingtong"), 0)
  t:equals(t:hp("huanggai"), 4)
end)

--
-- 徐盛 Xu Sheng
--

test("pojun: draw and turn over", { "xusheng", "huanggai" }, function(t)
  local slash = t:give("xusheng", "slash")
  t:play("xusheng")
  t:use("xusheng", slash, { "huanggai" })
  t:asks("xusheng", "skill_invoke", "pojun")
  t:answer("yes")
  t:equals(t:count("huanggai"), 3)
  t:check(not t:face_up("huanggai"), "huanggai is turned over")
end)

test("pojun is for slashes", { "xusheng", "huanggai" }, function(t)
  local duel = t:give("xusheng", "duel")
  t:play("xusheng")
  t:use("xusheng", duel, { "huanggai" })
  t:idle()
  t:equals(t:hp("huanggai"), 3)
end)

--
-- 吴国太 Lady Wu
--

test("ganlu exchanges equips", { "wuguotai", "huanggai", "ganning" }, function(t)
  t:hp("wuguotai", 2)
  local blade = t:equip("huanggai", "blade")
  local dilu = t:equip("ganning", "dilu")
  local vine = t:equip("ganning", "vine")
  t:play("wuguotai")
  t:skill("wuguotai", "ganlu", {}, { "huanggai", "ganning" })
  t:equals(t:owner(blade), "ganning")
  t:equals(t:owner(dilu), "huanggai")
  t:equals(t:owner(vine), "huanggai")
  t:equals(t:place(blade), "equip")
  t:equals(t:place(vine), "equip")
end)

test("ganlu minds the difference", { "wuguotai", "huanggai", "ganning" }, function(t)
  t:equip("huanggai", "blade")
  t:play("wuguotai")
  t:refused("skill=ganlu:.->sgs2+sgs3")
end)

test("buyi: what is not basic heals the dying", { "huanggai", "wuguotai", "ganning" }, function(t)
  t:hp("ganning", 1)
  local duel = t:give("ganning", "duel")
  local trick = t:give("huanggai", "duel")
  t:play("huanggai")
  t:use("huanggai", trick, { "ganning" })
  t:asks("wuguotai", "skill_invoke", "buyi")
  t:answer("yes")
  t:equals(t:hp("ganning"), 1)
  t:equals(t:place(duel), "discard")
end)

test("buyi: what is basic saves nobody", { "huanggai", "wuguotai", "ganning" }, function(t)
  t:hp("ganning", 1)
  local jink = t:give("ganning", "jink")
  local trick = t:give("huanggai", "duel")
  t:play("huanggai")
  t:use("huanggai", trick, { "ganning" })
  t:asks("wuguotai", "skill_invoke", "buyi")
  t:answer("yes")
  t:settle()
  t:check(not t:alive("ganning"), "ganning is dead")
  t:equals(t:place(jink), "discard")
end)

--
-- 陈宫 Chen Gong
--

test("mingce: they slash whom you name", { "chengong", "huanggai", "ganning" }, function(t)
  local slash = t:give("chengong", "slash")
  t:play("chengong")
  t:skill("chengong", "mingce", { slash }, { "huanggai" })
  t:asks("huanggai", "choice", "mingce")
  t:answer("use")
  t:asks("chengong", "player_chosen", "mingce")
  t:answer("ganning")
  t:equals(t:hp("ganning"), 3)
  t:equals(t:owner(slash), "huanggai")
end)

test("mingce: or they draw", { "chengong", "huanggai", "ganning" }, function(t)
  local blade = t:give("chengong", "blade")
  t:play("chengong")
  t:skill("chengong", "mingce", { blade }, { "huanggai" })
  t:asks("huanggai", "choice", "mingce")
  t:answer("draw")
  t:equals(t:count("huanggai"), 2)
end)

test("mingce is for equips and slashes", { "chengong", "huanggai", "ganning" }, function(t)
  local peach = t:give("chengong", "peach")
  t:play("chengong")
  t:refused("skill=mingce:" .. peach .. "->sgs2")
end)

test("zhichi: once hurt, nothing more this turn", { "huanggai", "chengong" }, function(t)
  t:equip("huanggai", "crossbow")
  local first, second = t:give("huanggai", "slash", "slash")
  local duel = t:give("huanggai", "duel")
  t:play("huanggai")
  t:use("huanggai", first, { "chengong" })
  t:equals(t:hp("chengong"), 2)
  t:use("huanggai", second, { "chengong" })
  t:use("huanggai", duel, { "chengong" })
  t:equals(t:hp("chengong"), 2)
  t:finish()
  t:settle()
  t:equals(t:mark("chengong", "@late"), 0)
end)

test("zhichi is for the turns of others", { "chengong", "huanggai" }, function(t)
  local duel, second = t:give("chengong", "duel", "duel")
  local slash, more = t:give("huanggai", "slash", "slash")
  t:play("chengong")
  t:use("chengong", duel, { "huanggai" })
  t:answer(tostring(slash))
  t:settle()
  t:equals(t:hp("chengong"), 2)
  t:use("chengong", second, { "huanggai" })
  t:answer(tostring(more))
  t:settle()
  t:equals(t:hp("chengong"), 1)
end)

--
-- 高顺 Gao Shun
--

local CAMP = { "gaoshun", "huanggai", "ganning", "lumeng" }

-- gaoshun fights points with ganning, who sits two seats on.
local function fight(t, mine, theirs)
  local card = t:give("gaoshun", mine)
  local answer = t:give("ganning", theirs)
  t:play("gaoshun")
  t:skill("gaoshun", "xianzhen", { card }, { "ganning" })
  t:asks("ganning", "pindian", "xianzhen")
  t:answer(tostring(answer))
end

test("xianzhen won: any slashes, any distance, no armor", CAMP, function(t)
  t:equip("ganning", "renwang_shield")
  local first, second = t:give("gaoshun", "slash:S7", "slash:S8")
  fight(t, "slash:D13", "slash:C2")
  t:use("gaoshun", first, { "ganning" })
  t:use("gaoshun", second, { "ganning" })
  t:equals(t:hp("ganning"), 2)
  t:finish()
  t:settle()
  t:equals(t:mark("ganning", "qinggang"), 0)
end)

test("xianzhen won: the others keep their quota", CAMP, function(t)
  local first, second = t:give("gaoshun", "slash:S7", "slash:S8")
  fight(t, "slash:D13", "slash:C2")
  t:use("gaoshun", first, { "huanggai" })
  t:refused(second .. "->sgs2")
  t:use("gaoshun", second, { "ganning" })
  t:equals(t:hp("ganning"), 3)
end)

test("xianzhen lost: no slash at all", CAMP, function(t)
  local slash = t:give("gaoshun", "slash:S7")
  fight(t, "slash:C2", "slash:D13")
  t:refused(slash .. "->sgs2")
  t:refused(slash .. "->sgs3")
end)

test("jinjiu: wines are slashes", { "gaoshun", "huanggai" }, function(t)
  local wine = t:give("gaoshun", "analeptic")
  t:play("gaoshun")
  t:refused(tostring(wine))
  t:use("gaoshun", wine, { "huanggai" })
  t:equals(t:hp("huanggai"), 3)
end)
