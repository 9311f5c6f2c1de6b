-- The seven generals of Wei from the standard box.

module("extensions.standard_wei", package.seeall)

extension = sgs.Package("standard")

local function never()
  return false
end

local function answers(pattern)
  return function(_, _, asked)
    return asked == pattern
  end
end

local function carrying(value)
  local data = sgs.QVariant()
  data:setValue(value)
  return data
end

-- Judges for `who`: a card of one of `suits` ("spade|club") is good, or bad.
local function judge_suit(room, who, reason, suits, good)
  local judge = sgs.JudgeStruct()
  judge.pattern = sgs.QRegExp("(.*):(" .. suits .. "):(.*)")
  judge.good = good
  judge.reason = reason
  judge.who = who
  room:judge(judge)
  return judge
end

-- Hand cards change hands unseen, equips are open anyway.
local function take(room, taker, id)
  local open = room:getCardPlace(id) ~= sgs.Player_Hand
  room:moveCardTo(sgs.Sanguosha:getCard(id), taker, sgs.Player_Hand, open)
end

-- Cao Cao

-- After damage you may take the card that caused it.
local jianxiong = sgs.CreateTriggerSkill({
  name = "jianxiong",
  events = { sgs.Damaged },
  on_trigger = function(_, _, player, data)
    local room, card = player:getRoom(), data:toDamage().card
    -- When damage spreads, somebody else may have taken the card already.
    if
      card
      and room:obtainable(card, player)
      and room:getCardPlace(card:getEffectiveId()) ~= sgs.Player_Hand
      and room:askForSkillInvoke(player, "jianxiong", data)
    then
      room:playSkillEffect("jianxiong")
      player:obtainCard(card)
    end
    return false
  end,
})

-- A lord in need of a jink may let other Wei generals play it.
local hujia = sgs.CreateTriggerSkill({
  name = "hujia$",
  events = { sgs.CardAsked },
  can_trigger = function(_, target)
    return target:isAlive() and target:hasLordSkill("hujia")
  end,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    -- The flag keeps two such lords from asking each other for ever.
    if data:toString() ~= "jink" or player:hasFlag("hujia_asking") then
      return false
    end
    local lieges = room:getLieges("wei", player)
    if lieges:isEmpty() or not room:askForSkillInvoke(player, "hujia", data) then
      return false
    end
    room:playSkillEffect("hujia")
    room:setPlayerFlag(player, "hujia_asking")
    local jink
    for _, liege in sgs.qlist(lieges) do
      local prompt = "@hujia-jink:" .. player:objectName()
      jink = room:askForCard(liege, "jink", prompt, carrying(player))
      if jink then
        break
      end
    end
    room:setPlayerFlag(player, "-hujia_asking")
    if not jink then
      return false
    end
    room:provide(jink)
    return true
  end,
})

-- Sima Yi

-- After damage you may take a card of whoever dealt it.
local fankui = sgs.CreateTriggerSkill({
  name = "fankui",
  events = { sgs.Damaged },
  on_trigger = function(_, _, player, data)
    local room, from = player:getRoom(), data:toDamage().from
    if not from then
      return false
    end
    -- What is in your own hand needs no taking.
    local own = from:objectName() == player:objectName()
    local nothing = own and not from:hasEquip() or from:isNude()
    if not nothing and room:askForSkillInvoke(player, "fankui", data) then
      room:playSkillEffect("fankui")
      take(room, player, room:askForCardChosen(player, from, own and "e" or "he", "fankui"))
    end
    return false
  end,
})

local guicai_card = sgs.CreateSkillCard({
  name = "guicai",
  target_fixed = true,
  will_throw = false,
})

local guicai_view_as = sgs.CreateViewAsSkill({
  name = "guicai",
  n = 1,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local card = guicai_card:clone()
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = never,
  enabled_at_response = answers("@guicai"),
})

-- Before a judgement counts you may put a hand card in its card's place.
local guicai = sgs.CreateTriggerSkill({
  name = "guicai",
  events = { sgs.AskForRetrial },
  view_as_skill = guicai_view_as,
  on_trigger = function(_, _, player, data)
    if player:isKongcheng() then
      return false
    end
    local room, judge = player:getRoom(), data:toJudge()
    local who = judge.who:objectName()
    player:setTag("Judge", data)
    local prompt = "@guicai-card:" .. who .. "::" .. judge.reason
    local answer = room:askForCard(player, "@guicai", prompt, data)
    if not answer then
      return false
    end
    room:playSkillEffect("guicai")
    room:throwCard(judge.card)
    judge.card = sgs.Sanguosha:getCard(answer:getEffectiveId())
    room:moveCardTo(judge.card, nil, sgs.Player_Special)
    local log = sgs.LogMessage()
    log.type = "#Guicai"
    log.from = player
    log.to:append(judge.who)
    log.card_str = judge.card:toString()
    room:sendLog(log)
    room:sendJudgeResult(judge)
    return false
  end,
})

-- Xiahou Dun

-- After damage you may judge: unless it is a heart, the source discards two hand cards or takes 1.
local ganglie = sgs.CreateTriggerSkill({
  name = "ganglie",
  events = { sgs.Damaged },
  on_trigger = function(_, _, player, data)
    local room, from = player:getRoom(), data:toDamage().from
    if not from or from:isDead() or not room:askForSkillInvoke(player, "ganglie", data) then
      return false
    end
    room:playSkillEffect("ganglie")
    local judge = judge_suit(room, player, "ganglie", "heart", false)
    if judge:isBad() or from:isDead() then
      return false
    end
    if from:getHandcardNum() < 2 or not room:askForDiscard(from, "ganglie", 2, true) then
      local damage = sgs.DamageStruct()
      damage.from = player
      damage.to = from
      room:damage(damage)
    end
    return false
  end,
})

-- Zhang Liao

local tuxi_card = sgs.CreateSkillCard({
  name = "tuxi",
  filter = function(_, targets, to_select)
    return #targets < 2
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isKongcheng()
  end,
  on_effect = function(_, effect)
    local room = effect.from:getRoom()
    if not effect.to:isKongcheng() then
      take(room, effect.from, room:askForCardChosen(effect.from, effect.to, "h", "tuxi"))
    end
  end,
})

local tuxi_view_as = sgs.CreateViewAsSkill({
  name = "tuxi",
  view_as = function()
    return tuxi_card:clone()
  end,
  enabled_at_play = never,
  enabled_at_response = answers("@@tuxi"),
})

-- Instead of drawing, you may take a hand card from each of one or two others.
local tuxi = sgs.CreateTriggerSkill({
  name = "tuxi",
  events = { sgs.PhaseChange },
  view_as_skill = tuxi_view_as,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Draw then
      return false
    end
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      if not other:isKongcheng() then
        return room:askForUseCard(player, "@@tuxi", "@tuxi-card")
      end
    end
    return false
  end,
})

-- Xu Chu

-- You may draw one card less; your slashes and duels deal 1 more damage this turn.
local luoyi = sgs.CreateTriggerSkill({
  name = "luoyi",
  events = { sgs.DrawNCards, sgs.Predamage },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.DrawNCards then
      if data:toInt() > 0 and room:askForSkillInvoke(player, "luoyi") then
        room:playSkillEffect("luoyi")
        room:setPlayerFlag(player, "luoyi")
        data:setValue(data:toInt() - 1)
      end
      return false
    end
    local damage = data:toDamage()
    local card = damage.card
    if player:hasFlag("luoyi") and card and (card:inherits("Slash") or card:inherits("Duel")) then
      local log = sgs.LogMessage()
      log.type = "#Luoyi"
      log.from = player
      log.to:append(damage.to)
      log.arg = damage.damage
      log.arg2 = damage.damage + 1
      room:sendLog(log)
      damage.damage = damage.damage + 1
      data:setValue(damage)
    end
    return false
  end,
})

-- Guo Jia

-- You may take the card of your judgement once it has counted.
local tiandu = sgs.CreateTriggerSkill({
  name = "tiandu",
  frequency = sgs.Skill_Frequent,
  events = { sgs.FinishJudge },
  on_trigger = function(_, _, player, data)
    local room, card = player:getRoom(), data:toJudge().card
    if card and room:askForSkillInvoke(player, "tiandu", data) then
      room:playSkillEffect("tiandu")
      player:obtainCard(card)
      -- The rules would throw it wherever it is.
      return true
    end
    return false
  end,
})

-- For each point of damage you may look at the top two cards and give them to anybody.
local yiji = sgs.CreateTriggerSkill({
  name = "yiji",
  frequency = sgs.Skill_Frequent,
  events = { sgs.Damaged },
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    for _ = 1, data:toDamage().damage do
      if player:isDead() or not room:askForSkillInvoke(player, "yiji", data) then
        return false
      end
      room:playSkillEffect("yiji")
      local ids, more = room:getNCards(2), true
      while more and not ids:isEmpty() do
        more = room:askForYiji(player, ids)
      end
      -- What was not given away is yours.
      for _, id in sgs.qlist(ids) do
        if not room:getCardOwner(id) then
          room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, false)
        end
      end
    end
    return false
  end,
})

-- Lady Zhen

-- At the start of your turn you may judge until a card is red; the black ones are yours.
local luoshen = sgs.CreateTriggerSkill({
  name = "luoshen",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange, sgs.FinishJudge },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.FinishJudge then
      local judge = data:toJudge()
      if judge.reason == "luoshen" and judge.card:isBlack() then
        player:obtainCard(judge.card)
        return true
      end
    elseif player:getPhase() == sgs.Player_Start then
      while player:isAlive() and room:askForSkillInvoke(player, "luoshen") do
        room:playSkillEffect("luoshen")
        if judge_suit(room, player, "luoshen", "spade|club", true):isBad() then
          break
        end
      end
    end
    return false
  end,
})

-- Your black hand cards count as jinks.
local qingguo = sgs.CreateViewAsSkill({
  name = "qingguo",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isBlack() and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local jink = sgs.Sanguosha:cloneCard("jink", cards[1]:getSuit(), cards[1]:getNumber())
    jink:addSubcard(cards[1])
    jink:setSkillName("qingguo")
    return jink
  end,
  enabled_at_play = never,
  enabled_at_response = answers("jink"),
})

local caocao = sgs.General(extension, "caocao$", "wei", 4)
caocao:addSkill(jianxiong)
caocao:addSkill(hujia)

local simayi = sgs.General(extension, "simayi", "wei", 3)
simayi:addSkill(fankui)
simayi:addSkill(guicai)

sgs.General(extension, "xiahoudun", "wei", 4):addSkill(ganglie)
sgs.General(extension, "zhangliao", "wei", 4):addSkill(tuxi)
sgs.General(extension, "xuchu", "wei", 4):addSkill(luoyi)

local guojia = sgs.General(extension, "guojia", "wei", 3)
guojia:addSkill(tiandu)
guojia:addSkill(yiji)

local zhenji = sgs.General(extension, "zhenji", "wei", 3, false)
zhenji:addSkill(luoshen)
zhenji:addSkill(qingguo)

sgs.LoadTranslationTable({
  ["standard"] = "标准版",

  ["caocao"] = "曹操",
  ["jianxiong"] = "奸雄",
  [":jianxiong"] = "你受到伤害后，可以获得造成此伤害的牌。",
  ["hujia"] = "护驾",
  [":hujia"] = "主公技，当你需要使用或打出【闪】时，可以令其他魏势力角色选择是否替你打出一张【闪】。",
  ["@hujia-jink"] = "%src 发动了【护驾】，你可以替其打出一张【闪】",

  ["simayi"] = "司马懿",
  ["fankui"] = "反馈",
  [":fankui"] = "你受到伤害后，可以获得伤害来源的一张牌。",
  ["guicai"] = "鬼才",
  [":guicai"] = "一名角色的判定牌生效前，你可以打出一张手牌代替之。",
  ["@guicai-card"] = "%src 正在进行【%arg】判定，你可以用一张手牌代替判定牌",
  ["#Guicai"] = "%from 将 %to 的判定牌改为 %card",

  ["xiahoudun"] = "夏侯惇",
  ["ganglie"] = "刚烈",
  [":ganglie"] = "你受到伤害后，可以进行判定：若结果不为红桃，伤害来源须弃置两张手牌，"
    .. "否则受到你造成的 1 点伤害。",

  ["zhangliao"] = "张辽",
  ["tuxi"] = "突袭",
  [":tuxi"] = "摸牌阶段，你可以放弃摸牌，改为获得一至两名其他角色的各一张手牌。",
  ["@tuxi-card"] = "你可以放弃摸牌，选择一至两名有手牌的其他角色",

  ["xuchu"] = "许褚",
  ["luoyi"] = "裸衣",
  [":luoyi"] = "摸牌阶段，你可以少摸一张牌：本回合你的【杀】和【决斗】造成的伤害 +1。",
  ["#Luoyi"] = "%from 的【裸衣】使对 %to 的伤害由 %arg 点增至 %arg2 点",

  ["guojia"] = "郭嘉",
  ["tiandu"] = "天妒",
  [":tiandu"] = "你的判定牌生效后，你可以获得之。",
  ["yiji"] = "遗计",
  [":yiji"] = "你每受到 1 点伤害，可以观看牌堆顶的两张牌，并将其交给任意角色。",

  ["zhenji"] = "甄姬",
  ["luoshen"] = "洛神",
  [":luoshen"] = "回合开始阶段，你可以进行判定：若结果为黑色，你获得此牌，且可以再次判定，"
    .. "直到出现红色。",
  ["qingguo"] = "倾国",
  [":qingguo"] = "你可以将一张黑色手牌当【闪】使用或打出。",
})

sgs.LoadTranslationTable("en", {
  ["standard"] = "Standard",

  ["caocao"] = "Cao Cao",
  ["jianxiong"] = "Villainous Hero",
  [":jianxiong"] = "After you take damage, you may take the card that caused it.",
  ["hujia"] = "Escort",
  [":hujia"] = "Lord skill. When you need a Jink, other Wei generals may play it for you.",
  ["@hujia-jink"] = "%src asks for an escort: you may play a Jink for them",

  ["simayi"] = "Sima Yi",
  ["fankui"] = "Retort",
  [":fankui"] = "After you take damage, you may take one card of its source.",
  ["guicai"] = "Dark Genius",
  [":guicai"] = "Before a judgement card takes effect, you may put a hand card in its place.",
  ["@guicai-card"] = "%src is judged for %arg: you may put a hand card in the card's place",
  ["#Guicai"] = "%from changes the judgement card of %to to %card",

  ["xiahoudun"] = "Xiahou Dun",
  ["ganglie"] = "Unyielding",
  [":ganglie"] = "After you take damage, you may judge: unless it is a heart, the source discards "
    .. "two hand cards or takes 1 damage from you.",

  ["zhangliao"] = "Zhang Liao",
  ["tuxi"] = "Raid",
  [":tuxi"] = "In your draw phase, instead of drawing, you may take a hand card from each of one "
    .. "or two other players.",
  ["@tuxi-card"] = "Instead of drawing you may choose one or two others who have hand cards",

  ["xuchu"] = "Xu Chu",
  ["luoyi"] = "Bare-Chested",
  [":luoyi"] = "You may draw one card less in your draw phase: your Slashes and Duels deal 1 more "
    .. "damage this turn.",
  ["#Luoyi"] = "%from fights bare-chested: the damage to %to rises from %arg to %arg2",

  ["guojia"] = "Guo Jia",
  ["tiandu"] = "Envy of Heaven",
  [":tiandu"] = "After your judgement card took effect, you may take it.",
  ["yiji"] = "Last Counsel",
  [":yiji"] = "For each point of damage you take, you may look at the top two cards of the pile "
    .. "and give them to anybody.",

  ["zhenji"] = "Lady Zhen",
  ["luoshen"] = "Goddess of the Luo",
  [":luoshen"] = "At the start of your turn you may judge: you take a black card and may judge "
    .. "again, until one is red.",
  ["qingguo"] = "Beauty of a Realm",
  [":qingguo"] = "Your black hand cards may be used or played as Jinks.",
})
