--!strict
-- Xiangqi. A position that stands for the third time is a draw here, whoever checks or chases.

local KING, HORSE, CHARIOT, CANNON, PAWN = 1, 4, 5, 6, 7

local grid = Board:grid(9, 10, "points")
local ADVANCE = { { 0, 1 }, { 1, 0 }, { -1, 0 } }
local STEPS = { grid.straight, grid.diagonal, grid.leaps(2, 2), grid.leaps(1, 2), {}, {}, ADVANCE }
-- How many rows, and columns beside the middle, a kind is kept to; what it is worth, and how much more for
-- each column inwards and each row ahead.
local KINDS = {
  { 3, 1, 0, 3, -20 },
  { 3, 1, 200, 2, -3 },
  { 5, 4, 200, 3, -3 },
  { 10, 4, 400, 8, 6 },
  { 10, 4, 960, 4, 3 },
  { 10, 4, 460, 6, 0 },
  { 10, 4, 50, 5, 12 },
}
local set = Board:pieces({
  { zh = "红", en = "Red", glyph_colour = "#b3261e" },
  { zh = "黑", en = "Black", glyph_colour = "#1f1b16" },
}, {
  zh = { "帅 仕 相 马 车 炮 兵", "将 士 象 马 车 炮 卒" },
  en = "king advisor elephant horse chariot cannon soldier",
  glyph = { "帥 仕 相 傌 俥 炮 兵", "將 士 象 馬 車 砲 卒" },
})

-- As a game begins; the position counts towards repetitions.
local FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
local START = { cells = grid.read(FEN, "KABNRCPkabnrcp"), clock = 0 }
grid.repeats(START, 1, true)

-- For each piece and point the steps from there and those that lead there: the other end, and between the
-- point that must be empty.
type Steps = { { { { number } } } }
local rays, steps: Steps, origins: Steps = grid.rays(grid.straight), {}, {}
for piece, side in ipairs(set.side) do
  local kind = set.kind[piece]
  local rows, columns = table.unpack(KINDS[kind])
  steps[piece], origins[piece] = {}, {}
  for cell = 1, grid.size do
    steps[piece][cell], origins[piece][cell] = {}, {}
  end
  for from = 1, grid.size do
    local x, z = grid.column[from], grid.row[from]
    for _, step in ipairs(STEPS[kind]) do
      local to = grid.at(x + step[1], z + step[2])
      local fits = to and grid.row[to] <= rows and math.abs(grid.column[to] - 5) <= columns
      if to and fits and (kind ~= PAWN or step[2] == 1 or z > 5) then
        -- Horses are barred beside them, elephants half way.
        local between = grid.at(x + math.modf(step[1] / 2), z + math.modf(step[2] / 2)) :: number
        local here, there = from, to
        if side == 2 then -- turned about
          here, there, between = 91 - from, 91 - to, 91 - between
        end
        table.insert(steps[piece][here], if between ~= here then { there, between } else { there })
        table.insert(origins[piece][there], if between ~= here then { here, between } else { here })
      end
    end
  end
end

-- The points to which a piece can go, whoever stands there.
local function reach(cells: { number }, piece: number, from: number): { number }
  local kind, found = set.kind[piece], {}
  if kind == CHARIOT then
    return grid.reach(cells, rays[from])
  end
  local lines: { { number } } = if kind == CANNON then rays[from] else {}
  for _, ray in ipairs(lines) do
    local met = 0 -- the first is jumped over, the second may be taken
    for _, to in ipairs(ray) do
      met += if cells[to] == 0 then 0 else 1
      if met ~= 1 then
        found[#found + 1] = to
      end
      if met == 2 then
        break
      end
    end
  end
  for _, step in ipairs(steps[piece][from]) do
    if not step[2] or cells[step[2]] == 0 then
      found[#found + 1] = step[1]
    end
  end
  return found
end

-- Whether a seat's king is in check or faces the other.
local function in_check(cells: { number }, seat: number)
  local king, foe = table.find(cells, 7 * seat - 6) :: number, 14 - 7 * seat
  for _, cell in ipairs(grid.reach(cells, rays[king])) do
    if cells[cell] == foe + CHARIOT or cells[cell] == foe + KING then
      return true
    end
  end
  for _, cell in ipairs(reach(cells, foe + CANNON, king)) do
    if cells[cell] == foe + CANNON then
      return true
    end
  end
  for piece = foe + HORSE, foe + PAWN, PAWN - HORSE do
    for _, step in ipairs(origins[piece][king]) do
      if cells[step[1]] == piece and (not step[2] or cells[step[2]] == 0) then
        return true
      end
    end
  end
  return false
end

-- Whether what happens on a point may matter to a king: on its lines, and where horses step off.
local function is_near(king: number, cell: number)
  local columns = math.abs(grid.column[king] - grid.column[cell])
  return columns * math.abs(grid.row[king] - grid.row[cell]) <= 1
end

local function legal(state: BoardState, seat: number)
  local cells, moves, king = state.cells, {}, table.find(state.cells, 7 * seat - 6) :: number
  local checked = in_check(cells, seat)
  for _, from in ipairs(set.of(cells, seat)) do
    local piece, matters = cells[from], checked or is_near(king, from)
    for _, to in ipairs(reach(cells, piece, from)) do
      local taken, is_safe = cells[to], true
      if set.side[taken] == seat then
        is_safe = false
      elseif matters or is_near(king, to) then
        cells[from], cells[to] = 0, piece
        is_safe = not in_check(cells, seat)
        cells[from], cells[to] = piece, taken
      end
      moves[#moves + 1] = if is_safe then { from, to } else nil
    end
  end
  return moves
end

Board:define({
  layout = grid.layout,
  pieces = set.list,
  score = grid.score(set, function(kind, column, row)
    local worth, inwards, ahead = table.unpack(KINDS[kind], 3)
    return worth - inwards * math.abs(column - 5) + ahead * (row - 1)
  end),
  setup = START,
  legal = legal,

  apply = function(state, move, seat)
    local cells, taken = state.cells, state.cells[move[2]] ~= 0
    cells[move[2]], cells[move[1]] = cells[move[1]], 0
    state.clock = if taken then 0 else state.clock + 1
    local times = grid.repeats(state, 3 - seat, taken)
    local is_quiet = state.clock >= 120 and #legal(state, 3 - seat) > 0
    state.draw = if times > 2 then "repetition" elseif is_quiet then "quiet" else nil
  end,

  over = function(state)
    return if state.draw then 0 else nil, state.draw
  end,

  stuck = function(state, seat)
    return 3 - seat, if in_check(state.cells, seat) then "checkmate" else "stalemate"
  end,
})
