-- The seven generals of Shu from the standard box.

module("extensions.standard_shu", package.seeall)

extension = sgs.Package("standard")

-- From this much on, a target-mod skill means "no limit".
local NO_LIMIT = 1000

local function carrying(value)
  local data = sgs.QVariant()
  data:setValue(value)
  return data
end

-- A slash made of nothing: to ask what a slash could do now.
local function any_slash()
  return sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
end

local function may_slash(_, player)
  return any_slash():isAvailable(player)
end

-- One card counts as another of its suit and number.
local function count_as(name, cards, skill)
  if #cards ~= 1 then
    return nil
  end
  local card = sgs.Sanguosha:cloneCard(name, cards[1]:getSuit(), cards[1]:getNumber())
  card:addSubcard(cards[1])
  card:setSkillName(skill)
  return card
end

-- Liu Bei

local rende_card = sgs.CreateSkillCard({
  name = "rende",
  will_throw = false,
  on_effect = function(self, effect)
    local from = effect.from
    local room = from:getRoom()
    local given = from:getMark("rende")
    local now = given + self:subcardsLength()
    room:setPlayerMark(from, "rende", now)
    room:moveCardTo(self, effect.to, sgs.Player_Hand, false)
    if given < 2 and now >= 2 and from:isWounded() then
      local recover = sgs.RecoverStruct()
      recover.who = from
      room:recover(from, recover)
    end
  end,
})

local rende_view_as = sgs.CreateViewAsSkill({
  name = "rende",
  n = 999,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local card = rende_card:clone()
    for _, chosen in ipairs(cards) do
      card:addSubcard(chosen)
    end
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng()
  end,
})

-- Give others any hand cards; the second card given in a phase heals you by 1.
local rende = sgs.CreateTriggerSkill({
  name = "rende",
  events = { sgs.PhaseChange },
  view_as_skill = rende_view_as,
  -- Each phase counts anew.
  on_trigger = function(_, _, player)
    if player:getMark("rende") > 0 then
      player:getRoom():setPlayerMark(player, "rende", 0)
    end
    return false
  end,
})

-- The first slash that a Shu general plays for `lord`; the flag keeps two such lords from asking
-- each other for ever.
local function slash_of_lieges(room, lord, prompt)
  room:setPlayerFlag(lord, "jijiang_asking")
  local slash
  for _, liege in sgs.qlist(room:getLieges("shu", lord)) do
    slash = room:askForCard(liege, "slash", prompt, carrying(lord))
    if slash then
      break
    end
  end
  room:setPlayerFlag(lord, "-jijiang_asking")
  return slash
end

local function players_of(targets)
  local players = sgs.PlayerList()
  for _, target in ipairs(targets) do
    players:append(target)
  end
  return players
end

local jijiang_card = sgs.CreateSkillCard({
  name = "jijiang",
  filter = function(_, targets, to_select)
    return any_slash():targetFilter(players_of(targets), to_select, sgs.Self)
  end,
  on_use = function(_, room, source, targets)
    local prompt = "@jijiang-slash:" .. source:objectName() .. ":" .. targets[1]:objectName()
    local slash = slash_of_lieges(room, source, prompt)
    if not slash then
      room:setPlayerFlag(source, "jijiang_failed")
      return
    end
    local use = sgs.CardUseStruct()
    use.card = slash
    use.from = source
    for _, target in ipairs(targets) do
      use.to:append(target)
    end
    room:useCard(use)
  end,
})

local jijiang_view_as = sgs.CreateViewAsSkill({
  name = "jijiang",
  view_as = function()
    return jijiang_card:clone()
  end,
  -- Whom nobody helped asks again only after doing something else.
  enabled_at_play = function(_, player)
    if not player:hasLordSkill("jijiang") or player:hasFlag("jijiang_failed") then
      return false
    end
    for _, other in sgs.qlist(player:getSiblings()) do
      if other:isAlive() and other:getKingdom() == "shu" then
        return any_slash():isAvailable(player)
      end
    end
    return false
  end,
})

-- A lord in need of a slash may let other Shu generals play it.
local jijiang = sgs.CreateTriggerSkill({
  name = "jijiang$",
  events = sgs.CardAsked,
  view_as_skill = jijiang_view_as,
  can_trigger = function(_, target)
    return target:isAlive() and target:hasLordSkill("jijiang")
  end,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    if data:toString() ~= "slash" or player:hasFlag("jijiang_asking") then
      return false
    end
    local lieges = room:getLieges("shu", player)
    if lieges:isEmpty() or not room:askForSkillInvoke(player, "jijiang", data) then
      return false
    end
    room:playSkillEffect("jijiang")
    local slash = slash_of_lieges(room, player, "@jijiang-slash:" .. player:objectName())
    if not slash then
      return false
    end
    room:provide(slash)
    return true
  end,
})

local jijiang_again = sgs.CreateTriggerSkill({
  name = "#jijiang-again",
  events = sgs.CardFinished,
  marked = "jijiang_failed",
  on_trigger = function(_, _, player, data)
    if data:toCardUse().card:objectName() ~= "jijiang" then
      player:getRoom():setPlayerFlag(player, "-jijiang_failed")
    end
    return false
  end,
})
extension:insertRelatedSkills("jijiang", jijiang_again)

-- Guan Yu

-- Your red cards count as slashes.
local wusheng = sgs.CreateViewAsSkill({
  name = "wusheng",
  n = 1,
  view_filter = function(_, _, to_select)
    if not to_select:isRed() then
      return false
    end
    -- A crossbow that is given up allows no second slash.
    local crossbow = to_select:isEquipped() and to_select:objectName() == "crossbow"
    return not crossbow or sgs.Self:getPattern() == "slash" or sgs.Self:canSlashWithoutCrossbow()
  end,
  view_as = function(_, cards)
    return count_as("slash", cards, "wusheng")
  end,
  enabled_at_play = may_slash,
  enabled_at_response = function(_, _, pattern)
    return pattern == "slash"
  end,
})

-- Zhang Fei

-- You may use any number of slashes.
local paoxiao = sgs.CreateTargetModSkill({
  name = "paoxiao",
  pattern = "Slash",
  residue_func = function(self, from)
    return from:hasSkill(self:objectName()) and NO_LIMIT or 0
  end,
})

-- Zhuge Liang

-- At the start of your turn arrange the top cards: as many as players live, at most five.
local guanxing = sgs.CreateTriggerSkill({
  name = "guanxing",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start and room:askForSkillInvoke(player, "guanxing") then
      room:playSkillEffect("guanxing")
      local count = math.min(5, room:alivePlayerCount())
      room:doGuanxing(player, room:getNCards(count, false), false)
    end
    return false
  end,
})

-- Locked: without hand cards you are no target of slashes and duels.
local kongcheng = sgs.CreateProhibitSkill({
  name = "kongcheng",
  owned = "kongcheng",
  is_prohibited = function(self, _, to, card)
    return (card:inherits("Slash") or card:inherits("Duel"))
      and to:isKongcheng()
      and to:hasSkill(self:objectName())
  end,
})

-- Zhao Yun

-- Your slashes count as jinks and your jinks as slashes.
local longdan = sgs.CreateViewAsSkill({
  name = "longdan",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:inherits(sgs.Self:getPattern() == "jink" and "Slash" or "Jink")
  end,
  view_as = function(_, cards)
    return count_as(sgs.Self:getPattern() == "jink" and "jink" or "slash", cards, "longdan")
  end,
  enabled_at_play = may_slash,
  enabled_at_response = function(_, _, pattern)
    return pattern == "slash" or pattern == "jink"
  end,
})

-- Ma Chao

-- Locked: your distance to others is 1 less.
local mashu = sgs.CreateDistanceSkill({
  name = "mashu",
  correct_func = function(self, from)
    return from:hasSkill(self:objectName()) and -1 or 0
  end,
})

-- When you slash somebody you may judge: if it is red, they cannot jink.
local tieji = sgs.CreateTriggerSkill({
  name = "tieji",
  events = { sgs.SlashProceed },
  on_trigger = function(_, _, player, data)
    local room, effect = player:getRoom(), data:toSlashEffect()
    if not room:askForSkillInvoke(player, "tieji", data) then
      return false
    end
    room:playSkillEffect("tieji")
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
    judge.good = true
    judge.reason = "tieji"
    judge.who = player
    room:judge(judge)
    if not judge:isGood() then
      return false
    end
    local log = sgs.LogMessage()
    log.type = "#Tieji"
    log.from = player
    log.to:append(effect.to)
    room:sendLog(log)
    room:slashResult(effect, nil)
    return true
  end,
})

-- Huang Yueying

-- When you use a trick that is not delayed you may draw a card.
local jizhi = sgs.CreateTriggerSkill({
  name = "jizhi",
  frequency = sgs.Skill_Frequent,
  -- A nullification may be an answer rather than a use.
  events = { sgs.CardUsed, sgs.CardResponsed },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    local card = event == sgs.CardUsed and data:toCardUse().card or data:toCard()
    if card:isNDTrick() and room:askForSkillInvoke(player, "jizhi") then
      room:playSkillEffect("jizhi")
      player:drawCards(1)
    end
    return false
  end,
})

-- Locked: your tricks reach any distance.
local qicai = sgs.CreateTargetModSkill({
  name = "qicai",
  pattern = "TrickCard",
  distance_limit_func = function(self, from)
    return from:hasSkill(self:objectName()) and NO_LIMIT or 0
  end,
})

local liubei = sgs.General(extension, "liubei$", "shu", 4)
liubei:addSkill(rende)
liubei:addSkill(jijiang)
liubei:addSkill(jijiang_again)

sgs.General(extension, "guanyu", "shu", 4):addSkill(wusheng)
sgs.General(extension, "zhangfei", "shu", 4):addSkill(paoxiao)

local zhugeliang = sgs.General(extension, "zhugeliang", "shu", 3)
zhugeliang:addSkill(guanxing)
zhugeliang:addSkill(kongcheng)

sgs.General(extension, "zhaoyun", "shu", 4):addSkill(longdan)

local machao = sgs.General(extension, "machao", "shu", 4)
machao:addSkill(mashu)
machao:addSkill(tieji)

local huangyueying = sgs.General(extension, "huangyueying", "shu", 3, false)
huangyueying:addSkill(jizhi)
huangyueying:addSkill(qicai)

sgs.LoadTranslationTable({

  ["liubei"] = "刘备",
  ["rende"] = "仁德",
  [":rende"] = "出牌阶段，你可以将任意数量的手牌交给其他角色。"
    .. "你于此阶段内给出的牌达到两张时，回复 1 点体力。",
  ["jijiang"] = "激将",
  [":jijiang"] = "主公技，当你需要使用或打出【杀】时，可以令其他蜀势力角色选择是否替你打出一张【杀】。",
  ["@jijiang-slash"] = "%src 发动了【激将】，你可以替其打出一张【杀】",

  ["guanyu"] = "关羽",
  ["wusheng"] = "武圣",
  [":wusheng"] = "你可以将一张红色牌当【杀】使用或打出。",

  ["zhangfei"] = "张飞",
  ["paoxiao"] = "咆哮",
  [":paoxiao"] = "出牌阶段，你可以使用任意数量的【杀】。",

  ["zhugeliang"] = "诸葛亮",
  ["guanxing"] = "观星",
  [":guanxing"] = "回合开始阶段，你可以观看牌堆顶的 X 张牌（X 为存活角色数且至多为 5），"
    .. "并将其以任意顺序置于牌堆顶或牌堆底。",
  ["kongcheng"] = "空城",
  [":kongcheng"] = "锁定技，若你没有手牌，你不能成为【杀】或【决斗】的目标。",

  ["zhaoyun"] = "赵云",
  ["longdan"] = "龙胆",
  [":longdan"] = "你可以将【杀】当【闪】、【闪】当【杀】使用或打出。",

  ["machao"] = "马超",
  ["mashu"] = "马术",
  [":mashu"] = "锁定技，你与其他角色的距离 -1。",
  ["tieji"] = "铁骑",
  [":tieji"] = "你使用【杀】指定一名角色为目标后，可以进行判定：若结果为红色，此【杀】不可被【闪】响应。",
  ["#Tieji"] = "%from 的【铁骑】生效，%to 不能使用【闪】",

  ["huangyueying"] = "黄月英",
  ["jizhi"] = "集智",
  [":jizhi"] = "你使用非延时类锦囊牌时，可以摸一张牌。",
  ["qicai"] = "奇才",
  [":qicai"] = "锁定技，你使用锦囊牌无距离限制。",
})

sgs.LoadTranslationTable("en", {

  ["liubei"] = "Liu Bei",
  ["rende"] = "Benevolence",
  [":rende"] = "In your play phase you may give any of your hand cards to other players. With "
    .. "the second card given in the phase you heal 1.",
  ["jijiang"] = "Rouse",
  [":jijiang"] = "Lord skill. When you need a Slash, other Shu generals may play it for you.",
  ["@jijiang-slash"] = "%src rouses the generals of Shu: you may play a Slash for them",

  ["guanyu"] = "Guan Yu",
  ["wusheng"] = "God of War",
  [":wusheng"] = "Your red cards may be used or played as Slashes.",

  ["zhangfei"] = "Zhang Fei",
  ["paoxiao"] = "Roar",
  [":paoxiao"] = "In your play phase you may use any number of Slashes.",

  ["zhugeliang"] = "Zhuge Liang",
  ["guanxing"] = "Stargazing",
  [":guanxing"] = "At the start of your turn you may look at the top X cards of the pile (X is the "
    .. "number of living players, at most 5) and put them on its top and bottom in any order.",
  ["kongcheng"] = "Empty City",
  [":kongcheng"] = "Locked. While you have no hand cards, you cannot be the target of a Slash or a "
    .. "Duel.",

  ["zhaoyun"] = "Zhao Yun",
  ["longdan"] = "Dragon's Courage",
  [":longdan"] = "Your Slashes may be used or played as Jinks, and your Jinks as Slashes.",

  ["machao"] = "Ma Chao",
  ["mashu"] = "Horsemanship",
  [":mashu"] = "Locked. Your distance to other players is 1 less.",
  ["tieji"] = "Iron Cavalry",
  [":tieji"] = "When you use a Slash on somebody, you may judge: if it is red, they cannot jink.",
  ["#Tieji"] = "The iron cavalry of %from leaves %to no way to jink",

  ["huangyueying"] = "Huang Yueying",
  ["jizhi"] = "Gathered Wisdom",
  [":jizhi"] = "When you use a trick that is not delayed, you may draw a card.",
  ["qicai"] = "Rare Talent",
  [":qicai"] = "Locked. Your tricks have no distance limit.",
})
