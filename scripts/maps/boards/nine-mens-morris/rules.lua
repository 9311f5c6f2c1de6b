--!strict
-- Nine men's morris: three men in a line are a mill, and whoever closes one takes one of the opponent's
-- men, from a mill only when there are no others. Once all nine are placed men move along the lines; with
-- three left they fly. Who is left with two men, or cannot move, loses; a hundred moves without a mill are
-- a draw. A move that closes a mill ends with the man it takes.

local points = Board:points([[
  a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7,
  a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
]])
local mills = points.lines()

-- Whether a man of a seat stands there, and in no mill.
local function is_loose(cells: { number }, cell: number, seat: number)
  return cells[cell] == seat and not points.filled(cells, mills[cell], seat, cell)
end

Board:define({
  layout = points.layout,
  pieces = {
    { name = { zh = "白子", en = "White man" }, colour = "#f2ede1" },
    { name = { zh = "黑子", en = "Black man" }, colour = "#1f1b16" },
  },
  setup = { phase = "place", placed = 0, quiet = 0 },
  stuck = "loses",

  legal = function(state, seat)
    local cells, moves, places = state.cells, {}, state.phase == "place"
    local men, free = points.holding(cells, seat), points.holding(cells, 0)
    local loose, flies = points.all(is_loose, cells, 3 - seat), places or #men == 3
    local prey = if #loose > 0 then loose else points.holding(cells, 3 - seat)
    for _, from in if places then { 0 } else men do
      cells[from] = 0 -- a man that moves does not count where it stood; 0 is the hand
      for _, to in if flies then free else points.holding(cells, 0, points.near[from]) do
        local closes = points.filled(cells, mills[to], seat, to)
        for _, taken in if closes then prey else { false } do
          moves[#moves + 1] = if places then { to, taken or nil } else { from, to, taken or nil }
        end
      end
      cells[from] = if places then nil else seat
    end
    return moves
  end,

  apply = function(state, move, seat)
    local cells, places = state.cells, state.phase == "place"
    local to, taken = table.unpack(move, if places then 1 else 2)
    cells[move[1]] = 0
    cells[to] = seat
    if taken then
      cells[taken] = 0
    end
    state.quiet = if places or taken then 0 else state.quiet + 1
    state.placed += if places then 1 else 0
    state.phase = if state.placed < 18 then "place" else "move"
  end,

  over = function(state)
    local few = state.phase == "move" and points.count(state.cells, state.turn) < 3
    local result = if state.quiet == 100 then 0 else nil
    return if few then 3 - state.turn else result, if few then "few" else "quiet"
  end,

  tally = function(state, seat) -- the men it has on the board and in its hand
    local men = points.count(state.cells, seat) + 9 - (state.placed + 2 - seat) // 2
    return { zh = `{men} 子`, en = `{men} men` }
  end,

  score = function(state, seat)
    local sum = 0
    for cell, piece in state.cells do
      local worth = 200 + 10 * points.count(state.cells, 0, points.near[cell])
      sum += if piece == 0 then 0 elseif piece == seat then worth else -worth
    end
    return sum
  end,
})
