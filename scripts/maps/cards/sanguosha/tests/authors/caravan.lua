-- A package in the manner of other authors: cards that move, private piles, and files of its own folder.
module("extensions.caravan", package.seeall)
extension = sgs.Package("caravan")

require("caravan_tools")
dofile("extensions/caravan_words.lua")

assert(caravan_version == 2, "what a helper defines is the package's own")

-- 商队首领
cv_leader = sgs.General(extension, "cv_leader", "qun", 4)
cv_load = sgs.CreateTriggerSkill({
  name = "cv_load",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Finish and player:getPile("cv_goods"):length() < 4 then
      if room:askForSkillInvoke(player, "cv_load") then
        local ids = room:getNCards(1)
        player:addToPile("cv_goods", ids:first(), true)
        assert(player:getPile("cv_goods"):contains(ids:first()))
        assert(room:getCardPlace(ids:first()) == sgs.Player_Special)
        assert(room:getCardOwner(ids:first()):objectName() == player:objectName())
        assert(player:getPileName(ids:first()) == "cv_goods")
      end
    end
    return false
  end,
})
cv_trade_card = sgs.CreateSkillCard({
  name = "cv_trade",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local goods = effect.from:getPile("cv_goods")
    assert(not goods:isEmpty())
    room:fillAG(goods, effect.to)
    local id = room:askForAG(effect.to, goods, true, "cv_trade")
    effect.to:invoke("clearAG")
    if id == -1 then
      return
    end
    room:moveCardTo(sgs.Sanguosha:getCard(id), effect.to, sgs.Player_Hand, false)
    assert(not effect.from:getPile("cv_goods"):contains(id))
    effect.from:obtainCard(self)
  end,
})
cv_trade = sgs.CreateViewAsSkill({
  name = "cv_trade",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getTypeId() ~= sgs.Card_Equip
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return
    end
    local card = cv_trade_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(self, player)
    return player:getPile("cv_goods"):length() > 0 and not player:hasUsed("#cv_trade")
  end,
})
cv_leader:addSkill(cv_load)
cv_leader:addSkill(cv_trade)

-- 拾荒者 follows every lost card.
cv_gleaner = sgs.General(extension, "cv_gleaner", "wu", 3, false)
cv_glean = sgs.CreateTriggerSkill({
  name = "cv_glean",
  frequency = sgs.Skill_NotFrequent,
  events = { sgs.CardLost },
  can_trigger = function(self, target)
    return target ~= nil
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local move = data:toCardMove()
    assert(move.from and move.from:objectName() == player:objectName())
    local gleaner = room:findPlayerBySkillName("cv_glean")
    if
      not gleaner
      or gleaner:objectName() == player:objectName()
      or gleaner:hasFlag("cv_gleaned")
    then
      return false
    end
    if move.from_place == sgs.Player_Equip and move.to_place == sgs.Player_DiscardedPile then
      if room:askForSkillInvoke(gleaner, "cv_glean", data) then
        room:setPlayerFlag(gleaner, "cv_gleaned")
        gleaner:obtainCard(sgs.Sanguosha:getCard(move.card_id))
        room:setPlayerFlag(gleaner, "-cv_gleaned")
      end
    end
    return false
  end,
})
cv_count = sgs.CreateTriggerSkill({
  name = "cv_count",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardLost, sgs.CardLostDone, sgs.CardGot, sgs.CardGotDone, sgs.CardDrawnDone },
  on_trigger = function(self, event, player, data)
    if event == sgs.CardLost then
      player:addMark("cv_lost")
    elseif event == sgs.CardLostDone then
      assert(player:getMark("cv_lost") > 0, "each card comes before all")
      player:setMark("cv_lost", 0)
      if player:isKongcheng() and player:isAlive() and not player:hasFlag("cv_empty") then
        player:setFlags("cv_empty")
        player:drawCards(1)
        player:setFlags("-cv_empty")
      end
    elseif event == sgs.CardGot then
      local move = data:toCardMove()
      assert(move.to:objectName() == player:objectName() and move.card_id >= 0)
      player:setTag("cv_got", sgs.QVariant(player:getTag("cv_got"):toInt() + 1))
    elseif event == sgs.CardGotDone then
      player:removeTag("cv_got")
      assert(player:getTag("cv_got"):toInt() == 0)
    else
      assert(data:toInt() >= 1, "so many were drawn")
    end
    return false
  end,
})
cv_gleaner:addSkill(cv_glean)
cv_gleaner:addSkill(cv_count)

-- 税吏
cv_taxer = sgs.General(extension, "cv_taxer", "wei", 4, true)
cv_tax = sgs.CreateTriggerSkill({
  name = "cv_tax",
  events = { sgs.CardDiscarded },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Discard then
      return
    end
    local card = data:toCard()
    local ids = card:getSubcards()
    assert(card:isVirtualCard() and ids:length() > 0 and card:subcardsLength() == ids:length())
    for _, taxer in ipairs(caravan_owners(room, "cv_tax")) do
      if taxer:objectName() ~= player:objectName() then
        local left = sgs.IntList()
        for _, id in sgs.qlist(ids) do
          if room:getCardPlace(id) == sgs.Player_DiscardedPile then
            left:append(id)
          end
        end
        if left:length() > 0 and taxer:askForSkillInvoke("cv_tax", data) then
          room:fillAG(left, taxer)
          local id = room:askForAG(taxer, left, false, "cv_tax")
          taxer:invoke("clearAG")
          if id >= 0 then
            room:obtainCard(taxer, id)
          end
        end
      end
    end
    return false
  end,
})
cv_levy_card = sgs.CreateSkillCard({
  name = "cv_levy",
  filter = function(self, targets, to_select)
    return #targets < 2
      and not to_select:isNude()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local flags = effect.to:isKongcheng() and "e" or (effect.to:hasEquip() and "he" or "h")
    local id = room:askForCardChosen(effect.from, effect.to, flags, "cv_levy")
    assert(id >= 0)
    if room:getCardPlace(id) == sgs.Player_Equip then
      room:moveCardTo(sgs.Sanguosha:getCard(id), effect.from, sgs.Player_Hand)
    else
      room:moveCardTo(sgs.Sanguosha:getCard(id), effect.from, sgs.Player_Hand, false)
    end
    local back = room:askForExchange(effect.from, "cv_levy", 1)
    if back then
      assert(back:getSubcards():length() == 1)
      room:moveCardTo(back, effect.to, sgs.Player_Hand, false)
    end
  end,
})
cv_levy = sgs.CreateViewAsSkill({
  name = "cv_levy",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isBlack()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = cv_levy_card:clone()
      card:addSubcard(cards[1]:getEffectiveId())
      return card
    end
    return nil
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#cv_levy")
  end,
})
cv_taxer:addSkill(cv_tax)
cv_taxer:addSkill(cv_levy)

-- 搬运工 uses every place there is.
cv_porter = sgs.General(extension, "cv_porter", "shu", "4", true)
cv_carry = sgs.CreateTriggerSkill({
  name = "cv_carry",
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:isKongcheng() or not room:askForSkillInvoke(player, "cv_carry") then
      return false
    end
    local card = player:getRandomHandCard()
    assert(card and room:getCardPlace(card:getId()) == sgs.Player_Hand)
    room:moveCardTo(card, nil, sgs.Player_DrawPile, true)
    assert(room:getCardPlace(card:getEffectiveId()) == sgs.Player_DrawPile)
    player:drawCards(1)
    assert(room:getCardPlace(card:getEffectiveId()) == sgs.Player_Hand, "it lay on top")
    if card:inherits("EquipCard") then
      local slot = { "getWeapon", "getArmor", "getDefensiveHorse", "getOffensiveHorse" }
      local free = true
      for _, name in ipairs(slot) do
        if player[name](player) then
          free = false
        end
      end
      if free then
        room:moveCardTo(card, player, sgs.Player_Equip, true)
        assert(player:hasEquip(card) and player:hasEquip() and player:getEquips():contains(card))
        assert(player:getCards("e"):length() == 1)
      end
    elseif card:isNDTrick() then
      room:throwCard(card)
      assert(room:getCardPlace(card:getId()) == sgs.Player_DiscardedPile)
    end
    return false
  end,
})
cv_heap = sgs.CreateTriggerSkill({
  name = "cv_heap",
  events = { sgs.DrawNCards, sgs.Death },
  can_trigger = function(self, target)
    return target:hasSkill("cv_heap")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.DrawNCards and player:askForSkillInvoke("cv_heap") then
      local n = data:toInt()
      local ids = room:getNCards(n)
      for i = 0, ids:length() - 1 do
        player:addToPile("cv_heap", ids:at(i), false)
      end
      data:setValue(0)
      if player:getPile("cv_heap"):length() >= 4 then
        local all = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
        for _, id in sgs.qlist(player:getPile("cv_heap")) do
          all:addSubcard(id)
        end
        player:obtainCard(all)
        assert(player:getPile("cv_heap"):isEmpty())
      end
    elseif event == sgs.Death then
      player:clearPrivatePiles()
      assert(player:getPile("cv_heap"):isEmpty())
    end
  end,
})
cv_porter:addSkill(cv_carry)
cv_porter:addSkill(cv_heap)

-- 赌徒 throws everything.
cv_gambler = sgs.General(extension, "cv_gambler", "qun", 3, true)
cv_stake_card = sgs.CreateSkillCard({
  name = "cv_stake",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source, targets)
    local before = source:getCardCount(true)
    local choice = room:askForChoice(source, "cv_stake", "hand+equips+all")
    if choice == "hand" then
      source:throwAllHandCards()
      assert(source:isKongcheng())
    elseif choice == "equips" then
      source:throwAllEquips()
      assert(source:getEquips():isEmpty())
    else
      source:throwAllCards()
      assert(source:isAllNude() and source:isNude())
    end
    source:drawCards(math.max(before - source:getCardCount(true), 1) * 0.75 + 1)
  end,
})
cv_stake = sgs.CreateViewAsSkill({
  name = "cv_stake",
  n = 0,
  view_as = function(self, cards)
    return cv_stake_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#cv_stake")
  end,
})
cv_luck = sgs.CreateTriggerSkill({
  name = "cv_luck",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardGot },
  on_trigger = function(self, event, player, data)
    local move = data:toCardMove()
    local room = player:getRoom()
    if
      move.from
      and move.from:objectName() ~= player:objectName()
      and not player:hasFlag("cv_luck")
    then
      room:setPlayerFlag(player, "cv_luck")
      if player:askForSkillInvoke("cv_luck", data) then
        room:drawCards(player, 1)
      end
      room:setPlayerFlag(player, "-cv_luck")
    end
  end,
})
cv_gambler:addSkill(cv_stake)
cv_gambler:addSkill(cv_luck)

-- 驿使 hands over what he is told to.
cv_courier = sgs.General(extension, "cv_courier", "wu", 4, false)
cv_deliver_card = sgs.CreateSkillCard({
  name = "cv_deliver",
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    local names = {}
    for _, id in sgs.qlist(self:getSubcards()) do
      table.insert(names, sgs.Sanguosha:getCard(id):objectName())
    end
    room:obtainCard(targets[1], self)
    for _, id in sgs.qlist(self:getSubcards()) do
      assert(room:getCardOwner(id):objectName() == targets[1]:objectName())
    end
    source:setTag("cv_sent", sgs.QVariant(table.concat(names, "+")))
    assert(#(source:getTag("cv_sent"):toString():split("+")) == #names)
    if #names >= 2 then
      source:drawCards(1)
    end
  end,
})
cv_deliver = sgs.CreateViewAsSkill({
  name = "cv_deliver",
  n = 999,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards > 0 then
      local card = cv_deliver_card:clone()
      for var = 1, #cards, 1 do
        card:addSubcard(cards[var])
      end
      card:setSkillName(self:objectName())
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return player:usedTimes("#cv_deliver") < 2
  end,
})
cv_courier:addSkill(cv_deliver)

sgs.LoadTranslationTable(caravan_words)
