--!strict
-- What lies on the table: hands, equipment, delayed tricks, what was used last, the piles, and cards that
-- are looked at.

local round, plates, seating = Round, Plates, Course.seating

local tabletop = {}
Tabletop = tabletop

local SEATS = 10
local HAND = 40
local PLAYED = 10
local OPEN = 20
-- Settlements that are named, the innermost.
local STACK = 4

local tab = Cards.table({
  deck = round.deck,
  seats = SEATS,
  hand = HAND,
  played = PLAYED,
  rows = { equip = 4, judging = 4 },
  common = { open = OPEN },
  piles = { "draw", "discard" },
})
tabletop.cards = tab

local last_turn: number? = nil

local function first(cards: { number }, count: number)
  return table.move(cards, 1, math.min(#cards, count), 1, {})
end

local function same(a: { number }, b: { number })
  if #a ~= #b then
    return false
  end
  for index, card in ipairs(a) do
    if b[index] ~= card then
      return false
    end
  end
  return true
end

local function set_row(name: string, cards: { number }, seat: number)
  if not same(tab:row(name, seat), cards) then
    tab:set_row(name, cards, seat)
  end
end

local function judging(player: any)
  local cards: { number }, list: { any } = {}, player.judging
  for index, delayed in list do
    cards[index] = delayed.card + 1
  end
  return first(cards, 4)
end

-- Shows cards that are looked at in the middle: to everybody, or to the seat that is asked.
local function show_open()
  local hint = round.hint()
  local shown = hint and hint.shown
  local cards = if shown then first(round.cards_of(shown.cards), OPEN) else {}
  tab:set_row("open", cards, nil, shown and not shown.all or false, hint and hint.seat + 1)
end

-- What is being resolved, over the table.
local function show_stack()
  local zh, en = {}, {}
  for _, part in ipairs(round.stack()) do
    if part.zh ~= zh[#zh] then
      zh[#zh + 1], en[#en + 1] = part.zh, part.en
    end
  end
  local from = math.max(1, #zh - STACK + 1)
  local text = { zh = table.concat(zh, " › ", from), en = table.concat(en, " › ", from) }
  Hud:setTitle(if #zh > 0 then T("resolving", { what = text }) else nil)
end

-- Shows everything as it is.
function tabletop.show()
  local view = round.view()
  local over = round.is_over()
  for seat, hand in ipairs(round.hands()) do
    local player = view.players[seat]
    local sorted = tab:sorted(hand)
    tab:set_hand(seat, first(sorted, HAND))
    set_row("equip", round.cards_of(player.equips), seat)
    set_row("judging", judging(player), seat)
    if over then
      tab:reveal(seat)
    end
  end
  local discard = view.discard
  tab:set_pile("draw", view.draw)
  local top = discard[#discard]
  tab:set_pile("discard", #discard, top and top + 1)
  show_open()
  show_stack()
  plates.show(view)
end

-- Points from the user of a card to its targets: from the one's cards to the others'.
local function point(news: { any })
  local arrows = {}
  for _, line in ipairs(news) do
    if line.key == "#UseCardOn" and line.viewer == nil then
      local from = tab.zones[`hand {line.from + 1}`].at
      for _, seat in line.to :: { number } do
        if seat ~= line.from then
          local to = tab.zones[`hand {seat + 1}`].at
          arrows[#arrows + 1] = { from = from, to = to, kind = "threat" }
        end
      end
    end
  end
  Marks:arrows(arrows)
end

-- Shows what was told: the log, and cards before those who used them.
function tabletop.tell(news: { any })
  point(news)
  local turn = round.turns()
  if turn ~= last_turn then
    last_turn = turn
    tab:clear_played()
  end
  for _, line in ipairs(news) do
    if line.viewer == nil then
      Hud:addMove(line.from or round.turn() - 1, line.text)
      if line.from and #line.cards > 0 then
        tab:set_row("played", first(round.cards_of(line.cards), PLAYED), line.from + 1)
      end
    elseif seating.is_person(line.viewer + 1) then
      local _, uin = seating.holder(line.viewer + 1)
      Hud:toast(line.text, "info", uin)
    end
    if line.key == "#Killed" or line.key == "#Died" then
      Hud:toast(line.text, "alert")
    end
  end
end

-- Clears the table for another game.
function tabletop.clear()
  last_turn = nil
  Marks:arrows({})
  tab:clear()
end

-- The cells of cards that can be seen, or of their backs: card -> cell.
function tabletop.cells()
  local cells = {}
  local function add(key: string)
    local at = tab.zones[key].at
    for place, card in ipairs(tab.holds[key]) do
      cells[card] = { x = at.x + place - 1, y = at.y, z = at.z }
    end
  end
  for seat = 1, seating.players() do
    add(`hand {seat}`)
    add(`equip {seat}`)
    add(`judging {seat}`)
  end
  add("open")
  return cells
end

Checkpoint:offer(function()
  return { last_turn = last_turn }
end, function(stored)
  last_turn = stored.last_turn
end)
