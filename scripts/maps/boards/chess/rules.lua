--!strict
-- Chess, by the laws of FIDE. Draws by fifty moves and by repetition need not be claimed.

local PAWN, QUEEN, KING = 1, 5, 6
local PROMOTIONS = { "knight", "bishop", "rook", "queen" }
local RIGHTS = { [1] = 1, [5] = 3, [8] = 2, [57] = 4, [61] = 12, [64] = 8 } -- to castle, as bits
-- The right to castle, the king's cell, over which it goes, to which, and what else must be empty.
local CASTLES =
  { { 1, 5, 4, 3, 2 }, { 2, 5, 6, 7, 7 }, { 4, 61, 60, 59, 58 }, { 8, 61, 62, 63, 63 } }
-- What each kind is worth, and how much more for each step towards the centre and up the board.
local WORTH =
  { { 100, 2, 7 }, { 340, 9, 2 }, { 345, 5, 1 }, { 495, 1, 3 }, { 965, 2, 0 }, { 0, -12, 0 } }

local grid = Board:grid(8, 8, "chequers")
local men = Board:pieces({
  { zh = "白", en = "White", colour = "#fbf5e6", glyph_colour = "#2b2622" },
  { zh = "黑", en = "Black", colour = "#2b2622", glyph_colour = "#fbf5e6" },
}, {
  zh = "兵 马 象 车 后 王",
  en = "pawn knight bishop rook queen king",
  glyph = { "♙ ♘ ♗ ♖ ♕ ♔", "♟ ♞ ♝ ♜ ♛ ♚" },
})

-- As a game begins; the position counts towards repetitions.
local MEN = "PNBRQKpnbrqk"
local CELLS = grid.read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", MEN)
local START = { cells = CELLS, rights = 15, clock = 0, number = 1 }
grid.repeats(START, 1, true, string.char(START.rights, 0))

-- Where each piece takes, from every cell; only Black's pawns go another way than White's.
local UP, DOWN = { { -1, 1 }, { 1, 1 } }, { { -1, -1 }, { 1, -1 } }
local WAYS = { UP, grid.leaps(1, 2), grid.diagonal, grid.straight, grid.around, grid.around }
local rays: { { { { number } } } } = {}
for piece, kind in ipairs(men.kind) do
  local is_far = kind > 2 and kind < KING
  rays[piece] = grid.rays(if piece == 7 then DOWN else WAYS[kind], if is_far then 8 else 1)
end

-- What pieces are worth; `shelter` is 1 while kings are better off aside, and -1 in the end.
local function material(shelter: number)
  return grid.score(men, function(kind, column, row)
    local worth, inwards, ahead = table.unpack(WORTH[kind])
    local aside = math.abs(column - 4.5) + math.abs(row - 4.5)
    return worth - inwards * aside * (if kind == KING then shelter else 1) + ahead * (row - 1)
  end)
end
local with_queens, without = material(1), material(-1)

-- Whether a seat attacks a cell: a piece of the other seat there would take its like.
local function attacked(cells: { number }, cell: number, seat: number)
  for kind = PAWN, KING do
    local like = 6 * seat - 6 + kind
    for _, from in ipairs(grid.reach(cells, rays[12 - 6 * seat + kind][cell])) do
      if cells[from] == like then
        return true
      end
    end
  end
  return false
end

local function in_check(cells: { number }, seat: number)
  return attacked(cells, table.find(cells, 6 * seat) :: number, 3 - seat)
end

-- The cells to which a piece may go, whether its king is then in check or not.
local function goals(state: BoardState, seat: number, from: number): { number }
  local cells, kind, found = state.cells, men.kind[state.cells[from]], {}
  for _, to in ipairs(grid.reach(cells, rays[cells[from]][from])) do
    local taken = men.side[cells[to]]
    if taken == 3 - seat or taken == 0 and (kind ~= PAWN or to == state.passing) then
      found[#found + 1] = to
    end
  end
  local ahead = from + 24 - 16 * seat
  if kind == PAWN and cells[ahead] == 0 then
    found[#found + 1] = ahead
    local is_first = grid.row[from] == 5 * seat - 3 and cells[2 * ahead - from] == 0
    found[#found + 1] = if is_first then 2 * ahead - from else nil
  end
  local castles: { { number } } = if kind == KING then CASTLES else {}
  for _, way in castles do
    local right, king, over, to, beside = table.unpack(way)
    if king == from and bit32.btest(state.rights, right) and not in_check(cells, seat) then
      local is_free = cells[over] + cells[to] + cells[beside] == 0
      found[#found + 1] = if is_free and not attacked(cells, over, 3 - seat) then to else nil
    end
  end
  return found
end

-- Moves a piece, with the pawn it takes in passing or the rook beside which it castles.
local function shift(cells: { number }, from: number, to: number, passing: number?)
  local piece = cells[from]
  cells[from], cells[to] = 0, piece
  if piece % 6 == PAWN and to == passing then
    cells[if to > 32 then to - 8 else to + 8] = 0
  elseif piece % 6 == 0 and math.abs(to - from) == 2 then
    local rook = if to > from then to + 1 else to - 2
    cells[rook], cells[(from + to) // 2] = 0, cells[rook]
  end
end

local function legal(state: BoardState, seat: number)
  local cells, king, moves = state.cells, table.find(state.cells, 6 * seat) :: number, {}
  -- Unless it is in check, only these can leave their king in it: itself and what it sees around.
  local checked, careful = in_check(cells, seat), { [king] = true }
  for _, cell in ipairs(grid.reach(cells, rays[QUEEN][king])) do
    careful[cell] = true
  end
  for _, from in ipairs(men.of(cells, seat)) do
    for _, to in ipairs(goals(state, seat, from)) do
      local after = cells
      if checked or careful[from] or to == state.passing then
        after = table.clone(cells)
        shift(after, from, to, state.passing)
      end
      if after == cells or not in_check(after, seat) then
        local is_last = cells[from] == 6 * seat - 5 and (to > 56 or to < 9)
        for _, word in if is_last then PROMOTIONS else { false } do
          moves[#moves + 1] = { from, to, word or nil }
        end
      end
    end
  end
  return moves
end

-- The cell over which a pawn of a seat has just come, if another pawn may take it there in passing.
-- One that would leave its king in check may not, and then the position is like any other.
local function passed_over(cells: { number }, from: number, to: number, seat: number): number?
  local over, rival = (from + to) // 2, 13 - 6 * seat
  for _, beside in { to - 1, to + 1 } do
    if cells[beside] == rival and grid.row[beside] == grid.row[to] then
      local after = table.clone(cells)
      shift(after, beside, over, over)
      if not in_check(after, 3 - seat) then
        return over
      end
    end
  end
  return nil
end

-- Whether nobody has the material to mate: one knight, or bishops of one colour, beside the kings.
local function is_bare(cells: { number })
  local left = ""
  for cell, piece in cells do
    left ..= ({ [0] = "", "x", "n", (cell + (cell - 1) // 8) % 2, "x", "x" })[piece % 6]
  end
  return left == "n" or not string.find(left, "[^0]") or not string.find(left, "[^1]")
end

-- Which of several pieces of a kind moves: its file, or its rank, or both, as far as they are needed.
local function which(state: BoardState, from: number, to: number, seat: number)
  local others, same_file, same_rank = false, false, false
  for _, move in legal(state, seat) do
    local other = move[1]
    if move[2] == to and other ~= from and state.cells[other] == state.cells[from] then
      others = true
      same_file = same_file or grid.column[other] == grid.column[from]
      same_rank = same_rank or grid.row[other] == grid.row[from]
    end
  end
  local name = grid.name[from]
  local file, rank = string.sub(name, 1, 1), string.sub(name, 2)
  if not others then
    return ""
  end
  return if not same_file then file elseif not same_rank then rank else name
end

local LETTERS = { "", "N", "B", "R", "Q", "K" }

-- A move in standard algebraic notation, with the signs of check and mate.
local function notation(state: BoardState, move: any, seat: number)
  local cells, from, to, word = state.cells, move[1], move[2], move[3]
  local kind = men.kind[cells[from]]
  local takes = cells[to] ~= 0 or kind == PAWN and to == state.passing
  local text
  if kind == KING and math.abs(to - from) == 2 then
    text = if to > from then "O-O" else "O-O-O"
  else
    local file = if takes then string.sub(grid.name[from], 1, 1) else ""
    local origin = if kind == PAWN then file else which(state, from, to, seat)
    text = LETTERS[kind] .. origin .. (if takes then "x" else "") .. grid.name[to]
  end
  local after = { cells = table.clone(cells), rights = 0 }
  shift(after.cells, from, to, state.passing)
  if word then
    local promoted = table.find(PROMOTIONS, word) :: number + 1
    after.cells[to] = 6 * seat - 6 + promoted
    text ..= "=" .. LETTERS[promoted]
  end
  if not in_check(after.cells, 3 - seat) then
    return text
  end
  local is_double = kind == PAWN and math.abs(to - from) == 16
  after.passing = if is_double then passed_over(after.cells, from, to, seat) else nil
  return text .. (if #legal(after, 3 - seat) > 0 then "+" else "#")
end

-- The number of the piece, or of what it is promoted to, by its letter in algebraic notation.
local function kind_of(letter: string)
  return if letter == "" then PAWN else table.find(LETTERS, string.upper(letter))
end

-- The move that a text means in algebraic notation, with as much or as little as people write: "Ngf3",
-- "ed5", "e8Q", "0-0", "Nb1-d2", "e2e4". Nil if it is none or might be several.
local function read_move(state: BoardState, text: string, seat: number): { any }?
  local plain = string.gsub(string.gsub(text, "e%.?p%.?", ""), "[%s+#!?=:x()–-]", "")
  local king, found = 56 * seat - 51, nil
  local castles = string.match(plain, "^[O0o]+$") and #plain
  local letter, file, rank, goal, becomes
  if castles == 2 or castles == 3 then
    letter, goal = "K", grid.name[if castles == 2 then king + 2 else king - 2]
    file, rank = "e", ""
  else
    letter, file, rank, goal, becomes =
      string.match(plain, "^([KQRBN]?)([a-h]?)([1-8]?)([a-h][1-8])([KQRBNqrbn]?)$")
  end
  if goal == nil then
    return nil
  end
  -- By its cells, whatever stands there.
  local any = letter == "" and file ~= "" and rank ~= ""
  local word = PROMOTIONS[(kind_of(becomes or "") or 0) - 1] or "queen"
  for _, move in legal(state, seat) do
    local from, to = grid.name[move[1]], grid.name[move[2]]
    local is_kind = any or men.kind[state.cells[move[1]]] == kind_of(letter or "")
    local fits = (file == "" or file == string.sub(from, 1, 1))
      and (rank == "" or rank == string.sub(from, 2))
    if to == goal and is_kind and fits and (move[3] or word) == word then
      if found then
        return nil
      end
      found = move
    end
  end
  return found
end

-- The rights to castle in the order of FEN, as bits.
local FEN_RIGHTS = { K = 2, Q = 1, k = 8, q = 4 }

-- A position as FEN. The cell passed over is only named where a pawn may be taken there.
local function write_position(state: BoardState)
  local ranks, rights = {}, ""
  for rank = 8, 1, -1 do
    local row = ""
    for column = 1, 8 do
      local piece = state.cells[grid.at(column, rank) :: number]
      row ..= if piece == 0 then "1" else string.sub(MEN, piece, piece)
    end
    ranks[9 - rank] = string.gsub(row, "1+", function(empty)
      return tostring(#empty)
    end)
  end
  for _, right in { "K", "Q", "k", "q" } do
    rights ..= if bit32.btest(state.rights, FEN_RIGHTS[right]) then right else ""
  end
  return table.concat({
    table.concat(ranks, "/"),
    if state.turn == 1 then "w" else "b",
    if rights == "" then "-" else rights,
    grid.name[state.passing] or "-",
    tostring(state.clock),
    tostring(state.number),
  }, " ")
end

-- The pieces of a FEN's rows, or nil.
local function read_rows(rows: string): { number }?
  local cells, row = table.create(64, 0), 8
  for _, text in string.split(rows, "/") do
    local column = 1
    for letter in string.gmatch(text, ".") do
      local piece, empty = string.find(MEN, letter, 1, true), tonumber(letter)
      if row < 1 or column > 8 or not (piece or empty and empty > 0) then
        return nil
      elseif piece then
        cells[grid.at(column, row) :: number] = piece
      end
      column += empty or 1
    end
    if column ~= 9 then
      return nil
    end
    row -= 1
  end
  return if row == 0 then cells else nil
end

-- Why pieces cannot lie so when `seat` is to move, or nil.
local function objection(cells: { number }, seat: number): string?
  for side = 1, 2 do
    if grid.count(cells, 6 * side) ~= 1 then
      return "position_kings"
    elseif grid.count(cells, 6 * side - 5) > 8 or #men.of(cells, side) > 16 then
      return "position_many"
    end
  end
  for cell, piece in cells do
    if piece % 6 == PAWN and (cell < 9 or cell > 56) then
      return "position_pawns"
    end
  end
  return if in_check(cells, 3 - seat) then "position_check" else nil
end

-- The rights that a FEN names, without those whose king or rook is elsewhere.
local function read_rights(cells: { number }, text: string)
  local rights = 0
  for right, bit in FEN_RIGHTS do
    local rank, seat = if bit < 4 then 0 else 56, if bit < 4 then 1 else 2
    local rook = rank + (if bit == 1 or bit == 4 then 1 else 8)
    local stand = cells[rank + 5] == 6 * seat and cells[rook] == 6 * seat - 2
    rights += if stand and string.find(text, right, 1, true) then bit else 0
  end
  return rights
end

-- The position of a FEN, whose last fields may be missing; or nil and why it is none.
local function read_position(text: string): (any, string?)
  local fields = string.split(string.gsub(text, "^%s*(.-)%s*$", "%1"), " ")
  local rows, side, rights, over, clock, number = table.unpack(fields)
  local cells, seat = read_rows(rows), if side == "b" then 2 else 1
  local clocked, numbered = tonumber(clock or 0), tonumber(number or 1)
  local is_sound = #fields < 7
    and (side == nil or side == "w" or side == "b")
    and string.find(rights or "-", "^[KQkq-]+$")
    and (over == nil or over == "-" or grid.cell[over])
    and string.find(clock or "0", "^%d%d?%d?$")
    and string.find(number or "1", "^%d%d?%d?%d?$")
  if not (cells and clocked and numbered and is_sound) then
    return nil, "position_form"
  end
  local why = objection(cells, seat)
  if why then
    return nil, why
  end
  local passed, passing = over and grid.cell[over], nil
  if passed and grid.row[passed] == 9 - 3 * seat then
    local to = passed + 16 * seat - 24 -- where the pawn stands that has just passed over
    local from = 2 * passed - to
    if cells[to] == 13 - 6 * seat and cells[passed] + cells[from] == 0 then
      passing = passed_over(cells, from, to, 3 - seat)
    end
  end
  local state = {
    cells = cells,
    rights = read_rights(cells, rights or "-"),
    clock = clocked,
    number = math.max(numbered, 1),
    passing = passing,
    turn = seat,
  }
  grid.repeats(state, seat, true, string.char(state.rights, state.passing or 0))
  return state
end

Board:define({
  layout = grid.layout,
  pieces = men.list,
  setup = START,
  legal = legal,
  notation = notation,
  read_move = read_move,
  write_position = write_position,
  read_position = read_position,

  apply = function(state, move, seat)
    local cells, from, to, word = state.cells, move[1], move[2], move[3]
    local is_pawn, taken = cells[from] == 6 * seat - 5, cells[to] ~= 0
    shift(cells, from, to, state.passing)
    cells[to] = if word then 6 * seat - 5 + table.find(PROMOTIONS, word) :: number else cells[to]
    state.rights = bit32.band(state.rights, 15 - bit32.bor(RIGHTS[from] or 0, RIGHTS[to] or 0))
    local is_double = is_pawn and math.abs(to - from) == 16
    state.passing = if is_double then passed_over(cells, from, to, seat) else nil
    state.clock = if is_pawn or taken then 0 else state.clock + 1
    state.number += seat - 1
    local also = string.char(state.rights, state.passing or 0)
    if grid.repeats(state, 3 - seat, state.clock == 0, also) > 2 then
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

  tags = function(state, seat)
    return if in_check(state.cells, seat) then { { zh = "将军", en = "Check" } } else nil
  end,

  score = function(state, seat)
    local queens = table.find(state.cells, QUEEN) or table.find(state.cells, QUEEN + 6)
    return (if queens then with_queens else without)(state, seat)
  end,
})
