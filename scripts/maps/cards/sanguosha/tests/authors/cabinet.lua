-- A package in the manner of other authors: cards, skills and the thread, looked at from inside.
module("extensions.cabinet", package.seeall)
extension = sgs.Package("cabinet")

-- 匠人 takes cards apart.
cb_smith = sgs.General(extension, "cb_smith", "shu", 4)
cb_study = sgs.CreateTriggerSkill({
  name = "cb_study",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_Heart, 12)
    slash:setSkillName("cb_study")
    slash:addSubcard(3)
    slash:addSubcard(sgs.Sanguosha:getCard(5))
    assert(
      slash:subcardString() == "3+5" and slash:subcardsLength() == 2 and slash:getEffectiveId() == 3
    )
    assert(slash:toString() == "slash:cb_study[heart:Q]=3+5" and slash:getId() == -1)
    assert(slash:getNumberString() == "Q" and slash:getSuitString() == "heart" and slash:isRed())
    local copy = sgs.Card_Clone(slash)
    assert(copy:toString() == slash:toString())
    copy:clearSubcards()
    assert(
      copy:subcardString() == "." and copy:getSubcards():isEmpty() and slash:subcardsLength() == 2
    )
    copy:setSuit(sgs.Card_Spade)
    copy:setNumber(1)
    copy:setObjectName("slash")
    assert(copy:isBlack() and copy:getNumberString() == "A" and not copy:sameColorWith(slash))
    copy:addSubcards(slash:getSubcards())
    assert(
      copy:subcardsLength() == 2
        and copy:match("slash")
        and copy:match("basic")
        and not copy:match("trick")
    )
    assert(
      slash:getName() == "杀" and slash:getFullName() == "杀" and slash:getFullName(true) ~= "杀"
    )
    assert(
      slash:getLogName():find("杀")
        and #slash:getDescription() > 0
        and slash:getPackage():find("standard")
    )
    assert(
      not slash:targetFixed() and not slash:isOnce() and sgs.Sanguosha:getCard(72):targetFixed()
    )
    assert(sgs.Card_Suit2String(sgs.Card_Club) == "club" and sgs.Card_Number2String(11) == "J")
    local texts = sgs.Card_IdsToStrings(slash:getSubcards())
    assert(texts[1] == "3" and texts[2] == "5" and sgs.Card_StringsToIds(texts):at(1) == 5)
    local cards = { sgs.Sanguosha:getCard(45), sgs.Sanguosha:getCard(0), sgs.Sanguosha:getCard(97) }
    table.sort(cards, function(a, b)
      return sgs.Card_CompareByType(a, b)
    end)
    assert(cards[3]:inherits("Nullification"))
    table.sort(cards, function(a, b)
      return sgs.Card_CompareBySuitNumber(a, b)
    end)
    assert(cards[1]:getSuit() == sgs.Card_Spade)
    assert(sgs.Card_CompareByColor(cards[1], sgs.Sanguosha:getCard(45)))
    assert(
      sgs.Sanguosha:getCard(76):isAggressive() and not sgs.Sanguosha:getCard(72):isAggressive()
    )
    local axe = sgs.Sanguosha:getCard(59)
    assert(
      axe:objectName() == "axe"
        and axe:location() == sgs.EquipCard_WeaponLocation
        and axe:getRange() == 3
    )
    assert(
      axe:getSkill():inherits("TriggerSkill")
        and axe:getSubtype() == "weapon"
        and axe:isKindOf("Weapon")
    )
    if player:getWeapon() == nil then
      axe:onInstall(player)
      axe:onUninstall(player)
    end
    local more = sgs.Sanguosha:correctMaxCards(player)
    assert(player:getMaxCards() == math.max(math.max(player:getHp(), 0) + more, 0))
    assert(sgs.Sanguosha:correctCardTarget(sgs.TargetModSkill_Residue, player, slash) >= 0)
    sgs.Print("cabinet")
    local all = sgs.CardList()
    for i = 0, 2 do
      all:append(sgs.Sanguosha:getCard(i))
    end
    assert(
      all:size() == 3
        and all:count() == 3
        and all:value(0):getId() == 0
        and all:indexOf(all:last()) == 2
    )
    local ids = sgs.IntList()
    ids:append(4)
    ids:append(7)
    assert(ids:join("+") == "4+7" and sgs.ItemList():isEmpty())
    local dummy = sgs.DummyCard(ids)
    assert(dummy:subcardsLength() == 2 and dummy:isVirtualCard())
    local regexp = sgs.QRegExp("(.*):(spade|club):(.*)")
    assert(regexp:exactMatch("Slash:spade:7") and not regexp:exactMatch("Slash:heart:7"))
    assert(regexp:pattern() == "(.*):(spade|club):(.*)" and sgs.QVariant():isNull())
    return false
  end,
})
cb_smith:addSkill(cb_study)

-- 门客: skills as objects.
cb_guest = sgs.General(extension, "cb_guest", "wei", 3, false)
cb_tool_card = sgs.CreateSkillCard({
  name = "cb_tool",
  target_fixed = true,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    source:drawCards(1)
  end,
})
cb_toolvs = sgs.CreateViewAsSkill({
  name = "cb_tool",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isBlack()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = cb_tool_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return player:usedTimes("#cb_tool") < 2
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@@cb_tool"
  end,
})
cb_tool = sgs.CreateTriggerSkill({
  name = "cb_tool",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Start then
      player:setFlags("cb_tool_ready")
    end
    return false
  end,
})
cb_tool:setViewAsSkill(cb_toolvs)
cb_tool:addEvent(sgs.Damaged)
cb_tool_card:setTargetFixed(true)
cb_tool_card:setWillThrow(true)
cb_mirror = sgs.CreateTriggerSkill({
  name = "cb_mirror",
  frequency = sgs.Skill_Frequent,
  priority = 3,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local tool, room = sgs.Sanguosha:getTriggerSkill("cb_tool"), player:getRoom()
    assert(
      tool:getViewAsSkill():objectName() == "cb_tool" and tool:getTriggerEvents():length() == 2
    )
    assert(tool:getPriority() == 1 and self:getPriority() == 3 and tool:triggerable(player))
    assert(
      tool:getFrequency() == sgs.Skill_NotFrequent and self:getFrequency() == sgs.Skill_Frequent
    )
    assert(tool:isVisible() and not tool:isLordSkill() and tool:getText() == "器具")
    assert(tool:getDescription() == "你有器具。" and tool:getDefaultChoice(player) == "no")
    assert(tool:inherits("TriggerSkill") and tool:className() == "LuaTriggerSkill")
    self:setFlag(player)
    assert(player:hasFlag("cb_mirror"))
    self:unsetFlag(player)
    assert(not player:hasFlag("cb_mirror"))
    local view = sgs.Sanguosha:getViewAsSkill("cb_tool")
    assert(view:isEnabledAtPlay(player) == (player:usedTimes("#cb_tool") < 2))
    assert(
      view:isEnabledAtResponse(player, "@@cb_tool") and not view:isEnabledAtNullification(player)
    )
    local spade, heart = sgs.Sanguosha:getCard(0), sgs.Sanguosha:getCard(45)
    assert(
      view:viewFilter({}, spade)
        and not view:viewFilter({}, heart)
        and not view:viewFilter({ spade }, spade)
    )
    assert(view:viewAs({ spade }):objectName() == "cb_tool" and view:viewAs({}) == nil)
    assert(tool:trigger(sgs.PhaseChange, player, data) == false)
    room:getThread():addTriggerSkill(sgs.Sanguosha:getTriggerSkill("cb_loose"))
    room:getThread():addPlayerSkills(player)
    local value = sgs.QVariant(5)
    assert(room:getThread():trigger(sgs.DamageComplete, player, value) == true, "cb_loose stops it")
    assert(player:getMark("cb_loose") >= 1)
    return false
  end,
})
cb_loose = sgs.CreateTriggerSkill({
  name = "cb_loose",
  events = { sgs.DamageComplete },
  priority = 10,
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    if data:toInt() ~= 5 then
      return false
    end
    player:addMark("cb_loose")
    return true
  end,
})
local loose = sgs.SkillList()
loose:append(cb_loose)
sgs.Sanguosha:addSkills(loose)
cb_guest:addSkill(cb_tool)
cb_guest:addSkill(cb_mirror)

-- 主事 does by hand what the rules do.
cb_steward = sgs.General(extension, "cb_steward", "wu", 4, true)
cb_manual_card = sgs.CreateSkillCard({
  name = "cb_manual",
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local target, way =
      targets[1],
      room:askForChoice(source, "cb_manual", "use+effect+onuse+parse+nullify+slash+pindian")
    if way == "use" then
      local card = sgs.Sanguosha:cloneCard("dismantlement", sgs.Card_NoSuit, 0)
      if not target:isAllNude() then
        card:use(room, source, { target })
      end
    elseif way == "effect" then
      local effect = sgs.CardEffectStruct()
      effect.card, effect.from, effect.to =
        sgs.Sanguosha:cloneCard("iron_chain", sgs.Card_NoSuit, 0), source, target
      local chained = target:isChained()
      assert(effect.card:isCancelable(effect))
      effect.card:onEffect(effect)
      assert(target:isChained() ~= chained)
    elseif way == "onuse" then
      local use = sgs.CardUseStruct()
      assert(not use:isValid())
      use.card, use.from = sgs.Sanguosha:cloneCard("ex_nihilo", sgs.Card_NoSuit, 0), source
      use.to:append(source)
      use.card:setCancelable(false)
      assert(use:isValid() and use.card:targetsFeasible(sgs.PlayerList(), source))
      local hand = source:getHandcardNum()
      use.card:onUse(room, use)
      assert(source:isDead() or source:getHandcardNum() == hand + 2, "nobody could cancel it")
    elseif way == "parse" then
      local use = sgs.CardUseStruct()
      use:parse("slash:cb_manual[no_suit:0]=.->" .. target:objectName(), room)
      assert(use.card:inherits("Slash") and use.to:first():objectName() == target:objectName())
      use.from = source
      if source:canSlash(target, false) then
        room:useCard(use, false)
      end
    elseif way == "nullify" then
      local trick = sgs.Sanguosha:cloneCard("snatch", sgs.Card_NoSuit, 0)
      local cancelled = room:askForNullification(trick, source, target, true)
      if not cancelled then
        target:drawCards(1)
      end
    elseif way == "slash" then
      if not room:askForCard(target, "jink", "@cb_manual", sgs.QVariant(1)) then
        local damage = sgs.DamageStruct()
        damage.from, damage.to = source, target
        local hp = target:getHp()
        room:applyDamage(target, damage)
        assert(target:getHp() == hp - 1)
        if target:getHp() <= 0 then
          room:enterDying(target, damage)
        end
      end
    elseif not target:isKongcheng() and not source:isKongcheng() then
      local card = room:askForPindian(target, source, target, "cb_manual")
      assert(
        card == nil or room:getCardOwner(card:getEffectiveId()):objectName() == target:objectName()
      )
    end
  end,
})
cb_manual = sgs.CreateViewAsSkill({
  name = "cb_manual",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = cb_manual_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return player:usedTimes("#cb_manual") < 2
  end,
})
cb_pile = sgs.CreateTriggerSkill({
  name = "cb_pile",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange, sgs.Pindian, sgs.Death },
  can_trigger = function(self, target)
    return target and target:hasSkill("cb_pile")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.Pindian then
      local pindian = data:toPindian()
      assert(pindian:isSuccess() == (pindian.from_card:getNumber() > pindian.to_card:getNumber()))
    elseif event == sgs.Death then
      player:bury()
      assert(player:isAllNude() and player:getMark("cb_turns") == 0)
    elseif player:getPhase() == sgs.Player_Start then
      player:addMark("cb_turns")
      if player:getMark("cb_turns") == 2 then
        local before = room:getCardFromPile("crossbow")
        if player:getWeapon() == nil and before ~= -1 then
          room:installEquip(player, "crossbow")
          assert(player:hasWeapon("crossbow") and player:getWeapon():getId() == before)
        end
      elseif player:getMark("cb_turns") == 3 and not player:isKongcheng() then
        local move = sgs.CardMoveStruct()
        move.card_id = player:getRandomHandCardId()
        move.from, move.from_place = player, sgs.Player_Hand
        move.to, move.to_place = nil, sgs.Player_DiscardedPile
        room:doMove(move, nil)
        assert(room:getCardPlace(move.card_id) == sgs.Player_DiscardedPile)
      elseif player:getMark("cb_turns") == 4 then
        room:swapPile()
        assert(room:peek() ~= nil)
      end
    elseif player:getPhase() == sgs.Player_Finish and player:getMark("cb_turns") % 2 == 1 then
      local use = sgs.CardUseStruct()
      room:activate(player, use)
      if use:isValid() then
        room:useCard(use)
      end
      if player:isAlive() and player:getHp() == 1 then
        room:askForSinglePeach(player, player)
      end
    end
    return false
  end,
})
cb_steward:addSkill(cb_manual)
cb_steward:addSkill(cb_pile)

sgs.LoadTranslationTable({
  ["cabinet"] = "百宝包",
  ["cb_smith"] = "匠人",
  ["cb_guest"] = "门客",
  ["cb_steward"] = "主事",
  ["cb_study"] = "钻研",
  ["cb_tool"] = "器具",
  [":cb_tool"] = "你有器具。",
  ["cb_mirror"] = "自省",
  ["cb_loose"] = "游离",
  ["cb_manual"] = "亲手",
  ["cb_pile"] = "理牌",
})
