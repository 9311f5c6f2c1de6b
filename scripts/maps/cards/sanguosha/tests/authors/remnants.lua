-- What authors leave to the host: cards that are not there, halves of numbers, lists that end, sorts by
-- careless comparisons, prototypes used as cards.

module(..., package.seeall)
extension = sgs.Package("remnants")

local lib = loadfile("extensions\\Harbour-Tools.lua")
assert(lib == nil, "no such file")

-- Notes what came of each thing that it tries.
miser = sgs.General(extension, "rm_miser", "wei", 4)
tries = sgs.CreateTriggerSkill({
  name = "rm_tries",
  events = sgs.Damage,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local other = room:getOtherPlayers(player):first()
    other:throwAllHandCards()
    -- Nobody has what is taken here.
    room:throwCard(other:getRandomHandCardId())
    room:throwCard(nil)
    room:obtainCard(player, other:wholeHandCards())
    room:obtainCard(player, -1)
    player:obtainCard(nil)
    player:addToPile("rm_pile", -1)
    room:takeAG(nil, -1)
    local blow = sgs.DamageStruct()
    blow.from, blow.damage = player, 1
    room:damage(blow)
    room:setPlayerProperty(player, "general", sgs.QVariant("rm_nobody"))
    room:transfigure(player, "rm_nobody", true, true)
    if player:hasFlag(sgs.NoSuchFlag) or player:getMark(sgs.NoSuchMark) ~= 0 then
      return false
    end
    player:addMark("rm_through")
    -- Numbers that are not whole.
    local heal = sgs.RecoverStruct()
    heal.who, heal.recover = player, 3 / 2
    room:recover(player, heal)
    local pile = player:getPile("rm_pile")
    if pile:at(0) == 0 and sgs.Sanguosha:getCard(7.5):getId() == 7 then
      player:addMark("rm_halves")
    end
    local list = sgs.IntList()
    list:append(11)
    list:append(12)
    list:append(13)
    if list:at(list:length() / 2) == 12 and list:at(3) == 0 and list:contains(13) then
      player:addMark("rm_lists")
    end
    -- A card of the deck is made of no others.
    local card = sgs.Sanguosha:getCard(3)
    if card:getSubcards():isEmpty() and card:subcardsLength() == 0 then
      player:addMark("rm_parts")
    end
    if not sgs.QVariant("false"):toBool() and #sgs.QVariant("a"):toStringList() == 1 then
      player:addMark("rm_values")
    end
    return false
  end,
})
miser:addSkill(tries)

-- Sorts by comparisons that no order keeps.
sorter = sgs.General(extension, "rm_sorter", "shu", 4)
sorts = sgs.CreateTriggerSkill({
  name = "rm_sorts",
  events = sgs.Damage,
  on_trigger = function(self, event, player, data)
    local ties, tossed = {}, {}
    for index = 1, 40 do
      ties[index], tossed[index] = index % 3, index
    end
    table.sort(ties, function(a, b)
      return a <= b
    end)
    table.sort(tossed, function()
      return math.random() < 0.5
    end)
    local sum, sorted = 0, true
    for index = 1, 40 do
      sum = sum + tossed[index]
      sorted = sorted and (index == 1 or ties[index - 1] <= ties[index])
    end
    if sorted and sum == 820 then
      player:addMark("rm_sorted")
    end
    return false
  end,
})
sorter:addSkill(sorts)

-- Uses the prototype as the card.
spender = sgs.General(extension, "rm_spender", "wu", 4)
spends_card = sgs.CreateSkillCard({
  name = "rm_spends",
  target_fixed = true,
  will_throw = true,
  on_use = function(self, room, source)
    room:throwCard(self)
    source:setMark("rm_spent", self:subcardsLength())
  end,
})
spends = sgs.CreateViewAsSkill({
  name = "rm_spends",
  n = 1,
  view_filter = function()
    return true
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = spends_card
      card:addSubcard(cards[1])
      card:setSkillName("rm_spends")
      return card
    end
  end,
})
spender:addSkill(spends)

-- Looks at the card before one is chosen, and asks whom one can slash while it is asked.
hasty = sgs.General(extension, "rm_hasty", "wu", 4)
hastes = sgs.CreateViewAsSkill({
  name = "rm_hastes",
  n = 1,
  view_filter = function()
    return true
  end,
  view_as = function(self, cards)
    local duel = sgs.Sanguosha:cloneCard("duel", cards[1]:getSuit(), cards[1]:getNumber())
    duel:addSubcard(cards[1])
    duel:setSkillName(self:objectName())
    return duel
  end,
})
hasty:addSkill(hastes)
bars = sgs.CreateProhibitSkill({
  name = "rm_bars",
  is_prohibited = function(self, from, to, card)
    return to:hasSkill("rm_bars") and card:isKindOf("Duel") and not from:canSlash(to)
  end,
})
hasty:addSkill(bars)

-- Given to nobody: nobody asks it.
draft = sgs.CreateProhibitSkill({
  name = "rm_draft",
  is_prohibited = function()
    error("nobody asks this")
  end,
})

-- Gives another a skill to listen with.
lender = sgs.General(extension, "rm_lender", "qun", 4)
lent = sgs.CreateTriggerSkill({
  name = "rm_lent",
  events = sgs.Damaged,
  on_trigger = function(self, event, player, data)
    player:addMark("rm_heard")
  end,
})
lends = sgs.CreateTriggerSkill({
  name = "rm_lends",
  events = sgs.Damage,
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    local other = data:toDamage().to
    if not other:hasSkill("rm_lent") then
      room:attachSkillToPlayer(other, "rm_lent")
    elseif room:findPlayerBySkillName("rm_lent") then
      room:detachSkillFromPlayer(other, "rm_lent")
    end
    return false
  end,
})
lender:addSkill(lends)
if not sgs.Sanguosha:getSkill("rm_lent") then
  local others = sgs.SkillList()
  others:append(lent)
  sgs.Sanguosha:addSkills(others)
end

sgs.LoadTranslationTable({
  ["remnants"] = "余物",
  ["rm_miser"] = "悭吝",
  ["rm_sorter"] = "理序",
  ["rm_spender"] = "挥霍",
  ["rm_lender"] = "出借",
  ["rm_hasty"] = "性急",
})
