-- Chess, by the laws of FIDE. Draws by fifty moves and by repetition need not be claimed.

local PAWN, QUEEN, KING = 1, 5, 6
-- The steps of each kind from cell to cell as White sees them; what it is worth, and how much more
-- for each step towards the centre and up the board. A king's are for a game with queens.
local KINDS = {
  { "兵", "pawn", "♙♟", { 7, 9, 8, 16 }, 100, 2, 7 },
  { "马", "knight", "♘♞", { -17, -15, -10, -6, 6, 10, 15, 17 }, 340, 9, 2 },
  { "象", "bishop", "♗♝", { -9, -7, 7, 9 }, 345, 5, 1 },
  { "车", "rook", "♖♜", { -8, -1, 1, 8 }, 495, 1, 3 },
  { "后", "queen", "♕♛", { -9, -8, -7, -1, 1, 7, 8, 9 }, 965, 2, 0 },
  { "王", "king", "♔♚", { -9, -8, -7, -1, 1, 7, 8, 9, -2, 2 }, 0, -12, 0 },
}
local SIDES = { { "白", "White", "#fbf5e6", "#2b2622" }, { "黑", "Black", "#2b2622", "#fbf5e6" } }
local PROMOTIONS = { "knight", "bishop", "rook", "queen" }
local RIGHTS = { [1] = 1, [5] = 3, [8] = 2, [57] = 4, [61] = 12, [64] = 8 } -- to castle, as bits

local pieces, steps, values = {}, {}, { [0] = table.create(64, 0) }
for piece = 1, 12 do
  local seat, kind, sign = (piece + 5) // 6, KINDS[(piece - 1) % 6 + 1], if piece > 6 then -1 else 1
  local side, glyph = SIDES[seat], utf8.char(utf8.codepoint(kind[3], utf8.offset(kind[3], seat)))
  local name = { zh = side[1] .. kind[1], en = `{side[2]} {kind[2]}` }
  pieces[piece] = { name = name, glyph = glyph, colour = side[3], glyph_colour = side[4] }
  steps[piece], values[piece] = kind[4], {}
  for cell = 1, 64 do
    local column, row = (cell - 1) % 8 - 3.5, (cell - 1) // 8 - 3.5
    local aside = math.abs(column) + math.abs(row)
    values[piece][cell] = sign * (kind[5] - kind[6] * aside + kind[7] * (sign * row + 3.5))
  end
end
steps[7] = { -7, -9, -8, -16 }

-- The cells to which steps of a piece lead, one by one until somebody stands in the way.
local function reach(cells, piece, from)
  local found, is_far = {}, piece % 6 > 2
  for _, step in steps[piece] do
    local last, cell, goes_on = from, from + step, true
    while goes_on and cells[cell] and math.abs((cell - 1) % 8 - (last - 1) % 8) <= 2 do
      found[#found + 1] = cell
      goes_on = is_far and cells[cell] == 0
      last, cell = cell, cell + step
    end
  end
  return found
end

-- Whether a kind goes so far without ever taking: a pawn ahead, a king that castles.
local function is_quiet(kind, gap)
  return (kind == PAWN and gap % 8 == 0) or (kind == KING and (gap == 2 or gap == -2))
end

-- Whether a seat attacks a cell: a piece of the other seat there would take its like.
local function attacked(cells, cell, seat)
  for kind = PAWN, KING do
    local like = 6 * seat - 6 + kind
    for _, from in reach(cells, 12 - 6 * seat + kind, cell) do
      if cells[from] == like and not is_quiet(kind, from - cell) then
        return true
      end
    end
  end
  return false
end

local function in_check(cells, seat)
  return attacked(cells, table.find(cells, 6 * seat), 3 - seat)
end

-- Moves a piece, with the pawn it takes in passing or the rook beside which it castles.
local function shift(cells, from, to, passing)
  local piece = cells[from]
  cells[from], cells[to] = 0, piece
  if piece % 6 == PAWN and to == passing then
    cells[if to > 32 then to - 8 else to + 8] = 0
  elseif piece % 6 == 0 and math.abs(to - from) == 2 then
    local rook = if to > from then to + 1 else to - 2
    cells[rook], cells[(from + to) // 2] = 0, cells[rook]
  end
end

-- Whether a pawn may go ahead or a king castle.
local function may_go(state, seat, from, to)
  local cells, middle = state.cells, (from + to) // 2
  if cells[from] % 6 == PAWN then
    local is_first = (from - 1) // 8 == 5 * seat - 4 and cells[middle] == 0
    return cells[to] == 0 and (math.abs(to - from) == 8 or is_first)
  end
  local corner = 56 * seat - (if to > from then 48 else 55)
  local is_free = cells[middle] + cells[to] + cells[corner - (to - from) // 2] == 0
  local may = is_free and bit32.btest(state.rights, RIGHTS[corner])
  return may and not in_check(cells, seat) and not attacked(cells, middle, 3 - seat)
end

local function legal(state, seat)
  local cells, king, moves = state.cells, table.find(state.cells, 6 * seat), {}
  -- Unless it is in check, only these can leave their king in it: itself and what it sees around.
  local checked, careful = in_check(cells, seat), { [king] = true }
  for _, cell in reach(cells, 6 * seat - 1, king) do
    careful[cell] = true
  end
  for from, piece in cells do
    for _, to in if (piece + 5) // 6 == seat then reach(cells, piece, from) else {} do
      local taken, kind, after = (cells[to] + 5) // 6, piece - 6 * seat + 6, cells
      local fits = taken == 3 - seat or (taken == 0 and (kind ~= PAWN or to == state.passing))
      if is_quiet(kind, to - from) then
        fits = may_go(state, seat, from, to)
      end
      if fits and (checked or careful[from] or to == state.passing) then
        after = table.clone(cells)
        shift(after, from, to, state.passing)
      end
      if fits and (after == cells or not in_check(after, seat)) then
        local is_last = kind == PAWN and (to > 56 or to < 9)
        for _, word in if is_last then PROMOTIONS else { false } do
          moves[#moves + 1] = { from, to, word or nil }
        end
      end
    end
  end
  return moves
end

-- Whether nobody has the material to mate: one knight, or bishops of one colour, beside the kings.
local function is_bare(cells)
  local men = ""
  for cell, piece in cells do
    men ..= ({ [0] = "", "x", "n", (cell + (cell - 1) // 8) % 2, "x", "x" })[piece % 6]
  end
  return men == "n" or not string.find(men, "[^0]") or not string.find(men, "[^1]")
end

Board:define({
  layout = { grid = { columns = 8, rows = 8, on = "chequers" } },
  pieces = pieces,

  setup = function()
    local cells = table.create(64, 0)
    for column, kind in { 4, 2, 3, 5, 6, 3, 2, 4 } do
      cells[column], cells[column + 8] = kind, PAWN
      cells[column + 48], cells[column + 56] = PAWN + 6, kind + 6
    end
    local past = string.char(1, 15, 0, table.unpack(cells)) .. "|"
    return { cells = cells, rights = 15, clock = 0, past = past }
  end,

  legal = legal,

  apply = function(state, move, seat)
    local cells, from, to, word = state.cells, move[1], move[2], move[3]
    local is_pawn, foe, taken = cells[from] == 6 * seat - 5, 13 - 6 * seat, cells[to] ~= 0
    shift(cells, from, to, state.passing)
    cells[to] = if word then 6 * seat - 5 + table.find(PROMOTIONS, word) else cells[to]
    state.rights = bit32.band(state.rights, 15 - bit32.bor(RIGHTS[from] or 0, RIGHTS[to] or 0))
    -- Only a pawn that can be taken in passing makes the position another.
    local west, east = to % 8 ~= 1 and cells[to - 1] == foe, to % 8 ~= 0 and cells[to + 1] == foe
    local passes = is_pawn and math.abs(to - from) == 16 and (west or east)
    state.passing = if passes then (from + to) // 2 else nil
    local here = string.char(3 - seat, state.rights, state.passing or 0, table.unpack(cells)) .. "|"
    state.clock = if is_pawn or taken then 0 else state.clock + 1
    state.past = (if state.clock == 0 then "" else state.past) .. here
    if state.clock >= 8 and #string.split(state.past, here) > 3 then
      state.draw = "repetition"
    elseif (taken or word) and is_bare(cells) then
      state.draw = "material"
    elseif state.clock >= 100 and #legal(state, 3 - seat) > 0 then
      state.draw = "fifty"
    end
  end,

  over = function(state)
    return if state.draw then 0 else nil, state.draw
  end,

  stuck = function(state, seat)
    local mated = in_check(state.cells, seat)
    return if mated then 3 - seat else 0, if mated then "checkmate" else "stalemate"
  end,

  score = function(state, seat)
    local cells, sum = state.cells, 0
    local kings = if table.find(cells, QUEEN) or table.find(cells, QUEEN + 6) then 1 else -1
    for cell, piece in cells do
      sum += values[piece][cell] * (if piece % 6 == 0 then kings else 1)
    end
    return if seat == 1 then sum else -sum
  end,
})
