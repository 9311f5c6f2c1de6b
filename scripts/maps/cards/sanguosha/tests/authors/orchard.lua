-- A package in the manner of other authors: health in every form, marks, dying, death and after it.
module("extensions.orchard", package.seeall)
extension = sgs.Package("orchard")

local function heal(room, who, to, n, card)
  local recover = sgs.RecoverStruct()
  recover.who = who
  recover.recover = n or 1
  recover.card = card
  room:recover(to, recover, true)
end

-- 园丁
or_gardener = sgs.General(extension, "or_gardener", "shu", 3, false)

or_water_card = sgs.CreateSkillCard({
  name = "or_water",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:isWounded()
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    assert(self:subcardsLength() == 1)
    assert(room:getCardPlace(self:getEffectiveId()) == sgs.Player_DiscardedPile)
    local target = targets[1]
    local hp = target:getHp()
    heal(room, source, target, 1, self)
    assert(target:getHp() >= hp)
    room:setPlayerFlag(source, "or_watered")
  end,
})
or_water = sgs.CreateViewAsSkill({
  name = "or_water",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getSuit() == sgs.Card_Heart and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = or_water_card:clone()
      card:addSubcard(cards[1])
      card:setSkillName(self:objectName())
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasFlag("or_watered")
  end,
})
or_bloom = sgs.CreateTriggerSkill({
  name = "or_bloom",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.HpRecover },
  on_trigger = function(self, event, player, data)
    local recover = data:toRecover()
    assert(recover.recover > 0)
    if recover.card and recover.card:inherits("Peach") and player:getLostHp() > 1 then
      recover.recover = recover.recover + 1
      data:setValue(recover)
    end
    if recover.who and recover.who:objectName() ~= player:objectName() then
      recover.who:drawCards(1)
    end
    return false
  end,
})
or_gardener:addSkill(or_water)
or_gardener:addSkill(or_bloom)

-- 果农
or_farmer = sgs.General(extension, "or_farmer", "qun", 4, true)
or_thorn = sgs.CreateTriggerSkill({
  name = "or_thorn",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.HpLost },
  on_trigger = function(self, event, player, data)
    local lose = data:toInt()
    assert(lose >= 1)
    if lose > 1 then
      data:setValue(lose - 1)
      assert(data:toInt() == lose - 1)
    elseif player:getMark("or_thorn") == 0 then
      player:addMark("or_thorn")
      return true
    else
      player:removeMark("or_thorn")
      assert(player:getMark("or_thorn") == 0)
    end
    return false
  end,
})
or_press_card = sgs.CreateSkillCard({
  name = "or_press",
  target_fixed = true,
  on_use = function(self, room, source, targets)
    local lost = source:getLostHp()
    room:loseHp(source)
    source:drawCards(2 + lost / 2)
  end,
})
or_press = sgs.CreateViewAsSkill({
  name = "or_press",
  n = 0,
  view_as = function(self, cards)
    return or_press_card:clone()
  end,
  enabled_at_play = function(self, player)
    return player:getHp() > 1 and not player:hasUsed("#or_press")
  end,
})
or_farmer:addSkill(or_thorn)
or_farmer:addSkill(or_press)

-- 果树: hp that is set, and most hp.
or_tree = sgs.General(extension, "or_tree", "god", 5, true)
or_ring = sgs.CreateTriggerSkill({
  name = "or_ring",
  frequency = sgs.Skill_Wake,
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return target:hasSkill(self:objectName())
      and target:isAlive()
      and target:getMark("or_ring") == 0
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start or player:getHp() > 2 then
      return false
    end
    room:setPlayerMark(player, "or_ring", 1)
    room:loseMaxHp(player)
    local max = player:getMaxHP()
    room:setPlayerProperty(player, "maxhp", sgs.QVariant(max + 2))
    assert(player:getMaxHP() == max + 2 and player:getMaxHp() == max + 2)
    room:setPlayerProperty(player, "hp", sgs.QVariant(player:getHp() + 1))
    room:setPlayerProperty(player, "kingdom", sgs.QVariant("qun"))
    assert(player:getKingdom() == "qun")
    room:acquireSkill(player, "or_press")
    assert(player:hasSkill("or_press"))
    return false
  end,
})
or_sap = sgs.CreateTriggerSkill({
  name = "or_sap",
  events = { sgs.HpChanged },
  frequency = sgs.Skill_Frequent,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if room:getTag("or_sap"):toInt() > 3 then
      return
    end
    if player:getHp() > 0 and player:askForSkillInvoke("or_sap") then
      room:setTag("or_sap", sgs.QVariant(room:getTag("or_sap"):toInt() + 1))
      player:drawCards(1)
    end
  end,
})
or_root = sgs.CreateTriggerSkill({
  name = "or_root",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.MaxHpLost, sgs.MaxHpChanged, sgs.PreDeath },
  on_trigger = function(self, event, player, data)
    if event == sgs.MaxHpLost then
      assert(data:toInt() >= 1)
      return player:getMaxHP() <= 2
    elseif event == sgs.MaxHpChanged then
      player:gainMark("@or_root")
    elseif player:getMark("@or_root") > 0 and player:getMaxHP() > 0 then
      player:loseAllMarks("@or_root")
      assert(player:getMark("@or_root") == 0)
      player:getRoom():setPlayerProperty(player, "hp", sgs.QVariant(1))
      return true
    end
    return false
  end,
})
or_tree:addSkill(or_ring)
or_tree:addSkill(or_sap)
or_tree:addSkill(or_root)

-- 药郎: dying.
or_doctor = sgs.General(extension, "or_doctor", "wei", "3", true)
or_cider = sgs.CreateTriggerSkill({
  name = "or_cider",
  events = { sgs.Dying },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local dying = data:toDying()
    assert(dying.who:objectName() == player:objectName() and dying.who:getHp() <= 0)
    local doctor = room:findPlayerBySkillName(self:objectName())
    if not doctor or doctor:isDead() or doctor:isKongcheng() then
      return false
    end
    if
      dying.damage
      and dying.damage.from
      and dying.damage.from:objectName() == doctor:objectName()
    then
      return false
    end
    local value = sgs.QVariant()
    value:setValue(dying)
    assert(value:toDying().who:objectName() == dying.who:objectName())
    value:setValue(player)
    assert(value:toPlayer():objectName() == player:objectName())
    if room:askForSkillInvoke(doctor, "or_cider", value) then
      if room:askForDiscard(doctor, "or_cider", 1, true, true) then
        heal(room, doctor, player, 1 - player:getHp())
      end
    end
    return false
  end,
})
or_greed = sgs.CreateTriggerSkill({
  name = "or_greed",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.AskForPeaches, sgs.AskForPeachesDone },
  on_trigger = function(self, event, player, data)
    local dying = data:toDying()
    if event == sgs.AskForPeaches then
      return dying.who:objectName() ~= player:objectName()
        and dying.who:getKingdom() ~= player:getKingdom()
    end
    if player:getHp() <= 0 and player:getMark("or_greed") == 0 then
      player:setMark("or_greed", 1)
      heal(player:getRoom(), player, player, 1 - player:getHp())
    end
    return false
  end,
})
or_doctor:addSkill(or_cider)
or_doctor:addSkill(or_greed)

-- 乌鸦: death.
or_crow = sgs.General(extension, "or_crow", "qun", 4)
or_caw = sgs.CreateTriggerSkill({
  name = "or_caw",
  events = { sgs.Death },
  can_trigger = function(self, target)
    return target ~= nil
  end,
  priority = 3,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    assert(player:isDead())
    local star = data:toDamageStar()
    local killer = star and star.from
    for _, crow in
      sgs.qlist(room:findPlayer("or_crow") and room:getAlivePlayers() or sgs.SPlayerList())
    do
      if
        crow:hasSkill("or_caw")
        and not player:isNude()
        and room:askForSkillInvoke(crow, "or_caw", data)
      then
        local dummy = player:wholeHandCards()
        if dummy then
          crow:obtainCard(dummy)
        else
          crow:obtainCard(player:getEquips():first())
        end
        if killer and killer:isAlive() and killer:objectName() ~= crow:objectName() then
          killer:drawCards(1)
        end
      end
    end
    return false
  end,
})
or_omen = sgs.CreateTriggerSkill({
  name = "or_omen",
  events = { sgs.GameOverJudge },
  can_trigger = function(self, target)
    return target:hasSkill("or_omen")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if
      player:getMark("or_omen") == 0
      and player:getRole() ~= "lord"
      and room:alivePlayerCount() > 2
    then
      room:setPlayerMark(player, "or_omen", 1)
      room:revivePlayer(player)
      assert(player:isAlive())
      room:setPlayerProperty(player, "hp", sgs.QVariant(1))
    end
  end,
})
or_crow:addSkill(or_caw)
or_crow:addSkill(or_omen)

-- 守墓人
or_keeper = sgs.General(extension, "or_keeper", "wei", 4, true)
or_curse_card = sgs.CreateSkillCard({
  name = "or_curse",
  filter = function(self, targets, to_select, player)
    return #targets == 0 and to_select:getMark("@or_curse") == 0
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    effect.from:loseMark("@or_limit")
    effect.to:gainMark("@or_curse", 1)
    room:setPlayerMark(effect.to, "@or_curse", effect.to:getMark("@or_curse"))
  end,
})
or_cursevs = sgs.CreateViewAsSkill({
  name = "or_curse",
  n = 0,
  view_as = function(self, cards)
    local card = or_curse_card:clone()
    card:setSkillName("or_curse")
    return card
  end,
  enabled_at_play = function(self, player)
    return player:getMark("@or_limit") > 0
  end,
})
or_curse = sgs.CreateTriggerSkill({
  name = "or_curse",
  frequency = sgs.Skill_Limited,
  events = { sgs.GameStart, sgs.TurnStart },
  view_as_skill = or_cursevs,
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.GameStart then
      if player:hasSkill("or_curse") then
        player:gainMark("@or_limit")
      end
    elseif player:getMark("@or_curse") >= 1 then
      player:gainMark("@or_curse")
      if player:getMark("@or_curse") > 3 then
        local damage = sgs.DamageStruct()
        damage.from = room:findPlayerBySkillName("or_curse")
        damage.to = player
        room:killPlayer(player, damage)
        return true
      end
    end
    return false
  end,
})
or_keeper:addSkill(or_curse)

-- 双生树 borrows what others have.
or_graft = sgs.General(extension, "or_graft", "shu", 4, false)
or_graft:addSkill("or_press")
or_graft:addSkill("paoxiao")
or_even = sgs.CreateTriggerSkill({
  name = "or_even",
  frequency = sgs.Skill_NotFrequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish then
      return
    end
    local targets = sgs.SPlayerList()
    for _, p in sgs.qlist(room:getOtherPlayers(player)) do
      if p:getHp() > player:getHp() then
        targets:append(p)
      end
    end
    if targets:isEmpty() or not room:askForSkillInvoke(player, "or_even") then
      return
    end
    local target = room:askForPlayerChosen(player, targets, "or_even")
    local mine, theirs = player:getHp(), target:getHp()
    room:setPlayerProperty(player, "hp", sgs.QVariant(math.min(theirs, player:getMaxHP())))
    room:loseHp(target, 1)
    assert(player:getHp() >= mine)
  end,
})
or_graft:addSkill(or_even)

sgs.LoadTranslationTable({
  ["orchard"] = "果园包",
  ["or_gardener"] = "园丁",
  ["or_farmer"] = "果农",
  ["or_tree"] = "神果树",
  ["or_doctor"] = "药郎",
  ["or_crow"] = "乌鸦",
  ["or_keeper"] = "守墓人",
  ["or_graft"] = "双生树",
  ["or_water"] = "浇灌",
  [":or_water"] = "出牌阶段限一次，你可以弃置一张红桃手牌，令一名受伤角色回复1点体力。",
  ["or_bloom"] = "盛放",
  ["or_thorn"] = "荆棘",
  ["or_press"] = "榨汁",
  ["or_ring"] = "年轮",
  ["or_sap"] = "树液",
  ["or_root"] = "盘根",
  ["@or_root"] = "根",
  ["or_cider"] = "果酒",
  ["or_greed"] = "悭吝",
  ["or_caw"] = "鸦啼",
  ["or_omen"] = "凶兆",
  ["or_curse"] = "咒墓",
  ["@or_curse"] = "咒",
  ["@or_limit"] = "限定",
  ["or_even"] = "平分",
  ["~or_crow"] = "呀——",
  ["cv:or_crow"] = "无",
  ["designer:or_crow"] = "佚名",
})
