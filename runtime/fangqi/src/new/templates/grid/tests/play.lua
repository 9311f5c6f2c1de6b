-- The board as people play it: each test has a room of its own.

local WHITE, BLACK = 3500, 3501 -- blocks of the pieces, in the order of rules.lua

local function two_people(t: Test)
  local white, black = t:join("Bai"), t:join("Hei")
  t:sit(black, 1)
  return white, black
end

-- Clicks two squares, given by column and row from 0; pieces stand at height 1.
local function move(t: Test, player: number, from: { number }, to: { number })
  t:click(player, from[1], 1, from[2])
  t:click(player, to[1], 1, to[2])
end

test("a pawn goes forward by two clicks", function(t)
  local white = two_people(t)
  move(t, white, { 2, 1 }, { 2, 2 })
  t:equal(t:block(2, 1, 1), 0)
  t:equal(t:block(2, 1, 2), WHITE)
  t:equal(t:hud().turn, 1)
end)

test("pawns do not take straight ahead, and the player is told", function(t)
  local white, black = two_people(t)
  move(t, white, { 2, 1 }, { 2, 2 })
  move(t, black, { 2, 4 }, { 2, 3 })
  move(t, white, { 2, 2 }, { 2, 3 })
  t:equal(t:block(2, 1, 3), BLACK)
  local toasts = t:toasts(white)
  t:equal(toasts[#toasts].en, "Something stands there, and pawns take diagonally only")
end)

test("the computer answers", function(t)
  local white = t:join("Bai")
  move(t, white, { 2, 1 }, { 2, 2 })
  t:ticks(20)
  t:run_jobs()
  t:ticks(20)
  t:equal(#t:hud().moves, 2)
end)

test("a pawn that arrives wins, from a position that is set up", function(t)
  local white = two_people(t)
  t:eval([[
    local state = Board:referee().setup({ players = 2, rows = "one" })
    for cell = 1, 30 do
      state.cells[cell] = 0
    end
    state.cells[21], state.cells[30], state.pawns = 1, 2, { 1, 1 }
    Course.game.resume(state)
    Course.match.begin()
  ]])
  move(t, white, { 0, 4 }, { 0, 5 })
  t:equal(t:hud().result.winner, 0)
end)
