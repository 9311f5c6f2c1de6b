-- The eight generals of the mountain package 山, with the skills of those of wei. The skills of the
-- others are in mountain_shu, mountain_wu and mountain_qun.

module("extensions.mountain", package.seeall)

extension = sgs.Package("mountain")

local function is_same(a, b)
  return a:objectName() == b:objectName()
end

local function tell(kind, player, skill)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = player
  log.arg = skill
  player:getRoom():sendLog(log)
end

-- Whether a turn begins in which somebody may awaken by a skill.
local function may_awaken(player, skill)
  return player:faceUp() and player:getMark(skill) == 0
end

local function awaken(player, skill)
  player:getRoom():setPlayerMark(player, skill, 1)
  tell("#Awaken", player, skill)
end

-- 张郃 Zhang He
local zhanghe = sgs.General(extension, "zhanghe", "wei")

-- The equips and delayed tricks of a player, the latter as what they count as.
local function on_table(player)
  local cards = sgs.QList2Table(player:getEquips())
  for _, trick in sgs.qlist(player:delayedTricks()) do
    cards[#cards + 1] = trick
  end
  return cards
end

-- Those to whom `user` may move a card that lies before `owner`.
local function takers(user, owner, card)
  local found = {}
  for _, to in sgs.qlist(owner:getSiblings()) do
    local fits = false
    if card:inherits("EquipCard") then
      fits = to:getEquip(card:location()) == nil
    else
      fits = not to:containsTrick(card:objectName()) and not user:isProhibited(to, card)
    end
    if fits and to:isAlive() then
      found[#found + 1] = to
    end
  end
  return found
end

local function has_movable(user, owner)
  for _, card in ipairs(on_table(owner)) do
    if #takers(user, owner, card) > 0 then
      return true
    end
  end
  return false
end

-- Takes a hand card of each.
local function plunder(room, source, targets)
  for _, target in ipairs(targets) do
    if not target:isKongcheng() then
      local id = room:askForCardChosen(source, target, "h", "qiaobian")
      room:moveCardTo(sgs.Sanguosha:getCard(id), source, sgs.Player_Hand, false)
    end
  end
end

-- Moves a card that lies before somebody to the same place before another.
local function rearrange(room, source, owner)
  local id = room:askForCardChosen(source, owner, "ej", "qiaobian")
  for _, card in ipairs(on_table(owner)) do
    if card:getEffectiveId() == id then
      local choices = sgs.SPlayerList()
      for _, to in ipairs(takers(source, owner, card)) do
        choices:append(to)
      end
      if not choices:isEmpty() then
        local to = room:askForPlayerChosen(source, choices, "qiaobian")
        room:moveCardTo(card, to, room:getCardPlace(id), true)
      end
      return
    end
  end
end

-- Qiaobian: discard a hand card to skip your judge, draw, play or discard phase. Skipping the draw,
-- take a hand card of one or two others; skipping the play, you may move a card on the table.
local qiaobian_card = sgs.CreateSkillCard({
  name = "qiaobian",
  filter = function(_, targets, to_select)
    local phase = sgs.Self:getPhase()
    if phase == sgs.Player_Draw then
      return #targets < 2 and not is_same(to_select, sgs.Self) and not to_select:isKongcheng()
    end
    return phase == sgs.Player_Play and #targets == 0 and has_movable(sgs.Self, to_select)
  end,
  feasible = function(_, targets)
    local phase = sgs.Self:getPhase()
    if phase == sgs.Player_Draw then
      return #targets == 1 or #targets == 2
    end
    return #targets <= (phase == sgs.Player_Play and 1 or 0)
  end,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    if source:getPhase() == sgs.Player_Draw then
      plunder(room, source, targets)
    elseif #targets > 0 then
      rearrange(room, source, targets[1])
    end
  end,
})
local qiaobian_view = sgs.CreateViewAsSkill({
  name = "qiaobian",
  n = 1,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local card = qiaobian_card:clone()
    card:addSubcard(cards[1]:getId())
    card:setSkillName("qiaobian")
    return card
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@@qiaobian"
  end,
})

-- What Qiaobian asks in a phase; nothing where skipping it changes nothing.
local function qiaobian_prompt(player)
  local phase = player:getPhase()
  if phase == sgs.Player_Judge then
    return not player:getJudgingArea():isEmpty() and "@qiaobian-judge" or nil
  elseif phase == sgs.Player_Draw then
    for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
      if not other:isKongcheng() then
        return "@qiaobian-draw"
      end
    end
  elseif phase == sgs.Player_Play then
    return "@qiaobian-play"
  elseif phase == sgs.Player_Discard then
    return player:getHandcardNum() > player:getMaxCards() and "@qiaobian-discard" or nil
  end
  return nil
end

local qiaobian = sgs.CreateTriggerSkill({
  name = "qiaobian",
  view_as_skill = qiaobian_view,
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    local prompt = qiaobian_prompt(player)
    if not prompt or player:isKongcheng() then
      return false
    end
    return player:getRoom():askForUseCard(player, "@@qiaobian", prompt)
  end,
})
zhanghe:addSkill(qiaobian)

-- 邓艾 Deng Ai
local dengai = sgs.General(extension, "dengai", "wei")

-- Tuntian: when you lose cards outside your turn, you may judge; other than heart, the card becomes
-- a field on your general. Your distances are 1 less for each field.
local tuntian = sgs.CreateTriggerSkill({
  name = "tuntian",
  frequency = sgs.Skill_Frequent,
  events = { sgs.CardLost, sgs.CardLostDone, sgs.FinishJudge },
  on_trigger = function(_, event, player, data)
    if event == sgs.CardLost then
      local place = data:toCardMove().from_place
      local is_own = place == sgs.Player_Hand or place == sgs.Player_Equip
      if is_own and player:getPhase() == sgs.Player_NotActive then
        player:setFlags("tuntian_lost")
      end
    elseif event == sgs.CardLostDone then
      local room = player:getRoom()
      if not player:hasFlag("tuntian_lost") then
        return false
      end
      player:setFlags("-tuntian_lost")
      if room:askForSkillInvoke(player, "tuntian") then
        local judge = sgs.JudgeStruct()
        judge.pattern = sgs.QRegExp("(.*):(heart):(.*)")
        judge.good = false
        judge.reason = "tuntian"
        judge.who = player
        room:judge(judge)
      end
    else
      local judge = data:toJudge()
      if judge.reason == "tuntian" and judge:isGood() then
        player:addToPile("field", judge.card:getEffectiveId())
        return true
      end
    end
    return false
  end,
})
local tuntian_distance = sgs.CreateDistanceSkill({
  name = "#tuntian-dist",
  correct_func = function(_, from)
    return from:hasSkill("tuntian") and -from:getPile("field"):length() or 0
  end,
})
dengai:addSkill(tuntian)
dengai:addSkill(tuntian_distance)

local FIELDS_TO_AWAKEN = 3

-- Zaoxian (wake): beginning a turn with three fields or more, lose 1 max hp and gain Jixi.
local zaoxian = sgs.CreateTriggerSkill({
  name = "zaoxian",
  frequency = sgs.Skill_Wake,
  events = sgs.TurnStart,
  priority = 3,
  on_trigger = function(_, _, player)
    local is_ready = player:getPile("field"):length() >= FIELDS_TO_AWAKEN
    if is_ready and may_awaken(player, "zaoxian") then
      awaken(player, "zaoxian")
      local room = player:getRoom()
      room:loseMaxHp(player)
      room:acquireSkill(player, "jixi")
    end
    return false
  end,
})
dengai:addSkill(zaoxian)

local function jixi_snatch(id)
  local field = sgs.Sanguosha:getCard(id)
  local snatch = sgs.Sanguosha:cloneCard("snatch", field:getSuit(), field:getNumber())
  snatch:addSubcard(id)
  snatch:setSkillName("jixi")
  return snatch
end

-- The fields that somebody may use on a player. The one used no longer helps the distance.
local function fields_for(player, to)
  local found = sgs.IntList()
  if is_same(player, to) or to:isAllNude() or player:distanceTo(to, 1) > 1 then
    return found
  end
  for _, id in sgs.qlist(player:getPile("field")) do
    if not player:isProhibited(to, jixi_snatch(id)) then
      found:append(id)
    end
  end
  return found
end

-- Jixi: fields count as snatches. The target is chosen first, then the field.
local jixi_card = sgs.CreateSkillCard({
  name = "jixi",
  filter = function(_, targets, to_select)
    return #targets == 0 and not fields_for(sgs.Self, to_select):isEmpty()
  end,
  on_use = function(_, room, source, targets)
    local fields = fields_for(source, targets[1])
    local id = fields:first()
    if fields:length() > 1 then
      room:fillAG(fields, source)
      id = room:askForAG(source, fields, false, "jixi")
      source:invoke("clearAG")
    end
    local use = sgs.CardUseStruct()
    use.card = jixi_snatch(id)
    use.from = source
    use.to:append(targets[1])
    room:useCard(use)
  end,
})
local jixi = sgs.CreateViewAsSkill({
  name = "jixi",
  n = 0,
  view_as = function()
    local card = jixi_card:clone()
    card:setSkillName("jixi")
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:getPile("field"):isEmpty()
  end,
})
local free_skills = sgs.SkillList()
free_skills:append(jixi)
sgs.Sanguosha:addSkills(free_skills)

-- Their skills are in mountain_shu.

-- 姜维 Jiang Wei
local jiangwei = sgs.General(extension, "jiangwei", "shu")
jiangwei:addSkill("tiaoxin")
jiangwei:addSkill("#tiaoxin-prohibit")
jiangwei:addSkill("zhiji")

-- 刘禅 Liu Shan
local liushan = sgs.General(extension, "liushan$", "shu", 3)
liushan:addSkill("xiangle")
liushan:addSkill("fangquan")
liushan:addSkill("ruoyu")

-- Their skills are in mountain_wu.

-- 孙策 Sun Ce
local sunce = sgs.General(extension, "sunce$", "wu")
sunce:addSkill("jiang")
sunce:addSkill("hunzi")
sunce:addSkill("zhiba")

-- 张昭张纮 Zhang Zhao and Zhang Hong
local erzhang = sgs.General(extension, "erzhang", "wu", 3)
erzhang:addSkill("zhijian")
erzhang:addSkill("guzheng")

-- Their skills are in mountain_qun.

-- 蔡文姬 Cai Wenji
local caiwenji = sgs.General(extension, "caiwenji", "qun", 3, false)
caiwenji:addSkill("beige")
caiwenji:addSkill("duanchang")

-- 左慈 Zuo Ci
local zuoci = sgs.General(extension, "zuoci", "qun", 3)
zuoci:addSkill("huashen")
zuoci:addSkill("xinsheng")
