-- The skills of Dong Zhuo 董卓 and Jia Xu 贾诩, generals of the thicket package 林.

module("extensions.thicket_qun", package.seeall)

extension = sgs.Package("thicket")

local skills = sgs.SkillList()

local function always()
  return true
end

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

--
-- Dong Zhuo
--

-- Jiuchi: spade hand cards count as analeptics.
local jiuchi = sgs.CreateViewAsSkill({
  name = "jiuchi",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:getSuit() == sgs.Card_Spade and not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards == 0 then
      return nil
    end
    local analeptic = sgs.Sanguosha:cloneCard("analeptic", sgs.Card_Spade, cards[1]:getNumber())
    analeptic:addSubcard(cards[1]:getId())
    analeptic:setSkillName("jiuchi")
    return analeptic
  end,
  enabled_at_play = function(_, player)
    return sgs.Sanguosha:cloneCard("analeptic", sgs.Card_NoSuit, 0):isAvailable(player)
  end,
  enabled_at_response = function(_, _, pattern)
    return string.find(pattern, "analeptic", 1, true) ~= nil
  end,
})
skills:append(jiuchi)

-- Whether a slash is between an owner of Roulin and a woman.
local function is_roulin(from, to)
  return from:hasSkill("roulin") and to:getGender() == sgs.General_Female
    or to:hasSkill("roulin") and from:getGender() == sgs.General_Female
end

-- Roulin (locked): your slashes on women, and theirs on you, take two jinks to avoid.
local roulin = sgs.CreateTriggerSkill({
  name = "roulin",
  frequency = sgs.Skill_Compulsory,
  events = sgs.SlashProceed,
  can_trigger = always,
  on_trigger = function(_, _, player, data)
    local effect, room = data:toSlashEffect(), player:getRoom()
    local from, to = effect.from, effect.to
    if not is_roulin(from, to) then
      return false
    end
    tell("#Roulin", from:hasSkill("roulin") and from or to, "roulin")
    local prompt = "-jink:" .. from:objectName()
    local jink = room:askForCard(to, "jink", "@roulin1" .. prompt, data)
    if jink then
      jink = room:askForCard(to, "jink", "@roulin2" .. prompt, data)
    end
    room:slashResult(effect, jink)
    return true
  end,
})
skills:append(roulin)

-- Benghuai (locked): at the end of your turn, unless nobody has less hp, lose 1 hp or 1 max hp.
local benghuai = sgs.CreateTriggerSkill({
  name = "benghuai",
  frequency = sgs.Skill_Compulsory,
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Finish then
      return false
    end
    local room, is_lowest = player:getRoom(), true
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      is_lowest = is_lowest and other:getHp() >= player:getHp()
    end
    if is_lowest then
      return false
    end
    tell("#Benghuai", player, "benghuai")
    if room:askForChoice(player, "benghuai", "hp+maxhp") == "hp" then
      room:loseHp(player)
    else
      room:loseMaxHp(player)
    end
    return false
  end,
})
skills:append(benghuai)

-- Baonue (lord): another player of qun who did damage may judge; a spade heals you by 1.
local baonue = sgs.CreateTriggerSkill({
  name = "baonue$",
  events = sgs.Damage,
  can_trigger = function(_, target)
    return target ~= nil and target:isAlive() and target:getKingdom() == "qun"
  end,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    for _, lord in sgs.qlist(room:getOtherPlayers(player)) do
      local who = sgs.QVariant()
      who:setValue(lord)
      if lord:hasLordSkill("baonue") and room:askForSkillInvoke(player, "baonue", who) then
        local judge = sgs.JudgeStruct()
        judge.pattern = sgs.QRegExp("(.*):(spade):(.*)")
        judge.good = true
        judge.reason = "baonue"
        judge.who = player
        room:judge(judge)
        if judge:isGood() then
          local recover = sgs.RecoverStruct()
          recover.who = player
          room:recover(lord, recover)
        end
      end
    end
    return false
  end,
})
skills:append(baonue)

--
-- Jia Xu
--

-- Wansha (locked): during your turn only you and who is dying may use peaches.
local wansha = sgs.CreateTriggerSkill({
  name = "wansha",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Dying, sgs.AskForPeaches },
  priority = 2,
  can_trigger = always,
  on_trigger = function(_, event, player, data)
    local current = player:getRoom():getCurrent()
    if not current or current:isDead() or not current:hasSkill("wansha") then
      return false
    end
    if event == sgs.Dying then
      tell("#Wansha", current, "wansha")
      return false
    end
    return not is_same(player, current) and not is_same(player, data:toDying().who)
  end,
})
skills:append(wansha)

-- Those of the others who are nearest to a player.
local function nearest(room, player)
  local found, least = {}, math.huge
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    local distance = player:distanceTo(other)
    if distance < least then
      found, least = {}, distance
    end
    if distance == least then
      found[#found + 1] = other
    end
  end
  return found
end

-- Luanwu (limited): once per game, in your play phase, all others in turn slash a nearest player
-- or lose 1 hp.
local luanwu_card = sgs.CreateSkillCard({
  name = "luanwu",
  target_fixed = true,
  on_use = function(self, room, source)
    source:loseMark("@chaos")
    for _, target in sgs.qlist(room:getOtherPlayers(source)) do
      if target:isAlive() then
        room:cardEffect(self, source, target)
      end
    end
  end,
  -- The flags tell #luanwu-prohibit whose slash may go where.
  on_effect = function(_, effect)
    local player, room = effect.to, effect.to:getRoom()
    local victims = nearest(room, player)
    room:setPlayerFlag(player, "luanwu_slasher")
    for _, victim in ipairs(victims) do
      room:setPlayerFlag(victim, "luanwu_victim")
    end
    local prompt = "@luanwu-slash:" .. effect.from:objectName()
    local is_used = room:askForUseCard(player, "slash", prompt)
    room:setPlayerFlag(player, "-luanwu_slasher")
    for _, victim in ipairs(victims) do
      room:setPlayerFlag(victim, "-luanwu_victim")
    end
    if not is_used and player:isAlive() then
      room:loseHp(player)
    end
  end,
})
local luanwu = sgs.CreateViewAsSkill({
  name = "luanwu",
  n = 0,
  view_as = function()
    local card = luanwu_card:clone()
    card:setSkillName("luanwu")
    return card
  end,
  enabled_at_play = function(_, player)
    return player:getMark("@chaos") > 0
  end,
})
local luanwu_prohibit = sgs.CreateProhibitSkill({
  name = "#luanwu-prohibit",
  marked = "luanwu_slasher",
  is_prohibited = function(_, from, to, card)
    return card:inherits("Slash")
      and from:hasFlag("luanwu_slasher")
      and not to:hasFlag("luanwu_victim")
  end,
})
-- The mark that Luanwu has not been used.
local luanwu_mark = sgs.CreateGameStartSkill({
  name = "#@chaos-1",
  on_gamestart = function(_, player)
    player:gainMark("@chaos")
  end,
})
skills:append(luanwu)
skills:append(luanwu_prohibit)
skills:append(luanwu_mark)

-- Weimu (locked): you cannot be the target of black tricks.
local weimu = sgs.CreateProhibitSkill({
  name = "weimu",
  owned = "weimu",
  is_prohibited = function(_, _, to, card)
    return card:inherits("TrickCard") and to:hasSkill("weimu") and card:isBlack()
  end,
})
skills:append(weimu)

sgs.Sanguosha:addSkills(skills)
