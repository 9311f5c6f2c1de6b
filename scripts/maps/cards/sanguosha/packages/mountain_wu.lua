-- The skills of Sun Ce 孙策, and of Zhang Zhao and Zhang Hong 张昭张纮, generals of the mountain
-- package 山.

module("extensions.mountain_wu", package.seeall)

extension = sgs.Package("mountain")

local skills = sgs.SkillList()

local function always()
  return true
end

local function is_same(a, b)
  return a:objectName() == b:objectName()
end

local function tell(kind, player, skill, to)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = player
  if to then
    log.to:append(to)
  end
  log.arg = skill
  player:getRoom():sendLog(log)
end

-- Cards as one, to be moved at once.
local function bundle(ids)
  return sgs.Card_Parse("$" .. table.concat(ids, "+"))
end

-- Those of the ids that lie in the discard pile.
local function discarded(room, ids)
  local found = {}
  for _, id in ipairs(ids) do
    if room:getCardPlace(id) == sgs.Player_DiscardedPile then
      found[#found + 1] = id
    end
  end
  return found
end

--
-- Sun Ce
--

-- Jiang: using a duel or a red slash, or being its target, you may draw a card.
local jiang = sgs.CreateTriggerSkill({
  name = "jiang",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardUsed, sgs.CardEffected },
  on_trigger = function(_, event, player, data)
    local about = event == sgs.CardUsed and data:toCardUse() or data:toCardEffect()
    local card = about.card
    if card:inherits("Duel") or card:inherits("Slash") and card:isRed() then
      if player:getRoom():askForSkillInvoke(player, "jiang", data) then
        player:drawCards(1)
      end
    end
    return false
  end,
})
skills:append(jiang)

-- Hunzi (wake): beginning a turn with 1 hp, lose 1 max hp and gain Yingzi and Yinghun.
local hunzi = sgs.CreateTriggerSkill({
  name = "hunzi",
  frequency = sgs.Skill_Wake,
  events = sgs.TurnStart,
  priority = 3,
  on_trigger = function(_, _, player)
    if player:getHp() ~= 1 or not player:faceUp() or player:getMark("hunzi") > 0 then
      return false
    end
    local room = player:getRoom()
    room:setPlayerMark(player, "hunzi", 1)
    tell("#Awaken", player, "hunzi")
    room:loseMaxHp(player)
    room:acquireSkill(player, "yingzi")
    room:acquireSkill(player, "yinghun")
    return false
  end,
})
skills:append(hunzi)

-- Zhiba (lord): once per play phase another player of wu may fight points with you, which you may
-- refuse once you have awakened. Unless they win, you may take both cards.
local zhiba_card = sgs.CreateSkillCard({
  name = "zhiba",
  will_throw = false,
  filter = function(_, targets, to_select)
    return #targets == 0
      and not is_same(to_select, sgs.Self)
      and to_select:hasLordSkill("zhiba")
      and not to_select:isKongcheng()
  end,
  on_use = function(self, room, source, targets)
    local lord = targets[1]
    local may_refuse = lord:getMark("hunzi") > 0
    if may_refuse and room:askForChoice(lord, "zhiba", "accept+reject") == "reject" then
      tell("#ZhibaReject", lord, "zhiba", source)
      return
    end
    source:pindian(lord, "zhiba", sgs.Sanguosha:getCard(self:getEffectiveId()))
  end,
})
local zhiba_pindian = sgs.CreateViewAsSkill({
  name = "zhiba_pindian",
  n = 1,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local card = zhiba_card:clone()
    card:addSubcard(cards[1]:getId())
    card:setSkillName("zhiba_pindian")
    return card
  end,
  enabled_at_play = function(_, player)
    local may = player:getKingdom() == "wu" and not player:hasUsed("#zhiba")
    return may and not player:isKongcheng()
  end,
})
-- Lends the others the button, and takes the cards after the rules have thrown them.
local zhiba = sgs.CreateTriggerSkill({
  name = "zhiba$",
  events = { sgs.GameStart, sgs.Pindian },
  priority = -1,
  can_trigger = always,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.GameStart then
      if player:hasLordSkill("zhiba") then
        for _, other in sgs.qlist(room:getOtherPlayers(player)) do
          room:attachSkillToPlayer(other, "zhiba_pindian")
        end
      end
      return false
    end
    local fight = data:toPindian()
    local is_won = fight.from_card:getNumber() > fight.to_card:getNumber()
    if fight.reason ~= "zhiba" or is_won or fight.to:isDead() then
      return false
    end
    local ids = { fight.from_card:getEffectiveId(), fight.to_card:getEffectiveId() }
    ids = discarded(room, ids)
    if #ids > 0 and room:askForSkillInvoke(fight.to, "zhiba", data) then
      fight.to:obtainCard(bundle(ids))
    end
    return false
  end,
})
skills:append(zhiba_pindian)
skills:append(zhiba)

--
-- Zhang Zhao and Zhang Hong
--

-- Zhijian: put an equip of your hand before another player whose place for it is free; draw a card.
local zhijian_card = sgs.CreateSkillCard({
  name = "zhijian",
  will_throw = false,
  filter = function(self, targets, to_select)
    local equip = sgs.Sanguosha:getCard(self:getEffectiveId())
    return #targets == 0
      and equip ~= nil
      and not is_same(to_select, sgs.Self)
      and to_select:getEquip(equip:location()) == nil
  end,
  on_effect = function(_, effect)
    local from, room = effect.from, effect.from:getRoom()
    local equip = sgs.Sanguosha:getCard(effect.card:getEffectiveId())
    room:moveCardTo(equip, effect.to, sgs.Player_Equip, true)
    from:drawCards(1)
  end,
})
local zhijian = sgs.CreateViewAsSkill({
  name = "zhijian",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:inherits("EquipCard") and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local card = zhijian_card:clone()
    card:addSubcard(cards[1]:getId())
    card:setSkillName("zhijian")
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng()
  end,
})
skills:append(zhijian)

-- Remembers what was thrown in a discard phase, as ids joined by "+".
local function remember(room, card)
  local ids = sgs.QList2Table(card:getSubcards())
  if #ids == 0 then
    ids = { card:getEffectiveId() }
  end
  local text = room:getTag("guzheng"):toString()
  for _, id in ipairs(ids) do
    text = text .. (text == "" and "" or "+") .. id
  end
  room:setTag("guzheng", sgs.QVariant(text))
end

-- The remembered cards that still lie in the discard pile; they are forgotten.
local function recall(room)
  local ids = {}
  for id in string.gmatch(room:getTag("guzheng"):toString(), "%d+") do
    ids[#ids + 1] = tonumber(id)
  end
  room:removeTag("guzheng")
  return discarded(room, ids)
end

-- Gives one of the cards back to who threw them, and takes the others.
local function share(room, owner, player, ids)
  local list = sgs.IntList()
  for _, id in ipairs(ids) do
    list:append(id)
  end
  local back = ids[1]
  if #ids > 1 then
    room:fillAG(list, owner)
    back = room:askForAG(owner, list, false, "guzheng")
    owner:invoke("clearAG")
  end
  player:obtainCard(sgs.Sanguosha:getCard(back))
  local rest = {}
  for _, id in ipairs(ids) do
    if id ~= back then
      rest[#rest + 1] = id
    end
  end
  if #rest > 0 then
    owner:obtainCard(bundle(rest))
  end
end

-- Guzheng: at the end of another player's discard phase you may give them back one of the cards
-- they threw in it, and take the others.
local guzheng = sgs.CreateTriggerSkill({
  name = "guzheng",
  events = { sgs.CardDiscarded, sgs.PhaseChange },
  owned = "guzheng",
  priority = 2,
  can_trigger = always,
  on_trigger = function(_, event, player, data)
    local phase, room = player:getPhase(), player:getRoom()
    if event == sgs.CardDiscarded then
      if phase == sgs.Player_Discard then
        remember(room, data:toCard())
      end
      return false
    end
    if phase ~= sgs.Player_Finish and phase ~= sgs.Player_NotActive then
      return false
    end
    local ids = recall(room)
    if #ids == 0 or player:isDead() then
      return false
    end
    for _, owner in sgs.qlist(room:getOtherPlayers(player)) do
      if owner:hasSkill("guzheng") and room:askForSkillInvoke(owner, "guzheng", data) then
        share(room, owner, player, ids)
        break
      end
    end
    return false
  end,
})
skills:append(guzheng)

sgs.Sanguosha:addSkills(skills)
