-- A package in the manner of other authors: almost of the handbook's generation, with names of the next one.
module("extensions.later", package.seeall)
extension = sgs.Package("later")

-- Cards of one's own.
local wine = sgs.CreateBasicCard({
  name = "lt_tea",
  class_name = "LtTea",
  subtype = "buff_card",
  target_fixed = true,
  available = function(self, player)
    return player:isWounded() or player:isKongcheng()
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    source:drawCards(1)
  end,
})
wine:clone(sgs.Card_Heart, 5):setParent(extension)
wine:clone(sgs.Card_Club, 6):setParent(extension)

local siege = sgs.CreateTrickCard({
  name = "lt_siege",
  class_name = "LtSiege",
  subclass = "single_target_trick",
  filter = function(self, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isNude()
  end,
  is_cancelable = function(self, effect)
    return effect.to:getHp() > 1
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    if not room:askForDiscard(effect.to, "lt_siege", 1, true, true) then
      room:loseHp(effect.to)
    end
  end,
})
siege:clone(sgs.Card_Spade, 8):setParent(extension)

local hook = sgs.CreateWeapon({
  name = "lt_hook",
  class_name = "LtHook",
  range = 3,
  trigger_skill = sgs.CreateTriggerSkill({
    name = "#lt_hook",
    equip = "lt_hook",
    events = { sgs.SlashMissed },
    on_trigger = function(self, event, player, data)
      local effect = data:toSlashEffect()
      assert(player:hasWeapon("lt_hook"))
      if
        effect.to:isAlive()
        and not effect.to:isKongcheng()
        and player:askForSkillInvoke("#lt_hook", data)
      then
        local id = effect.to:getRandomHandCardId()
        player:getRoom():throwCard(sgs.Sanguosha:getCard(id))
      end
      return false
    end,
  }),
  on_install = function(self, player)
    player:addMark("lt_hook_on")
  end,
  on_uninstall = function(self, player)
    player:removeMark("lt_hook_on")
  end,
})
hook:clone(sgs.Card_Diamond, 4):setParent(extension)

local cloak = sgs.CreateArmor({
  name = "lt_cloak",
  trigger_skill = sgs.CreateTriggerSkill({
    name = "#lt_cloak",
    equip = "lt_cloak",
    events = { sgs.DamageInflicted },
    on_trigger = function(self, event, player, data)
      local damage = data:toDamage()
      if damage.nature == sgs.DamageStruct_Fire then
        damage.damage = damage.damage + 1
        data:setValue(damage)
      end
      return false
    end,
  }),
})
cloak:clone(sgs.Card_Club, 3):setParent(extension)
sgs.CreateHorse({ name = "lt_mule", correct = 1 }):clone(sgs.Card_Spade, 6):setParent(extension)
sgs.CreateHorse({ name = "lt_pony", correct = -1 }):clone(sgs.Card_Heart, 9):setParent(extension)

-- 后生
lt_youth = sgs.General(extension, "lt_youth", "wu", 4)
lt_strike = sgs.CreateOneCardViewAsSkill({
  name = "lt_strike",
  filter_pattern = ".|black|.|hand",
  view_filter = function(self, card)
    return card:isKindOf("BasicCard")
  end,
  view_as = function(self, card)
    local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
    slash:addSubcard(card)
    slash:setSkillName("lt_strike")
    return slash
  end,
  enabled_at_play = function(self, player)
    return player:canSlashWithoutCrossbow()
  end,
})
lt_rest_card = sgs.CreateSkillCard({
  name = "lt_rest",
  target_fixed = true,
  about_to_use = function(self, room, use)
    assert(use.card:objectName() == "lt_rest" and use.from:getPhase() == sgs.Player_Play)
    use.from:addMark("lt_rest")
    return false
  end,
  on_use = function(self, room, source, targets)
    assert(source:getMark("lt_rest") >= 1)
    room:notifySkillInvoked(source, "lt_rest")
    room:broadcastSkillInvoke("lt_rest", 1)
    source:drawCards(1)
  end,
})
lt_rest = sgs.CreateZeroCardViewAsSkill({
  name = "lt_rest",
  view_as = function(self)
    return lt_rest_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#lt_rest")
  end,
})
lt_youth:addSkill(lt_strike)
lt_youth:addSkill(lt_rest)

-- 新官: later names of places, phases and hp.
lt_officer = sgs.General(extension, "lt_officer", "wei", 3, false)
lt_duty = sgs.CreateTriggerSkill({
  name = "lt_duty",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange, sgs.PhaseEnd },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.PhaseEnd then
      player:setTag("lt_left", sgs.QVariant(player:getPhase()))
      return false
    end
    if player:getPhase() == sgs.Player_RoundStart then
      for _, card in sgs.qlist(player:getHandcards()) do
        assert(room:getCardPlace(card:getId()) == sgs.Player_PlaceHand)
      end
      for _, card in sgs.qlist(player:getEquips()) do
        assert(room:getCardPlace(card:getId()) == sgs.Player_PlaceEquip)
      end
      assert(player:getMaxHp() == player:getMaxHP())
    elseif player:getPhase() == sgs.Player_Judge then
      assert(player:getTag("lt_left"):toInt() == sgs.Player_Start, "the phase before has ended")
    end
    return false
  end,
})
lt_keep = sgs.CreateMaxCardsSkill({
  name = "lt_keep",
  extra_func = function(self, target)
    return target:hasSkill(self:objectName()) and 1 or 0
  end,
})
lt_heir = sgs.CreateTriggerSkill({
  name = "lt_heir",
  frequency = sgs.Skill_Wake,
  events = { sgs.Damaged },
  can_trigger = function(self, target)
    return target and target:isAlive() and target:hasSkill("lt_heir") and target:getHp() == 1
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local list = {}
    for _, p in sgs.qlist(room:getAlivePlayers()) do
      table.insert(list, p:getGeneralName())
    end
    assert(table.contains(list, "lt_officer") and not table.contains(list, "lt_elder"))
    assert(table.indexOf(list, "lt_officer") >= 1)
    table.insertTable(list, { "one", "two" })
    assert(table.removeOne(list, "two") and not table.removeOne(list, "two"))
    room:changeHero(player, "lt_elder", false, true)
    assert(player:getGeneralName() == "lt_elder" and player:hasSkill("lt_wisdom"))
    return false
  end,
})
lt_officer:addSkill(lt_duty)
lt_officer:addSkill(lt_keep)
lt_officer:addSkill(lt_heir)

-- 长者
lt_elder = sgs.General(extension, "lt_elder", "wei", 3, false, true)
lt_wisdom = sgs.CreateTriggerSkill({
  name = "lt_wisdom",
  events = { sgs.DamageForseen },
  on_trigger = function(self, event, player, data)
    local damage = data:toDamage()
    if damage.from and damage.from:getHandcardNum() > player:getHandcardNum() then
      return player:askForSkillInvoke("lt_wisdom", data)
    end
    return false
  end,
})
lt_elder:addSkill(lt_wisdom)

sgs.LoadTranslationTable({
  ["later"] = "后来包",
  ["lt_tea"] = "茶",
  ["lt_siege"] = "围城",
  ["lt_hook"] = "钩",
  ["#lt_hook"] = "钩",
  ["lt_cloak"] = "斗篷",
  ["lt_mule"] = "骡",
  ["lt_pony"] = "小马",
  ["lt_youth"] = "后生",
  ["lt_officer"] = "新官",
  ["lt_elder"] = "长者",
  ["lt_strike"] = "刺击",
  ["lt_rest"] = "小憩",
  ["lt_duty"] = "履职",
  ["lt_keep"] = "存粮",
  ["lt_heir"] = "承继",
  ["lt_wisdom"] = "先见",
})
sgs.LoadTranslationTable("en", { ["lt_tea"] = "Tea" })
