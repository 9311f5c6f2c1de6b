-- The eight generals of the thicket package 林.

module("extensions.thicket", package.seeall)

extension = sgs.Package("thicket")

local function always()
  return true
end

local function is_same(a, b)
  return a:objectName() == b:objectName()
end

-- Writes a line about a player and a skill.
local function tell(kind, player, skill)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = player
  log.arg = skill
  player:getRoom():sendLog(log)
end

local function heal(player, who, count)
  local recover = sgs.RecoverStruct()
  recover.who = who
  recover.recover = count
  player:getRoom():recover(player, recover)
end

-- Cards as one, to be moved at once.
local function bundle(ids)
  return sgs.Card_Parse("$" .. table.concat(ids, "+"))
end

-- The cards of the deck that a card consists of.
local function ids_of(card)
  return card:isVirtualCard() and sgs.QList2Table(card:getSubcards()) or { card:getEffectiveId() }
end

-- Discards so many cards of a player's choice, all if there are no more.
local function discard(player, reason, count)
  if player:getCardCount(true) > count then
    player:getRoom():askForDiscard(player, reason, count, false, true)
  else
    player:throwAllHandCards()
    player:throwAllEquips()
  end
end

-- 徐晃 Xu Huang
local xuhuang = sgs.General(extension, "xuhuang", "wei")

-- Duanliang: black basic cards and equips count as supply shortages, which you may use up to
-- distance 2.
local duanliang = sgs.CreateViewAsSkill({
  name = "duanliang",
  n = 1,
  view_filter = function(_, _, to_select)
    local fits = to_select:inherits("BasicCard") or to_select:inherits("EquipCard")
    return fits and to_select:isBlack()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local suit, number = cards[1]:getSuit(), cards[1]:getNumber()
    local shortage = sgs.Sanguosha:cloneCard("supply_shortage", suit, number)
    shortage:addSubcard(cards[1]:getId())
    shortage:setSkillName("duanliang")
    return shortage
  end,
})
local duanliang_distance = sgs.CreateTargetModSkill({
  name = "#duanliang-distance",
  pattern = "SupplyShortage",
  distance_limit_func = function(_, from)
    return from:hasSkill("duanliang") and 1 or 0
  end,
})
xuhuang:addSkill(duanliang)
xuhuang:addSkill(duanliang_distance)

-- 曹丕 Cao Pi
local caopi = sgs.General(extension, "caopi$", "wei", 3)

-- Xingshang: when another player dies, you may take all cards of their hand and equips.
local xingshang = sgs.CreateTriggerSkill({
  name = "xingshang",
  events = sgs.Death,
  can_trigger = always,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    for _, owner in sgs.qlist(room:getOtherPlayers(player)) do
      local may = owner:hasSkill("xingshang") and not player:isNude()
      if may and room:askForSkillInvoke(owner, "xingshang", data) then
        local ids = {}
        for _, card in sgs.qlist(player:getCards("he")) do
          ids[#ids + 1] = card:getId()
        end
        room:moveCardTo(bundle(ids), owner, sgs.Player_Hand, false)
      end
    end
    return false
  end,
})
caopi:addSkill(xingshang)

-- Fangzhu: after damage, you may let another player draw as many cards as you lost hp, and flip.
local fangzhu = sgs.CreateTriggerSkill({
  name = "fangzhu",
  events = sgs.Damaged,
  priority = -1,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    if room:askForSkillInvoke(player, "fangzhu", data) then
      local target = room:askForPlayerChosen(player, room:getOtherPlayers(player), "fangzhu")
      target:drawCards(player:getLostHp())
      target:turnOver()
    end
    return false
  end,
})
caopi:addSkill(fangzhu)

-- Songwei (lord): another player of wei whose judgement came out black may let you draw a card.
local songwei = sgs.CreateTriggerSkill({
  name = "songwei$",
  events = sgs.FinishJudge,
  -- Before those who take the card, which ends the judgement.
  priority = 2,
  can_trigger = function(_, target)
    return target ~= nil and target:getKingdom() == "wei"
  end,
  on_trigger = function(_, _, player, data)
    if not data:toJudge().card:isBlack() then
      return false
    end
    local room = player:getRoom()
    for _, lord in sgs.qlist(room:getOtherPlayers(player)) do
      local who = sgs.QVariant()
      who:setValue(lord)
      if lord:hasLordSkill("songwei") and room:askForSkillInvoke(player, "songwei", who) then
        lord:drawCards(1)
      end
    end
    return false
  end,
})
caopi:addSkill(songwei)

-- 孟获 Meng Huo
local menghuo = sgs.General(extension, "menghuo", "shu")

-- Huoshou (locked): savage assaults do not affect you, and you are the source of their damage.
local huoshou = sgs.CreateTriggerSkill({
  name = "huoshou",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardEffected, sgs.Predamage },
  owned = "huoshou",
  priority = 2,
  can_trigger = always,
  on_trigger = function(_, event, player, data)
    if event == sgs.CardEffected then
      local is_immune = player:isAlive() and player:hasSkill("huoshou")
      if is_immune and data:toCardEffect().card:inherits("SavageAssault") then
        tell("#SavageAssaultAvoid", player, "huoshou")
        return true
      end
      return false
    end
    local damage = data:toDamage()
    local owner = player:getRoom():findPlayerBySkillName("huoshou")
    if not (owner and damage.card and damage.card:inherits("SavageAssault")) then
      return false
    end
    if not is_same(owner, player) then
      tell("#HuoshouSource", owner, "huoshou")
      damage.from = owner
      data:setValue(damage)
    end
    return false
  end,
})
menghuo:addSkill(huoshou)

-- Zaiqi: wounded, instead of drawing you may turn up a card for each hp you lost: hearts heal you
-- by 1 each and are discarded, the others go to your hand.
local zaiqi = sgs.CreateTriggerSkill({
  name = "zaiqi",
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Draw or not player:isWounded() then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "zaiqi") then
      return false
    end
    local hearts, others = {}, {}
    for _, id in sgs.qlist(room:getNCards(player:getLostHp())) do
      local card = sgs.Sanguosha:getCard(id)
      room:showCard(player, id)
      table.insert(card:getSuit() == sgs.Card_Heart and hearts or others, id)
    end
    if #hearts > 0 then
      heal(player, player, #hearts)
      room:throwCard(bundle(hearts))
    end
    if #others > 0 then
      player:obtainCard(bundle(others))
    end
    return true
  end,
})
menghuo:addSkill(zaiqi)

-- 祝融 Lady Zhurong
local zhurong = sgs.General(extension, "zhurong", "shu", 4, false)

-- Juxiang (locked): savage assaults do not affect you; you take those that others used.
local juxiang = sgs.CreateTriggerSkill({
  name = "juxiang",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.CardEffected, sgs.CardFinished },
  owned = "juxiang",
  can_trigger = always,
  on_trigger = function(_, event, player, data)
    if event == sgs.CardEffected then
      local is_immune = player:isAlive() and player:hasSkill("juxiang")
      if is_immune and data:toCardEffect().card:inherits("SavageAssault") then
        tell("#SavageAssaultAvoid", player, "juxiang")
        return true
      end
      return false
    end
    local card, room = data:toCardUse().card, player:getRoom()
    local owner = room:findPlayerBySkillName("juxiang")
    if not card:inherits("SavageAssault") or not owner or is_same(owner, player) then
      return false
    end
    local left = {}
    for _, id in ipairs(ids_of(card)) do
      if room:getCardPlace(id) == sgs.Player_DiscardedPile then
        left[#left + 1] = id
      end
    end
    if #left > 0 then
      tell("#JuxiangTake", owner, "juxiang")
      owner:obtainCard(bundle(left))
    end
    return false
  end,
})
zhurong:addSkill(juxiang)

-- Lieren: after damage by your slash, you may fight points with the target; won, you take one of
-- their cards.
local lieren = sgs.CreateTriggerSkill({
  name = "lieren",
  events = sgs.Damage,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamage()
    local target, card = damage.to, damage.card
    if damage.chain or not card or not card:inherits("Slash") or target:isDead() then
      return false
    end
    if is_same(player, target) or player:isKongcheng() or target:isKongcheng() then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "lieren", data) then
      return false
    end
    if player:pindian(target, "lieren") and not target:isNude() then
      local id = room:askForCardChosen(player, target, "he", "lieren")
      local is_open = room:getCardPlace(id) ~= sgs.Player_Hand
      room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, is_open)
    end
    return false
  end,
})
zhurong:addSkill(lieren)

-- 孙坚 Sun Jian
local sunjian = sgs.General(extension, "sunjian", "wu")

-- Yinghun: wounded at the start of your turn, you may let another player draw X cards and discard
-- one, or draw one and discard X; X is the hp you lost.
local yinghun = sgs.CreateTriggerSkill({
  name = "yinghun",
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Start or not player:isWounded() then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "yinghun") then
      return false
    end
    local target = room:askForPlayerChosen(player, room:getOtherPlayers(player), "yinghun")
    local lost = player:getLostHp()
    local is_kind = lost == 1 or room:askForChoice(player, "yinghun", "d1tx+dxt1") == "dxt1"
    target:drawCards(is_kind and lost or 1)
    discard(target, "yinghun", is_kind and 1 or lost)
    return false
  end,
})
sunjian:addSkill(yinghun)

-- 鲁肃 Lu Su
local lusu = sgs.General(extension, "lusu", "wu", 3)

local KEPT_BY_HAOSHI = 5

-- Those of the others who have the fewest hand cards.
local function poorest(room, player)
  local found, fewest = sgs.SPlayerList(), math.huge
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    local count = other:getHandcardNum()
    if count < fewest then
      found, fewest = sgs.SPlayerList(), count
    end
    if count == fewest then
      found:append(other)
    end
  end
  return found
end

-- Haoshi: you may draw two more cards; with more than five in hand then, you give half of them,
-- rounded down, to a player with the fewest.
local haoshi = sgs.CreateTriggerSkill({
  name = "haoshi",
  events = { sgs.DrawNCards, sgs.CardDrawnDone },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.DrawNCards then
      if room:askForSkillInvoke(player, "haoshi", data) then
        player:setFlags("haoshi")
        data:setValue(data:toInt() + 2)
      end
      return false
    end
    if not player:hasFlag("haoshi") then
      return false
    end
    player:setFlags("-haoshi")
    local count = player:getHandcardNum()
    local poor = poorest(room, player)
    if count <= KEPT_BY_HAOSHI or poor:isEmpty() then
      return false
    end
    local gift = room:askForExchange(player, "haoshi", math.floor(count / 2))
    local target = poor:first()
    if poor:length() > 1 then
      target = room:askForPlayerChosen(player, poor, "haoshi")
    end
    room:moveCardTo(gift, target, sgs.Player_Hand, false)
    return false
  end,
})
lusu:addSkill(haoshi)

-- Dimeng: once per play phase, discard as many cards as two other players' hands differ by; they
-- swap their hands.
local dimeng_card = sgs.CreateSkillCard({
  name = "dimeng",
  filter = function(self, targets, to_select)
    if is_same(to_select, sgs.Self) or #targets > 1 then
      return false
    end
    if #targets == 0 then
      return true
    end
    local first, second = targets[1]:getHandcardNum(), to_select:getHandcardNum()
    local is_new = not is_same(targets[1], to_select)
    return is_new and first + second > 0 and math.abs(first - second) == self:subcardsLength()
  end,
  feasible = function(_, targets)
    return #targets == 2
  end,
  on_use = function(self, room, _, targets)
    room:throwCard(self)
    local a, b = targets[1], targets[2]
    local hand_a, hand_b = a:wholeHandCards(), b:wholeHandCards()
    if hand_a then
      room:moveCardTo(hand_a, b, sgs.Player_Hand, false)
    end
    if hand_b then
      room:moveCardTo(hand_b, a, sgs.Player_Hand, false)
    end
  end,
})
local dimeng = sgs.CreateViewAsSkill({
  name = "dimeng",
  n = 999,
  view_filter = always,
  view_as = function(_, cards)
    local made = dimeng_card:clone()
    for _, card in ipairs(cards) do
      made:addSubcard(card:getId())
    end
    made:setSkillName("dimeng")
    return made
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#dimeng")
  end,
})
lusu:addSkill(dimeng)

-- Their skills are in thicket_qun.

-- 董卓 Dong Zhuo
local dongzhuo = sgs.General(extension, "dongzhuo$", "qun", 8)
dongzhuo:addSkill("jiuchi")
dongzhuo:addSkill("roulin")
dongzhuo:addSkill("benghuai")
dongzhuo:addSkill("baonue")

-- 贾诩 Jia Xu
local jiaxu = sgs.General(extension, "jiaxu", "qun", 3)
jiaxu:addSkill("wansha")
jiaxu:addSkill("luanwu")
jiaxu:addSkill("#luanwu-prohibit")
jiaxu:addSkill("#@chaos-1")
jiaxu:addSkill("weimu")
