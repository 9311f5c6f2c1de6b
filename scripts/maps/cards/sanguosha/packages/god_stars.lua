-- The god generals Zhuge Liang and Cao Cao.

module("extensions.god_stars", package.seeall)

extension = sgs.Package("god")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local function never()
  return false
end

local function clear_marks(room, mark)
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    if player:getMark(mark) > 0 then
      room:setPlayerMark(player, mark, 0)
    end
  end
end

--
-- Zhuge Liang
--

local shenzhugeliang = sgs.General(extension, "shenzhugeliang", "god", 3)

local STARS = 7

local function stars_of(player)
  local ids = sgs.IntList()
  for _, id in sgs.qlist(player:getPile("stars")) do
    ids:append(id)
  end
  return ids
end

-- The player may take stars into the hand and puts as many hand cards in their place.
local function exchange_stars(player)
  local room, ids, taken = player:getRoom(), stars_of(player), 0
  room:fillAG(ids, player)
  while not ids:isEmpty() do
    local id = room:askForAG(player, ids, true, "qixing")
    if id == -1 then
      break
    end
    taken = taken + 1
    ids:removeOne(id)
    room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, false)
  end
  player:invoke("clearAG")
  if taken > 0 then
    local given = room:askForExchange(player, "qixing", taken)
    for _, id in sgs.qlist(given:getSubcards()) do
      player:addToPile("stars", id, false)
    end
  end
end

-- Seven cards lie on you as stars from the beginning; after drawing, exchange any of them for hand
-- cards. The skill comes after the rules have given the hand, or drawn.
local qixing = sgs.CreateTriggerSkill({
  name = "qixing",
  events = { sgs.GameStart, sgs.PhaseChange },
  priority = -1,
  on_trigger = function(_, event, player)
    local room = player:getRoom()
    if event == sgs.GameStart then
      for _ = 1, STARS do
        player:addToPile("stars", room:drawCard(), false)
      end
    elseif player:getPhase() ~= sgs.Player_Draw then
      return false
    end
    local possible = not player:getPile("stars"):isEmpty() and not player:isKongcheng()
    if possible and room:askForSkillInvoke(player, "qixing") then
      room:playSkillEffect("qixing")
      exchange_stars(player)
    end
    return false
  end,
})

-- Discards as many stars of the player's choice.
local function discard_stars(player, count)
  local room, ids = player:getRoom(), stars_of(player)
  room:fillAG(ids, player)
  for _ = 1, math.min(count, ids:length()) do
    local id = room:askForAG(player, ids, false, "qixing")
    ids:removeOne(id)
    room:throwCard(id)
  end
  player:invoke("clearAG")
end

-- A skill of the finish phase that pays with stars and marks players until your next turn: at most
-- `count` of them, if that is given.
local function create_star_skill(name, mark, count)
  local card = sgs.CreateSkillCard({
    name = name,
    filter = function(_, targets, _, player)
      local stars = player:getPile("stars"):length()
      return #targets < math.min(stars, count or stars)
    end,
    on_use = function(_, room, source, targets)
      room:playSkillEffect(name)
      discard_stars(source, #targets)
      for _, target in ipairs(targets) do
        target:gainMark(mark)
      end
    end,
  })
  local view_as = sgs.CreateViewAsSkill({
    name = name,
    view_as = function()
      return card:clone()
    end,
    enabled_at_play = never,
    enabled_at_response = function(_, _, pattern)
      return pattern == "@@" .. name
    end,
  })
  return sgs.CreateTriggerSkill({
    name = name,
    events = sgs.PhaseChange,
    view_as_skill = view_as,
    on_trigger = function(_, _, player)
      local finishing = player:getPhase() == sgs.Player_Finish
      if finishing and not player:getPile("stars"):isEmpty() then
        player:getRoom():askForUseCard(player, "@@" .. name, "@" .. name .. "-card")
      end
      return false
    end,
  })
end

-- Finish phase, for a star: a player takes 1 more of fire until your next turn.
local kuangfeng = create_star_skill("kuangfeng", "@gale", 1)

-- Finish phase, a star each: players take nothing but thunder until your next turn.
local dawu = create_star_skill("dawu", "@fog")

-- What gale and fog do to damage.
local star_effects = sgs.CreateTriggerSkill({
  name = "#qixing-effects",
  events = sgs.Predamaged,
  can_trigger = function(_, target)
    return target:isAlive() and (target:getMark("@gale") > 0 or target:getMark("@fog") > 0)
  end,
  on_trigger = function(_, _, player, data)
    local damage, room = data:toDamage(), player:getRoom()
    if player:getMark("@fog") > 0 and damage.nature ~= sgs.DamageStruct_Thunder then
      send_log(room, "#DamageStopped", player, "dawu")
      return true
    end
    if player:getMark("@gale") > 0 and damage.nature == sgs.DamageStruct_Fire then
      damage.damage = damage.damage + 1
      data:setValue(damage)
      send_log(room, "#DamageMoreTaken", player, "kuangfeng", damage.damage)
    end
    return false
  end,
})

-- They end with the next turn, or the death, of whoever called them.
local star_ends = sgs.CreateTriggerSkill({
  name = "#qixing-ends",
  events = { sgs.PhaseChange, sgs.Death },
  can_trigger = function(_, target)
    return target:hasSkill("qixing")
  end,
  on_trigger = function(_, event, player)
    if event == sgs.Death or player:getPhase() == sgs.Player_Start then
      clear_marks(player:getRoom(), "@gale")
      clear_marks(player:getRoom(), "@fog")
    end
    return false
  end,
})

for _, skill in ipairs({ qixing, kuangfeng, dawu, star_effects, star_ends }) do
  shenzhugeliang:addSkill(skill)
end

--
-- Cao Cao
--

local shencaocao = sgs.General(extension, "shencaocao", "god", 3)

local function others_with_cards(player)
  local others = {}
  for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
    if not other:isAllNude() then
      others[#others + 1] = other
    end
  end
  return others
end

-- For each point of damage you may take a card from every other player; then you turn over.
local guixin = sgs.CreateTriggerSkill({
  name = "guixin",
  events = sgs.Damaged,
  priority = -1,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    for _ = 1, data:toDamage().damage do
      local others = others_with_cards(player)
      if #others == 0 or player:isDead() then
        return false
      end
      if not room:askForSkillInvoke(player, "guixin", data) then
        return false
      end
      room:playSkillEffect("guixin")
      for _, other in ipairs(others) do
        if not other:isAllNude() then
          local id = room:askForCardChosen(player, other, "hej", "guixin")
          local seen = room:getCardPlace(id) ~= sgs.Player_Hand
          room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, seen)
        end
      end
      player:turnOver()
    end
    return false
  end,
})

-- Others' distance to you is 1 more.
local feiying = sgs.CreateDistanceSkill({
  name = "feiying",
  correct_func = function(_, _, to)
    return to:hasSkill("feiying") and 1 or 0
  end,
})

shencaocao:addSkill(guixin)
shencaocao:addSkill(feiying)

sgs.LoadTranslationTable({
  ["shenzhugeliang"] = "神诸葛亮",
  ["qixing"] = "七星",
  [":qixing"] = "游戏开始时，将七张牌扣置于你的武将牌上，称为“星”；分发起始手牌后和摸牌阶段结束时，"
    .. "你可以用手牌替换等量的“星”。",
  ["stars"] = "星",
  ["kuangfeng"] = "狂风",
  [":kuangfeng"] = "结束阶段，你可以弃置一张“星”指定一名角色：直到你的下回合开始，其受到的火焰伤害+1。",
  ["@kuangfeng-card"] = "你可以发动【狂风】：选择一名角色",
  ["@gale"] = "狂风",
  ["dawu"] = "大雾",
  [":dawu"] = "结束阶段，你可以弃置X张“星”指定X名角色：直到你的下回合开始，"
    .. "防止其受到的除雷电伤害外的伤害。",
  ["@dawu-card"] = "你可以发动【大雾】：选择任意名角色",
  ["@fog"] = "大雾",
  ["#DamageStopped"] = "%from 的【%arg】生效，防止了此次伤害",
  ["shencaocao"] = "神曹操",
  ["guixin"] = "归心",
  [":guixin"] = "你每受到1点伤害，可以获得每名其他角色区域里的一张牌，然后翻面。",
  ["feiying"] = "飞影",
  [":feiying"] = "锁定技，其他角色计算与你的距离+1。",
})

sgs.LoadTranslationTable("en", {
  ["shenzhugeliang"] = "God Zhuge Liang",
  ["qixing"] = "Seven Stars",
  [":qixing"] = "Seven cards lie face down on you from the beginning, as stars. After the first "
    .. "hand and after each draw phase you may exchange hand cards for as many stars.",
  ["stars"] = "Stars",
  ["kuangfeng"] = "Gale",
  [":kuangfeng"] = "Finish phase: discard a star and choose a player; until your next turn they "
    .. "take 1 more fire damage.",
  ["@kuangfeng-card"] = "You may invoke Gale: choose a player",
  ["@gale"] = "Gale",
  ["dawu"] = "Fog",
  [":dawu"] = "Finish phase: discard any number of stars and choose as many players; until your "
    .. "next turn they take no damage but thunder.",
  ["@dawu-card"] = "You may invoke Fog: choose any number of players",
  ["@fog"] = "Fog",
  ["#DamageStopped"] = "%from's %arg stops the damage",
  ["shencaocao"] = "God Cao Cao",
  ["guixin"] = "Gathering Hearts",
  [":guixin"] = "For each point of damage you take, you may take a card from every other player's "
    .. "areas; then you turn over.",
  ["feiying"] = "Flying Shadow",
  [":feiying"] = "Locked: others' distance to you +1.",
})
