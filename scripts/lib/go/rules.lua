--!strict
-- Go on as many lines as the parameter `size` says, by Chinese or Japanese counting. There is no suicide, and
-- no position of the board comes a second time. After two passes the players agree on the dead stones.

local SIDE = Board:parameter("size")

-- What White has for moving second.
local KOMI = { chinese = 7.5, japanese = 6.5 }
-- Columns as players of Go name them: there is no I.
local LETTERS = "abcdefghjklmnopqrst"

local grid = Board:grid(SIDE, SIDE, "points", LETTERS)
local near, corners, size = grid.near, grid.corners, grid.size

-- Stones are 1 and 2, by seats; dead ones are 3 and 4 while the players agree on them.
local DEAD = 2

-- After this many moves play ends, as if both had passed; games between people are shorter.
local MOVES_MAX = 2 * size + 60
-- How often groups may be marked, a marking may go to the other player, and play may be resumed.
local CHANGES_MAX, OFFERS_MAX, RESUMED_MAX = 4 * SIDE, 8, 2
-- Random games from which the stones' fate is told: on large boards each says more, and takes longer.
local GAMES = 360 // SIDE
-- A group that keeps less than this share of its points in them is dead.
local ALIVE = 0.5
-- A point that one side holds in more than this share of them is settled.
local SETTLED = 0.9

-- Random numbers of the rules' own, from a state that they change, so that one position has one verdict.
local function generator(state: number)
  state = bit32.bor(state % 0x100000000, 1)
  return function(most: number)
    state = bit32.bxor(state, bit32.lshift(state, 13))
    state = bit32.bxor(state, bit32.rshift(state, 17))
    state = bit32.bxor(state, bit32.lshift(state, 5))
    return state % most + 1
  end
end

-- A number for a stone of each colour on each point: their sum tells one board from another.
local weights = { table.create(size, 0), table.create(size, 0) }
do
  local draw = generator(2463534242)
  for seat = 1, 2 do
    for cell = 1, size do
      weights[seat][cell] = draw(2 ^ 22) * 2 ^ 22 + draw(2 ^ 22)
    end
  end
end

-- The points of the group that was looked at last; a point is in it if `seen_at` holds the group's number.
local group, seen_at, groups = table.create(size, 0), table.create(size, 0), 0

-- Looks for liberties of a stone's group, other than `but`, until there are `enough`: how many were found, the
-- last of them, and how large the group is as far as it was seen. `group` holds all of it where there are fewer.
local function liberties(cells: { number }, cell: number, but: number, enough: number)
  groups += 1
  local colour, number, first, last, found, liberty = cells[cell], groups, 1, 1, 0, but
  group[1] = cell
  seen_at[cell] = number
  while first <= last do
    for _, other in near[group[first]] do
      local stone = cells[other]
      if stone == 0 then
        if other ~= but and other ~= liberty then
          found, liberty = found + 1, other
          if found == enough then
            return found, liberty, last
          end
        end
      elseif stone == colour and seen_at[other] ~= number then
        seen_at[other] = number
        last += 1
        group[last] = other
      end
    end
    first += 1
  end
  return found, liberty, last
end

-- Whether the group of a stone has a liberty other than `but`; if not, `group` holds it, and how many there are
-- is given too.
local function breathes(cells: { number }, cell: number, but: number)
  local found, _, count = liberties(cells, cell, but, 1)
  return found > 0, if found > 0 then 0 else count
end

-- The only liberty of the group of a stone, and how large the group is; nil if it has several. A group on the
-- board has one.
local function only_liberty(cells: { number }, cell: number)
  local found, liberty, count = liberties(cells, cell, 0, 2)
  return if found == 1 then liberty else nil, count
end

-- The number of the board after a stone is put; nil if that is suicide.
local function board_after(state: BoardState, cell: number, seat: number)
  local cells, number, lives, before = state.cells, state.board + weights[seat][cell], false, groups
  local theirs = weights[3 - seat]
  for _, other in near[cell] do
    local stone = cells[other]
    if stone == 0 then
      lives = true
    elseif stone == seat then
      lives = lives or breathes(cells, other, cell)
    elseif seen_at[other] <= before then
      local free, count = breathes(cells, other, cell)
      lives = lives or not free
      for index = 1, count do
        number -= theirs[group[index]]
      end
    end
  end
  return if lives then number else nil
end

-- Whether a board was there before. Random games remember no more than the last.
local function is_repeated(state: BoardState, number: number)
  if state.playout then
    return state.last_board == number
  end
  return state.seen[number] ~= nil
end

-- Whether a seat may put a stone on a point.
local function may_play(state: BoardState, cell: number, seat: number)
  local number = if state.cells[cell] == 0 then board_after(state, cell, seat) else nil
  return number ~= nil and not is_repeated(state, number)
end

-- Puts a stone and takes what it captures.
local function put(state: BoardState, cell: number, seat: number)
  local cells, number = state.cells, state.board + weights[seat][cell]
  local other_seat = 3 - seat
  cells[cell] = seat
  for _, other in near[cell] do
    local _free, count = true, 0
    if cells[other] == other_seat then
      _free, count = breathes(cells, other, 0)
    end
    for index = 1, count do
      cells[group[index]] = 0
      number -= weights[other_seat][group[index]]
    end
    state.prisoners[seat] += count
  end
  state.last_board, state.board, state.last = state.board, number, cell
  if not state.playout then
    state.seen[number] = true
  end
end

-- Whether a point is an eye of a seat's that no good player fills.
local function is_eye(cells: { number }, cell: number, seat: number)
  for _, other in near[cell] do
    if cells[other] ~= seat then
      return false
    end
  end
  local lost = if #corners[cell] < 4 then 1 else 0
  for _, other in corners[cell] do
    lost += if cells[other] == 3 - seat then 1 else 0
  end
  return lost < 2
end

-- Whether a seat may put a stone on a point that is no such eye.
local function is_sensible(state: BoardState, cell: number, seat: number)
  local cells = state.cells
  return cells[cell] == 0 and not is_eye(cells, cell, seat) and may_play(state, cell, seat)
end

-- Whether a stone on an empty point would leave its group of three or more with one liberty.
local function is_rash(cells: { number }, cell: number, seat: number)
  local free = 0
  for _, other in near[cell] do
    local stone = cells[other]
    free += if stone == 0 then 1 else 0
    if stone == 3 - seat and not breathes(cells, other, cell) then
      return false
    end
  end
  if free > 1 then
    return false
  end
  cells[cell] = seat
  local liberty, count = only_liberty(cells, cell)
  cells[cell] = 0
  return liberty ~= nil and count > 2
end

-- Strides that lead from any point to all others before they come back.
local strides: { number } = {}
for stride = size // 8 + 1, size do
  if stride % 3 ~= 0 and stride % 13 ~= 0 and stride % 19 ~= 0 then
    table.insert(strides, stride)
  end
end

-- A move as a quick player makes it: takes what was just left with one liberty, else draws a sensible point
-- with `draw`; a pass if there is none.
local function drawn(state: BoardState, seat: number, draw: (...any) -> number): number | "pass"
  local cells, cell, stride = state.cells, draw(size), strides[draw(#strides)]
  local last = state.last
  if last and cells[last] == 3 - seat then
    local liberty = only_liberty(cells, last)
    if liberty and may_play(state, liberty, seat) then
      return liberty
    end
  end
  for _ = 1, size do
    if
      cells[cell] == 0
      and not is_eye(cells, cell, seat)
      and not is_rash(cells, cell, seat)
      and may_play(state, cell, seat)
    then
      return cell
    end
    cell = (cell + stride - 1) % size + 1
  end
  return "pass"
end

-- The points that hang together with `cell` through those that `belongs`.
local function connected(cell: number, belongs: (cell: number) -> boolean)
  local found, seen, index = { cell }, { [cell] = true }, 1
  while found[index] do
    for _, other in near[found[index]] do
      if not seen[other] and belongs(other) then
        seen[other] = true
        table.insert(found, other)
      end
    end
    index += 1
  end
  return found
end

-- The points of one kind that hang together with `cell`, and whether each seat lies beside them. Empty points
-- and dead stones are of one kind.
local function region(cells: { number }, cell: number)
  local beside = { false, false }
  local found = connected(cell, function(other)
    local stone = cells[other]
    local is_alive = stone == 1 or stone == 2
    if is_alive then
      beside[stone] = true
    end
    return not is_alive
  end)
  return found, beside
end

-- Whose each point is: a seat, or 0.
local function owners(cells: { number })
  local owned = table.clone(cells)
  local counted = {}
  for cell, stone in cells do
    if (stone == 0 or stone > DEAD) and not counted[cell] then
      local points, beside = region(cells, cell)
      local owner = if beside[1] == beside[2] then 0 elseif beside[1] then 1 else 2
      for _, point in points do
        owned[point] = owner
        counted[point] = true
      end
    end
  end
  return owned
end

-- The points of each seat. By Japanese counting they are what it surrounds and what it has captured; how a
-- random game ends says only what each holds, since its players do not stop where others do.
local function points(state: BoardState)
  local cells, sums = state.cells, { 0, KOMI[state.scoring] }
  local territory = state.scoring == "japanese" and not state.playout
  for cell, owner in owners(cells) do
    local stone = cells[cell]
    if owner > 0 and (stone ~= owner or not territory) then
      sums[owner] += 1
    end
    if territory and stone > DEAD then
      sums[3 - (stone - DEAD)] += 1
    end
  end
  for seat = 1, 2 do
    sums[seat] += if territory then state.prisoners[seat] else 0
  end
  return sums
end

-- The stones that hang together with one, dead or alive.
local function chain(cells: { number }, cell: number)
  local colour = cells[cell]
  return connected(cell, function(other)
    return cells[other] == colour
  end)
end

-- The stones as they lie, all alive.
local function alive(cells: { number })
  local copy = table.clone(cells)
  for cell, stone in cells do
    copy[cell] = if stone > DEAD then stone - DEAD else stone
  end
  return copy
end

-- Plays random games to their end; gives how many of them each point was Black's in, less White's.
local function held(state: BoardState, seat: number)
  local draw, sums = generator(state.board), table.create(size, 0)
  local cells = alive(state.cells)
  for game = 1, GAMES do
    local copy: BoardState = {
      cells = table.clone(cells),
      board = state.board,
      players = 2,
      prisoners = { 0, 0 },
      playout = true,
    }
    local turn, passes = if game % 2 == 0 then seat else 3 - seat, 0
    for _ = 1, 3 * size do
      local move = drawn(copy, turn, draw)
      if move == "pass" then
        passes += 1
        copy.last = nil
        if passes == 2 then
          break
        end
      else
        passes = 0
        put(copy, move, turn)
      end
      turn = 3 - turn
    end
    for cell, owner in owners(copy.cells) do
      sums[cell] += if owner == 1 then 1 elseif owner == 2 then -1 else 0
    end
  end
  return sums
end

-- The stones as they lie, those marked dead that do not survive random games.
local function verdict(state: BoardState, sums: { number })
  local cells, done = alive(state.cells), {}
  for cell, stone in cells do
    if stone > 0 and not done[cell] then
      local stones, sum = chain(cells, cell), 0
      for _, other in stones do
        done[other] = true
        sum += if stone == 1 then sums[other] else -sums[other]
      end
      if (sum / #stones / GAMES + 1) / 2 < ALIVE then
        for _, other in stones do
          cells[other] = stone + DEAD
        end
      end
    end
  end
  return cells
end

-- What a seat may do while dead stones are agreed on.
local function markings(state: BoardState)
  local moves: { any } = { "agree" }
  if state.changes < CHANGES_MAX then
    table.insert(moves, "judge")
    for cell, stone in state.cells do
      if stone > 0 then
        table.insert(moves, cell)
      end
    end
  end
  if state.resumed < RESUMED_MAX and state.moves < MOVES_MAX then
    table.insert(moves, "resume")
  end
  return moves
end

-- Ends play: from now on stones are marked.
local function stop(state: BoardState)
  state.phase, state.changes, state.offers, state.offered = "marking", 0, 0, nil
end

-- Whether two boards lie alike.
local function is_alike(one: { number }, other: { number })
  for cell, stone in one do
    if other[cell] ~= stone then
      return false
    end
  end
  return true
end

-- Agrees to the marking, and offers it to the other seat unless it was that seat's. What has gone to and fro
-- too often is settled: only what both have marked is dead.
local function agree(state: BoardState)
  local cells, offered = state.cells, state.offered
  state.offers += 1
  state.ended = offered and is_alike(cells, offered) or state.offers == OFFERS_MAX
  state.offered = table.clone(cells)
  for cell, stone in if state.ended and offered then cells else {} do
    if stone > DEAD and offered[cell] <= DEAD then
      cells[cell] = stone - DEAD
    end
  end
end

-- Marks stones, agrees to what is marked, or goes on with the game; gives whose turn is next.
local function mark(state: BoardState, move: any, seat: number)
  local cells = state.cells
  if move == "agree" then
    agree(state)
    return 3 - seat
  elseif move == "resume" then
    state.cells = alive(cells)
    state.phase, state.passes = nil, 0
    state.resumed += 1
    return 3 - seat
  end
  local after = table.clone(cells)
  if move == "judge" then
    after = verdict(state, held(state, 1))
  else
    for _, cell in chain(cells, move) do
      after[cell] = if cells[cell] > DEAD then cells[cell] - DEAD else cells[cell] + DEAD
    end
  end
  state.cells = after
  state.changes += 1
  return seat
end

-- What a computer does while dead stones are agreed on: it marks what it believes in, then gives way; or it has
-- the stones played out if the other insists.
local function answer(state: BoardState)
  if is_alike(state.cells, verdict(state, held(state, 1))) or state.changes >= CHANGES_MAX then
    return "agree"
  elseif state.offers < 3 then
    return "judge"
  end
  local may_resume = state.resumed < RESUMED_MAX and state.moves < MOVES_MAX
  return if may_resume then "resume" else "agree"
end

-- The points that are worth a move on a large board: not far from the stones, or not at the edge.
local nearby: { { number } } = {}
for cell = 1, size do
  nearby[cell] = {}
  local column, row = grid.column[cell], grid.row[cell]
  for x = -2, 2 do
    for y = -2, 2 do
      local other = grid.at(column + x, row + y)
      if other and other ~= cell then
        table.insert(nearby[cell], other)
      end
    end
  end
end
local function is_promising(cells: { number }, cell: number)
  local column, row = grid.column[cell], grid.row[cell]
  local edge = math.min(column, row, SIDE + 1 - column, SIDE + 1 - row)
  if SIDE < 13 or edge == 3 or edge == 4 then
    return true
  end
  for _, other in nearby[cell] do
    if cells[other] ~= 0 then
      return true
    end
  end
  return false
end

-- The moves that a computer considers. Now and then, late in a game, it looks which points are still open, and
-- passes where none is; and it passes after the other if it has won.
local function considered(state: BoardState, seat: number, ahead: number)
  local cells, sums = state.cells, nil
  local late = 4 * state.moves > 3 * size and state.moves % 4 < 2
  if ahead == 0 and (state.passes == 1 or late) then
    sums = held(state, seat)
    local judged = table.clone(state)
    judged.cells = verdict(state, sums)
    local result = points(judged)
    if state.passes == 1 and result[seat] > result[3 - seat] then
      return { "pass" }
    end
  end
  local moves: { any } = {}
  for cell = 1, size do
    if cells[cell] == 0 and is_promising(cells, cell) then
      local open = sums == nil or math.abs(sums[cell]) < SETTLED * GAMES
      if open and is_sensible(state, cell, seat) then
        table.insert(moves, cell)
      end
    end
  end
  table.insert(moves, "pass")
  return moves
end

-- Why a stone may not be put, or nil.
local function objection(state: BoardState, cell: number, seat: number): string?
  if state.phase then
    return "explain_empty"
  elseif state.cells[cell] ~= 0 then
    return "explain_taken"
  end
  local number = board_after(state, cell, seat)
  if number == nil then
    return "explain_suicide"
  end
  return if is_repeated(state, number) then "explain_again" else nil
end

Board:define({
  layout = grid.layout,
  pieces = {
    { name = { zh = "黑子", en = "Black stone" }, colour = "#1f1b16", shape = "stone" },
    { name = { zh = "白子", en = "White stone" }, colour = "#f2ede1", shape = "stone" },
    {
      name = { zh = "黑方死子", en = "Dead black stone" },
      glyph = "✕",
      glyph_colour = "#ff8a5c",
      colour = "#1f1b16",
    },
    {
      name = { zh = "白方死子", en = "Dead white stone" },
      glyph = "✕",
      glyph_colour = "#b3261e",
      colour = "#f2ede1",
    },
  },
  options = { scoring = { "chinese", "japanese" } },

  setup = function(options)
    return {
      cells = table.create(size, 0),
      board = 0,
      seen = { [0] = true },
      passes = 0,
      moves = 0,
      prisoners = { 0, 0 },
      resumed = 0,
      scoring = options.scoring,
    }
  end,

  legal = function(state, seat)
    if state.phase then
      return markings(state)
    end
    local moves: { any } = grid.all(may_play, state, seat)
    table.insert(moves, 1, "pass")
    return moves
  end,

  random_move = function(state, seat)
    return if state.phase then "agree" else drawn(state, seat, math.random)
  end,

  candidates = function(state, seat, ahead)
    if state.phase == nil then
      return considered(state, seat, ahead)
    end
    return { if ahead > 0 then "agree" else answer(state) }
  end,

  apply = function(state, move, seat)
    if state.phase then
      return mark(state, move, seat)
    end
    state.moves += 1
    if move == "pass" then
      state.passes += 1
      state.last = nil
    else
      state.passes = 0
      put(state, move, seat)
    end
    if state.passes == 2 or state.moves >= MOVES_MAX then
      if state.playout then
        state.ended = true
      else
        stop(state)
      end
    end
    return 3 - seat
  end,

  over = function(state)
    if not state.ended then
      return nil
    end
    return points(state), if state.scoring == "chinese" then "area" else "territory"
  end,

  tally = function(state, seat)
    local count = state.prisoners[seat]
    return { zh = `提 {count} 子`, en = `{count} captured` }
  end,

  notation = function(state, move)
    if state.phase and type(move) == "number" then
      local dead = state.cells[move] > DEAD
      local name = grid.name[move]
      return {
        zh = name .. if dead then "活" else "死",
        en = name .. if dead then " alive" else " dead",
      }
    end
    return nil
  end,

  explain = function(state, cells, seat)
    return objection(state, cells[1], seat)
  end,
})
