-- The skills of Jiang Wei 姜维 and Liu Shan 刘禅, generals of the mountain package 山.

module("extensions.mountain_shu", package.seeall)

extension = sgs.Package("mountain")

local skills = sgs.SkillList()

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

-- Whether a turn begins in which somebody may awaken by a skill.
local function may_awaken(player, skill)
  return player:faceUp() and player:getMark(skill) == 0
end

local function awaken(player, skill)
  player:getRoom():setPlayerMark(player, skill, 1)
  tell("#Awaken", player, skill)
end

local function heal(player)
  local recover = sgs.RecoverStruct()
  recover.who = player
  player:getRoom():recover(player, recover)
end

--
-- Jiang Wei
--

-- Tiaoxin: once per play phase, a player who has you in range slashes you, or you discard one of
-- their cards. The flags tell #tiaoxin-prohibit whose slash may go where.
local tiaoxin_card = sgs.CreateSkillCard({
  name = "tiaoxin",
  filter = function(_, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and to_select:inMyAttackRange(sgs.Self)
  end,
  on_effect = function(_, effect)
    local from, to = effect.from, effect.to
    local room = from:getRoom()
    room:setPlayerFlag(to, "tiaoxin_slasher")
    room:setPlayerFlag(from, "tiaoxin_victim")
    local is_used = room:askForUseCard(to, "slash", "@tiaoxin-slash:" .. from:objectName())
    room:setPlayerFlag(to, "-tiaoxin_slasher")
    room:setPlayerFlag(from, "-tiaoxin_victim")
    if not is_used and from:isAlive() and to:isAlive() and not to:isNude() then
      room:throwCard(room:askForCardChosen(from, to, "he", "tiaoxin"))
    end
  end,
})
local tiaoxin = sgs.CreateViewAsSkill({
  name = "tiaoxin",
  n = 0,
  view_as = function()
    local card = tiaoxin_card:clone()
    card:setSkillName("tiaoxin")
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:hasUsed("#tiaoxin")
  end,
})
local tiaoxin_prohibit = sgs.CreateProhibitSkill({
  name = "#tiaoxin-prohibit",
  marked = "tiaoxin_slasher",
  is_prohibited = function(_, from, to, card)
    return card:inherits("Slash")
      and from:hasFlag("tiaoxin_slasher")
      and not to:hasFlag("tiaoxin_victim")
  end,
})
skills:append(tiaoxin)
skills:append(tiaoxin_prohibit)

-- Zhiji (wake): beginning a turn without hand cards, heal 1 or draw two, lose 1 max hp and gain
-- Guanxing.
local zhiji = sgs.CreateTriggerSkill({
  name = "zhiji",
  frequency = sgs.Skill_Wake,
  events = sgs.TurnStart,
  priority = 3,
  on_trigger = function(_, _, player)
    if not player:isKongcheng() or not may_awaken(player, "zhiji") then
      return false
    end
    local room = player:getRoom()
    awaken(player, "zhiji")
    if player:isWounded() and room:askForChoice(player, "zhiji", "recover+draw") == "recover" then
      heal(player)
    else
      player:drawCards(2)
    end
    room:loseMaxHp(player)
    room:acquireSkill(player, "guanxing")
    return false
  end,
})
skills:append(zhiji)

--
-- Liu Shan
--

-- Xiangle (locked): a slash on you has no effect unless its user discards a basic card.
local xiangle = sgs.CreateTriggerSkill({
  name = "xiangle",
  frequency = sgs.Skill_Compulsory,
  events = sgs.SlashEffected,
  priority = 2,
  on_trigger = function(_, _, player, data)
    local from = data:toSlashEffect().from
    local prompt = "@xiangle-discard:" .. player:objectName()
    if player:getRoom():askForCard(from, ".basic", prompt, data) then
      return false
    end
    tell("#Xiangle", player, "xiangle")
    return true
  end,
})
skills:append(xiangle)

-- Fangquan: you may skip your play phase; then, at the end of the turn, you may discard a hand card
-- to give another player an extra turn.
local fangquan = sgs.CreateTriggerSkill({
  name = "fangquan",
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    local phase, room = player:getPhase(), player:getRoom()
    if phase == sgs.Player_Play then
      if not room:askForSkillInvoke(player, "fangquan") then
        return false
      end
      room:setPlayerMark(player, "fangquan", 1)
      return true
    end
    if phase ~= sgs.Player_NotActive or player:getMark("fangquan") == 0 then
      return false
    end
    room:setPlayerMark(player, "fangquan", 0)
    if player:isKongcheng() or not room:askForDiscard(player, "fangquan", 1, true, false) then
      return false
    end
    local target = room:askForPlayerChosen(player, room:getOtherPlayers(player), "fangquan")
    tell("#Fangquan", player, "fangquan", target)
    target:gainAnExtraTurn()
    return false
  end,
})
skills:append(fangquan)

-- Ruoyu (lord, wake): beginning a turn when nobody has less hp, gain 1 max hp, heal 1 and gain
-- Jijiang.
local ruoyu = sgs.CreateTriggerSkill({
  name = "ruoyu$",
  frequency = sgs.Skill_Wake,
  events = sgs.TurnStart,
  priority = 3,
  on_trigger = function(_, _, player)
    if not player:hasLordSkill("ruoyu") or not may_awaken(player, "ruoyu") then
      return false
    end
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      if other:getHp() < player:getHp() then
        return false
      end
    end
    awaken(player, "ruoyu")
    room:setPlayerProperty(player, "maxhp", sgs.QVariant(player:getMaxHP() + 1))
    heal(player)
    room:acquireSkill(player, "jijiang")
    return false
  end,
})
skills:append(ruoyu)

sgs.Sanguosha:addSkills(skills)
