-- A package in the manner of other authors: turns, phases, extra turns, and the order of players.
module("extensions.clockwork", package.seeall)
extension = sgs.Package("clockwork")

-- 更夫 skips phases of others.
cw_watchman = sgs.General(extension, "cw_watchman", "wei", 3)
cw_gong = sgs.CreateTriggerSkill({
  name = "cw_gong",
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    for _, watchman in sgs.qlist(room:getAllPlayers()) do
      if
        watchman:hasSkill("cw_gong")
        and watchman:objectName() ~= player:objectName()
        and not watchman:isKongcheng()
      then
        if room:askForSkillInvoke(watchman, "cw_gong") then
          if room:askForDiscard(watchman, "cw_gong", 1, true) then
            local choice = room:askForChoice(watchman, "cw_gong", "judge+draw+play+discard")
            local phases = {
              judge = sgs.Player_Judge,
              draw = sgs.Player_Draw,
              play = sgs.Player_Play,
              discard = sgs.Player_Discard,
            }
            player:skip(phases[choice])
            assert(player:isSkipped(phases[choice]))
            if choice == "play" then
              player:drawCards(1)
            end
          end
        end
      end
    end
    return false
  end,
})
cw_night = sgs.CreateTriggerSkill({
  name = "cw_night",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local names = { "start", "judge", "draw", "play", "discard", "finish", "not_active" }
    assert(player:getPhaseString() == names[player:getPhase() + 1])
    if player:getPhase() == sgs.Player_Judge and not player:getJudgingArea():isEmpty() then
      local trick = player:topDelayedTrick()
      assert(player:containsTrick(trick:objectName()))
      player:getRoom():throwCard(trick)
      return true
    end
    return false
  end,
})
cw_watchman:addSkill(cw_gong)
cw_watchman:addSkill(cw_night)

-- 钟匠 gives and takes turns.
cw_maker = sgs.General(extension, "cw_maker", "qun", 4)
cw_again = sgs.CreateTriggerSkill({
  name = "cw_again",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Finish or player:getHandcardNum() < 3 then
      return false
    end
    if player:getMark("cw_again") > 0 or not room:askForSkillInvoke(player, "cw_again") then
      return false
    end
    local targets = sgs.SPlayerList()
    for _, p in sgs.qlist(room:getAlivePlayers()) do
      targets:append(p)
    end
    assert(targets:contains(player))
    local target = room:askForPlayerChosen(player, targets, "cw_again")
    player:setMark("cw_again", 1)
    room:askForDiscard(player, "cw_again", 2, false, false)
    local current = room:getCurrent()
    target:gainAnExtraTurn()
    assert(room:getCurrent():objectName() == current:objectName(), "the order is as it was")
    player:setMark("cw_again", 0)
    return false
  end,
})
cw_play_card = sgs.CreateSkillCard({
  name = "cw_play",
  filter = function(self, targets, to_select)
    return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName() and to_select:faceUp()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local before = effect.to:faceUp()
    effect.to:turnOver()
    assert(effect.to:faceUp() ~= before)
    effect.to:drawCards(effect.from:getLostHp())
  end,
})
cw_play = sgs.CreateViewAsSkill({
  name = "cw_play",
  n = 2,
  view_filter = function(self, selected, to_select)
    if #selected == 0 then
      return not to_select:isEquipped()
    end
    return not to_select:isEquipped() and to_select:getSuit() == selected[1]:getSuit()
  end,
  view_as = function(self, cards)
    if #cards ~= 2 then
      return nil
    end
    local card = cw_play_card:clone()
    card:addSubcard(cards[1])
    card:addSubcard(cards[2])
    card:setSkillName("cw_play")
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#cw_play")
  end,
})
cw_maker:addSkill(cw_again)
cw_maker:addSkill(cw_play)

-- 守夜 is turned over and does not mind.
cw_guard = sgs.General(extension, "cw_guard", "shu", 4, true)
cw_rest = sgs.CreateTriggerSkill({
  name = "cw_rest",
  events = { sgs.TurnedOver, sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.TurnedOver then
      room:setEmotion(player, "draw-card")
      player:drawCards(player:faceUp() and 1 or 2, true)
    elseif player:getPhase() == sgs.Player_Finish and room:askForSkillInvoke(player, "cw_rest") then
      player:turnOver()
    end
    return false
  end,
})
cw_wake = sgs.CreateTriggerSkill({
  name = "cw_wake",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.TurnStart },
  priority = 4,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    assert(player:getPhase() == sgs.Player_NotActive)
    if not player:faceUp() and player:getHp() == 1 then
      player:turnOver()
    end
    return false
  end,
})
cw_guard:addSkill(cw_rest)
cw_guard:addSkill(cw_wake)

-- 时贼
cw_thief = sgs.General(extension, "cw_thief", "wu", 3, false)
cw_steal = sgs.CreateTriggerSkill({
  name = "cw_steal",
  events = { sgs.TurnStart },
  can_trigger = function(self, target)
    return target:isAlive()
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local thief = room:findPlayerBySkillName("cw_steal")
    if
      thief == nil
      or thief:objectName() == player:objectName()
      or thief:getMark("@cw_time") < 1
    then
      return false
    end
    if thief:hasFlag("cw_stealing") or not thief:askForSkillInvoke("cw_steal") then
      return false
    end
    thief:loseMark("@cw_time", 1)
    room:setPlayerFlag(thief, "cw_stealing")
    room:setCurrent(thief)
    thief:play()
    room:setCurrent(player)
    room:setPlayerFlag(thief, "-cw_stealing")
    return true
  end,
})
cw_grain = sgs.CreateTriggerSkill({
  name = "cw_grain",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.GameStart, sgs.Damaged },
  on_trigger = function(self, event, player, data)
    player:gainMark("@cw_time", 1)
  end,
})
cw_thief:addSkill(cw_steal)
cw_thief:addSkill(cw_grain)

-- 账房 changes what is drawn and kept.
cw_clerk = sgs.General(extension, "cw_clerk", "wei", 3, true)
cw_ledger = sgs.CreateTriggerSkill({
  name = "cw_ledger",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DrawNCards, sgs.PhaseChange },
  priority = 2,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.DrawNCards then
      local n = data:toInt()
      assert(n >= 0 and player:getPhase() == sgs.Player_Draw)
      data:setValue(n + (player:isWounded() and 1 or 0))
    elseif player:getPhase() == sgs.Player_Discard then
      local keep = player:getMaxCards() + 1
      local n = player:getHandcardNum() - keep
      if n > 0 then
        room:askForDiscard(player, "cw_ledger", n, false, false)
      end
      assert(player:getHandcardNum() <= keep)
      return true
    end
    return false
  end,
})
cw_balance = sgs.CreateTriggerSkill({
  name = "cw_balance",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseEnd },
  on_trigger = function(self, event, player, data)
    if
      player:getPhase() == sgs.Player_Draw
      and player:getHandcardNum() < 3
      and player:askForSkillInvoke("cw_balance")
    then
      player:drawCards(1)
    elseif player:getPhase() == sgs.Player_Play and player:getSlashCount() == 0 then
      player:gainMark("@cw_idle")
    end
    return false
  end,
})
cw_clerk:addSkill(cw_ledger)
cw_clerk:addSkill(cw_balance)

-- 司晨 knows the whole order.
cw_herald = sgs.General(extension, "cw_herald$", "shu", 4)
cw_order = sgs.CreateTriggerSkill({
  name = "cw_order",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    local others, all = room:getOtherPlayers(player), room:getAllPlayers()
    local alive, everybody = room:getAlivePlayers(), room:getPlayers()
    assert(others:length() + 1 == alive:length() and all:length() == alive:length())
    assert(everybody:length() >= alive:length() and alive:length() == room:alivePlayerCount())
    assert(all:first():objectName() == room:getCurrent():objectName())
    local p, seats = player, 0
    repeat
      p = p:getNextAlive()
      seats = seats + 1
      assert(p:isAlive() and seats <= alive:length())
    until p:objectName() == player:objectName()
    assert(seats == alive:length())
    assert(player:getPhases():length() >= 5)
    for i = 0, others:length() - 1 do
      assert(others:at(i):objectName() ~= player:objectName())
    end
    assert(room:getLord():isLord() and room:getLord():getRole() == "lord")
    return false
  end,
})
cw_sunrise = sgs.CreateTriggerSkill({
  name = "cw_sunrise$",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  can_trigger = function(self, target)
    return target:hasLordSkill("cw_sunrise")
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() ~= sgs.Player_Start then
      return false
    end
    local n = room:getLieges("shu", player):length()
    if n > 0 and room:askForSkillInvoke(player, "cw_sunrise") then
      player:drawCards(n)
    end
    return false
  end,
})
cw_herald:addSkill(cw_order)
cw_herald:addSkill(cw_sunrise)

sgs.LoadTranslationTable({
  ["clockwork"] = "更漏包",
  ["cw_watchman"] = "更夫",
  ["cw_maker"] = "钟匠",
  ["cw_guard"] = "守夜",
  ["cw_thief"] = "时贼",
  ["cw_clerk"] = "账房",
  ["cw_herald"] = "司晨",
  ["cw_gong"] = "鸣锣",
  ["cw_night"] = "夜行",
  ["cw_again"] = "回拨",
  ["cw_play"] = "停摆",
  ["cw_rest"] = "歇息",
  ["cw_wake"] = "惊醒",
  ["cw_steal"] = "窃时",
  ["@cw_time"] = "时",
  ["cw_grain"] = "积时",
  ["cw_ledger"] = "账簿",
  ["cw_balance"] = "结算",
  ["@cw_idle"] = "闲",
  ["cw_order"] = "点卯",
  ["cw_sunrise"] = "旭日",
})
