-- A package in the manner of other authors: skills whose AI is written in the newer way, beside the skill.
module("extensions.almanac", package.seeall)
extension = sgs.Package("almanac")

-- 历官
al_scribe = sgs.General(extension, "al_scribe", "wei", 4)
al_omen = sgs.CreateTriggerSkill({
  name = "al_omen",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    if room:askForSkillInvoke(player, "al_omen") then
      local ids = room:getNCards(3, false)
      room:askForGuanxing(player, ids, false)
      if room:askForChoice(player, "al_omen", "draw+hurt") == "draw" then
        player:drawCards(1)
      else
        local to = room:askForPlayerChosen(player, room:getOtherPlayers(player), "al_omen")
        local damage = sgs.DamageStruct()
        damage.from, damage.to = player, to
        room:askForDiscard(player, "al_omen", 1, false, true)
        room:damage(damage)
      end
    end
    return false
  end,
})
al_omen:addAI({
  think_skill_invoke = function(self, ai, skill, data)
    return not ai:isWeak() or #ai.enemies > 0, 100
  end,
  think_guanxing = function(self, ai, ids, up_only)
    local cards = {}
    for i, id in ipairs(ids) do
      cards[i] = sgs.Sanguosha:getCard(id)
    end
    ai:sortByCardNeed(cards, true)
    local top = {}
    for i, card in ipairs(cards) do
      top[i] = card:getId()
    end
    return { top, {} }, 20
  end,
  think_choice = function(self, ai, choices, skill)
    local hurt = ai:getBenefitOfEvents(function(logic)
      local damage = sgs.DamageStruct()
      damage.from, damage.to = ai.player, ai.enemies[1] or ai.player
      logic:damage(damage)
    end)
    local draw = ai:getBenefitOfEvents(function(logic)
      logic:drawCards(ai.player, 1)
    end)
    if hurt > draw and not ai.player:isNude() then
      return "hurt", hurt
    end
    return "draw", draw
  end,
  thinkForPlayerChosen = function(self, ai, targets, reason)
    local best, most
    for _, target in sgs.qlist(targets) do
      local worth = ai:getBenefitOfEvents(function(logic)
        local damage = sgs.DamageStruct()
        damage.from, damage.to = ai.player, target
        logic:damage(damage)
      end)
      if most == nil or worth > most then
        best, most = target, worth
      end
    end
    return best, most
  end,
  think_discard = function(self, ai, count, optional, include_equip)
    local cards = sgs.QList2Table(ai.player:getCards(include_equip and "he" or "h"))
    ai:sortByKeepValue(cards)
    return { cards[1]:getEffectiveId() }, -ai:getKeepValue(cards[1])
  end,
})
al_page_card = sgs.CreateSkillCard({
  name = "al_page",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    effect.to:obtainCard(self)
    if not effect.to:isNude() then
      local id = room:askForCardChosen(effect.from, effect.to, "he", "al_page")
      effect.from:obtainCard(sgs.Sanguosha:getCard(id))
      effect.from:drawCards(1)
    end
  end,
})
al_page = sgs.CreateViewAsSkill({
  name = "al_page",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isBlack() and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = al_page_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#al_page")
  end,
})
al_scribe:addSkill(al_omen)
al_scribe:addSkill(al_page)

-- 司时
al_keeper = sgs.General(extension, "al_keeper", "shu", 4)
al_bell_card = sgs.CreateSkillCard({
  name = "al_bell",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    return #targets < 2 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    if not room:askForDiscard(effect.to, "al_bell", 1, true, false) then
      local damage = sgs.DamageStruct()
      damage.from, damage.to = effect.from, effect.to
      damage.nature = sgs.DamageStruct_Thunder
      room:damage(damage)
    end
  end,
})
al_bell_vs = sgs.CreateViewAsSkill({
  name = "al_bell",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = al_bell_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@@al_bell"
  end,
})
al_bell = sgs.CreateTriggerSkill({
  name = "al_bell",
  events = { sgs.PhaseChange },
  view_as_skill = al_bell_vs,
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish and player:getHandcardNum() > 1 then
      player:getRoom():askForUseCard(player, "@@al_bell", "@al_bell-card")
    end
    return false
  end,
})
al_calm = sgs.CreateTriggerSkill({
  name = "al_calm",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Predamaged },
  on_trigger = function(self, event, player, data)
    local damage = data:toDamage()
    if damage.nature == sgs.DamageStruct_Thunder and player:getHp() == 1 then
      return true
    end
    return false
  end,
})
al_keeper:addSkill(al_bell)
al_keeper:addSkill(al_calm)

sgs.LoadTranslationTable({
  ["almanac"] = "历书",
  ["al_scribe"] = "历官",
  ["al_keeper"] = "司时",
  ["@al_bell-card"] = "你可以弃置一张手牌鸣钟",
})
