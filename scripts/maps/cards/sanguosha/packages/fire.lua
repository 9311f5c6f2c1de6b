-- The eight generals of the fire package 火.

module("extensions.fire", package.seeall)

extension = sgs.Package("fire")

local NO_LIMIT = 1000

-- Marks of Shuangxiong: of which colour the card judged was.
local JUDGED_RED, JUDGED_BLACK = 1, 2

-- A card of another name made of one card, with its suit and number.
local function converted(name, skill, card)
  local made = sgs.Sanguosha:cloneCard(name, card:getSuit(), card:getNumber())
  made:addSubcard(card:getId())
  made:setSkillName(skill)
  return made
end

-- A skill card made of cards, of none at all too.
local function skill_card(prototype, skill, cards)
  local made = prototype:clone()
  for _, card in ipairs(cards) do
    made:addSubcard(card:getId())
  end
  made:setSkillName(skill)
  return made
end

-- Damage of 1 without a card.
local function hurt(from, to)
  local damage = sgs.DamageStruct()
  damage.from = from
  damage.to = to
  to:getRoom():damage(damage)
end

local function is_hand_card(card)
  return not card:isEquipped()
end

-- A point fight with the card that a skill card was made of; true if it is won.
local function fight(effect, reason)
  local card = sgs.Sanguosha:getCard(effect.card:getEffectiveId())
  return effect.from:pindian(effect.to, reason, card)
end

-- A skill of one point fight per play phase, begun with a hand card.
local function fighting_skill(name, prototype)
  return sgs.CreateViewAsSkill({
    name = name,
    n = 1,
    view_filter = function(_, _, to_select)
      return is_hand_card(to_select)
    end,
    view_as = function(_, cards)
      return #cards == 1 and skill_card(prototype, name, cards) or nil
    end,
    enabled_at_play = function(_, player)
      return not player:hasUsed("#" .. name) and not player:isKongcheng()
    end,
  })
end

-- 荀彧 Xun Yu
local xunyu = sgs.General(extension, "xunyu", "wei", 3)

-- Quhu: once per play phase, fight points with a player of more hp than you. Won: they do 1 damage
-- to a player of your choice in their range; lost: they do 1 damage to you.
local quhu_card = sgs.CreateSkillCard({
  name = "quhu",
  will_throw = false,
  filter = function(_, targets, to_select)
    return #targets == 0 and to_select:getHp() > sgs.Self:getHp() and not to_select:isKongcheng()
  end,
  on_effect = function(_, effect)
    local from, tiger = effect.from, effect.to
    local room = from:getRoom()
    if not fight(effect, "quhu") then
      hurt(tiger, from)
      return
    end
    local prey = sgs.SPlayerList()
    for _, other in sgs.qlist(room:getOtherPlayers(tiger)) do
      if tiger:inMyAttackRange(other) then
        prey:append(other)
      end
    end
    if prey:isEmpty() then
      local log = sgs.LogMessage()
      log.type = "#QuhuNoPrey"
      log.from = tiger
      log.arg = "quhu"
      room:sendLog(log)
      return
    end
    hurt(tiger, room:askForPlayerChosen(from, prey, "quhu"))
  end,
})
xunyu:addSkill(fighting_skill("quhu", quhu_card))

local FILLED_MAX = 5

-- How many cards somebody lacks of a full hand.
local function lacks(player)
  return math.min(FILLED_MAX, player:getMaxHP()) - player:getHandcardNum()
end

-- Jieming: for each point of damage you took, a player may fill their hand up to their max hp, at
-- most to five cards.
local jieming = sgs.CreateTriggerSkill({
  name = "jieming",
  events = sgs.Damaged,
  priority = -1,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    for _ = 1, data:toDamage().damage do
      local targets = sgs.SPlayerList()
      for _, target in sgs.qlist(room:getAlivePlayers()) do
        if lacks(target) > 0 then
          targets:append(target)
        end
      end
      if targets:isEmpty() or not room:askForSkillInvoke(player, "jieming", data) then
        break
      end
      local target = room:askForPlayerChosen(player, targets, "jieming")
      target:drawCards(lacks(target))
    end
    return false
  end,
})
xunyu:addSkill(jieming)

-- 典韦 Dian Wei
local dianwei = sgs.General(extension, "dianwei", "wei")

-- Whether a skill card takes the weapon away that its user wears.
local function gives_own_weapon(card, player)
  local weapon = player:getWeapon()
  return weapon ~= nil and card:getEffectiveId() == weapon:getEffectiveId()
end

-- Qiangxi: once per play phase, lose 1 hp or discard a weapon to do 1 damage to a player in range;
-- a weapon that is discarded no longer counts for the range.
local qiangxi_card = sgs.CreateSkillCard({
  name = "qiangxi",
  filter = function(self, targets, to_select)
    if #targets > 0 or to_select:objectName() == sgs.Self:objectName() then
      return false
    end
    if gives_own_weapon(self, sgs.Self) then
      return sgs.Self:distanceTo(to_select) <= 1
    end
    return sgs.Self:inMyAttackRange(to_select)
  end,
  on_effect = function(_, effect)
    if effect.card:subcardsLength() == 0 then
      effect.from:getRoom():loseHp(effect.from)
    end
    if effect.from:isAlive() and effect.to:isAlive() then
      hurt(effect.from, effect.to)
    end
  end,
})
local qiangxi = sgs.CreateViewAsSkill({
  name = "qiangxi",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:inherits("Weapon")
  end,
  view_as = function(_, cards)
    return skill_card(qiangxi_card, "qiangxi", cards)
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#qiangxi")
  end,
})
dianwei:addSkill(qiangxi)

-- 卧龙诸葛亮 Zhuge Liang, the Sleeping Dragon
local wolong = sgs.General(extension, "wolong", "shu", 3)

-- Bazhen: without armor you count as wearing the eight diagram: needing a jink, you may judge, and
-- red counts as one.
local bazhen = sgs.CreateTriggerSkill({
  name = "bazhen",
  frequency = sgs.Skill_Compulsory,
  events = sgs.CardAsked,
  on_trigger = function(_, _, player, data)
    local is_bare = player:getArmor() == nil and player:getMark("qinggang") == 0
    if data:toString() ~= "jink" or not is_bare then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "bazhen") then
      return false
    end
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
    judge.good = true
    judge.reason = "bazhen"
    judge.who = player
    room:judge(judge)
    if judge:isBad() then
      return false
    end
    local jink = sgs.Sanguosha:cloneCard("jink", sgs.Card_NoSuit, 0)
    jink:setSkillName("bazhen")
    room:provide(jink)
    return true
  end,
})
wolong:addSkill(bazhen)

-- Huoji: red hand cards count as fire attacks.
local huoji = sgs.CreateViewAsSkill({
  name = "huoji",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isRed() and is_hand_card(to_select)
  end,
  view_as = function(_, cards)
    return #cards == 1 and converted("fire_attack", "huoji", cards[1]) or nil
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng()
  end,
})
wolong:addSkill(huoji)

-- Kanpo: black hand cards count as nullifications.
local kanpo = sgs.CreateViewAsSkill({
  name = "kanpo",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isBlack() and is_hand_card(to_select)
  end,
  view_as = function(_, cards)
    return #cards == 1 and converted("nullification", "kanpo", cards[1]) or nil
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "nullification"
  end,
  enabled_at_nullification = function(_, player)
    for _, card in sgs.qlist(player:getHandcards()) do
      if card:isBlack() then
        return true
      end
    end
    return false
  end,
})
wolong:addSkill(kanpo)

-- 庞统 Pang Tong
local pangtong = sgs.General(extension, "pangtong", "shu", 3)

-- Lianhuan: club hand cards count as iron chains, which may be recast.
local lianhuan = sgs.CreateViewAsSkill({
  name = "lianhuan",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:getSuit() == sgs.Card_Club and is_hand_card(to_select)
  end,
  view_as = function(_, cards)
    return #cards == 1 and converted("iron_chain", "lianhuan", cards[1]) or nil
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng()
  end,
})
pangtong:addSkill(lianhuan)

local RISEN_HP = 3

-- Niepan: once per game, dying, you may discard all your cards, turn face up and unchained, draw
-- three cards and recover to 3 hp.
local niepan = sgs.CreateTriggerSkill({
  name = "niepan",
  frequency = sgs.Skill_Limited,
  events = sgs.AskForPeaches,
  on_trigger = function(_, _, player, data)
    local is_dying = data:toDying().who:objectName() == player:objectName()
    if not is_dying or player:getHp() > 0 or player:getMark("@nirvana") == 0 then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "niepan", data) then
      return false
    end
    player:loseMark("@nirvana")
    player:throwAllCards()
    if not player:faceUp() then
      player:turnOver()
    end
    if player:isChained() then
      room:setPlayerProperty(player, "chained", sgs.QVariant(false))
    end
    player:drawCards(3)
    local hp = math.min(RISEN_HP, player:getMaxHP())
    room:setPlayerProperty(player, "hp", sgs.QVariant(hp))
    return true
  end,
})
-- The mark that Niepan has not been used.
local niepan_mark = sgs.CreateGameStartSkill({
  name = "#@nirvana-1",
  on_gamestart = function(_, player)
    player:gainMark("@nirvana")
  end,
})
pangtong:addSkill(niepan)
pangtong:addSkill(niepan_mark)

-- 太史慈 Taishi Ci
local taishici = sgs.General(extension, "taishici", "wu")

-- Tianyi: once per play phase, fight points with a player. Won: this turn you may use one more
-- slash, slash at any distance and on one more target; lost: you may not use slashes this turn.
local tianyi_card = sgs.CreateSkillCard({
  name = "tianyi",
  will_throw = false,
  filter = function(_, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isKongcheng()
  end,
  on_effect = function(_, effect)
    local flag = fight(effect, "tianyi") and "tianyi_success" or "tianyi_failed"
    effect.from:getRoom():setPlayerFlag(effect.from, flag)
  end,
})
local tianyi_target = sgs.CreateTargetModSkill({
  name = "#tianyi-target",
  pattern = "Slash",
  residue_func = function(_, from)
    return from:hasFlag("tianyi_success") and 1 or 0
  end,
  distance_limit_func = function(_, from)
    return from:hasFlag("tianyi_success") and NO_LIMIT or 0
  end,
  extra_target_func = function(_, from)
    return from:hasFlag("tianyi_success") and 1 or 0
  end,
})
local tianyi_prohibit = sgs.CreateProhibitSkill({
  name = "#tianyi-prohibit",
  marked = "tianyi_failed",
  is_prohibited = function(_, from, _, card)
    return card:inherits("Slash") and from:hasFlag("tianyi_failed")
  end,
})
taishici:addSkill(fighting_skill("tianyi", tianyi_card))
taishici:addSkill(tianyi_target)
taishici:addSkill(tianyi_prohibit)

-- 袁绍 Yuan Shao
local yuanshao = sgs.General(extension, "yuanshao$", "qun")

-- Luanji: two hand cards of one suit count as a rain of arrows.
local luanji = sgs.CreateViewAsSkill({
  name = "luanji",
  n = 2,
  view_filter = function(_, selected, to_select)
    local fits = #selected == 0 or selected[1]:getSuit() == to_select:getSuit()
    return fits and is_hand_card(to_select)
  end,
  view_as = function(_, cards)
    if #cards < 2 then
      return nil
    end
    local arrows = sgs.Sanguosha:cloneCard("archery_attack", cards[1]:getSuit(), 0)
    for _, card in ipairs(cards) do
      arrows:addSubcard(card:getId())
    end
    arrows:setSkillName("luanji")
    return arrows
  end,
  enabled_at_play = function(_, player)
    return player:getHandcardNum() >= 2
  end,
})
yuanshao:addSkill(luanji)

-- Xueyi (lord): you may keep two cards more for every other player of qun.
local xueyi = sgs.CreateMaxCardsSkill({
  name = "xueyi$",
  extra_func = function(_, player)
    if not player:hasLordSkill("xueyi") then
      return 0
    end
    local extra = 0
    for _, other in sgs.qlist(player:getSiblings()) do
      if other:isAlive() and other:getKingdom() == "qun" then
        extra = extra + 2
      end
    end
    return extra
  end,
})
yuanshao:addSkill(xueyi)

-- 颜良文丑 Yan Liang and Wen Chou
local shuangxiong_general = sgs.General(extension, "shuangxiong", "qun")

-- Shuangxiong: instead of drawing you may judge and take the card; this turn hand cards of the
-- other colour count as duels.
local shuangxiong_view = sgs.CreateViewAsSkill({
  name = "shuangxiong",
  n = 1,
  view_filter = function(_, _, to_select)
    local wants_black = sgs.Self:getMark("shuangxiong") == JUDGED_RED
    local fits = wants_black and to_select:isBlack() or not wants_black and to_select:isRed()
    return fits and is_hand_card(to_select)
  end,
  view_as = function(_, cards)
    return #cards == 1 and converted("duel", "shuangxiong", cards[1]) or nil
  end,
  enabled_at_play = function(_, player)
    return player:getMark("shuangxiong") > 0 and not player:isKongcheng()
  end,
})
local shuangxiong = sgs.CreateTriggerSkill({
  name = "shuangxiong",
  view_as_skill = shuangxiong_view,
  events = { sgs.PhaseChange, sgs.FinishJudge },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.FinishJudge then
      local judge = data:toJudge()
      if judge.reason == "shuangxiong" then
        local mark = judge.card:isRed() and JUDGED_RED or JUDGED_BLACK
        room:setPlayerMark(player, "shuangxiong", mark)
        player:obtainCard(judge.card)
        return true
      end
      return false
    end
    if player:getPhase() == sgs.Player_NotActive then
      room:setPlayerMark(player, "shuangxiong", 0)
      return false
    end
    if player:getPhase() ~= sgs.Player_Draw then
      return false
    end
    if not room:askForSkillInvoke(player, "shuangxiong") then
      return false
    end
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*)")
    judge.good = true
    judge.reason = "shuangxiong"
    judge.who = player
    room:judge(judge)
    return true
  end,
})
shuangxiong_general:addSkill(shuangxiong)

-- 庞德 Pang De
local pangde = sgs.General(extension, "pangde", "qun")

-- Mengjin: when your slash is answered with a jink, you may discard a card of the target.
local mengjin = sgs.CreateTriggerSkill({
  name = "mengjin",
  events = sgs.SlashMissed,
  on_trigger = function(_, _, player, data)
    local target, room = data:toSlashEffect().to, player:getRoom()
    if target:isDead() or target:isNude() then
      return false
    end
    if room:askForSkillInvoke(player, "mengjin", data) then
      room:throwCard(room:askForCardChosen(player, target, "he", "mengjin"))
    end
    return false
  end,
})
pangde:addSkill("mashu")
pangde:addSkill(mengjin)
