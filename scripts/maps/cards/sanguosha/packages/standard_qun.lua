-- The three generals without a kingdom from the standard box.

module("extensions.standard_qun", package.seeall)

extension = sgs.Package("standard")

local function never()
  return false
end

-- A skill card made of the one card chosen.
local function pay(card)
  return function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local paid = card:clone()
    paid:addSubcard(cards[1])
    return paid
  end
end

-- Hua Tuo

local qingnang_card = sgs.CreateSkillCard({
  name = "qingnang",
  filter = function(_, targets, to_select)
    return #targets == 0 and to_select:isWounded()
  end,
  on_effect = function(_, effect)
    local recover = sgs.RecoverStruct()
    recover.who = effect.from
    effect.to:getRoom():recover(effect.to, recover)
  end,
})

-- Once a phase discard a hand card: somebody wounded heals 1.
local qingnang = sgs.CreateViewAsSkill({
  name = "qingnang",
  n = 1,
  view_filter = function(_, _, to_select)
    return not to_select:isEquipped()
  end,
  view_as = pay(qingnang_card),
  enabled_at_play = function(_, player)
    return not player:isKongcheng() and not player:hasUsed("#qingnang")
  end,
})

-- Outside your turn your red cards count as peaches.
local jijiu = sgs.CreateViewAsSkill({
  name = "jijiu",
  n = 1,
  view_filter = function(_, _, to_select)
    return to_select:isRed()
  end,
  view_as = function(_, cards)
    if #cards ~= 1 then
      return nil
    end
    local peach = sgs.Sanguosha:cloneCard("peach", cards[1]:getSuit(), cards[1]:getNumber())
    peach:addSubcard(cards[1])
    peach:setSkillName("jijiu")
    return peach
  end,
  enabled_at_play = never,
  enabled_at_response = function(_, player, pattern)
    return player:getPhase() == sgs.Player_NotActive
      and string.find(pattern, "peach", 1, true) ~= nil
  end,
})

-- Lü Bu

-- Locked: your slash takes two jinks. Duels ask those who fight you for two slashes themselves.
local wushuang = sgs.CreateTriggerSkill({
  name = "wushuang",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.SlashProceed },
  on_trigger = function(_, _, player, data)
    local room, effect = player:getRoom(), data:toSlashEffect()
    room:playSkillEffect("wushuang")
    local jink
    for turn = 1, 2 do
      local prompt = "@wushuang-jink-" .. turn .. ":" .. player:objectName()
      jink = room:askForCard(effect.to, "jink", prompt, data)
      if not jink then
        break
      end
    end
    room:slashResult(effect, jink)
    return true
  end,
})

-- Diao Chan

-- The first man is challenged, the second one challenges him.
local lijian_card = sgs.CreateSkillCard({
  name = "lijian",
  filter = function(_, targets, to_select)
    if #targets > 1 or not to_select:getGeneral():isMale() then
      return false
    end
    local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
    return #targets == 1 or not sgs.Self:isProhibited(to_select, duel)
  end,
  feasible = function(_, targets)
    return #targets == 2
  end,
  on_use = function(self, room, _, targets)
    room:throwCard(self)
    local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
    duel:setSkillName("lijian")
    duel:setCancelable(false)
    local use = sgs.CardUseStruct()
    use.card = duel
    use.from = targets[2]
    use.to:append(targets[1])
    room:useCard(use)
  end,
})

-- Once a phase discard a card: one man duels another, and no nullification helps.
local lijian = sgs.CreateViewAsSkill({
  name = "lijian",
  n = 1,
  view_filter = function()
    return true
  end,
  view_as = pay(lijian_card),
  enabled_at_play = function(_, player)
    return not player:hasUsed("#lijian")
  end,
})

-- At the end of your turn you may draw a card.
local biyue = sgs.CreateTriggerSkill({
  name = "biyue",
  frequency = sgs.Skill_Frequent,
  events = { sgs.PhaseChange },
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    if player:getPhase() == sgs.Player_Finish and room:askForSkillInvoke(player, "biyue") then
      room:playSkillEffect("biyue")
      player:drawCards(1)
    end
    return false
  end,
})

local huatuo = sgs.General(extension, "huatuo", "qun", 3)
huatuo:addSkill(qingnang)
huatuo:addSkill(jijiu)

sgs.General(extension, "lubu", "qun", 4):addSkill(wushuang)

local diaochan = sgs.General(extension, "diaochan", "qun", 3, false)
diaochan:addSkill(lijian)
diaochan:addSkill(biyue)

sgs.LoadTranslationTable({

  ["huatuo"] = "华佗",
  ["qingnang"] = "青囊",
  [":qingnang"] = "出牌阶段限一次，你可以弃置一张手牌，令一名受伤的角色回复 1 点体力。",
  ["jijiu"] = "急救",
  [":jijiu"] = "你的回合外，你可以将一张红色牌当【桃】使用。",

  ["lubu"] = "吕布",
  ["wushuang"] = "无双",
  [":wushuang"] = "锁定技，你使用的【杀】需两张【闪】才能抵消；与你进行【决斗】的角色"
    .. "每次需打出两张【杀】。",
  ["@wushuang-jink-1"] = "%src 的【无双】生效，你需要打出两张【闪】，请打出第一张",
  ["@wushuang-jink-2"] = "%src 的【无双】生效，你还需要打出一张【闪】",

  ["diaochan"] = "貂蝉",
  ["lijian"] = "离间",
  [":lijian"] = "出牌阶段限一次，你可以弃置一张牌并选择两名男性角色，视为后选择的角色"
    .. "对先选择的角色使用一张【决斗】。此【决斗】不能被【无懈可击】响应。",
  ["biyue"] = "闭月",
  [":biyue"] = "回合结束阶段，你可以摸一张牌。",
})

sgs.LoadTranslationTable("en", {

  ["huatuo"] = "Hua Tuo",
  ["qingnang"] = "Medicine Bag",
  [":qingnang"] = "Once in your play phase you may discard a hand card to have somebody wounded "
    .. "heal 1.",
  ["jijiu"] = "First Aid",
  [":jijiu"] = "Outside your turn your red cards may be used as Peaches.",

  ["lubu"] = "Lü Bu",
  ["wushuang"] = "Peerless",
  [":wushuang"] = "Locked. It takes two Jinks to avoid your Slash. Whoever duels you has to play "
    .. "two Slashes each time.",
  ["@wushuang-jink-1"] = "%src is Peerless: it takes two Jinks, play the first",
  ["@wushuang-jink-2"] = "%src is Peerless: play one more Jink",

  ["diaochan"] = "Diao Chan",
  ["lijian"] = "Alienation",
  [":lijian"] = "Once in your play phase you may discard a card and choose two men: the second "
    .. "uses a Duel on the first, which cannot be nullified.",
  ["biyue"] = "Envious by Moonlight",
  [":biyue"] = "At the end of your turn you may draw a card.",
})
