--!strict
-- What lies on the table: pieces on the board, taken pieces in the trays, public marks.

Tabletop = { RED = 1, BLACK = 2 } -- the seats

type Cell = { x: number, y: number, z: number, kind: string? }
type Move = { from: string, to: string }

local AIR = 0
local BOARD_Y = 0
local PIECE_Y = 1

-- Block ids of the pieces, by the engine's letters (capitals are Red).
local BLOCKS: { [string]: number } = {
  K = 2011,
  A = 2012,
  B = 2015,
  N = 2018,
  R = 2021,
  C = 2017,
  P = 2023,
  k = 2010,
  a = 2013,
  b = 2014,
  n = 2019,
  r = 2020,
  c = 2016,
  p = 2022,
}

-- The trays, two columns at each player's right hand. Every kind has a row of its own, counted from the
-- player; pawns go on into the rows after theirs.
local TRAY_ROWS: { [string]: number } = { r = 0, c = 1, n = 2, b = 3, a = 4, p = 5 }

local cells: { [string]: Cell } = {} -- square -> its cell
local on_board: { [string]: string } = {} -- square -> piece letter
local taken: { [number]: { [string]: number } } = {} -- seat that took -> lower-case letter -> how many

local function set_block(x: number, y: number, z: number, id: number)
  local _, there = Block:getBlockID(x, y, z)
  if there ~= id then
    Block:setBlockAll(x, y, z, id, 0)
  end
end

-- Column and row of a square such as "e0", both from 0.
local function coordinates(square: string)
  return string.byte(square, 1) - string.byte("a"), string.byte(square, 2) - string.byte("0")
end

-- Writes down what stands on a square (nil: nothing); gives the column, the row and the block of it.
local function note(square: string, letter: string?): (number, number, number)
  on_board[square] = letter
  local x, z = coordinates(square)
  return x, z, letter and BLOCKS[letter] or AIR
end

local function put(square: string, letter: string?)
  local x, z, id = note(square, letter)
  set_block(x, PIECE_Y, z, id)
end

-- The same where something else lies there.
local function change(square: string, letter: string?)
  local x, z, id = note(square, letter)
  Block:setBlockAll(x, PIECE_Y, z, id, 0)
end

-- Whether the letter is one of Red's.
function Tabletop.is_red(letter: string)
  return letter == string.upper(letter)
end

-- The piece on a square, as a letter; nil for none.
function Tabletop.piece(square: string): string?
  return on_board[square]
end

-- The square in a column and a row, both from 0.
local function square_at(x: number, z: number)
  return string.char(string.byte("a") + x) .. z
end

-- The square of a cell on or just above the board; nil for any other.
function Tabletop.square(cell: Cell): string?
  local inside = cell.x >= 0 and cell.x <= 8 and cell.z >= 0 and cell.z <= 9
  if inside and (cell.y == BOARD_Y or cell.y == PIECE_Y) then
    return square_at(cell.x, cell.z)
  end
  return nil
end

-- A fresh table of a square's cell: those of `Tabletop.cell` have the kind of a mark.
local function coordinates_of(square: string): Cell
  local x, z = coordinates(square)
  return { x = x, y = PIECE_Y, z = z }
end

-- The cell of a square: where its piece stands, or would stand. A click on the board below counts for it.
function Tabletop.cell(square: string): Cell
  local cell = cells[square] or coordinates_of(square)
  cells[square] = cell
  return cell
end

-- The cells of the legal moves of the engine's game, as `Request:ask` takes them.
function Tabletop.paths(handle: number)
  return Xiangqi:legalPaths(handle, PIECE_Y)
end

-- The move, such as "h2e2", of a number among `paths`.
function Tabletop.move_of(paths: { number }, index: number)
  local column, row = string.byte("a"), string.byte("0")
  local from, to = 6 * index - 5, 6 * index - 2
  return string.char(
    column + paths[from],
    row + paths[from + 2],
    column + paths[to],
    row + paths[to + 2]
  )
end

-- Puts the `count`th piece of a kind, or nothing, into the tray of the seat that took it.
local function put_into_tray(seat: number, kind: string, count: number, id: number)
  local column = (count - 1) % 2
  local row = TRAY_ROWS[kind] + math.floor((count - 1) / 2)
  if seat == Tabletop.RED then
    set_block(9 + column, PIECE_Y, 1 + row, id)
  else
    set_block(-1 - column, PIECE_Y, 8 - row, id)
  end
end

local function clear_tray(seat: number)
  for kind, count in taken[seat] or {} do
    for index = 1, count do
      put_into_tray(seat, kind, index, AIR)
    end
  end
  taken[seat] = {}
end

-- Sets up `pieces` as `Xiangqi:pieces` lists them, with empty trays.
function Tabletop.set_up(pieces: { any })
  local wanted: { [string]: string } = {}
  for _, piece in ipairs(pieces) do
    wanted[piece.square] = piece.piece
  end
  for x = 0, 8 do
    for z = 0, 9 do
      local square = square_at(x, z)
      put(square, wanted[square])
    end
  end
  clear_tray(Tabletop.RED)
  clear_tray(Tabletop.BLACK)
  Marks:clear()
end

-- Plays a move on the table; a piece it takes goes into the mover's tray.
function Tabletop.move(from: string, to: string)
  local letter, capture = on_board[from], on_board[to]
  change(to, letter)
  change(from, nil)
  if capture then
    local seat = Tabletop.is_red(letter) and Tabletop.RED or Tabletop.BLACK
    local kind = string.lower(capture)
    local count = (taken[seat][kind] or 0) + 1
    taken[seat][kind] = count
    put_into_tray(seat, kind, count, BLOCKS[capture])
  end
end

local function add_mark(marks: { Cell }, square: string, kind: string)
  local cell = Tabletop.cell(square)
  cell.kind = kind
  marks[#marks + 1] = cell
end

-- Marks the last move, the king in check if any, and a suggested move, also by an arrow, if any. Moves are tables with
-- `from` and `to`; nil leaves a mark out.
function Tabletop.mark(last: Move?, checked_square: string?, hint: Move?)
  local marks: { Cell } = {}
  if last then
    add_mark(marks, last.from, "last_from")
    add_mark(marks, last.to, "last_to")
  end
  if checked_square then
    add_mark(marks, checked_square, "check")
  end
  if hint then
    add_mark(marks, hint.from, "hint")
    add_mark(marks, hint.to, "hint")
  end
  Marks:set(marks)
  Tabletop.arrow(hint, "hint")
end

-- The arrow of a move, for `Marks:arrows` and `Hud:setReview`.
function Tabletop.arrow_of(move: Move)
  return { from = coordinates_of(move.from), to = coordinates_of(move.to) }
end

-- Shows one arrow, or none: `kind` as in `Marks:arrows`.
function Tabletop.arrow(move: Move?, kind: string?)
  local arrows = {}
  if move then
    arrows[1] = { from = coordinates_of(move.from), to = coordinates_of(move.to), kind = kind }
  end
  Marks:arrows(arrows)
end

-- The square of an army's king.
function Tabletop.king(is_red: boolean): string?
  local wanted = is_red and "K" or "k"
  for square, letter in pairs(on_board) do
    if letter == wanted then
      return square
    end
  end
  return nil
end

Checkpoint:offer(function()
  return { on_board = on_board, taken = taken }
end, function(state)
  on_board, taken = state.on_board, state.taken
end)
