-- The tricks of the standard deck as prototypes. The decks hold their copies.

module("extensions.standard_tricks", package.seeall)

extension = sgs.Package("standard_cards")

-- From this much on, a target-mod skill means "no limit".
local NO_LIMIT = 1000

local function damage_by(card, from, to, count, nature)
  local damage = sgs.DamageStruct()
  damage.card = card
  damage.to = to
  damage.damage = count
  damage.nature = nature or sgs.DamageStruct_Normal
  -- Who died in the meantime hurts nobody: the damage has no source then.
  if from and from:isAlive() then
    damage.from = from
  end
  return damage
end

local function recover_by(card, from, count)
  local recover = sgs.RecoverStruct()
  recover.recover = count
  recover.card = card
  recover.who = from
  return recover
end

local function never_available()
  return false
end

-- A slash or jink that a card asks of `player` because of `other`; true when it came.
local function answers(effect, player, pattern, prompt, other)
  local data = sgs.QVariant()
  data:setValue(effect)
  local room = player:getRoom()
  return room:askForCard(player, pattern, prompt .. ":" .. other:objectName(), data) ~= nil
end

--
-- Tricks for everybody
--

local function shown_ids(room)
  local text, ids = room:getTag("AmazingGrace"):toString(), sgs.IntList()
  for id in string.gmatch(text, "%d+") do
    ids:append(tonumber(id))
  end
  return ids
end

local function set_shown_ids(room, ids)
  local texts = {}
  for _, id in sgs.qlist(ids) do
    texts[#texts + 1] = tostring(id)
  end
  room:setTag("AmazingGrace", sgs.QVariant(table.concat(texts, "+")))
end

-- As many cards as players are shown; each takes one in turn.
sgs.CreateTrickCard({
  name = "amazing_grace",
  class_name = "AmazingGrace",
  subclass = "global_effect",
  target_fixed = true,
  on_use = function(self, room, source, targets)
    room:throwCard(self)
    local ids = room:getNCards(room:alivePlayerCount())
    room:fillAG(ids)
    set_shown_ids(room, ids)
    for _, target in ipairs(targets) do
      if target:isAlive() then
        local effect = sgs.CardEffectStruct()
        effect.card = self
        effect.from = source
        effect.to = target
        effect.multiple = #targets > 1
        room:cardEffect(effect)
      end
    end
    for _, id in sgs.qlist(shown_ids(room)) do
      room:takeAG(nil, id)
    end
    room:removeTag("AmazingGrace")
    for _, player in sgs.qlist(room:getPlayers()) do
      player:invoke("clearAG")
    end
  end,
  on_effect = function(_, effect)
    local room = effect.to:getRoom()
    local ids = shown_ids(room)
    if ids:isEmpty() then
      return
    end
    local id = room:askForAG(effect.to, ids, false, "amazing_grace")
    ids:removeOne(id)
    set_shown_ids(room, ids)
    room:takeAG(effect.to, id)
  end,
})

-- Everybody wounded heals by 1.
sgs.CreateTrickCard({
  name = "god_salvation",
  class_name = "GodSalvation",
  subclass = "global_effect",
  target_fixed = true,
  is_cancelable = function(_, effect)
    return effect.to:isWounded()
  end,
  on_effect = function(self, effect)
    if effect.to:isWounded() then
      effect.to:getRoom():recover(effect.to, recover_by(self, effect.from, 1))
    end
  end,
})

local function create_attack(name, class_name, pattern, prompt)
  sgs.CreateTrickCard({
    name = name,
    class_name = class_name,
    subclass = "aoe",
    target_fixed = true,
    on_effect = function(self, effect)
      local room = effect.to:getRoom()
      if not answers(effect, effect.to, pattern, prompt, effect.from) then
        room:damage(damage_by(self, effect.from, effect.to, 1))
      end
    end,
  })
end

-- Every other player plays a slash, or a jink, or takes 1 damage.
create_attack("savage_assault", "SavageAssault", "slash", "savage-assault-slash")
create_attack("archery_attack", "ArcheryAttack", "jink", "archery-attack-jink")

--
-- Tricks for one target
--

-- Whether one more target may be chosen.
local function has_room(self, targets, player)
  return #targets <= sgs.Sanguosha:correctCardTarget(sgs.TargetModSkill_ExtraTarget, player, self)
end

-- Whether a trick that reaches as far as distance 1 reaches `to`.
local function reaches(self, player, to)
  local more = sgs.Sanguosha:correctCardTarget(sgs.TargetModSkill_DistanceLimit, player, self)
  return more >= NO_LIMIT or player:distanceTo(to) <= 1 + more
end

local function is_other(player, to)
  return player:objectName() ~= to:objectName()
end

-- How many slashes `player` has to play each time in a duel with `other`.
local function slashes_needed(other)
  return other:hasSkill("wushuang") and 2 or 1
end

local function plays_slashes(effect, player, other)
  local needed = slashes_needed(other)
  if needed == 1 then
    return answers(effect, player, "slash", "duel-slash", other)
  end
  for turn = 1, needed do
    if not answers(effect, player, "slash", "@wushuang-slash-" .. turn, other) then
      return false
    end
  end
  return true
end

-- Target and user play slashes in turn; who has none takes 1 damage from the other.
sgs.CreateTrickCard({
  name = "duel",
  class_name = "Duel",
  subclass = "single_target_trick",
  filter = function(self, targets, to_select, player)
    return has_room(self, targets, player) and is_other(player, to_select)
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    local first, second = effect.to, effect.from
    while first:isAlive() and plays_slashes(effect, first, second) do
      first, second = second, first
    end
    if first:isAlive() then
      room:damage(damage_by(self, second, first, 1))
    end
  end,
})

-- Draw two cards.
sgs.CreateTrickCard({
  name = "ex_nihilo",
  class_name = "ExNihilo",
  subclass = "single_target_trick",
  target_fixed = true,
  on_effect = function(_, effect)
    effect.to:drawCards(2)
  end,
})

-- Take a card of a player at distance 1.
sgs.CreateTrickCard({
  name = "snatch",
  class_name = "Snatch",
  subclass = "single_target_trick",
  filter = function(self, targets, to_select, player)
    return has_room(self, targets, player)
      and is_other(player, to_select)
      and not to_select:isAllNude()
      and reaches(self, player, to_select)
  end,
  on_effect = function(_, effect)
    if effect.from:isDead() or effect.to:isAllNude() then
      return
    end
    local room = effect.to:getRoom()
    local id = room:askForCardChosen(effect.from, effect.to, "hej", "snatch")
    local seen = room:getCardPlace(id) ~= sgs.Player_Hand
    room:moveCardTo(sgs.Sanguosha:getCard(id), effect.from, sgs.Player_Hand, seen)
  end,
})

-- Discard a card of another player.
sgs.CreateTrickCard({
  name = "dismantlement",
  class_name = "Dismantlement",
  subclass = "single_target_trick",
  filter = function(self, targets, to_select, player)
    return has_room(self, targets, player)
      and is_other(player, to_select)
      and not to_select:isAllNude()
  end,
  on_effect = function(_, effect)
    if effect.from:isDead() or effect.to:isAllNude() then
      return
    end
    local room = effect.to:getRoom()
    room:throwCard(room:askForCardChosen(effect.from, effect.to, "hej", "dismantlement"))
  end,
})

-- Whoever has a weapon slashes the player named with them, or hands the weapon over.
sgs.CreateTrickCard({
  name = "collateral",
  class_name = "Collateral",
  subclass = "single_target_trick",
  filter = function(_, targets, to_select, player)
    if #targets == 0 then
      return is_other(player, to_select) and to_select:getWeapon() ~= nil
    end
    return #targets == 1 and targets[1]:canSlash(to_select)
  end,
  feasible = function(_, targets)
    return #targets == 2
  end,
  -- Only the first of the two is a target of the trick, so there is one effect and no order.
  on_use = function(self, room, source, targets)
    local killer, victim = targets[1], targets[2]
    room:throwCard(self)
    if not room:cardEffect(self, source, killer) then
      return
    end
    local weapon = killer:getWeapon()
    local slash = nil
    if weapon and victim:isAlive() and killer:canSlash(victim) then
      local prompt = "collateral-slash:" .. source:objectName() .. ":" .. victim:objectName()
      slash = room:askForCard(killer, "slash", prompt)
    end
    if slash then
      local use = sgs.CardUseStruct()
      use.card = slash
      use.from = killer
      use.to:append(victim)
      room:useCard(use, false)
    elseif weapon and source:isAlive() then
      source:obtainCard(weapon)
    end
  end,
  on_effect = function() end,
})

-- Cancels a trick for one target, or another nullification.
sgs.CreateTrickCard({
  name = "nullification",
  class_name = "Nullification",
  subclass = "single_target_trick",
  target_fixed = true,
  available = never_available,
})

--
-- Delayed tricks
--

local function judge_for(player, reason, pattern, good)
  local judge = sgs.JudgeStruct()
  judge.pattern = sgs.QRegExp(pattern)
  judge.good = good
  judge.reason = reason
  judge.who = player
  player:getRoom():judge(judge)
  return judge
end

-- A trick that lies before a player and, judged badly, makes them skip a phase.
local function create_skipping(name, class_name, filter, pattern, phase)
  sgs.CreateTrickCard({
    name = name,
    class_name = class_name,
    subclass = "delayed_trick",
    filter = function(self, targets, to_select, player)
      return #targets == 0
        and is_other(player, to_select)
        and not to_select:containsTrick(name)
        and filter(self, player, to_select)
    end,
    on_effect = function(self, effect)
      local judge = judge_for(effect.to, name, pattern, true)
      effect.to:getRoom():throwCard(self)
      if judge:isBad() and effect.to:isAlive() then
        effect.to:skip(phase)
      end
    end,
    on_nullified = function(self, target)
      target:getRoom():throwCard(self)
    end,
  })
end

-- Not a heart: the play phase is skipped.
create_skipping("indulgence", "Indulgence", function()
  return true
end, "(.*):(heart):(.*)", sgs.Player_Play)

-- On a player at distance 1. Not a club: the draw phase is skipped.
create_skipping("supply_shortage", "SupplyShortage", reaches, "(.*):(club):(.*)", sgs.Player_Draw)

-- Moves a lightning to the next player without one, or back to `player`.
local function pass_on(lightning, player)
  local room = player:getRoom()
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    if not other:containsTrick("lightning") and not room:isProhibited(player, other, lightning) then
      room:moveCardTo(lightning, other, sgs.Player_Judging, true)
      return
    end
  end
  room:moveCardTo(lightning, player, sgs.Player_Judging, true)
end

-- On oneself. A spade 2 to 9: 3 thunder damage; anything else: it moves on.
sgs.CreateTrickCard({
  name = "lightning",
  class_name = "Lightning",
  subclass = "delayed_trick",
  target_fixed = true,
  available = function(self, player)
    return not player:containsTrick("lightning") and not player:isProhibited(player, self)
  end,
  on_effect = function(self, effect)
    local judge = judge_for(effect.to, "lightning", "(.*):(spade):([2-9])", false)
    local room = effect.to:getRoom()
    if judge:isBad() then
      room:throwCard(self)
      room:damage(damage_by(self, nil, effect.to, 3, sgs.DamageStruct_Thunder))
    else
      pass_on(self, effect.to)
    end
  end,
  on_nullified = function(self, target)
    pass_on(self, target)
  end,
})

sgs.LoadTranslationTable({ ["standard_tricks"] = "锦囊牌" })
sgs.LoadTranslationTable("en", { ["standard_tricks"] = "Tricks" })
