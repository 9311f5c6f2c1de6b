-- Zhang Jiao of the wind box.

module("extensions.wind_qun", package.seeall)

extension = sgs.Package("wind")

local function never()
  return false
end

-- A skill card made of the one card chosen.
local function pay(card)
  return function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local paid = card:clone()
    paid:addSubcard(cards[1])
    return paid
  end
end

local leiji_card = sgs.CreateSkillCard({
  name = "leiji",
  on_effect = function(_, effect)
    local room, to = effect.to:getRoom(), effect.to
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*):(spade):(.*)")
    judge.good = false
    judge.reason = "leiji"
    judge.who = to
    room:judge(judge)
    if judge:isBad() and to:isAlive() then
      local damage = sgs.DamageStruct()
      damage.from = effect.from
      damage.to = to
      damage.damage = 2
      damage.nature = sgs.DamageStruct_Thunder
      room:damage(damage)
    end
  end,
})

local leiji_view_as = sgs.CreateViewAsSkill({
  name = "leiji",
  view_as = function()
    return leiji_card:clone()
  end,
  enabled_at_play = never,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@@leiji"
  end,
})

-- When you use or play a jink you may have somebody judge: a spade deals 2 thunder damage.
local leiji = sgs.CreateTriggerSkill({
  name = "leiji",
  events = { sgs.CardResponsed },
  view_as_skill = leiji_view_as,
  on_trigger = function(_, _, player, data)
    if data:toCard():inherits("Jink") then
      player:getRoom():askForUseCard(player, "@@leiji", "@leiji-card")
    end
    return false
  end,
})

local guidao_card = sgs.CreateSkillCard({
  name = "guidao",
  target_fixed = true,
  will_throw = false,
})

local guidao_view_as = sgs.CreateViewAsSkill({
  name = "guidao",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isBlack()
  end,
  view_as = pay(guidao_card),
  enabled_at_play = never,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@guidao"
  end,
})

-- Before a judgement counts you may swap its card for a black card of yours.
local guidao = sgs.CreateTriggerSkill({
  name = "guidao",
  events = { sgs.AskForRetrial },
  view_as_skill = guidao_view_as,
  on_trigger = function(_, _, player, data)
    if player:isNude() then
      return false
    end
    local room, judge = player:getRoom(), data:toJudge()
    local who = judge.who:objectName()
    player:setTag("Judge", data)
    local prompt = "@guidao-card:" .. who .. "::" .. judge.reason
    local answer = room:askForCard(player, "@guidao", prompt, data)
    if not answer then
      return false
    end
    room:playSkillEffect("guidao")
    player:obtainCard(judge.card)
    judge.card = sgs.Sanguosha:getCard(answer:getEffectiveId())
    room:moveCardTo(judge.card, nil, sgs.Player_Special)
    local log = sgs.LogMessage()
    log.type = "#Guidao"
    log.from = player
    log.to:append(judge.who)
    log.card_str = judge.card:toString()
    room:sendLog(log)
    room:sendJudgeResult(judge)
    return false
  end,
})

local huangtian_card = sgs.CreateSkillCard({
  name = "huangtian",
  will_throw = false,
  filter = function(_, targets, to_select)
    return #targets == 0
      and to_select:hasLordSkill("huangtian")
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_effect = function(self, effect)
    effect.to:obtainCard(self)
  end,
})

-- What all others have while Zhang Jiao is lord; only those without a kingdom may use it.
local huangtian_giving = sgs.CreateViewAsSkill({
  name = "huangtianv",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:inherits("Jink") or to_select:inherits("Lightning")
  end,
  view_as = pay(huangtian_card),
  enabled_at_play = function(_, player)
    if player:getKingdom() ~= "qun" or player:hasUsed("#huangtian") then
      return false
    end
    for _, other in sgs.qlist(player:getSiblings()) do
      if other:isAlive() and other:hasLordSkill("huangtian") then
        return true
      end
    end
    return false
  end,
})

-- Others without a kingdom may give a lord a jink or a lightning, once in their play phase.
local huangtian = sgs.CreateTriggerSkill({
  name = "huangtian$",
  events = { sgs.GameStart },
  can_trigger = function(_, target)
    return target:isAlive() and target:hasLordSkill("huangtian")
  end,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      room:attachSkillToPlayer(other, "huangtianv")
    end
    return false
  end,
})

local attached = sgs.SkillList()
attached:append(huangtian_giving)
sgs.Sanguosha:addSkills(attached)

local zhangjiao = sgs.General(extension, "zhangjiao$", "qun", 3)
zhangjiao:addSkill(leiji)
zhangjiao:addSkill(guidao)
zhangjiao:addSkill(huangtian)

sgs.LoadTranslationTable({

  ["zhangjiao"] = "张角",
  ["leiji"] = "雷击",
  [":leiji"] = "当你使用或打出一张【闪】时，可以令一名其他角色进行判定：若结果为黑桃，"
    .. "你对其造成 2 点雷电伤害。",
  ["@leiji-card"] = "你可以令一名其他角色进行【雷击】判定",
  ["guidao"] = "鬼道",
  [":guidao"] = "一名角色的判定牌生效前，你可以用一张黑色牌替换之，并获得原判定牌。",
  ["@guidao-card"] = "%src 正在进行【%arg】判定，你可以用一张黑色牌替换判定牌",
  ["#Guidao"] = "%from 将 %to 的判定牌换为 %card",
  ["huangtian"] = "黄天",
  [":huangtian"] = "主公技，其他群雄角色可以在各自的出牌阶段交给你一张【闪】或【闪电】，每阶段限一次。",
  ["huangtianv"] = "黄天",
  [":huangtianv"] = "群雄角色可以于出牌阶段交给拥有【黄天】的主公一张【闪】或【闪电】，每阶段限一次。",
})

sgs.LoadTranslationTable("en", {

  ["zhangjiao"] = "Zhang Jiao",
  ["leiji"] = "Thunderbolt",
  [":leiji"] = "When you use or play a Jink, you may have another player judge: a spade deals them "
    .. "2 thunder damage.",
  ["@leiji-card"] = "You may have another player judge for a thunderbolt",
  ["guidao"] = "Dark Sorcery",
  [":guidao"] = "Before a judgement card takes effect, you may swap a black card for it.",
  ["@guidao-card"] = "%src is judged for %arg: you may swap a black card for the card",
  ["#Guidao"] = "%from takes the judgement card of %to and puts %card in its place",
  ["huangtian"] = "Yellow Sky",
  [":huangtian"] = "Lord skill. Once in their play phase, others without a kingdom may give you a "
    .. "Jink or a Lightning.",
  ["huangtianv"] = "Yellow Sky",
  [":huangtianv"] = "Once in your play phase, while you have no kingdom, you may give the lord "
    .. "with Yellow Sky a Jink or a Lightning.",
})
