-- A package in the manner of other authors: requests between players, of which its AI keeps track.
module("extensions.quarry", package.seeall)
extension = sgs.Package("quarry")

-- 石匠 lays stones by, and others may ask for them.
qr_mason = sgs.General(extension, "qr_mason", "qun", 4)
qrdig_card = sgs.CreateSkillCard({
  name = "qrdig",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source, targets)
    for _, id in sgs.qlist(self:getSubcards()) do
      source:addToPile("qr_stones", id, true)
    end
    if self:getSubcards():length() > 1 then
      source:drawCards(1)
    end
  end,
})
qrdig = sgs.CreateViewAsSkill({
  name = "qrdig",
  n = 3,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 0 then
      return nil
    end
    local card = qrdig_card:clone()
    for _, c in ipairs(cards) do
      card:addSubcard(c)
    end
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#qrdig") and player:getPile("qr_stones"):length() < 5
  end,
})
qrask_card = sgs.CreateSkillCard({
  name = "qrask",
  target_fixed = true,
  will_throw = false,
  on_use = function(self, room, source, targets)
    local mason = room:findPlayerBySkillName("qrdig")
    if not mason or mason:objectName() == source:objectName() then
      return
    end
    local stones = mason:getPile("qr_stones")
    if stones:isEmpty() then
      return
    end
    if room:askForChoice(mason, "qrask", "allow+disallow") == "allow" then
      source:obtainCard(sgs.Sanguosha:getCard(stones:first()))
      mason:drawCards(1)
    end
  end,
})
qrask = sgs.CreateViewAsSkill({
  name = "qrask",
  n = 0,
  view_as = function(self, cards)
    return qrask_card:clone()
  end,
  enabled_at_play = function(self, player)
    return player:usedTimes("#qrask") < 2
  end,
})
qr_mason:addSkill(qrdig)

-- 脚夫 asks, and pays for what is dropped on his feet.
qr_porter = sgs.General(extension, "qr_porter", "shu", 4)
qrpay = sgs.CreateTriggerSkill({
  name = "qrpay",
  events = { sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if room:askForSkillInvoke(player, "qrpay", data) then
      local stone = room:askForCard(player, ".S", "@qrpay", data)
      local choice = room:askForChoice(player, "qrpay", "draw+recover")
      if not stone or choice == "draw" then
        player:drawCards(stone and 2 or 1)
      else
        local recover = sgs.RecoverStruct()
        recover.who = player
        room:recover(player, recover)
      end
    end
    return false
  end,
})
qrheap = sgs.CreateTriggerSkill({
  name = "qrheap",
  events = { sgs.PhaseChange },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Start and player:getHandcardNum() > 1 then
      local card = room:askForExchange(player, "qrheap", 1)
      if card then
        room:throwCard(card)
        room:askForUseCard(player, "slash", "@qrheap")
      end
    end
    return false
  end,
})
qr_porter:addSkill(qrask)
qr_porter:addSkill(qrpay)
qr_porter:addSkill(qrheap)

sgs.LoadTranslationTable({
  ["quarry"] = "采石场",
  ["qr_mason"] = "石匠",
  ["qr_porter"] = "脚夫",
})
