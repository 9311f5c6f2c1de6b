-- The rules: a small game of tricks with hidden hands.
--
-- The first row of cells is the hand of seat 1, the last row that of seat 2; the row between is the table.
-- What a seat cannot see is a card's back in its view, and `guess` deals the cards it has not seen.

local HAND, CARDS = 4, 9
local BACK = CARDS + 1 -- the piece that stands for any hidden card
local FIRST = { 1, 2 * HAND + 1 } -- the first cell of each seat's hand
local TABLE = HAND -- the cell before the first of the table

local pieces: { BoardPiece } = {}
for card = 1, CARDS do
  local name = { zh = `{card} 点`, en = `Card {card}` }
  pieces[card] = { name = name, glyph = tostring(card), colour = "#f2ede1", shape = "card" }
end
pieces[BACK] = { name = { zh = "暗牌", en = "Hidden card" }, colour = "#1f4e8c", shape = "card" }

local function shuffle(list)
  for index = #list, 2, -1 do
    local other = math.random(index)
    list[index], list[other] = list[other], list[index]
  end
end

Board:define({
  layout = { grid = { columns = HAND, rows = 3 } },
  pieces = pieces,

  setup = function()
    local deck = {}
    for card = 1, CARDS do
      deck[card] = card
    end
    shuffle(deck)
    local cells = table.create(3 * HAND, 0)
    for index = 0, HAND - 1 do
      cells[FIRST[1] + index] = table.remove(deck)
      cells[FIRST[2] + index] = table.remove(deck)
    end
    return { cells = cells, played = {}, tricks = { 0, 0 } }
  end,

  -- A card is played by clicking it.
  legal = function(state, seat)
    local moves = {}
    for cell = FIRST[seat], FIRST[seat] + HAND - 1 do
      if state.cells[cell] ~= 0 then
        moves[#moves + 1] = cell
      end
    end
    return moves
  end,

  apply = function(state, cell, seat)
    local cells = state.cells
    local card, other = cells[cell], cells[TABLE + 3 - seat]
    if #state.played % 2 == 0 then
      cells[TABLE + 1], cells[TABLE + 2] = 0, 0 -- a new trick
      other = 0
    end
    cells[cell], cells[TABLE + seat] = 0, card
    table.insert(state.played, card)
    if other == 0 then
      return 3 - seat
    end
    local winner = card > other and seat or 3 - seat
    state.tricks[winner] += 1
    return winner
  end,

  over = function(state)
    if #state.played < 2 * HAND then
      return nil
    end
    return table.clone(state.tricks), "tricks"
  end,

  -- Everything but the cards in the hands of others; spectators see no hand at all.
  view = function(state, seat)
    local view = { cells = table.clone(state.cells), played = state.played, tricks = state.tricks }
    for other, first in ipairs(FIRST) do
      for cell = first, first + HAND - 1 do
        if other ~= seat and view.cells[cell] ~= 0 then
          view.cells[cell] = BACK
        end
      end
    end
    return view
  end,

  -- Deals the cards that the seat has not seen to where it sees backs.
  guess = function(view)
    local seen = {}
    for _, card in ipairs(view.cells) do
      seen[card] = true
    end
    for _, card in ipairs(view.played) do
      seen[card] = true
    end
    local unseen = {}
    for card = 1, CARDS do
      if not seen[card] then
        unseen[#unseen + 1] = card
      end
    end
    shuffle(unseen)
    for cell, card in ipairs(view.cells) do
      if card == BACK then
        view.cells[cell] = table.remove(unseen)
      end
    end
    return view
  end,

  notation = function(state, cell)
    return tostring(state.cells[cell])
  end,

  -- Beside a seat everybody reads how many tricks it has won and whether it leads, by what spectators know.
  tally = function(view, seat)
    local tricks = view.tricks[seat]
    return { zh = `{tricks} 墩`, en = if tricks == 1 then "1 trick" else `{tricks} tricks` }
  end,

  tags = function(view, seat)
    local leads = #view.played % 2 == 0 and view.turn == seat
    return if leads then { { zh = "领出", en = "Leads" } } else nil
  end,

  -- Its player alone reads this, by what the seat knows.
  secret = function(view, seat)
    local sum = 0
    for cell = FIRST[seat], FIRST[seat] + HAND - 1 do
      sum += view.cells[cell]
    end
    return { zh = `手牌共 {sum} 点`, en = `{sum} in hand` }
  end,
})
