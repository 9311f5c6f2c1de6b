-- A package in the manner of other authors: whatever happens is turned aside, changed on its way or done twice.
module("extensions.tempest", package.seeall)
extension = sgs.Package("tempest")

local function tag(player, key, value)
  local data = sgs.QVariant()
  data:setValue(value)
  player:setTag(key, data)
end

-- 替身 passes damage on.
tp_double = sgs.General(extension, "tp_double", "wu", 3, false)
tp_pass = sgs.CreateTriggerSkill({
  name = "tp_pass",
  events = { sgs.Predamaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if player:isKongcheng() or player:hasFlag("tp_passing") then
      return false
    end
    if not room:askForSkillInvoke(player, "tp_pass", data) then
      return false
    end
    room:setPlayerFlag(player, "tp_passing")
    local paid = room:askForCard(player, ".red", "@tp_pass", data)
    room:setPlayerFlag(player, "-tp_passing")
    if not paid then
      return false
    end
    local target = room:askForPlayerChosen(player, room:getOtherPlayers(player), "tp_pass")
    damage.to = target
    damage.chain = true
    room:damage(damage)
    if target:isAlive() then
      target:drawCards(target:getLostHp())
    end
    return true
  end,
})
tp_double:addSkill(tp_pass)

-- 引路人 turns slashes aside.
tp_guide = sgs.General(extension, "tp_guide", "shu", 4, true)
tp_turn = sgs.CreateTriggerSkill({
  name = "tp_turn",
  events = { sgs.CardUsed },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local use = data:toCardUse()
    if not use.card:inherits("Slash") then
      return false
    end
    for _, guide in
      sgs.qlist(room:findPlayer("tp_guide") and room:getAlivePlayers() or sgs.SPlayerList())
    do
      if
        guide:hasSkill("tp_turn")
        and use.to:contains(guide)
        and use.from:objectName() ~= guide:objectName()
      then
        local others = sgs.SPlayerList()
        for _, p in sgs.qlist(room:getAlivePlayers()) do
          if
            not use.to:contains(p)
            and p:objectName() ~= use.from:objectName()
            and use.from:canSlash(p, false)
          then
            others:append(p)
          end
        end
        if
          not others:isEmpty()
          and not guide:isNude()
          and guide:askForSkillInvoke("tp_turn", data)
        then
          if room:askForDiscard(guide, "tp_turn", 1, true, true) then
            local other = room:askForPlayerChosen(guide, others, "tp_turn")
            use.to:removeOne(guide)
            use.to:append(other)
            data:setValue(use)
            local now = data:toCardUse().to
            assert(now:contains(other) and not now:contains(guide))
          end
        end
      end
    end
    return false
  end,
})
tp_light = sgs.CreateTriggerSkill({
  name = "tp_light",
  frequency = sgs.Skill_Frequent,
  events = { sgs.SlashMissed },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local effect = data:toSlashEffect()
    if effect.to:hasSkill("tp_light") and effect.to:askForSkillInvoke("tp_light", data) then
      tag(effect.to, "tp_effect", effect)
      local kept = effect.to:getTag("tp_effect"):toSlashEffect()
      assert(
        kept.slash:toString() == effect.slash:toString()
          and kept.to:objectName() == effect.to:objectName()
      )
      effect.to:drawCards(1)
    end
  end,
})
tp_guide:addSkill(tp_turn)
tp_guide:addSkill(tp_light)

-- 铸币者 changes point fights.
tp_coiner = sgs.General(extension, "tp_coiner", "qun", 3, true)
tp_weigh = sgs.CreateTriggerSkill({
  name = "tp_weigh",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Pindian },
  priority = 5,
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local pindian = data:toPindian()
    if pindian.from:hasSkill("tp_weigh") and pindian.from_card:getNumber() < 7 then
      local king =
        sgs.Sanguosha:cloneCard(pindian.from_card:objectName(), pindian.from_card:getSuit(), 13)
      king:addSubcard(pindian.from_card)
      pindian.from_card = king
      assert(data:toPindian().from_card:getNumber() == 13, "the fight is live")
    end
    return false
  end,
})
tp_wager_card = sgs.CreateSkillCard({
  name = "tp_wager",
  filter = function(self, targets, to_select)
    return #targets == 0
      and not to_select:isKongcheng()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    local won = source:pindian(targets[1], "tp_wager")
    if won then
      source:drawCards(2)
    elseif source:isAlive() then
      room:loseHp(source)
    end
  end,
})
tp_wager = sgs.CreateViewAsSkill({
  name = "tp_wager",
  n = 0,
  view_as = function()
    return tp_wager_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#tp_wager") and not player:isKongcheng()
  end,
})
tp_coiner:addSkill(tp_weigh)
tp_coiner:addSkill(tp_wager)

-- 双响 does things twice.
tp_twice = sgs.General(extension, "tp_twice", "shu", 4, true)
tp_again = sgs.CreateTriggerSkill({
  name = "tp_again",
  events = { sgs.SlashHit, sgs.Damage },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.SlashHit then
      local effect = data:toSlashEffect()
      if
        player:getMark("tp_again") == 0
        and effect.to:isAlive()
        and room:askForSkillInvoke(player, "tp_again", data)
      then
        player:setMark("tp_again", 1)
        room:slashEffect(effect)
        player:setMark("tp_again", 0)
      end
    else
      local damage = data:toDamage()
      if damage.to:isAlive() and damage.card and damage.card:inherits("Duel") then
        room:recover(damage.to, sgs.RecoverStruct())
      end
    end
    return false
  end,
})
tp_storm_card = sgs.CreateSkillCard({
  name = "tp_storm",
  target_fixed = true,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local before = room:alivePlayerCount()
    for _, p in sgs.qlist(room:getOtherPlayers(source)) do
      if p:isAlive() and source:isAlive() then
        local damage = sgs.DamageStruct()
        damage.from, damage.to, damage.card = source, p, self
        damage.nature = sgs.DamageStruct_Thunder
        room:damage(damage)
      end
    end
    assert(room:alivePlayerCount() <= before)
  end,
})
tp_storm = sgs.CreateViewAsSkill({
  name = "tp_storm",
  n = 4,
  view_filter = function(self, selected, to_select)
    for _, c in ipairs(selected) do
      if c:getSuit() == to_select:getSuit() then
        return false
      end
    end
    return true
  end,
  view_as = function(self, cards)
    if #cards < 3 then
      return nil
    end
    local card = tp_storm_card:clone()
    for _, c in ipairs(cards) do
      card:addSubcard(c)
    end
    return card
  end,
})
tp_twice:addSkill(tp_again)
tp_twice:addSkill(tp_storm)

-- 书童 remembers people and cards.
tp_page = sgs.General(extension, "tp_page", "wei", 3, true)
tp_memory = sgs.CreateTriggerSkill({
  name = "tp_memory",
  events = { sgs.Damaged, sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.Damaged then
      local damage = data:toDamage()
      if damage.from then
        tag(player, "tp_enemy", damage.from)
        tag(player, "tp_damage", damage)
        assert(player:getTag("tp_enemy"):toPlayer():objectName() == damage.from:objectName())
        assert(player:getTag("tp_damage"):toDamage().damage == damage.damage)
      end
      if damage.card then
        tag(player, "tp_card", damage.card)
        assert(player:getTag("tp_card"):toCard():toString() == damage.card:toString())
      end
    elseif player:getPhase() == sgs.Player_Start then
      local enemy = player:getTag("tp_enemy"):toPlayer()
      if
        enemy
        and enemy:isAlive()
        and enemy:objectName() ~= player:objectName()
        and player:canSlash(enemy, false)
      then
        if room:askForSkillInvoke(player, "tp_memory") then
          room:askForUseCard(player, "@@tp_revenge!", "@tp_revenge:" .. enemy:objectName())
        end
      end
      player:removeTag("tp_enemy")
      assert(player:getTag("tp_enemy"):toPlayer() == nil)
    end
    return false
  end,
})
tp_revenge = sgs.CreateViewAsSkill({
  name = "tp_revenge",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isBlack()
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return nil
    end
    local slash = sgs.Sanguosha:cloneCard("slash", cards[1]:getSuit(), cards[1]:getNumber())
    slash:addSubcard(cards[1])
    slash:setSkillName("tp_revenge")
    return slash
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return string.sub(pattern, 1, 12) == "@@tp_revenge"
  end,
})
tp_page:addSkill(tp_memory)
tp_page:addSkill(tp_revenge)

-- 蛊师: damage for damage, and judgements one cannot win.
tp_witch = sgs.General(extension, "tp_witch", "qun", 3, false)
tp_thorns = sgs.CreateTriggerSkill({
  name = "tp_thorns",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damaged, sgs.Damage },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    local other = event == sgs.Damaged and damage.from or damage.to
    if not other or other:isDead() or player:isDead() or room:getTag("tp_thorns"):toInt() > 2 then
      return false
    end
    room:setTag("tp_thorns", sgs.QVariant(room:getTag("tp_thorns"):toInt() + 1))
    local judge = sgs.JudgeStruct()
    judge.who, judge.reason, judge.good = other, self:objectName(), false
    judge.pattern = sgs.QRegExp("(.*):(spade):([2-9])")
    room:judge(judge)
    if judge:isBad() and other:isAlive() then
      local back = sgs.DamageStruct()
      back.from, back.to, back.nature = player, other, sgs.DamageStruct_Thunder
      room:damage(back)
    end
    room:setTag("tp_thorns", sgs.QVariant(room:getTag("tp_thorns"):toInt() - 1))
  end,
})
tp_swap = sgs.CreateTriggerSkill({
  name = "tp_swap",
  events = { sgs.FinishJudge },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local witch = room:findPlayerBySkillName("tp_swap")
    if not witch or witch:isKongcheng() or witch:hasFlag("tp_swapping") then
      return false
    end
    local judge = data:toJudge()
    if room:getCardPlace(judge.card:getEffectiveId()) == sgs.Player_Hand then
      return false
    end
    if judge.reason == "tp_thorns" or not witch:askForSkillInvoke("tp_swap", data) then
      return false
    end
    room:setPlayerFlag(witch, "tp_swapping")
    local card = room:askForExchange(witch, "tp_swap", 1)
    if card then
      room:throwCard(card)
      witch:obtainCard(judge.card)
    end
    room:setPlayerFlag(witch, "-tp_swapping")
    return false
  end,
})
tp_witch:addSkill(tp_thorns)
tp_witch:addSkill(tp_swap)

sgs.LoadTranslationTable({
  ["tempest"] = "风暴包",
  ["tp_double"] = "替身",
  ["tp_guide"] = "引路人",
  ["tp_coiner"] = "铸币者",
  ["tp_twice"] = "双响",
  ["tp_page"] = "书童",
  ["tp_witch"] = "蛊师",
  ["tp_pass"] = "移祸",
  ["tp_turn"] = "改道",
  ["tp_light"] = "指灯",
  ["tp_weigh"] = "称量",
  ["tp_wager"] = "对赌",
  ["tp_again"] = "再击",
  ["tp_storm"] = "惊雷",
  ["tp_memory"] = "记仇",
  ["tp_revenge"] = "复仇",
  ["tp_thorns"] = "蛊刺",
  ["tp_swap"] = "偷梁",
})
