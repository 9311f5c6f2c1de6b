-- A package in the manner of other authors: extremes, nothing where something is meant, and deaths in between.
module("extensions.carnival", package.seeall)
extension = sgs.Package("carnival")

-- 丑角 asks for nothing at all.
cn_fool = sgs.General(extension, "cn_fool", "qun", 4)
cn_nothing = sgs.CreateTriggerSkill({
  name = "cn_nothing",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local hand, hp = player:getHandcardNum(), player:getHp()
    player:drawCards(0)
    room:drawCards(player, -1)
    room:loseHp(player, 0)
    room:loseMaxHp(player, 0)
    local recover = sgs.RecoverStruct()
    recover.recover = 0
    room:recover(player, recover)
    assert(player:getHandcardNum() == hand and player:getHp() == hp)
    assert(room:askForPlayerChosen(player, sgs.SPlayerList(), "cn_nothing") == nil)
    assert(room:askForAG(player, sgs.IntList(), true, "cn_nothing") == -1)
    assert(room:getNCards(0):isEmpty())
    player:loseMark("@cn_none")
    player:loseAllMarks("@cn_none")
    player:removeMark("@cn_none")
    assert(player:getMark("@cn_none") == 0)
    room:setPlayerFlag(player, "-cn_none")
    player:removeTag("cn_none")
    room:removeTag("cn_none")
    room:detachSkillFromPlayer(player, "cn_none")
    player:addToPile("cn_pile", room:drawCard())
    player:clearPrivatePiles()
    assert(player:getPile("cn_pile"):isEmpty() and player:getPile("cn_other"):isEmpty())
    room:throwCard(nil)
    if player:isKongcheng() then
      assert(player:wholeHandCards() == nil and player:getRandomHandCardId() == -1)
      assert(player:getRandomHandCard() == nil)
      player:throwAllHandCards()
    end
    if player:getEquips():isEmpty() then
      player:throwAllEquips()
    end
    if player:isAllNude() then
      assert(room:askForCardChosen(player, player, "hej", "cn_nothing") == -1)
      player:throwAllCards()
    end
    assert(room:askForDiscard(player, "cn_nothing", 0) ~= nil)
    assert(not room:askForYiji(player, sgs.IntList()))
    return false
  end,
})
cn_much = sgs.CreateTriggerSkill({
  name = "cn_much",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish or not player:askForSkillInvoke("cn_much") then
      return false
    end
    room:askForDiscard(player, "cn_much", 99, false, true)
    player:drawCards(2)
    local hp = player:getHp()
    room:setPlayerProperty(player, "hp", sgs.QVariant(99))
    assert(player:getHp() == hp, "nobody has more than it may have")
    room:setPlayerMark(player, "@cn_much", 1000000)
    player:gainMark("@cn_much")
    assert(player:getMark("@cn_much") == 1000001)
    player:loseMark("@cn_much", 2000000)
    assert(player:getMark("@cn_much") == -999999)
    player:loseAllMarks("@cn_much")
    assert(player:getMark("@cn_much") == 0)
    return false
  end,
})
cn_fool:addSkill(cn_nothing)
cn_fool:addSkill(cn_much)

-- 殉者 dies in the middle of things.
cn_martyr = sgs.General(extension, "cn_martyr", "shu", 4, true)
cn_blast = sgs.CreateTriggerSkill({
  name = "cn_blast",
  events = { sgs.CardEffected, sgs.SlashEffected },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getHp() > 1 or room:alivePlayerCount() < 4 or player:isLord() then
      return false
    end
    if not player:askForSkillInvoke("cn_blast", data) then
      return false
    end
    room:killPlayer(player)
    assert(player:isDead() and player:isAllNude())
    for _, p in sgs.qlist(room:getAlivePlayers()) do
      p:drawCards(1)
    end
    return true
  end,
})
cn_last = sgs.CreateTriggerSkill({
  name = "cn_last",
  events = { sgs.Death },
  can_trigger = function(self, target)
    return target:hasSkill("cn_last")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local killer = data:toDamageStar() and data:toDamageStar().from
    if killer and killer:isAlive() and killer:objectName() ~= player:objectName() then
      local damage = sgs.DamageStruct()
      damage.from, damage.to, damage.damage = player, killer, 1
      room:damage(damage)
    end
    return false
  end,
})
cn_martyr:addSkill(cn_blast)
cn_martyr:addSkill(cn_last)

-- 转轮 nests turns.
cn_wheel = sgs.General(extension, "cn_wheel", "wei", 3, false)
cn_spin = sgs.CreateTriggerSkill({
  name = "cn_spin",
  events = { sgs.Damaged, sgs.Death },
  can_trigger = function(self, target)
    return target ~= nil
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.Damaged and player:hasSkill("cn_spin") and player:isAlive() then
      if player:getMark("cn_spin") < 2 and player:askForSkillInvoke("cn_spin", data) then
        player:addMark("cn_spin")
        player:gainAnExtraTurn()
        if player:isAlive() then
          player:removeMark("cn_spin")
        end
      end
    elseif event == sgs.Death then
      local wheel = room:findPlayerBySkillName("cn_spin")
      if wheel and wheel:objectName() ~= player:objectName() and wheel:getMark("cn_spin") == 0 then
        wheel:addMark("cn_spin")
        wheel:gainAnExtraTurn()
        if wheel:isAlive() then
          wheel:removeMark("cn_spin")
        end
      end
    end
    return false
  end,
})
cn_stop = sgs.CreateTriggerSkill({
  name = "cn_stop",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Start and player:getMark("cn_spin") > 0 then
      player:skip(sgs.Player_Judge)
      player:skip(sgs.Player_Draw)
      player:skip(sgs.Player_Draw)
    end
    return false
  end,
})
cn_wheel:addSkill(cn_spin)
cn_wheel:addSkill(cn_stop)

-- 百变 is somebody else each turn.
cn_many = sgs.General(extension, "cn_many", "god", 3, true)
cn_change = sgs.CreateTriggerSkill({
  name = "cn_change",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local names, taken = sgs.Sanguosha:getLimitedGeneralNames(), {}
    for _, p in sgs.qlist(room:getPlayers()) do
      taken[p:getGeneralName()] = true
    end
    local free = {}
    for _, name in ipairs(names) do
      if not taken[name] then
        table.insert(free, name)
      end
    end
    local name = free[math.random(1, #free)]
    room:transfigure(player, name, false, true)
    assert(player:getGeneralName() == name and player:getHp() <= player:getMaxHP())
    room:acquireSkill(player, "cn_change")
    return false
  end,
})
cn_many:addSkill(cn_change)

-- 强盗 takes cards out of every place they are in.
cn_bandit = sgs.General(extension, "cn_bandit", "wu", 4, true)
cn_rob = sgs.CreateTriggerSkill({
  name = "cn_rob",
  events = { sgs.CardUsed, sgs.CardResponsed, sgs.FinishJudge, sgs.CardEffected },
  can_trigger = function(self, target)
    return target ~= nil
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local bandit = room:findPlayerBySkillName("cn_rob")
    if not bandit or bandit:objectName() == player:objectName() or bandit:getMark("cn_rob") > 0 then
      return false
    end
    local card = nil
    if event == sgs.CardUsed then
      card = data:toCardUse().card
    elseif event == sgs.CardResponsed then
      card = data:toCard()
    elseif event == sgs.FinishJudge then
      card = data:toJudge().card
    else
      card = data:toCardEffect().card
    end
    if not card or not room:obtainable(card, bandit) or card:getSubcards():length() > 1 then
      return false
    end
    if math.random(1, 8) > 1 or not bandit:askForSkillInvoke("cn_rob", data) then
      return false
    end
    bandit:addMark("cn_rob")
    bandit:obtainCard(card)
    bandit:removeMark("cn_rob")
    return false
  end,
})
cn_feint_card = sgs.CreateSkillCard({
  name = "cn_feint",
  filter = function(self, targets, to_select)
    return to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    if effect.from:isDead() or effect.to:isDead() then
      return
    end
    local cards = effect.to:getCards("hej")
    if cards:isEmpty() then
      return
    end
    local card = cards:at(math.random(0, cards:length() - 1))
    room:moveCardTo(card, effect.from, sgs.Player_Hand, false)
    assert(room:getCardOwner(card:getId()):objectName() == effect.from:objectName())
    local back = room:askForExchange(effect.from, "cn_feint", 1)
    if back then
      room:moveCardTo(back, effect.to, sgs.Player_Hand, false)
    end
  end,
})
cn_feint = sgs.CreateViewAsSkill({
  name = "cn_feint",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = cn_feint_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#cn_feint")
  end,
})
cn_bandit:addSkill(cn_rob)
cn_bandit:addSkill(cn_feint)

-- 亡灵 comes back again and again.
cn_ghost = sgs.General(extension, "cn_ghost", "god", 2, false)
cn_return = sgs.CreateTriggerSkill({
  name = "cn_return",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart, sgs.Death },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    for _, p in sgs.qlist(room:getPlayers()) do
      if
        p:isDead()
        and p:hasSkill("cn_return")
        and p:getMark("cn_lives") < 2
        and not room:isFinished()
        and p:objectName() ~= player:objectName()
        and room:alivePlayerCount() > 2
      then
        local lives = p:getMark("cn_lives") + 1
        room:revivePlayer(p)
        room:setPlayerProperty(p, "maxhp", sgs.QVariant(2))
        room:setPlayerProperty(p, "hp", sgs.QVariant(1))
        p:setMark("cn_lives", lives)
        p:drawCards(2)
        assert(p:isAlive() and p:getHp() == 1)
      end
    end
    return false
  end,
})
cn_chill = sgs.CreateTriggerSkill({
  name = "cn_chill",
  events = { sgs.Damage },
  on_trigger = function(self, event, player, data)
    local room, to = player:getRoom(), data:toDamage().to
    if to:isAlive() and to:getMaxHP() > 1 and player:askForSkillInvoke("cn_chill", data) then
      room:loseMaxHp(to)
      assert(to:isDead() or to:getHp() <= to:getMaxHP())
    end
    return false
  end,
})
cn_ghost:addSkill(cn_return)
cn_ghost:addSkill(cn_chill)

sgs.LoadTranslationTable({
  ["carnival"] = "狂欢包",
  ["cn_fool"] = "丑角",
  ["cn_martyr"] = "殉者",
  ["cn_wheel"] = "转轮",
  ["cn_many"] = "百变",
  ["cn_bandit"] = "强盗",
  ["cn_ghost"] = "亡灵",
  ["cn_nothing"] = "虚无",
  ["cn_much"] = "无度",
  ["cn_blast"] = "玉碎",
  ["cn_last"] = "遗恨",
  ["cn_spin"] = "轮转",
  ["cn_stop"] = "停轮",
  ["cn_change"] = "百变",
  ["cn_rob"] = "打劫",
  ["cn_feint"] = "佯攻",
  ["cn_return"] = "还魂",
  ["cn_chill"] = "阴寒",
})
