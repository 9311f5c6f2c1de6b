-- Skills of one name on one general, and answers that are cards as they are: things that authors of
-- this style write without a thought.

module("extensions.namesakes", package.seeall)
extension = sgs.Package("namesakes")

local function anything()
  return true
end

local function as_duel(name)
  return function(self, cards)
    if #cards == 1 then
      local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
      duel:addSubcard(cards[1])
      duel:setSkillName(name)
      return duel
    end
  end
end

local function note(name)
  return function(self, event, player)
    player:addMark(name)
  end
end

-- A trigger skill and a view-as skill of one name, given in either order.
twin_first = sgs.General(extension, "nm_twin", "wei", 4)
first_views = sgs.CreateViewAsSkill({
  name = "nm_first",
  n = 1,
  view_filter = anything,
  view_as = as_duel("nm_first"),
})
first_hears =
  sgs.CreateTriggerSkill({ name = "nm_first", events = sgs.Damage, on_trigger = note("nm_first") })
twin_first:addSkill(first_hears)
twin_first:addSkill(first_views)

twin_second = sgs.General(extension, "nm_double", "wei", 4)
second_views = sgs.CreateViewAsSkill({
  name = "nm_second",
  n = 1,
  view_filter = anything,
  view_as = as_duel("nm_second"),
})
second_hears = sgs.CreateTriggerSkill({
  name = "nm_second",
  events = sgs.Damage,
  on_trigger = note("nm_second"),
})
twin_second:addSkill(second_views)
twin_second:addSkill(second_hears)

-- A trigger skill and a distance skill of one name.
twin_rider = sgs.General(extension, "nm_horseman", "wei", 4)
rider_hears =
  sgs.CreateTriggerSkill({ name = "nm_rider", events = sgs.Damage, on_trigger = note("nm_rider") })
rider_nears = sgs.CreateDistanceSkill({
  name = "nm_rider",
  correct_func = function(self, from, to)
    if from:hasSkill("nm_rider") then
      return -5
    end
  end,
})
twin_rider:addSkill(rider_hears)
twin_rider:addSkill(rider_nears)

-- What the view-as skill gives is the chosen card itself.
giver = sgs.General(extension, "nm_giver", "wei", 4)
gives_views = sgs.CreateViewAsSkill({
  name = "nm_gives",
  n = 1,
  view_filter = function(self, selected, card)
    return card:isBlack()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      return cards[1]
    end
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "@nm_gives"
  end,
})
gives = sgs.CreateTriggerSkill({
  name = "nm_gives",
  events = sgs.Predamaged,
  view_as_skill = gives_views,
  on_trigger = function(self, event, player, data)
    local card = player:getRoom():askForCard(player, "@nm_gives", "@nm_gives", data)
    if card then
      player:addMark("nm_gives")
      return true
    end
  end,
})
giver:addSkill(gives)

-- Tricks are cancelled by what answers "nullification".
denier = sgs.General(extension, "nm_denier", "wei", 4)
denies = sgs.CreateViewAsSkill({
  name = "nm_denies",
  n = 1,
  view_filter = function(self, selected, card)
    return card:isRed()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local made =
        sgs.Sanguosha:cloneCard("nullification", cards[1]:getSuit(), cards[1]:getNumber())
      made:addSubcard(cards[1])
      made:setSkillName("nm_denies")
      return made
    end
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(self, player, pattern)
    return pattern == "nullification"
  end,
})
denier:addSkill(denies)

-- A card whose spec says what is printed on it, put into the package as it is.
draught = sgs.CreateBasicCard({
  name = "nm_draught",
  class_name = "NmDraught",
  subtype = "aid_card",
  suit = sgs.Card_Heart,
  number = 5,
  target_fixed = true,
  on_use = function(self, room, source)
    source:drawCards(1)
  end,
})
draught:setParent(extension)

sgs.LoadTranslationTable({
  ["namesakes"] = "同名",
  ["nm_twin"] = "孪生",
  ["nm_double"] = "重影",
  ["nm_horseman"] = "骑手",
  ["nm_giver"] = "给予",
  ["nm_denier"] = "回绝",
  ["nm_draught"] = "一饮",
})
