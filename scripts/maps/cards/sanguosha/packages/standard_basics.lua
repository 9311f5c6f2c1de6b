-- The basic cards as prototypes. The decks of standard_cards and maneuvering hold their copies.

module("extensions.standard_basics", package.seeall)

extension = sgs.Package("standard_cards")

-- From this much on, a target-mod skill means "no limit".
local NO_LIMIT = 1000

local function never_available()
  return false
end

local function recover_by(card, from, count)
  local recover = sgs.RecoverStruct()
  recover.recover = count
  recover.card = card
  recover.who = from
  return recover
end

-- Whether `to` is near enough. Equips that make up the slash do not help to reach anybody.
local function slash_reaches(slash, player, to)
  local limit = sgs.TargetModSkill_DistanceLimit
  local more, fixed = sgs.Sanguosha:correctCardTarget(limit, player, slash, to)
  if more >= NO_LIMIT and not fixed then
    return true
  end
  local range, distance = player:getAttackRange(), player:distanceTo(to)
  if slash:subcardsLength() > 0 then
    local weapon, horse = player:getWeapon(), player:getOffensiveHorse()
    for _, id in sgs.qlist(slash:getSubcards()) do
      if weapon and weapon:getId() == id then
        range = 1
      elseif horse and horse:getId() == id then
        distance = distance + 1
      end
    end
  end
  return distance <= (fixed or range + more)
end

-- Whether it may have another target beside those chosen.
local function has_room(slash, targets, player, to)
  local extra = sgs.TargetModSkill_ExtraTarget
  return #targets == 0 or #targets <= (sgs.Sanguosha:correctCardTarget(extra, player, slash, to))
end

local function slash_filter(self, targets, to_select, player)
  return has_room(self, targets, player, to_select)
    and player:canSlash(to_select, false)
    and slash_reaches(self, player, to_select)
end

local function in_action_order(room, targets)
  local chosen, ordered = {}, {}
  for _, target in ipairs(targets) do
    chosen[target:objectName()] = true
  end
  for _, player in sgs.qlist(room:getAllPlayers()) do
    if chosen[player:objectName()] then
      ordered[#ordered + 1] = player
    end
  end
  return ordered
end

local function slash_on_use(self, room, source, targets)
  room:throwCard(self)
  for _, target in ipairs(in_action_order(room, targets)) do
    if target:isAlive() then
      local effect = sgs.CardEffectStruct()
      effect.card = self
      effect.from = source
      effect.to = target
      effect.multiple = #targets > 1
      room:cardEffect(effect)
    end
  end
  -- The drink counts for every target of one slash, and for no slash after it.
  if source:hasFlag("drank") then
    room:setPlayerFlag(source, "-drank")
  end
end

local function slash_with(nature)
  return function(self, effect)
    local slash_effect = sgs.SlashEffectStruct()
    slash_effect.slash = self
    slash_effect.from = effect.from
    slash_effect.to = effect.to
    slash_effect.nature = nature
    slash_effect.drank = effect.from:hasFlag("drank")
    effect.from:getRoom():slashEffect(slash_effect)
  end
end

-- A player in range plays a jink or takes 1 damage.
sgs.CreateBasicCard({
  name = "slash",
  class_name = "Slash",
  subtype = "attack_card",
  filter = slash_filter,
  on_use = slash_on_use,
  on_effect = slash_with(sgs.DamageStruct_Normal),
})

-- Slashes with a nature. Their copies are in the maneuvering deck.
sgs.CreateBasicCard({
  name = "fire_slash",
  class_name = "FireSlash",
  inherits = { "NatureSlash", "Slash" },
  subtype = "attack_card",
  filter = slash_filter,
  on_use = slash_on_use,
  on_effect = slash_with(sgs.DamageStruct_Fire),
})

sgs.CreateBasicCard({
  name = "thunder_slash",
  class_name = "ThunderSlash",
  inherits = { "NatureSlash", "Slash" },
  subtype = "attack_card",
  filter = slash_filter,
  on_use = slash_on_use,
  on_effect = slash_with(sgs.DamageStruct_Thunder),
})

-- Cancels a slash; is only ever played as an answer.
sgs.CreateBasicCard({
  name = "jink",
  class_name = "Jink",
  subtype = "defense_card",
  target_fixed = true,
  available = never_available,
})

-- Heals its user by 1, or whoever is dying.
sgs.CreateBasicCard({
  name = "peach",
  class_name = "Peach",
  subtype = "recover_card",
  target_fixed = true,
  available = function(_, player)
    return player:isWounded()
  end,
  on_effect = function(self, effect)
    effect.to:getRoom():recover(effect.to, recover_by(self, effect.from, 1))
  end,
})

sgs.LoadTranslationTable({ ["standard_basics"] = "基本牌" })
sgs.LoadTranslationTable("en", { ["standard_basics"] = "Basic cards" })
