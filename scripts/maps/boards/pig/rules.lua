--!strict
-- Pig: throw the die as often as you dare; a one takes all that this turn has brought.

local GOAL = 100
local LANE = 11 -- cells of a player's lane, ten points each: few, so that a phone shows them large
local FACES = { "⚀", "⚁", "⚂", "⚃", "⚄", "⚅" }

local pieces = {
  { name = { zh = "红方得分", en = "Red's score" }, colour = "#c0392b" },
  { name = { zh = "蓝方得分", en = "Blue's score" }, colour = "#2f6fb3" },
  { name = { zh = "这一轮的得分", en = "This turn's score" }, colour = "#e5b82e" },
}
for number, glyph in FACES do
  local name = { zh = `{number} 点`, en = `A {number}` }
  table.insert(pieces, { name = name, glyph = glyph, colour = "#f2ede1", shape = "die" })
end

-- Puts the counters where the scores are; the die lies between the lanes.
local function show(state: any)
  local cells = table.create(3 * LANE, 0)
  for seat, score in state.scores do
    local start = 2 * LANE * (seat - 1) + 1
    cells[start + math.min(score + state.gain, GOAL) // 10] = if seat == state.turn then 3 else 0
    cells[start + math.min(score, GOAL) // 10] = seat
  end
  cells[LANE + LANE // 2 + 1] = if state.face then state.face + 3 else 0
  state.cells = cells
  return state
end

Board:define({
  layout = { grid = { columns = LANE, rows = 3 } },
  pieces = pieces,

  setup = function()
    return show({ scores = { 0, 0 }, gain = 0, turn = 1 })
  end,

  legal = function(state)
    return if state.gain == 0 then { "roll" } else { "roll", "hold" }
  end,

  random_move = function(state, seat)
    return if state.gain >= 20 or state.scores[seat] + state.gain >= GOAL then "hold" else "roll"
  end,

  chance = function(state)
    return if state.is_rolling then { 1, 2, 3, 4, 5, 6 } else nil
  end,

  apply = function(state, move, seat)
    local is_over = move == 1 or move == "hold"
    state.is_rolling = if move == "roll" then true else nil
    if move == "hold" then
      state.scores[seat] += state.gain
    elseif move ~= "roll" then
      state.face = move
    end
    state.gain = if is_over then 0 elseif move == "roll" then state.gain else state.gain + move
    show(state)
    return if is_over then 3 - state.turn else state.turn
  end,

  tally = function(state, seat)
    local score = state.scores[seat] .. if seat == state.turn then ` + {state.gain}` else ""
    return { zh = `{score} 分`, en = `{score} points` }
  end,

  over = function(state)
    local winner = if state.scores[1] >= GOAL then 1 else 2
    return if state.scores[winner] >= GOAL then winner else nil, "hundred"
  end,
})
