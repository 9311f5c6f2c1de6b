--!strict
-- Positions and moves of a board with rules, as lessons write them: cells by their names.

local game, facts, referee, seating = Course.game, Course.facts, Course.referee, Course.seating

if Lessons:count() == 0 then
  return
end

local cells = facts.cells
local by_name = {} -- name -> cell
for cell, place in ipairs(cells) do
  by_name[place.name] = cell
end

local function cell_of(name: string)
  return by_name[name] or error(`there is no cell "{name}"`, 0)
end

local function place(cell: any)
  return { x = cell.x, y = cell.y, z = cell.z }
end

function game.places(text: string)
  local places = {}
  for name in string.gmatch(text, "%S+") do
    places[#places + 1] = place(cells[cell_of(name)])
  end
  return places
end

local function parts(move: any)
  return if type(move) == "table" then move else { move }
end

-- The names of a move's cells, and its word, if any, with spaces between them.
function game.spoken(move: any)
  local words = {}
  for index, part in ipairs(parts(move)) do
    words[index] = cells[part] and cells[part].name or tostring(part)
  end
  return table.concat(words, " ")
end

function game.clicks(_, move: any)
  local clicks = {}
  for index, part in ipairs(parts(move)) do
    clicks[index] = if cells[part] then place(cells[part]) else Course.words.word(part)
  end
  return clicks
end

-- The move that a text means, in a state that is not on the table yet.
local function find(state: any, text: string)
  for _, move in ipairs(referee.moves(state, referee.turn(state)[1])) do
    if game.spoken(move) == text then
      return move
    end
  end
  error(`"{text}" is not legal`, 0)
end

function game.moves(seat: number)
  return referee.moves(game.state(), seat)
end

-- The cells on which `pieces` lie: the names of cells by the letter of the piece, which is its place in
-- `letters`, or by its number.
local function laid(pieces: any, letters: string?)
  local lies = table.create(#cells, 0)
  for letter, names in pairs(pieces) do
    local piece = if letters then string.find(letters, letter, 1, true) else tonumber(letter)
    for name in string.gmatch(names, "%S+") do
      lies[cell_of(name)] = piece or error(`there is no piece "{letter}"`, 0)
    end
  end
  return lies
end

function game.put(position: any)
  position = position or {}
  local chosen = { players = position.players or facts.players[1] }
  for _, option in ipairs(facts.options) do
    chosen[option.name] = position.options and position.options[option.name] or option.values[1]
  end
  seating.set_players(chosen.players)
  local state = referee.setup(chosen)
  if position.pieces then
    state.cells = laid(position.pieces, position.letters)
  end
  for name, value in pairs(position.state or {}) do
    state[name] = value
  end
  state.turn = position.turn or state.turn
  referee.check(state, "setup")
  local after: { string } = position.after or {}
  for _, text in after do
    local fallen = string.match(text, "^%*(.+)$")
    if fallen then
      referee.play(state, tonumber(fallen) or fallen, 0)
    else
      referee.play(state, find(state, text), referee.turn(state)[1])
    end
  end
  game.resume(state)
end
