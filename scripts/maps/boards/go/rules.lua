-- Go on nine by nine points: area scoring, no suicide, and no position of the board a second time.

local KOMI = 7.5

local grid = Board:grid(9, 9, "points")
local near = grid.near

-- The points of one colour that hang together with `cell`, and the colours beside them.
local function region(cells, cell)
  local colour, found, seen, beside, index = cells[cell], { cell }, { [cell] = true }, {}, 1
  while found[index] do
    for _, other in near[found[index]] do
      beside[cells[other]] = true
      if cells[other] == colour and not seen[other] then
        found[#found + 1] = other
        seen[other] = true
      end
    end
    index += 1
  end
  return found, beside
end

-- Takes a stone's group off the board if it has no liberty; whether it had none.
local function capture(cells, cell)
  for _, other in near[cell] do
    if cells[other] == 0 then
      return false
    end
  end
  local group, beside = region(cells, cell)
  for _, stone in if beside[0] then {} else group do
    cells[stone] = 0
  end
  return not beside[0]
end

-- Puts a stone and takes what it captures; whether the stone is captured itself.
local function put(cells, cell, seat)
  cells[cell] = seat
  for _, other in near[cell] do
    if cells[other] == 3 - seat then
      capture(cells, other)
    end
  end
  return capture(cells, cell)
end

-- The board as a word.
local function key(cells)
  return string.char(table.unpack(cells))
end

-- Why a stone may not be put, or nil.
local function objection(state, cell, seat)
  if state.cells[cell] ~= 0 then
    return "explain_taken"
  end
  local after = table.clone(state.cells)
  if put(after, cell, seat) then
    return "explain_suicide"
  end
  return if state.seen[key(after)] then "explain_again" else nil
end

-- Whether a seat may put a stone on a point.
local function may_play(state, cell, seat)
  return not objection(state, cell, seat)
end

-- Whether a point is an eye of a seat's that no good player fills.
local function is_eye(cells, cell, seat)
  local corners = grid.corners[cell]
  local lost = if #corners < 4 then 1 else 0
  return grid.count(cells, seat, near[cell]) == #near[cell]
    and lost + grid.count(cells, 3 - seat, corners) < 2
end

-- Whether a seat may put a stone on a point that is no such eye.
local function is_sensible(state, cell, seat)
  local cells = state.cells
  return cells[cell] == 0 and not is_eye(cells, cell, seat) and may_play(state, cell, seat)
end

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16", shape = "stone" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1", shape = "stone" },
  },

  setup = function()
    local cells = table.create(grid.size, 0)
    return { cells = cells, seen = { [key(cells)] = true }, passes = 0 }
  end,

  legal = function(state, seat)
    local moves = grid.all(may_play, state, seat)
    table.insert(moves, 1, "pass")
    return moves
  end,

  random_move = function(state, seat)
    return grid.some(is_sensible, state, seat) or "pass"
  end,

  apply = function(state, move, seat)
    state.passes = if move == "pass" then state.passes + 1 else 0
    if move ~= "pass" then
      put(state.cells, move, seat)
      state.seen[key(state.cells)] = true
    end
  end,

  over = function(state)
    if state.passes < 2 then
      return nil
    end
    local cells, area, counted = state.cells, { 0, KOMI }, {}
    for cell, stone in cells do
      if stone ~= 0 then
        area[stone] += 1
      elseif not counted[cell] then
        local points, beside = region(cells, cell)
        for _, point in points do
          counted[point] = true
        end
        for seat = 1, 2 do
          area[seat] += if beside[seat] and not beside[3 - seat] then #points else 0
        end
      end
    end
    return area, "area"
  end,

  explain = function(state, cells, seat)
    return objection(state, cells[1], seat)
  end,
})
