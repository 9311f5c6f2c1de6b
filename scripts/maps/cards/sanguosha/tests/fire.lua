-- The fire package: what each skill does, and what it must not do.

local function text(id)
  return tostring(id)
end

-- Who is asked for a point fight's card answers with it.
local function fights(t, who, id)
  t:asks(who, "pindian")
  t:answer(text(id))
end

--
-- 荀彧 Xun Yu
--

test("quhu won: they hurt somebody in their range", { "xunyu", "guanyu", "zhangfei" }, function(t)
  local king = t:give("xunyu", "slash:D13")
  local two = t:give("guanyu", "jink:D2", "jink:D3")
  t:play("xunyu")
  t:skill("xunyu", "quhu", { king }, { "guanyu" })
  fights(t, "guanyu", two)
  t:asks("xunyu", "player_chosen", "quhu")
  t:answer("zhangfei")
  t:equals(t:hp("zhangfei"), 3)
  t:equals(t:hp("xunyu"), 3)
  t:equals(t:place(king), "discard")
  t:equals(t:place(two), "discard")
  t:idle()
end)

test("quhu lost: they hurt Xun Yu", { "xunyu", "guanyu", "zhangfei" }, function(t)
  local two = t:give("xunyu", "jink:D2")
  local king = t:give("guanyu", "slash:D13", "jink:D3")
  t:play("xunyu")
  t:skill("xunyu", "quhu", { two }, { "guanyu" })
  fights(t, "guanyu", king)
  t:asks("xunyu", "skill_invoke", "jieming")
  t:pass()
  t:equals(t:hp("xunyu"), 2)
end)

test("quhu needs more hp and a hand, once a phase", {
  "xunyu",
  "guanyu",
  "guojia",
  "zhangfei",
}, function(t)
  local king, queen = t:give("xunyu", "slash:D13", "slash:D10")
  local low = t:give("guanyu", "jink:D2", "jink:D3")
  t:give("guojia", "jink:D4")
  t:play("xunyu")
  t:refused("#quhu:" .. king .. ":->sgs3")
  t:refused("#quhu:" .. king .. ":->sgs4")
  t:skill("xunyu", "quhu", { king }, { "guanyu" })
  fights(t, "guanyu", low)
  t:settle()
  t:refused("#quhu:" .. queen .. ":->sgs2")
end)

test("jieming fills a hand up to max hp", { "guanyu", "xunyu", "zhangfei" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:give("zhangfei", "slash:S8")
  t:play("guanyu")
  t:use("guanyu", slash, { "xunyu" })
  t:asks("xunyu", "skill_invoke", "jieming")
  t:answer("yes")
  t:asks("xunyu", "player_chosen", "jieming")
  t:answer("zhangfei")
  t:equals(t:count("zhangfei"), 4)
  t:idle()
end)

test("jieming fills nothing beyond five cards", { "guanyu", "xunyu", "dongzhuo" }, function(t)
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "xunyu" })
  t:asks("xunyu", "skill_invoke", "jieming")
  t:answer("yes")
  t:answer("dongzhuo")
  t:equals(t:count("dongzhuo"), 5)
end)

--
-- 典韦 Dian Wei
--

test("qiangxi costs 1 hp", { "dianwei", "guanyu" }, function(t)
  t:play("dianwei")
  t:skill("dianwei", "qiangxi", {}, { "guanyu" })
  t:equals(t:hp("dianwei"), 3)
  t:equals(t:hp("guanyu"), 3)
  t:refused("#qiangxi:.:->sgs2")
end)

test("qiangxi takes a weapon instead", { "dianwei", "guanyu" }, function(t)
  local axe = t:give("dianwei", "axe")
  t:play("dianwei")
  t:skill("dianwei", "qiangxi", { axe }, { "guanyu" })
  t:equals(t:hp("dianwei"), 4)
  t:equals(t:hp("guanyu"), 3)
  t:equals(t:place(axe), "discard")
end)

test("qiangxi does not reach by the weapon it takes", {
  "dianwei",
  "guanyu",
  "zhangfei",
  "liubei",
}, function(t)
  local axe = t:equip("dianwei", "axe")
  local horse = t:give("dianwei", "chitu")
  t:play("dianwei")
  t:refused("#qiangxi:" .. axe .. ":->sgs3")
  t:refused("#qiangxi:" .. horse .. ":->sgs2")
  t:skill("dianwei", "qiangxi", {}, { "zhangfei" })
  t:equals(t:hp("zhangfei"), 3)
end)

--
-- 卧龙诸葛亮 Zhuge Liang
--

test("bazhen jinks by a red judgement", { "zhangfei", "wolong" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:top(":D7")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "wolong" })
  t:asks("wolong", "skill_invoke", "bazhen")
  t:answer("yes")
  t:equals(t:hp("wolong"), 3)
  t:idle()
end)

test("bazhen does not jink by a black one", { "zhangfei", "wolong" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:top(":S8")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "wolong" })
  t:asks("wolong", "skill_invoke", "bazhen")
  t:answer("yes")
  t:equals(t:hp("wolong"), 2)
end)

test("bazhen sleeps under armor", { "zhangfei", "wolong" }, function(t)
  local slash = t:give("zhangfei", "slash:H10")
  t:equip("wolong", "renwang_shield")
  t:play("zhangfei")
  t:use("zhangfei", slash, { "wolong" })
  t:equals(t:hp("wolong"), 2)
  t:idle()
end)

test("huoji makes red hand cards fire attacks", { "wolong", "zhangfei" }, function(t)
  local peach, heart = t:give("wolong", "peach:D12", "peach:H3")
  local shown = t:give("zhangfei", "slash:H10", "slash:H11")
  t:play("wolong")
  t:skill("wolong", "huoji", { peach }, { "zhangfei" })
  t:asks("zhangfei", "card_show")
  t:answer(text(shown))
  t:asks("wolong", "card", ".H")
  t:answer(text(heart))
  t:equals(t:hp("zhangfei"), 3)
end)

test("huoji takes no black cards", { "wolong", "zhangfei" }, function(t)
  local black = t:give("wolong", "slash:S7")
  t:give("zhangfei", "slash:H10")
  t:play("wolong")
  t:refused("fire_attack:huoji[spade:7]=" .. black .. "->sgs2")
end)

test("kanpo makes black hand cards nullifications", { "zhangfei", "wolong" }, function(t)
  local trick = t:give("zhangfei", "ex_nihilo")
  local black = t:give("wolong", "slash:S7")
  t:play("zhangfei")
  t:use("zhangfei", trick, {})
  t:asks("wolong", "nullification", "ex_nihilo")
  t:skill("wolong", "kanpo", { black })
  t:equals(t:count("zhangfei"), 0)
  t:equals(t:place(black), "discard")
end)

test("kanpo is not offered for red cards", { "zhangfei", "wolong" }, function(t)
  local trick = t:give("zhangfei", "ex_nihilo")
  t:give("wolong", "slash:H10")
  t:play("zhangfei")
  t:use("zhangfei", trick, {})
  t:idle()
  t:equals(t:count("zhangfei"), 2)
end)

--
-- 庞统 Pang Tong
--

test("lianhuan makes clubs iron chains", { "pangtong", "zhangfei" }, function(t)
  local club, heart = t:give("pangtong", "slash:C2", "slash:H10")
  t:play("pangtong")
  t:refused("iron_chain:lianhuan[heart:10]=" .. heart .. "->sgs2")
  t:skill("pangtong", "lianhuan", { club }, { "zhangfei" })
  t:check(t:chained("zhangfei"), "chained")
end)

test("lianhuan recasts clubs", { "pangtong", "zhangfei" }, function(t)
  local club = t:give("pangtong", "slash:C2")
  t:play("pangtong")
  t:skill("pangtong", "lianhuan", { club }, {})
  t:equals(t:place(club), "discard")
  t:equals(t:count("pangtong"), 1)
  t:check(not t:chained("zhangfei"), "nobody is chained")
end)

test("niepan brings back to life, once", { "zhangfei", "pangtong", "guanyu" }, function(t)
  local first, second = t:give("zhangfei", "slash:S7", "slash:S8")
  local horse = t:equip("pangtong", "chitu")
  t:hp("pangtong", 1)
  t:top("slash:C2", "slash:C3", "slash:C4")
  t:equals(t:mark("pangtong", "@nirvana"), 1)
  t:play("zhangfei")
  t:use("zhangfei", first, { "pangtong" })
  t:asks("pangtong", "skill_invoke", "niepan")
  t:answer("yes")
  t:equals(t:hp("pangtong"), 3)
  t:equals(t:count("pangtong"), 3)
  t:equals(t:place(horse), "discard")
  t:equals(t:mark("pangtong", "@nirvana"), 0)
  t:hp("pangtong", 1)
  t:use("zhangfei", second, { "pangtong" })
  t:check(not t:alive("pangtong"), "dead")
end)

test("niepan may be declined", { "zhangfei", "pangtong", "guanyu" }, function(t)
  local slash = t:give("zhangfei", "slash:S7")
  t:hp("pangtong", 1)
  t:play("zhangfei")
  t:use("zhangfei", slash, { "pangtong" })
  t:asks("pangtong", "skill_invoke", "niepan")
  t:pass()
  t:check(not t:alive("pangtong"), "dead")
end)

--
-- 太史慈 Taishi Ci
--

local FOUR = { "taishici", "guanyu", "zhangfei", "liubei" }

-- Taishi Ci fights points with Guan Yu.
local function tianyi(t, mine, other)
  local id = t:give("taishici", mine)
  local answer = t:give("guanyu", other, "slash:S8")
  t:play("taishici")
  t:skill("taishici", "tianyi", { id }, { "guanyu" })
  fights(t, "guanyu", answer)
end

test("tianyi won: more slashes, farther, on more", FOUR, function(t)
  local first, second, third = t:give("taishici", "slash:S7", "slash:S9", "slash:S10")
  tianyi(t, "slash:D13", "jink:D2")
  t:use("taishici", first, { "guanyu", "zhangfei" })
  t:equals(t:hp("guanyu"), 3)
  t:equals(t:hp("zhangfei"), 3)
  t:refused(second .. "->sgs2+sgs3+sgs4")
  t:use("taishici", second, { "guanyu" })
  t:equals(t:hp("guanyu"), 2)
  t:refused(third .. "->sgs2")
end)

test("tianyi lost: no slash this turn", FOUR, function(t)
  local slash = t:give("taishici", "slash:S7")
  tianyi(t, "jink:D2", "slash:D13")
  t:refused(slash .. "->sgs2")
  t:refused("#tianyi:" .. slash .. ":->sgs2")
end)

test("tianyi fights nobody without a hand", FOUR, function(t)
  local slash = t:give("taishici", "slash:S7")
  t:play("taishici")
  t:refused("#tianyi:" .. slash .. ":->sgs2")
end)

--
-- 袁绍 Yuan Shao
--

test("luanji shoots two cards of a suit", { "yuanshao", "guanyu", "zhangfei" }, function(t)
  local first, second = t:give("yuanshao", "slash:S7", "slash:S8")
  t:play("yuanshao")
  t:skill("yuanshao", "luanji", { first, second }, {})
  t:equals(t:hp("guanyu"), 3)
  t:equals(t:hp("zhangfei"), 3)
  t:equals(t:place(first), "discard")
  t:equals(t:place(second), "discard")
end)

test("luanji takes no two suits", { "yuanshao", "guanyu", "zhangfei" }, function(t)
  local first, second = t:give("yuanshao", "slash:S7", "slash:H10")
  t:play("yuanshao")
  t:refused("archery_attack:luanji[no_suit:0]=" .. first .. "+" .. second .. "->.")
end)

-- Yuan Shao as he ends his play phase with a hand of so many cards.
local function ends_with(t, count)
  for _ = 1, count do
    t:give("yuanshao", "slash")
  end
  t:play("yuanshao")
  t:finish()
end

test("xueyi keeps two more for another of Qun", { "yuanshao", "huatuo", "guanyu" }, function(t)
  ends_with(t, 6)
  t:equals(t:count("yuanshao"), 6)
end)

test("xueyi keeps no more than that", { "yuanshao", "huatuo", "guanyu" }, function(t)
  ends_with(t, 7)
  t:asks("yuanshao", "discard")
end)

test("xueyi is for lords only", { "huatuo", "yuanshao", "guanyu" }, function(t)
  ends_with(t, 6)
  t:asks("yuanshao", "discard")
end)

--
-- 颜良文丑 Yan Liang and Wen Chou
--

test("shuangxiong duels with the other colour", { "shuangxiong", "guanyu" }, function(t)
  local black, red = t:give("shuangxiong", "slash:S7", "slash:H11")
  local judged = t:top("slash:H10")
  t:turn("shuangxiong")
  t:asks("shuangxiong", "skill_invoke", "shuangxiong")
  t:answer("yes")
  t:equals(t:owner(judged), "shuangxiong")
  t:equals(t:count("shuangxiong"), 3)
  t:refused("duel:shuangxiong[heart:J]=" .. red .. "->sgs2")
  t:skill("shuangxiong", "shuangxiong", { black }, { "guanyu" })
  t:equals(t:hp("guanyu"), 3)
end)

test("shuangxiong draws as usual when declined", { "shuangxiong", "guanyu" }, function(t)
  local black = t:give("shuangxiong", "slash:S7")
  t:turn("shuangxiong")
  t:asks("shuangxiong", "skill_invoke", "shuangxiong")
  t:pass()
  t:equals(t:count("shuangxiong"), 3)
  t:refused("duel:shuangxiong[spade:7]=" .. black .. "->sgs2")
end)

--
-- 庞德 Pang De
--

test("mengjin discards a card after a jink", { "pangde", "zhangfei" }, function(t)
  local slash = t:give("pangde", "slash:S7")
  local jink = t:give("zhangfei", "jink:D2", "slash:S8")
  local horse = t:equip("zhangfei", "chitu")
  t:play("pangde")
  t:use("pangde", slash, { "zhangfei" })
  t:asks("zhangfei", "card", "jink")
  t:answer(text(jink))
  t:asks("pangde", "skill_invoke", "mengjin")
  t:answer("yes")
  t:asks("pangde", "card_chosen", "mengjin")
  t:answer(text(horse))
  t:equals(t:place(horse), "discard")
  t:equals(t:hp("zhangfei"), 4)
end)

test("mengjin finds nothing where nothing is left", { "pangde", "zhangfei" }, function(t)
  local slash = t:give("pangde", "slash:S7")
  local jink = t:give("zhangfei", "jink:D2")
  t:play("pangde")
  t:use("pangde", slash, { "zhangfei" })
  t:answer(text(jink))
  t:idle()
end)

test("pangde rides", { "pangde", "guanyu", "zhangfei", "liubei" }, function(t)
  local slash = t:give("pangde", "slash:S7")
  t:check(t:has_skill("pangde", "mashu"), "mashu")
  t:play("pangde")
  t:use("pangde", slash, { "zhangfei" })
  t:equals(t:hp("zhangfei"), 3)
end)
