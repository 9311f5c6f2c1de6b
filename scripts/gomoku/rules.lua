-- Gomoku: five in a line on fifteen by fifteen points.

local SIDE = 15

-- How many stones like the one on `cell` lie beyond it, a step of `dx`, `dz` each.
local function run(cells, cell, dx, dz)
  local piece, count = cells[cell], 0
  local x, z = (cell - 1) % SIDE + dx, (cell - 1) // SIDE + dz
  while x >= 0 and x < SIDE and z >= 0 and z < SIDE and cells[z * SIDE + x + 1] == piece do
    count += 1
    x += dx
    z += dz
  end
  return count
end

Board:define({
  layout = { grid = { columns = SIDE, rows = SIDE, on = "points" } },
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1" },
  },

  setup = function()
    return { empty = SIDE * SIDE }
  end,

  legal = function(state)
    local moves = {}
    for cell, piece in ipairs(state.cells) do
      if piece == 0 then
        moves[#moves + 1] = cell
      end
    end
    return moves
  end,

  random_move = function(state)
    local cell
    repeat
      cell = math.random(SIDE * SIDE)
    until state.cells[cell] == 0
    return cell
  end,

  apply = function(state, cell, seat)
    local cells = state.cells
    cells[cell] = seat
    state.empty -= 1
    local five = run(cells, cell, 1, 0) + run(cells, cell, -1, 0) >= 4
      or run(cells, cell, 0, 1) + run(cells, cell, 0, -1) >= 4
      or run(cells, cell, 1, 1) + run(cells, cell, -1, -1) >= 4
      or run(cells, cell, 1, -1) + run(cells, cell, -1, 1) >= 4
    state.winner = if five then seat else nil
  end,

  over = function(state)
    if state.winner then
      return state.winner, "five"
    end
    return if state.empty == 0 then 0 else nil, "full"
  end,
})
