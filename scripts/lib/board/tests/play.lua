--!strict
-- What holds for every board, through clicks and buttons: run with the tests of each map that has rules.

-- Answers what a player is asked with one of the choices; whether there was a question.
local function answer(t: Test, uin: number)
  local request = t:request(uin)
  if request == nil then
    return false
  end
  local index = 1 + (request.id * 7) % #request.choices
  local path: { { number } } = request.choices[index].path
  if #path == 0 then
    t:choose(uin, request.id, index - 1)
  end
  for _, cell in path do
    t:click(uin, cell[1], cell[2], cell[3])
  end
  return true
end

-- Lets time pass and computers think until a player is asked or the game is over: whoever moves first, and however
-- long it takes others to come to its turn.
local function await(t: Test, uin: number)
  local moves, quiet = #t:hud().moves, 0
  while quiet < 40 do
    if t:request(uin) or t:hud().result then
      return
    end
    t:ticks(30)
    t:run_jobs()
    local now = #t:hud().moves
    quiet = if now == moves then quiet + 1 else 0
    moves = now
  end
  error("nobody moves")
end

-- What stands on the board: games that begin at random begin otherwise each time.
local function cells(t: Test)
  return table.concat(t:eval("return Course.game.state().cells"), " ")
end

test("people play by clicks and buttons", function(t)
  local players = { t:join("player 1") }
  for seat = 2, #t:seats() do
    players[seat] = t:join("player " .. seat)
    t:sit(players[seat], seat - 1)
  end
  local answers = 0
  for _ = 1, 40 do
    for _, uin in ipairs(players) do
      if t:hud().result == nil and answer(t, uin) then
        answers += 1
      end
    end
    t:ticks(2)
  end
  assert(answers >= 5 or t:hud().result, "they are asked again and again until the game is over")
  assert(#t:hud().moves > 0, "moves are listed")
end)

test("the computer answers at its lowest level", function(t)
  local uin = t:join("player 1")
  for seat = 2, #t:seats() do
    t:computer(uin, seat - 1, 1)
  end
  local others = 0
  for _ = 1, 60 do -- some games let the same seat move many times
    await(t, uin)
    if others > 2 or t:hud().result then
      return
    end
    answer(t, uin)
    others = 0
    for _, move in ipairs(t:hud().moves) do
      others += if move.seat ~= 0 then 1 else 0
    end
  end
  error("the computer has not moved")
end)

test("clicks beside the board and by those who watch change nothing", function(t)
  local uin = t:join("player 1")
  await(t, uin)
  if t:hud().result then
    return -- it was over before anybody was asked
  end
  local played = #t:hud().moves
  t:click(uin, 200, 50, 200)
  local toasts = t:toasts(uin)
  assert(#toasts > 0, "the player is told why")
  local watcher = t:join("watcher")
  local cell = t:eval("local c = Board:facts().cells[1] return { c.x, c.y, c.z }")
  t:click(watcher, cell[1], cell[2], cell[3])
  t:equal(#t:hud().moves, played, "nothing was played")
end)

test("a written game is played again", function(t)
  local uin = t:join("player 1")
  local offered = false
  for _, button in ipairs(t:hud().buttons) do
    offered = offered or button.id == "record"
  end
  if not offered then
    return -- what is hidden or thrown is not written
  end
  local begins = cells(t)
  for seat = 2, #t:seats() do
    t:computer(uin, seat - 1, 1)
  end
  for _ = 1, 60 do
    await(t, uin)
    if #t:hud().moves >= 8 or t:hud().result then
      break
    end
    answer(t, uin)
  end
  local listed = t:hud().moves
  local zh, en = {}, {}
  for index, move in ipairs(listed) do
    zh[index], en[index] = move.text.zh, move.text.en
  end
  for _, texts in ipairs({ zh, en }) do
    t:action(uin, "new")
    t:equal(#t:hud().moves, 0, "another game")
    if cells(t) ~= begins then
      return
    end
    t:action(uin, "record", table.concat(texts, "\n"))
    t:ticks(40)
    for index, move in ipairs(listed) do
      local again = t:hud().moves[index]
      t:equal(again and again.text.en, move.text.en, `move {index}`)
    end
  end
end)
