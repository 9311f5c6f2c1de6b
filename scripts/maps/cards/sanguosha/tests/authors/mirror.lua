-- A package in the manner of other authors: skills that come and go, generals and seats that change.
module("extensions.mirror", package.seeall)
extension = sgs.Package("mirror")

-- Skills that nobody has at first.
mr_slashing = sgs.CreateTriggerSkill({
  name = "#mr_slashing",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damage },
  on_trigger = function(self, event, player, data)
    player:gainMark("@mr_hits")
  end,
})
mr_free = sgs.CreateTriggerSkill({
  name = "mr_free",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish then
      player:drawCards(1)
    end
  end,
})
local skills = sgs.SkillList()
if not sgs.Sanguosha:getSkill("#mr_slashing") then
  skills:append(mr_slashing)
end
if not sgs.Sanguosha:getSkill("mr_free") then
  skills:append(mr_free)
end
sgs.Sanguosha:addSkills(skills)

-- 镜匠
mr_maker = sgs.General(extension, "mr_maker", "shu", 4)
mr_polish = sgs.CreateTriggerSkill({
  name = "mr_polish",
  frequency = sgs.Skill_Wake,
  events = { sgs.PhaseChange },
  can_trigger = function(self, player)
    return player:hasSkill("mr_polish") and player:getMark("mr_polish") == 0 and player:isAlive()
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start and (player:isKongcheng() or player:getHp() == 1) then
      player:setMark("mr_polish", 1)
      player:gainMark("@waked")
      room:acquireSkill(player, "mr_free")
      room:acquireSkill(player, mr_slashing)
      assert(player:hasSkill("mr_free") and player:hasSkill("#mr_slashing"))
      local seen = 0
      for _, skill in sgs.qlist(player:getVisibleSkillList()) do
        assert(skill:objectName():sub(1, 1) ~= "#")
        seen = seen + 1
      end
      assert(seen >= 2)
      room:detachSkillFromPlayer(player, "mr_polish")
      assert(player:hasSkill("mr_polish"), "what is printed stays")
    end
    return false
  end,
})
mr_maker:addSkill(mr_polish)
mr_maker:addSkill("yingzi")

-- 仿者 copies a skill for a turn.
mr_mimic = sgs.General(extension, "mr_mimic", "qun", 3, false)
mr_copy = sgs.CreateTriggerSkill({
  name = "mr_copy",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start then
      local targets = sgs.SPlayerList()
      for _, p in sgs.qlist(room:getOtherPlayers(player)) do
        if p:getVisibleSkillList():length() > 0 then
          targets:append(p)
        end
      end
      if targets:isEmpty() or not room:askForSkillInvoke(player, "mr_copy") then
        return
      end
      local target = room:askForPlayerChosen(player, targets, "mr_copy")
      local names = {}
      for _, skill in sgs.qlist(target:getVisibleSkillList()) do
        if
          not skill:isLordSkill()
          and skill:getFrequency() ~= sgs.Skill_Wake
          and skill:getFrequency() ~= sgs.Skill_Limited
          and not player:hasSkill(skill:objectName())
        then
          table.insert(names, skill:objectName())
        end
      end
      if #names == 0 then
        return
      end
      local choice = room:askForChoice(player, "mr_copy", table.concat(names, "+"))
      room:acquireSkill(player, choice)
      player:setTag("mr_copied", sgs.QVariant(choice))
    elseif player:getPhase() == sgs.Player_NotActive then
      local name = player:getTag("mr_copied"):toString()
      if name ~= "" then
        room:detachSkillFromPlayer(player, name)
        player:removeTag("mr_copied")
      end
    end
    return false
  end,
})
mr_break = sgs.CreateTriggerSkill({
  name = "mr_break",
  events = { sgs.Death },
  can_trigger = function(self, target)
    return target:hasSkill("mr_break")
  end,
  on_trigger = function(self, event, player, data)
    local damage = data:toDamageStar()
    if damage == nil or damage.from == nil then
      return false
    end
    local room = player:getRoom()
    for _, skill in sgs.qlist(damage.from:getVisibleSkillList()) do
      room:detachSkillFromPlayer(damage.from, skill:objectName())
    end
    damage.from:loseInnateSkills()
    return false
  end,
})
mr_mimic:addSkill(mr_copy)
mr_mimic:addSkill(mr_break)

-- 化蝶 becomes somebody else.
mr_moth = sgs.General(extension, "mr_moth", "wu", 3, false)
mr_butterfly = sgs.General(extension, "mr_butterfly", "wu", 3, false, true, true)
mr_cocoon = sgs.CreateTriggerSkill({
  name = "mr_cocoon",
  frequency = sgs.Skill_Limited,
  events = { sgs.Dying },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getMark("mr_cocoon") > 0 or not player:askForSkillInvoke("mr_cocoon", data) then
      return false
    end
    player:addMark("mr_cocoon")
    room:transfigure(player, "mr_butterfly", true, true)
    assert(player:getGeneralName() == "mr_butterfly" and player:hasSkill("mr_wings"))
    assert(
      player:getHp() == player:getMaxHP() and player:getMaxHP() == player:getGeneral():getMaxHp()
    )
    assert(player:getMark("@mr_dust") == 2, "the new skill's GameStart was told")
    return false
  end,
})
mr_wings = sgs.CreateGameStartSkill({
  name = "mr_wings",
  on_gamestart = function(self, player)
    player:gainMark("@mr_dust", 2)
  end,
})
mr_dust = sgs.CreateTriggerSkill({
  name = "mr_dust",
  events = { sgs.Predamaged },
  on_trigger = function(self, event, player, data)
    if player:getMark("@mr_dust") > 0 and player:askForSkillInvoke("mr_dust", data) then
      player:loseMark("@mr_dust")
      return true
    end
    return false
  end,
})
mr_moth:addSkill(mr_cocoon)
mr_butterfly:addSkill(mr_wings)
mr_butterfly:addSkill(mr_dust)

-- 换座
mr_usher = sgs.General(extension, "mr_usher", "wei", 4)
mr_seat_card = sgs.CreateSkillCard({
  name = "mr_seat",
  filter = function(self, targets, to_select)
    return #targets < 2
  end,
  feasible = function(self, targets)
    return #targets == 2
  end,
  on_use = function(self, room, source, targets)
    local a, b = targets[1], targets[2]
    local first, second = a:getSeat(), b:getSeat()
    room:swapSeat(a, b)
    assert(a:getSeat() == second and b:getSeat() == first)
    room:setFixedDistance(source, a, 1)
    assert(source:objectName() == a:objectName() or source:distanceTo(a) == 1)
    room:setFixedDistance(source, a, -1)
    if source:objectName() ~= b:objectName() then
      assert(source:distanceTo(b) >= 1)
    end
    source:getNextAlive():speak("seat")
  end,
})
mr_seat = sgs.CreateViewAsSkill({
  name = "mr_seat",
  n = 1,
  view_filter = function(self, selected, to_select)
    return true
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = mr_seat_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#mr_seat") and player:getSiblings():length() > 1
  end,
})
mr_usher:addSkill(mr_seat)

-- 令牌: buttons for others, and cards that may not be played.
mr_marshal = sgs.General(extension, "mr_marshal$", "qun", 4)
mr_tribute_card = sgs.CreateSkillCard({
  name = "mr_tribute",
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0
      and to_select:hasLordSkill("mr_token")
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    targets[1]:obtainCard(self)
    room:setPlayerFlag(targets[1], "mr_given")
  end,
})
mr_tribute = sgs.CreateViewAsSkill({
  name = "mr_tribute",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:inherits("BasicCard")
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = mr_tribute_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return player:getKingdom() == "qun" and not player:hasUsed("#mr_tribute")
  end,
})
local free = sgs.SkillList()
free:append(mr_tribute)
sgs.Sanguosha:addSkills(free)
mr_token = sgs.CreateTriggerSkill({
  name = "mr_token$",
  events = { sgs.GameStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if not player:isLord() then
      return
    end
    for _, p in sgs.qlist(room:getOtherPlayers(player)) do
      if p:getKingdom() == "qun" then
        room:attachSkillToPlayer(p, "mr_tribute")
      end
    end
  end,
})
mr_forbid = sgs.CreateTriggerSkill({
  name = "mr_forbid",
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return target:isAlive()
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local marshal = room:findPlayerBySkillName("mr_forbid")
    if player:getPhase() == sgs.Player_NotActive and player:hasFlag("mr_forbidden") then
      player:jilei(".")
      player:invoke("jilei", ".")
      return
    end
    if
      not marshal
      or player:getPhase() ~= sgs.Player_Play
      or marshal:inMyAttackRange(player) == false
    then
      return
    end
    if
      marshal:objectName() == player:objectName() or not marshal:askForSkillInvoke("mr_forbid")
    then
      return
    end
    local kind = room:askForChoice(marshal, "mr_forbid", "basic+trick+equip")
    room:setPlayerFlag(player, "mr_forbidden")
    player:jilei(kind)
    for _, card in sgs.qlist(player:getHandcards()) do
      assert(player:isJilei(card) == (card:getType() == kind))
    end
  end,
})
mr_clear = sgs.CreateTriggerSkill({
  name = "#mr_clear",
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish then
      player:jilei("")
    end
  end,
})
mr_marshal:addSkill(mr_token)
mr_marshal:addSkill(mr_forbid)
mr_marshal:addSkill(mr_clear)
extension:insertRelatedSkills("mr_forbid", "#mr_clear")

-- 双面 counts genders and second generals.
mr_twoface = sgs.General(extension, "mr_twoface", "god", 4)
mr_twoface:setGender(sgs.General_Neuter)
mr_face = sgs.CreateTriggerSkill({
  name = "mr_face",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local general = player:getGeneral()
    assert(
      not general:isMale() and not general:isFemale() and player:getGender() == sgs.General_Neuter
    )
    assert(player:getGeneral2() == nil and player:getGeneral2Name() == "")
    player:acquireSkill("paoxiao")
    assert(player:hasSkill("paoxiao"))
    local men, women = 0, 0
    for _, p in sgs.qlist(room:getAlivePlayers()) do
      if p:getGeneral():isMale() then
        men = men + 1
      end
      if p:getGeneral():isFemale() then
        women = women + 1
      end
    end
    if women >= men then
      player:loseSkill("paoxiao")
    end
    assert(player:hasSkill("paoxiao") == (women < men))
    assert(player:getState() == "robot" or player:getState() == "online")
    return false
  end,
})
mr_twoface:addSkill(mr_face)

sgs.LoadTranslationTable({
  ["mirror"] = "镜花包",
  ["mr_maker"] = "镜匠",
  ["mr_mimic"] = "仿者",
  ["mr_moth"] = "化蝶",
  ["mr_butterfly"] = "蝶",
  ["mr_usher"] = "司仪",
  ["mr_marshal"] = "令官",
  ["mr_twoface"] = "双面",
  ["mr_polish"] = "打磨",
  ["mr_free"] = "悠游",
  ["mr_copy"] = "临摹",
  ["mr_break"] = "碎镜",
  ["mr_cocoon"] = "破茧",
  ["mr_wings"] = "薄翼",
  ["mr_dust"] = "鳞粉",
  ["@mr_dust"] = "鳞粉",
  ["mr_seat"] = "引座",
  ["mr_token"] = "令牌",
  ["mr_tribute"] = "进献",
  ["mr_forbid"] = "禁令",
  ["mr_face"] = "两面",
  ["@mr_hits"] = "击",
})
