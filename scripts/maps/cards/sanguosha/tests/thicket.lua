-- The thicket package, its generals of wei, shu and wu: what each skill does, and what it must not.

local function text(id)
  return tostring(id)
end

local function texts(...)
  return table.concat({ ... }, "+")
end

--
-- 徐晃 Xu Huang
--

local FOUR = { "xuhuang", "guanyu", "zhangfei", "liubei" }

test("duanliang cuts supplies up to distance 2", FOUR, function(t)
  local slash = t:give("xuhuang", "slash:S7")
  t:play("xuhuang")
  t:skill("xuhuang", "duanliang", { slash }, { "zhangfei" })
  t:equals(t:place(slash), "judging")
  t:equals(t:owner(slash), "zhangfei")
end)

test("duanliang takes black equips, worn ones too", FOUR, function(t)
  local blade = t:equip("xuhuang", "blade")
  t:play("xuhuang")
  t:skill("xuhuang", "duanliang", { blade }, { "guanyu" })
  t:equals(t:place(blade), "judging")
end)

test("duanliang takes neither red cards nor tricks", FOUR, function(t)
  local red, duel = t:give("xuhuang", "slash:H10", "duel:S1")
  t:play("xuhuang")
  t:refused("supply_shortage:duanliang[heart:10]=" .. red .. "->sgs2")
  t:refused("supply_shortage:duanliang[spade:A]=" .. duel .. "->sgs2")
end)

test("duanliang does not reach to distance 3", {
  "xuhuang",
  "guanyu",
  "zhangfei",
  "liubei",
  "zhaoyun",
  "machao",
}, function(t)
  local slash = t:give("xuhuang", "slash:S7")
  t:play("xuhuang")
  t:refused("supply_shortage:duanliang[spade:7]=" .. slash .. "->sgs4")
end)

--
-- 曹丕 Cao Pi
--

-- Zhang Fei kills Guan Yu, who has a hand card and a weapon.
local function kill(t)
  local slash = t:give("zhangfei", "slash:S7")
  local left = t:give("guanyu", "slash:S8")
  local worn = t:equip("guanyu", "crossbow:D1")
  t:hp("guanyu", 1)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "guanyu" })
  t:check(not t:alive("guanyu"), "dead")
  return left, worn
end

local DEATH = { "zhangfei", "caopi", "guanyu", roles = { "lord", "rebel", "rebel" } }

test("xingshang takes the cards of the dead", DEATH, function(t)
  local left, worn = kill(t)
  t:asks("caopi", "skill_invoke", "xingshang")
  t:answer("yes")
  t:equals(t:owner(left), "caopi")
  t:equals(t:owner(worn), "caopi")
  t:equals(t:place(worn), "hand")
end)

test("xingshang may be declined", DEATH, function(t)
  local left, worn = kill(t)
  t:asks("caopi", "skill_invoke", "xingshang")
  t:pass()
  t:equals(t:place(left), "discard")
  t:equals(t:place(worn), "discard")
end)

test("fangzhu turns another over", { "guanyu", "caopi", "zhangfei" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:hp("caopi", 2)
  t:play("guanyu")
  t:use("guanyu", slash, { "caopi" })
  t:asks("caopi", "skill_invoke", "fangzhu")
  t:answer("yes")
  t:asks("caopi", "player_chosen", "fangzhu")
  t:refused("caopi")
  t:answer("zhangfei")
  t:equals(t:count("zhangfei"), 2)
  t:check(not t:face_up("zhangfei"), "face down")
end)

-- Zhang Fei slashes Xiahou Dun, who judges by this card.
local function judges(t, spec)
  local slash = t:give("zhangfei", "slash:S7")
  t:top(spec)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "xiahoudun" })
  t:asks("xiahoudun", "skill_invoke", "ganglie")
  t:answer("yes")
end

test("songwei draws for black judgements of Wei", {
  "caopi",
  "xiahoudun",
  "zhangfei",
}, function(t)
  judges(t, ":S8")
  t:asks("xiahoudun", "skill_invoke", "songwei")
  t:answer("yes")
  t:equals(t:count("caopi"), 1)
end)

test("songwei is not asked for red ones", { "caopi", "xiahoudun", "zhangfei" }, function(t)
  judges(t, ":D7")
  t:settle()
  t:equals(t:count("caopi"), 0)
  t:equals(t:hp("zhangfei"), 3)
end)

test("songwei is for lords only", { "xiahoudun", "caopi", "zhangfei" }, function(t)
  judges(t, ":S8")
  t:idle()
end)

--
-- 孟获 Meng Huo
--

test("huoshou is the source of savage assaults", { "zhangfei", "menghuo", "simayi" }, function(t)
  local assault = t:give("zhangfei", "savage_assault")
  local horse = t:equip("menghuo", "chitu")
  t:play("zhangfei")
  t:use("zhangfei", assault, {})
  t:asks("simayi", "skill_invoke", "fankui")
  t:answer("yes")
  t:settle()
  t:equals(t:owner(horse), "simayi")
  t:equals(t:hp("menghuo"), 4)
  t:equals(t:hp("simayi"), 2)
end)

test("huoshou lets other attacks be", { "zhangfei", "menghuo", "simayi" }, function(t)
  local arrows = t:give("zhangfei", "archery_attack")
  t:equip("menghuo", "chitu")
  t:play("zhangfei")
  t:use("zhangfei", arrows, {})
  t:equals(t:hp("menghuo"), 3)
  t:equals(t:hp("simayi"), 2)
  t:idle()
end)

test("zaiqi heals by hearts and keeps the rest", { "menghuo", "guanyu" }, function(t)
  t:hp("menghuo", 2)
  local heart, spade = t:top("slash:H10", "slash:S8")
  t:turn("menghuo")
  t:asks("menghuo", "skill_invoke", "zaiqi")
  t:answer("yes")
  t:equals(t:hp("menghuo"), 3)
  t:equals(t:place(heart), "discard")
  t:equals(t:owner(spade), "menghuo")
  t:equals(t:count("menghuo"), 1)
end)

test("zaiqi is for the wounded", { "menghuo", "guanyu" }, function(t)
  t:turn("menghuo")
  t:asks("menghuo", "activate")
  t:equals(t:count("menghuo"), 2)
end)

--
-- 祝融 Lady Zhurong
--

test("juxiang takes the savage assaults of others", { "zhangfei", "zhurong", "guanyu" }, function(t)
  local assault = t:give("zhangfei", "savage_assault")
  t:play("zhangfei")
  t:use("zhangfei", assault, {})
  t:equals(t:hp("zhurong"), 4)
  t:equals(t:hp("guanyu"), 3)
  t:equals(t:owner(assault), "zhurong")
end)

test("juxiang does not take her own", { "zhurong", "guanyu" }, function(t)
  local assault = t:give("zhurong", "savage_assault")
  t:play("zhurong")
  t:use("zhurong", assault, {})
  t:equals(t:place(assault), "discard")
end)

-- Zhurong hits Guan Yu and fights points with these cards.
local function lieren(t, mine, other)
  local slash = t:give("zhurong", "slash:S7")
  local card = t:give("zhurong", mine, "slash:S9")
  local answer = t:give("guanyu", other, "slash:S8")
  t:play("zhurong")
  t:use("zhurong", slash, { "guanyu" })
  t:asks("zhurong", "skill_invoke", "lieren")
  t:answer("yes")
  t:asks("zhurong", "pindian")
  t:answer(text(card))
  t:asks("guanyu", "pindian")
  t:answer(text(answer))
end

test("lieren won takes a card", { "zhurong", "guanyu" }, function(t)
  local horse = t:equip("guanyu", "chitu")
  lieren(t, "slash:D13", "peach:H3")
  t:asks("zhurong", "card_chosen", "lieren")
  t:answer(text(horse))
  t:equals(t:owner(horse), "zhurong")
  t:equals(t:place(horse), "hand")
end)

test("lieren lost takes none", { "zhurong", "guanyu" }, function(t)
  local horse = t:equip("guanyu", "chitu")
  lieren(t, "peach:H3", "slash:D13")
  t:equals(t:owner(horse), "guanyu")
  t:idle()
end)

--
-- 孙坚 Sun Jian
--

-- Sun Jian, two hp down, chooses Zhang Fei, who has a card.
local function yinghun(t, choice)
  t:hp("sunjian", 2)
  t:give("zhangfei", "slash:S7")
  t:turn("sunjian")
  t:asks("sunjian", "skill_invoke", "yinghun")
  t:answer("yes")
  t:asks("sunjian", "player_chosen", "yinghun")
  t:answer("zhangfei")
  t:asks("sunjian", "choice", "yinghun")
  t:answer(choice)
end

test("yinghun helps", { "sunjian", "guanyu", "zhangfei" }, function(t)
  yinghun(t, "dxt1")
  t:asks("zhangfei", "discard", "yinghun")
  t:answer(text(t:hand("zhangfei")[1]))
  t:equals(t:count("zhangfei"), 2)
end)

test("yinghun harms", { "sunjian", "guanyu", "zhangfei" }, function(t)
  yinghun(t, "d1tx")
  t:equals(t:count("zhangfei"), 0)
end)

test("yinghun is for the wounded", { "sunjian", "guanyu", "zhangfei" }, function(t)
  t:turn("sunjian")
  t:asks("sunjian", "activate")
end)

--
-- 鲁肃 Lu Su
--

test("haoshi draws two more", { "lusu", "guanyu", "zhangfei" }, function(t)
  t:turn("lusu")
  t:asks("lusu", "skill_invoke", "haoshi")
  t:answer("yes")
  t:equals(t:count("lusu"), 4)
  t:idle()
end)

test("haoshi gives half of many to the poorest", { "lusu", "guanyu", "zhangfei" }, function(t)
  t:give("lusu", "slash", "slash", "slash")
  t:give("zhangfei", "slash")
  t:turn("lusu")
  t:asks("lusu", "skill_invoke", "haoshi")
  t:answer("yes")
  t:asks("lusu", "exchange", "haoshi")
  local hand = t:hand("lusu")
  t:equals(#hand, 7)
  t:answer(texts(hand[1], hand[2], hand[3]))
  t:equals(t:count("lusu"), 4)
  t:equals(t:count("guanyu"), 3)
  t:equals(t:count("zhangfei"), 1)
end)

test("dimeng swaps two hands for the difference", { "lusu", "guanyu", "zhangfei" }, function(t)
  local one, two = t:give("lusu", "slash:S7", "slash:S8")
  local his = t:give("guanyu", "slash:H10", "slash:H11", "jink:D2")
  local other = t:give("zhangfei", "peach:H3")
  t:play("lusu")
  t:skill("lusu", "dimeng", { one, two }, { "guanyu", "zhangfei" })
  t:equals(t:place(one), "discard")
  t:equals(t:owner(his), "zhangfei")
  t:equals(t:owner(other), "guanyu")
  t:equals(t:count("guanyu"), 1)
  t:equals(t:count("zhangfei"), 3)
  t:refused("#dimeng:.:->sgs2+sgs3")
end)

test("dimeng takes the difference and nothing else", {
  "lusu",
  "guanyu",
  "zhangfei",
}, function(t)
  local one = t:give("lusu", "slash:S7")
  t:give("guanyu", "slash:H10", "slash:H11", "jink:D2")
  t:give("zhangfei", "peach:H3")
  t:play("lusu")
  t:refused("#dimeng:" .. one .. ":->sgs2+sgs3")
  t:refused("#dimeng:.:->sgs2")
  t:refused("#dimeng:" .. one .. ":->sgs1+sgs3")
end)
