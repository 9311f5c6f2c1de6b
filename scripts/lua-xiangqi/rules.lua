-- Xiangqi. A position that stands for the third time is a draw here, whoever checks or chases.

local KING, HORSE, CHARIOT, CANNON, PAWN = 1, 4, 5, 6, 7
-- Names and glyphs of Red's and of Black's, the rows and the columns beside the middle to which a
-- kind is kept; what it is worth, and how much more for each column inwards and each row ahead.
local KINDS = {
  { "帅", "将", "帥", "將", "king", 2, 1, 0, 3, -20 },
  { "仕", "士", "仕", "士", "advisor", 2, 1, 200, 2, -3 },
  { "相", "象", "相", "象", "elephant", 4, 4, 200, 3, -3 },
  { "马", "马", "傌", "馬", "horse", 9, 4, 400, 8, 6 },
  { "车", "车", "俥", "車", "chariot", 9, 4, 960, 4, 3 },
  { "炮", "炮", "炮", "砲", "cannon", 9, 4, 460, 6, 0 },
  { "兵", "卒", "兵", "卒", "soldier", 9, 4, 50, 5, 12 },
}
local SIDES = { { "红", "Red", "#b3261e" }, { "黑", "Black", "#1f1b16" } }
-- From point to point, and what must be empty on the way.
local STRAIGHT, DIAGONAL = { { 1 }, { -1 }, { 9 }, { -9 } }, { { 8 }, { 10 }, { -8 }, { -10 } }
local DOUBLE = { { 16, 8 }, { 20, 10 }, { -16, -8 }, { -20, -10 } }
local JUMPS =
  { { 7, -1 }, { 11, 1 }, { -7, 1 }, { -11, -1 }, { 17, 9 }, { 19, 9 }, { -17, -9 }, { -19, -9 } }
local STEPS = { STRAIGHT, DIAGONAL, DOUBLE, JUMPS, STRAIGHT, STRAIGHT, STRAIGHT }
-- Where Red begins; Black's side is turned about.
local HOME = { 5, 4, 3, 2, 1, 2, 3, 4, 5, [20] = 6, [26] = 6 }

local function is_step(from, to)
  return to >= 1 and to <= 90 and math.abs((from - 1) % 9 - (to - 1) % 9) <= 2
end

local pieces, steps, values = {}, {}, { [0] = table.create(90, 0) }
for piece = 1, 14 do
  local seat, number = (piece + 6) // 7, (piece - 1) % 7 + 1
  local side, kind, sign = SIDES[seat], KINDS[number], 3 - 2 * seat
  pieces[piece] = {
    name = { zh = side[1] .. kind[seat], en = `{side[2]} {kind[5]}` },
    glyph = kind[2 + seat],
    glyph_colour = side[3],
  }
  steps[piece], values[piece] = {}, {}
  for cell = 1, 90 do
    local row = if seat == 1 then (cell - 1) // 9 else 9 - (cell - 1) // 9
    local aside = math.abs((cell - 1) % 9 - 4)
    values[piece][cell] = sign * (kind[8] - kind[9] * aside + kind[10] * row)
    for _, step in STEPS[number] do
      local from, ahead = cell - step[1], number ~= PAWN or sign * step[1] == 9
      steps[piece][from] = steps[piece][from] or {}
      if is_step(from, cell) and row <= kind[6] and aside <= kind[7] then
        if ahead or (row >= 5 and math.abs(step[1]) == 1) then
          table.insert(steps[piece][from], { cell, step[2] and from + step[2] })
        end
      end
    end
  end
end

-- The points to which a piece can go, whoever stands there.
local function reach(cells, piece, from)
  local found, in_line, jumps = {}, piece % 7 == CHARIOT or piece % 7 == CANNON, piece % 7 == CANNON
  for _, step in steps[piece][from] do
    local to, last, stride, screen = step[1], from, step[1] - from, false
    while in_line and is_step(last, to) and (cells[to] == 0 or (jumps and not screen)) do
      if cells[to] ~= 0 then
        screen = true
      elseif not screen then
        found[#found + 1] = to
      end
      last, to = to, to + stride
    end
    if is_step(last, to) and screen == jumps and (not step[2] or cells[step[2]] == 0) then
      found[#found + 1] = to
    end
  end
  return found
end

-- Whether a seat's king is in check or faces the other.
local function in_check(cells, seat)
  local king, foe = table.find(cells, 7 * seat - 6), 14 - 7 * seat
  for _, cell in reach(cells, foe + CHARIOT, king) do
    local piece = cells[cell] - foe
    local beside = piece == PAWN and math.abs(cell - king) <= 9 and cell - king ~= 18 * seat - 27
    if piece == CHARIOT or piece == KING or (beside and math.abs(cell - king) % 8 == 1) then
      return true
    end
  end
  for _, cell in reach(cells, foe + CANNON, king) do
    if cells[cell] == foe + CANNON then
      return true
    end
  end
  for _, step in JUMPS do
    local from = king - step[1]
    if cells[from] == foe + HORSE and cells[from + step[2]] == 0 and is_step(from, king) then
      return true
    end
  end
  return false
end

-- Whether what happens on a point may matter to a king: on its lines, and where horses step off.
local function is_near(king, cell)
  local columns = math.abs((king - 1) % 9 - (cell - 1) % 9)
  local rows = math.abs((king - 1) // 9 - (cell - 1) // 9)
  return columns * rows <= 1
end

local function legal(state, seat)
  local cells, moves, king = state.cells, {}, table.find(state.cells, 7 * seat - 6)
  local checked = in_check(cells, seat)
  for from, piece in cells do
    for _, to in if (piece + 6) // 7 == seat then reach(cells, piece, from) else {} do
      if (cells[to] + 6) // 7 ~= seat then
        local after = cells
        if checked or from == king or is_near(king, from) or is_near(king, to) then
          after = table.clone(cells)
          after[from], after[to] = 0, piece
        end
        if after == cells or not in_check(after, seat) then
          moves[#moves + 1] = { from, to }
        end
      end
    end
  end
  return moves
end

Board:define({
  layout = { grid = { columns = 9, rows = 10, on = "points" } },
  pieces = pieces,

  setup = function()
    local cells = table.create(90, 0)
    for cell, kind in HOME do
      cells[cell], cells[91 - cell] = kind, kind + 7
    end
    for cell = 28, 36, 2 do
      cells[cell], cells[91 - cell] = PAWN, PAWN + 7
    end
    return { cells = cells, clock = 0, past = string.char(1, table.unpack(cells)) .. "|" }
  end,

  legal = legal,

  apply = function(state, move, seat)
    local cells, taken = state.cells, state.cells[move[2]] ~= 0
    cells[move[2]], cells[move[1]] = cells[move[1]], 0
    local place = string.char(3 - seat, table.unpack(cells)) .. "|"
    state.past = if taken then place else state.past .. place
    state.clock = if taken then 0 else state.clock + 1
    if state.clock >= 8 and #string.split(state.past, place) > 3 then
      state.draw = "repetition"
    elseif state.clock >= 120 and #legal(state, 3 - seat) > 0 then
      state.draw = "quiet"
    end
  end,

  over = function(state)
    return if state.draw then 0 else nil, state.draw
  end,

  stuck = function(state, seat)
    return 3 - seat, if in_check(state.cells, seat) then "checkmate" else "stalemate"
  end,

  score = function(state, seat)
    local sum = 0
    for cell, piece in state.cells do
      sum += values[piece][cell]
    end
    return if seat == 1 then sum else -sum
  end,
})
