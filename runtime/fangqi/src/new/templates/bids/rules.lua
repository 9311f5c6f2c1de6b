-- The rules: a small game in which both players choose at the same time.
--
-- Row 1 of the cells is the hand of seat 1, row 5 that of seat 2, and all see both. Row 3 has the prizes, which go
-- to rows 2 and 4 as they are won. Bids are the only secret, and only while the other player still chooses.

local COUNT = 7 -- cards of a hand, and prizes
local HAND, WON, PRIZES = { 0, 4 * COUNT }, { COUNT, 3 * COUNT }, 2 * COUNT -- the cells before rows

-- Pieces 1 to 7 are the cards of both, 8 to 14 the prizes.
local pieces: { BoardPiece } = {}
for number = 1, COUNT do
  local text = tostring(number)
  pieces[number] = {
    name = { zh = `{number} 点`, en = `Card {number}` },
    glyph = text,
    colour = "#f2ede1",
    shape = "card",
  }
  pieces[COUNT + number] = {
    name = { zh = `{number} 分的奖品`, en = `Prize of {number}` },
    glyph = text,
    colour = "#d9a441",
  }
end

local function legal(state: BoardState, seat: number)
  local moves = {}
  for cell = HAND[seat] + 1, HAND[seat] + COUNT do
    if state.cells[cell] > 0 then
      moves[#moves + 1] = cell
    end
  end
  return moves
end

-- Both have bid: the higher card takes the prize, and equal ones lose it.
local function settle(state: BoardState)
  local cells, bids = state.cells, state.bids
  local prize = PRIZES + state.round
  local first, second = cells[bids[1]], cells[bids[2]]
  if first ~= second then
    local winner = if first > second then 1 else 2
    state.points[winner] += cells[prize] - COUNT
    cells[WON[winner] + state.round] = cells[prize]
  end
  cells[bids[1]], cells[bids[2]], cells[prize] = 0, 0, 0
  state.bids, state.round = {}, state.round + 1
end

Board:define({
  layout = { grid = { columns = COUNT, rows = 5 } },
  pieces = pieces,

  -- `turn` is a list: these seats choose at the same time. The host asks all of them, waits for the last, and then
  -- applies their moves in the order of seats.
  setup = function()
    local cells = table.create(5 * COUNT, 0)
    for place = 1, COUNT do
      cells[HAND[1] + place], cells[HAND[2] + place] = place, place
      cells[PRIZES + place] = COUNT + place
    end
    for place = COUNT, 2, -1 do
      local one, other = PRIZES + place, PRIZES + math.random(place)
      cells[one], cells[other] = cells[other], cells[one]
    end
    return { cells = cells, bids = {}, round = 1, points = { 0, 0 }, turn = { 1, 2 } }
  end,

  -- Called for each seat that is to choose. It may look at nothing that this seat does not know, so not at the
  -- bid of the other.
  legal = legal,

  -- Called for one seat after the other, so the first only notes its bid, and returns nothing. What happens follows
  -- with the last, which also says who is next: both again.
  apply = function(state, cell, seat)
    state.bids[seat] = cell
    if seat == 1 then
      return nil
    end
    settle(state)
    return { 1, 2 }
  end,

  over = function(state)
    return if state.round > COUNT then table.clone(state.points) else nil, "points"
  end,

  -- A seat knows its own bid and not the other's; spectators, for whom `seat` is nil, know neither. Without `view`
  -- a computer would be shown the bid it is to answer.
  view = function(state, seat)
    local view = table.clone(state)
    view.bids = {}
    if seat then
      view.bids[seat] = state.bids[seat]
    end
    return view
  end,

  -- Fills in what the view left out. `view.turn` begins with the seat that thinks: those before it have bid already,
  -- with any of their cards for all that it knows. A better guess, of what a good player would bid, makes a stronger
  -- computer.
  guess = function(view, seat)
    for other = 1, view.turn[1] - 1 do
      if other ~= seat then
        local moves = legal(view, other)
        view.bids[other] = moves[math.random(#moves)]
      end
    end
    return view
  end,

  -- Moves are written once all have chosen, for everybody to read: the card, and not its cell.
  notation = function(state, cell)
    return tostring(state.cells[cell])
  end,

  tally = function(view, seat)
    local points = view.points[seat]
    return { zh = `{points} 分`, en = if points == 1 then "1 point" else `{points} points` }
  end,

  explain = function(_, cells, seat)
    local cell = cells[1]
    local is_own = cell > HAND[seat] and cell <= HAND[seat] + COUNT
    return if is_own then nil else "bid_own_card"
  end,
})
