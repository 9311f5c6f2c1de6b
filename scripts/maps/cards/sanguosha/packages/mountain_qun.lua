-- The skills of Cai Wenji 蔡文姬 and Zuo Ci 左慈, generals of the mountain package 山.

module("extensions.mountain_qun", package.seeall)

extension = sgs.Package("mountain")

local skills = sgs.SkillList()

--
-- Cai Wenji
--

-- Discards two cards, all if there are no more.
local function discard_two(room, player)
  if player:getCardCount(true) > 2 then
    room:askForDiscard(player, "beige", 2, false, true)
  else
    player:throwAllHandCards()
    player:throwAllEquips()
  end
end

-- What Beige does by the suit of the card judged.
local BEIGE = {
  [sgs.Card_Heart] = function(room, owner, victim)
    local recover = sgs.RecoverStruct()
    recover.who = owner
    room:recover(victim, recover)
  end,
  [sgs.Card_Diamond] = function(_, _, victim)
    victim:drawCards(2)
  end,
  [sgs.Card_Club] = function(room, _, _, source)
    if source then
      discard_two(room, source)
    end
  end,
  [sgs.Card_Spade] = function(_, _, _, source)
    if source then
      source:turnOver()
    end
  end,
}

-- Beige: when a slash did damage, you may discard a card; who was hurt judges. Heart: they heal 1;
-- diamond: they draw two; club: the source discards two; spade: the source turns over.
local beige = sgs.CreateTriggerSkill({
  name = "beige",
  events = sgs.Damaged,
  priority = -1,
  can_trigger = function(_, target)
    return target ~= nil and target:isAlive()
  end,
  on_trigger = function(_, _, player, data)
    local damage, room = data:toDamage(), player:getRoom()
    if not damage.card or not damage.card:inherits("Slash") then
      return false
    end
    local source = damage.from
    for _, owner in sgs.qlist(room:getAllPlayers()) do
      local may = player:isAlive() and owner:hasSkill("beige") and not owner:isNude()
      if may and room:askForCard(owner, "..", "@beige:" .. player:objectName(), data) then
        local judge = sgs.JudgeStruct()
        judge.pattern = sgs.QRegExp("(.*)")
        judge.good = true
        judge.reason = "beige"
        judge.who = player
        room:judge(judge)
        local effect = BEIGE[judge.card:getSuit()]
        if effect then
          effect(room, owner, player, source and source:isAlive() and source or nil)
        end
      end
    end
    return false
  end,
})
skills:append(beige)

-- Duanchang (locked): who kills you loses all skills.
local duanchang = sgs.CreateTriggerSkill({
  name = "duanchang",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Death,
  can_trigger = function(_, target)
    return target ~= nil and target:hasSkill("duanchang")
  end,
  on_trigger = function(_, _, player, data)
    local damage, room = data:toDamageStar(), player:getRoom()
    local killer = damage and damage.from
    if not killer or killer:isDead() then
      return false
    end
    local names = {}
    for _, skill in sgs.qlist(killer:getVisibleSkillList()) do
      names[#names + 1] = skill:objectName()
    end
    for _, name in ipairs(names) do
      room:detachSkillFromPlayer(killer, name)
    end
    killer:loseInnateSkills()
    local log = sgs.LogMessage()
    log.type = "#Duanchang"
    log.from = player
    log.to:append(killer)
    log.arg = "duanchang"
    room:sendLog(log)
    return false
  end,
})
skills:append(duanchang)

--
-- Zuo Ci
--

local FIRST_SHAPES = 2

-- The names of the generals that somebody holds as shapes.
local function shapes_of(player)
  local names = {}
  for name in string.gmatch(player:getTag("Huashens"):toString(), "[^+]+") do
    names[#names + 1] = name
  end
  return names
end

-- The skills of a general that a shape lends: none of lords, limited ones or awakenings.
local function lendable(name)
  local names = {}
  for _, skill in sgs.qlist(sgs.Sanguosha:getGeneral(name):getVisibleSkillList()) do
    local frequency = skill:getFrequency()
    local is_single = frequency == sgs.Skill_Limited or frequency == sgs.Skill_Wake
    if not is_single and not skill:isLordSkill() then
      names[#names + 1] = skill:objectName()
    end
  end
  return names
end

-- Adds shapes of generals that nobody plays, at random.
local function gain_shapes(player, count)
  local names, taken = shapes_of(player), {}
  for _, name in ipairs(names) do
    taken[name] = true
  end
  for _, other in sgs.qlist(player:getRoom():getPlayers()) do
    taken[other:getGeneralName()] = true
    taken[other:getGeneral2Name()] = true
  end
  local shuffled = sgs.Sanguosha:getRandomGenerals(sgs.Sanguosha:getGeneralCount())
  for _, name in ipairs(shuffled) do
    if count == 0 then
      break
    end
    if not taken[name] and #lendable(name) > 0 then
      names[#names + 1] = name
      count = count - 1
    end
  end
  player:setTag("Huashens", sgs.QVariant(table.concat(names, "+")))
  player:getRoom():setPlayerMark(player, "@huashen", #names)
end

local function choose(player, names)
  if #names == 1 then
    return names[1]
  end
  return player:getRoom():askForChoice(player, "huashen", table.concat(names, "+"))
end

-- Takes on one of the shapes with one of its skills; the one lent before goes.
local function take_shape(player)
  local room, names = player:getRoom(), shapes_of(player)
  if #names == 0 then
    return
  end
  local name = choose(player, names)
  local skill = choose(player, lendable(name))
  local before = player:getTag("HuashenSkill"):toString()
  if before ~= "" and before ~= skill then
    room:detachSkillFromPlayer(player, before)
  end
  player:setTag("HuashenSkill", sgs.QVariant(skill))
  local general = sgs.Sanguosha:getGeneral(name)
  room:setPlayerProperty(player, "kingdom", sgs.QVariant(general:getKingdom()))
  room:setPlayerProperty(player, "gender", sgs.QVariant(general:getGender()))
  local log = sgs.LogMessage()
  log.type = "#Huashen"
  log.from = player
  log.arg = name
  log.arg2 = skill
  room:sendLog(log)
  room:acquireSkill(player, skill)
end

-- Huashen: at the start of the game you hold two random generals as shapes. You have one skill of
-- the shape you took on, and its kingdom and gender; change it as your turn begins or has ended.
local huashen = sgs.CreateTriggerSkill({
  name = "huashen",
  events = { sgs.GameStart, sgs.TurnStart, sgs.PhaseChange },
  priority = 3,
  on_trigger = function(_, event, player)
    local room = player:getRoom()
    if event == sgs.GameStart then
      gain_shapes(player, FIRST_SHAPES)
      take_shape(player)
      return false
    end
    local may = event == sgs.TurnStart and player:faceUp()
      or event == sgs.PhaseChange and player:getPhase() == sgs.Player_NotActive
    if may and room:askForSkillInvoke(player, "huashen") then
      take_shape(player)
    end
    return false
  end,
})
skills:append(huashen)

-- Xinsheng: for each point of damage you took, you may gain a shape.
local xinsheng = sgs.CreateTriggerSkill({
  name = "xinsheng",
  frequency = sgs.Skill_Frequent,
  events = sgs.Damaged,
  priority = -1,
  on_trigger = function(_, _, player, data)
    for _ = 1, data:toDamage().damage do
      if not player:getRoom():askForSkillInvoke(player, "xinsheng", data) then
        break
      end
      gain_shapes(player, 1)
    end
    return false
  end,
})
skills:append(xinsheng)

sgs.Sanguosha:addSkills(skills)
