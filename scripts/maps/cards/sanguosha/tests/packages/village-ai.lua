-- The AI of the village: one entry of every kind that AI files have.

-- Yes or no.
sgs.ai_skill_invoke.village_grain = true
sgs.ai_skill_invoke.village_pick = function(self, data)
  local lost = sgs.Sanguosha:getCard(data:toCardMove().card_id)
  return self:getKeepValue(lost) > 0
end
sgs.ai_skill_invoke.village_ambush = function(self)
  self:sort(self.enemies, "defense")
  local weakest = self.enemies[1]
  return weakest ~= nil and self:isWeak(weakest)
end

-- Whom.
sgs.ai_skill_playerchosen.village_ambush = sgs.ai_skill_playerchosen.zero_card_as_slash
function sgs.ai_skill_playerchosen.village_herbs(self, targets)
  local list = sgs.QList2Table(targets)
  self:sort(list, "hp")
  for _, target in ipairs(list) do
    if self:isFriend(target) then
      return target
    end
  end
  return list[#list]
end
function sgs.ai_skill_invoke.village_herbs(self)
  for _, friend in ipairs(self.friends) do
    if friend:isWounded() then
      return true
    end
  end
  return false
end

-- Which of several texts.
function sgs.ai_skill_choice.village_awaken(self, choices)
  return self:isWeak() and choices:find("heal", 1, true) and "heal" or "draw"
end

-- Which of the cards that lie open.
function sgs.ai_skill_askforag.village_mill(self, ids)
  local cards = {}
  for index, id in ipairs(ids) do
    cards[index] = sgs.Sanguosha:getCard(id)
  end
  self:sortByKeepValue(cards)
  return cards[1]:getEffectiveId()
end

-- A skill card that is used in the play phase: what it is made of, and on whom.
local mill = { name = "village_mill" }
table.insert(sgs.ai_skills, mill)
function mill.getTurnUseCard(self)
  local grain = self.player:getPile("village_grain"):length()
  if grain == 0 or self.player:hasFlag("village_mill_used") then
    return nil
  end
  return sgs.Card_Parse("#village_mill:.:")
end
sgs.ai_skill_use_func["#village_mill"] = function(card, use)
  use.card = card
end

local quarrel = { name = "village_quarrel" }
table.insert(sgs.ai_skills, quarrel)
function quarrel.getTurnUseCard(self)
  local best = self:getMaxCard()
  if self.player:hasUsed("#village_quarrel") or not best or best:getNumber() < 10 then
    return nil
  end
  return sgs.Card_Parse("#village_quarrel:" .. best:getEffectiveId() .. ":")
end
sgs.ai_skill_use_func["#village_quarrel"] = function(card, use, self)
  self:sort(self.enemies, "hp")
  for _, enemy in ipairs(self.enemies) do
    if not enemy:isKongcheng() then
      use.card = card
      if use.to then
        use.to:append(enemy)
      end
      return
    end
  end
end

-- A card for a fight of points, and what is discarded.
function sgs.ai_skill_pindian.village_quarrel(minusecard, self, requestor, maxcard)
  return self:isFriend(requestor) and minusecard or maxcard
end
function sgs.ai_skill_discard.village_quarrel(self, discard_num)
  local cards = sgs.QList2Table(self.player:getCards("he"))
  self:sortByKeepValue(cards)
  local ids = {}
  for index = 1, math.min(discard_num, #cards) do
    ids[index] = cards[index]:getEffectiveId()
  end
  return ids
end

-- A card that answers a prompt: here one that turns a judgement.
sgs.ai_skill_cardask["@village_verdict-card"] = function(self, data)
  local judge = data:toJudge()
  if not self:needRetrial(judge) then
    return "."
  end
  local id = self:getRetrialCardId(sgs.QList2Table(self.player:getHandcards()), judge)
  return id ~= -1 and tostring(id) or "."
end

-- A hand card to be shown, and one of somebody's cards.
function sgs.ai_cardshow.village_wares(self, requestor)
  for _, card in sgs.qlist(self.player:getHandcards()) do
    if card:isRed() ~= self:isFriend(requestor) then
      return card
    end
  end
  return self.player:getHandcards():first()
end
function sgs.ai_skill_cardchosen.village_wares(self, who, flags)
  local weapon = who:getWeapon()
  return weapon and weapon:getEffectiveId() or self:getCardRandomly(who, flags)
end

-- A use that is asked for, and who needs which card.
sgs.ai_skill_use["@@village_alms"] = function(self)
  local card, friend = self:getCardNeedPlayer()
  if not card or not friend then
    return "."
  end
  return "#village_alms:" .. card:getEffectiveId() .. ":->" .. friend:objectName()
end
function sgs.ai_cardneed.village_strike(_, card)
  return card:inherits("EquipCard")
end

-- What cards count as: for who has a skill that makes them, and for who has one that changes them.
function sgs.ai_view_as.village_knife(card)
  if card:inherits("EquipCard") then
    return ("slash:village_knife[%s:%s]=%d"):format(
      card:getSuitString(),
      card:getNumberString(),
      card:getEffectiveId()
    )
  end
end
function sgs.ai_filterskill_filter.village_thrift(card)
  if card:inherits("Lightning") then
    return ("jink:village_thrift[%s:%s]=%d"):format(
      card:getSuitString(),
      card:getNumberString(),
      card:getEffectiveId()
    )
  end
end
sgs.ai_skill_cardask["savage-assault-slash"] = function(self)
  return self:getCardId("Slash") or "."
end

-- Who is not slashed, and who tempts.
function sgs.ai_slash_prohibit.village_herbs(self, to)
  return not self:isWeak(to) and to:getHandcardNum() > 4
end
sgs.ai_chaofeng.village_thief = 2

-- What cards are worth: to keep, to use, in which order, and to this general.
sgs.ai_use_value.village_quarrel = 4
sgs.ai_use_priority.village_quarrel = 7
sgs.ai_keep_value.VillageTool = 2
sgs.village_peddler_keep_value = { Peach = 6, Jink = 5 }
sgs.village_peddler_suit_value = { heart = 4 }
sgs.dynamic_value.benefit.village_mill = true
sgs.ai_benefit["@village"] = 20

-- What deeds tell of those who do them.
sgs.ai_card_intention.village_strike = 70
function sgs.ai_card_intention.village_wares(_, from, tos)
  sgs.updateIntentions(from, tos, 30)
end
table.insert(sgs.ai_global_flags, "village_last")
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, use)
  sgs.village_last = use.card:objectName() == "village_alms" and player or nil
end)
function sgs.ai_choicemade_filter.skillInvoke.village_herbs(player, promptlist)
  if promptlist[#promptlist] == "yes" then
    sgs.updateIntention(player, sgs.village_last, -20)
  end
end

-- The newer way: a strategy for all questions of a skill. Each may say what its answer is worth.
SmartAI:setSkillAI("village_strike", {
  choose_cards = function(_, ai)
    local cards = ai:getEnabledCards()
    return { cards[1] }, 0
  end,
  choose_targets = function(_, ai)
    return ai:bestTargets()
  end,
})
-- What a card does in estimates: a strategy may say it in fewer words than the rules.
SmartAI:setCardSkillAI("village_wares_skill", {
  on_effect = function(_, logic, effect)
    logic:drawCards(effect.from, 1)
  end,
})
-- And what a trigger does in them: true would end the event.
SmartAI:setTriggerSkillAI("village_count", {
  correct_func = function(_, logic, event, _, player)
    if event ~= sgs.GameStart then
      logic.benefit = logic.benefit + (player:getMark("@village") == 3 and -10 or 5)
    end
    return false
  end,
})
-- Where a strategy knows no answer, the next layer has one.
SmartAI:setSkillAI("village_verdict", {
  think = function(_, ai)
    return ai.player:getHandcardNum() < 2 and "__cancel" or nil
  end,
})
