--!strict
-- What of the deal lies on the table and is written beside the seats.

local deal, seating = Deal, Course.seating

type Note = { [any]: any } -- as `Hud:setNote` takes it

local tabletop = {}
Tabletop = tabletop

local SEATS = 3
-- Ranks as the card counter lists them, from the highest.
local RANKS = { "R", "B", "2", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3" }
local COUNTER_LINE = 8

local tab = Cards.table({ deck = deal.deck, seats = SEATS, common = { bottom = 3 } })
tabletop.cards = tab

local totals = { 0, 0, 0 }
local said: { [number]: any } = {} -- seat -> the key of what it last said, shown beside it
local notes: { [number]: string | false } = {} -- uin -> the note that it wants: "counter", "proof" or false

local function role(seat: number): string?
  local landlord = deal.landlord()
  if landlord == nil then
    return nil
  end
  return if seat == landlord then "role_landlord" else "role_farmer"
end

-- A text of some texts, with dots between them.
local function joined(parts: { any })
  local zh, en = {}, {}
  for index, part in ipairs(parts) do
    zh[index], en[index] = part.zh, part.en
  end
  return { zh = table.concat(zh, " · "), en = table.concat(en, " · ") }
end

-- Writes role, points and the last word beside every seat, and stake and multiplier over the table.
function tabletop.write()
  local badges = {}
  for seat = 1, SEATS do
    local parts: { any } = {}
    local known = role(seat)
    if known then
      parts[1] = T(known)
    end
    if deal.doubling(seat) > 1 then
      parts[#parts + 1] = T("badge_double", { factor = tostring(deal.doubling(seat)) })
    end
    parts[#parts + 1] = T("badge_points", { points = tostring(totals[seat]) })
    if said[seat] then
      parts[#parts + 1] = said[seat]
    end
    badges[seat] = joined(parts)
  end
  Hud:setBadges(badges)
  if deal.landlord() then
    local numbers =
      { stake = tostring(deal.stake()), multiplier = tostring(deal.multiplier() // deal.stake()) }
    Hud:setTitle(T("title_stake", numbers))
  elseif deal.multiplier() > 0 then
    Hud:setTitle(T("title_bid", { stake = tostring(deal.multiplier()) }))
  else
    Hud:setTitle(T("title_auction"))
  end
end

local function counter(seat: number): Note
  local counts: { [string]: number } = {}
  for class in string.gmatch(deal.unseen(seat), ".") do
    counts[class] = (counts[class] or 0) + 1
  end
  local lines, line = {}, {}
  for _, rank in ipairs(RANKS) do
    local name = T("rank_" .. rank)
    local count = tostring(counts[rank] or 0)
    line[#line + 1] = { zh = `{name.zh}×{count}`, en = `{name.en}×{count}` }
    if #line == COUNTER_LINE then
      lines[#lines + 1] = joined(line)
      line = {}
    end
  end
  lines[#lines + 1] = joined(line)
  return { title = T("counter_title"), lines = lines }
end

-- How this deal can be checked. The key is told when no card is hidden any more.
local function proof(): Note
  local numbers = { commitment = deal.commitment(), key = deal.key() }
  local over = deal.phase() == "over"
  local lines = { T("proof_commitment", numbers), T("proof_later") }
  if over then
    lines = { lines[1], T("proof_key", numbers), T("proof_check", numbers) }
  end
  return { title = T("proof_title"), lines = lines }
end

-- Shows each player the note that it wants: the card counter 记牌器, by what its own seat has seen, or how
-- the deal can be checked.
function tabletop.explain()
  for uin, wanted in pairs(notes) do
    local seat = seating.of(uin)
    if wanted == "proof" and deal.commitment() then
      Hud:setNote(proof(), uin)
    elseif wanted == "counter" and seat and deal.landlord() and deal.phase() ~= "over" then
      Hud:setNote(counter(seat), uin)
    else
      Hud:setNote(nil, uin)
    end
  end
end

-- A player asks for a note, or has it taken away.
function tabletop.toggle(uin: number, name: string)
  notes[uin] = if notes[uin] ~= name then name else false
  tabletop.explain()
end

-- Deals: everybody's cards, and three face down.
function tabletop.begin()
  tab:clear()
  said = {}
  for seat = 1, SEATS do
    tab:set_hand(seat, deal.dealt(seat))
  end
  tab:set_row("bottom", deal.bottom(), nil, true)
  tabletop.write()
  tabletop.explain()
end

-- The landlord is known: the three cards are shown and go to him.
function tabletop.crown()
  tab:set_row("bottom", deal.bottom())
  tab:give(deal.landlord(), deal.bottom())
  said = {}
  tabletop.write()
  tabletop.explain()
end

-- Shows what a seat has said, as a text; nil for nothing.
function tabletop.say(seat: number, word: any)
  said[seat] = word
  tabletop.write()
end

-- A seat plays cards, or passes; whoever is next has its last play taken away.
function tabletop.play(seat: number, cards: { number })
  if #cards > 0 then
    said[seat] = nil
    tab:play(seat, cards)
  else
    said[seat] = T("said_pass")
    tab:clear_played(seat)
  end
  local after = deal.turn()
  if after then
    tab:clear_played(after)
    said[after] = nil
  end
  tabletop.write()
  tabletop.explain()
end

-- The deal is over: everybody's cards are shown, and the points counted.
function tabletop.finish(points: { number })
  for seat = 1, SEATS do
    tab:reveal(seat)
    totals[seat] += points[seat]
  end
  said = {}
  tabletop.write()
  tabletop.explain()
end

-- Points count from nothing again.
function tabletop.forget()
  totals = { 0, 0, 0 }
end

-- What each seat has won so far.
function tabletop.totals()
  return totals
end

Checkpoint:offer(function()
  return { totals = totals, said = said, notes = notes }
end, function(stored)
  totals, said, notes = stored.totals, stored.said, stored.notes
end)
