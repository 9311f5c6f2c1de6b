-- A package in the manner of other authors: skills that are used on demand, whose AI comes from a later
-- generation.
module("extensions.lantern", package.seeall)
extension = sgs.Package("lantern")

-- 放灯人
ln_flier = sgs.General(extension, "ln_flier", "shu", 4)
ln_flare_card = sgs.CreateSkillCard({
  name = "ln_flare",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    return #targets < self:getSubcards():length()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  feasible = function(self, targets)
    return #targets > 0 and #targets == self:getSubcards():length()
  end,
  on_effect = function(self, effect)
    effect.to:turnOver()
  end,
})
ln_flare_vs = sgs.CreateViewAsSkill({
  name = "ln_flare",
  n = 2,
  view_filter = function(self, selected, to_select)
    return #selected < 2 and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 0 then
      return nil
    end
    local card = ln_flare_card:clone()
    for _, c in ipairs(cards) do
      card:addSubcard(c)
    end
    return card
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@@ln_flare"
  end,
})
ln_flare = sgs.CreateTriggerSkill({
  name = "ln_flare",
  events = { sgs.PhaseChange },
  view_as_skill = ln_flare_vs,
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish and not player:isKongcheng() then
      player:getRoom():askForUseCard(player, "@@ln_flare", "@ln_flare-card")
    end
    return false
  end,
})
ln_wick = sgs.CreateTriggerSkill({
  name = "ln_wick",
  events = { sgs.Damaged, sgs.Damage },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if event == sgs.Damaged and damage.from and damage.from:isAlive() then
      if room:askForSkillInvoke(player, "ln_wick", data) then
        player:drawCards(1)
        if not damage.from:isNude() then
          local card = room:askForCard(damage.from, "..", "@ln_wick:" .. player:objectName(), data)
          if not card then
            room:loseHp(damage.from)
          end
        end
      end
    end
    return false
  end,
})
ln_flier:addSkill(ln_flare)
ln_flier:addSkill(ln_wick)

-- 守夜人
ln_guard = sgs.General(extension, "ln_guard", "wei", 4)
ln_watch = sgs.CreateTriggerSkill({
  name = "ln_watch",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    if room:askForSkillInvoke(player, "ln_watch") then
      local to = room:askForPlayerChosen(player, room:getOtherPlayers(player), "ln_watch")
      local choice = room:askForChoice(to, "ln_watch", "hand+equip+nothing")
      if choice == "hand" and not to:isKongcheng() then
        room:throwCard(to:getRandomHandCard())
      elseif choice == "equip" and to:hasEquip() then
        local id = room:askForCardChosen(player, to, "e", "ln_watch")
        room:throwCard(sgs.Sanguosha:getCard(id))
      end
    end
    return false
  end,
})
ln_patrol_card = sgs.CreateSkillCard({
  name = "ln_patrol",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    effect.to:obtainCard(self)
    effect.from:drawCards(1)
  end,
})
ln_patrol = sgs.CreateViewAsSkill({
  name = "ln_patrol",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = ln_patrol_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#ln_patrol")
  end,
})
ln_guard:addSkill(ln_watch)
ln_guard:addSkill(ln_patrol)

-- 制灯匠
ln_maker = sgs.General(extension, "ln_maker", "wu", 3, false)
ln_paper = sgs.CreateViewAsSkill({
  name = "ln_paper",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isRed() and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local duel = sgs.Sanguosha:cloneCard("duel", cards[1]:getSuit(), cards[1]:getNumber())
    duel:addSubcard(cards[1])
    duel:setSkillName("ln_paper")
    return duel
  end,
  enabled_at_play = function(self, player)
    return not player:hasFlag("ln_paper")
  end,
})
ln_glow = sgs.CreateTriggerSkill({
  name = "ln_glow",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardUsed, sgs.Death },
  on_trigger = function(self, event, player, data)
    if event ~= sgs.CardUsed then
      return false
    end
    local use = data:toCardUse()
    if use.card:inherits("TrickCard") and player:askForSkillInvoke("ln_glow", data) then
      player:drawCards(1)
    end
    return false
  end,
})
ln_maker:addSkill(ln_paper)
ln_maker:addSkill(ln_glow)

sgs.LoadTranslationTable({
  ["lantern"] = "灯会",
  ["ln_flier"] = "放灯人",
  ["ln_guard"] = "守夜人",
  ["ln_maker"] = "制灯匠",
  ["@ln_flare-card"] = "你可以弃置牌令同样多的角色翻面",
})
