-- The examples of the extension handbook, written as it writes them, so that what it teaches is
-- known to work. They go by names of their own, for the real skills are there as well.

module("extensions.handbook", package.seeall)

extension = sgs.Package("handbook")

-- Chapter 1, a whole package: clubs of the hand count as snatch.
shiqian = sgs.General(extension, "shiqian", "qun")

shentou = sgs.CreateViewAsSkill({
  name = "shentou",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:getSuit() == sgs.Card_Club and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = cards[1]
      local new_card = sgs.Sanguosha:cloneCard("snatch", card:getSuit(), card:getNumber())
      new_card:addSubcard(card:getId())
      new_card:setSkillName(self:objectName())
      return new_card
    end
  end,
})

sgs.LoadTranslationTable({
  ["handbook"] = "手册",
  ["shiqian"] = "时迁",
  ["shentou"] = "神偷",
  [":shentou"] = "你可以将你的梅花手牌当做顺手牵羊使用。",
})

shiqian:addSkill(shentou)

-- View-as skills: two hand cards of one suit, and a card whose suit and number are those that all
-- the cards share. This one makes an attack on everybody of them.
luanshe = sgs.CreateViewAsSkill({
  name = "luanshe",
  n = 2,
  view_filter = function(self, selected, to_select)
    if #selected < 1 then
      return not to_select:isEquipped()
    end
    return to_select:getSuit() == selected[1]:getSuit() and not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards < 2 then
      return nil
    end
    local suit, number
    for _, card in ipairs(cards) do
      if suit and (suit ~= card:getSuit()) then
        suit = sgs.Card_NoSuit
      else
        suit = card:getSuit()
      end
      if number and (number ~= card:getNumber()) then
        number = -1
      else
        number = card:getNumber()
      end
    end
    local view_as_card = sgs.Sanguosha:cloneCard("archery_attack", suit, number)
    for _, card in ipairs(cards) do
      view_as_card:addSubcard(card:getId())
    end
    view_as_card:setSkillName(self:objectName())
    return view_as_card
  end,
})

-- Trigger skills: take the card that hurt you.
lua_jianxiong = sgs.CreateTriggerSkill({
  frequency = sgs.Skill_NotFrequent,
  name = "lua_jianxiong",
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local card = data:toDamage().card
    if not room:obtainable(card, player) then
      return
    end
    if room:askForSkillInvoke(player, "lua_jianxiong") then
      room:playSkillEffect("lua_jianxiong")
      player:obtainCard(card)
    end
  end,
})

-- Several events in one skill: draw as many more as there are kingdoms, discard as many.
lua_yongsi = sgs.CreateTriggerSkill({
  frequency = sgs.Skill_Compulsory,
  name = "lua_yongsi",
  events = { sgs.DrawNCards, sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local getKingdoms = function()
      local kingdoms = {}
      local kingdom_number = 0
      local players = room:getAlivePlayers()
      for _, aplayer in sgs.qlist(players) do
        if not kingdoms[aplayer:getKingdom()] then
          kingdoms[aplayer:getKingdom()] = true
          kingdom_number = kingdom_number + 1
        end
      end
      return kingdom_number
    end

    if event == sgs.DrawNCards then
      room:playSkillEffect("lua_yongsi")
      data:setValue(data:toInt() + getKingdoms())
    elseif (event == sgs.PhaseChange) and (player:getPhase() == sgs.Player_Discard) then
      local x = getKingdoms()
      local e = player:getEquips():length() + player:getHandcardNum()
      if e > x then
        room:askForDiscard(player, "lua_yongsi", x, false, true)
      else
        player:throwAllHandCards()
        player:throwAllEquips()
      end
    end
  end,
})

-- Skill cards with filter and feasible: one man duels another. The first chosen is the target.
lijian_Card = sgs.CreateSkillCard({
  name = "lua_lijian",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    if (not to_select:getGeneral():isMale()) or #targets > 1 then
      return false
    elseif to_select:hasSkill("kongcheng") and to_select:isKongcheng() and #targets == 0 then
      return false
    else
      return true
    end
  end,
  feasible = function(self, targets)
    return #targets == 2
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
    duel:setSkillName("lua_lijian")
    duel:setCancelable(false)
    local use = sgs.CardUseStruct()
    use.card = duel
    use.from = targets[2]
    use.to:append(targets[1])
    room:useCard(use)
  end,
})

lua_lijian = sgs.CreateViewAsSkill({
  name = "lua_lijian",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards < 1 then
      return nil
    end
    local view_as_card = lijian_Card:clone()
    for _, card in ipairs(cards) do
      view_as_card:addSubcard(card:getId())
    end
    return view_as_card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#lua_lijian")
  end,
})

-- Once per turn by a flag: another player names a suit and takes a hand card.
fanjian_Card = sgs.CreateSkillCard({
  name = "lua_fanjian",
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    room:setPlayerFlag(effect.from, "fanjian_used")
    local suit = room:askForSuit(effect.to)
    local card_id = effect.from:getRandomHandCardId()
    local card = sgs.Sanguosha:getCard(card_id)
    room:showCard(effect.from, card_id)
    effect.to:obtainCard(card)
    if card:getSuit() ~= suit then
      local damage = sgs.DamageStruct()
      damage.card = nil
      damage.from = effect.from
      damage.to = effect.to
      room:damage(damage)
    end
  end,
})

lua_fanjian = sgs.CreateViewAsSkill({
  name = "lua_fanjian",
  view_as = function(self, cards)
    return fanjian_Card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:isKongcheng() and not player:hasFlag("fanjian_used")
  end,
})

-- A judgement and a damage with a nature.
leiji_Card = sgs.CreateSkillCard({
  name = "lua_leiji",
  on_effect = function(self, effect)
    local from = effect.from
    local to = effect.to
    local room = to:getRoom()

    room:setEmotion(to, "bad")

    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*):(spade):(.*)")
    judge.good = false
    judge.reason = "lua_leiji"
    judge.who = to

    room:judge(judge)

    if judge:isBad() then
      local damage = sgs.DamageStruct()
      damage.card = nil
      damage.damage = 2
      damage.from = from
      damage.to = to
      damage.nature = sgs.DamageStruct_Thunder

      room:damage(damage)
    else
      room:setEmotion(from, "bad")
    end
  end,
})

lua_leiji = sgs.CreateViewAsSkill({
  name = "lua_leiji",
  n = 0,
  view_as = function(self, cards)
    return leiji_Card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#lua_leiji")
  end,
})

-- A skill card that throws what it is made of by itself, and counts it.
zhiheng_Card = sgs.CreateSkillCard({
  name = "lua_zhiheng",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    room:drawCards(source, self:getSubcards():length())
  end,
})

lua_zhiheng = sgs.CreateViewAsSkill({
  name = "lua_zhiheng",
  n = 999,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards > 0 then
      local card = zhiheng_Card:clone()
      for _, acard in ipairs(cards) do
        card:addSubcard(acard)
      end
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#lua_zhiheng")
  end,
})

-- A card that is shown: fire attack as a skill.
huogong_Card = sgs.CreateSkillCard({
  name = "lua_huogong",
  filter = function(self, targets, to_select)
    return #targets == 0 and not to_select:isKongcheng()
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    local card = room:askForCardShow(effect.to, effect.from, "fire_attack")
    room:showCard(effect.to, card:getEffectiveId())
    local pattern = "." .. card:getSuitString():sub(1, 1):upper()
    local prompt = ("@fire-attack:%s::%s"):format(effect.to:objectName(), card:getSuitString())
    if room:askForCard(effect.from, pattern, prompt) then
      local damage = sgs.DamageStruct()
      damage.from = effect.from
      damage.to = effect.to
      damage.nature = sgs.DamageStruct_Fire
      room:damage(damage)
    end
  end,
})

lua_huogong = sgs.CreateViewAsSkill({
  name = "lua_huogong",
  view_as = function(self, cards)
    return huogong_Card:clone()
  end,
})

-- Chapter 5, a skill of three parts: a card that marks a player, a skill that makes such cards
-- when asked for one, and a trigger that asks.
liuli_card = sgs.CreateSkillCard({
  name = "liuli_effect",
  target_fixed = false,
  will_throw = true,
  filter = function(self, targets, to_select)
    if #targets > 0 then
      return false
    end
    if to_select:hasFlag("slash_source") then
      return false
    end
    local card_id = self:getSubcards()[1]
    if sgs.Self:getWeapon() and sgs.Self:getWeapon():getId() == card_id then
      return sgs.Self:distanceTo(to_select) <= 1
    end
    return sgs.Self:canSlash(to_select, true)
  end,
  on_effect = function(self, effect)
    effect.to:getRoom():setPlayerFlag(effect.to, "liuli_target")
  end,
})

liuli_viewAsSkill = sgs.CreateViewAsSkill({
  name = "liuli_viewAs",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards == 0 then
      return nil
    end
    local aliuli_card = liuli_card:clone()
    aliuli_card:addSubcard(cards[1])
    return aliuli_card
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function()
    return sgs.Self:getPattern() == "#liuli_effect"
  end,
})

liuli_triggerSkill = sgs.CreateTriggerSkill({
  name = "liuli_main",
  view_as_skill = liuli_viewAsSkill,
  events = { sgs.CardEffected },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local players = room:getOtherPlayers(player)
    local effect = data:toCardEffect()

    if effect.card:inherits("Slash") and (not player:isNude()) and room:alivePlayerCount() > 2 then
      local canInvoke
      for _, aplayer in sgs.qlist(players) do
        if player:canSlash(aplayer) then
          canInvoke = true
        end
      end
      if not canInvoke then
        return
      end

      local prompt = "#liuli_effect:" .. effect.from:objectName()
      room:setPlayerFlag(effect.from, "slash_source")
      local passed = room:askForUseCard(player, "#liuli_effect", prompt)
      room:setPlayerFlag(effect.from, "-slash_source")
      if passed then
        room:output("ha?")
        for _, aplayer in sgs.qlist(players) do
          if aplayer:hasFlag("liuli_target") then
            room:setPlayerFlag(aplayer, "-liuli_target")
            effect.to = aplayer
            room:cardEffect(effect)
            return true
          end
        end
      end
    end
  end,
})

sgs.LoadTranslationTable({
  ["liuli_main"] = "lua流离",
  [":liuli_main"] = "和流离技能描述一模一样",
  ["#liuli_effect"] = "%src 对你使用【杀】，你可以弃一张牌将其转移给攻击范围内的另一名角色",
})

-- Who shows all this.
shouce = sgs.General(extension, "shouce", "qun", 4)
shouce:addSkill(luanshe)
shouce:addSkill(lua_lijian)
shouce:addSkill(lua_fanjian)
shouce:addSkill(lua_leiji)
shouce:addSkill(lua_zhiheng)
shouce:addSkill(lua_huogong)

luacaocao = sgs.General(extension, "luacaocao$", "wei", "4")
luacaocao:addSkill(lua_jianxiong)

luayuanshu = sgs.General(extension, "luayuanshu", "qun", 4)
luayuanshu:addSkill(lua_yongsi)

luadaqiao = sgs.General(extension, "luadaqiao", "wu", 3, false)
luadaqiao:addSkill(liuli_triggerSkill)
