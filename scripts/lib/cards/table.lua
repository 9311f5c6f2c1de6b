--!strict
-- A table to play cards at: who holds what, what lies where, and who may see it.
--
-- The world holds what everybody may know and nothing else: a card that is held is a back there, and its
-- owner alone is shown the face in its place (`View:mask`). Hands are kept sorted and without gaps, so that
-- not even the place of a card in a hand is told to others. Which rows there are, `Zones:set` tells the
-- clients, which lay them out around each seat.

local AIR = 0
local COLUMN = 1 -- rows begin at this x
local HEIGHT = 1
local ROW_LENGTH_MAX = 40

-- What `Cards.table` is given.
type Setup = {
  deck: any,
  seats: number,
  hand: number?,
  played: number?,
  rows: { [string]: number }?,
  common: { [string]: number }?,
  piles: { string }?,
}
-- What `Table:select` is given.
type Ask = {
  seat: number,
  cards: { number }?,
  default: any,
  suggest: { any }?,
  explain: ((cards: { number }) -> any)?,
  stand_in: (() -> any)?,
  [string]: any,
}
type Zone = { kind: string, seat: number?, at: { x: number, y: number, z: number }, count: number }
type Mask = { uin: number?, blocks: { [number]: number } }

local Table = {}
Table.__index = Table

type Fields = {
  deck: any, -- as `Cards.deck` makes it
  seats: number,
  zones: { [string]: Zone },
  holds: { [string]: { number } }, -- key -> the cards that lie there, in the order of the cells
  open: { [string]: boolean }, -- key -> whether everybody sees them
  viewers: { [string]: number }, -- key -> the seat that alone sees them, of rows that are no hands
  shown: { [string]: { [number]: number } }, -- key -> cell -> block that everybody sees
  masked: { [string]: Mask }, -- key -> what the owner alone is shown
  backs: { [string]: number }, -- pile -> how many lie below its top
}
type Table = setmetatable<Fields, typeof(Table)>

-- A table for `how.seats` seats and `how.deck`. `how.hand` cells for each hand (20 unless given) and
-- `how.played` (20) for what a seat plays; `how.rows` names further rows before each seat with their
-- lengths, { equip = 4 }; `how.common` names rows in the middle with theirs, { bottom = 3 }; `how.piles`
-- lists piles in the middle, { "deck", "discard" }. To be made once, while the scripts are loaded.
function Cards.table(how: Setup)
  local fields: Fields = {
    deck = how.deck,
    seats = how.seats,
    zones = {},
    holds = {},
    open = {},
    viewers = {},
    shown = {},
    masked = {},
    backs = {},
  }
  local self: Table = setmetatable(fields, Table)
  self:lay_out(how)
  Checkpoint:offer(function()
    return {
      holds = self.holds,
      open = self.open,
      viewers = self.viewers,
      shown = self.shown,
      masked = self.masked,
      backs = self.backs,
    }
  end, function(stored)
    self.holds, self.open, self.viewers = stored.holds, stored.open, stored.viewers
    self.shown, self.masked, self.backs = stored.shown, stored.masked, stored.backs
  end)
  return self
end

-- Gives every row its cells, from the south northward.
function Table.lay_out(self: Table, how: Setup)
  local list, z = {}, 0
  local function add(key: string, kind: string, seat: number?, count: number)
    assert(count <= ROW_LENGTH_MAX, `{key}: a row has {ROW_LENGTH_MAX} cells at most`)
    local at = { x = COLUMN, y = HEIGHT, z = z }
    self.zones[key] = { kind = kind, seat = seat, at = at, count = count }
    self.holds[key], self.shown[key] = {}, {}
    self.open[key] = kind ~= "hand"
    list[#list + 1] = {
      kind = kind,
      seat = seat and seat - 1,
      x = at.x,
      y = at.y,
      z = at.z,
      count = count,
    }
    z += 1
  end
  for seat = 1, self.seats do
    add(`hand {seat}`, "hand", seat, how.hand or 20)
    add(`played {seat}`, "played", seat, how.played or 20)
    for name, count in how.rows or {} do
      add(`{name} {seat}`, "row", seat, count)
    end
  end
  for name, count in how.common or {} do
    add(name, "common", nil, count)
  end
  for _, name in how.piles or {} do
    add(name, "pile", nil, 1)
  end
  Zones:set(list)
end

-- Who is shown the faces of a row that is not open to all; nil for nobody.
function Table.owner(self: Table, key: string): number?
  local zone = self.zones[key]
  local seat = if zone.kind == "hand" then zone.seat else self.viewers[key]
  if seat == nil or Seats:count() < seat then
    return nil
  end
  local kind, uin = Seats:holder(seat - 1)
  return if kind == "player" then uin else nil
end

-- Brings the blocks of a row up to date with what lies there.
function Table.show(self: Table, key: string)
  local zone, held, shown = self.zones[key], self.holds[key], self.shown[key]
  local cards, back, open = self.deck.cards, self.deck.back, self.open[key]
  local owner = if open then nil else self:owner(key)
  local mask: Mask = self.masked[key] or { blocks = {} }
  local at = zone.at
  for cell = 1, zone.count do
    local x, card = at.x + cell - 1, held[cell]
    local face = if card then cards[card].block else AIR
    local public = if card and not open then back else face
    local private = if card and owner then face else nil
    if mask.uin and mask.blocks[cell] and (mask.uin ~= owner or private == nil) then
      View:forget(x, at.y, at.z, mask.uin)
      mask.blocks[cell] = nil
    end
    if (shown[cell] or AIR) ~= public then
      Block:setBlockAll(x, at.y, at.z, public, 0)
      shown[cell] = public
    end
    if private and owner and (mask.uin ~= owner or mask.blocks[cell] ~= private) then
      View:mask(x, at.y, at.z, owner, private)
      mask.blocks[cell] = private
    end
  end
  mask.uin = owner
  self.masked[key] = if owner then mask else nil
end

-- Shows everybody what it may see, after seats have changed hands.
function Table.refresh(self: Table)
  for key, zone in pairs(self.zones) do
    if zone.kind ~= "pile" then
      self:show(key)
    end
  end
end

local function put(self: Table, key: string, cards: { number })
  local zone = self.zones[key]
  assert(zone, `the table has no row "{key}"`)
  assert(
    #cards <= zone.count,
    `{#cards} cards do not fit into "{key}", which has {zone.count} cells`
  )
  self.holds[key] = table.clone(cards)
end

-- Sorts cards as hands are: the highest to the left.
function Table.sorted(self: Table, cards: { number })
  local own, of = table.clone(cards), self.deck.cards
  table.sort(own, function(a: number, b: number)
    if of[a].sort ~= of[b].sort then
      return of[a].sort > of[b].sort
    end
    return a < b
  end)
  return own
end

-- The cards a seat holds, as they lie.
function Table.hand(self: Table, seat: number)
  return table.clone(self.holds[`hand {seat}`])
end

-- Gives a seat these cards to hold, in place of what it held.
function Table.set_hand(self: Table, seat: number, cards: { number })
  local key = `hand {seat}`
  put(self, key, self:sorted(cards))
  self:show(key)
end

-- Gives a seat more cards to hold.
function Table.give(self: Table, seat: number, cards: { number })
  local all = self:hand(seat)
  table.move(cards, 1, #cards, #all + 1, all)
  self:set_hand(seat, all)
end

-- Takes cards out of a seat's hand; an error if it does not hold them.
function Table.take(self: Table, seat: number, cards: { number })
  local rest = self:hand(seat)
  for _, card in ipairs(cards) do
    local place = table.find(rest, card)
    assert(place, `seat {seat} does not hold card {card}`)
    table.remove(rest, place)
  end
  self:set_hand(seat, rest)
end

-- Has a seat play cards of its hand: they lie open before it, in place of what it played before.
function Table.play(self: Table, seat: number, cards: { number })
  put(self, `played {seat}`, cards)
  self:take(seat, cards)
  self:show(`played {seat}`)
end

-- Takes away what a seat, or everybody, has played.
function Table.clear_played(self: Table, seat: number?)
  for one = seat or 1, seat or self.seats do
    put(self, `played {one}`, {})
    self:show(`played {one}`)
  end
end

-- What lies in a row: `name` is that of a row in the middle, or of a row before `seat`.
function Table.row(self: Table, name: string, seat: number?)
  return table.clone(self.holds[if seat then `{name} {seat}` else name])
end

-- Lays cards into a row, open unless `hidden`: then everybody sees backs, but for the player of the
-- seat `viewer`, if one is given.
function Table.set_row(
  self: Table,
  name: string,
  cards: { number },
  seat: number?,
  hidden: boolean?,
  viewer: number?
)
  local key = if seat then `{name} {seat}` else name
  put(self, key, cards)
  self.open[key] = not hidden
  self.viewers[key] = if hidden then viewer else nil
  self:show(key)
end

-- Shows a pile of `count` cards: face down, or with the face of `top` on top.
function Table.set_pile(self: Table, name: string, count: number, top: number?)
  local zone, shown = self.zones[name], self.shown[name]
  assert(zone and zone.kind == "pile", `the table has no pile "{name}"`)
  self.backs[name] = count
  local block = if count == 0 then AIR elseif top then self.deck.cards[top].block else self.deck.back
  -- Clients write the block's data beside the pile.
  local data = math.min(count, 255)
  if (shown[1] or AIR) ~= block or shown[2] ~= data then
    Block:setBlockAll(zone.at.x, zone.at.y, zone.at.z, block, block == AIR and 0 or data)
    shown[1], shown[2] = block, data
  end
end

-- How many cards a pile has.
function Table.pile(self: Table, name: string)
  return self.backs[name] or 0
end

-- Shows everybody a seat's hand, as at the end; with `open` false only its player sees it again.
function Table.reveal(self: Table, seat: number, open: boolean?)
  local key = `hand {seat}`
  self.open[key] = open ~= false
  self:show(key)
end

-- Takes everything off the table; hands are hidden again.
function Table.clear(self: Table)
  for key, zone in pairs(self.zones) do
    if zone.kind == "pile" then
      self:set_pile(key, 0)
    else
      self.holds[key] = {}
      self.open[key] = zone.kind ~= "hand"
      self:show(key)
    end
  end
end

-- The cells of cards of a seat's hand.
function Table.cells(self: Table, seat: number, cards: { number })
  local key = `hand {seat}`
  local at, cells = self.zones[key].at, {}
  for index, card in ipairs(cards) do
    local place = table.find(self.holds[key], card)
    assert(place, `seat {seat} does not hold card {card}`)
    cells[index] = { x = at.x + place - 1, y = at.y, z = at.z }
  end
  return cells
end

-- Asks a seat for cards of its hand, and waits: `ask` is as for `Request:select`, but for
--
--   seat      counts from 1
--   cards     which may be selected: all it holds, unless given
--   explain   is called with the cards
--   default, stand_in, suggest   are cards or their classes; `stand_in()` needs no arguments
--
-- Gives the cards, or the number of a button, and the player; or nil and "cancelled".
function Table.select(self: Table, ask: Ask)
  local seat = ask.seat
  local cards = ask.cards or self:hand(seat)
  local function numbers(wanted: any)
    if type(wanted) ~= "table" then
      return wanted -- a button, classes or nothing
    end
    local found = {}
    for index, card in wanted :: { number } do
      found[index] = table.find(cards, card) or 0
    end
    return found
  end
  local function of(numbers_: { number })
    local found = {}
    for index, number in ipairs(numbers_) do
      found[index] = cards[number]
    end
    return found
  end
  local question: any = table.clone(ask)
  question.seat, question.cards = seat - 1, nil
  question.cells = self:cells(seat, cards)
  question.classes = Cards.classes(self.deck, cards)
  question.default = numbers(ask.default)
  if ask.suggest then
    question.suggest = {}
    for index, wanted in ipairs(ask.suggest) do
      question.suggest[index] = numbers(wanted)
    end
  end
  local explain, stand_in = ask.explain, ask.stand_in
  question.explain = explain and function(chosen)
    return explain(of(chosen))
  end
  question.stand_in = stand_in and function()
    return numbers(stand_in())
  end
  local answer, who = Request:select(question)
  if type(answer) == "table" then
    return of(answer), who
  end
  return answer, who
end
