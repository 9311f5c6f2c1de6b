--!strict
-- Chinese checkers for two, three, four or six: ten pieces each, to the opposite point of the star.

local ROWS = { 1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1 }
local TIPS = { 1, 11, 99, 121, 111, 23 } -- the ends of the star's points, clockwise from the south
local POINTS =
  { [2] = { 1, 4 }, [3] = { 1, 3, 5 }, [4] = { 2, 3, 5, 6 }, [6] = { 1, 2, 3, 4, 5, 6 } }
local MOVES_MAX = 400 -- of one player, before a game is given up as drawn

local star = Board:hexes(ROWS)

local steps: { { number } } = {} -- point, cell -> how many steps from that point's tip
for point, tip in TIPS do
  steps[point] = {}
  for cell = 1, star.size do
    local columns = math.abs(star.column[tip] - star.column[cell])
    local rows = math.abs(star.row[tip] - star.row[cell])
    steps[point][cell] = math.max(rows, (columns + rows) // 2)
  end
end

-- The point of the star in which a cell lies, if any: ten cells, at most three steps from the tip.
local point_of: { [number]: number } = {}
for point in TIPS do
  for cell = 1, star.size do
    point_of[cell] = if steps[point][cell] <= 3 then point else point_of[cell]
  end
end

local function home_of(state: BoardState, seat: number)
  return POINTS[state.players][seat]
end

local function goal_of(state: BoardState, seat: number)
  return (home_of(state, seat) + 2) % 6 + 1
end

-- Where a piece can go: a step, or any number of jumps over one piece each.
local function reach(cells: { number }, from: number)
  local found: { [number]: boolean? }, reached, index = {}, { from }, 1
  local piece = cells[from]
  cells[from] = 0 -- it may come back past where it stood
  while reached[index] do
    local cell = reached[index]
    for _, next in star.steps do
      local to = next[cell]
      if to > 0 and cells[to] ~= 0 then
        to = next[to]
        if cells[to] == 0 and not table.find(reached, to) then
          reached[#reached + 1] = to
          found[to] = true
        end
      elseif to > 0 and cell == from then
        found[to] = true
      end
    end
    index += 1
  end
  cells[from] = piece
  found[from] = nil
  return found
end

local function legal(state: BoardState, seat: number): { any }
  local cells, home, goal, moves = state.cells, home_of(state, seat), goal_of(state, seat), {}
  for from, piece in cells do
    for to in if piece == seat then reach(cells, from) else {} do
      local point = point_of[to]
      -- Nobody rests in a point that is another's, nor leaves the goal again.
      local may_rest = point == nil or point == home or point == goal
      if may_rest and (point_of[from] ~= goal or point == goal) then
        moves[#moves + 1] = { from, to }
      end
    end
  end
  return if #moves > 0 then moves else { "pass" }
end

-- How far a seat's pieces have come.
local function progress(state: BoardState, seat: number)
  local left, goal = 0, steps[goal_of(state, seat)]
  for cell, piece in state.cells do
    left += if piece == seat then goal[cell] * (10 + goal[cell]) else 0
  end
  return -left
end

local pieces = Board:pieces({
  { zh = "红", en = "Red", colour = "#c0392b" },
  { zh = "黄", en = "Yellow", colour = "#e5b82e" },
  { zh = "绿", en = "Green", colour = "#2e8b57" },
  { zh = "蓝", en = "Blue", colour = "#2f6fb3" },
  { zh = "紫", en = "Purple", colour = "#8e4fa8" },
  { zh = "白", en = "White", colour = "#f2ede1" },
}, { zh = "子", en = "piece", shape = "ball" })

-- The colours of the star's points: of two players each begins on its own colour.
local GROUND = { 1, 6, 3, 2, 5, 4 }
local tints = {}
for cell, point in point_of do
  tints[cell] = pieces.list[GROUND[point]].colour
end

Board:define({
  layout = { hexes = ROWS, tints = tints },
  pieces = pieces.list,
  players = { 2, 3, 4, 6 },

  setup = function(options)
    local cells = table.create(star.size, 0)
    for seat, point in POINTS[options.players] do
      for cell = 1, star.size do
        cells[cell] = if point_of[cell] == point then seat else cells[cell]
      end
    end
    return { cells = cells, moves = 0 }
  end,

  legal = legal,

  -- The better of two.
  random_move = function(state, seat)
    local moves, goal = legal(state, seat), steps[goal_of(state, seat)]
    local one, other = moves[math.random(#moves)], moves[math.random(#moves)]
    if one == "pass" or goal[one[1]] - goal[one[2]] >= goal[other[1]] - goal[other[2]] then
      return one
    end
    return other
  end,

  apply = function(state, move, seat)
    state.moves += 1
    if move ~= "pass" then
      state.cells[move[1]], state.cells[move[2]] = 0, seat
    end
    local own, goal = 0, goal_of(state, seat)
    for cell, point in point_of do
      local piece = state.cells[cell]
      own += if point ~= goal then 0 elseif piece == seat then 1 elseif piece == 0 then -10 else 0
    end
    -- Who fills most of the goal is not kept from winning by those who will not leave the rest.
    state.winner = if own > 5 then seat else nil
  end,

  tally = function(state, seat)
    local goal, home = goal_of(state, seat), 0
    for cell, point in point_of do
      home += if point == goal and state.cells[cell] == seat then 1 else 0
    end
    return { zh = `{home}/10 到家`, en = `{home} of 10 home` }
  end,

  over = function(state)
    if state.winner then
      return state.winner, "home"
    end
    return if state.moves >= MOVES_MAX * state.players then 0 else nil, "long"
  end,

  score = function(state, seat)
    local best = -math.huge
    for other = 1, state.players do
      best = if other == seat then best else math.max(best, progress(state, other))
    end
    return 2 * (progress(state, seat) - best)
  end,
})
