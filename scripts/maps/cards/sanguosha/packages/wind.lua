-- The generals of the wind box who belong to a kingdom.

module("extensions.wind", package.seeall)

extension = sgs.Package("wind")

local function never()
  return false
end

local function answers(pattern)
  return function(_, _, asked)
    return asked == pattern
  end
end

local function log_skill(room, key, from, to)
  local log = sgs.LogMessage()
  log.type = key
  log.from = from
  if to then
    log.to:append(to)
  end
  room:sendLog(log)
end

-- Xiahou Yuan

local shensu_card = sgs.CreateSkillCard({
  name = "shensu",
  filter = function(_, targets, to_select)
    return #targets == 0 and sgs.Self:canSlash(to_select, false)
  end,
  on_use = function(self, room, source, targets)
    if self:subcardsLength() > 0 then
      room:throwCard(self)
    end
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
    slash:setSkillName("shensu")
    local use = sgs.CardUseStruct()
    use.card = slash
    use.from = source
    use.to:append(targets[1])
    room:useCard(use, false)
  end,
})

-- The play phase costs an equip, the two before it nothing.
local function costs_equip(player)
  return player:getPhase() == sgs.Player_Play
end

local shensu_view_as = sgs.CreateViewAsSkill({
  name = "shensu",
  n = 1,
  view_filter = function(_, _, to_select)
    return costs_equip(sgs.Self) and to_select:inherits("EquipCard")
  end,
  view_as = function(_, cards)
    if #cards ~= (costs_equip(sgs.Self) and 1 or 0) then
      return nil
    end
    local card = shensu_card:clone()
    for _, chosen in ipairs(cards) do
      card:addSubcard(chosen)
    end
    return card
  end,
  enabled_at_play = never,
  enabled_at_response = answers("@@shensu"),
})

local function has_equip(player)
  for _, card in sgs.qlist(player:getCards("he")) do
    if card:inherits("EquipCard") then
      return true
    end
  end
  return false
end

local function can_slash_anybody(room, player)
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    if player:canSlash(other, false) then
      return true
    end
  end
  return false
end

-- Skip the judge and draw phases, or discard an equip and skip the play phase: each time you slash
-- somebody at any distance.
local shensu = sgs.CreateTriggerSkill({
  name = "shensu",
  events = { sgs.PhaseChange },
  view_as_skill = shensu_view_as,
  on_trigger = function(_, _, player)
    local room, phase = player:getRoom(), player:getPhase()
    if phase == sgs.Player_Judge and can_slash_anybody(room, player) then
      if room:askForUseCard(player, "@@shensu", "@shensu-judge") then
        player:skip(sgs.Player_Draw)
        return true
      end
    elseif phase == sgs.Player_Play and has_equip(player) and can_slash_anybody(room, player) then
      return room:askForUseCard(player, "@@shensu", "@shensu-play")
    end
    return false
  end,
})

-- Cao Ren

-- At the end of your turn you may draw three cards and turn over.
local jushou = sgs.CreateTriggerSkill({
  name = "jushou",
  events = { sgs.PhaseChange },
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Finish and room:askForSkillInvoke(player, "jushou") then
      room:playSkillEffect("jushou")
      player:drawCards(3)
      player:turnOver()
    end
    return false
  end,
})

-- Huang Zhong

-- In your play phase: whose hand is no smaller than your hp, or no larger than your attack range,
-- cannot jink your slash.
local liegong = sgs.CreateTriggerSkill({
  name = "liegong",
  events = { sgs.SlashProceed },
  on_trigger = function(_, _, player, data)
    if player:getPhase() ~= sgs.Player_Play then
      return false
    end
    local room, effect = player:getRoom(), data:toSlashEffect()
    local hand = effect.to:getHandcardNum()
    local caught = hand >= player:getHp() or hand <= player:getAttackRange()
    if not caught or not room:askForSkillInvoke(player, "liegong", data) then
      return false
    end
    room:playSkillEffect("liegong")
    log_skill(room, "#Liegong", player, effect.to)
    room:slashResult(effect, nil)
    return true
  end,
})

-- Wei Yan

-- Locked: each damage that you deal within distance 1 heals you by as much.
local kuanggu = sgs.CreateTriggerSkill({
  name = "kuanggu",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DamageDone, sgs.Damage },
  owned = "kuanggu",
  can_trigger = function(_, target)
    return target ~= nil
  end,
  on_trigger = function(self, event, player, data)
    local damage = data:toDamage()
    local from, to = damage.from, damage.to
    if not from or from:isDead() or not from:hasSkill(self:objectName()) then
      return false
    end
    -- The distance counts before anybody dies of it.
    if event == sgs.DamageDone then
      to:setTag("InvokeKuanggu", sgs.QVariant(from:distanceTo(to) <= 1))
      return false
    end
    if to:getTag("InvokeKuanggu"):toBool() and from:isWounded() then
      local room = player:getRoom()
      room:playSkillEffect("kuanggu")
      log_skill(room, "#Kuanggu", from)
      local recover = sgs.RecoverStruct()
      recover.who = from
      recover.recover = damage.damage
      room:recover(from, recover)
    end
    return false
  end,
})

-- Xiao Qiao

local tianxiang_card = sgs.CreateSkillCard({
  name = "tianxiang",
  on_effect = function(_, effect)
    local room, to = effect.to:getRoom(), effect.to
    local damage = effect.from:getTag("TianxiangDamage"):toDamage()
    damage.to = to
    -- Its source has had its say about this damage: like a copy along the chain it comes as it is.
    damage.chain = true
    room:damage(damage)
    if to:isAlive() then
      to:drawCards(to:getLostHp())
    end
  end,
})

local tianxiang_view_as = sgs.CreateViewAsSkill({
  name = "tianxiang",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:getSuit() == sgs.Card_Heart and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = tianxiang_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = never,
  enabled_at_response = answers("@@tianxiang"),
})

-- Discard a heart to pass damage to somebody, who then draws as many cards as they lost hp.
local tianxiang = sgs.CreateTriggerSkill({
  name = "tianxiang",
  events = { sgs.Predamaged },
  view_as_skill = tianxiang_view_as,
  on_trigger = function(_, _, player, data)
    if player:isKongcheng() then
      return false
    end
    player:setTag("TianxiangDamage", data)
    return player:getRoom():askForUseCard(player, "@@tianxiang", "@tianxiang-card")
  end,
})

local function as_heart(card)
  local heart = sgs.Sanguosha:cloneCard(card:objectName(), sgs.Card_Heart, card:getNumber())
  heart:addSubcard(card)
  heart:setSkillName("hongyan")
  return heart
end

-- Locked: your spades are hearts.
local hongyan = sgs.CreateFilterSkill({
  name = "hongyan",
  view_filter = function(_, card)
    return card:getSuit() == sgs.Card_Spade
  end,
  view_as = function(_, card)
    return as_heart(card)
  end,
})

-- Judgement cards are nobody's: they are looked at before others may replace them, and as the last
-- thing before they count.
local hongyan_judge = sgs.CreateTriggerSkill({
  name = "#hongyan-judge",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.AskForRetrial, sgs.FinishJudge },
  priority = 100,
  can_trigger = function(_, target)
    return target ~= nil
  end,
  on_trigger = function(_, _, player, data)
    local judge = data:toJudge()
    if judge.who:hasSkill("hongyan") and judge.card:getSuit() == sgs.Card_Spade then
      judge.card = as_heart(judge.card)
      player:getRoom():sendJudgeResult(judge)
    end
    return false
  end,
})

-- Zhou Tai

local function are_distinct(ids)
  local seen = {}
  for _, id in sgs.qlist(ids) do
    local number = sgs.Sanguosha:getCard(id):getNumber()
    if seen[number] then
      return false
    end
    seen[number] = true
  end
  return true
end

-- How many cards hold off death at `hp`.
local function cards_needed(hp)
  return math.max(0, 1 - hp)
end

-- At 0 hp and below you may put cards of the pile on your general, one for each point below 1:
-- while their points are distinct you do not die.
local buqu = sgs.CreateTriggerSkill({
  name = "buqu",
  events = { sgs.Dying, sgs.AskForPeachesDone },
  priority = 2,
  on_trigger = function(_, event, player, data)
    local room, needed = player:getRoom(), cards_needed(player:getHp())
    local pile = player:getPile("buqu")
    if event == sgs.AskForPeachesDone then
      return needed > 0 and pile:length() >= needed and are_distinct(pile)
    end
    if not room:askForSkillInvoke(player, "buqu", data) then
      return false
    end
    room:playSkillEffect("buqu")
    if needed > pile:length() then
      for _, id in sgs.qlist(room:getNCards(needed - pile:length())) do
        player:addToPile("buqu", id)
      end
    end
    local saved = are_distinct(player:getPile("buqu"))
    log_skill(room, saved and "#BuquSaved" or "#BuquLost", player)
    return saved
  end,
})

-- Cards that are needed no more leave the general.
local buqu_remove = sgs.CreateTriggerSkill({
  name = "#buqu-remove",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.HpRecover, sgs.HpChanged },
  can_trigger = function(_, target)
    return target:isAlive() and target:hasSkill("buqu")
  end,
  on_trigger = function(_, event, player, data)
    local room, hp = player:getRoom(), player:getHp()
    if event == sgs.HpRecover then
      hp = math.min(hp + data:toRecover().recover, player:getMaxHP())
    end
    local pile = player:getPile("buqu")
    while pile:length() > cards_needed(hp) do
      local id = pile:first()
      if cards_needed(hp) > 0 then
        room:fillAG(pile, player)
        id = room:askForAG(player, pile, false, "buqu")
        player:invoke("clearAG")
      end
      room:throwCard(id)
      pile = player:getPile("buqu")
    end
    return false
  end,
})

sgs.General(extension, "xiahouyuan", "wei", 4):addSkill(shensu)
sgs.General(extension, "caoren", "wei", 4):addSkill(jushou)
sgs.General(extension, "huangzhong", "shu", 4):addSkill(liegong)
sgs.General(extension, "weiyan", "shu", 4):addSkill(kuanggu)

local xiaoqiao = sgs.General(extension, "xiaoqiao", "wu", 3, false)
xiaoqiao:addSkill(tianxiang)
xiaoqiao:addSkill(hongyan)
xiaoqiao:addSkill(hongyan_judge)

local zhoutai = sgs.General(extension, "zhoutai", "wu", 4)
zhoutai:addSkill(buqu)
zhoutai:addSkill(buqu_remove)

sgs.LoadTranslationTable({
  ["wind"] = "风",

  ["xiahouyuan"] = "夏侯渊",
  ["shensu"] = "神速",
  [":shensu"] = "你可以选择至多两项：1. 跳过判定阶段和摸牌阶段；2. 弃置一张装备牌并跳过出牌阶段。"
    .. "每选择一项，视为你使用一张无距离限制的【杀】。",
  ["@shensu-judge"] = "你可以跳过判定阶段和摸牌阶段，视为对一名其他角色使用一张【杀】",
  ["@shensu-play"] = "你可以弃置一张装备牌并跳过出牌阶段，视为对一名其他角色使用一张【杀】",

  ["caoren"] = "曹仁",
  ["jushou"] = "据守",
  [":jushou"] = "回合结束阶段，你可以摸三张牌，然后将武将牌翻面。",

  ["huangzhong"] = "黄忠",
  ["liegong"] = "烈弓",
  [":liegong"] = "出牌阶段，当你使用【杀】指定目标后，若其手牌数不小于你的体力值或不大于"
    .. "你的攻击范围，你可以令此【杀】不可被【闪】响应。",
  ["#Liegong"] = "%from 的【烈弓】生效，%to 不能使用【闪】",

  ["weiyan"] = "魏延",
  ["kuanggu"] = "狂骨",
  [":kuanggu"] = "锁定技，你每对距离 1 以内的角色造成 1 点伤害，回复 1 点体力。",
  ["#Kuanggu"] = "%from 的【狂骨】生效",

  ["xiaoqiao"] = "小乔",
  ["tianxiang"] = "天香",
  [":tianxiang"] = "当你受到伤害时，你可以弃置一张红桃手牌，将此伤害转移给一名其他角色，"
    .. "然后该角色摸 X 张牌（X 为其已损失的体力值）。",
  ["@tianxiang-card"] = "你可以弃置一张红桃手牌，将此伤害转移给一名其他角色",
  ["hongyan"] = "红颜",
  [":hongyan"] = "锁定技，你的黑桃牌均视为红桃牌。",

  ["zhoutai"] = "周泰",
  ["buqu"] = "不屈",
  [":buqu"] = "当你的体力降至 0 或更低时，每低于 1 点体力一点，你可以将牌堆顶的一张牌置于武将牌上。"
    .. "若这些牌的点数均不同，你不会死亡。你回复体力时移去多余的牌。",
  ["#BuquSaved"] = "%from 的不屈牌点数均不同，不会死亡",
  ["#BuquLost"] = "%from 的不屈牌中有相同的点数",
})

sgs.LoadTranslationTable("en", {
  ["wind"] = "Wind",

  ["xiahouyuan"] = "Xiahou Yuan",
  ["shensu"] = "Godspeed",
  [":shensu"] = "You may skip your judge and draw phases, or discard an equip and skip your play "
    .. "phase, or both: each time you slash somebody at any distance.",
  ["@shensu-judge"] = "You may skip the judge and draw phases to slash somebody",
  ["@shensu-play"] = "You may discard an equip and skip the play phase to slash somebody",

  ["caoren"] = "Cao Ren",
  ["jushou"] = "Hold Fast",
  [":jushou"] = "At the end of your turn you may draw three cards and turn over.",

  ["huangzhong"] = "Huang Zhong",
  ["liegong"] = "Fierce Bow",
  [":liegong"] = "When you slash somebody in your play phase whose hand is no smaller than your hp "
    .. "or no larger than your attack range, you may forbid them to jink.",
  ["#Liegong"] = "The fierce bow of %from leaves %to no way to jink",

  ["weiyan"] = "Wei Yan",
  ["kuanggu"] = "Wild Bones",
  [":kuanggu"] = "Locked. For each damage that you deal within distance 1 you heal 1.",
  ["#Kuanggu"] = "%from thrives on the damage dealt",

  ["xiaoqiao"] = "Xiao Qiao",
  ["tianxiang"] = "Heavenly Fragrance",
  [":tianxiang"] = "When you are about to take damage, you may discard a heart from your hand to "
    .. "pass it to another player, who then draws as many cards as they have lost hp.",
  ["@tianxiang-card"] = "You may discard a heart to pass this damage to another player",
  ["hongyan"] = "Rosy Cheeks",
  [":hongyan"] = "Locked. Your spades are hearts.",

  ["zhoutai"] = "Zhou Tai",
  ["buqu"] = "Unbending",
  [":buqu"] = "When your hp falls to 0 or below, you may put the top card of the pile on your "
    .. "general for each point below 1. While their points are all different, you do not die. "
    .. "Cards that healing makes superfluous are removed.",
  ["#BuquSaved"] = "The cards on %from are all different: they live on",
  ["#BuquLost"] = "Two of the cards on %from have the same points",
})
