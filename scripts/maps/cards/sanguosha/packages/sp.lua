-- The generals of the package SP: four of their own, and other faces of known ones.

module("extensions.sp", package.seeall)

extension = sgs.Package("sp")

local function send_log(room, kind, from, arg, arg2)
  local log = sgs.LogMessage()
  log.type = kind
  log.from = from
  log.arg = arg
  log.arg2 = arg2
  room:sendLog(log)
end

--
-- 袁术 Yuan Shu
--

local yuanshu = sgs.General(extension, "yuanshu", "qun", 4)

local function count_kingdoms(room)
  local seen, count = {}, 0
  for _, player in sgs.qlist(room:getAlivePlayers()) do
    local kingdom = player:getKingdom()
    if not seen[kingdom] then
      seen[kingdom] = true
      count = count + 1
    end
  end
  return count
end

-- Draw as many more, and discard as many at the start of the discard phase, as there are kingdoms.
local yongsi = sgs.CreateTriggerSkill({
  name = "yongsi",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.DrawNCards, sgs.PhaseChange },
  on_trigger = function(_, event, player, data)
    local room = player:getRoom()
    local kingdoms = count_kingdoms(room)
    if event == sgs.DrawNCards then
      room:playSkillEffect("yongsi", 1)
      data:setValue(data:toInt() + kingdoms)
    elseif player:getPhase() == sgs.Player_Discard then
      room:playSkillEffect("yongsi", 2)
      send_log(room, "#YongsiDiscard", player, "yongsi", kingdoms)
      if player:getCardCount(true) <= kingdoms then
        player:throwAllHandCards()
        player:throwAllEquips()
      else
        room:askForDiscard(player, "yongsi", kingdoms, false, true)
      end
    end
    return false
  end,
})

-- You have the lord's skills for lords, too.
local weidi = sgs.CreateGameStartSkill({
  name = "weidi",
  frequency = sgs.Skill_Compulsory,
  on_gamestart = function(_, player)
    local room = player:getRoom()
    local lord = room:getLord()
    if not lord or lord:objectName() == player:objectName() then
      return
    end
    for _, skill in sgs.qlist(lord:getVisibleSkillList()) do
      if skill:isLordSkill() and not player:hasSkill(skill:objectName()) then
        send_log(room, "#WeidiGets", player, "weidi", skill:objectName())
        room:acquireSkill(player, skill:objectName())
      end
    end
  end,
})

yuanshu:addSkill(yongsi)
yuanshu:addSkill(weidi)

--
-- 杨修 Yang Xiu
--

local yangxiu = sgs.General(extension, "yangxiu", "wei", 3)

-- Who hurts you may do nothing with hand cards of a type you name, until the turn ends.
local jilei = sgs.CreateTriggerSkill({
  name = "jilei",
  events = sgs.Damaged,
  on_trigger = function(_, _, player, data)
    local room, from = player:getRoom(), data:toDamage().from
    if not from or from:isDead() or not room:askForSkillInvoke(player, "jilei", data) then
      return false
    end
    room:playSkillEffect("jilei")
    local kind = room:askForChoice(player, "jilei", "basic+equip+trick")
    send_log(room, "#JileiNames", from, "jilei", kind)
    from:jilei(kind)
    from:invoke("jilei", kind)
    room:setPlayerMark(from, "jilei", 1)
    return false
  end,
})

local jilei_ends = sgs.CreateTriggerSkill({
  name = "#jilei-ends",
  events = sgs.PhaseChange,
  can_trigger = function(_, target)
    return target:getPhase() == sgs.Player_NotActive
  end,
  on_trigger = function(_, _, player)
    local room = player:getRoom()
    for _, other in sgs.qlist(room:getAlivePlayers()) do
      if other:getMark("jilei") > 0 then
        room:setPlayerMark(other, "jilei", 0)
        other:jilei(".")
        other:invoke("jilei", ".")
      end
    end
    return false
  end,
})

-- A trick with more than one target may do nothing to you but let you draw a card.
local danlao = sgs.CreateTriggerSkill({
  name = "danlao",
  events = sgs.CardEffected,
  on_trigger = function(_, _, player, data)
    local effect, room = data:toCardEffect(), player:getRoom()
    if not effect.multiple or not effect.card:isNDTrick() then
      return false
    end
    if not room:askForSkillInvoke(player, "danlao", data) then
      return false
    end
    room:playSkillEffect("danlao")
    player:drawCards(1)
    return true
  end,
})

yangxiu:addSkill(jilei)
yangxiu:addSkill(jilei_ends)
yangxiu:addSkill(danlao)

--
-- 公孙瓒 Gongsun Zan
--

local gongsunzan = sgs.General(extension, "gongsunzan", "qun", 4)

-- Above 2 hp your distances are 1 less, else others' distances to you are 1 more.
local yicong = sgs.CreateDistanceSkill({
  name = "yicong",
  correct_func = function(_, from, to)
    local correct = 0
    if from:hasSkill("yicong") and from:getHp() > 2 then
      correct = correct - 1
    end
    if to:hasSkill("yicong") and to:getHp() <= 2 then
      correct = correct + 1
    end
    return correct
  end,
})

gongsunzan:addSkill(yicong)

--
-- 关羽 Guan Yu of Wei
--

local sp_guanyu = sgs.General(extension, "sp_guanyu", "wei", 4)

-- With more hand cards than hp at the start of your turn, and Cao Cao as lord: max hp -1, Mashu.
local danji = sgs.CreateTriggerSkill({
  name = "danji",
  frequency = sgs.Skill_Wake,
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() ~= sgs.Player_Start or player:getMark("danji") > 0 then
      return false
    end
    local room = player:getRoom()
    local lord = room:getLord()
    local serves = lord and string.find(lord:getGeneralName(), "caocao", 1, true) ~= nil
    if not serves or player:getHandcardNum() <= player:getHp() then
      return false
    end
    room:playSkillEffect("danji")
    send_log(room, "#DanjiWake", player, "danji", player:getHandcardNum())
    room:setPlayerMark(player, "danji", 1)
    room:loseMaxHp(player, 1)
    room:acquireSkill(player, "mashu")
    return false
  end,
})

sp_guanyu:addSkill("wusheng")
sp_guanyu:addSkill(danji)

--
-- Other faces
--

-- A general whose skills are those of another.
local function create_face(name, kingdom, max_hp, male, skills)
  local general = sgs.General(extension, name, kingdom, max_hp, male)
  for _, skill in ipairs(skills) do
    general:addSkill(skill)
  end
end

create_face("sp_diaochan", "qun", 3, false, { "lijian", "biyue" })
create_face("sp_sunshangxiang", "shu", 3, false, { "jieyin", "xiaoji" })
create_face("sp_pangde", "wei", 4, true, { "mashu", "mengjin" })
create_face("sp_caiwenji", "wei", 3, false, { "beige", "duanchang" })
create_face("sp_machao", "qun", 4, true, { "mashu", "tieji" })
create_face("sp_jiaxu", "wei", 3, true, { "wansha", "luanwu", "weimu", "#@chaos-1" })

sgs.LoadTranslationTable({
  ["sp"] = "SP",
  ["yuanshu"] = "袁术",
  ["yongsi"] = "庸肆",
  [":yongsi"] = "锁定技，摸牌阶段，你额外摸X张牌；弃牌阶段开始时，你须弃置X张牌（X为现存势力数）。",
  ["weidi"] = "伪帝",
  [":weidi"] = "锁定技，你拥有当前主公的主公技。",
  ["yangxiu"] = "杨修",
  ["jilei"] = "鸡肋",
  [":jilei"] = "你受到伤害后，可以说出一种牌的类别，伤害来源不能使用、打出或弃置该类别的手牌，直到回合结束。",
  ["jilei:basic"] = "基本牌",
  ["jilei:equip"] = "装备牌",
  ["jilei:trick"] = "锦囊牌",
  ["danlao"] = "啖酪",
  [":danlao"] = "当一张指定了多个目标的锦囊牌对你生效前，你可以摸一张牌，令其对你无效。",
  ["gongsunzan"] = "公孙瓒",
  ["yicong"] = "义从",
  [":yicong"] = "锁定技，若你的体力值大于2，你计算与其他角色的距离-1；否则其他角色计算与你的距离+1。",
  ["sp_guanyu"] = "SP关羽",
  ["danji"] = "单骑",
  [":danji"] = "觉醒技，回合开始阶段，若你的手牌数大于体力值，且主公为曹操，"
    .. "你减1点体力上限，获得【马术】。",
  ["sp_diaochan"] = "SP貂蝉",
  ["sp_sunshangxiang"] = "SP孙尚香",
  ["sp_pangde"] = "SP庞德",
  ["sp_caiwenji"] = "SP蔡文姬",
  ["sp_machao"] = "SP马超",
  ["sp_jiaxu"] = "SP贾诩",
  ["#YongsiDiscard"] = "%from 的【%arg】生效，须弃置 %arg2 张牌",
  ["#WeidiGets"] = "%from 因【%arg】获得主公技【%arg2】",
  ["#JileiNames"] = "%from 因【%arg】不能使用、打出或弃置手牌中的%arg2牌",
  ["#DanjiWake"] = "%from 的【%arg】觉醒，手牌数为 %arg2",
})

sgs.LoadTranslationTable("en", {
  ["sp"] = "SP",
  ["yuanshu"] = "Yuan Shu",
  ["yongsi"] = "Extravagance",
  [":yongsi"] = "Locked: draw as many more, and discard as many at the start of your discard phase, "
    .. "as there are kingdoms.",
  ["weidi"] = "False Emperor",
  [":weidi"] = "Locked: you have the lord's skills for lords.",
  ["yangxiu"] = "Yang Xiu",
  ["jilei"] = "Chicken Rib",
  [":jilei"] = "After damage you may name a type of card; until the turn ends the source can "
    .. "neither use nor play nor discard hand cards of it.",
  ["jilei:basic"] = "Basic cards",
  ["jilei:equip"] = "Equipment",
  ["jilei:trick"] = "Tricks",
  ["danlao"] = "Sharing the Cheese",
  [":danlao"] = "Before a trick with more than one target works on you, you may draw a card; then "
    .. "it does nothing to you.",
  ["gongsunzan"] = "Gongsun Zan",
  ["yicong"] = "Volunteers",
  [":yicong"] = "Locked: above 2 hp your distances to others -1, else others' distances to you +1.",
  ["sp_guanyu"] = "SP Guan Yu",
  ["danji"] = "Lone Rider",
  [":danji"] = "Awakening: at the start of your turn with more hand cards than hp, and Cao Cao as "
    .. "lord, your max hp drops by 1 and you get Horsemanship.",
  ["sp_diaochan"] = "SP Diao Chan",
  ["sp_sunshangxiang"] = "SP Sun Shangxiang",
  ["sp_pangde"] = "SP Pang De",
  ["sp_caiwenji"] = "SP Cai Wenji",
  ["sp_machao"] = "SP Ma Chao",
  ["sp_jiaxu"] = "SP Jia Xu",
  ["#YongsiDiscard"] = "%from's %arg: they have to discard %arg2 cards",
  ["#WeidiGets"] = "%from's %arg gives them %arg2",
  ["#JileiNames"] = "%arg: %from can neither use, play nor discard %arg2 cards",
  ["#DanjiWake"] = "%from's %arg awakens with %arg2 hand cards",
})
