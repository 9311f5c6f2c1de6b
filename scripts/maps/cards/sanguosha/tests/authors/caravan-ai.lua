-- The AI of the package caravan, as the handbook writes them: tables that are read by name.
sgs.ai_skill_invoke.cv_load = true
sgs.ai_skill_invoke.cv_glean = function(self, data)
  local move = data:toCardMove()
  return not self:isFriend(move.from) or self.player:getHandcardNum() < 2
end
sgs.ai_skill_choice.cv_stake = "hand"
sgs.ai_skill_askforag.cv_trade = function(self, card_ids)
  return card_ids[1]
end
local cv_deliver_skill = {}
cv_deliver_skill.name = "cv_deliver"
table.insert(sgs.ai_skills, cv_deliver_skill)
cv_deliver_skill.getTurnUseCard = function(self)
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByUseValue(cards, true)
  return sgs.Card_Parse("#cv_deliver:" .. cards[1]:getId() .. ":")
end
sgs.ai_skill_use_func["#cv_deliver"] = function(card, use, self)
  if #self.friends_noself > 0 then
    use.card = card
    if use.to then
      use.to:append(self.friends_noself[1])
    end
  end
end
sgs.ai_use_value.cv_deliver = 8
sgs.ai_use_priority.cv_deliver = 2
sgs.ai_card_intention.cv_deliver = -70
sgs.dynamic_value.benefit.cv_deliver = true
sgs.ai_chaofeng.cv_leader = 3
sgs.cv_leader_keep_value = {
  Peach = 6,
  Jink = 5.7,
}
sgs.cv_leader_suit_value = {
  heart = 6.7,
}
function SmartAI:needCaravan(player)
  return player:getPile("cv_goods"):length() > 2
end
table.insert(sgs.ai_global_flags, "cv_source")
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, carduse)
  sgs.cv_source = carduse.card:inherits("LuaSkillCard") and player or nil
end)
sgs.ai_choicemade_filter.skillInvoke.cv_load = function(player, promptlist)
  if promptlist[#promptlist] == "yes" then
    sgs.updateIntention(player, sgs.cv_source, -40)
  end
end
sgs.ai_choicemade_filter.cardResponsed["@cv_levy"] = function(player, promptlist) end
sgs.ai_skill_playerchosen.cv_levy = sgs.ai_skill_playerchosen.damage
sgs.weapon_range.CvHook = 3
sgs.ai_view_as.cv_glean = function(card, player, card_place)
  return ("slash:cv_glean[%s:%s]=%d"):format(
    card:getSuitString(),
    card:getNumberString(),
    card:getEffectiveId()
  )
end
