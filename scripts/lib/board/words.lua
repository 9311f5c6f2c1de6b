--!strict
-- How a board is spoken of: cells, pieces and moves.
--
-- The scripts in this folder play any board whose rules a map brings, with those of `lib/course`.

local facts: any = Board:facts()
local referee: any = Board:referee()
local rules: any = Board:rules()

Course.facts = facts
Course.referee = referee
Course.rules = rules

local words = {}
Course.words = words

-- The name of the piece on a cell of `state`; nil where there is none.
function words.piece(state: BoardState, cell: number): any
  local piece = facts.pieces[state.cells[cell]]
  return piece and piece.name
end

-- The name of a word among moves, or of what chance brings.
function words.word(word: any): any
  if type(word) == "string" then
    return T("move_" .. word)
  end
  return tostring(word)
end

-- Cells and words, joined.
local function joined(parts: { any })
  local zh, en = {}, {}
  for index, part in ipairs(parts) do
    local text = part
    if type(part) == "string" then
      text = words.word(part)
    elseif facts.cells[part] then
      text = facts.cells[part].name
    end
    zh[index] = type(text) == "table" and text.zh or tostring(text)
    en[index] = type(text) == "table" and text.en or tostring(text)
  end
  return { zh = table.concat(zh, "–"), en = table.concat(en, "–") }
end

-- Whether everybody sees the piece on a cell, or will once it has been moved from there.
local function is_public(state: BoardState, cell: number, seat: number)
  if not facts.hidden then
    return true
  end
  local piece, before = state.cells[cell], referee.view(state, nil).cells
  if before[cell] == piece then
    return true
  end
  local after = referee.copy(state)
  referee.play(after, cell, seat)
  for other, shown in ipairs(referee.view(after, nil).cells) do
    if shown == piece and before[other] ~= piece then
      return true
    end
  end
  return false
end

-- How a move that `seat` is about to make is written, for everybody to read.
function words.move(state: BoardState, move: any, seat: number): any
  local written = referee.notation(state, move, seat)
  if written ~= nil then
    return written
  end
  if type(move) == "number" and state.cells[move] ~= 0 and is_public(state, move, seat) then
    return words.piece(state, move) -- a card that is played, say
  end
  return joined(type(move) == "table" and move or { move })
end

-- A move by the names of its cells and its words, which are the same in all languages.
function words.code(move: any)
  local parts = {}
  for index, part in ipairs(if type(move) == "table" then move else { move }) do
    local cell = facts.cells[part]
    local name = cell and cell.name or part
    parts[index] = if type(name) == "table" then name.en else tostring(name)
  end
  return table.concat(parts, "-")
end

-- What chance has brought.
function words.outcome(outcome: any)
  local parts = type(outcome) == "table" and outcome or { outcome }
  local zh, en = {}, {}
  for index, part in ipairs(parts) do
    local text = words.word(part)
    zh[index] = type(text) == "table" and text.zh or text
    en[index] = type(text) == "table" and text.en or text
  end
  return { zh = table.concat(zh, "、"), en = table.concat(en, ", ") }
end
