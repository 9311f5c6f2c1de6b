--!strict
-- Asking a person for a move: cells to click, buttons for words, and why a click is no move.

local asking = {}
Course.asking = asking

local facts, referee = Course.facts, Course.referee
local rules: BoardDefinition = Course.rules
local cells, words, tabletop = facts.cells, Course.words, Course.tabletop

-- Moves that are clicked alike, each with the word at its end, if any.
type Entry = { move: any, word: string? }
type Group = { path: { number }, word: string?, moves: { Entry } }

-- The cells of a move, and the word at its end, if any.
local function split(move: any): ({ number }, string?)
  if type(move) == "number" then
    return { move }, nil
  elseif type(move) == "string" then
    return {}, move
  end
  local path: { any } = table.clone(move)
  local word = nil
  if type(path[#path]) == "string" then
    word = table.remove(path)
  end
  return path, word
end

-- The moves, those together that are clicked alike.
local function grouped(moves: { any })
  local groups: { Group }, by_path: { [string]: Group } = {}, {}
  for _, move in ipairs(moves) do
    local path, word = split(move)
    local key = #path == 0 and "!" .. tostring(word) or table.concat(path, " ")
    local entry: Entry, known = { move = move, word = word }, by_path[key]
    if known then
      table.insert(known.moves, entry)
    else
      local group: Group = { path = path, word = word, moves = { entry } }
      by_path[key] = group
      groups[#groups + 1] = group
    end
  end
  return groups
end

local function choices_of(groups: { Group })
  local choices: { any } = {}
  for index, group in ipairs(groups) do
    local places = {}
    for step, number in ipairs(group.path) do
      local cell = cells[number]
      places[step] = { x = cell.x, y = cell.y, z = cell.z }
    end
    choices[index] = if #places > 0 then { path = places } else { label = words.word(group.word) }
  end
  return choices
end

-- Says why a click is no move. `path` holds the cells clicked, the last one refused.
local function explainer(view: BoardState, seat: number, moves: { any }): (path: { any }) -> any
  local starts_on_pieces = true
  for _, move in ipairs(moves) do
    local path = split(move)
    if path[1] and view.cells[path[1]] == 0 then
      starts_on_pieces = false
    end
  end
  return function(path)
    local clicked: { number } = {}
    for step, place in ipairs(path) do
      clicked[step] = tabletop.cell(place)
      if clicked[step] == nil then
        return T("board_off_board")
      end
    end
    local explain = rules.explain
    local why: any = explain and explain(view, clicked, seat)
    if why then
      return if type(why) == "table" then why else T(why)
    end
    local target = clicked[#clicked]
    local piece = words.piece(view, target)
    local args = { cell = cells[target].name, piece = piece or "", from = cells[clicked[1]].name }
    if #clicked > 1 then
      return T("board_cannot_go", args)
    elseif piece then
      return T(starts_on_pieces and "board_cannot_move" or "board_taken", args)
    end
    return T(starts_on_pieces and "board_pick_piece" or "board_not_there", args)
  end
end

local choosing = false -- whether a move has been clicked, and which of those clicked alike is asked

-- Whether a second question about a move is open: who answers it waits in the middle of the move.
function asking.is_choosing()
  return choosing
end

-- Which of several moves that are clicked alike; nil when the question was withdrawn.
local function ask_word(seat: number, group: Group, stand_in: (() -> number)?): any
  local choices = {}
  for index, entry in ipairs(group.moves) do
    choices[index] = { label = words.word(entry.word) }
  end
  choosing = true
  local index = Request:ask({
    seat = seat - 1,
    hint = T("board_which"),
    choices = choices,
    stand_in = stand_in,
    default = 1,
  })
  choosing = false
  return index and group.moves[index].move
end

-- Asks the person at `seat` for one of `moves`; nil when the question was withdrawn. `decide()` chooses for
-- one who is away, who is waited for without it.
function asking.ask(state: BoardState, seat: number, moves: { any }, decide: (() -> any)?): any
  local groups = grouped(moves)
  local view = referee.view(state, seat) -- what is said to it must not tell it more
  local phase: string? = state.phase
  local wanted: any = nil -- what was decided for somebody who is away
  local index = Request:ask({
    seat = seat - 1,
    hint = T(if phase then "phase_" .. phase else "board_your_move"),
    choices = choices_of(groups),
    explain = explainer(view, seat, moves),
    stand_in = decide and function(): number?
      wanted = decide()
      for number, group in ipairs(groups) do
        for _, entry in ipairs(group.moves) do
          if wanted ~= nil and referee.key(entry.move) == referee.key(wanted) then
            return number
          end
        end
      end
      return nil
    end,
  })
  local group = if index then groups[index] else nil
  if group == nil then
    return nil
  elseif #group.moves == 1 then
    return group.moves[1].move
  end
  return ask_word(seat, group, decide and function()
    for number, entry in ipairs(group.moves) do
      if wanted ~= nil and referee.key(entry.move) == referee.key(wanted) then
        return number
      end
    end
    return 1
  end)
end
