-- One more of the village, for what its AI has entries of beside those of the others.

module("extensions.village_peddler", package.seeall)
extension = sgs.Package("village_peddler")

-- The peddler: haggles over hands, gives things away, and makes do with what there is.

wares_card = sgs.CreateSkillCard({
  name = "village_wares",
  filter = function(self, targets, to_select)
    return #targets == 0
      and not to_select:isKongcheng()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room, from, to = effect.from:getRoom(), effect.from, effect.to
    local shown = room:askForCardShow(to, from, "village_wares")
    room:showCard(to, shown:getEffectiveId())
    if shown:isRed() then
      from:drawCards(1)
    else
      local id = room:askForCardChosen(from, to, "he", "village-wares")
      room:obtainCard(from, sgs.Sanguosha:getCard(id))
    end
  end,
})

wares = sgs.CreateViewAsSkill({
  name = "village_wares",
  n = 0,
  view_as = function()
    return wares_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#village_wares")
  end,
})

alms_card = sgs.CreateSkillCard({
  name = "village_alms",
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    effect.to:obtainCard(self)
    effect.from:drawCards(1)
  end,
})

alms_view = sgs.CreateViewAsSkill({
  name = "village_alms",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = alms_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@@village_alms"
  end,
})

alms = sgs.CreateTriggerSkill({
  name = "village_alms",
  events = { sgs.PhaseChange },
  view_as_skill = alms_view,
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish and not player:isKongcheng() then
      player:getRoom():askForUseCard(player, "@@village_alms", "@village_alms-card")
    end
    return false
  end,
})

-- One card counts as another.
local function count_as(name, card, skill)
  local made = sgs.Sanguosha:cloneCard(name, card:getSuit(), card:getNumber())
  made:addSubcard(card:getId())
  made:setSkillName(skill)
  return made
end

knife = sgs.CreateViewAsSkill({
  name = "village_knife",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:inherits("EquipCard")
  end,
  view_as = function(self, cards)
    return #cards == 1 and count_as("slash", cards[1], "village_knife") or nil
  end,
  enabled_at_play = function(self, player)
    return sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0):isAvailable(player)
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "slash"
  end,
})

thrift = sgs.CreateFilterSkill({
  name = "village_thrift",
  view_filter = function(self, to_select)
    return to_select:inherits("Lightning")
  end,
  view_as = function(self, card)
    return count_as("jink", card, "village_thrift")
  end,
})

peddler = sgs.General(extension, "village_peddler", "shu", 3)
peddler:addSkill(wares)
peddler:addSkill(alms)
peddler:addSkill(knife)
peddler:addSkill(thrift)

sgs.LoadTranslationTable({
  ["village_peddler"] = "货郎",
  ["village_wares"] = "杂货",
  ["village_alms"] = "施舍",
  ["@village_alms-card"] = "你可以将一张手牌交给一名其他角色，然后摸一张牌",
  ["village_knife"] = "菜刀",
  ["village_thrift"] = "节俭",
})
