-- The generals of Wu and Qun of the package 一将成名.

module("extensions.yjcm_wu", package.seeall)

extension = sgs.Package("yjcm")

local NO_LIMIT = 1000

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

-- Uses a slash that is made of nothing.
local function slash_by(skill, from, to)
  local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
  slash:setSkillName(skill)
  local use = sgs.CardUseStruct()
  use.card = slash
  use.from = from
  use.to:append(to)
  from:getRoom():useCard(use, false)
end

--
-- 凌统 Ling Tong
--

local lingtong = sgs.General(extension, "lingtong", "wu", 4)

local function others_where(player, fits)
  local found = sgs.SPlayerList()
  for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
    if fits(other) then
      found:append(other)
    end
  end
  return found
end

local function whirl(player)
  local room = player:getRoom()
  local far = others_where(player, function(other)
    return player:canSlash(other, false)
  end)
  local near = others_where(player, function(other)
    return player:distanceTo(other) <= 1
  end)
  local choices = {}
  if not far:isEmpty() then
    choices[#choices + 1] = "slash"
  end
  if not near:isEmpty() then
    choices[#choices + 1] = "damage"
  end
  choices[#choices + 1] = "nothing"
  local choice = room:askForChoice(player, "xuanfeng", table.concat(choices, "+"))
  if choice == "slash" then
    room:playSkillEffect("xuanfeng")
    slash_by("xuanfeng", player, room:askForPlayerChosen(player, far, "xuanfeng_slash"))
  elseif choice == "damage" then
    room:playSkillEffect("xuanfeng")
    local damage = sgs.DamageStruct()
    damage.from = player
    damage.to = room:askForPlayerChosen(player, near, "xuanfeng_damage")
    room:damage(damage)
  end
end

-- Whenever you lose an equip, slash anybody, or do 1 damage to a player at distance 1.
local xuanfeng = sgs.CreateTriggerSkill({
  name = "xuanfeng",
  events = sgs.CardLost,
  on_trigger = function(_, _, player, data)
    if data:toCardMove().from_place == sgs.Player_Equip then
      whirl(player)
    end
    return false
  end,
})

lingtong:addSkill(xuanfeng)

--
-- 徐盛 Xu Sheng
--

local xusheng = sgs.General(extension, "xusheng", "wu", 4)

-- After your slash hurt somebody, have them draw as many cards as they have hp and turn over.
local pojun = sgs.CreateTriggerSkill({
  name = "pojun",
  events = sgs.Damage,
  on_trigger = function(_, _, player, data)
    local damage, room = data:toDamage(), player:getRoom()
    local card, to = damage.card, damage.to
    if damage.chain or to:isDead() or not (card and card:inherits("Slash")) then
      return false
    end
    if room:askForSkillInvoke(player, "pojun", data) then
      room:playSkillEffect("pojun")
      to:drawCards(math.min(5, to:getHp()))
      to:turnOver()
    end
    return false
  end,
})

xusheng:addSkill(pojun)

--
-- 吴国太 Lady Wu
--

local wuguotai = sgs.General(extension, "wuguotai", "wu", 3, false)

local ganlu_card = sgs.CreateSkillCard({
  name = "ganlu",
  filter = function(_, targets, to_select, player)
    if #targets ~= 1 then
      return #targets == 0
    end
    local one, other = targets[1]:getEquips():length(), to_select:getEquips():length()
    return one + other > 0 and math.abs(one - other) <= player:getLostHp()
  end,
  feasible = function(_, targets)
    return #targets == 2
  end,
  on_use = function(_, room, _, targets)
    room:playSkillEffect("ganlu")
    local first, second = targets[1], targets[2]
    local first_equips = sgs.QList2Table(first:getEquips())
    local second_equips = sgs.QList2Table(second:getEquips())
    for _, card in ipairs(first_equips) do
      room:moveCardTo(card, nil, sgs.Player_Special)
    end
    for _, card in ipairs(second_equips) do
      room:moveCardTo(card, first, sgs.Player_Equip)
    end
    for _, card in ipairs(first_equips) do
      room:moveCardTo(card, second, sgs.Player_Equip)
    end
  end,
})

-- Once per play phase, two players whose numbers of equips differ by no more than your lost hp
-- exchange what they wear.
local ganlu = sgs.CreateViewAsSkill({
  name = "ganlu",
  view_as = function()
    return ganlu_card:clone()
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#ganlu")
  end,
})

-- When somebody is dying, show a hand card of theirs: unless it is basic, they discard it and heal
-- by 1.
local buyi = sgs.CreateTriggerSkill({
  name = "buyi",
  events = sgs.Dying,
  can_trigger = function(_, target)
    return target ~= nil and target:isAlive()
  end,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    local owner = room:findPlayerBySkillName("buyi")
    if not owner or player:getHp() > 0 or player:isKongcheng() then
      return false
    end
    if not room:askForSkillInvoke(owner, "buyi", data) then
      return false
    end
    room:playSkillEffect("buyi")
    local card
    if is_other(owner, player) then
      card = sgs.Sanguosha:getCard(room:askForCardChosen(owner, player, "h", "buyi"))
    else
      card = room:askForCardShow(player, owner, "buyi")
    end
    room:showCard(player, card:getEffectiveId())
    if card:getTypeId() ~= sgs.Card_Basic then
      room:throwCard(card)
      local recover = sgs.RecoverStruct()
      recover.who = owner
      room:recover(player, recover)
    end
    return false
  end,
})

wuguotai:addSkill(ganlu)
wuguotai:addSkill(buyi)

--
-- 陈宫 Chen Gong
--

local chengong = sgs.General(extension, "chengong", "qun", 3)

local function can_be_slashed_by(player)
  return others_where(player, function(other)
    return player:canSlash(other)
  end)
end

local mingce_card = sgs.CreateSkillCard({
  name = "mingce",
  will_throw = false,
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    room:playSkillEffect("mingce")
    to:obtainCard(effect.card)
    local prey = can_be_slashed_by(to)
    local choice = "draw"
    if not prey:isEmpty() then
      choice = room:askForChoice(to, "mingce", "use+draw")
    end
    if choice == "use" then
      slash_by("mingce", to, room:askForPlayerChosen(from, prey, "mingce"))
    else
      to:drawCards(1)
    end
  end,
})

-- Once per play phase, give another an equip or a slash; they slash a player of your choice in
-- their range, or draw a card.
local mingce = sgs.CreateViewAsSkill({
  name = "mingce",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:inherits("EquipCard") or to_select:inherits("Slash")
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = mingce_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#mingce")
  end,
})

-- Hurt outside your turn, neither slashes nor tricks do anything to you until that turn ends.
local zhichi = sgs.CreateTriggerSkill({
  name = "zhichi",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damaged, sgs.CardEffected },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.Damaged then
      local current = room:getCurrent()
      if player:getPhase() == sgs.Player_NotActive and current and current:isAlive() then
        room:playSkillEffect("zhichi")
        room:setPlayerMark(player, "@late", 1)
      end
      return false
    end
    local card = data:toCardEffect().card
    if player:getMark("@late") == 0 or not (card:inherits("Slash") or card:isNDTrick()) then
      return false
    end
    send_log(room, "#SkillNullify", player, "zhichi", card:objectName())
    return true
  end,
})

local zhichi_ends = sgs.CreateTriggerSkill({
  name = "#zhichi-ends",
  events = sgs.PhaseChange,
  can_trigger = function(_, target)
    return target:getPhase() == sgs.Player_NotActive
  end,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getAlivePlayers()) do
      if other:getMark("@late") > 0 then
        room:setPlayerMark(other, "@late", 0)
      end
    end
    return false
  end,
})

chengong:addSkill(mingce)
chengong:addSkill(zhichi)
chengong:addSkill(zhichi_ends)

--
-- 高顺 Gao Shun
--

local gaoshun = sgs.General(extension, "gaoshun", "qun", 4)

local xianzhen_card = sgs.CreateSkillCard({
  name = "xianzhen",
  will_throw = false,
  filter = function(_, targets, to_select, player)
    return #targets == 0 and is_other(player, to_select) and not to_select:isKongcheng()
  end,
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    room:playSkillEffect("xianzhen")
    local card = sgs.Sanguosha:getCard(effect.card:getEffectiveId())
    if not from:pindian(to, "xianzhen", card) then
      room:setPlayerFlag(from, "xianzhen_failed")
      return
    end
    room:setPlayerFlag(from, "xianzhen_success")
    room:setPlayerMark(to, "xianzhen", 1)
    room:setPlayerMark(to, "qinggang", to:getMark("qinggang") + 1)
    room:setFixedDistance(from, to, 1)
  end,
})

local xianzhen_view_as = sgs.CreateViewAsSkill({
  name = "xianzhen",
  n = 1,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = xianzhen_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng() and not player:hasUsed("#xianzhen")
  end,
})

-- Once per play phase, a point fight. Won: neither distance nor armor nor the number of slashes
-- protects the other from you this turn. Lost: you cannot slash this turn.
local xianzhen = sgs.CreateTriggerSkill({
  name = "xianzhen",
  events = { sgs.PhaseChange, sgs.Death },
  owned = "xianzhen",
  view_as_skill = xianzhen_view_as,
  can_trigger = function(_, target)
    return target:hasSkill("xianzhen")
  end,
  on_trigger = function(_, event, player)
    local over = event == sgs.Death or player:getPhase() == sgs.Player_NotActive
    if not over or not player:hasFlag("xianzhen_success") then
      return false
    end
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      if other:getMark("xianzhen") > 0 then
        room:setPlayerMark(other, "xianzhen", 0)
        room:setPlayerMark(other, "qinggang", other:getMark("qinggang") - 1)
        room:setFixedDistance(player, other, -1)
      end
    end
    return false
  end,
})

local xianzhen_quota = sgs.CreateTargetModSkill({
  name = "#xianzhen-quota",
  pattern = "Slash",
  residue_func = function(_, from)
    return from:hasFlag("xianzhen_success") and NO_LIMIT or 0
  end,
})

-- The quota above is for one target only: the others keep theirs.
local xianzhen_others = sgs.CreateProhibitSkill({
  name = "#xianzhen-others",
  marked = { "xianzhen_failed", "xianzhen_success" },
  is_prohibited = function(_, from, to, card)
    if not card:inherits("Slash") or from:getPhase() ~= sgs.Player_Play then
      return false
    elseif from:hasFlag("xianzhen_failed") then
      return true
    end
    return from:hasFlag("xianzhen_success")
      and to:getMark("xianzhen") == 0
      and from:getSlashCount() > 0
      and not from:hasWeapon("crossbow")
  end,
})

-- Your analeptics are slashes.
local jinjiu = sgs.CreateFilterSkill({
  name = "jinjiu",
  view_filter = function(_, card)
    return card:objectName() == "analeptic"
  end,
  view_as = function(_, card)
    local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
    slash:addSubcard(card:getId())
    slash:setSkillName("jinjiu")
    return slash
  end,
})

gaoshun:addSkill(xianzhen)
gaoshun:addSkill(xianzhen_quota)
gaoshun:addSkill(xianzhen_others)
gaoshun:addSkill(jinjiu)
