-- The AI of the lanterns, in the manner of later generations: helpers first, long conditions after.

local suits_I_keep = { "heart", "diamond" }
local function wanted_by_me(card)
  for _, suit in ipairs(suits_I_keep) do
    if card:getSuitString() == suit then
      return true
    end
  end
  return card:isKindOf("Peach") or card:isKindOf("ExNihilo")
end

function SmartAI:lanternTargets()
  local targets = {}
  self:sort(self.enemies, "defense")
  for _, enemy in ipairs(self.enemies) do
    if enemy:faceUp() and self:toTurnOver(enemy) and not self:willSkipPlayPhase(enemy) then
      table.insert(targets, enemy:objectName())
    end
  end
  for _, friend in ipairs(self.friends_noself) do
    if not friend:faceUp() then
      table.insert(targets, 1, friend:objectName())
    end
  end
  return targets
end

sgs.ai_skill_use["@@ln_flare"] = function(self, prompt, method)
  local targets = self:lanternTargets()
  if #targets == 0 then
    return "."
  end
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByKeepValue(cards)
  local ids = {}
  for _, card in ipairs(cards) do
    if not self:isValuableCard(card) and #ids < math.min(2, #targets) then
      table.insert(ids, card:getEffectiveId())
    end
  end
  if #ids == 0 then
    return "."
  end
  while #targets > #ids do
    table.remove(targets)
  end
  return "#ln_flare:" .. table.concat(ids, "+") .. ":->" .. table.concat(targets, "+")
end

sgs.ai_skill_invoke.ln_wick = function(self, data)
  local damage = data:toDamage()
  if not damage.from or damage.from:isDead() then
    return false
  end
  if self:isFriend(damage.from) then
    return not self:needKongcheng(self.player, true) and self:getOverflow(damage.from) > 0
  end
  return self:canDraw(self.player) or not self:doNotDiscard(damage.from)
end

sgs.ai_skill_cardask["@ln_wick"] = function(self, data, pattern, target)
  local damage = data:toDamage()
  if self:needToLoseHp(self.player, damage.to, nil, true) then
    return "."
  end
  if self:needToThrowArmor() then
    return "$" .. self.player:getArmor():getEffectiveId()
  end
  local cards = self.player:getCards("he")
  cards = sgs.QList2Table(cards)
  self:sortByKeepValue(cards)
  for _, card in ipairs(cards) do
    if not self:isValuableCard(card) and (self:isWeak() or self:getKeepValue(card) < 4) then
      return "$" .. card:getEffectiveId()
    end
  end
  return "."
end

sgs.ai_skill_invoke.ln_watch = function(self)
  for _, enemy in ipairs(self.enemies) do
    if not enemy:isNude() and self:damageIsEffective(enemy) and not self:cantbeHurt(enemy) then
      self.player:setFlags("ln_watch_ready")
      return true
    end
  end
  return false
end

sgs.ai_skill_playerchosen.ln_watch = function(self, targets)
  assert(self.player:hasFlag("ln_watch_ready"), "what an AI notes it finds again")
  targets = sgs.QList2Table(targets)
  self:sort(targets, "defenseSlash")
  for _, target in ipairs(targets) do
    if self:isEnemy(target) and not target:isNude() then
      return target
    end
  end
  return nil
end

sgs.ai_skill_choice.ln_watch = function(self, choices, data)
  local items = choices:split("+")
  if #items == 1 then
    return items[1]
  end
  if self.player:isNude() and choices:match("nothing") then
    return "nothing"
  end
  if table.contains(items, "equip") and (self:needToThrowArmor() or self.player:isKongcheng()) then
    return "equip"
  end
  return "hand"
end

local ln_patrol_skill = {}
ln_patrol_skill.name = "ln_patrol"
table.insert(sgs.ai_skills, ln_patrol_skill)
ln_patrol_skill.getTurnUseCard = function(self)
  if self.player:hasUsed("#ln_patrol") then
    return
  end
  return sgs.Card_Parse("#ln_patrol:.:")
end

sgs.ai_skill_use_func["#ln_patrol"] = function(card, use, self)
  self:updatePlayers()
  local cards = sgs.QList2Table(self.player:getHandcards())
  if #cards == 0 then
    return
  end
  self:sortByUseValue(cards, true)
  local give, friend = self:getCardNeedPlayer(cards)
  if not (give and friend) and #self.friends_noself > 0 and self:getOverflow() > 0 then
    give, friend = cards[1], self:findPlayerToDraw(false, 1)
  end
  if not (give and friend) then
    return
  end
  use.card = sgs.Card_Parse("#ln_patrol:" .. give:getEffectiveId() .. ":")
  if use.to and not use.isDummy then
    use.to:append(friend)
  end
end

sgs.ai_use_value["ln_patrol"] = 5
sgs.ai_use_priority["ln_patrol"] = 4.2
sgs.ai_card_intention["ln_patrol"] = function(self, card, from, tos)
  -- Written for a generation whose first argument is something else.
  assert(type(card) == "table" or card == nil)
end
sgs.ai_card_intention.ln_patrol = -80
sgs.ai_card_intention["ln_flare"] = function(card, from, tos, source)
  for _, to in ipairs(tos) do
    if to:faceUp() then
      sgs.updateIntention(from, to, -60)
    else
      sgs.updateIntention(from, to, 60)
    end
  end
end

local ln_paper_skill = { name = "ln_paper" }
table.insert(sgs.ai_skills, ln_paper_skill)
ln_paper_skill.getTurnUseCard = function(self, inclusive)
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByUseValue(cards, true)
  for _, card in ipairs(cards) do
    if
      card:isRed()
      and not card:isKindOf("Peach")
      and self:getUseValue(card) < sgs.ai_use_value.Duel
    then
      local str = ("duel:ln_paper[%s:%s]=%d"):format(
        card:getSuitString(),
        card:getNumberString(),
        card:getEffectiveId()
      )
      local duel = sgs.Card_Parse(str)
      assert(duel and duel:isKindOf("Duel"))
      return duel
    end
  end
end

-- A duel is for those who are likely to lose it.
function SmartAI:useCardDuel(duel, use)
  local enemies = self:exclude(self.enemies, duel)
  self:sort(enemies, "hp")
  local mine = self:getCardsNum("Slash")
  for _, enemy in ipairs(enemies) do
    local theirs = getCardsNum("Slash", enemy, self.player)
    if
      self:hasTrickEffective(duel, enemy, self.player)
      and self:damageIsEffective(enemy, sgs.DamageStruct_Normal, self.player)
      and self:objectiveLevel(enemy) > 3
      and mine >= theirs
    then
      use.card = duel
      if use.to then
        use.to:append(enemy)
      end
      return
    end
  end
end

-- Tricks go their usual way, but nobody throws away what glows.
local use_trick = SmartAI.useTrickCard
function SmartAI:useTrickCard(card, use)
  if card:isKindOf("AmazingGrace") and self:hasSkill("ln_glow") and #self.friends_noself == 0 then
    return
  end
  use_trick(self, card, use)
end

sgs.ai_skill_invoke.ln_glow = function(self, data)
  local use = data:toCardUse()
  return use.card ~= nil and self:canDraw()
end

function sgs.ai_slash_prohibit.ln_wick(self, to, card)
  if self:isFriend(to) then
    return true
  end
  return self:isWeak()
    and self.player:isNude()
    and not self:hasHeavySlashDamage(self.player, card, to)
end

sgs.ai_cardneed.ln_paper = function(to, card, self)
  return card:isRed() and getCardsNum("Duel", to, self.player) == 0 and wanted_by_me(card)
end
sgs.ln_maker_keep_value = { Peach = 6, Jink = 5.1, Duel = 4.9, Nullification = 5 }
sgs.ai_suit_priority = sgs.ai_suit_priority or {}
sgs.ai_suit_priority.ln_paper = "club|spade|diamond|heart"
sgs.ai_chaofeng.ln_maker = 3

sgs.ai_choicemade_filter.skillInvoke.ln_watch = function(player, promptlist)
  if promptlist[#promptlist] == "yes" then
    sgs.ln_watcher = player
  end
end
sgs.ai_choicemade_filter.skillChoice.ln_watch = function(player, promptlist)
  local choice = promptlist[#promptlist]
  assert(choice == "hand" or choice == "equip" or choice == "nothing")
  if sgs.ln_watcher then
    sgs.updateIntention(sgs.ln_watcher, player, choice == "nothing" and 0 or 40)
  end
end
sgs.ai_choicemade_filter.cardChosen.ln_watch = function() end
sgs.ai_choicemade_filter.cardResponsed["@ln_wick"] = function(player, promptlist)
  assert(promptlist[1] == "cardResponsed" and promptlist[2] == "..")
  if promptlist[#promptlist] == "_nil_" then
    sgs.ln_refused = (sgs.ln_refused or 0) + 1
  end
end
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, carduse)
  if carduse.card:isKindOf("SkillCard") then
    sgs.ln_last = player
  end
end)
table.insert(sgs.ai_global_flags, "ln_watcher")

-- The recorder hears of everything first.
local filter_event = SmartAI.filterEvent
function SmartAI:filterEvent(event, player, data)
  filter_event(self, event, player, data)
  if event == sgs.Damaged then
    local damage = data:toDamage()
    sgs.ln_hurt = sgs.ln_hurt or {}
    sgs.ln_hurt[damage.to:objectName()] = (sgs.ln_hurt[damage.to:objectName()] or 0) + damage.damage
  elseif event == sgs.CardUsed then
    assert(data:toCardUse().from)
  end
end
