-- 过路：友方则祝福，否则抢
sgs.ai_skill_invoke.fe_toll = function(self, data)
  local who = data:toPlayer()
  return self:isFriend(who) or not who:isNude()
end
sgs.ai_skill_choice.fe_toll = function(self, choices)
  local next_player = self.player:getNextAlive()
  if self:isFriend(next_player) then
    return "bless"
  end
  local all = choices:split("+")
  return all[2]
end
sgs.ai_skill_cardchosen.fe_toll = function(self, who, flags)
  if who:getArmor() then
    return who:getArmor():getEffectiveId()
  end
  return self:getCardRandomly(who, flags)
end

-- 摇橹
local fe_row_skill = {}
fe_row_skill.name = "fe_row"
table.insert(sgs.ai_skills, fe_row_skill)
fe_row_skill.getTurnUseCard = function(self, inclusive)
  if self.player:getHandcardNum() < 2 then
    return
  end
  local cards = self.player:getHandcards()
  cards = sgs.QList2Table(cards)
  self:sortByKeepValue(cards)
  if cards[2]:inherits("Peach") then
    return nil
  end
  local card_str = ("#fe_row:%d+%d:"):format(cards[1]:getId(), cards[2]:getId())
  local card = sgs.Card_Parse(card_str)
  assert(card)
  return card
end
sgs.ai_skill_use_func["#fe_row"] = function(card, use, self)
  self:sort(self.enemies, "handcard", true)
  for _, enemy in ipairs(self.enemies) do
    if not enemy:isKongcheng() and not self:needKongcheng(enemy) then
      use.card = card
      if use.to then
        use.to:append(enemy)
      end
      return
    end
  end
end
sgs.ai_skill_cardchosen.fe_row = function(self, who)
  return who:getRandomHandCard()
end
sgs.ai_use_value.fe_row = 6
sgs.ai_use_priority.fe_row = 5.5
sgs.ai_card_intention.fe_row = 60
sgs.ai_chaofeng.fe_master = 2

-- 行贿
sgs.ai_skill_discard.fe_bribe = function(self, discard_num, optional, include_equip)
  local to_discard = {}
  local cards = sgs.QList2Table(self.player:getCards("he"))
  self:sortByKeepValue(cards)
  for _, card in ipairs(cards) do
    if #to_discard == discard_num then
      break
    end
    if not card:inherits("Peach") then
      table.insert(to_discard, card:getEffectiveId())
    end
  end
  if #to_discard < discard_num then
    return {}
  end
  return to_discard
end
sgs.ai_cardshow.fe_bribe = function(self, requestor)
  local priority = { heart = 1, spade = 4, club = 3, diamond = 2 }
  local result
  local index = 0
  for _, card in sgs.qlist(self.player:getHandcards()) do
    if priority[card:getSuitString()] > index then
      result = card
      index = priority[card:getSuitString()]
    end
  end
  return result
end

-- 对赌
local fe_wager_skill = { name = "fe_wager" }
table.insert(sgs.ai_skills, fe_wager_skill)
fe_wager_skill.getTurnUseCard = function(self)
  local max_card = self:getMaxCard()
  if max_card and max_card:getNumber() > 9 then
    return sgs.Card_Parse("#fe_wager:.:")
  end
end
sgs.ai_skill_use_func["#fe_wager"] = function(card, use, self)
  for _, player in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    if self:isEnemy(player) and not player:isKongcheng() then
      use.card = card
      if use.to then
        use.to:append(player)
      end
      break
    end
  end
end
sgs.ai_skill_pindian.fe_wager = function(minusecard, self, requestor, maxcard, mincard)
  if self.player:objectName() == requestor:objectName() then
    return self:getMaxCard()
  end
  if self:isFriend(requestor) then
    return mincard
  end
  return maxcard
end

-- 光束
sgs.ai_skill_askforag.fe_beam = function(self, card_ids)
  for _, id in ipairs(card_ids) do
    if sgs.Sanguosha:getCard(id):inherits("Peach") then
      return id
    end
  end
  return -1
end
sgs.ai_skill_suit.fe_beam = function(self)
  return self.player:isWounded() and sgs.Card_Heart or sgs.Card_Spade
end
sgs.ai_skill_invoke.fe_share = function(self, data)
  local damage = data:toDamage()
  return #self.friends_noself > 0 and damage.damage > 0
end
sgs.ai_cardneed.fe_wager = sgs.ai_cardneed.bignumber
sgs.ai_cardneed.fe_steer = function(friend, card, self)
  return card:inherits("Jink") or self:isWeak(friend)
end

-- 掌舵
sgs.ai_skill_cardask["@fe_steer-card"] = function(self, data, pattern, target, target2)
  local judge = self.player:getTag("Judge"):toJudge()
  assert(judge.who:objectName() == target:objectName())
  if self:needRetrial(judge) then
    local cards = sgs.QList2Table(self.player:getHandcards())
    local card_id = self:getRetrialCardId(cards, judge)
    if card_id ~= -1 then
      return card_id
    end
  end
  return "."
end
sgs.ai_view_as.fe_plank = function(card, player, card_place)
  local suit = card:getSuitString()
  local number = card:getNumberString()
  local card_id = card:getEffectiveId()
  if card:inherits("EquipCard") and card_place ~= sgs.Player_Equip then
    return ("jink:fe_plank[%s:%s]=%d"):format(suit, number, card_id)
  end
end
sgs.ai_filterskill_filter.fe_drift = function(card, card_place)
  local suit = card:getSuitString()
  local number = card:getNumberString()
  local card_id = card:getEffectiveId()
  if card:inherits("Lightning") then
    return ("slash:fe_drift[%s:%s]=%d"):format(suit, number, card_id)
  end
end
sgs.ai_skill_cardask["slash-jink"] = function(self, data, pattern, target)
  if self:getCardsNum("Jink") == 0 then
    return "."
  end
  if self:getDamagedEffects(self.player, target) then
    return "."
  end
  return self:getCardId("Jink") or "."
end
sgs.ai_skill_playerchosen.fe_fog = sgs.ai_skill_playerchosen.damage
sgs.fe_helm_keep_value = {
  Peach = 6,
  Jink = 5.7,
}
sgs.fe_helm_suit_value = { heart = 5 }
sgs.dynamic_value.control_card.fe_row = true
sgs.ai_slash_prohibit.fe_bribe = function(self, to, card)
  if self:isFriend(to) then
    return false
  end
  return to:getHandcardNum() > 3 and self:isWeak()
end
