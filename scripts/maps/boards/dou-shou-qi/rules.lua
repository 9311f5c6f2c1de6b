--!strict
-- Dou Shou Qi, the jungle game: whose animal enters the other's den wins, and who cannot move loses.
--
-- Customs differ. Here the elephant does not take the rat; a rat takes nothing while it enters or leaves
-- the river; tigers and lions leap over the river both along and across unless a rat swims in between; and
-- a hundred moves without a capture are a draw.

local RAT, TIGER, LION = 1, 6, 7
local WORTH = { 500, 200, 300, 400, 500, 900, 1000, 800 } -- of each rank
local TRAP, DEN, WATER = 0, 2, 5 -- what the ground is, plus the seat to which a trap or a den belongs

local RANKS = "鼠 猫 狗 狼 豹 虎 狮 象"

local grid = Board:grid(7, 9, "blocks")
local ground = grid.read("2tdt2/3t3/7/1ww1ww1/1ww1ww1/1ww1ww1/7/3T3/2TDT2", "TtDdw")
local animals = Board:pieces({
  { zh = "红", en = "Red", glyph_colour = "#b3261e" },
  { zh = "蓝", en = "Blue", glyph_colour = "#1f4e8c" },
}, { zh = RANKS, en = "rat cat dog wolf leopard tiger lion elephant", glyph = RANKS })

-- Where an animal comes down that sets off in a direction: beyond the river if it leaps, 0 if it cannot.
local function landing(cells: { number }, from: number, next: { number })
  local to, rank = next[from], animals.kind[cells[from]]
  while ground[to] == WATER and rank ~= RAT do
    to = if cells[to] == 0 and (rank == TIGER or rank == LION) then next[to] else 0
  end
  return to
end

-- Whether a seat's animal may stand where it comes down.
local function may_stand(cells: { number }, from: number, to: number, seat: number)
  local rank, victim, there = animals.kind[cells[from]], animals.kind[cells[to]], ground[to]
  if to == 0 or there == DEN + seat or animals.side[cells[to]] == seat then
    return false
  end
  -- Rats take elephants, seven ranks above, and not the other way about; in a trap all are taken.
  local takes = rank - victim == -7 or rank >= victim and rank - victim ~= 7 or there == TRAP + seat
  return victim == 0 or takes and (ground[from] == WATER) == (there == WATER)
end

Board:define({
  layout = grid.layout,
  pieces = animals.list,
  setup = {
    cells = grid.read("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L", "RCDWPTLErcdwptle"),
    quiet = 0,
  },
  stuck = "loses",

  legal = function(state, seat)
    local moves = {}
    for _, from in animals.of(state.cells, seat) do
      for direction = 1, 4 do
        local to = landing(state.cells, from, grid.steps[direction])
        if may_stand(state.cells, from, to, seat) then
          table.insert(moves, { from, to })
        end
      end
    end
    return moves
  end,

  apply = function(state, move, seat)
    local cells, from, to = state.cells, move[1], move[2]
    state.quiet = if cells[to] == 0 then state.quiet + 1 else 0
    state.winner = if ground[to] == DEN + 3 - seat then seat else nil
    cells[from], cells[to] = 0, cells[from]
  end,

  over = function(state)
    local result = if state.quiet == 100 then 0 else nil
    return state.winner or result, if state.winner then "den" else "quiet"
  end,

  -- Each rank, and the rows left to the other's den.
  score = grid.score(animals, function(rank, _, row)
    return WORTH[rank] - 15 * (9 - row)
  end),
})
