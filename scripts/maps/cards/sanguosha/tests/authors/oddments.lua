-- What authors do beside the rules of the interface: ask after cards that are none, name a skill on a card
-- of the deck, take a second general, look at sgs.Self wherever they are, ask who has nothing.
module("extensions.oddments", package.seeall)
extension = sgs.Package("oddments")

od_clerk = sgs.General(extension, "od_clerk", "wei", 4)
od_twin = sgs.General(extension, "od_twin", "shu", 4)
od_beggar = sgs.General(extension, "od_beggar", "qun", 4)

od_ledger = sgs.CreateTriggerSkill({
  name = "od_ledger",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
    local printed = sgs.Sanguosha:getCard(0)
    local suit = printed:getSuit()
    printed:setSkillName(self:objectName())
    printed:setSuit((suit + 1) % 4)
    printed:setUserString("odd")
    if
      room:getCardPlace(slash:getEffectiveId()) ~= sgs.Player_DiscardedPile
      and printed:getSuit() == suit
    then
      player:gainMark("@od_ledger")
    end
    return false
  end,
})
od_clerk:addSkill(od_ledger)

-- Looks at whom the screen belongs to, which only panels have.
od_view = sgs.CreateDistanceSkill({
  name = "od_view",
  correct_func = function(self, from, to)
    if sgs.Self:objectName() == from:objectName() and from:hasSkill("od_view") then
      return -1
    end
    return 0
  end,
})
od_clerk:addSkill(od_view)

od_double = sgs.CreateTriggerSkill({
  name = "od_double",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart, sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.TurnStart then
      room:setPlayerProperty(player, "general2", sgs.QVariant("zhangfei"))
      if player:hasSkill("paoxiao") and player:hasSkill("od_double") then
        player:gainMark("@od_double")
      end
    elseif player:getPhase() == sgs.Player_Finish then
      room:setPlayerProperty(player, "general2", sgs.QVariant(""))
      if not player:hasSkill("paoxiao") and player:hasSkill("od_double") then
        player:gainMark("@od_double")
      end
    end
    return false
  end,
})
od_twin:addSkill(od_double)

od_alms = sgs.CreateTriggerSkill({
  name = "od_alms",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    player:throwAllHandCards()
    local given = room:askForExchange(player, "od_alms", 1)
    local other = room:getOtherPlayers(player):first()
    local won = other:pindian(player, "od_alms")
    if (given == nil or given:subcardsLength() == 0) and not won then
      player:gainMark("@od_alms")
    end
    return false
  end,
})
od_beggar:addSkill(od_alms)

sgs.LoadTranslationTable({
  ["oddments"] = "杂物包",
  ["od_clerk"] = "书吏",
  ["od_twin"] = "双影",
  ["od_beggar"] = "丐",
  ["od_ledger"] = "账簿",
  ["od_view"] = "窥",
  ["od_double"] = "双身",
  ["od_alms"] = "乞讨",
})
