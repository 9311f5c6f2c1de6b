-- The AI of the quarry: classes of skill cards as the handbook writes them, constants instead of functions,
-- and functions of SmartAI put in the place of its own.

-- 采石
local qrdig_skill = { name = "qrdig" }
table.insert(sgs.ai_skills, qrdig_skill)
qrdig_skill.getTurnUseCard = function(self)
  return sgs.Card_Parse("@QrdigCard=.")
end
sgs.ai_skill_use_func.QrdigCard = function(card, use, self)
  local usecards = {}
  local discards = self:askForDiscard("gamerule", math.min(self:getOverflow(), 3))
  for _, id in ipairs(discards) do
    table.insert(usecards, id)
  end
  if #usecards > 0 then
    use.card = sgs.Card_Parse("@QrdigCard=" .. table.concat(usecards, "+"))
  end
end
sgs.ai_use_priority.QrdigCard = 1
sgs.ai_use_value.QrdigCard = 3

-- 讨石: whoever asks is noted, so that the mason knows it.
table.insert(sgs.ai_global_flags, "qrasksource")
local qrask_filter = function(player, carduse)
  if carduse.card:inherits("QraskCard") then
    sgs.qrasksource = player
  else
    sgs.qrasksource = nil
  end
end
table.insert(sgs.ai_choicemade_filter.cardUsed, qrask_filter)

sgs.ai_skill_choice.qrask = function(self, choices)
  assert(sgs.qrasksource, "the source is known")
  if self:isFriend(sgs.qrasksource) then
    return "allow"
  else
    return "disallow"
  end
end
sgs.ai_choicemade_filter.skillChoice.qrask = function(player, promptlist)
  assert(promptlist[3] == "allow" or promptlist[3] == "disallow")
  sgs.updateIntention(player, sgs.qrasksource, promptlist[3] == "allow" and -60 or 30)
end

local qrask_skill = { name = "qrask" }
table.insert(sgs.ai_skills, qrask_skill)
qrask_skill.getTurnUseCard = function(self)
  if self.player:usedTimes("QraskCard") > 1 then
    return
  end
  for _, player in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    if player:hasSkill("qrdig") and not player:getPile("qr_stones"):isEmpty() then
      return sgs.Card_Parse("@QraskCard=.")
    end
  end
end
sgs.ai_skill_use_func.QraskCard = function(card, use, self)
  local mason = self.room:findPlayerBySkillName("qrdig")
  if not mason or mason:objectName() == self.player:objectName() then
    return
  end
  if self:isEnemy(mason) then
    return
  end
  use.card = card
end

-- 赔偿
sgs.ai_skill_invoke.qrpay = true
sgs.ai_skill_choice.qrpay = "recover"
sgs.ai_skill_cardask["@qrpay"] = function(self, data)
  local damage = data:toDamage()
  if damage.damage < 1 then
    return "."
  end
  for _, card in ipairs(self:getCards("Card", self.player, "h")) do
    if card:getSuit() == sgs.Card_Spade then
      return card:toString()
    end
  end
end

-- 堆石: by a function of SmartAI that this file replaces.
local ask_for_discard = SmartAI.askForDiscard
function SmartAI:askForDiscard(reason, discard_num, optional, include_equip)
  if reason == "qrheap" then
    local cards = sgs.QList2Table(self.player:getHandcards())
    self:sortByUsePriority(cards)
    return { cards[#cards]:getId() }
  end
  return ask_for_discard(self, reason, discard_num, optional, include_equip)
end

function SmartAI:askForUseCard(pattern, prompt)
  if prompt == "@qrheap" then
    local slash = self:getCard("Slash")
    if not slash or not self:slashIsAvailable() then
      return "."
    end
    local use = { isDummy = true, to = sgs.SPlayerList() }
    self:useBasicCard(slash, use)
    if not use.card then
      self:useCardSlash(slash, use)
    end
    if use.card and not use.to:isEmpty() then
      return ("%s->%s"):format(use.card:toString(), use.to:first():objectName())
    end
    return "."
  end
end

local get_use_value = SmartAI.getUseValue
function SmartAI:getUseValue(card)
  if card:inherits("Collateral") and self:hasSkill("qrdig") then
    return 1
  end
  return get_use_value(self, card)
end

-- Rescue: only friends, and never with the last card.
function SmartAI:askForSinglePeach(dying)
  if self:isFriend(dying) and (self.player:getHandcardNum() > 1 or dying == self.player) then
    return self:getCardId("Peach") or self:getCardId("Analeptic") or "."
  end
  return "."
end
function SmartAI:askForNullification(trick, from, to, positive)
  local null = self:getCard("Nullification")
  if not null then
    return nil
  end
  if positive and self:isFriend(to) and trick:inherits("Indulgence") then
    return null
  end
  return nil
end
