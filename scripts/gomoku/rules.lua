-- Gomoku: five in a line on fifteen by fifteen points. Free, or by the rules of Renju: Black, who begins,
-- may not make six or more in a line, two fours at once or two threes at once, except with a five.
--
-- A four is a row to which one stone can be added that makes exactly five. A three is a row to which one
-- stone can be added that makes a straight four, one with both ends open, makes no five elsewhere and is
-- itself allowed. So the Renju International Federation defines them.

local SIDE, BLACK = 15, 1

-- For each of four directions, the neighbours of every cell forwards and backwards; 0 is beyond the edge.
local AXES = {}
for axis, step in { 1, SIDE - 1, SIDE, SIDE + 1 } do
  AXES[axis] = { {}, {} }
  for cell = 1, SIDE * SIDE do
    for side, at in { cell + step, cell - step } do
      local is_near = math.abs((at - 1) % SIDE - (cell - 1) % SIDE) < 2
      AXES[axis][side][cell] = if is_near then at else 0
    end
  end
end

-- How many equal stones lie in the row through a cell, and the cells after its two ends.
local function row(cells, cell, axis)
  local count, next, before = 1, axis[1], axis[2]
  local head, tail = next[cell], before[cell]
  while cells[head] == cells[cell] do
    count, head = count + 1, next[head]
  end
  while cells[tail] == cells[cell] do
    count, tail = count + 1, before[tail]
  end
  return count, head, tail
end

local fault

-- At how many ends of Black's row one more stone makes a five, and at how many a straight four.
local function growth(cells, cell, axis)
  local fives, straight_fours, _, head, tail = 0, 0, row(cells, cell, axis)
  for _, at in { head, tail } do
    if cells[at] == 0 then
      cells[at] = BLACK
      local count = row(cells, at, axis)
      if count == 5 then
        fives += 1
      elseif count == 4 and growth(cells, at, axis) == 2 and not fault(cells, at) then
        straight_fours += 1
      end
      cells[at] = 0
    end
  end
  return fives, straight_fours
end

-- Why Black may not have put the stone on a cell, or "five" if it makes one.
function fault(cells, cell)
  local long, fours, threes = false, 0, 0
  for _, axis in AXES do
    local count, fives, straight_fours = row(cells, cell, axis), growth(cells, cell, axis)
    if count == 5 then
      return "five"
    end
    long = long or count > 5
    fours += if count == 4 then math.min(fives, 1) else fives
    threes += math.min(straight_fours, 1)
  end
  return if long then "overline" elseif fours > 1 then "fours" else threes > 1 and "threes"
end

-- Whether a seat may put a stone on a cell, and if not, why.
local function may_play(state, cell, seat)
  local cells = state.cells
  if cells[cell] ~= 0 or seat ~= BLACK or state.rule == "free" then
    return cells[cell] == 0, "taken"
  end
  cells[cell] = BLACK
  local reason = fault(cells, cell)
  cells[cell] = 0
  return not reason or reason == "five", reason
end

Board:define({
  layout = { grid = { columns = SIDE, rows = SIDE, on = "points" } },
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1" },
  },
  options = { rule = { "free", "renju" } },

  setup = function(options)
    return { rule = options.rule }
  end,

  legal = function(state, seat)
    local moves = {}
    for cell = 1, SIDE * SIDE do
      if may_play(state, cell, seat) then
        table.insert(moves, cell)
      end
    end
    return moves
  end,

  random_move = function(state, seat)
    local all = SIDE * SIDE
    for try = 1, 2 * all do -- at random, and if that fails, in order
      local cell = if try <= all then math.random(all) else try - all
      if may_play(state, cell, seat) then
        return cell
      end
    end
    return nil
  end,

  stuck = function()
    return 0, "stuck" -- Black, where only forbidden points are left
  end,

  apply = function(state, cell, seat)
    state.cells[cell] = seat
    for _, axis in AXES do
      state.winner = if row(state.cells, cell, axis) >= 5 then seat else state.winner
    end
  end,

  over = function(state)
    return state.winner or if table.find(state.cells, 0) then nil else 0,
      state.winner and "five" or "full"
  end,

  explain = function(state, cells, seat)
    return select(2, may_play(state, cells[1], seat))
  end,
})
