-- A package in the manner of other authors: cards that are used, made, passed on and taken back.
module("extensions.envoys", package.seeall)
extension = sgs.Package("envoys")

-- 使者 uses every card that can be made out of nothing.
ev_envoy = sgs.General(extension, "ev_envoy", "shu", 4)
ev_gift_card = sgs.CreateSkillCard({
  name = "ev_gift",
  target_fixed = true,
  will_throw = true,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local names =
      { "amazing_grace", "god_salvation", "savage_assault", "archery_attack", "ex_nihilo" }
    local choice = room:askForChoice(source, "ev_gift", table.concat(names, "+"))
    local card = sgs.Sanguosha:cloneCard(choice, sgs.Card_NoSuit, 0)
    card:setSkillName("ev_gift")
    assert(card:getSuit() == sgs.Card_NoSuit and card:getNumber() == 0 and card:isNDTrick())
    assert(not card:isRed() and not card:isBlack() and card:getSuitString() == "no_suit")
    local use = sgs.CardUseStruct()
    use.card = card
    use.from = source
    assert(use.to:isEmpty())
    if choice == "ex_nihilo" then
      use.to:append(source)
    elseif choice == "savage_assault" or choice == "archery_attack" then
      use.to = room:getOtherPlayers(source)
    else
      use.to = room:getAllPlayers()
    end
    room:useCard(use, true)
  end,
})
ev_gift = sgs.CreateViewAsSkill({
  name = "ev_gift",
  n = 2,
  view_filter = function(self, selected, to_select)
    for _, card in ipairs(selected) do
      if card:getSuit() == to_select:getSuit() then
        return false
      end
    end
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 2 then
      local card = ev_gift_card:clone()
      card:addSubcard(cards[1])
      card:addSubcard(cards[2])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#ev_gift")
  end,
})
ev_report = sgs.CreateTriggerSkill({
  name = "ev_report",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardUsed, sgs.CardFinished },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local use = data:toCardUse()
    assert(use.from:objectName() == player:objectName())
    if event == sgs.CardUsed then
      player:setTag("ev_used", sgs.QVariant(use.card:objectName()))
    else
      if use.card:getSkillName() == "ev_gift" then
        assert(use.card:isVirtualCard())
      end
      player:addMark("ev_finished")
      if player:getMark("ev_finished") % 3 == 0 and player:isAlive() then
        player:drawCards(1)
      end
    end
    return false
  end,
})
ev_envoy:addSkill(ev_gift)
ev_envoy:addSkill(ev_report)

-- 截使 takes a card in mid-use.
ev_robber = sgs.General(extension, "ev_robber", "qun", 4, true)
ev_stop = sgs.CreateTriggerSkill({
  name = "ev_stop",
  events = { sgs.CardUsed },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local use = data:toCardUse()
    local robber = room:findPlayerBySkillName("ev_stop")
    if not robber or robber:objectName() == player:objectName() or robber:hasFlag("ev_stopped") then
      return false
    end
    if use.card:objectName() ~= "ex_nihilo" and use.card:objectName() ~= "duel" then
      return false
    end
    if robber:getHandcardNum() < 1 or not room:askForSkillInvoke(robber, "ev_stop", data) then
      return false
    end
    room:setPlayerFlag(robber, "ev_stopped")
    local paid = room:askForDiscard(robber, "ev_stop", 1, true, true)
    room:setPlayerFlag(robber, "-ev_stopped")
    if paid then
      if room:obtainable(use.card, robber) then
        robber:obtainCard(use.card)
      end
      return true
    end
    return false
  end,
})
ev_echo = sgs.CreateTriggerSkill({
  name = "ev_echo",
  events = { sgs.CardFinished },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local use = data:toCardUse()
    if room:getTag("ev_echo"):toBool() or not use.card:inherits("SingleTargetTrick") then
      return false
    end
    if not use.card:isNDTrick() or use.to:length() ~= 1 or use.to:first():isDead() then
      return false
    end
    if use.card:inherits("Collateral") or use.card:inherits("Nullification") then
      return false
    end
    local target = use.to:first()
    if target:isAllNude() or not player:askForSkillInvoke("ev_echo", data) then
      return false
    end
    room:setTag("ev_echo", sgs.QVariant(true))
    local effect = sgs.CardEffectStruct()
    effect.card = sgs.Sanguosha:cloneCard(use.card:objectName(), sgs.Card_NoSuit, 0)
    effect.from = player
    effect.to = target
    effect.multiple = false
    room:cardEffect(effect)
    room:setTag("ev_echo", sgs.QVariant(false))
    return false
  end,
})
ev_robber:addSkill(ev_stop)
ev_robber:addSkill(ev_echo)

-- 驿丞 moves what lies before people.
ev_keeper = sgs.General(extension, "ev_keeper", "wei", 3, false)
ev_shift_card = sgs.CreateSkillCard({
  name = "ev_shift",
  filter = function(self, targets, to_select)
    if #targets == 0 then
      return to_select:getJudgingArea():length() > 0 or to_select:getEquips():length() > 0
    end
    return #targets == 1
  end,
  feasible = function(self, targets)
    return #targets == 2
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local from, to = targets[1], targets[2]
    local id = room:askForCardChosen(source, from, "ej", "ev_shift")
    if id < 0 then
      return
    end
    local card = sgs.Sanguosha:getCard(id)
    local place = room:getCardPlace(id)
    if place == sgs.Player_Equip then
      local names = {
        Weapon = "getWeapon",
        Armor = "getArmor",
        DefensiveHorse = "getDefensiveHorse",
        OffensiveHorse = "getOffensiveHorse",
      }
      for class, getter in pairs(names) do
        if card:inherits(class) and to[getter](to) == nil then
          room:moveCardTo(card, to, sgs.Player_Equip)
          assert(to[getter](to):getId() == id)
        end
      end
    elseif place == sgs.Player_Judging then
      local trick = nil
      for _, t in sgs.qlist(from:delayedTricks()) do
        if t:getEffectiveId() == id then
          trick = t
        end
      end
      assert(trick, "the card is one of the tricks")
      if not to:containsTrick(trick:objectName()) then
        room:moveCardTo(trick, to, sgs.Player_Judging, true)
        assert(to:containsTrick(trick:objectName()) and to:topDelayedTrick():getEffectiveId() == id)
      end
    end
  end,
})
ev_shift = sgs.CreateViewAsSkill({
  name = "ev_shift",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = ev_shift_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#ev_shift")
  end,
})
ev_lock = sgs.CreateViewAsSkill({
  name = "ev_lock",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getTypeId() == sgs.Card_Basic and to_select:isRed()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = sgs.Sanguosha:cloneCard("indulgence", cards[1]:getSuit(), cards[1]:getNumber())
      card:addSubcard(cards[1])
      card:setSkillName("ev_lock")
      return card
    end
  end,
})
ev_keeper:addSkill(ev_shift)
ev_keeper:addSkill(ev_lock)

-- 说客 sets others upon each other.
ev_talker = sgs.General(extension, "ev_talker", "wu", 3, true)
ev_incite_card = sgs.CreateSkillCard({
  name = "ev_incite",
  filter = function(self, targets, to_select)
    if #targets == 0 then
      return to_select:objectName() ~= sgs.Self:objectName()
    end
    return #targets == 1 and to_select:objectName() ~= targets[1]:objectName()
  end,
  feasible = function(self, targets)
    return #targets == 2
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local a, b = targets[1], targets[2]
    local choices = "slash"
    if a:getHandcardNum() > 0 then
      choices = choices .. "+lose"
    end
    local choice = room:askForChoice(a, "ev_incite", choices)
    if choice == "slash" and a:canSlash(b, false) then
      local slash = room:askForCard(a, "slash", "@ev_incite:" .. b:objectName())
      if slash then
        local use = sgs.CardUseStruct()
        use.card = slash
        use.from = a
        use.to:append(b)
        room:useCard(use, false)
      else
        room:loseHp(a)
      end
    elseif not a:isNude() then
      room:throwCard(room:askForCardChosen(source, a, "he", "ev_incite"))
    end
  end,
})
ev_incite = sgs.CreateViewAsSkill({
  name = "ev_incite",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = ev_incite_card:clone()
      card:addSubcard(cards[1])
      card:setSkillName(self:objectName())
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#ev_incite") and player:getSiblings():length() >= 2
  end,
})
ev_alibi = sgs.CreateTriggerSkill({
  name = "ev_alibi",
  events = { sgs.CardEffected },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local effect = data:toCardEffect()
    if
      not effect.card:inherits("TrickCard")
      or effect.from == nil
      or effect.from:objectName() == player:objectName()
    then
      return false
    end
    if player:getMark("ev_alibi") >= 2 or not room:askForSkillInvoke(player, "ev_alibi", data) then
      return false
    end
    player:addMark("ev_alibi")
    if room:isCanceled(effect) then
      return true
    end
    local others = room:getOtherPlayers(player)
    others:removeOne(effect.from)
    if
      others:isEmpty()
      or effect.card:inherits("DelayedTrick")
      or effect.card:inherits("Collateral")
    then
      return false
    end
    local target = room:askForPlayerChosen(player, others, "ev_alibi")
    room:cardEffect(effect.card, effect.from, target)
    return true
  end,
})
ev_talker:addSkill(ev_incite)
ev_talker:addSkill(ev_alibi)

-- 仪仗: what a card does where it is asked to.
ev_guard = sgs.General(extension, "ev_guard", "wei", 4, true)
ev_parade_card = sgs.CreateSkillCard({
  name = "ev_parade",
  filter = function(self, targets, to_select)
    return to_select:objectName() ~= sgs.Self:objectName() and #targets < 3
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    effect.from:addMark("ev_parade")
    if effect.multiple then
      effect.to:drawCards(1)
    else
      local slash = sgs.Sanguosha:cloneCard("thunder_slash", sgs.Card_NoSuit, 0)
      slash:setSkillName("ev_parade")
      local struct = sgs.SlashEffectStruct()
      struct.slash = slash
      struct.from = effect.from
      struct.to = effect.to
      struct.nature = sgs.DamageStruct_Thunder
      struct.drank = false
      room:slashEffect(struct)
    end
  end,
})
ev_parade = sgs.CreateViewAsSkill({
  name = "ev_parade",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isEquipped() or to_select:inherits("EquipCard")
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = ev_parade_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#ev_parade")
  end,
})
ev_wine = sgs.CreateViewAsSkill({
  name = "ev_wine",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getSuitString() == "club" and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = sgs.Sanguosha:cloneCard("analeptic", cards[1]:getSuit(), cards[1]:getNumber())
      card:setSkillName(self:objectName())
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("Analeptic") and player:usedTimes("Analeptic") == 0
  end,
  enabled_at_response = function(self, player, pattern)
    return string.find(pattern, "analeptic") ~= nil
  end,
})
ev_guard:addSkill(ev_parade)
ev_guard:addSkill(ev_wine)

-- 大使: lord.
ev_chief = sgs.General(extension, "ev_chief$", "shu", 3)
ev_call = sgs.CreateTriggerSkill({
  name = "ev_call$",
  events = { sgs.CardAsked },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if
      data:toString() ~= "jink"
      or not player:hasLordSkill("ev_call")
      or player:hasFlag("ev_calling")
    then
      return false
    end
    local lieges = room:getLieges("shu", player)
    if lieges:isEmpty() or not room:askForSkillInvoke(player, "ev_call") then
      return false
    end
    for _, liege in sgs.qlist(lieges) do
      room:setPlayerFlag(player, "ev_calling")
      local value = sgs.QVariant()
      value:setValue(player)
      local jink = room:askForCard(liege, "jink", "@ev_call:" .. player:objectName(), value)
      room:setPlayerFlag(player, "-ev_calling")
      if jink then
        room:provide(jink)
        return true
      end
    end
    return false
  end,
})
ev_seal = sgs.CreateTriggerSkill({
  name = "ev_seal",
  frequency = sgs.Skill_NotFrequent,
  events = { sgs.CardResponsed },
  on_trigger = function(self, event, player, data)
    local card = data:toCard()
    local value = sgs.QVariant()
    value:setValue(card)
    assert(value:toCard():toString() == card:toString())
    if card:inherits("Jink") and player:askForSkillInvoke("ev_seal", data) then
      player:drawCards(1)
    end
  end,
})
ev_chief:addSkill(ev_call)
ev_chief:addSkill(ev_seal)

sgs.LoadTranslationTable({
  ["envoys"] = "使节包",
  ["ev_envoy"] = "使者",
  ["ev_robber"] = "截使",
  ["ev_keeper"] = "驿丞",
  ["ev_talker"] = "说客",
  ["ev_guard"] = "仪仗",
  ["ev_chief"] = "大使",
  ["ev_gift"] = "国礼",
  ["ev_report"] = "复命",
  ["ev_stop"] = "截击",
  ["ev_echo"] = "回响",
  ["ev_shift"] = "转运",
  ["ev_lock"] = "幽禁",
  ["ev_incite"] = "挑拨",
  ["ev_alibi"] = "推脱",
  ["ev_parade"] = "巡游",
  ["ev_wine"] = "劝酒",
  ["ev_call"] = "召援",
  ["ev_seal"] = "印信",
  ["@ev_incite"] = "请对 %src 使用一张【杀】",
  ["@ev_call"] = "请替 %src 打出一张【闪】",
})
