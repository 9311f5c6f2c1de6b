-- Nine men's morris: three men in a line are a mill, and whoever closes one takes one of the opponent's
-- men, from a mill only when there are no others. Once all nine are placed men move along the lines; with
-- three left they fly. Who is left with two men, or cannot move, loses; a hundred moves without a mill are
-- a draw. A move that closes a mill ends with the man it takes.

local MILLS = "a1d1g1 b2d2f2 c3d3e3 a4b4c4 e4f4g4 c5d5e5 b6d6f6 a7d7g7 "
  .. "a1a4a7 b2b4b6 c3c4c5 d1d2d3 d5d6d7 e3e4e5 f2f4f6 g1g4g7"

-- All points and their numbers; for each the mills it lies in and its neighbours.
local points, everywhere, numbers, mills, neighbours, lines = {}, {}, {}, {}, {}, {}
for name in MILLS:gmatch("%l%d") do
  if not numbers[name] then
    table.insert(points, { name, name:byte(1) - 97, name:byte(2) - 49 })
    everywhere[#points], numbers[name], mills[#points], neighbours[#points] =
      #points, #points, {}, {}
  end
end
for first, second, third in MILLS:gmatch("(%l%d)(%l%d)(%l%d)") do
  local mill = { numbers[first], numbers[second], numbers[third] }
  for index, cell in mill do
    table.insert(mills[cell], mill)
    table.insert(neighbours[cell], if index == 2 then mill[1] else mill[2])
  end
  table.insert(neighbours[mill[2]], mill[3])
  table.insert(lines, { mill[1], mill[2] })
  table.insert(lines, { mill[2], mill[3] })
end

-- Whether a man of a seat stands in a mill on a cell, or would.
local function in_mill(cells, cell, seat)
  for _, mill in mills[cell] do
    local men = 0
    for _, other in mill do
      men += if cells[other] == seat or other == cell then 1 else 0
    end
    if men == 3 then
      return true
    end
  end
  return false
end

-- The men of a seat; those in no mill only, if there are any and only those are asked for.
local function men_of(cells, seat, loose)
  local men = {}
  for cell, piece in cells do
    if piece == seat and not (loose and in_mill(cells, cell, seat)) then
      table.insert(men, cell)
    end
  end
  return if loose and #men == 0 then men_of(cells, seat) else men
end

-- Adds the moves from a cell, 0 for the hand, to the free ones of some cells.
local function add_moves(moves, cells, seat, from, goals)
  for _, to in goals do
    if cells[to] == 0 and to ~= from then
      local way = if from > 0 then { from, to } else { to }
      for _, taken in if in_mill(cells, to, seat) then men_of(cells, 3 - seat, true) else { 0 } do
        local move = table.clone(way)
        move[#way + 1] = if taken > 0 then taken else nil
        table.insert(moves, move)
      end
    end
  end
end

Board:define({
  layout = { points = points, lines = lines },
  pieces = {
    { name = { zh = "白子", en = "White man" }, colour = "#f2ede1" },
    { name = { zh = "黑子", en = "Black man" }, colour = "#1f1b16" },
  },

  setup = function()
    return { phase = "place", placed = 0, quiet = 0 }
  end,

  legal = function(state, seat)
    local cells, moves = state.cells, {}
    if state.phase == "place" then
      add_moves(moves, cells, seat, 0, everywhere)
      return moves
    end
    local men = men_of(cells, seat)
    for _, from in men do
      cells[from] = 0
      add_moves(moves, cells, seat, from, if #men == 3 then everywhere else neighbours[from])
      cells[from] = seat
    end
    return moves
  end,

  apply = function(state, move, seat)
    local cells, to, taken = state.cells, move[1], move[2]
    if state.phase == "place" then
      state.placed += 1
      state.phase = if state.placed < 18 then "place" else "move"
    else
      cells[move[1]] = 0
      to, taken = move[2], move[3]
      state.quiet += 1
    end
    cells[to] = seat
    if taken then
      cells[taken] = 0
      state.quiet = 0
    end
  end,

  over = function(state)
    if state.phase == "move" and #men_of(state.cells, state.turn) < 3 then
      return 3 - state.turn, "few"
    end
    return if state.quiet == 100 then 0 else nil, "quiet"
  end,

  stuck = function(_, seat)
    return 3 - seat, "stuck"
  end,

  score = function(state, seat)
    local sum = 0
    for cell, piece in state.cells do
      local sign = if piece == 0 then 0 elseif piece == seat then 1 else -1
      sum += 200 * sign
      for _, beside in neighbours[cell] do
        sum += if state.cells[beside] == 0 then 10 * sign else 0
      end
    end
    return sum
  end,
})
