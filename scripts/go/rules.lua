-- Go on nine by nine points: area scoring, no suicide, and no position of the board a second time.

local SIDE = 9
local KOMI = 7.5

local near, corners = {}, {} -- point -> its neighbours; the points diagonal to it
for cell = 1, SIDE * SIDE do
  near[cell], corners[cell] = {}, {}
  local x, z = (cell - 1) % SIDE, (cell - 1) // SIDE
  for dx = -1, 1 do
    for dz = -1, 1 do
      if x + dx >= 0 and x + dx < SIDE and z + dz >= 0 and z + dz < SIDE then
        local list = ({ [1] = near, [2] = corners })[dx * dx + dz * dz] or {}
        table.insert(list[cell] or {}, cell + dx + SIDE * dz)
      end
    end
  end
end

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

-- Whether a point is an eye of a seat's that no good player fills.
local function is_eye(cells, cell, seat)
  local lost = if #corners[cell] < 4 then 1 else 0
  for _, other in near[cell] do
    if cells[other] ~= seat then
      return false
    end
  end
  for _, other in corners[cell] do
    lost += if cells[other] == 3 - seat then 1 else 0
  end
  return lost < 2
end

Board:define({
  layout = { grid = { columns = SIDE, rows = SIDE, on = "points" } },
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1" },
  },

  setup = function()
    local cells = table.create(SIDE * SIDE, 0)
    return { cells = cells, seen = { [key(cells)] = true }, passes = 0 }
  end,

  legal = function(state, seat)
    local moves = { "pass" }
    for cell in state.cells do
      if not objection(state, cell, seat) then
        moves[#moves + 1] = cell
      end
    end
    return moves
  end,

  -- Points in an order that looks random, until one will do.
  random_move = function(state, seat)
    local cells, cell, stride = state.cells, math.random(#state.cells), 3 * math.random(26) + 1
    for _ = 1, #cells do
      cell = (cell + stride) % #cells + 1
      if
        cells[cell] == 0
        and not is_eye(cells, cell, seat)
        and not objection(state, cell, seat)
      then
        return cell
      end
    end
    return "pass"
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
