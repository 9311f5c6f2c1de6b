-- A package in the manner of other authors: everything that happens on the way of a damage or a slash.
module("extensions.harbour", package.seeall)
extension = sgs.Package("harbour")

function harbour_log(room, key, from, to, arg, arg2)
  local log = sgs.LogMessage()
  log.type = key
  log.from = from
  if to then
    log.to:append(to)
  end
  if arg then
    log.arg = arg
  end
  if arg2 then
    log.arg2 = arg2
  end
  room:sendLog(log)
end

-- 船长: damage of the source.
hb_captain = sgs.General(extension, "hb_captain", "wu", 4)

hb_ram = sgs.CreateTriggerSkill({
  name = "hb_ram",
  frequency = sgs.Skill_NotFrequent,
  events = { sgs.Predamage },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if
      damage.card
      and damage.card:inherits("Slash")
      and damage.from:objectName() == player:objectName()
    then
      if not room:askForSkillInvoke(player, "hb_ram", data) then
        return false
      end
      local before = damage.damage
      damage.damage = damage.damage + 1
      data:setValue(damage)
      assert(data:toDamage().damage == before + 1, "the change is kept")
      room:playSkillEffect("hb_ram", math.random(1, 2))
      harbour_log(room, "#hb_ram", player, damage.to, before, damage.damage)
      player:loseMark("@hb_wind")
    end
    return false
  end,
})

hb_wind = sgs.CreateTriggerSkill({
  name = "hb_wind",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.GameStart, sgs.Damage },
  priority = 2,
  on_trigger = function(self, event, player, data)
    if event == sgs.GameStart then
      player:gainMark("@hb_wind", 2)
      assert(player:getMark("@hb_wind") >= 2)
    elseif event == sgs.Damage then
      local damage = data:toDamage()
      assert(damage.to:isDead() or damage.to:getHp() <= damage.to:getMaxHP())
      for i = 1, damage.damage do
        if player:getMark("@hb_wind") < 4 then
          player:gainMark("@hb_wind")
        end
      end
    end
  end,
})
hb_captain:addSkill(hb_ram)
hb_captain:addSkill(hb_wind)

-- 舵手: damage of the target.
hb_helmsman = sgs.General(extension, "hb_helmsman", "wu", "3", false)

hb_dodge = sgs.CreateTriggerSkill({
  name = "hb_dodge",
  events = sgs.Predamaged,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if damage.nature ~= sgs.DamageStruct_Normal then
      return false
    end
    if player:hasFlag("hb_dodging") or player:isKongcheng() then
      return false
    end
    room:setPlayerFlag(player, "hb_dodging")
    local card = room:askForCard(
      player,
      ".S",
      "@hb_dodge:" .. (damage.from and damage.from:objectName() or ""),
      data
    )
    room:setPlayerFlag(player, "-hb_dodging")
    assert(not player:hasFlag("hb_dodging"))
    if card then
      assert(
        card:getSuit() == sgs.Card_Spade and card:getSuitString() == "spade" and card:isBlack()
      )
      room:setEmotion(player, "good")
      return true
    end
    return false
  end,
})

hb_steady = sgs.CreateTriggerSkill({
  name = "hb_steady",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DamageDone, sgs.DamageComplete },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if event == sgs.DamageDone then
      player:setTag("hb_hp", sgs.QVariant(player:getHp()))
    else
      local before = player:getTag("hb_hp"):toInt()
      assert(before >= player:getHp() or player:isAlive(), "hp has dropped")
      if damage.chain then
        player:gainMark("@hb_chain")
      end
    end
    return false
  end,
})

hb_repair = sgs.CreateMasochismSkill({
  name = "hb_repair",
  frequency = sgs.Skill_Frequent,
  on_damaged = function(self, player)
    local room = player:getRoom()
    if room:askForSkillInvoke(player, self:objectName()) then
      player:drawCards(player:getLostHp() > 2 and 2 or 1)
    end
  end,
})
hb_helmsman:addSkill(hb_dodge)
hb_helmsman:addSkill(hb_steady)
hb_helmsman:addSkill(hb_repair)

-- 炮手: fire and thunder of one's own making.
hb_gunner = sgs.General(extension, "hb_gunner", "qun", 4, true)

hb_cannon_card = sgs.CreateSkillCard({
  name = "hb_cannon",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select, player)
    return #targets < 2
      and to_select:objectName() ~= sgs.Self:objectName()
      and sgs.Self:distanceTo(to_select) <= 2
  end,
  feasible = function(self, targets)
    return #targets >= 1 and #targets <= 2
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local damage = sgs.DamageStruct()
    damage.card = self
    damage.from = effect.from
    damage.to = effect.to
    damage.damage = 1
    if effect.multiple then
      damage.nature = sgs.DamageStruct_Thunder
    else
      damage.nature = sgs.DamageStruct_Fire
    end
    assert(damage.chain == false)
    room:damage(damage)
  end,
})

hb_cannon = sgs.CreateViewAsSkill({
  name = "hb_cannon",
  n = 2,
  view_filter = function(self, selected, to_select)
    if #selected == 0 then
      return to_select:isRed()
    end
    return to_select:sameColorWith(selected[1])
  end,
  view_as = function(self, cards)
    if #cards ~= 2 then
      return nil
    end
    local acard = hb_cannon_card:clone()
    for _, card in ipairs(cards) do
      acard:addSubcard(card:getId())
    end
    acard:setSkillName(self:objectName())
    return acard
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#hb_cannon")
  end,
})

hb_fuse = sgs.CreateTriggerSkill({
  name = "hb_fuse",
  events = { sgs.Damaged },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    local gunner = room:findPlayerBySkillName("hb_fuse")
    if not gunner or not gunner:isAlive() then
      return
    end
    if damage.nature == sgs.DamageStruct_Fire and player:isAlive() and not player:isChained() then
      if gunner:askForSkillInvoke("hb_fuse", data) then
        room:setPlayerProperty(player, "chained", sgs.QVariant(true))
        assert(player:isChained())
      end
    end
  end,
})
hb_gunner:addSkill(hb_cannon)
hb_gunner:addSkill(hb_fuse)

-- 水手: the stages of a slash.
hb_sailor = sgs.General(extension, "hb_sailor", "shu", 4)

hb_boarding = sgs.CreateTriggerSkill({
  name = "hb_boarding",
  events = { sgs.SlashProceed },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local effect = data:toSlashEffect()
    assert(effect.from:objectName() == player:objectName())
    if effect.to:getHandcardNum() <= player:getHandcardNum() then
      return false
    end
    if not room:askForSkillInvoke(player, self:objectName(), data) then
      return false
    end
    room:slashResult(effect, nil)
    return true
  end,
})

hb_anchor = sgs.CreateTriggerSkill({
  name = "hb_anchor",
  events = { sgs.SlashMissed, sgs.SlashHit },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local effect = data:toSlashEffect()
    if event == sgs.SlashMissed then
      assert(effect.jink == nil or effect.jink:inherits("Jink"))
      if effect.jink and room:obtainable(effect.jink, player) then
        if room:askForSkillInvoke(player, "hb_anchor", data) then
          player:obtainCard(effect.jink)
        end
      end
    elseif effect.drank then
      effect.to:turnOver()
    end
    return false
  end,
})

hb_rope = sgs.CreateTriggerSkill({
  name = "hb_rope",
  events = { sgs.SlashEffect },
  frequency = sgs.Skill_Frequent,
  on_trigger = function(self, event, player, data)
    local effect = data:toSlashEffect()
    local room = player:getRoom()
    if effect.nature == sgs.DamageStruct_Normal and effect.slash:isBlack() then
      if room:askForSkillInvoke(player, self:objectName(), data) then
        effect.nature = sgs.DamageStruct_Thunder
        data:setValue(effect)
        assert(data:toSlashEffect().nature == sgs.DamageStruct_Thunder)
      end
    end
    return false
  end,
})
hb_sailor:addSkill(hb_boarding)
hb_sailor:addSkill(hb_anchor)
hb_sailor:addSkill(hb_rope)

-- 灯塔: slashes that do not arrive.
hb_lighthouse = sgs.General(extension, "hb_lighthouse", "wei", 3, false)

hb_beam = sgs.CreateTriggerSkill({
  name = "hb_beam",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.SlashEffected },
  on_trigger = function(self, event, player, data)
    local effect = data:toSlashEffect()
    if effect.slash:isRed() and player:getHandcardNum() >= 3 then
      harbour_log(player:getRoom(), "#hb_beam", player, effect.from, self:objectName())
      return true
    end
  end,
})

hb_fog = sgs.CreateTriggerSkill({
  name = "hb_fog",
  events = { sgs.CardEffected },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local effect = data:toCardEffect()
    if
      effect.card:isNDTrick()
      and effect.multiple
      and effect.from
      and effect.from:objectName() ~= player:objectName()
    then
      if player:askForSkillInvoke(self:objectName(), data) then
        return true
      end
    end
    return false
  end,
})

hb_signal = sgs.CreateTriggerSkill({
  name = "hb_signal",
  events = { sgs.CardEffect },
  on_trigger = function(self, event, player, data)
    local effect = data:toCardEffect()
    assert(effect.from:objectName() == player:objectName())
    if effect.card:getTypeId() == sgs.Card_Trick and not player:hasFlag("hb_signal") then
      player:setFlags("hb_signal")
      player:drawCards(1)
    end
  end,
})
hb_lighthouse:addSkill(hb_beam)
hb_lighthouse:addSkill(hb_fog)
hb_lighthouse:addSkill(hb_signal)

-- 海盗: later names of the stages, the numbers that hold them are the same.
hb_pirate = sgs.General(extension, "hb_pirate", "qun", 4, true)

hb_plunder = sgs.CreateTriggerSkill({
  name = "hb_plunder",
  events = { sgs.DamageCaused, sgs.DamageInflicted },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    if event == sgs.DamageCaused then
      if damage.to:isAllNude() or damage.to:objectName() == player:objectName() then
        return false
      end
      if not damage.card or not damage.card:inherits("Slash") then
        return false
      end
      if player:askForSkillInvoke(self:objectName(), data) then
        local id = room:askForCardChosen(player, damage.to, "hej", self:objectName())
        if id ~= -1 then
          room:obtainCard(player, id)
          assert(room:getCardPlace(id) == sgs.Player_Hand)
        end
        return true
      end
    elseif event == sgs.DamageInflicted and damage.damage > 1 then
      damage.damage = damage.damage / 2
      data:setValue(damage)
    end
    return false
  end,
})

hb_duel = sgs.CreateTriggerSkill({
  name = "hb_duel",
  events = { sgs.Damaged },
  priority = -1,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    local from = damage.from
    if not from or from:isDead() or from:objectName() == player:objectName() then
      return
    end
    if room:getTag("hb_duel"):toInt() == 1 then
      return
    end
    if not room:askForSkillInvoke(player, "hb_duel", data) then
      return
    end
    room:setTag("hb_duel", sgs.QVariant(1))
    local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
    duel:setSkillName("hb_duel")
    assert(duel:isVirtualCard() and duel:getSkillName() == "hb_duel")
    local use = sgs.CardUseStruct()
    use.card = duel
    use.from = player
    use.to:append(from)
    room:useCard(use)
    room:removeTag("hb_duel")
  end,
})
hb_pirate:addSkill(hb_plunder)
hb_pirate:addSkill(hb_duel)

-- 港主: lord of the harbour.
hb_master = sgs.General(extension, "hb_master$", "wu", 3)

hb_toll = sgs.CreateTriggerSkill({
  name = "hb_toll$",
  events = { sgs.Damage },
  can_trigger = function(self, player)
    return player:getKingdom() == "wu" and not player:isLord()
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local lord = room:getLord()
    if not lord or not lord:hasLordSkill("hb_toll") or lord:isDead() then
      return
    end
    if room:askForChoice(player, "hb_toll", "yes+no") == "yes" then
      harbour_log(room, "#hb_toll", player, lord, "hb_toll")
      lord:drawCards(1)
    end
  end,
})

hb_berth = sgs.CreateTriggerSkill({
  name = "hb_berth",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if
      player:getPhase() == sgs.Player_Finish and player:getHandcardNum() < player:getMaxCards()
    then
      if player:getRoom():askForSkillInvoke(player, "hb_berth") then
        player:drawCards(1.5)
      end
    end
    return false
  end,
})
hb_master:addSkill(hb_toll)
hb_master:addSkill(hb_berth)

sgs.LoadTranslationTable({
  ["harbour"] = "海港包",
  ["hb_captain"] = "船长",
  ["#hb_captain"] = "乘风破浪",
  ["hb_helmsman"] = "舵手",
  ["hb_gunner"] = "炮手",
  ["hb_sailor"] = "水手",
  ["hb_lighthouse"] = "灯塔",
  ["hb_pirate"] = "海盗",
  ["hb_master"] = "港主",
  ["~hb_master"] = "潮水退了……",
  ["hb_ram"] = "冲撞",
  [":hb_ram"] = "你使用【杀】造成伤害时，可令伤害+1。",
  ["$hb_ram1"] = "撞上去！",
  ["#hb_ram"] = "%from 的冲撞使对 %to 的伤害由 %arg 变为 %arg2",
  ["hb_wind"] = "风势",
  ["@hb_wind"] = "风",
  ["hb_dodge"] = "回避",
  ["@hb_dodge"] = "请弃置一张黑桃手牌以防止 %src 的伤害",
  ["hb_steady"] = "稳舵",
  ["hb_repair"] = "修补",
  ["hb_cannon"] = "火炮",
  ["hb_fuse"] = "引线",
  ["hb_boarding"] = "登船",
  ["hb_anchor"] = "收锚",
  ["hb_rope"] = "缆绳",
  ["hb_beam"] = "光束",
  ["hb_fog"] = "浓雾",
  ["hb_signal"] = "信号",
  ["hb_plunder"] = "劫掠",
  ["hb_duel"] = "单挑",
  ["hb_toll"] = "通行",
  ["hb_berth"] = "泊位",
  ["#hb_toll"] = "%from 向 %to 缴纳【%arg】",
})
