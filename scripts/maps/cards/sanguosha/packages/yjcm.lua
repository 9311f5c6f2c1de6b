-- The generals of Wei and Shu of the package 一将成名. Those of Wu and Qun are in yjcm_wu.

module("extensions.yjcm", package.seeall)

extension = sgs.Package("yjcm")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local function is_other(player, to)
  return player:objectName() ~= to:objectName()
end

--
-- 曹植 Cao Zhi
--

local caozhi = sgs.General(extension, "caozhi", "wei", 3)

-- The ids of the clubs that a card is or is made of.
local function clubs_of(card, found)
  local ids = card:isVirtualCard() and sgs.QList2Table(card:getSubcards()) or { card:getId() }
  for _, id in ipairs(ids) do
    if sgs.Sanguosha:getCard(id):getSuit() == sgs.Card_Club then
      found[#found + 1] = id
    end
  end
  return found
end

-- The clubs that an event throws away.
local function thrown_clubs(event, data)
  if event == sgs.CardDiscarded then
    return clubs_of(data:toCard(), {})
  elseif event == sgs.FinishJudge then
    local card = data:toJudge().card
    return card and clubs_of(card, {}) or {}
  end
  local card = data:toCardUse().card
  local is_cost = card:inherits("SkillCard") and card:willThrow()
  return is_cost and clubs_of(card, {}) or {}
end

-- Clubs that others discard or judge with are yours, once they lie on the discard pile.
local luoying = sgs.CreateTriggerSkill({
  name = "luoying",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardDiscarded, sgs.FinishJudge, sgs.CardUsed },
  owned = "luoying",
  priority = -1,
  can_trigger = function(_, target)
    return target ~= nil and not target:hasSkill("luoying")
  end,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    local owner = room:findPlayerBySkillName("luoying")
    if not owner then
      return false
    end
    local lying = {}
    for _, id in ipairs(thrown_clubs(event, data)) do
      if room:getCardPlace(id) == sgs.Player_DiscardedPile then
        lying[#lying + 1] = id
      end
    end
    if #lying > 0 and room:askForSkillInvoke(owner, "luoying", data) then
      room:playSkillEffect("luoying")
      for _, id in ipairs(lying) do
        room:obtainCard(owner, id)
      end
    end
    return false
  end,
})

local jiushi_view_as = sgs.CreateViewAsSkill({
  name = "jiushi",
  view_as = function()
    local wine = sgs.Sanguosha:cloneCard("analeptic", sgs.Card_NoSuit, 0)
    wine:setSkillName("jiushi")
    return wine
  end,
  enabled_at_play = function(_, player)
    local wine = sgs.Sanguosha:cloneCard("analeptic", sgs.Card_NoSuit, 0)
    return player:faceUp() and wine:isAvailable(player)
  end,
  enabled_at_response = function(_, player, pattern)
    return player:faceUp() and string.find(pattern, "analeptic", 1, true) ~= nil
  end,
})

-- Face up, you may turn over to drink; hurt while face down, you may turn back.
local jiushi = sgs.CreateTriggerSkill({
  name = "jiushi",
  events = { sgs.CardUsed, sgs.Predamaged, sgs.Damaged },
  view_as_skill = jiushi_view_as,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.CardUsed then
      if data:toCardUse().card:getSkillName() == "jiushi" then
        room:playSkillEffect("jiushi")
        player:turnOver()
      end
    elseif event == sgs.Predamaged then
      player:setMark("jiushi", player:faceUp() and 0 or 1)
    elseif player:getMark("jiushi") > 0 and not player:faceUp() then
      player:setMark("jiushi", 0)
      if room:askForSkillInvoke(player, "jiushi", data) then
        room:playSkillEffect("jiushi")
        player:turnOver()
      end
    end
    return false
  end,
})

caozhi:addSkill(luoying)
caozhi:addSkill(jiushi)

--
-- 张春华 Zhang Chunhua
--

local zhangchunhua = sgs.General(extension, "zhangchunhua", "wei", 3, false)

-- What you do to others is no damage: they just lose hp.
local jueqing = sgs.CreateTriggerSkill({
  name = "jueqing",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Predamage,
  on_trigger = function(_, _, player, data)
    local damage, room = data:toDamage(), player:getRoom()
    room:playSkillEffect("jueqing")
    room:loseHp(damage.to, damage.damage)
    return true
  end,
})

-- Outside your discard phase, fill your hand up to the number of your lost hp.
local shangshi = sgs.CreateTriggerSkill({
  name = "shangshi",
  frequency = sgs.Skill_Frequent,
  events = { sgs.HpChanged, sgs.Damaged, sgs.CardLostDone, sgs.PhaseChange },
  on_trigger = function(_, _, player)
    local lacking = player:getLostHp() - player:getHandcardNum()
    if lacking <= 0 or player:getPhase() == sgs.Player_Discard then
      return false
    end
    local room = player:getRoom()
    if room:askForSkillInvoke(player, "shangshi") then
      room:playSkillEffect("shangshi")
      player:drawCards(lacking)
    end
    return false
  end,
})

zhangchunhua:addSkill(jueqing)
zhangchunhua:addSkill(shangshi)

--
-- 于禁 Yu Jin
--

local yujin = sgs.General(extension, "yujin", "wei", 4)

-- Without armor, black slashes do nothing to you.
local yizhong = sgs.CreateTriggerSkill({
  name = "yizhong",
  frequency = sgs.Skill_Compulsory,
  events = sgs.SlashEffected,
  on_trigger = function(_, _, player, data)
    local slash = data:toSlashEffect().slash
    if player:getArmor() or not slash:isBlack() then
      return false
    end
    local room = player:getRoom()
    room:playSkillEffect("yizhong")
    send_log(room, "#SkillNullify", player, "yizhong", slash:objectName())
    return true
  end,
})

yujin:addSkill(yizhong)

--
-- 徐庶 Xu Shu
--

local xushu = sgs.General(extension, "xushu", "shu", 3)

-- Your tricks do nothing to others, nor theirs to you, but for delayed ones.
local wuyan = sgs.CreateTriggerSkill({
  name = "wuyan",
  frequency = sgs.Skill_Compulsory,
  events = sgs.CardEffected,
  owned = "wuyan",
  can_trigger = function(_, target)
    return target ~= nil
  end,
  on_trigger = function(_, _, player, data)
    local effect = data:toCardEffect()
    local from = effect.from
    if not from or not is_other(from, player) or not effect.card:isNDTrick() then
      return false
    end
    local speechless = from:hasSkill("wuyan") and from or player
    if not speechless:hasSkill("wuyan") then
      return false
    end
    local room = player:getRoom()
    room:playSkillEffect("wuyan")
    send_log(room, "#SkillNullify", speechless, "wuyan", effect.card:objectName())
    return true
  end,
})

local function same_type(ids)
  local kind = nil
  for _, id in sgs.qlist(ids) do
    local other = sgs.Sanguosha:getCard(id):getTypeId()
    if kind and kind ~= other then
      return false
    end
    kind = other
  end
  return true
end

local jujian_card = sgs.CreateSkillCard({
  name = "jujian",
  on_effect = function(_, effect)
    local ids, from = effect.card:getSubcards(), effect.from
    local room = from:getRoom()
    room:playSkillEffect("jujian")
    effect.to:drawCards(ids:length())
    if ids:length() == 3 and same_type(ids) then
      local recover = sgs.RecoverStruct()
      recover.who = from
      room:recover(from, recover)
    end
  end,
})

-- Once per play phase, discard up to three cards and have another draw as many; three of one type
-- heal you by 1.
local jujian = sgs.CreateViewAsSkill({
  name = "jujian",
  n = 3,
  view_filter = function()
    return true
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local card = jujian_card:clone()
    for _, part in ipairs(cards) do
      card:addSubcard(part)
    end
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#jujian")
  end,
})

xushu:addSkill(wuyan)
xushu:addSkill(jujian)

--
-- 马谡 Ma Su
--

local masu = sgs.General(extension, "masu", "shu", 3)

local function hearts_of(ids)
  local hearts = sgs.IntList()
  for _, id in sgs.qlist(ids) do
    if sgs.Sanguosha:getCard(id):getSuit() == sgs.Card_Heart then
      hearts:append(id)
    end
  end
  return hearts
end

local xinzhan_card = sgs.CreateSkillCard({
  name = "xinzhan",
  target_fixed = true,
  on_use = function(_, room, source)
    room:playSkillEffect("xinzhan")
    local ids = room:getNCards(3)
    local hearts = hearts_of(ids)
    room:fillAG(ids, source)
    while not hearts:isEmpty() do
      local id = room:askForAG(source, hearts, true, "xinzhan")
      if id == -1 then
        break
      end
      hearts:removeOne(id)
      ids:removeOne(id)
      room:showCard(source, id)
      room:obtainCard(source, id)
    end
    source:invoke("clearAG")
    if not ids:isEmpty() then
      room:doGuanxing(source, ids, true)
    end
  end,
})

-- Once per play phase with more hand cards than max hp: look at the top three cards, take hearts
-- among them and put the others back in any order.
local xinzhan = sgs.CreateViewAsSkill({
  name = "xinzhan",
  view_as = function()
    return xinzhan_card:clone()
  end,
  enabled_at_play = function(_, player)
    return player:getHandcardNum() > player:getMaxHP() and not player:hasUsed("#xinzhan")
  end,
})

-- Whoever kills you discards all cards.
local huilei = sgs.CreateTriggerSkill({
  name = "huilei",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Death,
  can_trigger = function(_, target)
    return target ~= nil and target:hasSkill("huilei")
  end,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamageStar()
    local killer = damage and damage.from
    if killer and killer:isAlive() then
      local room = player:getRoom()
      room:playSkillEffect("huilei")
      send_log(room, "#HuileiThrow", killer, "huilei")
      killer:throwAllHandCards()
      killer:throwAllEquips()
    end
    return false
  end,
})

masu:addSkill(xinzhan)
masu:addSkill(huilei)

--
-- 法正 Fa Zheng
--

local fazheng = sgs.General(extension, "fazheng", "shu", 3)

-- Others draw a card per hp they heal you by; others who hurt you give you a heart or lose 1 hp.
local enyuan = sgs.CreateTriggerSkill({
  name = "enyuan",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.HpRecover, sgs.Damaged },
  priority = -1,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.HpRecover then
      local recover = data:toRecover()
      if recover.who and recover.who:isAlive() and is_other(player, recover.who) then
        room:playSkillEffect("enyuan", 1)
        recover.who:drawCards(recover.recover)
      end
      return false
    end
    local from = data:toDamage().from
    if not from or from:isDead() or not is_other(player, from) then
      return false
    end
    room:playSkillEffect("enyuan", 2)
    local heart = room:askForCard(from, ".H", "@enyuan:" .. player:objectName(), data)
    if heart then
      player:obtainCard(heart)
    else
      room:loseHp(from, 1)
    end
    return false
  end,
})

local xuanhuo_card = sgs.CreateSkillCard({
  name = "xuanhuo",
  will_throw = false,
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    room:playSkillEffect("xuanhuo")
    to:obtainCard(effect.card)
    local card = sgs.Sanguosha:getCard(room:askForCardChosen(from, to, "he", "xuanhuo"))
    local seen = room:getCardPlace(card:getId()) ~= sgs.Player_Hand
    room:moveCardTo(card, from, sgs.Player_Hand, seen)
    local receiver = room:askForPlayerChosen(from, room:getOtherPlayers(to), "xuanhuo")
    if receiver and is_other(from, receiver) then
      room:moveCardTo(card, receiver, sgs.Player_Hand, false)
    end
  end,
})

-- Once per play phase, give another a heart of your hand, take a card of theirs and give it to
-- anybody but them, or keep it.
local xuanhuo = sgs.CreateViewAsSkill({
  name = "xuanhuo",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:getSuit() == sgs.Card_Heart and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = xuanhuo_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng() and not player:hasUsed("#xuanhuo")
  end,
})

fazheng:addSkill(enyuan)
fazheng:addSkill(xuanhuo)
