--!strict
-- What marks the seat whose king is in check.

local function set_up(t: Test, fen: string)
  local uin = t:join("player")
  t:computer(uin, 1, nil)
  t:action(uin, "position", fen)
  return uin
end

-- The marks of both seats as people read them.
local function marks(t: Test)
  local texts = {}
  for seat, tags in t:hud().tags do
    for _, tag in tags do
      texts[#texts + 1] = `{seat} {tag.en} {tag.zh}`
    end
  end
  return table.concat(texts, ", ")
end

test("the side that is in check is marked until it no longer is", function(t)
  local uin = set_up(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
  t:equal(marks(t), "")
  for move, marked in { { "Ra8", "2 Check 将军" }, { "Kd7", "" }, { "Ra7", "2 Check 将军" } } do
    t:action(uin, "record", marked[1])
    t:ticks(4)
    t:equal(marks(t), marked[2], `after move {move}`)
  end
end)
