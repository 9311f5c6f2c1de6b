--!strict
-- Goofspiel: prizes from one to thirteen come up one by one, and both bid a card for each, unseen.

-- What lies before each row of a card a rank: the hands, what they won, and what is bid for; and where the
-- bids lie that were made last.
local HAND, WON, POT, BIDS = { 0, 52 }, { 13, 39 }, 26, { 66, 67 }
local CARD = "#f8f1e2"
local RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K"

local grid = Board:grid(13, 6)
local cards = Board:pieces({
  { zh = "黑桃", en = "♠", glyph = "♠", colour = CARD, shape = "card" },
  {
    zh = "红桃",
    en = "♥",
    glyph = "♥",
    colour = CARD,
    glyph_colour = "#b3261e",
    shape = "card",
  },
  {
    zh = "方块",
    en = "♦",
    glyph = "♦",
    colour = CARD,
    glyph_colour = "#b3261e",
    shape = "card",
  },
}, { zh = RANKS, en = RANKS, glyph = RANKS })

Board:define({
  layout = grid.layout,
  pieces = cards.list,
  zones = {
    { kind = "hand", seat = 1, from = HAND[1] + 1, count = 13 },
    { kind = "hand", seat = 2, from = HAND[2] + 1, count = 13 },
    { kind = "row", seat = 1, from = WON[1] + 1, count = 13 },
    { kind = "row", seat = 2, from = WON[2] + 1, count = 13 },
    { kind = "played", seat = 1, from = BIDS[1], count = 1 },
    { kind = "played", seat = 2, from = BIDS[2], count = 1 },
    { kind = "common", from = POT + 1, count = 13 },
  },
  setup = {
    cells = grid.read("13/nopqrstuvwxyz/13/13/13/abcdefghijklm", "abcdefghijklmnopqrstuvwxyz"),
    prizes = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 },
    won = { 0, 0 },
    turn = { 1, 2 },
  },

  legal = function(state, seat)
    local held = {}
    for cell = HAND[seat] + 1, HAND[seat] + 13 do
      if state.cells[cell] > 0 then
        held[#held + 1] = cell
      end
    end
    return held
  end,

  chance = function(state)
    return if state.is_up then nil else state.prizes
  end,

  apply = function(state, move, seat)
    local cells, bid = state.cells, state.bid
    if seat == 0 then
      cells[POT + move], state.is_up = 26 + move, true
      table.remove(state.prizes, table.find(state.prizes, move))
    elseif seat == 1 then
      state.bid = move
    else
      local other = move - HAND[2]
      local winner = if bid > other then 1 else 2
      for rank = 1, if bid == other then 0 else 13 do -- what a tie leaves is won with the next
        if cells[POT + rank] > 0 then
          cells[WON[winner] + rank], cells[POT + rank] = cells[POT + rank], 0
          state.won[winner] += rank
        end
      end
      cells[BIDS[1]], cells[BIDS[2]] = cells[bid], cells[move]
      cells[bid], cells[move], state.bid, state.is_up = 0, 0, nil, nil
      return { 1, 2 }
    end
  end,

  over = function(state)
    return if state.is_up or #state.prizes > 0 then nil else state.won, "points"
  end,

  tally = function(state, seat)
    local points = state.won[seat]
    return { zh = `{points} 分`, en = if points == 1 then "1 point" else `{points} points` }
  end,

  -- Only the first bid is ever secret: with the second they are both shown.
  view = function(state, seat)
    local view = table.clone(state)
    view.bid = if seat == 1 then state.bid else nil
    return view
  end,

  guess = function(view)
    while view.turn[1] == 2 and not view.bid do
      local bid = math.random(13)
      view.bid = if view.cells[bid] > 0 then bid else nil
    end
    return view
  end,
})
