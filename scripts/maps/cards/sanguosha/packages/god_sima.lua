-- The god general Sima Yi, who turns what he endures into the skills of others.

module("extensions.god_sima", package.seeall)

extension = sgs.Package("god")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local shensimayi = sgs.General(extension, "shensimayi", "god", 4)

-- A bear for each point of damage taken and for each card discarded in your discard phase.
local renjie = sgs.CreateTriggerSkill({
  name = "renjie",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damaged, sgs.CardDiscarded },
  on_trigger = function(_, event, player, data)
    local bears = 0
    if event == sgs.Damaged then
      bears = data:toDamage().damage
    elseif player:getPhase() == sgs.Player_Discard then
      local card = data:toCard()
      bears = card:isVirtualCard() and card:subcardsLength() or 1
    end
    if bears > 0 then
      player:getRoom():playSkillEffect("renjie")
      player:gainMark("@bear", bears)
    end
    return false
  end,
  -- So that the first of them may already pay for Jilüe.
  priority = 2,
})

-- At the start of your turn with four bears or more: max hp -1 and Jilüe, once and for all.
local baiyin = sgs.CreateTriggerSkill({
  name = "baiyin",
  frequency = sgs.Skill_Wake,
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    if player:getMark("@bear") < 4 or player:getMark("baiyin") > 0 then
      return false
    end
    local room = player:getRoom()
    room:playSkillEffect("baiyin")
    send_log(room, "#BaiyinWake", player, "baiyin", player:getMark("@bear"))
    room:setPlayerMark(player, "baiyin", 1)
    room:loseMaxHp(player, 1)
    room:acquireSkill(player, "jilve")
    return false
  end,
})

-- After a turn in which you killed somebody you may take a turn. The skill comes after the rules
-- have ended that turn.
local lianpo = sgs.CreateTriggerSkill({
  name = "lianpo",
  events = { sgs.Death, sgs.PhaseChange },
  owned = "lianpo",
  priority = -1,
  can_trigger = function(_, target)
    return target ~= nil
  end,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.Death then
      local damage = data:toDamageStar()
      local killer = damage and damage.from
      if killer and killer:isAlive() and killer:hasSkill("lianpo") then
        killer:addMark("lianpo")
      end
      return false
    end
    if player:getPhase() ~= sgs.Player_NotActive then
      return false
    end
    local owner = room:findPlayerBySkillName("lianpo")
    if not owner or owner:getMark("lianpo") == 0 then
      return false
    end
    owner:setMark("lianpo", 0)
    if room:askForSkillInvoke(owner, "lianpo") then
      room:playSkillEffect("lianpo")
      owner:gainAnExtraTurn()
    end
    return false
  end,
})

--
-- Jilüe: bears pay for five other skills
--

local zhiheng_card = sgs.CreateSkillCard({
  name = "jilvezhiheng",
  target_fixed = true,
  on_use = function(self, room, source)
    room:throwCard(self)
    source:drawCards(self:subcardsLength())
  end,
})

-- The card that answers for a judgement.
local retrial_card = sgs.CreateSkillCard({
  name = "jilveguicai",
  target_fixed = true,
  will_throw = false,
})

local jilve_card = sgs.CreateSkillCard({
  name = "jilve",
  target_fixed = true,
  on_use = function(_, room, source)
    local choices = {}
    for _, choice in ipairs({ "zhiheng", "wansha" }) do
      if not source:hasFlag("jilve_" .. choice) then
        choices[#choices + 1] = choice
      end
    end
    local choice = choices[1]
    if #choices > 1 then
      choice = room:askForChoice(source, "jilve", table.concat(choices, "+"))
    end
    if choice == "zhiheng" and not room:askForUseCard(source, "@@jilve", "@jilve-zhiheng") then
      return
    end
    source:loseMark("@bear")
    room:setPlayerFlag(source, "jilve_" .. choice)
    if choice == "wansha" and not source:hasSkill("wansha") then
      room:setPlayerFlag(source, "jilve_got_wansha")
      room:acquireSkill(source, "wansha")
    end
  end,
})

local function jilve_prototype(pattern)
  if pattern == "@@jilve" then
    return zhiheng_card, 999
  elseif pattern == "@jilve" then
    return retrial_card, 1
  end
  return jilve_card, 0
end

local jilve_view_as = sgs.CreateViewAsSkill({
  name = "jilve",
  n = 999,
  view_filter = function(_, selected, to_select)
    local prototype, most = jilve_prototype(sgs.Self:getPattern())
    local hand_only = prototype == retrial_card
    return #selected < most and not (hand_only and to_select:isEquipped())
  end,
  view_as = function(_, cards)
    local prototype, most = jilve_prototype(sgs.Self:getPattern())
    if #cards == 0 and most > 0 then
      return nil
    end
    local card = prototype:clone()
    for _, part in ipairs(cards) do
      card:addSubcard(part)
    end
    return card
  end,
  enabled_at_play = function(_, player)
    local both = player:hasFlag("jilve_zhiheng") and player:hasFlag("jilve_wansha")
    return player:getMark("@bear") > 0 and not both
  end,
  enabled_at_response = function(_, player, pattern)
    return (pattern == "@jilve" or pattern == "@@jilve") and player:getMark("@bear") > 0
  end,
})

local function replace_judge_card(player, judge, data)
  local room = player:getRoom()
  local prompt = "@jilve-guicai:" .. judge.who:objectName() .. "::" .. judge.reason
  local answer = not player:isKongcheng() and room:askForCard(player, "@jilve", prompt, data)
  if not answer then
    return
  end
  player:loseMark("@bear")
  room:throwCard(judge.card)
  judge.card = sgs.Sanguosha:getCard(answer:getEffectiveId())
  room:moveCardTo(judge.card, nil, sgs.Player_Special)
  send_log(room, "#JilveJudge", player, "jilve", judge.reason)
  room:sendJudgeResult(judge)
end

-- Whether the player pays a bear.
local function pays(player, data)
  local room = player:getRoom()
  if not room:askForSkillInvoke(player, "jilve", data) then
    return false
  end
  room:playSkillEffect("jilve")
  player:loseMark("@bear")
  return true
end

-- For a bear you may act as with Guicai, Fangzhu, Jizhi, Zhiheng or Wansha.
local jilve = sgs.CreateTriggerSkill({
  name = "jilve",
  events = { sgs.AskForRetrial, sgs.Damaged, sgs.CardUsed, sgs.PhaseChange },
  view_as_skill = jilve_view_as,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.PhaseChange then
      local over = player:getPhase() == sgs.Player_NotActive
      if over and player:hasFlag("jilve_got_wansha") then
        room:detachSkillFromPlayer(player, "wansha")
      end
    elseif player:getMark("@bear") == 0 then
      return false
    elseif event == sgs.AskForRetrial then
      replace_judge_card(player, data:toJudge(), data)
    elseif event == sgs.CardUsed then
      if data:toCardUse().card:isNDTrick() and pays(player, data) then
        player:drawCards(1)
      end
    elseif pays(player, data) then
      local others = room:getOtherPlayers(player)
      local target = room:askForPlayerChosen(player, others, "jilve")
      target:drawCards(player:getLostHp())
      target:turnOver()
    end
    return false
  end,
})

-- Nobody begins with it.
local free_skills = sgs.SkillList()
free_skills:append(jilve)
sgs.Sanguosha:addSkills(free_skills)

shensimayi:addSkill(renjie)
shensimayi:addSkill(baiyin)
shensimayi:addSkill(lianpo)

sgs.LoadTranslationTable({
  ["shensimayi"] = "神司马懿",
  ["renjie"] = "忍戒",
  [":renjie"] = "锁定技，你每受到1点伤害，或在弃牌阶段每弃置一张手牌，获得一枚“忍”标记。",
  ["@bear"] = "忍",
  ["baiyin"] = "拜印",
  [":baiyin"] = "觉醒技，回合开始阶段，若你有四枚或更多的“忍”标记，你减1点体力上限，获得【极略】。",
  ["#BaiyinWake"] = "%from 的【%arg】觉醒，“忍”标记达到 %arg2 枚",
  ["lianpo"] = "连破",
  [":lianpo"] = "若你在一回合内杀死了至少一名角色，此回合结束后，你可以进行一个额外的回合。",
  ["jilve"] = "极略",
  [":jilve"] = "你可以弃一枚“忍”标记，发动下列一项技能："
    .. "【鬼才】、【放逐】、【集智】、【制衡】、【完杀】。",
  ["jilve:zhiheng"] = "制衡",
  ["jilve:wansha"] = "完杀",
  ["jilvezhiheng"] = "极略",
  ["jilveguicai"] = "极略",
  ["@jilve-zhiheng"] = "你可以弃置任意张牌，然后摸等量的牌",
  ["@jilve-guicai"] = "你可以弃一枚“忍”标记，打出一张手牌代替 %src 的【%arg】判定牌",
  ["#JilveJudge"] = "%from 发动了【%arg】，改变了【%arg2】的判定",
})

sgs.LoadTranslationTable("en", {
  ["shensimayi"] = "God Sima Yi",
  ["renjie"] = "Endurance",
  [":renjie"] = "Locked: you get a bear for each point of damage you take, and for each card you "
    .. "discard in your discard phase.",
  ["@bear"] = "Bear",
  ["baiyin"] = "Seal of Office",
  [":baiyin"] = "Awakening: at the start of your turn with four bears or more, your max hp drops by "
    .. "1 and you get Grand Scheme.",
  ["#BaiyinWake"] = "%from's %arg awakens with %arg2 bears",
  ["lianpo"] = "Victory March",
  [":lianpo"] = "After a turn in which you killed somebody, you may take a turn.",
  ["jilve"] = "Grand Scheme",
  [":jilve"] = "You may discard a bear to act as with Guicai, Fangzhu, Jizhi, Zhiheng or Wansha.",
  ["jilve:zhiheng"] = "Zhiheng",
  ["jilve:wansha"] = "Wansha",
  ["jilvezhiheng"] = "Grand Scheme",
  ["jilveguicai"] = "Grand Scheme",
  ["@jilve-zhiheng"] = "You may discard any cards and draw as many",
  ["@jilve-guicai"] = "You may discard a bear and put a hand card in place of %src's %arg judgement",
  ["#JilveJudge"] = "%from's %arg changes the judgement of %arg2",
})
