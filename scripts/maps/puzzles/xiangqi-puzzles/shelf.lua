--!strict
-- The shelf: which puzzle is on the table, which have been solved in this room, and the difficulties.

Shelf = {}

-- Difficulties by the moves to mate, the last without an end.
local DIFFICULTIES = {
  { value = "easy", from = 3, to = 5 },
  { value = "medium", from = 6, to = 7 },
  { value = "hard", from = 8, to = 9 },
  { value = "master", from = 10, to = 100 },
}

local difficulty = 1
local at: { number } = {} -- difficulty -> which of its puzzles is next
local solved: { [number]: boolean } = {} -- number of a composition -> true

local function list(of: number)
  local bounds, found = DIFFICULTIES[of], {}
  for _, puzzle in ipairs(Puzzles) do
    if puzzle.moves >= bounds.from and puzzle.moves <= bounds.to then
      found[#found + 1] = puzzle
    end
  end
  return found
end

local lists: { { any } } = {}
for index in DIFFICULTIES do
  lists[index] = list(index)
  at[index] = 1
end

-- The puzzle on the table, which of its difficulty's it is, and how many those are.
function Shelf.puzzle()
  return lists[difficulty][at[difficulty]], at[difficulty], #lists[difficulty]
end

-- Takes the next puzzle (1) or the one before (-1), round the shelf.
function Shelf.turn(way: number)
  at[difficulty] = (at[difficulty] - 1 + way) % #lists[difficulty] + 1
end

-- Chooses a difficulty by its value; whether there is one.
function Shelf.choose(value: string?)
  for index, known in ipairs(DIFFICULTIES) do
    if known.value == value then
      difficulty = index
      return true
    end
  end
  return false
end

-- Chooses a puzzle by the number of its composition, as text; whether there is one.
function Shelf.choose_puzzle(value: string?)
  for of, puzzles in ipairs(lists) do
    for index, puzzle in ipairs(puzzles) do
      if tostring(puzzle.number) == value then
        difficulty, at[of] = of, index
        return true
      end
    end
  end
  return false
end

-- What the button of all puzzles offers.
function Shelf.puzzles()
  local options, now = {}, Shelf.puzzle()
  for index, puzzle in ipairs(Puzzles) do
    local mark = if solved[puzzle.number] then "✓ " else ""
    options[index] = {
      value = tostring(puzzle.number),
      label = `{mark}{puzzle.number} {puzzle.name}`,
      chosen = puzzle == now,
    }
  end
  return options
end

-- Notes that the puzzle on the table was solved.
function Shelf.solve()
  solved[Shelf.puzzle().number] = true
end

-- Whether the puzzle on the table was solved.
function Shelf.is_solved()
  return solved[Shelf.puzzle().number] == true
end

local function solved_of(of: number)
  local count = 0
  for _, puzzle in ipairs(lists[of]) do
    count += solved[puzzle.number] and 1 or 0
  end
  return count
end

-- How many of the difficulty's puzzles are solved.
function Shelf.solved_count()
  return solved_of(difficulty)
end

-- What the button of difficulties offers.
function Shelf.options()
  local options = {}
  for index, known in ipairs(DIFFICULTIES) do
    local counts = { solved = tostring(solved_of(index)), all = tostring(#lists[index]) }
    options[index] = {
      value = known.value,
      label = T("difficulty_" .. known.value, counts),
      chosen = index == difficulty,
    }
  end
  return options
end

Checkpoint:offer(function()
  return { difficulty = difficulty, at = at, solved = solved }
end, function(stored)
  difficulty, at, solved = stored.difficulty, stored.at, stored.solved
end)
