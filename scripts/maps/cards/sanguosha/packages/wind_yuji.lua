-- Yu Ji of the wind box.

module("extensions.wind_yuji", package.seeall)

extension = sgs.Package("wind")

-- What a face-down card may be said to be in the play phase.
local CLAIMS = {
  "slash",
  "fire_slash",
  "thunder_slash",
  "peach",
  "analeptic",
  "ex_nihilo",
  "duel",
  "snatch",
  "dismantlement",
  "collateral",
  "fire_attack",
  "iron_chain",
  "amazing_grace",
  "god_salvation",
  "savage_assault",
  "archery_attack",
}

local function new_card(name)
  return sgs.Sanguosha:cloneCard(name, sgs.Card_NoSuit, 0)
end

-- The card `id` as what it was said to be.
local function claimed_card(id, name)
  local real = sgs.Sanguosha:getCard(id)
  local card = sgs.Sanguosha:cloneCard(name, real:getSuit(), real:getNumber())
  card:addSubcard(id)
  card:setSkillName("guhuo")
  return card
end

local function log_guhuo(room, key, from, word)
  local log = sgs.LogMessage()
  log.type = key
  log.from = from
  log.arg = word
  room:sendLog(log)
end

-- Those at death's door stake nothing and so may not doubt.
local function doubters_of(room, yuji)
  local doubters = {}
  for _, other in sgs.qlist(room:getOtherPlayers(yuji)) do
    if other:getHp() > 0 then
      local word = room:askForChoice(other, "guhuo", "noquestion+question")
      log_guhuo(room, "#GuhuoAnswer", other, "guhuo:" .. word)
      if word == "question" then
        doubters[#doubters + 1] = other
      end
    end
  end
  return doubters
end

local function is_true(id, name)
  local card = sgs.Sanguosha:getCard(id)
  return card:objectName() == name or name == "slash" and card:inherits("Slash")
end

-- Lays the hand card `id` down as a `name`.
local function claim(room, yuji, id, name, targets)
  room:playSkillEffect("guhuo")
  local log = sgs.LogMessage()
  log.type = #targets > 0 and "#GuhuoClaimTo" or "#GuhuoClaim"
  log.from = yuji
  for _, target in ipairs(targets) do
    log.to:append(target)
  end
  log.arg = name
  room:sendLog(log)
  if room:getCardPlace(id) == sgs.Player_Hand then
    room:moveCardTo(sgs.Sanguosha:getCard(id), nil, sgs.Player_Special, false)
  end
end

local function reveal(room, yuji, id, real)
  local log = sgs.LogMessage()
  log.type = real and "#GuhuoTrue" or "#GuhuoFalse"
  log.from = yuji
  log.card_str = sgs.Sanguosha:getCard(id):toString()
  room:sendLog(log)
end

-- Claims the hand card `id` to be a `name` and hears who doubts it. True when it counts as that;
-- else it has been discarded.
local function stands(room, yuji, id, name, targets)
  claim(room, yuji, id, name, targets or {})
  local doubters = doubters_of(room, yuji)
  if #doubters == 0 then
    return true
  end
  local real = is_true(id, name)
  local counts = real and sgs.Sanguosha:getCard(id):getSuit() == sgs.Card_Heart
  reveal(room, yuji, id, real)
  if not counts then
    room:throwCard(id)
  end
  for _, doubter in ipairs(doubters) do
    if real then
      room:loseHp(doubter)
    else
      doubter:drawCards(1)
    end
  end
  return counts
end

local function has_target(card, player)
  for _, other in sgs.qlist(player:getRoom():getAlivePlayers()) do
    if card:targetFilter(sgs.PlayerList(), other, player) then
      return true
    end
  end
  return false
end

local function possible_claims(player)
  local names = {}
  for _, name in ipairs(CLAIMS) do
    local card = new_card(name)
    if card and card:isAvailable(player) and (card:targetFixed() or has_target(card, player)) then
      names[#names + 1] = name
    end
  end
  return names
end

local function players_of(targets)
  local players = sgs.PlayerList()
  for _, target in ipairs(targets) do
    players:append(target)
  end
  return players
end

-- Chooses the targets of the card that is claimed; they are kept by name in a tag.
local target_card = sgs.CreateSkillCard({
  name = "guhuo_target",
  filter = function(_, targets, to_select)
    local card = new_card(sgs.Self:getTag("GuhuoClaim"):toString())
    return card:targetFilter(players_of(targets), to_select, sgs.Self)
  end,
  feasible = function(_, targets)
    local card = new_card(sgs.Self:getTag("GuhuoClaim"):toString())
    return card:targetsFeasible(players_of(targets), sgs.Self)
  end,
  on_use = function(_, _, source, targets)
    local names = {}
    for _, target in ipairs(targets) do
      names[#names + 1] = target:objectName()
    end
    source:setTag("GuhuoTargets", sgs.QVariant(table.concat(names, "+")))
  end,
})

-- The targets chosen for the card that is claimed: a table, nil when it is all taken back.
local function choose_targets(room, yuji, name)
  yuji:setTag("GuhuoClaim", sgs.QVariant(name))
  if not room:askForUseCard(yuji, "@@guhuo", "@guhuo-target:::" .. name) then
    return nil
  end
  local targets = {}
  for target_name in string.gmatch(yuji:getTag("GuhuoTargets"):toString(), "[^+]+") do
    for _, player in sgs.qlist(room:getAlivePlayers()) do
      if player:objectName() == target_name then
        targets[#targets + 1] = player
      end
    end
  end
  return targets
end

-- Uses `card` on those of its targets who outlived the doubts.
local function use_claimed(room, yuji, card, targets)
  local use = sgs.CardUseStruct()
  use.card = card
  use.from = yuji
  local living = {}
  for _, target in ipairs(targets) do
    if target:isAlive() then
      living[#living + 1] = target
      use.to:append(target)
    end
  end
  if card:targetFixed() or card:targetsFeasible(players_of(living), yuji) then
    room:useCard(use)
  else
    room:throwCard(card)
  end
end

local guhuo_card = sgs.CreateSkillCard({
  name = "guhuo",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source)
    local names = possible_claims(source)
    if #names == 0 then
      return
    end
    local name = room:askForChoice(source, "guhuo_claim", table.concat(names, "+"))
    local targets = {}
    if not new_card(name):targetFixed() then
      targets = choose_targets(room, source, name)
    end
    local id = self:getEffectiveId()
    if targets and stands(room, source, id, name, targets) then
      use_claimed(room, source, claimed_card(id, name), targets)
    end
  end,
})

local guhuo_view_as = sgs.CreateViewAsSkill({
  name = "guhuo",
  n = 1,
  view_filter = function(_, _, to_select)
    return sgs.Self:getPattern() ~= "@@guhuo" and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    local pattern = sgs.Self:getPattern()
    if pattern == "@@guhuo" then
      return target_card:clone()
    elseif #cards ~= 1 then
      return nil
    elseif pattern == "nullification" then
      local card = new_card("nullification")
      card:addSubcard(cards[1])
      card:setSkillName("guhuo")
      return card
    end
    local card = guhuo_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng()
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@guhuo" or pattern == "@@guhuo"
  end,
  enabled_at_nullification = function(_, player)
    return not player:isKongcheng()
  end,
})

-- Asks Yu Ji for a hand card that is to be a `name`; the card when it counts as that, else nil.
local function answer_with(room, yuji, name, from)
  if yuji:isKongcheng() then
    return nil
  end
  local prompt = "@guhuo-answer:" .. (from and from:objectName() or "") .. "::" .. name
  local answer = room:askForCard(yuji, "@guhuo", prompt, sgs.QVariant(name))
  local id = answer and answer:getEffectiveId()
  return id and stands(room, yuji, id, name) and claimed_card(id, name) or nil
end

local function rescue(room, yuji, dying)
  while yuji:isAlive() and dying:isAlive() and dying:getHp() <= 0 do
    local before = yuji:getHandcardNum()
    local peach = answer_with(room, yuji, "peach", dying)
    if peach then
      use_claimed(room, yuji, peach, { dying })
    elseif yuji:getHandcardNum() == before then
      return
    end
  end
end

-- Lay a hand card face down as any basic card or trick that is not delayed. Who doubts a true card
-- loses 1 hp, who doubts a false one draws 1. A doubted card counts only if it is a true heart.
local guhuo = sgs.CreateTriggerSkill({
  name = "guhuo",
  events = { sgs.CardAsked, sgs.AskForPeaches, sgs.CardUsed },
  view_as_skill = guhuo_view_as,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.AskForPeaches then
      rescue(room, player, data:toDying().who)
      return false
    elseif event == sgs.CardUsed then
      -- Nullifications are claimed as they are used, unlike everything else.
      local card = data:toCardUse().card
      local claimed = card:inherits("Nullification") and card:getSkillName() == "guhuo"
      return claimed and not stands(room, player, card:getEffectiveId(), "nullification")
    end
    local pattern = data:toString()
    if pattern ~= "slash" and pattern ~= "jink" then
      return false
    end
    local card = answer_with(room, player, pattern)
    if not card then
      return false
    end
    room:throwCard(card)
    room:provide(card)
    return true
  end,
})

sgs.General(extension, "yuji", "qun", 3):addSkill(guhuo)

sgs.LoadTranslationTable({

  ["yuji"] = "于吉",
  ["guhuo"] = "蛊惑",
  [":guhuo"] = "你可以将一张手牌扣置，声明为任意一张基本牌或非延时类锦囊牌并使用或打出，"
    .. "其他角色依次选择是否质疑。若有人质疑则翻开此牌：若为真，质疑者各失去 1 点体力；"
    .. "若为假，质疑者各摸一张牌。被质疑的牌仅当为真且为红桃时有效。",
  ["guhuo_claim"] = "蛊惑",
  ["guhuo_target"] = "蛊惑",
  ["guhuo:question"] = "质疑",
  ["guhuo:noquestion"] = "不质疑",
  ["@guhuo-target"] = "请为声明的【%arg】选择目标",
  ["@guhuo-answer"] = "你可以将一张手牌扣置，声明为【%arg】",
  ["#GuhuoClaim"] = "%from 扣置一张手牌，声明为【%arg】",
  ["#GuhuoClaimTo"] = "%from 扣置一张手牌，声明为对 %to 使用的【%arg】",
  ["#GuhuoAnswer"] = "%from 选择了 %arg",
  ["#GuhuoTrue"] = "%from 扣置的牌是 %card，声明为真",
  ["#GuhuoFalse"] = "%from 扣置的牌是 %card，声明为假",
})

sgs.LoadTranslationTable("en", {

  ["yuji"] = "Yu Ji",
  ["guhuo"] = "Bewitchment",
  [":guhuo"] = "You may lay a hand card face down and use or play it as any basic card or trick "
    .. "that is not delayed. The others say in turn whether they doubt it. If anybody does, it is "
    .. "revealed: who doubted a true card loses 1 hp, who doubted a false one draws a card. A "
    .. "doubted card counts only if it is true and a heart.",
  ["guhuo_claim"] = "Bewitchment",
  ["guhuo_target"] = "Bewitchment",
  ["guhuo:question"] = "Doubt",
  ["guhuo:noquestion"] = "Believe",
  ["@guhuo-target"] = "Choose targets for the %arg that you claim",
  ["@guhuo-answer"] = "You may lay a hand card face down as a %arg",
  ["#GuhuoClaim"] = "%from lays a hand card face down as a %arg",
  ["#GuhuoClaimTo"] = "%from lays a hand card face down as a %arg on %to",
  ["#GuhuoAnswer"] = "%from chooses: %arg",
  ["#GuhuoTrue"] = "The card of %from is %card, as they said",
  ["#GuhuoFalse"] = "The card of %from is %card, not what they said",
})
