-- Dou Shou Qi, the jungle game: whose animal enters the other's den wins, and who cannot move loses.
--
-- Customs differ. Here the elephant does not take the rat; a rat takes nothing while it enters or leaves
-- the river; tigers and lions leap over the river both along and across unless a rat swims in between; and
-- a hundred moves without a capture are a draw.

local COLUMNS, CELLS = 7, 63
local RAT, TIGER, LION = 1, 6, 7
local WORTH = { 500, 200, 300, 400, 500, 900, 1000, 800 } -- of each rank
local START = { 21, 9, 13, 17, 19, 1, 7, 15 } -- of each rank; the other side's lies opposite
local DENS = { 4, 60 }
local TRAPS = { [3] = 1, [5] = 1, [11] = 1, [53] = 2, [59] = 2, [61] = 2 } -- and whose they are

local pieces, blocks = {}, {}
for _, side in { { "红", "Red", "#b3261e" }, { "蓝", "Blue", "#1f4e8c" } } do
  for zh, en in
    ("鼠rat猫cat狗dog狼wolf豹leopard虎tiger狮lion象elephant"):gmatch("(%A+)(%a+)")
  do
    local name = { zh = side[1] .. zh, en = side[2] .. " " .. en }
    table.insert(pieces, { name = name, glyph = zh, glyph_colour = side[3] })
  end
end
for cell = 1, CELLS do
  local x, z = (cell - 1) % COLUMNS, (cell - 1) // COLUMNS
  blocks[cell] = { name = string.char(97 + x) .. z + 1, x = x, y = 1, z = z }
end

local function is_water(cell)
  return cell > 21 and cell < 43 and (cell - 1) % COLUMNS % 3 > 0
end

-- Whose a piece is, 0 for none, and its rank.
local function side_of(piece)
  return (piece + 7) // 8, (piece - 1) % 8 + 1
end

-- Where a piece comes down that sets off in a direction; nil beyond the edge or if it cannot go that way.
local function landing(cells, from, step)
  local _, rank = side_of(cells[from])
  local to = from
  repeat
    local last = to
    to += step
    if cells[to] == nil or math.abs((to - 1) % COLUMNS - (last - 1) % COLUMNS) > 1 then
      return nil
    end
    local swims = is_water(to) and rank ~= RAT
    if swims and (cells[to] ~= 0 or rank ~= TIGER and rank ~= LION) then
      return nil
    end
  until not swims
  return to
end

-- Whether a piece may stand where it comes down.
local function may_stand(cells, from, to)
  local seat, rank = side_of(cells[from])
  local other, victim = side_of(cells[to])
  if other == 0 or other == seat then
    return other == 0 and to ~= DENS[seat]
  end
  -- Rats take elephants, seven ranks above, and not the other way about.
  local takes = rank - victim == -7 or rank >= victim and rank - victim ~= 7 or TRAPS[to] == seat
  return takes and is_water(from) == is_water(to)
end

Board:define({
  layout = { blocks = blocks },
  pieces = pieces,

  setup = function()
    local cells = table.create(CELLS, 0)
    for rank, cell in START do
      cells[cell], cells[CELLS + 1 - cell] = rank, rank + 8
    end
    return { cells = cells, quiet = 0 }
  end,

  legal = function(state, seat)
    local moves = {}
    for from, piece in state.cells do
      for _, step in if side_of(piece) == seat then { 1, -1, COLUMNS, -COLUMNS } else {} do
        local to = landing(state.cells, from, step)
        if to and may_stand(state.cells, from, to) then
          table.insert(moves, { from, to })
        end
      end
    end
    return moves
  end,

  apply = function(state, move)
    local cells, from, to = state.cells, move[1], move[2]
    state.quiet = if cells[to] == 0 then state.quiet + 1 else 0
    cells[from], cells[to] = 0, cells[from]
  end,

  over = function(state)
    for seat, den in DENS do
      if state.cells[den] ~= 0 then
        return 3 - seat, "den"
      end
    end
    return if state.quiet == 100 then 0 else nil, "quiet"
  end,

  stuck = function(_, seat)
    return 3 - seat, "stuck"
  end,

  score = function(state, seat)
    local sum = 0
    for cell, piece in state.cells do
      local side, rank = side_of(piece)
      if side ~= 0 then
        local rows = math.abs((cell - 1) // COLUMNS - (DENS[3 - side] - 1) // COLUMNS)
        sum += (WORTH[rank] - 15 * rows) * (if side == seat then 1 else -1)
      end
    end
    return sum
  end,
})
