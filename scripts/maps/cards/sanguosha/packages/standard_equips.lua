-- The equipment of the standard and EX decks with its skills, as prototypes.

module("extensions.standard_equips", package.seeall)

extension = sgs.Package("standard_cards")

local NO_LIMIT = 1000

-- Skills that are always asked and belong to no general.
local free_skills = sgs.SkillList()

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

local function can_use_slash(player)
  return sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0):isAvailable(player)
end

local function is_made_of(card, id)
  for _, part in sgs.qlist(card:getSubcards()) do
    if part == id then
      return true
    end
  end
  return false
end

--
-- Weapons
--

-- No limit on slashes per play phase. The crossbow itself used as a slash does not help.
local crossbow = sgs.CreateTargetModSkill({
  name = "crossbow",
  pattern = "Slash",
  residue_func = function(_, from, card)
    if not from:hasWeapon("crossbow") or card and is_made_of(card, from:getWeapon():getId()) then
      return 0
    end
    return NO_LIMIT
  end,
})
free_skills:append(crossbow)

sgs.CreateWeapon({ name = "crossbow", class_name = "Crossbow", range = 1 })

-- A slash on the other gender: the target discards a hand card, or you draw one.
local double_sword = sgs.CreateTriggerSkill({
  name = "double_sword",
  equip = "double_sword",
  events = sgs.SlashEffect,
  on_trigger = function(_, _, player, data)
    local target = data:toSlashEffect().to
    local mine, other = player:getGender(), target:getGender()
    if mine == other or mine == sgs.General_Neuter or other == sgs.General_Neuter then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "double_sword", data) then
      return false
    end
    local prompt = "double-sword-card:" .. player:objectName()
    if target:isKongcheng() or not room:askForCard(target, ".", prompt, data) then
      player:drawCards(1)
    end
    return false
  end,
})

sgs.CreateWeapon({
  name = "double_sword",
  class_name = "DoubleSword",
  range = 2,
  trigger_skill = double_sword,
})

-- The slash of a Qinggang sword ignores the armor of `target`: its mark "qinggang" grows by one,
-- and "qinggang_sword" tells that the sword is to take that back. Others may ignore armor as well.
-- "qinggang_sword_drawn" is the mark of whoever slashes with it.
local function ignore_armor(room, target, ignored)
  if (target:getMark("qinggang_sword") > 0) == ignored then
    return
  end
  local more = ignored and 1 or -1
  room:setPlayerMark(target, "qinggang_sword", ignored and 1 or 0)
  room:setPlayerMark(target, "qinggang", target:getMark("qinggang") + more)
end

-- Your slashes ignore armor.
local qinggang_sword = sgs.CreateTriggerSkill({
  name = "qinggang_sword",
  equip = "qinggang_sword",
  frequency = sgs.Skill_Compulsory,
  events = sgs.SlashEffect,
  on_trigger = function(_, _, player, data)
    local room = player:getRoom()
    room:setPlayerMark(player, "qinggang_sword_drawn", 1)
    ignore_armor(room, data:toSlashEffect().to, true)
    return false
  end,
})

-- The sword may be lost before a slash is over: what it did is cleared up whoever wears it by then.
sgs.CreateTriggerSkill({
  name = "#qinggang_sword-over",
  equip = "qinggang_sword",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DamageComplete, sgs.CardFinished },
  marked = { "qinggang_sword", "qinggang_sword_drawn" },
  can_trigger = function()
    return true
  end,
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    if event == sgs.DamageComplete then
      ignore_armor(room, player, false)
    elseif data:toCardUse().card:inherits("Slash") then
      room:setPlayerMark(player, "qinggang_sword_drawn", 0)
      for _, target in sgs.qlist(room:getAlivePlayers()) do
        ignore_armor(room, target, false)
      end
    end
    return false
  end,
})

sgs.CreateWeapon({
  name = "qinggang_sword",
  class_name = "QinggangSword",
  range = 2,
  trigger_skill = qinggang_sword,
})

-- Instead of the damage of a slash, discard two cards of the target.
local ice_sword = sgs.CreateTriggerSkill({
  name = "ice_sword",
  equip = "ice_sword",
  events = sgs.SlashHit,
  on_trigger = function(_, _, player, data)
    local target, room = data:toSlashEffect().to, player:getRoom()
    if target:isNude() or not room:askForSkillInvoke(player, "ice_sword", data) then
      return false
    end
    for _ = 1, 2 do
      if not target:isNude() then
        room:throwCard(room:askForCardChosen(player, target, "he", "ice_sword"))
      end
    end
    return true
  end,
})

sgs.CreateWeapon({
  name = "ice_sword",
  class_name = "IceSword",
  range = 2,
  trigger_skill = ice_sword,
})

-- After a jink, slash the same player again.
local blade = sgs.CreateTriggerSkill({
  name = "blade",
  equip = "blade",
  events = sgs.SlashMissed,
  on_trigger = function(_, _, player, data)
    local target, room = data:toSlashEffect().to, player:getRoom()
    if target:isDead() or not player:canSlash(target, false) then
      return false
    end
    local prompt = "blade-slash:" .. target:objectName()
    local slash = room:askForCard(player, "slash", prompt, data)
    if slash then
      -- The drink was for the first slash.
      room:setPlayerFlag(player, "-drank")
      local use = sgs.CardUseStruct()
      use.card = slash
      use.from = player
      use.to:append(target)
      room:useCard(use, false)
    end
    return false
  end,
})

sgs.CreateWeapon({ name = "blade", class_name = "Blade", range = 3, trigger_skill = blade })

-- Two hand cards count as a slash, of their colour if they share one.
local spear = sgs.CreateViewAsSkill({
  name = "spear",
  n = 2,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(_, cards)
    if #cards ~= 2 then
      return nil
    end
    local suit = sgs.Card_NoSuit
    if cards[1]:isBlack() and cards[2]:isBlack() then
      suit = sgs.Card_Club
    elseif cards[1]:isRed() and cards[2]:isRed() then
      suit = sgs.Card_Diamond
    end
    local slash = sgs.Sanguosha:cloneCard("slash", suit, 0)
    slash:addSubcard(cards[1])
    slash:addSubcard(cards[2])
    slash:setSkillName("spear")
    return slash
  end,
  enabled_at_play = function(_, player)
    return player:getHandcardNum() >= 2 and can_use_slash(player)
  end,
  enabled_at_response = function(_, player, pattern)
    return pattern == "slash" and player:getHandcardNum() >= 2
  end,
})

sgs.CreateWeapon({ name = "spear", class_name = "Spear", range = 3, view_as_skill = spear })

-- After a jink, discard two other cards, and the slash hits after all.
local axe_card = sgs.CreateSkillCard({ name = "axe", target_fixed = true })

local axe_view = sgs.CreateViewAsSkill({
  name = "axe",
  n = 2,
  view_filter = function(_, _, to_select)
    local weapon = sgs.Self:getWeapon()
    return not weapon or to_select:getId() ~= weapon:getId()
  end,
  view_as = function(_, cards)
    if #cards ~= 2 then
      return nil
    end
    local card = axe_card:clone()
    card:addSubcard(cards[1])
    card:addSubcard(cards[2])
    return card
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function(_, _, pattern)
    return pattern == "@axe"
  end,
})

local axe = sgs.CreateTriggerSkill({
  name = "#axe",
  equip = "axe",
  events = sgs.SlashMissed,
  on_trigger = function(_, _, player, data)
    local effect, room = data:toSlashEffect(), player:getRoom()
    -- The axe is one of the cards.
    if effect.to:isDead() or player:getCardCount(true) < 3 then
      return false
    end
    if room:askForCard(player, "@axe", "@axe:" .. effect.to:objectName(), data) then
      send_log(room, "#AxeSkill", player, "axe")
      room:slashResult(effect, nil)
    end
    return false
  end,
})

sgs.CreateWeapon({
  name = "axe",
  class_name = "Axe",
  range = 3,
  trigger_skill = axe,
  view_as_skill = axe_view,
})

-- The last hand card used as a slash may have up to two more targets.
local halberd = sgs.CreateTargetModSkill({
  name = "halberd",
  pattern = "Slash",
  extra_target_func = function(_, from, card)
    local last = card and from:hasWeapon("halberd") and from:isLastHandCard(card)
    return last and 2 or 0
  end,
})
free_skills:append(halberd)

sgs.CreateWeapon({ name = "halberd", class_name = "Halberd", range = 4 })

-- A slash that hits may kill a horse of the target.
local kylin_bow = sgs.CreateTriggerSkill({
  name = "kylin_bow",
  equip = "kylin_bow",
  events = sgs.SlashHit,
  on_trigger = function(_, _, player, data)
    local target, room = data:toSlashEffect().to, player:getRoom()
    local horses, names = {}, {}
    local function add(name, horse)
      if horse then
        horses[name] = horse
        names[#names + 1] = name
      end
    end
    add("dhorse", target:getDefensiveHorse())
    add("ohorse", target:getOffensiveHorse())
    if #names == 0 or not room:askForSkillInvoke(player, "kylin_bow", data) then
      return false
    end
    local name = names[1]
    if #names > 1 then
      name = room:askForChoice(player, "kylin_bow", table.concat(names, "+"))
    end
    room:throwCard(horses[name])
    return false
  end,
})

sgs.CreateWeapon({
  name = "kylin_bow",
  class_name = "KylinBow",
  range = 5,
  trigger_skill = kylin_bow,
})

--
-- Armor
--

-- Whenever a jink is asked of you, you may judge instead: red counts as a jink.
local eight_diagram = sgs.CreateTriggerSkill({
  name = "eight_diagram",
  equip = "eight_diagram",
  frequency = sgs.Skill_Frequent,
  events = sgs.CardAsked,
  on_trigger = function(_, _, player, data)
    if data:toString() ~= "jink" or not player:hasArmorEffect("eight_diagram") then
      return false
    end
    local room = player:getRoom()
    if not room:askForSkillInvoke(player, "eight_diagram") then
      return false
    end
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
    judge.good = true
    judge.reason = "eight_diagram"
    judge.who = player
    room:judge(judge)
    if judge:isBad() then
      return false
    end
    local jink = sgs.Sanguosha:cloneCard("jink", sgs.Card_NoSuit, 0)
    jink:setSkillName("eight_diagram")
    room:provide(jink)
    return true
  end,
})

sgs.CreateArmor({
  name = "eight_diagram",
  class_name = "EightDiagram",
  trigger_skill = eight_diagram,
})

-- Black slashes do nothing to you.
local renwang_shield = sgs.CreateTriggerSkill({
  name = "renwang_shield",
  equip = "renwang_shield",
  frequency = sgs.Skill_Compulsory,
  events = sgs.SlashEffected,
  on_trigger = function(_, _, player, data)
    local slash = data:toSlashEffect().slash
    if not slash:isBlack() or not player:hasArmorEffect("renwang_shield") then
      return false
    end
    send_log(player:getRoom(), "#ArmorNullify", player, "renwang_shield", slash:objectName())
    return true
  end,
})

sgs.CreateArmor({
  name = "renwang_shield",
  class_name = "RenwangShield",
  trigger_skill = renwang_shield,
})

--
-- Horses
--

local function create_horses(names, class_name, correct)
  for _, name in ipairs(names) do
    sgs.CreateHorse({ name = name, class_name = class_name, correct = correct })
  end
end

create_horses({ "jueying", "dilu", "zhuahuangfeidian", "hualiu" }, "DefensiveHorse", 1)
create_horses({ "chitu", "dayuan", "zixing" }, "OffensiveHorse", -1)

sgs.Sanguosha:addSkills(free_skills)

sgs.LoadTranslationTable({
  ["crossbow"] = "诸葛连弩",
  [":crossbow"] = "攻击范围1。出牌阶段，你使用【杀】没有次数限制。",
  ["double_sword"] = "雌雄双股剑",
  [":double_sword"] = "攻击范围2。你使用【杀】指定异性角色后，可令其弃一张手牌，否则你摸一张牌。",
  ["qinggang_sword"] = "青釭剑",
  [":qinggang_sword"] = "攻击范围2。锁定技，你使用【杀】时无视目标的防具。",
  ["blade"] = "青龙偃月刀",
  [":blade"] = "攻击范围3。你的【杀】被【闪】抵消后，可对同一目标再使用一张【杀】。",
  ["spear"] = "丈八蛇矛",
  [":spear"] = "攻击范围3。你可以将两张手牌当【杀】使用或打出。",
  ["axe"] = "贯石斧",
  [":axe"] = "攻击范围3。你的【杀】被【闪】抵消后，可弃置两张其他牌令此【杀】依然造成伤害。",
  ["halberd"] = "方天画戟",
  [":halberd"] = "攻击范围4。你使用的【杀】若是最后的手牌，可额外指定至多两名目标。",
  ["kylin_bow"] = "麒麟弓",
  [":kylin_bow"] = "攻击范围5。你的【杀】命中时，可弃置目标装备区里的一匹马。",
  ["kylin_bow:dhorse"] = "防御马",
  ["kylin_bow:ohorse"] = "进攻马",
  ["ice_sword"] = "寒冰剑",
  [":ice_sword"] = "攻击范围2。你的【杀】命中时，可防止伤害，改为弃置目标的两张牌。",
  ["eight_diagram"] = "八卦阵",
  [":eight_diagram"] = "需要【闪】时，你可以判定：结果为红色，视为你使用或打出了【闪】。",
  ["renwang_shield"] = "仁王盾",
  [":renwang_shield"] = "锁定技，黑色【杀】对你无效。",
  ["jueying"] = "绝影",
  [":jueying"] = "其他角色计算与你的距离+1。",
  ["dilu"] = "的卢",
  [":dilu"] = "其他角色计算与你的距离+1。",
  ["zhuahuangfeidian"] = "爪黄飞电",
  [":zhuahuangfeidian"] = "其他角色计算与你的距离+1。",
  ["hualiu"] = "骅骝",
  [":hualiu"] = "其他角色计算与你的距离+1。",
  ["chitu"] = "赤兔",
  [":chitu"] = "你计算与其他角色的距离-1。",
  ["dayuan"] = "大宛",
  [":dayuan"] = "你计算与其他角色的距离-1。",
  ["zixing"] = "紫骍",
  [":zixing"] = "你计算与其他角色的距离-1。",

  ["double-sword-card"] = "%src 发动了【雌雄双股剑】，请弃置一张手牌，否则其摸一张牌",
  ["blade-slash"] = "你可以对 %src 再使用一张【杀】",
  ["@axe"] = "你可以弃置两张其他牌，令【杀】对 %src 依然造成伤害",
  ["#AxeSkill"] = "%from 发动了【%arg】，此【杀】依然造成伤害",
  ["#ArmorNullify"] = "%from 的【%arg】生效，【%arg2】对其无效",
})

sgs.LoadTranslationTable("en", {
  ["crossbow"] = "Crossbow",
  [":crossbow"] = "Range 1. No limit on slashes in your play phase.",
  ["double_sword"] = "Twin Swords",
  [":double_sword"] = "Range 2. Your slash on the other gender: they discard a hand card, "
    .. "or you draw one.",
  ["qinggang_sword"] = "Qinggang Sword",
  [":qinggang_sword"] = "Range 2. Locked: your slashes ignore armor.",
  ["blade"] = "Green Dragon Blade",
  [":blade"] = "Range 3. After a jink you may slash the same player again.",
  ["spear"] = "Serpent Spear",
  [":spear"] = "Range 3. Two hand cards count as a slash.",
  ["axe"] = "Stone Axe",
  [":axe"] = "Range 3. After a jink you may discard two other cards: the slash hits anyway.",
  ["halberd"] = "Sky Halberd",
  [":halberd"] = "Range 4. Your last hand card used as a slash may have up to two more targets.",
  ["kylin_bow"] = "Kylin Bow",
  [":kylin_bow"] = "Range 5. When your slash hits you may discard a horse of the target.",
  ["kylin_bow:dhorse"] = "Defensive horse",
  ["kylin_bow:ohorse"] = "Offensive horse",
  ["ice_sword"] = "Ice Sword",
  [":ice_sword"] = "Range 2. When your slash hits you may discard two cards of the target "
    .. "instead of hurting them.",
  ["eight_diagram"] = "Eight Trigrams",
  [":eight_diagram"] = "When you need a jink you may judge: red counts as one.",
  ["renwang_shield"] = "Benevolent Shield",
  [":renwang_shield"] = "Locked: black slashes do nothing to you.",
  ["jueying"] = "Shadow Runner",
  [":jueying"] = "Others' distance to you +1.",
  ["dilu"] = "Hex Mark",
  [":dilu"] = "Others' distance to you +1.",
  ["zhuahuangfeidian"] = "Yellow Lightning",
  [":zhuahuangfeidian"] = "Others' distance to you +1.",
  ["hualiu"] = "Hualiu",
  [":hualiu"] = "Others' distance to you +1.",
  ["chitu"] = "Red Hare",
  [":chitu"] = "Your distance to others -1.",
  ["dayuan"] = "Ferghana",
  [":dayuan"] = "Your distance to others -1.",
  ["zixing"] = "Violet Bay",
  [":zixing"] = "Your distance to others -1.",

  ["double-sword-card"] = "Twin Swords of %src: discard a hand card, or they draw one",
  ["blade-slash"] = "You may slash %src again",
  ["@axe"] = "You may discard two other cards so that the slash hits %src anyway",
  ["#AxeSkill"] = "%from's %arg makes the slash hit anyway",
  ["#ArmorNullify"] = "%from's %arg makes %arg2 do nothing",
})
