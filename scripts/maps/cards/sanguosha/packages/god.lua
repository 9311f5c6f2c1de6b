-- The god generals Guan Yu, Lü Meng and Zhou Yu. The others are in god_stars and god_wrath.

module("extensions.god", package.seeall)

extension = sgs.Package("god")

local NO_LIMIT = 1000

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local function clear_panel(player)
  player:invoke("clearAG")
end

local function set_marks(room, mark, value)
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    if player:getMark(mark) > 0 then
      room:setPlayerMark(player, mark, value)
    end
  end
end

-- A damage of fire without a card.
local function burn(from, to, count)
  local damage = sgs.DamageStruct()
  damage.from = from
  damage.to = to
  damage.damage = count
  damage.nature = sgs.DamageStruct_Fire
  to:getRoom():damage(damage)
end

--
-- Guan Yu
--

local shenguanyu = sgs.General(extension, "shenguanyu", "god", 5)

-- Heart hand cards are slashes.
local wushen = sgs.CreateFilterSkill({
  name = "wushen",
  view_filter = function(_, card)
    return card:getSuit() == sgs.Card_Heart and not card:isEquipped()
  end,
  view_as = function(_, card)
    local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
    slash:addSubcard(card:getId())
    slash:setSkillName("wushen")
    return slash
  end,
})

-- Slashes of heart have no distance limit.
local wushen_range = sgs.CreateTargetModSkill({
  name = "#wushen-range",
  pattern = "Slash",
  distance_limit_func = function(_, from, card)
    local limitless = card and card:getSuit() == sgs.Card_Heart and from:hasSkill("wushen")
    return limitless and NO_LIMIT or 0
  end,
})

-- Whoever hurts you gets a nightmare per point, also for the blow that kills you.
local wuhun = sgs.CreateTriggerSkill({
  name = "wuhun",
  frequency = sgs.Skill_Compulsory,
  events = sgs.DamageDone,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamage()
    local from = damage.from
    if from and from:isAlive() and from:objectName() ~= player:objectName() then
      player:getRoom():playSkillEffect("wuhun")
      from:gainMark("@nightmare", damage.damage)
    end
    return false
  end,
})

-- Those with the most nightmares, if anybody has one.
local function haunted(room)
  local most, players = 1, sgs.SPlayerList()
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    local nightmares = player:getMark("@nightmare")
    if nightmares > most then
      most, players = nightmares, sgs.SPlayerList()
    end
    if nightmares == most then
      players:append(player)
    end
  end
  return players
end

-- When you die, one with the most nightmares judges and dies unless it is a Peach or Peach Garden.
local wuhun_revenge = sgs.CreateTriggerSkill({
  name = "#wuhun-revenge",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Death,
  can_trigger = function(_, target)
    return target ~= nil and target:hasSkill("wuhun")
  end,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    local foes = haunted(room)
    if foes:isEmpty() then
      return false
    end
    local foe = foes:first()
    if foes:length() > 1 then
      foe = room:askForPlayerChosen(player, foes, "wuhun") or foe
    end
    set_marks(room, "@nightmare", 0)
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(Peach|GodSalvation):(.*):(.*)")
    judge.good = true
    judge.reason = "wuhun"
    judge.who = foe
    room:judge(judge)
    if judge:isBad() and foe:isAlive() then
      send_log(room, "#WuhunRevenge", foe, "wuhun")
      room:killPlayer(foe)
    end
    return false
  end,
})

shenguanyu:addSkill(wushen)
shenguanyu:addSkill(wushen_range)
shenguanyu:addSkill(wuhun)
shenguanyu:addSkill(wuhun_revenge)

--
-- Lü Meng
--

local shenlumeng = sgs.General(extension, "shenlumeng", "god", 3)

-- Takes the chosen card off the panel, and the others of its suit to the discard pile.
local function take_of_suit(player, ids, chosen)
  local room = player:getRoom()
  local suit = sgs.Sanguosha:getCard(chosen):getSuit()
  ids:removeOne(chosen)
  room:takeAG(player, chosen)
  for _, id in ipairs(sgs.QList2Table(ids)) do
    if sgs.Sanguosha:getCard(id):getSuit() == suit then
      ids:removeOne(id)
      room:takeAG(nil, id)
    end
  end
end

-- Instead of drawing, show five cards and take one of each suit.
local shelie = sgs.CreateTriggerSkill({
  name = "shelie",
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Draw then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "shelie") then
      return false
    end
    room:playSkillEffect("shelie")
    local ids = room:getNCards(5)
    room:fillAG(ids)
    while not ids:isEmpty() do
      take_of_suit(player, ids, room:askForAG(player, ids, false, "shelie"))
    end
    for _, other in sgs.qlist(room:getPlayers()) do
      clear_panel(other)
    end
    return true
  end,
})

local gongxin_card = sgs.CreateSkillCard({
  name = "gongxin",
  filter = function(_, targets, to_select, player)
    return #targets == 0
      and to_select:objectName() ~= player:objectName()
      and not to_select:isKongcheng()
  end,
  on_effect = function(_, effect)
    local room = effect.from:getRoom()
    room:playSkillEffect("gongxin")
    room:doGongxin(effect.from, effect.to)
  end,
})

-- Once per play phase, look at a hand; one heart of it may be discarded or put on the draw pile.
local gongxin = sgs.CreateViewAsSkill({
  name = "gongxin",
  view_as = function()
    return gongxin_card:clone()
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#gongxin")
  end,
})

shenlumeng:addSkill(shelie)
shenlumeng:addSkill(gongxin)

--
-- Zhou Yu
--

local shenzhouyu = sgs.General(extension, "shenzhouyu", "god", 4)

local function play_the_lute(player)
  local room = player:getRoom()
  local choices = "down"
  for _, other in sgs.qlist(room:getAlivePlayers()) do
    if other:isWounded() then
      choices = "up+down"
    end
  end
  local up = room:askForChoice(player, "qinyin", choices) == "up"
  for _, other in sgs.qlist(room:getAllPlayers()) do
    if up then
      local recover = sgs.RecoverStruct()
      recover.who = player
      room:recover(other, recover)
    elseif other:isAlive() then
      room:loseHp(other, 1)
    end
  end
end

-- Once two or more hand cards are discarded in your discard phase, all may heal or lose 1 hp.
local qinyin = sgs.CreateTriggerSkill({
  name = "qinyin",
  events = { sgs.PhaseChange, sgs.CardLost, sgs.CardLostDone },
  on_trigger = function(_, event, player, data)
    if player:getPhase() ~= sgs.Player_Discard then
      return false
    end
    local room = player:getRoom()
    if event == sgs.PhaseChange then
      player:setMark("qinyin", 0)
    elseif event == sgs.CardLost then
      local move = data:toCardMove()
      if move.from_place == sgs.Player_Hand and move.to_place == sgs.Player_DiscardedPile then
        player:addMark("qinyin")
      end
    elseif player:getMark("qinyin") >= 2 and not player:hasFlag("qinyin_asked") then
      room:setPlayerFlag(player, "qinyin_asked")
      if room:askForSkillInvoke(player, "qinyin") then
        room:playSkillEffect("qinyin")
        play_the_lute(player)
      end
    end
    return false
  end,
})

local yeyan_start = sgs.CreateGameStartSkill({
  name = "#@flame-1",
  on_gamestart = function(_, player)
    player:gainMark("@flame", 1)
  end,
})

local small_yeyan_card = sgs.CreateSkillCard({
  name = "smallyeyan",
  filter = function(_, targets)
    return #targets < 3
  end,
  on_use = function(_, room, source, targets)
    source:loseMark("@flame")
    room:playSkillEffect("yeyan", 1)
    for _, target in ipairs(targets) do
      burn(source, target, 1)
    end
  end,
})

-- Three points at one player, or two at the first and one at the second.
local great_yeyan_card = sgs.CreateSkillCard({
  name = "greatyeyan",
  filter = function(_, targets)
    return #targets < 2
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    source:loseMark("@flame")
    room:playSkillEffect("yeyan", 2)
    room:loseHp(source, 3)
    burn(source, targets[1], #targets == 1 and 3 or 2)
    if targets[2] then
      burn(source, targets[2], 1)
    end
  end,
})

-- Once per game: 1 fire damage to each of up to three players; or discard a hand card of each suit
-- and lose 3 hp, to deal 3 fire damage to one player, or 2 and 1 to two.
local yeyan = sgs.CreateViewAsSkill({
  name = "yeyan",
  n = 4,
  view_filter = function(_, selected, to_select)
    for _, card in ipairs(selected) do
      if card:getSuit() == to_select:getSuit() then
        return false
      end
    end
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return small_yeyan_card:clone()
    elseif #cards < 4 then
      return nil
    end
    local card = great_yeyan_card:clone()
    for _, part in ipairs(cards) do
      card:addSubcard(part)
    end
    return card
  end,
  enabled_at_play = function(_, player)
    return player:getMark("@flame") > 0
  end,
})

shenzhouyu:addSkill(qinyin)
shenzhouyu:addSkill(yeyan)
shenzhouyu:addSkill(yeyan_start)

sgs.LoadTranslationTable({
  ["god"] = "神",
  ["shenguanyu"] = "神关羽",
  ["wushen"] = "武神",
  [":wushen"] = "锁定技，你的红桃手牌均视为【杀】；你使用红桃【杀】时无距离限制。",
  ["wuhun"] = "武魂",
  [":wuhun"] = "锁定技，你每受到1点伤害，伤害来源获得一枚“梦魇”标记；你死亡时，"
    .. "拥有最多该标记的一名角色判定：若不为【桃】或【桃园结义】，该角色死亡。",
  ["@nightmare"] = "梦魇",
  ["#WuhunRevenge"] = "%from 被【%arg】带走",
  ["shenlumeng"] = "神吕蒙",
  ["shelie"] = "涉猎",
  [":shelie"] = "摸牌阶段，你可以改为亮出牌堆顶的五张牌，获得不同花色的牌各一张，弃置其余。",
  ["gongxin"] = "攻心",
  [":gongxin"] = "出牌阶段限一次，你可以观看一名其他角色的手牌，并可将其中一张红桃牌弃置或置于牌堆顶。",
  ["gongxin:discard"] = "弃置",
  ["gongxin:put"] = "置于牌堆顶",
  ["shenzhouyu"] = "神周瑜",
  ["qinyin"] = "琴音",
  [":qinyin"] = "弃牌阶段，你弃置了两张或更多手牌时，可令所有角色各回复1点体力或各失去1点体力。",
  ["qinyin:up"] = "所有角色回复1点体力",
  ["qinyin:down"] = "所有角色失去1点体力",
  ["yeyan"] = "业炎",
  [":yeyan"] = "限定技，出牌阶段，你可以对至多三名角色各造成1点火焰伤害；"
    .. "或弃置四张不同花色的手牌并失去3点体力，对一名角色造成3点、或对两名角色分别造成2点和1点火焰伤害。",
  ["smallyeyan"] = "业炎",
  ["greatyeyan"] = "业炎",
  ["@flame"] = "业炎",
})

sgs.LoadTranslationTable("en", {
  ["god"] = "Gods",
  ["shenguanyu"] = "God Guan Yu",
  ["wushen"] = "God of War",
  [":wushen"] = "Locked: your heart hand cards are slashes; your heart slashes have no distance "
    .. "limit.",
  ["wuhun"] = "Soul of War",
  [":wuhun"] = "Locked: for each point of damage you take, its source gets a nightmare. When you "
    .. "die, a player with the most nightmares judges and dies, unless it is a Peach or a Peach "
    .. "Garden.",
  ["@nightmare"] = "Nightmare",
  ["#WuhunRevenge"] = "%from is taken along by %arg",
  ["shenlumeng"] = "God Lü Meng",
  ["shelie"] = "Wide Reading",
  [":shelie"] = "Instead of drawing you may show the top five cards, take one of each suit and "
    .. "discard the others.",
  ["gongxin"] = "Mind Attack",
  [":gongxin"] = "Once per play phase, look at another's hand; you may discard one heart of it or "
    .. "put it on the draw pile.",
  ["gongxin:discard"] = "Discard it",
  ["gongxin:put"] = "Put it on the draw pile",
  ["shenzhouyu"] = "God Zhou Yu",
  ["qinyin"] = "Lute",
  [":qinyin"] = "When you have discarded two or more hand cards in your discard phase, you may "
    .. "have everybody heal 1, or lose 1 hp.",
  ["qinyin:up"] = "Everybody heals 1",
  ["qinyin:down"] = "Everybody loses 1 hp",
  ["yeyan"] = "Karmic Fire",
  [":yeyan"] = "Limited, play phase: 1 fire damage to each of up to three players; or discard four "
    .. "hand cards of different suits and lose 3 hp, to deal 3 fire damage to one player, or 2 and "
    .. "1 to two.",
  ["smallyeyan"] = "Karmic Fire",
  ["greatyeyan"] = "Karmic Fire",
  ["@flame"] = "Karmic Fire",
})
