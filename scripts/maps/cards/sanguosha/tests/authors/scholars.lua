-- A package in the manner of other authors: judgements, point fights, the pile and its panel.
module("extensions.scholars", package.seeall)
extension = sgs.Package("scholars")

-- 算士
sc_reckoner = sgs.General(extension, "sc_reckoner", "wei", 3)
sc_guess = sgs.CreateTriggerSkill({
  name = "sc_guess",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange, sgs.FinishJudge },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.PhaseChange and player:getPhase() == sgs.Player_Start then
      local tries = 0
      while tries < 3 and player:askForSkillInvoke("sc_guess") do
        tries = tries + 1
        local judge = sgs.JudgeStruct()
        judge.pattern = sgs.QRegExp("(.*):(spade|club):(.*)")
        judge.good = true
        judge.reason = self:objectName()
        judge.who = player
        room:judge(judge)
        assert(judge.card, "the judgement has its card")
        assert(judge:isGood() == judge.card:isBlack())
        assert(judge:isBad() ~= judge:isGood())
        if judge:isBad() then
          break
        end
      end
    elseif event == sgs.FinishJudge then
      local judge = data:toJudge()
      if judge.reason == "sc_guess" then
        assert(judge.who:objectName() == player:objectName())
        if judge.card:isBlack() then
          player:obtainCard(judge.card)
          assert(room:getCardPlace(judge.card:getEffectiveId()) == sgs.Player_Hand)
          return true
        end
      end
    end
    return false
  end,
})
sc_rule = sgs.CreateTriggerSkill({
  name = "sc_rule",
  events = { sgs.StartJudge },
  frequency = sgs.Skill_Compulsory,
  on_trigger = function(self, event, player, data)
    local judge = data:toJudge()
    assert(judge.who:hasSkill("sc_rule"))
    player:setTag("sc_reason", sgs.QVariant(judge.reason))
    assert(player:getTag("sc_reason"):toString() == judge.reason)
  end,
})
sc_reckoner:addSkill(sc_guess)
sc_reckoner:addSkill(sc_rule)

-- 改命师
sc_changer = sgs.General(extension, "sc_changer", "qun", 3, false)
sc_replace = sgs.CreateTriggerSkill({
  name = "sc_replace",
  events = { sgs.AskForRetrial },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local judge = data:toJudge()
    if player:isNude() then
      return false
    end
    player:setTag("Judge", data)
    assert(player:getTag("Judge"):toJudge().reason == judge.reason)
    local prompt = "@sc_replace:"
      .. judge.who:objectName()
      .. ":"
      .. self:objectName()
      .. ":"
      .. judge.reason
      .. ":"
      .. judge.card:getEffectIdString()
    local card = room:askForCard(player, "..", prompt, data)
    if card then
      local old = judge.card
      judge.card = sgs.Sanguosha:getCard(card:getEffectiveId())
      assert(data:toJudge().card:getId() == card:getEffectiveId(), "the judgement is live")
      room:moveCardTo(judge.card, nil, sgs.Player_Special)
      player:obtainCard(old)
      room:sendJudgeResult(judge)
      room:getThread():delay()
    end
    return false
  end,
})
sc_sure = sgs.CreateTriggerSkill({
  name = "sc_sure",
  events = { sgs.FinishJudge },
  priority = 999,
  frequency = sgs.Skill_Compulsory,
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local judge = data:toJudge()
    local all = {
      ["(.*)"] = true,
      ["(.*):(.*):(.*)"] = true,
      ["(.*):(heart|diamond):(.*)"] = judge.card:isRed(),
      ["(.*):(.*):([2-9])"] = judge.card:getNumber() >= 2 and judge.card:getNumber() <= 9,
      ["(.*):(.*):(A|[2-5])"] = judge.card:getNumber() <= 5,
      ["(Peach|GodSalvation):(.*):(.*)"] = judge.card:inherits("Peach")
        or judge.card:inherits("GodSalvation"),
    }
    for pattern, good in pairs(all) do
      local other = sgs.JudgeStruct()
      other.who = player
      other.pattern = sgs.QRegExp(pattern)
      other.good = true
      assert(other:isGood(judge.card) == good, pattern)
      other.good = false
      assert(other:isGood(judge.card) ~= good, pattern)
    end
    return false
  end,
})
sc_changer:addSkill(sc_replace)
sc_changer:addSkill(sc_sure)

-- 辩士: point fights.
sc_debater = sgs.General(extension, "sc_debater", "shu", 3, true)
sc_debate_card = sgs.CreateSkillCard({
  name = "sc_debate",
  target_fixed = false,
  will_throw = false,
  filter = function(self, targets, to_select)
    return #targets == 0
      and to_select:objectName() ~= sgs.Self:objectName()
      and not to_select:isKongcheng()
  end,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local won = effect.from:pindian(effect.to, "sc_debate", self)
    if won then
      local choice = room:askForChoice(effect.from, "sc_debate", "draw+hurt+nothing")
      if choice == "draw" then
        room:drawCards(effect.from, 2)
      elseif choice == "hurt" then
        local damage = sgs.DamageStruct()
        damage.from = effect.from
        damage.to = effect.to
        room:damage(damage)
      end
    else
      room:setPlayerFlag(effect.from, "sc_speechless")
    end
  end,
})
sc_debate = sgs.CreateViewAsSkill({
  name = "sc_debate",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped() and to_select:getNumber() > 5
  end,
  view_as = function(self, cards)
    if #cards == 0 then
      return nil
    end
    local card = sc_debate_card:clone()
    card:addSubcard(cards[1]:getId())
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#sc_debate") and not player:hasFlag("sc_speechless")
  end,
})
sc_wit = sgs.CreateTriggerSkill({
  name = "sc_wit",
  events = { sgs.Pindian },
  can_trigger = function(self, target)
    return true
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local pindian = data:toPindian()
    assert(pindian.from:objectName() == player:objectName() and pindian.to and pindian.reason ~= "")
    assert(pindian.from_card:getNumber() >= 1 and pindian.to_card:getNumber() <= 13)
    for _, who in ipairs({ pindian.from, pindian.to }) do
      if
        who:hasSkill("sc_wit")
        and who:isAlive()
        and room:askForSkillInvoke(who, "sc_wit", data)
      then
        local got = who:objectName() == pindian.from:objectName() and pindian.to_card
          or pindian.from_card
        room:obtainCard(who, got)
      end
    end
    return false
  end,
})
sc_debater:addSkill(sc_debate)
sc_debater:addSkill(sc_wit)

-- 星官
sc_astronomer = sgs.General(extension, "sc_astronomer", "shu", 3, true)
sc_stars = sgs.CreateTriggerSkill({
  name = "sc_stars",
  events = { sgs.PhaseChange },
  frequency = sgs.Skill_Frequent,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start and room:askForSkillInvoke(player, "sc_stars") then
      local n = math.min(3, room:alivePlayerCount())
      local cards = room:getNCards(n, false)
      assert(cards:length() == n)
      room:doGuanxing(player, cards, player:getHp() == 1)
    elseif
      player:getPhase() == sgs.Player_Finish and room:askForSkillInvoke(player, "sc_stars")
    then
      room:askForGuanxing(player, room:getNCards(2), false)
    end
    return false
  end,
})
sc_atlas = sgs.CreateTriggerSkill({
  name = "sc_atlas",
  events = { sgs.DrawNCards },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if not player:askForSkillInvoke("sc_atlas", data) then
      return false
    end
    local ids = room:getNCards(4)
    room:fillAG(ids)
    local colour
    while not ids:isEmpty() do
      local id = room:askForAG(player, ids, colour ~= nil, "sc_atlas")
      if id == -1 then
        break
      end
      ids:removeOne(id)
      assert(not ids:contains(id))
      room:takeAG(player, id)
      assert(room:getCardPlace(id) == sgs.Player_Hand)
      local card = sgs.Sanguosha:getCard(id)
      if colour ~= nil and colour ~= card:isRed() then
        break
      end
      colour = card:isRed()
      for _, other in sgs.qlist(sgs.QList2Table and ids) do
        assert(other ~= id)
      end
    end
    for _, id in sgs.qlist(ids) do
      room:takeAG(nil, id)
    end
    for _, p in sgs.qlist(room:getAllPlayers()) do
      p:invoke("clearAG")
    end
    data:setValue(0)
    return false
  end,
})
sc_astronomer:addSkill(sc_stars)
sc_astronomer:addSkill(sc_atlas)

-- 窥者
sc_peeper = sgs.General(extension, "sc_peeper", "wu", 4, true)
sc_peek_card = sgs.CreateSkillCard({
  name = "sc_peek",
  filter = function(self, targets, to_select)
    return #targets == 0
      and not to_select:isKongcheng()
      and to_select:objectName() ~= sgs.Self:objectName()
  end,
  on_use = function(self, room, source, targets)
    local target = targets[1]
    if source:getHandcardNum() % 2 == 0 then
      room:doGongxin(source, target)
    else
      room:showAllCards(target, source)
      local id = target:getRandomHandCardId()
      if id ~= -1 then
        room:showCard(target, id, source)
        local card = room:askForCardShow(target, source, "sc_peek")
        assert(card == nil or room:getCardPlace(card:getEffectiveId()) == sgs.Player_Hand)
        if card then
          room:showCard(target, card:getEffectiveId())
        end
      end
    end
    source:invoke("clearAG")
  end,
})
sc_peek = sgs.CreateViewAsSkill({
  name = "sc_peek",
  n = 0,
  view_as = function()
    return sc_peek_card:clone()
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#sc_peek")
  end,
})
sc_lottery = sgs.CreateTriggerSkill({
  name = "sc_lottery",
  events = sgs.Damaged,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "sc_lottery") then
      return
    end
    local suit = room:askForSuit(player)
    local kingdom = room:askForKingdom(player)
    assert(suit >= sgs.Card_Spade and suit <= sgs.Card_Diamond)
    assert(
      kingdom == "wei"
        or kingdom == "shu"
        or kingdom == "wu"
        or kingdom == "qun"
        or kingdom == "god"
    )
    local id = room:drawCard()
    assert(id >= 0)
    local card = sgs.Sanguosha:getCard(id)
    room:moveCardTo(card, nil, sgs.Player_Special, true)
    if card:getSuit() == suit then
      player:obtainCard(card)
    else
      room:throwCard(id)
      for _, p in sgs.qlist(room:getOtherPlayers(player)) do
        if p:getKingdom() == kingdom and p:getHp() > 1 then
          room:loseHp(p)
          break
        end
      end
    end
  end,
})
sc_peeper:addSkill(sc_peek)
sc_peeper:addSkill(sc_lottery)

-- 遗老 hands out cards.
sc_elder = sgs.General(extension, "sc_elder$", "wei", 3)
sc_legacy = sgs.CreateTriggerSkill({
  name = "sc_legacy",
  frequency = sgs.Skill_Frequent,
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local damage = data:toDamage()
    for i = 0, damage.damage - 1, 1 do
      if not room:askForSkillInvoke(player, "sc_legacy", data) then
        return
      end
      player:drawCards(2, true)
      local yiji = player:handCards()
      if yiji:length() > 2 then
        local last = sgs.IntList()
        last:append(yiji:at(yiji:length() - 2))
        last:append(yiji:last())
        yiji = last
      end
      while room:askForYiji(player, yiji) do
      end
    end
  end,
})
sc_honour = sgs.CreateTriggerSkill({
  name = "sc_honour$",
  events = { sgs.FinishJudge },
  can_trigger = function(self, target)
    return target:getKingdom() == "wei"
  end,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local lord = room:getLord()
    local skill = sgs.Sanguosha:getTriggerSkill("sc_honour")
    assert(skill:isLordSkill() and skill:getFrequency() == sgs.Skill_NotFrequent)
    if
      lord
      and lord:isAlive()
      and lord:hasLordSkill("sc_honour")
      and lord:objectName() ~= player:objectName()
    then
      local judge = data:toJudge()
      if
        judge.card:getSuit() == sgs.Card_Spade and room:askForSkillInvoke(player, "sc_honour", data)
      then
        lord:drawCards(1)
      end
    end
  end,
})
sc_elder:addSkill(sc_legacy)
sc_elder:addSkill(sc_honour)

sgs.LoadTranslationTable({
  ["scholars"] = "书院包",
  ["sc_reckoner"] = "算士",
  ["sc_changer"] = "改命师",
  ["sc_debater"] = "辩士",
  ["sc_astronomer"] = "星官",
  ["sc_peeper"] = "窥者",
  ["sc_elder"] = "遗老",
  ["sc_guess"] = "推算",
  ["sc_rule"] = "规矩",
  ["sc_replace"] = "改命",
  ["@sc_replace"] = "请打出一张牌修改 %src 的 %arg 判定（%dest）",
  ["sc_sure"] = "笃定",
  ["sc_debate"] = "论辩",
  ["sc_debate:draw"] = "摸两张牌",
  ["sc_debate:hurt"] = "造成伤害",
  ["sc_wit"] = "机锋",
  ["sc_stars"] = "观象",
  ["sc_atlas"] = "图谶",
  ["sc_peek"] = "窥视",
  ["sc_lottery"] = "占筮",
  ["sc_legacy"] = "遗泽",
  ["sc_honour"] = "尊位",
})
