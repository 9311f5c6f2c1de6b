-- The eight generals of Wu from the standard box.

module("extensions.standard_wu", package.seeall)

extension = sgs.Package("standard")

local function never()
  return false
end

local function unused(card_name)
  return function(_, player)
    return not player:hasUsed("#" .. card_name)
  end
end

local function is_same(a, b)
  return a:objectName() == b:objectName()
end

local function in_hand(_, _, to_select)
  return not to_select:isEquipped()
end

-- One card counts as another of its suit and number.
local function count_as(name, cards, skill)
  if #cards ~= 1 then
    return nil
  end
  local card = sgs.Sanguosha:cloneCard(name, cards[1]:getSuit(), cards[1]:getNumber())
  card:addSubcard(cards[1])
  card:setSkillName(skill)
  return card
end

-- view_as of a skill card made of at least `least` cards.
local function pay(card, least)
  return function(_, cards)
    if #cards < least then
      return nil
    end
    local paid = card:clone()
    for _, chosen in ipairs(cards) do
      paid:addSubcard(chosen)
    end
    return paid
  end
end

local function heal(room, who, from)
  local recover = sgs.RecoverStruct()
  recover.who = from
  room:recover(who, recover)
end

-- Sun Quan

local zhiheng_card = sgs.CreateSkillCard({
  name = "zhiheng",
  target_fixed = true,
  on_use = function(self, room, source)
    room:throwCard(self)
    if source:isAlive() then
      room:drawCards(source, self:subcardsLength())
    end
  end,
})

-- Once a phase discard any cards and draw as many.
local zhiheng = sgs.CreateViewAsSkill({
  name = "zhiheng",
  n = 999,
  view_filter = function()
    return true
  end,
  view_as = pay(zhiheng_card, 1),
  enabled_at_play = unused("zhiheng"),
})

-- Locked: peaches of other Wu generals heal a dying lord by 1 more.
local jiuyuan = sgs.CreateTriggerSkill({
  name = "jiuyuan$",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.HpRecover },
  can_trigger = function(_, target)
    return target:isAlive() and target:hasLordSkill("jiuyuan")
  end,
  on_trigger = function(_, _, player, data)
    local recover = data:toRecover()
    local card, who = recover.card, recover.who
    local helped = player:getHp() <= 0 and card and card:inherits("Peach") and who
    if helped and not is_same(who, player) and who:getKingdom() == "wu" then
      local room, log = player:getRoom(), sgs.LogMessage()
      room:playSkillEffect("jiuyuan")
      log.type = "#Jiuyuan"
      log.from = player
      log.to:append(who)
      room:sendLog(log)
      recover.recover = recover.recover + 1
      data:setValue(recover)
    end
    return false
  end,
})

-- Gan Ning

-- Your black cards count as dismantlements.
local qixi = sgs.CreateViewAsSkill({
  name = "qixi",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isBlack()
  end,
  view_as = function(_, cards)
    return count_as("dismantlement", cards, "qixi")
  end,
})

-- Lü Meng

-- Without a slash in your play phase you may skip the discard phase.
local keji = sgs.CreateTriggerSkill({
  name = "keji",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardUsed, sgs.CardResponsed, sgs.PhaseChange },
  on_trigger = function(_, event, player, data)
    local room, phase = player:getRoom(), player:getPhase()
    if event == sgs.PhaseChange then
      return phase == sgs.Player_Discard
        and not player:hasFlag("keji_slash")
        and player:getHandcardNum() > player:getMaxCards()
        and room:askForSkillInvoke(player, "keji")
    end
    local card = event == sgs.CardUsed and data:toCardUse().card or data:toCard()
    if phase == sgs.Player_Play and card:inherits("Slash") then
      room:setPlayerFlag(player, "keji_slash")
    end
    return false
  end,
})

-- Huang Gai

local kurou_card = sgs.CreateSkillCard({
  name = "kurou",
  target_fixed = true,
  on_use = function(_, room, source)
    room:loseHp(source)
    if source:isAlive() then
      room:drawCards(source, 2)
    end
  end,
})

-- Lose 1 hp and draw 2, as often as you like.
local kurou = sgs.CreateViewAsSkill({
  name = "kurou",
  view_as = pay(kurou_card, 0),
})

-- Zhou Yu

-- You may draw one card more.
local yingzi = sgs.CreateTriggerSkill({
  name = "yingzi",
  frequency = sgs.Skill_Frequent,
  events = { sgs.DrawNCards },
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    if room:askForSkillInvoke(player, "yingzi") then
      room:playSkillEffect("yingzi")
      data:setValue(data:toInt() + 1)
    end
    return false
  end,
})

local fanjian_card = sgs.CreateSkillCard({
  name = "fanjian",
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    local suit = room:askForSuit(to)
    if from:isKongcheng() then
      return
    end
    local card = from:getRandomHandCard()
    local log = sgs.LogMessage()
    log.type = "#Fanjian"
    log.from = to
    log.arg = sgs.Card_Suit2String(suit)
    room:sendLog(log)
    room:showCard(from, card:getEffectiveId())
    room:moveCardTo(card, to, sgs.Player_Hand)
    if card:getSuit() ~= suit then
      local damage = sgs.DamageStruct()
      damage.from = from
      damage.to = to
      room:damage(damage)
    end
  end,
})

-- Once a phase another player names a suit and takes a hand card of yours; a wrong suit hurts by 1.
local fanjian = sgs.CreateViewAsSkill({
  name = "fanjian",
  view_as = pay(fanjian_card, 0),
  enabled_at_play = function(_, player)
    return not player:isKongcheng() and not player:hasUsed("#fanjian")
  end,
})

-- Da Qiao

-- Your diamonds count as indulgences.
local guose = sgs.CreateViewAsSkill({
  name = "guose",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:getSuit() == sgs.Card_Diamond
  end,
  view_as = function(_, cards)
    return count_as("indulgence", cards, "guose")
  end,
})

local liuli_card = sgs.CreateSkillCard({
  name = "liuli",
  filter = function(self, targets, to_select)
    if #targets > 0 or to_select:hasFlag("slash_source") then
      return false
    end
    -- A slash made of the discarded card reaches as far as you do without that card.
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
    slash:addSubcard(self:getEffectiveId())
    return slash:targetFilter(sgs.PlayerList(), to_select, sgs.Self)
  end,
  on_effect = function(_, effect)
    effect.to:getRoom():setPlayerFlag(effect.to, "liuli_target")
  end,
})

local liuli_view_as = sgs.CreateViewAsSkill({
  name = "liuli",
  n = 1,
  view_filter = function()
    return true
  end,
  view_as = pay(liuli_card, 1),
  enabled_at_play = never,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@@liuli"
  end,
})

local function can_pass_on(room, player, from)
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    if not is_same(other, from) and player:canSlash(other) then
      return true
    end
  end
  return false
end

-- Discard a card to pass a slash on to another player in your range, not to its user.
local liuli = sgs.CreateTriggerSkill({
  name = "liuli",
  events = { sgs.CardEffected },
  view_as_skill = liuli_view_as,
  on_trigger = function(_, _, player, data)
    local room, effect = player:getRoom(), data:toCardEffect()
    local from = effect.from
    if not effect.card:inherits("Slash") or not from or player:isNude() then
      return false
    end
    if not can_pass_on(room, player, from) then
      return false
    end
    room:setPlayerFlag(from, "slash_source")
    local used = room:askForUseCard(player, "@@liuli", "@liuli-card:" .. from:objectName())
    room:setPlayerFlag(from, "-slash_source")
    if not used then
      return false
    end
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      if other:hasFlag("liuli_target") then
        room:setPlayerFlag(other, "-liuli_target")
        effect.to = other
        room:cardEffect(effect)
        return true
      end
    end
    return false
  end,
})

-- Lu Xun

-- Locked: you are no target of snatch and indulgence.
local qianxun = sgs.CreateProhibitSkill({
  name = "qianxun",
  owned = "qianxun",
  is_prohibited = function(self, _, to, card)
    return (card:inherits("Snatch") or card:inherits("Indulgence"))
      and to:hasSkill(self:objectName())
  end,
})

-- You may draw a card when you lose your last hand card.
local lianying = sgs.CreateTriggerSkill({
  name = "lianying",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardLost },
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    if
      data:toCardMove().from_place == sgs.Player_Hand
      and player:isKongcheng()
      and room:askForSkillInvoke(player, "lianying")
    then
      room:playSkillEffect("lianying")
      player:drawCards(1)
    end
    return false
  end,
})

-- Sun Shangxiang

local jieyin_card = sgs.CreateSkillCard({
  name = "jieyin",
  filter = function(_, targets, to_select)
    return #targets == 0
      and to_select:getGeneral():isMale()
      and to_select:isWounded()
      and not is_same(to_select, sgs.Self)
  end,
  on_effect = function(_, effect)
    local room = effect.from:getRoom()
    heal(room, effect.from, effect.from)
    heal(room, effect.to, effect.from)
  end,
})

-- Once a phase discard two hand cards: you and a wounded man heal 1.
local jieyin = sgs.CreateViewAsSkill({
  name = "jieyin",
  n = 2,
  view_filter = in_hand,
  view_as = pay(jieyin_card, 2),
  enabled_at_play = unused("jieyin"),
})

-- You may draw two cards for each equip that you lose.
local xiaoji = sgs.CreateTriggerSkill({
  name = "xiaoji",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardLost },
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    local equip = data:toCardMove().from_place == sgs.Player_Equip
    if equip and room:askForSkillInvoke(player, "xiaoji") then
      room:playSkillEffect("xiaoji")
      player:drawCards(2)
    end
    return false
  end,
})

local sunquan = sgs.General(extension, "sunquan$", "wu", 4)
sunquan:addSkill(zhiheng)
sunquan:addSkill(jiuyuan)

sgs.General(extension, "ganning", "wu", 4):addSkill(qixi)
sgs.General(extension, "lumeng", "wu", 4):addSkill(keji)
sgs.General(extension, "huanggai", "wu", 4):addSkill(kurou)

local zhouyu = sgs.General(extension, "zhouyu", "wu", 3)
zhouyu:addSkill(yingzi)
zhouyu:addSkill(fanjian)

local daqiao = sgs.General(extension, "daqiao", "wu", 3, false)
daqiao:addSkill(guose)
daqiao:addSkill(liuli)

local luxun = sgs.General(extension, "luxun", "wu", 3)
luxun:addSkill(qianxun)
luxun:addSkill(lianying)

local sunshangxiang = sgs.General(extension, "sunshangxiang", "wu", 3, false)
sunshangxiang:addSkill(jieyin)
sunshangxiang:addSkill(xiaoji)

sgs.LoadTranslationTable({

  ["sunquan"] = "孙权",
  ["zhiheng"] = "制衡",
  [":zhiheng"] = "出牌阶段限一次，你可以弃置任意张牌，然后摸等量的牌。",
  ["jiuyuan"] = "救援",
  [":jiuyuan"] = "主公技，锁定技，其他吴势力角色在你濒死时对你使用的【桃】，回复的体力 +1。",
  ["#Jiuyuan"] = "%from 的【救援】生效，%to 的【桃】多回复 1 点体力",

  ["ganning"] = "甘宁",
  ["qixi"] = "奇袭",
  [":qixi"] = "你可以将一张黑色牌当【过河拆桥】使用。",

  ["lumeng"] = "吕蒙",
  ["keji"] = "克己",
  [":keji"] = "若你于出牌阶段未使用或打出过【杀】，你可以跳过此回合的弃牌阶段。",

  ["huanggai"] = "黄盖",
  ["kurou"] = "苦肉",
  [":kurou"] = "出牌阶段，你可以失去 1 点体力，然后摸两张牌。",

  ["zhouyu"] = "周瑜",
  ["yingzi"] = "英姿",
  [":yingzi"] = "摸牌阶段，你可以额外摸一张牌。",
  ["fanjian"] = "反间",
  [":fanjian"] = "出牌阶段限一次，你可以令一名其他角色选择一种花色并获得你的一张手牌。"
    .. "若此牌与所选花色不同，你对其造成 1 点伤害。",
  ["#Fanjian"] = "%from 选择了 %arg",

  ["daqiao"] = "大乔",
  ["guose"] = "国色",
  [":guose"] = "你可以将一张方块牌当【乐不思蜀】使用。",
  ["liuli"] = "流离",
  [":liuli"] = "当你成为【杀】的目标时，你可以弃置一张牌，将此【杀】转移给你攻击范围内的"
    .. "一名其他角色（不能是此【杀】的使用者）。",
  ["@liuli-card"] = "%src 对你使用【杀】，你可以弃置一张牌，将其转移给你攻击范围内的一名其他角色",

  ["luxun"] = "陆逊",
  ["qianxun"] = "谦逊",
  [":qianxun"] = "锁定技，你不能成为【顺手牵羊】和【乐不思蜀】的目标。",
  ["lianying"] = "连营",
  [":lianying"] = "你失去最后一张手牌时，可以摸一张牌。",

  ["sunshangxiang"] = "孙尚香",
  ["jieyin"] = "结姻",
  [":jieyin"] = "出牌阶段限一次，你可以弃置两张手牌并选择一名受伤的男性角色，你与其各回复 1 点体力。",
  ["xiaoji"] = "枭姬",
  [":xiaoji"] = "你每失去装备区里的一张牌，可以摸两张牌。",
})

sgs.LoadTranslationTable("en", {

  ["sunquan"] = "Sun Quan",
  ["zhiheng"] = "Balance",
  [":zhiheng"] = "Once in your play phase you may discard any cards and draw as many.",
  ["jiuyuan"] = "Rescue",
  [":jiuyuan"] = "Lord skill, locked. A Peach that another Wu general uses on you while you are "
    .. "dying heals you by 1 more.",
  ["#Jiuyuan"] = "%from is rescued: the Peach of %to heals by 1 more",

  ["ganning"] = "Gan Ning",
  ["qixi"] = "Sudden Strike",
  [":qixi"] = "Your black cards may be used as Dismantlements.",

  ["lumeng"] = "Lü Meng",
  ["keji"] = "Self-Restraint",
  [":keji"] = "If you used and played no Slash in your play phase, you may skip the discard phase.",

  ["huanggai"] = "Huang Gai",
  ["kurou"] = "Trick of the Flesh",
  [":kurou"] = "In your play phase you may lose 1 hp and draw two cards.",

  ["zhouyu"] = "Zhou Yu",
  ["yingzi"] = "Valiant Air",
  [":yingzi"] = "In your draw phase you may draw one card more.",
  ["fanjian"] = "Sow Discord",
  [":fanjian"] = "Once in your play phase you may have another player name a suit and take one of "
    .. "your hand cards. If it is of another suit, you deal them 1 damage.",
  ["#Fanjian"] = "%from names %arg",

  ["daqiao"] = "Da Qiao",
  ["guose"] = "National Beauty",
  [":guose"] = "Your diamonds may be used as Indulgences.",
  ["liuli"] = "Displacement",
  [":liuli"] = "When you become the target of a Slash, you may discard a card to pass it on to "
    .. "another player in your range, not to its user.",
  ["@liuli-card"] = "%src slashes you: you may discard a card to pass the Slash on to another "
    .. "player in your range",

  ["luxun"] = "Lu Xun",
  ["qianxun"] = "Modesty",
  [":qianxun"] = "Locked. You cannot be the target of a Snatch or an Indulgence.",
  ["lianying"] = "Linked Camps",
  [":lianying"] = "When you lose your last hand card, you may draw a card.",

  ["sunshangxiang"] = "Sun Shangxiang",
  ["jieyin"] = "Marriage",
  [":jieyin"] = "Once in your play phase you may discard two hand cards and choose a wounded man: "
    .. "you and he heal 1.",
  ["xiaoji"] = "Warrior Lady",
  [":xiaoji"] = "For each equip you lose from your equip area, you may draw two cards.",
})
