-- A package in the manner of other authors: small skills, each of which asks something else.
module("extensions.ferry", package.seeall)
extension = sgs.Package("ferry")

-- 船家: who pays, and what is done for it.
fe_master = sgs.General(extension, "fe_master", "wu", 4)
fe_toll = sgs.CreateTriggerSkill({
  name = "fe_toll",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish then
      return false
    end
    local who = sgs.QVariant()
    who:setValue(player:getNextAlive())
    if room:askForSkillInvoke(player, "fe_toll", who) then
      if room:askForChoice(player, "fe_toll", "bless+rob+rest") == "bless" then
        who:toPlayer():drawCards(1)
      elseif not who:toPlayer():isNude() then
        local id = room:askForCardChosen(player, who:toPlayer(), "he", "fe-toll")
        room:throwCard(sgs.Sanguosha:getCard(id))
      end
    end
    return false
  end,
})
fe_row_card = sgs.CreateSkillCard({
  name = "fe_row",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isKongcheng()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local id = room:askForCardChosen(effect.from, effect.to, "h", "fe_row")
    effect.from:obtainCard(sgs.Sanguosha:getCard(id))
  end,
})
fe_row = sgs.CreateViewAsSkill({
  name = "fe_row",
  n = 2,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 2 then
      return nil
    end
    local card = fe_row_card:clone()
    card:addSubcard(cards[1])
    card:addSubcard(cards[2])
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#fe_row")
  end,
})
fe_master:addSkill(fe_toll)
fe_master:addSkill(fe_row)

-- 渡客: what is given up, shown, and fought for.
fe_guest = sgs.General(extension, "fe_guest", "shu", 4)
fe_bribe = sgs.CreateTriggerSkill({
  name = "fe_bribe",
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if not player:isKongcheng() and room:askForDiscard(player, "fe_bribe", 1, true, true) then
      player:drawCards(2)
    end
    if damage.from and damage.from:isAlive() and not damage.from:isKongcheng() then
      local card = room:askForCardShow(damage.from, player, "fe_bribe")
      room:showCard(damage.from, card:getEffectiveId())
    end
    return false
  end,
})
fe_wager_card = sgs.CreateSkillCard({
  name = "fe_wager",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isKongcheng()
  end,
  on_use = function(self, room, source, targets)
    if source:pindian(targets[1], "fe_wager", nil) then
      source:drawCards(2)
    else
      room:loseHp(source)
    end
  end,
})
fe_wager = sgs.CreateViewAsSkill({
  name = "fe_wager",
  n = 0,
  view_as = function(self, cards)
    return fe_wager_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#fe_wager") and not player:isKongcheng()
  end,
})
fe_guest:addSkill(fe_bribe)
fe_guest:addSkill(fe_wager)

-- 灯塔: an open panel, a suit, and cards for friends.
fe_light = sgs.General(extension, "fe_light", "wei", 3, false)
fe_beam = sgs.CreateTriggerSkill({
  name = "fe_beam",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    local ids = room:getNCards(3)
    room:fillAG(ids)
    local id = room:askForAG(player, ids, false, "fe-beam")
    ids:removeOne(id)
    room:broadcastInvoke("clearAG")
    player:obtainCard(sgs.Sanguosha:getCard(id))
    local suit = room:askForSuit(player, "fe_beam")
    for _, other in sgs.qlist(ids) do
      if sgs.Sanguosha:getCard(other):getSuit() == suit then
        player:obtainCard(sgs.Sanguosha:getCard(other))
      else
        room:throwCard(sgs.Sanguosha:getCard(other))
      end
    end
    return false
  end,
})
fe_share = sgs.CreateTriggerSkill({
  name = "fe_share",
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if not player:askForSkillInvoke("fe_share", data) then
      return false
    end
    local ids = sgs.IntList()
    for _, card in sgs.qlist(player:getHandcards()) do
      ids:append(card:getId())
    end
    while not ids:isEmpty() and room:askForYiji(player, ids) do
    end
    return false
  end,
})
fe_light:addSkill(fe_beam)
fe_light:addSkill(fe_share)

-- 舵手: answers to prompts, a card that counts as others, and one that always is another.
fe_helm = sgs.General(extension, "fe_helm", "qun", 4)
fe_steer = sgs.CreateTriggerSkill({
  name = "fe_steer",
  events = { sgs.AskForRetrial },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local judge = data:toJudge()
    if player:isKongcheng() then
      return false
    end
    player:setTag("Judge", data)
    local prompt = "@fe_steer-card:" .. judge.who:objectName() .. "::" .. judge.reason
    local card = room:askForCard(player, ".", prompt, data)
    if card then
      room:throwCard(judge.card)
      judge.card = sgs.Sanguosha:getCard(card:getEffectiveId())
      room:moveCardTo(judge.card, nil, sgs.Player_Special)
    end
    return false
  end,
})
fe_plank = sgs.CreateViewAsSkill({
  name = "fe_plank",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:inherits("EquipCard") and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local jink = sgs.Sanguosha:cloneCard("jink", cards[1]:getSuit(), cards[1]:getNumber())
    jink:addSubcard(cards[1])
    jink:setSkillName("fe_plank")
    return jink
  end,
  enabled_at_play = function(self, player)
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "jink"
  end,
})
fe_fog = sgs.CreateTriggerSkill({
  name = "fe_fog",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish then
      return false
    end
    local others = room:getOtherPlayers(player)
    local first = room:askForPlayerChosen(player, others, "fe-fog")
    local damage = sgs.DamageStruct()
    damage.from, damage.to = player, first
    if first:getHandcardNum() > player:getHandcardNum() then
      room:damage(damage)
    end
    return false
  end,
})
fe_drift = sgs.CreateFilterSkill({
  name = "fe_drift",
  view_filter = function(self, to_select)
    return to_select:inherits("Lightning")
  end,
  view_as = function(self, card)
    local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
    slash:addSubcard(card:getId())
    slash:setSkillName("fe_drift")
    return slash
  end,
})
fe_helm:addSkill(fe_steer)
fe_helm:addSkill(fe_plank)
fe_helm:addSkill(fe_fog)
fe_helm:addSkill(fe_drift)

sgs.LoadTranslationTable({
  ["ferry"] = "渡口",
  ["fe_master"] = "船家",
  ["fe_guest"] = "渡客",
  ["fe_light"] = "灯塔",
  ["fe_helm"] = "舵手",
  ["fe_toll"] = "过路",
  ["fe_row"] = "摇橹",
  ["@fe_steer-card"] = "%src 的 %arg 判定，你可以改判",
})
