--!strict
-- What stands beside the seats is what lies on the board.

local function click(t: Test, uin: number)
  local request = t:request(uin)
  local choice = request.choices[1 + request.id * 7 % #request.choices]
  for _, cell in ipairs(choice.path) do
    t:click(uin, cell[1], cell[2], cell[3])
  end
  t:ticks(5)
end

-- How many blocks of a kind lie on the board.
local function count(t: Test, block: number)
  local found = 0
  for x = 0, 7 do
    for z = 0, 7 do
      found += if t:block(x, 1, z) == block then 1 else 0
    end
  end
  return found
end

test("discs are counted after every move", function(t)
  local players = { t:join("Black"), t:join("White") }
  t:sit(players[2], 1)
  local black, white = t:block(3, 1, 4), t:block(4, 1, 4)
  for ply = 0, 20 do
    local tallies = t:hud().badges
    for seat, block in ipairs({ black, white }) do
      local discs = count(t, block)
      t:equal(tallies[seat].zh, `{discs} 子`, `seat {seat} after {ply} moves`)
      t:equal(tallies[seat].en, discs == 1 and "1 disc" or `{discs} discs`)
    end
    click(t, players[1 + ply % 2])
  end
end)
