-- The maneuvering deck: 52 cards, ids 108 to 159 in this order, and what is new in it.

module("extensions.maneuvering", package.seeall)

extension = sgs.Package("maneuvering")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local function has_room(self, targets, player, count)
  local more = sgs.Sanguosha:correctCardTarget(sgs.TargetModSkill_ExtraTarget, player, self)
  return #targets < count + more
end

--
-- Cards
--

-- Once per turn: your next slash this turn deals 1 more. Dying, heal yourself by 1 instead.
sgs.CreateBasicCard({
  name = "analeptic",
  class_name = "Analeptic",
  subtype = "buff_card",
  target_fixed = true,
  available = function(_, player)
    return not player:hasUsed("Analeptic")
  end,
  on_effect = function(self, effect)
    local room = effect.to:getRoom()
    if effect.to:getHp() > 0 then
      room:setPlayerFlag(effect.to, "drank")
      return
    end
    local recover = sgs.RecoverStruct()
    recover.card = self
    recover.who = effect.from
    room:recover(effect.to, recover)
  end,
})

-- Chains or unchains one or two players. Without a target it is recast: discarded for a new card,
-- which is no use of it, so that nothing is left to be used.
sgs.CreateTrickCard({
  name = "iron_chain",
  class_name = "IronChain",
  subclass = "normal",
  subtype = "damage_spread",
  filter = function(self, targets, _, player)
    return has_room(self, targets, player, 2)
  end,
  feasible = function()
    return true
  end,
  about_to_use = function(self, room, use)
    if not use.to:isEmpty() then
      return false
    end
    room:throwCard(self)
    send_log(room, "#Recast", use.from, "iron_chain")
    use.from:drawCards(1)
    return true
  end,
  on_effect = function(_, effect)
    local chained = sgs.QVariant(not effect.to:isChained())
    effect.to:getRoom():setPlayerProperty(effect.to, "chained", chained)
  end,
})

local SUIT_PATTERNS = {
  [sgs.Card_Spade] = ".S",
  [sgs.Card_Club] = ".C",
  [sgs.Card_Heart] = ".H",
  [sgs.Card_Diamond] = ".D",
}

-- The target shows a hand card; discard one of its suit to deal 1 fire damage.
sgs.CreateTrickCard({
  name = "fire_attack",
  class_name = "FireAttack",
  subclass = "single_target_trick",
  filter = function(self, targets, to_select, player)
    if not has_room(self, targets, player, 1) then
      return false
    end
    -- What is used for the attack is no longer there to be shown.
    local is_self = to_select:objectName() == player:objectName()
    if is_self and player:isLastHandCard(self) then
      return false
    end
    return not to_select:isKongcheng()
  end,
  on_effect = function(self, effect)
    local from, to = effect.from, effect.to
    if to:isKongcheng() or from:isDead() then
      return
    end
    local room = to:getRoom()
    local shown = room:askForCardShow(to, from, "fire_attack")
    room:showCard(to, shown:getEffectiveId())
    local suit = shown:getSuitString()
    local prompt = "@fire-attack:" .. to:objectName() .. "::" .. suit
    local pattern = SUIT_PATTERNS[shown:getSuit()]
    if not pattern or from:isKongcheng() or not room:askForCard(from, pattern, prompt) then
      return
    end
    local damage = sgs.DamageStruct()
    damage.card = self
    damage.from = from
    damage.to = to
    damage.nature = sgs.DamageStruct_Fire
    room:damage(damage)
  end,
})

--
-- Weapons
--

-- A slash hurts a player without hand cards 1 more.
local guding_blade = sgs.CreateTriggerSkill({
  name = "guding_blade",
  equip = "guding_blade",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Predamage,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamage()
    local card = damage.card
    if damage.chain or not (card and card:inherits("Slash")) or not damage.to:isKongcheng() then
      return false
    end
    damage.damage = damage.damage + 1
    data:setValue(damage)
    send_log(player:getRoom(), "#DamageMore", player, "guding_blade", damage.damage)
    return false
  end,
})

sgs.CreateWeapon({
  name = "guding_blade",
  class_name = "GudingBlade",
  range = 2,
  trigger_skill = guding_blade,
})

-- A slash without a nature may be used as a fire slash.
local fan = sgs.CreateViewAsSkill({
  name = "fan",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:objectName() == "slash"
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local slash = cards[1]
    local burning = sgs.Sanguosha:cloneCard("fire_slash", slash:getSuit(), slash:getNumber())
    burning:addSubcard(slash)
    burning:setSkillName("fan")
    return burning
  end,
  enabled_at_play = function(_, player)
    return sgs.Sanguosha:cloneCard("fire_slash", sgs.Card_NoSuit, 0):isAvailable(player)
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "slash"
  end,
})

sgs.CreateWeapon({ name = "fan", class_name = "Fan", range = 4, view_as_skill = fan })

--
-- Armor
--

local function vine_stops(card)
  if card:inherits("Slash") then
    return not card:inherits("NatureSlash")
  end
  return card:inherits("SavageAssault") or card:inherits("ArcheryAttack")
end

-- Slashes without a nature and attacks on everybody do nothing; fire deals 1 more.
local vine = sgs.CreateTriggerSkill({
  name = "vine",
  equip = "vine",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.SlashEffected, sgs.CardEffected, sgs.Predamaged },
  on_trigger = function(_, event, player, data)
    if not player:hasArmorEffect("vine") then
      return false
    end
    local room = player:getRoom()
    if event == sgs.Predamaged then
      local damage = data:toDamage()
      if damage.nature == sgs.DamageStruct_Fire then
        damage.damage = damage.damage + 1
        data:setValue(damage)
        send_log(room, "#DamageMoreTaken", player, "vine", damage.damage)
      end
      return false
    end
    local card
    if event == sgs.SlashEffected then
      card = data:toSlashEffect().slash
    else
      card = data:toCardEffect().card
      -- Other armor may still be ignored by a slash, so it is stopped later, when that is known.
      if card:inherits("Slash") then
        return false
      end
    end
    if not vine_stops(card) then
      return false
    end
    send_log(room, "#ArmorNullify", player, "vine", card:objectName())
    return true
  end,
})

sgs.CreateArmor({ name = "vine", class_name = "Vine", trigger_skill = vine })

local function left_equip_area(move)
  local card = sgs.Sanguosha:getCard(move.card_id)
  return move.from_place == sgs.Player_Equip and card:objectName() == "silver_lion"
end

-- Damage above 1 becomes 1.
local silver_lion = sgs.CreateTriggerSkill({
  name = "silver_lion",
  equip = "silver_lion",
  frequency = sgs.Skill_Compulsory,
  events = sgs.Predamaged,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamage()
    if damage.damage > 1 and player:hasArmorEffect("silver_lion") then
      send_log(player:getRoom(), "#DamageToOne", player, "silver_lion", damage.damage)
      damage.damage = 1
      data:setValue(damage)
    end
    return false
  end,
  -- After whatever makes damage more.
  priority = -1,
})

-- Losing it from the equip area heals 1. It is not worn any more then, so a mark says that it was.
sgs.CreateTriggerSkill({
  name = "#silver_lion-lost",
  equip = "silver_lion",
  frequency = sgs.Skill_Compulsory,
  events = sgs.CardLost,
  marked = "silver_lion",
  can_trigger = function(_, target)
    return target:isAlive()
  end,
  on_trigger = function(_, _, player, data)
    if not left_equip_area(data:toCardMove()) then
      return false
    end
    player:setMark("silver_lion", 0)
    if player:isWounded() and player:getMark("qinggang") == 0 then
      local recover = sgs.RecoverStruct()
      recover.who = player
      player:getRoom():recover(player, recover)
    end
    return false
  end,
  priority = -1,
})

sgs.CreateArmor({
  name = "silver_lion",
  class_name = "SilverLion",
  trigger_skill = silver_lion,
  on_uninstall = function(_, player)
    player:setMark("silver_lion", 1)
  end,
})

--
-- The deck
--

local SUITS = {
  S = sgs.Card_Spade,
  C = sgs.Card_Club,
  H = sgs.Card_Heart,
  D = sgs.Card_Diamond,
}

-- Adds cards in the order of the list: a name, then a suit and number.
local function add(list)
  for name, suit, number in string.gmatch(list, "([%a_]+)%s+(%a)(%d+)") do
    sgs.Sanguosha:cloneCard(name, SUITS[suit], tonumber(number)):setParent(extension)
  end
end

add([[
  guding_blade S1       vine S2               analeptic S3          thunder_slash S4
  thunder_slash S5      thunder_slash S6      thunder_slash S7      thunder_slash S8
  analeptic S9          supply_shortage S10   iron_chain S11        iron_chain S12
  nullification S13
  silver_lion C1        vine C2               analeptic C3          supply_shortage C4
  thunder_slash C5      thunder_slash C6      thunder_slash C7      thunder_slash C8
  analeptic C9          iron_chain C10        iron_chain C11        iron_chain C12
  iron_chain C13
  nullification H1      fire_attack H2        fire_attack H3        fire_slash H4
  peach H5              peach H6              fire_slash H7         jink H8
  jink H9               fire_slash H10        jink H11              jink H12
  nullification H13
  fan D1                peach D2              peach D3              fire_slash D4
  fire_slash D5         jink D6               jink D7               jink D8
  analeptic D9          jink D10              jink D11              fire_attack D12
  hualiu D13
]])

sgs.LoadTranslationTable({
  ["maneuvering"] = "军争篇",
  ["analeptic"] = "酒",
  [":analeptic"] = "每回合限一次，你本回合使用的下一张【杀】伤害+1；或濒死时，回复1点体力。",
  ["iron_chain"] = "铁索连环",
  [":iron_chain"] = "横置或重置一至两名角色；或重铸：弃置此牌，摸一张牌。",
  ["fire_attack"] = "火攻",
  [":fire_attack"] = "目标展示一张手牌，你可弃置一张同花色的手牌，对其造成1点火焰伤害。",
  ["guding_blade"] = "古锭刀",
  [":guding_blade"] = "攻击范围2。锁定技，你的【杀】对没有手牌的角色造成的伤害+1。",
  ["fan"] = "朱雀羽扇",
  [":fan"] = "攻击范围4。你可以将普通【杀】当火【杀】使用。",
  ["vine"] = "藤甲",
  [":vine"] = "锁定技，【南蛮入侵】、【万箭齐发】和普通【杀】对你无效；你受到的火焰伤害+1。",
  ["silver_lion"] = "白银狮子",
  [":silver_lion"] = "锁定技，你受到多于1点的伤害时，改为1点；你失去装备区里的此牌时，回复1点体力。",

  ["@fire-attack"] = "你可以弃置一张%arg手牌，对 %src 造成1点火焰伤害",
  ["#Recast"] = "%from 重铸了【%arg】",
  ["#DamageMore"] = "%from 的【%arg】生效，伤害增加至 %arg2 点",
  ["#DamageMoreTaken"] = "%from 的【%arg】生效，受到的伤害增加至 %arg2 点",
  ["#DamageToOne"] = "%from 的【%arg】生效，%arg2 点伤害减至1点",
})

sgs.LoadTranslationTable("en", {
  ["maneuvering"] = "Maneuvering",
  ["analeptic"] = "Wine",
  [":analeptic"] = "Once per turn: your next slash this turn deals 1 more. "
    .. "Dying, heal yourself by 1 instead.",
  ["iron_chain"] = "Iron Chain",
  [":iron_chain"] = "Chain or unchain one or two players; or recast: discard it and draw one.",
  ["fire_attack"] = "Fire Attack",
  [":fire_attack"] = "The target shows a hand card; discard a hand card of its suit "
    .. "to deal 1 fire damage.",
  ["guding_blade"] = "Guding Blade",
  [":guding_blade"] = "Range 2. Locked: your slash deals 1 more to players without hand cards.",
  ["fan"] = "Feather Fan",
  [":fan"] = "Range 4. A slash without a nature may be used as a fire slash.",
  ["vine"] = "Vine Armor",
  [":vine"] = "Locked: slashes without a nature, Savage Assault and Rain of Arrows "
    .. "do nothing to you; fire deals you 1 more.",
  ["silver_lion"] = "Silver Lion",
  [":silver_lion"] = "Locked: damage above 1 becomes 1; losing this from the equip area "
    .. "heals you by 1.",

  ["@fire-attack"] = "You may discard a %arg hand card to deal 1 fire damage to %src",
  ["#Recast"] = "%from recasts %arg",
  ["#DamageMore"] = "%from's %arg raises the damage to %arg2",
  ["#DamageMoreTaken"] = "%from's %arg raises the damage taken to %arg2",
  ["#DamageToOne"] = "%from's %arg lowers %arg2 damage to 1",
})
