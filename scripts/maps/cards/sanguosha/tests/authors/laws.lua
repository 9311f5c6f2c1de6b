-- A package in the manner of other authors: distances, prohibitions, limits, and looking at people.
module("extensions.laws", package.seeall)
extension = sgs.Package("laws")

-- 界碑
lw_stone = sgs.General(extension, "lw_stone", "wei", 4)
lw_far = sgs.CreateDistanceSkill({
  name = "lw_far",
  correct_func = function(self, from, to)
    if to:hasSkill("lw_far") and to:getHp() <= 2 then
      return 1
    end
  end,
})
lw_near = sgs.CreateDistanceSkill({
  name = "lw_near",
  correct_func = function(self, from, to)
    local n = 0
    if from:hasSkill("lw_near") then
      n = n - from:getMark("@lw_near")
    end
    return n
  end,
})
lw_nearer = sgs.CreateTriggerSkill({
  name = "#lw_nearer",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local other = player:getNextAlive():getNextAlive()
    if other:objectName() == player:objectName() then
      return
    end
    local before = player:distanceTo(other)
    player:gainMark("@lw_near")
    local now = player:distanceTo(other)
    assert(now == math.max(before - 1, 1) or before == 1, before .. " " .. now)
  end,
})
lw_stone:addSkill(lw_far)
lw_stone:addSkill(lw_near)
lw_stone:addSkill(lw_nearer)

-- 禁地
lw_garden = sgs.General(extension, "lw_garden", "wu", 3, false)
lw_keepout = sgs.CreateProhibitSkill({
  name = "lw_keepout",
  is_prohibited = function(self, from, to, card)
    if not to:hasSkill("lw_keepout") then
      return false
    end
    if card:inherits("Slash") then
      return to:isKongcheng()
    end
    return card:inherits("Indulgence") or card:inherits("SupplyShortage") or card:inherits("Snatch")
  end,
})
lw_proof = sgs.CreateTriggerSkill({
  name = "lw_proof",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return
    end
    local owner = room:findPlayerBySkillName("lw_keepout")
    if not owner or owner:objectName() == player:objectName() then
      return
    end
    local snatch = sgs.Sanguosha:cloneCard("snatch", sgs.Card_NoSuit, 0)
    assert(player:isProhibited(owner, snatch))
    assert(room:isProhibited(player, owner, snatch):objectName() == "lw_keepout")
    if owner:isKongcheng() then
      assert(not player:canSlash(owner, false))
    end
    if owner:getJudgingArea():length() > 0 then
      assert(not owner:containsTrick("indulgence") and not owner:containsTrick("supply_shortage"))
    end
  end,
})
lw_garden:addSkill(lw_keepout)
lw_garden:addSkill(lw_proof)

-- 仓吏 keeps more.
lw_store = sgs.General(extension, "lw_store", "shu", 4, true)
lw_barn = sgs.CreateMaxCardsSkill({
  name = "lw_barn",
  extra_func = function(self, target)
    if target:hasSkill("lw_barn") then
      return target:getEquips():length()
    end
    return 0
  end,
})
lw_barn_check = sgs.CreateTriggerSkill({
  name = "#lw_barn_check",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Discard then
      assert(player:getMaxCards() >= math.max(player:getHp(), 0) + player:getEquips():length())
    elseif player:getPhase() == sgs.Player_Finish and not player:hasFlag("lw_skip") then
      local limit = math.max(player:getHp(), 0) + player:getEquips():length()
      player:setTag("lw_limit", sgs.QVariant(limit))
      assert(player:getTag("lw_limit"):toInt() == limit)
    end
  end,
})
lw_store:addSkill(lw_barn)
lw_store:addSkill(lw_barn_check)

-- 连弩手 slashes as one fork's packages do.
lw_archer = sgs.General(extension, "lw_archer", "qun", 4, true)
lw_volley = sgs.CreateSlashSkill({
  name = "lw_volley",
  s_residue_func = function(self, from, to, slash)
    if from:hasSkill("lw_volley") and from:getWeapon() == nil then
      return 1
    end
    return 0
  end,
  s_range_func = function(self, from, to, slash)
    if from:hasSkill("lw_volley") and slash:isRed() then
      return 1
    end
    return 0
  end,
})
lw_aim = sgs.CreateTargetModSkill({
  name = "lw_aim",
  pattern = "Slash",
  residue_func = function(self, from)
    if from:hasSkill("lw_aim") and from:hasFlag("lw_aimed") then
      return 1
    end
    return 0
  end,
  extra_target_func = function(self, from)
    if from:hasSkill("lw_aim") and from:getHp() == 1 then
      return 1
    end
    return 0
  end,
})
lw_aimed = sgs.CreateTriggerSkill({
  name = "#lw_aimed",
  events = { sgs.CardUsed },
  on_trigger = function(self, event, player, data)
    local use = data:toCardUse()
    if use.card:inherits("Slash") and player:getPhase() == sgs.Player_Play then
      if player:getMark("lw_aimed") % 2 == 0 then
        player:getRoom():setPlayerFlag(player, "lw_aimed")
      end
      player:addMark("lw_aimed")
      assert(player:getSlashCount() >= 1)
    end
  end,
})
lw_archer:addSkill(lw_volley)
lw_archer:addSkill(lw_aim)
lw_archer:addSkill(lw_aimed)

-- 巡检 looks at everybody.
lw_warden = sgs.General(extension, "lw_warden", "wei", 4, true)
lw_inspect = sgs.CreateTriggerSkill({
  name = "lw_inspect",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    local room = player:getRoom()
    local seen = {}
    for _, p in sgs.qlist(room:getAlivePlayers()) do
      assert(not seen[p:getSeat()], "seats differ")
      seen[p:getSeat()] = true
      assert(p:getHp() <= p:getMaxHP() and p:getLostHp() == p:getMaxHP() - math.max(p:getHp(), 0))
      assert(p:isWounded() == (p:getLostHp() > 0))
      assert(
        p:getHandcardNum() == p:getHandcards():length()
          and p:getHandcardNum() == p:handCards():length()
      )
      assert(p:isKongcheng() == (p:getHandcardNum() == 0))
      assert(
        p:isNude() == (p:getCardCount(true) == 0) and p:getCardCount(false) == p:getHandcardNum()
      )
      assert(p:isAllNude() == (p:getCards("hej"):length() == 0))
      assert(p:getCards("he"):length() == p:getCardCount(true))
      assert(p:getAttackRange() >= 1)
      local worn = 0
      for _, e in ipairs({
        p:getWeapon() or false,
        p:getArmor() or false,
        p:getDefensiveHorse() or false,
        p:getOffensiveHorse() or false,
      }) do
        if e then
          worn = worn + 1
          assert(p:hasEquip(e) and e:inherits("EquipCard"))
        end
      end
      assert(worn == p:getEquips():length())
      if p:getWeapon() then
        assert(p:hasWeapon(p:getWeapon():objectName()) and p:getWeapon():getRange() >= 1)
      end
      if p:objectName() ~= player:objectName() then
        assert(player:inMyAttackRange(p) == (player:distanceTo(p) <= player:getAttackRange()))
        if player:canSlash(p) then
          assert(player:canSlash(p, false))
        end
      end
      local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_Heart, 5)
      assert(
        slash:isAvailable(player)
          or not player:canSlashWithoutCrossbow()
          or player:isJilei(slash)
          or true
      )
      assert(p:getGeneral():getMaxHp() >= 1 and p:getGeneralName() == p:getGeneral():objectName())
      assert(sgs.GetProperty(p, "hp") == p:getHp() and p:property("maxhp"):toInt() == p:getMaxHP())
    end
    return false
  end,
})
lw_mark_card = sgs.CreateSkillCard({
  name = "lw_mark",
  filter = function(self, targets, to_select, player)
    return #targets < sgs.Self:getLostHp() + 1 and not to_select:isChained()
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    effect.to:setChained(true)
    room:setPlayerProperty(effect.to, "chained", sgs.QVariant(effect.to:isChained()))
    room:setPlayerProperty(effect.to, "lw_own", sgs.QVariant(3))
    assert(effect.to:property("lw_own"):toInt() == 3, "a property of one's own")
  end,
})
lw_mark = sgs.CreateViewAsSkill({
  name = "lw_mark",
  n = 0,
  view_as = function(self, cards)
    local card = lw_mark_card:clone()
    card:setSkillName("lw_mark")
    return card
  end,
  enabled_at_play = function(self, player)
    return player:usedTimes("#lw_mark") < 1
  end,
})
lw_warden:addSkill(lw_inspect)
lw_warden:addSkill(lw_mark)

-- 法吏 is exact about kinds of cards.
lw_jurist = sgs.General(extension, "lw_jurist$", "qun", 3, false)
lw_sort = sgs.CreateTriggerSkill({
  name = "lw_sort",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardDrawnDone },
  on_trigger = function(self, event, player, data)
    local kinds = { basic = sgs.Card_Basic, trick = sgs.Card_Trick, equip = sgs.Card_Equip }
    for _, card in sgs.qlist(player:getHandcards()) do
      assert(card:getTypeId() == kinds[card:getType()])
      assert(card:inherits("BasicCard") == (card:getType() == "basic"))
      assert(card:inherits("TrickCard") == (card:getType() == "trick"))
      assert(card:inherits("EquipCard") == (card:getType() == "equip"))
      assert(card:inherits("DelayedTrick") == (card:getSubtype() == "delayed_trick"))
      assert(card:isNDTrick() == (card:getType() == "trick" and not card:inherits("DelayedTrick")))
      assert(card:isRed() ~= card:isBlack() and not card:isVirtualCard())
      assert(
        card:getEffectiveId() == card:getId() and card:getEffectIdString() == tostring(card:getId())
      )
      assert(card:toString() == tostring(card:getId()) and card:inherits(card:className()))
      assert(sgs.Sanguosha:getCard(card:getId()):objectName() == card:objectName())
      assert(card:getNumberString() == sgs.Card_Number2String(card:getNumber()))
      assert(not card:isEquipped(), "it is in the hand")
    end
  end,
})
lw_decree = sgs.CreateTriggerSkill({
  name = "lw_decree$",
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return target:getKingdom() == "qun" and not target:hasLordSkill("lw_decree")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Discard then
      return false
    end
    local lord = room:getLord()
    if lord:isDead() or not lord:hasLordSkill("lw_decree") or player:isKongcheng() then
      return false
    end
    if not room:askForSkillInvoke(player, "lw_decree") then
      return false
    end
    local card = room:askForExchange(player, "lw_decree", 1)
    lord:obtainCard(card)
    return false
  end,
})
lw_jurist:addSkill(lw_sort)
lw_jurist:addSkill(lw_decree)

sgs.LoadTranslationTable({
  ["laws"] = "律令包",
  ["lw_stone"] = "界碑",
  ["lw_garden"] = "禁地",
  ["lw_store"] = "仓吏",
  ["lw_archer"] = "连弩手",
  ["lw_warden"] = "巡检",
  ["lw_jurist"] = "法吏",
  ["lw_far"] = "疏远",
  ["lw_near"] = "亲近",
  ["@lw_near"] = "近",
  ["lw_keepout"] = "勿入",
  ["lw_proof"] = "勘验",
  ["lw_barn"] = "粮仓",
  ["lw_volley"] = "齐射",
  ["lw_aim"] = "瞄准",
  ["lw_inspect"] = "巡视",
  ["lw_mark"] = "标记",
  ["lw_sort"] = "分类",
  ["lw_decree"] = "法令",
})
