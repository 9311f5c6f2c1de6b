-- The generals of the package SP.

--
-- 袁术 Yuan Shu
--

test("yongsi draws for kingdoms", { "yuanshu", "huanggai", "caocao" }, function(t)
  t:turn("yuanshu")
  t:asks("yuanshu", "activate")
  t:equals(t:count("yuanshu"), 5)
end)

test("yongsi discards for kingdoms", { "yuanshu", "huanggai", "caocao" }, function(t)
  local a, b, c = t:give("yuanshu", "slash", "slash", "slash")
  local blade = t:equip("yuanshu", "blade")
  t:play("yuanshu")
  t:finish()
  t:asks("yuanshu", "discard", "yongsi")
  t:answer(a .. "+" .. b .. "+" .. blade)
  t:settle()
  t:equals(t:place(blade), "discard")
  t:equals(t:place(c), "hand")
end)

test("yongsi leaves nothing of a few cards", { "yuanshu", "huanggai", "caocao" }, function(t)
  local slash = t:give("yuanshu", "slash")
  local blade = t:equip("yuanshu", "blade")
  t:play("yuanshu")
  t:finish()
  t:settle()
  t:equals(t:place(slash), "discard")
  t:equals(t:place(blade), "discard")
end)

test("weidi has the lord's skills", { "caocao", "yuanshu", "xuchu" }, function(t)
  t:check(t:has_skill("yuanshu", "hujia"), "yuanshu has hujia")
  t:check(not t:has_skill("yuanshu", "jianxiong"), "but no other skill")
  local jink = t:give("xuchu", "jink")
  local slash = t:give("caocao", "slash")
  t:play("caocao")
  t:use("caocao", slash, { "yuanshu" })
  t:asks("yuanshu", "skill_invoke", "hujia")
  t:answer("yes")
  t:asks("xuchu", "card", "jink")
  t:answer(tostring(jink))
  t:equals(t:hp("yuanshu"), 4)
end)

test("weidi has nothing of a lord without such skills", { "huanggai", "yuanshu" }, function(t)
  t:check(not t:has_skill("yuanshu", "kurou"), "kurou is no lord's skill")
end)

--
-- 杨修 Yang Xiu
--

test("jilei forbids a type of card", { "huanggai", "yangxiu" }, function(t)
  local slash, wine = t:give("huanggai", "slash", "analeptic")
  local trick = t:give("huanggai", "ex_nihilo")
  t:play("huanggai")
  t:use("huanggai", slash, { "yangxiu" })
  t:asks("yangxiu", "skill_invoke", "jilei")
  t:answer("yes")
  t:asks("yangxiu", "choice", "jilei")
  t:answer("basic")
  t:refused(tostring(wine))
  t:use("huanggai", trick, {})
  t:equals(t:place(trick), "discard")
end)

test("jilei ends with the turn", { "huanggai", "yangxiu" }, function(t)
  local slash, wine = t:give("huanggai", "slash", "analeptic")
  t:play("huanggai")
  t:use("huanggai", slash, { "yangxiu" })
  t:answer("yes")
  t:answer("basic")
  t:finish()
  t:settle()
  t:play("huanggai")
  t:use("huanggai", wine, {})
  t:equals(t:place(wine), "discard")
end)

test("danlao draws in place of an attack", { "huanggai", "yangxiu", "ganning" }, function(t)
  local assault = t:give("huanggai", "savage_assault")
  t:play("huanggai")
  t:use("huanggai", assault, {})
  t:asks("yangxiu", "skill_invoke", "danlao")
  t:answer("yes")
  t:equals(t:hp("yangxiu"), 3)
  t:equals(t:count("yangxiu"), 1)
  t:equals(t:hp("ganning"), 3)
end)

test("danlao wants more than one target", { "huanggai", "yangxiu" }, function(t)
  local duel = t:give("huanggai", "duel")
  t:play("huanggai")
  t:use("huanggai", duel, { "yangxiu" })
  t:pass()
  t:equals(t:hp("yangxiu"), 2)
  t:equals(t:count("yangxiu"), 0)
end)

--
-- 公孙瓒 Gongsun Zan
--

local RING = { "gongsunzan", "huanggai", "ganning", "lumeng" }

test("yicong: healthy, he is everywhere", RING, function(t)
  local slash = t:give("gongsunzan", "slash")
  t:play("gongsunzan")
  t:use("gongsunzan", slash, { "ganning" })
  t:equals(t:hp("ganning"), 3)
end)

test("yicong: weak, nobody reaches him", RING, function(t)
  t:hp("gongsunzan", 2)
  local slash = t:give("gongsunzan", "slash")
  t:play("gongsunzan")
  t:refused(slash .. "->sgs3")
  t:finish()
  t:settle()
  local other = t:give("huanggai", "slash")
  t:play("huanggai")
  t:refused(other .. "->sgs1")
end)

--
-- 关羽 Guan Yu of Wei
--

test("danji wakes under Cao Cao", { "caocao", "sp_guanyu" }, function(t)
  t:give("sp_guanyu", "slash", "slash", "slash", "slash", "slash")
  t:turn("sp_guanyu")
  t:asks("sp_guanyu", "activate")
  t:check(t:has_skill("sp_guanyu", "mashu"), "sp_guanyu has mashu")
  t:equals(t:max_hp("sp_guanyu"), 3)
end)

test("danji sleeps under others", { "huanggai", "sp_guanyu" }, function(t)
  t:give("sp_guanyu", "slash", "slash", "slash", "slash", "slash")
  t:turn("sp_guanyu")
  t:check(not t:has_skill("sp_guanyu", "mashu"), "sp_guanyu sleeps")
end)

--
-- Other faces
--

test("other faces have the skills of the first", {
  "sp_diaochan",
  "sp_sunshangxiang",
  "sp_machao",
  "sp_jiaxu",
}, function(t)
  t:check(t:has_skill("sp_diaochan", "lijian"), "lijian")
  t:check(t:has_skill("sp_sunshangxiang", "xiaoji"), "xiaoji")
  t:check(t:has_skill("sp_machao", "tieji"), "tieji")
  t:check(not t:has_skill("sp_machao", "lijian"), "and no others")
  t:equals(t:mark("sp_jiaxu", "@chaos"), 1)
end)
