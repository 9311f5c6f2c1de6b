-- A package in the manner of other authors: asks the engine and the players for everything they know.
module("extensions.census", package.seeall)
extension = sgs.Package("census")

local function has(list, item)
  for _, other in ipairs(list) do
    if other == item then
      return true
    end
  end
  return false
end

-- 史官 counts what the engine knows.
cs_historian = sgs.General(extension, "cs_historian", "wei", 3)
cs_annals = sgs.CreateTriggerSkill({
  name = "cs_annals",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.GameStart },
  on_trigger = function(self, event, player, data)
    local engine, room = sgs.Sanguosha, player:getRoom()
    assert(has(engine:getExtensions(), "census") and has(engine:getExtensions(), "wind"))
    assert(#engine:getKingdoms() == 5 and has(engine:getKingdoms(), "wu"))
    engine:addTranslationEntry("cs_word", "史")
    assert(engine:translate("cs_word") == "史" and engine:translate("cs_no_word") == "cs_no_word")
    assert(engine:translate("cs_annals") == "编年")
    assert(engine:getPlayerCount("08p") == 8 and #engine:getRoleList("05p") == 5)
    assert(engine:getGeneral("caocao"):isLord() and engine:getGeneral("nobody") == nil)
    assert(engine:getGeneral("cs_historian"):getPackage() == "census")
    local names = engine:getLimitedGeneralNames()
    assert(#names > 60 and has(names, "zhangfei") and not has(names, "cs_ghost"))
    assert(engine:getGeneralCount() >= #names)
    assert(has(engine:getLords(), "liubei") and has(engine:getRandomLords(), "sunquan"))
    local some = engine:getRandomGenerals(5)
    assert(
      #some == 5 and engine:getGeneral(some[1]) and engine:getGeneral(engine:getRandomGeneralName())
    )
    local deck = engine:getRandomCards()
    assert(deck:length() == engine:getCardCount() and deck:length() >= 160 and deck:contains(0))
    assert(
      engine:getCard(0):inherits("Slash") and engine:getCard(0):getNumber() == 7,
      "the spade seven"
    )
    assert(engine:getCard(103):inherits("Lightning") and engine:getCard(99999) == nil)
    assert(
      engine:getSkill("jianxiong"):objectName() == "jianxiong" and engine:getSkill("nothing") == nil
    )
    assert(
      engine:getTriggerSkill("wusheng") == nil
        and engine:getViewAsSkill("wusheng"):inherits("ViewAsSkill")
    )
    assert(engine:getRelatedSkills("cs_annals"):first():objectName() == "#cs_annals-index")
    local distance = false
    for _, skill in sgs.qlist(engine:getDistanceSkills()) do
      if skill:objectName() == "cs_road" then
        distance = true
      end
    end
    assert(distance and engine:getPattern("slash"):match(player, engine:getCard(0)))
    assert(not engine:getPattern("jink"):match(player, engine:getCard(0)))
    assert(engine:cloneCard("no_such_card", 0, 0) == nil)
    assert(engine:cloneSkillCard("cs_count"):objectName() == "cs_count")
    engine:addBanPackage("cs_nothing")
    assert(has(engine:getBanPackages(), "cs_nothing"))
    local late = sgs.Package("census_late")
    if engine:getGeneral("cs_late") == nil then
      local general = sgs.General(late, "cs_late", "qun", 1, true, true)
      general:addSkill("cs_road")
      engine:addPackage(late)
      assert(
        engine:getGeneral("cs_late"):hasSkill("cs_road") and engine:getGeneral("cs_late"):isHidden()
      )
    end
    return false
  end,
})
cs_index = sgs.CreateTriggerSkill({
  name = "#cs_annals-index",
  events = { sgs.ChoiceMade },
  on_trigger = function(self, event, player, data)
    assert(type(data:toString()) == "string")
  end,
})
cs_historian:addSkill(cs_annals)
cs_historian:addSkill(cs_index)
extension:insertRelatedSkills("cs_annals", "#cs_annals-index")

-- 里长 knows his people.
cs_headman = sgs.General(extension, "cs_headman", "shu", 4, false)
cs_road = sgs.CreateDistanceSkill({
  name = "cs_road",
  correct_func = function(self, from, to)
    if from:hasSkill("cs_road") then
      return -1
    end
    return 0
  end,
})
cs_roll = sgs.CreateTriggerSkill({
  name = "cs_roll",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room, general = player:getRoom(), player:getGeneral()
    assert(general:isFemale() and not general:isMale() and not general:isNeuter())
    assert(general:getKingdom() == "shu" and not general:isLord() and not general:isTotallyHidden())
    assert(
      general:getGender() == sgs.General_Female
        and general:getMaxHp() == 4
        and general:getMaxHP() == 4
    )
    assert(general:getVisibleSkillList():length() == 2 and general:getVisibleSkills():length() == 2)
    assert(general:getTriggerSkills():length() == 1 and #general:getSkillDescription() > 0)
    assert(player:getAvatarGeneral():objectName() == "cs_headman" and player:getGeneralMaxHP() == 4)
    assert(
      player:aliveCount() == room:alivePlayerCount() and player:isFemale() and not player:isMale()
    )
    assert(player:hasInnateSkill("cs_roll") and not player:hasInnateSkill("paoxiao"))
    assert(player:hasSkills("paoxiao|cs_roll") and not player:isCaoCao())
    assert(player:getGameMode() == room:getMode() and room:getMode():match("^%d%dp$"))
    local roles = {
      lord = sgs.Player_Lord,
      loyalist = sgs.Player_Loyalist,
      rebel = sgs.Player_Rebel,
      renegade = sgs.Player_Renegade,
    }
    assert(player:getRoleEnum() == roles[player:getRole()])
    assert(
      #room:aliveRoles() == room:alivePlayerCount()
        and #room:aliveRoles(player) == room:alivePlayerCount() - 1
    )
    assert(room:getOwner() and room:nextPlayer():isAlive() and player:getNext():getRoom() == room)
    assert(
      not room:isFinished()
        and room:hasWelfare(player) == (player:isLord() and room:getPlayers():length() > 4)
    )
    assert(room:getFront(player, player:getNextAlive()):objectName() == player:objectName())
    assert(room:findPlayer("cs_headman"):objectName() == player:objectName())
    assert(room:findPlayer("cs_headman", true) and room:findPlayer("nobody") == nil)
    player:acquireSkill("cs_extra")
    local acquired = false
    for _, name in ipairs(player:getAcquiredSkills()) do
      if name == "cs_extra" then
        acquired = true
      end
    end
    assert(
      acquired
        and player:getVisibleSkills():length() >= 3
        and player:getTriggerSkills():length() >= 2
    )
    player:loseAllSkills()
    assert(not player:hasSkill("cs_extra") and player:hasSkill("cs_roll"))
    player:addHistory("cs_thing", 2)
    assert(player:usedTimes("cs_thing") == 2)
    player:clearHistory()
    assert(not player:hasUsed("cs_thing"))
    player:setFlags("cs_flag")
    assert(player:getFlags():find("cs_flag"))
    player:clearFlags()
    assert(
      player:getFlags() == "" and sgs.Sanguosha:correctDistance(player, player:getNextAlive()) <= 0
    )
    return false
  end,
})
cs_extra = sgs.CreateTriggerSkill({
  name = "cs_extra",
  events = {},
  on_trigger = function()
    return false
  end,
})
cs_headman:addSkill(cs_road)
cs_headman:addSkill(cs_roll)

-- 册封 sets everything that may be set, and sets it back.
cs_scribe = sgs.General(extension, "cs_scribe", "qun", 3, true)
cs_edit = sgs.CreateTriggerSkill({
  name = "cs_edit",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local hp, max, kingdom, role =
      player:getHp(), player:getMaxHP(), player:getKingdom(), player:getRole()
    player:setMaxHP(max + 1)
    player:setHp(max + 1)
    assert(player:getMaxHP() == max + 1 and player:getHp() == max + 1)
    player:setHp(99)
    assert(player:getHp() == max + 1, "no more than the most")
    player:setMaxHp(max)
    player:setHp(hp)
    assert(player:getMaxHp() == max and player:getHp() == hp)
    player:setKingdom("wu")
    assert(player:getKingdom() == "wu")
    player:setKingdom(kingdom)
    local name = player:screenName()
    player:setScreenName("史")
    assert(player:screenName() == "史")
    player:setScreenName(name)
    player:setGeneral2Name("caocao")
    assert(player:getGeneral2():objectName() == "caocao")
    player:setGeneral2Name("")
    player:setFaceUp(false)
    assert(not player:faceUp())
    player:setFaceUp(true)
    local seat, state = player:getSeat(), player:getState()
    player:setSeat(seat)
    player:setState("trust")
    assert(player:getState() == "trust")
    player:setState(state)
    player:setPhase(sgs.Player_Finish)
    assert(player:getPhaseString() == "finish")
    player:setPhaseString("not_active")
    assert(player:getPhase() == sgs.Player_NotActive)
    player:setRole(role)
    player:setAlive(true)
    player:setGeneral(player:getGeneral())
    player:setGeneralName(player:getGeneralName())
    assert(player:getGeneralName() == "cs_scribe" and player:hasSkill("cs_edit"))
    room:addPlayerMark(player, "@cs_mark", 3)
    room:removePlayerMark(player, "@cs_mark")
    assert(player:getMark("@cs_mark") == 2)
    player:throwAllMarks()
    assert(player:getMark("@cs_mark") == 0)
    room:adjustSeats()
    assert(player:getSeat() == seat)
    room:writeToConsole("census")
    room:output("census")
    player:unicast("census")
    return false
  end,
})
cs_cards = sgs.CreateTriggerSkill({
  name = "cs_cards",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish then
      return false
    end
    local ids = player:forceToDiscard(2, true)
    assert(ids:length() == math.min(2, player:getCardCount(true)))
    if player:getHandcardNum() == 1 then
      assert(player:isLastHandCard(player:getHandcards():first()))
    end
    assert(type(player:hasNullification()) == "boolean")
    for slot = 0, 3 do
      local equip = player:getEquip(slot)
      assert(equip == nil or equip:location() == slot)
    end
    assert(
      player:getArmor() == nil
        or player:hasArmorEffect(player:getArmor():objectName())
        or player:getMark("qinggang") > 0
    )
    local top = room:peek()
    if top then
      local id = top:getEffectiveId()
      player:addCard(top, sgs.Player_Hand)
      assert(player:handCards():contains(id))
      player:removeCard(top, sgs.Player_Hand)
      assert(room:getCardPlace(id) == sgs.Player_DiscardedPile)
      if top:inherits("EquipCard") and player:getEquip(top:location()) == nil then
        player:setEquip(top)
        assert(player:hasEquip(top))
        player:removeEquip(top)
      elseif top:inherits("DelayedTrick") and not player:containsTrick(top:objectName()) then
        player:addDelayedTrick(top)
        assert(player:containsTrick(top:objectName()))
        player:removeDelayedTrick(top)
      end
      room:setCardMapping(id, nil, sgs.Player_DiscardedPile)
      assert(room:getCardOwner(id) == nil)
      local peach = room:getCardFromPile("peach")
      assert(peach == -1 or sgs.Sanguosha:getCard(peach):objectName() == "peach")
    end
    local friends, enemies = player:getSmartAI():getFriends(), player:getSmartAI():getEnemies()
    assert(friends:length() + enemies:length() < room:alivePlayerCount())
    assert(player:getAI():isFriend(player) and not player:getAI():isEnemy(player))
    assert(player:getAI():relationTo(player) == sgs.AI_Friend)
    return false
  end,
})
cs_count_card = sgs.CreateSkillCard({
  name = "cs_count",
  target_fixed = true,
  on_use = function(self, room, source, targets)
    source:drawCards(1)
  end,
})
cs_count = sgs.CreateViewAsSkill({
  name = "cs_count",
  view_as = function()
    return cs_count_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#cs_count")
  end,
})
cs_scribe:addSkill(cs_edit)
cs_scribe:addSkill(cs_cards)
cs_scribe:addSkill(cs_count)

-- 鬼 is never offered.
cs_ghost = sgs.General(extension, "cs_ghost", "god", 1, true, true)
cs_ghost:addSkill("cs_road")

-- 终结者 ends the game when he is the strongest.
cs_ender = sgs.General(extension, "cs_ender$", "god", 4, true)
cs_end = sgs.CreateTriggerSkill({
  name = "cs_end",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish or player:getHandcardNum() < 8 then
      return false
    end
    if room:askForSkillInvoke(player, "cs_end") then
      if player:getRole() == "lord" or player:getRole() == "loyalist" then
        room:gameOver("lord+loyalist")
      else
        room:gameOver(player:getRole())
      end
      assert(room:isFinished())
    end
    return false
  end,
})
cs_feast = sgs.CreateTriggerSkill({
  name = "cs_feast",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DrawNCards },
  on_trigger = function(self, event, player, data)
    data:setValue(data:toInt() + 1)
  end,
})
cs_ender:addSkill(cs_end)
cs_ender:addSkill(cs_feast)

sgs.LoadTranslationTable({
  ["census"] = "户籍包",
  ["cs_historian"] = "史官",
  ["cs_headman"] = "里长",
  ["cs_scribe"] = "书吏",
  ["cs_ghost"] = "鬼",
  ["cs_ender"] = "终结者",
  ["cs_annals"] = "编年",
  ["cs_road"] = "官道",
  ["cs_roll"] = "点名",
  ["cs_edit"] = "册封",
  ["cs_cards"] = "盘点",
  ["cs_count"] = "清点",
  ["cs_end"] = "终结",
  ["cs_feast"] = "盛宴",
})
