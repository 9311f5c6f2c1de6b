--!strict
-- What is written of every player: its general, lives, equipment and how it is.

local round, seating = Round, Course.seating

local plates = {}
Plates = plates

local COLOURS: { [string]: string } = {
  wei = "#3f6fae",
  shu = "#b5472f",
  wu = "#3f8a4a",
  qun = "#80776a",
  god = "#b08a2e",
}

-- Longest text that is shown, in bytes.
local TEXT_MAX = 2000

local told: { [number]: boolean } = {} -- uin -> the secret word it has been shown

-- What a name means, as a text; the name itself where nothing is said of it.
function plates.word(name: string)
  return Sanguosha:text(name) or { zh = name, en = name }
end

-- A text that is not too long to be shown.
function plates.cut(text: string)
  if #text <= TEXT_MAX then
    return text
  end
  local last = TEXT_MAX
  -- Not within a character.
  while last > 0 and bit32.band(string.byte(text, last + 1), 0xc0) == 0x80 do
    last -= 1
  end
  return string.sub(text, 1, last) .. "…"
end

-- What a player is called: by its general, before that by its seat.
function plates.name(player: any, seat: number)
  if player.general == "" then
    return seating.name(seat)
  end
  return plates.word(player.general)
end

-- A skill with its description, as one paragraph.
function plates.skill(name: string)
  local title, about = plates.word(name), Sanguosha:text(`:{name}`)
  if about == nil then
    return title
  end
  return { zh = `【{title.zh}】{about.zh}`, en = `{title.en}: {about.en}` }
end

-- What a card is called, without suit and number.
local function kind_name(id: number)
  return plates.word(round.deck.cards[id + 1].key)
end

local function card_name(id: number)
  return round.deck.cards[id + 1].name
end

local function counted(name: string, count: number)
  local word = plates.word(name)
  if count == 1 then
    return word
  end
  return { zh = `{word.zh}×{count}`, en = `{word.en} ×{count}` }
end

local function acts(player: any, view: any)
  return view.turn == player.seat and player.alive and player.phase ~= "not_active"
end

-- The phase of its turn that a player is in.
function plates.phase(player: any)
  return T(`phase_{player.phase}`)
end

-- The letter of a kingdom.
function plates.kingdom_glyph(kingdom: string)
  local name = plates.word(kingdom).zh
  return string.sub(name, 1, (utf8.offset(name, 2) or #name + 1) - 1)
end

-- The colour of a kingdom; nil for one that a package brought.
function plates.kingdom_colour(kingdom: string): string?
  return COLOURS[kingdom]
end

-- Words on how a player is.
local function tags(player: any, view: any)
  local list = {}
  if acts(player, view) then
    list[#list + 1] = plates.phase(player)
  end
  if player.chained then
    list[#list + 1] = T("tag_chained")
  end
  if not player.faceUp then
    list[#list + 1] = T("tag_turned")
  end
  for _, delayed in ipairs(player.judging) do
    list[#list + 1] = T("tag_judging", { name = plates.word(delayed.name) })
  end
  for _, pile in ipairs(player.piles) do
    list[#list + 1] = T("tag_pile", { name = plates.word(pile.name), count = tostring(pile.count) })
  end
  for _, mark in ipairs(player.marks) do
    list[#list + 1] = counted(mark.name, mark.count)
  end
  return table.move(list, 1, math.min(#list, 16), 1, {})
end

local function wears(player: any)
  local list = {}
  for index, id in ipairs(player.equips) do
    list[index] = kind_name(id)
  end
  return list
end

local function lines(player: any, seat: number)
  local list = {}
  local kingdom = plates.word(player.kingdom)
  list[1] = T("plate_head", {
    side = seating.name(seat),
    kingdom = kingdom,
    hp = tostring(player.hp),
    most = tostring(player.maxHp),
    cards = tostring(player.handCount),
  })
  for _, id in ipairs(player.equips) do
    list[#list + 1] = card_name(id)
  end
  for _, name in ipairs(player.skills) do
    list[#list + 1] = plates.skill(name)
  end
  return table.move(list, 1, math.min(#list, 16), 1, {})
end

-- Shows all plates and roles, as everybody knows them.
function plates.show(view: any)
  local shown, badges = {}, {}
  local players: { any } = view.players
  for seat, player in players do
    local chosen = player.general ~= ""
    shown[seat] = {
      title = if chosen then plates.word(player.general) else seating.name(seat),
      colour = COLOURS[player.kingdom],
      glyph = if chosen then plates.kingdom_glyph(player.kingdom) else nil,
      life = player.hp,
      life_max = if chosen then player.maxHp else 0,
      tags = if chosen then tags(player, view) else {},
      wears = if chosen then wears(player) else {},
      lines = if chosen then lines(player, seat) else {},
      acts = acts(player, view),
      out = not player.alive,
      turned = not player.faceUp,
    }
    badges[seat] = if player.role then T(`role_{player.role}`) else ""
  end
  Hud:setPlates(shown)
  Hud:setBadges(badges)
end

-- Tells each person its own role, and nobody else.
function plates.tell_roles()
  local now: { [number]: any } = {}
  for seat = 1, seating.players() do
    local kind, uin = seating.holder(seat)
    if kind == "player" then
      now[uin] = T(`role_{round.own(seat).role}`)
    end
  end
  for uin in told do
    if now[uin] == nil then
      Hud:setSecret(nil, uin)
    end
  end
  told = {}
  for uin, word in now do
    Hud:setSecret(word, uin)
    told[uin] = true
  end
end

Checkpoint:offer(function()
  return { told = told }
end, function(stored)
  told = stored.told
end)
