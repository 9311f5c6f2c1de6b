-- Chess, by the laws of FIDE. Draws by fifty moves and by repetition need not be claimed.

local PAWN, QUEEN, KING = 1, 5, 6
-- The steps of each kind from cell to cell as White sees them; what it is worth, and how much more
-- for each step towards the centre and up the board. A king's are for a game with queens.
local KINDS = {
  { "兵", "pawn", "♙♟", { 7, 9 }, 85, 2, 7 },
  { "马", "knight", "♘♞", { -17, -15, -10, -6, 6, 10, 15, 17 }, 280, 9, 2 },
  { "象", "bishop", "♗♝", { -9, -7, 7, 9 }, 310, 5, 1 },
  { "车", "rook", "♖♜", { -8, -1, 1, 8 }, 490, 1, 3 },
  { "后", "queen", "♕♛", { -9, -8, -7, -1, 1, 7, 8, 9 }, 950, 2, 0 },
  { "王", "king", "♔♚", { -9, -8, -7, -1, 1, 7, 8, 9 }, 0, -12, 0 },
}
local SIDES = { { "白", "White", "#fbf5e6", "#2b2622" }, { "黑", "Black", "#2b2622", "#fbf5e6" } }
local FORWARD = { 8, -8 }
local PROMOTIONS = { "knight", "bishop", "rook", "queen" }
local RIGHTS = { [1] = 1, [5] = 3, [8] = 2, [57] = 4, [61] = 12, [64] = 8 } -- to castle, as bits

local pieces, steps, values = {}, {}, { [0] = table.create(64, 0) }
for piece = 1, 12 do
  local side, kind = SIDES[(piece + 5) // 6], KINDS[(piece - 1) % 6 + 1]
  pieces[piece] = {
    name = { zh = side[1] .. kind[1], en = `{side[2]} {kind[2]}` },
    glyph = utf8.char(utf8.codepoint(kind[3], utf8.offset(kind[3], (piece + 5) // 6))),
    colour = side[3],
    glyph_colour = side[4],
  }
  steps[piece], values[piece] = table.clone(kind[4]), {}
  for cell = 1, 64 do
    local column, row = (cell - 1) % 8, (cell - 1) // 8
    local centre = 7 - math.abs(column - 3.5) - math.abs(row - 3.5)
    local ahead = if piece > 6 then 7 - row else row
    values[piece][cell] = (kind[5] + kind[6] * centre + kind[7] * ahead)
      * (if piece > 6 then -1 else 1)
  end
end
steps[7] = { -7, -9 }

-- The cells to which a piece goes or on which it takes, whoever stands there; not a pawn's advance.
local function reach(cells, piece, from)
  local found, far = {}, piece % 6 >= 3
  for _, step in steps[piece] do
    local last, cell = from, from + step
    while cells[cell] and math.abs((cell - 1) % 8 - (last - 1) % 8) <= 2 do
      found[#found + 1] = cell
      if not far or cells[cell] ~= 0 then
        break
      end
      last, cell = cell, cell + step
    end
  end
  return found
end

-- Whether a seat attacks a cell: a piece of the other seat there would reach its like.
local function attacked(cells, cell, seat)
  for kind = PAWN, KING do
    for _, from in reach(cells, 12 - 6 * seat + kind, cell) do
      if cells[from] == 6 * seat - 6 + kind then
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
    cells[to - FORWARD[(piece + 5) // 6]] = 0
  elseif piece % 6 == 0 and math.abs(to - from) == 2 then
    local rook = if to > from then to + 1 else to - 2
    cells[rook], cells[(from + to) // 2] = 0, cells[rook]
  end
end

local function legal(state, seat)
  local cells, passing, own, forward = state.cells, state.passing, 6 * seat - 6, FORWARD[seat]
  local king, checked, moves = table.find(cells, own + KING), in_check(cells, seat), {}
  -- Unless it is in check, only these can leave their king in it: itself and what it sees around.
  local careful = { [king] = true }
  for _, cell in reach(cells, own + QUEEN, king) do
    careful[cell] = true
  end
  local function add(from, to, words)
    if checked or careful[from] or to == passing then
      local after = table.clone(cells)
      shift(after, from, to, passing)
      if in_check(after, seat) then
        return
      end
    end
    for _, word in words do
      moves[#moves + 1] = { from, to, word or nil }
    end
  end
  for from, piece in cells do
    if (piece + 5) // 6 == seat then
      local is_pawn, ahead = piece == own + PAWN, from + forward
      local words = if is_pawn and (ahead > 56 or ahead < 9) then PROMOTIONS else { false }
      for _, to in reach(cells, piece, from) do
        local taken = (cells[to] + 5) // 6
        if taken == 3 - seat or (taken == 0 and (not is_pawn or to == passing)) then
          add(from, to, words)
        end
      end
      if is_pawn and cells[ahead] == 0 then
        add(from, ahead, words)
        if (from - 1) // 8 == 5 * seat - 4 and cells[ahead + forward] == 0 then
          add(from, ahead + forward, words)
        end
      end
    end
  end
  for way, corner in if checked then {} else { [-1] = 56 * seat - 55, [1] = 56 * seat - 48 } do
    if bit32.btest(state.rights, RIGHTS[corner]) and not attacked(cells, king + way, 3 - seat) then
      if cells[king + way] + cells[king + 2 * way] + cells[corner - way] == 0 then
        add(king, king + 2 * way, { false })
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

-- A position as it is compared for repetition.
local function place_of(state, seat)
  return string.char(seat, state.rights, state.passing or 0, table.unpack(state.cells)) .. "|"
end

local function apply(state, move, seat)
  local cells, from, to, word = state.cells, move[1], move[2], move[3]
  local pawn, taken, passed = 6 * seat - 5, cells[to] ~= 0, (from + to) // 2
  local is_pawn = cells[from] == pawn
  shift(cells, from, to, state.passing)
  cells[to] = if word then pawn + table.find(PROMOTIONS, word) else cells[to]
  state.rights = bit32.band(state.rights, 15 - bit32.bor(RIGHTS[from] or 0, RIGHTS[to] or 0))
  state.passing = nil -- unless there is a pawn to take in passing: else the position is no other
  for _, cell in if is_pawn and math.abs(to - from) == 16 then reach(cells, pawn, passed) else {} do
    state.passing = if cells[cell] == 13 - 6 * seat then passed else state.passing
  end
  local place, past = place_of(state, 3 - seat), if is_pawn or taken then "" else state.past
  state.past, state.clock = past .. place, if is_pawn or taken then 0 else state.clock + 1
  if state.clock >= 8 and #string.split(state.past, place) > 3 then
    state.draw = "repetition"
  elseif (taken or word) and is_bare(cells) then
    state.draw = "material"
  elseif state.clock >= 100 and #legal(state, 3 - seat) > 0 then
    state.draw = "fifty"
  end
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
    local state = { cells = cells, rights = 15, clock = 0 }
    state.past = place_of(state, 1)
    return state
  end,

  legal = legal,
  apply = apply,

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
