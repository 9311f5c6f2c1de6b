-- A package in the manner of other authors: the Lua of 5.1, with the habits that go with it.
module("extensions.old_style", package.seeall)
extension = sgs.Package("oldstyle")

math.randomseed(os.time())
local counter = 0
debug_on = false

function dprint(...)
  if debug_on then
    print(unpack({ ... }))
  end
end

-- Every skill by the same maker, with what differs as a function.
local function phaseSkill(args)
  return sgs.CreateTriggerSkill({
    name = args[1],
    frequency = args.frequency or sgs.Skill_NotFrequency,
    events = { sgs.PhaseChange, sgs.NoSuchEvent },
    priority = args.priority,
    on_trigger = function(self, event, player, data)
      if player:getPhase() ~= args[2] then
        return false
      end
      counter = counter + 1
      return args[3](self, player, player:getRoom())
    end,
  })
end

os_old = sgs.General(extension, "os_old", "qun", "4", true)
os_count = phaseSkill({
  "os_count",
  sgs.Player_RoundStart,
  function(self, player, room)
    local n, list = 0, {}
    for i, p in sgs.qlist(room:getAlivePlayers()) do
      assert(i == n)
      n = n + 1
      list[n] = p
    end
    assert(table.getn(list) == n and #list == n)
    table.foreach(list, function(i, p)
      assert(p:isAlive())
    end)
    table.sort(list, function(a, b)
      return a:getSeat() > b:getSeat()
    end)
    for i = 2, n do
      assert(list[i - 1]:getSeat() > list[i]:getSeat())
    end
    local back = sgs.reverse(list)
    assert(back[1] == list[n])
    for _, p in sgs.list(room:getAlivePlayers()) do
      assert(p)
    end
    for _, p in sgs.list(list) do
      assert(p)
    end
    return false
  end,
})
os_text = phaseSkill({
  "os_text",
  sgs.Player_Finish,
  function(self, player, room)
    local words = ("a+b+c"):split("+")
    assert(#words == 3 and words[2] == "b" and string.split("x|y", "|")[2] == "y")
    assert(string.format("%s:%d:%.1f", "x", 3.7, 2) == "x:3:2.0")
    assert(("%d+%d"):format(1, 2) == "1+2")
    local t = {}
    for word in string.gmatch("one two", "%a+") do
      table.insert(t, word)
    end
    assert(table.concat(t, ",") == "one,two")
    assert(
      tostring(nil) == "nil" and tonumber("0x10") == 16 and math.floor(7 / 2) == 3 and 7 % 4 == 3
    )
    assert(math.max(unpack({ 1, 5, 3 })) == 5 and select("#", 1, nil, 3) == 3)
    local ok, why = pcall(function()
      error("oh")
    end)
    assert(not ok and string.find(why, "oh"))
    assert(type(os.time()) == "number" and type(os.clock()) == "number" and os.date("%Y"))
    local f = loadstring("return 1 + 1")
    assert(f() == 2)
    local env = getfenv(1)
    assert(env.extension == extension and _NAME == "extensions.old_style" and _M.os_old == os_old)
    assert(rawget(env, "counter") == nil and counter > 0)
    local co = coroutine.wrap(function()
      coroutine.yield(1)
      coroutine.yield(2)
    end)
    assert(co() == 1 and co() == 2)
    collectgarbage("count")
    return false
  end,
})
os_old:addSkill(os_count)
os_old:addSkill(os_text)

-- 老兵: fields of structs that are read and lists of every kind.
os_veteran = sgs.General(extension, "os_veteran", "wei", "4")
os_drill = phaseSkill({
  "os_drill",
  sgs.Player_Draw,
  function(self, player, room)
    if not room:askForSkillInvoke(player, "os_drill") then
      return false
    end
    local list = sgs.SPlayerList()
    local targets = room:getOtherPlayers(player)
    for i = 0, targets:length() - 1, 1 do
      local target = targets:at(i)
      if target:getHandcardNum() >= player:getHandcardNum() and not target:isKongcheng() then
        list:append(target)
      end
    end
    if list:length() == 0 then
      return false
    end
    local target = room:askForPlayerChosen(player, list, "os_drill")
    local id = room:askForCardChosen(player, target, "h", "os_drill")
    room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, false)
    local ids = sgs.IntList()
    ids:append(id)
    ids:prepend(-1)
    assert(ids:first() == -1 and ids:last() == id and ids:at(1) == id and ids:contains(id))
    ids:removeAt(0)
    assert(ids:removeOne(id) and not ids:removeOne(id) and ids:isEmpty())
    local cards = sgs.CardList()
    cards:append(sgs.Sanguosha:getCard(id))
    assert(sgs.QList2Table(cards)[1]:getId() == id)
    return true
  end,
  priority = 2,
})
os_vow = sgs.CreateTriggerSkill({
  name = "os_vow",
  frequency = sgs.Skill_Compulsory,
  events = { sgs.Damage, sgs.Damaged },
  on_trigger = function(self, event, player, data)
    local room, damage = player:getRoom(), data:toDamage()
    local log = sgs.LogMessage()
    log.type = "#os_vow"
    log.from = damage.from or player
    log.to:append(damage.to)
    log.arg = damage.damage
    log.arg2 = self:objectName()
    if damage.card then
      log.card_str = damage.card:toString()
    end
    room:sendLog(log)
    if event == sgs.Damage and damage.to:isAlive() then
      room:setPlayerMark(damage.to, "os_vow", damage.to:getMark("os_vow") + 1)
    end
    return nil
  end,
})
os_veteran:addSkill(os_drill)
os_veteran:addSkill(os_vow)

-- 账本 keeps plain data in tags.
os_book = sgs.General(extension, "os_book", "wu", "3", false)
os_notes = phaseSkill({
  "os_notes",
  sgs.Player_NotActive,
  function(self, player, room)
    local value = sgs.QVariant("a+b")
    player:setTag("os_notes", value)
    assert(player:getTag("os_notes"):toString() == "a+b")
    player:setTag("os_notes", sgs.QVariant(7))
    assert(player:getTag("os_notes"):toInt() == 7)
    player:setTag("os_notes", sgs.QVariant(true))
    assert(player:getTag("os_notes"):toBool())
    local list = sgs.QVariant()
    list:setValue({ "x", "y" })
    assert(#list:toStringList() == 2 and list:toStringList()[2] == "y")
    room:setTag("os_room", sgs.QVariant(player:objectName()))
    assert(room:getTag("os_room"):toString() == player:objectName())
    room:removeTag("os_room")
    assert(room:getTag("os_room"):toString() == "")
    player:setFlags("os_a")
    player:setFlags("os_b")
    assert(player:hasFlag("os_a") and player:hasFlag("os_b"))
    player:setFlags("-os_a")
    assert(not player:hasFlag("os_a") and player:hasFlag("os_b"))
    player:setMark("os_m", 5)
    player:addMark("os_m")
    player:removeMark("os_m")
    assert(player:getMark("os_m") == 5)
    return false
  end,
})
os_hand_card = sgs.CreateSkillCard({
  name = "os_hand",
  target_fixed = false,
  will_throw = false,
  on_effect = function(self, effect)
    local room = effect.from:getRoom()
    local mine, theirs = effect.from:wholeHandCards(), effect.to:wholeHandCards()
    if mine then
      room:moveCardTo(mine, effect.to, sgs.Player_Hand, false)
    end
    if theirs then
      room:moveCardTo(theirs, effect.from, sgs.Player_Hand, false)
    end
  end,
})
os_hand = sgs.CreateViewAsSkill({
  name = "os_hand",
  view_as = function(self, cards)
    local card = os_hand_card:clone()
    card:setSkillName(self:objectName())
    return card
  end,
  enabled_at_play = function(self, player)
    return not player:hasUsed("#os_hand")
  end,
})
os_book:addSkill(os_notes)
os_book:addSkill(os_hand)

-- 斗士
os_fighter = sgs.General(extension, "os_fighter", "shu", 4, true, false, false)
os_rage = sgs.CreateTriggerSkill({
  name = "os_rage",
  frequency = sgs.Skill_Limited,
  events = { sgs.GameStart, sgs.Dying },
  on_trigger = function(self, event, player, data)
    local room = player:getRoom()
    if event == sgs.GameStart then
      player:gainMark("@os_rage", 1)
      return
    end
    if player:getMark("@os_rage") < 1 or not room:askForSkillInvoke(player, "os_rage", data) then
      return false
    end
    player:loseAllMarks("@os_rage")
    local recover = sgs.RecoverStruct()
    recover.who = player
    recover.recover = 2 - player:getHp()
    room:recover(player, recover)
    room:broadcastInvoke("animate", "lightbox:$os_rage")
    for _, p in sgs.qlist(room:getOtherPlayers(player)) do
      if p:isAlive() and p:getHp() > 2 then
        local damage = sgs.DamageStruct()
        damage.from, damage.to, damage.damage = player, p, 1.5
        room:damage(damage)
      end
    end
  end,
})
os_taunt = phaseSkill({
  "os_taunt",
  sgs.Player_Play,
  function(self, player, room)
    for _, p in sgs.qlist(room:getOtherPlayers(player)) do
      if p:getHandcardNum() > p:getHp() and room:askForSkillInvoke(player, "os_taunt") then
        room:askForDiscard(p, "os_taunt", 1, false, true)
        break
      end
    end
  end,
})
os_fighter:addSkill(os_rage)
os_fighter:addSkill(os_taunt)
os_fighter:addSkill("wushuang")

sgs.LoadTranslationTable({
  ["oldstyle"] = "旧式包",
  ["os_old"] = "老学究",
  ["os_veteran"] = "老兵",
  ["os_book"] = "账本",
  ["os_fighter"] = "斗士",
  ["os_count"] = "点数",
  ["os_text"] = "文字",
  ["os_drill"] = "操练",
  ["os_vow"] = "誓约",
  ["os_notes"] = "记事",
  ["os_hand"] = "换手",
  ["os_rage"] = "狂怒",
  ["@os_rage"] = "怒",
  ["os_taunt"] = "叫阵",
  ["#os_vow"] = "%from 对 %to 的【%arg2】：%arg",
  ["$os_rage"] = "狂怒",
})
sgs.AddTranslationEntry("designer:os_old", "佚名")
