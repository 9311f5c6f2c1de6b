-- A package in the manner of those that people wrote for the handbook's generation: it calls most
-- of what they call, old spellings included, so that loading and playing it shows what is missing.

module("extensions.village", package.seeall)
extension = sgs.Package("village")

-- Helper functions as authors write them.

function mark_of(player, name)
  return player:getMark("@" .. name)
end

local function log(room, kind, from, to, arg)
  local message = sgs.LogMessage()
  message.type = kind
  message.from = from
  if to then
    message.to:append(to)
  end
  message.arg = arg
  room:sendLog(message)
end

-- The miller: grain on his general, spent for cards.

grain = sgs.CreateTriggerSkill({
  name = "village_grain",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish then
      return false
    end
    if not room:askForSkillInvoke(player, self:objectName()) then
      return false
    end
    local id = room:drawCard()
    player:addToPile("village_grain", id)
    room:playSkillEffect(self:objectName(), 1)
    log(room, "#TriggerSkill", player, nil, self:objectName())
    return false
  end,
})

mill_card = sgs.CreateSkillCard({
  name = "village_mill",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source, targets)
    local pile = source:getPile("village_grain")
    if pile:isEmpty() then
      return
    end
    room:fillAG(pile, source)
    local id = room:askForAG(source, pile, false, "village_mill")
    source:invoke("clearAG")
    if id == -1 then
      return
    end
    room:throwCard(id)
    source:drawCards(2)
    room:setPlayerFlag(source, "village_mill_used")
  end,
})

mill = sgs.CreateViewAsSkill({
  name = "village_mill",
  n = 0,
  view_as = function(self, cards)
    local card = mill_card:clone()
    card:setSkillName(self:objectName())
    return card
  end,
  enabled_at_play = function(self, player)
    return player:getPile("village_grain"):length() > 0 and not player:hasFlag("village_mill_used")
  end,
})

miller = sgs.General(extension, "village_miller", "qun", "3", true)
miller:addSkill(grain)
miller:addSkill(mill)

-- The smith: equipment strikes, and a weapon reaches farther.

strike_card = sgs.CreateSkillCard({
  name = "village_strike",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    if #targets > 0 or to_select:objectName() == sgs.Self:objectName() then
      return false
    end
    return sgs.Self:inMyAttackRange(to_select)
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local damage = sgs.DamageStruct()
    damage.card = self
    damage.from = effect.from
    damage.to = effect.to
    damage.damage = 1
    damage.nature = sgs.DamageStruct_Fire
    room:damage(damage)
  end,
})

strike = sgs.CreateViewAsSkill({
  name = "village_strike",
  n = 1,
  view_filter = function(self, selected, to_select)
    return #selected == 0 and to_select:inherits("EquipCard")
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = strike_card:clone()
    card:addSubcard(cards[1])
    card:setSkillName("village_strike")
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#village_strike")
  end,
})

reach = sgs.CreateDistanceSkill({
  name = "village_reach",
  correct_func = function(self, from, to)
    if from:hasSkill("village_reach") and from:getWeapon() then
      return -1
    end
    return 0
  end,
})

smith = sgs.General(extension, "village_smith", "shu", 4)
smith:addSkill(strike)
smith:addSkill(reach)

-- The healer: red cards of hers cannot be slashed away, and judgements heal.

herbs = sgs.CreateTriggerSkill({
  name = "village_herbs",
  events = { sgs.Damaged },
  priority = -1,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    for i = 1, damage.damage, 1 do
      local targets = sgs.SPlayerList()
      for _, p in sgs.qlist(room:getAlivePlayers()) do
        if p:isWounded() then
          targets:append(p)
        end
      end
      if targets:isEmpty() or not player:askForSkillInvoke(self:objectName(), data) then
        break
      end
      local target = room:askForPlayerChosen(player, targets, self:objectName())
      local judge = sgs.JudgeStruct()
      judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
      judge.good = true
      judge.reason = self:objectName()
      judge.who = player
      room:judge(judge)
      if judge:isGood() then
        local recover = sgs.RecoverStruct()
        recover.who = player
        recover.recover = 1
        room:recover(target, recover)
        room:setEmotion(target, "good")
      else
        room:obtainCard(player, judge.card)
      end
    end
  end,
})

garden = sgs.CreateProhibitSkill({
  name = "village_garden",
  is_prohibited = function(self, from, to, card)
    return to:hasSkill("village_garden") and card:inherits("Slash") and card:isRed()
  end,
})

healer = sgs.General(extension, "village_healer", "wu", 3, false)
healer:addSkill(herbs)
healer:addSkill(garden)

-- The judge: replaces judgements, and quarrels by points.

bench_card = sgs.CreateSkillCard({
  name = "village_quarrel",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0
      and not to_select:isKongcheng()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    local target = targets[1]
    local success = source:pindian(target, "village_quarrel", self)
    if success then
      room:loseHp(target)
    else
      room:askForDiscard(source, "village_quarrel", 1, false, true)
    end
  end,
})

quarrel = sgs.CreateViewAsSkill({
  name = "village_quarrel",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = bench_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#village_quarrel") and not player:isKongcheng()
  end,
})

verdict = sgs.CreateTriggerSkill({
  name = "village_verdict",
  events = sgs.AskForRetrial,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local judge = data:toJudge()
    player:setTag("Judge", data)
    local prompt = "@village_verdict-card:" .. judge.who:objectName() .. "::" .. judge.reason
    local card = room:askForCard(player, ".", prompt, data)
    if card then
      room:throwCard(judge.card)
      judge.card = sgs.Sanguosha:getCard(card:getEffectiveId())
      room:moveCardTo(judge.card, nil, sgs.Player_Special)
      room:sendJudgeResult(judge)
    end
    return false
  end,
})

magistrate = sgs.General(extension, "village_magistrate$", "wei", 3, true)
magistrate:addSkill(quarrel)
magistrate:addSkill(verdict)

-- The twin: wakes once, counts marks, takes turns.

awaken = sgs.CreateTriggerSkill({
  name = "village_awaken",
  frequency = sgs.Skill_Wake,
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return target
      and target:isAlive()
      and target:hasSkill("village_awaken")
      and target:getMark("village_awaken") == 0
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start and player:getHp() <= 2 then
      room:setPlayerMark(player, "village_awaken", 1)
      player:gainMark("@waked")
      room:loseMaxHp(player)
      room:acquireSkill(player, "village_strike")
      local choice = room:askForChoice(player, "village_awaken", "draw+heal")
      if choice == "draw" then
        player:drawCards(2)
      else
        local recover = sgs.RecoverStruct()
        recover.who = player
        room:recover(player, recover)
      end
    end
    return false
  end,
})

count = sgs.CreateTriggerSkill({
  name = "village_count",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardUsed, sgs.CardResponsed, sgs.GameStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.GameStart then
      player:gainMark("@village", 1)
      return
    end
    local card = event == sgs.CardUsed and data:toCardUse().card or data:toCard()
    if card:inherits("BasicCard") then
      player:gainMark("@village", 1)
    end
    if player:getMark("@village") >= 4 then
      player:loseMark("@village", 4)
      player:turnOver()
      room:setPlayerProperty(player, "chained", sgs.QVariant(true))
      player:drawCards(3)
    end
  end,
})

twin = sgs.General(extension, "village_twin", "wu", 4)
twin:addSkill(awaken)
twin:addSkill(count)

-- The thief: takes what others lose, slashes out of turn, hides.

pick = sgs.CreateTriggerSkill({
  name = "village_pick",
  events = { sgs.CardLost },
  can_trigger = function(self, target)
    return target ~= nil
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local thief = room:findPlayerBySkillName(self:objectName())
    if not thief or thief:objectName() == player:objectName() then
      return false
    end
    local move = data:toCardMove()
    if
      move.from_place == sgs.Player_Equip
      and move.to_place == sgs.Player_DiscardedPile
      and not thief:hasFlag("village_picked")
    then
      if thief:askForSkillInvoke("village_pick", data) then
        room:setPlayerFlag(thief, "village_picked")
        thief:obtainCard(sgs.Sanguosha:getCard(move.card_id))
        room:setPlayerFlag(thief, "-village_picked")
      end
    end
    return false
  end,
})

ambush = sgs.CreateTriggerSkill({
  name = "village_ambush",
  events = { sgs.DrawNCards },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local targets = sgs.SPlayerList()
    for _, p in sgs.qlist(room:getOtherPlayers(player)) do
      if player:canSlash(p, false) then
        targets:append(p)
      end
    end
    if targets:length() == 0 or not room:askForSkillInvoke(player, "village_ambush") then
      return false
    end
    local target = room:askForPlayerChosen(player, targets, "village_ambush")
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
    slash:setSkillName("village_ambush")
    local use = sgs.CardUseStruct()
    use.card = slash
    use.from = player
    use.to:append(target)
    room:useCard(use, false)
    data:setValue(data:toInt() - 1)
    return false
  end,
})

thief = sgs.General(extension, "village_thief", "qun", 3)
thief:addSkill(pick)
thief:addSkill(ambush)

sgs.LoadTranslationTable({
  ["village"] = "村庄",
  ["village_miller"] = "磨坊主",
  ["village_smith"] = "铁匠",
  ["village_healer"] = "药师",
  ["village_magistrate"] = "里正",
  ["village_twin"] = "双生",
  ["village_thief"] = "梁上君子",
  ["village_grain"] = "囤粮",
  [":village_grain"] = "回合结束阶段，你可以将牌堆顶的一张牌置于你的武将牌上，称为“粮”。",
  ["village_mill"] = "磨粉",
  ["village_strike"] = "锻击",
  ["village_reach"] = "长兵",
  ["village_herbs"] = "采药",
  ["village_garden"] = "药圃",
  ["village_quarrel"] = "争讼",
  ["village_verdict"] = "裁断",
  ["@village_verdict-card"] = "请打出一张手牌修改 %src 的 %arg 判定",
  ["village_awaken"] = "觉悟",
  ["village_count"] = "计数",
  ["village_pick"] = "顺手",
  ["village_ambush"] = "伏击",
})
