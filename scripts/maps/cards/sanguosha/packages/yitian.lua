-- Two generals of the package 倚天: Lady Xiahou, who ties herself to a man, and Zhang Lu with his
-- rice for everybody.

module("extensions.yitian", package.seeall)

extension = sgs.Package("yitian")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

--
-- 夏侯涓 Lady Xiahou
--

local xiahoujuan = sgs.General(extension, "xiahoujuan", "wei", 3, false)

-- The two who are tied: her and him. Nothing unless both live.
local function tied_pair(room)
  local her, him
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    if player:getMark("@tied") > 0 then
      if player:hasSkill("lianli") then
        her = player
      else
        him = player
      end
    end
  end
  if her and him then
    return her, him
  end
  return nil, nil
end

local function untie(room)
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    if player:getMark("@tied") > 0 then
      player:loseAllMarks("@tied")
    end
  end
end

-- Her partner is asked for a slash; nothing if he has none to give.
local function slash_of_partner(her)
  local room = her:getRoom()
  local tied, him = tied_pair(room)
  if not tied then
    return nil
  end
  room:setPlayerFlag(her, "lianli_asking")
  local data = sgs.QVariant()
  data:setValue(her)
  local slash = room:askForCard(him, "slash", "@lianli-slash:" .. her:objectName(), data)
  room:setPlayerFlag(her, "-lianli_asking")
  return slash
end

local lianli_card = sgs.CreateSkillCard({
  name = "lianli",
  filter = function(_, targets, to_select)
    return #targets == 0 and to_select:getGeneral():isMale()
  end,
  on_effect = function(_, effect)
    local room = effect.from:getRoom()
    room:playSkillEffect("lianli")
    effect.from:gainMark("@tied")
    effect.to:gainMark("@tied")
  end,
})

local function any_slash()
  return sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
end

local function players_of(targets)
  local players = sgs.PlayerList()
  for _, target in ipairs(targets) do
    players:append(target)
  end
  return players
end

local lianli_slash_card = sgs.CreateSkillCard({
  name = "lianlislash",
  filter = function(_, targets, to_select, player)
    return any_slash():targetFilter(players_of(targets), to_select, player)
  end,
  on_use = function(_, room, source, targets)
    local slash = slash_of_partner(source)
    if not slash then
      -- Whom nobody helped does not ask again in this phase.
      room:setPlayerFlag(source, "lianli_refused")
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

local lianli_view_as = sgs.CreateViewAsSkill({
  name = "lianli",
  view_as = function()
    local tying = sgs.Self:getPattern() == "@lianli"
    return tying and lianli_card:clone() or lianli_slash_card:clone()
  end,
  enabled_at_play = function(_, player)
    return player:getMark("@tied") > 0
      and not player:hasFlag("lianli_refused")
      and any_slash():isAvailable(player)
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@lianli"
  end,
})

-- At the start of your turn you may tie yourself to a man until your next turn: he may play the
-- slashes that you need, and you the jinks that he needs.
local lianli = sgs.CreateTriggerSkill({
  name = "lianli",
  events = { sgs.PhaseChange, sgs.Death },
  view_as_skill = lianli_view_as,
  can_trigger = function(_, target)
    return target:hasSkill("lianli") or target:isDead()
  end,
  on_trigger = function(_, event, player)
    local room = player:getRoom()
    if event == sgs.Death then
      -- The bond ends with either of them; its marks are still on the dead.
      if player:getMark("@tied") > 0 then
        untie(room)
      end
    elseif player:getPhase() == sgs.Player_Start then
      untie(room)
      room:askForUseCard(player, "@lianli", "@lianli-card")
    end
    return false
  end,
})

-- The cards that they play for each other.
local lianli_help = sgs.CreateTriggerSkill({
  name = "#lianli-help",
  events = sgs.CardAsked,
  can_trigger = function(_, target)
    return target:isAlive() and target:getMark("@tied") > 0
  end,
  on_trigger = function(_, _, player, data)
    local room, pattern = player:getRoom(), data:toString()
    local her, him = tied_pair(room)
    if not her or her:hasFlag("lianli_asking") then
      return false
    end
    local card
    if pattern == "slash" and player:objectName() == her:objectName() then
      if room:askForSkillInvoke(her, "lianli", data) then
        card = slash_of_partner(her)
      end
    elseif pattern == "jink" and player:objectName() == him:objectName() then
      if room:askForSkillInvoke(him, "lianli", data) then
        room:setPlayerFlag(her, "lianli_asking")
        card = room:askForCard(her, "jink", "@lianli-jink:" .. him:objectName(), data)
        room:setPlayerFlag(her, "-lianli_asking")
      end
    end
    if not card then
      return false
    end
    room:playSkillEffect("lianli")
    room:provide(card)
    return true
  end,
})

-- For each point of damage either of the two takes, you may have both draw a card.
local tongxin = sgs.CreateTriggerSkill({
  name = "tongxin",
  events = sgs.Damaged,
  can_trigger = function(_, target)
    return target:isAlive() and target:getMark("@tied") > 0
  end,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    for _ = 1, data:toDamage().damage do
      local her, him = tied_pair(room)
      if not her or not her:hasSkill("tongxin") then
        return false
      end
      if not room:askForSkillInvoke(her, "tongxin", data) then
        return false
      end
      room:playSkillEffect("tongxin")
      her:drawCards(1)
      him:drawCards(1)
    end
    return false
  end,
})

xiahoujuan:addSkill(lianli)
xiahoujuan:addSkill(lianli_help)
xiahoujuan:addSkill(tongxin)

--
-- 张鲁 Zhang Lu
--

local zhanglu = sgs.General(extension, "zhanglu", "qun", 3)

local RICE_MAX = 5

local yishe_card = sgs.CreateSkillCard({
  name = "yishe",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source)
    room:playSkillEffect("yishe")
    if self:subcardsLength() > 0 then
      for _, id in sgs.qlist(self:getSubcards()) do
        source:addToPile("rice", id)
      end
      return
    end
    for _, id in ipairs(sgs.QList2Table(source:getPile("rice"))) do
      room:obtainCard(source, id)
    end
  end,
})

-- In your play phase, lay hand cards out as rice, five in all at most, or take all of it back.
local yishe_view_as = sgs.CreateViewAsSkill({
  name = "yishe",
  n = RICE_MAX,
  view_filter = function(_, selected, to_select)
    local rice = sgs.Self:getPile("rice"):length()
    return not to_select:isEquipped() and #selected + rice < RICE_MAX
  end,
  view_as = function(_, cards)
    if #cards == 0 and sgs.Self:getPile("rice"):isEmpty() then
      return nil
    end
    local card = yishe_card:clone()
    for _, part in ipairs(cards) do
      card:addSubcard(part)
    end
    return card
  end,
  enabled_at_play = function(_, player)
    return not player:isKongcheng() or not player:getPile("rice"):isEmpty()
  end,
})

-- Others may ask for rice: they are lent the skill to do so.
local yishe = sgs.CreateTriggerSkill({
  name = "yishe",
  events = sgs.GameStart,
  view_as_skill = yishe_view_as,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getOtherPlayers(player)) do
      room:attachSkillToPlayer(other, "yisheask")
    end
    return false
  end,
})

local function has_rice(player)
  return player:isAlive() and player:hasSkill("yishe") and not player:getPile("rice"):isEmpty()
end

-- The other who has rice, if anybody has.
local function rice_owner(player)
  for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
    if has_rice(other) then
      return other
    end
  end
  return nil
end

local yisheask_card = sgs.CreateSkillCard({
  name = "yisheask",
  target_fixed = true,
  on_use = function(_, room, source)
    local owner = rice_owner(source)
    if not owner then
      return
    end
    local rice = owner:getPile("rice")
    room:fillAG(rice, source)
    local id = room:askForAG(source, rice, false, "yisheask")
    source:invoke("clearAG")
    room:showCard(owner, id)
    local data = sgs.QVariant()
    data:setValue(source)
    owner:setTag("YisheAsk", data)
    if room:askForChoice(owner, "yisheask", "allow+disallow") == "allow" then
      send_log(room, "#YisheGives", owner, "yishe")
      room:obtainCard(source, id)
    end
    owner:removeTag("YisheAsk")
  end,
})

-- Twice per play phase, ask for a card of another's rice; they may refuse.
local yisheask = sgs.CreateViewAsSkill({
  name = "yisheask",
  view_as = function()
    return yisheask_card:clone()
  end,
  enabled_at_play = function(_, player)
    if player:usedTimes("#yisheask") >= 2 then
      return false
    end
    for _, other in sgs.qlist(player:getSiblings()) do
      if has_rice(other) then
        return true
      end
    end
    return false
  end,
})

-- The ids of red cards that a card is or is made of.
local function red_ids(card)
  local ids = card:isVirtualCard() and sgs.QList2Table(card:getSubcards()) or { card:getId() }
  local red = {}
  for _, id in ipairs(ids) do
    if sgs.Sanguosha:getCard(id):isRed() then
      red[#red + 1] = id
    end
  end
  return red
end

-- Red cards that others discard in their discard phase may become your hand cards, or rice.
local xiliang = sgs.CreateTriggerSkill({
  name = "xiliang",
  events = sgs.CardDiscarded,
  owned = "xiliang",
  can_trigger = function(_, target)
    return target:getPhase() == sgs.Player_Discard and not target:hasSkill("xiliang")
  end,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    local owner = room:findPlayerBySkillName("xiliang")
    local red = red_ids(data:toCard())
    if not owner or #red == 0 or not room:askForSkillInvoke(owner, "xiliang", data) then
      return false
    end
    room:playSkillEffect("xiliang")
    local choice = "obtain"
    if owner:getPile("rice"):length() + #red <= RICE_MAX then
      choice = room:askForChoice(owner, "xiliang", "put+obtain")
    end
    for _, id in ipairs(red) do
      if choice == "put" then
        owner:addToPile("rice", id)
      else
        room:obtainCard(owner, id)
      end
    end
    return false
  end,
})

local free_skills = sgs.SkillList()
free_skills:append(yisheask)
sgs.Sanguosha:addSkills(free_skills)

zhanglu:addSkill(yishe)
zhanglu:addSkill(xiliang)

sgs.LoadTranslationTable({
  ["yitian"] = "倚天",
  ["xiahoujuan"] = "夏侯涓",
  ["lianli"] = "连理",
  [":lianli"] = "回合开始阶段，你可以选择一名男性角色，与其进入连理状态直到你的下回合开始："
    .. "该角色可以替你打出【杀】，你可以替该角色打出【闪】。",
  ["lianlislash"] = "连理",
  ["@tied"] = "连理",
  ["@lianli-card"] = "你可以发动【连理】：选择一名男性角色",
  ["@lianli-slash"] = "你可以替 %src 打出一张【杀】",
  ["@lianli-jink"] = "你可以替 %src 打出一张【闪】",
  ["tongxin"] = "同心",
  [":tongxin"] = "处于连理状态的两名角色每受到1点伤害，你可以令这两名角色各摸一张牌。",
  ["zhanglu"] = "张鲁",
  ["yishe"] = "义舍",
  [":yishe"] = "出牌阶段，你可以将任意张手牌置于武将牌上，称为“米”（至多五张），或收回所有的“米”。"
    .. "其他角色的出牌阶段限两次，其可以选择一张“米”，若你同意，其获得之。",
  ["rice"] = "米",
  ["yisheask"] = "义舍要牌",
  [":yisheask"] = "出牌阶段限两次，你可以向有“米”的角色要一张“米”。",
  ["yisheask:allow"] = "同意",
  ["yisheask:disallow"] = "拒绝",
  ["xiliang"] = "惜粮",
  [":xiliang"] = "其他角色在其弃牌阶段弃置红色牌时，你可以将这些牌收入手牌或置为“米”。",
  ["xiliang:put"] = "置为“米”",
  ["xiliang:obtain"] = "收入手牌",
  ["#YisheGives"] = "%from 同意给出【%arg】的牌",
})

sgs.LoadTranslationTable("en", {
  ["yitian"] = "Yitian",
  ["xiahoujuan"] = "Xiahou Juan",
  ["lianli"] = "Entwined",
  [":lianli"] = "At the start of your turn you may tie yourself to a man until your next turn: he "
    .. "may play the slashes that you need, and you the jinks that he needs.",
  ["lianlislash"] = "Entwined",
  ["@tied"] = "Entwined",
  ["@lianli-card"] = "You may invoke Entwined: choose a man",
  ["@lianli-slash"] = "You may play a slash for %src",
  ["@lianli-jink"] = "You may play a jink for %src",
  ["tongxin"] = "One Heart",
  [":tongxin"] = "For each point of damage that either of the two entwined takes, you may have both "
    .. "draw a card.",
  ["zhanglu"] = "Zhang Lu",
  ["yishe"] = "Free Rice",
  [":yishe"] = "Play phase: lay hand cards on you as rice, five in all at most, or take all of it "
    .. "back. Others may, twice per play phase, ask for a card of it, which you may allow.",
  ["rice"] = "Rice",
  ["yisheask"] = "Ask for Rice",
  [":yisheask"] = "Twice per play phase, ask for a card of another's rice.",
  ["yisheask:allow"] = "Allow it",
  ["yisheask:disallow"] = "Refuse it",
  ["xiliang"] = "Sparing Grain",
  [":xiliang"] = "Red cards that others discard in their discard phase may become your hand cards, "
    .. "or rice.",
  ["xiliang:put"] = "Rice",
  ["xiliang:obtain"] = "Hand cards",
  ["#YisheGives"] = "%from gives a card of %arg",
})
