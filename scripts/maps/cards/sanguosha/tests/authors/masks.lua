-- A package in the manner of other authors: cards seen as others, answers out of turn, card strings.
module("extensions.masks", package.seeall)
extension = sgs.Package("masks")

-- One card as another, by a factory as authors like to write.
local function viewAs(name, class, filter)
  return sgs.CreateViewAsSkill({
    name = name,
    n = 1,
    view_filter = function(self, selected, to_select)
      return #selected < 1 and filter(to_select)
    end,
    view_as = function(self, cards)
      if #cards ~= 1 then
        return nil
      end
      local first = cards[1]
      local card = sgs.Sanguosha:cloneCard(class, first:getSuit(), first:getNumber())
      card:addSubcard(first)
      card:setSkillName(self:objectName())
      return card
    end,
    enabled_at_play = function(self, player)
      return sgs.Self:objectName() == player:objectName()
    end,
  })
end

-- 面具师
mk_maker = sgs.General(extension, "mk_maker", "shu", 4)
mk_demon = viewAs("mk_demon", "fire_attack", function(card)
  return card:isRed() and not card:isEquipped()
end)
mk_ghost = viewAs("mk_ghost", "iron_chain", function(card)
  return card:getSuit() == sgs.Card_Club
end)
mk_maker:addSkill(mk_demon)
mk_maker:addSkill(mk_ghost)

-- 伶人: slash and jink, in play and in answer.
mk_actor = sgs.General(extension, "mk_actor", "wu", 3, false)
mk_fan = sgs.CreateViewAsSkill({
  name = "mk_fan",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:inherits("EquipCard") or to_select:inherits("TrickCard")
  end,
  view_as = function(self, cards)
    if #cards ~= 1 then
      return
    end
    local pattern = sgs.Self:getPattern()
    local name = "slash"
    if pattern == "jink" then
      name = "jink"
    end
    local card = sgs.Sanguosha:cloneCard(name, cards[1]:getSuit(), cards[1]:getNumber())
    card:setSkillName("mk_fan")
    card:addSubcard(cards[1]:getEffectiveId())
    return card
  end,
  enabled_at_play = function(self, player)
    return player:canSlashWithoutCrossbow()
      or (player:getWeapon() and player:getWeapon():className() == "Crossbow")
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "slash" or pattern == "jink"
  end,
})
mk_bow = sgs.CreateTriggerSkill({
  name = "mk_bow",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardResponsed },
  on_trigger = function(self, event, player, data)
    local card = data:toCard()
    if card:getSkillName() == "mk_fan" and player:askForSkillInvoke("mk_bow", data) then
      assert(card:isVirtualCard() and card:getSubcards():length() == 1)
      player:drawCards(1)
    end
  end,
})
mk_actor:addSkill(mk_fan)
mk_actor:addSkill(mk_bow)

-- 影子: answers for others, by card text.
mk_shadow = sgs.General(extension, "mk_shadow", "qun", 3, true)
mk_step = sgs.CreateTriggerSkill({
  name = "mk_step",
  events = { sgs.CardAsked },
  can_trigger = function(self, target)
    return target:isAlive()
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local pattern = data:toString()
    assert(type(pattern) == "string" and pattern ~= "")
    if pattern ~= "jink" then
      return false
    end
    local shadow = room:findPlayerBySkillName("mk_step")
    if shadow == nil or shadow:isNude() or shadow:hasFlag("mk_stepping") then
      return false
    end
    if not room:askForSkillInvoke(shadow, "mk_step", data) then
      return false
    end
    room:setPlayerFlag(shadow, "mk_stepping")
    local card = room:askForCard(shadow, "BasicCard|.|.|hand", "@mk_step:" .. player:objectName())
    room:setPlayerFlag(shadow, "-mk_stepping")
    if card then
      local text = ("jink:mk_step[%s:%s]=."):format(card:getSuitString(), card:getNumberString())
      local jink = sgs.Card_Parse(text)
      assert(
        jink:inherits("Jink")
          and jink:getSuit() == card:getSuit()
          and jink:getNumber() == card:getNumber()
      )
      assert(jink:toString() == text, jink:toString())
      room:provide(jink)
      return true
    end
    return false
  end,
})
mk_fade_card = sgs.CreateSkillCard({
  name = "mk_fade",
  target_fixed = true,
  will_throw = true,
  on_use = function(self, room, source, targets)
    assert(
      self:willThrow() and self:objectName() == "mk_fade" and self:className() == "LuaSkillCard"
    )
    assert(self:getSubcards():length() == 2 and self:getUserString() == "")
    -- A card with its own on_use throws its cards itself.
    assert(room:getCardPlace(self:getEffectiveId()) ~= sgs.Player_DiscardedPile)
    room:throwCard(self)
    local recover = sgs.RecoverStruct()
    recover.who = source
    room:recover(source, recover)
  end,
})
mk_fadevs = sgs.CreateViewAsSkill({
  name = "mk_fade",
  n = 2,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 2 then
      local card = mk_fade_card:clone()
      card:addSubcard(cards[1])
      card:addSubcard(cards[2])
      return card
    end
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@@mk_fade"
  end,
})
mk_fade = sgs.CreateTriggerSkill({
  name = "mk_fade",
  events = { sgs.Damaged, sgs.CardFinished },
  view_as_skill = mk_fadevs,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.Damaged then
      if player:getHandcardNum() >= 2 then
        local hp, hand = player:getHp(), player:getHandcardNum()
        local used = room:askForUseCard(player, "@@mk_fade", "@mk_fade-card")
        if used then
          assert(player:getHp() >= hp and player:getHandcardNum() <= hand)
        end
      end
    else
      local use = data:toCardUse()
      assert(use.from:objectName() == player:objectName() and use.card)
    end
    return false
  end,
})
mk_shadow:addSkill(mk_step)
mk_shadow:addSkill(mk_fade)

-- 易色: filter skills.
mk_painter = sgs.General(extension, "mk_painter", "wei", 3, false)
mk_paint = sgs.CreateFilterSkill({
  name = "mk_paint",
  view_filter = function(self, to_select)
    return to_select:getSuit() == sgs.Card_Diamond
      and to_select:inherits("Slash")
      and not to_select:inherits("FireSlash")
  end,
  view_as = function(self, card)
    local fire = sgs.Sanguosha:cloneCard("fire_slash", card:getSuit(), card:getNumber())
    fire:addSubcard(card)
    fire:setSkillName(self:objectName())
    return fire
  end,
})
mk_varnish = sgs.CreateTriggerSkill({
  name = "mk_varnish",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardUsed },
  on_trigger = function(self, event, player, data)
    local use = data:toCardUse()
    if use.card:getSkillName() == "mk_paint" then
      assert(use.card:inherits("FireSlash") and use.card:getSuit() == sgs.Card_Diamond)
      if use.to:length() == 1 and not player:hasFlag("mk_varnish") then
        player:setFlags("mk_varnish")
        local room = player:getRoom()
        for _, p in sgs.qlist(room:getOtherPlayers(player)) do
          if
            not use.to:contains(p)
            and player:canSlash(p, true)
            and use.to:length() < 2
            and not player:isProhibited(p, use.card)
          then
            use.to:append(p)
          end
        end
        data:setValue(use)
      end
    end
    return false
  end,
})
mk_painter:addSkill(mk_paint)
mk_painter:addSkill(mk_varnish)

-- 谏官: nullification and rescue.
mk_censor = sgs.General(extension, "mk_censor", "wei", 3, true)
mk_object = sgs.CreateViewAsSkill({
  name = "mk_object",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:inherits("Weapon")
      or (to_select:getSuit() == sgs.Card_Spade and not to_select:isEquipped())
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card =
        sgs.Sanguosha:cloneCard("nullification", cards[1]:getSuit(), cards[1]:getNumber())
      card:addSubcard(cards[1])
      card:setSkillName("mk_object")
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "nullification"
  end,
  enabled_at_nullification = function(self, player)
    return not player:isKongcheng() or player:getWeapon() ~= nil
  end,
})
mk_mercy = sgs.CreateViewAsSkill({
  name = "mk_mercy",
  n = 2,
  view_filter = function(self, selected, to_select)
    return to_select:isRed()
  end,
  view_as = function(self, cards)
    if #cards < 2 then
      return nil
    end
    local suit = cards[1]:sameColorWith(cards[2]) and cards[1]:getSuit() or sgs.Card_NoSuit
    local peach = sgs.Sanguosha:cloneCard("peach", suit, 0)
    for i, card in ipairs(cards) do
      peach:addSubcard(card)
    end
    peach:setSkillName("mk_mercy")
    return peach
  end,
  enabled_at_play = function(self, player)
    return player:isWounded()
  end,
  enabled_at_response = function(self, player, pattern)
    return string.find(pattern, "peach") ~= nil
  end,
})
mk_censor:addSkill(mk_object)
mk_censor:addSkill(mk_mercy)

-- 变脸: parses what it plays, asks in every way.
mk_changer = sgs.General(extension, "mk_changer", "qun", 4, true)
mk_face_card = sgs.CreateSkillCard({
  name = "mk_face",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    if #targets > 0 then
      return false
    end
    local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
    return slash:targetFilter(sgs.PlayerList(), to_select, sgs.Self) or to_select:isWounded()
  end,
  on_use = function(self, room, source, targets)
    local ids = {}
    for _, id in sgs.qlist(self:getSubcards()) do
      table.insert(ids, id)
    end
    local text = "slash:mk_face[no_suit:0]=" .. table.concat(ids, "+")
    local card = sgs.Card_Parse(text)
    assert(card and card:subcardsLength() == #ids)
    local lua = sgs.Card_Parse("#mk_face:" .. table.concat(ids, "+") .. ":hello")
    assert(lua:getUserString() == "hello" and lua:objectName() == "mk_face")
    assert(sgs.Card_Parse("#mk_face:" .. ids[1]):subcardsLength() == 1, "the handbook's form")
    assert(
      sgs.Card_Parse(tostring(ids[1])):getId() == ids[1]
        and sgs.Card_Parse(ids[1]):getId() == ids[1]
    )
    assert(sgs.Card_Parse("no such card") == nil)
    if source:canSlash(targets[1], false) then
      local use = sgs.CardUseStruct()
      use.card = card
      use.from = source
      use.to:append(targets[1])
      room:useCard(use, false)
    else
      room:throwCard(self)
    end
  end,
})
mk_face = sgs.CreateViewAsSkill({
  name = "mk_face",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getNumber() >= 10
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = mk_face_card:clone()
      card:addSubcard(cards[1])
      card:setUserString("once")
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#mk_face")
  end,
})
mk_asker = sgs.CreateTriggerSkill({
  name = "mk_asker",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish or player:isNude() then
      return false
    end
    local patterns = {
      "slash",
      "jink",
      ".",
      "..",
      ".H",
      ".black",
      "..S",
      "Slash",
      "peach+analeptic",
      ".basic",
      "BasicCard,TrickCard|heart,diamond|2~9|hand|red",
      "Slash#Jink",
      "EquipCard|.|.|equipped",
    }
    local at = player:getMark("mk_asker") % #patterns + 1
    player:addMark("mk_asker")
    local card =
      room:askForCard(player, patterns[at], "@mk_asker:::" .. patterns[at], sgs.QVariant())
    if card then
      local pattern = patterns[at]
      if pattern == "slash" or pattern == "Slash" then
        assert(card:inherits("Slash"))
      end
      if pattern == ".H" then
        assert(card:getSuit() == sgs.Card_Heart)
      end
      if pattern == ".black" then
        assert(card:isBlack())
      end
      if pattern == "Slash#Jink" then
        assert(card:inherits("Slash") or card:inherits("Jink"))
      end
      if pattern:find("2~9") then
        assert(card:isRed() and card:getNumber() <= 9 and card:getNumber() >= 2)
      end
      if pattern:sub(1, 9) == "EquipCard" then
        assert(card:getType() == "equip")
      end
      player:drawCards(1)
    end
    if player:getHandcardNum() > 3 then
      room:askForUseCard(player, "slash", "@mk_asker-slash")
      if player:isAlive() then
        room:askForUseCard(player, "", "@mk_asker-any")
      end
    end
    return false
  end,
})
mk_changer:addSkill(mk_face)
mk_changer:addSkill(mk_asker)

sgs.LoadTranslationTable({
  ["masks"] = "百面包",
  ["mk_maker"] = "面具师",
  ["mk_actor"] = "伶人",
  ["mk_shadow"] = "影子",
  ["mk_painter"] = "画师",
  ["mk_censor"] = "谏官",
  ["mk_changer"] = "变脸",
  ["mk_demon"] = "鬼面",
  ["mk_ghost"] = "锁魂",
  ["mk_fan"] = "折扇",
  ["mk_bow"] = "谢幕",
  ["mk_step"] = "替步",
  ["mk_fade"] = "隐没",
  ["@mk_fade-card"] = "你可以发动“隐没”",
  ["~mk_fade"] = "选择两张手牌",
  ["mk_paint"] = "易色",
  ["mk_varnish"] = "上漆",
  ["mk_object"] = "封驳",
  ["mk_mercy"] = "恻隐",
  ["mk_face"] = "变面",
  ["mk_asker"] = "百问",
  ["@mk_asker"] = "请打出 %arg",
  ["@mk_step"] = "你可以替 %src 打出【闪】",
})
