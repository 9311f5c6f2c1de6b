-- The AI of the almanac, in the newer way: strategies by skill, the panel, and estimates.

-- What is given is the worst black card, to whom has most to give for it.
SmartAI:setSkillAI("al_page", {
  estimated_benefit = 40,
  choose_cards = function(self, ai)
    local best, least
    for _, id in ipairs(ai:getEnabledCards()) do
      local keep = ai:getKeepValue(sgs.Sanguosha:getCard(id))
      if least == nil or keep < least then
        best, least = id, keep
      end
    end
    return { best }, 0
  end,
  choose_targets = function(self, ai)
    local best, most
    for targets in ai:searchTargetSelections() do
      local target = targets[1]
      if ai:isEnemy(target) and not target:isNude() then
        local worth = 90 + target:getHandcardNum()
        if most == nil or worth > most then
          best, most = targets, worth
        end
      end
    end
    return best, most
  end,
  think_card_chosen = function(self, ai, target, flag, prompt)
    local armor = target:getArmor()
    if armor and flag:find("e") then
      return armor:getEffectiveId(), 110
    end
    return ai:getCardRandomly(target, flag), 90
  end,
})

-- A question of the panel: everything by hand.
SmartAI:setSkillAI("al_bell", {
  think = function(self, ai)
    assert(ai:getPrompt() == "@al_bell-card" and ai:currentSkill() ~= nil)
    ai:selectSkill("al_bell", true)
    local cards = ai:getEnabledCards()
    table.sort(cards, function(a, b)
      local first, second = sgs.Sanguosha:getCard(a), sgs.Sanguosha:getCard(b)
      return ai:getKeepValue(first) < ai:getKeepValue(second)
    end)
    if #cards == 0 or ai:isDeadend() then
      return "__cancel", 0
    end
    ai:selectCard(cards[1], true)
    assert(ai:getSelectedCards()[1] == cards[1])
    assert(ai:getSelectedCard():objectName() == "al_bell")
    assert(ai:getSelectedSkill() == "al_bell")
    if not ai:hasEnabledTarget() then
      return "__cancel", 0
    end
    for _, target in ipairs(ai:getEnabledTargets()) do
      if ai:isEnemy(target) and #ai:getSelectedTargets() < 2 then
        ai:selectTarget(target, true)
      end
    end
    if not ai:okButtonEnabled() then
      return "__cancel", 0
    end
    local reply = ai:doOKButton()
    local benefit = ai:getBenefitOf(reply)
    if benefit == nil or benefit < 0 then
      return "__cancel", 0
    end
    return reply, benefit
  end,
  think_discard = function(self, ai, count, optional)
    if not optional or ai:isWeak() then
      return { ai.player:handCards():first() }, 0
    end
    return {}, 0
  end,
  on_effect = function(self, logic, effect)
    local damage = sgs.DamageStruct()
    damage.from, damage.to = effect.from, effect.to
    damage.nature = sgs.DamageStruct_Thunder
    logic:damage(damage)
  end,
})

-- Whoever is calm takes no thunder at its last hp.
SmartAI:setTriggerSkillAI("al_calm", {
  correct_func = function(self, logic, event, target, player, data)
    if target ~= player then
      return false
    end
    return data:toDamage().nature == sgs.DamageStruct_Thunder and player:getHp() == 1
  end,
})

-- Cards that everybody knows may be said again: a slash is a damage.
SmartAI:setCardSkillAI("ex_nihilo_skill", {
  on_effect = function(self, logic, effect)
    logic:drawCards(effect.to, 2)
  end,
})
