-- What packages of the handbook's generation rely on beside what the handbook says: each general
-- stands for one such thing, and `tests/generation.lua` says what comes of it.
module("extensions.generation", package.seeall)

extension = sgs.Package("generation")

local function general(name)
  return sgs.General(extension, name, "qun", 4)
end

local function at_start(name, body)
  return sgs.CreateTriggerSkill({
    name = name,
    events = { sgs.TurnStart },
    on_trigger = function(self, event, player, data)
      body(player, player:getRoom(), self, data)
      return false
    end,
  })
end

-- A question `@@name` starts the skill, whoever has it, and its `enabled_at_response` is not asked.
gn_gift_card = sgs.CreateSkillCard({
  name = "gn_gift_card",
  on_effect = function(self, effect)
    effect.to:drawCards(1)
    effect.from:gainMark("@gn_by_" .. self:getSkillName())
  end,
})
gn_gift = sgs.CreateViewAsSkill({
  name = "gn_gift",
  n = 1,
  view_filter = function(self, selected, to_select)
    return not to_select:isEquipped()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = gn_gift_card:clone()
      card:addSubcard(cards[1])
      return card
    end
  end,
  enabled_at_play = function()
    return false
  end,
  enabled_at_response = function()
    error("this is asked for nothing")
  end,
})
general("gn_giver"):addSkill(gn_gift)
general("gn_beggar"):addSkill(at_start("gn_begs", function(player, room)
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    room:askForUseCard(other, "@@gn_gift", "@gn_gift")
  end
end))
-- One that goes on until it has what it wants.
general("gn_nag"):addSkill(at_start("gn_nags", function(player, room)
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    while not other:isKongcheng() and not room:askForUseCard(other, "@@gn_gift!", "@gn_gift") do
      room:setTag("gn_nagged", sgs.QVariant(room:getTag("gn_nagged"):toInt() + 1))
    end
    while room:askForChoice(other, "gn_nags", "first+second+third") ~= "third" do
    end
    repeat
      local chosen = room:askForPlayerChosen(player, room:getAlivePlayers(), "gn_nags")
    until chosen:objectName() == other:objectName()
  end
end))
-- The older form is asked with the pattern.
gn_elder_view = sgs.CreateViewAsSkill({
  name = "gn_elder",
  n = 1,
  view_filter = function(self, selected, to_select)
    return to_select:isRed()
  end,
  view_as = function(self, cards)
    if #cards == 1 then
      local card = sgs.Sanguosha:cloneCard("jink", cards[1]:getSuit(), cards[1]:getNumber())
      card:addSubcard(cards[1])
      card:setSkillName("gn_elder")
      return card
    end
  end,
  enabled_at_play = function(self, player)
    return player:isWounded() and false
  end,
  enabled_at_response = function(self, pattern)
    return string.find(pattern, "jink") ~= nil
  end,
})
general("gn_elder"):addSkill(gn_elder_view)

-- A prohibit skill holds for those that have it.
gn_wall = sgs.CreateProhibitSkill({
  name = "gn_wall",
  is_prohibited = function(self, from, to, card)
    return card:inherits("Slash")
  end,
})
general("gn_walled"):addSkill(gn_wall)

-- Slashes by the rules of one fork.
gn_bow = sgs.CreateSlashSkill({
  name = "gn_bow",
  s_extra_func = function(self, from, to, slash)
    if from:hasSkill(self:objectName()) and to and to:isMale() and slash:isBlack() then
      return 1
    end
    return 0
  end,
  s_residue_func = function(self, from, to, slash)
    return from:hasSkill(self:objectName()) and from:getMark("gn_arrows") or 0
  end,
  s_range_func = function(self, from, to, slash)
    if from:hasSkill(self:objectName()) then
      return slash:isRed() and -1 or 5
    end
    return 0
  end,
})
general("gn_bowman"):addSkill(gn_bow)

-- Judgements end on the discard pile, unless the rules are skipped.
local function judged(reason)
  return at_start(reason .. "_judges", function(player, room)
    local judge = sgs.JudgeStruct()
    judge.pattern = sgs.QRegExp("(.*)")
    judge.good = true
    judge.reason = reason
    judge.who = player
    room:judge(judge)
  end)
end
local function taking(name, ends)
  return sgs.CreateTriggerSkill({
    name = name,
    events = { sgs.FinishJudge },
    on_trigger = function(self, event, player, data)
      local judge = data:toJudge()
      player:obtainCard(judge.card)
      if ends == "tag" then
        player:getRoom():setTag("SkipGameRule", sgs.QVariant(true))
      end
      return ends == "true"
    end,
  })
end
for name, ends in pairs({ gn_careless = "no", gn_tagger = "tag", gn_stopper = "true" }) do
  local judge = general(name)
  judge:addSkill(judged(name))
  judge:addSkill(taking(name .. "_takes", ends))
end

-- A heart that is shown stays.
general("gn_shower"):addSkill(at_start("gn_shows", function(player, room)
  for _, other in sgs.qlist(room:getOtherPlayers(player)) do
    local card = room:askForCard(other, ".enyuan", "@gn_shows", sgs.QVariant())
    if card then
      assert(room:getCardOwner(card:getEffectiveId()):objectName() == other:objectName())
      player:obtainCard(card)
    end
    assert(room:askForCard(other, "", "@gn_shows", sgs.QVariant()) == nil, "nothing fits nothing")
    assert(not room:askForUseCard(other, "", "@gn_shows"), "nothing is used for nothing")
    room:askForCard(other, ".K8", "@gn_shows", sgs.QVariant())
    room:askForCard(other, ".S29", "@gn_shows", sgs.QVariant())
  end
end))

-- What is written where nothing is kept, what is no number, what is none.
general("gn_clerk"):addSkill(at_start("gn_writes", function(player, room, skill, data)
  for _, name in ipairs({
    "DamageStruct",
    "CardEffectStruct",
    "SlashEffectStruct",
    "CardUseStruct",
    "CardMoveStruct",
    "DyingStruct",
    "RecoverStruct",
    "LogMessage",
    "JudgeStruct",
    "PindianStruct",
  }) do
    local struct = sgs[name]()
    struct.no_such_member = 3
    assert(struct.no_such_member == nil and type(struct) == "userdata", name)
  end
  for what, object in pairs({
    player = player,
    room = room,
    thread = room:getThread(),
    skill = skill,
    data = data,
    general = player:getGeneral(),
    engine = sgs.Sanguosha,
    package = extension,
    printed = sgs.Sanguosha:getCard(0),
    made = sgs.Sanguosha:cloneCard("slash", sgs.Card_Heart, 7),
    skill_card = gn_gift_card,
    clone = gn_gift_card:clone(),
    dummy = sgs.DummyCard(),
    list = sgs.SPlayerList(),
    ids = sgs.IntList(),
    expression = sgs.QRegExp("(.*)"),
    pattern = sgs.Sanguosha:getPattern("slash"),
  }) do
    assert(type(object) == "userdata", what .. " is " .. type(object))
  end
  assert(type(sgs) == "table" and type({}) == "table" and type(setmetatable({}, {})) == "table")
  assert(type(nil) == "nil" and type(1) == "number" and type("") == "string")
  assert(type(type) == "function" and type(true) == "boolean" and type(_G) == "table")
  assert(type(sgs.Sanguosha:getLords()) == "table", "lists of texts are tables")
  local ids = sgs.IntList()
  ids:append("3")
  ids:append(4.9)
  ids:prepend("2")
  assert(ids:first() == 2 and ids:at("1") == 3 and ids:contains("3") and ids:indexOf("3") == 1)
  assert(type(ids:at(1)) == "number" and ids:removeOne("3") and not ids:contains(3))
  assert(not pcall(ids.append, ids, "three"))
  assert(sgs.Sanguosha:getCard("5"):getId() == 5)
  local id = room:drawCard()
  player:addToPile("gn_pile", tostring(id))
  assert(player:getPile("gn_pile"):first() == id)
  room:throwCard(tostring(id))
  assert(room:getCardPlace(tostring(id)) == sgs.Player_DiscardedPile)
  assert(player:getEquip("0") == nil)
  assert(sgs.Sanguosha:cloneCard("slash", "2", "7"):getSuit() == sgs.Card_Heart)
  player:setMark(5, "3")
  player:addMark("5", "2")
  assert(player:getMark(5) == 5)
  player:setFlags(7)
  assert(player:hasFlag(7) and player:hasFlag("7"))
  local count = player:getHandcardNum()
  player:drawCards("2")
  player:drawCards(1.9)
  player:drawCards(-1.5)
  assert(player:getHandcardNum() == count + 3)
  for _, few in ipairs({ -1, "-3", 0, -1e9 }) do
    for _, optional in ipairs({ true, false }) do
      assert(room:askForDiscard(player, "gn_writes", few, optional, true) == false)
    end
    assert(not room:askForExchange(player, "gn_writes", few))
    assert(room:getNCards(few):isEmpty() and player:forceToDiscard(few, true):isEmpty())
  end
  assert(player:getHandcardNum() == count + 3)
  local parsed = sgs.Card_Parse("slash:gn_writes[stars:K]=.")
  assert(parsed:getSuit() == sgs.Card_NoSuit and parsed:getNumber() == 13)
  parsed = sgs.Card_Parse("slash:gn_writes[heart:99]=.")
  assert(parsed:getSuit() == sgs.Card_Heart and parsed:getNumber() == 0)
  player:gainMark("@gn_done")
end))

-- Small things.
general("gn_pedant"):addSkill(at_start("gn_nitpicks", function(player, room, skill)
  local card = gn_gift_card:clone()
  card:addSubcard(30)
  assert(card:getSuit() == sgs.Card_NoSuit and card:getNumber() == 0, "made of one card")
  card:setSuit(sgs.Card_Diamond)
  card:setNumber(9)
  card:addSubcard(31)
  assert(card:getSuit() == sgs.Card_Diamond and card:getNumber() == 9, "as it was given")
  card = sgs.Card_Parse("#gn_gift_card:30:")
  assert(card:getSuit() == sgs.Card_NoSuit and card:getNumber() == 0, "read from a text")
  player:gainMark("@gn_few", 1)
  player:loseMark("@gn_few", 3)
  assert(player:getMark("@gn_few") == -2)
  player:loseMark("@gn_none")
  assert(player:getMark("@gn_none") == -1)
  player:loseAllMarks("@gn_none")
  assert(player:getMark("@gn_none") == 0)
  player:removeMark("@gn_none")
  assert(player:getMark("@gn_none") == 0)
  room:setPlayerProperty(player, "hp", sgs.QVariant(3))
  room:setPlayerProperty(player, "hp", sgs.QVariant(9))
  assert(player:getHp() == 3, "more than it may have is not taken")
  player:setHp(9)
  assert(player:getHp() == 3)
  room:setPlayerProperty(player, "maxhp", sgs.QVariant(5))
  room:setPlayerProperty(player, "hp", sgs.QVariant(5))
  assert(player:getHp() == 5)
  assert(room:getCardPlace(-1) == sgs.Player_Hand and room:getCardOwner(-1) == nil)
  room:acquireSkill(player, "paoxiao")
  room:detachSkillFromPlayer(player, "paoxiao")
  room:detachSkillFromPlayer(player, "gn_nitpicks")
  assert(not player:hasSkill("paoxiao") and player:hasSkill("gn_nitpicks"))
  player:loseSkill("gn_nitpicks")
  assert(player:hasInnateSkill("gn_nitpicks"))
  assert("\x41\z\u{41}" == "x41zu{41}" and "\065\n" == "A\10")
  assert(io.open("there is nothing") == nil and os.getenv("HOME") == nil)
  local fine, why = pcall(string.dump, function() end)
  assert(not fine and string.find(why, "unable to dump"))
  player:gainMark("@gn_done")
end))

-- A module's globals are its own; those that `_G` names are everybody's.
gn_module = 1
_G.gn_everybody = 2
assert(_G.gn_module == nil and gn_everybody == 2 and rawget(_M, "gn_everybody") == nil)
assert(_G.sgs == sgs and _G.extensions.generation == _M)
assert(package.loaded["extensions.generation"] == _M)

-- Files of the engine are known, and what is known need not be there.
assert(dofile("lua/sgs_ex.lua") == nil and dofile("lua/config.lua") == nil)
assert(require("lua.ai.guanxing-ai") and type(loadfile("lua/utilities.lua")) == "function")
assert(not pcall(dofile, "extensions/nobody.lua") and loadfile("nobody.lua") == nil)

sgs.LoadTranslationTable({
  ["generation"] = "世代",
  ["@gn_gift"] = "请发动“馈赠”",
})
