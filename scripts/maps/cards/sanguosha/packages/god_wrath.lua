-- The god generals Lü Bu and Zhao Yun.

module("extensions.god_wrath", package.seeall)

extension = sgs.Package("god")

--
-- Lü Bu
--

local shenlubu = sgs.General(extension, "shenlubu", "god", 5)

-- Two wraths from the beginning, and one per point of damage dealt or taken.
local kuangbao = sgs.CreateTriggerSkill({
  name = "kuangbao",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.GameStart, sgs.Damage, sgs.Damaged },
  on_trigger = function(_, event, player, data)
    player:getRoom():playSkillEffect("kuangbao")
    player:gainMark("@wrath", event == sgs.GameStart and 2 or data:toDamage().damage)
    return false
  end,
})

-- A trick that is not delayed costs you a wrath or 1 hp.
local wumou = sgs.CreateTriggerSkill({
  name = "wumou",
  frequency = sgs.Skill_Compulsory,
  events = sgs.CardUsed,
  on_trigger = function(_, _, player, data)
    if not data:toCardUse().card:isNDTrick() then
      return false
    end
    local room = player:getRoom()
    room:playSkillEffect("wumou")
    local choice = "losehp"
    if player:getMark("@wrath") > 0 then
      choice = room:askForChoice(player, "wumou", "discard+losehp")
    end
    if choice == "discard" then
      player:loseMark("@wrath")
    else
      room:loseHp(player, 1)
    end
    return false
  end,
})

local wuqian_card = sgs.CreateSkillCard({
  name = "wuqian",
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    room:playSkillEffect("wuqian")
    from:loseMark("@wrath", 2)
    if not from:hasSkill("wushuang") then
      room:setPlayerFlag(from, "wuqian_wushuang")
      room:acquireSkill(from, "wushuang")
    end
    room:setPlayerMark(to, "wuqian", to:getMark("wuqian") + 1)
    room:setPlayerMark(to, "qinggang", to:getMark("qinggang") + 1)
  end,
})

local wuqian_view_as = sgs.CreateViewAsSkill({
  name = "wuqian",
  view_as = function()
    return wuqian_card:clone()
  end,
  enabled_at_play = function(_, player)
    return player:getMark("@wrath") >= 2
  end,
})

-- For two wraths you are Peerless and a player's armor means nothing, until the end of the turn.
local wuqian = sgs.CreateTriggerSkill({
  name = "wuqian",
  events = { sgs.PhaseChange, sgs.Death },
  owned = "wuqian",
  view_as_skill = wuqian_view_as,
  can_trigger = function(_, target)
    return target:hasSkill("wuqian")
  end,
  on_trigger = function(_, event, player)
    if event == sgs.PhaseChange and player:getPhase() ~= sgs.Player_NotActive then
      return false
    end
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getAlivePlayers()) do
      local times = other:getMark("wuqian")
      if times > 0 then
        room:setPlayerMark(other, "wuqian", 0)
        room:setPlayerMark(other, "qinggang", other:getMark("qinggang") - times)
      end
    end
    if player:hasFlag("wuqian_wushuang") then
      room:detachSkillFromPlayer(player, "wushuang")
    end
    return false
  end,
})

local function discard_four(player)
  if player:getHandcardNum() <= 4 then
    player:throwAllHandCards()
  else
    player:getRoom():askForDiscard(player, "shenfen", 4)
  end
end

local shenfen_card = sgs.CreateSkillCard({
  name = "shenfen",
  target_fixed = true,
  on_use = function(_, room, source)
    room:playSkillEffect("shenfen")
    source:loseMark("@wrath", 6)
    local others = sgs.QList2Table(room:getOtherPlayers(source))
    for _, other in ipairs(others) do
      local damage = sgs.DamageStruct()
      damage.from = source
      damage.to = other
      room:damage(damage)
    end
    for _, other in ipairs(others) do
      if other:isAlive() then
        other:throwAllEquips()
      end
    end
    for _, other in ipairs(others) do
      if other:isAlive() then
        discard_four(other)
      end
    end
    if source:isAlive() then
      source:turnOver()
    end
  end,
})

-- Once per play phase, for six wraths: 1 damage to everybody else, who then discard their equips
-- and four hand cards; you turn over.
local shenfen = sgs.CreateViewAsSkill({
  name = "shenfen",
  view_as = function()
    return shenfen_card:clone()
  end,
  enabled_at_play = function(_, player)
    return player:getMark("@wrath") >= 6 and not player:hasUsed("#shenfen")
  end,
})

shenlubu:addSkill(kuangbao)
shenlubu:addSkill(wumou)
shenlubu:addSkill(wuqian)
shenlubu:addSkill(shenfen)

--
-- Zhao Yun
--

local shenzhaoyun = sgs.General(extension, "shenzhaoyun", "god", 2)

-- Draw as many more as hp are lost; keep two cards more.
local juejing = sgs.CreateTriggerSkill({
  name = "juejing",
  frequency = sgs.Skill_Compulsory,
  events = sgs.DrawNCards,
  on_trigger = function(_, _, player, data)
    if player:isWounded() then
      player:getRoom():playSkillEffect("juejing")
      data:setValue(data:toInt() + player:getLostHp())
    end
    return false
  end,
})

local juejing_keep = sgs.CreateMaxCardsSkill({
  name = "#juejing-keep",
  extra_func = function(_, player)
    return player:hasSkill("juejing") and 2 or 0
  end,
})

local function cards_needed(player)
  return math.max(player:getHp(), 1)
end

local LONGHUN_CARDS = {
  [sgs.Card_Heart] = "peach",
  [sgs.Card_Diamond] = "fire_slash",
  [sgs.Card_Club] = "jink",
  [sgs.Card_Spade] = "nullification",
}

-- Whether a card of this name is any use to the player now.
local function longhun_fits(player, pattern, name)
  if not pattern or pattern == "" then
    local card = sgs.Sanguosha:cloneCard(name, sgs.Card_NoSuit, 0)
    return card:isAvailable(player)
  elseif pattern == "slash" then
    return name == "fire_slash"
  elseif pattern == "peach+analeptic" then
    return name == "peach"
  end
  return pattern == name
end

-- As many cards of one suit as you have hp, at least one, count as: peach, fire slash, jink or
-- nullification (heart, diamond, club, spade).
local longhun = sgs.CreateViewAsSkill({
  name = "longhun",
  n = 999,
  view_filter = function(_, selected, to_select)
    if #selected >= cards_needed(sgs.Self) then
      return false
    end
    if #selected > 0 then
      return selected[1]:getSuit() == to_select:getSuit()
    end
    local name = LONGHUN_CARDS[to_select:getSuit()]
    return name ~= nil and longhun_fits(sgs.Self, sgs.Self:getPattern(), name)
  end,
  view_as = function(_, cards)
    if #cards == 0 or #cards ~= cards_needed(sgs.Self) then
      return nil
    end
    local suit = cards[1]:getSuit()
    local number = #cards == 1 and cards[1]:getNumber() or 0
    local card = sgs.Sanguosha:cloneCard(LONGHUN_CARDS[suit], suit, number)
    for _, part in ipairs(cards) do
      card:addSubcard(part)
    end
    card:setSkillName("longhun")
    return card
  end,
  enabled_at_play = function(_, player)
    return longhun_fits(player, nil, "peach") or longhun_fits(player, nil, "fire_slash")
  end,
  enabled_at_response = function(_, player, pattern)
    for _, name in pairs(LONGHUN_CARDS) do
      if longhun_fits(player, pattern, name) then
        return pattern ~= nil and pattern ~= ""
      end
    end
    return false
  end,
  enabled_at_nullification = function(_, player)
    local spades = 0
    for _, card in sgs.qlist(player:getCards("he")) do
      if card:getSuit() == sgs.Card_Spade then
        spades = spades + 1
      end
    end
    return spades >= cards_needed(player)
  end,
})

shenzhaoyun:addSkill(juejing)
shenzhaoyun:addSkill(juejing_keep)
shenzhaoyun:addSkill(longhun)

sgs.LoadTranslationTable({
  ["shenlubu"] = "神吕布",
  ["kuangbao"] = "狂暴",
  [":kuangbao"] = "锁定技，游戏开始时，你获得两枚“暴怒”标记；你每造成或受到1点伤害，获得一枚“暴怒”标记。",
  ["@wrath"] = "暴怒",
  ["wumou"] = "无谋",
  [":wumou"] = "锁定技，你使用非延时类锦囊牌时，须弃一枚“暴怒”标记或失去1点体力。",
  ["wumou:discard"] = "弃一枚“暴怒”标记",
  ["wumou:losehp"] = "失去1点体力",
  ["wuqian"] = "无前",
  [":wuqian"] = "出牌阶段，你可以弃两枚“暴怒”标记指定一名其他角色：直到回合结束，"
    .. "你获得【无双】且无视其防具。",
  ["shenfen"] = "神愤",
  [":shenfen"] = "出牌阶段限一次，你可以弃六枚“暴怒”标记：对所有其他角色各造成1点伤害，"
    .. "这些角色弃置装备区的牌和四张手牌，然后你翻面。",
  ["shenzhaoyun"] = "神赵云",
  ["juejing"] = "绝境",
  [":juejing"] = "锁定技，摸牌阶段，你额外摸等同于已损失体力值的牌；你的手牌上限+2。",
  ["longhun"] = "龙魂",
  [":longhun"] = "你可以将X张同花色的牌（X为你的体力值，至少为1）如此使用或打出："
    .. "红桃当【桃】，方块当火【杀】，梅花当【闪】，黑桃当【无懈可击】。",
})

sgs.LoadTranslationTable("en", {
  ["shenlubu"] = "God Lü Bu",
  ["kuangbao"] = "Frenzy",
  [":kuangbao"] = "Locked: you begin with two wraths and get one for each point of damage you deal "
    .. "or take.",
  ["@wrath"] = "Wrath",
  ["wumou"] = "Thoughtless",
  [":wumou"] = "Locked: when you use a trick that is not delayed, discard a wrath or lose 1 hp.",
  ["wumou:discard"] = "Discard a wrath",
  ["wumou:losehp"] = "Lose 1 hp",
  ["wuqian"] = "Unmatched",
  [":wuqian"] = "Play phase: discard two wraths and choose another player; until the end of the "
    .. "turn you are Peerless and ignore their armor.",
  ["shenfen"] = "Divine Rage",
  [":shenfen"] = "Once per play phase, discard six wraths: 1 damage to everybody else, who then "
    .. "discard all equips and four hand cards; you turn over.",
  ["shenzhaoyun"] = "God Zhao Yun",
  ["juejing"] = "Desperation",
  [":juejing"] = "Locked: draw as many more as you have lost hp; you may keep two cards more.",
  ["longhun"] = "Dragon Soul",
  [":longhun"] = "As many cards of one suit as you have hp, at least one, count as: hearts a peach, "
    .. "diamonds a fire slash, clubs a jink, spades a nullification.",
})
